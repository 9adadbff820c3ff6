//! Profiles, blocks, reports and moderators.

use super::amazons;
use super::credentials;
use super::sign_in;
use crate::support::Client;
use crate::support::config;
use crate::support::password;
use crate::support::test_server;
use crate::support::test_server_with;
use floe_store::Append;
use floe_store::Rating;
use floe_store::RatingChange;
use floe_store::Store;
use serde_json::Value;
use serde_json::json;
use std::sync::Arc;

#[tokio::test]
async fn profiles_leaders_and_settings() {
    let (server, store) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let table = amazons(&mut ann, &mut bob).await;
    let mut nobody = Client::new(server.address);
    let profile = nobody.get("/api/users/aNN").await.ok();
    assert_eq!(
        (&profile["name"], &profile["playing"], &profile["played"]),
        (&json!("Ann"), &json!(1), &json!(0))
    );
    bob.post(&format!("/api/tables/{table}/actions"), json!({ "act": "resign" })).await.ok();
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
    let write = Append {
        stream: "ratings".into(),
        expected: 0,
        token: None,
        holder: None,
        entries: Vec::new(),
        card: None,
        ratings,
    };
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
    assert_eq!(names(nobody.get("/api/leaderboards/fish").await.ok()), ["Bob", "Ann"]);
    bob.delete("/api/account", json!({ "password": password("Bob") })).await.ok();
    assert_eq!(
        names(nobody.get("/api/leaderboards/fish").await.ok()),
        ["Ann"],
        "a deleted user is not on the leaderboard"
    );
    nobody.get("/api/leaderboards/chess").await.refused(404, "not_found");

    assert_eq!(ann.get("/api/account/settings").await.ok(), json!({}));
    let settings = json!({ "sound": false, "board": { "turned": true } });
    ann.put("/api/account/settings", settings.clone()).await.ok();
    assert_eq!(ann.get("/api/account/settings").await.ok(), settings);
    ann.put("/api/account/settings", json!([1])).await.refused(422, "refused");
    ann.put("/api/account/settings", json!({ "much": "x".repeat(8200) })).await.refused(413, "too_large");
    assert_eq!(ann.get("/api/account/settings").await.ok(), settings);
    nobody.get("/api/account/settings").await.refused(401, "unauthorized");
    server.close().await;
}

#[tokio::test]
async fn blocks_keep_people_apart() {
    let (server, _) = test_server().await;
    let mut ann = Client::account(server.address, "Ann").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let table = amazons(&mut ann, &mut bob).await;
    let mut socket = ann.socket().await.unwrap();
    socket.until("hello").await;
    ann.put("/api/blocks/zoe", Value::Null).await.refused(404, "not_found");
    ann.put("/api/blocks/ann", Value::Null).await.refused(422, "refused");
    ann.put("/api/blocks/bob", Value::Null).await.ok();
    assert_eq!(ann.get("/api/blocks").await.ok(), json!(["Bob"]));
    socket.ended().await;
    let mut socket = ann.socket().await.unwrap();
    socket.say(json!({ "type": "watch", "id": 1, "table": table })).await;
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
    server.close().await;
}

