//! What a trick of any two cards is worth, with the best spending.

use super::boards::key;
use super::course::Run;
use super::outlook::{Cards, Outlook, Prospect, Side};
use super::pack::{CARDS, CardNo, Likeness};

/// A prospect as a function of how the cards stand after the trick: quadratic in the probability of winning a trick,
/// linear in the powers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Payoff {
    /// At three probabilities, and then with more power to the one and to the other.
    points: [Prospect; 5],
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
    /// By own card and other card, each the first of its kind.
    table: Vec<Payoff>,
    low: f32,
    wide: f32,
    power: [f32; 2],
}

/// By how much more power slopes are taken.
const MORE: f32 = 1.0;

/// What is known before the cards of a trick are chosen.
pub(crate) struct Trickster<'a> {
    /// The outlook for after the trick.
    pub outlook: &'a Outlook<'a>,
    /// The seat's own side first.
    pub sides: [Side; 2],
    /// Who was home first: 0 is the seat itself.
    pub first: Option<usize>,
    /// Does the seat lead?
    pub leads: bool,
    /// How likely each card is the extra one.
    pub draw: &'a [f32; CARDS],
    /// How the cards will stand on average.
    pub cards: Cards,
}

impl Payoffs {
    /// The table for these own cards against these others.
    pub fn new(trick: &Trickster<'_>, own: &[CardNo], others: &[CardNo]) -> Payoffs {
        let few = trick.outlook.left <= 2;
        let (low, wide) = if few { (0.0, 0.5) } else { (0.2, 0.3) };
        let mut sides = [Winner::new(trick, 0, low, wide), Winner::new(trick, 1, low, wide)];
        let pack = &trick.outlook.almanac.pack;
        let kinds = |cards: &[CardNo]| {
            let mut kinds: Vec<CardNo> = cards.iter().map(|&card| pack.kind[usize::from(card)]).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        };
        let mut table = vec![Payoff::default(); CARDS * CARDS];
        for &mine in &kinds(own) {
            for &yours in &kinds(others) {
                let beats = pack.beats(mine, yours);
                let wins = beats > 0.5 || beats == 0.5 && !trick.leads;
                table[usize::from(mine) * CARDS + usize::from(yours)] =
                    if wins { sides[0].trick(mine, yours) } else { sides[1].trick(yours, mine) };
            }
        }
        Payoffs { table, low, wide, power: trick.cards.power }
    }

    /// What the trick of two cards is worth when the cards left stand like this. Both are the first of their kind.
    #[inline]
    pub fn value(&self, mine: CardNo, yours: CardNo, cards: Cards) -> Prospect {
        let Payoff { points } = &self.table[usize::from(mine) * CARDS + usize::from(yours)];
        // A parabola through three points.
        let at = (cards.win - self.low) / self.wide;
        let weights = [(at - 1.0) * (at - 2.0) / 2.0, at * (2.0 - at), at * (at - 1.0) / 2.0];
        let slopes = [0, 1].map(|side| (cards.power[side] - self.power[side]) / MORE);
        let blend = |pick: fn(&Prospect) -> f32| {
            let middle = pick(&points[1]);
            weights[0] * pick(&points[0])
                + weights[1] * middle
                + weights[2] * pick(&points[2])
                + slopes[0] * (pick(&points[3]) - middle)
                + slopes[1] * (pick(&points[4]) - middle)
        };
        Prospect { win: blend(|point| point.win), margin: blend(|point| point.margin) }
    }
}

/// One seat as the winner of the trick; everything about it is computed once and when it is needed.
struct Winner<'a> {
    trick: &'a Trickster<'a>,
    seat: usize,
    /// A player who is finished takes no null and presses one on the other.
    finished: bool,
    probabilities: [f32; 3],
    /// The loser's runs, by whether it took a null, each with average and with more power.
    loser: [Run; 2],
    loser_side: Side,
    /// By board, and by whether a pyramid came off: what spending is chosen by, and where it was chosen all of it.
    wishes: Vec<[Option<f32>; 2]>,
    ends: Vec<[Option<Payoff>; 2]>,
    /// By board, by what came off, by value, by how often: 1, 4, 6.
    spent: Vec<Option<End>>,
}

/// The end of a trick that spending chose.
#[derive(Clone, Copy, Debug)]
struct End {
    wish: f32,
    board: u16,
    borne: bool,
}

