//! Notifications of users who are not connected: their browsers are woken up through push services.
//!
//! A browser subscribes with an address and keys ([`PushSubscription`]). Messages wait in one bounded queue; they say which
//! table it is about and what happened there, encrypted so that only the browser can read it.

mod encrypt;
mod endpoint;
mod transport;
mod vapid;

use std::sync::Arc;

use base64ct::{Base64UrlUnpadded, Encoding};
use floe_store::{Item, Store};
use floe_wire::web::{ErrorCode, PushSubscription, ServerMessage};
use serde_json::json;
use tokio::sync::{OnceCell, Semaphore, mpsc};

use crate::clock::now_ms;
use crate::config::Config;
use crate::error::ApiError;
use crate::ids;
use crate::limits::RateLimiter;
use crate::table::Services;
use encrypt::BrowserKeys;
use vapid::ServerKey;

pub use transport::{HttpsTransport, PushRequest, PushTransport};

/// The items that hold subscriptions.
const KIND: &str = "push";
/// Maximum number of browsers per user.
const BROWSERS: usize = 10;
/// Maximum number of messages that wait.
const QUEUE: usize = 1_000;
/// Maximum number of requests at the same time.
const AT_ONCE: usize = 8;
/// How long a push service keeps a message for a browser that is offline.
const KEEP_S: u32 = 24 * 60 * 60;

/// A message to one user.
#[derive(Clone, Debug)]
struct Notice {
    user: String,
    table: String,
    game: String,
    what: String,
}

/// The queue of messages to users who are away.
pub struct Push {
    queue: mpsc::Sender<Notice>,
    /// Messages per user and table: a fast game that somebody has left does not ring at every move.
    limits: RateLimiter<String>,
    key: OnceCell<Option<ServerKey>>,
}

/// The receiving end of the queue.
pub struct PushQueue {
    notices: mpsc::Receiver<Notice>,
    transport: Arc<dyn PushTransport>,
}

impl Push {
    /// A queue that is sent over `transport`; without one, nothing is ever queued.
    pub fn new(transport: Option<Arc<dyn PushTransport>>) -> (Push, Option<PushQueue>) {
        let (queue, notices) = mpsc::channel(QUEUE);
        let push = Push { queue, limits: RateLimiter::new(3, 1.0 / 60.0), key: OnceCell::new() };
        (push, transport.map(|transport| PushQueue { notices, transport }))
    }

    /// The server's public key; `None` if it sends nothing.
    pub async fn public_key(&self, store: &dyn Store) -> Result<Option<String>, ApiError> {
        match self.queue.is_closed() {
            true => Ok(None),
            false => Ok(self.key(store).await?.map(ServerKey::public)),
        }
    }

    async fn key(&self, store: &dyn Store) -> Result<Option<&ServerKey>, ApiError> {
        Ok(self.key.get_or_try_init(|| ServerKey::load(store)).await?.as_ref())
    }
}

impl Services {
    /// Tells a user about one of their tables: over their connections, or if they have none, in their browsers.
    pub fn tell_user(&self, user: &str, table: &str, game: &str, what: &str) {
        if self.hub.is_online(user) {
            let message = ServerMessage::YourTable { table: table.into(), what: what.into() };
            self.hub.send_to_user(user, &message);
        } else if matches!(what, "turn" | "started" | "invited") && !self.push.queue.is_closed() {
            if !self.push.limits.take(format!("{user} {table}")) {
                return;
            }
            let notice =
                Notice { user: user.into(), table: table.into(), game: game.into(), what: what.into() };
            if self.push.queue.try_send(notice).is_err() {
                tracing::warn!("too many notifications wait; one is left out");
            }
        }
    }

