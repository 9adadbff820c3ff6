//! Authentication: a session in a cookie, or the token of a bot.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use floe_store::{Role, Session, User};
use floe_wire::web::ErrorCode;

use crate::clock::now_ms;
use crate::config::Config;
use crate::error::ApiError;
use crate::forwarded::{ClientAddress, is_behind_proxy};
use crate::http::App;
use crate::hub::ConnectionsOf;
use crate::ids;
use crate::table::payer;

/// The name of the cookie.
pub const COOKIE: &str = "floe_session";
/// How long a session lasts.
pub const SESSION_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Reading what its owner may see.
    Read,
    /// Creating tables, taking seats and playing.
    Play,
    /// Chatting.
    Chat,
    /// Creating and entering tournaments.
    Tournaments,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Play, Scope::Chat, Scope::Tournaments];

    /// Its name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Chat => "chat",
            Scope::Tournaments => "tournaments",
        }
    }
}

/// The user who makes a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The user.
    pub user: Arc<User>,
    /// The credential they used: the hash of a session's secret or of a token's key.
    pub pass: Vec<u8>,
    /// The address of the client.
    pub address: IpAddr,
    /// The scopes of a token; `None` for a session, which allows everything.
    scopes: Option<Vec<String>>,
}

impl Caller {
    /// Refuses a token that lacks a scope.
    pub fn require_scope(&self, scope: Scope) -> Result<(), ApiError> {
        match &self.scopes {
            Some(scopes) if !scopes.iter().any(|known| known == scope.as_str()) => Err(ApiError::new(
                ErrorCode::Forbidden,
                format!("this token lacks the scope '{}'", scope.as_str()),
            )),
            _ => Ok(()),
        }
    }

    /// The account or address charged for stored entries.
    pub fn payer(&self) -> String {
        payer(Some(self.address), &self.user.id)
    }

    /// Refuses every token: only the owner may change the account itself.
    pub fn require_session(&self) -> Result<(), ApiError> {
        match self.scopes {
            Some(_) => {
                Err(ApiError::new(ErrorCode::Forbidden, "this cannot be done with a token; sign in instead"))
            }
            None => Ok(()),
        }
    }

    /// For long-lived connections: refuses a caller whose credential or account has become invalid since the request
    /// was accepted. Call it once the connection is registered, so that it can be found and closed.
    pub async fn revalidate(&self, app: &App) -> Result<(), ApiError> {
        let store = &app.table_registry.services.store;
        let known = match self.scopes {
            Some(_) => store.token(&self.pass).await?.is_some(),
            None => store.session(&self.pass, now_ms()).await?.is_some(),
        };
        let user = store.user(&self.user.id).await?.filter(|user| known && !user.deleted);
        let user = user.ok_or_else(|| ApiError::new(ErrorCode::Unauthorized, "you are signed out"))?;
        not_banned(&user)
    }

    /// Refuses guests.
    pub fn require_account(&self) -> Result<(), ApiError> {
        match self.user.role {
            Role::Guest => Err(ApiError::new(ErrorCode::Forbidden, "this needs an account; sign up first")),
            _ => Ok(()),
        }
    }

    /// Refuses everyone but moderators.
    pub fn require_moderator(&self) -> Result<(), ApiError> {
        match self.user.role {
            Role::Moderator => self.require_session(),
            _ => Err(ApiError::new(ErrorCode::Forbidden, "only moderators can do this")),
        }
    }
}

/// Finds the caller of a request, if it carries a credential.
async fn identify(app: &App, parts: &Parts) -> Result<Option<Caller>, ApiError> {
    let (store, headers) = (&app.table_registry.services.store, &parts.headers);
    let unknown = ClientAddress(Ipv4Addr::UNSPECIFIED.into());
    let ClientAddress(address) = parts.extensions.get().copied().unwrap_or(unknown);
    let welcome = |user, pass, scopes| welcome(app, user, pass, address, scopes);
    if let Some(key) = bearer(headers) {
        let unknown_token =
            || ApiError::new(ErrorCode::Unauthorized, "unknown token; it may have been revoked");
        let token = store.token(&ids::hash(key)).await?.ok_or_else(unknown_token)?;
        let user = store.user(&token.user).await?.filter(|user| !user.deleted).ok_or_else(unknown_token)?;
        return welcome(user, token.hash, Some(token.scopes)).map(Some);
    }
    let Some(hash) = presented(&app.table_registry.services.config, headers) else { return Ok(None) };
    let Some(session) = store.session(&hash, now_ms()).await? else { return Ok(None) };
    match store.user(&session.user).await?.filter(|user| !user.deleted) {
        Some(user) => welcome(user, hash, None).map(Some),
        None => Ok(None),
    }
}

fn welcome(
    app: &App,
    mut user: User,
    pass: Vec<u8>,
    address: IpAddr,
    scopes: Option<Vec<String>>,
) -> Result<Caller, ApiError> {
    not_banned(&user)?;
    if user.role == Role::Moderator && !app.is_listed(&user.name) {
        // Removed from the list, or renamed since.
        user.role = Role::Player;
    }
    Ok(Caller { user: Arc::new(user), pass, address, scopes })
}

/// Refuses a user who is banned now.
pub fn not_banned(user: &User) -> Result<(), ApiError> {
    match user.banned_until_ms.is_some_and(|until| until > now_ms()) {
        true => Err(ApiError::new(ErrorCode::Forbidden, "you are banned from this server at the moment")),
        false => Ok(()),
    }
}

