//! The value of a trick of any two cards, with the best spending.

use super::boards::key;
use super::card_tables::{CARDS, CardMatch, CardNo};
use super::race::Run;
use super::round_value::{RoundValue, Side, TrickOdds, WinAndMargin};

/// A value as a function of the balance of the cards after the trick: quadratic in the probability of winning a trick,
/// linear in the powers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Payoff {
    /// At three probabilities, and then with more power for either player.
    points: [WinAndMargin; 5],
}

impl Payoff {
    fn add(&mut self, weight: f32, other: &Payoff) {
        for (sum, point) in self.points.iter_mut().zip(other.points) {
            sum.win += weight * point.win;
            sum.margin += weight * point.margin;
        }
    }
}

/// The table of a trick as one seat sees it.
pub(crate) struct Payoffs {
    /// By own card and other card, each the first of its class.
    table: Vec<Payoff>,
    low: f32,
    wide: f32,
    power: [f32; 2],
}

/// The power step of the finite differences.
const POWER_STEP: f32 = 1.0;

/// The context of a trick: what is known before its cards are chosen.
pub(crate) struct TrickContext<'a> {
    /// The evaluation after the trick.
    pub round_value: &'a RoundValue<'a>,
    /// The seat's own side first.
    pub sides: [Side; 2],
    /// Who was home first: 0 is the seat itself.
    pub first: Option<usize>,
    /// Does the seat lead?
    pub leads: bool,
    /// How likely each card is the extra one.
    pub draw: &'a [f32; CARDS],
    /// The average balance of the cards.
    pub cards: TrickOdds,
}

impl Payoffs {
    /// The table for these own cards against these others.
    pub fn new(trick: &TrickContext<'_>, own: &[CardNo], others: &[CardNo]) -> Payoffs {
        let few = trick.round_value.left <= 2;
        let (low, wide) = if few { (0.0, 0.5) } else { (0.2, 0.3) };
        let mut sides = [Winner::new(trick, 0, low, wide), Winner::new(trick, 1, low, wide)];
        let card_tables = &trick.round_value.tables.card_tables;
        let kinds = |cards: &[CardNo]| {
            let mut kinds: Vec<CardNo> =
                cards.iter().map(|&card| card_tables.kind[usize::from(card)]).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        };
        let mut table = vec![Payoff::default(); CARDS * CARDS];
        for &mine in &kinds(own) {
            for &yours in &kinds(others) {
                let beats = card_tables.beats(mine, yours);
                let wins = beats > 0.5 || beats == 0.5 && !trick.leads;
                table[usize::from(mine) * CARDS + usize::from(yours)] =
                    if wins { sides[0].trick(mine, yours) } else { sides[1].trick(yours, mine) };
            }
        }
        Payoffs { table, low, wide, power: trick.cards.power }
    }

    /// The value of the trick of two cards with this balance of the remaining cards. Both are the first of their class.
    #[inline]
    pub fn value(&self, mine: CardNo, yours: CardNo, cards: TrickOdds) -> WinAndMargin {
        let Payoff { points } = &self.table[usize::from(mine) * CARDS + usize::from(yours)];
        // A parabola through three points.
        let at = (cards.win - self.low) / self.wide;
        let weights = [(at - 1.0) * (at - 2.0) / 2.0, at * (2.0 - at), at * (at - 1.0) / 2.0];
        let slopes = [0, 1].map(|side| (cards.power[side] - self.power[side]) / POWER_STEP);
        let blend = |pick: fn(&WinAndMargin) -> f32| {
            let middle = pick(&points[1]);
            weights[0] * pick(&points[0])
                + weights[1] * middle
                + weights[2] * pick(&points[2])
                + slopes[0] * (pick(&points[3]) - middle)
                + slopes[1] * (pick(&points[4]) - middle)
        };
        WinAndMargin { win: blend(|point| point.win), margin: blend(|point| point.margin) }
    }
}

/// One seat as the winner of the trick; everything about it is computed lazily and once.
struct Winner<'a> {
    trick: &'a TrickContext<'a>,
    seat: usize,
    /// A finished player takes no null and gives one to the opponent.
    finished: bool,
    probabilities: [f32; 3],
    /// The loser's runs, by whether it took a null, each with average and with more power.
    loser: [Run; 2],
    loser_side: Side,
    /// By board, and by whether a pyramid came off: the value that spending maximises, and the full values where it was
    /// chosen.
    targets: Vec<[Option<f32>; 2]>,
    ends: Vec<[Option<Payoff>; 2]>,
    /// By board, by what came off, by value, by how often: 1, 4, 6.
    spent: Vec<Option<End>>,
}

/// The end of a trick chosen by spending.
#[derive(Clone, Copy, Debug)]
struct End {
    target: f32,
    board: u16,
    borne: bool,
}

