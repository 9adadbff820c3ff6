//! The door: connections are counted, slow ones are shut, and the rest is served.

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

/// How long a client may take to send the head of a request, and how long an idle connection is kept.
const HEAD: Duration = Duration::from_secs(15);
/// How long a client may leave what it is sent unread, in milliseconds.
const DEAF_MS: u32 = 30_000;
/// How long requests may go on after the server was told to close.
const GRACE: Duration = Duration::from_secs(5);

/// One place taken at the door; free again when it is dropped, also after an upgrade to a WebSocket.
#[derive(Clone)]
pub struct ConnectionPermit {
    #[allow(dead_code, reason = "held, not read")]
    taken: Arc<Taken>,
    /// The place of the address behind a proxy.
    #[allow(dead_code, reason = "held, not read")]
    forwarded: Option<Arc<Permit<IpAddr>>>,
    /// What the connection has received.
    pub received: Received,
}

impl ConnectionPermit {
    /// The same connection, counted against an address behind a proxy as well.
    pub fn behind_proxy(&self, permit: Permit<IpAddr>) -> ConnectionPermit {
        ConnectionPermit { forwarded: Some(Arc::new(permit)), ..self.clone() }
    }
}

struct Taken {
    address: Option<IpAddr>,
    door: Arc<ConnectionLimiter>,
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Some(address) = &self.address {
            self.door.addresses.leave(address);
        }
        self.door.house.metrics.connections.dec();
    }
}

/// How many are in.
pub struct ConnectionLimiter {
    house: Arc<Services>,
    addresses: ConcurrencyLimiter<IpAddr>,
    /// New connections of an address.
    arrivals: RateLimiter<IpAddr>,
}

impl ConnectionLimiter {
    /// A door as the configuration says.
    pub fn new(house: Arc<Services>) -> Arc<ConnectionLimiter> {
        let most = house.config.connections_per_address;
        // A client that opens a connection for every request is within its rights.
        let arrivals = RateLimiter::new(u32::try_from(2 * most).unwrap_or(u32::MAX), most as f64);
        Arc::new(ConnectionLimiter { addresses: ConcurrencyLimiter::new(most), arrivals, house })
    }

    fn enter(self: &Arc<ConnectionLimiter>, peer: IpAddr) -> Option<ConnectionPermit> {
        let config = &self.house.config;
        let in_now = self.house.metrics.connections.get();
        // All the world comes from the address of a proxy; who that is says the proxy, with each request.
        let (address, counted) = (network(peer), !is_behind_proxy(config, peer));
        let room = || self.arrivals.take(address) && self.addresses.enter(address);
        if in_now >= config.connections as i64 || counted && !room() {
            self.house.metrics.turned_away.inc();
            return None;
        }
        self.house.metrics.connections.inc();
        let taken = Arc::new(Taken { address: counted.then_some(address), door: Arc::clone(self) });
        // A proxy sends requests of many clients over one connection; a WebSocket over it has a share of its own.
        let received = Received::default();
        if counted {
            received.limit();
        }
        Some(ConnectionPermit { taken, forwarded: None, received })
    }
}

/// Serves until told to close, then lets requests finish for a while.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    house: Arc<Services>,
    mut close: watch::Receiver<bool>,
) {
    let door = ConnectionLimiter::new(house);
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
                // Out of files, most likely: wait until some are closed.
                tracing::warn!(%error, "no connection can be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(place) = door.enter(peer.ip()) else { continue };
        let _ = stream.set_nodelay(true);
        // Whoever takes nothing for so long is gone, whatever they hold open.
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

/// The router for one connection: every request knows where it comes from and holds the connection's place.
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
