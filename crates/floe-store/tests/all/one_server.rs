//! One server per database, whatever path leads to it, and none for a database that is not where it was.
//!
//! Other servers are other processes: the test runs itself as them.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use floe_store::{Options, SqliteStore, Store, StoreError, check, restore, salvage};

use crate::common::{Folder, beside, open, write};

const SERVER: &str = "FLOE_STORE_TO_HOLD";

/// Another server: holds a store until its input ends.
#[tokio::test]
async fn server() {
    let Ok(path) = std::env::var(SERVER) else { return };
    match SqliteStore::open(&path, Options::default()).await {
        Ok(store) => {
            println!("\nserving");
            let mut line = String::new();
            std::io::stdin().read_line(&mut line).unwrap();
            store.close().await;
        }
        Err(error) => println!("\nrefused {error}"),
    }
}

/// A process that runs the test above, and the line that it prints.
struct Process {
    child: Child,
    _input: ChildStdin,
    said: String,
}

impl Process {
    fn run(path: &Path, folder: Option<&Path>) -> Process {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "one_server::server", "--nocapture"]).env(SERVER, path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn().unwrap();
        let words = ["serving", "refused"];
        let said = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok)
            .find(|line| words.iter().any(|word| line.starts_with(word)))
            .unwrap();
        let input = child.stdin.take().unwrap();
        Process { child, _input: input, said }
    }

    fn serve(path: &Path) -> Process {
        Process::run(path, None)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn refused(path: &Path) -> String {
    match SqliteStore::open(path, Options::default()).await {
        Err(StoreError::Unusable(words)) => words,
        other => panic!("{}: {other:?}", path.display()),
    }
}

/// Paths that lead to `data/floe.db` in a folder.
fn detours(folder: &Folder) -> Vec<PathBuf> {
    let (data, link) = (folder.file("data"), std::os::unix::fs::symlink::<PathBuf, PathBuf>);
    std::fs::create_dir_all(folder.file("elsewhere")).unwrap();
    link(data.join("floe.db"), folder.file("elsewhere/absolute.db")).unwrap();
    link("../data/floe.db".into(), folder.file("elsewhere/relative.db")).unwrap();
    link("relative.db".into(), folder.file("elsewhere/twice.db")).unwrap();
    link(data, folder.file("folder")).unwrap();
    [
        "data/floe.db",
        "data/../data/./floe.db",
        "elsewhere/absolute.db",
        "elsewhere/relative.db",
        "elsewhere/twice.db",
        "folder/floe.db",
    ]
    .map(|path| folder.file(path))
    .to_vec()
}

#[tokio::test]
async fn no_path_leads_a_second_server_to_a_file_in_use() {
    let folder = Folder::new();
    std::fs::create_dir(folder.file("data")).unwrap();
    let path = folder.file("data/floe.db");
    let paths = detours(&folder);
    // Created through a link, the file is where the link leads.
    open(&paths[4]).await.close().await;
    assert!(path.is_file() && folder.file("elsewhere/twice.db").is_symlink());
    let holder = Process::serve(&path);
    assert_eq!(holder.said, "serving");
    for path in &paths {
        assert!(refused(path).await.contains("in use by another server"), "{}", path.display());
    }
    let relative = Process::run(Path::new("../data/floe.db"), Some(&folder.file("elsewhere")));
    assert!(relative.said.contains("in use by another server"), "{}", relative.said);
    // Nothing was left next to the links, and what is allowed while a server runs still works.
    let beside_links: Vec<_> =
        std::fs::read_dir(folder.file("elsewhere")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(beside_links.len(), 3, "{beside_links:?}");
    for (number, path) in paths.iter().enumerate() {
        assert!(check(path).await.unwrap().marked, "the mark is next to the file itself");
        restore(path, folder.file(&format!("backup-{number}.db"))).await.unwrap();
        let taken = salvage(path, folder.file(&format!("salvaged-{number}.db"))).await.unwrap_err();
        assert!(taken.to_string().contains("in use by another server"), "{taken}");
    }
    drop(holder);
    // And vice versa: served through a link, refused by its name.
    let holder = Process::serve(&paths[3]);
    assert_eq!(holder.said, "serving");
    assert!(refused(&path).await.contains("in use by another server"));
    drop(holder);
    open(&path).await.close().await;
}

#[tokio::test]
async fn a_file_with_two_names_is_refused() {
    let folder = Folder::new();
    std::fs::create_dir(folder.file("elsewhere")).unwrap();
    let (path, other) = (folder.file("floe.db"), folder.file("elsewhere/it's mine.db"));
    open(&path).await.close().await;
    std::fs::hard_link(&path, &other).unwrap();
    for name in [&path, &other] {
        let words = refused(name).await;
        assert!(words.contains("has 2 names (hard links)"), "{words}");
    }
    let words = refused(&other).await;
    assert!(words.contains(r"elsewhere/it'\''s mine.db'"), "the commands can be pasted: {words}");
    std::fs::remove_file(&other).unwrap();
    // The second name is created while the first is served, in another process and in this one.
    let holder = Process::serve(&path);
    assert_eq!(holder.said, "serving");
    std::fs::hard_link(&path, &other).unwrap();
    assert!(refused(&other).await.contains("has 2 names"));
    drop(holder);
    std::fs::remove_file(&other).unwrap();
    let store = open(&path).await;
    std::fs::hard_link(&path, &other).unwrap();
    assert!(refused(&other).await.contains("has 2 names"));
    // Recent writes are next to one of the names, so a copy by the other would not have them.
    let copy = folder.file("copy.db");
    for name in [&path, &other] {
        let refused = restore(name, &copy).await.unwrap_err().to_string();
        assert!(refused.contains("has 2 names"), "{refused}");
    }
    std::fs::remove_file(&other).unwrap();
    restore(&path, &copy).await.unwrap();
    open(&copy).await.close().await;
    store.append(write("t", 0, "it continues")).await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_renamed_file_is_still_in_use() {
    let folder = Folder::new();
    let (path, other) = (folder.file("floe.db"), folder.file("other.db"));
    // Held by another process: the lock is on the file itself.
    let holder = Process::serve(&path);
    assert_eq!(holder.said, "serving");
    std::fs::rename(&path, &other).unwrap();
    assert!(refused(&other).await.contains("in use by another server"));
    drop(holder);
    open(&other).await.close().await;
    // Held by this process.
    let store = open(&other).await;
    std::fs::rename(&other, &path).unwrap();
    assert!(refused(&path).await.contains("in use by another server"));
    std::fs::rename(&path, &other).unwrap();
    store.append(write("t", 0, "one")).await.unwrap();
    store.close().await;
}

/// The POSIX locks that processes have on a file, as SQLite uses them, as far as the system lists them.
fn posix_locks(path: &Path) -> usize {
    use std::os::unix::fs::MetadataExt;
    let inode = format!(":{} ", std::fs::metadata(path).unwrap().ino());
    let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
    locks.lines().filter(|line| line.contains(" POSIX ") && line.contains(&inode)).count()
}

#[tokio::test]
async fn reading_a_file_in_use_keeps_its_locks() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    store.append(write("t", 0, "one")).await.unwrap();
    if posix_locks(&path) == 0 {
        println!("skipped: the system does not list locks");
        return;
    }
    // Each of these opens the file in the same process; had one closed it again, SQLite's locks would be gone.
    for number in 0..3 {
        check(&path).await.unwrap();
        assert_eq!(posix_locks(&path), 1, "check");
        restore(&path, folder.file(&format!("backup-{number}.db"))).await.unwrap();
        assert_eq!(posix_locks(&path), 1, "restore");
        refused(&path).await;
        assert_eq!(posix_locks(&path), 1, "open");
        salvage(&path, folder.file("salvaged.db")).await.unwrap_err();
        assert_eq!(posix_locks(&path), 1, "salvage");
    }
    store.append(write("t", 1, "two")).await.unwrap();
    store.close().await;
    assert_eq!(posix_locks(&path), 0);
}

/// What happens to a database that is in use, and what the next start reports.
async fn gone(harm: impl Fn(&Path), name: &str) -> (Folder, PathBuf) {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    store.append(write("t", 0, "one")).await.unwrap();
    store.heartbeat(5).await.unwrap();
    let mark = std::fs::read(beside(&path, ".mark")).unwrap();
    harm(&path);
    let words = match store.append(write("t", 1, "two")).await {
        Err(StoreError::Failed(words)) => words,
        other => panic!("{other:?}"),
    };
    let named = path.canonicalize().unwrap_or_else(|_| folder.0.canonicalize().unwrap().join("floe.db"));
    let expected = format!("{} was removed or replaced while it was in use", beside(&named, name).display());
    assert!(words.starts_with(&expected), "{words}");
    for word in ["floe restore --from BACKUP --data NEW", "Stop the server"] {
        assert!(words.contains(word), "{words}");
    }
    assert_eq!(store.health(), Err(StoreError::Failed(words.clone())));
    // It stays so until the server is started again.
    let line = floe_store::ChatLine {
        number: 0,
        table: "t".to_owned(),
        user: "ann".to_owned(),
        room: "players".to_owned(),
        at_ms: 1,
        text: "hello".to_owned(),
    };
    assert_eq!(store.add_chat(line).await, Err(StoreError::Failed(words.clone())));
    assert_eq!(store.heartbeat(6).await, Err(StoreError::Failed(words)));
    assert_eq!(std::fs::read(beside(&path, ".mark")).unwrap(), mark, "nothing was acknowledged");
    store.close().await;
    (folder, path)
}

#[tokio::test]
async fn a_database_removed_while_in_use() {
    let (_folder, path) = gone(|path| std::fs::remove_file(path).unwrap(), "").await;
    let damage = SqliteStore::open(&path, Options::default()).await.unwrap_err().to_string();
    assert!(damage.contains("there is no database, although its high-water mark"), "{damage}");
}

#[tokio::test]
async fn a_database_moved_away_while_in_use() {
    let (_folder, path) = gone(|path| std::fs::rename(path, path.with_extension("away")).unwrap(), "").await;
    // Its log is not left to be mixed with another database.
    assert!(!beside(&path, "-wal").exists());
    assert!(beside(&path, "-wal.orphan").exists());
    // With both put back, nothing that was acknowledged is missing.
    std::fs::rename(path.with_extension("away"), &path).unwrap();
    std::fs::rename(beside(&path, "-wal.orphan"), beside(&path, "-wal")).unwrap();
    let store = open(&path).await;
    assert_eq!(store.entries("t", 0).await.unwrap()[0].body, "one");
    store.close().await;
}

#[tokio::test]
async fn a_database_replaced_while_in_use() {
    let replace = |path: &Path| {
        let copy = path.with_extension("copy");
        // By another process: this one must not open and close a file in use.
        assert!(Command::new("cp").args([path, &copy]).status().unwrap().success());
        std::fs::rename(&copy, path).unwrap();
    };
    let (_folder, path) = gone(replace, "").await;
    assert!(!beside(&path, "-wal").exists(), "the copy gets no log of another file");
    let damage = SqliteStore::open(&path, Options::default()).await.unwrap_err().to_string();
    assert!(damage.contains("had been acknowledged"), "{damage}");
}

#[tokio::test]
async fn a_write_ahead_log_removed_while_in_use() {
    let (_folder, path) = gone(|path| std::fs::remove_file(beside(path, "-wal")).unwrap(), "-wal").await;
    // What was in it is moved into the database when it is closed in order.
    let store = open(&path).await;
    assert_eq!(store.entries("t", 0).await.unwrap()[0].body, "one");
    store.append(write("new", 0, "it continues")).await.unwrap();
    assert_eq!(store.health(), Ok(()));
    store.close().await;
}

#[tokio::test]
async fn a_folder_replaced_while_in_use() {
    let folder = Folder::new();
    std::fs::create_dir(folder.file("data")).unwrap();
    let path = folder.file("data/floe.db");
    let store = open(&path).await;
    std::fs::rename(folder.file("data"), folder.file("old")).unwrap();
    // A heartbeat is enough to notice.
    let words = store.heartbeat(1).await.unwrap_err().to_string();
    assert!(words.contains("was removed or replaced while it was in use"), "{words}");
    assert!(store.health().is_err());
    std::fs::rename(folder.file("old"), folder.file("data")).unwrap();
    store.heartbeat(2).await.unwrap();
    assert!(store.health().is_err(), "only a restart can tell what has happened in the meantime");
    assert!(store.append(write("t", 0, "one")).await.is_err());
    store.close().await;
    open(&path).await.close().await;
}
