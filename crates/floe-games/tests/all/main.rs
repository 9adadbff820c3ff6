//! The rules of every game. One program, so that all of it shares every core.

mod buffets;
mod common;
mod conformance;
mod corpus;
mod counts;
mod differential;
mod insights;
mod manifests;
mod playthroughs;
mod properties;
mod refusals;
#[path = "../../../../fuzz/src/lib.rs"]
mod targets;
mod told;
mod twins;
