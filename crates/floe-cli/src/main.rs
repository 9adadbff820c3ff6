//! The `floe` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    floe_cli::run()
}
