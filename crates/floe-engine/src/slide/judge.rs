//! What positions of the slide family are worth at a look, for both searches.

use std::sync::Arc;

use floe_board::{Bits, Steps};
use floe_games::slide::axes::Claim;
use floe_games::slide::{Move, Phase, Position, Rules, Slide, Step, Turn};
use floe_games::{Actor, Game};

use super::crowd;
use super::features::{FEATURES, look, view};
use super::traits::{self, MOST, Places, Record, Sink, Wishes};
use crate::alphabeta::{Insight, WON};
use crate::mcts::{SEATS, Shares, Walk};
use crate::net::Net;
use crate::numbers::exp;
use crate::table::mix;

/// Units of a value for one of the logit.
pub const SCALE: f32 = 1000.0;
/// The largest value at a look that is not proved.
const LARGEST: i32 = 15_000;
/// Positions that a look may spend on settling who wins once the players are apart, and the most open cells for which
/// that is tried: more would take longer than a hundred looks.
const SETTLING: u64 = 150;
/// See [`SETTLING`].
const FEW: u32 = 16;

/// Looks at positions of one game.
pub struct Judge<B, const H: usize, T> {
    /// The rules.
    pub rules: Rules<B, H>,
    pub(super) steps: Steps<B, H>,
    places: Places,
    /// May a piece that cannot move be taken off instead?
    retires: bool,
    net: Arc<Net>,
    chances: Chances,
    turn: std::marker::PhantomData<T>,
}

/// The trained network that fits some rules best. They were trained on the games as they are usually played; rules
/// that mix them get the one whose turns score alike.
pub fn net_for<B: Bits, const H: usize>(rules: &Rules<B, H>) -> Net {
    let text = match rules.claim() {
        _ if rules.last_move_wins() => include_str!("../../nets/amazons.txt"),
        Claim::Reached => include_str!("../../nets/paper-penguins.txt"),
        Claim::Shot => include_str!("../../nets/amazon-penguins.txt"),
        _ => include_str!("../../nets/penguins.txt"),
    };
    match Net::read(text, FEATURES) {
        Ok(net) => net,
        Err(refusal) => unreachable!("the networks in the tree are checked by a test: {refusal}"),
    }
}

impl<B: Bits, const H: usize, T: Turn> Judge<B, H, T> {
    /// A judge with a network of one's own, or with the one that fits.
    pub fn new(rules: Rules<B, H>, net: Option<Arc<Net>>) -> Judge<B, H, T> {
        let steps = Steps::new(&rules.plan.board);
        let net = net.unwrap_or_else(|| Arc::new(net_for(&rules)));
        let places = Places::new(&rules.plan.board);
        let retires = rules.plan.set.get("retire_stuck").as_bool() == Some(true);
        let chances = Chances::new();
        Judge { rules, steps, places, retires, net, chances, turn: std::marker::PhantomData }
    }

    /// Tells a sink the traits of slides or shots.
    #[inline(always)]
    fn traits(&self, stage: &Stage<B>, steps: &[u32], sink: &mut impl Sink) {
        let Stage { position, slide } = stage;
        let cells = |step: &u32| {
            let (from, to) = self.cells(*step);
            (usize::from(from), usize::from(to))
        };
        match slide {
            None => {
                let seen = view(&self.rules, &self.steps, position, position.turn());
                let steps = (!self.rules.shoots::<T>(), steps.iter().map(cells));
                traits::slides(&self.rules, &self.places, position, &seen, steps, sink);
            }
            Some((from, to)) => {
                let slide = (usize::from(*from), usize::from(*to));
                let slid = self.rules.slid(position, slide.0, slide.1);
                let seen = view(&self.rules, &self.steps, &slid, position.turn());
                let steps = steps.iter().map(|step| cells(step).1);
                traits::shots(&self.rules, &self.places, &slid, &seen, slide, steps, sink);
            }
        }
    }

    /// Are all these steps slides or shots? Placing, passing and the like have no traits.
    pub fn has_traits(&self, steps: &[u32]) -> bool {
        let shoots = self.rules.shoots::<T>();
        let is_slide = |step: u32| matches!(Move::from_bits(step).step(), Step::Slide(..));
        steps.iter().all(|&step| if shoots { step & HALF != 0 } else { is_slide(step) })
    }

    /// Which of the kinds of steps with traits the next one is.
    pub fn kind(&self, stage: &Stage<B>) -> usize {
        match (self.rules.shoots::<T>(), stage.slide) {
            (false, _) => 2,
            (true, slide) => usize::from(slide.is_some()),
        }
    }

    /// The cells of a step with traits: from where to where, or where the shot goes.
    pub fn cells(&self, step: u32) -> (u8, u8) {
        if step & HALF == 0
            && let Step::Slide(from, to) = Move::from_bits(step).step()
        {
            return (from as u8, to as u8);
        }
        ((step >> 8 & 127) as u8, (step & 127) as u8)
    }

    /// The traits of all steps of a state, for tuning.
    pub fn recorded(&self, stage: &Stage<B>, steps: &[u32]) -> Vec<[u16; MOST]> {
        let mut record = Record::default();
        self.traits(stage, steps, &mut record);
        record.0
    }

