//! The rules of every game. One test binary, so that all tests share every core.

mod balance;
mod buffets;
mod common;
mod conformance;
mod corpus;
mod counts;
mod differential;
mod encoding;
mod insights;
mod manifests;
mod notations;
mod playthroughs;
mod properties;
mod refusals;
mod runtime_kernel;
#[path = "../../../../fuzz/src/lib.rs"]
mod targets;
mod twins;
