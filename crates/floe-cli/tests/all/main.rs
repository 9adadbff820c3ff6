//! The program as users run it. One test binary, so that waiting in one test is time for another.

mod bot_limits;
mod bots;
mod docs;
mod fish_tournament;
mod interface;
mod matches;
mod puzzles;
mod server;
mod solve;
mod workers;
