//! The simplest players: any move, or the move that scores most at once.

use floe_games::{Actor, Chance, Game, Refusal, read_position};

use crate::{Asked, Limits, Line, Mind, Rng, Thought, Watch, Worth};

/// How a simple player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Every legal move is as likely.
    Any,
    /// A move after which the own score is furthest ahead; of equals, any.
    Furthest,
}

/// A player of any game that looks one move ahead at most.
pub(crate) struct Simple<G: Game> {
    rules: G::Rules,
    choice: Choice,
    rng: Rng,
    chance: Chance,
}

impl<G: Game> Simple<G> {
    pub(crate) fn new(rules: G::Rules, choice: Choice, seed: u64) -> Simple<G> {
        Simple { rules, choice, rng: Rng::new(seed), chance: Chance::of_player(seed) }
    }
}

impl<G: Game> Mind for Simple<G> {
    fn think(&mut self, asked: Asked<'_>, _limits: &Limits, _watch: &Watch<'_>) -> Result<Thought, Refusal> {
        let position = read::<G>(&self.rules, asked, &mut self.chance)?;
        let seat = to_act::<G>(&self.rules, &position)?;
        let mut moves = Vec::new();
        G::moves(&self.rules, &position, &mut moves);
        let nodes = if self.choice == Choice::Furthest { moves.len() as u64 } else { 0 };
        let mut margin = None;
        if self.choice == Choice::Furthest {
            let leads: Vec<i64> = moves
                .iter()
                .map(|&action| {
                    let mut next = position.clone();
                    G::apply(&self.rules, &mut next, action);
                    lead::<G>(&self.rules, &next, seat)
                })
                .collect();
            let best = leads.iter().copied().max();
            margin = best.map(|lead| lead as f64);
            let mut leads = leads.into_iter();
            moves.retain(|_| leads.next() == best);
        }
        if moves.is_empty() {
            return Err(Refusal::new("there is no legal move here"));
        }
        let action = moves[self.rng.below(moves.len() as u32) as usize];
        let best = G::move_text(&self.rules, action);
        let line = Line { moves: vec![best.clone()], worth: Worth { win: 0.5, margin, exact: false } };
        Ok(Thought { best, lines: vec![line], nodes, depth: u32::from(nodes > 0) })
    }

    fn forget(&mut self) {}
}

/// Reads what a mind is asked about; what is hidden is drawn by the odds.
pub(crate) fn read<G: Game>(
    rules: &G::Rules,
    asked: Asked<'_>,
    chance: &mut Chance,
) -> Result<G::Position, Refusal> {
    if asked.hidden {
        G::imagine(rules, asked.position, chance)
    } else {
        read_position::<G>(rules, asked.position)
    }
}

/// The seat to act, or a refusal.
pub(crate) fn to_act<G: Game>(rules: &G::Rules, position: &G::Position) -> Result<usize, Refusal> {
    match G::actor(rules, position) {
        Actor::Seat(seat) => Ok(seat),
        Actor::Chance => Err(Refusal::new("chance is to act here, nobody chooses")),
        Actor::Nobody => Err(Refusal::new("the game is over, nobody is to move")),
    }
}

/// How far a seat is ahead of the best other one, counting the result once there is one.
fn lead<G: Game>(rules: &G::Rules, position: &G::Position, seat: usize) -> i64 {
    let scores =
        G::outcome(rules, position).map_or_else(|| G::scores(rules, position), |outcome| outcome.scores);
    let others = scores.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, &score)| score);
    scores[seat] - others.max().unwrap_or(0)
}
