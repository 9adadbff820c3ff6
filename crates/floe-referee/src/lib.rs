//! The referee: players of any kind behind one trait, clocks, faults, games, matches and tournaments.

pub mod fish;
pub mod journal;
pub mod pairing;
pub mod report;
pub mod stats;
