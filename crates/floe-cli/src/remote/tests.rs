use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::{SinkExt, StreamExt};
use rcgen::{CertificateParams, DnType, KeyPair};
use rustls::pki_types::PrivatePkcs8KeyDer;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::tungstenite::Message;

use super::*;

const QUICK: Limits = Limits {
    connect: Duration::from_secs(20),
    reply: Duration::from_secs(20),
    silence: Duration::from_secs(20),
    max_bytes: 100_000,
};

const CHUNKED: &[&str] = &[
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\n{\"id\":\r\n",
    "5\r\n\"abc\"\r\n1\r\n}\r\n0\r\n\r\n",
];

fn pass() -> Pass {
    Pass::token("floe_x").unwrap()
}

/// A server that gives every connection to a function, and its port.
async fn listen<F: Future<Output = ()> + Send + 'static>(
    serve: impl Fn(TcpStream) -> F + Send + 'static,
) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    port
}

/// Reads the head of a request.
async fn head(stream: &mut (impl AsyncRead + Unpin)) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
}

/// Sends a reply to a request, piece by piece.
async fn reply(mut stream: impl AsyncRead + AsyncWrite + Unpin, pieces: &[&str]) {
    head(&mut stream).await;
    for piece in pieces {
        let _ = stream.write_all(piece.as_bytes()).await;
        let _ = stream.flush().await;
    }
    let _ = stream.shutdown().await;
}

/// A server without TLS that sends this to every request.
async fn plain(pieces: &'static [&'static str]) -> u16 {
    listen(move |stream| reply(stream, pieces)).await
}

/// A file that is removed afterwards.
struct Pem(PathBuf);

