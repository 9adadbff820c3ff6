//! A store on PostgreSQL: several stores on one database, lost connections, damage, and what cannot be used.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use floe_store::{
    Append, Block, ChatLine, PostgresOptions, PostgresServer, PostgresStore, Rating, RatingChange, Role,
    Session, Store, StoreError, StoredEntry, User, check_postgres,
};
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::task::JoinSet;

use crate::common::{card, write};

async fn open(url: &str) -> PostgresStore {
    PostgresStore::open(url, PostgresOptions::default()).await.unwrap()
}

/// A connection that sees the tables as a store does.
async fn connect(url: &str) -> PgConnection {
    let options: PgConnectOptions = url.parse().unwrap();
    options.options([("search_path", "floe")]).connect().await.unwrap()
}

async fn run(url: &str, sql: &'static str) {
    sqlx::raw_sql(sql).execute(&mut connect(url).await).await.unwrap();
}

fn user(id: &str) -> User {
    User {
        id: id.to_owned(),
        name: id.to_owned(),
        role: Role::Player,
        bot: false,
        password: None,
        recovery: None,
        created_ms: 1,
        renamed_ms: None,
        banned_until_ms: None,
        muted_until_ms: None,
        settings: "{}".to_owned(),
        deleted: false,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_stores_that_write_the_same_version_one_is_refused() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.new_database().await;
    let stores = [Arc::new(open(&url).await), Arc::new(open(&url).await)];
    for version in 0..12 {
        let mut tasks = JoinSet::new();
        for writer in 0..20 {
            let store = stores[writer % 2].clone();
            tasks.spawn(async move {
                let mut tried = write("t", version, &writer.to_string());
                tried.card = Some(card("t", floe_store::Stage::Live, &writer.to_string()));
                (writer, store.append(tried).await)
            });
        }
        let mut winners = Vec::new();
        for (writer, result) in tasks.join_all().await {
            match result {
                Ok(()) => winners.push(writer.to_string()),
                Err(StoreError::Stale { expected, found, .. }) => {
                    assert_eq!((expected, found), (version, version + 1))
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(winners.len(), 1, "exactly one writes version {version}");
        for store in &stores {
            let last = store.entries("t", version).await.unwrap();
            assert_eq!(last.iter().map(|entry| &entry.body).collect::<Vec<_>>(), [&winners[0]]);
            let row = store.index_row("t").await.unwrap().unwrap();
            assert_eq!(row.players[0].user_id(), Some(&*winners[0]));
        }
    }
    assert_eq!(check_postgres(&url, &mut |_| {}).await.unwrap().entries, 12);
    for store in stores {
        store.close().await;
    }
}

/// Transactions of two stores that touch the same rows in every order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_stores_do_not_lose_anything_to_conflicts() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.new_database().await;
    let (one, other) = tokio::join!(open(&url), open(&url));
    let stores = [Arc::new(one), Arc::new(other)];
    for name in ["ann", "bob", "cy"] {
        stores[0].put_user(user(name)).await.unwrap();
    }
    let mut tasks = JoinSet::new();
    let users = ["ann", "bob", "cy"];
    for number in 0..60_usize {
        let store = stores[number % 2].clone();
        tasks.spawn(async move {
            let rating = |user: &str| RatingChange {
                table: format!("t{number}"),
                after: Rating {
                    user: user.to_owned(),
                    game: "amazons".to_owned(),
                    rating: 1500.0 + number as f64,
                    deviation: 50.0,
                    volatility: 0.06,
                    games: number as u32,
                    at_ms: 1,
                },
            };
            let (first, second) = (users[number % 3], users[(number + 1 + number / 3 % 2) % 3]);
            let mut game = write(&format!("t{number}"), 0, "over");
            game.card = Some(card(&game.stream, floe_store::Stage::Over, first));
            game.ratings = vec![rating(first), rating(second)];
            store.append(game).await.unwrap();
            let line = ChatLine {
                number: 0,
                table: format!("room{}", number % 2),
                user: first.to_owned(),
                room: "players".to_owned(),
                at_ms: 1,
                text: number.to_string(),
            };
            let other = ChatLine { table: format!("room{}", (number + 1) % 2), ..line.clone() };
            let (line, other) = tokio::join!(store.add_chat(line), store.add_chat(other));
            let session =
                Session { hash: vec![number as u8], user: second.to_owned(), created_ms: 1, expires_ms: 9 };
            store.put_session(session).await.unwrap();
            let block = Block { user: first.to_owned(), other: second.to_owned() };
            store.set_block(block, number % 4 < 2).await.unwrap();
            store.put_user(user(first)).await.unwrap();
            (line.unwrap(), other.unwrap())
        });
    }
    let numbers = tasks.join_all().await;
    let mut all: Vec<u64> = numbers.into_iter().flat_map(|(line, other)| [line, other]).collect();
    all.sort_unstable();
    let expected: Vec<u64> = (1..=60).flat_map(|number| [number, number]).collect();
    assert_eq!(all, expected, "each number once in each of the two rooms");
    let mut changes = 0;
    for name in users {
        let history = stores[1].rating_history(name, "amazons", 1_000).await.unwrap();
        let current = stores[0].rating(name, "amazons").await.unwrap();
        assert_eq!(
            history.last().map(|change| change.after.clone()),
            current,
            "the last change is the rating"
        );
        changes += history.len();
    }
    assert_eq!(changes, 120);
    let sessions = stores[0].sessions("ann", 0).await.unwrap().len()
        + stores[0].sessions("bob", 0).await.unwrap().len()
        + stores[0].sessions("cy", 0).await.unwrap().len();
    assert_eq!(sessions, 60);
    assert_eq!(stores.each_ref().map(|store| store.health()), [Ok(()), Ok(())]);
    for store in stores {
        store.close().await;
    }
}

#[tokio::test]
async fn a_log_is_in_the_partition_of_its_month() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.new_database().await;
    let store = open(&url).await;
    let months = [
        ("old", -5, "log_197001"),
        ("last", 1_793_491_199_999, "log_202610"),
        ("first", 1_793_491_200_000, "log_202611"),
        ("far", i64::MAX, "log_219912"),
    ];
    for (stream, at_ms, _) in months {
        let entry = |body: &str, at_ms| StoredEntry { at_ms, body: body.to_owned() };
        let mut first = write(stream, 0, "");
        first.entries = vec![entry("one", at_ms), entry("two", 5)];
        store.append(first).await.unwrap();
        // A log stays where it began.
        store.append(write(stream, 2, "three")).await.unwrap();
        assert_eq!(store.entries(stream, 0).await.unwrap().len(), 3);
    }
    let mut conn = connect(&url).await;
    for (stream, _, partition) in months {
        let found: Vec<String> =
            sqlx::query_scalar("SELECT DISTINCT tableoid::REGCLASS::TEXT FROM log WHERE stream = $1")
                .bind(stream)
                .fetch_all(&mut conn)
                .await
                .unwrap();
        assert_eq!(found, [partition]);
    }
    for change in [
        "UPDATE log SET body = ''",
        "DELETE FROM log WHERE stream = 'old'",
        "TRUNCATE log",
        "DELETE FROM log_202610",
    ] {
        let refused = sqlx::raw_sql(change).execute(&mut conn).await.unwrap_err();
        assert!(refused.to_string().contains("never changed"), "{change}: {refused}");
    }
    store.close().await;
}

#[tokio::test]
async fn damage_is_found_and_named() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.new_database().await;
    let store = open(&url).await;
    for (stream, versions) in [("a", 3), ("b", 4), ("c", 1)] {
        for version in 0..versions {
            store.append(write(stream, version, &format!("{stream}{version}"))).await.unwrap();
        }
    }
    let sound = check_postgres(&url, &mut |_| {}).await.unwrap();
    assert_eq!((sound.logs, sound.entries), (3, 8), "while the store is in use");
    store.close().await;
    // Each damage is undone by the next statement.
    for (damage, repair, named) in [
        (
            "UPDATE log SET body = 'b9' WHERE stream = 'b' AND version = 2",
            "UPDATE log SET body = 'b1' WHERE stream = 'b' AND version = 2",
            "entry 2 of b does not match its hash",
        ),
        (
            "UPDATE log SET stream = 'd' WHERE stream = 'c'",
            "UPDATE log SET stream = 'c' WHERE stream = 'd'",
            "the log of c ends at entry 0, but 1 had been acknowledged",
        ),
        (
            "UPDATE log SET version = 9 WHERE stream = 'a' AND version = 2",
            "UPDATE log SET version = 2 WHERE stream = 'a' AND version = 9",
            "entry 2 of a is missing",
        ),
        (
            "CREATE TABLE kept AS SELECT * FROM log_heads WHERE stream = 'b'; DELETE FROM log_heads WHERE stream = 'b'",
            "INSERT INTO log_heads SELECT * FROM kept; DROP TABLE kept",
            "4 entries belong to no log",
        ),
        (
            "CREATE TABLE kept AS SELECT * FROM log WHERE stream = 'a' AND version = 3; \
             DELETE FROM log WHERE stream = 'a' AND version = 3",
            "INSERT INTO log SELECT * FROM kept; DROP TABLE kept",
            "the log of a ends at entry 2, but 3 had been acknowledged",
        ),
    ] {
        // As an administrator could: without triggers.
        let mut conn = connect(&url).await;
        sqlx::raw_sql("SET session_replication_role = replica").execute(&mut conn).await.unwrap();
        sqlx::raw_sql(damage).execute(&mut conn).await.unwrap();
        match check_postgres(&url, &mut |_| {}).await {
            Err(StoreError::Damaged(damage)) => assert!(damage.what.contains(named), "{named}: {damage}"),
            other => panic!("{named}: {other:?}"),
        }
        sqlx::raw_sql(repair).execute(&mut conn).await.unwrap();
        assert_eq!(check_postgres(&url, &mut |_| {}).await.as_ref(), Ok(&sound), "{named}");
    }
}

#[tokio::test]
async fn what_postgresql_cannot_store_is_refused() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.new_database().await;
    let store = open(&url).await;
    let long = "x".repeat(600);
    for (what, name) in [("NUL", "a\0b"), ("512", &long)] {
        let refused = [
            store.append(write(name, 0, "body")).await,
            store.put_user(user(name)).await,
            store.drop_token("ann", name).await.map(drop),
        ];
        for refused in refused {
            match refused {
                Err(StoreError::Failed(why)) => assert!(why.contains(what), "{why}"),
                other => panic!("{other:?}"),
            }
        }
        // Nothing has such a name.
        assert_eq!(store.entries(name, 0).await, Ok(Vec::new()));
        assert_eq!(store.user_named(name).await, Ok(None));
        assert_eq!(store.users(vec![name.to_owned()]).await, Ok(Vec::new()));
    }
    assert_eq!(store.health(), Ok(()), "the writes were refused for their content");
    store.close().await;
}

