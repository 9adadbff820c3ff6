//! The answer key of sheets: a game of the engine on each board.

use std::sync::atomic::AtomicBool;

use floe_engine::{FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine};
use floe_games::switches::RuleSet;
use floe_games::{Actor, GameRng, Refusal, SeatView, Start, open};
use floe_print::Answer;

/// Plays each board once, every seat at the same level. The same seeds give the same games.
pub fn answers(rules: &RuleSet, seeds: &[u64], level: Level) -> Result<Vec<Answer>, Refusal> {
    seeds.iter().map(|&seed| answer(rules, seed, level)).collect()
}

fn answer(rules: &RuleSet, seed: u64, level: Level) -> Result<Answer, Refusal> {
    let mut table = open(rules, Start::Seed(seed))?;
    let mut chance = GameRng::in_game(seed);
    let stop = AtomicBool::new(false);
    let control = SearchControl { timer: &FrozenTimer, stop: &stop, on_progress: &ignore_progress };
    let mut engines = (0..table.seats())
        .map(|seat| new_engine(rules, level, seed << 8 | seat as u64))
        .collect::<Result<Vec<_>, _>>()?;
    let mut moves = Vec::new();
    loop {
        match table.actor() {
            Actor::Nobody => break,
            Actor::Chance => drop(table.roll(&mut chance)?),
            Actor::Seat(seat) => {
                let SeatView { position, hidden } = table.seat_view(seat);
                let view = PositionView { position: &position, hidden };
                let best = engines[seat].think(view, &Limits::default(), &control)?.best;
                table.play(seat, &best)?;
                moves.push(best);
            }
        }
    }
    let outcome = table.result().ok_or_else(|| Refusal::failed("the game ended without a result"))?;
    Ok(Answer { seed, scores: outcome.scores, moves, by: format!("level {level}") })
}
