//! Moves as numbers.

/// What a player or chance can do, packed into 32 bits: kind, then cells from the first on, so that moves sort by
/// kind, origin, target and shot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// A move unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Chance: the next tile of the pile has this many fish.
    Draw(u8),
    /// A tile with this many fish is laid on a cell.
    Lay(u8, usize),
    /// A piece is placed.
    Place(usize),
    /// A piece slides.
    Slide(usize, usize),
    /// A piece slides and then shoots at, or claims, a cell.
    Shoot(usize, usize, usize),
    /// A stuck piece leaves the board.
    Retire(usize),
    /// The player passes, having no other move.
    Pass,
    /// The second player answers the first move by swapping sides.
    Swap,
}

impl Move {
    #[inline(always)]
    fn pack(kind: u32, a: usize, b: usize, c: usize) -> Move {
        Move(kind << 24 | (a as u32) << 16 | (b as u32) << 8 | c as u32)
    }

    /// Packs a step.
    #[inline(always)]
    pub fn new(step: MoveKind) -> Move {
        match step {
            MoveKind::Draw(fish) => Move::pack(0, usize::from(fish), 0, 0),
            MoveKind::Lay(fish, cell) => Move::pack(1, usize::from(fish), cell, 0),
            MoveKind::Place(cell) => Move::pack(2, cell, 0, 0),
            // Slides sort before shots of the same origin and target, so that "no claim" comes first.
            MoveKind::Slide(from, to) => Move::pack(3, from, to, 0),
            MoveKind::Shoot(from, to, at) => Move::pack(3, from, to, at + 1),
            MoveKind::Retire(cell) => Move::pack(4, cell, 0, 0),
            MoveKind::Pass => Move::pack(5, 0, 0, 0),
            MoveKind::Swap => Move::pack(6, 0, 0, 0),
        }
    }

    /// The move as a number.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The move of a number that [`Move::bits`] gave.
    #[inline(always)]
    pub fn from_bits(bits: u32) -> Move {
        Move(bits)
    }

    /// Unpacks it.
    #[inline(always)]
    pub fn kind(self) -> MoveKind {
        let (a, b, c) =
            ((self.0 >> 16 & 255) as usize, (self.0 >> 8 & 255) as usize, (self.0 & 255) as usize);
        match self.0 >> 24 {
            0 => MoveKind::Draw(a as u8),
            1 => MoveKind::Lay(a as u8, b),
            2 => MoveKind::Place(a),
            3 if c == 0 => MoveKind::Slide(a, b),
            3 => MoveKind::Shoot(a, b, c - 1),
            4 => MoveKind::Retire(a),
            5 => MoveKind::Pass,
            _ => MoveKind::Swap,
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind().fmt(f)
    }
}
