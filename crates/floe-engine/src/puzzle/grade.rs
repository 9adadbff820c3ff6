//! How hard a puzzle is: how strong a level must be to find its move.

use std::sync::atomic::AtomicBool;

use floe_games::switches::RuleSet;
use floe_games::{Refusal, Table, Viewer};

use crate::{FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine};

/// The levels that try, how often, and the difficulty of what they find.
const ASKED: [(u8, u64, u8); 3] = [(2, 5, 1), (4, 3, 2), (7, 1, 3)];
/// The level that tries last, and the difficulty of what it finds.
const STRONGEST: (u8, u8) = (10, 4);
/// The difficulty of what no level finds.
const HARDEST: u8 = 5;

/// From 1, which beginners find, to 3; 4 is what none of these levels finds. Levels with noise try several times, and
/// most of their answers must be right.
pub(super) fn first_grade(set: &RuleSet, table: &dyn Table, seat: usize, best: &str) -> Result<u8, Refusal> {
    for (level, times, difficulty) in ASKED {
        let mut found = 0;
        for seed in 0..times {
            found += u64::from(choice(set, table, seat, Level::Number(level), seed)? == best);
        }
        if found * 2 > times {
            return Ok(difficulty);
        }
    }
    Ok(STRONGEST.1)
}

/// The difficulty after a first grade: 5 where not even the strongest level finds the move, and only a proof does.
pub(super) fn last_grade(
    set: &RuleSet,
    table: &dyn Table,
    seat: usize,
    best: &str,
    first: u8,
) -> Result<u8, Refusal> {
    let (level, difficulty) = STRONGEST;
    if first < difficulty || choice(set, table, seat, Level::Number(level), 0)? == best {
        return Ok(first);
    }
    Ok(HARDEST)
}

/// What a level plays.
pub(super) fn choice(
    set: &RuleSet,
    table: &dyn Table,
    seat: usize,
    level: Level,
    seed: u64,
) -> Result<String, Refusal> {
    let position = table.position_text(Viewer::Seat(seat));
    let view = PositionView { position: &position, hidden: table.has_hidden_info() };
    let control =
        SearchControl { timer: &FrozenTimer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    Ok(new_engine(set, level, seed)?.think(view, &Limits::default(), &control)?.best)
}
