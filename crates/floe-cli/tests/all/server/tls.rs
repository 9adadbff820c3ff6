//! A server behind a proxy with TLS, as it is hosted: `floe join` and `floe play --watch` with its certificate and without.

use std::process::{Output, Stdio};
use std::sync::Arc;

use floe_chaos::folder::Folder;
use floe_chaos::server::Setup;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;

fn floe(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_floe"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Ends TLS in front of a server; its address and its certificate.
async fn proxy(server: std::net::SocketAddr) -> (String, String) {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der());
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key.into())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut outside) = acceptor.accept(stream).await else { return };
                let Ok(mut inside) = TcpStream::connect(server).await else { return };
                let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
            });
        }
    });
    (address, cert.pem())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_and_watched_over_tls() {
    let folder = Folder::new("tls").unwrap();
    let server = Setup::new(env!("CARGO_BIN_EXE_floe").as_ref(), folder.path()).start().await.unwrap();
    let (address, pem) = proxy(server.address).await;
    let ca = folder.file("ca.pem").display().to_string();
    std::fs::write(&ca, pem).unwrap();

    let join = ["join", &address, "--ca", &ca];
    let new = ["--game", "paper-penguins", "--rules", "rows=5,cols=5,pieces=2", "--player", "1"];
    let mut first = floe(&[&join[..], &new].concat()).spawn().unwrap();
    let mut lines = tokio::io::BufReader::new(first.stdout.take().unwrap());
    let mut table = String::new();
    tokio::io::AsyncBufReadExt::read_line(&mut lines, &mut table).await.unwrap();
    let table = table.trim();
    let id = table.strip_prefix(&format!("{address}/t/")).unwrap_or_else(|| panic!("{table}"));

    // Without the certificate nobody sits down, and nothing is sent.
    let stranger = floe(&["join", &address, "--table", id, "--player", "1"]).output().await.unwrap();
    let words = text(&stranger.stderr);
    assert_eq!(stranger.status.code(), Some(1), "{words}");
    assert!(words.contains("its certificate is not") || words.contains("no root certificates"), "{words}");
    // Where the system has no certificates this is said, and does not matter to a server without TLS.
    let nothing = folder.file("nothing");
    let bare = |address: String| {
        let mut command = floe(&["join", &address, "--table", "aaaaaaaaaaaaaaaa", "--player", "1"]);
        command.env("SSL_CERT_FILE", &nothing).env("SSL_CERT_DIR", &nothing);
        async move { text(&command.output().await.unwrap().stderr) }
    };
    let words = bare(address.clone()).await;
    assert!(words.contains("this system has no root certificates; install ca-certificates"), "{words}");
    let words = bare(format!("http://{}", server.address)).await;
    assert!(words.contains("table") && !words.contains("certificate"), "{words}");

    // No proxy is asked for this machine itself.
    let mut watching = floe(&["play", "--watch", table]);
    let watching = watching
        .env("FLOE_CA", &ca)
        .env("HTTPS_PROXY", "http://127.0.0.1:1")
        .env_remove("NO_PROXY")
        .spawn()
        .unwrap();
    let second: Output =
        floe(&[&join[..], &["--table", id, "--player", "1"]].concat()).output().await.unwrap();
    assert!(second.status.success(), "{}", text(&second.stderr));
    assert!(text(&second.stdout).contains("won by"), "{}", text(&second.stdout));
    assert!(first.wait().await.unwrap().success());
    let seen = text(&watching.wait_with_output().await.unwrap().stdout);
    let end = seen.lines().last().unwrap_or_default();
    assert!(end.contains(" wins, ") || end.contains("share the win"), "a spectator sees the end: {seen}");
    server.stop().await.unwrap();
}
