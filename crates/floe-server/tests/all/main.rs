//! The server over real sockets. All tests are in one program, so that one runs while another waits.

mod fair_play;
mod page;
mod people;
mod social;
mod support;
mod tables;
mod tournaments;
