//! The games.

use axum::Json;
use floe_games::registry;
use serde_json::Value;

/// The games with their switches, defaults and variants.
#[utoipa::path(get, path = "/api/games", operation_id = "list_games", responses((status = 200, body = Vec<Object>)))]
pub async fn games() -> Json<Vec<Value>> {
    Json(registry::games().map(floe_games::Manifest::to_json).collect())
}
