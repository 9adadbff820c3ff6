//! Every kind of damage is found at startup, or in the background if the file is large, and what is sound can be
//! salvaged.

use std::path::{Path, PathBuf};

use floe_store::{
    BackgroundCheck, Block, ChatLine, Damage, Item, Options, Rating, RatingChange, Role, Session,
    SqliteStore, Stage, Store, StoreError, User, check, salvage,
};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::OnceCell;

use crate::common::{Folder, beside, card, open, write};

const ENTRIES: u64 = 400;

/// A closed store with 400 entries in 10 logs, index rows with every tenth version of each, a rating with every tenth
/// entry.
async fn filled(folder: &Folder) -> PathBuf {
    // Created once: four hundred syncs in a row take their time.
    static MADE: OnceCell<(Vec<u8>, Vec<u8>)> = OnceCell::const_new();
    let make = async || {
        let folder = Folder::new();
        let path = make(&folder).await;
        (std::fs::read(&path).unwrap(), std::fs::read(beside(&path, ".mark")).unwrap())
    };
    let (database, mark) = MADE.get_or_init(make).await;
    let path = folder.file("floe.db");
    std::fs::write(&path, database).unwrap();
    std::fs::write(beside(&path, ".mark"), mark).unwrap();
    path
}

async fn make(folder: &Folder) -> PathBuf {
    let path = folder.file("floe.db");
    let store = open(&path).await;
    fill(&store, 0, ENTRIES).await;
    store.put_user(ann()).await.unwrap();
    store.put_user(User { id: "bob".to_owned(), name: "Bob".to_owned(), ..ann() }).await.unwrap();
    let session = Session { hash: vec![1], user: "ann".to_owned(), created_ms: 1, expires_ms: 9 };
    store.put_session(session).await.unwrap();
    store.set_block(Block { user: "ann".to_owned(), other: "bob".to_owned() }, true).await.unwrap();
    let item = Item {
        user: "ann".to_owned(),
        kind: "follow".to_owned(),
        key: "bob".to_owned(),
        at_ms: 1,
        body: String::new(),
    };
    store.put_item(item, false).await.unwrap();
    let line = ChatLine {
        number: 0,
        table: "log0".to_owned(),
        user: "ann".to_owned(),
        room: "players".to_owned(),
        at_ms: 1,
        text: "hello".to_owned(),
    };
    store.add_chat(line).await.unwrap();
    store.close().await;
    path
}