    /// The logit of winning and the expected lead of a seat that is to act.
    #[inline]
    pub fn outlook(&self, position: &Position<B>, seat: usize) -> [f32; 2] {
        self.net.outputs(&look(&self.rules, &self.steps, position, seat, false).numbers)
    }

    /// What a position looks like to the network, from the side of a seat that is to act.
    pub fn numbers(&self, position: &Position<B>, seat: usize) -> [f32; FEATURES] {
        look(&self.rules, &self.steps, position, seat, false).numbers
    }

    /// The same between a slide and its shot, from the side of the other.
    pub fn numbers_between(&self, position: &Position<B>, from: usize, to: usize) -> [f32; FEATURES] {
        let slid = self.rules.slid(position, from, to);
        look(&self.rules, &self.steps, &slid, 1 - position.turn(), true).numbers
    }

    /// How the game ends for a seat of two if it is clear already.
    fn settled(&self, position: &Position<B>, seat: usize, apart: bool) -> Option<i32> {
        if !apart || position.open().count() > FEW {
            return None;
        }
        self.rules.settled(position, seat, &mut { SETTLING }).map(|lead| self.proved(lead))
    }

    /// The value of a lead that is proved.
    pub fn proved(&self, lead: i32) -> i32 {
        let size = if self.rules.last_move_wins() { lead.abs() } else { lead.abs() / 1024 };
        lead.signum() * (WON + size.min(4000))
    }

    /// Shares of two seats when one of them wins with a probability.
    fn duel(seat: usize, win: f32) -> Shares {
        let mut shares = [1.0 - win; SEATS];
        shares[seat] = win;
        shares
    }

