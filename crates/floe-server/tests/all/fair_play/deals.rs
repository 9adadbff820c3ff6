//! Deals that no one can steer: contributions after the commitment, no second look at a hand, secrets revealed.

use std::sync::Arc;

use floe_games::{Record, fair};
use floe_store::MemoryStore;
use serde_json::{Value, json};

use super::{act, make, state, until};
use crate::support::{Client, config, test_server, test_server_with};

/// A client's contribution to a deal.
fn contribution(state: &Value, name: &str) -> String {
    format!("{}.{name}", state["fair"]["commitment"].as_str().unwrap())
}

async fn contribute(client: &mut Client, table: &str, name: &str) {
    let contribution = contribution(&state(client, table).await, name);
    client
        .post(&format!("/api/tables/{table}/contribution"), json!({ "contribution": contribution }))
        .await
        .ok();
}

async fn verified(client: &mut Client, table: &str) -> fair::Verified {
    let record = client.get(&format!("/api/tables/{table}/record")).await.ok();
    fair::verify(&serde_json::from_value::<Record>(record).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_to_a_table_lets_its_players_contribute() {
    let (server, _) = test_server().await;
    let (mut ann, mut ben) = (Client::guest(server.address).await, Client::guest(server.address).await);

    // Against an engine: the table waits for its creator if they ask for it.
    let seats = json!([{"kind": "me"}, {"kind": "engine", "level": "random"}]);
    let new = json!({"game": "montauk", "rules": {"rounds": 1}, "seats": seats, "contribute": true});
    let made = ann.post("/api/tables", new).await.ok();
    let table = made["id"].as_str().unwrap().to_owned();
    let before = state(&mut ann, &table).await;
    assert_eq!((&before["status"]["stage"], &before["status"]["awaiting"]), (&json!("open"), &json!([0])));
    assert_eq!(before["fair"]["commitment"], made["commitment"]);
    contribute(&mut ann, &table, "ann").await;
    assert_eq!(state(&mut ann, &table).await["status"]["stage"], "live");
    act(&mut ann, &table, "resign").await.ok();
    assert_eq!(
        verified(&mut ann, &table).await.contributions,
        [fair::Contribution::AfterCommitment, fair::Contribution::Missing]
    );

    // In the lobby: the host immediately, the other player when joining.
    let table = make(&mut ann, json!({"game": "montauk", "clock": "300+5"})).await;
    contribute(&mut ann, &table, "ann").await;
    let seen = state(&mut ben, &table).await;
    let sit = json!({ "contribution": contribution(&seen, "ben") });
    ben.post(&format!("/api/tables/{table}/seat"), sit).await.ok();
    assert_eq!(state(&mut ann, &table).await["status"]["stage"], "live");
    act(&mut ann, &table, "resign").await.ok();
    let all = [fair::Contribution::AfterCommitment; 2];
    assert_eq!(verified(&mut ann, &table).await.contributions, all);

    // The rematch has its own commitment, and both contribute to it.
    act(&mut ann, &table, "rematch").await.ok();
    act(&mut ben, &table, "rematch").await.ok();
    let next = until(&mut ann, &table, |state| state["next_table"].is_string()).await["next_table"].clone();
    let next = next.as_str().unwrap();
    let waits = state(&mut ann, next).await;
    assert_eq!((&waits["status"]["stage"], &waits["status"]["awaiting"]), (&json!("open"), &json!([0, 1])));
    contribute(&mut ann, next, "ann again").await;
    contribute(&mut ben, next, "ben again").await;
    act(&mut ann, next, "resign").await.ok();
    assert_eq!(verified(&mut ann, next).await.contributions, all);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn contributions_are_checked_and_belong_to_their_seat() {
    let (server, _) = test_server().await;
    let (mut ann, mut eve) = (Client::guest(server.address).await, Client::guest(server.address).await);
    let table = make(&mut ann, json!({"game": "penguins", "clock": "300+5"})).await;
    let path = format!("/api/tables/{table}/contribution");
    let right = contribution(&state(&mut ann, &table).await, "x");
    eve.post(&path, json!({ "contribution": right })).await.refused(403, "forbidden");
    let message = ann.post(&path, json!({"contribution": "my lucky number"})).await.refused(422, "refused");
    assert!(message.contains("begins with the commitment"), "{message}");
    let long = format!("{right}{}", "x".repeat(300));
    ann.post(&path, json!({ "contribution": long })).await.refused(422, "refused");
    ann.post(&path, json!({"contribution": 7})).await.refused(400, "malformed");
    ann.post(&path, json!({ "contribution": right })).await.ok();
    ann.post(&path, json!({ "contribution": right })).await.refused(422, "refused");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_game_waits_for_its_players_contributions() {
    let (server, _) = test_server().await;
    let mut host = Client::account(server.address, "Ann").await;
    let mut guest = Client::account(server.address, "Ben").await;
    let new = json!({
        "name": "a cup", "game": "montauk", "format": {"format": "round-robin", "rounds": 1}, "clock": "60+1",
    });
    let id = host.post("/api/tournaments", new).await.ok()["id"].as_str().unwrap().to_owned();
    for client in [&mut host, &mut guest] {
        client.post(&format!("/api/tournaments/{id}/join"), Value::Null).await.ok();
    }
    let mut mine = guest.socket().await.unwrap();
    host.post(&format!("/api/tournaments/{id}/start"), Value::Null).await.ok();
    let table = mine.until("your_table").await["table"].as_str().unwrap().to_owned();
    assert_eq!(state(&mut host, &table).await["status"]["awaiting"], json!([0, 1]));
    contribute(&mut host, &table, "ann").await;
    contribute(&mut guest, &table, "ben").await;
    assert_eq!(state(&mut host, &table).await["status"]["stage"], "live");
    act(&mut host, &table, "resign").await.ok();
    assert!(verified(&mut host, &table).await.proves_fair());
    server.close().await;
}

/// A rated game with hidden cards, with both seats taken.
async fn rated(one: &mut Client, two: &mut Client) -> String {
    let table = make(one, json!({"game": "montauk", "clock": "300+5", "rated": true})).await;
    contribute(one, &table, "one").await;
    two.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
    contribute(two, &table, "two").await;
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_was_seen_is_played_or_lost() {
    let (server, _) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut ben = Client::account(server.address, "Ben").await;
    let table = rated(&mut ann, &mut ben).await;
    let seen = state(&mut ben, &table).await;
    assert_eq!(seen["status"]["stage"], "live");
    assert!(seen["status"]["position"].as_str().unwrap().contains("hands="), "{seen}");
    let message = act(&mut ben, &table, "abort").await.refused(422, "refused");
    assert!(message.contains("resign instead"), "{message}");
    act(&mut ben, &table, "resign").await.ok();
    let rating = ben.get("/api/users/Ben").await.ok();
    assert_ne!(rating["ratings"][0]["rating"], 1500, "{rating}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_keeps_calling_off_rated_games_plays_casually_for_a_while() {
    let (server, _) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut ben = Client::account(server.address, "Ben").await;
    let new = json!({"game": "penguins", "clock": "300+5", "rated": true});
    for _ in 0..3 {
        let table = make(&mut ann, new.clone()).await;
        ben.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
        act(&mut ben, &table, "abort").await.ok();
        let ended = state(&mut ann, &table).await;
        assert_eq!(ended["status"]["stage"], "aborted");
        assert!(ended["fair"]["secret"].is_string(), "the secret of every ended game is revealed");
    }
    let message = ben.post("/api/tables", new.clone()).await.refused(403, "forbidden");
    assert!(message.contains("3 rated games") && message.contains("minutes"), "{message}");
    let table = make(&mut ann, new.clone()).await;
    ben.post(&format!("/api/tables/{table}/seat"), json!({})).await.refused(403, "forbidden");
    // Ann did nothing wrong, and Ben may play casually. However many casual games he calls off, the rated ones still
    // count.
    make(&mut ann, new.clone()).await;
    for _ in 0..25 {
        let casual = make(&mut ben, json!({"game": "penguins"})).await;
        act(&mut ben, &casual, "abort").await.ok();
    }
    ben.post("/api/tables", new).await.refused(403, "forbidden");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_start_is_decided_is_over() {
    let server = test_server_with(config(), Arc::new(MemoryStore::new())).await;
    let mut ann = Client::guest(server.address).await;
    let rules = json!({
        "layout": "*0*0***/00*0**0/**000**/00*000*", "pieces": 1, "start": "a4 | f2",
    });
    let seats = json!([{"kind": "me"}, {"kind": "engine", "level": "1"}]);
    let table = make(&mut ann, json!({"game": "amazons", "rules": rules, "seats": seats})).await;
    let ended = state(&mut ann, &table).await;
    assert_eq!((&ended["status"]["stage"], &ended["status"]["turn"]), (&json!("over"), &Value::Null));
    assert_eq!(ended["status"]["result"]["winners"], json!([1]));
    let listed = ann.get("/api/tables?stage=over").await.ok();
    assert_eq!(listed["tables"][0]["id"], table.as_str());
    server.close().await;
}
