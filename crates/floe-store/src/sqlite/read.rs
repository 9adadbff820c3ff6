//! The queries of a store. Each is one statement, so its result is of one moment.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::rows;
use crate::sweep::Guest;
use crate::write_command::folded;
use crate::{
    ChatLine, Filter, IndexRow, Item, LogKind, Rating, RatingChange, Report, Session, StoredEntry, Token,
    User,
};

type Read<T> = Result<T, sqlx::Error>;

fn all<T>(rows: Vec<SqliteRow>, one: impl Fn(&SqliteRow) -> Read<T>) -> Read<Vec<T>> {
    rows.iter().map(one).collect()
}

pub(super) async fn entries(pool: &SqlitePool, stream: &str, from: u64) -> Read<Vec<StoredEntry>> {
    let rows = sqlx::query("SELECT at_ms, body FROM log WHERE stream = ? AND version > ? ORDER BY version")
        .bind(stream)
        .bind(i64::try_from(from).unwrap_or(i64::MAX))
        .fetch_all(pool)
        .await?;
    all(rows, |row| Ok(StoredEntry { at_ms: row.try_get(0)?, body: row.try_get(1)? }))
}

pub(super) async fn card(pool: &SqlitePool, id: &str) -> Read<Option<IndexRow>> {
    let row = sqlx::query("SELECT * FROM log_index WHERE id = ?").bind(id).fetch_optional(pool).await?;
    row.as_ref().map(rows::card).transpose()
}

pub(super) async fn list(pool: &SqlitePool, filter: Filter) -> Read<Vec<IndexRow>> {
    if filter.limit == 0 {
        return Ok(Vec::new());
    }
    let (before, limit) = (filter.before.clone(), filter.limit);
    let (moment, id) = match filter.user {
        Some(_) => ("seats.created_ms", "seats.card"),
        None => ("log_index.created_ms", "log_index.id"),
    };
    let mut query = chosen(false, filter)?;
    if let Some((before, than)) = before {
        query.push(format!(" AND ({moment}, {id}) < (")).push_bind(before);
        query.push(", ").push_bind(than).push(")");
    }
    query.push(format!(" ORDER BY {moment} DESC, {id} DESC LIMIT ")).push_bind(limit);
    all(query.build().fetch_all(pool).await?, rows::card)
}

pub(super) async fn count(pool: &SqlitePool, filter: Filter) -> Read<u64> {
    let count: i64 = chosen(true, filter)?.build_query_scalar().fetch_one(pool).await?;
    Ok(count as u64)
}

/// Starts a query over the index rows that match a filter, on all pages: to count or to list them.
fn chosen(counts: bool, filter: Filter) -> Read<QueryBuilder<Sqlite>> {
    let what = if counts { "count(*)" } else { "log_index.*" };
    // A user's rows are found by their seats, which are already in the order of the list.
    let table = match filter.user {
        Some(_) if counts && filter.needs_only_seats() => "seats",
        Some(_) => "seats JOIN log_index ON log_index.id = seats.card",
        None => "log_index",
    };
    let of = if filter.prefers_seats(counts) { "seats" } else { "log_index" };
    // With a plus, SQLite does not look for the value in an index. It would then have to sort what it finds, which may be
    // nearly everything.
    let plus = if filter.is_broad() { "+" } else { "" };
    let mut query = QueryBuilder::new(format!("SELECT {what} FROM {table} WHERE TRUE"));
    if let Some(user) = filter.user {
        query.push(" AND seats.user = ").push_bind(user);
    }
    if let Some(kind) = filter.kind {
        // Not bound: for tournaments there is an index of their own.
        let plus = if kind == LogKind::Table { plus } else { "" };
        query.push(format!(" AND {plus}{of}.kind = '{}'", rows::enum_text(&kind)?));
    }
    if !filter.stages.is_empty() {
        query.push(format!(" AND {plus}{of}.stage IN ("));
        let mut list = query.separated(", ");
        for stage in &filter.stages {
            list.push_bind(rows::enum_text(stage)?);
        }
        query.push(")");
    }
    if let Some(game) = filter.game {
        query.push(" AND log_index.game = ").push_bind(game);
    }
    if let Some(tournament) = filter.tournament {
        query.push(" AND log_index.tournament = ").push_bind(tournament);
    }
    if filter.public_only {
        query.push(format!(" AND {of}.public"));
    }
    if let Some(due) = filter.due_by_ms {
        query.push(" AND log_index.due_ms <= ").push_bind(due);
    }
    Ok(query)
}

pub(super) async fn user(pool: &SqlitePool, id: &str) -> Read<Option<User>> {
    let row = sqlx::query("SELECT * FROM users WHERE id = ?").bind(id).fetch_optional(pool).await?;
    row.as_ref().map(rows::user).transpose()
}

/// In the requested order, each once.
pub(super) async fn users(pool: &SqlitePool, ids: Vec<String>) -> Read<Vec<User>> {
    let rows = sqlx::query(
        "SELECT users.* FROM (SELECT value AS id, min(key) AS place FROM json_each(?) GROUP BY value) AS asked \
         JOIN users ON users.id = asked.id ORDER BY asked.place",
    )
    .bind(rows::json(&ids)?)
    .fetch_all(pool)
    .await?;
    all(rows, rows::user)
}

pub(super) async fn user_named(pool: &SqlitePool, name: &str) -> Read<Option<User>> {
    let row =
        sqlx::query("SELECT * FROM users WHERE name_key = ?").bind(folded(name)).fetch_optional(pool).await?;
    row.as_ref().map(rows::user).transpose()
}

