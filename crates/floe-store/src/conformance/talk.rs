//! Chat, reports, and closing.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::{user, write};
use crate::{Append, ChatLine, Filter, Report, Session, Store, StoreError, StoredEntry};

fn line(table: &str, room: &str, text: &str) -> ChatLine {
    ChatLine {
        number: 0,
        table: table.to_owned(),
        user: "ann".to_owned(),
        room: room.to_owned(),
        at_ms: 7,
        text: text.to_owned(),
    }
}

pub(super) async fn chat(store: &dyn Store) {
    store.put_user(user("ann", "ann")).await.unwrap();
    assert_eq!(store.chat("t", "players", 5).await.unwrap(), []);
    for (table, room, number) in [
        ("t", "players", 1),
        ("t", "spectators", 2),
        ("x", "players", 1),
        ("t", "players", 3),
        ("t", "players", 4),
    ] {
        assert_eq!(store.add_chat(line(table, room, &number.to_string())).await, Ok(number));
    }
    let numbers = |lines: Vec<ChatLine>| lines.into_iter().map(|line| line.number).collect::<Vec<_>>();
    assert_eq!(numbers(store.chat("t", "players", 9).await.unwrap()), [1, 3, 4]);
    assert_eq!(numbers(store.chat("t", "players", 2).await.unwrap()), [3, 4], "the last ones, in order");
    assert_eq!(store.chat("t", "players", 0).await.unwrap(), []);
    let spectators = store.chat("t", "spectators", 9).await.unwrap();
    assert_eq!(spectators, [ChatLine { number: 2, ..line("t", "spectators", "2") }]);
    assert_eq!(numbers(store.chat_of("ann").await.unwrap()), [1, 2, 1, 3, 4], "in the order of posting");
    assert_eq!(store.chat_of("bob").await.unwrap(), []);
}

pub(super) async fn chat_at_once(store: Arc<dyn Store>) {
    store.put_user(user("ann", "ann")).await.unwrap();
    let mut tasks = JoinSet::new();
    for number in 0..50 {
        let store = store.clone();
        tasks.spawn(async move { store.add_chat(line("t", "players", &number.to_string())).await.unwrap() });
    }
    let mut numbers = tasks.join_all().await;
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=50).collect::<Vec<_>>(), "each number once");
}

pub(super) async fn reports(store: &dyn Store) {
    let report = |text: &str, table: Option<&str>| Report {
        number: 0,
        by: "ann".to_owned(),
        about: "bob".to_owned(),
        table: table.map(str::to_owned),
        at_ms: 3,
        text: text.to_owned(),
        settled: None,
    };
    for (number, table) in [(1, None), (2, Some("t")), (3, None)] {
        assert_eq!(store.add_report(report("rude", table)).await, Ok(number));
    }
    assert_eq!(store.resolve_report(2, "warned").await, Ok(true));
    assert_eq!(store.resolve_report(9, "warned").await, Ok(false));
    assert_eq!(store.resolve_report(u64::MAX, "warned").await, Ok(false));
    let numbers = |reports: Vec<Report>| reports.into_iter().map(|report| report.number).collect::<Vec<_>>();
    assert_eq!(numbers(store.reports(true, 9).await.unwrap()), [3, 1], "newest first");
    assert_eq!(numbers(store.reports(true, 1).await.unwrap()), [3]);
    assert_eq!(numbers(store.reports(false, 9).await.unwrap()), [3, 2, 1]);
    let settled = Report { number: 2, settled: Some("warned".to_owned()), ..report("rude", Some("t")) };
    assert_eq!(store.reports(false, 2).await.unwrap()[1], settled);
}

pub(super) async fn beats(store: &dyn Store) {
    assert_eq!(store.last_heartbeat().await, Ok(None));
    store.heartbeat(5).await.unwrap();
    store.heartbeat(17).await.unwrap();
    assert_eq!(store.last_heartbeat().await, Ok(Some(17)));
}

pub(super) async fn health(store: &dyn Store) {
    assert_eq!(store.health(), Ok(()));
    store.append(write("t", 0, 1)).await.unwrap();
    store.put_user(user("ann", "Ann")).await.unwrap();
    // A write that is refused for its content is not a failure.
    assert!(matches!(store.append(write("t", 0, 1)).await, Err(StoreError::Stale { .. })));
    assert!(matches!(store.put_user(user("bob", "ann")).await, Err(StoreError::Taken(_))));
    let orphan = Session { hash: vec![1], user: "nobody".to_owned(), created_ms: 1, expires_ms: 2 };
    assert!(matches!(store.put_session(orphan).await, Err(StoreError::Failed(_))));
    let large = StoredEntry { at_ms: 1, body: "x".repeat((1 << 24) + 1) };
    let large = Append { entries: vec![large], ..write("t", 1, 0) };
    assert!(matches!(store.append(large).await, Err(StoreError::Failed(_))));
    assert_eq!(store.health(), Ok(()));
    store.heartbeat(5).await.unwrap();
    assert_eq!(store.health(), Ok(()));
    store.close().await;
    assert!(matches!(store.health(), Err(StoreError::Failed(_))), "a closed store accepts no writes");
}

pub(super) async fn closing(store: &dyn Store) {
    store.append(write("t", 0, 1)).await.unwrap();
    store.close().await;
    store.close().await;
    assert!(matches!(store.append(write("t", 1, 1)).await, Err(StoreError::Failed(_))), "it is closed");
    assert!(matches!(store.entries("t", 0).await, Err(StoreError::Failed(_))));
    assert!(matches!(store.list(Filter { limit: 1, ..Filter::default() }).await, Err(StoreError::Failed(_))));
}
