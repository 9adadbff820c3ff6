//! The static evaluation of the slide family, for both searches.

use std::sync::Arc;

use floe_board::{Bits, Shifts};
use floe_cpu::dispatch;
use floe_games::slide::axes::Claim;
use floe_games::slide::{Move, MoveKind, Phase, Position, Rules, Slide, Turn};
use floe_games::{Actor, Game};

use super::features::{FEATURES, extract, flood};
use super::multiplayer;
use super::policy_features::{self, CellTables, FeatureRows, FeatureSink, LogitSink, MAX_FEATURES};
use crate::alphabeta::{Evaluator, WIN_SCORE};
use crate::math::exp;
use crate::mcts::{SEATS, SearchGame, SeatValues};
use crate::net::{Net, packed_net};
use crate::transposition::hash_words;

/// Score units per unit of the logit.
pub const SCALE: f32 = 1000.0;
/// The largest score that is not proved.
const MAX_EVAL: i32 = 15_000;
/// The node limit for solving a position once the players are separated, and the largest number of open cells for
/// which that is tried: more would take longer than a hundred evaluations.
const SOLVE_NODES: u64 = 150;
/// See [`SOLVE_NODES`].
const MAX_SOLVE_CELLS: u32 = 16;

/// Evaluates positions of one game.
pub struct SlideEvaluator<B, const H: usize, T> {
    /// The rules.
    pub rules: Rules<B, H>,
    pub(super) shifts: Shifts<B, H>,
    tables: CellTables,
    /// May a stuck piece be removed instead?
    retires: bool,
    net: Arc<Net>,
    sigmoid: SigmoidTable,
    turn: std::marker::PhantomData<T>,
}

/// The trained network that fits these rules best. The networks were trained on the standard games; rules that mix them
/// get the one with the same kind of scoring.
pub fn default_net<B: Bits, const H: usize>(rules: &Rules<B, H>) -> Net {
    let packed = match rules.claim() {
        _ if rules.last_move_wins() => packed_net!("amazons.net"),
        Claim::Reached => packed_net!("paper-penguins.net"),
        Claim::Shot => packed_net!("amazon-penguins.net"),
        _ => packed_net!("penguins.net"),
    };
    match Net::unpack(packed, FEATURES) {
        Some(net) => net,
        None => unreachable!("the networks in the tree are checked by a test"),
    }
}

impl<B: Bits, const H: usize, T: Turn> SlideEvaluator<B, H, T> {
    /// An evaluator with the given network, or with the default one.
    pub fn new(rules: Rules<B, H>, net: Option<Arc<Net>>) -> SlideEvaluator<B, H, T> {
        let shifts = Shifts::new(&rules.plan.board);
        let net = net.unwrap_or_else(|| Arc::new(default_net(&rules)));
        let tables = CellTables::new(&rules.plan.board);
        let retires = rules.plan.set.get("retire_stuck").as_bool() == Some(true);
        let sigmoid = SigmoidTable::new();
        SlideEvaluator { rules, shifts, tables, retires, net, sigmoid, turn: std::marker::PhantomData }
    }

    /// Passes the policy features of slides or shots to a sink.
    #[inline(always)]
    fn collect_features(&self, state: &SearchState<B>, steps: &[u32], sink: &mut impl FeatureSink) {
        let SearchState { position, slide } = state;
        let cells = |step: &u32| {
            let (from, to) = self.cells(*step);
            (usize::from(from), usize::from(to))
        };
        match slide {
            None => {
                let floods = flood(&self.rules, &self.shifts, position, position.turn());
                let steps = (!self.rules.shoots::<T>(), steps.iter().map(cells));
                policy_features::slides(&self.rules, &self.tables, position, &floods, steps, sink);
            }
            Some((from, to)) => {
                let slide = (usize::from(*from), usize::from(*to));
                let slid = self.rules.after_slide(position, slide.0, slide.1);
                let floods = flood(&self.rules, &self.shifts, &slid, position.turn());
                let steps = steps.iter().map(|step| cells(step).1);
                policy_features::shots(&self.rules, &self.tables, &slid, &floods, slide, steps, sink);
            }
        }
    }

    /// Are all these steps slides or shots? Placing, passing and the like have no policy features.
    pub fn has_policy_features(&self, steps: &[u32]) -> bool {
        let shoots = self.rules.shoots::<T>();
        let is_slide = |step: u32| matches!(Move::from_bits(step).kind(), MoveKind::Slide(..));
        steps.iter().all(|&step| if shoots { step & HALF != 0 } else { is_slide(step) })
    }

