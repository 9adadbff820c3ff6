//! Games in fixed numbers, as programs that learn need them: every decision is one of a fixed set of actions, and what
//! a seat sees is a stack of planes of one shape.
//!
//! A move with too many variants is made in steps: a piece, its target, its shot; the cards of a layout one by one. What has
//! been chosen so far is a [`Encode::Partial`] beside the position. Numbers and shapes follow from the rules alone,
//! never from a seed. Each family encodes itself in its own folder.

use std::fmt::Debug;
use std::hash::Hash;

use floe_board::Bits;

use crate::{Game, Refusal, Viewer};

/// How the moves of a game are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionView {
    /// A move is made in steps where it has several parts.
    Factored,
    /// A move on the board is one action.
    Joint,
}

impl ActionView {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            ActionView::Factored => "factored",
            ActionView::Joint => "joint",
        }
    }

    /// Parses its name.
    pub fn parse(word: &str) -> Result<ActionView, Refusal> {
        match word {
            "factored" => Ok(ActionView::Factored),
            "joint" => Ok(ActionView::Joint),
            _ => Err(Refusal::invalid_request(format!(
                "unknown view of actions '{}'; use factored or joint",
                crate::switches::excerpt(word)
            ))),
        }
    }
}

/// Numbers and shapes of a game under its rules.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// How moves are numbered.
    pub view: ActionView,
    /// Actions of players are `0..actions`.
    pub actions: usize,
    /// Outcomes of chance are `0..chance_outcomes`; zero without chance events.
    pub chance_outcomes: usize,
    /// Rows of a plane.
    pub rows: usize,
    /// Columns of a plane.
    pub cols: usize,
    /// The planes, in order.
    pub planes: Vec<Plane>,
    /// The cells of the board by number: name, row and column on the planes.
    pub cells: Vec<CellPlace>,
    /// No game has more steps, those of chance included.
    pub max_steps: usize,
}

impl Encoding {
    /// How many numbers an observation has.
    pub fn observation_len(&self) -> usize {
        self.planes.len() * self.rows * self.cols
    }
}

/// A plane of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// What it shows; `+0` is the observing seat, `+1` the next.
    pub name: String,
    /// What its points stand for.
    pub kind: PlaneKind,
}

/// What the points of a plane stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneKind {
    /// Cells of the board.
    Board,
    /// Cards: a row for each suit (clubs, diamonds, hearts, spades), a column for each rank (2 to ace).
    Cards,
    /// Everywhere the same number.
    Constant,
    /// Numbers at places of their own.
    Table,
}

impl PlaneKind {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            PlaneKind::Board => "board",
            PlaneKind::Cards => "cards",
            PlaneKind::Constant => "constant",
            PlaneKind::Table => "table",
        }
    }
}

/// Where a cell is on the planes. Hexes are in axial coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellPlace {
    /// Its name.
    pub name: String,
    /// Its row, from the top.
    pub row: usize,
    /// Its column.
    pub col: usize,
}

/// A symmetry of the board as permutations: what cell and what action each becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Cells.
    pub cells: Vec<usize>,
    /// Actions.
    pub actions: Vec<u32>,
}

/// A step taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<P, M> {
    /// Part of a move.
    Partial(P),
    /// It completes a move or an outcome of chance.
    Complete(M),
}

/// A game with numbered actions and observations of one shape.
pub trait Encode: Game {
    /// What is worked out from the rules once.
    type Codec: Debug + Send + Sync;
    /// What has been chosen so far of a move that is made in steps.
    type Partial: Copy + Default + Eq + Hash + Debug + Send + Sync;

