//! How people find each other.

use std::time::{Duration, Instant};

use floe_server::Config;
use floe_store::MemoryStore;
use serde_json::{Value, json};
use std::sync::Arc;

use super::mine;
use crate::support::{Client, PATIENCE, Socket, config, password, test_server, test_server_with};

/// A guest with an open connection, which says hello.
async fn present(address: std::net::SocketAddr) -> (Client, Socket) {
    let client = Client::guest(address).await;
    let mut socket = client.socket().await.unwrap();
    socket.until("hello").await;
    (client, socket)
}

async fn quick(client: &mut Client, game: &str, clock: &str) -> (String, bool) {
    let table = client.post("/api/quick", json!({ "game": game, "clock": clock })).await.ok();
    (table["id"].as_str().unwrap().to_owned(), table["joined"].as_bool().unwrap())
}

#[tokio::test]
async fn quick_pairing_finds_whoever_waits_for_the_same() {
    let (server, _) = test_server().await;
    let ((mut ann, mut ears), (mut bob, _bob)) =
        (present(server.address).await, present(server.address).await);
    let (table, joined) = quick(&mut ann, "penguins", "300+5").await;
    assert!(!joined);
    assert_eq!(quick(&mut ann, "penguins", "300+5").await, (table.clone(), false), "the same table again");
    for (game, clock) in [("penguins", "600+10"), ("fish", "300+5")] {
        assert!(!quick(&mut bob, game, clock).await.1, "{game} at {clock}");
    }
    assert_eq!(quick(&mut bob, "penguins", "300+5").await, (table.clone(), true));
    let told = ears.until("your_table").await;
    assert_eq!((&told["table"], &told["what"]), (&json!(table), &json!("started")));
    // Ann has left: nobody is sent to a table where no one waits any more.
    let (alone, _) = quick(&mut ann, "amazons", "300+5").await;
    drop(ears);
    let (mut cy, _cy) = present(server.address).await;
    let (other, joined) = quick(&mut cy, "amazons", "300+5").await;
    assert!(other != alone && !joined, "the table of somebody who is gone");
    // Somebody who is blocked is not met.
    let (mut dan, _dan) = present(server.address).await;
    let name = cy.get("/api/me").await.ok()["name"].as_str().unwrap().to_owned();
    dan.put(&format!("/api/blocks/{name}"), Value::Null).await.ok();
    assert!(!quick(&mut dan, "amazons", "300+5").await.1);
    ann.post("/api/quick", json!({ "game": "chess", "clock": "300+5" })).await.refused(422, "refused");
    ann.post("/api/quick", json!({ "game": "fish", "clock": "soon" })).await.refused(422, "refused");
    server.close().await;
}

#[tokio::test]
async fn of_many_who_ask_at_once_all_but_one_meet() {
    let (server, _) = test_server().await;
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..9 {
        let (mut client, socket) = present(server.address).await;
        asking.spawn(async move { (quick(&mut client, "fish", "300+5").await, socket) });
    }
    let mut tables: Vec<(String, bool)> = Vec::new();
    let mut sockets = Vec::new();
    while let Some(done) = asking.join_next().await {
        let (table, socket) = done.unwrap();
        tables.push(table);
        sockets.push(socket);
    }
    assert_eq!(tables.iter().filter(|(_, joined)| *joined).count(), 4, "{tables:?}");
    server.close().await;
}

#[tokio::test]
async fn the_host_fills_a_seat_with_an_engine() {
    let (server, _) = test_server().await;
    let (mut ann, mut bob) = (Client::guest(server.address).await, Client::guest(server.address).await);
    let table = quick(&mut ann, "fish", "300+5").await.0;
    let path = format!("/api/tables/{table}/engine");
    bob.post(&path, json!({ "level": "2" })).await.refused(403, "forbidden");
    ann.post(&path, json!({ "level": "12" })).await.refused(422, "refused");
    ann.post(&path, json!({ "level": "2" })).await.ok();
    let state = ann.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!(state["seats"][1], json!({ "kind": "engine", "level": "2" }));
    ann.post(&path, json!({ "level": "2" })).await.refused(422, "refused");
    let mut eve = Client::account(server.address, "Eve").await;
    let rated = json!({ "game": "fish", "clock": "300+5", "rated": true });
    let rated = eve.post("/api/tables", rated).await.ok()["id"].as_str().unwrap().to_owned();
    eve.post(&format!("/api/tables/{rated}/engine"), json!({ "level": "2" })).await.refused(422, "refused");
    server.close().await;
}

