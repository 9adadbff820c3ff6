//! The queries of a store. Each is one statement, so its result is of one moment.

use sqlx::postgres::{PgPool, PgRow};
use sqlx::{AssertSqlSafe, Postgres, QueryBuilder, Row};

use super::limits::key;
use crate::rows;
use crate::sweep::Guest;
use crate::write_command::folded;
use crate::{
    ChatLine, Filter, IndexRow, Item, Rating, RatingChange, Report, Session, StoredEntry, Token, User,
};

type Read<T> = Result<T, sqlx::Error>;

fn all<T>(rows: Vec<PgRow>, one: impl Fn(&PgRow) -> Read<T>) -> Read<Vec<T>> {
    rows.iter().map(one).collect()
}

/// The month comes first, and is part of the statement: PostgreSQL then plans for one partition and locks only that one.
/// A log never moves to another month.
pub(super) async fn entries(pool: &PgPool, stream: &str, from: u64) -> Read<Vec<StoredEntry>> {
    let period: Option<i32> =
        sqlx::query_scalar("SELECT period FROM log_heads WHERE stream = $1 AND version > $2")
            .bind(key(stream))
            .bind(i64::try_from(from).unwrap_or(i64::MAX))
            .fetch_optional(pool)
            .await?;
    let Some(period) = period else { return Ok(Vec::new()) };
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT at_ms, body FROM log WHERE period = {period} AND stream = $1 AND version > $2 ORDER BY version"
    )))
    .bind(key(stream))
    .bind(i64::try_from(from).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    all(rows, |row| {
        let body = String::from_utf8(row.try_get(1)?).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(StoredEntry { at_ms: row.try_get(0)?, body })
    })
}

pub(super) async fn card(pool: &PgPool, id: &str) -> Read<Option<IndexRow>> {
    let row = sqlx::query("SELECT * FROM log_index WHERE id = $1").bind(key(id)).fetch_optional(pool).await?;
    row.as_ref().map(rows::card).transpose()
}

pub(super) async fn list(pool: &PgPool, filter: &Filter) -> Read<Vec<IndexRow>> {
    if filter.limit == 0 {
        return Ok(Vec::new());
    }
    let (moment, id) = match filter.user {
        Some(_) => ("seats.created_ms", "seats.card"),
        None => ("log_index.created_ms", "log_index.id"),
    };
    let mut query = chosen(false, filter)?;
    if let Some((before, than)) = &filter.before {
        query.push(format!(" AND ({moment}, {id}) < (")).push_bind(*before);
        query.push(", ").push_bind(key(than)).push(")");
    }
    query.push(format!(" ORDER BY {moment} DESC, {id} DESC LIMIT ")).push_bind(i64::from(filter.limit));
    all(query.build().fetch_all(pool).await?, rows::card)
}

pub(super) async fn count(pool: &PgPool, filter: &Filter) -> Read<u64> {
    let count: i64 = chosen(true, filter)?.build_query_scalar().fetch_one(pool).await?;
    Ok(count as u64)
}

/// Starts a query over the index rows that match a filter, on all pages: to count or to list them.
fn chosen(counts: bool, filter: &Filter) -> Read<QueryBuilder<Postgres>> {
    let what = if counts { "count(*)" } else { "log_index.*" };
    // A user's rows are found by their seats, which are already in the order of the list.
    let table = match filter.user {
        Some(_) if counts && filter.needs_only_seats() => "seats",
        Some(_) => "seats JOIN log_index ON log_index.id = seats.card",
        None => "log_index",
    };
    let of = if filter.prefers_seats(counts) { "seats" } else { "log_index" };
    let mut query = QueryBuilder::new(format!("SELECT {what} FROM {table} WHERE TRUE"));
    if let Some(user) = &filter.user {
        query.push(" AND seats.\"user\" = ").push_bind(key(user));
    }
    if let Some(kind) = &filter.kind {
        query.push(format!(" AND {of}.kind = ")).push_bind(rows::enum_text(kind)?);
    }
    if !filter.stages.is_empty() {
        query.push(format!(" AND {of}.stage IN ("));
        let mut list = query.separated(", ");
        for stage in &filter.stages {
            list.push_bind(rows::enum_text(stage)?);
        }
        query.push(")");
    }
    if let Some(game) = &filter.game {
        query.push(" AND log_index.game = ").push_bind(key(game));
    }
    if let Some(tournament) = &filter.tournament {
        query.push(" AND log_index.tournament = ").push_bind(key(tournament));
    }
    if filter.public_only {
        query.push(format!(" AND {of}.public"));
    }
    if let Some(due) = filter.due_by_ms {
        query.push(" AND log_index.has_due AND log_index.due_ms <= ").push_bind(due);
    }
    Ok(query)
}

