//! What must not be lost: the log of every table and tournament, people, ratings. One trait, [`Store`]; whatever is
//! acknowledged is on disk.

mod error;
mod people;
mod store;

pub use error::{Damage, StoreError};
pub use people::{Block, ChatLine, Report, Role, Session, Token, User};
pub use store::{Card, Entry, Filter, Kind, Player, Rating, RatingChange, Stage, Store, Write};