#[tokio::test]
async fn moderators_handle_reports_and_bans() {
    let (server, store) = test_server().await;
    Client::account(server.address, "Olga").await;
    let next = store.crash();
    server.close().await;
    let config = floe_server::Config { moderators: vec!["olga".into(), "Unborn".into()], ..config() };
    let server = test_server_with(config, Arc::new(next)).await;
    let mut thief = Client::new(server.address);
    let wish = credentials("unborn", "correct horse");
    thief.post("/api/account", wish).await.refused(422, "refused");
    let mut olga = Client::new(server.address);
    assert_eq!(sign_in(&mut olga, "Olga", &password("Olga")).await.ok()["role"], "moderator");
    let mut ann = Client::account(server.address, "Ann").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let table = amazons(&mut ann, &mut bob).await;

    // Reports.
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
    ann.post("/api/reports", report("Bob", None, "rude")).await.refused(429, "rate_limited");

    // Only moderators, and only with a session.
    let later = olga.get("/api/me").await.ok();
    assert_eq!(later["role"], "moderator");
    let until = |ms: Option<i64>, why: &str| json!({ "until_ms": ms, "reason": why });
    let soon = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64
        + 3_600_000;
    let (ban, mute) = ("/api/moderation/users/Bob/ban", "/api/moderation/users/Bob/mute");
    ann.get("/api/moderation/reports").await.refused(403, "forbidden");
    ann.get("/api/moderation/log").await.refused(403, "forbidden");
    ann.put(ban, until(Some(soon), "I want to")).await.refused(403, "forbidden");
    ann.put(mute, until(Some(soon), "I want to")).await.refused(403, "forbidden");
    let stop = format!("/api/moderation/tables/{table}/stop");
    ann.post(&stop, json!({ "reason": "I lose" })).await.refused(403, "forbidden");
    ann.post("/api/moderation/reports/1", json!({ "reason": "no" })).await.refused(403, "forbidden");
    let all = json!({ "label": "all", "scopes": ["read", "play", "chat", "tournaments"] });
    let key = olga.post("/api/tokens", all).await.ok()["key"].as_str().unwrap().to_owned();
    Client::program(server.address, &key).get("/api/moderation/log").await.refused(403, "forbidden");

    let open = olga.get("/api/moderation/reports").await.ok();
    assert_eq!(open.as_array().unwrap().len(), 5);
    assert_eq!(
        (&open[0]["by"], &open[0]["about"], &open[0]["text"]),
        (&json!("Ann"), &json!("Bob"), &json!("rude 4"))
    );
    olga.post("/api/moderation/reports/5", json!({ "reason": "talked to him" })).await.ok();
    olga.post("/api/moderation/reports/99", json!({ "reason": "what" })).await.refused(404, "not_found");
    assert_eq!(olga.get("/api/moderation/reports").await.ok().as_array().unwrap().len(), 4);
    assert_eq!(olga.get("/api/moderation/reports?all=true").await.ok()[0]["settled"], "talked to him");

    // Muted, also on a connection that is already open.
    let mut socket = bob.socket().await.unwrap();
    socket.until("hello").await;
    olga.put(mute, until(Some(soon), "")).await.refused(422, "refused");
    olga.put(mute, until(Some(5), "too early")).await.refused(422, "refused");
    olga.put(mute, until(Some(soon), "rude words")).await.ok();
    socket.say(json!({ "type": "chat", "id": 1, "table": table, "text": "hey" })).await;
    assert_eq!(socket.until("error").await["error"]["code"], "forbidden");
    olga.put(mute, until(None, "he is sorry")).await.ok();
    socket.say(json!({ "type": "chat", "id": 2, "table": table, "text": "sorry" })).await;
    socket.until("ok").await;

    // Banned: disconnected immediately, and refused from then on.
    olga.put("/api/moderation/users/Olga/ban", until(Some(soon), "a test")).await.refused(403, "forbidden");
    olga.put("/api/moderation/users/zoe/ban", until(Some(soon), "a test")).await.refused(404, "not_found");
    olga.put(ban, until(Some(soon), "rude again")).await.ok();
    socket.ended().await;
    bob.get("/api/me").await.refused(403, "forbidden");
    assert_eq!(bob.socket().await.err(), Some(403));
    sign_in(&mut Client::new(server.address), "Bob", &password("Bob")).await.refused(403, "forbidden");
    sign_in(&mut Client::new(server.address), "Bob", "not his word").await.refused(401, "unauthorized");
    olga.put(ban, until(None, "enough")).await.ok();
    bob.get("/api/me").await.ok();

    // A table is stopped, and its log says why.
    olga.post(&stop, json!({ "reason": "both cheat" })).await.ok();
    assert_eq!(ann.get(&format!("/api/tables/{table}")).await.ok()["status"]["stage"], "aborted");
    olga.post("/api/moderation/tables/abcdefghijkmnpqr/stop", json!({ "reason": "x" }))
        .await
        .refused(404, "not_found");
    let log = olga.get("/api/moderation/log").await.ok();
    let did: Vec<String> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            format!("{} {} {}: {}", line["by"], line["what"], line["of"], line["reason"]).replace('"', "")
        })
        .collect();
    let stopped = format!("Olga stop {table}: both cheat");
    assert_eq!(did[..3], [stopped.as_str(), "Olga ban Bob: enough", "Olga ban Bob: rude again"]);
    assert_eq!(log[2]["until_ms"], soon);
    assert!(did.contains(&"Olga settle 5: talked to him".to_owned()), "{did:?}");

    // A moderator who changes their name loses the role.
    olga.put("/api/account/name", json!({ "name": "Oleg" })).await.ok();
    assert_eq!(olga.get("/api/me").await.ok()["role"], "player");
    olga.get("/api/moderation/log").await.refused(403, "forbidden");
    server.close().await;
}
