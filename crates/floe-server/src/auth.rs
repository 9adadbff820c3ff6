//! Who is asking: a session in a cookie, or a key of a program.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use floe_store::{Role, Session, User};
use floe_wire::web::Why;

use crate::clock::now_ms;
use crate::http::App;
use crate::ids;
use crate::refused::Refused;

/// The name of the cookie.
pub const COOKIE: &str = "floe_session";
/// How long a session lasts.
pub const SESSION_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// What a key of a program is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Looking at what its owner may see.
    Read,
    /// Making tables, sitting down and playing.
    Play,
    /// Talking.
    Chat,
    /// Making and joining tournaments.
    Tournaments,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Play, Scope::Chat, Scope::Tournaments];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Chat => "chat",
            Scope::Tournaments => "tournaments",
        }
    }
}

/// Whoever asks.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who.
    pub user: Arc<User>,
    /// What they came in with: the hash of a session's secret or of a token's key.
    pub pass: Vec<u8>,
    /// What a program's key is good for; everything for a browser.
    scopes: Option<Vec<String>>,
}

impl Caller {
    /// Refuses a key that is not good for something.
    pub fn may(&self, scope: Scope) -> Result<(), Refused> {
        match &self.scopes {
            Some(scopes) if !scopes.iter().any(|known| known == scope.word()) => Err(Refused::new(
                Why::Forbidden,
                format!("this token is not good for that; it would need the scope '{}'", scope.word()),
            )),
            _ => Ok(()),
        }
    }

    /// Refuses keys altogether: what concerns the account itself is done by its owner.
    pub fn in_person(&self) -> Result<(), Refused> {
        match self.scopes {
            Some(_) => Err(Refused::new(Why::Forbidden, "this is not done with a token; sign in")),
            None => Ok(()),
        }
    }

    /// Refuses whoever was let in a moment ago and would not be now: for connections that stay. To be asked once the
    /// connection can be found by whoever ends it.
    pub async fn stands(&self, app: &App) -> Result<(), Refused> {
        let store = &app.hall.house.store;
        let known = match self.scopes {
            Some(_) => store.token(&self.pass).await?.is_some(),
            None => store.session(&self.pass, now_ms()).await?.is_some(),
        };
        let user = store.user(&self.user.id).await?.filter(|user| known && !user.gone);
        let user = user.ok_or_else(|| Refused::new(Why::SignIn, "you are signed out"))?;
        not_banned(&user)
    }

    /// Refuses guests.
    pub fn account(&self) -> Result<(), Refused> {
        match self.user.role {
            Role::Guest => Err(Refused::new(Why::Forbidden, "this needs an account; sign up first")),
            _ => Ok(()),
        }
    }

    /// Refuses everybody but moderators.
    pub fn moderates(&self) -> Result<(), Refused> {
        match self.user.role {
            Role::Moderator => self.in_person(),
            _ => Err(Refused::new(Why::Forbidden, "only moderators do that")),
        }
    }
}

/// Finds out who asks, if anybody says.
pub async fn identify(app: &App, headers: &HeaderMap) -> Result<Option<Caller>, Refused> {
    let store = &app.hall.house.store;
    if let Some(key) = bearer(headers) {
        let wrong = || Refused::new(Why::SignIn, "this token is not known; it may have been taken back");
        let token = store.token(&ids::hash(key)).await?.ok_or_else(wrong)?;
        let user = store.user(&token.user).await?.filter(|user| !user.gone).ok_or_else(wrong)?;
        return welcome(app, user, token.hash, Some(token.scopes)).map(Some);
    }
    let Some(hash) = presented(headers) else { return Ok(None) };
    let Some(session) = store.session(&hash, now_ms()).await? else { return Ok(None) };
    match store.user(&session.user).await?.filter(|user| !user.gone) {
        Some(user) => welcome(app, user, hash, None).map(Some),
        None => Ok(None),
    }
}

