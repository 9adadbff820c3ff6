//! Conversions between rows and values.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::{ChatLine, IndexRow, Rating, RatingChange, Report, Session, Token, User};

/// A value that is a single string, such as a stage.
pub(super) fn enum_text(value: &impl Serialize) -> Result<String, sqlx::Error> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => Ok(text),
        Ok(other) => Err(sqlx::Error::Encode(format!("{other} is not a string").into())),
        Err(error) => Err(sqlx::Error::Encode(error.into())),
    }
}

/// A value that is a list.
pub(super) fn json(value: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}

fn from_text<T: DeserializeOwned>(text: String) -> Result<T, sqlx::Error> {
    serde_json::from_value(serde_json::Value::String(text)).map_err(|error| sqlx::Error::Decode(error.into()))
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

pub(super) fn card(row: &SqliteRow) -> Result<IndexRow, sqlx::Error> {
    Ok(IndexRow {
        id: row.try_get("id")?,
        kind: from_text(row.try_get("kind")?)?,
        stage: from_text(row.try_get("stage")?)?,
        game: row.try_get("game")?,
        public: row.try_get("public")?,
        rated: row.try_get("rated")?,
        tournament: row.try_get("tournament")?,
        created_ms: row.try_get("created_ms")?,
        ended_ms: row.try_get("ended_ms")?,
        due_ms: row.try_get("due_ms")?,
        players: from_json(row.try_get("players")?)?,
        summary: row.try_get("summary")?,
    })
}

pub(super) fn user(row: &SqliteRow) -> Result<User, sqlx::Error> {
    Ok(User {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        role: from_text(row.try_get("role")?)?,
        bot: row.try_get("bot")?,
        password: row.try_get("password")?,
        recovery: row.try_get("recovery")?,
        created_ms: row.try_get("created_ms")?,
        renamed_ms: row.try_get("renamed_ms")?,
        banned_until_ms: row.try_get("banned_until_ms")?,
        muted_until_ms: row.try_get("muted_until_ms")?,
        settings: row.try_get("settings")?,
        deleted: row.try_get("deleted")?,
    })
}

pub(super) fn session(row: &SqliteRow) -> Result<Session, sqlx::Error> {
    Ok(Session {
        hash: row.try_get("hash")?,
        user: row.try_get("user")?,
        created_ms: row.try_get("created_ms")?,
        expires_ms: row.try_get("expires_ms")?,
    })
}

pub(super) fn token(row: &SqliteRow) -> Result<Token, sqlx::Error> {
    Ok(Token {
        id: row.try_get("id")?,
        hash: row.try_get("hash")?,
        user: row.try_get("user")?,
        label: row.try_get("label")?,
        scopes: from_json(row.try_get("scopes")?)?,
        created_ms: row.try_get("created_ms")?,
    })
}

pub(super) fn chat_line(row: &SqliteRow) -> Result<ChatLine, sqlx::Error> {
    Ok(ChatLine {
        number: row.try_get::<i64, _>("number")? as u64,
        table: row.try_get("at_table")?,
        user: row.try_get("user")?,
        room: row.try_get("room")?,
        at_ms: row.try_get("at_ms")?,
        text: row.try_get("text")?,
    })
}

pub(super) fn report(row: &SqliteRow) -> Result<Report, sqlx::Error> {
    Ok(Report {
        number: row.try_get::<i64, _>("number")? as u64,
        by: row.try_get("by_user")?,
        about: row.try_get("about")?,
        table: row.try_get("at_table")?,
        at_ms: row.try_get("at_ms")?,
        text: row.try_get("text")?,
        settled: row.try_get("settled")?,
    })
}

pub(super) fn rating(row: &SqliteRow) -> Result<Rating, sqlx::Error> {
    Ok(Rating {
        user: row.try_get("user")?,
        game: row.try_get("game")?,
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        games: row.try_get("games")?,
        at_ms: row.try_get("at_ms")?,
    })
}

pub(super) fn rating_change(row: &SqliteRow) -> Result<RatingChange, sqlx::Error> {
    Ok(RatingChange { table: row.try_get("at_table")?, after: rating(row)? })
}
