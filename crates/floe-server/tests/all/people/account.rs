//! How accounts are created, changed and protected.

use super::amazons;
use super::credentials;
use super::sign_in;
use crate::support::Client;
use crate::support::config;
use crate::support::password;
use crate::support::test_server;
use crate::support::test_server_with;
use floe_store::MemoryStore;
use floe_store::Store;
use serde_json::Value;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

#[tokio::test]
async fn the_life_of_an_account() {
    let (server, _) = test_server().await;
    let mut ann = Client::guest(server.address).await;
    let guest = ann.get("/api/me").await.ok();
    let table = ann.post("/api/tables", json!({ "game": "fish" })).await.ok()["id"].clone();
    let old_session = ann.session.clone();

    // A guest who signs up keeps id and games; the session is new.
    let made = ann.post("/api/account", credentials("Ann", "correct horse")).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let cookie = made.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let made = made.ok();
    assert_eq!(made["you"], json!({ "id": guest["id"], "name": "Ann", "role": "player", "bot": false }));
    assert_ne!(ann.session, old_session);
    let mut thief = Client { session: old_session, ..Client::new(server.address) };
    thief.get("/api/me").await.refused(401, "unauthorized");
    assert_eq!(ann.get("/api/me").await.ok(), made["you"]);
    let seen = ann.get(&format!("/api/tables/{}", table.as_str().unwrap())).await.ok();
    assert_eq!((&seen["your_seats"], &seen["seats"][0]["name"]), (&json!([0]), &json!("Ann")));
    ann.post("/api/account", credentials("Ann2", "correct horse")).await.refused(422, "refused");

    // Signing out and in again creates a new session, whatever the browser sent.
    let signed_up = ann.session.clone();
    ann.delete("/api/session", Value::Null).await.ok();
    assert_eq!(ann.session, None);
    Client { session: signed_up, ..Client::new(server.address) }
        .get("/api/me")
        .await
        .refused(401, "unauthorized");
    let unknown = sign_in(&mut ann, "Nobody", "correct horse").await;
    let wrong = sign_in(&mut ann, "Ann", "correct horsf").await;
    assert_eq!(unknown.refused(401, "unauthorized"), wrong.refused(401, "unauthorized"));
    let fixed = Client::guest(server.address).await.session;
    ann.session = fixed.clone();
    assert_eq!(sign_in(&mut ann, "aNN", "correct horse").await.ok(), made["you"]);
    assert!(ann.session.is_some() && ann.session != fixed);
    Client { session: fixed, ..Client::new(server.address) }
        .get("/api/me")
        .await
        .refused(401, "unauthorized");

    // A new password ends all other sessions and their connections.
    let mut other = Client::new(server.address);
    sign_in(&mut other, "Ann", "correct horse").await.ok();
    let mut socket = other.socket().await.unwrap();
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    ann.put("/api/account/password", change("wrong horse", "battery staple"))
        .await
        .refused(401, "unauthorized");
    ann.put("/api/account/password", change("correct horse", "short")).await.refused(422, "refused");
    ann.put("/api/account/password", change("correct horse", "battery staple")).await.ok();
    socket.ended().await;
    other.get("/api/me").await.refused(401, "unauthorized");
    ann.get("/api/me").await.ok();
    sign_in(&mut other, "Ann", "correct horse").await.refused(401, "unauthorized");

    // A new code requires the password; the old code stops working.
    let again = |password: &str| json!({ "password": password });
    ann.post("/api/account/recovery", again("correct horse")).await.refused(401, "unauthorized");
    let code = ann.post("/api/account/recovery", again("battery staple")).await.ok()["recovery_code"].clone();
    let recover = |name: &str, code: &Value, password: &str| json!({ "name": name, "code": code, "password": password });
    let recovering = "/api/account/recover";
    let mut lost = Client::new(server.address);
    let first = &made["recovery_code"];
    let wrong =
        lost.post(recovering, recover("Ann", first, "third password")).await.refused(401, "unauthorized");
    let unknown = lost.post(recovering, recover("Nobody", &code, "third password")).await;
    assert_eq!(unknown.refused(401, "unauthorized"), wrong);
    lost.post(recovering, recover("Ann", &code, "12345678")).await.refused(422, "refused");
    let token = json!({ "label": "bot", "scopes": ["read"] });
    let key = ann.post("/api/tokens", token).await.ok()["key"].as_str().unwrap().to_owned();
    // However it is typed.
    let typed = json!(code.as_str().unwrap().replace('-', " ").to_uppercase());
    let next = lost.post(recovering, recover("ann", &typed, "third password")).await.ok();
    assert_ne!(next["recovery_code"], code);
    ann.get("/api/me").await.refused(401, "unauthorized");
    Client::program(server.address, &key).get("/api/me").await.refused(401, "unauthorized");
    lost.post(recovering, recover("Ann", &code, "fourth password")).await.refused(401, "unauthorized");
    sign_in(&mut ann, "Ann", "battery staple").await.refused(401, "unauthorized");
    sign_in(&mut ann, "Ann", "third password").await.ok();

    // Deleting the account.
    ann.delete("/api/account", again("wrong horse")).await.refused(401, "unauthorized");
    ann.delete("/api/account", Value::Null).await.refused(401, "unauthorized");
    ann.delete("/api/account", again("third password")).await.ok();
    assert_eq!(ann.session, None);
    sign_in(&mut ann, "Ann", "third password").await.refused(401, "unauthorized");
    ann.get("/api/users/Ann").await.refused(404, "not_found");
    Client::account(server.address, "Ann").await;
    server.close().await;
}

