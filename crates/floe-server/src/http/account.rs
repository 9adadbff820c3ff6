//! Accounts: signing up, signing in and out, and deleting.

use std::net::IpAddr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use floe_store::{Role, User};
use floe_wire::web::{
    CreatedAccount, Credentials, ErrorCode, Me, PasswordChange, PasswordConfirmation, RecoverAccount,
    RecoveryCode,
};

use super::me::new_user;
use super::{App, ErrorBody, to_me};
use crate::auth::{Caller, OptionalCaller, begin_session, end_cookie, not_banned, presented};
use crate::config::Config;
use crate::error::ApiError;
use crate::forwarded::ClientAddress;
use crate::hub::ConnectionsOf;
use crate::users::run_detached;
use crate::{devices, ids, names, passwords};

/// What a password or code attempt counts against.
enum Trying<'a> {
    /// An address and the given name: attempts on a name from elsewhere do not count against its owner.
    Stranger(IpAddr, &'a str),
    /// A browser in which the account has signed in before, wherever it is now.
    Device(&'a str),
    /// The session they are in.
    Session(&'a [u8]),
}

/// An attempt with a password or a code. Few may be wrong. Each costs the server a good deal of work, so correct ones
/// are limited, too.
struct Attempt<'a> {
    app: &'a App,
    address: Option<IpAddr>,
    key: String,
}

impl<'a> Attempt<'a> {
    fn new(app: &'a App, trying: Trying<'_>) -> Result<Attempt<'a>, ApiError> {
        let (address, key) = match trying {
            // Invalid names need not be remembered.
            Trying::Stranger(address, name) if name.len() > 20 => (Some(address), format!("{address}")),
            Trying::Stranger(address, name) => (Some(address), format!("{address} {}", name.to_lowercase())),
            Trying::Device(note) => (None, format!("device {note}")),
            Trying::Session(hash) => (None, format!("session {}", ids::hex(hash))),
        };
        let who = address.map_or_else(|| key.clone(), |address| address.to_string());
        let here = app.sign_ins.take(who) && address.is_none_or(|address| app.attempts.take(address));
        if here && app.tried.take(key.clone()) {
            return Ok(Attempt { app, address, key });
        }
        app.table_registry.services.metrics.requests_rate_limited.inc();
        Err(ApiError::new(
            ErrorCode::RateLimited,
            "too many password attempts; wait a few minutes and try again",
        ))
    }

    fn was_right(self) {
        if let Some(address) = self.address {
            self.app.attempts.put_back(address);
        }
        self.app.tried.put_back(self.key);
    }
}

fn unauthorized(message: &str) -> ApiError {
    ApiError::new(ErrorCode::Unauthorized, message)
}

/// Refuses callers who do not know their account's password.
async fn own_password(app: &App, caller: &Caller, password: &str) -> Result<(), ApiError> {
    let attempt = Attempt::new(app, Trying::Session(&caller.pass))?;
    match app.passwords.verify(password, caller.user.password.as_deref()).await? {
        true => {
            attempt.was_right();
            Ok(())
        }
        false => Err(unauthorized("this is not your password")),
    }
}