#[tokio::test]
async fn what_cannot_be_used_is_refused_with_a_sentence() {
    let Some(server) = PostgresServer::shared() else { return };
    let refused = async |url: &str| match PostgresStore::open(url, PostgresOptions::default()).await {
        Err(StoreError::Unusable(why)) => why,
        other => panic!("{other:?}"),
    };
    let url = server.new_database().await;
    for (url, words) in [
        ("floe.db".to_owned(), "does not begin with postgres://"),
        (server.url("nowhere"), "\"nowhere\" does not exist"),
        (
            "postgres://floe:secret@127.0.0.1:1/floe".to_owned(),
            "cannot connect to postgres://floe@127.0.0.1:1/floe",
        ),
    ] {
        let why = refused(&url).await;
        assert!(why.contains(words) && !why.contains("secret"), "{why}");
    }
    match check_postgres(&url, &mut |_| {}).await {
        Err(StoreError::Unusable(why)) => assert!(why.contains("holds no Floe store"), "{why}"),
        other => panic!("{other:?}"),
    }
    open(&url).await.close().await;
    run(&url, "UPDATE _sqlx_migrations SET version = 999 WHERE version = (SELECT max(version) FROM _sqlx_migrations)").await;
    assert!(refused(&url).await.contains("newer Floe (schema 999"));
}

