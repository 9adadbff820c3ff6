//! A player answers the server's pings late, so that the latency seems high and is deducted from the time of each move.
//! The gain is the time the player really thought, as far as its own clock can tell, minus the time it was charged. An
//! honest player next to it does the same with pings answered immediately.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{ATTACKER, Context, VICTIM};
use crate::client::Client;
use crate::report::{Row, Verdict};
use crate::table::{self, PATIENCE, Player};
use crate::victim::script;

/// How late the pings are answered.
const LATE: Duration = Duration::from_millis(450);
/// How long both players think about a move: longer than the latency can seem.
const THOUGHT: Duration = Duration::from_millis(470);

/// What the documentation grants a seat, in milliseconds: the initial allowance, the refill per move, and the maximum
/// per move.
const ALLOWANCE_MS: u64 = 1_000;
const BACK_MS: u64 = 100;
const MAX_MS: u64 = 500;

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let (server, _folder) = context.server("late-pongs").await?;
    let moves = if context.quick { 15 } else { 60 };
    let honest_from = Ipv4Addr::new(127, 0, 0, 3);
    let mut late = Client::guest(server.address, ATTACKER).await?;
    let mut honest = Client::guest(server.address, honest_from).await?;
    let mut one = Client::guest(server.address, VICTIM).await?;
    let mut two = Client::guest(server.address, VICTIM).await?;
    let (late, honest) = tokio::join!(
        play(&mut late, LATE, &mut one, moves),
        play(&mut honest, Duration::ZERO, &mut two, moves)
    );
    let (late, honest) = (late?, honest?);
    server.kill().await;
    // A clock in whole milliseconds may be off by one per move.
    let granted = late.granted_ms(LATE.as_millis() as u64) + moves as u64;
    let excess = late.gained_ms().saturating_sub(granted as i64).max(0);
    let words = |one: &TimedMoves| format!("{} ms gained in {} moves", one.gained_ms(), one.moves.len());
    Ok(vec![
        Row::new("late-pongs", Verdict::from_bound(excess == 0))
            .quiet(format!("honest: {}", words(&honest)))
            .attacked(words(&late))
            .bound(format!("{granted} ms are granted"))
            .note(format!("pings answered {} ms late; {excess} ms more than is granted", LATE.as_millis()))
            .figures(json!({
                "gained_ms": late.gained_ms(), "granted_ms": granted, "excess_ms": excess,
                "honest_gained_ms": honest.gained_ms(), "moves": late.moves.len(),
            })),
    ])
}

/// The moves of one player, in milliseconds thought and charged, and how many each game had.
#[derive(Default)]
struct TimedMoves {
    moves: Vec<(u64, i64)>,
    games: Vec<usize>,
}

impl TimedMoves {
    fn gained_ms(&self) -> i64 {
        self.moves.iter().map(|(thought, charged)| *thought as i64 - charged).sum()
    }

    /// What the documentation grants for these games to a player with this latency.
    fn granted_ms(&self, way_ms: u64) -> u64 {
        self.games.iter().map(|moves| granted_ms(*moves, way_ms)).sum()
    }
}

fn granted_ms(moves: usize, way_ms: u64) -> u64 {
    let (mut allowance, mut sum) = (ALLOWANCE_MS, 0);
    for _ in 0..moves {
        let forgiven = way_ms.min(allowance).min(MAX_MS);
        sum += forgiven;
        allowance = (allowance - forgiven + BACK_MS).min(ALLOWANCE_MS);
    }
    sum
}

/// Plays games until the player has made this many moves that count.
async fn play(
    client: &mut Client,
    pong_after: Duration,
    other: &mut Client,
    moves: usize,
) -> Result<TimedMoves, String> {
    let mut sum = TimedMoves::default();
    let script = script(3)?;
    while sum.moves.len() < moves {
        let new = json!({"game": "amazons", "clock": "600+0", "private": true});
        let id = table::make_for_two(client, other, new).await?;
        let mut mover = Player::with_script(client.socket_with(pong_after).await?, &id).await?;
        let mut waits = Player::with_script(other.socket().await?, &id).await?;
        // The server measures the latency when the connection is new.
        tokio::time::sleep(LATE + Duration::from_millis(300)).await;
        let mut own = 0;
        for pair in script.chunks(2) {
            if sum.moves.len() == moves || !mover.until_turn(PATIENCE).await? {
                break;
            }
            let before = mover.left_ms().ok_or("no clock")?;
            tokio::time::sleep_until((mover.heard_at + THOUGHT).into()).await;
            let thought = Instant::now().saturating_duration_since(mover.heard_at);
            let version = mover.play(&pair[0]).await?;
            while mover.version < version {
                mover.advance(PATIENCE).await?;
            }
            let after = mover.left_ms().ok_or("no clock")?;
            own += 1;
            // The player starts to think about the first move of a game before seeing the game.
            if own > 1 {
                sum.moves.push((thought.as_millis() as u64, before as i64 - after as i64));
            }
            if let Some(reply) = pair.get(1)
                && waits.until_turn(PATIENCE).await?
            {
                waits.play(reply).await?;
            }
        }
        sum.games.push(own);
        let _ = table::act(client, &id, "resign").await;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_granted_runs_out() {
        assert_eq!(granted_ms(0, 450), 0);
        assert_eq!(granted_ms(1, 450), 450);
        assert_eq!(granted_ms(2, 450), 900);
        // 1000 - 900 + 200 are left, and from then on the refill.
        assert_eq!(granted_ms(3, 450), 1200);
        assert_eq!(granted_ms(60, 450), 1200 + 57 * 100);
        assert_eq!(granted_ms(60, 900), granted_ms(60, 500));
        assert_eq!(granted_ms(60, 3), 180);
    }
}
