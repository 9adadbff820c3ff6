//! How a server is set up: a file, then the environment, then flags.

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Everything an operator can set. Every value has a default that suits one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The file everything is kept in.
    pub data: PathBuf,
    /// A folder with the page, such as `web/dist`, read at the start; empty for the page in the program.
    pub page: PathBuf,
    /// The address people reach it by, such as `https://floe.example`, if a proxy stands before it.
    pub public_url: Option<String>,
    /// Believe `X-Forwarded-For` from this machine and private networks: set when a proxy stands before it.
    pub behind_proxy: bool,
    /// How many proxies stand before it: the client's address is that many from the right in `X-Forwarded-For`.
    pub proxy_hops: usize,
    /// Threads that engines think on; zero leaves one core to the tables.
    pub engine_threads: usize,
    /// The most tables with an engine that are live for one address.
    pub engine_tables_per_address: usize,
    /// The most of them at which only engines play.
    pub engine_only_tables_per_address: usize,
    /// The most connections at once.
    pub connections: usize,
    /// The most connections from one address.
    pub connections_per_address: usize,
    /// The most tables that are open or live at once.
    pub tables: usize,
    /// The most of them for one user.
    pub tables_per_user: usize,
    /// Requests to the API an address may make at once, and each second after that.
    pub burst: u32,
    /// See `burst`.
    pub requests_per_second: f64,
    /// WebSocket frames an address may send at once, and each second after that.
    pub frame_burst: u32,
    /// See `frame_burst`.
    pub frames_per_second: f64,
    /// Entries that may be stored at once for an address, and each second after that; then no new game is begun for it.
    pub entry_burst: u32,
    /// See `entry_burst`.
    pub entries_per_second: f64,
    /// Guests and accounts an address may make in an hour.
    pub newcomers_per_hour: u32,
    /// Passwords and codes that may be tried at once from an address and for a name; two a minute after that.
    pub password_attempts: u32,
    /// The largest request, in bytes.
    pub body_bytes: usize,
    /// The largest WebSocket message, in bytes.
    pub message_bytes: usize,
    /// Messages that may wait for a slow reader before it is dropped.
    pub outbox: usize,
    /// `text` or `json`.
    pub log_format: String,
    /// What is logged, as `tracing` reads it.
    pub log: String,
    /// Names of accounts that are moderators.
    pub moderators: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 7878)),
            data: PathBuf::from("floe.db"),
            page: PathBuf::new(),
            public_url: None,
            behind_proxy: false,
            proxy_hops: 1,
            engine_threads: 0,
            engine_tables_per_address: 200,
            engine_only_tables_per_address: 8,
            connections: 20_000,
            connections_per_address: 200,
            tables: 50_000,
            tables_per_user: 50,
            burst: 200,
            requests_per_second: 20.0,
            frame_burst: 4_000,
            frames_per_second: 400.0,
            entry_burst: 50_000,
            entries_per_second: 4.0,
            newcomers_per_hour: 60,
            password_attempts: 10,
            body_bytes: 64 * 1024,
            message_bytes: 16 * 1024,
            outbox: 256,
            log_format: "text".into(),
            log: "info".into(),
            moderators: Vec::new(),
        }
    }
}

impl Config {
    /// The defaults, changed by a file and by the environment: `FLOE_LISTEN`, `FLOE_DATA` … name the same values.
    pub fn read(
        file: Option<&str>,
        environment: impl Iterator<Item = (String, String)>,
    ) -> Result<Config, String> {
        let mut table: toml::Table = match file {
            Some(text) => text.parse().map_err(|error| format!("the configuration is not TOML: {error}"))?,
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
                    .ok_or_else(|| format!("{key}: '{value}' cannot be read"))?,
            };
            table.insert(key, value);
        }
        let config: Config =
            toml::Value::Table(table).try_into().map_err(|error| format!("the configuration: {error}"))?;
        config.check()?;
        Ok(config)
    }

    /// Refuses what could not work.
    fn check(&self) -> Result<(), String> {
        let least = [
            ("connections", self.connections, 1),
            ("connections_per_address", self.connections_per_address, 1),
            ("tables", self.tables, 1),
            ("tables_per_user", self.tables_per_user, 1),
            ("proxy_hops", self.proxy_hops, 1),
            ("burst", self.burst as usize, 1),
            ("frame_burst", self.frame_burst as usize, 100),
            ("entry_burst", self.entry_burst as usize, 1_000),
            ("newcomers_per_hour", self.newcomers_per_hour as usize, 1),
            ("body_bytes", self.body_bytes, 1024),
            ("message_bytes", self.message_bytes, 1024),
            ("outbox", self.outbox, 8),
        ];
        if let Some((name, value, least)) = least.into_iter().find(|(_, value, least)| value < least) {
            return Err(format!("the configuration: {name} is {value}; {least} is the least"));
        }
        let rates = [
            ("requests_per_second", self.requests_per_second),
            ("frames_per_second", self.frames_per_second),
            ("entries_per_second", self.entries_per_second),
        ];
        if let Some((name, rate)) = rates.into_iter().find(|(_, rate)| !(*rate > 0.0 && rate.is_finite())) {
            return Err(format!("the configuration: {name} is {rate}; give a number above 0"));
        }
        if !matches!(self.log_format.as_str(), "text" | "json") {
            return Err(format!("the configuration: log_format is text or json, not '{}'", self.log_format));
        }
        match self.public_url.as_deref() {
            Some(url) if !url.starts_with("http://") && !url.starts_with("https://") => {
                Err(format!("the configuration: public_url begins with https:// or http://, not '{url}'"))
            }
            _ => Ok(()),
        }
    }

    /// The origin of the page as browsers say it, where `public_url` is set.
    pub fn origin(&self) -> Option<String> {
        let (scheme, rest) = self.public_url.as_deref()?.split_once("://")?;
        let host = rest.split('/').next().unwrap_or_default();
        let usual = if scheme == "https" { ":443" } else { ":80" };
        Some(format!("{scheme}://{}", host.strip_suffix(usual).unwrap_or(host)).to_ascii_lowercase())
    }

    /// Do people reach it by TLS?
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
    }

    /// As a file.
    pub fn to_text(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}
