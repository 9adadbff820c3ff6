//! The documentation as a book: pages of `docs/` to `target/book`, by a separate program (`xtask/book`).

use std::process::Command;

use crate::programs::{cargo, root};

/// The command that builds the book and checks its links. The program is built separately, so that nothing else waits
/// for it.
pub fn command() -> Command {
    let mut program = cargo();
    program.args(["run", "--quiet", "--locked", "--manifest-path", "xtask/book/Cargo.toml", "--target-dir"]);
    program.arg(root().join("target/book-program"));
    program
}
