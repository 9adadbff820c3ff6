//! A remote server: requests over HTTP or HTTPS, and a WebSocket on the same client.

mod socket;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderValue, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, Method, RequestBuilder, Response, StatusCode, Url};
use rustls::{CertificateError, InvalidMessage};

pub use socket::Socket;

/// How long a client waits for each stage, and how much it reads.
#[derive(Clone, Copy)]
struct Limits {
    /// Until there is a connection, with its TLS handshake.
    connect: Duration,
    /// Until a reply is complete.
    reply: Duration,
    /// Between two frames of a WebSocket. The server sends a ping every 20 seconds.
    silence: Duration,
    /// Of a reply, or of a message on a WebSocket.
    max_bytes: usize,
}

const LIMITS: Limits = Limits {
    connect: Duration::from_secs(10),
    reply: Duration::from_secs(30),
    silence: Duration::from_secs(60),
    max_bytes: 8 << 20,
};

/// The longest text of a server that is repeated in an error message.
const MAX_QUOTED_CHARS: usize = 300;
/// The largest file of certificates.
const MAX_CA_BYTES: u64 = 1 << 20;

/// The credentials of a user: a header with a cookie or a token.
#[derive(Clone, Debug)]
pub struct Pass {
    name: &'static str,
    value: HeaderValue,
}

impl Pass {
    /// With a token.
    pub fn token(token: &str) -> Result<Pass, String> {
        let value = HeaderValue::from_str(&format!("Bearer {token}"));
        let mut value = value.map_err(|_| "the token has characters that no token has".to_owned())?;
        value.set_sensitive(true);
        Ok(Pass { name: "authorization", value })
    }

    /// As a new guest.
    pub async fn guest(server: &Remote) -> Result<Pass, String> {
        let reply = server.send(Method::POST, "/api/guests", None, "").await?;
        let cookie = reply.headers().get(SET_COOKIE).map(HeaderValue::as_bytes);
        let value = cookie.and_then(|cookie| cookie.split(|&byte| byte == b';').next());
        let value = value.and_then(|value| HeaderValue::from_bytes(value).ok());
        Ok(Pass { name: "cookie", value: value.ok_or("the server gave no session")? })
    }
}

/// A server and the client that reaches it.
#[derive(Clone)]
pub struct Remote {
    base: Url,
    client: Client,
    limits: Limits,
}

impl fmt::Display for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base.as_str().trim_end_matches('/'))
    }
}

impl Remote {
    /// The server at an address such as `https://floe.example` or `http://127.0.0.1:7878`. The certificates in `ca` replace
    /// those of the system.
    pub fn new(address: &str, ca: Option<&Path>) -> Result<Remote, String> {
        Remote::with_limits(address, ca, LIMITS)
    }

