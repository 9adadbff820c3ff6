//! Changes to users and their data. An error ends a whole transaction in PostgreSQL, so each change first asks what may be
//! refused. If another server gets in between, a constraint ends the transaction; it is then run again, and the change
//! is refused.

use sqlx::postgres::PgConnection;

use super::leases::lease;
use crate::rows::{enum_text, json};
use crate::write_command::{WriteCommand, folded, gone_names};
use crate::{Block, StoreError, User};

/// The outcome of a change: done, refused, or an error that rolls back the whole transaction.
type Changed = Result<Result<u64, StoreError>, sqlx::Error>;

/// Makes one change.
pub(super) async fn change(conn: &mut PgConnection, command: &WriteCommand) -> Changed {
    match command {
        // The writer handles these itself.
        WriteCommand::Append(_) | WriteCommand::Beat { .. } => Ok(Ok(0)),
        WriteCommand::Lease(command) => lease(conn, command).await.map(Ok),
        WriteCommand::PutUser(user) => put_user(conn, user).await,
        WriteCommand::ForgetUser { id, name } => forget_user(conn, id, name).await,
        WriteCommand::DropGuests { ids, since_ms } => drop_guests(conn, ids, *since_ms).await,
        WriteCommand::ForgetGuests { ids, now_ms } => forget_guests(conn, ids, *now_ms).await,
        WriteCommand::DropExpired { now_ms, limit } => {
            // Rows that another server is deleting are left to it.
            let done = sqlx::query(
                "DELETE FROM sessions WHERE hash IN \
                 (SELECT hash FROM sessions WHERE expires_ms <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)",
            )
            .bind(now_ms)
            .bind(i64::from(*limit))
            .execute(conn)
            .await?;
            Ok(Ok(done.rows_affected()))
        }
        WriteCommand::PutSession(session) => {
            if !are_users(conn, &[&session.user]).await? {
                return Ok(Err(orphan(&session.user)));
            }
            sqlx::query(
                "INSERT INTO sessions (hash, \"user\", created_ms, expires_ms) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (hash) DO UPDATE SET \"user\" = excluded.\"user\", created_ms = excluded.created_ms, \
                 expires_ms = excluded.expires_ms",
            )
            .bind(&session.hash)
            .bind(&session.user)
            .bind(session.created_ms)
            .bind(session.expires_ms)
            .execute(conn)
            .await?;
            Ok(Ok(0))
        }
        WriteCommand::DropSession { hash } => {
            sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash).execute(conn).await?;
            Ok(Ok(0))
        }
        WriteCommand::DropSessions { user, except } => {
            sqlx::query("DELETE FROM sessions WHERE \"user\" = $1 AND hash IS DISTINCT FROM $2")
                .bind(user)
                .bind(except)
                .execute(conn)
                .await?;
            Ok(Ok(0))
        }
        WriteCommand::PutToken(token) => {
            if !are_users(conn, &[&token.user]).await? {
                return Ok(Err(orphan(&token.user)));
            }
            let done = sqlx::query(
                "INSERT INTO tokens (id, hash, \"user\", label, scopes, created_ms) VALUES ($1, $2, $3, $4, $5, $6) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(&token.id)
            .bind(&token.hash)
            .bind(&token.user)
            .bind(&token.label)
            .bind(json(&token.scopes)?)
            .bind(token.created_ms)
            .execute(conn)
            .await?;
            Ok(if done.rows_affected() > 0 { Ok(0) } else { Err(StoreError::Taken(token.id.clone())) })
        }
        WriteCommand::DropToken { user, id } => {
            let done = sqlx::query("DELETE FROM tokens WHERE \"user\" = $1 AND id = $2")
                .bind(user)
                .bind(id)
                .execute(conn)
                .await?;
            Ok(Ok(done.rows_affected()))
        }
        WriteCommand::SetBlock { block: Block { user, other }, blocked: true } => {
            if !are_users(conn, &[user, other]).await? {
                return Ok(Err(orphan(&format!("{user}' or '{other}"))));
            }
            sqlx::query("INSERT INTO blocks (\"user\", other) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(user)
                .bind(other)
                .execute(conn)
                .await?;
            Ok(Ok(0))
        }
        WriteCommand::SetBlock { block: Block { user, other }, blocked: false } => {
            sqlx::query("DELETE FROM blocks WHERE \"user\" = $1 AND other = $2")
                .bind(user)
                .bind(other)
                .execute(conn)
                .await?;
            Ok(Ok(0))
        }
        WriteCommand::PutItem { item, replace } => {
            let sql = match replace {
                true => {
                    "INSERT INTO items (\"user\", kind, key, at_ms, body) VALUES ($1, $2, $3, $4, $5) \
                     ON CONFLICT (\"user\", kind, key) DO UPDATE SET at_ms = excluded.at_ms, body = excluded.body"
                }
                false => {
                    "INSERT INTO items (\"user\", kind, key, at_ms, body) VALUES ($1, $2, $3, $4, $5) \
                     ON CONFLICT DO NOTHING"
                }
            };
            let done = sqlx::query(sql)
                .bind(&item.user)
                .bind(&item.kind)
                .bind(&item.key)
                .bind(item.at_ms)
                .bind(&item.body)
                .execute(conn)
                .await?;
            Ok(Ok(done.rows_affected()))
        }
        WriteCommand::DropItem { user, kind, key } => {
            let done = sqlx::query("DELETE FROM items WHERE \"user\" = $1 AND kind = $2 AND key = $3")
                .bind(user)
                .bind(kind)
                .bind(key)
                .execute(conn)
                .await?;
            Ok(Ok(done.rows_affected()))
        }
        WriteCommand::AddChat(line) => {
            let number: i64 = sqlx::query_scalar(
                "INSERT INTO chat_counts (at_table, last) VALUES ($1, 1) \
                 ON CONFLICT (at_table) DO UPDATE SET last = chat_counts.last + 1 RETURNING last",
            )
            .bind(&line.table)
            .fetch_one(&mut *conn)
            .await?;
            sqlx::query(
                "INSERT INTO chat (at_table, number, \"user\", room, at_ms, text) VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(&line.table)
            .bind(number)
            .bind(&line.user)
            .bind(&line.room)
            .bind(line.at_ms)
            .bind(&line.text)
            .execute(conn)
            .await?;
            Ok(Ok(number as u64))
        }
        WriteCommand::AddReport(report) => {
            let number: i64 = sqlx::query_scalar(
                "INSERT INTO reports (by_user, about, at_table, at_ms, text, settled) VALUES ($1, $2, $3, $4, $5, $6) \
                 RETURNING number",
            )
            .bind(&report.by)
            .bind(&report.about)
            .bind(&report.table)
            .bind(report.at_ms)
            .bind(&report.text)
            .bind(&report.settled)
            .fetch_one(conn)
            .await?;
            Ok(Ok(number as u64))
        }
        WriteCommand::SettleReport { number, words } => {
            let done = sqlx::query("UPDATE reports SET settled = $1 WHERE number = $2")
                .bind(words)
                .bind(i64::try_from(*number).unwrap_or(-1))
                .execute(conn)
                .await?;
            Ok(Ok(done.rows_affected()))
        }
    }
}

fn orphan(user: &str) -> StoreError {
    StoreError::Failed(format!("no user '{user}'"))
}

/// Do all of these users exist?
async fn are_users(conn: &mut PgConnection, ids: &[&str]) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT NOT EXISTS (SELECT 1 FROM unnest($1::TEXT[]) AS asked (id) \
         WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = asked.id))",
    )
    .bind(ids)
    .fetch_one(conn)
    .await
}