impl<'a> Winner<'a> {
    fn new(trick: &'a Trickster<'a>, seat: usize, low: f32, wide: f32) -> Winner<'a> {
        let outlook = trick.outlook;
        let (own, mut other) = (trick.sides[seat], trick.sides[1 - seat]);
        let switches = &outlook.almanac.switches;
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
            loser: [outlook.run(other, power), outlook.run(other, power + MORE)],
            loser_side: other,
            wishes: vec![[None; 2]; boards],
            ends: vec![[None; 2]; boards],
            spent: vec![None; boards * 2 * 7 * 3],
        }
    }

    fn off(&self, board: u16) -> u8 {
        self.trick.outlook.almanac.boards.off[usize::from(board)]
    }

    /// The winner's side when the trick is over with this board, and who was home first then.
    fn settled(&self, board: u16, borne: bool) -> (Side, Option<usize>) {
        let switches = &self.trick.outlook.almanac.switches;
        let mut side = Side { board, ..self.trick.sides[self.seat] };
        if !self.finished && (borne || switches.nulls) {
            side.used += 1;
            side.points += if borne { 0.0 } else { switches.per_null };
        }
        (side, self.trick.first.or((board == 0).then_some(self.seat)))
    }

    /// The winner's first, then the loser's, in the order of the seats.
    fn in_order<T>(&self, own: T, other: T) -> [T; 2] {
        if self.seat == 0 { [own, other] } else { [other, own] }
    }

    /// How much the winner wants the trick to be over with this board.
    fn wish(&mut self, board: u16, borne: bool) -> f32 {
        let borne = borne || self.finished;
        if let Some(wish) = self.wishes[usize::from(board)][usize::from(borne)] {
            return wish;
        }
        let outlook = self.trick.outlook;
        let (side, first) = self.settled(board, borne);
        let run = outlook.run(side, self.trick.cards.power[self.seat]);
        let sides = self.in_order(side, self.loser_side);
        let atoms = outlook.atoms(sides, self.in_order(&run, &self.loser[0]), first);
        let Prospect { win, margin } = outlook.mixed(&atoms, self.probabilities[1]);
        let wish = (win + 1e-5 * margin) * if self.seat == 0 { 1.0 } else { -1.0 };
        self.wishes[usize::from(board)][usize::from(borne)] = Some(wish);
        wish
    }

    /// The trick is over with this board.
    fn end(&mut self, board: u16, borne: bool) -> Payoff {
        let borne = borne || self.finished;
        if let Some(payoff) = self.ends[usize::from(board)][usize::from(borne)] {
            return payoff;
        }
        let outlook = self.trick.outlook;
        let (side, first) = self.settled(board, borne);
        let power = self.trick.cards.power[self.seat];
        let runs = [outlook.run(side, power), outlook.run(side, power + MORE)];
        let sides = self.in_order(side, self.loser_side);
        let atoms = |own: usize, other: usize| {
            outlook.atoms(sides, self.in_order(&runs[own], &self.loser[other]), first)
        };
        let middle = atoms(0, 0);
        let [low, half, high] = self.probabilities.map(|win| outlook.mixed(&middle, win));
        let richer = [(1, 0), (0, 1)].map(|(own, other)| match outlook.left {
            0 => half,
            _ => outlook.mixed(&atoms(own, other), self.probabilities[1]),
        });
        let richer = self.in_order(richer[0], richer[1]);
        let payoff = Payoff { points: [low, half, high, richer[0], richer[1]] };
        self.ends[usize::from(board)][usize::from(borne)] = Some(payoff);
        payoff
    }

    /// After the first half an extra card of this value is spent so often.
    fn spend(&mut self, board: u16, borne: bool, value: u8, times: usize) -> End {
        let at = ((usize::from(board) * 2 + usize::from(borne)) * 7 + usize::from(value)) * 3 + times;
        if let Some(end) = self.spent[at] {
            return end;
        }
        let boards = &self.trick.outlook.almanac.boards;
        let mut best = End { wish: f32::MIN, board, borne };
        for &end in boards.ends(board, key(value, OFTEN[times])) {
            let borne = borne || self.off(end) > self.off(board);
            let wish = self.wish(end, borne);
            if wish > best.wish {
                best = End { wish, board: end, borne };
            }
        }
        self.spent[at] = Some(best);
        best
    }

    /// What a trick is worth that this seat wins.
    fn trick(&mut self, won: CardNo, lost: CardNo) -> Payoff {
        let almanac = self.trick.outlook.almanac;
        let meeting = almanac.pack.meeting(won, lost);
        let board = self.trick.sides[self.seat].board;
        let mut extras: Vec<(u8, usize, f32)> = Vec::new();
        if meeting.likeness != Likeness::None {
            let mut weights = [[0.0f32; OFTEN.len()]; 7];
            for (card, &weight) in self.trick.draw.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                let same = meeting.likeness == Likeness::Both;
                let (value, times) = almanac.pack.extra(won, card as CardNo, same);
                let times = OFTEN.iter().position(|&some| some == times).unwrap_or(0);
                weights[usize::from(value)][times] += weight;
            }
            let all = weights.iter().enumerate().flat_map(|(value, weights)| {
                weights.iter().enumerate().map(move |(times, &weight)| (value as u8, times, weight))
            });
            extras = all.filter(|&(_, _, weight)| weight > 0.0).collect();
        }
        let mut best = End { wish: f32::MIN, board, borne: false };
        for &end in almanac.boards.ends(board, meeting.first) {
            let borne = self.off(end) > self.off(board);
            let wish = if meeting.likeness == Likeness::None {
                self.wish(end, borne)
            } else {
                extras
                    .iter()
                    .map(|&(value, times, weight)| weight * self.spend(end, borne, value, times).wish)
                    .sum()
            };
            if wish > best.wish {
                best = End { wish, board: end, borne };
            }
        }
        if meeting.likeness == Likeness::None {
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
