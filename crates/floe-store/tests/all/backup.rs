//! Backups of a store in use, and stores restored from backups.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use floe_store::{Stage, Store, StoreError, check, restore, salvage};

use crate::common::{Folder, beside, card, open, write};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_of_one_moment() {
    let folder = Folder::new();
    let store = Arc::new(open(&folder.file("floe.db")).await);
    let done = Arc::new(AtomicBool::new(false));
    let mut tasks = tokio::task::JoinSet::new();
    for log in 0..8 {
        let (store, done) = (store.clone(), done.clone());
        tasks.spawn(async move {
            let id = format!("log{log}");
            let mut version = 0;
            while !done.load(Ordering::Relaxed) {
                let mut next = write(&id, version, &version.to_string());
                next.card = Some(card(&id, Stage::Live, &version.to_string()));
                store.append(next).await.unwrap();
                version += 1;
            }
            version
        });
    }
    let mut entries = 0;
    for number in 0..4 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let before = store.entries("log0", 0).await.unwrap().len();
        let to = folder.file(&format!("backup-{number}.db"));
        store.backup(&to).await.unwrap();
        let checked = check(&to).await.unwrap();
        assert!(checked.marked && checked.entries > entries, "{checked:?}");
        entries = checked.entries;
        let copy = folder.file(&format!("restored-{number}.db"));
        assert_eq!(restore(&to, &copy).await.unwrap(), checked);
        let copy = open(&copy).await;
        assert!(
            copy.entries("log0", 0).await.unwrap().len() >= before,
            "it contains what was acknowledged before"
        );
        for log in 0..8 {
            let id = format!("log{log}");
            let versions = copy.entries(&id, 0).await.unwrap().len();
            let card = copy.index_row(&id).await.unwrap();
            let user = card.and_then(|card| card.players[0].user_id().map(str::to_owned));
            assert_eq!(
                user,
                versions.checked_sub(1).map(|last| last.to_string()),
                "log and index row are of one moment"
            );
        }
        copy.append(write("new", 0, "it accepts writes")).await.unwrap();
        copy.close().await;
    }
    done.store(true, Ordering::Relaxed);
    assert!(tasks.join_all().await.into_iter().sum::<u64>() >= entries);
    store.close().await;
}

#[tokio::test]
async fn nothing_is_overwritten() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    store.append(write("t", 0, "one")).await.unwrap();
    let taken = folder.file("taken.db");
    for ending in ["", "-wal", ".mark"] {
        let there = beside(&taken, ending);
        std::fs::write(&there, "precious").unwrap();
        let refused = store.backup(&taken).await;
        assert!(
            matches!(&refused, Err(StoreError::Unusable(words)) if words.contains("already exists")),
            "{refused:?}"
        );
        assert!(restore(&path, &taken).await.is_err());
        assert_eq!(std::fs::read_to_string(&there).unwrap(), "precious");
        std::fs::remove_file(&there).unwrap();
    }
    assert!(store.backup(&folder.file("no/such/folder.db")).await.is_err());
    assert!(
        salvage(&path, &taken).await.unwrap_err().to_string().contains("in use"),
        "not while a server uses it"
    );
    store.close().await;
    std::fs::write(&taken, "precious").unwrap();
    assert!(salvage(&path, &taken).await.unwrap_err().to_string().contains("already exists"));
    // An intact store can be salvaged too, and loses nothing.
    let kept = salvage(&path, folder.file("kept.db")).await.unwrap();
    assert_eq!((kept.entries, kept.aborted, kept.dropped, kept.incomplete.len()), (1, 0, 0, 0));
    let names =
        std::fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let strays: Vec<String> =
        names.filter(|name| [".part", ".wreck", ".new"].iter().any(|ending| name.contains(ending))).collect();
    assert!(strays.is_empty(), "{strays:?}");
}

#[tokio::test]
async fn a_damaged_backup_is_not_restored() {
    let folder = Folder::new();
    let store = open(&folder.file("floe.db")).await;
    store.append(write("t", 0, "a-body-to-be-changed")).await.unwrap();
    let backup = folder.file("backup.db");
    store.backup(&backup).await.unwrap();
    store.close().await;
    let mut bytes = std::fs::read(&backup).unwrap();
    let at = bytes.windows(6).position(|window| window == b"a-body").unwrap();
    bytes[at] = b'A';
    std::fs::write(&backup, bytes).unwrap();
    let to = folder.file("restored.db");
    assert!(matches!(restore(&backup, &to).await, Err(StoreError::Damaged(damage)) if damage.sound == 0));
    assert!(!to.exists());
}
