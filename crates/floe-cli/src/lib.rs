//! `floe`, the command-line program: arguments in, text or JSON out. The work is done in the libraries. [`run`] is the
//! whole program, so that a program with further games is a few lines.

mod analyze;
mod args;
mod bench;
mod check_bot;
mod convert;
mod engine;
mod fish;
mod games;
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
mod serve;
mod show;
mod solve;
mod store;
mod tournament;
mod trace;
mod train;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

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
    /// Print a completion script for your shell; source it, or save it where the shell looks for completions.
    #[command(
        after_help = "Example:\n  floe completions bash > ~/.local/share/bash-completion/completions/floe"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Does what the program's arguments ask for.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Output::new(cli.json);
    let done = match cli.command {
        Command::Games(args) => games::run(args, &mut out),
        Command::Play(args) => play::run(args, &mut out),
        Command::Serve(args) => serve::run(args, &mut out),
        Command::Join(args) => join::run(args, &mut out),
        Command::Backup(args) => serve::backup(args, &mut out),
        Command::Restore(args) => serve::restore(args, &mut out),
        Command::Store(args) => store::run(args, &mut out),
        Command::Show(args) => show::run(args, &mut out),
        Command::Perft(args) => perft::run(args, &mut out),
        Command::Solve(args) => solve::run(args, &mut out),
        Command::Puzzle(args) => puzzle::run(args, &mut out),
        Command::Trace(args) => trace::run(args, &mut out),
        Command::Replay(args) => replay::run(args, &mut out),
        Command::Analyze(args) => analyze::run(args, &mut out),
        Command::Review(args) => review::run(args, &mut out),
        Command::Convert(args) => convert::run(args, &mut out),
        Command::Print(args) => print::run(args, &mut out),
        Command::Verify(args) => verify::run(args, &mut out),
        Command::Engine(args) => engine::run(args, &mut out),
        Command::Match(args) => matches::run(args, &mut out),
        Command::Tournament(args) => tournament::run(args, &mut out),
        Command::CheckBot(args) => check_bot::run(args, &mut out),
        Command::Fish(args) => fish::run(args, &mut out),
        Command::Bench(args) => bench::run(args, &mut out),
        Command::Train(args) => train::run(args, &mut out),
        Command::Lab(args) => lab::run(args, &mut out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "floe", &mut script);
            out.text(&String::from_utf8_lossy(&script))
        }
    };
    // Bots started by a command must not outlive it.
    floe_referee::wait_for_bots();
    match done.and_then(|()| out.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed it, which is not a failure.
        Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Negative(message)) => {
            eprintln!("floe: {message}");
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            eprintln!("floe: {message}");
            ExitCode::from(2)
        }
    }
}
