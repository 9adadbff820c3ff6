//! Users and their data.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::{card, seat, user, write};
use crate::{Append, Block, ChatLine, Item, Report, Role, Session, Store, StoreError, Swept, Token, User};

pub(super) async fn users(store: &dyn Store) {
    assert_eq!(store.user("u1").await, Ok(None));
    let mut ann = user("u1", "Ann");
    store.put_user(ann.clone()).await.unwrap();
    assert_eq!(store.user("u1").await.unwrap().as_ref(), Some(&ann));
    ann = User {
        name: "Änne".to_owned(),
        role: Role::Moderator,
        bot: true,
        password: None,
        recovery: None,
        created_ms: 11,
        renamed_ms: None,
        banned_until_ms: Some(5),
        muted_until_ms: Some(-6),
        settings: "{}".to_owned(),
        deleted: false,
        ..ann
    };
    store.put_user(ann.clone()).await.unwrap();
    assert_eq!(store.user("u1").await.unwrap().as_ref(), Some(&ann));
    let bob = user("u2", "bob");
    store.put_user(bob.clone()).await.unwrap();
    let requested = ["u2", "zz", "u1", "u2"].map(str::to_owned).to_vec();
    assert_eq!(store.users(requested).await.unwrap(), [bob, ann], "in the requested order, each once");
    assert_eq!(store.users(Vec::new()).await.unwrap(), []);
}

pub(super) async fn names(store: &dyn Store) {
    store.put_user(user("u1", "Ørjan")).await.unwrap();
    assert_eq!(store.put_user(user("u2", "øRJAN")).await, Err(StoreError::Taken("øRJAN".to_owned())));
    assert_eq!(store.user("u2").await.unwrap(), None);
    assert_eq!(store.user_named("ØRJAN").await.unwrap().unwrap().id, "u1");
    assert_eq!(store.user_named("Ørja").await.unwrap(), None);
    store.put_user(user("u1", "ØRJAN")).await.unwrap();
    store.put_user(user("u2", "Eve")).await.unwrap();
    assert_eq!(store.put_user(user("u2", "ørjan")).await, Err(StoreError::Taken("ørjan".to_owned())));
    assert_eq!(store.user("u2").await.unwrap().unwrap().name, "Eve");
    store.put_user(user("u1", "Ole")).await.unwrap();
    store.put_user(user("u2", "ørjan")).await.unwrap();
    assert_eq!(store.user_named("Ørjan").await.unwrap().unwrap().id, "u2", "a former name is free");
}

pub(super) async fn names_at_once(store: Arc<dyn Store>) {
    let mut tasks = JoinSet::new();
    for number in 0..30 {
        let store = store.clone();
        tasks.spawn(async move {
            // Others write at the same time and are not affected by those who are refused.
            store.append(write(&format!("t{number}"), 0, 1)).await.unwrap();
            let name = if number % 2 == 0 { "Same" } else { "sAME" };
            store.put_user(user(&format!("u{number}"), name)).await
        });
    }
    let results = tasks.join_all().await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    assert!(results.iter().all(|result| matches!(result, Ok(()) | Err(StoreError::Taken(_)))));
    for number in 0..30 {
        assert_eq!(store.entries(&format!("t{number}"), 0).await.unwrap().len(), 1);
    }
}

fn session(number: u8, user: &str, expires_ms: i64) -> Session {
    Session { hash: vec![number, 0, 255], user: user.to_owned(), created_ms: 1, expires_ms }
}