#[tokio::test]
async fn names_and_passwords_that_are_refused() {
    let (server, _) = test_server().await;
    let mut client = Client::new(server.address);
    for name in
        ["ab", "1ann", "an n", "a23456789012345678901", "Ännchen", "guest-000001", "Adm1n", "fl0e", "gone-x"]
    {
        client.post("/api/account", credentials(name, "correct horse")).await.refused(422, "refused");
    }
    for password in ["1234567", "Password", "AnnaAnna", &"x".repeat(129)] {
        client.post("/api/account", credentials("annaanna", password)).await.refused(422, "refused");
    }
    client.post("/api/account", json!({ "name": "Ann" })).await.refused(400, "malformed");
    let body = json!({ "name": "Ann", "password": "correct horse", "role": "moderator" });
    client.post("/api/account", body).await.refused(400, "malformed");
    Client::account(server.address, "Ann").await;
    client.post("/api/account", credentials("aNN", "correct horse")).await.refused(409, "conflict");
    assert_eq!(client.session, None);
    server.close().await;
}

#[tokio::test]
async fn password_attempts_are_limited() {
    let config = config();
    let config = floe_server::Config { password_attempts: 3, behind_proxy: true, ..config };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let from = |address: &str| {
        let headers = vec![("X-Forwarded-For".to_owned(), address.to_owned())];
        Client { headers, ..Client::new(server.address) }
    };
    Client::account(server.address, "Ann").await;
    Client::account(server.address, "Bob").await;
    // One address, one name: passwords and codes count together, and the name is case-insensitive.
    let mut one = from("10.0.0.1");
    for name in ["ann", "ANN", "Ann"] {
        sign_in(&mut one, name, "correct horse").await.refused(401, "unauthorized");
    }
    let late = sign_in(&mut one, "Ann", &password("Ann")).await;
    late.refused(429, "rate_limited");
    assert!(late.header("retry-after").is_some());
    let code = json!({ "name": "Ann", "code": "abcd-efgh", "password": "another word" });
    one.post("/api/account/recover", code).await.refused(429, "rate_limited");
    // Other names can be tried from there as well, but not without limit.
    let tries = {
        let mut tries = 0;
        while sign_in(&mut one, &format!("n{tries:02}"), "correct horse").await.status == 401 {
            tries += 1;
            assert!(tries < 50, "names can be tried without limit");
        }
        tries
    };
    assert!((5..12).contains(&tries), "{tries}");
    sign_in(&mut one, "Bob", &password("Bob")).await.refused(429, "rate_limited");
    // Correct passwords hardly count: a class signs in from one address. But there is a limit, for each costs the
    // server some work.
    let mut school = from("10.0.0.2");
    for _ in 0..30 {
        sign_in(&mut school, "Bob", &password("Bob")).await.ok();
    }
    let mut more = 0;
    while sign_in(&mut school, "Bob", &password("Bob")).await.status != 429 {
        more += 1;
        assert!(more < 200, "correct passwords can be sent without limit");
    }
    server.close().await;
}

/// Strangers try passwords for a name from many addresses, including the owner's.
#[tokio::test]
async fn password_guessing_does_not_lock_the_owner_out() {
    let config = floe_server::Config { password_attempts: 3, behind_proxy: true, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let from = |address: &str| Client::new(server.address).at(address);
    let mut owner = Client::account(server.address, "Ann").await.at("10.0.0.9");
    assert!(owner.device.is_some(), "the browser is known from now on");
    for number in 0..60 {
        let mut stranger = from(&format!("10.0.1.{number}"));
        sign_in(&mut stranger, "Ann", "correct horse").await.refused(401, "unauthorized");
    }
    let mut elsewhere = from("10.0.0.8");
    sign_in(&mut elsewhere, "Ann", &password("Ann")).await.ok();
    // A stranger in the owner's network uses up the attempts of the address.
    let mut flatmate = from("10.0.0.9");
    let mut tries = 0;
    while sign_in(&mut flatmate, "Ann", "correct horse").await.status == 401 {
        tries += 1;
        assert!(tries < 50, "passwords can be tried without limit");
    }
    sign_in(&mut from("10.0.0.9"), "Ann", &password("Ann")).await.refused(429, "rate_limited");
    owner.session = None;
    sign_in(&mut owner, "Ann", &password("Ann")).await.ok();
    // A known device cannot try without limit either, and is known only to its own account.
    let mut stolen = Client { session: None, ..owner.clone() }.at("10.0.0.7");
    for _ in 0..3 {
        sign_in(&mut stolen, "Ann", "correct horse").await.refused(401, "unauthorized");
    }
    sign_in(&mut stolen, "Ann", "correct horse").await.refused(429, "rate_limited");
    server.close().await;
}

#[tokio::test]
async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
    let (server, _) = test_server().await;
    let mut client = Client::account(server.address, "Ann").await;
    let mut fastest = [Duration::MAX; 2];
    for _ in 0..6 {
        for (name, fastest) in ["Ann", "Nobody"].into_iter().zip(&mut fastest) {
            let began = Instant::now();
            sign_in(&mut client, name, "correct horse").await.refused(401, "unauthorized");
            *fastest = began.elapsed().min(*fastest);
        }
    }
    let [wrong, unknown] = fastest;
    assert!(unknown * 3 > wrong && wrong * 3 > unknown, "wrong {wrong:?}, unknown {unknown:?}");
    server.close().await;
}

