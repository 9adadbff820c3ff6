//! Checks a puzzle again: by the solver, and for small positions by brute force.

use std::sync::atomic::AtomicBool;

use floe_games::switches::excerpt;
use floe_games::{Actor, Refusal, Viewer};

use super::{ExactValues, MAX_SOLUTION, Puzzle, brute_force, prove};

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// The solver confirmed the puzzle.
    pub solved: bool,
    /// Brute force confirmed the puzzle.
    pub by_brute_force: bool,
}

/// Proves a puzzle again, with at most `solver` positions for the solver and `by_rules` for brute force; zero skips
/// one. The report says which of the two finished; a refusal says what is wrong with the puzzle.
pub fn check(puzzle: &Puzzle, solver: u64, by_rules: u64) -> Result<CheckReport, Refusal> {
    let invalid = |message: String| Refusal::invalid_request(format!("{}: {message}", excerpt(&puzzle.id)));
    let set = puzzle.rule_set().map_err(|refusal| invalid(refusal.to_string()))?;
    let mut table = puzzle.table().map_err(|refusal| invalid(refusal.to_string()))?;
    if puzzle.solution.is_empty() || puzzle.solution.len() > MAX_SOLUTION {
        return Err(invalid(format!(
            "a solution has 1 to {MAX_SOLUTION} moves, not {}",
            puzzle.solution.len()
        )));
    }
    if !(1..=5).contains(&puzzle.difficulty) {
        return Err(invalid(format!("a difficulty is 1 to 5, not {}", puzzle.difficulty)));
    }
    let position = table.position_text(Viewer::Omniscient);
    let solved = match solver {
        0 => None,
        most => prove(&set, &position, most, &AtomicBool::new(false))?,
    };
    let by_brute_force = match by_rules {
        0 => None,
        most => brute_force(&set, &position, most)?,
    };
    for proof in [&solved, &by_brute_force].into_iter().flatten() {
        agrees(puzzle, proof).map_err(invalid)?;
    }
    // The line is legal, and the seats alternate.
    let mut seat = puzzle.seat;
    for text in &puzzle.solution {
        if table.actor() != Actor::Seat(seat) {
            return Err(invalid(format!("it is not seat {seat}'s turn before {}", excerpt(text))));
        }
        table.play(seat, text).map_err(|refusal| invalid(refusal.to_string()))?;
        seat = 1 - seat;
    }
    Ok(CheckReport { solved: solved.is_some(), by_brute_force: by_brute_force.is_some() })
}

fn agrees(puzzle: &Puzzle, proof: &ExactValues) -> Result<(), String> {
    let key_move = proof.key_move().ok_or("no single move is right there")?;
    let (best, second) = (key_move.value.points, key_move.second.points);
    match () {
        () if key_move.best != puzzle.answer() => {
            Err(format!("{} is the right move, not {}", key_move.best, excerpt(puzzle.answer())))
        }
        () if (best, second) != (puzzle.best, puzzle.second) => {
            let (given, other) = (puzzle.best, puzzle.second);
            Err(format!("the best moves are worth {best} and {second}, not {given} and {other}"))
        }
        () if key_move.goal != puzzle.goal => {
            Err(format!("the goal is {:?}, not {:?}", key_move.goal, puzzle.goal))
        }
        () => Ok(()),
    }
}