pub(super) async fn sessions(store: &dyn Store) {
    let orphan = store.put_session(session(1, "ann", 100)).await;
    assert!(matches!(orphan, Err(StoreError::Failed(_))), "a session needs a user: {orphan:?}");
    for name in ["ann", "bob"] {
        store.put_user(user(name, name)).await.unwrap();
    }
    for number in 1..=4 {
        store.put_session(session(number, "ann", 100)).await.unwrap();
    }
    store.put_session(session(5, "bob", 100)).await.unwrap();
    let found = async |number: u8, now_ms| store.session(&[number, 0, 255], now_ms).await.unwrap();
    assert_eq!(found(1, 99).await, Some(session(1, "ann", 100)));
    assert_eq!(found(1, 100).await, None, "it has expired");
    assert_eq!(found(9, 0).await, None);
    let hashes = async |user: &str, now_ms| {
        let sessions = store.sessions(user, now_ms).await.unwrap();
        sessions.iter().map(|session| session.hash[0]).collect::<Vec<_>>()
    };
    assert_eq!((hashes("ann", 99).await, hashes("bob", 99).await), (vec![1, 2, 3, 4], vec![5]));
    assert_eq!(hashes("ann", 100).await, [0; 0], "they have expired");
    store.put_session(session(1, "ann", 200)).await.unwrap();
    assert_eq!(found(1, 100).await, Some(session(1, "ann", 200)), "it can be extended");
    store.drop_session(&[2, 0, 255]).await.unwrap();
    store.drop_session(&[2, 0, 255]).await.unwrap();
    assert_eq!(found(2, 0).await, None);
    store.drop_sessions("ann", Some(vec![3, 0, 255])).await.unwrap();
    assert_eq!((found(1, 0).await, found(4, 0).await), (None, None));
    assert!(found(3, 0).await.is_some());
    store.drop_sessions("ann", None).await.unwrap();
    assert_eq!(found(3, 0).await, None);
    assert!(found(5, 0).await.is_some(), "another's session stays");
}

fn token(id: &str, hash: u8, user: &str, created_ms: i64) -> Token {
    Token {
        id: id.to_owned(),
        hash: vec![hash],
        user: user.to_owned(),
        label: "my bot".to_owned(),
        scopes: vec!["play".to_owned(), "cha\"t".to_owned()],
        created_ms,
    }
}

pub(super) async fn tokens(store: &dyn Store) {
    assert!(matches!(store.put_token(token("a", 1, "ann", 1)).await, Err(StoreError::Failed(_))));
    for name in ["ann", "bob"] {
        store.put_user(user(name, name)).await.unwrap();
    }
    let (late, early) = (token("a", 1, "ann", 9), token("b", 2, "ann", 3));
    store.put_token(late.clone()).await.unwrap();
    store.put_token(early.clone()).await.unwrap();
    for again in [token("a", 7, "bob", 1), token("a", 1, "ann", 9)] {
        assert_eq!(store.put_token(again).await, Err(StoreError::Taken("a".to_owned())));
    }
    assert_eq!(store.put_token(token("c", 2, "bob", 1)).await, Err(StoreError::Taken("c".to_owned())));
    assert_eq!(store.token(&[1]).await.unwrap(), Some(late.clone()));
    assert_eq!(store.token(&[7]).await.unwrap(), None);
    assert_eq!(store.tokens("ann").await.unwrap(), [early, late], "oldest first");
    assert_eq!(store.drop_token("bob", "a").await, Ok(false), "it is not his");
    assert_eq!(store.drop_token("ann", "a").await, Ok(true));
    assert_eq!(store.drop_token("ann", "a").await, Ok(false));
    assert_eq!(store.token(&[1]).await.unwrap(), None);
}

pub(super) async fn blocks(store: &dyn Store) {
    for name in ["ann", "bob", "cy"] {
        store.put_user(user(name, name)).await.unwrap();
    }
    let block = |user: &str, other: &str| Block { user: user.to_owned(), other: other.to_owned() };
    assert!(matches!(store.set_block(block("ann", "zed"), true).await, Err(StoreError::Failed(_))));
    for (who, whom) in [("ann", "cy"), ("ann", "bob"), ("ann", "bob"), ("bob", "cy")] {
        store.set_block(block(who, whom), true).await.unwrap();
    }
    assert_eq!(store.blocks("ann").await.unwrap(), ["bob", "cy"]);
    assert_eq!(store.blocks("cy").await.unwrap(), [""; 0]);
    store.set_block(block("ann", "cy"), false).await.unwrap();
    store.set_block(block("ann", "cy"), false).await.unwrap();
    assert_eq!(store.blocks("ann").await.unwrap(), ["bob"]);
}

