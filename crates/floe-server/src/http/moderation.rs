//! Moderation. Every action is first written to a separate log: who, what and why.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use floe_store::{Append, Role, StoreError, StoredEntry, User};
use floe_wire::web::{ErrorCode, ModerationEntry, Reason, ReportRow, Restriction};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::people::named;
use super::{App, ErrorBody};
use crate::auth::Caller;
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::table::{Requester, TableMessage, TableRequest};
use crate::users::{run_detached, user_info};

/// The id of the log; no table can have it.
const LOG: &str = "moderation";
/// Maximum number of log lines, and of reports, in a list.
const SHOWN: u32 = 200;
/// Maximum length of a reason, in characters.
const REASON: usize = 300;
/// The longest ban.
const MAX_MS: i64 = 10 * 365 * 24 * 60 * 60 * 1000;

/// A line of the log. Users are identified by id, so that their names can be deleted.
#[derive(Serialize, Deserialize)]
struct Line {
    by: String,
    what: String,
    of: String,
    until_ms: Option<i64>,
    why: String,
}

fn reason(why: &str) -> Result<String, ApiError> {
    let why = why.trim();
    match (1..=REASON).contains(&why.chars().count()) && !why.chars().any(char::is_control) {
        true => Ok(why.to_owned()),
        false => Err(ApiError::new(ErrorCode::Refused, format!("give a reason of 1 to {REASON} characters"))),
    }
}

/// Logs an action before it is taken.
async fn note(
    app: &App,
    caller: &Caller,
    what: &str,
    of: &str,
    until_ms: Option<i64>,
    why: &str,
) -> Result<(), ApiError> {
    let by = caller.user.id.clone();
    tracing::info!(by, what, of, until_ms, "moderator action");
    let line = Line { by, what: what.into(), of: of.into(), until_ms, why: why.into() };
    let body = serde_json::to_string(&line)
        .map_err(|_| ApiError::new(ErrorCode::Internal, "cannot write the moderation log"))?;
    let entry = StoredEntry { at_ms: now_ms(), body };
    let mut expected = app.moderated.load(Ordering::Relaxed);
    // Others may write at the same time, and the first writer after startup does not know the length of the log.
    for _ in 0..20 {
        let write = Append {
            stream: LOG.into(),
            expected,
            entries: vec![entry.clone()],
            card: None,
            ratings: Vec::new(),
            token: None,
            holder: None,
        };
        match app.table_registry.services.store.append(write).await {
            Err(StoreError::Stale { found, .. }) => expected = found,
            done => {
                app.moderated.fetch_max(expected + 1, Ordering::Relaxed);
                return Ok(done?);
            }
        }
    }
    Err(ApiError::new(ErrorCode::Unavailable, "too many moderators are acting at once; try again"))
}

async fn names_of(app: &App, ids: Vec<String>) -> Result<HashMap<String, String>, ApiError> {
    let users = app.table_registry.services.store.users(ids).await?;
    Ok(users.into_iter().map(|user| (user.id, user.name)).collect())
}

/// Which reports to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ReportQuery {
    /// Include resolved reports.
    #[serde(default)]
    all: bool,
}

/// Reports, newest first.
#[utoipa::path(get, path = "/api/moderation/reports", params(ReportQuery), responses((status = 200, body = Vec<ReportRow>)))]
pub async fn reports(
    State(app): State<App>,
    caller: Caller,
    which: Result<Query<ReportQuery>, QueryRejection>,
) -> Result<Json<Vec<ReportRow>>, ApiError> {
    caller.require_moderator()?;
    let Query(ReportQuery { all }) = which?;
    let reports = app.table_registry.services.store.reports(!all, SHOWN).await?;
    let ids = reports.iter().flat_map(|report| [report.by.clone(), report.about.clone()]).collect();
    let names = names_of(&app, ids).await?;
    let name = |id: &str| names.get(id).cloned().unwrap_or_else(|| user_info(None).name);
    let row = |report: floe_store::Report| ReportRow {
        number: report.number,
        by: name(&report.by),
        about: name(&report.about),
        table: report.table,
        at_ms: report.at_ms,
        text: report.text,
        settled: report.settled,
    };
    Ok(Json(reports.into_iter().map(row).collect()))
}

