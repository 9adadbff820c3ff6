//! The connection to NATS, which comes back on its own however often it is lost.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use thiserror::Error;
use tokio::sync::watch;

/// How long the first connection may take.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long a request waits for its answer unless it says otherwise.
const REQUEST: Duration = Duration::from_secs(5);
/// How often the connection is tested: it is lost when two tests in a row had no answer.
const PING: Duration = Duration::from_secs(5);
/// The pause before the first attempts to connect again, and the longest.
const PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConnectError {
    /// The addresses cannot be parsed.
    #[error(
        "{0}; the address of NATS looks like nats://USER:PASSWORD@HOST:PORT, several are separated by commas"
    )]
    Address(String),
    /// No server answers.
    #[error("cannot connect to NATS at {at}: {why}")]
    Unreachable {
        /// The addresses, without passwords.
        at: String,
        /// What happened.
        why: String,
    },
}

/// A connection. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Connection {
    client: Client,
    gaps: watch::Receiver<u64>,
}

impl Connection {
    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Changes whenever messages of subscriptions may have been lost: after the connection was lost and came back, and
    /// when messages were not read fast enough.
    pub fn gaps(&self) -> watch::Receiver<u64> {
        self.gaps.clone()
    }

    /// Is there a connection now?
    pub fn is_up(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }
}

/// Connects to NATS at one of several addresses, separated by commas. The first connection must succeed; afterwards it is
/// made again, without end, whenever it is lost.
pub async fn connect(urls: &str) -> Result<Connection, ConnectError> {
    let addresses = addresses(urls)?;
    let (count, gaps) = watch::channel(0);
    let shown = without_passwords(urls);
    let at = shown.clone();
    let options = ConnectOptions::new()
        .name("floe")
        .connection_timeout(CONNECTING)
        .request_timeout(Some(REQUEST))
        .ping_interval(PING)
        .max_reconnects(None)
        .reconnect_delay_callback(|attempt| match attempt {
            0 | 1 => Duration::ZERO,
            attempt => PAUSE.saturating_mul(u32::try_from(attempt).unwrap_or(u32::MAX)).min(MAX_PAUSE),
        })
        .event_callback(move |event| {
            match event {
                Event::Connected => tracing::info!(at, "connected to NATS"),
                Event::Disconnected => tracing::warn!(at, "lost the connection to NATS"),
                Event::ServerError(ref error) => tracing::warn!(at, %error, "NATS reports an error"),
                Event::ClientError(ref error) => {
                    tracing::warn!(at, %error, "the NATS client reports an error")
                }
                _ => {}
            }
            if matches!(event, Event::Connected | Event::SlowConsumer(_)) {
                count.send_modify(|count| *count += 1);
            }
            std::future::ready(())
        });
    let unreachable = |why: String| ConnectError::Unreachable { at: shown.clone(), why };
    match tokio::time::timeout(CONNECTING, options.connect(addresses)).await {
        Ok(Ok(client)) => Ok(Connection { client, gaps }),
        Ok(Err(error)) => Err(unreachable(error.to_string())),
        Err(_) => Err(unreachable(format!("no answer within {} seconds", CONNECTING.as_secs()))),
    }
}

/// Parses addresses separated by commas.
fn addresses(urls: &str) -> Result<Vec<ServerAddr>, ConnectError> {
    // An address may contain a password: it is not repeated.
    let invalid = |why: &str| ConnectError::Address(why.to_owned());
    let parse = |url: &str| {
        let url = url.trim();
        if !["nats://", "tls://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(invalid("an address of NATS does not begin with nats:// or tls://"));
        }
        let address: ServerAddr = url.parse().map_err(|_| invalid("an address of NATS is invalid"))?;
        match address.host() {
            "" => Err(invalid("an address of NATS has no host")),
            _ => Ok(address),
        }
    };
    urls.split(',').map(parse).collect()
}

/// Refuses addresses that cannot be used.
pub fn check_addresses(urls: &str) -> Result<(), ConnectError> {
    addresses(urls).map(drop)
}

/// Addresses without users, passwords and tokens, for people to read.
pub fn without_passwords(urls: &str) -> String {
    let shown = |url: &str| match url.split_once("://") {
        Some((scheme, rest)) => {
            let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
            let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
            format!("{scheme}://{host}{path}")
        }
        None => url.to_owned(),
    };
    urls.split(',').map(shown).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked_and_passwords_are_not_repeated() {
        for good in ["nats://127.0.0.1:4222", "nats://ann:secret@db", "tls://a.example, nats://b:1"] {
            assert_eq!(check_addresses(good), Ok(()), "{good}");
        }
        for invalid in
            ["", "127.0.0.1:4222", "http://ann:secret@a", "nats://ann:secret@a:many", "nats://a,", "nats://"]
        {
            let error = check_addresses(invalid).unwrap_err().to_string();
            assert!(error.contains("nats://USER") && !error.contains("secret"), "{invalid}: {error}");
        }
        assert_eq!(
            without_passwords("nats://ann:secret@a:1,nats://token@b,nats://c"),
            "nats://a:1,nats://b,nats://c"
        );
        assert_eq!(without_passwords(""), "");
    }
}