/// Guests created before then, oldest first, after the one with `after`: where the last page ended.
pub(super) async fn guests(
    pool: &SqlitePool,
    before_ms: i64,
    after: &(i64, String),
    limit: u32,
) -> Read<Vec<Guest>> {
    let rows = sqlx::query(
        "SELECT created_ms, id, EXISTS (SELECT 1 FROM seats WHERE seats.user = users.id) FROM users \
         WHERE role = 'guest' AND created_ms < ? AND (created_ms, id) > (?, ?) ORDER BY created_ms, id LIMIT ?",
    )
    .bind(before_ms)
    .bind(after.0)
    .bind(&after.1)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    all(rows, |row| Ok(Guest { created_ms: row.try_get(0)?, id: row.try_get(1)?, sat: row.try_get(2)? }))
}

pub(super) async fn session(pool: &SqlitePool, hash: &[u8], now_ms: i64) -> Read<Option<Session>> {
    let row = sqlx::query("SELECT * FROM sessions WHERE hash = ? AND expires_ms > ?")
        .bind(hash)
        .bind(now_ms)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(rows::session).transpose()
}

pub(super) async fn sessions(pool: &SqlitePool, user: &str, now_ms: i64) -> Read<Vec<Session>> {
    let rows =
        sqlx::query("SELECT * FROM sessions WHERE user = ? AND expires_ms > ? ORDER BY created_ms, hash")
            .bind(user)
            .bind(now_ms)
            .fetch_all(pool)
            .await?;
    all(rows, rows::session)
}

pub(super) async fn token(pool: &SqlitePool, hash: &[u8]) -> Read<Option<Token>> {
    let row = sqlx::query("SELECT * FROM tokens WHERE hash = ?").bind(hash).fetch_optional(pool).await?;
    row.as_ref().map(rows::token).transpose()
}

pub(super) async fn tokens(pool: &SqlitePool, user: &str) -> Read<Vec<Token>> {
    let rows = sqlx::query("SELECT * FROM tokens WHERE user = ? ORDER BY created_ms, number")
        .bind(user)
        .fetch_all(pool)
        .await?;
    all(rows, rows::token)
}

pub(super) async fn blocks(pool: &SqlitePool, user: &str) -> Read<Vec<String>> {
    sqlx::query_scalar("SELECT other FROM blocks WHERE user = ? ORDER BY other")
        .bind(user)
        .fetch_all(pool)
        .await
}

pub(super) async fn items(pool: &SqlitePool, user: &str, kind: &str) -> Read<Vec<Item>> {
    let rows = sqlx::query("SELECT * FROM items WHERE user = ? AND kind = ? ORDER BY key")
        .bind(user)
        .bind(kind)
        .fetch_all(pool)
        .await?;
    all(rows, rows::item)
}

pub(super) async fn chat(pool: &SqlitePool, table: &str, room: &str, limit: u32) -> Read<Vec<ChatLine>> {
    let rows = sqlx::query("SELECT * FROM chat WHERE at_table = ? AND room = ? ORDER BY number DESC LIMIT ?")
        .bind(table)
        .bind(room)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    let mut lines = all(rows, rows::chat_line)?;
    lines.reverse();
    Ok(lines)
}

pub(super) async fn chat_of(pool: &SqlitePool, user: &str) -> Read<Vec<ChatLine>> {
    let rows =
        sqlx::query("SELECT * FROM chat WHERE user = ? ORDER BY id").bind(user).fetch_all(pool).await?;
    all(rows, rows::chat_line)
}

pub(super) async fn reports(pool: &SqlitePool, open_only: bool, limit: u32) -> Read<Vec<Report>> {
    let sql = match open_only {
        true => "SELECT * FROM reports WHERE settled IS NULL ORDER BY number DESC LIMIT ?",
        false => "SELECT * FROM reports ORDER BY number DESC LIMIT ?",
    };
    all(sqlx::query(sql).bind(limit).fetch_all(pool).await?, rows::report)
}

pub(super) async fn reports_by(pool: &SqlitePool, user: &str) -> Read<Vec<Report>> {
    let rows = sqlx::query("SELECT * FROM reports WHERE by_user = ? ORDER BY number")
        .bind(user)
        .fetch_all(pool)
        .await?;
    all(rows, rows::report)
}

pub(super) async fn ratings(pool: &SqlitePool, user: &str) -> Read<Vec<Rating>> {
    let rows =
        sqlx::query("SELECT * FROM ratings WHERE user = ? ORDER BY game").bind(user).fetch_all(pool).await?;
    all(rows, rows::rating)
}

pub(super) async fn rating(pool: &SqlitePool, user: &str, game: &str) -> Read<Option<Rating>> {
    let row = sqlx::query("SELECT * FROM ratings WHERE user = ? AND game = ?")
        .bind(user)
        .bind(game)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(rows::rating).transpose()
}

pub(super) async fn leaders(pool: &SqlitePool, game: &str, deviation: f64, limit: u32) -> Read<Vec<Rating>> {
    let rows = sqlx::query(
        "SELECT * FROM ratings WHERE game = ? AND deviation <= ? ORDER BY rating DESC, user LIMIT ?",
    )
    .bind(game)
    .bind(deviation)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    all(rows, rows::rating)
}

pub(super) async fn rating_history(
    pool: &SqlitePool,
    user: &str,
    game: &str,
    limit: u32,
) -> Read<Vec<RatingChange>> {
    let rows =
        sqlx::query("SELECT * FROM rating_changes WHERE user = ? AND game = ? ORDER BY number DESC LIMIT ?")
            .bind(user)
            .bind(game)
            .bind(limit)
            .fetch_all(pool)
            .await?;
    let mut changes = all(rows, rows::rating_change)?;
    changes.reverse();
    Ok(changes)
}
