//! One suite that every registered game passes, with its default rules, as every variant and under house rules that use
//! every switch. A new game in the registry is tested automatically.

mod counting;
mod coverage;
mod moves;
mod positions;
mod random_games;
mod records;
mod tables;
mod views;
