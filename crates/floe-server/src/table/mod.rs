//! Tables: the hall where they stand, and the actor that each of them is.

mod actor;
mod ask;
mod hall;
mod make;
mod origin;
mod present;
mod think;

pub use actor::{Asker, ChatLine, Message, Watcher, What};
pub use hall::{Hall, House};
pub use make::{check_size, row_of, secret};
pub use origin::{Origin, payer};
