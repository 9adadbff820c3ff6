//! The `floe` program with a tenth game.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(refusal) = floe_games::registry::add(&floe_isolation::MANIFEST) {
        eprintln!("floe-isolation: {refusal}");
        return ExitCode::from(2);
    }
    floe_cli::run()
}