pub(super) async fn user(pool: &PgPool, id: &str) -> Read<Option<User>> {
    let row = sqlx::query("SELECT * FROM users WHERE id = $1").bind(key(id)).fetch_optional(pool).await?;
    row.as_ref().map(rows::user).transpose()
}

/// In the requested order, each once.
pub(super) async fn users(pool: &PgPool, ids: &[String]) -> Read<Vec<User>> {
    let rows = sqlx::query(
        "SELECT users.* FROM (SELECT id, min(place) AS place FROM unnest($1::TEXT[]) WITH ORDINALITY AS given (id, place) \
         GROUP BY id) AS asked JOIN users ON users.id = asked.id ORDER BY asked.place",
    )
    .bind(ids.iter().filter_map(|id| key(id)).collect::<Vec<_>>())
    .fetch_all(pool)
    .await?;
    all(rows, rows::user)
}

pub(super) async fn user_named(pool: &PgPool, name: &str) -> Read<Option<User>> {
    let row = sqlx::query("SELECT * FROM users WHERE name_key = $1")
        .bind(key(&folded(name)))
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(rows::user).transpose()
}

/// Guests created before then, oldest first, after the one with `after`: where the last page ended.
pub(super) async fn guests(
    pool: &PgPool,
    before_ms: i64,
    after: &(i64, String),
    limit: u32,
) -> Read<Vec<Guest>> {
    let rows = sqlx::query(
        "SELECT created_ms, id, EXISTS (SELECT 1 FROM seats WHERE seats.\"user\" = users.id) FROM users \
         WHERE role = 'guest' AND created_ms < $1 AND (created_ms, id) > ($2, $3) ORDER BY created_ms, id LIMIT $4",
    )
    .bind(before_ms)
    .bind(after.0)
    .bind(&after.1)
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    all(rows, |row| Ok(Guest { created_ms: row.try_get(0)?, id: row.try_get(1)?, sat: row.try_get(2)? }))
}

pub(super) async fn session(pool: &PgPool, hash: &[u8], now_ms: i64) -> Read<Option<Session>> {
    let row = sqlx::query("SELECT * FROM sessions WHERE hash = $1 AND expires_ms > $2")
        .bind(hash)
        .bind(now_ms)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(rows::session).transpose()
}

pub(super) async fn sessions(pool: &PgPool, user: &str, now_ms: i64) -> Read<Vec<Session>> {
    let rows = sqlx::query(
        "SELECT * FROM sessions WHERE \"user\" = $1 AND expires_ms > $2 ORDER BY created_ms, hash",
    )
    .bind(key(user))
    .bind(now_ms)
    .fetch_all(pool)
    .await?;
    all(rows, rows::session)
}

pub(super) async fn token(pool: &PgPool, hash: &[u8]) -> Read<Option<Token>> {
    let row = sqlx::query("SELECT * FROM tokens WHERE hash = $1").bind(hash).fetch_optional(pool).await?;
    row.as_ref().map(rows::token).transpose()
}

pub(super) async fn tokens(pool: &PgPool, user: &str) -> Read<Vec<Token>> {
    let rows = sqlx::query("SELECT * FROM tokens WHERE \"user\" = $1 ORDER BY created_ms, number")
        .bind(key(user))
        .fetch_all(pool)
        .await?;
    all(rows, rows::token)
}

