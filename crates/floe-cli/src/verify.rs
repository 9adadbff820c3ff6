//! `floe verify`

use floe_games::fair::{Contribution, Origin};
use floe_games::{Record, fair};
use serde_json::json;

use crate::args::read_file;
use crate::output::{CliResult, Failure, Output};

/// Verify a recorded game: deal it again, check that start, dice and cards came from the secret committed to before it
/// (or from its seed), and that every move was legal. Prints what that proves and what it does not.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 if everything matches and at least one player contributed, the game is from a seed, or there is no chance in it. 1 if something does not match or no player contributed. With --strict it is also 1 unless every seat contributed after the commitment; an engine never does.

Examples:
  floe trace montauk --fair new --contribute Ann | floe convert - > game.json
  floe verify game.json
  floe verify --json game.json")]
pub struct Args {
    /// A record as JSON or text, or - for standard input.
    file: String,
    /// Every player must have contributed after the commitment.
    #[arg(long)]
    strict: bool,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let record = Record::parse(&read_file(&args.file)?)?;
    let verified = match fair::verify(&record) {
        Ok(verified) => verified,
        Err(refusal) => return refused(out, &refusal.to_string(), Vec::new(), Vec::new()),
    };
    let (message, proved, not_proved) = (verified.message(), verified.proved(), verified.not_proved());
    let all_ordered = verified.contributions.iter().all(|one| *one == Contribution::AfterCommitment);
    let committed = verified.origin == Origin::Secret;
    if verified.has_chance && committed && !verified.has_contributions() {
        let message = format!("{message}, but no player contributed, so the dealer could have chosen it");
        return refused(out, &message, proved, not_proved);
    }
    if verified.has_chance && args.strict && (!committed || !all_ordered) {
        let message =
            format!("{message}, but not every player is shown to have contributed after a commitment");
        return refused(out, &message, proved, not_proved);
    }
    if out.json {
        return out.value(
            &json!({"verified": true, "message": message, "proved": proved, "not_proved": not_proved}),
        );
    }
    out.line(&format!("verified: {message}"))?;
    print_lines(out, &proved, &not_proved)
}

fn print_lines(out: &mut Output, proved: &[String], not_proved: &[String]) -> CliResult {
    for line in proved {
        out.line(&format!("proved: {line}"))?;
    }
    for line in not_proved {
        out.line(&format!("not proved: {line}"))?;
    }
    Ok(())
}

fn refused(out: &mut Output, message: &str, proved: Vec<String>, not_proved: Vec<String>) -> CliResult {
    match out.json {
        true => out.value(
            &json!({"verified": false, "message": message, "proved": proved, "not_proved": not_proved}),
        )?,
        false => print_lines(out, &proved, &not_proved)?,
    }
    out.flush()?;
    Err(Failure::Negative(format!("not verified: {message}")))
}
