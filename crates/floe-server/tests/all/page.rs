//! The web app over real sockets: its one document at each of its routes, its files with the right types, caching and
//! encodings, and nothing else.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::{Answer, Client, config, test_server, test_server_with};
use floe_server::{Config, ServerHandle, start};
use floe_store::MemoryStore;
use serde_json::Value;

/// A folder that is deleted with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("floe-page-{}-{number}", std::process::id()));
        fs::create_dir_all(path.join("assets")).unwrap();
        Folder(path)
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A server with a web app of a few files.
async fn with_page() -> (ServerHandle, Client) {
    let folder = Folder::new();
    folder.put("index.html", "<!doctype html><title>the page</title>");
    folder.put("index.html.br", "the page in Brotli");
    folder.put("index.html.gz", "the page in gzip");
    folder.put("sw.js", "worker");
    folder.put("manifest.webmanifest", "{}");
    folder.put("assets/floe-1a2b.js", "script");
    folder.put("assets/floe-1a2b.js.br", "script in Brotli");
    folder.put("assets/rules-3c4d.wasm", "rules");
    folder.put("assets/page.woff2", "letters");
    let config = Config { web_dir: folder.0.clone(), ..config() };
    let running = test_server_with(config, Arc::new(MemoryStore::new())).await;
    // The folder can be deleted now: the files were read when the server started.
    let client = Client::new(running.address);
    (running, client)
}

async fn get(client: &Client, path: &str, headers: &[(&str, &str)]) -> Answer {
    ask(client, "GET", path, headers).await
}

async fn ask(client: &Client, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let headers = headers.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    Client { headers, ..client.clone() }.call(method, path, Value::Null).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_of_the_web_app_leads_to_its_document() {
    let (_running, client) = with_page().await;
    for path in
        ["/", "/new/penguins", "/t/abc123", "/learn/amazons/2", "/u/somebody", "/settings", "/study/?g=1"]
    {
        let answer = get(&client, path, &[]).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.text, "<!doctype html><title>the page</title>", "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_files_are_refused() {
    let (_running, client) = with_page().await;
    for path in
        ["/api", "/api/nothing", "/assets/other.js", "/assets/", "/logo.png", "/../Cargo.toml", "/.env"]
    {
        get(&client, path, &[]).await.refused(404, "not_found");
    }
    // Compressed variants belong to their file and are not files themselves.
    get(&client, "/index.html.br", &[]).await.refused(404, "not_found");
    ask(&client, "POST", "/lobby", &[]).await.refused(400, "malformed");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_have_their_types_and_hashed_names_are_cached_for_a_year() {
    let (_running, client) = with_page().await;
    let for_ever = Some("public, max-age=31536000, immutable");
    for (path, kind, cached) in [
        ("/assets/floe-1a2b.js", "text/javascript; charset=utf-8", for_ever),
        ("/assets/rules-3c4d.wasm", "application/wasm", for_ever),
        ("/assets/page.woff2", "font/woff2", for_ever),
        ("/sw.js", "text/javascript; charset=utf-8", Some("no-cache")),
        ("/manifest.webmanifest", "application/manifest+json", Some("no-cache")),
    ] {
        let answer = get(&client, path, &[]).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(answer.header("cache-control"), cached, "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_smallest_accepted_encoding_is_sent() {
    let (_running, client) = with_page().await;
    for (takes, text, encoding) in [
        ("gzip, deflate, br", "the page in Brotli", Some("br")),
        ("gzip;q=1.0, *;q=0", "the page in gzip", Some("gzip")),
        ("br;q=0, gzip", "the page in gzip", Some("gzip")),
        ("identity", "<!doctype html><title>the page</title>", None),
    ] {
        let answer = get(&client, "/lobby", &[("Accept-Encoding", takes)]).await;
        assert_eq!((answer.text.as_str(), answer.header("content-encoding")), (text, encoding), "{takes}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
    }
    // Compressed in one way only.
    let answer = get(&client, "/assets/floe-1a2b.js", &[("Accept-Encoding", "gzip")]).await;
    assert_eq!((answer.text.as_str(), answer.header("content-encoding")), ("script", None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cached_file_is_not_sent_again() {
    let (_running, client) = with_page().await;
    let plain = get(&client, "/", &[]).await.header("etag").unwrap().to_owned();
    let brotli = get(&client, "/", &[("Accept-Encoding", "br")]).await.header("etag").unwrap().to_owned();
    assert_ne!(plain, brotli, "different bytes have a different tag");
    let again = get(&client, "/me", &[("If-None-Match", &format!("\"other\", {plain}"))]).await;
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    assert_eq!(again.header("etag"), Some(plain.as_str()));
    let other = get(&client, "/me", &[("If-None-Match", &plain), ("Accept-Encoding", "br")]).await;
    assert_eq!(other.status, 200);
    let head = ask(&client, "HEAD", "/", &[]).await;
    assert_eq!((head.status, head.text.as_str(), head.header("content-length")), (200, "", Some("38")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_web_app_may_run_its_rules_and_load_nothing_from_elsewhere() {
    let (_running, client) = with_page().await;
    let answer = get(&client, "/", &[]).await;
    let policy = answer.header("content-security-policy").unwrap();
    for part in [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ] {
        assert!(policy.split("; ").any(|one| one == part), "{part} in {policy}");
    }
    assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_folder_the_built_in_page_is_served() {
    let (running, _store) = test_server().await;
    let client = Client::new(running.address);
    let index = get(&client, "/", &[]).await;
    assert_eq!(index.status, 200);
    assert!(index.text.contains("<title>Floe"), "{}", index.text);
    assert_eq!(get(&client, "/t/abc", &[]).await.text, index.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_without_a_web_app_is_refused_at_startup() {
    let folder = Folder::new();
    let config = Config { web_dir: folder.0.clone(), ..config() };
    let refused = start(config, Arc::new(MemoryStore::new())).await.err().expect("no server").to_string();
    assert!(refused.contains("there is no index.html"), "{refused}");
    assert!(refused.contains(&folder.0.display().to_string()), "{refused}");
}