#[tokio::test]
async fn names_change_once_in_30_days_and_tables_show_the_new_one() {
    let (server, store) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let table = amazons(&mut ann, &mut bob).await;
    let open = ann.post("/api/tables", json!({ "game": "fish" })).await.ok()["id"].clone();
    let mut socket = bob.socket().await.unwrap();
    socket.say(json!({ "type": "watch", "id": 1, "table": table })).await;
    assert_eq!(socket.until("state").await["seats"][0]["name"], "Ann");
    socket.say(json!({ "type": "lobby", "on": true })).await;
    assert_eq!(socket.until("lobby").await["open"][0]["seats"][0]["name"], "Ann");

    ann.put("/api/account/name", json!({ "name": "bOB" })).await.refused(409, "conflict");
    ann.put("/api/account/name", json!({ "name": "Floe" })).await.refused(422, "refused");
    ann.put("/api/account/name", json!({ "name": "Ann" })).await.refused(422, "refused");
    assert_eq!(ann.put("/api/account/name", json!({ "name": "Anna" })).await.ok()["name"], "Anna");
    // The lobby and the table learn of it, in either order.
    let (mut lobby, mut seat) = (false, false);
    while !(lobby && seat) {
        let told = socket.hear().await.unwrap();
        match told["type"].as_str().unwrap() {
            "lobby_change" => {
                assert_eq!((&told["id"], &told["row"]["seats"][0]["name"]), (&open, &json!("Anna")));
                lobby = true;
            }
            "state" => {
                assert_eq!(told["seats"][0]["name"], "Anna");
                seat = true;
            }
            _ => {}
        }
    }
    let mut late = bob.socket().await.unwrap();
    late.say(json!({ "type": "watch", "id": 1, "table": table })).await;
    assert_eq!(late.until("state").await["seats"][0]["name"], "Anna");
    let message = ann.put("/api/account/name", json!({ "name": "Anne" })).await.refused(422, "refused");
    assert!(message.contains("30 days"), "{message}");

    // A month later.
    let mut user = store.user_named("Anna").await.unwrap().unwrap();
    user.renamed_ms = user.renamed_ms.map(|at| at - 30 * 24 * 60 * 60 * 1000 - 1);
    store.put_user(user).await.unwrap();
    ann.put("/api/account/name", json!({ "name": "Anne" })).await.ok();
    assert_eq!(socket.until("state").await["seats"][0]["name"], "Anne");
    ann.get("/api/users/Anna").await.refused(404, "not_found");
    assert_eq!(ann.get("/api/users/anne").await.ok()["name"], "Anne");
    server.close().await;
}

#[tokio::test]
async fn cross_site_requests_are_refused() {
    let (server, _) = test_server().await;
    let ann = Client::account(server.address, "Ann").await;
    let here = format!("http://{}", server.address);
    let with = |name: &str, value: &str| {
        let headers = vec![(name.to_owned(), value.to_owned())];
        Client { headers, ..ann.clone() }
    };
    for mut evil in [
        with("Origin", "https://evil.example"),
        with("Origin", "null"),
        with("Origin", &format!("{here}.evil.example")),
        with("Sec-Fetch-Site", "cross-site"),
        with("Sec-Fetch-Site", "same-site"),
    ] {
        evil.post("/api/tables", json!({ "game": "fish" })).await.refused(403, "forbidden");
        evil.put("/api/account/settings", json!({ "evil": true })).await.refused(403, "forbidden");
        evil.delete("/api/account", json!({ "password": password("Ann") })).await.refused(403, "forbidden");
        sign_in(&mut evil, "Ann", &password("Ann")).await.refused(403, "forbidden");
        assert_eq!(evil.socket().await.err(), Some(403));
    }
    let mut own = with("Origin", &here);
    own.put("/api/account/settings", json!({ "good": true })).await.ok();
    own.socket().await.unwrap().until("hello").await;
    assert_eq!(own.get("/api/account/settings").await.ok(), json!({ "good": true }));
    server.close().await;
}
