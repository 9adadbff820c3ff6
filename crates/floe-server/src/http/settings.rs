//! A user's own settings: the name, whether it is a bot account, and what the web app stores.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use floe_store::{Filter, LogKind, Role};
use floe_wire::web::{BotSetting, ErrorCode, Me, NewName, Settings};
use serde_json::Value;

use super::{App, ErrorBody, to_me};
use crate::auth::{Caller, Scope};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::names;
use crate::users::run_detached;

/// Maximum size of the settings, in bytes.
const MAX_BYTES: usize = 8 * 1024;

/// Changes the caller's name: once in 30 days. Guests may change theirs a few times an hour; it is free again when
/// they are gone.
#[utoipa::path(put, path = "/api/account/name", request_body = NewName,
    responses((status = 200, body = Me), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn rename(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<NewName>, JsonRejection>,
) -> Result<Json<Me>, ApiError> {
    let Json(NewName { name }) = body?;
    caller.require_session()?;
    let is_guest = caller.user.role == Role::Guest;
    if is_guest && !app.namers.take(caller.user.id.clone()) {
        let message = "you have changed your name several times; wait a while before you change it again";
        return Err(ApiError::new(ErrorCode::RateLimited, message));
    }
    names::check(&name, &app.table_registry.services.config.moderators)?;
    run_detached(async move {
        let user = app
            .change(&caller.user.id, move |user| {
                let now = now_ms();
                if user.name == name {
                    return Err(ApiError::new(ErrorCode::Refused, "this is already your name"));
                }
                if is_guest {
                    user.name = name;
                    return Ok(());
                }
                if let Some(next) = user.renamed_ms.map(|at| at + names::KEPT_MS).filter(|next| *next > now) {
                    let days = (next - now) / (24 * 60 * 60 * 1000) + 1;
                    let message =
                        format!("a name can be changed once in 30 days; yours can be changed in {days}");
                    return Err(ApiError::new(ErrorCode::Refused, message));
                }
                (user.name, user.renamed_ms) = (name, Some(now));
                Ok(())
            })
            .await?;
        app.renamed(&user).await?;
        // Connections know their owner by the old name.
        app.table_registry.services.hub.drop_user(&user.id);
        Ok(Json(to_me(&user)))
    })
    .await
}

/// Marks an account as a bot, or unmarks it; only before its first game.
#[utoipa::path(put, path = "/api/account/bot", request_body = BotSetting,
    responses((status = 200, body = Me), (status = 422, body = ErrorBody)))]
pub async fn set_bot(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<BotSetting>, JsonRejection>,
) -> Result<Json<Me>, ApiError> {
    let Json(BotSetting { bot }) = body?;
    caller.require_session()?;
    caller.require_account()?;
    let seen = Filter {
        kind: Some(LogKind::Table),
        user: Some(caller.user.id.clone()),
        limit: 1,
        ..Filter::default()
    };
    if !app.table_registry.services.store.list(seen).await?.is_empty() {
        let message =
            "an account can become a bot only before its first game; create another account for the bot";
        return Err(ApiError::new(ErrorCode::Refused, message));
    }
    let user = app
        .change(&caller.user.id, move |user| {
            user.bot = bot;
            Ok(())
        })
        .await?;
    app.table_registry.services.hub.drop_user(&user.id);
    Ok(Json(to_me(&user)))
}

/// What the web app stores for the caller.
#[utoipa::path(get, path = "/api/account/settings", responses((status = 200, body = Settings)))]
pub async fn read(caller: Caller) -> Result<Json<Settings>, ApiError> {
    caller.require_scope(Scope::Read)?;
    let settings =
        serde_json::from_str(&caller.user.settings).unwrap_or_else(|_| Value::Object(Default::default()));
    Ok(Json(Settings(settings)))
}

/// Replaces the settings: an object of at most 8 KB.
#[utoipa::path(put, path = "/api/account/settings", request_body = Settings,
    responses((status = 204), (status = 413, body = ErrorBody)))]
pub async fn write(
    State(app): State<App>,
    caller: Caller,
    settings: Result<Json<Settings>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(Settings(settings)) = settings?;
    caller.require_session()?;
    if !settings.is_object() {
        return Err(ApiError::new(
            ErrorCode::Refused,
            "settings must be an object, such as {\"sound\": false}",
        ));
    }
    let text = settings.to_string();
    if text.len() > MAX_BYTES {
        return Err(ApiError::new(
            ErrorCode::TooLarge,
            format!("settings can have at most {MAX_BYTES} bytes"),
        ));
    }
    app.change(&caller.user.id, move |user| {
        user.settings = text;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
