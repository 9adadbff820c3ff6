//! Starting and stopping.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use floe_store::Store;
use floe_wire::web::ServerMessage;
use floe_work::{Connection, Program, WorkError, WorkQueue};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use crate::clock::Clock;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::desertions::Desertions;
use crate::engines::EnginePool;
use crate::exhibition;
use crate::http::{App, router};
use crate::hub::Hub;
use crate::limits::{ConcurrencyLimiter, RateLimiter};
use crate::listen;
use crate::metrics::Metrics;
use crate::page::Page;
use crate::push::{HttpsTransport, Push, PushTransport};
use crate::table::{Services, TableRegistry};
use crate::tournament::TournamentService;

/// How often a heartbeat is written to the store.
const BEAT: Duration = Duration::from_secs(1);
/// How many tables are read from the store concurrently.
const READERS: usize = 4;
/// How often guests who have left are deleted.
const SWEEP: Duration = Duration::from_secs(60 * 60);
/// How long a guest has to sit down at a table before being deleted.
const NEWCOMER: Duration = Duration::from_secs(24 * 60 * 60);
/// The pause between two steps of a sweep.
const STEP: Duration = Duration::from_millis(100);
/// The pause before NATS is asked for its queues again.
const AGAIN: Duration = Duration::from_secs(30);
/// How long clients wait before they reconnect to a server that has closed.
const RETRY_MS: u64 = 1_000;

/// A running server.
pub struct ServerHandle {
    /// The address it listens on.
    pub address: SocketAddr,
    /// How many live games were resumed.
    pub resumed: usize,
    table_registry: Arc<TableRegistry>,
    close: watch::Sender<bool>,
    accepting: JoinHandle<()>,
    chores: Vec<JoinHandle<()>>,
}

/// Starts a server on a store. When it returns, every live table is loaded and connections are accepted.
pub async fn start(config: Config, store: Arc<dyn Store>) -> io::Result<ServerHandle> {
    start_with(config, store, Clock::default()).await
}

/// Starts a server with another clock than the machine's, for tests.
pub async fn start_with(config: Config, store: Arc<dyn Store>, clock: Clock) -> io::Result<ServerHandle> {
    let transport = config.push.then(HttpsTransport::new).and_then(|made| match made {
        Ok(transport) => Some(Arc::new(transport) as Arc<dyn PushTransport>),
        Err(error) => {
            tracing::warn!(error, "no notifications: HTTPS is not available");
            None
        }
    });
    start_with_push(config, store, clock, transport).await
}

/// Starts a server that sends notifications in another way, for tests.
pub async fn start_with_push(
    config: Config,
    store: Arc<dyn Store>,
    clock: Clock,
    transport: Option<Arc<dyn PushTransport>>,
) -> io::Result<ServerHandle> {
    let (push, notices) = Push::new(transport);
    let page = Arc::new(Page::read(&config.web_dir)?);
    let nats = match config.nats_url.as_str() {
        "" => None,
        urls => Some(floe_work::connect(urls).await.map_err(io::Error::other)?),
    };
    // Servers on one database are nodes; a server with a file of its own uses NATS for workers alone.
    let cluster = match &nats {
        Some(nats) if !config.database_url.is_empty() => {
            let joined = Cluster::join(Arc::clone(&store), nats.clone(), clock.clone()).await;
            Some(joined.map_err(io::Error::other)?)
        }
        _ => None,
    };
    let services = Arc::new(Services {
        store,
        nats,
        cluster: cluster.clone(),
        hub: Hub::default(),
        engines: EnginePool::start(config.engine_threads),
        metrics: Metrics::default(),
        ratings_lock: tokio::sync::Mutex::default(),
        offers: RateLimiter::new(6, 0.1),
        hosts: ConcurrencyLimiter::new(config.max_tables_per_user),
        engine_tables: Arc::new(ConcurrencyLimiter::new(config.engine_tables_per_address)),
        engine_only_tables: Arc::new(ConcurrencyLimiter::new(config.engine_only_tables_per_address)),
        entries: RateLimiter::new(config.entry_burst, config.entries_per_second),
        desertions: Desertions::default(),
        readers: Semaphore::new(READERS),
        clock,
        push,
        config,
    });
    let listener = TcpListener::bind(services.config.listen).await?;
    let address = listener.local_addr()?;
    let table_registry = TableRegistry::new(Arc::clone(&services));
    let mut chores = match &cluster {
        Some(cluster) => cluster.start(&table_registry).await.map_err(io::Error::other)?,
        None => Vec::new(),
    };
    let resumed = table_registry.resume().await.map_err(|refused| io::Error::other(refused.message))?;
    let tournaments = TournamentService::new(Arc::clone(&table_registry));
    tournaments.resume().await.map_err(|refused| io::Error::other(refused.message))?;
    let (close, closed) = watch::channel(false);
    let app = App::new(Arc::clone(&table_registry), Arc::clone(&tournaments));
    app.appoint_all().await.map_err(|refused| io::Error::other(refused.message))?;
    let router = router(app, page);
    let accepting = tokio::spawn(listen::serve(listener, router, Arc::clone(&services), closed));
    chores.extend(notices.map(|queue| tokio::spawn(queue.run(Arc::clone(&services)))));
    chores.extend([
        tokio::spawn(exhibition::run(Arc::clone(&table_registry))),
        tokio::spawn(Arc::clone(&table_registry).watch()),
        tokio::spawn(tournaments.watch()),
        tokio::spawn(sweep(Arc::clone(&services))),
        tokio::spawn(look_for_workers(Arc::clone(&services))),
        tokio::spawn(async move {
            loop {
                if let Err(error) = services.store.heartbeat(services.clock.steady_ms()).await {
                    tracing::warn!(%error, "cannot store the heartbeat");
                }
                tokio::time::sleep(BEAT).await;
            }
        }),
    ]);
    Ok(ServerHandle { address, resumed, table_registry, close, accepting, chores })
}

