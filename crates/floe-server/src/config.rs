//! The server's configuration: a file, then the environment, then flags.

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Everything an operator can set. Every default suits a single machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The database file.
    pub data: PathBuf,
    /// The PostgreSQL database to use instead of a file, as `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; empty for none.
    pub database_url: String,
    /// NATS, as `nats://USER:PASSWORD@HOST:PORT`, several addresses separated by commas; empty for none.
    pub nats_url: String,
    /// The version of the program, as `floe --version` says it. Only workers of the same build choose moves for this server.
    #[serde(skip)]
    pub version: String,
    /// A folder with the web app, such as `web/dist`, read at startup; empty for the built-in one.
    pub web_dir: PathBuf,
    /// The public address, such as `https://floe.example`, if the server is behind a proxy.
    pub public_url: Option<String>,
    /// Trust `X-Forwarded-For` from this machine and private networks: set it when the server is behind a proxy.
    pub behind_proxy: bool,
    /// How many proxies are in front of the server: the client's address is that many from the right in
    /// `X-Forwarded-For`.
    pub proxy_hops: usize,
    /// Engine threads; zero leaves one core to the tables.
    pub engine_threads: usize,
    /// Maximum live tables with an engine per address.
    pub engine_tables_per_address: usize,
    /// Maximum live tables per address at which only engines play.
    pub engine_only_tables_per_address: usize,
    /// Maximum simultaneous connections.
    pub max_connections: usize,
    /// Maximum simultaneous connections per address.
    pub max_connections_per_address: usize,
    /// Maximum tables that are open or live.
    pub max_tables: usize,
    /// Maximum tables per user that are open or live.
    pub max_tables_per_user: usize,
    /// API requests that an address may send in a burst, then per second.
    pub request_burst: u32,
    /// See `burst`.
    pub requests_per_second: f64,
    /// WebSocket frames that an address may send in a burst, then per second.
    pub frame_burst: u32,
    /// See `frame_burst`.
    pub frames_per_second: f64,
    /// Log entries that may be stored for an address in a burst, then per second; beyond that it cannot start a new
    /// game.
    pub entry_burst: u32,
    /// See `entry_burst`.
    pub entries_per_second: f64,
    /// Guests and accounts that an address may create per hour.
    pub signups_per_hour: u32,
    /// Passwords and codes that may be tried in a burst, per address and per name; then two per minute.
    pub password_attempts: u32,
    /// Maximum size of a request body, in bytes.
    pub max_body_bytes: usize,
    /// Maximum size of a WebSocket message, in bytes.
    pub max_message_bytes: usize,
    /// Messages that may be queued for a slow reader before it is disconnected.
    pub send_queue: usize,
    /// Notify users who are away through the push services of their browsers?
    pub push: bool,
    /// Whom push services may write to, such as `mailto:operator@floe.example`; empty for `public_url`.
    pub push_contact: String,
    /// How many games of engines are shown when few people play; 0 for none.
    pub exhibition_games: usize,
    /// The log format: `text` or `json`.
    pub log_format: String,
    /// The log filter, as `tracing` parses it.
    pub log: String,
    /// Names of the accounts that are moderators.
    pub moderators: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 7878)),
            data: PathBuf::from("floe.db"),
            database_url: String::new(),
            nats_url: String::new(),
            version: env!("CARGO_PKG_VERSION").into(),
            web_dir: PathBuf::new(),
            public_url: None,
            behind_proxy: false,
            proxy_hops: 1,
            engine_threads: 0,
            engine_tables_per_address: 200,
            engine_only_tables_per_address: 8,
            max_connections: 20_000,
            max_connections_per_address: 200,
            max_tables: 50_000,
            max_tables_per_user: 50,
            request_burst: 200,
            requests_per_second: 20.0,
            frame_burst: 4_000,
            frames_per_second: 400.0,
            entry_burst: 50_000,
            entries_per_second: 4.0,
            signups_per_hour: 60,
            password_attempts: 10,
            max_body_bytes: 64 * 1024,
            max_message_bytes: 16 * 1024,
            send_queue: 256,
            push: true,
            push_contact: String::new(),
            exhibition_games: 1,
            log_format: "text".into(),
            log: "info".into(),
            moderators: Vec::new(),
        }
    }
}

