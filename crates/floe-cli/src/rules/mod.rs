//! `floe rules`

mod markdown;

use std::io::{IsTerminal, Write, stdout};
use std::process::{Command, Stdio};

use floe_games::{Manifest, registry};
use include_dir::{Dir, include_dir};
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

/// The pages of the documentation, one for each game; a game without its own is on the page of the game whose rules it
/// uses.
static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs/rules");

/// The longest lines.
const WIDTH: usize = 100;

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let game = registry::find(&args.game)?;
    let page = page(game).ok_or_else(|| {
        Failure::Negative(format!(
            "there is no page of rules for {0}; floe games {0} lists its switches",
            game.id
        ))
    })?;
    if out.json {
        return out.value(&json!({"game": game.id, "name": game.name, "rules": page}));
    }
    let terminal = stdout().is_terminal();
    let text = markdown::render(page, width(), terminal);
    if terminal && !args.no_pager && paged(&text) {
        return Ok(());
    }
    out.text(&text)
}

/// The page of a game, as Markdown.
fn page(game: &Manifest) -> Option<&'static str> {
    let file = |id: &str| PAGES.get_file(format!("{id}.md")).and_then(|file| file.contents_utf8());
    file(game.id).or_else(|| file(game.default_rules().game))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_page_that_can_be_shown() {
        for game in registry::GAMES {
            let text = markdown::render(page(game).unwrap(), 80, false);
            assert!(text.len() > 1000, "{}", game.id);
            for line in text.lines() {
                // Tables and examples are as wide as they are.
                let wide = line.starts_with("    ") || line.contains("  ");
                assert!(wide || line.chars().count() <= 80, "{}: {line}", game.id);
            }
            for line in text.lines().filter(|line| !line.starts_with("    ")) {
                for left in ["](", "```", "**", "|--", "\u{1b}"] {
                    assert!(!line.contains(left), "{}: {line}", game.id);
                }
            }
        }
    }
}
