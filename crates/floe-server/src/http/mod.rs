//! HTTP: the routes, and the limits on requests.

mod account;
mod chat;
mod export;
mod follows;
mod games;
mod invitations;
mod listing;
mod me;
mod moderation;
mod my_games;
mod ops;
mod page;
mod people;
mod push;
mod quick;
mod settings;
mod stream;
mod tables;
mod tokens;
mod tournaments;

use std::net::{IpAddr, SocketAddr};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use floe_wire::web::ErrorCode;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::same_origin;
use crate::error::ApiError;
use crate::forwarded::{ClientAddress, address, is_behind_proxy};
use crate::limits::{ConcurrencyLimiter, Permit, RateLimiter};
use crate::listen::ConnectionPermit;
use crate::page::Page;
use crate::passwords::Passwords;
use crate::socket;
use crate::table::TableRegistry;
use crate::tournament::TournamentService;

pub use chat::{is_invisible, say};
#[cfg(test)]
pub use me::new_user;
pub use me::to_me;
pub use stream::watcher;

/// What every request needs.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// Shared by all requests.
pub struct Shared {
    /// The tables.
    pub table_registry: Arc<TableRegistry>,
    /// The tournaments.
    pub tournaments: Arc<TournamentService>,
    /// API and operations requests per address.
    requests: RateLimiter<IpAddr>,
    /// Requests per address for the web app's files.
    files: RateLimiter<IpAddr>,
    /// Requests in progress per address behind a proxy, including sockets and streams.
    forwarded: Arc<ConcurrencyLimiter<IpAddr>>,
    /// WebSocket frames per address.
    pub frames: RateLimiter<IpAddr>,
    /// New guests and accounts per address.
    pub newcomers: RateLimiter<IpAddr>,
    /// Password and code attempts per address, known device or session, right or wrong.
    pub sign_ins: RateLimiter<String>,
    /// Wrong attempts per address.
    pub attempts: RateLimiter<IpAddr>,
    /// Wrong attempts per address and name, per known device, or per session.
    pub tried: RateLimiter<String>,
    /// Challenges per user.
    pub inviters: RateLimiter<String>,
    /// New names per guest.
    pub namers: RateLimiter<String>,
    /// Held while somebody who waits is looked for: of two who ask at once, one finds the other.
    pub pairing: tokio::sync::Mutex<()>,
    /// Reports per user.
    pub reporters: RateLimiter<String>,
    /// Data exports per user.
    pub exporters: RateLimiter<String>,
    /// The password hasher.
    pub passwords: Passwords,
    /// Held while a user's data is changed.
    pub register: tokio::sync::Mutex<()>,
    /// The length of the moderation log when it was last read.
    pub moderated: AtomicU64,
    /// WebSocket messages per user.
    pub sayers: RateLimiter<String>,
    /// Chat messages per user.
    pub chatter: RateLimiter<String>,
    /// Tables created per user.
    pub makers: RateLimiter<String>,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// An app around the tables and the tournaments.
    pub fn new(table_registry: Arc<TableRegistry>, tournaments: Arc<TournamentService>) -> App {
        let config = &table_registry.services.config;
        App(Arc::new(Shared {
            requests: RateLimiter::new(config.request_burst, config.requests_per_second),
            files: RateLimiter::new(
                config.request_burst.saturating_mul(FILES),
                config.requests_per_second * f64::from(FILES),
            ),
            forwarded: Arc::new(ConcurrencyLimiter::new(config.max_connections_per_address)),
            frames: RateLimiter::new(config.frame_burst, config.frames_per_second),
            newcomers: RateLimiter::new(config.signups_per_hour, f64::from(config.signups_per_hour) / 3600.0),
            // A whole class may sign in from one address, each with their own name.
            sign_ins: RateLimiter::new(60, 0.5),
            attempts: RateLimiter::new(config.password_attempts.saturating_mul(4), 1.0 / 15.0),
            tried: RateLimiter::new(config.password_attempts, 1.0 / 30.0),
            inviters: RateLimiter::new(10, 0.1),
            namers: RateLimiter::new(5, 1.0 / 600.0),
            pairing: tokio::sync::Mutex::default(),
            reporters: RateLimiter::new(5, 1.0 / 600.0),
            exporters: RateLimiter::new(3, 1.0 / 600.0),
            passwords: Passwords::default(),
            register: tokio::sync::Mutex::default(),
            moderated: AtomicU64::new(0),
            sayers: RateLimiter::new(400, 100.0),
            chatter: RateLimiter::new(8, 0.5),
            makers: RateLimiter::new((config.max_tables_per_user as u32).saturating_mul(2), 0.2),
            table_registry,
            tournaments,
        }))
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Floe",
        description = "The tables, users and tournaments of a Floe server. Sign in with a cookie (POST /api/guests, /api/session) or \
                   a token (`Authorization: Bearer …`). Errors are `{\"error\": {\"code\", \"message\"}}`. Streams send \
                   JSON lines (see `ServerMessage`); the WebSocket at /api/socket takes `ClientMessage` and sends `ServerMessage`."
    ),
    components(schemas(floe_wire::web::ClientMessage, floe_wire::web::ServerMessage))
)]
struct Api;

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(games::games))
        .routes(routes!(me::create_guest))
        .routes(routes!(me::me))
        .routes(routes!(account::sign_up, account::delete_account))
        .routes(routes!(account::sign_in, account::sign_out))
        .routes(routes!(account::change_password))
        .routes(routes!(account::new_recovery_code))
        .routes(routes!(account::recover))
        .routes(routes!(settings::rename))
        .routes(routes!(settings::set_bot))
        .routes(routes!(settings::read, settings::write))
        .routes(routes!(export::export))
        .routes(routes!(tokens::make, tokens::list))
        .routes(routes!(tokens::revoke))
        .routes(routes!(people::profile))
        .routes(routes!(people::history))
        .routes(routes!(people::leaders))
        .routes(routes!(people::blocks))
        .routes(routes!(people::block, people::unblock))
        .routes(routes!(people::report))
        .routes(routes!(follows::list))
        .routes(routes!(follows::follow, follows::unfollow))
        .routes(routes!(my_games::list))
        .routes(routes!(invitations::invite))
        .routes(routes!(invitations::decline))
        .routes(routes!(quick::quick))
        .routes(routes!(push::key, push::subscribe, push::unsubscribe))
        .routes(routes!(moderation::reports))
        .routes(routes!(moderation::resolve))
        .routes(routes!(moderation::ban))
        .routes(routes!(moderation::mute))
        .routes(routes!(moderation::stop))
        .routes(routes!(moderation::log))
        .routes(routes!(tables::make, tables::list))
        .routes(routes!(tables::state))
        .routes(routes!(tables::record))
        .routes(routes!(tables::picture))
        .routes(routes!(tables::sit))
        .routes(routes!(tables::seat_engine))
        .routes(routes!(tables::contribute))
        .routes(routes!(tables::play))
        .routes(routes!(tables::act))
        .routes(routes!(chat::post, chat::list))
        .routes(routes!(stream::table))
        .routes(routes!(stream::my_stream))
        .routes(routes!(tournaments::make, tournaments::list))
        .routes(routes!(tournaments::state))
        .routes(routes!(tournaments::games))
        .routes(routes!(tournaments::join))
        .routes(routes!(tournaments::enter_engine))
        .routes(routes!(tournaments::leave))
        .routes(routes!(tournaments::start))
        .routes(routes!(tournaments::pause))
        .routes(routes!(tournaments::stop))
        .routes(routes!(tournaments::stream))
        .routes(routes!(ops::healthz))
        .routes(routes!(ops::readyz))
        .routes(routes!(ops::metrics))
}

