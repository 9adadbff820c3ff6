//! The documentation as a book: pages of `docs/` to `target/book`, by a program of its own (`xtask/book`).

use std::process::Command;

use crate::programs::{cargo, root};

/// What builds the book and checks its links. The program is built apart, so that nothing else waits for it.
pub fn command() -> Command {
    let mut program = cargo();
    program.args(["run", "--quiet", "--locked", "--manifest-path", "xtask/book/Cargo.toml", "--target-dir"]);
    program.arg(root().join("target/book-program"));
    program
}