fn ann() -> User {
    User {
        id: "ann".to_owned(),
        name: "Ann".to_owned(),
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

async fn fill(store: &SqliteStore, from: u64, to: u64) {
    for number in from..to {
        let id = format!("log{}", number % 10);
        let mut next = write(&id, number / 10, &format!("entry-{number:06} {}", "x".repeat(150)));
        next.card = (number / 10 % 10 == 0).then(|| card(&id, Stage::Live, "ann"));
        if number % 10 == 9 {
            let after = Rating {
                user: "ann".to_owned(),
                game: "amazons".to_owned(),
                rating: 1500.0 + number as f64,
                deviation: 50.0,
                volatility: 0.06,
                games: number as u32,
                at_ms: 1,
            };
            next.ratings.push(RatingChange { table: id, after });
        }
        store.append(next).await.unwrap();
    }
}

/// The damage found by a check, by a store that checks everything before startup, and by one that treats the file as a
/// large one. All of them agree.
async fn damage(path: &Path) -> Damage {
    let checked = match check(path).await {
        Err(StoreError::Damaged(damage)) => damage,
        other => panic!("{other:?}"),
    };
    let large = damage_of_large(path).await;
    assert_eq!(large.sound, checked.sound, "{large} / {checked}");
    // Both find it in the same place. The one in the background need not check further than the log.
    let first = large.what.split("; ").next().unwrap();
    assert!(checked.what.starts_with(first), "{large} / {checked}");
    match SqliteStore::open(path, Options::default()).await {
        Err(StoreError::Damaged(damage)) => {
            assert_eq!(damage, checked);
            damage
        }
        other => panic!("{other:?}"),
    }
}

fn for_large() -> Options {
    Options { full_check_bytes: 0, ..Options::default() }
}

/// Opens a copy of a damaged file as one that is too large to be checked before startup. Either it does not start, or
/// the background check finds the damage, nothing more is written, and it does not start again.
async fn damage_of_large(path: &Path) -> Damage {
    let folder = Folder::new();
    let copy = folder.file("floe.db");
    for ending in ["", "-wal", ".mark"] {
        if beside(path, ending).exists() {
            std::fs::copy(beside(path, ending), beside(&copy, ending)).unwrap();
        }
    }
    let found = match SqliteStore::open(&copy, for_large()).await {
        Err(StoreError::Damaged(damage)) => damage,
        Err(other) => panic!("{other:?}"),
        Ok(store) => {
            let damage = match store.background_check_ended().await {
                BackgroundCheck::Damaged(damage) => damage,
                other => panic!("{other:?}"),
            };
            let refused = StoreError::Damaged(damage.clone());
            assert_eq!(store.append(write("new", 0, "more")).await, Err(refused.clone()));
            assert_eq!(store.put_user(ann()).await, Err(refused.clone()));
            assert_eq!(store.health(), Err(refused.clone()));
            // A heartbeat does not make it healthy.
            store.heartbeat(7).await.unwrap();
            assert_eq!(store.health(), Err(refused));
            store.close().await;
            match SqliteStore::open(&copy, for_large()).await {
                Err(StoreError::Damaged(again)) => {
                    assert_eq!(again.sound, damage.sound, "{again} / {damage}")
                }
                other => panic!("it started again: {other:?}"),
            }
            damage
        }
    };
    let name = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned()).display().to_string();
    let (from, to) = (name(&copy), name(path));
    Damage { what: found.what.replace(&from, &to), remedy: found.remedy.replace(&from, &to), ..found }
}

/// Salvages, opens what was salvaged, and compares it with what was written.
async fn salvaged(path: &Path, sound: u64) -> SqliteStore {
    let to = beside(path, ".salvaged");
    let kept = salvage(path, &to).await.unwrap();
    assert_eq!((kept.entries, kept.acknowledged), (sound, Some(ENTRIES)), "{kept:?}");
    let store = open(&to).await;
    let mut total = 0;
    for log in 0..10 {
        let id = format!("log{log}");
        let entries = store.entries(&id, 0).await.unwrap();
        for (version, entry) in entries.iter().enumerate() {
            let number = version * 10 + log;
            assert!(entry.body.starts_with(&format!("entry-{number:06} ")), "{}", entry.body);
        }
        total += entries.len() as u64;
        let seen = store.index_row(&id).await.unwrap();
        // Index rows were written with versions 1, 11, 21 and 31.
        match entries.len() {
            0 => assert_eq!(seen, None, "{id}: nothing is left of it"),
            31.. => {
                assert_eq!(
                    seen,
                    Some(card(&id, Stage::Live, "ann")),
                    "{id}: its index row is as old as its log"
                )
            }
            left => {
                let seen = seen.unwrap();
                assert_eq!(
                    (seen.stage, seen.due_ms),
                    (Stage::Aborted, None),
                    "{id}: its index row referred to lost entries"
                );
                assert_eq!(seen.ended_ms, Some(1_000 + left as i64 - 1));
                assert_eq!(seen.summary, "{}");
            }
        }
    }
    assert_eq!(total, sound);
    let last = store.rating_history("ann", "amazons", 1).await.unwrap();
    assert_eq!(last.len(), usize::from(sound >= 10));
    assert_eq!(
        store.rating("ann", "amazons").await.unwrap(),
        last.first().map(|change| change.after.clone())
    );
    if let Some(change) = last.first() {
        assert_eq!(change.after.rating, 1500.0 + (sound / 10 * 10 - 1) as f64);
    }
    // The log continues from there.
    let id = format!("log{}", sound % 10);
    store.append(write(&id, sound / 10, "on")).await.unwrap();
    store
}

async fn people_are_there(store: &SqliteStore) {
    assert!(store.user("ann").await.unwrap().is_some());
    assert!(store.session(&[1], 5).await.unwrap().is_some());
    assert_eq!(store.blocks("ann").await.unwrap(), ["bob"]);
    assert_eq!(store.items("ann", "follow").await.unwrap().len(), 1);
    assert_eq!(store.chat("log0", "players", 5).await.unwrap().len(), 1);
}

/// The position of a text in a file.
fn find(bytes: &[u8], text: &str) -> usize {
    bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap()
}

#[tokio::test]
async fn a_flipped_byte_in_an_entry() {
    for number in [0, 7, 123, 355, 399] {
        let folder = Folder::new();
        let path = filled(&folder).await;
        let mut bytes = std::fs::read(&path).unwrap();
        let at = find(&bytes, &format!("entry-{number:06} "));
        bytes[at + 20] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let damage = damage(&path).await;
        assert_eq!(damage.sound, number);
        assert!(
            damage.what.contains(&format!("entry {} of the log does not match its hash", number + 1)),
            "{damage}"
        );
        assert!(damage.remedy.contains("floe restore"), "{damage}");
        people_are_there(&salvaged(&path, number).await).await;
    }
}

#[tokio::test]
async fn an_overwritten_page_of_the_log() {
    let folder = Folder::new();
    let path = filled(&folder).await;
    let mut bytes = std::fs::read(&path).unwrap();
    let page = find(&bytes, "entry-000200 ") / 4096 * 4096;
    bytes[page..page + 4096].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
    let damage = damage(&path).await;
    assert!((150..=200).contains(&damage.sound), "{damage}");
    assert!(damage.what.contains("'log'") || damage.what.contains("cannot be read"), "{damage}");
    people_are_there(&salvaged(&path, damage.sound).await).await;
}

#[tokio::test]
async fn any_overwritten_page() {
    // Whatever is hit, damage is found and salvage either returns what is sound or reports that nothing is.
    let folder = Folder::new();
    let path = filled(&folder).await;
    let whole = std::fs::read(&path).unwrap();
    let pages = whole.len() / 4096;
    for page in (0..4).chain((4..pages).step_by(3)) {
        let mut bytes = whole.clone();
        for byte in &mut bytes[page * 4096..(page + 1) * 4096] {
            *byte = !*byte;
        }
        std::fs::write(&path, bytes).unwrap();
        let damage = damage(&path).await;
        let to = folder.file(&format!("salvaged-{page}.db"));
        match salvage(&path, &to).await {
            Ok(kept) => {
                assert_eq!(kept.entries, damage.sound, "page {page}: {damage}");
                let store = open(&to).await;
                store.close().await;
            }
            Err(error) => assert_eq!(damage.sound, 0, "page {page}: {error}"),
        }
    }
}

#[tokio::test]
async fn rows_deleted_with_the_triggers_dropped() {
    let folder = Folder::new();
    let path = filled(&folder).await;
    let mut conn = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    sqlx::query("DROP TRIGGER log_never_shrinks").execute(&mut conn).await.unwrap();
    sqlx::query("DELETE FROM log WHERE seq > 391").execute(&mut conn).await.unwrap();
    let damage_at_end = damage(&path).await;
    assert!(damage_at_end.what.contains("ends at entry 391, but 400"), "{damage_at_end}");
    assert_eq!(damage_at_end.sound, 391);
    sqlx::query("DELETE FROM log WHERE seq = 17").execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    let damage = damage(&path).await;
    assert!(damage.what.contains("entry 17 of the log is missing"), "{damage}");
    people_are_there(&salvaged(&path, 16).await).await;
}

#[tokio::test]
async fn rows_rewritten_with_the_triggers_dropped() {
    let folder = Folder::new();
    let path = filled(&folder).await;
    let mut conn = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    sqlx::query("DROP TRIGGER log_never_changes").execute(&mut conn).await.unwrap();
    sqlx::query("UPDATE log SET at_ms = at_ms + 1 WHERE seq = 300").execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    assert_eq!(damage(&path).await.sound, 299);
    people_are_there(&salvaged(&path, 299).await).await;
}

#[tokio::test]
async fn a_truncated_file() {
    let folder = Folder::new();
    let path = filled(&folder).await;
    let whole = std::fs::read(&path).unwrap();
    for part in [9, 7, 4] {
        std::fs::write(&path, &whole[..whole.len() / 4096 * part / 10 * 4096]).unwrap();
        let damage = damage(&path).await;
        assert!(damage.sound < ENTRIES, "{damage}");
        salvaged(&path, damage.sound).await.close().await;
        for ending in ["", ".mark"] {
            std::fs::remove_file(beside(&beside(&path, ".salvaged"), ending)).unwrap();
        }
    }
    std::fs::write(&path, "").unwrap();
    let emptied = damage(&path).await;
    assert!(emptied.what.contains("there is no database"), "{emptied}");
    std::fs::remove_file(&path).unwrap();
    let removed = damage(&path).await;
    assert!(removed.what.contains("there is no database"), "{removed}");
}

#[tokio::test]
async fn an_older_copy() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    fill(&store, 0, 350).await;
    store.close().await;
    let older = std::fs::read(&path).unwrap();
    let store = open(&path).await;
    fill(&store, 350, ENTRIES).await;
    store.close().await;
    std::fs::write(&path, older).unwrap();
    let damage = damage(&path).await;
    assert!(damage.what.contains("ends at entry 350, but 400 had been acknowledged"), "{damage}");
    salvaged(&path, 350).await;
}