    /// The tables for some rules; without a view the one that suits the game.
    fn codec(rules: &Self::Rules, view: Option<ActionView>) -> Self::Codec;
    /// Numbers and shapes.
    fn encoding(codec: &Self::Codec) -> &Encoding;
    /// Writes down all legal actions of the seat to act, none where no seat is to act.
    fn legal(
        codec: &Self::Codec,
        rules: &Self::Rules,
        position: &Self::Position,
        partial: &Self::Partial,
        out: &mut LegalActions,
    );
    /// Takes a step that [`Encode::legal`] lists.
    fn step(
        codec: &Self::Codec,
        rules: &Self::Rules,
        position: &Self::Position,
        partial: &Self::Partial,
        action: u32,
    ) -> Step<Self::Partial, Self::Move>;
    /// Why an action is illegal; the caller knows that it is.
    fn why_illegal(
        codec: &Self::Codec,
        rules: &Self::Rules,
        position: &Self::Position,
        partial: &Self::Partial,
        action: u32,
    ) -> Refusal;
    /// Adds the outcomes of chance with their probabilities, in order; none where chance does not act.
    fn chance_outcomes(
        codec: &Self::Codec,
        rules: &Self::Rules,
        position: &Self::Position,
        partial: &Self::Partial,
        out: &mut Vec<(u32, f64)>,
    );
    /// Takes an outcome that [`Encode::chance_outcomes`] lists.
    fn chance_step(
        codec: &Self::Codec,
        rules: &Self::Rules,
        position: &Self::Position,
        partial: &Self::Partial,
        outcome: u32,
    ) -> Step<Self::Partial, Self::Move>;
    /// The steps that make a legal move, or an outcome of chance, from the start of a turn.
    fn steps_of(
        codec: &Self::Codec,
        rules: &Self::Rules,
        position: &Self::Position,
        action: Self::Move,
    ) -> Vec<u32>;
    /// A step as text: what has been chosen so far, in the game's notation.
    fn partial_text(rules: &Self::Rules, position: &Self::Position, partial: &Self::Partial) -> String;
    /// An outcome of chance as text.
    fn chance_text(rules: &Self::Rules, position: &Self::Position, outcome: u32) -> String;
    /// An action as text, whatever the position.
    fn label(codec: &Self::Codec, rules: &Self::Rules, action: u32) -> String;
    /// What a viewer may see of the steps taken so far.
    fn visible_partial(
        _rules: &Self::Rules,
        _position: &Self::Position,
        partial: &Self::Partial,
        _viewer: Viewer,
    ) -> Self::Partial {
        *partial
    }
    /// Writes what a seat sees into `out`, which is all zeros and has [`Encoding::observation_len`] numbers.
    fn observe(
        codec: &Self::Codec,
        rules: &Self::Rules,
        position: &Self::Position,
        partial: &Self::Partial,
        seat: usize,
        out: &mut [f32],
    );
    /// The symmetries of the board, the identity first.
    fn symmetries(codec: &Self::Codec, rules: &Self::Rules) -> Vec<Symmetry>;
}

/// A set of actions: a bitset for the first 128, a sorted list for the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LegalActions {
    low: u128,
    high: Vec<u32>,
}

/// The eight bits of a byte as eight bytes, zero or one, by arithmetic: cheaper than a table.
#[inline(always)]
fn spread(byte: u8) -> [u8; 8] {
    // A copy of the byte in each place, of which the place keeps its own bit; then any bit becomes the lowest.
    let own = u64::from(byte).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101).to_le_bytes()
}

impl LegalActions {
    /// Removes all.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.low = 0;
        self.high.clear();
    }

    /// Adds the actions of a bitset.
    #[inline(always)]
    pub fn add_bits(&mut self, bits: u128) {
        self.low |= bits;
    }

    /// Adds an action; those of 128 or more in ascending order.
    #[inline(always)]
    pub fn push(&mut self, action: u32) {
        match action {
            0..128 => self.low |= 1 << action,
            _ => self.high.push(action),
        }
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.low.count_ones() as usize + self.high.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.low == 0 && self.high.is_empty()
    }

    /// Is an action among them?
    #[inline(always)]
    pub fn contains(&self, action: u32) -> bool {
        match action {
            0..128 => self.low >> action & 1 == 1,
            _ => self.high.binary_search(&action).is_ok(),
        }
    }

    /// The action with `n` others before it, for `n < len`.
    #[inline(always)]
    pub fn nth(&self, n: usize) -> u32 {
        let below = self.low.count_ones() as usize;
        match n < below {
            true => Bits::nth(self.low, n as u32) as u32,
            false => self.high[n - below],
        }
    }

    /// All of them, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.low.cells().map(|cell| cell as u32).chain(self.high.iter().copied())
    }

    /// Writes ones for the actions and zeros for all others.
    #[inline(always)]
    pub fn write_mask(&self, mask: &mut [u8]) {
        let (head, tail) = mask.split_at_mut(mask.len().min(128));
        let (eights, rest) = head.as_chunks_mut::<8>();
        // Eight bytes are one store, and a copy of so few bytes would be a call.
        for (eight, byte) in eights.iter_mut().zip(self.low.to_le_bytes()) {
            *eight = spread(byte);
        }
        let after = (self.low >> (8 * eights.len()).min(127)) as u8;
        rest.iter_mut().zip(spread(after)).for_each(|(to, bit)| *to = bit);
        if tail.is_empty() {
            return;
        }
        tail.fill(0);
        for &action in &self.high {
            if let Some(byte) = mask.get_mut(action as usize) {
                *byte = 1;
            }
        }
    }
}

