//! The games in a terminal.
//!
//! [`Model`] is everything that is shown: keys, mouse clicks, engine replies and updates change it, and [`Model::draw`]
//! makes a frame from it. It reads no keys, files or clocks itself; it asks for such things with [`Effect`]s. [`run`]
//! is the terminal around it, and [`line_mode::run`] plays the same games line by line, without a screen.

mod display;
mod draw;
mod engine_thread;
mod grid;
mod line_edit;
pub mod line_mode;
mod markdown;
mod menu;
mod model;
mod move_picker;
mod overlay;
mod play;
mod reader;
mod replay;
mod rules_page;
mod scene;
mod session;
mod term;
mod watch;

pub use display::DisplayMode;
pub use draw::{HitMap, HitTarget};
pub use engine_thread::{EngineCache, EngineReply, EngineRequest, Hint, ReplyKind, review_text};
pub use line_edit::LineEdit;
pub use menu::Menu;
pub use model::{Model, Update};
pub use overlay::{InputPurpose, OnConfirm, Overlay};
pub use play::{Effect, FileResult, Play};
pub use reader::{Keys, Reader};
pub use replay::Replay;
pub use rules_page::{rules_page, rules_text};
pub use session::{Occupant, Session};
pub use term::run;
pub use watch::{LiveSnapshot, WatchScreen};