pub(super) async fn blocks(pool: &PgPool, user: &str) -> Read<Vec<String>> {
    sqlx::query_scalar("SELECT other FROM blocks WHERE \"user\" = $1 ORDER BY other")
        .bind(key(user))
        .fetch_all(pool)
        .await
}

pub(super) async fn items(pool: &PgPool, user: &str, kind: &str) -> Read<Vec<Item>> {
    let rows = sqlx::query("SELECT * FROM items WHERE \"user\" = $1 AND kind = $2 ORDER BY key")
        .bind(key(user))
        .bind(key(kind))
        .fetch_all(pool)
        .await?;
    all(rows, rows::item)
}

pub(super) async fn chat(pool: &PgPool, table: &str, room: &str, limit: u32) -> Read<Vec<ChatLine>> {
    let rows =
        sqlx::query("SELECT * FROM chat WHERE at_table = $1 AND room = $2 ORDER BY number DESC LIMIT $3")
            .bind(key(table))
            .bind(key(room))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
    let mut lines = all(rows, rows::chat_line)?;
    lines.reverse();
    Ok(lines)
}

pub(super) async fn chat_of(pool: &PgPool, user: &str) -> Read<Vec<ChatLine>> {
    let rows = sqlx::query("SELECT * FROM chat WHERE \"user\" = $1 ORDER BY id")
        .bind(key(user))
        .fetch_all(pool)
        .await?;
    all(rows, rows::chat_line)
}

pub(super) async fn reports(pool: &PgPool, open_only: bool, limit: u32) -> Read<Vec<Report>> {
    let sql = match open_only {
        true => "SELECT * FROM reports WHERE settled IS NULL ORDER BY number DESC LIMIT $1",
        false => "SELECT * FROM reports ORDER BY number DESC LIMIT $1",
    };
    all(sqlx::query(sql).bind(i64::from(limit)).fetch_all(pool).await?, rows::report)
}

pub(super) async fn reports_by(pool: &PgPool, user: &str) -> Read<Vec<Report>> {
    let rows = sqlx::query("SELECT * FROM reports WHERE by_user = $1 ORDER BY number")
        .bind(key(user))
        .fetch_all(pool)
        .await?;
    all(rows, rows::report)
}

pub(super) async fn ratings(pool: &PgPool, user: &str) -> Read<Vec<Rating>> {
    let rows = sqlx::query("SELECT * FROM ratings WHERE \"user\" = $1 ORDER BY game")
        .bind(key(user))
        .fetch_all(pool)
        .await?;
    all(rows, rows::rating)
}

pub(super) async fn rating(pool: &PgPool, user: &str, game: &str) -> Read<Option<Rating>> {
    let row = sqlx::query("SELECT * FROM ratings WHERE \"user\" = $1 AND game = $2")
        .bind(key(user))
        .bind(key(game))
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(rows::rating).transpose()
}

pub(super) async fn leaders(pool: &PgPool, game: &str, deviation: f64, limit: u32) -> Read<Vec<Rating>> {
    let rows = sqlx::query(
        "SELECT * FROM ratings WHERE game = $1 AND deviation <= $2 ORDER BY rating DESC, \"user\" LIMIT $3",
    )
    .bind(key(game))
    .bind(deviation)
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    all(rows, rows::rating)
}

pub(super) async fn rating_history(
    pool: &PgPool,
    user: &str,
    game: &str,
    limit: u32,
) -> Read<Vec<RatingChange>> {
    let rows = sqlx::query(
        "SELECT * FROM rating_changes WHERE \"user\" = $1 AND game = $2 ORDER BY number DESC LIMIT $3",
    )
    .bind(key(user))
    .bind(key(game))
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    let mut changes = all(rows, rows::rating_change)?;
    changes.reverse();
    Ok(changes)
}

/// When a server was last alive.
pub(super) async fn heartbeat(pool: &PgPool) -> Read<Option<i64>> {
    sqlx::query_scalar("SELECT at_ms FROM heartbeat").fetch_optional(pool).await
}
