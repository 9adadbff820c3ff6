//! How a message gets to a push service.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::redirect::Policy;
use reqwest::{Client, Url};

use super::endpoint::PublicResolver;

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A request to a push service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushRequest {
    /// The address, already checked.
    pub url: Url,
    /// The headers.
    pub headers: Vec<(&'static str, String)>,
    /// The encrypted message.
    pub body: Vec<u8>,
}

/// Sends requests to push services.
#[async_trait]
pub trait PushTransport: Send + Sync + 'static {
    /// Sends a request; returns the status of the reply.
    async fn post(&self, request: PushRequest) -> Result<u16, String>;
}

/// Sends over HTTPS, to public addresses only, directly and without following redirects.
pub struct HttpsTransport {
    client: Client,
}

impl HttpsTransport {
    /// A transport with the system's root certificates.
    pub fn new() -> Result<HttpsTransport, String> {
        // There may already be one, from another client: it is the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .user_agent(concat!("floe/", env!("CARGO_PKG_VERSION")))
            .https_only(true)
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(PublicResolver)
            .timeout(PATIENCE)
            .build();
        client.map(|client| HttpsTransport { client }).map_err(|error| error.to_string())
    }
}

#[async_trait]
impl PushTransport for HttpsTransport {
    async fn post(&self, request: PushRequest) -> Result<u16, String> {
        let PushRequest { url, headers, body } = request;
        let mut post = self.client.post(url).body(body);
        for (name, value) in headers {
            post = post.header(name, value);
        }
        // The address of a subscription is a secret: it does not belong in a log.
        let reply = post.send().await.map_err(|error| error.without_url().to_string())?;
        Ok(reply.status().as_u16())
    }
}
