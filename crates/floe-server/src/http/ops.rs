//! Endpoints for operators.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::App;
use crate::error::ApiError;

/// Is the process alive?
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String)))]
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Can it serve requests, including the store?
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = String), (status = 503)))]
pub async fn readyz(State(app): State<App>) -> Result<&'static str, ApiError> {
    if app.table_registry.services.cluster.as_ref().is_some_and(|cluster| !cluster.is_ready()) {
        let message = "this server is leaving, or has lost the database or NATS";
        return Err(ApiError::new(floe_wire::web::ErrorCode::Unavailable, message));
    }
    match app.table_registry.services.store.health() {
        Ok(()) => Ok("ready\n"),
        Err(error) => Err(ApiError::new(floe_wire::web::ErrorCode::Unavailable, error.to_string())),
    }
}

/// Metrics for Prometheus.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String)))]
pub async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let services = &app.table_registry.services;
    services.metrics.tables_loaded.set(app.table_registry.loaded_count() as i64);
    services.metrics.subscribers.set(services.hub.connections() as i64);
    if let Some(cluster) = &services.cluster {
        crate::cluster::measure(cluster, &services.metrics);
    }
    let is_up = services.nats.as_ref().is_some_and(floe_work::Connection::is_up);
    services.metrics.nats_connected.set(i64::from(is_up));
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], services.metrics.text())
}