pub(super) async fn items(store: &dyn Store) {
    let item = |user: &str, kind: &str, key: &str, body: &str| Item {
        user: user.to_owned(),
        kind: kind.to_owned(),
        key: key.to_owned(),
        at_ms: 7,
        body: body.to_owned(),
    };
    for (user, kind, key) in
        [("ann", "follow", "b"), ("ann", "follow", "a"), ("bob", "follow", "a"), ("", "key", "a")]
    {
        assert_eq!(store.put_item(item(user, kind, key, "1"), false).await, Ok(true));
    }
    assert_eq!(store.put_item(item("ann", "follow", "a", "2"), false).await, Ok(false));
    let of = async |user: &str, kind: &str| store.items(user, kind).await.unwrap();
    assert_eq!(of("ann", "follow").await, [item("ann", "follow", "a", "1"), item("ann", "follow", "b", "1")]);
    assert_eq!(store.put_item(item("ann", "follow", "a", "2"), true).await, Ok(true));
    assert_eq!(of("ann", "follow").await, [item("ann", "follow", "a", "2"), item("ann", "follow", "b", "1")]);
    assert_eq!((of("ann", "key").await, of("", "key").await), (vec![], vec![item("", "key", "a", "1")]));
    assert_eq!(store.drop_item("ann", "follow", "a").await, Ok(true));
    assert_eq!(store.drop_item("ann", "follow", "a").await, Ok(false));
    store.put_user(user("ann", "ann")).await.unwrap();
    store.forget_user("ann", "gone").await.unwrap();
    assert_eq!((of("ann", "follow").await, of("bob", "follow").await.len()), (vec![], 1));
}

fn line(user: &str, text: &str) -> ChatLine {
    ChatLine {
        number: 0,
        table: "t".to_owned(),
        user: user.to_owned(),
        room: "players".to_owned(),
        at_ms: 1,
        text: text.to_owned(),
    }
}

fn report(by: &str, about: &str) -> Report {
    Report {
        number: 0,
        by: by.to_owned(),
        about: about.to_owned(),
        table: None,
        at_ms: 1,
        text: "rude".to_owned(),
        settled: None,
    }
}

