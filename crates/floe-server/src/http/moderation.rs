//! For moderators. Whatever they do is written to a log of its own before it is done: who, what and why.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use floe_store::{Entry, Role, StoreError, User, Write};
use floe_wire::web::{Because, Moderated, ReportRow, Until, Why};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::people::named;
use super::{App, ErrorBody};
use crate::auth::Caller;
use crate::clock::now_ms;
use crate::refused::Refused;
use crate::register::whole;
use crate::table::{Asker, Message, What};

/// The name of the log; no table can be called that.
const LOG: &str = "moderation";
/// The most lines of it, and of complaints, that are shown.
const SHOWN: u32 = 200;
/// The longest reason, in characters.
const REASON: usize = 300;
/// The longest ban.
const LONGEST_MS: i64 = 10 * 365 * 24 * 60 * 60 * 1000;

/// A line of the log. People are named by their ids, so that their names can be forgotten.
#[derive(Serialize, Deserialize)]
struct Line {
    by: String,
    what: String,
    of: String,
    until_ms: Option<i64>,
    why: String,
}

fn reason(why: &str) -> Result<String, Refused> {
    let why = why.trim();
    match (1..=REASON).contains(&why.chars().count()) && !why.chars().any(char::is_control) {
        true => Ok(why.to_owned()),
        false => Err(Refused::new(Why::Refused, format!("say why, in 1 to {REASON} characters"))),
    }
}

/// Writes down what is about to be done.
async fn note(
    app: &App,
    caller: &Caller,
    what: &str,
    of: &str,
    until_ms: Option<i64>,
    why: &str,
) -> Result<(), Refused> {
    let by = caller.user.id.clone();
    tracing::info!(by, what, of, until_ms, "a moderator acts");
    let line = Line { by, what: what.into(), of: of.into(), until_ms, why: why.into() };
    let body =
        serde_json::to_string(&line).map_err(|_| Refused::new(Why::Broken, "the log cannot be written"))?;
    let entry = Entry { at_ms: now_ms(), body };
    let mut expected = app.moderated.load(Ordering::Relaxed);
    // Others may write at the same time, and the first one after the start does not know how long the log is.
    for _ in 0..20 {
        let write = Write {
            stream: LOG.into(),
            expected,
            entries: vec![entry.clone()],
            card: None,
            ratings: Vec::new(),
        };
        match app.hall.house.store.append(write).await {
            Err(StoreError::Stale { found, .. }) => expected = found,
            done => {
                app.moderated.fetch_max(expected + 1, Ordering::Relaxed);
                return Ok(done?);
            }
        }
    }
    Err(Refused::new(Why::Unavailable, "too many moderators act at once; try again"))
}

async fn names_of(app: &App, ids: Vec<String>) -> Result<HashMap<String, String>, Refused> {
    let users = app.hall.house.store.users(ids).await?;
    Ok(users.into_iter().map(|user| (user.id, user.name)).collect())
}

/// Which complaints to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Which {
    /// Those that are settled, too.
    #[serde(default)]
    all: bool,
}