impl Pem {
    fn new(text: &str) -> Pem {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("floe-remote-{}-{number}.pem", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Pem(path)
    }
}

impl Drop for Pem {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A server with TLS and a self-signed certificate for a name, which sends this to every request.
async fn tls(name: &str, pieces: &'static [&'static str]) -> (u16, Pem) {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new([name.to_owned()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, format!("a test of floe for {name}"));
    let cert = params.self_signed(&key).unwrap();
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key.into())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let port = listen(move |stream| {
        let acceptor = acceptor.clone();
        async move {
            if let Ok(stream) = acceptor.accept(stream).await {
                reply(stream, pieces).await;
            }
        }
    });
    (port.await, Pem::new(&cert.pem()))
}

async fn get(address: &str, ca: Option<&Pem>, limits: Limits) -> Result<String, String> {
    let server = Remote::with_limits(address, ca.map(|pem| pem.0.as_path()), limits)?;
    server.get("/api/x", &pass()).await
}

#[test]
fn addresses_are_a_scheme_a_host_and_a_port() {
    for (address, shown) in [
        ("127.0.0.1:7878", "http://127.0.0.1:7878"),
        ("floe.example", "http://floe.example"),
        ("http://floe.example/", "http://floe.example"),
        ("https://floe.example", "https://floe.example"),
        ("https://floe.example:8443/", "https://floe.example:8443"),
        ("http://[::1]:7878", "http://[::1]:7878"),
    ] {
        assert_eq!(Remote::new(address, None).map(|server| server.to_string()), Ok(shown.to_owned()));
    }
    for address in [
        "",
        "http://",
        "ftp://floe.example",
        "https://floe.example/t/x",
        "https://me:x@floe.example",
        "floe:x",
    ] {
        let refused = Remote::new(address, None).map(|server| server.to_string());
        let words = format!("invalid address '{address}'; expected https://HOST or http://HOST:PORT");
        assert_eq!(refused, Err(words));
    }
    assert_eq!(Pass::token("a\nb").map(|_| ()).unwrap_err(), "the token has characters that no token has");
}

#[tokio::test]
async fn a_server_with_tls_is_believed_by_its_certificate() {
    let (port, own) = tls("localhost", CHUNKED).await;
    let (elsewhere, other) = tls("floe.example", CHUNKED).await;
    let address = format!("https://localhost:{port}");
    assert_eq!(get(&address, Some(&own), QUICK).await.unwrap(), r#"{"id":"abc"}"#, "pieces are put together");
    let unknown = format!(
        "{address}: its certificate is not signed by an authority that this system trusts; to trust another one, name its \
         certificate with --ca FILE"
    );
    assert_eq!(get(&address, Some(&other), QUICK).await.unwrap_err(), unknown);
    let words = get(&address, None, QUICK).await.unwrap_err();
    assert!(words == unknown || words.starts_with("this system has no root certificates"), "{words}");
    let address = format!("https://localhost:{elsewhere}");
    let words = get(&address, Some(&other), QUICK).await.unwrap_err();
    assert!(words.starts_with(&format!("{address}: its certificate is not valid: ")), "{words}");
    assert!(words.contains("floe.example"), "{words}");
}

#[tokio::test]
async fn a_file_of_certificates_holds_some() {
    let junk = Pem::new("no certificate");
    let words = get("https://localhost:1", Some(&junk), QUICK).await.unwrap_err();
    assert!(words.contains("there is no certificate in this file; expected PEM"), "{words}");
    let huge = Pem::new(&"x".repeat(MAX_CA_BYTES as usize + 1));
    let words = get("https://localhost:1", Some(&huge), QUICK).await.unwrap_err();
    assert!(words.ends_with("the file is too large; the limit is 1048576 bytes"), "{words}");
}

#[tokio::test]
async fn a_server_without_tls_is_named_as_one() {
    let (_, own) = tls("localhost", CHUNKED).await;
    let port = listen(|mut stream: TcpStream| async move {
        let _ = stream.read_u8().await;
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
    });
    let address = format!("https://localhost:{}", port.await);
    let words = get(&address, Some(&own), QUICK).await.unwrap_err();
    assert_eq!(words, format!("{address}: this is not a TLS server; for one without TLS use http://"));
}

#[tokio::test]
async fn a_server_that_hangs_is_given_up() {
    let silent = listen(|stream| async move {
        std::future::pending::<()>().await;
        drop(stream);
    });
    let silent = silent.await;
    let quick = Duration::from_millis(200);
    let address = format!("http://127.0.0.1:{silent}");
    let words = get(&address, None, Limits { reply: quick, ..QUICK }).await.unwrap_err();
    assert_eq!(words, format!("{address}: no reply within 0.2 s"));
    // A reply that begins and does not end.
    let stalled = listen(|mut stream: TcpStream| async move {
        head(&mut stream).await;
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{").await;
        std::future::pending::<()>().await;
    });
    let address = format!("http://127.0.0.1:{}", stalled.await);
    let words = get(&address, None, Limits { reply: quick, ..QUICK }).await.unwrap_err();
    assert_eq!(words, format!("{address}: no reply within 0.2 s"));
    // A handshake that never comes.
    let (_, own) = tls("localhost", CHUNKED).await;
    let address = format!("https://localhost:{silent}");
    let words = get(&address, Some(&own), Limits { connect: quick, ..QUICK }).await.unwrap_err();
    assert_eq!(words, format!("{address}: no connection within 0.2 s"));
}

#[tokio::test]
async fn a_reply_that_is_too_long_is_not_read_to_its_end() {
    let endless = listen(|mut stream: TcpStream| async move {
        head(&mut stream).await;
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").await;
        let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
        while stream.write_all(chunk.as_bytes()).await.is_ok() {}
    });
    let address = format!("http://127.0.0.1:{}", endless.await);
    let words = get(&address, None, QUICK).await.unwrap_err();
    assert_eq!(words, format!("{address}: the reply is too long; the limit is 100000 bytes"));
}

#[tokio::test]
async fn rejections_are_repeated_without_control_characters() {
    let error = plain(&[
        "HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n",
        r#"{"error":{"code":"not_found","message":"there is no \u001b[31mtable x"}}"#,
    ]);
    let words = get(&format!("http://127.0.0.1:{}", error.await), None, QUICK).await.unwrap_err();
    assert_eq!(words, "GET /api/x: there is no [31mtable x");
    let page = plain(&["HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n<p>a long page</p>"]);
    let address = format!("http://127.0.0.1:{}", page.await);
    let words = get(&address, None, QUICK).await.unwrap_err();
    assert_eq!(words, format!("GET /api/x: {address} replied 502 Bad Gateway"));
    let moved = plain(&[
        "HTTP/1.1 301 Moved Permanently\r\nlocation: https://floe.example/api/x\r\ncontent-length: 0\r\n\r\n",
    ]);
    let address = format!("http://127.0.0.1:{}", moved.await);
    let words = get(&address, None, QUICK).await.unwrap_err();
    assert_eq!(
        words,
        format!("GET /api/x: {address} redirects to https://floe.example/api/x; use that address")
    );
}

/// A WebSocket server that does this with each.
async fn sockets<F: Future<Output = ()> + Send + 'static>(
    serve: impl Fn(tokio_tungstenite::WebSocketStream<TcpStream>) -> F + Clone + Send + Sync + 'static,
) -> Remote {
    let port = listen(move |stream| {
        let serve = serve.clone();
        async move {
            if let Ok(socket) = tokio_tungstenite::accept_async(stream).await {
                serve(socket).await;
            }
        }
    });
    let limits = Limits { silence: Duration::from_millis(300), ..QUICK };
    Remote::with_limits(&format!("http://127.0.0.1:{}", port.await), None, limits).unwrap()
}

#[tokio::test]
async fn a_socket_is_bounded_in_size_and_silence() {
    let echo = sockets(|mut socket| async move {
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            let _ = socket.send(Message::text(format!("{text} {text}"))).await;
        }
    });
    let mut socket = echo.await.connect(&pass()).await.unwrap();
    socket.send("ab".into()).await.unwrap();
    assert_eq!(socket.next().await.unwrap().as_str(), "ab ab");
    assert_eq!(socket.next().await.unwrap_err(), "the server sent nothing for 0.3 s");
    let loud = sockets(|mut socket| async move {
        let _ = socket.send(Message::text("x".repeat(100_001))).await;
        let _ = socket.next().await;
    });
    let mut socket = loud.await.connect(&pass()).await.unwrap();
    let words = socket.next().await.unwrap_err();
    assert!(words.starts_with("the connection ended: ") && words.contains("100000"), "{words}");
}

#[tokio::test]
async fn a_server_without_sockets_is_no_socket() {
    for (pieces, words) in [
        (&["HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"][..], "replied 200 OK"),
        (
            &["HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"],
            "speaks another protocol",
        ),
    ] {
        let address = format!("http://127.0.0.1:{}", plain(pieces).await);
        let server = Remote::with_limits(&address, None, QUICK).unwrap();
        let refused = server.connect(&pass()).await.map(|_| ()).unwrap_err();
        assert_eq!(refused, format!("GET /api/socket: {address} {words}"));
    }
}
