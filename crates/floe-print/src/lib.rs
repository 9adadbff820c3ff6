//! The games on paper: sheets for Paper Pen-guins, boards and pieces to cut out, diagrams of positions, and whole games
//! with diagrams. Pages are black-and-white vector graphics; they become one PDF, or one SVG each.
//!
//! ```
//! use floe_games::registry;
//! use floe_print::{PaperSize, SheetOptions, paper_penguins_sheets};
//!
//! let game = registry::find("paper-penguins").unwrap();
//! let sheets = paper_penguins_sheets(game, &game.default_rules(), &[7, 8, 9], 2, PaperSize::A4, &SheetOptions::default()).unwrap();
//! assert_eq!(sheets.count(), 2);
//! assert!(sheets.to_pdf().unwrap().starts_with(b"%PDF"));
//! ```

mod buffet;
mod counters;
mod diagram;
mod face;
mod game_sheet;
mod geometry;
mod kit;
mod montauk;
mod page;
mod paper_penguins;
mod path;
mod pdf;
mod position;
mod puzzles;
mod rules;
mod scores;
mod shapes;
mod sheets;
mod svg;

pub use game_sheet::game_sheet;
pub use kit::{kit, score_sheet};
pub use paper_penguins::{Answer, CLASS_CELL, MAX_BOARDS, MAX_PER_PAGE, SheetOptions, paper_penguins_sheets};
pub use position::{position_sheet, position_svg};
pub use puzzles::{MAX_PUZZLES, PuzzleItem, puzzle_sheets};
pub use rules::{RulesText, rules_page};
pub use sheets::{PaperSize, Sheets};