/// The OpenAPI document.
pub fn openapi() -> utoipa::openapi::OpenApi {
    api().split_for_parts().1
}

/// The whole router.
pub fn router(app: App, page: Arc<Page>) -> Router {
    let (router, document) = api().split_for_parts();
    let header = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(HeaderName::from_static(name), HeaderValue::from_static(value))
    };
    let body_bytes = app.table_registry.services.config.max_body_bytes;
    // Browsers that have used TLS once must always use it.
    let tls = app
        .table_registry
        .services
        .config
        .is_https()
        .then(|| header("strict-transport-security", "max-age=31536000"));
    router
        .route("/api/openapi.json", axum::routing::get(move || async move { Json(document) }))
        .route("/api/socket", axum::routing::get(socket::open))
        .method_not_allowed_fallback(|| async { ApiError::new(ErrorCode::Malformed, "method not allowed") })
        .fallback(move |method, uri, headers| page::serve(Arc::clone(&page), method, uri, headers))
        .layer(DefaultBodyLimit::max(body_bytes))
        .layer(from_fn_with_state(app.clone(), same_origin))
        .layer(from_fn_with_state(app.clone(), within_limits))
        .layer(header(
            "content-security-policy",
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
             style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
             object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ))
        .layer(tower::util::option_layer(tls))
        .layer(header("x-content-type-options", "nosniff"))
        .layer(header("x-frame-options", "DENY"))
        .layer(header("referrer-policy", "same-origin"))
        .layer(header("cross-origin-opener-policy", "same-origin"))
        .layer(header("cross-origin-resource-policy", "same-origin"))
        .layer(header("permissions-policy", "camera=(), geolocation=(), microphone=()"))
        .layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .layer(CatchPanicLayer::custom(|_| {
            ApiError::new(ErrorCode::Internal, "internal error; it has been logged").into_response()
        }))
        .with_state(app)
}

