//! The engines: their search speed, and a signature of the moves they choose.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use floe_engine::Timer as _;
use floe_engine::{
    Engine, FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine,
};
use floe_games::manifest::Hides;
use floe_games::{GameRng, Refusal, SeatView, Start, next_seat, open, registry};

use floe_referee::Stopwatch;

use super::Figure;

/// Nodes per position. Where hands are hidden a node is a pair of hands, which is far cheaper.
fn nodes(game: &str) -> u64 {
    let hidden = registry::find(game).is_ok_and(|game| game.hides == Hides::Hands);
    if hidden { 6_000_000 } else { 60_000 }
}

/// The number of random moves played before each position.
const PLIES: [usize; 4] = [0, 9, 20, 32];

/// The time per move of [`on_time`].
const SHORT: Duration = Duration::from_millis(10);

/// Plays random games of several kinds and gives the engines 10 ms for every position: measures how late they answer.
pub(super) fn on_time() -> Result<Figure, Refusal> {
    let mut late = Vec::new();
    let began = Instant::now();
    for game in ["amazons", "penguins", "paper-penguins", "amazon-penguins", "penguin-buffet", "montauk"] {
        let rules = registry::find(game)?.default_rules();
        for seed in 0..4 {
            let mut engine = new_engine(&rules, Level::Max, seed)?;
            let mut table = open(&rules, Start::Seed(seed))?;
            let (mut chance, mut player) = (GameRng::in_game(seed), GameRng::for_player(seed));
            while let Some(seat) = next_seat(&mut *table, &mut chance)? {
                let SeatView { position, hidden } = table.seat_view(seat);
                let limits = Limits { time: Some(SHORT), ..Limits::default() };
                let clock = Stopwatch::start();
                let control = SearchControl {
                    timer: &clock,
                    stop: &AtomicBool::new(false),
                    on_progress: &ignore_progress,
                };
                engine.think(PositionView { position: &position, hidden }, &limits, &control)?;
                late.push(clock.elapsed().saturating_sub(SHORT));
                let legal = table.legal_moves();
                table.play(seat, &legal[player.below(legal.len() as u32) as usize])?;
            }
        }
    }
    late.sort_unstable();
    let share = |share: f64| late.get((late.len() as f64 * share) as usize).copied().unwrap_or_default();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let note = format!("late by {:.1} ms at p99, {:.1} at p99.9", ms(share(0.99)), ms(share(0.999)));
    let figure = Figure::new(late.len() as f64, "thoughts", began.elapsed());
    Ok(Figure { worst: late.last().map(|late| *late + SHORT), note: Some(note), ..figure })
}

/// Searches a few positions of a game with the same node limit and number of threads. On one thread the nodes, the
/// depth and the moves are the same on every machine: their hash is the signature, which shows any change that alters
/// play.
pub(super) fn think(game: &str, threads: usize) -> Result<Figure, Refusal> {
    let rules = registry::find(game)?.default_rules();
    let mut took = Duration::ZERO;
    let (mut looked, mut signature) = (0, 0xcbf2_9ce4_8422_2325u64);
    'positions: for plies in PLIES {
        let mut engine: Box<dyn Engine> = new_engine(&rules, Level::Max, 1)?;
        let mut table = open(&rules, Start::Seed(1))?;
        let (mut chance, mut player) = (GameRng::in_game(1), GameRng::for_player(1));
        for _ in 0..plies {
            // Short games end before that.
            let Some(seat) = next_seat(&mut *table, &mut chance)? else { continue 'positions };
            let legal = table.legal_moves();
            table.play(seat, &legal[player.below(legal.len() as u32) as usize])?;
        }
        let Some(seat) = next_seat(&mut *table, &mut chance)? else { continue };
        let SeatView { position, hidden } = table.seat_view(seat);
        let limits = Limits { nodes: Some(nodes(game)), threads, ..Limits::default() };
        let control = SearchControl {
            timer: &FrozenTimer,
            stop: &AtomicBool::new(false),
            on_progress: &ignore_progress,
        };
        let began = Instant::now();
        let analysis = engine.think(PositionView { position: &position, hidden }, &limits, &control)?;
        took += began.elapsed();
        looked += analysis.nodes;
        for byte in format!("{} {} {}\n", analysis.nodes, analysis.depth, analysis.best).bytes() {
            signature = (signature ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    let note = (threads == 1).then(|| format!("signature {signature:016x}"));
    Ok(Figure { note, ..Figure::new(looked as f64, "nodes", took) })
}