/// Does another user have this name?
async fn is_taken(conn: &mut PgConnection, name: &str, id: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM users WHERE name_key = $1 AND id <> $2)")
        .bind(folded(name))
        .bind(id)
        .fetch_one(conn)
        .await
}

async fn put_user(conn: &mut PgConnection, user: &User) -> Changed {
    if is_taken(conn, &user.name, &user.id).await? {
        return Ok(Err(StoreError::Taken(user.name.clone())));
    }
    sqlx::query(
        "INSERT INTO users (id, name, name_key, role, bot, password, recovery, created_ms, renamed_ms, \
         banned_until_ms, muted_until_ms, settings, deleted) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, role = excluded.role, \
         bot = excluded.bot, password = excluded.password, recovery = excluded.recovery, \
         created_ms = excluded.created_ms, renamed_ms = excluded.renamed_ms, \
         banned_until_ms = excluded.banned_until_ms, muted_until_ms = excluded.muted_until_ms, \
         settings = excluded.settings, deleted = excluded.deleted",
    )
    .bind(&user.id)
    .bind(&user.name)
    .bind(folded(&user.name))
    .bind(enum_text(&user.role)?)
    .bind(user.bot)
    .bind(&user.password)
    .bind(&user.recovery)
    .bind(user.created_ms)
    .bind(user.renamed_ms)
    .bind(user.banned_until_ms)
    .bind(user.muted_until_ms)
    .bind(&user.settings)
    .bind(user.deleted)
    .execute(conn)
    .await?;
    Ok(Ok(0))
}

