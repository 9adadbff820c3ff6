//! Subscriptions of browsers to notifications.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use floe_wire::web::{PushEndpoint, PushKey, PushSubscription};

use super::{App, ErrorBody};
use crate::auth::Caller;
use crate::error::ApiError;

/// The key with which browsers subscribe to notifications.
#[utoipa::path(get, path = "/api/push", operation_id = "push_key", responses((status = 200, body = PushKey)))]
pub async fn key(State(app): State<App>) -> Result<Json<PushKey>, ApiError> {
    let services = &app.table_registry.services;
    Ok(Json(PushKey { key: services.push.public_key(&*services.store).await? }))
}

/// Subscribes a browser of the caller: it is notified when a game begins or it is the caller's turn while the caller is
/// not connected.
#[utoipa::path(put, path = "/api/push", operation_id = "subscribe_push", request_body = PushSubscription,
    responses((status = 204), (status = 422, body = ErrorBody)))]
pub async fn subscribe(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<PushSubscription>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(subscription) = body?;
    caller.require_session()?;
    app.table_registry.charge(caller.payer(), subscription.endpoint.len())?;
    app.table_registry.services.subscribe(&caller.user.id, &subscription).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends the subscription of a browser.
#[utoipa::path(delete, path = "/api/push", operation_id = "unsubscribe_push", request_body = PushEndpoint,
    responses((status = 204)))]
pub async fn unsubscribe(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<PushEndpoint>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(PushEndpoint { endpoint }) = body?;
    caller.require_session()?;
    app.table_registry.services.unsubscribe(&caller.user.id, &endpoint).await?;
    Ok(StatusCode::NO_CONTENT)
}