    fn with_limits(address: &str, ca: Option<&Path>, limits: Limits) -> Result<Remote, String> {
        let base = base(address)?;
        // There may already be one, from an earlier client: it is the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut client = Client::builder()
            .user_agent(concat!("floe/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            .pool_max_idle_per_host(0)
            .connect_timeout(limits.connect)
            .timeout(limits.reply);
        // A proxy cannot reach this machine by a loopback address.
        if is_loopback(&base) {
            client = client.no_proxy();
        }
        client = match (base.scheme(), ca) {
            (_, Some(file)) => client.tls_certs_only(certificates(file)?),
            ("https", None) => client,
            // Plain HTTP also works where no certificates are installed.
            (_, None) => client.tls_certs_only([]),
        };
        let client =
            client.build().map_err(|error| match innermost(&error).contains("No CA certificates") {
                true => {
                    "this system has no root certificates; install ca-certificates, or name a file with --ca"
                        .to_owned()
                }
                false => innermost(&error),
            })?;
        Ok(Remote { base, client, limits })
    }

    /// Requests a path.
    pub async fn get(&self, path: &str, pass: &Pass) -> Result<String, String> {
        let reply = self.send(Method::GET, path, Some(pass), "").await?;
        self.body(reply).await
    }

    /// Posts JSON to a path.
    pub async fn post(&self, path: &str, pass: &Pass, json: &str) -> Result<String, String> {
        let reply = self.send(Method::POST, path, Some(pass), json).await?;
        self.body(reply).await
    }

    /// Opens a WebSocket.
    pub async fn connect(&self, pass: &Pass) -> Result<Socket, String> {
        Socket::open(self, pass).await
    }

    fn request(&self, method: Method, path: &str, pass: Option<&Pass>) -> Result<RequestBuilder, String> {
        let url = self.base.join(path).map_err(|error| format!("{self}{path}: {error}"))?;
        let request = self.client.request(method, url);
        Ok(match pass {
            Some(pass) => request.header(pass.name, pass.value.clone()),
            None => request,
        })
    }

    /// Sends a request and returns the reply if it is a success.
    async fn send(
        &self,
        method: Method,
        path: &str,
        pass: Option<&Pass>,
        json: &str,
    ) -> Result<Response, String> {
        let what = format!("{method} {path}");
        let request = self.request(method, path, pass)?.header(CONTENT_TYPE, "application/json");
        let reply = request.body(json.to_owned()).send().await.map_err(|error| self.explain(&error))?;
        match reply.status().is_success() {
            true => Ok(reply),
            false => Err(format!("{what}: {}", self.rejection(reply).await)),
        }
    }

    /// The body of a reply, up to the limit.
    async fn body(&self, mut reply: Response) -> Result<String, String> {
        let most = self.limits.max_bytes;
        let mut body = Vec::new();
        while let Some(chunk) = reply.chunk().await.map_err(|error| self.explain(&error))? {
            if body.len() + chunk.len() > most {
                return Err(format!("{self}: the reply is too long; the limit is {most} bytes"));
            }
            body.extend_from_slice(&chunk);
        }
        String::from_utf8(body).map_err(|_| format!("{self}: the reply is not UTF-8"))
    }

    /// Why a server rejected a request, in its words or by its status.
    async fn rejection(&self, reply: Response) -> String {
        let status = reply.status();
        if let Some(to) = reply.headers().get(LOCATION).filter(|_| status.is_redirection()) {
            let to = printable(&String::from_utf8_lossy(to.as_bytes()));
            return format!("{self} redirects to {to}; use that address");
        }
        let body = self.body(reply).await.unwrap_or_default();
        let json: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
        match json["error"]["message"].as_str() {
            Some(message) => printable(message),
            None if status == StatusCode::SWITCHING_PROTOCOLS => format!("{self} speaks another protocol"),
            None => format!("{self} replied {status}"),
        }
    }

    /// A sentence for a request that got no reply.
    fn explain(&self, error: &reqwest::Error) -> String {
        let seconds = |limit: Duration| limit.as_secs_f64();
        if error.is_timeout() {
            return match error.is_connect() {
                true => format!("{self}: no connection within {} s", seconds(self.limits.connect)),
                false => format!("{self}: no reply within {} s", seconds(self.limits.reply)),
            };
        }
        match causes(error).find_map(|error| error.downcast_ref()) {
            Some(rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer)) => format!(
                "{self}: its certificate is not signed by an authority that this system trusts; to trust another one, name \
                 its certificate with --ca FILE"
            ),
            Some(rustls::Error::InvalidCertificate(error)) => {
                format!("{self}: its certificate is not valid: {}", printable(&error.to_string()))
            }
            Some(rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType)) => {
                format!("{self}: this is not a TLS server; for one without TLS use http://")
            }
            Some(error) => format!("{self}: {error}"),
            None => format!("{self}: {}", innermost(error)),
        }
    }
}

/// The scheme, host and port of an address; without a scheme it is HTTP.
fn base(address: &str) -> Result<Url, String> {
    let invalid = || format!("invalid address '{address}'; expected https://HOST or http://HOST:PORT");
    let text = match address.contains("://") {
        true => address.to_owned(),
        false => format!("http://{address}"),
    };
    let url = Url::parse(&text).map_err(|_| invalid())?;
    let known = matches!(url.scheme(), "http" | "https") && url.has_host();
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let anonymous = url.username().is_empty() && url.password().is_none();
    if known && bare && anonymous { Ok(url) } else { Err(invalid()) }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The certificates of a file.
fn certificates(file: &Path) -> Result<Vec<Certificate>, String> {
    let failed = |error: &dyn fmt::Display| format!("{}: {error}", file.display());
    let mut pem = Vec::new();
    let opened = File::open(file).map_err(|error| failed(&error))?;
    opened.take(MAX_CA_BYTES + 1).read_to_end(&mut pem).map_err(|error| failed(&error))?;
    if pem.len() as u64 > MAX_CA_BYTES {
        return Err(failed(&format_args!("the file is too large; the limit is {MAX_CA_BYTES} bytes")));
    }
    match Certificate::from_pem_bundle(&pem) {
        Ok(list) if !list.is_empty() => Ok(list),
        _ => {
            Err(failed(&"there is no certificate in this file; expected PEM, '-----BEGIN CERTIFICATE-----'"))
        }
    }
}

/// Errors from the outermost to the cause.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| match error.downcast_ref::<io::Error>() {
        // What is inside an I/O error is not its source.
        Some(outer) => outer.get_ref().map(|inner| inner as &(dyn Error + 'static)),
        None => error.source(),
    })
}

/// The words of the cause: what is around it repeats the address.
fn innermost(error: &reqwest::Error) -> String {
    printable(&causes(error).last().map(ToString::to_string).unwrap_or_default())
}

/// The beginning of a text from outside, without characters that control a terminal.
fn printable(text: &str) -> String {
    text.chars().filter(|char| !char.is_control()).take(MAX_QUOTED_CHARS).collect()
}