async fn forget_user(conn: &mut PgConnection, id: &str, name: &str) -> Changed {
    if are_users(conn, &[id]).await? && is_taken(conn, name, id).await? {
        return Ok(Err(StoreError::Taken(name.to_owned())));
    }
    sqlx::query(
        "UPDATE users SET name = $1, name_key = $2, password = NULL, recovery = NULL, renamed_ms = NULL, \
         settings = '{}', deleted = TRUE WHERE id = $3",
    )
    .bind(name)
    .bind(folded(name))
    .bind(id)
    .execute(&mut *conn)
    .await?;
    for sql in [
        "DELETE FROM sessions WHERE \"user\" = $1",
        "DELETE FROM tokens WHERE \"user\" = $1",
        "DELETE FROM blocks WHERE \"user\" = $1 OR other = $1",
        "DELETE FROM items WHERE \"user\" = $1",
        "DELETE FROM chat WHERE \"user\" = $1",
        "DELETE FROM reports WHERE by_user = $1",
    ] {
        sqlx::query(sql).bind(id).execute(&mut *conn).await?;
    }
    Ok(Ok(0))
}

async fn drop_guests(conn: &mut PgConnection, ids: &[String], since_ms: i64) -> Changed {
    // Sessions and blocks are deleted with their user.
    let dropped: Vec<String> = sqlx::query_scalar(
        "DELETE FROM users WHERE id = ANY($1) AND role = 'guest' \
         AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.\"user\" = users.id) \
         AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.\"user\" = users.id) \
         AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.\"user\" = users.id AND sessions.created_ms >= $2) \
         RETURNING id",
    )
    .bind(ids)
    .bind(since_ms)
    .fetch_all(&mut *conn)
    .await?;
    if !dropped.is_empty() {
        for sql in [
            "DELETE FROM items WHERE \"user\" = ANY($1)",
            "DELETE FROM chat WHERE \"user\" = ANY($1)",
            "DELETE FROM reports WHERE by_user = ANY($1)",
        ] {
            sqlx::query(sql).bind(&dropped).execute(&mut *conn).await?;
        }
    }
    Ok(Ok(dropped.len() as u64))
}

async fn forget_guests(conn: &mut PgConnection, ids: &[String], now_ms: i64) -> Changed {
    let idle: Vec<String> = sqlx::query_scalar(
        "SELECT id FROM users WHERE id = ANY($1) AND role = 'guest' AND NOT deleted \
         AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.\"user\" = users.id) \
         AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.\"user\" = users.id AND sessions.expires_ms > $2)",
    )
    .bind(ids)
    .bind(now_ms)
    .fetch_all(&mut *conn)
    .await?;
    let mut forgotten = 0;
    for id in idle {
        for name in gone_names(&id) {
            if forget_user(conn, &id, &name).await?.is_ok() {
                forgotten += 1;
                break;
            }
        }
    }
    Ok(Ok(forgotten))
}
