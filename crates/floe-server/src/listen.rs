//! Accepting connections: they are counted, slow ones are closed, and the rest are served.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::Service;

use crate::forwarded::{is_behind_proxy, network};
use crate::limits::{ConcurrencyLimiter, Permit, RateLimiter};
use crate::table::Services;
use crate::throttle::{Received, Throttled};

/// The timeout for the head of a request, and for an idle connection.
const HEAD: Duration = Duration::from_secs(15);
/// How long a client may leave sent data unread, in milliseconds.
const DEAF_MS: u32 = 30_000;
/// How long running requests may take once the server is closing.
const GRACE: Duration = Duration::from_secs(5);

/// A connection's permit, released on drop, also after an upgrade to a WebSocket.
#[derive(Clone)]
pub struct ConnectionPermit {
    #[allow(dead_code, reason = "held, not read")]
    taken: Arc<Taken>,
    /// The permit of the address behind a proxy.
    #[allow(dead_code, reason = "held, not read")]
    forwarded: Option<Arc<Permit<IpAddr>>>,
    /// The bytes the connection has received.
    pub received: Received,
}

impl ConnectionPermit {
    /// The same connection, also counted against an address behind a proxy.
    pub fn behind_proxy(&self, permit: Permit<IpAddr>) -> ConnectionPermit {
        ConnectionPermit { forwarded: Some(Arc::new(permit)), ..self.clone() }
    }
}

struct Taken {
    address: Option<IpAddr>,
    limiter: Arc<ConnectionLimiter>,
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Some(address) = &self.address {
            self.limiter.addresses.leave(address);
        }
        self.limiter.services.metrics.connections.dec();
    }
}

/// The number of open connections.
pub struct ConnectionLimiter {
    services: Arc<Services>,
    addresses: ConcurrencyLimiter<IpAddr>,
    /// New connections per address.
    arrivals: RateLimiter<IpAddr>,
}

impl ConnectionLimiter {
    /// A limiter with the configured limits.
    pub fn new(services: Arc<Services>) -> Arc<ConnectionLimiter> {
        let most = services.config.max_connections_per_address;
        // A client may open a new connection for every request.
        let arrivals = RateLimiter::new(u32::try_from(2 * most).unwrap_or(u32::MAX), most as f64);
        Arc::new(ConnectionLimiter { addresses: ConcurrencyLimiter::new(most), arrivals, services })
    }

    fn enter(self: &Arc<ConnectionLimiter>, peer: IpAddr) -> Option<ConnectionPermit> {
        let config = &self.services.config;
        let in_now = self.services.metrics.connections.get();
        // Everyone comes from the address of the proxy; the proxy names the client with each request.
        let (address, counted) = (network(peer), !is_behind_proxy(config, peer));
        let room = || self.arrivals.take(address) && self.addresses.enter(address);
        if in_now >= config.max_connections as i64 || counted && !room() {
            self.services.metrics.connections_rejected.inc();
            return None;
        }
        self.services.metrics.connections.inc();
        let taken = Arc::new(Taken { address: counted.then_some(address), limiter: Arc::clone(self) });
        // A proxy sends the requests of many clients over one connection; a WebSocket over it has its own share.
        let received = Received::default();
        if counted {
            received.limit();
        }
        Some(ConnectionPermit { taken, forwarded: None, received })
    }
}

/// Serves until asked to close, then gives requests some time to finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    services: Arc<Services>,
    mut close: watch::Receiver<bool>,
) {
    let limiter = ConnectionLimiter::new(services);
    let mut open = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = close.changed() => break,
            Some(_) = open.join_next() => continue,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Probably out of file descriptors: wait until some are closed.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(place) = limiter.enter(peer.ip()) else { continue };
        let _ = stream.set_nodelay(true);
        // A client that has read nothing for this long is gone, even if the connection is open.
        let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, DEAF_MS);
        let stream = Throttled::new(stream, place.received.clone());
        let service = Seated { router: router.clone(), peer, place };
        let mut closed = close.clone();
        open.spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(16 * 1024);
            let connection = builder
                .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
                .with_upgrades();
            tokio::pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = closed.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = tokio::time::timeout(GRACE, connection).await;
                }
            }
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(GRACE, async { while open.join_next().await.is_some() {} }).await;
}

/// The router for one connection: every request carries its address and holds the connection's permit.
#[derive(Clone)]
struct Seated {
    router: Router,
    peer: SocketAddr,
    place: ConnectionPermit,
}

impl Service<hyper::Request<hyper::body::Incoming>> for Seated {
    type Response = axum::response::Response;
    type Error = std::convert::Infallible;
    type Future = <Router as Service<hyper::Request<axum::body::Body>>>::Future;

    fn poll_ready(&mut self, cx: &mut std::task::Context<'_>) -> std::task::Poll<Result<(), Self::Error>> {
        Service::<hyper::Request<axum::body::Body>>::poll_ready(&mut self.router, cx)
    }

    fn call(&mut self, request: hyper::Request<hyper::body::Incoming>) -> Self::Future {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        request.extensions_mut().insert(self.place.clone());
        self.router.call(request)
    }
}
