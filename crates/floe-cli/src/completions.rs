//! `floe completions` and `floe man`

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use floe_games::registry;
use floe_games::switches::SwitchKind;

use crate::output::{CliResult, Failure, Output};

/// Print a completion script for your shell; source it, or save it where the shell looks for completions. It completes
/// commands, options, games, rule switches and levels.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  floe completions bash > ~/.local/share/bash-completion/completions/floe")]
pub struct Args {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Write the manual pages, one for each command, into a folder.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  floe man ~/.local/share/man/man1\n  man floe-match")]
pub struct Man {
    /// The folder; it is created if it is missing.
    folder: PathBuf,
}

pub fn run(args: Args, command: Command, out: &mut Output) -> CliResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut with_values(command), "floe", &mut script);
    out.text(&String::from_utf8_lossy(&script))
}

pub fn man(args: Man, command: Command, out: &mut Output) -> CliResult {
    let failed = |error: std::io::Error| Failure::Usage(format!("{}: {error}", args.folder.display()));
    std::fs::create_dir_all(&args.folder).map_err(failed)?;
    // The same pages on every machine: without the instructions that this one has.
    let command = command.long_version(clap::builder::Resettable::Reset);
    clap_mangen::generate_to(command, &args.folder).map_err(failed)?;
    out.line(&format!("wrote the manual pages to {}", args.folder.display()))
}

/// The command with the values that arguments take: shells complete them. Parsing does not use them, since its own
/// refusals explain more.
fn with_values(command: Command) -> Command {
    let games: Vec<&'static str> = registry::games().map(|game| game.id).collect();
    let (levels, switches) = (levels(), switches());
    let add = |arg: Arg| {
        let values: &[&'static str] = match arg.get_id().as_str() {
            "game" | "only" => return arg.value_parser(PossibleValuesParser::new(&games)),
            "rules" => &switches,
            "level" | "policy" | "against" | "judge" | "vs" | "seats" | "player" | "players" => &levels,
            _ => return arg,
        };
        // A flag has no values to complete.
        match arg.get_action().takes_values() {
            true => arg.value_parser(PossibleValuesParser::new(values)),
            false => arg,
        }
    };
    everywhere(command, &add)
}

fn everywhere(command: Command, change: &dyn Fn(Arg) -> Arg) -> Command {
    command.mut_args(change).mut_subcommands(|command| everywhere(command, change))
}

/// The levels by name.
fn levels() -> Vec<&'static str> {
    vec!["random", "greedy", "max", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
}

/// The switches and variants of all games, each once: `topology=hex`, `rows=`, `slides`.
fn switches() -> Vec<&'static str> {
    let mut values = Vec::new();
    for game in registry::games() {
        for switch in game.switches() {
            let words: Vec<String> = match switch.kind {
                SwitchKind::Flag => vec!["true".into(), "false".into()],
                SwitchKind::Choice(words) => words.iter().map(|word| word.to_string()).collect(),
                SwitchKind::Either(numbers, words) => {
                    let numbers = numbers.iter().map(u32::to_string);
                    numbers.chain(words.iter().map(|word| word.to_string())).collect()
                }
                _ => vec![String::new()],
            };
            values.extend(words.iter().map(|word| format!("{}={word}", switch.name)));
        }
        values.extend(game.variants.iter().map(|variant| variant.name.to_owned()));
    }
    values.sort();
    values.dedup();
    // The program ends when the script is written.
    values.into_iter().map(|value| &*value.leak()).collect()
}
