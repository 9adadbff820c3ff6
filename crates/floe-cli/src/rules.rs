//! `floe rules`

use std::io::{IsTerminal, Write, stdout};
use std::process::{Command, Stdio};

use floe_games::registry;
use floe_tui::{rules_page, rules_text};
use serde_json::json;

use crate::output::{CliResult, Failure, Output};

/// Show the rules of a game: how it is played, its switches, its notation. In a terminal they open in a pager.
#[derive(clap::Args)]
#[command(after_help = "\
The pager is $PAGER, or less.

Examples:
  floe rules amazons
  floe rules montauk --no-pager | head -n 20")]
pub struct Args {
    /// The game (see `floe games`).
    game: String,
    /// Print the rules without a pager.
    #[arg(long)]
    no_pager: bool,
}

/// The longest lines.
const WIDTH: usize = 100;

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let game = registry::find(&args.game)?;
    let page = rules_page(game).ok_or_else(|| {
        Failure::Negative(format!(
            "there is no page of rules for {0}; floe games {0} lists its switches",
            game.id
        ))
    })?;
    if out.json {
        return out.value(&json!({"game": game.id, "name": game.name, "rules": page}));
    }
    let terminal = stdout().is_terminal();
    let text = rules_text(page, width(), terminal);
    if terminal && !args.no_pager && paged(&text) {
        return Ok(());
    }
    out.text(&text)
}

/// The width of the terminal, where the shell says it.
fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    columns.unwrap_or(WIDTH).clamp(40, WIDTH)
}

/// Shows a text in the pager; false if there is none.
fn paged(text: &str) -> bool {
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let pager = pager.unwrap_or_else(|| "less -FRX".into());
    let started = Command::new("sh").args(["-c", &pager]).stdin(Stdio::piped()).spawn();
    let Ok(mut child) = started else { return false };
    if let Some(mut input) = child.stdin.take() {
        // A reader who quits early has read enough.
        let _closed = input.write_all(text.as_bytes());
    }
    // The shell says 127 when there is no such program.
    child.wait().is_ok_and(|status| status.code() != Some(127))
}
