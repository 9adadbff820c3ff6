//! The games in a terminal.
//!
//! [`Model`] is everything that is shown: keys, pointing, answers and news change it, and [`Model::draw`] makes a frame
//! from it. It reads no key, no file and no clock itself; what it wants done it says in [`Wish`]es. [`run`] is the
//! terminal around it, [`lines::run`] the same games line by line, without a screen.

mod display;
mod draw;
mod engine_thread;
mod grid;
pub mod line_mode;
mod model;
mod move_picker;
mod overlay;
mod play;
mod replay;
mod scene;
mod session;
mod term;
mod watch;

pub use display::DisplayMode;
pub use draw::{HitMap, HitTarget};
pub use engine_thread::{EngineCache, EngineReply, EngineRequest, Hint, ReplyKind};
pub use model::{Model, Update};
pub use overlay::{InputPurpose, OnConfirm, Overlay};
pub use play::{Effect, FileResult, Play};
pub use replay::Replay;
pub use session::{Occupant, Session};
pub use term::run;
pub use watch::{LiveSnapshot, WatchScreen};