/// Complaints, the newest first.
#[utoipa::path(get, path = "/api/moderation/reports", params(Which), responses((status = 200, body = Vec<ReportRow>)))]
pub async fn reports(
    State(app): State<App>,
    caller: Caller,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Json<Vec<ReportRow>>, Refused> {
    caller.moderates()?;
    let Query(Which { all }) = which?;
    let reports = app.hall.house.store.reports(!all, SHOWN).await?;
    let ids = reports.iter().flat_map(|report| [report.by.clone(), report.about.clone()]).collect();
    let names = names_of(&app, ids).await?;
    let name = |id: &str| names.get(id).cloned().unwrap_or_else(|| "somebody".into());
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

/// Says what became of a complaint.
#[utoipa::path(post, path = "/api/moderation/reports/{number}", params(("number" = u64, Path)), request_body = Because,
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub async fn settle(
    State(app): State<App>,
    caller: Caller,
    Path(number): Path<u64>,
    because: Result<Json<Because>, JsonRejection>,
) -> Result<StatusCode, Refused> {
    caller.moderates()?;
    let why = reason(&because?.0.why)?;
    whole(async move {
        note(&app, &caller, "settle", &number.to_string(), None, &why).await?;
        match app.hall.house.store.settle_report(number, &why).await? {
            true => Ok(StatusCode::NO_CONTENT),
            false => Err(Refused::no("report")),
        }
    })
    .await
}

async fn until(
    app: App,
    caller: Caller,
    name: String,
    wish: Result<Json<Until>, JsonRejection>,
    what: &'static str,
    change: fn(&mut User, Option<i64>),
) -> Result<StatusCode, Refused> {
    caller.moderates()?;
    let Json(Until { until_ms, why }) = wish?;
    let why = reason(&why)?;
    let now = now_ms();
    if until_ms.is_some_and(|until| until <= now || until > now + LONGEST_MS) {
        let words = "until_ms is a time in the next ten years, in milliseconds since 1970, or null";
        return Err(Refused::new(Why::Refused, words));
    }
    let user = named(&app, &name).await?;
    if user.role == Role::Moderator && app.is_listed(&user.name) {
        return Err(Refused::new(Why::Forbidden, "moderators are not for moderators; ask the operator"));
    }
    whole(async move {
        note(&app, &caller, what, &user.id, until_ms, &why).await?;
        app.change(&user.id, move |user| {
            change(user, until_ms);
            Ok(())
        })
        .await?;
        if what == "ban" && until_ms.is_some() {
            app.hall.house.hub.drop_user(&user.id);
        }
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Bans somebody until a time, or takes that back. What they are connected with ends.
#[utoipa::path(put, path = "/api/moderation/users/{name}/ban", params(("name" = String, Path)), request_body = Until,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn ban(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    wish: Result<Json<Until>, JsonRejection>,
) -> Result<StatusCode, Refused> {
    until(app, caller, name, wish, "ban", |user, until| user.banned_until_ms = until).await
}

/// Mutes somebody until a time, or takes that back.
#[utoipa::path(put, path = "/api/moderation/users/{name}/mute", params(("name" = String, Path)), request_body = Until,
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn mute(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    wish: Result<Json<Until>, JsonRejection>,
) -> Result<StatusCode, Refused> {
    until(app, caller, name, wish, "mute", |user, until| user.muted_until_ms = until).await
}

/// Stops a table: its game ends without a result, and everybody there reads why.
#[utoipa::path(post, path = "/api/moderation/tables/{id}/stop", params(("id" = String, Path)), request_body = Because,
    responses((status = 204), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn stop(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    because: Result<Json<Because>, JsonRejection>,
) -> Result<StatusCode, Refused> {
    caller.moderates()?;
    let why = reason(&because?.0.why)?;
    whole(async move {
        app.hall.house.store.card(&id).await?.ok_or_else(|| Refused::no("table"))?;
        note(&app, &caller, "stop", &id, None, &why).await?;
        let asker = Asker { user: Arc::clone(&caller.user), seat: None, lag_ms: 0, address: None };
        let what = What::Stop(format!("stopped by a moderator: {why}"));
        app.hall.ask(&id, |reply| Message::Ask(asker.clone(), what.clone(), reply)).await??;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// What moderators did, the newest first.
#[utoipa::path(get, path = "/api/moderation/log", responses((status = 200, body = Vec<Moderated>)))]
pub async fn log(State(app): State<App>, caller: Caller) -> Result<Json<Vec<Moderated>>, Refused> {
    caller.moderates()?;
    let from = app.moderated.load(Ordering::Relaxed).saturating_sub(u64::from(SHOWN));
    let entries = app.hall.house.store.entries(LOG, from).await?;
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
    let shown = lines.into_iter().map(|(at_ms, line)| Moderated {
        at_ms,
        by: name(line.by),
        what: line.what,
        of: name(line.of),
        until_ms: line.until_ms,
        why: line.why,
    });
    Ok(Json(shown.collect()))
}