/// Lets workers choose moves, from when there are any. The server does not wait for that.
async fn look_for_workers(services: Arc<Services>) {
    let Some(nats) = &services.nats else { return };
    while let Err(error) = add_workers(&services, nats).await {
        tracing::warn!(%error, "workers cannot be asked for moves");
        tokio::time::sleep(AGAIN).await;
    }
}

async fn add_workers(services: &Services, nats: &Connection) -> Result<(), WorkError> {
    let version = services.config.version.clone();
    let program = tokio::task::spawn_blocking(move || Program::this(&version)).await;
    let program = program.map_err(|error| WorkError::Failed(error.to_string()))?;
    let program = program.map_err(|refusal| WorkError::Failed(refusal.to_string()))?;
    let queue = WorkQueue::open(nats.client().clone(), program).await?;
    let metrics = &services.metrics;
    services.engines.add_workers(queue, metrics.worker_moves.clone(), metrics.worker_moves_missed.clone());
    Ok(())
}

/// Deletes expired sessions, and guests to whom no one can return.
async fn sweep(services: Arc<Services>) {
    loop {
        let now = services.clock.wall_ms();
        let pause = match services.store.sweep_guests(now - NEWCOMER.as_millis() as i64, now).await {
            Ok(swept) => {
                tracing::debug!(deleted = swept.deleted, forgotten = swept.forgotten, "guests deleted");
                if swept.more { STEP } else { SWEEP }
            }
            Err(error) => {
                tracing::warn!(%error, "cannot delete guests");
                SWEEP
            }
        };
        tokio::time::sleep(pause).await;
    }
}

impl ServerHandle {
    /// Shuts down in order: no new requests are accepted, clients learn when to reconnect, tables finish what they are
    /// doing, and the store is closed. The next server on the same store resumes from there.
    pub async fn close(self) {
        let services = Arc::clone(&self.table_registry.services);
        if let Some(cluster) = &services.cluster {
            cluster.drain();
        }
        services.hub.broadcast(&ServerMessage::Closing { retry_ms: RETRY_MS });
        services.engines.close();
        let _ = self.close.send(true);
        self.table_registry.close().await;
        if let Some(cluster) = &services.cluster {
            cluster.leave().await;
        }
        self.chores.iter().for_each(JoinHandle::abort);
        // The last messages are on their way out.
        tokio::time::sleep(Duration::from_millis(50)).await;
        services.hub.drop_all();
        let _ = self.accepting.await;
        let _ = services.store.heartbeat(services.clock.steady_ms()).await;
        services.store.close().await;
    }
}
