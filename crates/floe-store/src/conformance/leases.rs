//! Nodes, leases and the fence.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use super::write;
use crate::{Append, Lease, Node, Store, StoreError};

/// Long enough for the tests, however slow the machine is.
const LONG: u64 = 3_600_000;

fn fenced(stream: &str, expected: u64, token: u64) -> Append {
    Append { token: Some(token), ..write(stream, expected, 1) }
}

async fn lease_of(store: &dyn Store, node: &str, log: &str) -> Option<Lease> {
    store.leases(node).await.unwrap().into_iter().find(|lease| lease.log == log)
}

pub(super) async fn taking_and_releasing(store: &dyn Store) {
    store.append(write("t", 0, 1)).await.unwrap();
    let id = store.join_node("a", LONG, 10).await.unwrap();
    assert_eq!(store.join_node("b", LONG, 20).await.unwrap(), id, "the store has one id");
    assert_eq!(
        store.take_lease("none", "a").await.unwrap(),
        Lease { log: "none".into(), ..Lease::default() }
    );
    assert_eq!(
        store.take_lease("t", "stranger").await.unwrap(),
        Lease { log: "t".into(), ..Lease::default() }
    );
    let first = store.take_lease("t", "a").await.unwrap();
    assert_eq!(first, Lease { log: "t".into(), node: Some("a".into()), token: 1, left_ms: None });
    assert_eq!(store.take_lease("t", "b").await.unwrap(), first, "it is held");
    assert_eq!(store.leases("a").await.unwrap(), [first]);
    assert_eq!(store.leases("b").await.unwrap(), []);
    // Who takes it again gets a new token, and what was under way with the old one is refused.
    assert_eq!(store.take_lease("t", "a").await.unwrap().token, 2);
    let refused = store.append(fenced("t", 1, 1)).await;
    assert_eq!(refused, Err(StoreError::Fenced { stream: "t".into(), token: 1, found: 2 }));
    store.append(fenced("t", 1, 2)).await.unwrap();
    assert_eq!(store.release_lease("t", 1, 30).await, Ok(false), "an old token gives nothing up");
    assert_eq!(store.release_lease("t", 2, 30).await, Ok(true));
    assert_eq!(store.release_lease("t", 2, 30).await, Ok(false));
    let second = store.take_lease("t", "b").await.unwrap();
    assert_eq!(second, Lease { log: "t".into(), node: Some("b".into()), token: 3, left_ms: Some(30) });
    let names = |nodes: Vec<Node>| -> Vec<(String, i64, u64)> {
        nodes.into_iter().map(|node| (node.id, node.clock_ms, node.leases)).collect()
    };
    assert_eq!(names(store.nodes().await.unwrap()), [("a".into(), 10, 0), ("b".into(), 20, 1)]);
    store.leave_node("b", 40).await.unwrap();
    assert_eq!(store.renew_node("b", LONG, 50).await, Ok(false), "it has left");
    assert_eq!(names(store.nodes().await.unwrap()), [("a".into(), 10, 0)]);
    let third = store.take_lease("t", "a").await.unwrap();
    assert_eq!(third, Lease { log: "t".into(), node: Some("a".into()), token: 4, left_ms: Some(40) });
    let refused = store.append(fenced("t", 2, 3)).await;
    assert_eq!(refused, Err(StoreError::Fenced { stream: "t".into(), token: 3, found: 4 }));
    // Without a token only the version counts, as ever.
    store.append(write("t", 2, 1)).await.unwrap();
}

pub(super) async fn new_logs(store: &dyn Store) {
    store.join_node("a", LONG, 1).await.unwrap();
    let mine = Append { holder: Some("a".into()), ..write("t", 0, 1) };
    store.append(mine.clone()).await.unwrap();
    let lease = Lease { log: "t".into(), node: Some("a".into()), token: 1, left_ms: None };
    assert_eq!(store.leases("a").await.unwrap(), [lease]);
    store.append(fenced("t", 1, 1)).await.unwrap();
    assert!(store.append(mine).await.is_err(), "it is not new any more");
    assert_eq!(store.leases("a").await.unwrap()[0].token, 1);
    let stranger = Append { holder: Some("stranger".into()), ..write("u", 0, 1) };
    store.append(stranger).await.unwrap();
    assert_eq!(store.leases("stranger").await.unwrap(), [], "only a node takes leases");
}

