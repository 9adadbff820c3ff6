//! What is stored, what is exported, and what is deleted.

use super::amazons;
use super::credentials;
use super::play_on;
use super::sign_in;
use crate::support::Client;
use crate::support::config;
use crate::support::password;
use crate::support::test_server;
use crate::support::test_server_with;
use floe_games::record::Record;
use floe_store::Store;
use serde_json::Value;
use serde_json::json;
use std::sync::Arc;

#[tokio::test]
async fn no_secret_is_stored_in_plain_text() {
    let folder = std::env::temp_dir().join(format!("floe-people-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("people.db");
    let store = floe_store::SqliteStore::open(&file, floe_store::Options::default()).await.unwrap();
    let server = test_server_with(config(), Arc::new(store)).await;
    let mut ann = Client::new(server.address);
    let code =
        ann.post("/api/account", credentials("Ann", "correct horse")).await.ok()["recovery_code"].clone();
    let wish = json!({ "label": "findable", "scopes": ["read"] });
    let key = ann.post("/api/tokens", wish).await.ok()["key"].as_str().unwrap().to_owned();
    let first = ann.session.clone().unwrap();
    sign_in(&mut ann, "Ann", "correct horse").await.ok();
    let (second, code) = (ann.session.clone().unwrap(), code.as_str().unwrap().to_owned());
    let export = ann.get("/api/account/export").await.ok().to_string();
    server.close().await;
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        kept.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    std::fs::remove_dir_all(&folder).unwrap();
    let holds =
        |text: &str| kept.windows(text.len()).any(|window| window.eq_ignore_ascii_case(text.as_bytes()));
    assert!(holds("findable") && holds("$argon2id$"), "the file is the one that was written");
    for secret in ["correct horse", &key, &key[5..], &code, &code.replace('-', ""), &first, &second] {
        assert!(!holds(secret), "{secret} is in the file");
        assert!(!export.contains(secret), "{secret} is in the export");
    }
    assert!(!export.contains("argon2"), "{export}");
}

#[tokio::test]
async fn an_export_is_complete_and_has_no_hidden_card() {
    let (server, store) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let table = ann.post("/api/tables", json!({ "game": "montauk", "clock": "3d" })).await.ok()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    bob.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
    let board =
        async |client: &mut Client| client.get(&format!("/api/tables/{table}")).await.ok()["board"].clone();
    let hand = |board: &Value, seat: usize| -> Vec<String> {
        let cards = board["hands"][seat].as_array().expect("an own hand is a list");
        cards.iter().map(|card| card.as_str().unwrap().to_owned()).collect()
    };
    let (own, hidden) = (hand(&board(&mut ann).await, 0), hand(&board(&mut bob).await, 1));
    assert!(!own.is_empty() && !hidden.is_empty());
    ann.post(&format!("/api/tables/{table}/chat"), json!({ "text": "good luck" })).await.ok();
    ann.put("/api/account/settings", json!({ "sound": false })).await.ok();
    ann.put("/api/blocks/Bob", Value::Null).await.ok();
    ann.post("/api/reports", json!({ "name": "Bob", "table": table, "text": "is slow" })).await.ok();
    ann.post("/api/tokens", json!({ "label": "my bot", "scopes": ["play"] })).await.ok();
    let open = ann.post("/api/tables", json!({ "game": "fish" })).await.ok()["id"].clone();

    let answer = ann.get("/api/account/export").await;
    let export = answer.ok();
    assert!(answer.header("content-disposition").unwrap().starts_with("attachment"));
    assert_eq!(export["account"]["name"], "Ann");
    assert_eq!(export["account"]["settings"], json!({ "sound": false }));
    assert_eq!(export["sessions"][0]["this_one"], true);
    assert_eq!(export["tokens"][0]["label"], "my bot");
    assert_eq!(export["blocks"], json!(["Bob"]));
    assert_eq!(export["chat"][0]["text"], "good luck");
    assert_eq!(
        (&export["reports"][0]["about"], &export["reports"][0]["text"]),
        (&json!("Bob"), &json!("is slow"))
    );
    assert_eq!(export["tables"].as_array().unwrap().len(), 2);
    assert_eq!((&export["tables"][0]["table"]["id"], &export["tables"][0]["record"]), (&open, &Value::Null));
    let record = &export["tables"][1]["record"];
    assert_eq!(*record, ann.get(&format!("/api/tables/{table}/record")).await.ok(), "the caller's own view");
    let text = export["tables"][1].to_string();
    for card in &own {
        assert!(text.contains(card.as_str()), "{card} is Ann's: {text}");
    }
    for card in &hidden {
        assert!(!text.contains(card.as_str()), "{card} is Bob's: {text}");
    }
    let log = store.entries(&table, 0).await.unwrap();
    let made: Value = serde_json::from_str(&log[0].body).unwrap();
    let secret = made["secret"].as_str().unwrap();
    assert!(secret.len() == 64 && !answer.text.contains(secret), "the secret of the deal");

    // The same from an unloaded table: one with a clock in days is not loaded at startup.
    let asleep = store.crash();
    server.close().await;
    let server = test_server_with(config(), Arc::new(asleep)).await;
    let mut ann = Client { session: ann.session.clone(), ..Client::new(server.address) };
    assert_eq!(ann.get("/api/account/export").await.ok()["tables"][1]["record"], *record);
    ann.get("/api/account/export").await.ok();
    ann.get("/api/account/export").await.ok();
    ann.get("/api/account/export").await.refused(429, "rate_limited");
    server.close().await;
}

#[tokio::test]
async fn a_user_who_leaves_is_deleted_and_the_games_stay() {
    let (server, store) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let live = amazons(&mut ann, &mut bob).await;
    for _ in 0..4 {
        play_on(&mut ann, &mut bob, &live).await;
    }
    for (client, text) in [(&mut ann, "it is me"), (&mut bob, "hello")] {
        client.post(&format!("/api/tables/{live}/chat"), json!({ "text": text })).await.ok();
    }
    let hosted = ann.post("/api/tables", json!({ "game": "fish" })).await.ok()["id"].clone();
    let open = json!([{ "kind": "open" }, { "kind": "open" }]);
    let unseated = ann.post("/api/tables", json!({ "game": "fish", "seats": open })).await.ok()["id"].clone();
    let wish = json!({ "game": "penguins", "rules": "players=3" });
    let joined = bob.post("/api/tables", wish.clone()).await.ok()["id"].as_str().unwrap().to_owned();
    ann.post(&format!("/api/tables/{joined}/seat"), json!({})).await.ok();
    let mut replaced = wish;
    replaced["substitute"] = json!("random");
    replaced["seats"] =
        json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "engine", "level": "random" }]);
    let replaced = bob.post("/api/tables", replaced).await.ok()["id"].as_str().unwrap().to_owned();
    ann.post(&format!("/api/tables/{replaced}/seat"), json!({})).await.ok();
    bob.put("/api/blocks/Ann", Value::Null).await.ok();
    let id = ann.get("/api/me").await.ok()["id"].as_str().unwrap().to_owned();
    let (mut own, mut watching) = (ann.socket().await.unwrap(), bob.socket().await.unwrap());
    watching.say(json!({ "type": "watch", "id": 1, "table": live })).await;
    watching.until("state").await;

    ann.delete("/api/account", json!({ "password": password("Ann") })).await.ok();
    own.ended().await;
    ann.get("/api/me").await.refused(401, "unauthorized");
    let state = bob.get(&format!("/api/tables/{live}")).await.ok();
    assert_eq!(
        (&state["status"]["stage"], &state["status"]["result"]["winners"]),
        (&json!("over"), &json!([1]))
    );
    let name = state["seats"][0]["name"].as_str().unwrap().to_owned();
    assert!(name.starts_with("gone-"), "{name}");
    assert_eq!(
        watching.until("state").await["seats"][0]["name"],
        json!(name),
        "subscribers see the new name"
    );
    for (table, stage) in
        [(hosted.as_str().unwrap(), "aborted"), (unseated.as_str().unwrap(), "aborted"), (&joined, "open")]
    {
        let state = bob.get(&format!("/api/tables/{table}")).await.ok();
        assert_eq!(state["status"]["stage"], stage, "{state}");
        assert!(!state.to_string().contains("\"Ann\""), "{state}");
    }
    let state = bob.get(&format!("/api/tables/{replaced}")).await.ok();
    assert_eq!((&state["status"]["stage"], &state["seats"][1]["kind"]), (&json!("live"), &json!("engine")));
    assert_eq!(bob.get("/api/blocks").await.ok(), json!([]));
    let chat = bob.get(&format!("/api/tables/{live}/chat")).await.ok();
    let lines: Vec<&Value> = chat.as_array().unwrap().iter().map(|line| &line["text"]).collect();
    assert_eq!(lines, ["hello"]);
    let list = bob.get("/api/tables").await.ok().to_string();
    assert!(!list.contains("\"Ann\"") && list.contains(&name), "{list}");

    // What stays does not identify her, and Bob's game can be replayed from its record.
    let user = store.user(&id).await.unwrap().unwrap();
    assert!(user.deleted && user.password.is_none() && user.recovery.is_none());
    assert_eq!(store.chat_of(&id).await.unwrap(), []);
    let record = bob.get(&format!("/api/tables/{live}/record")).await.ok();
    assert!(!record.to_string().contains("\"Ann\"") && record.to_string().contains(&name), "{record}");
    let replayed = Record::parse(&record.to_string()).unwrap().replay().unwrap();
    assert_eq!(replayed.result().unwrap().winners, [1]);

    // A guest needs no password.
    let mut guest = Client::guest(server.address).await;
    let me = guest.get("/api/me").await.ok();
    guest.delete("/api/account", Value::Null).await.ok();
    guest.get("/api/me").await.refused(401, "unauthorized");
    guest.get(&format!("/api/users/{}", me["name"].as_str().unwrap())).await.refused(404, "not_found");
    server.close().await;
}

#[tokio::test]
async fn a_deleted_user_is_out_of_tournaments_too() {
    let (server, _) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let new = json!({
        "name": "Cup", "game": "amazons", "format": { "format": "round-robin", "rounds": 1 }, "clock": "300+5",
    });
    let id = ann.post("/api/tournaments", new).await.ok()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/tournaments/{id}");
    bob.post(&format!("{path}/join"), Value::Null).await.ok();
    bob.delete("/api/account", json!({ "password": password("Bob") })).await.ok();
    let mut looker = Client::new(server.address);
    let state = looker.get(&path).await.ok();
    let left = state["players"].as_array().unwrap();
    assert!(left.iter().all(|entrant| entrant["withdrawn"] == true), "{left:?}");
    ann.delete("/api/account", json!({ "password": password("Ann") })).await.ok();
    let state = looker.get(&path).await.ok();
    assert_eq!(state["stage"], "aborted", "{state}");
    server.close().await;
}
