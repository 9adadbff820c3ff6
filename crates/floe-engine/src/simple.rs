//! The simplest players: a random move, or the move with the highest immediate score.

use floe_games::{Game, GameRng, Refusal};

use crate::{Analysis, Engine, Evaluation, Line, Rng, SearchRequest};

/// How a simple engine chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SimplePolicy {
    /// Every legal move is equally likely.
    Random,
    /// A move after which its score is furthest ahead; ties are broken at random.
    Greedy,
}

/// A player of any game that searches at most one move deep.
pub(crate) struct Simple<G: Game> {
    rules: G::Rules,
    policy: SimplePolicy,
    rng: Rng,
    chance: GameRng,
}

impl<G: Game> Simple<G> {
    pub(crate) fn new(rules: G::Rules, policy: SimplePolicy, seed: u64) -> Simple<G> {
        Simple { rules, policy, rng: Rng::new(seed), chance: GameRng::for_player(seed) }
    }
}

impl<G: Game> Engine for Simple<G> {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let (position, seat) = request.view.turn::<G>(&self.rules, &mut self.chance)?;
        let mut moves = Vec::new();
        G::moves(&self.rules, &position, &mut moves);
        let nodes = if self.policy == SimplePolicy::Greedy { moves.len() as u64 } else { 0 };
        let mut margin = None;
        if self.policy == SimplePolicy::Greedy {
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
            return Err(Refusal::game_over("there is no legal move here"));
        }
        let action = moves[self.rng.below(moves.len() as u32) as usize];
        let best = G::move_text(&self.rules, action);
        let line =
            Line { moves: vec![best.clone()], evaluation: Evaluation { win: 0.5, margin, exact: false } };
        Ok(Analysis { best, lines: vec![line], nodes, depth: u32::from(nodes > 0) })
    }

    fn new_game(&mut self) {}
}

/// How far a seat is ahead of the best other one, including the result once there is one.
fn lead<G: Game>(rules: &G::Rules, position: &G::Position, seat: usize) -> i64 {
    let scores =
        G::outcome(rules, position).map_or_else(|| G::scores(rules, position), |outcome| outcome.scores);
    let others = scores.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, &score)| score);
    scores[seat] - others.max().unwrap_or(0)
}
