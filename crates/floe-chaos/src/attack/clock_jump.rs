//! The wall clock of the server's machine jumps by an hour in the middle of a game with a clock. The player to move
//! must not lose for it, and must be charged the time that really passed.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{Context, VICTIM};
use crate::client::Client;
use crate::faketime::FakeClock;
use crate::folder::Folder;
use crate::report::{Row, Verdict};
use crate::server::Setup;
use crate::table::{self, PATIENCE, Player};
use crate::victim::script;

const HOUR: i64 = 3600;
/// How long the player thinks, half of it before the jump.
const THOUGHT: Duration = Duration::from_millis(1600);
/// By how much the charge may be off, in milliseconds: the latency of messages on a busy machine.
const TOLERANCE_MS: i64 = 300;

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let folder = Folder::new("clock-jump").map_err(|error| error.to_string())?;
    let clock = match FakeClock::new(folder.path()) {
        Ok(clock) => clock,
        Err(missing) => return Ok(vec![Row::new("clock-jump", Verdict::Skipped(missing))]),
    };
    let mut rows = Vec::new();
    for (name, offset) in [("an hour forward", HOUR), ("an hour back", -HOUR)] {
        clock.jump(0)?;
        let home = Folder::new("clock-jump-data").map_err(|error| error.to_string())?;
        let server = clock.applied_to(Setup::new(&context.program, home.path())).start().await?;
        let seen = one_game(server.address, &clock, offset).await;
        server.kill().await;
        let row = match seen {
            Ok((thought, charged)) => {
                let off = charged - thought;
                Row::new(format!("clock-jump/{name}"), Verdict::from_bound(off.abs() <= TOLERANCE_MS))
                    .attacked(format!("{charged} ms charged for {thought} ms"))
                    .figures(json!({"thought_ms": thought, "charged_ms": charged}))
            }
            Err(words) => Row::new(format!("clock-jump/{name}"), Verdict::Open)
                .attacked(format!("the move was not accepted: {words}")),
        };
        rows.push(row.bound(format!("the true time, {TOLERANCE_MS} ms off at most")));
    }
    Ok(rows)
}

/// What the player thought after the jump and what it was charged, in milliseconds.
async fn one_game(
    server: std::net::SocketAddr,
    clock: &FakeClock,
    offset: i64,
) -> Result<(i64, i64), String> {
    let mut one = Client::guest(server, VICTIM).await?;
    let mut two = Client::guest(server, VICTIM).await?;
    let id = table::make_for_two(&mut one, &mut two, json!({"game": "amazons", "clock": "300+0"})).await?;
    let mut players = [
        Player::with_script(one.socket().await?, &id).await?,
        Player::with_script(two.socket().await?, &id).await?,
    ];
    let script = script(4)?;
    for (ply, text) in script[..4].iter().enumerate() {
        let player = &mut players[ply % 2];
        player.until_turn(PATIENCE).await?;
        player.play(text).await?;
    }
    let mover = &mut players[0];
    mover.until_turn(PATIENCE).await?;
    let before = mover.left_ms().ok_or("no clock")? as i64;
    tokio::time::sleep(THOUGHT / 2).await;
    clock.jump(offset)?;
    tokio::time::sleep(THOUGHT / 2).await;
    let thought = Instant::now().saturating_duration_since(mover.heard_at).as_millis() as i64;
    let version = mover.play(&script[4]).await?;
    while mover.version < version {
        mover.advance(PATIENCE).await?;
    }
    if !mover.is_live() {
        return Err("the game is over".into());
    }
    let after = mover.left_ms().ok_or("no clock")? as i64;
    Ok((thought, before - after))
}