pub(super) async fn taking_over(store: &dyn Store) {
    store.join_node("a", LONG, 1).await.unwrap();
    store.join_node("b", LONG, 2).await.unwrap();
    for log in 0..10 {
        let log = format!("t{log}");
        store.append(write(&log, 0, 1)).await.unwrap();
        assert_eq!(store.take_lease(&log, "a").await.unwrap().token, 1);
    }
    assert_eq!(store.take_over("b", 100).await, Ok(0), "nobody is dead");
    assert_eq!(store.renew_node("a", 50, 77).await, Ok(true));
    sleep(Duration::from_millis(100)).await;
    // A node whose time is over goes on as long as nobody has declared it dead.
    assert!(store.nodes().await.unwrap()[0].expires_in_ms < 0);
    assert_eq!(store.take_lease("t0", "b").await.unwrap().node.as_deref(), Some("a"));
    store.append(fenced("t0", 1, 1)).await.unwrap();
    assert_eq!(store.renew_node("a", 50, 78).await, Ok(true));
    sleep(Duration::from_millis(100)).await;
    assert_eq!(store.take_over("b", 4).await, Ok(4), "at most as many as asked for");
    assert_eq!(store.renew_node("a", LONG, 79).await, Ok(false), "once dead, it stays dead");
    assert_eq!(store.take_lease("t9", "a").await.unwrap().token, 1, "the dead take nothing");
    assert_eq!(store.take_over("a", 100).await, Ok(0));
    // A single lease of a dead node can be taken by name.
    let before = lease_of(store, "b", "t9").await;
    assert_eq!(before, None);
    let taken = store.take_lease("t9", "b").await.unwrap();
    assert_eq!(taken, Lease { log: "t9".into(), node: Some("b".into()), token: 2, left_ms: Some(78) });
    assert_eq!(store.take_over("b", 100).await, Ok(5));
    assert_eq!(store.take_over("b", 100).await, Ok(0));
    let leases = store.leases("b").await.unwrap();
    assert_eq!(leases.len(), 10);
    assert!(leases.iter().all(|lease| lease.token == 2 && lease.left_ms == Some(78)), "{leases:?}");
    let refused = store.append(fenced("t0", 2, 1)).await;
    assert_eq!(refused, Err(StoreError::Fenced { stream: "t0".into(), token: 1, found: 2 }));
    store.append(fenced("t0", 2, 2)).await.unwrap();
    let nodes: Vec<String> = store.nodes().await.unwrap().into_iter().map(|node| node.id).collect();
    assert_eq!(nodes, ["b"]);
}

pub(super) async fn one_lease_at_once(store: Arc<dyn Store>) {
    store.append(write("t", 0, 1)).await.unwrap();
    let nodes = 8;
    for node in 0..nodes {
        store.join_node(&format!("n{node}"), LONG, 0).await.unwrap();
    }
    for round in 0..10_u64 {
        let mut tasks = JoinSet::new();
        for node in 0..nodes {
            let store = store.clone();
            tasks.spawn(async move {
                let me = format!("n{node}");
                let lease = store.take_lease("t", &me).await.unwrap();
                (lease.node.as_ref() == Some(&me), lease)
            });
        }
        let answers = tasks.join_all().await;
        let winners: Vec<&Lease> = answers.iter().filter(|(mine, _)| *mine).map(|(_, lease)| lease).collect();
        assert_eq!(winners.len(), 1, "{answers:?}");
        assert_eq!(winners[0].token, round + 1);
        store.append(fenced("t", round + 1, round + 1)).await.unwrap();
        assert_eq!(store.release_lease("t", round + 1, 0).await, Ok(true));
    }
}
