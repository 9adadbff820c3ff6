//! What a store promises, tried on real files. One program, so that waiting for the disk in one test is time for another.

mod backup;
mod common;
mod conformance;
mod damage;
mod full;
mod kill;
mod large;
mod memory;
mod one_server;
mod opening;