/// Creates an account. A guest keeps their id and games. The response contains the recovery code, which is not shown
/// again, and sets a cookie with a new session.
#[utoipa::path(post, path = "/api/account", request_body = Credentials,
    responses((status = 201, body = CreatedAccount), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn sign_up(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    OptionalCaller(caller): OptionalCaller,
    body: Result<Json<Credentials>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(Credentials { name, password }) = body?;
    if let Some(caller) = &caller {
        caller.require_session()?;
        guest_still(&caller.user)?;
    }
    names::check(&name, &app.table_registry.services.config.moderators)?;
    passwords::fit(&password, &name)?;
    if !app.newcomers.take(address) {
        return Err(ApiError::new(
            ErrorCode::RateLimited,
            "too many new accounts from your address; try again later",
        ));
    }
    if app.table_registry.services.store.user_named(&name).await?.is_some() {
        return Err(ApiError::new(ErrorCode::Conflict, format!("'{name}' is taken")));
    }
    let hash = app.passwords.hash(&password).await?;
    let code = ids::code();
    let kept_code = ids::code_hash(&code);
    let become_player = move |user: &mut User| {
        guest_still(user)?;
        (user.name, user.role) = (name, Role::Player);
        (user.password, user.recovery) = (Some(hash), Some(kept_code));
        Ok(())
    };
    let guest = caller.map(|caller| caller.user.id.clone());
    let config = app.table_registry.services.config.clone();
    let (user, cookie) = run_detached(async move {
        let store = &app.table_registry.services.store;
        let user = match &guest {
            Some(id) => app.change(id, become_player).await?,
            None => {
                let mut user = new_user(String::new(), Role::Guest);
                become_player(&mut user)?;
                store.put_user(user.clone()).await?;
                user
            }
        };
        let (cookie, session) = begin_session(&app, &user.id).await?;
        if guest.is_some() {
            // A person who knew the guest's session does not know this one.
            store.drop_sessions(&user.id, Some(session)).await?;
            app.table_registry.services.hub.drop_user(&user.id);
            app.renamed(&user).await?;
        }
        Ok((user, cookie))
    })
    .await?;
    let made = CreatedAccount { you: to_me(&user), recovery_code: code };
    Ok((StatusCode::CREATED, cookies(cookie, &config, &headers, &user), Json(made)).into_response())
}

/// The session cookie, and the one that marks the browser as known.
fn cookies(
    session: String,
    config: &Config,
    headers: &HeaderMap,
    user: &User,
) -> AppendHeaders<Vec<(HeaderName, String)>> {
    let device = devices::remember(config, headers, user);
    AppendHeaders(std::iter::once(session).chain(device).map(|cookie| (header::SET_COOKIE, cookie)).collect())
}

fn guest_still(user: &User) -> Result<(), ApiError> {
    match user.role {
        Role::Guest => Ok(()),
        _ => Err(ApiError::new(ErrorCode::Refused, "you already have an account; sign out first")),
    }
}

/// Signs in: sets a cookie with a new session, and ends the session of the request.
#[utoipa::path(post, path = "/api/session", request_body = Credentials,
    responses((status = 200, body = Me), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn sign_in(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: Result<Json<Credentials>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(Credentials { name, password }) = body?;
    let config = app.table_registry.services.config.clone();
    let user = app.table_registry.services.store.user_named(&name).await?.filter(|user| !user.deleted);
    let device = user.as_ref().and_then(|user| devices::known(&config, &headers, user));
    let attempt = Attempt::new(&app, device.map_or(Trying::Stranger(address, &name), Trying::Device))?;
    // The same work for an unknown name.
    let stored = user.as_ref().and_then(|user| user.password.as_deref());
    let known = app.passwords.verify(&password, stored).await?;
    let Some(user) = user.filter(|_| known) else {
        return Err(unauthorized("wrong name or password"));
    };
    attempt.was_right();
    not_banned(&user)?;
    let old = presented(&config, &headers);
    let (user, cookie) = run_detached(async move {
        let verified = user.password.clone();
        let user = app.sync_role(user).await?;
        end_session(&app, old).await?;
        let (cookie, session) = begin_session(&app, &user.id).await?;
        // The password may have changed during the check.
        let now = app.table_registry.services.store.user(&user.id).await?;
        if now.is_none_or(|now| now.password != verified) {
            app.table_registry.services.store.drop_session(&session).await?;
            return Err(unauthorized("wrong name or password"));
        }
        Ok((user, cookie))
    })
    .await?;
    Ok((cookies(cookie, &config, &headers, &user), Json(to_me(&user))).into_response())
}

async fn end_session(app: &App, session: Option<Vec<u8>>) -> Result<(), ApiError> {
    let Some(hash) = session else { return Ok(()) };
    let services = &app.table_registry.services;
    let whose = services.store.session(&hash, i64::MIN).await?;
    services.store.drop_session(&hash).await?;
    if let Some(session) = whose {
        services.hub.disconnect(&session.user, ConnectionsOf::Only(hash.clone()));
    }
    Ok(())
}

/// Signs out. A guest who signs out cannot return.
#[utoipa::path(delete, path = "/api/session", responses((status = 204)))]
pub async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Result<Response, ApiError> {
    // Does not check who it is: banned users may sign out, too.
    let forgotten = end_cookie(&app);
    let session = presented(&app.table_registry.services.config, &headers);
    run_detached(async move { end_session(&app, session).await }).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, forgotten)]).into_response())
}

