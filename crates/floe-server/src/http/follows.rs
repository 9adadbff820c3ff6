//! Following people: who of them is here, and what they play.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use floe_store::{Filter, Item, LogKind, Stage, User};
use floe_wire::web::{ErrorCode, Friend};

use super::people::named;
use super::{App, ErrorBody};
use crate::auth::{Caller, Scope};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::table::row_of;

/// The items that say whom somebody follows.
const KIND: &str = "follow";
/// Maximum number of people whom a user follows.
const FOLLOWED: usize = 200;

/// The people whom the caller follows: those who play first, then those who wait for a game or are connected, by name.
#[utoipa::path(get, path = "/api/follows", operation_id = "list_follows", responses((status = 200, body = Vec<Friend>)))]
pub async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<Friend>>, ApiError> {
    caller.require_scope(Scope::Read)?;
    let store = &app.table_registry.services.store;
    let ids = store.items(&caller.user.id, KIND).await?.into_iter().map(|item| item.key).collect();
    let mut friends = Vec::new();
    for user in store.users(ids).await?.into_iter().filter(|user| !user.deleted) {
        friends.push(friend(&app, &caller.user.id, user).await?);
    }
    let rank = |friend: &Friend| (friend.playing.is_none(), friend.waiting.is_none(), !friend.online);
    friends.sort_by(|one, two| (rank(one), &one.name).cmp(&(rank(two), &two.name)));
    Ok(Json(friends))
}

/// What the reader may know of somebody. Whoever has blocked the reader is never shown as present.
async fn friend(app: &App, reader: &str, user: User) -> Result<Friend, ApiError> {
    let services = &app.table_registry.services;
    let absent = Friend {
        id: user.id.clone(),
        name: user.name,
        bot: user.bot,
        online: false,
        playing: None,
        waiting: None,
    };
    if !services.hub.is_online(&user.id)
        || services.store.blocks(&user.id).await?.contains(&reader.to_owned())
    {
        return Ok(absent);
    }
    let at = |stage| Filter {
        kind: Some(LogKind::Table),
        stages: vec![stage],
        user: Some(user.id.clone()),
        public_only: true,
        limit: 1,
        ..Filter::default()
    };
    let mut rows = [None, None];
    for (row, stage) in rows.iter_mut().zip([Stage::Live, Stage::Open]) {
        if let Some(card) = services.store.list(at(stage)).await?.first() {
            *row = Some(row_of(services, card).await?);
        }
    }
    let [playing, waiting] = rows;
    Ok(Friend { online: true, playing, waiting, ..absent })
}

/// Follows a user.
#[utoipa::path(put, path = "/api/follows/{name}", params(("name" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub async fn follow(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    caller.require_session()?;
    let other = named(&app, &name).await?;
    if other.id == caller.user.id {
        return Err(ApiError::new(ErrorCode::Refused, "you cannot follow yourself"));
    }
    let store = &app.table_registry.services.store;
    if store.items(&caller.user.id, KIND).await?.len() >= FOLLOWED {
        let message = format!("you already follow {FOLLOWED} people, which is the limit");
        return Err(ApiError::new(ErrorCode::RateLimited, message));
    }
    app.table_registry.charge(caller.payer(), 0)?;
    let item = Item {
        user: caller.user.id.clone(),
        kind: KIND.into(),
        key: other.id,
        at_ms: now_ms(),
        body: String::new(),
    };
    store.put_item(item, false).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// No longer follows a user.
#[utoipa::path(delete, path = "/api/follows/{name}", params(("name" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub async fn unfollow(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    caller.require_session()?;
    let other = named(&app, &name).await?;
    app.table_registry.services.store.drop_item(&caller.user.id, KIND, &other.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
