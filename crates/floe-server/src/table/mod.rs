//! Tables: the hall where they stand, and the actor that each of them is.

mod actor;
mod ask;
mod create;
mod engine_turns;
mod origin;
mod presence;
mod registry;

pub use actor::{ChatLine, Requester, Subscriber, TableMessage, TableRequest};
pub use create::{check_size, row_of, secret};
pub use origin::{Origin, payer};
pub use registry::{Services, TableRegistry};
