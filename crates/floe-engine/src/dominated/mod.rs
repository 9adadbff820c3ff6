//! Moves that a beginner would reject at sight: exact, cheap checks through the rules, without any evaluation.
//!
//! Numbered levels never choose such a move while there is another one. What counts is in `docs/engine/levels.md`.

mod slide;

use std::fmt;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{Rules, Slide, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Actor, Game, GameRng, Refusal, buffet, montauk, standalone};

use crate::{Line, PositionView};

pub(crate) use slide::faults as slide_faults;

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// Another move wins at once or leads to a position that is won at sight; this one does not.
    WinRefused,
    /// It loses at once or leads to a position that is lost at sight; another move is seen not to lose.
    LossChosen,
    /// The player is alone, and less can be taken after this move than after another.
    LessTaken,
    /// A piece that nobody else can reach ends where it can never move again, and could have taken as much and moved on.
    Stranded,
    /// A pyramid could be borne off now, and fewer are in this half of the trick.
    BearOffPassedUp,
    /// The rest of the spends is given up although a pyramid could go ahead.
    SpendWasted,
    /// Another layout of the hand is at least as good in every place and better in one.
    BadLayout,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::WinRefused => "refuses a win at sight",
            Fault::LossChosen => "chooses a loss at sight",
            Fault::LessTaken => "leaves what nobody else can take",
            Fault::Stranded => "strands a piece",
            Fault::BearOffPassedUp => "passes up a bear-off",
            Fault::SpendWasted => "wastes a spend",
            Fault::BadLayout => "lays out a hand badly",
        })
    }
}

/// What is wrong with a move in a position, as the seat to act sees it; `None` if nothing is.
pub fn fault_of(rules: &RuleSet, view: PositionView<'_>, played: &str) -> Result<Option<Fault>, Refusal> {
    visit(rules, Check { view, played })?
}

struct Check<'a> {
    view: PositionView<'a>,
    played: &'a str,
}

/// A position, its legal moves and the one that was played.
type Choice<G> = (<G as Game>::Position, Vec<<G as Game>::Move>, <G as Game>::Move);

impl Check<'_> {
    /// The position, every legal move and the one that was played, which need not be listed.
    fn read<G: Game>(&self, rules: &G::Rules) -> Result<Choice<G>, Refusal> {
        let (position, _) = self.view.turn::<G>(rules, &mut GameRng::for_player(0))?;
        let mut moves = Vec::new();
        G::moves(rules, &position, &mut moves);
        let played = G::parse_move(rules, &position, self.played)?;
        Ok((position, moves, played))
    }
}

/// The fault of the move that was played.
fn pick<M: PartialEq>(moves: &[M], played: M, faults: Vec<Option<Fault>>) -> Option<Fault> {
    moves.iter().zip(faults).find(|(action, _)| **action == played).and_then(|(_, fault)| fault)
}

impl FamilyVisitor for Check<'_> {
    type Output = Result<Option<Fault>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: Rules<B, H>) -> Self::Output {
        let (position, moves, played) = self.read::<Slide<B, H, T>>(&rules)?;
        Ok(pick(&moves, played, slide_faults::<B, H, T>(&rules, &position, &moves)))
    }

    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
        let (position, moves, played) = self.read::<buffet::Buffet<T>>(&rules)?;
        if let buffet::Move::Layout(layout) = played {
            let Actor::Seat(seat) = buffet::Buffet::<T>::actor(&rules, &position) else { return Ok(None) };
            return Ok(crate::buffet::layout_fault(&rules, &position, seat, layout));
        }
        Ok(pick(&moves, played, crate::buffet::faults::<T>(rules, &position, &moves)))
    }

    fn montauk(self, rules: montauk::Rules) -> Self::Output {
        let (position, moves, played) = self.read::<montauk::Montauk>(&rules)?;
        Ok(pick(&moves, played, crate::montauk::faults(&rules, &position, &moves)))
    }

    fn standalone(self, rules: standalone::Rules) -> Self::Output {
        let (position, moves, played) = self.read::<standalone::Standalone>(&rules)?;
        Ok(pick(&moves, played, at_once::<standalone::Standalone>(&rules, &position, &moves)))
    }
}

/// Moves that end the game, against each other: the only check for a game that is known by its rules alone.
pub(crate) fn at_once<G: Game>(
    rules: &G::Rules,
    position: &G::Position,
    actions: &[G::Move],
) -> Vec<Option<Fault>> {
    let Actor::Seat(seat) = G::actor(rules, position) else { return vec![None; actions.len()] };
    let results: Vec<Option<i8>> = actions
        .iter()
        .map(|&action| {
            let mut next = position.clone();
            G::apply(rules, &mut next, action);
            G::outcome(rules, &next).map(|outcome| result_for(&outcome.winners, seat))
        })
        .collect();
    against(&results)
}

/// 1 for a win, 0 for a shared one, -1 for a loss.
fn result_for(winners: &[usize], seat: usize) -> i8 {
    match winners {
        [winner] if *winner == seat => 1,
        winners if winners.contains(&seat) || winners.is_empty() => 0,
        _ => -1,
    }
}

/// What is wrong with moves whose results are known at sight, or are not.
pub(crate) fn against(results: &[Option<i8>]) -> Vec<Option<Fault>> {
    let best = results.iter().flatten().copied().max();
    let fault = |result: &Option<i8>| match (best, result) {
        (Some(1), result) if *result != Some(1) => Some(Fault::WinRefused),
        (Some(0), Some(-1)) => Some(Fault::LossChosen),
        _ => None,
    };
    results.iter().map(fault).collect()
}

/// Leaves out the lines whose first move is at fault, unless all are.
pub(crate) fn without_faults(lines: &[Line], at_fault: impl Fn(&str) -> bool) -> Vec<Line> {
    let sound: Vec<Line> = lines
        .iter()
        .filter(|line| line.moves.first().is_some_and(|first| !at_fault(first)))
        .cloned()
        .collect();
    if sound.is_empty() { lines.to_vec() } else { sound }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_at_sight_is_taken_and_a_loss_avoided() {
        use Fault::{LossChosen, WinRefused};
        assert_eq!(
            against(&[Some(1), None, Some(0), Some(1)]),
            [None, Some(WinRefused), Some(WinRefused), None]
        );
        assert_eq!(against(&[Some(0), None, Some(-1)]), [None, None, Some(LossChosen)]);
        // Nobody knows whether the other move is any better.
        assert_eq!(against(&[Some(-1), None]), [None, None]);
    }
}
