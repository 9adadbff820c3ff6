//! Several servers on one database, over real PostgreSQL and NATS.

mod node;
#[path = "../all/tables/play.rs"]
mod play;
#[path = "../all/support/mod.rs"]
#[allow(dead_code, reason = "shared with the other tests")]
mod support;

use std::time::Duration;

use floe_games::GameRng;
use node::{Ground, Node};
use play::{Player, pair, play_on};
use serde_json::{Value, json};
use support::{Client, PATIENCE};
use tokio::time::{Instant, sleep};

/// A short game without chance, with a clock that is watched by the table's owner.
fn new_game() -> Value {
    json!({"game": "paper-penguins", "rules": {"rows": 5, "cols": 5, "pieces": 2}, "clock": "300+5"})
}

/// The same client at another node.
fn at(client: &Client, node: &Node) -> Client {
    Client { address: node.address, ..client.clone() }
}

/// The two players of a table at these nodes.
async fn move_to(players: &[Player; 2], nodes: [&Node; 2]) -> [Player; 2] {
    let table = &players[0].table;
    let one = Player::watch(&at(&players[0].client, nodes[0]), table).await;
    [one, Player::watch(&at(&players[1].client, nodes[1]), table).await]
}

/// Takes a message of the table's socket; returns the reply to a request.
fn note(player: &mut Player, heard: &Value) -> Option<Result<u64, Value>> {
    match heard["type"].as_str().unwrap() {
        "error" => Some(Err(heard["error"].clone())),
        "ok" => Some(Ok(heard["version"].as_u64().unwrap_or(0))),
        "update" => {
            assert_eq!(heard["from"].as_u64(), Some(player.version), "no version is skipped");
            player.version = heard["version"].as_u64().unwrap();
            player.now = heard["status"].clone();
            None
        }
        _ => None,
    }
}

/// Reads until a version is known.
async fn read_to(player: &mut Player, version: u64) {
    while player.version < version {
        let heard = player.socket.hear().await.expect("the connection stays");
        note(player, &heard);
    }
}

/// Plays one move, tried again for as long as the table is between two owners.
async fn play_once(players: &mut [Player; 2], chance: &mut GameRng) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let known = players[0].version.max(players[1].version);
        for player in players.iter_mut() {
            read_to(player, known).await;
        }
        let turn = players[0].now["turn"].as_u64().unwrap() as usize;
        let player = &mut players[turn];
        let legal = player.legal();
        let (text, at) = (&legal[chance.below(legal.len() as u32) as usize], player.version);
        let say = json!({"type": "move", "table": player.table, "at": at, "move": text, "id": 7});
        player.socket.say(say).await;
        let reply = loop {
            let heard = player.socket.hear().await.expect("the connection stays");
            if let Some(reply) = note(player, &heard) {
                break reply;
            }
        };
        match reply {
            Ok(version) => {
                for player in players.iter_mut() {
                    read_to(player, version).await;
                }
                return;
            }
            Err(error) => {
                assert!(matches!(error["code"].as_str(), Some("unavailable" | "stale")), "{error}");
                assert!(Instant::now() < deadline, "{error}");
                sleep(Duration::from_millis(100)).await;
                if error["code"] == "stale" {
                    read_to(&mut players[turn], at + 1).await;
                }
            }
        }
    }
}

async fn state(client: &mut Client, table: &str) -> Value {
    client.get(&format!("/api/tables/{table}")).await.ok()
}

async fn metric(node: &Node, name: &str) -> f64 {
    let text = Client::new(node.address).get("/metrics").await.text;
    let line =
        text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name}: {text}"));
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

