//! Spends: which are possible, which pyramid they move and why one is refused.

use std::fmt;

use super::position::{PYRAMIDS, Position, Pyramid};
use super::rules::{BearOff, Rules};
use super::trick::Half;
use crate::Refusal;

/// Spends that are left, a count for each value 1 to 6.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Spends(u32);

impl Spends {
    /// None.
    pub const NONE: Spends = Spends(0);

    /// Those of a half of a trick. Zeros move nothing and are left out.
    pub fn from_half(half: Half) -> Spends {
        let mut spends = Spends::NONE;
        for (value, times) in half {
            if value > 0 {
                spends.0 += u32::from(times) << (4 * value);
            }
        }
        spends
    }

    /// Those of single values; a value is 1 to 6 and comes up to six times.
    pub fn of_values(values: &[u8]) -> Option<Spends> {
        let mut spends = Spends::NONE;
        for &value in values {
            if !(1..=6).contains(&value) || spends.count(value) >= 6 {
                return None;
            }
            spends.0 += 1 << (4 * value);
        }
        Some(spends)
    }

    /// How many of a value are left.
    pub const fn count(self, value: u8) -> u32 {
        self.0 >> (4 * value) & 15
    }

    /// Whether none is left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these are among the others.
    pub fn within(self, other: Spends) -> bool {
        (1..=6).all(|value| self.count(value) <= other.count(value))
    }

    /// The values, each as often as it is left, lowest first.
    pub fn values(self) -> impl Iterator<Item = u8> {
        (1..=6).flat_map(move |value| std::iter::repeat_n(value, self.count(value) as usize))
    }

    fn use_up(&mut self, value: u8) {
        debug_assert!(self.count(value) > 0, "a spend of {value} is left");
        self.0 -= 1 << (4 * value);
    }
}

impl fmt::Display for Spends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self.values().map(|value| value.to_string()).collect();
        f.pad(&values.join(" "))
    }
}

impl fmt::Debug for Spends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}

/// A move of one pyramid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spend {
    /// The box it leaves.
    pub from: u8,
    /// The box it goes to, 0 for off.
    pub to: u8,
    /// Which pyramid of the box. Without a name, the largest that may move.
    pub named: Option<NamedSpend>,
}

/// A pyramid by its name, where sizes matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedSpend {
    /// Whose it is.
    pub seat: u8,
    /// Which of the six.
    pub index: u8,
}

const SIZES: [&str; 3] = ["small", "medium", "large"];
/// The first and the second colour of each player; black is for null markers.
const COLOURS: [[&str; 2]; 2] = [["red", "yellow"], ["green", "blue"]];

impl NamedSpend {
    /// The name of a text such as `large-red`.
    pub fn parse(text: &str) -> Option<NamedSpend> {
        let text = text.to_ascii_lowercase();
        let all = (0..2).flat_map(|seat| (0..PYRAMIDS as u8).map(move |index| NamedSpend { seat, index }));
        all.into_iter().find(|named| named.to_string() == text)
    }
}

impl fmt::Display for NamedSpend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = usize::from(self.index) % PYRAMIDS;
        write!(f, "{}-{}", SIZES[index % 3], COLOURS[usize::from(self.seat & 1)][index / 3])
    }
}

/// 0, 1, 2 for the small, medium and large pyramid.
pub(crate) const fn size(index: usize) -> usize {
    index % 3
}

impl fmt::Display for Spend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            0 => write!(f, "{}-off", self.from)?,
            to => write!(f, "{}-{to}", self.from)?,
        }
        self.named.map_or(Ok(()), |named| write!(f, ":{named}"))
    }
}

/// The winner's board while it spends.
struct Spending<'a> {
    rules: &'a Rules,
    seat: usize,
    board: &'a [Pyramid; PYRAMIDS],
    spends: Spends,
    /// Whether only pyramids that were not moved may move.
    fresh_only: bool,
    highest: u8,
}

impl<'a> Spending<'a> {
    fn new(rules: &'a Rules, position: &'a Position) -> Spending<'a> {
        let seat = position.winner();
        let board = &position.boards[seat];
        let on_board = || board.iter().filter(|pyramid| pyramid.on_board());
        Spending {
            rules,
            seat,
            board,
            spends: position.spends,
            fresh_only: !rules.stack_spends && on_board().any(|pyramid| !pyramid.moved()),
            highest: on_board().map(|pyramid| pyramid.place()).max().unwrap_or(0),
        }
    }

    fn may_move(&self, index: usize, from: u8) -> bool {
        let pyramid = self.board[index];
        pyramid.place() == from && !(self.fresh_only && pyramid.moved())
    }

    /// The largest pyramid of the box that may move, of the first colour if both have one.
    fn largest(&self, from: u8) -> Option<usize> {
        let mut best: Option<usize> = None;
        for index in 0..PYRAMIDS {
            if self.may_move(index, from) && best.is_none_or(|best| size(index) > size(best)) {
                best = Some(index);
            }
        }
        best
    }

    /// The smallest spend that bears a pyramid off a box.
    fn off_value(&self, from: u8) -> Option<u8> {
        let any = self.rules.bear_off == BearOff::Any || from == self.highest;
        let greatest = if any { 6 } else { from };
        (from..=greatest).find(|&value| self.spends.count(value) > 0)
    }

    /// Calls the visitor with every legal spend in order until it returns true; returns whether it did. Spends that
    /// name a smaller pyramid than the largest of a box are also legal, but only boxes are listed.
    fn each(&self, take: &mut impl FnMut(Spend) -> bool) -> bool {
        for from in 1..=self.highest {
            if self.largest(from).is_none() {
                continue;
            }
            if self.off_value(from).is_some() && take(Spend { from, to: 0, named: None }) {
                return true;
            }
            for to in (1..from).filter(|to| self.spends.count(from - to) > 0) {
                if take(Spend { from, to, named: None }) {
                    return true;
                }
            }
        }
        false
    }
}

