//! The client's address, also behind proxies.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

use crate::config::Config;

/// The address a request counts against, attached to every request before any other layer handles it.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

/// The address a request comes from: the one our proxies report if there are proxies, otherwise the peer's.
pub fn address(config: &Config, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let forwarded = || {
        let lines = headers.get_all("x-forwarded-for").iter();
        // Bytes that are not text come from the client; a proxy's address after them still counts.
        let lines: Vec<_> = lines.map(|line| String::from_utf8_lossy(line.as_bytes())).collect();
        let list: Vec<&str> = lines.iter().flat_map(|line| line.split(',')).collect();
        // Each proxy appends the address it saw. Any client can forge the addresses before those of the trusted
        // proxies.
        let place = list.len().saturating_sub(config.proxy_hops.max(1));
        list.get(place).and_then(|text| parse(text))
    };
    let client = if is_behind_proxy(config, peer) { forwarded() } else { None };
    network(client.unwrap_or(peer))
}

/// Is the peer one of our proxies?
pub fn is_behind_proxy(config: &Config, peer: IpAddr) -> bool {
    config.behind_proxy && is_near(peer)
}

/// Parses an address as proxies write it: with or without a port, IPv6 with or without brackets.
fn parse(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The addresses of one household: a single IPv4 address, or 2^64 IPv6 addresses.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

/// Is this the same machine or a private network, where a proxy would be?
fn is_near(peer: IpAddr) -> bool {
    match peer.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(hops: usize, peer: &str, lines: &[&str]) -> String {
        let config = Config { behind_proxy: true, proxy_hops: hops, ..Config::default() };
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        address(&config, peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn addresses_are_read_as_proxies_write_them() {
        for (line, expected) in [
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.7:4711", "203.0.113.7"),
            (" 203.0.113.7 ", "203.0.113.7"),
            ("[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2::"),
            ("[2001:db8:1:2:3:4:5:6]", "2001:db8:1:2::"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("\"[2001:db8::1]:443\"", "2001:db8::"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("né, 203.0.113.7", "203.0.113.7"),
            ("unknown", "10.0.0.1"),
            ("", "10.0.0.1"),
            ("203.0.113.7:port", "10.0.0.1"),
        ] {
            assert_eq!(client(1, "10.0.0.1", &[line]), expected, "{line}");
        }
    }

    #[test]
    fn only_addresses_added_by_trusted_proxies_count() {
        let chain = ["6.6.6.6, 198.51.100.1", "203.0.113.7:1, 10.0.0.9"];
        assert_eq!(client(1, "10.0.0.1", &chain), "10.0.0.9");
        assert_eq!(client(2, "10.0.0.1", &chain), "203.0.113.7");
        assert_eq!(client(3, "10.0.0.1", &chain), "198.51.100.1");
        // Fewer than expected: the first that one of our proxies has added.
        assert_eq!(client(3, "10.0.0.1", &["203.0.113.7"]), "203.0.113.7");
        // A public address is not one of our proxies.
        assert_eq!(client(1, "198.51.100.9", &["203.0.113.7"]), "198.51.100.9");
    }

    #[test]
    fn without_a_proxy_the_header_is_ignored() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "203.0.113.7".parse().unwrap());
        let peer = IpAddr::from([127, 0, 0, 1]);
        assert_eq!(address(&Config::default(), peer, &headers), peer);
    }
}
