//! The server over real sockets. One program, so that waiting in one test is time for another.

mod fair_play;
mod page;
mod people;
mod support;
mod tables;
mod tournaments;
