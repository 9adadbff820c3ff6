//! Tournaments: creating, listing, entering, starting and watching.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use floe_games::registry;
use floe_store::{Filter, LogKind};
use floe_wire::web::{
    CreatedTournament, ErrorCode, NewTournament, TournamentGame, TournamentPage, TournamentState,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::listing::{before, limit, next, stages};
use super::stream::Reader;
use super::{App, ErrorBody};
use crate::auth::{Caller, OptionalCaller, Scope};
use crate::error::ApiError;
use crate::listen::ConnectionPermit;
use crate::tournament::row_of;

/// Maximum length of a reason, in characters.
const MAX_LENGTH: usize = 200;

/// The version after the request.
#[derive(Serialize, ToSchema)]
pub struct TournamentDone {
    version: u64,
}

fn done(version: u64) -> Json<TournamentDone> {
    Json(TournamentDone { version })
}

/// Creates a tournament; the caller becomes its host. It is open for entry until the host starts it or its start time
/// comes.
#[utoipa::path(post, path = "/api/tournaments", operation_id = "create_tournament", request_body = NewTournament,
    responses((status = 201, body = CreatedTournament), (status = 422, body = ErrorBody)))]
pub async fn make(
    State(app): State<App>,
    caller: Caller,
    new: Result<Json<NewTournament>, JsonRejection>,
) -> Result<Response, ApiError> {
    caller.require_scope(Scope::Tournaments)?;
    caller.require_account()?;
    let Json(new) = new?;
    if !app.makers.take(caller.user.id.clone()) {
        return Err(ApiError::new(
            ErrorCode::RateLimited,
            "you are creating tournaments too fast; wait a moment",
        ));
    }
    app.table_registry.may_store(&caller.user.id)?;
    app.table_registry.charge(caller.payer(), 0)?;
    let id = app.tournaments.make(&caller.user, new).await?;
    Ok((StatusCode::CREATED, Json(CreatedTournament { id })).into_response())
}

/// What to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct TournamentListing {
    /// `open`, `live`, `over` or `aborted`, or several separated by commas (default: all).
    stage: Option<String>,
    /// The id of a game.
    game: Option<String>,
    /// The name of a player.
    player: Option<String>,
    /// The `next` value of the previous page.
    before: Option<String>,
    /// Maximum number of results, up to 100.
    limit: Option<u32>,
}

/// Lists public tournaments, newest first.
#[utoipa::path(get, path = "/api/tournaments", operation_id = "list_tournaments", params(TournamentListing),
    responses((status = 200, body = TournamentPage)))]
pub async fn list(
    State(app): State<App>,
    listing: Result<Query<TournamentListing>, QueryRejection>,
) -> Result<Json<TournamentPage>, ApiError> {
    let Query(listing) = listing?;
    let stages = stages(listing.stage.as_deref())?;
    if let Some(game) = &listing.game {
        registry::find(game)?;
    }
    let store = &app.table_registry.services.store;
    let user = match &listing.player {
        Some(name) => Some(store.user_named(name).await?.ok_or_else(|| ApiError::not_found("player"))?.id),
        None => None,
    };
    let before = listing.before.as_deref().map(before).transpose()?;
    let limit = limit(listing.limit);
    let filter = Filter {
        kind: Some(LogKind::Tournament),
        stages,
        game: listing.game,
        user,
        public_only: true,
        before,
        limit,
        ..Filter::default()
    };
    let cards = store.list(filter).await?;
    let next = next(&cards, limit);
    Ok(Json(TournamentPage { tournaments: cards.iter().filter_map(row_of).collect(), next }))
}

/// Everything about a tournament: its entrants, the standings with tie-breaks, the crosstable, the rounds with their
/// tables.
#[utoipa::path(get, path = "/api/tournaments/{id}", operation_id = "get_tournament", params(("id" = String, Path)),
    responses((status = 200, body = TournamentState), (status = 404, body = ErrorBody)))]
pub async fn state(
    State(app): State<App>,
    OptionalCaller(caller): OptionalCaller,
    Path(id): Path<String>,
) -> Result<Json<TournamentState>, ApiError> {
    if let Some(caller) = &caller {
        caller.require_scope(Scope::Read)?;
    }
    Ok(Json(app.tournaments.state(&id).await?))
}

/// Which games to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct GamesListing {
    /// The `next` value of the previous page; without it the last games come first.
    before: Option<u64>,
    /// Maximum number of results, up to 200.
    limit: Option<usize>,
}

/// A page of a tournament's games.
#[derive(Serialize, ToSchema)]
pub struct TournamentGames {
    /// The games, last fixture first.
    games: Vec<TournamentGame>,
    /// Where the next page starts; absent at the end.
    next: Option<u64>,
}

/// Lists the games of a tournament, page by page: finished, in progress and scheduled.
#[utoipa::path(get, path = "/api/tournaments/{id}/games", operation_id = "list_tournament_games", params(("id" = String, Path), GamesListing),
    responses((status = 200, body = TournamentGames), (status = 404, body = ErrorBody)))]