    /// The index of the next step's kind in [`super::STEP_KINDS`].
    pub fn kind(&self, state: &SearchState<B>) -> usize {
        match (self.rules.shoots::<T>(), state.slide) {
            (false, _) => 2,
            (true, slide) => usize::from(slide.is_some()),
        }
    }

    /// The cells of a step with policy features: from and to of a slide, or the target of a shot.
    pub fn cells(&self, step: u32) -> (u8, u8) {
        if step & HALF == 0
            && let MoveKind::Slide(from, to) = Move::from_bits(step).kind()
        {
            return (from as u8, to as u8);
        }
        ((step >> 8 & 127) as u8, (step & 127) as u8)
    }

    /// The policy features of all steps of a state, for training.
    pub fn policy_features(&self, state: &SearchState<B>, steps: &[u32]) -> Vec<[u16; MAX_FEATURES]> {
        let mut rows = FeatureRows::default();
        self.collect_features(state, steps, &mut rows);
        rows.0
    }

    /// The network's outputs for the seat to act: the logit of winning and the expected margin.
    #[inline]
    pub fn net_output(&self, position: &Position<B>, seat: usize) -> [f32; 2] {
        self.net.forward(&extract(&self.rules, &self.shifts, position, seat, false).inputs)
    }

    /// The value features of a position, from the side of the seat to act.
    pub fn features(&self, position: &Position<B>, seat: usize) -> [f32; FEATURES] {
        extract(&self.rules, &self.shifts, position, seat, false).inputs
    }

    /// The value features between a slide and its shot, from the side of the other seat.
    pub fn features_mid_move(&self, position: &Position<B>, from: usize, to: usize) -> [f32; FEATURES] {
        let slid = self.rules.after_slide(position, from, to);
        extract(&self.rules, &self.shifts, &slid, 1 - position.turn(), true).inputs
    }

    /// The exact score for a seat of two, if the game is decided and small enough to solve.
    fn solved_score(&self, position: &Position<B>, seat: usize, separated: bool) -> Option<i32> {
        if !separated || position.open().count() > MAX_SOLVE_CELLS {
            return None;
        }
        self.rules.solved_lead(position, seat, &mut { SOLVE_NODES }).map(|lead| self.proved_score(lead))
    }

    /// The value of a position for the seat to act, which may swap sides: the better of both.
    fn better_side<V>(
        &self,
        position: &Position<B>,
        value: impl Fn(Position<B>) -> V,
        better: impl Fn(V, V) -> V,
    ) -> V {
        let mut swapped = *position;
        Slide::<B, H, T>::apply(&self.rules, &mut swapped, Move::new(MoveKind::Swap));
        better(value(position.without_offer()), value(swapped))
    }

    /// The score of a proved lead.
    pub fn proved_score(&self, lead: i32) -> i32 {
        let size = if self.rules.last_move_wins() { lead.abs() } else { self.rules.fish_lead(lead).abs() };
        lead.signum() * (WIN_SCORE + size.min(4000))
    }

    /// The values of two seats if `seat` wins with probability `win`.
    fn two_player_values(seat: usize, win: f32) -> SeatValues {
        let mut values = [1.0 - win; SEATS];
        values[seat] = win;
        values
    }

    fn proved_values(seat: usize, value: i32) -> SeatValues {
        Self::two_player_values(
            seat,
            if value > 0 {
                1.0
            } else if value < 0 {
                0.0
            } else {
                0.5
            },
        )
    }
}

impl<B: Bits, const H: usize, T: Turn> Evaluator for SlideEvaluator<B, H, T> {
    type Game = Slide<B, H, T>;

    fn rules(&self) -> &Rules<B, H> {
        &self.rules
    }

    #[inline(always)]
    fn key(&self, position: &Position<B>) -> u64 {
        hash_words(position.hash_words())
    }

    fn static_eval(&self, position: &Position<B>, seat: usize) -> i32 {
        let to_act = position.turn();
        if position.may_swap() {
            let value = |other: Position<B>| match other.phase() {
                Phase::Over => self.terminal_score(&other, to_act),
                _ => self.static_eval(&other, to_act),
            };
            let value = self.better_side(position, value, i32::max);
            return if seat == to_act { value } else { -value };
        }
        let features = extract(&self.rules, &self.shifts, position, to_act, false);
        let value = match self.solved_score(position, to_act, features.separated) {
            Some(value) => value,
            None => {
                let [logit, _] = self.net.forward(&features.inputs);
                ((logit * SCALE) as i32).clamp(-MAX_EVAL, MAX_EVAL)
            }
        };
        if seat == to_act { value } else { -value }
    }