impl<'a> Winner<'a> {
    fn new(trick: &'a TrickContext<'a>, seat: usize, low: f32, wide: f32) -> Winner<'a> {
        let round_value = trick.round_value;
        let (own, mut other) = (trick.sides[seat], trick.sides[1 - seat]);
        let switches = &round_value.tables.switches;
        let finished = own.used >= 3 || own.board == 0;
        if finished && switches.pressure && other.used < 3 && other.board != 0 {
            other.used += 1;
            other.points += switches.per_null;
        }
        let power = trick.cards.power[1 - seat];
        let boards = super::boards::BOARDS;
        Winner {
            trick,
            seat,
            finished,
            probabilities: [low, low + wide, low + 2.0 * wide],
            loser: [round_value.run(other, power), round_value.run(other, power + POWER_STEP)],
            loser_side: other,
            targets: vec![[None; 2]; boards],
            ends: vec![[None; 2]; boards],
            spent: vec![None; boards * 2 * 7 * 3],
        }
    }

    fn off(&self, board: u16) -> u8 {
        self.trick.round_value.tables.boards.off[usize::from(board)]
    }

    /// The winner's side when the trick is over with this board, and who was home first then.
    fn side_after(&self, board: u16, borne: bool) -> (Side, Option<usize>) {
        let switches = &self.trick.round_value.tables.switches;
        let mut side = Side { board, ..self.trick.sides[self.seat] };
        if !self.finished && (borne || switches.nulls) {
            side.used += 1;
            side.points += if borne { 0.0 } else { switches.per_null };
        }
        (side, self.trick.first.or((board == 0).then_some(self.seat)))
    }

    /// The winner's first, then the loser's, in seat order.
    fn in_order<T>(&self, own: T, other: T) -> [T; 2] {
        if self.seat == 0 { [own, other] } else { [other, own] }
    }

    /// The value of this final board of the trick to the winner.
    fn target(&mut self, board: u16, borne: bool) -> f32 {
        let borne = borne || self.finished;
        if let Some(target) = self.targets[usize::from(board)][usize::from(borne)] {
            return target;
        }
        let round_value = self.trick.round_value;
        let (side, first) = self.side_after(board, borne);
        let run = round_value.run(side, self.trick.cards.power[self.seat]);
        let sides = self.in_order(side, self.loser_side);
        let atoms = round_value.atoms(sides, self.in_order(&run, &self.loser[0]), first);
        let WinAndMargin { win, margin } = round_value.mixed(&atoms, self.probabilities[1]);
        let target = (win + 1e-5 * margin) * if self.seat == 0 { 1.0 } else { -1.0 };
        self.targets[usize::from(board)][usize::from(borne)] = Some(target);
        target
    }

    /// The trick is over with this board.
    fn end(&mut self, board: u16, borne: bool) -> Payoff {
        let borne = borne || self.finished;
        if let Some(payoff) = self.ends[usize::from(board)][usize::from(borne)] {
            return payoff;
        }
        let round_value = self.trick.round_value;
        let (side, first) = self.side_after(board, borne);
        let power = self.trick.cards.power[self.seat];
        let runs = [round_value.run(side, power), round_value.run(side, power + POWER_STEP)];
        let sides = self.in_order(side, self.loser_side);
        let atoms = |own: usize, other: usize| {
            round_value.atoms(sides, self.in_order(&runs[own], &self.loser[other]), first)
        };
        let middle = atoms(0, 0);
        let [low, half, high] = self.probabilities.map(|win| round_value.mixed(&middle, win));
        let richer = [(1, 0), (0, 1)].map(|(own, other)| match round_value.left {
            0 => half,
            _ => round_value.mixed(&atoms(own, other), self.probabilities[1]),
        });
        let richer = self.in_order(richer[0], richer[1]);
        let payoff = Payoff { points: [low, half, high, richer[0], richer[1]] };
        self.ends[usize::from(board)][usize::from(borne)] = Some(payoff);
        payoff
    }

    /// After the first half an extra card of this value is spent `TIMES[times]` times.
    fn spend(&mut self, board: u16, borne: bool, value: u8, times: usize) -> End {
        let at = ((usize::from(board) * 2 + usize::from(borne)) * 7 + usize::from(value)) * 3 + times;
        if let Some(end) = self.spent[at] {
            return end;
        }
        let boards = &self.trick.round_value.tables.boards;
        let mut best = End { target: f32::MIN, board, borne };
        for &end in boards.ends(board, key(value, OFTEN[times])) {
            let borne = borne || self.off(end) > self.off(board);
            let target = self.target(end, borne);
            if target > best.target {
                best = End { target, board: end, borne };
            }
        }
        self.spent[at] = Some(best);
        best
    }

    /// The value of a trick that this seat wins.
    fn trick(&mut self, won: CardNo, lost: CardNo) -> Payoff {
        let tables = self.trick.round_value.tables;
        let meeting = tables.card_tables.pair(won, lost);
        let board = self.trick.sides[self.seat].board;
        let mut extras: Vec<(u8, usize, f32)> = Vec::new();
        if meeting.card_match != CardMatch::None {
            let mut weights = [[0.0f32; OFTEN.len()]; 7];
            for (card, &weight) in self.trick.draw.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                let same = meeting.card_match == CardMatch::Both;
                let (value, times) = tables.card_tables.extra(won, card as CardNo, same);
                let times = OFTEN.iter().position(|&some| some == times).unwrap_or(0);
                weights[usize::from(value)][times] += weight;
            }
            let all = weights.iter().enumerate().flat_map(|(value, weights)| {
                weights.iter().enumerate().map(move |(times, &weight)| (value as u8, times, weight))
            });
            extras = all.filter(|&(_, _, weight)| weight > 0.0).collect();
        }
        let mut best = End { target: f32::MIN, board, borne: false };
        for &end in tables.boards.ends(board, meeting.first) {
            let borne = self.off(end) > self.off(board);
            let target = if meeting.card_match == CardMatch::None {
                self.target(end, borne)
            } else {
                extras
                    .iter()
                    .map(|&(value, times, weight)| weight * self.spend(end, borne, value, times).target)
                    .sum()
            };
            if target > best.target {
                best = End { target, board: end, borne };
            }
        }
        if meeting.card_match == CardMatch::None {
            return self.end(best.board, best.borne);
        }
        let mut sum = Payoff::default();
        for (value, times, weight) in extras {
            let end = self.spend(best.board, best.borne, value, times);
            sum.add(weight, &self.end(end.board, end.borne));
        }
        sum
    }
}

/// How often an extra card is spent.
const OFTEN: [u8; 3] = [1, 4, 6];
