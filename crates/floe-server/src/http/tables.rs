//! Tables: creating, listing, joining and playing.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use floe_games::registry;
use floe_store::{Filter, LogKind};
use floe_wire::web::{
    CreatedTable, EngineSeat, ErrorCode, NewContribution, NewTable, SitRequest, TableAction, TablePage,
    TableState,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::listing::{before, limit, next, stages};
use super::{App, ErrorBody};
use crate::auth::{Caller, OptionalCaller, Scope};
use crate::error::ApiError;
use crate::table::{Requester, TableMessage, TableRequest, row_of};

/// The version after the request.
#[derive(Serialize, ToSchema)]
pub struct VersionReply {
    version: u64,
}

/// Creates a table. If every seat is taken the game starts immediately; otherwise it waits in the lobby or, if private,
/// for players who know its address.
#[utoipa::path(post, path = "/api/tables", operation_id = "create_table", request_body = NewTable,
    responses((status = 201, body = CreatedTable), (status = 422, body = ErrorBody)))]
pub async fn make(
    State(app): State<App>,
    caller: Caller,
    new: Result<Json<NewTable>, JsonRejection>,
) -> Result<Response, ApiError> {
    caller.require_scope(Scope::Play)?;
    let Json(new) = new?;
    if !app.makers.take(caller.user.id.clone()) {
        return Err(ApiError::new(ErrorCode::RateLimited, "you are creating tables too fast; wait a moment"));
    }
    let (id, commitment) = app.table_registry.make(&caller.user, caller.address, new).await?;
    Ok((StatusCode::CREATED, Json(CreatedTable { id, commitment })).into_response())
}

/// What to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    /// `open`, `live`, `over` or `aborted`, or several separated by commas (default: all).
    stage: Option<String>,
    /// The id of a game.
    game: Option<String>,
    /// The name of a player.
    player: Option<String>,
    /// The id of a tournament.
    tournament: Option<String>,
    /// The `next` value of the previous page.
    before: Option<String>,
    /// Maximum number of results, up to 100.
    limit: Option<u32>,
}

/// Lists public tables, and the caller's own private ones if filtered by their own name: the lobby (`stage=open`),
/// games in progress, the archive; newest first.
#[utoipa::path(get, path = "/api/tables", operation_id = "list_tables", params(ListQuery), responses((status = 200, body = TablePage)))]
pub async fn list(
    State(app): State<App>,
    OptionalCaller(caller): OptionalCaller,
    listing: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<TablePage>, ApiError> {
    let Query(listing) = listing?;
    if let Some(caller) = &caller {
        caller.require_scope(Scope::Read)?;
    }
    let stages = stages(listing.stage.as_deref())?;
    if let Some(game) = &listing.game {
        registry::find(game)?;
    }
    let user = match &listing.player {
        Some(name) => {
            let user = app
                .table_registry
                .services
                .store
                .user_named(name)
                .await?
                .ok_or_else(|| ApiError::not_found("player"))?;
            Some(user.id)
        }
        None => None,
    };
    let before = listing.before.as_deref().map(before).transpose()?;
    let own = caller.is_some_and(|caller| user.as_ref() == Some(&caller.user.id));
    let limit = limit(listing.limit);
    let filter = Filter {
        kind: Some(LogKind::Table),
        stages,
        game: listing.game,
        user,
        tournament: listing.tournament,
        public_only: !own,
        due_by_ms: None,
        before,
        limit,
    };
    let cards = app.table_registry.services.store.list(filter).await?;
    let next = next(&cards, limit);
    let mut tables = Vec::with_capacity(cards.len());
    for card in &cards {
        tables.push(row_of(&app.table_registry.services, card).await?);
    }
    Ok(Json(TablePage { tables, next }))
}

/// Gives a free seat of the caller's own table to an engine.
#[utoipa::path(post, path = "/api/tables/{id}/engine", operation_id = "seat_engine", params(("id" = String, Path)),
    request_body = EngineSeat,
    responses((status = 200, body = VersionReply), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn seat_engine(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    body: Result<Json<EngineSeat>, JsonRejection>,
) -> Result<Json<VersionReply>, ApiError> {
    let Json(EngineSeat { level, seat }) = body?;
    caller.require_scope(Scope::Play)?;
    let requester = Requester { user: caller.user.clone(), seat, lag_ms: 0, address: Some(caller.address) };
    let version = app
        .table_registry
        .ask(&id, |reply| {
            TableMessage::Ask(requester.clone(), TableRequest::SitEngine { level: level.clone() }, reply)
        })
        .await??;
    Ok(Json(VersionReply { version }))
}

/// How to view a table.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ViewQuery {
    /// View from this seat, for users who hold several.
    seat: Option<usize>,
    /// Include the legal moves if it is the viewer's turn.
    #[serde(default)]
    legal: bool,
}

/// A table as the caller may see it.
#[utoipa::path(get, path = "/api/tables/{id}", operation_id = "get_table", params(("id" = String, Path), ViewQuery),
    responses((status = 200, body = TableState), (status = 404, body = ErrorBody)))]
