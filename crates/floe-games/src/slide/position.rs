//! What changes during a game, small enough to copy at every move.

use floe_board::Bits;
use strum::IntoStaticStr;

/// The maximum number of fish on a cell: what three bits can hold.
pub const MAX_FISH: u8 = 7;

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
#[repr(u8)]
pub enum Phase {
    /// Chance draws the next tile to lay.
    Draw,
    /// A player lays a tile.
    Lay,
    /// A player places a piece.
    Place,
    /// A player moves.
    Move,
    /// The game is over.
    Over,
}

impl Phase {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// How far the pie rule has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SwapStage {
    /// There is no such rule, or the second player has answered the first move with another.
    None = 0,
    /// The first move, which may be answered by swapping sides, is still to come.
    First = 1,
    /// The player to act may swap sides.
    Offered = 2,
    /// Sides were swapped: seat 1 plays what seat 0 began.
    Swapped = 3,
}

impl SwapStage {
    /// All stages that positions name, with their names.
    pub(super) const NAMED: [(SwapStage, &'static str); 3] =
        [(SwapStage::First, "first"), (SwapStage::Offered, "offered"), (SwapStage::Swapped, "done")];
}

/// A position of any game of the family.
///
/// A cell is *open* (in play, nothing on it), under a piece, or out of play. Fish are those not yet claimed; three
/// bit planes hold their number. Owners of pieces are two bit planes, so four seats cost no more than two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<B> {
    pub(crate) open: B,
    pub(crate) pieces: B,
    pub(crate) owner: [B; 2],
    pub(crate) fish: [B; 3],
    pub(crate) scores: [u16; 4],
    pub(crate) tiles: [u8; 4],
    /// The seat to act (bits 0–1); the stage of the pie rule (bits 2–3); where the rules need to know who moved last, one more than that seat (bits 4–7).
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    /// Seats eliminated (bits 0–3), seats that lost because they could not move (bits 4–7).
    pub(crate) gone: u8,
    /// While tiles are laid, the tile in hand; later, consecutive turns without a claim.
    pub(crate) note: u8,
}

// At most two cache lines: search copies positions all the time.
const _: () = assert!(size_of::<Position<u64>>() == 72 && size_of::<Position<u128>>() == 128);

impl<B: Bits> Position<B> {
    /// A board with nothing on it and nothing in play.
    pub(crate) fn bare(phase: Phase) -> Position<B> {
        Position {
            open: B::EMPTY,
            pieces: B::EMPTY,
            owner: [B::EMPTY; 2],
            fish: [B::EMPTY; 3],
            scores: [0; 4],
            tiles: [0; 4],
            turn: 0,
            phase,
            gone: 0,
            note: 0,
        }
    }

    /// The cells in play with nothing on them.
    pub fn open(&self) -> B {
        self.open
    }

    /// The pieces of all seats.
    pub fn pieces(&self) -> B {
        self.pieces
    }

    /// What a seat has claimed so far.
    #[inline(always)]
    pub fn score(&self, seat: usize) -> u32 {
        u32::from(self.scores[seat & 3])
    }

    /// The same position with all scores zero. The rest of the game depends on nothing more, so a search can cache its
    /// results under this key.
    #[inline(always)]
    pub fn without_scores(&self) -> Position<B> {
        Position { scores: [0; 4], tiles: [0; 4], ..*self }
    }

    /// How many cells with fish a seat has claimed so far.
    #[inline(always)]
    pub fn tiles(&self, seat: usize) -> u32 {
        u32::from(self.tiles[seat & 3])
    }

    /// The seat to act.
    #[inline(always)]
    pub fn turn(&self) -> usize {
        usize::from(self.turn & 3)
    }

    /// How far the pie rule has come.
    #[inline(always)]
    pub fn swap_stage(&self) -> SwapStage {
        match self.turn >> 2 & 3 {
            0 => SwapStage::None,
            1 => SwapStage::First,
            2 => SwapStage::Offered,
            _ => SwapStage::Swapped,
        }
    }

    pub(crate) fn set_swap_stage(&mut self, stage: SwapStage) {
        self.turn = self.turn & !12 | (stage as u8) << 2;
    }

    /// May the player to act swap sides?
    #[inline(always)]
    pub fn may_swap(&self) -> bool {
        self.turn & 12 == 8
    }

    /// May sides still be swapped, now or after the move to come?
    #[inline(always)]
    pub fn is_swap_open(&self) -> bool {
        matches!(self.swap_stage(), SwapStage::First | SwapStage::Offered)
    }

    /// The same position if the player to act may not swap sides.
    pub fn without_offer(&self) -> Position<B> {
        let mut position = *self;
        position.set_swap_stage(SwapStage::None);
        position
    }

    /// Gives each of two players what is the other's.
    pub(crate) fn swap_sides(&mut self) {
        self.owner[0] = self.pieces & !self.owner[0];
        self.scores.swap(0, 1);
        self.tiles.swap(0, 1);
        self.set_last_mover(self.last_mover().map(|seat| 1 - (seat & 1)));
        self.set_swap_stage(SwapStage::Swapped);
    }

