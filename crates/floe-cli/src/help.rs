//! The commands in groups, as `floe --help` shows them.

use clap::Command;

/// The groups with their commands, in the order in which they are shown. Every command is in exactly one.
pub const GROUPS: &[(&str, &[&str])] = &[
    ("Play", &["play", "games", "rules", "puzzle", "print", "join"]),
    ("Study", &["show", "analyze", "review", "replay", "convert", "solve", "verify"]),
    ("Bots", &["engine", "check-bot", "match", "tournament", "fish"]),
    ("Design", &["lab", "train"]),
    ("Host", &["serve", "backup", "restore", "store", "worker"]),
    ("Develop", &["trace", "perft", "bench", "completions", "man"]),
];

/// The width of the column of names.
const NAMES: usize = 13;
/// The width of a line.
const WIDTH: usize = 100;

/// The program's command with its subcommands listed by group.
pub fn grouped(command: Command) -> Command {
    let mut list = String::new();
    for (title, names) in GROUPS {
        list += &format!("{title}:\n");
        for name in *names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            list += &entry(name, &about.map(ToString::to_string).unwrap_or_default());
        }
        list.push('\n');
    }
    // The template has its own names in braces.
    let list = list.replace(['{', '}'], "");
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}{{after-help}}"
    ))
}

/// A command and the first sentence about it, in as many lines as it needs.
fn entry(name: &str, about: &str) -> String {
    let sentence = about.split_once(". ").map_or(about, |(first, _)| first).trim_end_matches('.');
    let mut text = format!("  {name:<NAMES$}");
    let mut column = text.len();
    for word in sentence.split_whitespace() {
        if column + 1 + word.chars().count() > WIDTH {
            text += &format!("\n{:1$}", "", NAMES + 2);
            column = NAMES + 2;
        }
        text += &format!(" {word}");
        column += 1 + word.chars().count();
    }
    text + "\n"
}
