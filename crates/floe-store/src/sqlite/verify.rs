//! Verifies a database: its structure as SQLite sees it, the chain of its log, and its mark.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

use super::errors::{fault, is_damage};
use super::files::shell;
use super::high_water_mark::{HighWaterMark, MarkStatus};
use super::pace::{Halt, Pace, Progress, log_progress};
use crate::chain::{Hash, Head, Link};
use crate::{Damage, StoreError};

/// The number of entries read at once.
const STEP: i64 = 2048;

/// How far the log of a database is sound.
#[derive(Clone, Debug)]
pub(super) struct VerifiedLog {
    /// The last sound entry.
    pub head: Head,
    /// The last sound entry that ends a write: what can be salvaged without splitting a write.
    pub whole: Head,
    /// The hashes of the requested entries.
    pub asked: Vec<(u64, Hash)>,
    /// What is wrong after that.
    pub fault: Option<String>,
}

impl VerifiedLog {
    /// Only what lies before the next entry.
    fn new(head: Head) -> VerifiedLog {
        VerifiedLog { head, whole: head, asked: Vec::new(), fault: None }
    }

    /// The hash of a requested entry.
    fn hash_of(&self, seq: u64) -> Option<Hash> {
        self.asked.iter().find(|(asked, _)| *asked == seq).map(|(_, hash)| *hash)
    }
}

/// Verifies the chain after `from` up to the last entry or the first invalid one, and records the hashes of the entries
/// in `ask`. Each step is a separate read transaction.
pub(super) async fn verify_chain(
    conn: &mut SqliteConnection,
    from: Head,
    ask: &[u64],
    pace: &mut Pace<'_>,
) -> Result<VerifiedLog, Halt> {
    let mut sound = VerifiedLog::new(from);
    if ask.contains(&from.seq) {
        sound.asked.push((from.seq, from.hash));
    }
    let last: Result<Option<i64>, _> =
        sqlx::query_scalar("SELECT max(seq) FROM log").fetch_one(&mut *conn).await;
    // If it cannot be read, the first step reports it.
    let of = last.ok().flatten().unwrap_or(0) as u64;
    let mut step = STEP;
    while sound.fault.is_none() {
        let began = Instant::now();
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
            // One of these cannot be read: find it in smaller steps.
            Err(error) if is_damage(&error) && step > 1 => {
                step /= 2;
                continue;
            }
            Err(error) if is_damage(&error) => {
                sound.fault = Some(format!("entry {} of the log cannot be read", sound.head.seq + 1));
                break;
            }
            Err(error) => return Err(Halt::Failed(fault(error))),
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
                    if ask.contains(&head.seq) {
                        sound.asked.push((head.seq, head.hash));
                    }
                }
                Err(words) => {
                    sound.fault = Some(words);
                    break;
                }
            }
        }
        pace.report(Progress::Log { entries: sound.head.seq, of: of.max(sound.head.seq) });
        pace.pause(began).await?;
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
    let (seq, link, hash) = read().map_err(|_| format!("entry {next} of the log is not a valid entry"))?;
    if seq != next {
        return Err(format!("entry {next} of the log is missing"));
    }
    let head = before.after(&link);
    if head.hash != hash {
        return Err(format!(
            "entry {next} of the log does not match its hash (it claims to be entry {} of {})",
            link.version, link.stream
        ));
    }
    Ok((head, link.more))
}

/// What SQLite finds wrong with the structure of the file, in one sentence.
pub(super) async fn structure(
    conn: &mut SqliteConnection,
    pace: &mut Pace<'_>,
) -> Result<Option<String>, Halt> {
    pace.report(Progress::Structure);
    let Pace::Throttled(throttle) = pace else {
        return broken(conn).await.map_err(|error| Halt::Failed(fault(error)));
    };
    let attached = throttle.attach(conn).await.map_err(Halt::Failed)?;
    let broken = broken(conn).await.map_err(|error| attached.halt(error));
    attached.detach(conn).await.map_err(Halt::Failed)?;
    broken
}

