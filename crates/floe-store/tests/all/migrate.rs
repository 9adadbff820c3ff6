//! Moving a store from a file to PostgreSQL and back: everything arrives, and every log is checked.

use std::path::Path;

use floe_store::{
    Append, Block, ChatLine, Filter, Item, PostgresOptions, PostgresServer, PostgresStore, Rating,
    RatingChange, Report, Role, Session, SqliteStore, Stage, Store, StoreError, StoredEntry, Token, User,
    check, check_postgres, migrate,
};

use crate::common::{Folder, card, open, write};

const USERS: [&str; 3] = ["ann", "bob", "Ørjan"];

/// Fills a store with some of everything.
async fn fill(store: &dyn Store) {
    for (number, name) in USERS.iter().enumerate() {
        let user = User {
            id: format!("u{number}"),
            name: (*name).to_owned(),
            role: if number == 0 { Role::Guest } else { Role::Moderator },
            bot: number == 2,
            password: (number > 0).then(|| "hashed".to_owned()),
            recovery: None,
            created_ms: number as i64,
            renamed_ms: Some(4),
            banned_until_ms: None,
            muted_until_ms: Some(-7),
            settings: "{\"sound\":false}".to_owned(),
            deleted: false,
        };
        store.put_user(user).await.unwrap();
    }
    // Logs of several months; a large one; every kind of body; an index row without a log.
    for log in 0..40_u64 {
        let stream = format!("log{:02}", log * 7 % 40);
        let bodies = ["", "a\0b", "'quoted' → \"too\"", "plain"];
        let at_ms = 1_700_000_000_000 + log as i64 * 1_300_000_000;
        let entries: Vec<StoredEntry> = (0..log % 5 + if log == 3 { 6_000 } else { 0 })
            .map(|number| StoredEntry {
                at_ms: at_ms + number as i64,
                body: bodies[number as usize % 4].to_owned(),
            })
            .collect();
        let mut row = card(&stream, [Stage::Over, Stage::Live, Stage::Aborted][log as usize % 3], "u1");
        row.created_ms = at_ms;
        let after = Rating {
            user: "u1".to_owned(),
            game: "amazons".to_owned(),
            rating: 1500.5 + log as f64,
            deviation: 60.0,
            volatility: 0.06,
            games: log as u32,
            at_ms,
        };
        let ratings = vec![RatingChange { table: stream.clone(), after }];
        store
            .append(Append {
                stream,
                expected: 0,
                token: None,
                holder: None,
                entries,
                card: Some(row),
                ratings,
            })
            .await
            .unwrap();
    }
    for number in 0..5_u8 {
        let user = format!("u{}", number % 3);
        let session =
            Session { hash: vec![number, 0, 255], user: user.clone(), created_ms: 1, expires_ms: 100 };
        store.put_session(session).await.unwrap();
        let token = Token {
            id: format!("token{number}"),
            hash: vec![number],
            user: user.clone(),
            label: "bot".to_owned(),
            scopes: vec!["play".to_owned()],
            created_ms: 9 - i64::from(number),
        };
        store.put_token(token).await.unwrap();
        let line = ChatLine {
            number: 0,
            table: format!("log0{}", number % 2),
            user: user.clone(),
            room: "players".to_owned(),
            at_ms: 5,
            text: format!("line {number}"),
        };
        store.add_chat(line).await.unwrap();
        let report = Report {
            number: 0,
            by: user,
            about: "u1".to_owned(),
            table: (number > 2).then(|| "log01".to_owned()),
            at_ms: 5,
            text: "rude".to_owned(),
            settled: None,
        };
        store.add_report(report).await.unwrap();
    }
    store.resolve_report(2, "warned").await.unwrap();
    store.set_block(Block { user: "u1".to_owned(), other: "u2".to_owned() }, true).await.unwrap();
    let item = Item {
        user: "u2".to_owned(),
        kind: "follow".to_owned(),
        key: "u0".to_owned(),
        at_ms: 5,
        body: "{}".to_owned(),
    };
    store.put_item(item, false).await.unwrap();
    // The last numbers of chat and reports are gone, and still not given again.
    store.forget_user("u1", "gone-1").await.unwrap();
    store.heartbeat(77).await.unwrap();
}

