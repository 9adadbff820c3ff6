//! One game of the engine against itself, observed by a judge.

use std::sync::atomic::{AtomicBool, Ordering};

use floe_engine::{
    Analysis, Engine, FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine,
};
use floe_games::switches::RuleSet;
use floe_games::{Actor, GameRng, Refusal, SeatView, Start, Table, Viewer, open};

use crate::{Decision, GameHistory};

/// A rule set and the levels that play it.
#[derive(Clone, Debug)]
pub struct Matchup {
    /// The rules.
    pub rules: RuleSet,
    /// The level that plays.
    pub level: Level,
    /// The level of all other seats, if different; the seat of `level` rotates from game to game.
    pub against: Option<Level>,
    /// The level that judges who is ahead; `None` means `level`, or level 3 if that cannot judge.
    pub judge: Option<Level>,
}

impl Matchup {
    /// The level that judges who is ahead.
    pub fn judge(&self) -> Level {
        match (self.judge, self.level) {
            (Some(judge), _) => judge,
            (None, Level::Random | Level::Greedy) => Level::Number(3),
            (None, level) => level,
        }
    }
}

/// Plays game number `number` of a seed. The result depends only on the arguments, unless a player is limited by time.
/// `None` if `stop` was set before the end.
///
/// With two levels, games come in rounds with one game per seat: the same start, the tested level in each seat once.
pub fn play(
    bench: &Matchup,
    seed: u64,
    number: u64,
    stop: &AtomicBool,
) -> Result<Option<GameHistory>, Refusal> {
    let opened = |seed| open(&bench.rules, Start::Seed(seed));
    let seats = opened(seed)?.seats();
    let (start, tested) = match bench.against {
        None => (number, None),
        Some(_) => (number / seats as u64, Some((number % seats as u64) as usize)),
    };
    let deal = seed.wrapping_add(start);
    let mut table = opened(deal)?;
    let mut chance = GameRng::in_game(deal);
    let levels: Vec<Level> = (0..seats)
        .map(|seat| match bench.against {
            Some(other) if tested != Some(seat) => other,
            _ => bench.level,
        })
        .collect();
    // Engines draw from their own random streams: one for each start, seat order and seat.
    let order = tested.map_or(0, |seat| seat as u64 + 1);
    let new =
        |level, chair: usize| new_engine(&bench.rules, level, (deal << 8) | (order << 4) | chair as u64);
    let mut engines = Vec::new();
    for (seat, &level) in levels.iter().enumerate() {
        engines.push(new(level, seat)?);
    }
    let judging = bench.judge();
    let mut judge = match levels.iter().all(|&level| level == judging) {
        true => None,
        false => Some(new(judging, seats)?),
    };
    // Where the last mover or the better hands win, the scores of the table decide nothing.
    let counts = ["last_mover", "poker"].iter().all(|score| bench.rules.get("score") != score);
    let mut mark = follow(0xcbf2_9ce4_8422_2325, &table.start_text(Viewer::Omniscient));
    let mut decisions = Vec::new();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let seat = match table.actor() {
            Actor::Nobody => break,
            Actor::Chance => {
                mark = follow(mark, &table.roll(&mut chance)?.to_string());
                continue;
            }
            Actor::Seat(seat) => seat,
        };
        let (phase, choices) = (table.phase(), table.legal_count());
        let analysis = ask(&mut *engines[seat], &*table, seat, stop)?;
        let win = match &mut judge {
            // Who leads is unknown while tiles are laid.
            _ if phase == "lay" => None,
            Some(judge) if levels[seat] != judging => chances(&ask(&mut **judge, &*table, seat, stop)?),
            _ => chances(&analysis),
        };
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        table.play(seat, &analysis.best)?;
        mark = follow(mark, &analysis.best);
        let scores = table.scores();
        let ahead = alone_ahead(&scores).filter(|_| counts);
        let others = scores.iter().skip(1).max().copied().unwrap_or(0);
        let lead = if counts { (scores[0] - others) as i32 } else { 0 };
        decisions.push(Decision { phase: phase.into(), seat, choices, win, ahead, lead });
    }
    let outcome = table.result().ok_or_else(|| Refusal::failed("the game ended without a result"))?;
    let scores = if counts { outcome.scores } else { vec![0; seats] };
    Ok(Some(GameHistory { seats, decisions, winners: outcome.winners, scores, tested, fingerprint: mark }))
}

/// An engine's analysis for a seat, based on what that seat sees.
fn ask(
    engine: &mut dyn Engine,
    table: &dyn Table,
    seat: usize,
    stop: &AtomicBool,
) -> Result<Analysis, Refusal> {
    let SeatView { position, hidden } = table.seat_view(seat);
    let control = SearchControl { timer: &FrozenTimer, stop, on_progress: &ignore_progress };
    engine.think(PositionView { position: &position, hidden }, &Limits::default(), &control)
}

fn chances(analysis: &Analysis) -> Option<f64> {
    analysis.lines.first().map(|line| line.evaluation.win)
}

/// The hash of the previous hash and this (FNV-1a).
fn follow(mark: u64, text: &str) -> u64 {
    text.bytes()
        .chain([b'\n'])
        .fold(mark, |mark, byte| (mark ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

fn alone_ahead(scores: &[i64]) -> Option<usize> {
    let max = scores.iter().max()?;
    let mut best = scores.iter().enumerate().filter(|(_, score)| *score == max);
    let (seat, _) = best.next()?;
    best.next().is_none().then_some(seat)
}
