//! The wire of Fish: a bare stream of JSON values, calls one way and replies the other. This module does no I/O: bytes
//! come in and values go out.

mod call;
mod splitter;

pub use call::{Call, MAX_NAME, MaybeAction, ShapeError, read_action, read_name, read_place, read_void};
pub use splitter::{JsonLimits, Splitter, StreamError};
