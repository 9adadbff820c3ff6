//! Is a database whole? Its structure as SQLite sees it, the chain of its log, and its mark.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

use super::chain::{Hash, Head, Link};
use super::fault::{fault, is_damage};
use super::mark::{Found, Mark};
use crate::{Damage, StoreError};

/// So many entries are read at once.
const STEP: i64 = 2048;

/// How far the log of a database is sound.
#[derive(Clone, Debug)]
pub(super) struct Sound {
    /// The last sound entry.
    pub head: Head,
    /// The last sound entry that ends a write: what can be kept without splitting a write.
    pub whole: Head,
    /// The hash of the entry that was asked about.
    pub asked: Option<Hash>,
    /// What is wrong after that.
    pub fault: Option<String>,
}

/// Follows the chain from the first entry to the last or to the first that is wrong.
pub(super) async fn follow(conn: &mut SqliteConnection, ask: u64) -> Result<Sound, StoreError> {
    let mut sound = Sound { head: Head::default(), whole: Head::default(), asked: None, fault: None };
    let (begin, mut said) = (Instant::now(), Instant::now());
    let mut step = STEP;
    while sound.fault.is_none() {
        let rows = sqlx::query(
            "SELECT seq, stream, version, at_ms, more, body, hash FROM log NOT INDEXED \
             WHERE seq > ? ORDER BY seq LIMIT ?",
        )
        .bind(sound.head.seq as i64)
        .bind(step)
        .fetch_all(&mut *conn)
        .await;
        let rows = match rows {
            Ok(rows) => rows,
            // One of these cannot be read: find which, in smaller steps.
            Err(error) if is_damage(&error) && step > 1 => {
                step /= 2;
                continue;
            }
            Err(error) if is_damage(&error) => {
                sound.fault = Some(format!("entry {} of the log cannot be read", sound.head.seq + 1));
                break;
            }
            Err(error) => return Err(fault(error)),
        };
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            match check_row(&sound.head, row) {
                Ok((head, more)) => {
                    sound.head = head;
                    if more == 0 {
                        sound.whole = head;
                    }
                    if head.seq == ask {
                        sound.asked = Some(head.hash);
                    }
                }
                Err(words) => {
                    sound.fault = Some(words);
                    break;
                }
            }
        }
        if said.elapsed() > Duration::from_secs(1) {
            said = Instant::now();
            tracing::info!(entries = sound.head.seq, seconds = begin.elapsed().as_secs(), "checking the log");
        }
    }
    if sound.fault.is_none() && sound.head.seq != sound.whole.seq {
        sound.fault = Some(format!("the log ends within a write, at entry {}", sound.head.seq));
    }
    Ok(sound)
}

fn check_row(before: &Head, row: &sqlx::sqlite::SqliteRow) -> Result<(Head, u64), String> {
    let next = before.seq + 1;
    let read = || -> Result<_, sqlx::Error> {
        let (seq, version, more): (i64, i64, i64) = (row.try_get(0)?, row.try_get(2)?, row.try_get(4)?);
        let (stream, body): (&str, &str) = (row.try_get(1)?, row.try_get(5)?);
        let hash: &[u8] = row.try_get(6)?;
        let at_ms: i64 = row.try_get(3)?;
        let link = Link { stream, version: version as u64, at_ms, more: more as u64, body };
        Ok((seq as u64, link, hash))
    };
    let (seq, link, hash) = read().map_err(|_| format!("entry {next} of the log is no entry"))?;
    if seq != next {
        return Err(format!("entry {next} of the log is missing"));
    }
    let head = before.after(&link);
    if head.hash != hash {
        return Err(format!(
            "entry {next} of the log does not fit its hash (it says that it is entry {} of {})",
            link.version, link.stream
        ));
    }
    Ok((head, link.more))
}

