//! Challenges: the host of a table asks somebody by name to take a seat.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use floe_store::{Item, Stage};
use floe_wire::web::{ErrorCode, Invitation, NewInvitation};
use serde_json::Value;

use super::people::named;
use super::{App, ErrorBody};
use crate::auth::{Caller, Scope};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::table::row_of;

/// The items that hold challenges.
const KIND: &str = "invitation";
/// Maximum number of challenges that wait for somebody.
const PENDING: usize = 20;

/// Challenges a user by name to take a seat at the caller's own table.
#[utoipa::path(post, path = "/api/tables/{id}/invitations", operation_id = "invite", params(("id" = String, Path)),
    request_body = NewInvitation,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn invite(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    body: Result<Json<NewInvitation>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(NewInvitation { name }) = body?;
    caller.require_scope(Scope::Play)?;
    let services = &app.table_registry.services;
    let card = services.store.index_row(&id).await?.ok_or_else(|| ApiError::not_found("table"))?;
    let summary: Value = serde_json::from_str(&card.summary).unwrap_or_default();
    if summary["host"].as_str() != Some(&caller.user.id) {
        return Err(ApiError::new(
            ErrorCode::Forbidden,
            "only the host of a table can challenge somebody to it",
        ));
    }
    if card.stage != Stage::Open || card.tournament.is_some() {
        return Err(ApiError::new(ErrorCode::Refused, "this table has no free seat"));
    }
    let other = named(&app, &name).await?;
    if other.id == caller.user.id {
        return Err(ApiError::new(ErrorCode::Refused, "you cannot challenge yourself"));
    }
    let blocks = services.store.blocks(&other.id).await?;
    let pending = pending(&app, &other.id).await?;
    if blocks.contains(&caller.user.id) {
        return Err(ApiError::new(ErrorCode::Forbidden, format!("{} has blocked you", other.name)));
    }
    if pending.len() >= PENDING {
        let message = format!("{} already has {PENDING} challenges to answer; try again later", other.name);
        return Err(ApiError::new(ErrorCode::RateLimited, message));
    }
    if !app.inviters.take(caller.user.id.clone()) {
        return Err(ApiError::new(ErrorCode::RateLimited, "you have sent many challenges; wait a moment"));
    }
    app.table_registry.charge(caller.payer(), 0)?;
    let item = Item {
        user: other.id.clone(),
        kind: KIND.into(),
        key: id.clone(),
        at_ms: now_ms(),
        body: caller.user.id.clone(),
    };
    if services.store.put_item(item, false).await? {
        services.tell_user(&other.id, &id, &card.game, "invited");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Declines a challenge to the caller. Whoever sent it is told.
#[utoipa::path(delete, path = "/api/me/invitations/{id}", operation_id = "decline_invitation", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub async fn decline(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    caller.require_scope(Scope::Play)?;
    let services = &app.table_registry.services;
    let items = services.store.items(&caller.user.id, KIND).await?;
    let item = items.iter().find(|item| item.key == id).ok_or_else(|| ApiError::not_found("challenge"))?;
    services.store.drop_item(&caller.user.id, KIND, &id).await?;
    if let Some(card) = services.store.index_row(&id).await? {
        services.tell_user(&item.body, &id, &card.game, "declined");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The challenges that wait for a user, newest first. Those whose table has begun or is gone are removed.
pub async fn pending(app: &App, user: &str) -> Result<Vec<Invitation>, ApiError> {
    let services = &app.table_registry.services;
    let mut items = services.store.items(user, KIND).await?;
    items.sort_by_key(|item| std::cmp::Reverse(item.at_ms));
    let mut found = Vec::new();
    for item in items {
        let card = services.store.index_row(&item.key).await?;
        let seated =
            card.as_ref().is_some_and(|card| card.players.iter().any(|one| one.user_id() == Some(user)));
        let from = services.store.user(&item.body).await?.filter(|from| !from.deleted);
        match (card, from) {
            (Some(card), Some(from)) if card.stage == Stage::Open && !seated => {
                found.push(Invitation { row: row_of(services, &card).await?, from: from.name });
            }
            _ => {
                services.store.drop_item(user, KIND, &item.key).await?;
            }
        }
    }
    Ok(found)
}
