//! Streams for bots: one JSON line per message, the full state first, and a regular line so that silence is not
//! mistaken for the end.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::Utf8Bytes;
use axum::extract::{Extension, Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use floe_store::{Filter, LogKind, Stage};
use floe_wire::web::ServerMessage;
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::mpsc;
use utoipa::IntoParams;

use super::me::to_me;
use super::{App, ErrorBody};
use crate::auth::{Caller, Scope};
use crate::error::ApiError;
use crate::hub::{Outbox, text};
use crate::listen::ConnectionPermit;
use crate::table::{Subscriber, TableMessage};

/// The longest pause between two lines.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// How to watch a table.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct StreamQuery {
    /// The version the client has; without it the full state comes first.
    from: Option<u64>,
    /// View from this seat, for users who hold several.
    seat: Option<usize>,
    /// Include the legal moves when it is the viewer's turn.
    #[serde(default)]
    legal: bool,
}

/// A client of a stream; its subscriptions end when it is dropped.
pub(super) struct Reader {
    app: App,
    user: String,
    table: Option<String>,
    pub(super) outbox: Outbox,
    lines: mpsc::Receiver<Utf8Bytes>,
    _place: Option<Extension<ConnectionPermit>>,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.app.table_registry.services.hub.leave(&self.user, &self.outbox);
        if let Some(table) = self.table.take() {
            let (app, outbox) = (self.app.clone(), self.outbox.id);
            tokio::spawn(async move { app.table_registry.tell(&table, TableMessage::Unwatch(outbox)).await });
        }
    }
}

impl Reader {
    pub(super) fn new(app: &App, caller: &Caller, place: Option<Extension<ConnectionPermit>>) -> Reader {
        let services = &app.table_registry.services;
        let (outbox, lines) = Outbox::new(services.config.send_queue);
        let user = caller.user.id.clone();
        services.hub.enter(&user, &caller.pass, &outbox);
        let server = env!("CARGO_PKG_VERSION").to_owned();
        outbox.send(&ServerMessage::Hello { you: to_me(&caller.user), server });
        Reader { app: app.clone(), user, table: None, outbox, lines, _place: place }
    }

    pub(super) fn response(self) -> Response {
        let lines = unfold(self, |mut reader| async move {
            let line = tokio::select! {
                line = reader.lines.recv() => line?,
                () = reader.outbox.dropped() => return None,
                () = tokio::time::sleep(HEARTBEAT) => text(&ServerMessage::Pong { id: None }),
            };
            let line = format!("{line}\n");
            Some((Ok::<_, std::convert::Infallible>(line), reader))
        });
        ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
    }
}

/// Watches a table: first the viewer, then the full table, then updates. Lines are `ServerMessage`.
#[utoipa::path(get, path = "/api/tables/{id}/stream", params(("id" = String, Path), StreamQuery),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), (status = 404, body = ErrorBody)))]
pub async fn table(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    follow: Result<Query<StreamQuery>, QueryRejection>,
    place: Option<Extension<ConnectionPermit>>,
) -> Result<Response, ApiError> {
    let Query(follow) = follow?;
    caller.require_scope(Scope::Read)?;
    let mut reader = Reader::new(&app, &caller, place);
    caller.revalidate(&app).await?;
    let watcher = watcher(&app, &caller, &reader.outbox, follow.seat, follow.legal).await?;
    app.table_registry.ask(&id, |reply| TableMessage::Watch(watcher.clone(), follow.from, reply)).await??;
    reader.table = Some(id);
    Ok(reader.response())
}

/// A subscriber, with the users they have blocked.
pub async fn watcher(
    app: &App,
    caller: &Caller,
    outbox: &Outbox,
    seat: Option<usize>,
    legal: bool,
) -> Result<Subscriber, ApiError> {
    let blocked: HashSet<String> =
        app.table_registry.services.store.blocks(&caller.user.id).await?.into_iter().collect();
    Ok(Subscriber {
        outbox: outbox.clone(),
        user: caller.user.id.clone(),
        seat,
        legal,
        blocked: Arc::new(blocked),
    })
}

/// Everything about the caller's own tables: first those in progress, then each one that starts, waits for the caller
/// or ends.
#[utoipa::path(get, path = "/api/stream",
    responses((status = 200, body = String, content_type = "application/x-ndjson")))]
pub async fn my_stream(
    State(app): State<App>,
    caller: Caller,
    place: Option<Extension<ConnectionPermit>>,
) -> Result<Response, ApiError> {
    caller.require_scope(Scope::Read)?;
    let reader = Reader::new(&app, &caller, place);
    caller.revalidate(&app).await?;
    let filter = Filter {
        kind: Some(LogKind::Table),
        stages: vec![Stage::Live],
        user: Some(caller.user.id.clone()),
        limit: 200,
        ..Filter::default()
    };
    for card in app.table_registry.services.store.list(filter).await? {
        reader.outbox.send(&ServerMessage::YourTable { table: card.id, what: "started".into() });
    }
    Ok(reader.response())
}
