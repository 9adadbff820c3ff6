//! Ordinary play at tables.

use floe_games::{GameRng, Record, fair, registry};
use serde_json::{Value, json};

use super::play::{Player, pair, play_on};
use crate::support::{Client, test_server};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_to_its_end_watched_recorded_and_followed_by_a_rematch() {
    let (server, _) = test_server().await;
    let new =
        json!({"game": "paper-penguins", "rules": {"rows": 5, "cols": 5, "pieces": 2}, "clock": "300+5"});
    let mut players = pair(server.address, new).await;
    let table = players[0].table.clone();
    let mut watcher = Client::guest(server.address).await;
    let mut spectator = Player::watch(&watcher, &table).await;
    let made = play_on(&mut players, &mut GameRng::for_player(1), 1000).await;
    for _ in 0..made {
        let update = spectator.update().await;
        assert!(update["status"]["legal"].is_null(), "only the player to move gets the legal moves");
    }
    assert_eq!(spectator.now["stage"], "over");
    assert_eq!(spectator.now["result"], players[0].now["result"]);
    let record = watcher.get(&format!("/api/tables/{table}/record")).await.ok();
    let record: Record = serde_json::from_value(record).unwrap();
    record.replay().unwrap();
    fair::verify(&record).unwrap();

    // Both want a rematch: there is a next game, with the seats swapped.
    let path = format!("/api/tables/{table}/actions");
    for player in &mut players {
        player.client.post(&path, json!({"act": "rematch"})).await.ok();
    }
    let next = loop {
        let update = spectator.update().await;
        let entries = update["entries"].as_array().unwrap().clone();
        if let Some(entry) = entries.iter().find(|entry| entry["type"] == "rematch_created") {
            break entry["table"].as_str().unwrap().to_owned();
        }
    };
    let state = players[0].client.get(&format!("/api/tables/{next}")).await.ok();
    assert_eq!((&state["status"]["stage"], &state["your_seats"]), (&json!("live"), &json!([1])));
    assert_eq!(state["rematch_of"], table.as_str());

    // The archive lists the game by its player.
    let me = players[0].client.get("/api/me").await.ok();
    let list =
        watcher.get(&format!("/api/tables?stage=over&player={}", me["name"].as_str().unwrap())).await.ok();
    assert_eq!(list["tables"][0]["id"], table.as_str());
    assert_eq!(list["tables"].as_array().unwrap().len(), 1);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_against_an_engine() {
    let (server, _) = test_server().await;
    let mut me = Client::guest(server.address).await;
    for entry in registry::GAMES {
        let new = json!({"game": entry.id, "seats": [{"kind": "me"}, {"kind": "engine", "level": "1"}]});
        let table = me.post("/api/tables", new).await.ok()["id"].as_str().unwrap().to_owned();
        let mut player = Player::watch(&me, &table).await;
        let mut mine = 0;
        while mine < 3 {
            if player.now["turn"] == 0 {
                let legal = player.legal();
                player.play(&legal[legal.len() / 2]).await.unwrap();
                mine += 1;
            } else {
                player.update().await;
            }
        }
        me.post(&format!("/api/tables/{table}/actions"), json!({"act": "resign"})).await.ok();
        let state = me.get(&format!("/api/tables/{table}")).await.ok();
        assert_eq!(
            (&state["status"]["stage"], &state["status"]["result"]["winners"]),
            (&json!("over"), &json!([1])),
            "{}",
            entry.id
        );
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_returning_client_gets_what_it_missed_and_nothing_twice() {
    let (server, _) = test_server().await;
    let mut players = pair(server.address, json!({"game": "penguins"})).await;
    let table = players[0].table.clone();
    let mut chance = GameRng::for_player(2);
    play_on(&mut players, &mut chance, 2).await;
    let known = players[1].version;
    let mut guest = Client::guest(server.address).await;
    play_on(&mut players, &mut chance, 3).await;
    let mut back = guest.socket().await.unwrap();
    back.say(json!({"type": "watch", "table": table, "from": known})).await;
    let update = back.until("update").await;
    assert_eq!((update["from"].as_u64(), update["version"].as_u64()), (Some(known), Some(known + 3)));
    assert_eq!(update["entries"].as_array().unwrap().len(), 3);
    // With an unknown version the full state is sent again.
    back.say(json!({"type": "watch", "table": table, "from": 9999})).await;
    assert_eq!(back.until("state").await["version"].as_u64(), Some(known + 3));
    // A stream for bots starts with the same.
    let list = guest.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!(list["events"].as_array().unwrap().len(), 5);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_refused_with_a_sentence() {
    let (server, _) = test_server().await;
    let mut players = pair(server.address, json!({"game": "amazons"})).await;
    let table = players[0].table.clone();
    let path = format!("/api/tables/{table}/moves");
    let at = players[0].version;
    let legal = players[0].legal();
    let [one, two] = &mut players;
    let early = two.client.post(&path, json!({"at": at, "move": legal[0]})).await.refused(422, "illegal");
    assert!(early.contains("not seat 1's turn"), "{early}");
    let other = two.client.post(&path, json!({"at": at, "move": legal[0], "seat": 0})).await;
    assert_eq!(other.refused(403, "forbidden"), "seat 0 is not yours");
    let mut stranger = Client::guest(server.address).await;
    let none = stranger.post(&path, json!({"at": at, "move": legal[0]})).await.refused(403, "forbidden");
    assert_eq!(none, "you have no seat at this table");
    let wrong = one.client.post(&path, json!({"at": at, "move": "a1-z9"})).await;
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&wrong.text).unwrap()["error"],
        json!({"code": "illegal", "message": "'a1-z9': there is no cell z9", "kind": "unknown_cell", "cell": "z9"})
    );
    assert_eq!(wrong.refused(422, "illegal"), "'a1-z9': there is no cell z9");
    one.client.post(&path, json!({"at": at, "move": legal[0]})).await.ok();
    // The same move again is not played twice.
    one.client.post(&path, json!({"at": at, "move": legal[0]})).await.refused(409, "stale");
    let state = stranger.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!(state["events"].as_array().unwrap().len(), 1);
    stranger.get("/api/tables/nonsense").await.refused(404, "not_found");
    Client::new(server.address)
        .post(&path, json!({"at": at, "move": "a1"}))
        .await
        .refused(401, "unauthorized");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_takebacks_and_calling_off() {
    let (server, _) = test_server().await;
    let mut players = pair(server.address, json!({"game": "penguins"})).await;
    let path = format!("/api/tables/{}/actions", players[0].table);
    let before = players[0].now["position"].clone();
    play_on(&mut players, &mut GameRng::for_player(4), 1).await;
    let [one, two] = &mut players;
    one.client.post(&path, json!({"act": "offer-takeback"})).await.ok();
    let update = two.update().await;
    assert_eq!(update["status"]["takeback"]["waiting"], json!([1]));
    one.client.post(&path, json!({"act": "accept-takeback"})).await.refused(422, "refused");
    two.client.post(&path, json!({"act": "accept-takeback"})).await.ok();
    assert_eq!(two.update().await["status"]["position"], before);
    // Too much is still contested: there is no exact result to stop with.
    one.client.post(&path, json!({"act": "stop?"})).await.refused(422, "refused");
    two.client.post(&path, json!({"act": "abort"})).await.ok();
    assert_eq!(two.update().await["status"]["stage"], "aborted");
    // An engine always accepts a takeback.
    let mut me = Client::guest(server.address).await;
    let new = json!({"game": "penguins", "seats": [{"kind": "me"}, {"kind": "engine", "level": "random"}]});
    let table = me.post("/api/tables", new).await.ok()["id"].as_str().unwrap().to_owned();
    let mut player = Player::watch(&me, &table).await;
    let legal = player.legal();
    player.play(&legal[0]).await.unwrap();
    while player.now["turn"] != 0 {
        player.update().await;
    }
    me.post(&format!("/api/tables/{table}/actions"), json!({"act": "offer-takeback"})).await.ok();
    let update = player.update().await;
    assert!(update["entries"].as_array().unwrap().iter().any(|entry| entry["type"] == "taken_back"));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn standard_rules_are_not_called_house_rules() {
    let (server, _) = test_server().await;
    for (game, rules, house_rules) in [
        ("penguins", json!({}), false),
        ("penguins", json!({"players": 3}), false),
        ("penguins", json!({"ties": "share"}), true),
        ("amazons", json!({}), false),
        ("penguin-buffet", json!({}), false),
        ("montauk", json!({}), false),
        ("montauk", json!({"rounds": 1}), true),
    ] {
        let mut host = Client::guest(server.address).await;
        let made = host.post("/api/tables", json!({"game": game, "rules": rules})).await.ok();
        let listed = host.get("/api/tables?stage=open").await.ok();
        let row = listed["tables"].as_array().unwrap().iter().find(|row| row["id"] == made["id"]).unwrap();
        assert_eq!(row["house_rules"], house_rules, "{game} {rules}");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_open_tables_and_links_lead_to_private_ones() {
    let (server, _) = test_server().await;
    let mut host = Client::guest(server.address).await;
    let mut looker = Client::guest(server.address).await.socket().await.unwrap();
    looker.say(json!({"type": "lobby", "on": true})).await;
    assert_eq!(looker.until("lobby").await["open"], json!([]));
    let open = host.post("/api/tables", json!({"game": "amazons", "clock": "60+1"})).await.ok();
    let change = looker.until("lobby_change").await;
    assert_eq!((&change["id"], &change["row"]["clock"]), (&open["id"], &json!("60+1")));
    let hidden = host.post("/api/tables", json!({"game": "amazons", "private": true})).await.ok();
    let mut friend = Client::guest(server.address).await;
    let rows = friend.get("/api/tables?stage=open").await.ok();
    assert_eq!(rows["tables"].as_array().unwrap().len(), 1, "a private table is not listed");
    // A user who has the link can join; the game starts.
    let path = format!("/api/tables/{}/seat", hidden["id"].as_str().unwrap());
    friend.post(&path, json!({"seat": 1})).await.ok();
    friend.post(&format!("/api/tables/{}/seat", open["id"].as_str().unwrap()), json!({})).await.ok();
    let change = looker.until("lobby_change").await;
    assert_eq!((&change["id"], &change["row"]), (&open["id"], &Value::Null));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_spectators_chat_separately_until_the_end() {
    let (server, _) = test_server().await;
    let [mut one, mut two] = pair(server.address, json!({"game": "amazons"})).await;
    let table = one.table.clone();
    let mut fan = Client::guest(server.address).await;
    let mut seen = Player::watch(&fan, &table).await;
    let path = format!("/api/tables/{table}/chat");
    fan.post(&path, json!({"text": "what a move"})).await.ok();
    assert_eq!(seen.socket.until("chat").await["line"]["text"], "what a move");
    one.client.post(&path, json!({"text": "hello"})).await.ok();
    assert_eq!(
        two.socket.until("chat").await["line"]["text"],
        "hello",
        "and nothing of the spectator's before it"
    );
    let heard = fan.get(&path).await.ok();
    assert_eq!(heard.as_array().unwrap().len(), 1);
    for bad in ["", "   ", "a\u{202e}b", &"x".repeat(301)] {
        one.client.post(&path, json!({"text": bad})).await.refused(422, "refused");
    }
    one.client.post(&format!("/api/tables/{table}/actions"), json!({"act": "resign"})).await.ok();
    assert_eq!(fan.get(&path).await.ok().as_array().unwrap().len(), 2);
    let mut refused = 0;
    for _ in 0..12 {
        refused += usize::from(fan.post(&path, json!({"text": "again"})).await.status == 429);
    }
    assert!(refused > 0, "chat is rate limited");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leavers_at_a_table_of_three_are_replaced_and_no_one_else_is() {
    let (server, _) = test_server().await;
    let mut players = Vec::new();
    let mut host = Client::guest(server.address).await;
    let new = json!({"game": "penguins", "rules": "players=3", "substitute": "random"});
    let table = host.post("/api/tables", new).await.ok()["id"].as_str().unwrap().to_owned();
    for _ in 0..2 {
        let mut client = Client::guest(server.address).await;
        client.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
        players.push(client);
    }
    players[1].post(&format!("/api/tables/{table}/actions"), json!({"act": "resign"})).await.ok();
    let state = host.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!((&state["status"]["stage"], &state["seats"][2]["kind"]), (&json!("live"), &json!("engine")));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_cards_stay_hidden_in_every_response() {
    let (server, _) = test_server().await;
    let mut players = pair(server.address, json!({"game": "montauk"})).await;
    let table = players[0].table.clone();
    let mut fan = Client::guest(server.address).await;
    let mut spectator = Player::watch(&fan, &table).await;
    let mut chance = GameRng::for_player(5);
    for _ in 0..12 {
        let mut own = Vec::new();
        for player in &mut players {
            let state = player.client.get(&format!("/api/tables/{table}")).await.ok();
            own.push(state["board"].clone());
        }
        // The cards in a player's own view appear in no one else's view.
        let hands: Vec<&Value> = own.iter().enumerate().map(|(seat, board)| &board["hands"][seat]).collect();
        assert!(
            hands.iter().all(|hand| hand.as_array().is_some_and(|cards| cards.iter().all(Value::is_string))),
            "{own:?}"
        );
        let others: [(usize, Value); 2] = [(0, own[1]["hands"][0].clone()), (1, own[0]["hands"][1].clone())];
        for (seat, hand) in others {
            let shown =
                hand.as_array().map_or(0, |cards| cards.iter().filter(|card| card.is_string()).count());
            assert_eq!(shown, 0, "seat {seat}'s hand is seen by the other: {hand}");
        }
        for path in ["", "/record", "/diagram"] {
            let text = fan.get(&format!("/api/tables/{table}{path}")).await.text;
            for card in hands.iter().flat_map(|hand| hand.as_array().unwrap()) {
                assert!(!text.contains(&format!("{card}")), "{path} reveals {card}: {text}");
            }
        }
        if play_on(&mut players, &mut chance, 1).await == 0 {
            break;
        }
        spectator.update().await;
    }
    server.close().await;
}