pub(super) async fn forgetting(store: &dyn Store) {
    for name in ["ann", "bob"] {
        store.put_user(user(name, name)).await.unwrap();
    }
    let mut game = card("t", 1);
    game.players = vec![seat(0, "ann"), seat(1, "bob")];
    store.append(Append { card: Some(game.clone()), ..write("t", 0, 1) }).await.unwrap();
    for (number, name) in [(1, "ann"), (2, "bob")] {
        store.put_session(session(number, name, 100)).await.unwrap();
        store.put_token(token(name, number, name, 1)).await.unwrap();
        store.add_chat(line(name, "hello")).await.unwrap();
    }
    store.add_report(report("ann", "bob")).await.unwrap();
    store.add_report(report("bob", "ann")).await.unwrap();
    for (who, whom) in [("ann", "bob"), ("bob", "ann")] {
        store.set_block(Block { user: who.to_owned(), other: whom.to_owned() }, true).await.unwrap();
    }
    assert_eq!(store.forget_user("ann", "BOB").await, Err(StoreError::Taken("BOB".to_owned())));
    assert_eq!(store.user("ann").await.unwrap(), Some(user("ann", "ann")), "refused as a whole");
    assert_eq!(store.chat_of("ann").await.unwrap().len(), 1);
    assert!(store.session(&[1, 0, 255], 0).await.unwrap().is_some());

    store.forget_user("ann", "gone-1").await.unwrap();
    let left = User {
        name: "gone-1".to_owned(),
        password: None,
        recovery: None,
        renamed_ms: None,
        settings: "{}".to_owned(),
        deleted: true,
        ..user("ann", "")
    };
    assert_eq!(store.user("ann").await.unwrap(), Some(left));
    assert_eq!(store.user_named("ann").await.unwrap(), None);
    assert_eq!(store.session(&[1, 0, 255], 0).await.unwrap(), None);
    assert_eq!(store.tokens("ann").await.unwrap(), []);
    assert_eq!(store.chat_of("ann").await.unwrap(), []);
    assert_eq!((store.blocks("ann").await.unwrap(), store.blocks("bob").await.unwrap()), (vec![], vec![]));
    assert_eq!(store.reports_by("ann").await.unwrap(), []);
    assert_eq!(store.reports_by("bob").await.unwrap().len(), 1);
    let reports = store.reports(false, 9).await.unwrap();
    assert_eq!(reports.iter().map(|report| report.by.as_str()).collect::<Vec<_>>(), ["bob"]);
    // The data of others stays.
    assert!(store.session(&[2, 0, 255], 0).await.unwrap().is_some());
    assert_eq!(store.tokens("bob").await.unwrap().len(), 1);
    assert_eq!(store.chat("t", "players", 9).await.unwrap().len(), 1);
    assert_eq!(store.index_row("t").await.unwrap(), Some(game));
    // The name is free, and numbers are not reused.
    store.put_user(user("ann2", "Ann")).await.unwrap();
    assert_eq!(store.add_chat(line("bob", "again")).await, Ok(3));
    store.forget_user("bob", "gone-2").await.unwrap();
    assert_eq!(store.add_chat(line("ann2", "alone")).await, Ok(4));
    assert_eq!(store.add_report(report("ann2", "bob")).await, Ok(3));
    assert_eq!(store.forget_user("nobody", "gone-3").await, Ok(()), "an unknown user is already deleted");
}

