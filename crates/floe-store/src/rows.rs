//! Conversions between rows and values. The columns have the same names in every database.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use crate::{ChatLine, IndexRow, Item, Rating, RatingChange, Report, Session, Token, User};

/// A value that is a single string, such as a stage.
pub(crate) fn enum_text(value: &impl Serialize) -> Result<String, sqlx::Error> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => Ok(text),
        Ok(other) => Err(sqlx::Error::Encode(format!("{other} is not a string").into())),
        Err(error) => Err(sqlx::Error::Encode(error.into())),
    }
}

/// A value that is a list.
pub(crate) fn json(value: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}

fn from_text<T: DeserializeOwned>(text: String) -> Result<T, sqlx::Error> {
    serde_json::from_value(serde_json::Value::String(text)).map_err(|error| sqlx::Error::Decode(error.into()))
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// A row of any database: its columns by name and type.
pub(crate) trait Columns {
    fn text(&self, name: &str) -> Result<String, sqlx::Error>;
    fn text_or_null(&self, name: &str) -> Result<Option<String>, sqlx::Error>;
    fn number(&self, name: &str) -> Result<i64, sqlx::Error>;
    fn number_or_null(&self, name: &str) -> Result<Option<i64>, sqlx::Error>;
    fn real(&self, name: &str) -> Result<f64, sqlx::Error>;
    fn flag(&self, name: &str) -> Result<bool, sqlx::Error>;
    fn bytes(&self, name: &str) -> Result<Vec<u8>, sqlx::Error>;
}

macro_rules! columns {
    ($row:ty: $($name:ident -> $value:ty),*) => {
        impl Columns for $row {
            $(fn $name(&self, name: &str) -> Result<$value, sqlx::Error> {
                self.try_get(name)
            })*
        }
    };
    ($($row:ty),*) => {
        $(columns! {
            $row: text -> String, text_or_null -> Option<String>, number -> i64, number_or_null -> Option<i64>,
            real -> f64, flag -> bool, bytes -> Vec<u8>
        })*
    };
}

columns!(SqliteRow, PgRow);

pub(crate) fn card(row: &impl Columns) -> Result<IndexRow, sqlx::Error> {
    Ok(IndexRow {
        id: row.text("id")?,
        kind: from_text(row.text("kind")?)?,
        stage: from_text(row.text("stage")?)?,
        game: row.text("game")?,
        public: row.flag("public")?,
        rated: row.flag("rated")?,
        tournament: row.text_or_null("tournament")?,
        created_ms: row.number("created_ms")?,
        ended_ms: row.number_or_null("ended_ms")?,
        due_ms: row.number_or_null("due_ms")?,
        players: from_json(&row.text("players")?)?,
        summary: row.text("summary")?,
    })
}

pub(crate) fn user(row: &impl Columns) -> Result<User, sqlx::Error> {
    Ok(User {
        id: row.text("id")?,
        name: row.text("name")?,
        role: from_text(row.text("role")?)?,
        bot: row.flag("bot")?,
        password: row.text_or_null("password")?,
        recovery: row.text_or_null("recovery")?,
        created_ms: row.number("created_ms")?,
        renamed_ms: row.number_or_null("renamed_ms")?,
        banned_until_ms: row.number_or_null("banned_until_ms")?,
        muted_until_ms: row.number_or_null("muted_until_ms")?,
        settings: row.text("settings")?,
        deleted: row.flag("deleted")?,
    })
}

pub(crate) fn session(row: &impl Columns) -> Result<Session, sqlx::Error> {
    Ok(Session {
        hash: row.bytes("hash")?,
        user: row.text("user")?,
        created_ms: row.number("created_ms")?,
        expires_ms: row.number("expires_ms")?,
    })
}

pub(crate) fn token(row: &impl Columns) -> Result<Token, sqlx::Error> {
    Ok(Token {
        id: row.text("id")?,
        hash: row.bytes("hash")?,
        user: row.text("user")?,
        label: row.text("label")?,
        scopes: from_json(&row.text("scopes")?)?,
        created_ms: row.number("created_ms")?,
    })
}

pub(crate) fn item(row: &impl Columns) -> Result<Item, sqlx::Error> {
    Ok(Item {
        user: row.text("user")?,
        kind: row.text("kind")?,
        key: row.text("key")?,
        at_ms: row.number("at_ms")?,
        body: row.text("body")?,
    })
}

pub(crate) fn chat_line(row: &impl Columns) -> Result<ChatLine, sqlx::Error> {
    Ok(ChatLine {
        number: row.number("number")? as u64,
        table: row.text("at_table")?,
        user: row.text("user")?,
        room: row.text("room")?,
        at_ms: row.number("at_ms")?,
        text: row.text("text")?,
    })
}

pub(crate) fn report(row: &impl Columns) -> Result<Report, sqlx::Error> {
    Ok(Report {
        number: row.number("number")? as u64,
        by: row.text("by_user")?,
        about: row.text("about")?,
        table: row.text_or_null("at_table")?,
        at_ms: row.number("at_ms")?,
        text: row.text("text")?,
        settled: row.text_or_null("settled")?,
    })
}

pub(crate) fn rating(row: &impl Columns) -> Result<Rating, sqlx::Error> {
    Ok(Rating {
        user: row.text("user")?,
        game: row.text("game")?,
        rating: row.real("rating")?,
        deviation: row.real("deviation")?,
        volatility: row.real("volatility")?,
        games: row.number("games")? as u32,
        at_ms: row.number("at_ms")?,
    })
}

pub(crate) fn rating_change(row: &impl Columns) -> Result<RatingChange, sqlx::Error> {
    Ok(RatingChange { table: row.text("at_table")?, after: rating(row)? })
}
