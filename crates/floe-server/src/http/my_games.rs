//! The caller's own games: what waits for them, and what goes on without them.

use axum::Json;
use axum::extract::State;
use floe_referee::TimeControl;
use floe_store::{Filter, IndexRow, LogKind, Stage};
use floe_wire::web::{MyGame, MyGames};
use serde_json::Value;

use super::App;
use super::invitations;
use crate::auth::{Caller, Scope};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::table::{TableMessage, row_of};

/// Maximum number of games that are listed.
const GAMES: u32 = 100;

/// The caller's games that are not over, the most urgent first, and the challenges to them.
#[utoipa::path(get, path = "/api/me/games", operation_id = "my_games", responses((status = 200, body = MyGames)))]
pub async fn list(State(app): State<App>, caller: Caller) -> Result<Json<MyGames>, ApiError> {
    caller.require_scope(Scope::Read)?;
    let filter = Filter {
        kind: Some(LogKind::Table),
        stages: vec![Stage::Open, Stage::Live],
        user: Some(caller.user.id.clone()),
        limit: GAMES,
        ..Filter::default()
    };
    let mut games = Vec::new();
    for card in app.table_registry.services.store.list(filter).await? {
        games.push(game(&app, &caller.user.id, &card).await?);
    }
    games.sort_by_key(|game| (!game.waits, game.due_ms.unwrap_or(i64::MAX), game.row.created_ms));
    let invitations = invitations::pending(&app, &caller.user.id).await?;
    Ok(Json(MyGames { at_ms: now_ms(), games, invitations }))
}

async fn game(app: &App, user: &str, card: &IndexRow) -> Result<MyGame, ApiError> {
    let services = &app.table_registry.services;
    let own = card.players.iter().filter(|player| player.user_id() == Some(user));
    let your_seats: Vec<usize> = own.map(|player| player.seat as usize).collect();
    let row = row_of(services, card).await?;
    let summary: Value = serde_json::from_str(&card.summary).unwrap_or_default();
    let in_days = row.clock.as_deref().and_then(|clock| TimeControl::parse(clock).ok());
    let in_days = in_days.is_some_and(|control| control.is_correspondence());
    let is_slow = in_days || row.clock.is_none();
    let (turn, due_ms) = match (card.stage, summary["turn"].as_u64()) {
        (Stage::Live, Some(turn)) if is_slow => (Some(turn as usize), card.due_ms.filter(|_| in_days)),
        // A table whose clocks count seconds is loaded while it is played.
        (Stage::Live, _) => {
            let ask = |reply| TableMessage::State(Some(user.to_owned()), None, false, reply);
            let status = app.table_registry.ask(&card.id, ask).await?.status;
            let clock = status.turn.and_then(|turn| status.clocks.get(turn).copied().flatten());
            (status.turn, clock.map(|clock| now_ms() + clock.left_ms as i64))
        }
        _ => (None, None),
    };
    let tournament_name = match &card.tournament {
        Some(tournament) => services.store.index_row(tournament).await?.and_then(|card| {
            let summary: Value = serde_json::from_str(&card.summary).ok()?;
            summary["name"].as_str().map(str::to_owned)
        }),
        None => None,
    };
    // The games of a tournament begin when their players have come.
    let begins = card.stage == Stage::Open && card.tournament.is_some();
    let waits = begins || turn.is_some_and(|turn| your_seats.contains(&turn));
    Ok(MyGame { row, your_seats, turn, waits, due_ms, tournament_name })
}