/// Between a store and its server: passes everything on until it is told to cut a connection at a commit.
struct Proxy {
    port: u16,
    mode: Arc<AtomicU8>,
}

const PASS: u8 = 0;
/// The connection is cut before the server receives the commit.
const CUT_BEFORE: u8 = 1;
/// It is cut after the server has committed, before its answer arrives.
const CUT_AFTER: u8 = 2;
/// The same, and no connection can be made afterwards.
const CUT_OFF: u8 = 3;
const CLOSED: u8 = 4;

impl Proxy {
    async fn start(server: &PostgresServer) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (port, mode) = (listener.local_addr().unwrap().port(), Arc::new(AtomicU8::new(PASS)));
        let (socket, shared) = (server.folder().join(".s.PGSQL.5432"), mode.clone());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if shared.load(Ordering::SeqCst) != CLOSED {
                    let server = UnixStream::connect(&socket).await.unwrap();
                    tokio::spawn(Proxy::relay(client, server, shared.clone()));
                }
            }
        });
        Proxy { port, mode }
    }

    async fn relay(mut client: TcpStream, mut server: UnixStream, mode: Arc<AtomicU8>) {
        let (mut sent, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
        loop {
            tokio::select! {
                read = client.read(&mut sent) => {
                    let Ok(read @ 1..) = read else { return };
                    let is_commit = sent[..read].windows(6).any(|word| word == b"COMMIT");
                    let now = if is_commit { mode.load(Ordering::SeqCst) } else { PASS };
                    if now != CUT_BEFORE && server.write_all(&sent[..read]).await.is_err() {
                        return;
                    }
                    if now != PASS {
                        if now != CUT_BEFORE {
                            // The answer: it is committed.
                            let _ = server.read(&mut answered).await;
                        }
                        mode.store(if now == CUT_OFF { CLOSED } else { PASS }, Ordering::SeqCst);
                        return;
                    }
                }
                read = server.read(&mut answered) => {
                    let Ok(read @ 1..) = read else { return };
                    if client.write_all(&answered[..read]).await.is_err() {
                        return;
                    }
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_without_an_answer_is_looked_up() {
    let Some(server) = PostgresServer::shared() else { return };
    let direct = server.new_database().await;
    let database = direct.split('?').next().unwrap().rsplit('/').next().unwrap().to_owned();
    let proxy = Proxy::start(server).await;
    let url = format!("postgres://floe@127.0.0.1:{}/{database}?sslmode=disable", proxy.port);
    let options = PostgresOptions { patience: Duration::from_secs(20), ..PostgresOptions::default() };
    let store = PostgresStore::open(&url, options).await.unwrap();
    let append = async |store: &PostgresStore, version: u64| {
        let body = format!("entry {version}");
        store.append(write("t", version, &body)).await
    };
    append(&store, 0).await.unwrap();
    for (version, mode) in [(1, CUT_BEFORE), (2, CUT_AFTER), (3, CUT_AFTER), (4, CUT_BEFORE), (5, PASS)] {
        proxy.mode.store(mode, Ordering::SeqCst);
        // Stored once: sent again if it was not stored, and not sent again if it was.
        assert_eq!(append(&store, version).await, Ok(()), "{mode}");
        assert_eq!(store.health(), Ok(()));
        assert_eq!(proxy.mode.load(Ordering::SeqCst), PASS, "the connection was cut");
    }
    // A number is assigned once as well.
    let line = ChatLine {
        number: 0,
        table: "t".to_owned(),
        user: "ann".to_owned(),
        room: "players".to_owned(),
        at_ms: 1,
        text: "hello".to_owned(),
    };
    proxy.mode.store(CUT_AFTER, Ordering::SeqCst);
    assert_eq!(store.add_chat(line.clone()).await, Ok(1));
    assert_eq!(store.add_chat(line).await, Ok(2));
    store.close().await;

    // Without an answer and without a way to ask, the outcome is unknown, and said to be.
    let options = PostgresOptions { patience: Duration::from_millis(200), ..PostgresOptions::default() };
    let store = PostgresStore::open(&url, options).await.unwrap();
    proxy.mode.store(CUT_OFF, Ordering::SeqCst);
    assert_eq!(append(&store, 6).await, Err(StoreError::Unconfirmed));
    assert!(store.health().is_err());
    assert!(matches!(append(&store, 6).await, Err(StoreError::Failed(_))), "it cannot be reached");
    proxy.mode.store(PASS, Ordering::SeqCst);
    store.heartbeat(1).await.unwrap();
    assert_eq!(store.health(), Ok(()), "a heartbeat has tried");
    let stale = append(&store, 6).await;
    assert_eq!(stale, Err(StoreError::Stale { stream: "t".to_owned(), expected: 6, found: 7 }));
    append(&store, 7).await.unwrap();
    let bodies: Vec<String> =
        store.entries("t", 0).await.unwrap().into_iter().map(|entry| entry.body).collect();
    assert_eq!(bodies, (0..8).map(|version| format!("entry {version}")).collect::<Vec<_>>());
    store.close().await;
    assert_eq!(check_postgres(&direct, &mut |_| {}).await.unwrap().entries, 8);
}

/// Appends with many callers until `stop`; returns how many entries of each log were acknowledged.
async fn append_until(store: Arc<PostgresStore>, stop: tokio::sync::watch::Receiver<bool>) -> Vec<u64> {
    let mut tasks = JoinSet::new();
    for log in 0..10 {
        let (store, stop) = (store.clone(), stop.clone());
        tasks.spawn(async move {
            let stream = format!("log{log}");
            let mut version = store.entries(&stream, 0).await.unwrap().len() as u64;
            while !*stop.borrow() {
                let next = Append { ..write(&stream, version, &format!("{log}:{version}")) };
                store.append(next).await.unwrap_or_else(|error| panic!("{stream} {version}: {error}"));
                version += 1;
            }
            (log, version)
        });
    }
    let mut versions = tasks.join_all().await;
    versions.sort_unstable();
    versions.into_iter().map(|(_, version)| version).collect()
}

async fn must_have(store: &PostgresStore, versions: &[u64]) {
    for (log, version) in versions.iter().enumerate() {
        let bodies: Vec<String> = store
            .entries(&format!("log{log}"), 0)
            .await
            .unwrap()
            .into_iter()
            .map(|entry| entry.body)
            .collect();
        let expected: Vec<String> = (0..*version).map(|version| format!("{log}:{version}")).collect();
        assert_eq!(bodies, expected, "everything acknowledged, once and in order");
    }
}

/// One server for what ends servers: crashes and restarts under load, then a backup restored to a moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restarts_and_a_restore_to_a_moment() {
    let archive = crate::common::Folder::new();
    // The server runs as another user if the tests run as root.
    let everyone = std::os::unix::fs::PermissionsExt::from_mode(0o777);
    std::fs::set_permissions(&archive.0, everyone).unwrap();
    let settings = format!(
        "wal_level = replica\narchive_mode = on\narchive_command = 'cp %p {0}/%f'\nmax_wal_senders = 4",
        archive.0.display()
    );
    let Some(server) = PostgresServer::start(&settings) else { return };
    let url = server.new_database().await;
    restart_under_load(&server, &url).await;
    restore_to_a_moment(&server, &url, &archive.0).await;
}

async fn restart_under_load(server: &PostgresServer, url: &str) {
    let options = PostgresOptions { patience: Duration::from_secs(60), ..PostgresOptions::default() };
    let store = Arc::new(PostgresStore::open(url, options).await.unwrap());
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let writing = tokio::spawn(append_until(store.clone(), stopped));
    let pause = || tokio::time::sleep(Duration::from_millis(300));
    for is_crash in [true, false, true] {
        pause().await;
        tokio::task::block_in_place(|| if is_crash { server.crash() } else { server.stop() });
        pause().await;
        tokio::task::block_in_place(|| server.restart());
    }
    pause().await;
    stop.send(true).unwrap();
    let versions = writing.await.unwrap();
    assert!(versions.iter().all(|version| *version > 3), "{versions:?}");
    must_have(&store, &versions).await;
    assert_eq!(store.health(), Ok(()));
    store.close().await;
    check_postgres(url, &mut |_| {}).await.unwrap();

    // Without patience calls fail at once, and the health says so until the server is back.
    let options = PostgresOptions { patience: Duration::ZERO, ..PostgresOptions::default() };
    let store = PostgresStore::open(url, options).await.unwrap();
    tokio::task::block_in_place(|| server.stop());
    let failed = store.append(write("log0", versions[0], "lost")).await;
    assert!(matches!(failed, Err(StoreError::Failed(_))), "{failed:?}");
    assert!(store.heartbeat(1).await.is_err());
    assert!(store.health().is_err());
    tokio::task::block_in_place(|| server.restart());
    store.heartbeat(2).await.unwrap();
    assert_eq!((store.health(), store.last_heartbeat().await), (Ok(()), Ok(Some(2))));
    must_have(&store, &versions).await;
    store.close().await;
}

/// The steps of `docs/hosting/storage.md`.
async fn restore_to_a_moment(server: &PostgresServer, url: &str, archive: &std::path::Path) {
    let base = archive.join("base");
    let copied = server
        .program("pg_basebackup")
        .args(["--host", server.folder().to_str().unwrap(), "--username", "floe", "--wal-method", "none"])
        .args(["--checkpoint", "fast", "--no-sync", "--pgdata"])
        .arg(&base)
        .output()
        .unwrap();
    assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
    let store = open(url).await;
    for version in 0..20 {
        store.append(write("kept", version, "before the mistake")).await.unwrap();
    }
    let expected = check_postgres(url, &mut |_| {}).await.unwrap();
    let mut conn = connect(url).await;
    let moment: String =
        sqlx::query_scalar("SELECT clock_timestamp()::TEXT").fetch_one(&mut conn).await.unwrap();
    store.append(write("kept", 20, "after")).await.unwrap();
    store.append(write("lost", 0, "after")).await.unwrap();
    store.put_user(user("mallory")).await.unwrap();
    store.close().await;
    sqlx::raw_sql("SELECT pg_switch_wal()").execute(&mut conn).await.unwrap();
    drop(conn);
    // Stopping archives what is left.
    tokio::task::block_in_place(|| server.stop());

    let settings = format!(
        "restore_command = 'cp {}/%f %p'\nrecovery_target_time = '{moment}'\nrecovery_target_action = promote\n\
         archive_mode = off",
        archive.display()
    );
    let restored = tokio::task::block_in_place(|| PostgresServer::restore(&base, &settings)).unwrap();
    let database = url.split('?').next().unwrap().rsplit('/').next().unwrap();
    let url = restored.url(database);
    // It accepts connections before it has reached the moment.
    let mut tries = 0;
    let store = loop {
        match PostgresStore::open(&url, PostgresOptions::default()).await {
            Ok(store) => break store,
            Err(error) if tries > 300 => panic!("{error}"),
            Err(_) => tries += 1,
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(
        check_postgres(&url, &mut |_| {}).await.unwrap(),
        expected,
        "every log as it was at the moment"
    );
    assert_eq!(store.entries("kept", 0).await.unwrap().len(), 20);
    assert_eq!(store.entries("lost", 0).await.unwrap(), []);
    assert_eq!(store.user("mallory").await.unwrap(), None);
    // It goes on from there.
    store.append(write("kept", 20, "again")).await.unwrap();
    store.close().await;

    // A server that does not sync is refused.
    run(&url, "ALTER SYSTEM SET fsync = off").await;
    run(&url, "SELECT pg_reload_conf()").await;
    let mut tries = 0;
    loop {
        match PostgresStore::open(&url, PostgresOptions::default()).await {
            Err(StoreError::Unusable(why)) => break assert!(why.contains("fsync is off"), "{why}"),
            Err(other) => panic!("{other}"),
            Ok(store) if tries < 100 => store.close().await,
            Ok(_) => panic!("it was not refused"),
        }
        tries += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
