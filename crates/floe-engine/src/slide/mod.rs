//! Engines for the slide family: what they see in a position, and how they search.

mod crowd;
mod endgame;
mod features;
mod judge;
mod mind;
mod reach;
mod traits;

pub use features::FEATURES;
pub(crate) use judge::Stage;
pub(crate) use mind::SlideMind;
pub(crate) use traits::{KINDS, MOST, TRAITS};
