//! People over real sockets: the whole life of an account, every refusal on the way, and what nobody may learn.

mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use floe_games::record::Record;
use floe_store::{MemoryStore, Rating, RatingChange, Store, Write};
use serde_json::{Value, json};
use support::{Client, config, house, house_with, password};

fn credentials(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

async fn sign_in(client: &mut Client, name: &str, password: &str) -> support::Answer {
    client.post("/api/session", credentials(name, password)).await
}

/// A small board of Amazons between two, the first of whom makes it.
async fn amazons(one: &mut Client, two: &mut Client) -> String {
    let wish = json!({ "game": "amazons", "rules": "rows=5,cols=5" });
    let id = one.post("/api/tables", wish).await.ok()["id"].as_str().unwrap().to_owned();
    two.post(&format!("/api/tables/{id}/seat"), json!({})).await.ok();
    id
}

/// Makes the first legal move for whoever of the two is to move.
async fn play_on(one: &mut Client, two: &mut Client, table: &str) {
    for client in [one, two] {
        let state = client.get(&format!("/api/tables/{table}?legal=true")).await.ok();
        if let Some(text) = state["now"]["legal"][0].as_str() {
            let moving = json!({ "at": state["version"], "move": text });
            client.post(&format!("/api/tables/{table}/moves"), moving).await.ok();
            return;
        }
    }
    panic!("nobody can move");
}

#[tokio::test]
async fn the_life_of_an_account() {
    let (house, _) = house().await;
    let mut ann = Client::guest(house.address).await;
    let guest = ann.get("/api/me").await.ok();
    let table = ann.post("/api/tables", json!({ "game": "fish" })).await.ok()["id"].clone();
    let old_session = ann.session.clone();

    // A guest who signs up keeps id and games; the session is another.
    let made = ann.post("/api/account", credentials("Ann", "correct horse")).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let cookie = made.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let made = made.ok();
    assert_eq!(made["you"], json!({ "id": guest["id"], "name": "Ann", "role": "player", "bot": false }));
    assert_ne!(ann.session, old_session);
    let mut thief = Client { session: old_session, ..Client::new(house.address) };
    thief.get("/api/me").await.refused(401, "sign_in");
    assert_eq!(ann.get("/api/me").await.ok(), made["you"]);
    let seen = ann.get(&format!("/api/tables/{}", table.as_str().unwrap())).await.ok();
    assert_eq!((&seen["yours"], &seen["seats"][0]["name"]), (&json!([0]), &json!("Ann")));
    ann.post("/api/account", credentials("Ann2", "correct horse")).await.refused(422, "refused");

    // Out and in again: with a session of its own, whatever the browser came with.
    let signed_up = ann.session.clone();
    ann.delete("/api/session", Value::Null).await.ok();
    assert_eq!(ann.session, None);
    Client { session: signed_up, ..Client::new(house.address) }.get("/api/me").await.refused(401, "sign_in");
    let unknown = sign_in(&mut ann, "Nobody", "correct horse").await;
    let wrong = sign_in(&mut ann, "Ann", "correct horsf").await;
    assert_eq!(unknown.refused(401, "sign_in"), wrong.refused(401, "sign_in"));
    let fixed = Client::guest(house.address).await.session;
    ann.session = fixed.clone();
    assert_eq!(sign_in(&mut ann, "aNN", "correct horse").await.ok(), made["you"]);
    assert!(ann.session.is_some() && ann.session != fixed);
    Client { session: fixed, ..Client::new(house.address) }.get("/api/me").await.refused(401, "sign_in");

    // Another password, for the old one, ends all other sessions and what hangs on them.
    let mut other = Client::new(house.address);
    sign_in(&mut other, "Ann", "correct horse").await.ok();
    let mut socket = other.socket().await.unwrap();
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    ann.put("/api/account/password", change("wrong horse", "battery staple")).await.refused(401, "sign_in");
    ann.put("/api/account/password", change("correct horse", "short")).await.refused(422, "refused");
    ann.put("/api/account/password", change("correct horse", "battery staple")).await.ok();
    socket.ended().await;
    other.get("/api/me").await.refused(401, "sign_in");
    ann.get("/api/me").await.ok();
    sign_in(&mut other, "Ann", "correct horse").await.refused(401, "sign_in");

    // A new code for the password; the old code is good for nothing.
    let again = |password: &str| json!({ "password": password });
    ann.post("/api/account/recovery", again("correct horse")).await.refused(401, "sign_in");
    let code = ann.post("/api/account/recovery", again("battery staple")).await.ok()["recovery_code"].clone();
    let recover = |name: &str, code: &Value, password: &str| json!({ "name": name, "code": code, "password": password });
    let recovering = "/api/account/recover";
    let mut lost = Client::new(house.address);
    let first = &made["recovery_code"];
    let wrong = lost.post(recovering, recover("Ann", first, "third password")).await.refused(401, "sign_in");
    let unknown = lost.post(recovering, recover("Nobody", &code, "third password")).await;
    assert_eq!(unknown.refused(401, "sign_in"), wrong);
    lost.post(recovering, recover("Ann", &code, "12345678")).await.refused(422, "refused");
    let token = json!({ "label": "bot", "scopes": ["read"] });
    let key = ann.post("/api/tokens", token).await.ok()["key"].as_str().unwrap().to_owned();
    // However it is typed.
    let typed = json!(code.as_str().unwrap().replace('-', " ").to_uppercase());
    let next = lost.post(recovering, recover("ann", &typed, "third password")).await.ok();
    assert_ne!(next["recovery_code"], code);
    ann.get("/api/me").await.refused(401, "sign_in");
    Client::program(house.address, &key).get("/api/me").await.refused(401, "sign_in");
    lost.post(recovering, recover("Ann", &code, "fourth password")).await.refused(401, "sign_in");
    sign_in(&mut ann, "Ann", "battery staple").await.refused(401, "sign_in");
    sign_in(&mut ann, "Ann", "third password").await.ok();

    // The end.
    ann.delete("/api/account", again("wrong horse")).await.refused(401, "sign_in");
    ann.delete("/api/account", Value::Null).await.refused(401, "sign_in");
    ann.delete("/api/account", again("third password")).await.ok();
    assert_eq!(ann.session, None);
    sign_in(&mut ann, "Ann", "third password").await.refused(401, "sign_in");
    ann.get("/api/users/Ann").await.refused(404, "not_found");
    Client::account(house.address, "Ann").await;
    house.close().await;
}

#[tokio::test]
async fn names_and_passwords_that_are_refused() {
    let (house, _) = house().await;
    let mut client = Client::new(house.address);
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
    Client::account(house.address, "Ann").await;
    client.post("/api/account", credentials("aNN", "correct horse")).await.refused(409, "taken");
    assert_eq!(client.session, None);
    house.close().await;
}

#[tokio::test]
async fn passwords_are_tried_only_so_often() {
    let config = support::config();
    let config = floe_server::Config { password_attempts: 3, behind_proxy: true, ..config };
    let house = house_with(config, Arc::new(MemoryStore::new())).await;
    let from = |address: &str| {
        let headers = vec![("X-Forwarded-For".to_owned(), address.to_owned())];
        Client { headers, ..Client::new(house.address) }
    };
    Client::account(house.address, "Ann").await;
    Client::account(house.address, "Bob").await;
    // One address, many names.
    let mut one = from("10.0.0.1");
    for name in ["n01", "n02", "n03"] {
        sign_in(&mut one, name, "correct horse").await.refused(401, "sign_in");
    }
    let late = sign_in(&mut one, "Ann", &password("Ann")).await;
    late.refused(429, "too_many");
    assert!(late.header("retry-after").is_some());
    // One name, many addresses: passwords and codes count together, and the name without its case.
    for (number, name) in [(2, "bob"), (3, "BOB"), (4, "Bob")] {
        let mut other = from(&format!("10.0.0.{number}"));
        sign_in(&mut other, name, "correct horse").await.refused(401, "sign_in");
    }
    let mut last = from("10.0.0.5");
    sign_in(&mut last, "Bob", &password("Bob")).await.refused(429, "too_many");
    let code = json!({ "name": "Bob", "code": "abcd-efgh", "password": "another word" });
    last.post("/api/account/recover", code).await.refused(429, "too_many");
    sign_in(&mut from("10.0.0.6"), "Ann", &password("Ann")).await.ok();
    house.close().await;
}

#[tokio::test]
async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
    let (house, _) = house().await;
    let mut client = Client::account(house.address, "Ann").await;
    let mut fastest = [Duration::MAX; 2];
    for _ in 0..6 {
        for (name, fastest) in ["Ann", "Nobody"].into_iter().zip(&mut fastest) {
            let began = Instant::now();
            sign_in(&mut client, name, "correct horse").await.refused(401, "sign_in");
            *fastest = began.elapsed().min(*fastest);
        }
    }
    let [wrong, unknown] = fastest;
    assert!(unknown * 3 > wrong && wrong * 3 > unknown, "wrong {wrong:?}, unknown {unknown:?}");
    house.close().await;
}

