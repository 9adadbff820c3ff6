//! The address of a push service. Browsers send it, so it may be any address: the server must not be made to call itself or
//! its neighbours.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Maximum length of an address.
const MAX_BYTES: usize = 1_000;
/// Names that belong to no public host.
const LOCAL: [&str; 9] =
    ["localhost", "local", "internal", "intranet", "lan", "home", "corp", "home.arpa", "localdomain"];

/// Parses an address; a sentence says why it is refused.
pub fn parse(text: &str) -> Result<Url, String> {
    let refused = |why: &str| Err(format!("the address of a push service {why}"));
    if text.len() > MAX_BYTES {
        return refused(&format!("has at most {MAX_BYTES} bytes"));
    }
    let Ok(url) = Url::parse(text) else { return refused("must be a URL") };
    if url.scheme() != "https" {
        return refused("must begin with https://");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refused("must not contain a user name");
    }
    if url.port().is_some() {
        return refused("must not contain a port");
    }
    // A name, never an IP address: names are resolved by `PublicResolver`.
    let Some(name) = url.domain() else { return refused("must have a host name") };
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let is_local = LOCAL.iter().any(|local| name == *local || name.ends_with(&format!(".{local}")));
    if !name.contains('.') || is_local {
        return refused("must have a public host name");
    }
    Ok(url)
}

/// Is an address one of the public internet?
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 168, _)
            | (198, 18..=19, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (198, 51, 100)
            | (203, 0, 113)
    )
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, ..] = address.segments();
    let embedded = |high: u16, low: u16| {
        let [[p, q], [r, s]] = [high.to_be_bytes(), low.to_be_bytes()];
        is_public_v4(Ipv4Addr::new(p, q, r, s))
    };
    let last = address.segments();
    match (a, b) {
        // Translated to IPv4.
        (0x64, 0xff9b) => embedded(last[6], last[7]),
        (0x2002, _) => embedded(b, c),
        // Teredo, benchmarks, documentation.
        (0x2001, 0..=0x1ff | 0xdb8) | (0x3fff, 0..=0xfff) => false,
        // Only this part of the space is handed out.
        (0x2000..=0x3fff, _) => true,
        _ => false,
    }
}

/// Resolves names to public addresses only. What is resolved here is what is connected to, so a name that changes its
/// address in between gains nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 443)).await?;
            let public: Vec<_> = found.filter(|address| is_public(address.ip())).collect();
            match public.is_empty() {
                true => Err(format!("{} has no public address", name.as_str()).into()),
                false => Ok(Box::new(public.into_iter()) as Addrs),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_push_services() {
        for valid in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
            "https://web.push.apple.com/QGuQ",
            "https://wns2-par02p.notify.windows.com/w/?token=BQY",
        ] {
            assert!(parse(valid).is_ok(), "{valid}");
        }
        for (invalid, why) in [
            ("http://push.example.com/", "https://"),
            ("file:///etc/passwd", "https://"),
            ("https://127.0.0.1/", "host name"),
            ("https://2130706433/", "host name"),
            ("https://0x7f.1/", "host name"),
            ("https://[::1]/", "host name"),
            ("https://localhost/", "public"),
            ("https://LOCALHOST./", "public"),
            ("https://metadata/", "public"),
            ("https://metadata.google.internal/", "public"),
            ("https://router.lan/", "public"),
            ("https://push.example.com:8443/", "port"),
            ("https://me:pass@push.example.com/", "user name"),
            ("push.example.com", "URL"),
            (&format!("https://push.example.com/{}", "a".repeat(MAX_BYTES)), "at most"),
        ] {
            let message = parse(invalid).unwrap_err();
            assert!(message.contains(why), "{invalid}: {message}");
        }
    }

    #[test]
    fn public_and_other_ip_addresses() {
        for address in
            ["8.8.8.8", "100.63.0.1", "172.32.0.1", "192.0.1.1", "2606:4700::1111", "2002:808:808::1"]
        {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.168.1.1",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::a00:1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[tokio::test]
    async fn a_name_with_a_private_address_is_not_resolved() {
        let name = "localhost".parse().unwrap();
        let Err(error) = PublicResolver.resolve(name).await else { panic!("it was resolved") };
        assert!(error.to_string().contains("no public address"), "{error}");
    }
}
