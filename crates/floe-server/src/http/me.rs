//! The caller.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use floe_store::{Role, StoreError, User};
use floe_wire::web::{ErrorCode, Me};

use super::App;
use crate::auth::{Caller, OptionalCaller, begin_session};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::forwarded::ClientAddress;
use crate::ids;

/// A user as they see themselves.
pub fn to_me(user: &User) -> Me {
    Me { id: user.id.clone(), name: user.name.clone(), role: role_word(user.role).into(), bot: user.bot }
}

/// The name of a role.
pub fn role_word(role: Role) -> &'static str {
    match role {
        Role::Guest => "guest",
        Role::Player => "player",
        Role::Moderator => "moderator",
    }
}

/// Creates a guest, to play without an account, and sets a session cookie. A caller with a session keeps it.
#[utoipa::path(post, path = "/api/guests", responses((status = 200, body = Me)))]
pub async fn create_guest(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    OptionalCaller(caller): OptionalCaller,
) -> Result<Response, ApiError> {
    if let Some(caller) = caller {
        return Ok(Json(to_me(&caller.user)).into_response());
    }
    if !app.newcomers.take(address) {
        return Err(ApiError::new(
            ErrorCode::RateLimited,
            "too many guests from your address; try again later",
        ));
    }
    let user = loop {
        let user = guest();
        match app.table_registry.services.store.put_user(user.clone()).await {
            Err(StoreError::Taken(_)) => {}
            done => {
                done?;
                break user;
            }
        }
    };
    let (cookie, _) = begin_session(&app, &user.id).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(to_me(&user))).into_response())
}

fn guest() -> User {
    // 50 bits: two guests do not get the same name by chance, and no one guesses one.
    new_user(format!("guest-{}", &ids::id()[..10]), Role::Guest)
}

/// A new user.
pub fn new_user(name: String, role: Role) -> User {
    User {
        id: ids::id(),
        name,
        role,
        bot: false,
        password: None,
        recovery: None,
        created_ms: now_ms(),
        renamed_ms: None,
        banned_until_ms: None,
        muted_until_ms: None,
        settings: "{}".into(),
        deleted: false,
    }
}

/// The caller's own user.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub async fn me(caller: Caller) -> Json<Me> {
    Json(to_me(&caller.user))
}