/// What SQLite finds wrong with the structure of the file, in one sentence.
pub(super) async fn structure(conn: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let words: Result<Vec<String>, _> =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_all(&mut *conn).await;
    let words = match words {
        Ok(words) => words.join(" "),
        Err(error) if is_damage(&error) => error.to_string(),
        Err(error) => return Err(fault(error)),
    };
    if words != "ok" {
        let words: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let tree = words.split("Tree ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<i64>().ok());
        let name = match tree {
            Some(root) => {
                sqlx::query_scalar::<_, String>("SELECT name FROM sqlite_schema WHERE rootpage = ?")
                    .bind(root)
                    .fetch_optional(&mut *conn)
                    .await
                    .unwrap_or_default()
            }
            None => None,
        };
        let place = name.map(|name| format!(" in '{name}'")).unwrap_or_default();
        return Ok(Some(format!("the file's structure is broken{place} (SQLite says: {words})")));
    }
    let orphan = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut *conn).await.map_err(fault)?;
    Ok(orphan.map(|row| {
        let table: String = row.try_get(0).unwrap_or_default();
        format!("a row of '{table}' belongs to nobody")
    }))
}

/// The version of a database's schema; zero if it has none yet.
pub(super) async fn schema(conn: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    let there: Option<i64> =
        sqlx::query_scalar("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_sqlx_migrations'")
            .fetch_optional(&mut *conn)
            .await?;
    if there.is_none() {
        return Ok(0);
    }
    sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations").fetch_one(conn).await
}

/// Compares everything. Gives where the log ends, or what is wrong.
pub(super) async fn verify(
    conn: &mut SqliteConnection,
    path: &Path,
    found: &Found,
) -> Result<Head, StoreError> {
    let mark = match found {
        Found::Mark(mark) => *mark,
        _ => Mark::default(),
    };
    let begin = Instant::now();
    let broken = structure(conn).await?;
    if begin.elapsed() > Duration::from_secs(1) {
        tracing::info!(seconds = begin.elapsed().as_secs_f32(), "checked the structure of the database");
    }
    let sound = match follow(conn, mark.head.seq).await {
        Ok(sound) => sound,
        Err(_) if broken.is_some() => Sound {
            head: Head::default(),
            whole: Head::default(),
            asked: None,
            fault: Some("the log cannot be read".to_owned()),
        },
        Err(error) => return Err(error),
    };
    let mut wrong: Vec<String> = Vec::new();
    wrong.extend(sound.fault.clone());
    wrong.extend(broken);
    if sound.fault.is_none() && sound.head.seq < mark.head.seq {
        wrong.push(format!(
            "the log ends at entry {}, but {} had been acknowledged: the end is lost, or the file is an older copy",
            sound.head.seq, mark.head.seq
        ));
    } else if mark.head.seq > 0 && sound.asked.is_some_and(|hash| hash != mark.head.hash) {
        wrong.push(format!(
            "entry {} of the log is another one than was acknowledged: the file is a copy from elsewhere",
            mark.head.seq
        ));
    }
    if wrong.is_empty() { Ok(sound.head) } else { Err(damaged(path, &wrong.join("; "), sound.whole.seq)) }
}

/// What is wrong, and what can be done.
pub(super) fn damaged(path: &Path, wrong: &str, sound: u64) -> StoreError {
    let path = path.display();
    let salvage = match sound {
        0 => String::new(),
        _ => format!(
            " Or keep what is sound, the first {sound} entries: `floe restore --salvage {path} NEW` copies them"
        ),
    };
    StoreError::Damaged(Damage {
        what: format!("{path} is damaged: {wrong}"),
        remedy: format!("Restore a backup with `floe restore BACKUP NEW`.{salvage}"),
        sound,
    })
}

/// Sets a number of SQLite's own, which takes no parameters.
pub(super) async fn pragma(conn: &mut SqliteConnection, name: &str, value: i64) -> Result<(), StoreError> {
    sqlx::query(AssertSqlSafe(format!("PRAGMA {name} = {value}"))).execute(conn).await.map_err(fault)?;
    Ok(())
}