    pub(crate) fn set_turn(&mut self, seat: usize) {
        self.turn = self.turn & !3 | seat as u8;
    }

    /// Who moved last, where the rules need it.
    pub(crate) fn last_mover(&self) -> Option<usize> {
        usize::from(self.turn >> 4).checked_sub(1)
    }

    pub(crate) fn set_last_mover(&mut self, seat: Option<usize>) {
        self.turn = self.turn & 15 | (seat.map_or(0, |seat| seat as u8 + 1) << 4);
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The pieces of a seat.
    #[inline(always)]
    pub fn own(&self, seat: usize) -> B {
        self.pieces & !(self.owner[0] ^ B::when(seat & 1 != 0)) & !(self.owner[1] ^ B::when(seat & 2 != 0))
    }

    /// Whose piece stands on a cell.
    pub fn owner(&self, cell: usize) -> Option<usize> {
        let bit = |plane: B| usize::from(plane.has(cell));
        self.pieces.has(cell).then(|| bit(self.owner[0]) + 2 * bit(self.owner[1]))
    }

    /// The fish on a cell, under a piece or not.
    #[inline(always)]
    pub fn fish(&self, cell: usize) -> u8 {
        let bit = |plane: B| u8::from(plane.has(cell));
        bit(self.fish[0]) + 2 * bit(self.fish[1]) + 4 * bit(self.fish[2])
    }

    /// All fish on some cells.
    #[inline(always)]
    pub fn fish_on(&self, cells: B) -> u32 {
        (self.fish[0] & cells).count()
            + 2 * (self.fish[1] & cells).count()
            + 4 * (self.fish[2] & cells).count()
    }

    /// The cells with any fish, under a piece or not.
    #[inline(always)]
    pub fn cells_with_fish(&self) -> B {
        self.fish[0] | self.fish[1] | self.fish[2]
    }

    /// The position as words to hash: everything that decides how the game continues.
    #[inline(always)]
    pub fn hash_words(&self) -> [u128; 6] {
        let scores = self.scores.iter().fold(0, |word, &score| word << 16 | u128::from(score));
        let tiles = self.tiles.iter().fold(0, |word, &tiles| word << 8 | u128::from(tiles));
        let rest = u32::from_le_bytes([self.turn, self.phase as u8, self.gone, self.note]);
        [
            self.open.to_u128() ^ self.owner[1].to_u128().rotate_left(64),
            self.pieces.to_u128() ^ self.owner[0].to_u128().rotate_left(64),
            self.fish[0].to_u128(),
            self.fish[1].to_u128() ^ self.fish[2].to_u128().rotate_left(64),
            scores | tiles << 64,
            u128::from(rest),
        ]
    }

    /// The cells with `fish` fish.
    pub(crate) fn with_fish(&self, fish: u8) -> B {
        let plane = |bit: usize| self.fish[bit] ^ B::when(fish >> bit & 1 == 0);
        plane(0) & plane(1) & plane(2)
    }

    pub(crate) fn set_fish(&mut self, cell: usize, fish: u8) {
        for (bit, plane) in self.fish.iter_mut().enumerate() {
            *plane = plane.without(B::one(cell)) | (B::one(cell) & B::when(fish >> bit & 1 == 1));
        }
    }

    /// Scores the fish of a cell for a seat; returns whether there were any.
    #[inline(always)]
    pub(crate) fn claim_cell(&mut self, seat: usize, cell: usize) -> bool {
        let fish = self.fish(cell);
        let keep = !B::one(cell);
        self.fish[0] &= keep;
        self.fish[1] &= keep;
        self.fish[2] &= keep;
        self.scores[seat & 3] += u16::from(fish);
        // A position that was set up may claim more cells than there are; the count saturates.
        self.tiles[seat & 3] = self.tiles[seat & 3].saturating_add(u8::from(fish > 0));
        fish > 0
    }

    #[inline(always)]
    pub(crate) fn place_piece(&mut self, seat: usize, cell: usize) {
        let one = B::one(cell);
        self.pieces |= one;
        self.owner[0] |= one & B::when(seat & 1 != 0);
        self.owner[1] |= one & B::when(seat & 2 != 0);
        self.open = self.open.without(one);
    }

    /// Removes a piece; its cell stays out of play.
    #[inline(always)]
    pub(crate) fn remove_piece(&mut self, cell: usize) {
        let keep = !B::one(cell);
        self.pieces &= keep;
        self.owner[0] &= keep;
        self.owner[1] &= keep;
    }

    /// Has a seat been eliminated?
    pub fn is_eliminated(&self, seat: usize) -> bool {
        self.gone >> seat & 1 == 1
    }

    pub(crate) fn has_lost(&self, seat: usize) -> bool {
        self.gone >> (4 + seat) & 1 == 1
    }

    pub(crate) fn stays(&self, seat: usize) -> bool {
        !self.is_eliminated(seat) && !self.has_lost(seat)
    }
}
