//! `floe verify`

use floe_games::{Record, fair};
use serde_json::json;

use crate::args::read_file;
use crate::output::{Done, Failure, Output};

/// Deal a recorded game again and check that start, dice and cards came from the secret promised before it (or from its
/// seed), and that every move was by the rules.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  floe trace montauk --fair new --contribute Ann | floe convert - > game.json
  floe verify game.json")]
pub struct Args {
    /// A record as JSON or text, or - for standard input.
    file: String,
}

pub fn run(args: Args, out: &mut Output) -> Done {
    let record = Record::read(&read_file(&args.file)?)?;
    match fair::verify(&record) {
        Ok(words) if out.json => out.value(&json!({"verified": true, "words": words})),
        Ok(words) => out.line(&format!("verified: {words}")),
        Err(refusal) => {
            if out.json {
                out.value(&json!({"verified": false, "words": refusal.to_string()}))?;
                out.flush()?;
            }
            Err(Failure::No(format!("not verified: {refusal}")))
        }
    }
}
