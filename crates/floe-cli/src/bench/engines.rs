//! The engines: how fast they look, and a signature of what they choose.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use floe_engine::{Asked, Level, Limits, Mind, Still, Watch, mind, nobody_listens};
use floe_games::{Actor, Chance, Refusal, Start, Viewer, open, registry};

use super::Figure;

/// Nodes for each position.
const NODES: u64 = 60_000;
/// How many moves into a random game the positions lie.
const PLIES: [usize; 4] = [0, 9, 20, 32];

/// Thinks about a few positions of a game, so many nodes each, on so many threads. On one thread the nodes, the depth
/// and the moves are the same on every machine: their hash is the signature, and a change that alters play shows.
pub(super) fn think(game: &str, threads: usize) -> Result<Figure, Refusal> {
    let rules = registry::find(game)?.default_rules();
    let mut took = Duration::ZERO;
    let (mut nodes, mut signature) = (0, 0xcbf2_9ce4_8422_2325u64);
    for plies in PLIES {
        let mut mind: Box<dyn Mind> = mind(&rules, Level::Max, 1)?;
        let mut table = open(&rules, Start::Seed(1))?;
        let (mut chance, mut player) = (Chance::during(1), Chance::of_player(1));
        let mut made = 0;
        let seat = loop {
            match table.actor() {
                Actor::Nobody => return Err(Refusal::new("a random game ended before it was thought about")),
                Actor::Chance => {
                    table.roll(&mut chance)?;
                }
                Actor::Seat(seat) if made == plies => break seat,
                Actor::Seat(seat) => {
                    let legal = table.legal();
                    table.play(seat, &legal[player.below(legal.len() as u32) as usize])?;
                    made += 1;
                }
            }
        };
        let position = table.position_text(Viewer::Seat(seat));
        let hidden = position != table.position_text(Viewer::Omniscient);
        let limits = Limits { nodes: Some(NODES), threads, ..Limits::default() };
        let watch = Watch { clock: &Still, stop: &AtomicBool::new(false), tell: &nobody_listens };
        let began = Instant::now();
        let thought = mind.think(Asked { position: &position, hidden }, &limits, &watch)?;
        took += began.elapsed();
        nodes += thought.nodes;
        for byte in format!("{} {} {}\n", thought.nodes, thought.depth, thought.best).bytes() {
            signature = (signature ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    let note = (threads == 1).then(|| format!("signature {signature:016x}"));
    Ok(Figure { note, ..Figure::new(nodes as f64, "nodes", took) })
}