    fn terminal_score(&self, position: &Position<B>, seat: usize) -> i32 {
        self.proved_score(self.rules.final_lead(position, seat))
    }

    #[inline(always)]
    fn order_score(&self, position: &Position<B>, action: Move) -> i32 {
        match action.kind() {
            MoveKind::Slide(from, to) | MoveKind::Shoot(from, to, _) => {
                let gain = match self.rules.claim() {
                    Claim::Left => i32::from(position.fish(from)) * 60 + i32::from(position.fish(to)) * 30,
                    _ => i32::from(position.fish(to)) * 60,
                };
                let open = position.open();
                // A piece with a single exit left is about to be trapped.
                let exits = (self.rules.rays.neighbours(to) & open).count() as i32;
                let before = (self.rules.rays.neighbours(from) & open).count() as i32;
                gain + (exits.min(3) - before.min(3)) * 40
            }
            MoveKind::Place(cell) => (self.rules.rays.neighbours(cell) & position.open()).count() as i32 * 20,
            _ => 0,
        }
    }

    #[inline(always)]
    fn history_index(&self, action: Move) -> usize {
        let bits = action.bits();
        ((bits >> 8 & 0x3fff) ^ (bits >> 16 & 0x7f) << 7) as usize ^ (bits as usize & 0xff).wrapping_mul(0x61)
    }
}

/// The state of a game, possibly between a slide and its shot.
#[derive(Clone, Copy)]
pub struct SearchState<B> {
    /// The position before the move.
    pub position: Position<B>,
    /// The slide that has been chosen: from, to.
    pub slide: Option<(u8, u8)>,
}

impl<B: Bits, const H: usize, T: Turn> SlideEvaluator<B, H, T> {
    /// Does it have a policy for this game?
    pub fn has_policy(&self) -> bool {
        let kinds = if self.rules.shoots::<T>() { 0..2 } else { 2..3 };
        let taught = self.net.policies[kinds].iter().all(Option::is_some);
        taught && self.rules.seats() == 2 && !self.rules.spans::<T>()
    }

    /// Are moves chosen in two steps?
    fn is_two_step(&self, position: &Position<B>) -> bool {
        self.rules.shoots::<T>() && position.phase() == Phase::Move
    }
}

/// The bit that distinguishes a half-move step from a whole move.
const HALF: u32 = 1 << 31;

impl<B: Bits, const H: usize, T: Turn> SearchGame for SlideEvaluator<B, H, T> {
    type State = SearchState<B>;