#[tokio::test]
async fn challenges_by_name() {
    let (server, _) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let mut ears = bob.socket().await.unwrap();
    ears.until("hello").await;
    let private = json!({ "game": "fish", "private": true });
    let table = ann.post("/api/tables", private.clone()).await.ok()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{table}/invitations");
    ann.post(&path, json!({ "name": "nobody" })).await.refused(404, "not_found");
    ann.post(&path, json!({ "name": "ann" })).await.refused(422, "refused");
    bob.post(&path, json!({ "name": "Ann" })).await.refused(403, "forbidden");
    for _ in 0..2 {
        ann.post(&path, json!({ "name": "bob" })).await.ok();
    }
    let told = ears.until("your_table").await;
    assert_eq!((&told["table"], &told["what"]), (&json!(table), &json!("invited")));
    let pending = bob.get("/api/me/games").await.ok()["invitations"].clone();
    assert_eq!(
        (pending.as_array().unwrap().len(), &pending[0]["from"], &pending[0]["id"]),
        (1, &json!("Ann"), &json!(table))
    );
    bob.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
    assert_eq!(bob.get("/api/me/games").await.ok()["invitations"], json!([]));

    // A challenge that is declined, and one from somebody who is blocked.
    let mut listening = ann.socket().await.unwrap();
    listening.until("hello").await;
    let table = ann.post("/api/tables", private).await.ok()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{table}/invitations");
    ann.post(&path, json!({ "name": "Bob" })).await.ok();
    bob.delete(&format!("/api/me/invitations/{table}"), Value::Null).await.ok();
    bob.delete(&format!("/api/me/invitations/{table}"), Value::Null).await.refused(404, "not_found");
    assert_eq!(listening.until("your_table").await["what"], "declined");
    bob.put("/api/blocks/Ann", Value::Null).await.ok();
    ann.post(&path, json!({ "name": "Bob" })).await.refused(403, "forbidden");
    server.close().await;
}

#[tokio::test]
async fn following_people_shows_what_they_play_in_public() {
    let (server, store) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut bob = Client::account(server.address, "Bob").await;
    ann.put("/api/follows/Nobody", Value::Null).await.refused(404, "not_found");
    ann.put("/api/follows/Ann", Value::Null).await.refused(422, "refused");
    for _ in 0..2 {
        ann.put("/api/follows/bob", Value::Null).await.ok();
    }
    let id = bob.get("/api/me").await.ok()["id"].clone();
    let away =
        json!([{ "id": id, "name": "Bob", "bot": false, "online": false, "playing": null, "waiting": null }]);
    assert_eq!(ann.get("/api/follows").await.ok(), away);
    let mut socket = bob.socket().await.unwrap();
    socket.until("hello").await;
    bob.post("/api/tables", json!({ "game": "fish", "private": true })).await.ok();
    let seen = ann.get("/api/follows").await.ok();
    assert_eq!(
        (&seen[0]["online"], &seen[0]["waiting"]),
        (&json!(true), &json!(null)),
        "a private table stays private"
    );
    let open = bob.post("/api/tables", json!({ "game": "fish" })).await.ok();
    let seen = ann.get("/api/follows").await.ok();
    assert_eq!(seen[0]["waiting"]["id"], open["id"]);
    bob.put("/api/blocks/Ann", Value::Null).await.ok();
    assert_eq!(ann.get("/api/follows").await.ok(), away, "Bob has blocked Ann");
    ann.delete("/api/follows/Bob", Value::Null).await.ok();
    assert_eq!(ann.get("/api/follows").await.ok(), json!([]));
    // What is stored of it is deleted with the account.
    ann.put("/api/follows/Bob", Value::Null).await.ok();
    let id = ann.get("/api/me").await.ok()["id"].as_str().unwrap().to_owned();
    ann.delete("/api/account", json!({ "password": password("Ann") })).await.ok();
    assert_eq!(floe_store::Store::items(&*store, &id, "follow").await.unwrap(), []);
    server.close().await;
}

#[tokio::test]
async fn guests_choose_a_name() {
    let (server, _) = test_server().await;
    Client::account(server.address, "Ann").await;
    let mut guest = Client::guest(server.address).await;
    let named = guest.put("/api/account/name", json!({ "name": "Quiet-Otter" })).await.ok();
    assert_eq!((&named["name"], &named["role"]), (&json!("Quiet-Otter"), &json!("guest")));
    guest.put("/api/account/name", json!({ "name": "ann" })).await.refused(409, "conflict");
    guest.put("/api/account/name", json!({ "name": "admin" })).await.refused(422, "refused");
    for name in ["Otter-2", "Otter-3"] {
        guest.put("/api/account/name", json!({ "name": name })).await.ok();
    }
    guest.put("/api/account/name", json!({ "name": "Otter-4" })).await.refused(429, "rate_limited");
    server.close().await;
}

#[tokio::test]
async fn engines_play_where_nobody_does() {
    let shown = Config { exhibition_games: 1, ..config() };
    let server = test_server_with(shown, Arc::new(MemoryStore::new())).await;
    let (mut ann, mut socket) = present(server.address).await;
    let began = Instant::now();
    let table = loop {
        let live = ann.get("/api/tables?stage=live").await.ok()["tables"].clone();
        if let Some(row) = live.as_array().unwrap().first() {
            break row.clone();
        }
        assert!(began.elapsed() < PATIENCE, "no game has begun");
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    assert!(table["seats"].as_array().unwrap().iter().all(|seat| seat["kind"] == "engine"), "{table}");
    socket.say(json!({ "type": "watch", "table": table["id"] })).await;
    let state = socket.until("state").await;
    assert_eq!(state["public"], true);
    let update = socket.until("update").await;
    assert!(update["version"].as_u64() > state["version"].as_u64(), "they move");
    assert_eq!(mine(&mut ann).await, [], "it is nobody's game");
    server.close().await;
}
