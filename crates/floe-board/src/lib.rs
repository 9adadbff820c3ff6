//! Boards for games in which pieces slide: topologies of squares or hexes in any outline, sets of cells, lines.
//!
//! This crate knows no rules of any game and does no input or output.
//!
//! ```
//! use floe_board::{Bits, Board, Rays};
//!
//! let board = Board::square(3, 3).unwrap();
//! let rays = Rays::<u64, 4>::new(&board);
//! let corner = board.cell("a1").unwrap();
//! let slides = rays.slides(corner, u64::from_cells(0..9));
//! let picture = board.picture(|cell| if cell == corner { '@' } else if slides.has(cell) { '+' } else { '.' });
//! assert_eq!(picture, "
//! + . +
//! + + .
//! @ + +
//! ".trim_start());
//! ```

mod bits;
mod board;
mod lanes;
mod rays;
mod shifts;

pub use bits::{Bits, Cells};
pub use board::{Board, Lattice, MAX_CELLS, OutlineError};
pub use lanes::{LaneOccupancy, Lanes};
pub use rays::Rays;
pub use shifts::Shifts;
