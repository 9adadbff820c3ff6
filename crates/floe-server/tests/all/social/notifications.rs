//! Notifications of people who are not connected.

use std::sync::Arc;

use async_trait::async_trait;
use base64ct::{Base64UrlUnpadded, Encoding};
use floe_server::{Clock, PushRequest, PushTransport, start_with_push};
use floe_store::{MemoryStore, Store};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use serde_json::{Value, json};
use tokio::sync::{Mutex, mpsc};
use tokio::time::timeout;

use super::{game, moves};
use crate::support::{Client, PATIENCE, config};

/// Hands what is sent to the test, and answers with a status.
struct Recorder {
    sent: mpsc::UnboundedSender<PushRequest>,
    status: Mutex<u16>,
}

#[async_trait]
impl PushTransport for Recorder {
    async fn post(&self, request: PushRequest) -> Result<u16, String> {
        let _ = self.sent.send(request);
        Ok(*self.status.lock().await)
    }
}

/// A browser: its keys, of which it sends the public part.
fn browser(endpoint: &str) -> (EphemeralPrivateKey, Value) {
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &ring::rand::SystemRandom::new()).unwrap();
    let public = Base64UrlUnpadded::encode_string(own.compute_public_key().unwrap().as_ref());
    let keys = json!({ "p256dh": public, "auth": Base64UrlUnpadded::encode_string(&[7; 16]) });
    (own, json!({ "endpoint": endpoint, "keys": keys, "expirationTime": null }))
}

/// Reads a message as the browser does (RFC 8291), with none of the server's code.
fn read(own: EphemeralPrivateKey, body: &[u8]) -> Value {
    use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
    struct Length(usize);
    impl KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let derive = |salt: &[u8], secret: &[u8], info: &[&[u8]], length: usize| {
        let mut bytes = vec![0; length];
        let prk = Salt::new(HKDF_SHA256, salt).extract(secret);
        prk.expand(info, Length(length)).unwrap().fill(&mut bytes).unwrap();
        bytes
    };
    let (salt, server, record) = (&body[..16], &body[21..86], &body[86..]);
    let mine = own.compute_public_key().unwrap();
    let secret = agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, server), |shared| {
        derive(&[7; 16], shared, &[b"WebPush: info\0", mine.as_ref(), server], 32)
    })
    .unwrap();
    let key = derive(salt, &secret, &[b"Content-Encoding: aes128gcm\0"], 16);
    let nonce = derive(salt, &secret, &[b"Content-Encoding: nonce\0"], 12);
    let key = ring::aead::UnboundKey::new(&ring::aead::AES_128_GCM, &key).unwrap();
    let nonce = ring::aead::Nonce::try_assume_unique_for_key(&nonce).unwrap();
    let mut record = record.to_vec();
    let text = ring::aead::LessSafeKey::new(key).open_in_place(nonce, ring::aead::Aad::empty(), &mut record);
    let text = text.unwrap();
    serde_json::from_slice(&text[..text.len() - 1]).unwrap()
}

#[tokio::test]
async fn a_turn_reaches_the_browser_of_whoever_is_away() {
    let (sent, mut requests) = mpsc::unbounded_channel();
    let recorder = Arc::new(Recorder { sent, status: Mutex::new(201) });
    let store = Arc::new(MemoryStore::new());
    let server = start_with_push(
        config(),
        Arc::clone(&store) as Arc<dyn Store>,
        Clock::default(),
        Some(Arc::clone(&recorder) as Arc<dyn PushTransport>),
    )
    .await
    .unwrap();
    let (mut ann, mut bob) = (Client::guest(server.address).await, Client::guest(server.address).await);
    let key = ann.get("/api/push").await.ok()["key"].as_str().unwrap().to_owned();
    assert_eq!(Base64UrlUnpadded::decode_vec(&key).unwrap().len(), 65);
    let (own, subscription) = browser("https://push.example.com/send/abc");
    bob.put("/api/push", subscription.clone()).await.ok();
    let days = game(&mut ann, &mut bob, json!("3d")).await;
    // Bob is told that it has begun; the next message is about his turn.
    timeout(PATIENCE, requests.recv()).await.unwrap().unwrap();
    moves(&mut ann, &days).await;
    let request = timeout(PATIENCE, requests.recv()).await.unwrap().unwrap();
    assert_eq!(request.url.as_str(), "https://push.example.com/send/abc");
    let header = |name: &str| request.headers.iter().find(|(known, _)| *known == name).unwrap().1.as_str();
    assert_eq!((header("content-encoding"), header("topic")), ("aes128gcm", days.as_str()));
    assert!(header("authorization").ends_with(&format!(", k={key}")), "{}", header("authorization"));
    assert_eq!(read(own, &request.body), json!({ "what": "turn", "table": days, "game": "amazons" }));

    // With an open connection he is told there, and nowhere else.
    let mut socket = bob.socket().await.unwrap();
    socket.until("hello").await;
    moves(&mut bob, &days).await;
    moves(&mut ann, &days).await;
    assert_eq!(socket.until("your_table").await["what"], "turn");
    assert!(requests.try_recv().is_err());
    drop(socket);

    // A browser that has unsubscribed is forgotten.
    *recorder.status.lock().await = 410;
    let id = bob.get("/api/me").await.ok()["id"].as_str().unwrap().to_owned();
    let other = game(&mut ann, &mut bob, json!("3d")).await;
    timeout(PATIENCE, requests.recv()).await.unwrap().unwrap();
    let began = std::time::Instant::now();
    while !store.items(&id, "push").await.unwrap().is_empty() {
        assert!(began.elapsed() < PATIENCE);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    moves(&mut ann, &other).await;

    // The server is not made to call itself or its neighbours.
    for (endpoint, why) in [
        ("http://push.example.com/", "https://"),
        ("https://127.0.0.1/", "host name"),
        ("https://[::1]/", "host name"),
        ("https://localhost/", "public host name"),
        ("https://push.example.com:8080/", "port"),
    ] {
        let message = bob.put("/api/push", browser(endpoint).1).await.refused(422, "refused");
        assert!(message.contains(why), "{message}");
    }
    let mut short = browser("https://push.example.com/").1;
    short["keys"]["auth"] = json!("AAAA");
    bob.put("/api/push", short).await.refused(422, "refused");
    bob.put("/api/push", subscription.clone()).await.ok();
    bob.delete("/api/push", json!({ "endpoint": subscription["endpoint"] })).await.ok();
    assert_eq!(store.items(&id, "push").await.unwrap(), []);
    // So many browsers and no more; the oldest make room.
    for number in 0..12 {
        bob.put("/api/push", browser(&format!("https://push.example.com/{number}")).1).await.ok();
    }
    assert_eq!(store.items(&id, "push").await.unwrap().len(), 10);
    server.close().await;
}

#[tokio::test]
async fn a_server_that_sends_none_says_so() {
    let store = Arc::new(MemoryStore::new());
    let server = start_with_push(config(), store as Arc<dyn Store>, Clock::default(), None).await.unwrap();
    let mut ann = Client::guest(server.address).await;
    assert_eq!(ann.get("/api/push").await.ok(), json!({ "key": null }));
    server.close().await;
}
