//! The rules of every game: positions, moves, notation, records and what a viewer may see of them.
//!
//! No clock, no thread, no file, no search. There are two APIs: [`Game`], static, for engines and perft; [`Table`],
//! dynamic, for everything else. [`registry::visit`] is the bridge.
//!
//! ```
//! use floe_games::{registry, open, Start, Viewer};
//!
//! let rules = registry::find("amazons").unwrap().rules(&[]).unwrap();
//! let mut table = open(&rules, Start::Seed(0)).unwrap();
//! assert_eq!(table.legal_count(), 2176);
//! table.play(0, "d1-d7/g7").unwrap();
//! let refusal = table.play(1, "g10-g6/a1").unwrap_err();
//! assert_eq!(refusal.to_string(), "g10-g6/a1: g7 is blocked by an arrow");
//! ```

pub mod amazon_penguins;
pub mod amazonian_buffet;
pub mod amazons;
pub mod buffet;
pub mod encoding;
mod event;
pub mod fair;
pub mod fish;
pub mod formats;
mod game;
pub mod insight;
pub mod manifest;
pub mod montauk;
mod occupant;
mod outcome;
pub mod paper_penguins;
pub mod penguin_buffet;
pub mod penguins;
pub mod record;
mod refusal;
pub mod registry;
mod rng;
pub mod slide;
pub mod sort;
mod stage;
pub mod standalone;
pub mod switches;
mod table;
pub mod trace;
#[cfg(feature = "ts")]
pub mod typescript;

pub use event::{Action, Event, Offer};
pub use game::{Actor, Budget, Game, Viewer, perft};
pub use insight::{CellRefusal, Insight, PickedCells};
pub use manifest::Manifest;
pub use occupant::{Occupant, UserInfo};
pub use outcome::{EndReason, Outcome, verdict};
pub use record::Record;
pub use refusal::{Refusal, RefusalCause, RefusalKind};
pub use rng::GameRng;
pub use stage::Stage;
pub use table::{MAX_EVENTS, SeatView, Start, Table, next_seat, open, penalty, play_next, read_position};
