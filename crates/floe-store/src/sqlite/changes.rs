//! Changes to users and their data. Each change first does what may be refused.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteQueryResult};

use super::errors::{is_orphan, is_taken};
use crate::rows::{enum_text, json};
use crate::write_command::{WriteCommand, folded, gone_names};
use crate::{Block, StoreError, User};

/// The outcome of a change: done, refused, or an error that rolls back the whole transaction.
type Changed = Result<Result<u64, StoreError>, sqlx::Error>;

/// Makes one change.
pub(super) async fn change(conn: &mut SqliteConnection, act: WriteCommand) -> Changed {
    match act {
        // The writer handles these itself.
        WriteCommand::Append(_) | WriteCommand::Lease(_) | WriteCommand::Beat { .. } => Ok(Ok(0)),
        WriteCommand::PutUser(user) => put_user(conn, *user).await,
        WriteCommand::ForgetUser { id, name } => forget_user(conn, &id, name).await,
        WriteCommand::DropGuests { ids, since_ms } => drop_guests(conn, ids, since_ms).await,
        WriteCommand::ForgetGuests { ids, now_ms } => forget_guests(conn, ids, now_ms).await,
        WriteCommand::DropExpired { now_ms, limit } => {
            let done = sqlx::query(
                "DELETE FROM sessions WHERE rowid IN (SELECT rowid FROM sessions WHERE expires_ms <= ? LIMIT ?)",
            )
            .bind(now_ms)
            .bind(limit)
            .execute(conn)
            .await?;
            Ok(Ok(done.rows_affected()))
        }
        WriteCommand::PutSession(session) => {
            let put = sqlx::query(
                "INSERT INTO sessions (hash, user, created_ms, expires_ms) VALUES (?, ?, ?, ?) \
                 ON CONFLICT (hash) DO UPDATE SET user = excluded.user, created_ms = excluded.created_ms, \
                 expires_ms = excluded.expires_ms",
            )
            .bind(session.hash)
            .bind(&session.user)
            .bind(session.created_ms)
            .bind(session.expires_ms)
            .execute(conn)
            .await;
            refused(put, "", &session.user)
        }
        WriteCommand::DropSession { hash } => {
            sqlx::query("DELETE FROM sessions WHERE hash = ?").bind(hash).execute(conn).await?;
            Ok(Ok(0))
        }
        WriteCommand::DropSessions { user, except } => {
            // NULL is not unequal to NULL: `IS NOT` ends all sessions if none is excepted.
            sqlx::query("DELETE FROM sessions WHERE user = ? AND hash IS NOT ?")
                .bind(user)
                .bind(except)
                .execute(conn)
                .await?;
            Ok(Ok(0))
        }
        WriteCommand::PutToken(token) => {
            let put = sqlx::query(
                "INSERT INTO tokens (id, hash, user, label, scopes, created_ms) VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(&token.id)
            .bind(token.hash)
            .bind(&token.user)
            .bind(token.label)
            .bind(json(&token.scopes)?)
            .bind(token.created_ms)
            .execute(conn)
            .await;
            refused(put, &token.id, &token.user)
        }
        WriteCommand::DropToken { user, id } => {
            let done = sqlx::query("DELETE FROM tokens WHERE user = ? AND id = ?")
                .bind(user)
                .bind(id)
                .execute(conn)
                .await?;
            Ok(Ok(done.rows_affected()))
        }
        WriteCommand::SetBlock { block: Block { user, other }, blocked: true } => {
            let put = sqlx::query("INSERT INTO blocks (user, other) VALUES (?, ?) ON CONFLICT DO NOTHING")
                .bind(&user)
                .bind(&other)
                .execute(conn)
                .await;
            refused(put, "", &format!("{user}' or '{other}"))
        }
        WriteCommand::SetBlock { block: Block { user, other }, blocked: false } => {
            sqlx::query("DELETE FROM blocks WHERE user = ? AND other = ?")
                .bind(user)
                .bind(other)
                .execute(conn)
                .await?;
            Ok(Ok(0))
        }
        WriteCommand::PutItem { item, replace } => {
            let sql = match replace {
                true => {
                    "INSERT INTO items (user, kind, key, at_ms, body) VALUES (?, ?, ?, ?, ?) \
                     ON CONFLICT (user, kind, key) DO UPDATE SET at_ms = excluded.at_ms, body = excluded.body"
                }
                false => {
                    "INSERT INTO items (user, kind, key, at_ms, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
                }
            };
            let done = sqlx::query(sql)
                .bind(item.user)
                .bind(item.kind)
                .bind(item.key)
                .bind(item.at_ms)
                .bind(item.body)
                .execute(conn)
                .await?;
            Ok(Ok(done.rows_affected()))
        }
        WriteCommand::DropItem { user, kind, key } => {
            let done = sqlx::query("DELETE FROM items WHERE user = ? AND kind = ? AND key = ?")
                .bind(user)
                .bind(kind)
                .bind(key)
                .execute(conn)
                .await?;
            Ok(Ok(done.rows_affected()))
        }
        WriteCommand::AddChat(line) => {
            let number: i64 = sqlx::query(
                "INSERT INTO chat_counts (at_table, last) VALUES (?, 1) \
                 ON CONFLICT (at_table) DO UPDATE SET last = last + 1 RETURNING last",
            )
            .bind(&line.table)
            .fetch_one(&mut *conn)
            .await?
            .try_get(0)?;
            sqlx::query(
                "INSERT INTO chat (at_table, number, user, room, at_ms, text) VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(line.table)
            .bind(number)
            .bind(line.user)
            .bind(line.room)
            .bind(line.at_ms)
            .bind(line.text)
            .execute(conn)
            .await?;
            Ok(Ok(number as u64))
        }
        WriteCommand::AddReport(report) => {
            let done = sqlx::query(
                "INSERT INTO reports (by_user, about, at_table, at_ms, text, settled) VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(report.by)
            .bind(report.about)
            .bind(report.table)
            .bind(report.at_ms)
            .bind(report.text)
            .bind(report.settled)
            .execute(conn)
            .await?;
            Ok(Ok(done.last_insert_rowid() as u64))
        }
        WriteCommand::SettleReport { number, words } => {
            let done = sqlx::query("UPDATE reports SET settled = ? WHERE number = ?")
                .bind(words)
                .bind(i64::try_from(number).unwrap_or(-1))
                .execute(conn)
                .await?;
            Ok(Ok(done.rows_affected()))
        }
    }
}

fn refused(done: Result<SqliteQueryResult, sqlx::Error>, what: &str, whose: &str) -> Changed {
    match done {
        Ok(_) => Ok(Ok(0)),
        Err(error) if is_taken(&error) => Ok(Err(StoreError::Taken(what.to_owned()))),
        Err(error) if is_orphan(&error) => Ok(Err(StoreError::Failed(format!("no user '{whose}'")))),
        Err(error) => Err(error),
    }
}

async fn put_user(conn: &mut SqliteConnection, user: User) -> Changed {
    let put = sqlx::query(
        "INSERT INTO users (id, name, name_key, role, bot, password, recovery, created_ms, renamed_ms, \
         banned_until_ms, muted_until_ms, settings, deleted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, \
         role = excluded.role, bot = excluded.bot, password = excluded.password, \
         recovery = excluded.recovery, created_ms = excluded.created_ms, \
         renamed_ms = excluded.renamed_ms, banned_until_ms = excluded.banned_until_ms, muted_until_ms = excluded.muted_until_ms, \
         settings = excluded.settings, deleted = excluded.deleted",
    )
    .bind(user.id)
    .bind(&user.name)
    .bind(folded(&user.name))
    .bind(enum_text(&user.role)?)
    .bind(user.bot)
    .bind(user.password)
    .bind(user.recovery)
    .bind(user.created_ms)
    .bind(user.renamed_ms)
    .bind(user.banned_until_ms)
    .bind(user.muted_until_ms)
    .bind(user.settings)
    .bind(user.deleted)
    .execute(conn)
    .await;
    refused(put, &user.name, "")
}

async fn forget_user(conn: &mut SqliteConnection, id: &str, name: String) -> Changed {
    let forgotten = sqlx::query(
        "UPDATE users SET name = ?, name_key = ?, password = NULL, recovery = NULL, renamed_ms = NULL, \
         settings = '{}', deleted = 1 WHERE id = ?",
    )
    .bind(&name)
    .bind(folded(&name))
    .bind(id)
    .execute(&mut *conn)
    .await;
    if let Err(error) = refused(forgotten, &name, id)? {
        return Ok(Err(error));
    }
    for sql in [
        "DELETE FROM sessions WHERE user = ?",
        "DELETE FROM tokens WHERE user = ?",
        "DELETE FROM blocks WHERE user = ?1 OR other = ?1",
        "DELETE FROM items WHERE user = ?",
        "DELETE FROM chat WHERE user = ?",
        "DELETE FROM reports WHERE by_user = ?",
    ] {
        sqlx::query(sql).bind(id).execute(&mut *conn).await?;
    }
    Ok(Ok(0))
}

async fn drop_guests(conn: &mut SqliteConnection, ids: Vec<String>, since_ms: i64) -> Changed {
    let mut dropped = 0;
    for id in ids {
        // Sessions and blocks are deleted with their user.
        let done = sqlx::query(
            "DELETE FROM users WHERE id = ?1 AND role = 'guest' \
             AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.user = ?1) \
             AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.user = ?1) \
             AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user = ?1 AND created_ms >= ?2)",
        )
        .bind(&id)
        .bind(since_ms)
        .execute(&mut *conn)
        .await?;
        if done.rows_affected() > 0 {
            for sql in [
                "DELETE FROM items WHERE user = ?",
                "DELETE FROM chat WHERE user = ?",
                "DELETE FROM reports WHERE by_user = ?",
            ] {
                sqlx::query(sql).bind(&id).execute(&mut *conn).await?;
            }
            dropped += 1;
        }
    }
    Ok(Ok(dropped))
}

async fn forget_guests(conn: &mut SqliteConnection, ids: Vec<String>, now_ms: i64) -> Changed {
    let mut forgotten = 0;
    for id in ids {
        let there: Option<i64> = sqlx::query_scalar(
            "SELECT 1 FROM users WHERE id = ?1 AND role = 'guest' AND NOT deleted \
             AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.user = ?1) \
             AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user = ?1 AND expires_ms > ?2)",
        )
        .bind(&id)
        .bind(now_ms)
        .fetch_optional(&mut *conn)
        .await?;
        if there.is_none() {
            continue;
        }
        for name in gone_names(&id) {
            if forget_user(conn, &id, name).await?.is_ok() {
                forgotten += 1;
                break;
            }
        }
    }
    Ok(Ok(forgotten))
}