/// A legal spend with what it uses up and the pyramid it moves.
pub(crate) struct SpendDetail {
    /// The spend.
    pub spend: Spend,
    /// The value that is used up.
    pub value: u8,
    /// Pyramids of the box that may move instead of the largest, by index, each with the spend that names it.
    pub named: Vec<(usize, Spend)>,
}

/// Every legal spend in detail, sorted. Pyramids are named only where sizes matter, and not where one comes off.
pub(crate) fn details(rules: &Rules, position: &Position) -> Vec<SpendDetail> {
    let spending = Spending::new(rules, position);
    let mut details = Vec::new();
    each(rules, position, |spend| {
        let value = match spend.to {
            0 => spending.off_value(spend.from),
            to => Some(spend.from - to),
        };
        let choose = rules.sizes_matter() && spend.to > 0;
        let movable = (0..PYRAMIDS).filter(|&index| choose && spending.may_move(index, spend.from));
        let name = |index: usize| {
            let named = NamedSpend { seat: spending.seat as u8, index: index as u8 };
            (index, plain(rules, position, Spend { named: Some(named), ..spend }))
        };
        if let Some(value) = value {
            details.push(SpendDetail { spend, value, named: movable.map(name).collect() });
        }
    });
    details
}

/// Calls the visitor with every legal spend, sorted.
pub(crate) fn each(rules: &Rules, position: &Position, mut take: impl FnMut(Spend)) {
    Spending::new(rules, position).each(&mut |spend| {
        take(spend);
        false
    });
}

/// Whether anything can be spent.
pub(crate) fn any(rules: &Rules, position: &Position) -> bool {
    if position.spends.is_empty() {
        return false;
    }
    Spending::new(rules, position).each(&mut |_| true)
}

/// An unnecessary name is dropped, so that a spend has one canonical form.
pub(crate) fn plain(rules: &Rules, position: &Position, spend: Spend) -> Spend {
    let spending = Spending::new(rules, position);
    let Some(named) = spend.named.filter(|named| usize::from(named.seat) == spending.seat) else {
        return spend;
    };
    let index = usize::from(named.index) % PYRAMIDS;
    if !rules.sizes_matter() || !spending.may_move(index, spend.from) {
        return spend;
    }
    let Some(largest) = spending.largest(spend.from) else { return spend };
    let twin = index >= 3 && spending.may_move(index - 3, spend.from);
    let named = match (size(index) == size(largest), twin) {
        (true, _) => None,
        (false, true) => Some(NamedSpend { index: named.index - 3, ..named }),
        (false, false) => Some(named),
    };
    Spend { named, ..spend }
}

/// Why a spend is illegal, if it is.
pub(crate) fn check(rules: &Rules, position: &Position, spend: Spend) -> Result<(), Refusal> {
    let refuse = |why: String| Err(Refusal::illegal_move(format!("{spend}: {why}")));
    let spending = Spending::new(rules, position);
    let (from, to, left) = (spend.from, spend.to, position.spends);
    if !(1..=6).contains(&from) || to >= from {
        return refuse("a pyramid moves from a box 6 to 1 to a lower one, or off".into());
    }
    if !spending.board.iter().any(|pyramid| pyramid.place() == from) {
        return refuse(format!("no pyramid of yours stands in box {from}"));
    }
    if spending.largest(from).is_none() {
        return refuse(format!(
            "the pyramid in box {from} has moved; each spend moves a different pyramid while any is unmoved"
        ));
    }
    if to == 0 && spending.off_value(from).is_none() {
        return match left.values().any(|value| value >= from) {
            true => refuse(format!(
                "more than a {from} bears off only from the highest box in use, which is {}",
                spending.highest
            )),
            false => refuse(format!("that takes a spend of {from} or more; left: {left}")),
        };
    }
    if to > 0 && left.count(from - to) == 0 {
        return refuse(format!("that takes a spend of {}; left: {left}", from - to));
    }
    let Some(named) = spend.named else { return Ok(()) };
    if !rules.sizes_matter() {
        return refuse("pyramids in a box are identical unless scoring is pips; omit the name".into());
    }
    if usize::from(named.seat) != spending.seat {
        return refuse(format!("{named} is not yours"));
    }
    if !spending.may_move(usize::from(named.index) % PYRAMIDS, from) {
        return refuse(format!("{named} cannot move from box {from} now"));
    }
    match plain(rules, position, spend) {
        Spend { named: Some(_), to: 0, .. } => refuse("the largest pyramid of a box comes off first".into()),
        same if same == spend => Ok(()),
        other => refuse(format!("that is {other}")),
    }
}

/// Makes a legal spend.
pub(crate) fn make(rules: &Rules, position: &mut Position, spend: Spend) {
    let spending = Spending::new(rules, position);
    let seat = spending.seat;
    let index = spend.named.map(|named| usize::from(named.index)).or_else(|| spending.largest(spend.from));
    let value = match spend.to {
        0 => spending.off_value(spend.from),
        to => Some(spend.from - to),
    };
    let (Some(index), Some(value)) = (index, value) else {
        debug_assert!(false, "{spend} is legal");
        return;
    };
    position.spends.use_up(value);
    // A pyramid that is off no longer moves, so the mark is never read.
    position.boards[seat][index] = Pyramid::at(spend.to).marked(!rules.stack_spends && spend.to > 0);
    position.borne += u8::from(spend.to == 0);
    position.sort(rules, seat);
}
