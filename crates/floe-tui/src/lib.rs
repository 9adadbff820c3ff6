//! The games in a terminal.
//!
//! [`Model`] is everything that is shown: keys, pointing, answers and news change it, and [`Model::draw`] makes a frame
//! from it. It reads no key, no file and no clock itself; what it wants done it says in [`Wish`]es. [`run`] is the
//! terminal around it, [`lines::run`] the same games line by line, without a screen.

mod draw;
mod grid;
pub mod lines;
mod look;
mod model;
mod overlay;
mod picks;
mod play;
mod replay;
mod scene;
mod session;
mod term;
mod thinker;
mod watch;

pub use draw::{Hit, Hits};
pub use look::Look;
pub use model::{Model, News};
pub use overlay::{Overlay, Then, TypedFor};
pub use play::{Filed, Play, Wish};
pub use replay::Replay;
pub use session::{Session, Sitter};
pub use term::run;
pub use thinker::{Answer, Engines, Hint, Question, What};
pub use watch::{Live, Watching};