/// Everything that can be read of a store, as text.
async fn contents(store: &dyn Store) -> Vec<String> {
    let mut all = Vec::new();
    let rows = store.list(Filter { limit: 1_000, ..Filter::default() }).await.unwrap();
    assert_eq!(rows.len(), 40);
    for row in rows {
        all.push(format!("{:?}", store.entries(&row.id, 0).await.unwrap()));
        for room in ["players", "spectators"] {
            all.push(format!("{:?}", store.chat(&row.id, room, 100).await.unwrap()));
        }
        all.push(format!("{row:?}"));
    }
    for id in ["u0", "u1", "u2", "u3"] {
        all.push(format!("{:?}", store.user(id).await.unwrap()));
        all.push(format!("{:?}", store.sessions(id, 0).await.unwrap()));
        all.push(format!("{:?}", store.tokens(id).await.unwrap()));
        all.push(format!("{:?}", store.blocks(id).await.unwrap()));
        all.push(format!("{:?}", store.items(id, "follow").await.unwrap()));
        all.push(format!("{:?}", store.chat_of(id).await.unwrap()));
        all.push(format!("{:?}", store.ratings(id).await.unwrap()));
        all.push(format!("{:?}", store.rating_history(id, "amazons", 1_000).await.unwrap()));
        let of_user = Filter { user: Some(id.to_owned()), limit: 1_000, ..Filter::default() };
        all.push(format!("{:?}", store.list(of_user).await.unwrap()));
    }
    all.push(format!("{:?}", store.reports(false, 100).await.unwrap()));
    all.push(format!("{:?}", store.user_named("ØRJAN").await.unwrap()));
    all.push(format!("{:?}", store.leaders("amazons", 100.0, 10).await.unwrap()));
    all
}