/// Changes the password and ends every other session.
#[utoipa::path(put, path = "/api/account/password", request_body = PasswordChange,
    responses((status = 204), (status = 401, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn change_password(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<PasswordChange>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(PasswordChange { old, new }) = body?;
    caller.require_session()?;
    caller.require_account()?;
    passwords::fit(&new, &caller.user.name)?;
    own_password(&app, &caller, &old).await?;
    let hash = app.passwords.hash(&new).await?;
    run_detached(async move {
        let (id, pass) = (&caller.user.id, &caller.pass);
        let before = caller.user.password.clone();
        app.change(id, move |user| {
            unchanged(user.password == before)?;
            user.password = Some(hash);
            Ok(())
        })
        .await?;
        app.table_registry.services.store.drop_sessions(id, Some(pass.clone())).await?;
        // Bots reconnect on their own: their tokens stay valid.
        app.table_registry.services.hub.disconnect(id, ConnectionsOf::Except(pass.clone()));
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Of two concurrent changes the first one wins.
fn unchanged(same: bool) -> Result<(), ApiError> {
    match same {
        true => Ok(()),
        false => {
            Err(ApiError::new(ErrorCode::Stale, "someone else changed this first; reload and try again"))
        }
    }
}

/// Creates a new recovery code; requires the password. The old code stops working.
#[utoipa::path(post, path = "/api/account/recovery", request_body = PasswordConfirmation,
    responses((status = 200, body = RecoveryCode), (status = 401, body = ErrorBody)))]
pub async fn new_recovery_code(
    State(app): State<App>,
    caller: Caller,
    again: Result<Json<PasswordConfirmation>, JsonRejection>,
) -> Result<Json<RecoveryCode>, ApiError> {
    let Json(PasswordConfirmation { password }) = again?;
    caller.require_session()?;
    caller.require_account()?;
    own_password(&app, &caller, &password.unwrap_or_default()).await?;
    let code = ids::code();
    let stored = ids::code_hash(&code);
    app.change(&caller.user.id, move |user| {
        user.recovery = Some(stored);
        Ok(())
    })
    .await?;
    Ok(Json(RecoveryCode { recovery_code: code }))
}

/// Sets a new password with a recovery code. Ends every session, revokes every token and returns the next code.
#[utoipa::path(post, path = "/api/account/recover", request_body = RecoverAccount,
    responses((status = 200, body = RecoveryCode), (status = 401, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn recover(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    body: Result<Json<RecoverAccount>, JsonRejection>,
) -> Result<Json<RecoveryCode>, ApiError> {
    let Json(RecoverAccount { name, code, password }) = body?;
    passwords::fit(&password, &name)?;
    let attempt = Attempt::new(&app, Trying::Stranger(address, &name))?;
    let no = || unauthorized("wrong name or recovery code");
    let user = app.table_registry.services.store.user_named(&name).await?.filter(|user| !user.deleted);
    // The same work whether the account exists or not.
    let hash = app.passwords.hash(&password).await?;
    let given = ids::code_hash(&code);
    let stored = user.as_ref().and_then(|user| user.recovery.clone()).unwrap_or_default();
    let Some(user) = user.filter(|_| ids::same(&given, &stored)) else { return Err(no()) };
    attempt.was_right();
    let next = ids::code();
    let kept_next = ids::code_hash(&next);
    run_detached(async move {
        app.change(&user.id, move |user| {
            // Only once, even if two requests use it.
            unchanged(user.recovery.as_ref() == Some(&given))?;
            (user.password, user.recovery) = (Some(hash), Some(kept_next));
            Ok(())
        })
        .await?;
        let store = &app.table_registry.services.store;
        store.drop_sessions(&user.id, None).await?;
        for token in store.tokens(&user.id).await? {
            store.drop_token(&user.id, &token.id).await?;
        }
        app.table_registry.services.hub.drop_user(&user.id);
        Ok(Json(RecoveryCode { recovery_code: next }))
    })
    .await
}

/// Deletes the account or guest permanently. Accounts must give the password. Live games are resigned, and all data
/// about the owner is deleted except the games, which belong to the other players too.
#[utoipa::path(delete, path = "/api/account", request_body = PasswordConfirmation,
    responses((status = 204), (status = 401, body = ErrorBody)))]
pub async fn delete_account(
    State(app): State<App>,
    caller: Caller,
    body: Bytes,
) -> Result<Response, ApiError> {
    caller.require_session()?;
    let again = match body.is_empty() {
        true => PasswordConfirmation::default(),
        false => serde_json::from_slice(&body).map_err(|_| {
            ApiError::new(ErrorCode::Malformed, "send {\"password\": \"…\"}, or no body as a guest")
        })?,
    };
    if caller.user.password.is_some() {
        own_password(&app, &caller, &again.password.unwrap_or_default()).await?;
    }
    let forgotten = end_cookie(&app);
    run_detached(async move {
        tracing::info!(user = caller.user.id, "deleting a user");
        app.delete_user(&caller.user).await
    })
    .await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, forgotten)]).into_response())
}