#[tokio::test]
async fn names_change_once_in_30_days_and_tables_hear_of_it() {
    let (house, store) = house().await;
    let mut ann = Client::account(house.address, "Ann").await;
    let mut bob = Client::account(house.address, "Bob").await;
    let table = amazons(&mut ann, &mut bob).await;
    let open = ann.post("/api/tables", json!({ "game": "fish" })).await.ok()["id"].clone();
    let mut socket = bob.socket().await.unwrap();
    socket.say(json!({ "do": "watch", "id": 1, "table": table })).await;
    assert_eq!(socket.until("state").await["seats"][0]["name"], "Ann");
    socket.say(json!({ "do": "lobby", "on": true })).await;
    assert_eq!(socket.until("lobby").await["open"][0]["seats"][0]["name"], "Ann");

    let mut guest = Client::guest(house.address).await;
    guest.put("/api/account/name", json!({ "name": "Gus" })).await.refused(403, "forbidden");
    ann.put("/api/account/name", json!({ "name": "bOB" })).await.refused(409, "taken");
    ann.put("/api/account/name", json!({ "name": "Floe" })).await.refused(422, "refused");
    ann.put("/api/account/name", json!({ "name": "Ann" })).await.refused(422, "refused");
    assert_eq!(ann.put("/api/account/name", json!({ "name": "Anna" })).await.ok()["name"], "Anna");
    let row = socket.until("lobby_change").await;
    assert_eq!((&row["id"], &row["row"]["seats"][0]["name"]), (&open, &json!("Anna")));
    let mut late = bob.socket().await.unwrap();
    late.say(json!({ "do": "watch", "id": 1, "table": table })).await;
    assert_eq!(late.until("state").await["seats"][0]["name"], "Anna");
    let words = ann.put("/api/account/name", json!({ "name": "Anne" })).await.refused(422, "refused");
    assert!(words.contains("30 days"), "{words}");

    // A month later.
    let mut user = store.user_named("Anna").await.unwrap().unwrap();
    user.renamed_ms = user.renamed_ms.map(|at| at - 30 * 24 * 60 * 60 * 1000 - 1);
    store.put_user(user).await.unwrap();
    ann.put("/api/account/name", json!({ "name": "Anne" })).await.ok();
    assert_eq!(socket.until("state").await["seats"][0]["name"], "Anne");
    ann.get("/api/users/Anna").await.refused(404, "not_found");
    assert_eq!(ann.get("/api/users/anne").await.ok()["name"], "Anne");
    house.close().await;
}

