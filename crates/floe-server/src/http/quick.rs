//! Quick pairing: a game with whoever waits for the same one.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use floe_games::Occupant;
use floe_wire::web::{LobbyRow, NewTable, QuickGame, QuickTable};

use super::{App, ErrorBody};
use crate::auth::{Caller, Scope};
use crate::error::ApiError;
use crate::table::{Requester, TableMessage, TableRequest};

/// Takes a seat at a table of two with the standard rules and this clock whose player is connected; if there is none,
/// opens one that waits. Asking again while one's own table waits gives that table.
#[utoipa::path(post, path = "/api/quick", request_body = QuickGame,
    responses((status = 200, body = QuickTable), (status = 422, body = ErrorBody)))]
pub async fn quick(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<QuickGame>, JsonRejection>,
) -> Result<Json<QuickTable>, ApiError> {
    let Json(wanted) = body?;
    caller.require_scope(Scope::Play)?;
    let services = &app.table_registry.services;
    let _pairing = app.pairing.lock().await;
    let own = services.store.blocks(&caller.user.id).await?;
    let mut mine = None;
    for row in services.hub.open_tables().into_iter().filter(|row| fits(row, &wanted)) {
        let Some(host) = row.seats.iter().find_map(Occupant::user_id) else { continue };
        if host == caller.user.id {
            mine = Some(row.id);
        } else if services.hub.is_online(host) && !own.iter().any(|blocked| blocked == host) {
            let requester =
                Requester { user: caller.user.clone(), seat: None, lag_ms: 0, address: Some(caller.address) };
            let sit =
                |reply| TableMessage::Ask(requester.clone(), TableRequest::Sit { contribution: None }, reply);
            // Somebody else may have been faster, or their host has blocked the caller: there may be another table.
            if let Ok(Ok(_)) = app.table_registry.ask(&row.id, sit).await {
                return Ok(Json(QuickTable { id: row.id, joined: true }));
            }
        }
    }
    if let Some(id) = mine {
        return Ok(Json(QuickTable { id, joined: false }));
    }
    if !app.makers.take(caller.user.id.clone()) {
        let code = floe_wire::web::ErrorCode::RateLimited;
        return Err(ApiError::new(code, "you are creating tables too fast; wait a moment"));
    }
    let new = NewTable {
        game: wanted.game,
        rules: Some(serde_json::json!({})),
        seats: None,
        clock: Some(wanted.clock),
        rated: wanted.rated,
        private: false,
        takebacks: None,
        substitute: None,
        contribute: true,
    };
    let (id, _) = app.table_registry.make(&caller.user, caller.address, new).await?;
    Ok(Json(QuickTable { id, joined: false }))
}

/// Is this the kind of table that quick pairing opens?
fn fits(row: &LobbyRow, wanted: &QuickGame) -> bool {
    row.game == wanted.game
        && row.clock.as_deref() == Some(&wanted.clock)
        && row.rated == wanted.rated
        && !row.house_rules
        && row.seats.len() == 2
        && row.seats.iter().any(Occupant::is_user)
}