/// Resolves a report.
#[utoipa::path(post, path = "/api/moderation/reports/{number}", params(("number" = u64, Path)), request_body = Reason,
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub async fn resolve(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u64>,
    because: Result<Json<Reason>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    caller.require_moderator()?;
    let why = reason(&because?.0.reason)?;
    run_detached(async move {
        note(&app, &caller, "settle", &number.to_string(), None, &why).await?;
        match app.table_registry.services.store.resolve_report(number, &why).await? {
            true => Ok(StatusCode::NO_CONTENT),
            false => Err(ApiError::not_found("report")),
        }
    })
    .await
}

async fn until(
    app: App,
    caller: Caller,
    name: String,
    body: Result<Json<Restriction>, JsonRejection>,
    what: &'static str,
    change: fn(&mut User, Option<i64>),
) -> Result<StatusCode, ApiError> {
    caller.require_moderator()?;
    let Json(Restriction { until_ms, reason: why }) = body?;
    let why = reason(&why)?;
    let now = now_ms();
    if until_ms.is_some_and(|until| until <= now || until > now + MAX_MS) {
        let message = "until_ms must be a time in the next ten years, in milliseconds since 1970, or null";
        return Err(ApiError::new(ErrorCode::Refused, message));
    }
    let user = named(&app, &name).await?;
    if user.role == Role::Moderator && app.is_listed(&user.name) {
        return Err(ApiError::new(
            ErrorCode::Forbidden,
            "moderators cannot act against each other; ask the operator",
        ));
    }
    run_detached(async move {
        note(&app, &caller, what, &user.id, until_ms, &why).await?;
        app.change(&user.id, move |user| {
            change(user, until_ms);
            Ok(())
        })
        .await?;
        if what == "ban" && until_ms.is_some() {
            app.table_registry.services.hub.drop_user(&user.id);
        }
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Bans a user until a given time, or lifts the ban. Their connections are closed.
#[utoipa::path(put, path = "/api/moderation/users/{name}/ban", params(("name" = String, Path)), request_body = Restriction,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn ban(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    body: Result<Json<Restriction>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    until(app, caller, name, body, "ban", |user, until| user.banned_until_ms = until).await
}

/// Mutes a user until a given time, or lifts the mute.
#[utoipa::path(put, path = "/api/moderation/users/{name}/mute", params(("name" = String, Path)), request_body = Restriction,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn mute(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    body: Result<Json<Restriction>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    until(app, caller, name, body, "mute", |user, until| user.muted_until_ms = until).await
}

/// Stops a table: its game ends without a result, and everyone there sees the reason.
#[utoipa::path(post, path = "/api/moderation/tables/{id}/stop", operation_id = "stop_table", params(("id" = String, Path)), request_body = Reason,
    responses((status = 204), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn stop(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    because: Result<Json<Reason>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    caller.require_moderator()?;
    let why = reason(&because?.0.reason)?;
    run_detached(async move {
        app.table_registry
            .services
            .store
            .index_row(&id)
            .await?
            .ok_or_else(|| ApiError::not_found("table"))?;
        note(&app, &caller, "stop", &id, None, &why).await?;
        let asker = Requester { user: Arc::clone(&caller.user), seat: None, lag_ms: 0, address: None };
        let what = TableRequest::Stop(format!("stopped by a moderator: {why}"));
        app.table_registry.ask(&id, |reply| TableMessage::Ask(asker.clone(), what.clone(), reply)).await??;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// The actions of moderators, newest first.
#[utoipa::path(get, path = "/api/moderation/log", responses((status = 200, body = Vec<ModerationEntry>)))]
pub async fn log(State(app): State<App>, caller: Caller) -> Result<Json<Vec<ModerationEntry>>, ApiError> {
    caller.require_moderator()?;
    let from = app.moderated.load(Ordering::Relaxed).saturating_sub(u64::from(SHOWN));
    let entries = app.table_registry.services.store.entries(LOG, from).await?;
    app.moderated.fetch_max(from + entries.len() as u64, Ordering::Relaxed);
    let lines: Vec<(i64, Line)> = entries
        .iter()
        .rev()
        .take(SHOWN as usize)
        .filter_map(|entry| Some((entry.at_ms, serde_json::from_str(&entry.body).ok()?)))
        .collect();
    let ids = lines.iter().flat_map(|(_, line)| [line.by.clone(), line.of.clone()]).collect();
    let names = names_of(&app, ids).await?;
    let name = |id: String| names.get(&id).cloned().unwrap_or(id);
    let shown = lines.into_iter().map(|(at_ms, line)| ModerationEntry {
        at_ms,
        by: name(line.by),
        what: line.what,
        of: name(line.of),
        until_ms: line.until_ms,
        reason: line.why,
    });
    Ok(Json(shown.collect()))
}