/// Enforces the configured request limits.
async fn within_limits(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let (metrics, config) = (&app.table_registry.services.metrics, &app.table_registry.services.config);
    metrics.requests.inc();
    let address = address(config, peer.ip(), request.headers());
    request.extensions_mut().insert(ClientAddress(address));
    // A first visit fetches a hundred files of the web app, and a whole class may come from one address.
    let path = request.uri().path();
    let is_file = !(path.starts_with("/api/") || matches!(path, "/readyz" | "/metrics"));
    let may = if is_file { app.files.take(address) } else { app.requests.take(address) };
    if !may {
        metrics.requests_rate_limited.inc();
        // Not immediately: a client that keeps sending without a pause is slowed down by every rejection.
        tokio::time::sleep(REFUSAL).await;
        return ApiError::new(ErrorCode::RateLimited, "too many requests at once; wait a moment")
            .into_response();
    }
    if is_behind_proxy(config, peer.ip()) {
        let Some(permit) = Permit::take(&app.forwarded, address) else {
            metrics.connections_rejected.inc();
            return ApiError::new(ErrorCode::RateLimited, "too many connections from your address")
                .into_response();
        };
        if let Some(place) =
            request.extensions().get::<ConnectionPermit>().map(|place| place.behind_proxy(permit))
        {
            request.extensions_mut().insert(place);
        }
    }
    // Streams and sockets stay open; every other request must be received and handled in time.
    if request.method() == Method::GET {
        return next.run(request).await;
    }
    match tokio::time::timeout(MAX_REQUEST_TIME, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::new(ErrorCode::Unavailable, "the request took too long").into_response(),
    }
}

/// How many web app files an address may fetch per API request it may make.
const FILES: u32 = 10;
/// How long a rejected request waits when there were too many.
const REFUSAL: Duration = Duration::from_millis(200);
/// How long a request that changes something may take, including its upload.
const MAX_REQUEST_TIME: Duration = Duration::from_secs(30);

/// The error body of every call, for the OpenAPI document.
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "describes what ApiError sends")]
struct ErrorBody {
    error: floe_wire::web::ErrorBody,
}
