//! Tokens for bots: shown once, stored as hashes, limited to the scopes their owner chose.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use floe_store::Token;
use floe_wire::web::{CreatedToken, ErrorCode, NewToken, TokenRow};

use super::{App, ErrorBody};
use crate::auth::{Caller, Scope};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::hub::ConnectionsOf;
use crate::ids;
use crate::users::run_detached;

/// Maximum number of tokens per account.
const MAX_TOKENS: usize = 20;
/// Maximum length of a label, in characters.
const LABEL: usize = 60;

fn row(token: &Token) -> TokenRow {
    let Token { id, label, scopes, created_ms, .. } = token.clone();
    TokenRow { id, label, scopes, created_ms }
}

/// Creates a token. Its key is in the response and is not shown again.
#[utoipa::path(post, path = "/api/tokens", operation_id = "create_token", request_body = NewToken,
    responses((status = 201, body = CreatedToken), (status = 422, body = ErrorBody)))]
pub async fn make(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<NewToken>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(NewToken { label, scopes }) = body?;
    caller.require_session()?;
    caller.require_account()?;
    let label = label.trim().to_owned();
    if label.is_empty() || label.chars().count() > LABEL || label.chars().any(char::is_control) {
        return Err(ApiError::new(ErrorCode::Refused, format!("a label has 1 to {LABEL} characters")));
    }
    if let Some(unknown) = scopes.iter().find(|name| !Scope::ALL.iter().any(|scope| scope.as_str() == *name))
    {
        let message = format!("unknown scope '{unknown}'; use read, play, chat and tournaments");
        return Err(ApiError::new(ErrorCode::Refused, message));
    }
    // In their own order, without duplicates.
    let scopes: Vec<String> = Scope::ALL
        .iter()
        .map(|scope| scope.as_str().to_owned())
        .filter(|name| scopes.contains(name))
        .collect();
    if scopes.is_empty() {
        return Err(ApiError::new(ErrorCode::Refused, "a token needs at least one scope"));
    }
    let key = format!("floe_{}", ids::secret());
    let token = Token {
        id: ids::id(),
        hash: ids::hash(&key),
        user: caller.user.id.clone(),
        label,
        scopes,
        created_ms: now_ms(),
    };
    let made = CreatedToken { token: row(&token), key };
    run_detached(async move {
        // Under the lock no other token is added and no user is deleted.
        let _book = app.register.lock().await;
        let store = &app.table_registry.services.store;
        store
            .user(&token.user)
            .await?
            .filter(|user| !user.deleted)
            .ok_or_else(|| ApiError::not_found("user"))?;
        if store.tokens(&token.user).await?.len() >= MAX_TOKENS {
            let message = format!("an account can have at most {MAX_TOKENS} tokens; revoke one first");
            return Err(ApiError::new(ErrorCode::RateLimited, message));
        }
        Ok(store.put_token(token).await?)
    })
    .await?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// The caller's tokens, without their keys.
#[utoipa::path(get, path = "/api/tokens", operation_id = "list_tokens", responses((status = 200, body = Vec<TokenRow>)))]
pub async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<TokenRow>>, ApiError> {
    caller.require_session()?;
    let tokens = app.table_registry.services.store.tokens(&caller.user.id).await?;
    Ok(Json(tokens.iter().map(row).collect()))
}

/// Revokes a token, and closes the connections that use it.
#[utoipa::path(delete, path = "/api/tokens/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub async fn revoke(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    caller.require_session()?;
    run_detached(async move {
        let (store, user) = (&app.table_registry.services.store, &caller.user.id);
        let tokens = store.tokens(user).await?;
        let token = tokens.iter().find(|token| token.id == id).ok_or_else(|| ApiError::not_found("token"))?;
        store.drop_token(user, &id).await?;
        app.table_registry.services.hub.disconnect(user, ConnectionsOf::Only(token.hash.clone()));
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