#[tokio::test]
async fn tokens_are_good_for_what_they_say() {
    let (house, _) = house().await;
    let mut guest = Client::guest(house.address).await;
    let token = |label: &str, scopes: &[&str]| json!({ "label": label, "scopes": scopes });
    guest.post("/api/tokens", token("mine", &["read"])).await.refused(403, "forbidden");
    let mut ann = Client::account(house.address, "Ann").await;
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
        let mut program = Client::program(house.address, key);
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
        // A WebSocket with it is not good for more.
        let mut socket = program.socket().await.unwrap();
        socket.say(json!({ "do": "act", "id": 7, "table": table, "act": "leave" })).await;
        match good_for {
            "play" => drop(socket.until("ok").await),
            _ => assert_eq!(socket.until("refused").await["error"]["code"], "forbidden"),
        }
        // What concerns the account is done in person.
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

    // Taken back: its connections end, others stay.
    let listed = ann.get("/api/tokens").await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 4);
    assert!(keys.iter().all(|key| !listed.to_string().contains(&key[5..])), "keys are not shown again");
    let mut program = Client::program(house.address, &keys[0]);
    let (mut socket, mut own) = (program.socket().await.unwrap(), ann.socket().await.unwrap());
    let path = format!("/api/tokens/{}", listed[0]["id"].as_str().unwrap());
    let mut bob = Client::account(house.address, "Bob").await;
    bob.delete(&path, Value::Null).await.refused(404, "not_found");
    ann.delete(&path, Value::Null).await.ok();
    socket.ended().await;
    program.get("/api/me").await.refused(401, "sign_in");
    assert_eq!(program.socket().await.err(), Some(401));
    ann.delete(&path, Value::Null).await.refused(404, "not_found");
    own.say(json!({ "do": "ping", "id": 1 })).await;
    own.until("pong").await;

    for number in 0..17 {
        ann.post("/api/tokens", token(&format!("t{number}"), &["read"])).await.ok();
    }
    ann.post("/api/tokens", token("one more", &["read"])).await.refused(429, "too_many");
    house.close().await;
}

