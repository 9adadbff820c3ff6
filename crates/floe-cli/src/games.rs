//! `floe games`

use floe_games::{Manifest, registry};
use serde_json::Value;

use crate::output::{CliResult, Output};

/// List the games, or describe one: switches, defaults, values, variants.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  floe games\n  floe games penguins\n  floe games --json")]
pub struct Args {
    /// The game to describe.
    game: Option<String>,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let Some(id) = args.game else {
        if out.json {
            return out.value(&registry::games().map(Manifest::to_json).collect());
        }
        for entry in registry::games() {
            out.line(&format!("{:<16} {}", entry.id, entry.name))?;
            out.line(&format!("{:<16} {}", "", entry.about))?;
        }
        return out.line("\nRun `floe games GAME` for its rule switches.");
    };
    let entry = registry::find(&id)?;
    if out.json {
        return out.value(&entry.to_json());
    }
    out.line(&format!("{} — {}", entry.id, entry.name))?;
    out.line(&format!("{}\n", entry.about))?;
    let defaults = entry.default_rules();
    for (number, switch) in entry.switches().iter().enumerate() {
        if number == 0 {
            out.line("Switches")?;
        } else if number == entry.main_switches.len() {
            out.line("\nHouse rules: every other switch of the family")?;
        }
        let default = match defaults.get(switch.name) {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        out.line(&format!("  {:<24} {}", switch.name, switch.about))?;
        out.line(&format!("  {:<24} {} (default {default})", "", switch.kind.describe()))?;
    }
    if !entry.variants.is_empty() {
        out.line("\nVariants: --rules NAME")?;
    }
    for variant in entry.variants {
        out.line(&format!("  {:<24} {}", variant.name, variant.about()))?;
    }
    Ok(())
}
