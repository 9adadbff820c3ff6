//! The page.

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

use super::App;

const INDEX: &str = include_str!("../page/index.html");
const SCRIPT: &str = include_str!("../page/page.js");
const STYLE: &str = include_str!("../page/page.css");

/// A small page without anything to build: enough to play, and to see that the server works.
pub fn routes() -> Router<App> {
    let file = |kind: &'static str, text: &'static str| get(move || async move { kind_of(kind, text) });
    Router::new()
        .route("/", file("text/html; charset=utf-8", INDEX))
        .route("/t/{id}", file("text/html; charset=utf-8", INDEX))
        .route("/page.js", file("text/javascript; charset=utf-8", SCRIPT))
        .route("/page.css", file("text/css; charset=utf-8", STYLE))
}

fn kind_of(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text)
}
