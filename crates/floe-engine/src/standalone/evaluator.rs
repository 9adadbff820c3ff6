//! An evaluation that needs nothing but the rules: the lead in points where the game counts them, and mobility.

use std::hash::{Hash, Hasher};

use floe_games::{Actor, Game, Outcome};

use crate::alphabeta::{Evaluator, PROVED_SCORE, WIN_SCORE};
use crate::math::ln;

/// Scores per unit of the logit of the win probability.
pub(super) const SCALE: f64 = 1000.0;
/// The logit of a point.
const POINT: f64 = 0.25;
/// The largest score that is not proved.
const MAX_EVAL: f64 = (PROVED_SCORE - 1) as f64;
/// The largest margin that a proved score tells apart.
const MAX_MARGIN: i64 = 9_999;

/// The evaluation of one search.
pub(super) struct RulesEvaluator<'a, G: Game> {
    rules: &'a G::Rules,
    counted: bool,
    /// The mobility of the position searched: who has more moves than that stands better.
    mobility: f64,
}

impl<'a, G: Game> RulesEvaluator<'a, G> {
    pub(super) fn new(rules: &'a G::Rules, counted: bool, root: &G::Position) -> RulesEvaluator<'a, G> {
        RulesEvaluator { rules, counted, mobility: mobility::<G>(rules, root) }
    }

    /// The lead of a seat over the other in points.
    fn lead(&self, scores: &[i64], seat: usize) -> i64 {
        let others = scores.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, &score)| score);
        scores.get(seat).copied().unwrap_or(0).saturating_sub(others.max().unwrap_or(0))
    }

    /// The evaluation of a position that is not over, for a seat.
    pub(super) fn value(&self, position: &G::Position, seat: usize) -> i32 {
        let mut logit = 0.0;
        if self.counted {
            logit += POINT * self.lead(&G::scores(self.rules, position), seat) as f64;
        }
        if let Actor::Seat(to_act) = G::actor(self.rules, position) {
            let gain = mobility::<G>(self.rules, position) - self.mobility;
            logit += if to_act == seat { gain } else { -gain };
        }
        (logit * SCALE).clamp(-MAX_EVAL, MAX_EVAL) as i32
    }
}

/// How much choice the seat to act has, as a logarithm: twice the moves are worth as much among few as among many.
fn mobility<G: Game>(rules: &G::Rules, position: &G::Position) -> f64 {
    ln(1.0 + G::count(rules, position) as f64)
}

/// What a result is worth to a seat: a win one, a win that is shared its part, and nobody's win as much to all.
pub(super) fn result_of(outcome: &Outcome, seat: usize) -> f64 {
    match outcome.winners.len() {
        0 => 0.5,
        winners if outcome.winners.contains(&seat) => 1.0 / winners as f64,
        _ => 0.0,
    }
}

impl<G: Game> Evaluator for RulesEvaluator<'_, G> {
    type Game = G;

    fn rules(&self) -> &G::Rules {
        self.rules
    }

    fn key(&self, position: &G::Position) -> u64 {
        let mut hasher = Words(0);
        position.hash(&mut hasher);
        hasher.finish()
    }

    fn static_eval(&self, position: &G::Position, seat: usize) -> i32 {
        self.value(position, seat)
    }

    fn terminal_score(&self, position: &G::Position, seat: usize) -> i32 {
        // Where chance is to act nothing is decided yet.
        let Some(outcome) = G::outcome(self.rules, position) else { return self.value(position, seat) };
        let lead = if self.counted { self.lead(&outcome.scores, seat) } else { 0 };
        let margin = lead.unsigned_abs().min(MAX_MARGIN as u64) as i32;
        match result_of(&outcome, seat) {
            1.0 => WIN_SCORE + margin,
            0.0 => -WIN_SCORE - margin,
            _ => 0,
        }
    }

    fn order_score(&self, _position: &G::Position, _action: G::Move) -> i32 {
        0
    }

    fn history_index(&self, action: G::Move) -> usize {
        let mut hasher = Words(0);
        action.hash(&mut hasher);
        hasher.finish() as usize
    }
}

/// A hash that is the same on every machine: sizes count as 64 bits wherever they have fewer.
struct Words(u64);

impl Words {
    /// Every bit of the word reaches every bit of the hash, and no two words give the same (SplitMix64).
    fn add(&mut self, word: u64) {
        let mut mixed = (self.0.rotate_left(23) ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = mixed ^ mixed >> 31;
    }
}

impl Hasher for Words {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
    fn write_isize(&mut self, word: isize) {
        self.add(word as i64 as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
