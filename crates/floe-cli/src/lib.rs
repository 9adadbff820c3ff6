//! `floe`, the command-line program: arguments in, text or JSON out. The work is done in the libraries. [`run`] is the
//! whole program, so that a program with further games is a few lines.

mod analyze;
mod args;
mod bench;
mod check_bot;
mod completions;
mod convert;
mod engine;
mod fish;
mod games;
mod help;
mod interrupt;
mod join;
mod lab;
mod matches;
mod output;
mod perft;
mod play;
mod print;
mod progress;
mod puzzle;
mod remote;
mod replay;
mod review;
mod rules;
mod serve;
mod show;
mod solve;
mod store;
mod tournament;
mod trace;
mod train;
mod verify;
mod version;
mod worker;
mod workers;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use output::{Failure, Output};

/// Play, analyse and host Amazons, Penguins, Fish and related games.
#[derive(Parser)]
#[command(
    name = "floe",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  floe games                          list the games
  floe play penguins                  a game in the terminal
  floe puzzle amazons                 the puzzle of the day: a position with one right move
  floe serve                          the server and web app, at http://127.0.0.1:7878
  floe show amazons                   the board before the first move
  floe show amazons --moves d1-d7/g7  the position after a move
  floe trace paper-penguins --seed 7  a complete game as JSON lines
  floe perft amazons --depth 2        count all sequences of two moves"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print only JSON on standard output.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Play(play::Args),
    Serve(serve::Args),
    Join(join::Args),
    Backup(serve::Backup),
    Restore(serve::Restore),
    Store(store::Args),
    Worker(worker::Args),
    Show(show::Args),
    Perft(perft::Args),
    Solve(solve::Args),
    Puzzle(puzzle::Args),
    Trace(trace::Args),
    Replay(replay::Args),
    Analyze(analyze::Args),
    Review(review::Args),
    Convert(convert::Args),
    Print(print::Args),
    Verify(verify::Args),
    Engine(engine::Args),
    Match(matches::Args),
    Tournament(tournament::Args),
    CheckBot(check_bot::Args),
    Fish(fish::Args),
    Bench(bench::Args),
    Train(train::Args),
    Lab(lab::Args),
    Rules(rules::Args),
    Completions(completions::Args),
    Man(completions::Man),
}

impl Command {
    /// Why `--json` is refused, for commands without JSON output.
    fn without_json(&self) -> Option<&'static str> {
        match self {
            Command::Play(_) => {
                Some("floe play is interactive and has no JSON output; use floe engine or floe trace")
            }
            Command::Engine(_) => Some("floe engine speaks UGI"),
            Command::Serve(_) => Some("floe serve logs as JSON with --set log_format=json"),
            Command::Convert(args) if !args.writes_json() => Some("floe convert has its format in --to"),
            Command::Backup(_) | Command::Restore(_) | Command::Train(_) => Some("it only writes a file"),
            Command::Completions(_) | Command::Man(_) => Some("it only writes for a shell or for man"),
            _ => None,
        }
    }
}

/// The program's command line.
fn command() -> clap::Command {
    // The versions live as long as the program.
    let command = Cli::command().version(&*version::version().leak());
    help::grouped(command.long_version(&*version::long_version().leak()))
}

/// Does what the program's arguments ask for.
pub fn run() -> ExitCode {
    // Before anything is computed.
    if let Err(failure) = version::choose_instructions() {
        return failure.report(false);
    }
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return bad_arguments(&error),
    };
    let mut out = Output::new(cli.json);
    let done = match cli.command.without_json().filter(|_| cli.json) {
        Some(reason) => Err(Failure::Usage(format!("--json does nothing here: {reason}"))),
        None => obey(cli.command, &mut out),
    };
    // Bots started by a command must not outlive it.
    floe_referee::wait_for_bots();
    match done.and_then(|()| out.finish()) {
        // The reader of our output has closed it, which is not a failure.
        Ok(()) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(failure) => failure.report(cli.json),
    }
}

fn obey(command: Command, out: &mut Output) -> output::CliResult {
    match command {
        Command::Games(args) => games::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Serve(args) => serve::run(args, out),
        Command::Join(args) => join::run(args, out),
        Command::Backup(args) => serve::backup(args, out),
        Command::Restore(args) => serve::restore(args, out),
        Command::Store(args) => store::run(args, out),
        Command::Worker(args) => worker::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Solve(args) => solve::run(args, out),
        Command::Puzzle(args) => puzzle::run(args, out),
        Command::Trace(args) => trace::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Review(args) => review::run(args, out),
        Command::Convert(args) => convert::run(args, out),
        Command::Print(args) => print::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Engine(args) => engine::run(args, out),
        Command::Match(args) => matches::run(args, out),
        Command::Tournament(args) => tournament::run(args, out),
        Command::CheckBot(args) => check_bot::run(args, out),
        Command::Fish(args) => fish::run(args, out),
        Command::Bench(args) => bench::run(args, out),
        Command::Train(args) => train::run(args, out),
        Command::Lab(args) => lab::run(args, out),
        Command::Rules(args) => rules::run(args, out),
        Command::Completions(args) => completions::run(args, self::command(), out),
        Command::Man(args) => completions::man(args, self::command(), out),
    }
}

/// Reports arguments that cannot be parsed, with the program's own prefix; help and version are not errors.
fn bad_arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        error.exit();
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
    match std::env::args_os().any(|arg| arg == "--json") {
        true => {
            // The sentence alone: usage and hints are for people.
            let message = text.split("\n\n").next().unwrap_or(text);
            Failure::Usage(message.split_whitespace().collect::<Vec<_>>().join(" ")).report(true)
        }
        false => Failure::Usage(text.to_owned()).report(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> =
            help::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        grouped.sort_unstable();
        let command = Cli::command();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn the_command_line_is_in_order() {
        command().debug_assert();
    }
}
