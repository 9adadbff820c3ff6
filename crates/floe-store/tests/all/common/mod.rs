//! What the tests share: a temporary folder, and writes to fill a store with.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use floe_store::{Append, IndexRow, LogKind, Occupant, Options, Player, SqliteStore, Stage, StoredEntry};

/// A folder for one test, removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("floe-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub async fn open(path: &Path) -> SqliteStore {
    SqliteStore::open(path, Options::default()).await.unwrap()
}

/// The name of a file next to a database.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

pub fn write(stream: &str, expected: u64, body: &str) -> Append {
    Append {
        stream: stream.to_owned(),
        expected,
        entries: vec![StoredEntry { at_ms: 1_000 + expected as i64, body: body.to_owned() }],
        card: None,
        ratings: Vec::new(),
        token: None,
        holder: None,
    }
}

pub fn card(id: &str, stage: Stage, user: &str) -> IndexRow {
    IndexRow {
        id: id.to_owned(),
        kind: LogKind::Table,
        stage,
        game: "amazons".to_owned(),
        public: true,
        rated: true,
        tournament: None,
        created_ms: 1,
        ended_ms: None,
        due_ms: Some(99),
        players: vec![Player { seat: 0, who: Occupant::user(user) }],
        summary: "{\"result\":\"none\"}".to_owned(),
    }
}
