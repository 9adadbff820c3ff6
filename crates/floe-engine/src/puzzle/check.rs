//! A puzzle proved again: by the solver, and where little is left by the rules alone.

use std::sync::atomic::AtomicBool;

use floe_games::switches::shown;
use floe_games::{Actor, Refusal, Viewer};

use super::{LONGEST, Proof, Puzzle, plain, prove};

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The solver looked at every move and found what the puzzle says.
    pub solved: bool,
    /// So did plain search by the rules alone.
    pub plainly: bool,
}

/// Proves a puzzle again, looking at so many positions at most with the solver and with plain search; zero leaves one
/// out. What neither reached is told; a refusal says what is wrong with the puzzle.
pub fn check(puzzle: &Puzzle, solver: u64, by_rules: u64) -> Result<Checked, Refusal> {
    let wrong = |words: String| Refusal(format!("{}: {words}", shown(&puzzle.id)));
    let set = puzzle.rule_set().map_err(|refusal| wrong(refusal.to_string()))?;
    let mut table = puzzle.table().map_err(|refusal| wrong(refusal.to_string()))?;
    if puzzle.solution.is_empty() || puzzle.solution.len() > LONGEST {
        return Err(wrong(format!("a solution has 1 to {LONGEST} moves, not {}", puzzle.solution.len())));
    }
    if !(1..=5).contains(&puzzle.difficulty) {
        return Err(wrong(format!("a difficulty is 1 to 5, not {}", puzzle.difficulty)));
    }
    let position = table.position_text(Viewer::Omniscient);
    let solved = match solver {
        0 => None,
        most => prove(&set, &position, most, &AtomicBool::new(false))?,
    };
    let plainly = match by_rules {
        0 => None,
        most => plain(&set, &position, most)?,
    };
    for proof in [&solved, &plainly].into_iter().flatten() {
        agrees(puzzle, proof).map_err(wrong)?;
    }
    // The line is legal, and the seats alternate.
    let mut seat = puzzle.seat;
    for text in &puzzle.solution {
        if table.actor() != Actor::Seat(seat) {
            return Err(wrong(format!("seat {seat} is not to move before {}", shown(text))));
        }
        table.play(seat, text).map_err(|refusal| wrong(refusal.to_string()))?;
        seat = 1 - seat;
    }
    Ok(Checked { solved: solved.is_some(), plainly: plainly.is_some() })
}

fn agrees(puzzle: &Puzzle, proof: &Proof) -> Result<(), String> {
    let point = proof.point().ok_or("no move stands alone there")?;
    let (best, second) = (point.worth.points, point.second.points);
    match () {
        () if point.best != puzzle.answer() => {
            Err(format!("{} is the right move, not {}", point.best, shown(puzzle.answer())))
        }
        () if (best, second) != (puzzle.best, puzzle.second) => {
            let (said, other) = (puzzle.best, puzzle.second);
            Err(format!("the best moves are worth {best} and {second}, not {said} and {other}"))
        }
        () if point.goal != puzzle.goal => {
            Err(format!("the goal is {:?}, not {:?}", point.goal, puzzle.goal))
        }
        () => Ok(()),
    }
}
