//! All boards a player can have, and which boards spends lead to.

use std::collections::{BTreeMap, BTreeSet};

use super::switches::Switches;

/// The number of ways to put six identical pyramids into six boxes and off.
pub(crate) const BOARDS: usize = 924;
/// How often one value may be spent in a half of a trick.
pub(crate) const TIMES: [u8; 4] = [1, 2, 4, 6];
const KEYS: usize = 6 * TIMES.len() + 15;

/// The number of pyramids in each box: four bits per box, box 1 at bit 4.
type Boxes = u32;

/// All boards by number, and where spends lead. Board 0 is the empty one: everything is off.
#[derive(Debug)]
pub(crate) struct Boards {
    boxes: Vec<Boxes>,
    /// Pyramids off.
    pub off: Vec<u8>,
    /// The sum of the boxes.
    pub left: Vec<u8>,
    starts: Vec<u32>,
    ends: Vec<u16>,
}

/// Spends of one half of a trick as the number of a list: [`key`], [`key_of_two`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key(u8);

/// One value several times; `None` when that moves nothing.
pub(crate) fn key(value: u8, times: u8) -> Option<Key> {
    let times = TIMES.iter().position(|&some| some == times)?;
    (value > 0).then(|| Key((usize::from(value) - 1 + 6 * times) as u8))
}

/// Two values once each.
pub(crate) fn key_of_two(one: u8, other: u8) -> Option<Key> {
    let (low, high) = (one.min(other), one.max(other));
    match (low, low == high) {
        (0, _) => key(high, 1),
        (_, true) => key(low, 2),
        _ => Some(Key(24 + (high - 2) * (high - 1) / 2 + low - 1)),
    }
}

impl Boards {
    /// The boards under these switches. Which pyramids moved before this half is ignored.
    pub fn new(switches: &Switches) -> Boards {
        let mut boxes = Vec::with_capacity(BOARDS);
        fill(&mut boxes, 0, 6, 6);
        boxes.sort_unstable();
        let count = |boxes: Boxes, spot: u32| boxes >> (4 * spot) & 15;
        let off = boxes.iter().map(|&b| 6 - (1..=6).map(|spot| count(b, spot)).sum::<u32>() as u8).collect();
        let left =
            boxes.iter().map(|&b| (1..=6).map(|spot| spot * count(b, spot)).sum::<u32>() as u8).collect();
        let mut boards = Boards { boxes, off, left, starts: vec![0], ends: Vec::new() };
        for board in 0..BOARDS {
            for key in 0..KEYS as u8 {
                let ends = boards.reach(switches, boards.boxes[board], spends_of(key));
                boards.ends.extend(ends);
                boards.starts.push(boards.ends.len() as u32);
            }
        }
        boards
    }

    /// The number of a board given by its boxes, zero for off.
    pub fn number(&self, places: impl IntoIterator<Item = u8>) -> u16 {
        let boxes =
            places.into_iter().filter(|place| (1..=6).contains(place)).map(|place| 1 << (4 * place)).sum();
        self.find(boxes)
    }

    fn find(&self, boxes: Boxes) -> u16 {
        self.boxes.binary_search(&boxes).unwrap_or(0) as u16
    }

    /// The boards that spends can lead to, including this one where they may be declined or move nothing.
    pub fn ends(&self, board: u16, key: Option<Key>) -> &[u16] {
        let Some(Key(key)) = key else { return std::slice::from_ref(&ITSELF[usize::from(board)]) };
        let list = usize::from(board) * KEYS + usize::from(key);
        &self.ends[self.starts[list] as usize..self.starts[list + 1] as usize]
    }

    fn reach(&self, switches: &Switches, boxes: Boxes, spends: u32) -> BTreeSet<u16> {
        let mut ends = BTreeSet::new();
        let mut seen = BTreeMap::new();
        let mut open = vec![Half { fresh: boxes, moved: 0, spends }];
        while let Some(half) = open.pop() {
            if seen.insert((half.fresh, half.moved, half.spends), ()).is_some() {
                continue;
            }
            let before = open.len();
            half.steps(switches, &mut open);
            if !switches.must_spend || open.len() == before {
                ends.insert(self.find(half.fresh + half.moved));
            }
        }
        ends
    }
}

/// Each board by its number, so that a list of one can be borrowed.
static ITSELF: [u16; BOARDS] = {
    let mut list = [0; BOARDS];
    let mut board = 0;
    while board < BOARDS {
        list[board] = board as u16;
        board += 1;
    }
    list
};

fn fill(all: &mut Vec<Boxes>, boxes: Boxes, spot: u32, left: u32) {
    if spot == 0 {
        all.push(boxes);
        return;
    }
    for count in 0..=left {
        fill(all, boxes + (count << (4 * spot)), spot - 1, left - count);
    }
}

/// The spends of a key, four bits for a value.
fn spends_of(key: u8) -> u32 {
    if key < 24 {
        return u32::from(TIMES[usize::from(key / 6)]) << (4 * (key % 6 + 1));
    }
    let mut at = 24;
    for high in 2..=6 {
        for low in 1..high {
            if at == key {
                return 1 << (4 * low) | 1 << (4 * high);
            }
            at += 1;
        }
    }
    0
}

/// A board in the middle of a half of a trick.
#[derive(Clone, Copy)]
struct Half {
    fresh: Boxes,
    /// The pyramids that moved, where that matters.
    moved: Boxes,
    spends: u32,
}

impl Half {
    fn steps(self, switches: &Switches, out: &mut Vec<Half>) {
        let all = self.fresh + self.moved;
        let highest = if all == 0 { 0 } else { (31 - all.leading_zeros()) / 4 };
        let fresh = self.fresh > 0;
        let movable = if fresh { self.fresh } else { self.moved };
        for from in (1..=highest).filter(|from| movable >> (4 * from) & 15 > 0) {
            let mut borne = false;
            for value in (1..=6).filter(|value| self.spends >> (4 * value) & 15 > 0) {
                let one = 1 << (4 * from);
                let mut next = Half { spends: self.spends - (1 << (4 * value)), ..self };
                if fresh {
                    next.fresh -= one
                } else {
                    next.moved -= one
                }
                if value < from {
                    let to = 1 << (4 * (from - value));
                    if switches.stack_spends { next.fresh += to } else { next.moved += to }
                } else if borne || switches.backgammon && value > from && from < highest {
                    // The smallest sufficient spend is used.
                    continue;
                } else {
                    borne = true;
                }
                out.push(next);
            }
        }
    }
}
