//! Which spends give something away that the half of the trick offers: the checks are exact and need no evaluation.

use std::collections::HashMap;

use floe_games::Game;
use floe_games::montauk::{Montauk, Move, PYRAMIDS, Phase, Position, Rules};

use super::spending::key;
use super::switches::Switches;
use crate::dominated::Fault;

/// The boxes of a player's pyramids, the highest first; 0 is off.
type Places = [u8; PYRAMIDS];

/// What is wrong with each of these spends, if anything: to pass while a pyramid can still go ahead, and not to bear off
/// where that is possible now, fewer come off in the end, and no pyramid gets further for it.
pub(crate) fn faults(
    rules: &Rules,
    switches: &Switches,
    position: &Position,
    actions: &[Move],
) -> Vec<Option<Fault>> {
    if position.phase != Phase::Spend || switches.per_null > 0.0 {
        return vec![None; actions.len()];
    }
    let possible = actions.iter().any(bears_off);
    // Where sixes bear off from lower boxes only when the higher are empty, a pyramid may stand too far ahead.
    let ahead_is_better = !switches.backgammon;
    let pass = match (possible, ahead_is_better && actions.iter().any(|action| *action != Move::Pass)) {
        (true, _) => Some(Fault::BearOffPassedUp),
        (false, true) => Some(Fault::SpendWasted),
        (false, false) => None,
    };
    // Where pyramids count by their sizes, which one comes off matters as well.
    let ends = (possible && ahead_is_better && !switches.pips).then(|| ends(rules, position, actions));
    let all = |ends: &[Vec<Places>]| {
        let mut best = Vec::new();
        ends.iter().flatten().for_each(|&end| add(&mut best, end));
        best
    };
    let best = ends.as_deref().map(all).unwrap_or_default();
    let passed_up = |number: usize, action: &Move| {
        let Some(ends) = ends.as_ref().filter(|_| !bears_off(action)) else { return false };
        most_off(&ends[number]) < most_off(&best) && !ends[number].iter().any(|end| best.contains(end))
    };
    let fault = |(number, action): (usize, &Move)| match action {
        Move::Pass => pass,
        action => passed_up(number, action).then_some(Fault::BearOffPassedUp),
    };
    actions.iter().enumerate().map(fault).collect()
}

/// Which of these spends a beginner considers: whoever can bear off does, unless as many come off later, and nobody
/// passes who can go ahead. To bear off the wrong pyramid first, or to miss that two spends together bear one off, is a
/// mistake that beginners make.
pub(super) fn considered(
    rules: &Rules,
    switches: &Switches,
    position: &Position,
    actions: &[Move],
) -> Vec<bool> {
    let faults = faults(rules, switches, position, actions);
    let mut considered: Vec<bool> = faults.iter().map(Option::is_none).collect();
    let counts_alike = !switches.pips && !switches.race;
    if counts_alike && position.phase == Phase::Spend && actions.iter().any(bears_off) {
        let off: Vec<usize> = ends(rules, position, actions).iter().map(|ends| most_off(ends)).collect();
        let most = off.iter().copied().max().unwrap_or(0);
        for ((considered, action), off) in considered.iter_mut().zip(actions).zip(off) {
            *considered &= bears_off(action) || off == most;
        }
    }
    considered
}

fn bears_off(action: &Move) -> bool {
    matches!(action, Move::Spend(spend) if spend.to == 0)
}

/// The boards that the rest of the half can lead to after each of these spends.
fn ends(rules: &Rules, position: &Position, actions: &[Move]) -> Vec<Vec<Places>> {
    let mut ends = HalfEnds { rules, seat: position.winner(), known: HashMap::new() };
    actions.iter().map(|&action| ends.after(position, action)).collect()
}

/// The boards that the rest of a half of a trick can lead to, of which none is as far as another.
struct HalfEnds<'a> {
    rules: &'a Rules,
    seat: usize,
    known: HashMap<(u32, u32, u16), Vec<Places>>,
}

impl HalfEnds<'_> {
    fn after(&mut self, position: &Position, action: Move) -> Vec<Places> {
        let mut next = *position;
        Montauk::apply(self.rules, &mut next, action);
        if next.phase == Phase::Spend {
            return self.of(&next);
        }
        // The half has ended, and with it perhaps the round: the board as it was before it was cleared.
        let mut places = position.boards[self.seat].map(|pyramid| pyramid.place());
        if let Move::Spend(spend) = action
            && let Some(moved) = places.iter_mut().find(|place| **place == spend.from)
        {
            *moved = spend.to;
        }
        places.sort_unstable_by(|one, other| other.cmp(one));
        vec![places]
    }

    fn of(&mut self, position: &Position) -> Vec<Places> {
        let key = key(position, self.seat);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut moves = Vec::new();
        Montauk::moves(self.rules, position, &mut moves);
        let mut best = Vec::new();
        for action in moves {
            self.after(position, action).into_iter().for_each(|end| add(&mut best, end));
        }
        self.known.insert(key, best.clone());
        best
    }
}

/// How many pyramids are off on the best of these boards.
fn most_off(ends: &[Places]) -> usize {
    let off = |places: &Places| places.iter().filter(|place| **place == 0).count();
    ends.iter().map(off).max().unwrap_or(0)
}

/// Is every pyramid of one board at least as far as that of the other?
fn as_far(one: &Places, other: &Places) -> bool {
    one.iter().zip(other).all(|(one, other)| one <= other)
}

/// Adds a board to those of which none is as far as another.
fn add(best: &mut Vec<Places>, end: Places) {
    if !best.iter().any(|known| as_far(known, &end)) {
        best.retain(|known| !as_far(&end, known));
        best.push(end);
    }
}
