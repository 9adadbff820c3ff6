//! The server of the program with the game in it.

use std::net::{IpAddr, Ipv4Addr};

use floe_chaos::client::Client;
use floe_chaos::server::Setup;
use floe_chaos::table::{self, PATIENCE, Player};
use floe_games::Record;
use serde_json::json;

use crate::program::{Folder, PROGRAM};

#[test]
fn a_whole_game_is_played_on_a_server() {
    // The record is replayed in this process.
    crate::game();
    let folder = Folder::new("server");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Setup::new(PROGRAM.as_ref(), &folder.0).start().await.unwrap();
        let mut guest = Client::guest(server.address, IpAddr::from(Ipv4Addr::LOCALHOST)).await.unwrap();
        let games = guest.get("/api/games").await.unwrap().ok().unwrap();
        assert_eq!(games[9]["id"], "isolation");
        let seats = json!([{"kind": "me"}, {"kind": "engine", "level": "2"}]);
        let new = json!({"game": "isolation", "rules": "small", "seats": seats});
        let id = table::make(&mut guest, new).await.unwrap();
        // Over a WebSocket, against an engine of the server.
        let mut player = Player::new(guest.socket().await.unwrap(), &id).await.unwrap();
        while player.play_any(PATIENCE).await.unwrap() {}
        let record = Record::parse(&table::record(&mut guest, &id).await.unwrap().to_string()).unwrap();
        let replayed = record.replay().unwrap().result().unwrap();
        assert_eq!(Some(&replayed), record.result.as_ref());
        assert!(replayed.reason.ends_with("cannot move"), "{replayed:?}");
        let refused =
            guest.post("/api/tables", json!({"game": "isolation", "rules": "rows=2"})).await.unwrap();
        assert_eq!(refused.refusal(), "422 rows cannot be 2; expected 3 to 8");
    });
}