/// The hash of the session secret in a request, valid or not.
pub fn presented(config: &Config, headers: &HeaderMap) -> Option<Vec<u8>> {
    cookie(headers, &cookie_name(config, COOKIE)).filter(|secret| !secret.is_empty()).map(ids::hash)
}

/// The token in `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

/// The value of a cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

/// Requires a known caller.
impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, ApiError> {
        identify(app, parts).await?.ok_or_else(|| {
            ApiError::new(
                ErrorCode::Unauthorized,
                "not signed in; POST /api/guests to play as a guest, or send a token as 'Authorization: Bearer …'",
            )
        })
    }
}

/// A caller who may be anonymous.
pub struct OptionalCaller(pub Option<Caller>);

impl FromRequestParts<App> for OptionalCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<OptionalCaller, ApiError> {
        identify(app, parts).await.map(OptionalCaller)
    }
}

/// Maximum sessions per user; signing in once more ends the oldest.
const SESSIONS: usize = 50;

/// Starts a session with a newly generated secret, never one supplied by a client. Returns the cookie and the secret's
/// hash.
pub async fn begin_session(app: &App, user: &str) -> Result<(String, Vec<u8>), ApiError> {
    let secret = ids::secret();
    let now = now_ms();
    let store = &app.table_registry.services.store;
    let hash = ids::hash(&secret);
    let session =
        Session { hash: hash.clone(), user: user.into(), created_ms: now, expires_ms: now + SESSION_MS };
    store.put_session(session).await?;
    let all = store.sessions(user, now).await?;
    for old in all.iter().take(all.len().saturating_sub(SESSIONS)).filter(|old| old.hash != hash) {
        store.drop_session(&old.hash).await?;
        app.table_registry.services.hub.disconnect(user, ConnectionsOf::Only(old.hash.clone()));
    }
    Ok((set_cookie(&app.table_registry.services.config, COOKIE, &secret, SESSION_MS / 1000), hash))
}

/// The cookie that deletes the session.
pub fn end_cookie(app: &App) -> String {
    set_cookie(&app.table_registry.services.config, COOKIE, "", 0)
}

/// The full name of a cookie. Behind TLS it has a prefix that no neighbouring site and no plain connection can set.
pub fn cookie_name(config: &Config, name: &str) -> String {
    if config.is_https() { format!("__Host-{name}") } else { name.to_owned() }
}

/// A cookie for this server only, hidden from scripts.
pub fn set_cookie(config: &Config, name: &str, value: &str, seconds: i64) -> String {
    let secure = if config.is_https() { "; Secure" } else { "" };
    let name = cookie_name(config, name);
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// Refuses requests that another site makes a browser send. Browsers state the origin of a request. Bots need not,
/// because they carry no one else's cookies.
pub async fn same_origin(State(app): State<App>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let socket = request.headers().contains_key(header::UPGRADE);
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let own = from_here(&app.table_registry.services.config, peer, request.headers());
    if (!reads || socket) && bearer(request.headers()).is_none() && !own {
        return ApiError::new(ErrorCode::Forbidden, "this request comes from another site").into_response();
    }
    next.run(request).await
}

fn from_here(config: &Config, peer: Option<IpAddr>, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site")
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    let Some(origin) = text("origin") else { return true };
    if let Some(own) = config.origin() {
        return own.eq_ignore_ascii_case(origin);
    }
    // Without a configured public address the origin is the `Host` header, with the scheme that the server or its proxy
    // uses.
    let proxied = peer.is_some_and(|peer| is_behind_proxy(config, peer));
    let scheme = text("x-forwarded-proto").filter(|_| proxied).unwrap_or("http");
    text("host").is_some_and(|host| format!("{scheme}://{host}").eq_ignore_ascii_case(origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(config: &Config, headers: &[(&'static str, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        from_here(config, Some(IpAddr::from([127, 0, 0, 1])), &map)
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        let plain = Config::default();
        let host = ("host", "floe.example");
        assert!(judged(&plain, &[host]));
        assert!(judged(&plain, &[host, ("origin", "http://floe.example")]));
        for other in
            ["https://floe.example", "http://floe.example:81", "http://evil.example", "null", "floe.example"]
        {
            assert!(!judged(&plain, &[host, ("origin", other)]), "{other}");
        }
        let public =
            Config { public_url: Some("https://Floe.example:443/games/".into()), ..Config::default() };
        assert!(judged(&public, &[host, ("origin", "https://floe.example")]));
        assert!(!judged(&public, &[host, ("origin", "http://floe.example")]));
        assert!(!judged(
            &public,
            &[host, ("origin", "https://floe.example"), ("sec-fetch-site", "cross-site")]
        ));
        // A proxy with TLS in front of a server that does not know its public address.
        let proxied = Config { behind_proxy: true, ..Config::default() };
        let tls = ("x-forwarded-proto", "https");
        assert!(judged(&proxied, &[host, tls, ("origin", "https://floe.example")]));
        assert!(!judged(&proxied, &[host, tls, ("origin", "http://floe.example")]));
        assert!(
            !judged(&plain, &[host, tls, ("origin", "https://floe.example")]),
            "any client can send that header"
        );
    }
}