impl Config {
    /// The defaults, overridden by a file and by the environment: `FLOE_LISTEN`, `FLOE_DATA` … set the same values.
    pub fn read(
        file: Option<&str>,
        environment: impl Iterator<Item = (String, String)>,
    ) -> Result<Config, String> {
        let mut table: toml::Table = match file {
            Some(text) => {
                text.parse().map_err(|error| format!("the configuration is not valid TOML: {error}"))?
            }
            None => toml::Table::new(),
        };
        let known = toml::Table::try_from(Config { public_url: Some(String::new()), ..Config::default() })
            .map_err(|error| error.to_string())?;
        for (name, value) in environment {
            let Some(key) = name.strip_prefix("FLOE_").map(str::to_ascii_lowercase) else { continue };
            let Some(kind) = known.get(&key) else { continue };
            let value = match kind {
                toml::Value::String(_) => toml::Value::String(value),
                _ => format!("x = {value}")
                    .parse::<toml::Table>()
                    .ok()
                    .and_then(|mut table| table.remove("x"))
                    .ok_or_else(|| format!("{key}: invalid value '{value}'"))?,
            };
            table.insert(key, value);
        }
        let config: Config =
            toml::Value::Table(table).try_into().map_err(|error| format!("the configuration: {error}"))?;
        config.check()?;
        Ok(config)
    }

    /// Refuses values that cannot work.
    fn check(&self) -> Result<(), String> {
        let least = [
            ("max_connections", self.max_connections, 1),
            ("max_connections_per_address", self.max_connections_per_address, 1),
            ("max_tables", self.max_tables, 1),
            ("max_tables_per_user", self.max_tables_per_user, 1),
            ("proxy_hops", self.proxy_hops, 1),
            ("request_burst", self.request_burst as usize, 1),
            ("frame_burst", self.frame_burst as usize, 100),
            ("entry_burst", self.entry_burst as usize, 1_000),
            ("signups_per_hour", self.signups_per_hour as usize, 1),
            ("max_body_bytes", self.max_body_bytes, 1024),
            ("max_message_bytes", self.max_message_bytes, 1024),
            ("send_queue", self.send_queue, 8),
        ];
        if let Some((name, value, least)) = least.into_iter().find(|(_, value, least)| value < least) {
            return Err(format!("the configuration: {name} is {value}; it must be at least {least}"));
        }
        let rates = [
            ("requests_per_second", self.requests_per_second),
            ("frames_per_second", self.frames_per_second),
            ("entries_per_second", self.entries_per_second),
        ];
        if let Some((name, rate)) = rates.into_iter().find(|(_, rate)| !(*rate > 0.0 && rate.is_finite())) {
            return Err(format!("the configuration: {name} is {rate}; it must be above 0"));
        }
        if !matches!(self.log_format.as_str(), "text" | "json") {
            return Err(format!(
                "the configuration: log_format must be text or json, not '{}'",
                self.log_format
            ));
        }
        if !self.push_contact.is_empty()
            && !["mailto:", "https://"].iter().any(|begin| self.push_contact.starts_with(begin))
        {
            return Err(format!(
                "the configuration: push_contact must begin with mailto: or https://, not '{}'",
                self.push_contact
            ));
        }
        if !self.nats_url.is_empty() {
            floe_work::check_addresses(&self.nats_url)
                .map_err(|error| format!("the configuration: nats_url: {error}"))?;
        }
        match self.public_url.as_deref() {
            Some(url) if !url.starts_with("http://") && !url.starts_with("https://") => {
                Err(format!("the configuration: public_url must begin with https:// or http://, not '{url}'"))
            }
            _ => Ok(()),
        }
    }

    /// The origin of the web app as browsers send it, if `public_url` is set.
    pub fn origin(&self) -> Option<String> {
        let (scheme, rest) = self.public_url.as_deref()?.split_once("://")?;
        let host = rest.split('/').next().unwrap_or_default();
        let default_port = if scheme == "https" { ":443" } else { ":80" };
        Some(format!("{scheme}://{}", host.strip_suffix(default_port).unwrap_or(host)).to_ascii_lowercase())
    }

    /// Is the server reached over TLS?
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
    }

    /// The configuration as a TOML file.
    pub fn to_text(&self) -> String {
        let database_url = floe_store::without_password(&self.database_url);
        let nats_url = floe_work::without_passwords(&self.nats_url);
        toml::to_string(&Config { database_url, nats_url, ..self.clone() }).unwrap_or_default()
    }
}