#[tokio::test]
async fn another_history() {
    let folder = Folder::new();
    let path = filled(&folder).await;
    let other = folder.file("other.db");
    let store = open(&other).await;
    fill(&store, 0, 20).await;
    for number in 0..ENTRIES {
        store.append(write("elsewhere", number, "other")).await.unwrap();
    }
    store.close().await;
    std::fs::copy(&other, &path).unwrap();
    let damage = damage(&path).await;
    assert!(damage.what.contains("entry 400 of the log is not the one"), "{damage}");
}

#[tokio::test]
async fn a_lost_write_ahead_log() {
    let folder = Folder::new();
    let path = filled(&folder).await;
    let (copy, wal) = (folder.file("copy.db"), beside(&path, "-wal"));
    // What a killed server leaves: copied while it runs.
    let store = open(&path).await;
    store.append(write("log0", 40, "one more")).await.unwrap();
    assert!(std::fs::metadata(&wal).unwrap().len() > 0);
    std::fs::copy(&path, &copy).unwrap();
    std::fs::copy(beside(&path, ".mark"), beside(&copy, ".mark")).unwrap();
    std::fs::copy(&wal, beside(&copy, "-wal")).unwrap();
    assert_eq!(check(&copy).await.unwrap().entries, 401);
    for ending in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(&copy, ending));
    }
    let damage = damage(&copy).await;
    assert!(damage.what.contains("ends at entry 400, but 401"), "{damage}");
    let kept = salvage(&copy, folder.file("kept.db")).await.unwrap();
    assert_eq!((kept.entries, kept.aborted, kept.dropped), (400, 0, 0));
    store.close().await;
}

#[tokio::test]
async fn a_write_of_several_entries_is_kept_completely_or_not_at_all() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    for version in [0, 3] {
        let mut three = write("t", version, "first");
        for word in ["second", "third"] {
            three.entries.push(floe_store::StoredEntry { at_ms: 1, body: format!("{word}-{version}") });
        }
        store.append(three).await.unwrap();
    }
    store.close().await;
    let mut bytes = std::fs::read(&path).unwrap();
    let at = find(&bytes, "third-3");
    bytes[at] = b'T';
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(
        damage(&path).await.sound,
        3,
        "five match their hashes, but the fourth and fifth need the sixth"
    );
    let kept = salvage(&path, folder.file("kept.db")).await.unwrap();
    assert_eq!(kept.entries, 3);
}