#[tokio::test]
async fn bots_say_so_before_they_play() {
    let (house, _) = house().await;
    let mut guest = Client::guest(house.address).await;
    guest.put("/api/account/bot", json!({ "bot": true })).await.refused(403, "forbidden");
    let mut robot = Client::account(house.address, "Robot").await;
    assert_eq!(robot.put("/api/account/bot", json!({ "bot": true })).await.ok()["bot"], true);
    let mut ann = Client::account(house.address, "Ann").await;
    // They play rated games as anybody does, and are shown as what they are.
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
    house.close().await;
}

#[tokio::test]
async fn what_another_site_makes_a_browser_send_is_refused() {
    let (house, _) = house().await;
    let ann = Client::account(house.address, "Ann").await;
    let here = format!("http://{}", house.address);
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
    house.close().await;
}

#[tokio::test]
async fn nothing_secret_is_stored_in_plain() {
    let folder = std::env::temp_dir().join(format!("floe-people-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("people.db");
    let store = floe_store::SqliteStore::open(&file, floe_store::Options::default()).await.unwrap();
    let house = house_with(config(), Arc::new(store)).await;
    let mut ann = Client::new(house.address);
    let code =
        ann.post("/api/account", credentials("Ann", "correct horse")).await.ok()["recovery_code"].clone();
    let wish = json!({ "label": "findable", "scopes": ["read"] });
    let key = ann.post("/api/tokens", wish).await.ok()["key"].as_str().unwrap().to_owned();
    let first = ann.session.clone().unwrap();
    sign_in(&mut ann, "Ann", "correct horse").await.ok();
    let (second, code) = (ann.session.clone().unwrap(), code.as_str().unwrap().to_owned());
    let export = ann.get("/api/account/export").await.ok().to_string();
    house.close().await;
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
async fn an_export_has_everything_and_no_hidden_card() {
    let (house, store) = house().await;
    let mut ann = Client::account(house.address, "Ann").await;
    let mut bob = Client::account(house.address, "Bob").await;
    let table =
        ann.post("/api/tables", json!({ "game": "montauk" })).await.ok()["id"].as_str().unwrap().to_owned();
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
    assert_eq!(*record, ann.get(&format!("/api/tables/{table}/record")).await.ok(), "the own view");
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

    // The same from a table that sleeps.
    let asleep = store.crash();
    house.close().await;
    let house = house_with(config(), Arc::new(asleep)).await;
    let mut ann = Client { session: ann.session.clone(), ..Client::new(house.address) };
    assert_eq!(ann.get("/api/account/export").await.ok()["tables"][1]["record"], *record);
    ann.get("/api/account/export").await.ok();
    ann.get("/api/account/export").await.ok();
    ann.get("/api/account/export").await.refused(429, "too_many");
    house.close().await;
}

#[tokio::test]
async fn whoever_leaves_is_forgotten_and_the_games_stay() {
    let (house, store) = house().await;
    let mut ann = Client::account(house.address, "Ann").await;
    let mut bob = Client::account(house.address, "Bob").await;
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
    let wish = json!({ "game": "fish", "rules": "players=3" });
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
    watching.say(json!({ "do": "watch", "id": 1, "table": live })).await;
    watching.until("state").await;

    ann.delete("/api/account", json!({ "password": password("Ann") })).await.ok();
    own.ended().await;
    ann.get("/api/me").await.refused(401, "sign_in");
    let state = bob.get(&format!("/api/tables/{live}")).await.ok();
    assert_eq!((&state["now"]["stage"], &state["now"]["result"]["winners"]), (&json!("over"), &json!([1])));
    let name = state["seats"][0]["name"].as_str().unwrap().to_owned();
    assert!(name.starts_with("gone-"), "{name}");
    assert_eq!(watching.until("state").await["seats"][0]["name"], json!(name), "those at the table are told");
    for (table, stage) in
        [(hosted.as_str().unwrap(), "aborted"), (unseated.as_str().unwrap(), "aborted"), (&joined, "open")]
    {
        let state = bob.get(&format!("/api/tables/{table}")).await.ok();
        assert_eq!(state["now"]["stage"], stage, "{state}");
        assert!(!state.to_string().contains("\"Ann\""), "{state}");
    }
    let state = bob.get(&format!("/api/tables/{replaced}")).await.ok();
    assert_eq!((&state["now"]["stage"], &state["seats"][1]["kind"]), (&json!("live"), &json!("engine")));
    assert_eq!(bob.get("/api/blocks").await.ok(), json!([]));
    let chat = bob.get(&format!("/api/tables/{live}/chat")).await.ok();
    let lines: Vec<&Value> = chat.as_array().unwrap().iter().map(|line| &line["text"]).collect();
    assert_eq!(lines, ["hello"]);
    let list = bob.get("/api/tables").await.ok().to_string();
    assert!(!list.contains("\"Ann\"") && list.contains(&name), "{list}");

    // What is kept says nothing of her, and Bob's game can be played again from its record.
    let user = store.user(&id).await.unwrap().unwrap();
    assert!(user.gone && user.password.is_none() && user.recovery.is_none());
    assert_eq!(store.chat_of(&id).await.unwrap(), []);
    let record = bob.get(&format!("/api/tables/{live}/record")).await.ok();
    assert!(!record.to_string().contains("\"Ann\"") && record.to_string().contains(&name), "{record}");
    let replayed = Record::read(&record.to_string()).unwrap().replay().unwrap();
    assert_eq!(replayed.result().unwrap().winners, [1]);

    // A guest needs no password.
    let mut guest = Client::guest(house.address).await;
    let me = guest.get("/api/me").await.ok();
    guest.delete("/api/account", Value::Null).await.ok();
    guest.get("/api/me").await.refused(401, "sign_in");
    guest.get(&format!("/api/users/{}", me["name"].as_str().unwrap())).await.refused(404, "not_found");
    house.close().await;
}

#[tokio::test]
async fn profiles_leaders_and_settings() {
    let (house, store) = house().await;
    let mut ann = Client::account(house.address, "Ann").await;
    let mut bob = Client::account(house.address, "Bob").await;
    let table = amazons(&mut ann, &mut bob).await;
    let mut nobody = Client::new(house.address);
    let profile = nobody.get("/api/users/aNN").await.ok();
    assert_eq!(
        (&profile["name"], &profile["playing"], &profile["played"]),
        (&json!("Ann"), &json!(1), &json!(0))
    );
    bob.post(&format!("/api/tables/{table}/acts"), json!({ "act": "resign" })).await.ok();
    let mut ratings = Vec::new();
    for (name, rating, deviation) in [("Ann", 1611.4, 80.0), ("Bob", 1700.0, 50.0), ("Bob", 1720.6, 45.0)] {
        let user = store.user_named(name).await.unwrap().unwrap().id;
        let after =
            Rating { user, game: "fish".into(), rating, deviation, volatility: 0.06, games: 30, at_ms: 5 };
        ratings.push(RatingChange { table: table.clone(), after });
    }
    let mut unsure = ratings[0].clone();
    unsure.after = Rating { user: "somebody".into(), deviation: 200.0, rating: 2000.0, ..unsure.after };
    ratings.push(unsure);
    let write = Write { stream: "ratings".into(), expected: 0, entries: Vec::new(), card: None, ratings };
    store.append(write).await.unwrap();
    let profile = nobody.get("/api/users/Bob").await.ok();
    assert_eq!((&profile["playing"], &profile["played"]), (&json!(0), &json!(1)));
    assert_eq!(
        profile["ratings"][0],
        json!({ "game": "fish", "rating": 1721, "deviation": 45, "games": 30, "at_ms": 5 })
    );
    assert!(!profile.to_string().contains("password") && profile["settings"].is_null());
    let history = nobody.get("/api/users/bob/ratings/fish").await.ok();
    let points: Vec<i64> =
        history.as_array().unwrap().iter().filter_map(|point| point["rating"].as_i64()).collect();
    assert_eq!((points, &history[0]["table"]), (vec![1700, 1721], &json!(table)));
    nobody.get("/api/users/bob/ratings/chess").await.refused(404, "not_found");
    nobody.get("/api/users/zoe").await.refused(404, "not_found");
    let names = |leaders: Value| -> Vec<String> {
        leaders.as_array().unwrap().iter().map(|leader| leader["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(nobody.get("/api/leaders/fish").await.ok()), ["Bob", "Ann"]);
    bob.delete("/api/account", json!({ "password": password("Bob") })).await.ok();
    assert_eq!(names(nobody.get("/api/leaders/fish").await.ok()), ["Ann"], "who has left leads nobody");
    nobody.get("/api/leaders/chess").await.refused(404, "not_found");

    assert_eq!(ann.get("/api/account/settings").await.ok(), json!({}));
    let settings = json!({ "sound": false, "board": { "turned": true } });
    ann.put("/api/account/settings", settings.clone()).await.ok();
    assert_eq!(ann.get("/api/account/settings").await.ok(), settings);
    ann.put("/api/account/settings", json!([1])).await.refused(422, "refused");
    ann.put("/api/account/settings", json!({ "much": "x".repeat(8200) })).await.refused(413, "too_large");
    assert_eq!(ann.get("/api/account/settings").await.ok(), settings);
    nobody.get("/api/account/settings").await.refused(401, "sign_in");
    house.close().await;
}

#[tokio::test]
async fn blocks_keep_people_apart() {
    let (house, _) = house().await;
    let mut ann = Client::account(house.address, "Ann").await;
    let mut bob = Client::account(house.address, "Bob").await;
    let table = amazons(&mut ann, &mut bob).await;
    let mut socket = ann.socket().await.unwrap();
    socket.until("hello").await;
    ann.put("/api/blocks/zoe", Value::Null).await.refused(404, "not_found");
    ann.put("/api/blocks/ann", Value::Null).await.refused(422, "refused");
    ann.put("/api/blocks/bob", Value::Null).await.ok();
    assert_eq!(ann.get("/api/blocks").await.ok(), json!(["Bob"]));
    socket.ended().await;
    let mut socket = ann.socket().await.unwrap();
    socket.say(json!({ "do": "watch", "id": 1, "table": table })).await;
    socket.until("ok").await;
    let say = format!("/api/tables/{table}/chat");
    bob.post(&say, json!({ "text": "you cannot hear me" })).await.ok();
    ann.post(&say, json!({ "text": "silence" })).await.ok();
    assert_eq!(socket.until("chat").await["line"]["text"], "silence");
    assert_eq!(ann.get(&say).await.ok().as_array().unwrap().len(), 1);
    let own =
        ann.post("/api/tables", json!({ "game": "fish" })).await.ok()["id"].as_str().unwrap().to_owned();
    bob.post(&format!("/api/tables/{own}/seat"), json!({})).await.refused(403, "forbidden");
    ann.delete("/api/blocks/Bob", Value::Null).await.ok();
    assert_eq!(ann.get("/api/blocks").await.ok(), json!([]));
    bob.post(&format!("/api/tables/{own}/seat"), json!({})).await.ok();
    house.close().await;
}

#[tokio::test]
async fn moderators_look_after_the_others() {
    let (house, store) = house().await;
    Client::account(house.address, "Olga").await;
    let next = store.crash();
    house.close().await;
    let config = floe_server::Config { moderators: vec!["olga".into(), "Unborn".into()], ..config() };
    let house = house_with(config, Arc::new(next)).await;
    let mut thief = Client::new(house.address);
    let wish = credentials("unborn", "correct horse");
    thief.post("/api/account", wish).await.refused(422, "refused");
    let mut olga = Client::new(house.address);
    assert_eq!(sign_in(&mut olga, "Olga", &password("Olga")).await.ok()["role"], "moderator");
    let mut ann = Client::account(house.address, "Ann").await;
    let mut bob = Client::account(house.address, "Bob").await;
    let table = amazons(&mut ann, &mut bob).await;

    // Complaints.
    let report =
        |name: &str, table: Option<&str>, text: &str| json!({ "name": name, "table": table, "text": text });
    ann.post("/api/reports", report("zoe", None, "rude")).await.refused(404, "not_found");
    ann.post("/api/reports", report("Ann", None, "rude")).await.refused(422, "refused");
    ann.post("/api/reports", report("Bob", Some("nowhere"), "rude")).await.refused(404, "not_found");
    ann.post("/api/reports", report("Bob", None, " ")).await.refused(422, "refused");
    ann.post("/api/reports", report("Bob", None, &"x".repeat(1001))).await.refused(422, "refused");
    for number in 0..5 {
        ann.post("/api/reports", report("Bob", Some(&table), &format!("rude {number}"))).await.ok();
    }
    ann.post("/api/reports", report("Bob", None, "rude")).await.refused(429, "too_many");

    // Only moderators, and only in person.
    let later = olga.get("/api/me").await.ok();
    assert_eq!(later["role"], "moderator");
    let until = |ms: Option<i64>, why: &str| json!({ "until_ms": ms, "why": why });
    let soon = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64
        + 3_600_000;
    let (ban, mute) = ("/api/moderation/users/Bob/ban", "/api/moderation/users/Bob/mute");
    ann.get("/api/moderation/reports").await.refused(403, "forbidden");
    ann.get("/api/moderation/log").await.refused(403, "forbidden");
    ann.put(ban, until(Some(soon), "I want to")).await.refused(403, "forbidden");
    ann.put(mute, until(Some(soon), "I want to")).await.refused(403, "forbidden");
    let stop = format!("/api/moderation/tables/{table}/stop");
    ann.post(&stop, json!({ "why": "I lose" })).await.refused(403, "forbidden");
    ann.post("/api/moderation/reports/1", json!({ "why": "no" })).await.refused(403, "forbidden");
    let all = json!({ "label": "all", "scopes": ["read", "play", "chat", "tournaments"] });
    let key = olga.post("/api/tokens", all).await.ok()["key"].as_str().unwrap().to_owned();
    Client::program(house.address, &key).get("/api/moderation/log").await.refused(403, "forbidden");

    let open = olga.get("/api/moderation/reports").await.ok();
    assert_eq!(open.as_array().unwrap().len(), 5);
    assert_eq!(
        (&open[0]["by"], &open[0]["about"], &open[0]["text"]),
        (&json!("Ann"), &json!("Bob"), &json!("rude 4"))
    );
    olga.post("/api/moderation/reports/5", json!({ "why": "talked to him" })).await.ok();
    olga.post("/api/moderation/reports/99", json!({ "why": "what" })).await.refused(404, "not_found");
    assert_eq!(olga.get("/api/moderation/reports").await.ok().as_array().unwrap().len(), 4);
    assert_eq!(olga.get("/api/moderation/reports?all=true").await.ok()[0]["settled"], "talked to him");

    // Muted, also on a connection that is open already.
    let mut socket = bob.socket().await.unwrap();
    socket.until("hello").await;
    olga.put(mute, until(Some(soon), "")).await.refused(422, "refused");
    olga.put(mute, until(Some(5), "too early")).await.refused(422, "refused");
    olga.put(mute, until(Some(soon), "rude words")).await.ok();
    socket.say(json!({ "do": "chat", "id": 1, "table": table, "text": "hey" })).await;
    assert_eq!(socket.until("refused").await["error"]["code"], "forbidden");
    olga.put(mute, until(None, "he is sorry")).await.ok();
    socket.say(json!({ "do": "chat", "id": 2, "table": table, "text": "sorry" })).await;
    socket.until("ok").await;

    // Banned: out at once, and not in again.
    olga.put("/api/moderation/users/Olga/ban", until(Some(soon), "a test")).await.refused(403, "forbidden");
    olga.put("/api/moderation/users/zoe/ban", until(Some(soon), "a test")).await.refused(404, "not_found");
    olga.put(ban, until(Some(soon), "rude again")).await.ok();
    socket.ended().await;
    bob.get("/api/me").await.refused(403, "forbidden");
    assert_eq!(bob.socket().await.err(), Some(403));
    sign_in(&mut Client::new(house.address), "Bob", &password("Bob")).await.refused(403, "forbidden");
    sign_in(&mut Client::new(house.address), "Bob", "not his word").await.refused(401, "sign_in");
    olga.put(ban, until(None, "enough")).await.ok();
    bob.get("/api/me").await.ok();

    // A table is stopped, and its log says why.
    olga.post(&stop, json!({ "why": "both cheat" })).await.ok();
    assert_eq!(ann.get(&format!("/api/tables/{table}")).await.ok()["now"]["stage"], "aborted");
    olga.post("/api/moderation/tables/abcdefghijkmnpqr/stop", json!({ "why": "x" }))
        .await
        .refused(404, "not_found");
    let log = olga.get("/api/moderation/log").await.ok();
    let did: Vec<String> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            format!("{} {} {}: {}", line["by"], line["what"], line["of"], line["why"]).replace('"', "")
        })
        .collect();
    let stopped = format!("Olga stop {table}: both cheat");
    assert_eq!(did[..3], [stopped.as_str(), "Olga ban Bob: enough", "Olga ban Bob: rude again"]);
    assert_eq!(log[2]["until_ms"], soon);
    assert!(did.contains(&"Olga settle 5: talked to him".to_owned()), "{did:?}");

    // Who is called something else is no moderator any more.
    olga.put("/api/account/name", json!({ "name": "Oleg" })).await.ok();
    assert_eq!(olga.get("/api/me").await.ok()["role"], "player");
    olga.get("/api/moderation/log").await.refused(403, "forbidden");
    house.close().await;
}
