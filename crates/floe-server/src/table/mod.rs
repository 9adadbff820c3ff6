//! Tables: the registry that holds them, and the actor of each.

mod actor;
mod ask;
mod create;
mod engine_turns;
mod following;
mod origin;
mod presence;
mod registry;

pub use actor::{ChatLine, Requester, Subscriber, TableMessage, TableRequest};
pub use create::{check_size, is_for_lobby, row_of, secret};
pub use origin::{Origin, payer};
pub use registry::{Services, TableRegistry};
