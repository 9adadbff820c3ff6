//! The value of a position between two tricks.

use super::race::{MAX_TRICKS_LEFT, Run};
use super::rule_tables::RuleTables;
use crate::math::exp;

/// One player's side of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Side {
    /// The number of its board.
    pub board: u16,
    /// Slots used.
    pub used: u8,
    /// Points for what has happened: nulls, and with sizes what was borne off above the average.
    pub points: f32,
}

/// The balance of the remaining cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TrickOdds {
    /// The probability of winning a trick.
    pub win: f32,
    /// The power of tricks that are won, and of those that are lost.
    pub power: [f32; 2],
}

/// A probability of winning the match and the expected final margin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct WinAndMargin {
    pub win: f32,
    pub margin: f32,
}

/// Evaluates positions of one round for one seat, by the number of remaining tricks that it wins.
pub(crate) struct RoundValue<'a> {
    pub tables: &'a RuleTables,
    /// Tricks left.
    pub left: usize,
    /// The win probability and the margin at steps of the round's margin.
    curve: Vec<WinAndMargin>,
    step: f32,
    /// For each number of won tricks: which of them may be the one that bears off the last pyramid, against how many
    /// lost ones.
    homes: Vec<Vec<(u8, u8, f32)>>,
}

/// Half the length of a curve.
const REACH: i32 = 84;

impl<'a> RoundValue<'a> {
    /// The evaluation for a lead from finished rounds, with `rounds` to come after this one.
    pub fn new(tables: &'a RuleTables, lead: i32, rounds: usize, left: usize) -> RoundValue<'a> {
        let left = left.min(MAX_TRICKS_LEFT);
        let odds = &tables.odds;
        // The variance of a run of won tricks, which the tables leave out.
        let blur = 0.16 * odds.spread * super::odds::root(left as f64);
        let step = if left == 0 { 1.0 } else { odds.spread / 12.0 };
        let length = if left == 0 { (odds.spread * 12.0) as i32 + 40 } else { REACH };
        let curve = (-length..=length)
            .map(|at| {
                let middle = f64::from(lead) + f64::from(at) * step;
                let spots = if left == 0 { 0 } else { 3i32 };
                let (mut sum, mut win, mut margin) = (0.0, 0.0, 0.0);
                for spot in -spots..=spots {
                    let away = f64::from(spot) * 0.75;
                    let weight = exp(-away * away / 2.0);
                    let after = odds.after(rounds, middle + away * blur);
                    sum += weight;
                    win += weight * after.0;
                    margin += weight * after.1;
                }
                WinAndMargin { win: (win / sum) as f32, margin: (margin / sum) as f32 }
            })
            .collect();
        let homes = (0..=left).map(|wins| orders(left, wins)).collect();
        RoundValue { tables, left, curve, step: step as f32, homes }
    }

    fn read(&self, margin: f32) -> WinAndMargin {
        let middle = (self.curve.len() / 2) as f32;
        let at = (margin / self.step + middle).clamp(0.0, 2.0 * middle - 0.001);
        let (low, part) = (at as usize, at - at.floor());
        let (one, two) = (self.curve[low], self.curve[low + 1]);
        WinAndMargin {
            win: one.win + part * (two.win - one.win),
            margin: one.margin + part * (two.margin - one.margin),
        }
    }

    /// How a side's board develops with tricks of this power.
    pub fn run(&self, side: Side, power: f32) -> Run {
        self.tables.race.run(side.board, side.used, power, self.left)
    }

    /// The values by the number of the tricks left that the seat wins. `first` is who was home first.
    pub fn atoms(
        &self,
        sides: [Side; 2],
        runs: [&Run; 2],
        first: Option<usize>,
    ) -> [WinAndMargin; MAX_TRICKS_LEFT + 1] {
        let mut atoms = [WinAndMargin::default(); MAX_TRICKS_LEFT + 1];
        for (wins, atom) in atoms.iter_mut().enumerate().take(self.left + 1) {
            *atom = self.read(self.margin(sides, runs, first, wins));
        }
        atoms
    }

    fn margin(&self, sides: [Side; 2], [mine, yours]: [&Run; 2], first: Option<usize>, wins: usize) -> f32 {
        let switches = &self.tables.switches;
        let losses = self.left - wins;
        let firsts = match first {
            Some(0) => [1.0, 0.0],
            Some(_) => [0.0, 1.0],
            None => {
                let fresh = |run: &Run, at: u8| run[usize::from(at)].home - run[usize::from(at) - 1].home;
                let not = |run: &Run, at: u8| 1.0 - run[usize::from(at)].home;
                let sum = |own: &Run, other: &Run, wins: usize| -> f32 {
                    let orders = self.homes[wins].iter();
                    orders.map(|&(won, lost, weight)| weight * fresh(own, won) * not(other, lost)).sum()
                };
                [sum(mine, yours, wins), sum(yours, mine, losses)]
            }
        };
        if switches.race {
            return firsts[0] * yours[losses].left - firsts[1] * mine[wins].left;
        }
        let mut margin = sides[0].points - sides[1].points + mine[wins].points - yours[losses].points;
        margin += switches.first_home * (firsts[0] - firsts[1]);
        if switches.pressure {
            let pressed = |own: &Run, other: &Run, used: [u8; 2], wins: usize| {
                let free = (3 - usize::from(used[0].min(3))) as f32;
                let wide: f32 =
                    (0..wins).map(|won| if won as f32 >= free { 1.0 } else { own[won].home }).sum();
                let losses = self.left - wins;
                let room = 3.0 - f32::from(used[1].min(3)) - losses as f32;
                wide.min(room.max(0.0)) * (1.0 - other[losses].home)
            };
            let used = [sides[0].used, sides[1].used];
            margin += switches.per_null
                * (pressed(yours, mine, [used[1], used[0]], losses) - pressed(mine, yours, used, wins));
        }
        margin
    }

    /// The value if each trick left is won with this probability.
    pub fn mixed(&self, atoms: &[WinAndMargin; MAX_TRICKS_LEFT + 1], win: f32) -> WinAndMargin {
        let mut sum = WinAndMargin::default();
        let (mut ways, mut weight_won) = (1.0, 1.0);
        for (wins, atom) in atoms.iter().enumerate().take(self.left + 1) {
            let mut weight = ways * weight_won;
            (wins..self.left).for_each(|_| weight *= 1.0 - win);
            sum.win += weight * atom.win;
            sum.margin += weight * atom.margin;
            weight_won *= win;
            ways *= (self.left - wins) as f32 / (wins + 1) as f32;
        }
        sum
    }

    /// The value of the position with the current balance of the cards.
    pub fn value(&self, sides: [Side; 2], first: Option<usize>, cards: TrickOdds) -> WinAndMargin {
        let runs = [self.run(sides[0], cards.power[0]), self.run(sides[1], cards.power[1])];
        self.mixed(&self.atoms(sides, [&runs[0], &runs[1]], first), cards.win)
    }
}

/// All orders of the won tricks among those left: the probability that the `won`th win comes after `lost` losses.
fn orders(left: usize, wins: usize) -> Vec<(u8, u8, f32)> {
    let choose = |n: usize, k: usize| (0..k).fold(1.0f32, |ways, i| ways * (n - i) as f32 / (i + 1) as f32);
    let mut all = Vec::new();
    for won in 1..=wins {
        for lost in 0..=left - wins {
            let before = won - 1 + lost;
            let ways = choose(before, lost) * choose(left - 1 - before, left - wins - lost);
            all.push((won as u8, lost as u8, ways / choose(left, wins)));
        }
    }
    all
}
