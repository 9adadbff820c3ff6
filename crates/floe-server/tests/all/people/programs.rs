//! Tokens and bots.

use super::credentials;
use crate::support::Client;
use crate::support::password;
use crate::support::test_server;
use serde_json::Value;
use serde_json::json;

#[tokio::test]
async fn tokens_allow_only_their_scopes() {
    let (server, _) = test_server().await;
    let mut guest = Client::guest(server.address).await;
    let token = |label: &str, scopes: &[&str]| json!({ "label": label, "scopes": scopes });
    guest.post("/api/tokens", token("mine", &["read"])).await.refused(403, "forbidden");
    let mut ann = Client::account(server.address, "Ann").await;
    ann.post("/api/tokens", token("", &["read"])).await.refused(422, "refused");
    ann.post("/api/tokens", token(&"x".repeat(61), &["read"])).await.refused(422, "refused");
    ann.post("/api/tokens", token("mine", &[])).await.refused(422, "refused");
    let words = ann.post("/api/tokens", token("mine", &["moderate"])).await.refused(422, "refused");
    assert!(words.contains("'moderate'"), "{words}");

    let mut keys = Vec::new();
    for scope in ["read", "play", "chat", "tournaments"] {
        let made = ann.post("/api/tokens", token(scope, &[scope, scope])).await;
        assert_eq!(made.status, 201);
        let made = made.ok();
        assert_eq!(made["token"]["scopes"], json!([scope]));
        keys.push(made["key"].as_str().unwrap().to_owned());
        assert!(keys.last().unwrap().starts_with("floe_"));
    }
    let table =
        ann.post("/api/tables", json!({ "game": "fish" })).await.ok()["id"].as_str().unwrap().to_owned();
    let (state, chat) = (format!("/api/tables/{table}"), format!("/api/tables/{table}/chat"));
    for (key, good_for) in keys.iter().zip(["read", "play", "chat", "tournaments"]) {
        let mut program = Client::program(server.address, key);
        let may = |scope: &str| if good_for == scope { (200, "") } else { (403, "forbidden") };
        for (scope, answer) in [
            ("read", program.get(&state).await),
            ("read", program.get("/api/account/settings").await),
            ("play", program.post("/api/tables", json!({ "game": "fish" })).await),
            ("chat", program.post(&chat, json!({ "text": "hello" })).await),
        ] {
            match may(scope) {
                (200, _) => drop(answer.ok()),
                (status, code) => drop(answer.refused(status, code)),
            }
        }
        // A WebSocket opened with it allows no more.
        let mut socket = program.socket().await.unwrap();
        socket.say(json!({ "type": "act", "id": 7, "table": table, "act": "leave" })).await;
        match good_for {
            "play" => drop(socket.until("ok").await),
            _ => assert_eq!(socket.until("error").await["error"]["code"], "forbidden"),
        }
        // Changes to the account need a session.
        for (method, path) in [
            ("GET", "/api/tokens"),
            ("POST", "/api/tokens"),
            ("DELETE", "/api/account"),
            ("GET", "/api/account/export"),
            ("PUT", "/api/account/name"),
            ("PUT", "/api/account/password"),
            ("POST", "/api/account/recovery"),
            ("PUT", "/api/account/settings"),
            ("PUT", "/api/account/bot"),
            ("PUT", "/api/blocks/Ann"),
            ("POST", "/api/reports"),
            ("POST", "/api/account"),
            ("GET", "/api/moderation/reports"),
        ] {
            let body = match path {
                "/api/tokens" if method == "POST" => token("more", &["play"]),
                "/api/account/name" => json!({ "name": "Anna" }),
                "/api/account/password" => json!({ "old": password("Ann"), "new": "battery staple" }),
                "/api/account/bot" => json!({ "bot": true }),
                "/api/reports" => json!({ "name": "Ann", "text": "bad" }),
                "/api/account" if method == "POST" => credentials("Anna", "correct horse"),
                "/api/account" | "/api/account/recovery" => json!({ "password": password("Ann") }),
                "/api/account/settings" => json!({}),
                _ => Value::Null,
            };
            program.call(method, path, body).await.refused(403, "forbidden");
        }
    }

    // Revoked: its connections end, others stay.
    let listed = ann.get("/api/tokens").await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 4);
    assert!(keys.iter().all(|key| !listed.to_string().contains(&key[5..])), "keys are not shown again");
    let mut program = Client::program(server.address, &keys[0]);
    let (mut socket, mut own) = (program.socket().await.unwrap(), ann.socket().await.unwrap());
    let path = format!("/api/tokens/{}", listed[0]["id"].as_str().unwrap());
    let mut bob = Client::account(server.address, "Bob").await;
    bob.delete(&path, Value::Null).await.refused(404, "not_found");
    ann.delete(&path, Value::Null).await.ok();
    socket.ended().await;
    program.get("/api/me").await.refused(401, "unauthorized");
    assert_eq!(program.socket().await.err(), Some(401));
    ann.delete(&path, Value::Null).await.refused(404, "not_found");
    own.say(json!({ "type": "ping", "id": 1 })).await;
    own.until("pong").await;

    for number in 0..17 {
        ann.post("/api/tokens", token(&format!("t{number}"), &["read"])).await.ok();
    }
    ann.post("/api/tokens", token("one more", &["read"])).await.refused(429, "rate_limited");
    server.close().await;
}

#[tokio::test]
async fn bots_are_marked_before_they_play() {
    let (server, _) = test_server().await;
    let mut guest = Client::guest(server.address).await;
    guest.put("/api/account/bot", json!({ "bot": true })).await.refused(403, "forbidden");
    let mut robot = Client::account(server.address, "Robot").await;
    assert_eq!(robot.put("/api/account/bot", json!({ "bot": true })).await.ok()["bot"], true);
    let mut ann = Client::account(server.address, "Ann").await;
    // They play rated games like everyone else, and are shown as bots.
    let wish = json!({ "game": "amazons", "rated": true, "clock": "300+5" });
    let table = robot.post("/api/tables", wish).await.ok()["id"].as_str().unwrap().to_owned();
    ann.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
    let state = ann.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!((&state["seats"][0]["bot"], &state["seats"][1]["bot"]), (&json!(true), &json!(false)));
    assert_eq!(ann.get("/api/users/robot").await.ok()["bot"], true);
    for client in [&mut robot, &mut ann] {
        client.put("/api/account/bot", json!({ "bot": false })).await.refused(422, "refused");
        client.put("/api/account/bot", json!({ "bot": true })).await.refused(422, "refused");
    }
    server.close().await;
}
