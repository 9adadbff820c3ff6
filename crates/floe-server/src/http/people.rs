//! Other users: public profiles, leaderboards, blocks and reports.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use floe_games::registry;
use floe_store::{Block, Filter, LogKind, Rating, Report, Stage, User};
use floe_wire::web::{CurrentRating, ErrorCode, Leader, NewReport, Profile, RatingPoint};

use super::me::role_word;
use super::{App, ErrorBody};
use crate::auth::{Caller, Scope};
use crate::clock::now_ms;
use crate::error::ApiError;

/// Maximum points of a rating history, and entries of a leaderboard.
const POINTS: u32 = 1_000;
const LEADERS: usize = 100;
/// How certain a rating must be for the leaderboard.
const SURE: f64 = 110.0;
/// Maximum number of blocked users.
const BLOCKS: usize = 500;
/// Maximum length of a report, in characters.
const COMPLAINT: usize = 1_000;

/// The user of a name, unless deleted.
pub async fn named(app: &App, name: &str) -> Result<User, ApiError> {
    let user = app.table_registry.services.store.user_named(name).await?.filter(|user| !user.deleted);
    user.ok_or_else(|| ApiError::not_found("user"))
}

fn now(rating: &Rating) -> CurrentRating {
    CurrentRating {
        game: rating.game.clone(),
        rating: rating.rating.round() as i32,
        deviation: rating.deviation.round() as i32,
        games: rating.games,
        at_ms: rating.at_ms,
    }
}

/// A user's public profile.
#[utoipa::path(get, path = "/api/users/{name}", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = ErrorBody)))]
pub async fn profile(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Profile>, ApiError> {
    let user = named(&app, &name).await?;
    let store = &app.table_registry.services.store;
    let games = |stage| Filter {
        kind: Some(LogKind::Table),
        stages: vec![stage],
        user: Some(user.id.clone()),
        public_only: true,
        ..Filter::default()
    };
    let listed = app.is_listed(&user.name);
    let role =
        if user.role == floe_store::Role::Moderator && !listed { "player" } else { role_word(user.role) };
    Ok(Json(Profile {
        ratings: store.ratings(&user.id).await?.iter().map(now).collect(),
        played: store.count(games(Stage::Over)).await?,
        playing: store.count(games(Stage::Live)).await?,
        id: user.id,
        name: user.name,
        role: role.into(),
        bot: user.bot,
        since_ms: user.created_ms,
    }))
}

/// The history of a user's rating in a game, oldest first.
#[utoipa::path(get, path = "/api/users/{name}/ratings/{game}", params(("name" = String, Path), ("game" = String, Path)),
    responses((status = 200, body = Vec<RatingPoint>), (status = 404, body = ErrorBody)))]
pub async fn history(
    State(app): State<App>,
    Path((name, game)): Path<(String, String)>,
) -> Result<Json<Vec<RatingPoint>>, ApiError> {
    let user = named(&app, &name).await?;
    registry::find(&game).map_err(|_| ApiError::not_found("game"))?;
    let store = &app.table_registry.services.store;
    let mut points = Vec::new();
    for change in store.rating_history(&user.id, &game, POINTS).await? {
        // The id of a private table is enough to view it.
        let public = store.index_row(&change.table).await?.is_some_and(|card| card.public);
        points.push(RatingPoint {
            table: Some(change.table).filter(|_| public),
            rating: change.after.rating.round() as i32,
            deviation: change.after.deviation.round() as i32,
            at_ms: change.after.at_ms,
        });
    }
    Ok(Json(points))
}

/// The leaderboard of a game: players with a reliable rating.
#[utoipa::path(get, path = "/api/leaderboards/{game}", params(("game" = String, Path)),
    responses((status = 200, body = Vec<Leader>), (status = 404, body = ErrorBody)))]
pub async fn leaders(
    State(app): State<App>,
    Path(game): Path<String>,
) -> Result<Json<Vec<Leader>>, ApiError> {
    registry::find(&game).map_err(|_| ApiError::not_found("game"))?;
    let store = &app.table_registry.services.store;
    // Some of them may be deleted.
    let best = store.leaders(&game, SURE, 2 * LEADERS as u32).await?;
    let users = store.users(best.iter().map(|rating| rating.user.clone()).collect()).await?;
    let leader = |rating: &Rating| {
        let user = users.iter().find(|user| user.id == rating.user && !user.deleted)?;
        Some(Leader { name: user.name.clone(), bot: user.bot, rating: now(rating) })
    };
    Ok(Json(best.iter().filter_map(leader).take(LEADERS).collect()))
}

/// The users the caller has blocked, by name.
#[utoipa::path(get, path = "/api/blocks", responses((status = 200, body = Vec<String>)))]
pub async fn blocks(State(app): State<App>, caller: Caller) -> Result<Json<Vec<String>>, ApiError> {
    caller.require_scope(Scope::Read)?;
    let store = &app.table_registry.services.store;
    let users = store.users(store.blocks(&caller.user.id).await?).await?;
    Ok(Json(users.into_iter().map(|user| user.name).collect()))
}

/// Blocks a user: the caller no longer sees their messages, and they cannot join the caller's tables.
#[utoipa::path(put, path = "/api/blocks/{name}", params(("name" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub async fn block(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    set_block(&app, &caller, &name, true).await
}

/// Removes a block.
#[utoipa::path(delete, path = "/api/blocks/{name}", params(("name" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub async fn unblock(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    set_block(&app, &caller, &name, false).await
}

async fn set_block(app: &App, caller: &Caller, name: &str, blocked: bool) -> Result<StatusCode, ApiError> {
    caller.require_session()?;
    let other = named(app, name).await?;
    let user = caller.user.id.clone();
    if other.id == user {
        return Err(ApiError::new(ErrorCode::Refused, "you cannot block yourself"));
    }
    let services = &app.table_registry.services;
    if blocked && services.store.blocks(&user).await?.len() >= BLOCKS {
        return Err(ApiError::new(
            ErrorCode::RateLimited,
            format!("you have already blocked {BLOCKS} users, which is the limit"),
        ));
    }
    services.store.set_block(Block { user, other: other.id }, blocked).await?;
    // Connections reconnect with the new list.
    services.hub.drop_user(&caller.user.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Reports a user to the moderators.
#[utoipa::path(post, path = "/api/reports", request_body = NewReport,
    responses((status = 204), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn report(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<NewReport>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(NewReport { name, table, text }) = body?;
    caller.require_session()?;
    let about = named(&app, &name).await?;
    if about.id == caller.user.id {
        return Err(ApiError::new(ErrorCode::Refused, "you cannot report yourself"));
    }
    let store = &app.table_registry.services.store;
    if let Some(table) = &table
        && store.index_row(table).await?.is_none_or(|card| card.kind != LogKind::Table)
    {
        return Err(ApiError::not_found("table"));
    }
    let text = text.trim();
    if !(1..=COMPLAINT).contains(&text.chars().count()) {
        return Err(ApiError::new(ErrorCode::Refused, format!("a report has 1 to {COMPLAINT} characters")));
    }
    if !app.reporters.take(caller.user.id.clone()) {
        return Err(ApiError::new(
            ErrorCode::RateLimited,
            "you have sent many reports; the moderators read them all, so wait for their answer",
        ));
    }
    let report = Report {
        number: 0,
        by: caller.user.id.clone(),
        about: about.id,
        table,
        at_ms: now_ms(),
        text: text.into(),
        settled: None,
    };
    store.add_report(report).await?;
    Ok(StatusCode::NO_CONTENT)
}
