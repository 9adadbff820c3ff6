//! Solves two-player games of the slide family: the result when both play without a mistake.
//!
//! [`solve`] gives the exact answer or none. Where the last mover wins and shots remove the cells (Amazons) it searches
//! for a proof ([`amazons`]) and can write out the winning strategy; everywhere else it computes the exact margin.

mod amazons;
mod margin;
mod values;

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use floe_board::Bits;
use floe_games::registry::{SlideVisitor, visit_slide};
use floe_games::slide::{Move, Phase, Position, Rules, Slide, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Game, Refusal, read_position};

pub(crate) use margin::fish_after;
pub use values::{MoveValue, move_values};

/// The limits of a solution. The caller keeps the time and sets `stop` when it is up.
#[derive(Debug)]
pub struct SolveLimits<'a> {
    /// How many threads search.
    pub threads: usize,
    /// The size of the transposition table, in bytes.
    pub memory: usize,
    /// Set by the caller to stop the search.
    pub stop: &'a AtomicBool,
    /// Counts the positions searched, so that the caller can show progress.
    pub nodes: &'a AtomicU64,
    /// Gives up after about this many nodes; on one thread the same on every machine.
    pub max_nodes: Option<u64>,
    /// Write the winner's strategy for positions with more open cells than this.
    pub certificate: Option<u32>,
}

impl SolveLimits<'_> {
    /// Should the search give up?
    fn is_spent(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.max_nodes.is_some_and(|max| self.nodes.load(Ordering::Relaxed) >= max)
    }
}

/// A solved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The seats that win when no one makes a mistake; two seats share the win.
    pub winners: Vec<usize>,
    /// By how much, where fish are counted.
    pub margin: Option<Margin>,
    /// A line of best moves from here on. It is complete unless the search was stopped while it was extracted.
    pub line: Vec<String>,
    /// The strategy, if it was requested and there was time to write it.
    pub certificate: Option<Certificate>,
}

/// How far seat 0 ends ahead of seat 1 when both play for the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margin {
    /// In fish.
    pub fish: i64,
    /// In cells with fish; zero where they decide nothing.
    pub tiles: i64,
}

/// A winning strategy as text; `docs/engine/solve.md` explains the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The lines.
    pub text: String,
    /// For how many positions it holds a move.
    pub positions: usize,
}

/// Solves a position given as text. `None` if it was stopped early; a refusal if the game is not for two players, has
/// chance events, or is not of the family.
pub fn solve(set: &RuleSet, position: &str, limits: &SolveLimits<'_>) -> Result<Option<Solution>, Refusal> {
    visit_slide(set, Solve { position, limits })?
}

struct Solve<'a> {
    position: &'a str,
    limits: &'a SolveLimits<'a>,
}

impl SlideVisitor for Solve<'_> {
    type Output = Result<Option<Solution>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: Rules<B, H>) -> Self::Output {
        let position = read_position::<Slide<B, H, T>>(&rules, self.position)?;
        fits::<B, H, T>(&rules, &position)?;
        let proof = rules.shoots::<T>() && rules.is_amazons() && rules.plan.board.cells() <= 64;
        if self.limits.certificate.is_some() && !proof {
            return Err(Refusal::unsupported(
                "a strategy is written only for Amazons on boards of up to 64 cells; omit --certificate",
            ));
        }
        if let Some(outcome) = Slide::<B, H, T>::outcome(&rules, &position) {
            let (winners, line) = (outcome.winners, Vec::new());
            let margin = rules.counts_fish().then(|| margin::at_end(&rules, &position));
            return match self.limits.certificate {
                Some(_) => Err(Refusal::game_over("the game is over: there is no strategy to write")),
                None => Ok(Some(Solution { winners, margin, line, certificate: None })),
            };
        }
        match proof {
            true => amazons::solve::<B, H, T>(&rules, &position, self.limits),
            false => Ok(margin::solve::<B, H, T>(&rules, &position, self.limits)),
        }
    }
}

/// Refuses positions that cannot be solved, with the reason.
fn fits<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
) -> Result<(), Refusal> {
    let seats = Slide::<B, H, T>::seats(rules);
    if seats != 2 {
        return Err(Refusal::unsupported(format!(
            "only two-player games can be solved; this one is for {seats} (use players=2)"
        )));
    }
    if position.phase() == Phase::Draw || position.phase() == Phase::Lay && rules.draws_tiles() {
        return Err(Refusal::invalid_position(
            "chance still has tiles to draw; solve a position in which all are laid (lay=random deals them at the start)",
        ));
    }
    if position.is_swap_open() && rules.is_amazons() {
        return Err(Refusal::unsupported(
            "sides can still be swapped there; where the last move wins, give a position after that",
        ));
    }
    if (0..seats).any(|seat| position.is_eliminated(seat)) || !rules.has_room(position) {
        return Err(Refusal::unsupported(
            "a player is eliminated there, or would be for lack of a cell to place on",
        ));
    }
    Ok(())
}

/// The legal moves of a position.
fn moves_of<B: Bits, const H: usize, T: Turn>(rules: &Rules<B, H>, position: &Position<B>) -> Vec<Move> {
    let mut moves = Vec::new();
    Slide::<B, H, T>::moves(rules, position, &mut moves);
    moves
}

/// The position after a move.
fn after<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    action: Move,
) -> Position<B> {
    let mut next = *position;
    Slide::<B, H, T>::apply(rules, &mut next, action);
    next
}