fn welcome(app: &App, mut user: User, pass: Vec<u8>, scopes: Option<Vec<String>>) -> Result<Caller, Refused> {
    not_banned(&user)?;
    if user.role == Role::Moderator && !app.is_listed(&user.name) {
        // Taken off the list, or called something else now.
        user.role = Role::Player;
    }
    Ok(Caller { user: Arc::new(user), pass, scopes })
}

/// Refuses whoever is banned now.
pub fn not_banned(user: &User) -> Result<(), Refused> {
    match user.banned_until_ms.is_some_and(|until| until > now_ms()) {
        true => Err(Refused::new(Why::Forbidden, "you are banned from this server for now")),
        false => Ok(()),
    }
}

/// The hash of the session that a request comes with, whether or not it is any good.
pub fn presented(headers: &HeaderMap) -> Option<Vec<u8>> {
    cookie(headers, COOKIE).filter(|secret| !secret.is_empty()).map(ids::hash)
}

/// The key in `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

/// Somebody: whoever is not known is refused.
impl FromRequestParts<App> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Refused> {
        identify(app, &parts.headers).await?.ok_or_else(|| {
            Refused::new(
                Why::SignIn,
                "nobody is signed in; POST /api/guests to play at once, or send a token as 'Authorization: Bearer …'",
            )
        })
    }
}

/// Somebody or nobody.
pub struct Anybody(pub Option<Caller>);

impl FromRequestParts<App> for Anybody {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Anybody, Refused> {
        identify(app, &parts.headers).await.map(Anybody)
    }
}

/// The most sessions of one user: whoever signs in once more ends the oldest.
const SESSIONS: usize = 50;

/// Starts a session with a secret of its own, never one that somebody handed in; gives the cookie and the secret's hash.
pub async fn begin_session(app: &App, user: &str) -> Result<(String, Vec<u8>), Refused> {
    let secret = ids::secret();
    let now = now_ms();
    let store = &app.hall.house.store;
    let hash = ids::hash(&secret);
    let session =
        Session { hash: hash.clone(), user: user.into(), created_ms: now, expires_ms: now + SESSION_MS };
    store.put_session(session).await?;
    let all = store.sessions(user, now).await?;
    for old in all.iter().take(all.len().saturating_sub(SESSIONS)).filter(|old| old.hash != hash) {
        store.drop_session(&old.hash).await?;
        app.hall.house.hub.drop_those(user, |pass| pass == old.hash);
    }
    Ok((set_cookie(app, &secret, SESSION_MS / 1000), hash))
}

/// The cookie that forgets the session.
pub fn end_cookie(app: &App) -> String {
    set_cookie(app, "", 0)
}

fn set_cookie(app: &App, value: &str, seconds: i64) -> String {
    let public = app.hall.house.config.public_url.as_deref();
    let secure = if public.is_some_and(|url| url.starts_with("https:")) { "; Secure" } else { "" };
    format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// Refuses what another site makes a browser send. Browsers say where a request comes from; programs, which have no
/// cookies of other people, need not.
pub async fn same_origin(State(app): State<App>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let socket = request.headers().contains_key(header::UPGRADE);
    if (!reads || socket) && bearer(request.headers()).is_none() && !from_here(&app, request.headers()) {
        return Refused::new(Why::Forbidden, "this request comes from another site").into_response();
    }
    next.run(request).await
}

fn from_here(app: &App, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site")
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    let Some(origin) = text("origin") else { return true };
    if app.hall.house.config.public_url.as_deref().is_some_and(|url| url.trim_end_matches('/') == origin) {
        return true;
    }
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    text("host") == Some(host)
}

/// The address a request comes from: the proxy's word where there is a proxy.
pub fn address(app: &App, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !app.hall.house.config.behind_proxy || !near(peer) {
        return network(peer);
    }
    // The last of the last is the one our own proxy has seen; those before it anybody can write.
    let forwarded =
        headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
    network(forwarded.and_then(|list| list.rsplit(',').next()?.trim().parse().ok()).unwrap_or(peer))
}

/// What one household has: an address of the old kind, 2^64 of the new.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

/// Is it this machine or a private network, where a proxy would be?
pub fn near(peer: IpAddr) -> bool {
    match peer.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    }
}