/// Writes to a store that was moved: versions and numbers go on.
async fn goes_on(store: &dyn Store) {
    let found = store.entries("log01", 0).await.unwrap().len() as u64;
    store.append(write("log01", found, "next")).await.unwrap();
    assert!(matches!(store.append(write("log01", found, "late")).await, Err(StoreError::Stale { .. })));
    let line = ChatLine {
        number: 0,
        table: "log00".to_owned(),
        user: "u2".to_owned(),
        room: "players".to_owned(),
        at_ms: 5,
        text: "again".to_owned(),
    };
    assert_eq!(store.add_chat(line).await, Ok(4));
    let report = Report {
        number: 0,
        by: "u2".to_owned(),
        about: "u0".to_owned(),
        table: None,
        at_ms: 5,
        text: "again".to_owned(),
        settled: None,
    };
    assert_eq!(store.add_report(report).await, Ok(6));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_a_file_to_postgresql_and_back() {
    let Some(server) = PostgresServer::shared() else { return };
    let folder = Folder::new();
    let (file, back) = (folder.file("floe.db"), folder.file("back.db"));
    let name = |path: &Path| path.to_str().unwrap().to_owned();
    let url = server.new_database().await;
    let store = open(&file).await;
    fill(&store).await;
    let expected = contents(&store).await;
    let refused = migrate(&name(&file), &url, &mut |_| {}).await;
    assert!(matches!(&refused, Err(StoreError::Unusable(why)) if why.contains("in use")), "{refused:?}");
    store.close().await;

    let mut progress = 0;
    let moved = migrate(&name(&file), &url, &mut |entries| progress = entries).await.unwrap();
    let entries = check(&file).await.unwrap().entries;
    assert_eq!((moved.entries, progress), (entries, entries));
    assert_eq!(check_postgres(&url, &mut |_| {}).await.as_ref(), Ok(&moved));
    let store = PostgresStore::open(&url, PostgresOptions::default()).await.unwrap();
    assert_eq!(contents(&store).await, expected);
    assert_eq!(store.last_heartbeat().await, Ok(Some(77)));
    // A backup is a file that holds the same, made while the store is in use.
    let backup = folder.file("backup.db");
    store.backup(&backup).await.unwrap();
    let copy = open(&backup).await;
    assert_eq!(contents(&copy).await, expected);
    copy.close().await;
    let refused = migrate(&url, &name(&back), &mut |_| {}).await;
    assert!(matches!(&refused, Err(StoreError::Unusable(why)) if why.contains("in use")), "{refused:?}");
    assert!(!back.exists());
    store.close().await;

    let refused = migrate(&name(&file), &url, &mut |_| {}).await;
    assert!(
        matches!(&refused, Err(StoreError::Unusable(why)) if why.contains("already holds")),
        "{refused:?}"
    );
    assert_eq!(migrate(&url, &name(&back), &mut |_| {}).await.as_ref(), Ok(&moved));
    let store = SqliteStore::open(&back, floe_store::Options::default()).await.unwrap();
    assert_eq!(contents(&store).await, expected);
    assert_eq!(store.last_heartbeat().await, Ok(Some(77)));
    goes_on(&store).await;
    store.close().await;
    assert_eq!(check(&back).await.unwrap().entries, entries + 1);
    let store = PostgresStore::open(&url, PostgresOptions::default()).await.unwrap();
    goes_on(&store).await;
    store.close().await;
    // From one database to another.
    let other = server.new_database().await;
    let copied = migrate(&url, &other, &mut |_| {}).await.unwrap();
    assert_eq!(check_postgres(&other, &mut |_| {}).await, Ok(copied));
}

#[tokio::test]
async fn a_damaged_store_is_not_moved() {
    let Some(server) = PostgresServer::shared() else { return };
    let folder = Folder::new();
    let (file, to) = (folder.file("floe.db"), folder.file("to.db"));
    let store = open(&file).await;
    for version in 0..9 {
        store.append(write("t", version, "sound")).await.unwrap();
    }
    store.close().await;
    let url = server.new_database().await;
    migrate(file.to_str().unwrap(), &url, &mut |_| {}).await.unwrap();
    let change = |from: &[u8], to: &[u8]| {
        let mut bytes = std::fs::read(&file).unwrap();
        let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
        bytes[at..at + to.len()].copy_from_slice(to);
        std::fs::write(&file, bytes).unwrap();
    };
    change(b"sound", b"wound");
    let empty = server.new_database().await;
    let refused = migrate(file.to_str().unwrap(), &empty, &mut |_| {}).await;
    assert!(matches!(refused, Err(StoreError::Damaged(_))), "{refused:?}");
    assert_eq!(check_postgres(&empty, &mut |_| {}).await.unwrap().entries, 0, "nothing was stored");

    let options: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
    let mut conn = sqlx::ConnectOptions::connect(&options).await.unwrap();
    sqlx::raw_sql("SET session_replication_role = replica; UPDATE floe.log SET at_ms = 0 WHERE version = 5")
        .execute(&mut conn)
        .await
        .unwrap();
    match migrate(&url, to.to_str().unwrap(), &mut |_| {}).await {
        Err(StoreError::Damaged(damage)) => assert!(damage.what.contains("entry 5 of t"), "{damage}"),
        other => panic!("{other:?}"),
    }
    assert!(!to.exists() && !folder.file("to.db.part").exists(), "nothing was written");
    for (from, to) in [("floe.db", "other.db"), ("missing.db", &*empty)] {
        let from = folder.file(from);
        let refused = migrate(from.to_str().unwrap(), to, &mut |_| {}).await;
        assert!(matches!(refused, Err(StoreError::Unusable(_))), "{refused:?}");
    }
}