pub async fn state(
    State(app): State<App>,
    OptionalCaller(caller): OptionalCaller,
    Path(id): Path<String>,
    look: Result<Query<ViewQuery>, QueryRejection>,
) -> Result<Json<TableState>, ApiError> {
    let Query(look) = look?;
    if let Some(caller) = &caller {
        caller.require_scope(Scope::Read)?;
    }
    let user = caller.map(|caller| caller.user.id.clone());
    let ask = |reply| TableMessage::State(user.clone(), look.seat, look.legal, reply);
    Ok(Json(*app.table_registry.ask(&id, ask).await?))
}

/// The record of a game as the caller may see it; once the game is over all of it, with the secret of its deal.
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = Object), (status = 404, body = ErrorBody)))]
pub async fn record(
    State(app): State<App>,
    OptionalCaller(caller): OptionalCaller,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    if let Some(caller) = &caller {
        caller.require_scope(Scope::Read)?;
    }
    let user = caller.map(|caller| caller.user.id.clone());
    let record = app.table_registry.ask(&id, |reply| TableMessage::Record(user.clone(), reply)).await?;
    let record = record.ok_or_else(|| ApiError::new(ErrorCode::Refused, "the game has not started"))?;
    Ok(Json(record.to_json()).into_response())
}

/// The position as a text diagram, as the caller may see it.
#[utoipa::path(get, path = "/api/tables/{id}/diagram", params(("id" = String, Path), ViewQuery),
    responses((status = 200, body = String), (status = 404, body = ErrorBody)))]
pub async fn picture(
    State(app): State<App>,
    OptionalCaller(caller): OptionalCaller,
    Path(id): Path<String>,
    look: Result<Query<ViewQuery>, QueryRejection>,
) -> Result<String, ApiError> {
    let Query(look) = look?;
    if let Some(caller) = &caller {
        caller.require_scope(Scope::Read)?;
    }
    let user = caller.map(|caller| caller.user.id.clone());
    app.table_registry.ask(&id, |reply| TableMessage::Picture(user.clone(), look.seat, reply)).await
}

/// Takes a seat at a table.
#[utoipa::path(post, path = "/api/tables/{id}/seat", params(("id" = String, Path)), request_body = SitRequest,
    responses((status = 200, body = VersionReply), (status = 422, body = ErrorBody)))]
pub async fn sit(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    request: Result<Json<SitRequest>, JsonRejection>,
) -> Result<Json<VersionReply>, ApiError> {
    let Json(request) = request?;
    let what = TableRequest::Sit { contribution: request.contribution };
    ask(&app, &caller, &id, request.seat, what).await
}

/// Contributes to the deal of a table that has not started, once its commitment is known. See `now.awaiting` in the
/// table's state.
#[utoipa::path(post, path = "/api/tables/{id}/contribution", params(("id" = String, Path)), request_body = NewContribution,
    responses((status = 200, body = VersionReply), (status = 422, body = ErrorBody)))]
pub async fn contribute(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    new: Result<Json<NewContribution>, JsonRejection>,
) -> Result<Json<VersionReply>, ApiError> {
    let Json(NewContribution { contribution, seat }) = new?;
    ask(&app, &caller, &id, seat, TableRequest::Contribute(contribution)).await
}

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The version of the table at which it was chosen.
    at: u64,
    /// The move in the game's notation.
    #[serde(rename = "move")]
    text: String,
    /// The seat, for users who hold several.
    #[serde(default)]
    seat: Option<usize>,
}

/// Makes a move. The response is sent once it is stored.
#[utoipa::path(post, path = "/api/tables/{id}/moves", params(("id" = String, Path)), request_body = MoveRequest,
    responses((status = 200, body = VersionReply), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn play(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    moving: Result<Json<MoveRequest>, JsonRejection>,
) -> Result<Json<VersionReply>, ApiError> {
    let Json(MoveRequest { at, text, seat }) = moving?;
    ask(&app, &caller, &id, seat, TableRequest::Move { at, text }).await
}

/// An action other than a move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The action.
    act: TableAction,
    /// The seat, for users who hold several.
    #[serde(default)]
    seat: Option<usize>,
}

/// Resigns, offers, answers, cancels, asks for a rematch, or leaves.
#[utoipa::path(post, path = "/api/tables/{id}/actions", params(("id" = String, Path)), request_body = ActionRequest,
    responses((status = 200, body = VersionReply), (status = 422, body = ErrorBody)))]
pub async fn act(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    acting: Result<Json<ActionRequest>, JsonRejection>,
) -> Result<Json<VersionReply>, ApiError> {
    let Json(ActionRequest { act, seat }) = acting?;
    ask(&app, &caller, &id, seat, TableRequest::Act(act)).await
}

async fn ask(
    app: &App,
    caller: &Caller,
    id: &str,
    seat: Option<usize>,
    what: TableRequest,
) -> Result<Json<VersionReply>, ApiError> {
    caller.require_scope(Scope::Play)?;
    let asker = Requester { user: caller.user.clone(), seat, lag_ms: 0, address: Some(caller.address) };
    let version =
        app.table_registry.ask(id, |reply| TableMessage::Ask(asker.clone(), what.clone(), reply)).await??;
    Ok(Json(VersionReply { version }))
}