    fn to_act(&self, state: &SearchState<B>) -> Option<usize> {
        match Slide::<B, H, T>::actor(&self.rules, &state.position) {
            Actor::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    fn steps(&self, state: &SearchState<B>, out: &mut Vec<u32>) {
        let SearchState { position, slide } = state;
        if let Some((from, to)) = slide {
            let shots = self.rules.shots(position, usize::from(*from), usize::from(*to));
            out.extend(shots.cells().map(|at| HALF | at as u32));
            return;
        }
        let mut moves = Vec::new();
        if self.is_two_step(position) {
            for from in position.own(position.turn()).cells() {
                for to in self.rules.slides(position, from).cells() {
                    // The cell left can be shot at, unless it is removed.
                    if !self.rules.leaves_holes() || !self.rules.shots(position, from, to).is_empty() {
                        out.push(HALF | (from as u32) << 8 | to as u32);
                    }
                }
            }
            if !out.is_empty() && !self.retires && !position.may_swap() {
                return;
            }
        }
        Slide::<B, H, T>::moves(&self.rules, position, &mut moves);
        // Slides with a shot are already listed as two steps.
        let whole =
            |action: &Move| !(self.is_two_step(position) && matches!(action.kind(), MoveKind::Shoot(..)));
        out.extend(moves.into_iter().filter(whole).map(Move::bits));
    }

    fn apply(&self, state: &mut SearchState<B>, step: u32) {
        let action = match state.slide {
            _ if step & HALF == 0 => Move::from_bits(step),
            None => {
                state.slide = Some(self.cells(step));
                return;
            }
            Some((from, to)) => Move::new(MoveKind::Shoot(from.into(), to.into(), (step & 127) as usize)),
        };
        state.slide = None;
        Slide::<B, H, T>::apply(&self.rules, &mut state.position, action);
    }

    fn evaluate(&self, state: &SearchState<B>) -> (SeatValues, bool) {
        let seats = self.rules.seats();
        let position = &state.position;
        if position.phase() == Phase::Over {
            if seats == 2 {
                return (Self::proved_values(0, self.rules.final_lead(position, 0)), true);
            }
            return (multiplayer::terminal_values::<B, H, T>(&self.rules, position), false);
        }
        if seats > 2 {
            return (multiplayer::evaluate(&self.rules, &self.shifts, position), false);
        }
        let to_act = position.turn();
        if let Some((from, to)) = state.slide {
            // The shot is still to come, so the position is evaluated as if the other seat were to act.
            let slid = self.rules.after_slide(position, from.into(), to.into());
            let features = extract(&self.rules, &self.shifts, &slid, 1 - to_act, true);
            let [logit, _] = self.net.forward(&features.inputs);
            return (Self::two_player_values(1 - to_act, self.sigmoid.probability(logit)), false);
        }
        if position.may_swap() {
            let value = |other: Position<B>| {
                let (values, _) = self.evaluate(&SearchState { position: other, slide: None });
                values[to_act]
            };
            let win = self.better_side(position, value, f32::max);
            return (Self::two_player_values(to_act, win), false);
        }
        let features = extract(&self.rules, &self.shifts, position, to_act, false);
        if let Some(value) = self.solved_score(position, to_act, features.separated) {
            return (Self::proved_values(to_act, value), true);
        }
        let [logit, _] = self.net.forward(&features.inputs);
        (Self::two_player_values(to_act, self.sigmoid.probability(logit)), false)
    }

    fn policy_logits(&self, state: &SearchState<B>, steps: &[u32], out: &mut Vec<f32>) -> bool {
        let Some(policy) = &self.net.policies[self.kind(state)] else { return false };
        if !self.has_policy() || !self.has_policy_features(steps) {
            return false;
        }
        out.clear();
        dispatch!(self.collect_features(state, steps, &mut LogitSink { policy, out }));
        true
    }

    fn is_partial(&self, state: &SearchState<B>) -> bool {
        state.slide.is_some()
    }

    fn history_index(&self, state: &SearchState<B>, step: u32) -> usize {
        let seat = state.position.turn() & 1;
        let (one, other) = match state.slide {
            Some((_, to)) => (to.into(), step as usize & 127),
            None if step & HALF != 0 => (step as usize >> 8 & 127, step as usize & 127),
            None => (step as usize >> 16 & 127, step as usize >> 8 & 127),
        };
        seat << 15 | usize::from(state.slide.is_some()) << 14 | one << 7 | other
    }

    fn key(&self, state: &SearchState<B>) -> u64 {
        let slide = state.slide.map_or(0, |(from, to)| 1 << 20 | u128::from(from) << 8 | u128::from(to));
        hash_words(state.position.hash_words().into_iter().chain([slide]))
    }
}

/// The logistic function by table: fast, and the same on every machine.
#[derive(Clone, Debug)]
pub struct SigmoidTable(Box<[f32]>);

impl SigmoidTable {
    const STEPS_PER_LOGIT: f32 = 64.0;
    const MAX_LOGIT: f32 = 10.0;

    /// The table.
    pub fn new() -> SigmoidTable {
        let size = (2.0 * SigmoidTable::MAX_LOGIT * SigmoidTable::STEPS_PER_LOGIT) as usize + 2;
        let at = |n: usize| f64::from(n as f32 / SigmoidTable::STEPS_PER_LOGIT - SigmoidTable::MAX_LOGIT);
        SigmoidTable((0..size).map(|n| (1.0 / (1.0 + exp(-at(n)))) as f32).collect())
    }

    /// The probability of a logit.
    #[inline(always)]
    pub fn probability(&self, logit: f32) -> f32 {
        let place = (logit.clamp(-SigmoidTable::MAX_LOGIT, SigmoidTable::MAX_LOGIT)
            + SigmoidTable::MAX_LOGIT)
            * SigmoidTable::STEPS_PER_LOGIT;
        let below = place as usize;
        let rest = place - below as f32;
        self.0[below] + (self.0[below + 1] - self.0[below]) * rest
    }
}