pub async fn games(
    State(app): State<App>,
    OptionalCaller(caller): OptionalCaller,
    Path(id): Path<String>,
    listing: Result<Query<GamesListing>, QueryRejection>,
) -> Result<Json<TournamentGames>, ApiError> {
    let Query(GamesListing { before, limit }) = listing?;
    if let Some(caller) = &caller {
        caller.require_scope(Scope::Read)?;
    }
    let limit = limit.unwrap_or(100).clamp(1, 200);
    let games = app.tournaments.games(&id, before.unwrap_or(u64::MAX), limit).await?;
    let next = games.last().map(|game| game.fixture).filter(|first| *first > 0);
    Ok(Json(TournamentGames { games, next }))
}

/// Enters a tournament before it starts.
#[utoipa::path(post, path = "/api/tournaments/{id}/join", params(("id" = String, Path)),
    responses((status = 200, body = TournamentDone), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn join(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<TournamentDone>, ApiError> {
    caller.require_scope(Scope::Tournaments)?;
    app.table_registry.charge(caller.payer(), 0)?;
    app.tournaments.join(&id, &caller.user).await.map(done)
}

/// An engine to enter.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineEntry {
    /// `random`, `greedy`, `1` to `10`, `max`.
    level: String,
}

/// Enters an engine (host only).
#[utoipa::path(post, path = "/api/tournaments/{id}/engines", params(("id" = String, Path)), request_body = EngineEntry,
    responses((status = 200, body = TournamentDone), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn enter_engine(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    entry: Result<Json<EngineEntry>, JsonRejection>,
) -> Result<Json<TournamentDone>, ApiError> {
    caller.require_scope(Scope::Tournaments)?;
    let Json(EngineEntry { level }) = entry?;
    app.table_registry.charge(caller.payer(), 0)?;
    app.tournaments.enter_engine(&id, &caller.user, level).await.map(done)
}

/// Who leaves.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Leaving {
    /// The number of the entrant whom the host removes; without it the caller leaves.
    #[serde(default)]
    entrant: Option<usize>,
}

/// Leaves before the start. After it, withdraws permanently and forfeits the remaining games.
#[utoipa::path(post, path = "/api/tournaments/{id}/leave", params(("id" = String, Path)), request_body = Leaving,
    responses((status = 200, body = TournamentDone), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn leave(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    leaving: Result<Json<Leaving>, JsonRejection>,
) -> Result<Json<TournamentDone>, ApiError> {
    caller.require_scope(Scope::Tournaments)?;
    let Json(Leaving { entrant }) = leaving?;
    app.tournaments.leave(&id, &caller.user, caller.require_moderator().is_ok(), entrant).await.map(done)
}

/// Starts a tournament (host only).
#[utoipa::path(post, path = "/api/tournaments/{id}/start", params(("id" = String, Path)),
    responses((status = 200, body = TournamentDone), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn start(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<TournamentDone>, ApiError> {
    caller.require_scope(Scope::Tournaments)?;
    app.table_registry.charge(caller.payer(), 0)?;
    app.tournaments.begin(&id, &caller.user).await.map(done)
}

/// Whether an entrant pauses.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pausing {
    /// Not to be paired for now?
    paused: bool,
}

/// Pauses in an arena: the caller is not paired for now. Or is to be paired again.
#[utoipa::path(post, path = "/api/tournaments/{id}/pause", operation_id = "pause_tournament", params(("id" = String, Path)),
    request_body = Pausing,
    responses((status = 200, body = TournamentDone), (status = 422, body = ErrorBody)))]
pub async fn pause(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    pausing: Result<Json<Pausing>, JsonRejection>,
) -> Result<Json<TournamentDone>, ApiError> {
    caller.require_scope(Scope::Tournaments)?;
    let Json(Pausing { paused }) = pausing?;
    app.table_registry.charge(caller.payer(), 0)?;
    app.tournaments.pause(&id, &caller.user, paused).await.map(done)
}

/// Why a tournament is stopped.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StopTournament {
    /// The reason, in a few words.
    #[serde(default)]
    reason: Option<String>,
}

/// Stops a tournament early, together with its games in progress (host or moderator only).
#[utoipa::path(post, path = "/api/tournaments/{id}/stop", operation_id = "stop_tournament", params(("id" = String, Path)), request_body = StopTournament,
    responses((status = 200, body = TournamentDone), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn stop(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    stopping: Result<Json<StopTournament>, JsonRejection>,
) -> Result<Json<TournamentDone>, ApiError> {
    caller.require_scope(Scope::Tournaments)?;
    let reason = stopping?.0.reason.unwrap_or_else(|| "the host cancelled it".into());
    let plain = |letter: char| !letter.is_control() && !super::is_invisible(letter);
    if reason.is_empty() || reason.chars().count() > MAX_LENGTH || !reason.chars().all(plain) {
        let message = format!("a reason has 1 to {MAX_LENGTH} visible characters");
        return Err(ApiError::new(ErrorCode::Refused, message));
    }
    app.tournaments.stop(&id, &caller.user, caller.require_moderator().is_ok(), reason).await.map(done)
}

/// Watches a tournament: first the viewer, then the full tournament, then updates. Lines are `ServerMessage`.
#[utoipa::path(get, path = "/api/tournaments/{id}/stream", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), (status = 404, body = ErrorBody)))]
pub async fn stream(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    place: Option<Extension<ConnectionPermit>>,
) -> Result<Response, ApiError> {
    caller.require_scope(Scope::Read)?;
    let reader = Reader::new(&app, &caller, place);
    app.tournaments.follow(&id, &reader.outbox).await?;
    Ok(reader.response())
}