    /// Stores the subscription of a user's browser; one that is known already is replaced.
    pub async fn subscribe(&self, user: &str, new: &PushSubscription) -> Result<(), ApiError> {
        let refused = |message: String| ApiError::new(ErrorCode::Refused, message);
        endpoint::parse(&new.endpoint).map_err(refused)?;
        if keys(new).is_none() {
            return Err(refused(
                "the keys of a subscription are a public key of 65 bytes and a secret of 16, in base64url"
                    .into(),
            ));
        }
        let (key, known) = (key_of(&new.endpoint), self.store.items(user, KIND).await?);
        if known.len() >= BROWSERS && !known.iter().any(|item| item.key == key) {
            // The oldest one has probably been given up.
            if let Some(oldest) = known.iter().min_by_key(|item| item.at_ms) {
                self.store.drop_item(user, KIND, &oldest.key).await?;
            }
        }
        let body = serde_json::to_string(new).unwrap_or_default();
        let item = Item { user: user.into(), kind: KIND.into(), key, at_ms: now_ms(), body };
        self.store.put_item(item, true).await?;
        Ok(())
    }

    /// Removes the subscription of a browser.
    pub async fn unsubscribe(&self, user: &str, endpoint: &str) -> Result<(), ApiError> {
        self.store.drop_item(user, KIND, &key_of(endpoint)).await?;
        Ok(())
    }
}

fn key_of(endpoint: &str) -> String {
    ids::hex(&ids::hash(endpoint))
}

fn keys(subscription: &PushSubscription) -> Option<BrowserKeys> {
    let bytes = |text: &str| Base64UrlUnpadded::decode_vec(text.trim_end_matches('=')).ok();
    let public: [u8; encrypt::PUBLIC] = bytes(&subscription.keys.p256dh)?.try_into().ok()?;
    let auth = bytes(&subscription.keys.auth)?.try_into().ok()?;
    (public[0] == 4).then_some(BrowserKeys { public, auth })
}

/// Whom push services may write to: an address of the operator, or that of the server.
fn contact(config: &Config) -> Option<String> {
    match config.push_contact.as_str() {
        "" => config.public_url.clone().filter(|url| url.starts_with("https://")),
        contact => Some(contact.to_owned()),
    }
}

impl PushQueue {
    /// Sends messages until the server stops.
    pub async fn run(mut self, services: Arc<Services>) {
        let places = Arc::new(Semaphore::new(AT_ONCE));
        while let Some(notice) = self.notices.recv().await {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let (services, transport) = (Arc::clone(&services), Arc::clone(&self.transport));
            tokio::spawn(async move {
                if let Err(error) = send(&services, &*transport, &notice).await {
                    tracing::warn!(error = error.message, "cannot send a notification");
                }
                drop(place);
            });
        }
    }
}

/// Sends a message to every browser of a user. Browsers that have unsubscribed are forgotten.
async fn send(services: &Services, transport: &dyn PushTransport, notice: &Notice) -> Result<(), ApiError> {
    let subscriptions = services.store.items(&notice.user, KIND).await?;
    if subscriptions.is_empty() {
        return Ok(());
    }
    let Some(key) = services.push.key(&*services.store).await? else { return Ok(()) };
    let text = json!({ "what": notice.what, "table": notice.table, "game": notice.game }).to_string();
    let contact = contact(&services.config);
    for item in subscriptions {
        let request = serde_json::from_str(&item.body).ok().and_then(|subscription: PushSubscription| {
            let url = endpoint::parse(&subscription.endpoint).ok()?;
            let origin = url.origin().ascii_serialization();
            let authorization = key.authorization(&origin, contact.as_deref(), now_ms() / 1000)?;
            let urgency = if notice.what == "turn" { "normal" } else { "high" };
            let headers = vec![
                ("authorization", authorization),
                ("content-encoding", "aes128gcm".into()),
                ("content-type", "application/octet-stream".into()),
                ("ttl", KEEP_S.to_string()),
                ("urgency", urgency.into()),
                // A later message about the same table replaces one that has not arrived.
                ("topic", notice.table.clone()),
            ];
            Some(PushRequest {
                url,
                headers,
                body: encrypt::encrypt(&keys(&subscription)?, text.as_bytes())?,
            })
        });
        let gone = match request {
            None => true,
            Some(request) => match transport.post(request).await {
                Ok(status) => {
                    services.metrics.notifications.inc();
                    matches!(status, 404 | 410)
                }
                Err(error) => {
                    tracing::debug!(error, "a push service cannot be reached");
                    false
                }
            },
        };
        if gone {
            services.store.drop_item(&item.user, KIND, &item.key).await?;
        }
    }
    Ok(())
}
