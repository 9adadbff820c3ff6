//! What a store promises, tested on real files. All tests are in one program, so that one runs while another waits for
//! the disk.

mod backup;
mod common;
mod conformance;
mod damage;
mod full;
mod kill;
mod large;
mod memory;
mod migrate;
mod one_server;
mod opening;
mod postgres;
