//! Chat at a table.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use floe_store::ChatLine as Stored;
use floe_wire::web::{ChatMessage, ErrorCode, Stage};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{App, ErrorBody};
use crate::auth::{Caller, OptionalCaller, Scope};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::table::{ChatLine, TableMessage};
use crate::users::user_infos;

/// Maximum length of a message, in characters.
const MAX_LENGTH: usize = 300;
/// How many earlier messages are shown.
const SHOWN: u32 = 100;

const PLAYERS: &str = "players";
const SPECTATORS: &str = "spectators";

/// Posts a message at a table: while the game is on, players see only messages of players, and spectators only those of
/// spectators.
pub async fn say(app: &App, caller: &Caller, table: &str, text: &str) -> Result<(), ApiError> {
    caller.require_scope(Scope::Chat)?;
    let now = now_ms();
    // A connection may be older than a mute or a new name.
    let speaker = app.table_registry.services.store.user(&caller.user.id).await?.filter(|user| !user.deleted);
    let speaker = speaker.ok_or_else(|| ApiError::not_found("user"))?;
    if speaker.muted_until_ms.is_some_and(|until| until > now) {
        return Err(ApiError::new(ErrorCode::Forbidden, "you are muted at the moment"));
    }
    let text = text.trim();
    let plain = |letter: char| !letter.is_control() && !is_invisible(letter);
    if text.is_empty() || text.chars().count() > MAX_LENGTH || !text.chars().all(plain) {
        let message = format!("a message has 1 to {MAX_LENGTH} visible characters");
        return Err(ApiError::new(ErrorCode::Refused, message));
    }
    if !app.chatter.take(caller.user.id.clone()) {
        return Err(ApiError::new(ErrorCode::RateLimited, "you are chatting too fast; wait a moment"));
    }
    app.table_registry.charge(caller.payer(), text.len())?;
    let user = caller.user.id.clone();
    let (by_player, _) =
        app.table_registry.ask(table, |reply| TableMessage::Standing(user.clone(), reply)).await?;
    let line = Stored {
        number: 0,
        table: table.into(),
        user: user.clone(),
        room: if by_player { PLAYERS } else { SPECTATORS }.into(),
        at_ms: now,
        text: text.into(),
    };
    let number = app.table_registry.services.store.add_chat(line).await?;
    let said = ChatMessage { number, name: speaker.name, user, at_ms: now, text: text.into() };
    app.table_registry.tell(table, TableMessage::Chat(ChatLine { said, by_player })).await;
    Ok(())
}

/// Characters that reverse text or hide in it.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

/// A chat message to post.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatPost {
    text: String,
}

/// Posts a chat message.
#[utoipa::path(post, path = "/api/tables/{id}/chat", params(("id" = String, Path)), request_body = ChatPost,
    responses((status = 204), (status = 422, body = ErrorBody)))]
pub async fn post(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    saying: Result<Json<ChatPost>, JsonRejection>,
) -> Result<axum::http::StatusCode, ApiError> {
    say(&app, &caller, &id, &saying?.0.text).await?;
    Ok(axum::http::StatusCode::NO_CONTENT)
}

/// The chat, as far as the caller may see it.
#[utoipa::path(get, path = "/api/tables/{id}/chat", operation_id = "list_chat", params(("id" = String, Path)),
    responses((status = 200, body = Vec<ChatMessage>)))]
pub async fn list(
    State(app): State<App>,
    OptionalCaller(caller): OptionalCaller,
    Path(id): Path<String>,
) -> Result<Json<Vec<ChatMessage>>, ApiError> {
    if let Some(caller) = &caller {
        caller.require_scope(Scope::Read)?;
    }
    let user = caller.as_ref().map(|caller| caller.user.id.clone()).unwrap_or_default();
    let (plays, stage) =
        app.table_registry.ask(&id, |reply| TableMessage::Standing(user.clone(), reply)).await?;
    let store = &app.table_registry.services.store;
    let mut lines = Vec::new();
    for (room, own) in [(PLAYERS, plays), (SPECTATORS, !plays)] {
        if own || stage != Stage::Live {
            lines.extend(store.chat(&id, room, SHOWN).await?);
        }
    }
    lines.sort_by_key(|line| line.number);
    let blocked = match caller {
        Some(caller) => store.blocks(&caller.user.id).await?,
        None => Vec::new(),
    };
    lines.retain(|line| !blocked.contains(&line.user));
    let users = store.users(lines.iter().map(|line| line.user.clone()).collect()).await?;
    let infos = user_infos(&users);
    let message = |line: &Stored| ChatMessage {
        number: line.number,
        name: infos(&line.user).name,
        user: line.user.clone(),
        at_ms: line.at_ms,
        text: line.text.clone(),
    };
    Ok(Json(lines.iter().map(message).collect()))
}