/// Waits until nodes have heard of each other.
async fn all_heard(nodes: &[&Node]) {
    for node in nodes {
        while metric(node, "floe_nodes_heard").await < nodes.len() as f64 {
            sleep(Duration::from_millis(50)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_node_takes_any_client() {
    let Some(ground) = Ground::new().await else { return };
    let nodes = [ground.node(), ground.node(), ground.node()];
    let [a, b, c] = &nodes;
    all_heard(&[a, b, c]).await;
    // The lobby of another node shows the table, and takes it away when it is full.
    let lobby_client = Client::guest(c.address).await;
    let mut lobby = lobby_client.socket().await.unwrap();
    lobby.say(json!({"type": "lobby", "on": true})).await;
    assert_eq!(lobby.until("lobby").await["open"], json!([]));
    let mut one = Client::guest(a.address).await;
    let table = one.post("/api/tables", new_game()).await.ok()["id"].as_str().unwrap().to_owned();
    let shown = lobby.until("lobby_change").await;
    assert_eq!((&shown["id"], shown["row"].is_null()), (&json!(table), false));
    // Who has no session there sits down at a node that does not own the table.
    let mut two = Client::guest(b.address).await;
    two.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
    assert!(lobby.until("lobby_change").await["row"].is_null());
    let mut players = [Player::watch(&one, &table).await, Player::watch(&two, &table).await];
    let mut spectator = Player::watch(&at(&lobby_client, c), &table).await;
    // Chat and presence cross nodes; spectators do not see what players say.
    let presence = players[0].socket.until("presence").await;
    assert_eq!(presence["table"], table.as_str());
    let say = json!({"type": "chat", "table": table, "text": "good luck", "id": 1});
    players[1].socket.say(say).await;
    assert_eq!(players[0].socket.until("chat").await["line"]["text"], "good luck");
    let mut chance = GameRng::for_player(7);
    let version = players[0].version;
    let made = play_on(&mut players, &mut chance, 1_000).await;
    assert!(made > 4, "{made} moves");
    while spectator.now["stage"] == "live" {
        spectator.update().await;
    }
    assert!(players[0].version > version && players.iter().all(|player| player.version == spectator.version));
    // Every node shows the same game, with everything that was acknowledged.
    let mut records = Vec::new();
    for node in &nodes {
        records.push(at(&one, node).get(&format!("/api/tables/{table}/record")).await.ok());
    }
    assert!(records.windows(2).all(|two| two[0] == two[1]));
    assert!(metric(b, "floe_forwards_total").await >= 1.0);
    assert_eq!(metric(a, "floe_forwards_total").await, 0.0, "the owner forwards nothing");
    // A rematch is agreed on at two nodes.
    let path = format!("/api/tables/{table}/actions");
    one.post(&path, json!({"act": "rematch"})).await.ok();
    two.post(&path, json!({"act": "rematch"})).await.ok();
    let mut seen = at(&one, c);
    while state(&mut seen, &table).await["next_table"].is_null() {
        sleep(Duration::from_millis(50)).await;
    }
    nodes.into_iter().for_each(Node::close);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_node_is_replaced_and_nothing_acknowledged_is_lost() {
    let Some(ground) = Ground::new().await else { return };
    let (a, b, c) = (ground.node(), ground.node(), ground.node());
    all_heard(&[&a, &b, &c]).await;
    let players = pair(a.address, new_game()).await;
    let mut players = move_to(&players, [&b, &c]).await;
    let mut chance = GameRng::for_player(3);
    play_on(&mut players, &mut chance, 3).await;
    let version = players[0].version;
    a.kill();
    let began = Instant::now();
    play_once(&mut players, &mut chance).await;
    println!("taken over in {:?}", began.elapsed());
    assert!(players[0].version > version);
    let mut reader = players[0].client.clone();
    let shown = state(&mut reader, &players[0].table).await;
    assert!(shown["version"].as_u64().unwrap() >= players[0].version);
    assert_eq!(metric(&b, "floe_takeovers_total").await + metric(&c, "floe_takeovers_total").await, 1.0);
    play_on(&mut players, &mut chance, 1_000).await;
    assert_eq!(players[0].now["stage"], "over");
    b.close();
    c.close();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_that_was_paused_past_its_lease_cannot_write_and_its_clients_are_told() {
    let Some(ground) = Ground::new().await else { return };
    let (a, b) = (ground.node(), ground.node());
    all_heard(&[&a, &b]).await;
    let at_a = pair(a.address, new_game()).await;
    let mut players = move_to(&at_a, [&b, &b]).await;
    let [mut left, _] = at_a;
    let mut chance = GameRng::for_player(5);
    let stale = left.version;
    let paused = a.pause();
    // The other node takes over, and the game goes on there.
    play_once(&mut players, &mut chance).await;
    play_once(&mut players, &mut chance).await;
    drop(paused);
    // Whoever stayed with the paused node gets everything that happened meanwhile, in order, and can go on there.
    while left.version < players[0].version {
        left.update().await;
    }
    let refused = left
        .client
        .post(&format!("/api/tables/{}/moves", left.table), json!({"at": stale, "move": "a1-a2"}))
        .await;
    assert!(matches!(refused.status, 409 | 503), "{} {}", refused.status, refused.text);
    while metric(&a, "floe_sessions_lost_total").await < 1.0 {
        sleep(Duration::from_millis(50)).await;
    }
    let mut players = [left, Player::watch(&at(&players[1].client, &a), &players[1].table.clone()).await];
    play_on(&mut players, &mut chance, 1_000).await;
    assert_eq!(players[0].now["stage"], "over");
    let [mut one, _] = players;
    let record = one.client.get(&format!("/api/tables/{}/record", one.table)).await.ok();
    let record: floe_games::Record = serde_json::from_value(record).unwrap();
    record.replay().unwrap();
    a.close();
    b.close();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_is_only_a_pause() {
    let Some(ground) = Ground::new().await else { return };
    let mut nodes = vec![ground.node(), ground.node()];
    all_heard(&[&nodes[0], &nodes[1]]).await;
    let players = pair(nodes[0].address, new_game()).await;
    let mut chance = GameRng::for_player(11);
    let mut players = move_to(&players, [&nodes[1], &nodes[1]]).await;
    for _ in 0..2 {
        // A new node comes, the oldest one leaves.
        nodes.push(ground.node());
        let oldest = nodes.remove(0);
        let began = Instant::now();
        oldest.close();
        let newest = nodes.last().unwrap();
        players = move_to(&players, [newest, newest]).await;
        play_once(&mut players, &mut chance).await;
        println!("closed and moved on in {:?}", began.elapsed());
    }
    play_on(&mut players, &mut chance, 1_000).await;
    assert_eq!(players[0].now["stage"], "over");
    nodes.into_iter().for_each(Node::close);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_go_on_when_nats_was_away() {
    let Some(ground) = Ground::new().await else { return };
    let (a, b) = (ground.node(), ground.node());
    all_heard(&[&a, &b]).await;
    let players = pair(a.address, new_game()).await;
    let [one, two] = players;
    let two = Player::watch(&at(&two.client, &b), &two.table).await;
    let mut players = [one, two];
    let mut chance = GameRng::for_player(13);
    play_on(&mut players, &mut chance, 2).await;
    ground.nats.crash();
    assert_eq!(Client::new(b.address).get("/healthz").await.status, 200);
    // What happens at the owner meanwhile is read from the log.
    if players[0].now["turn"] == 0 {
        play_once(&mut players, &mut chance).await;
    }
    while Client::new(b.address).get("/readyz").await.status != 503 {
        sleep(Duration::from_millis(50)).await;
    }
    ground.nats.restart();
    play_once(&mut players, &mut chance).await;
    play_once(&mut players, &mut chance).await;
    assert_eq!(players[0].version, players[1].version);
    a.close();
    b.close();
}