async fn broken(conn: &mut SqliteConnection) -> Result<Option<String>, sqlx::Error> {
    let words: Result<Vec<String>, _> =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_all(&mut *conn).await;
    let words = match words {
        Ok(words) => words.join(" "),
        Err(error) if is_damage(&error) => error.to_string(),
        Err(error) => return Err(error),
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
    let orphan = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut *conn).await?;
    Ok(orphan.map(|row| {
        let table: String = row.try_get(0).unwrap_or_default();
        format!("a row of '{table}' refers to a missing row")
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

/// Checks everything: structure, chain, mark and seal. Returns where the log ends, or what is wrong.
pub(super) async fn verify(
    conn: &mut SqliteConnection,
    path: &Path,
    found: &MarkStatus,
    pace: &mut Pace<'_>,
) -> Result<Head, Halt> {
    let mark = found.or_default();
    let begin = Instant::now();
    let broken = structure(conn, pace).await?;
    if begin.elapsed() > Duration::from_secs(1) {
        tracing::info!(seconds = begin.elapsed().as_secs_f32(), "checked the structure of the database");
    }
    let sound = match verify_chain(conn, Head::default(), &asked(&mark), pace).await {
        Ok(sound) => sound,
        Err(Halt::Failed(_)) if broken.is_some() => VerifiedLog {
            fault: Some("the log cannot be read".to_owned()),
            ..VerifiedLog::new(Head::default())
        },
        Err(halt) => return Err(halt),
    };
    judge(path, &mark, &sound, broken).map_err(Halt::Failed)
}

/// Checks the log from the seal to its end, and the mark. `None` if anything is wrong: only a check of everything can
/// tell how much is sound.
pub(super) async fn verify_from(
    conn: &mut SqliteConnection,
    path: &Path,
    mark: &HighWaterMark,
    seal: Head,
) -> Option<Head> {
    if seal.seq > 0 {
        let hash: Result<Option<Vec<u8>>, _> = sqlx::query_scalar("SELECT hash FROM log WHERE seq = ?")
            .bind(seal.seq as i64)
            .fetch_optional(&mut *conn)
            .await;
        if hash.ok().flatten()? != seal.hash {
            return None;
        }
    }
    let mut on_progress = log_progress();
    let sound = verify_chain(conn, seal, &asked(mark), &mut Pace::Fast(&mut on_progress)).await.ok()?;
    judge(path, mark, &sound, None).ok()
}

/// The entries whose hashes a mark contains.
pub(super) fn asked(mark: &HighWaterMark) -> Vec<u64> {
    std::iter::once(mark.head.seq).chain(mark.seal.map(|seal| seal.seq)).collect()
}

/// Compares the log with the mark.
pub(super) fn judge(
    path: &Path,
    mark: &HighWaterMark,
    sound: &VerifiedLog,
    broken: Option<String>,
) -> Result<Head, StoreError> {
    let mut wrong: Vec<String> = Vec::new();
    wrong.extend(sound.fault.clone());
    wrong.extend(broken);
    let differs = |head: &Head| head.seq > 0 && sound.hash_of(head.seq).is_some_and(|hash| hash != head.hash);
    if sound.fault.is_none() && sound.head.seq < mark.head.seq {
        wrong.push(format!(
            "the log ends at entry {}, but {} had been acknowledged: the end is lost, or the file is an older copy",
            sound.head.seq, mark.head.seq
        ));
    } else if differs(&mark.head) {
        wrong.push(format!(
            "entry {} of the log is not the one that was acknowledged: the file is a copy from elsewhere",
            mark.head.seq
        ));
    } else if let Some(seal) = mark.seal.filter(differs) {
        wrong.push(format!("entry {} of the log is not the one that was sealed", seal.seq));
    }
    if wrong.is_empty() { Ok(sound.head) } else { Err(damaged(path, &wrong.join("; "), sound.whole.seq)) }
}

/// What is wrong, and what can be done.
pub(super) fn damaged(path: &Path, wrong: &str, sound: u64) -> StoreError {
    let salvage = match sound {
        0 => String::new(),
        _ => format!(
            " Or keep what is sound, the first {sound} entries: `floe restore --salvage --from {} --data NEW` copies \
             them",
            shell(path)
        ),
    };
    StoreError::Damaged(Damage {
        what: format!("{} is damaged: {wrong}", path.display()),
        remedy: format!("Restore a backup with `floe restore --from BACKUP --data NEW`.{salvage}"),
        sound,
    })
}

/// Sets a pragma, which takes no parameters.
pub(super) async fn pragma(conn: &mut SqliteConnection, name: &str, value: i64) -> Result<(), StoreError> {
    sqlx::query(AssertSqlSafe(format!("PRAGMA {name} = {value}"))).execute(conn).await.map_err(fault)?;
    Ok(())
}