pub(super) async fn sweeping(store: &dyn Store) {
    let guest = |id: &str, created_ms| User { role: Role::Guest, created_ms, ..user(id, id) };
    let guests = [
        ("idle", 1),
        ("watching", 1),
        ("back", 1),
        ("bot", 1),
        ("sat", 1),
        ("sits", 1),
        ("left", 1),
        ("sat-bot", 1),
        ("new", 50),
    ];
    for (id, created_ms) in guests {
        store.put_user(guest(id, created_ms)).await.unwrap();
    }
    store.put_user(user("player", "player")).await.unwrap();
    let mut game = card("t", 1);
    game.players = vec![seat(0, "sat"), seat(1, "sits"), seat(2, "left"), seat(3, "sat-bot")];
    store.append(Append { card: Some(game.clone()), ..write("t", 0, 1) }).await.unwrap();
    let sessions = [
        // They came and have only watched since: their session would be valid for long.
        (1, "watching", 2, 1_000),
        (2, "back", 60, 1_000),
        (3, "sat", 1, 90),
        (4, "sat", 2, 100),
        (5, "sits", 1, 90),
        (6, "sits", 2, 101),
        (7, "new", 50, 1_000),
        (8, "player", 1, 90),
        (9, "player", 1, 101),
    ];
    for (number, user, created_ms, expires_ms) in sessions {
        let session = Session { created_ms, ..session(number, user, expires_ms) };
        store.put_session(session).await.unwrap();
    }
    for (number, id) in [(1, "bot"), (2, "sat-bot")] {
        store.put_token(token(id, number, id, 1)).await.unwrap();
    }
    for id in ["idle", "sat", "sits"] {
        store.add_chat(line(id, "hello")).await.unwrap();
        store.add_report(report(id, "player")).await.unwrap();
        store.set_block(Block { user: "player".to_owned(), other: id.to_owned() }, true).await.unwrap();
    }
    let swept = Swept { deleted: 2, forgotten: 2, more: false };
    assert_eq!(store.sweep_guests(50, 100).await, Ok(swept), "idle and watching; sat and left");
    for id in ["idle", "watching"] {
        assert_eq!(store.user(id).await.unwrap(), None, "{id}");
    }
    for id in ["back", "bot", "sits", "sat-bot", "new"] {
        assert_eq!(store.user(id).await.unwrap(), Some(guest(id, if id == "new" { 50 } else { 1 })));
    }
    let mut names = Vec::new();
    for id in ["sat", "left"] {
        let gone = store.user(id).await.unwrap().unwrap();
        let suffix = gone.name.strip_prefix("gone-").unwrap();
        assert!(suffix.len() >= 10 && !gone.name.contains(id), "{}", gone.name);
        let expected = User {
            name: gone.name.clone(),
            password: None,
            recovery: None,
            renamed_ms: None,
            settings: "{}".to_owned(),
            deleted: true,
            ..guest(id, 1)
        };
        assert_eq!(gone, expected);
        names.push(gone.name);
    }
    assert_ne!(names[0], names[1]);
    assert_eq!(store.index_row("t").await.unwrap(), Some(game), "their seats stay");
    for (id, lines) in [("idle", 0), ("sat", 0), ("sits", 1)] {
        assert_eq!(store.chat_of(id).await.unwrap().len(), lines, "{id}");
        assert_eq!(store.reports_by(id).await.unwrap().len(), lines, "{id}");
    }
    assert_eq!(store.blocks("player").await.unwrap(), ["sits"]);
    let sessions =
        [(1, false), (2, true), (3, false), (4, false), (5, false), (6, true), (8, false), (9, true)];
    for (number, there) in sessions {
        let found = store.session(&[number, 0, 255], 0).await.unwrap();
        assert_eq!(found.is_some(), there, "session {number}");
    }
    assert_eq!(store.sweep_guests(50, 100).await, Ok(Swept::default()), "nothing is left to do");
    // The name that a deleted guest would get is taken: they get another.
    let hoarder = User { deleted: true, ..user("hoarder", &names[0]) };
    store.forget_user("sat", "gone-elsewhere").await.unwrap();
    store.put_user(hoarder).await.unwrap();
    store.put_user(guest("sat", 1)).await.unwrap();
    assert_eq!(store.sweep_guests(50, 100).await, Ok(Swept { forgotten: 1, ..Swept::default() }));
    let renamed = store.user("sat").await.unwrap().unwrap().name;
    assert!(renamed.starts_with(&names[0]) && renamed != names[0], "{renamed}");
}

pub(super) async fn sweeping_many(store: Arc<dyn Store>) {
    let (all, remaining) = (1_100_u32, 40);
    let mut tasks = JoinSet::new();
    for number in 0..all {
        let store = store.clone();
        tasks.spawn(async move {
            let id = format!("g{number}");
            // Many came at the same moment.
            let created_ms = i64::from(number / 400);
            let guest = User { role: Role::Guest, created_ms, ..user(&id, &id) };
            store.put_user(guest).await.unwrap();
            if number < remaining {
                let hash = number.to_be_bytes().to_vec();
                let session = Session { hash, user: id, created_ms: 60, expires_ms: 1_000 };
                store.put_session(session).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
    let (mut deleted, mut calls) = (0, 0);
    loop {
        let swept = store.sweep_guests(50, 100).await.unwrap();
        (deleted, calls) = (deleted + swept.deleted, calls + 1);
        assert!(calls < 100, "it ends");
        if !swept.more {
            break;
        }
    }
    assert_eq!(deleted, u64::from(all - remaining));
    for number in 0..all {
        let found = store.user(&format!("g{number}")).await.unwrap();
        assert_eq!(found.is_some(), number < remaining, "g{number}");
    }
    assert_eq!(store.sweep_guests(50, 100).await, Ok(Swept::default()));
}