    fn shares_of(seat: usize, value: i32) -> Shares {
        Self::duel(
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

impl<B: Bits, const H: usize, T: Turn> Insight for Judge<B, H, T> {
    type Game = Slide<B, H, T>;

    fn rules(&self) -> &Rules<B, H> {
        &self.rules
    }

    #[inline(always)]
    fn key(&self, position: &Position<B>) -> u64 {
        mix(position.words())
    }

    fn estimate(&self, position: &Position<B>, seat: usize) -> i32 {
        let to_act = position.turn();
        let seen = look(&self.rules, &self.steps, position, to_act, false);
        let value = match self.settled(position, to_act, seen.apart) {
            Some(value) => value,
            None => {
                let [logit, _] = self.net.outputs(&seen.numbers);
                ((logit * SCALE) as i32).clamp(-LARGEST, LARGEST)
            }
        };
        if seat == to_act { value } else { -value }
    }

    fn ended(&self, position: &Position<B>, seat: usize) -> i32 {
        self.proved(self.rules.final_lead(position, seat))
    }

    #[inline(always)]
    fn promise(&self, position: &Position<B>, action: Move) -> i32 {
        match action.step() {
            Step::Slide(from, to) | Step::Shoot(from, to, _) => {
                let gain = match self.rules.claim() {
                    Claim::Left => i32::from(position.fish(from)) * 60 + i32::from(position.fish(to)) * 30,
                    _ => i32::from(position.fish(to)) * 60,
                };
                let open = position.open();
                // A piece that leaves the last exit of its place is about to be shut in.
                let exits = (self.rules.rays.near(to) & open).count() as i32;
                let before = (self.rules.rays.near(from) & open).count() as i32;
                gain + (exits.min(3) - before.min(3)) * 40
            }
            Step::Place(cell) => (self.rules.rays.near(cell) & position.open()).count() as i32 * 20,
            _ => 0,
        }
    }

    #[inline(always)]
    fn slot(&self, action: Move) -> usize {
        let bits = action.bits();
        ((bits >> 8 & 0x3fff) ^ (bits >> 16 & 0x7f) << 7) as usize ^ (bits as usize & 0xff).wrapping_mul(0x61)
    }
}

/// Where a game stands, perhaps between a slide and its shot.
#[derive(Clone, Copy)]
pub struct Stage<B> {
    /// The position before the move.
    pub position: Position<B>,
    /// The slide that has been chosen: from, to.
    pub slide: Option<(u8, u8)>,
}

impl<B: Bits, const H: usize, T: Turn> Judge<B, H, T> {
    /// Does it know which steps are worth a look?
    pub fn has_hunches(&self) -> bool {
        let kinds = if self.rules.shoots::<T>() { 0..2 } else { 2..3 };
        let taught = self.net.hunches[kinds].iter().all(Option::is_some);
        taught && self.rules.seats() == 2 && !self.rules.spans::<T>()
    }

    /// Are moves chosen in two steps here?
    fn halves(&self, position: &Position<B>) -> bool {
        self.rules.shoots::<T>() && position.phase() == Phase::Move
    }
}

/// The bit that tells a step of a half move from a whole one.
const HALF: u32 = 1 << 31;

impl<B: Bits, const H: usize, T: Turn> Walk for Judge<B, H, T> {
    type State = Stage<B>;

    fn seat(&self, stage: &Stage<B>) -> Option<usize> {
        match Slide::<B, H, T>::actor(&self.rules, &stage.position) {
            Actor::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    fn steps(&self, stage: &Stage<B>, out: &mut Vec<u32>) {
        let Stage { position, slide } = stage;
        if let Some((from, to)) = slide {
            let shots = self.rules.shots(position, usize::from(*from), usize::from(*to));
            out.extend(shots.cells().map(|at| HALF | at as u32));
            return;
        }
        let mut moves = Vec::new();
        if self.halves(position) {
            for from in position.own(position.turn()).cells() {
                for to in self.rules.slides(position, from).cells() {
                    // The cell left can be shot at, unless it is gone.
                    if !self.rules.leaves_holes() || !self.rules.shots(position, from, to).is_empty() {
                        out.push(HALF | (from as u32) << 8 | to as u32);
                    }
                }
            }
            if !out.is_empty() && !self.retires {
                return;
            }
        }
        Slide::<B, H, T>::moves(&self.rules, position, &mut moves);
        // Slides with a shot are there by halves already.
        let whole = |action: &Move| !(self.halves(position) && matches!(action.step(), Step::Shoot(..)));
        out.extend(moves.into_iter().filter(whole).map(Move::bits));
    }

    fn take(&self, stage: &mut Stage<B>, step: u32) {
        let action = match stage.slide {
            _ if step & HALF == 0 => Move::from_bits(step),
            None => {
                stage.slide = Some(self.cells(step));
                return;
            }
            Some((from, to)) => Move::new(Step::Shoot(from.into(), to.into(), (step & 127) as usize)),
        };
        stage.slide = None;
        Slide::<B, H, T>::apply(&self.rules, &mut stage.position, action);
    }

    fn glance(&self, stage: &Stage<B>) -> (Shares, bool) {
        let seats = self.rules.seats();
        let position = &stage.position;
        if position.phase() == Phase::Over {
            if seats == 2 {
                return (Self::shares_of(0, self.rules.final_lead(position, 0)), true);
            }
            return (crowd::ended::<B, H, T>(&self.rules, position), false);
        }
        if seats > 2 {
            return (crowd::glance(&self.rules, &self.steps, position), false);
        }
        let to_act = position.turn();
        if let Some((from, to)) = stage.slide {
            // The shot is still to come: it can only be judged as if the other were to act already.
            let slid = self.rules.slid(position, from.into(), to.into());
            let seen = look(&self.rules, &self.steps, &slid, 1 - to_act, true);
            let [logit, _] = self.net.outputs(&seen.numbers);
            return (Self::duel(1 - to_act, self.chances.of(logit)), false);
        }
        let seen = look(&self.rules, &self.steps, position, to_act, false);
        if let Some(value) = self.settled(position, to_act, seen.apart) {
            return (Self::shares_of(to_act, value), true);
        }
        let [logit, _] = self.net.outputs(&seen.numbers);
        (Self::duel(to_act, self.chances.of(logit)), false)
    }

    fn wishes(&self, stage: &Stage<B>, steps: &[u32], out: &mut Vec<f32>) -> bool {
        let Some(hunch) = &self.net.hunches[self.kind(stage)] else { return false };
        if !self.has_hunches() || !self.has_traits(steps) {
            return false;
        }
        out.clear();
        self.traits(stage, steps, &mut Wishes { hunch, out });
        true
    }

    fn is_between(&self, stage: &Stage<B>) -> bool {
        stage.slide.is_some()
    }

    fn slot(&self, stage: &Stage<B>, step: u32) -> usize {
        let seat = stage.position.turn() & 1;
        let (one, other) = match stage.slide {
            Some((_, to)) => (to.into(), step as usize & 127),
            None if step & HALF != 0 => (step as usize >> 8 & 127, step as usize & 127),
            None => (step as usize >> 16 & 127, step as usize >> 8 & 127),
        };
        seat << 15 | usize::from(stage.slide.is_some()) << 14 | one << 7 | other
    }

    fn key(&self, stage: &Stage<B>) -> u64 {
        let slide = stage.slide.map_or(0, |(from, to)| 1 << 20 | u128::from(from) << 8 | u128::from(to));
        mix(stage.position.words().into_iter().chain([slide]))
    }
}

/// Logits to probabilities by table: the same everywhere, and quick.
#[derive(Clone, Debug)]
pub struct Chances(Box<[f32]>);

impl Chances {
    const FINE: f32 = 64.0;
    const FAR: f32 = 10.0;

    /// The table.
    pub fn new() -> Chances {
        let size = (2.0 * Chances::FAR * Chances::FINE) as usize + 2;
        let at = |n: usize| f64::from(n as f32 / Chances::FINE - Chances::FAR);
        Chances((0..size).map(|n| (1.0 / (1.0 + exp(-at(n)))) as f32).collect())
    }

    /// The probability of a logit.
    #[inline(always)]
    pub fn of(&self, logit: f32) -> f32 {
        let place = (logit.clamp(-Chances::FAR, Chances::FAR) + Chances::FAR) * Chances::FINE;
        let low = place as usize;
        let rest = place - low as f32;
        self.0[low] + (self.0[low + 1] - self.0[low]) * rest
    }
}