/// Writes planes one after the other.
pub(crate) struct PlaneWriter<'a> {
    rest: &'a mut [f32],
    area: usize,
    cols: usize,
}

impl<'a> PlaneWriter<'a> {
    pub(crate) fn new(encoding: &Encoding, out: &'a mut [f32]) -> PlaneWriter<'a> {
        PlaneWriter { rest: out, area: encoding.rows * encoding.cols, cols: encoding.cols }
    }

    /// The next plane.
    fn next(&mut self) -> &'a mut [f32] {
        let rest = std::mem::take(&mut self.rest);
        let (plane, rest) = rest.split_at_mut(self.area.min(rest.len()));
        self.rest = rest;
        plane
    }

    /// A plane with ones at the points of some cells.
    #[inline(always)]
    pub(crate) fn cells<B: Bits>(&mut self, points: &[u16], cells: B) {
        let plane = self.next();
        cells.cells().for_each(|cell| plane[usize::from(points[cell])] = 1.0);
    }

    /// A plane of one number.
    pub(crate) fn constant(&mut self, value: f32) {
        let plane = self.next();
        if value != 0.0 {
            plane.fill(value);
        }
    }

    /// A plane with ones, or twos for a card that is there twice, at the points of cards.
    pub(crate) fn cards(&mut self, cards: impl IntoIterator<Item = floe_cards::Card>) {
        let cols = self.cols;
        let plane = self.next();
        for card in cards {
            plane[card.suit() as usize * cols + card.rank() as usize - RANK_BASE] += 1.0;
        }
    }

    /// A plane with numbers at rows and columns.
    pub(crate) fn table(&mut self, numbers: impl IntoIterator<Item = (usize, usize, f32)>) {
        let cols = self.cols;
        let plane = self.next();
        numbers.into_iter().for_each(|(row, col, value)| plane[row * cols + col] += value);
    }
}

/// The number of the lowest rank.
const RANK_BASE: usize = floe_cards::Rank::Two as usize;
/// Rows and columns that cards need on a plane.
pub(crate) const CARD_ROWS: usize = 4;
/// See [`CARD_ROWS`].
pub(crate) const CARD_COLS: usize = 13;

/// A list of planes under construction.
#[derive(Default)]
pub(crate) struct PlaneList(pub(crate) Vec<Plane>);

impl PlaneList {
    pub(crate) fn add(&mut self, kind: PlaneKind, name: impl Into<String>) {
        self.0.push(Plane { name: name.into(), kind });
    }

    /// One for each seat, from the observing one.
    pub(crate) fn add_for_seats(&mut self, kind: PlaneKind, seats: usize, name: &str) {
        (0..seats).for_each(|seat| self.add(kind, format!("{name} +{seat}")));
    }
}

/// Which seat a plane `+k` is about.
pub(crate) fn relative(seat: usize, seats: usize) -> impl Iterator<Item = usize> {
    (0..seats).map(move |k| (seat + k) % seats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_actions_is_a_mask_and_a_list() {
        let mut set = LegalActions::default();
        set.add_bits(1 << 3 | 1 << 99 | 1 << 127);
        for action in [100, 128, 200, 1000] {
            set.push(action);
        }
        let all: Vec<u32> = set.iter().collect();
        assert_eq!(all, [3, 99, 100, 127, 128, 200, 1000]);
        assert_eq!((0..set.len()).map(|n| set.nth(n)).collect::<Vec<_>>(), all);
        let mut mask = vec![7; 1003];
        set.write_mask(&mut mask);
        let ones: Vec<u32> = (0..1003).filter(|&at| mask[at as usize] == 1).collect();
        assert_eq!(ones, all);
        assert!(mask.iter().all(|&byte| byte <= 1));
        assert!((0..1003).all(|action| set.contains(action) == all.contains(&action)));
        set.clear();
        assert!(set.is_empty() && set.iter().next().is_none());
        let mut small = [9; 5];
        set.add_bits(0b10010);
        set.write_mask(&mut small);
        assert_eq!(small, [0, 1, 0, 0, 1]);
    }
}
