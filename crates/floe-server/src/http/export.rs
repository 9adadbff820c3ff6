//! Everything stored about the caller as one JSON document, written while it is read, so that the games need not fit
//! into memory.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use floe_store::{Rating, User};
use floe_wire::web::ErrorCode;
use futures_util::stream::unfold;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::App;
use super::me::role_word;
use crate::auth::Caller;
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::table::row_of;
use crate::users::user_infos;

/// Everything stored about the caller: the account, sessions and tokens without their secrets, ratings and their
/// history, blocks, chat, reports, and every table with its record as far as the caller may see it.
#[utoipa::path(get, path = "/api/account/export", responses((status = 200, body = Object)))]
pub async fn export(State(app): State<App>, caller: Caller) -> Result<Response, ApiError> {
    caller.require_session()?;
    if !app.exporters.take(caller.user.id.clone()) {
        return Err(ApiError::new(ErrorCode::RateLimited, "too many exports; try again in ten minutes"));
    }
    let mut first = about(&app, &caller).await?.to_string();
    // The list of tables goes before the closing brace.
    first.pop();
    first.push_str(",\"tables\":[");
    let (pieces, read) = mpsc::channel::<Result<Bytes, ApiError>>(4);
    tokio::spawn(async move {
        if pieces.send(Ok(first.into())).await.is_err() {
            return;
        }
        let last = match tables(&app, &caller.user, &pieces).await {
            Ok(()) => Ok(Bytes::from_static(b"]}")),
            Err(refused) => Err(refused),
        };
        let _ = pieces.send(last).await;
    });
    let body = unfold(read, |mut read| async move {
        // An error cuts the response short, so that a partial export is not mistaken for a complete one.
        let piece = read.recv().await?.map_err(|refused| std::io::Error::other(refused.message));
        Some((piece, read))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"floe-export.json\""),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

async fn about(app: &App, caller: &Caller) -> Result<Value, ApiError> {
    let (store, user) = (&app.table_registry.services.store, &caller.user);
    let sessions = store.sessions(&user.id, now_ms()).await?;
    let tokens = store.tokens(&user.id).await?;
    let mut ratings = Vec::new();
    for rating in store.ratings(&user.id).await? {
        let history = store.rating_history(&user.id, &rating.game, u32::MAX).await?;
        let point = |rating: &Rating| {
            json!({ "rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility,
                    "games": rating.games, "at_ms": rating.at_ms })
        };
        let history =
            history.iter().map(|change| json!({ "table": change.table, "after": point(&change.after) }));
        ratings.push(json!({
            "game": rating.game, "now": point(&rating), "history": history.collect::<Vec<_>>()
        }));
    }
    let reports = store.reports_by(&user.id).await?;
    let mut met = store.blocks(&user.id).await?;
    let blocks = met.len();
    let follows = store.items(&user.id, "follow").await?;
    let follows_from = met.len();
    met.extend(follows.into_iter().map(|item| item.key));
    let follows_to = met.len();
    let notified: Vec<Value> = store.items(&user.id, "push").await?.iter().map(|item| {
        json!({ "created_ms": item.at_ms, "subscription": serde_json::from_str::<Value>(&item.body).unwrap_or_default() })
    }).collect();
    met.extend(reports.iter().map(|report| report.about.clone()));
    let people = store.users(met.clone()).await?;
    let infos = user_infos(&people);
    let name = |id: &str| infos(id).name;
    let chat = store.chat_of(&user.id).await?;
    Ok(json!({
        "account": {
            "id": user.id,
            "name": user.name,
            "role": role_word(user.role),
            "bot": user.bot,
            "created_ms": user.created_ms,
            "renamed_ms": user.renamed_ms,
            "banned_until_ms": user.banned_until_ms,
            "muted_until_ms": user.muted_until_ms,
            "has_password": user.password.is_some(),
            "has_recovery_code": user.recovery.is_some(),
            "settings": serde_json::from_str::<Value>(&user.settings).unwrap_or_default(),
        },
        "sessions": sessions.iter().map(|session| json!({
            "created_ms": session.created_ms,
            "expires_ms": session.expires_ms,
            "this_one": session.hash == caller.pass,
        })).collect::<Vec<_>>(),
        "tokens": tokens.iter().map(|token| json!({
            "id": token.id, "label": token.label, "scopes": token.scopes, "created_ms": token.created_ms,
        })).collect::<Vec<_>>(),
        "ratings": ratings,
        "blocks": met[..blocks].iter().map(|id| name(id)).collect::<Vec<_>>(),
        "follows": met[follows_from..follows_to].iter().map(|id| name(id)).collect::<Vec<_>>(),
        "notifications": notified,
        "chat": chat.iter().map(|line| json!({
            "table": line.table, "room": line.room, "number": line.number, "at_ms": line.at_ms, "text": line.text,
        })).collect::<Vec<_>>(),
        "reports": reports.iter().map(|report| json!({
            "number": report.number, "about": name(&report.about), "table": report.table, "at_ms": report.at_ms,
            "text": report.text, "settled": report.settled,
        })).collect::<Vec<_>>(),
    }))
}

async fn tables(
    app: &App,
    user: &User,
    pieces: &mpsc::Sender<Result<Bytes, ApiError>>,
) -> Result<(), ApiError> {
    let mut comma = "";
    let mut tables = app.tables(Some(&user.id), &[]);
    while let Some(card) = tables.next().await? {
        let row = row_of(&app.table_registry.services, &card).await?;
        let record = match app.table_registry.record(&card.id, &user.id).await {
            // One unreadable table must not spoil the export.
            Err(refused) if refused.code == ErrorCode::Internal => None,
            read => read?.map(|record| record.to_json()),
        };
        let own = card.players.iter().filter(|player| player.user_id() == Some(&user.id));
        let own: Vec<u32> = own.map(|player| player.seat).collect();
        let table = json!({ "table": row, "own_seats": own, "record": record });
        if pieces.send(Ok(format!("{comma}{table}").into())).await.is_err() {
            // The client is gone.
            return Ok(());
        }
        comma = ",";
    }
    Ok(())
}
