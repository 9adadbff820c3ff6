//! Nodes and leases, as `LeaseBook` has them, with the clock of the database.
//!
//! Nothing here waits for a row that another server has locked: a server that is paused in the middle of a transaction must
//! not hold up those that take its leases. What is locked is left for the next time.

use sqlx::Row as _;
use sqlx::postgres::{PgConnection, PgPool, PgRow};

use super::limits::key;
use crate::{Lease, LeaseCommand, Node};

/// Makes a change.
pub(super) async fn lease(conn: &mut PgConnection, command: &LeaseCommand) -> Result<u64, sqlx::Error> {
    let done = match command {
        LeaseCommand::Join { node, lease_ms, clock_ms } => {
            sqlx::query(
                "INSERT INTO nodes (id, expires_at, clock_ms) \
                 VALUES ($1, clock_timestamp() + $2 * INTERVAL '1 millisecond', $3) ON CONFLICT DO NOTHING",
            )
            .bind(node)
            .bind(ms(*lease_ms))
            .bind(clock_ms)
            .execute(conn)
            .await?;
            return Ok(1);
        }
        LeaseCommand::Renew { node, lease_ms, clock_ms } => {
            sqlx::query(
                "UPDATE nodes SET expires_at = clock_timestamp() + $2 * INTERVAL '1 millisecond', clock_ms = $3 \
                 WHERE id = $1 AND NOT dead",
            )
            .bind(node)
            .bind(ms(*lease_ms))
            .bind(clock_ms)
            .execute(conn)
            .await?
        }
        LeaseCommand::Leave { node, clock_ms } => {
            sqlx::query("UPDATE nodes SET dead = TRUE, clock_ms = $2 WHERE id = $1 AND NOT dead")
                .bind(node)
                .bind(clock_ms)
                .execute(conn)
                .await?
        }
        LeaseCommand::Take { log, node } => {
            if !lives(conn, node).await? {
                return Ok(0);
            }
            sqlx::query(
                "WITH free AS ( \
                     SELECT stream, before.clock_ms FROM log_heads LEFT JOIN nodes AS before ON before.id = node \
                     WHERE stream = $1 AND version > 0 \
                     AND (node IS NULL OR node = $2 OR before.id IS NULL OR before.dead) \
                     FOR NO KEY UPDATE OF log_heads SKIP LOCKED \
                 ) \
                 UPDATE log_heads SET node = $2, token = token + 1, left_ms = coalesce(free.clock_ms, left_ms) \
                 FROM free WHERE log_heads.stream = free.stream",
            )
            .bind(log)
            .bind(node)
            .execute(conn)
            .await?
        }
        LeaseCommand::Release { log, token, clock_ms } => {
            sqlx::query(
                "UPDATE log_heads SET node = NULL, left_ms = $3 WHERE stream = $1 AND token = $2 AND node IS NOT NULL",
            )
            .bind(log)
            .bind(ms(*token))
            .bind(clock_ms)
            .execute(conn)
            .await?
        }
        LeaseCommand::TakeOver { node, limit } => return take_over(conn, node, *limit).await,
    };
    Ok(done.rows_affected())
}

/// Is a node alive? Until the end of the transaction it cannot be declared dead.
async fn lives(conn: &mut PgConnection, node: &str) -> Result<bool, sqlx::Error> {
    let found: Option<bool> =
        sqlx::query_scalar("SELECT TRUE FROM nodes WHERE id = $1 AND NOT dead FOR SHARE")
            .bind(node)
            .fetch_optional(conn)
            .await?;
    Ok(found.is_some())
}

async fn take_over(conn: &mut PgConnection, node: &str, limit: u32) -> Result<u64, sqlx::Error> {
    sqlx::query(
        "UPDATE nodes SET dead = TRUE WHERE id IN \
         (SELECT id FROM nodes WHERE NOT dead AND expires_at < clock_timestamp() FOR UPDATE SKIP LOCKED)",
    )
    .execute(&mut *conn)
    .await?;
    // Asked first, so that the leases are found by their index.
    let dead: Vec<String> =
        sqlx::query_scalar("SELECT id FROM nodes WHERE dead").fetch_all(&mut *conn).await?;
    if dead.is_empty() || !lives(conn, node).await? {
        return Ok(0);
    }
    let taken = sqlx::query(
        "WITH lost AS ( \
             SELECT stream, nodes.clock_ms FROM log_heads JOIN nodes ON nodes.id = node \
             WHERE node = ANY($1) LIMIT $3 FOR NO KEY UPDATE OF log_heads SKIP LOCKED \
         ) \
         UPDATE log_heads SET node = $2, token = token + 1, left_ms = lost.clock_ms \
         FROM lost WHERE log_heads.stream = lost.stream",
    )
    .bind(&dead)
    .bind(node)
    .bind(i64::from(limit))
    .execute(&mut *conn)
    .await?;
    // Nobody takes a lease for a dead node, so one that has none left never has any again.
    sqlx::query(
        "DELETE FROM nodes WHERE dead AND NOT EXISTS (SELECT 1 FROM log_heads WHERE node = nodes.id)",
    )
    .execute(conn)
    .await?;
    Ok(taken.rows_affected())
}

fn ms(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The id of the store.
pub(super) async fn store_id(pool: &PgPool) -> Result<String, sqlx::Error> {
    sqlx::query_scalar("SELECT id FROM store").fetch_one(pool).await
}

/// The lease of a log.
pub(super) async fn lease_of(pool: &PgPool, log: &str) -> Result<Lease, sqlx::Error> {
    let row = sqlx::query("SELECT stream, node, token, left_ms FROM log_heads WHERE stream = $1")
        .bind(key(log))
        .fetch_optional(pool)
        .await?;
    match row {
        Some(row) => from_row(&row),
        None => Ok(Lease { log: log.to_owned(), ..Lease::default() }),
    }
}

/// The leases of a node.
pub(super) async fn leases(pool: &PgPool, node: &str) -> Result<Vec<Lease>, sqlx::Error> {
    let rows =
        sqlx::query("SELECT stream, node, token, left_ms FROM log_heads WHERE node = $1 ORDER BY stream")
            .bind(key(node))
            .fetch_all(pool)
            .await?;
    rows.iter().map(from_row).collect()
}

fn from_row(row: &PgRow) -> Result<Lease, sqlx::Error> {
    Ok(Lease {
        log: row.try_get(0)?,
        node: row.try_get(1)?,
        token: row.try_get::<i64, _>(2)? as u64,
        left_ms: row.try_get(3)?,
    })
}

/// The nodes that have not been declared dead.
pub(super) async fn nodes(pool: &PgPool) -> Result<Vec<Node>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, clock_ms, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::BIGINT, \
         (SELECT count(*) FROM log_heads WHERE node = nodes.id) FROM nodes WHERE NOT dead ORDER BY id",
    )
    .fetch_all(pool)
    .await?;
    let node = |row: &PgRow| {
        Ok(Node {
            id: row.try_get(0)?,
            clock_ms: row.try_get(1)?,
            expires_in_ms: row.try_get(2)?,
            leases: row.try_get::<i64, _>(3)? as u64,
        })
    };
    rows.iter().map(node).collect()
}
