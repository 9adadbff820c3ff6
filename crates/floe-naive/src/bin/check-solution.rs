//! Checks a strategy written by `floe solve --certificate FILE`: says what was checked, or what is wrong.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (Some(path), None) = (args.next(), args.next()) else {
        eprintln!("check-solution: give one file, as written by floe solve --certificate FILE");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("check-solution: {path}: {error}");
            return ExitCode::from(2);
        }
    };
    match floe_naive::check_solution(&text) {
        Ok(checked) => {
            println!("listed      {} positions, every move legal, every one needed", checked.listed);
            println!("replies     {} tried, every one answered", checked.replies);
            println!("leaves      {} positions, every one won", checked.leaves);
            println!("played out  {} positions", checked.played_out);
            println!("the strategy wins");
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("check-solution: {path}: {wrong}");
            ExitCode::from(1)
        }
    }
}
