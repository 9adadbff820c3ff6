//! `floe-chaos`: attacks on a server, and faults under which it must lose nothing.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use floe_chaos::attack::{self, Attack, Context};
use floe_chaos::history::{self, Fault, Options};
use floe_chaos::{cluster, report, table};
use indicatif::ProgressBar;

/// Attack a server started for this purpose, or check what it stores under faults. Everything happens on this machine.
#[derive(Parser)]
#[command(name = "floe-chaos")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replay known attacks against `floe serve` and report for each hole whether it is closed.
    Attack {
        /// The `floe` program to attack.
        #[arg(long, value_name = "PATH")]
        server: PathBuf,
        /// Take about one minute instead of about five.
        #[arg(long)]
        quick: bool,
        /// Run only these attacks.
        #[arg(long, value_delimiter = ',', value_name = "NAME")]
        only: Vec<Attack>,
        /// Print JSON instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// Let many clients play while the server is killed, stopped and starved, and check that it lost and changed nothing.
    History {
        /// The `floe` program to disturb.
        #[arg(long, value_name = "PATH")]
        server: PathBuf,
        /// How often to kill it; other faults come in proportion.
        #[arg(long, default_value_t = 100)]
        kills: usize,
        /// Number of servers: one with a file, or several on a PostgreSQL and a NATS server that are started for them.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
        nodes: u8,
        /// Number of concurrent games.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=2000))]
        tables: u16,
        /// Seed for the order of the faults and the moves (default: random).
        #[arg(long)]
        seed: Option<u64>,
        /// Inject no faults after this many minutes.
        #[arg(long, default_value_t = 15.0)]
        minutes: f64,
        /// Inject only these faults (default: kill, term, stop; with one server full and jump; with several pause, database and
        /// nats).
        #[arg(long, value_delimiter = ',', value_name = "FAULT")]
        faults: Vec<Fault>,
        /// Print JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Start several servers on this machine, with PostgreSQL and NATS of their own, until asked to stop.
    Cluster {
        /// The `floe` program.
        #[arg(long, value_name = "PATH")]
        server: PathBuf,
        /// Number of servers.
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=9))]
        nodes: u16,
        /// Number of workers.
        #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=9))]
        workers: u16,
        /// The port of the first server; the others have the next ones.
        #[arg(long, default_value_t = 7878)]
        port: u16,
    },
    /// Run as a load generator (for the other commands).
    #[command(hide = true)]
    Load,
}

fn main() -> ExitCode {
    // It is started in other folders, too.
    let found = |program: PathBuf| program.canonicalize().unwrap_or(program);
    match Args::parse().command {
        Command::Load => match floe_chaos::load::run() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(&error),
        },
        Command::Cluster { server, nodes, workers, port } => {
            let options = cluster::Options { program: found(server), nodes, port, workers };
            let run = async {
                let running = cluster::Cluster::start(&options).await?;
                print!("{}", running.description());
                println!("Ctrl-C stops everything; the data is lost then.");
                std::future::pending::<Result<(), String>>().await
            };
            match in_runtime(run) {
                Ok(Err(error)) => failed(&error),
                // It was asked to stop, and everything has ended with it.
                _ => ExitCode::SUCCESS,
            }
        }
        Command::Attack { server, quick, only, json } => {
            let attacks = if only.is_empty() { Attack::value_variants().to_vec() } else { only };
            let context = Context::new(found(server), quick);
            let rows = match in_runtime(async { attack::run(&context, &attacks).await }) {
                Ok(rows) => rows,
                Err(error) => return failed(&error),
            };
            match json {
                true => println!("{}", serde_json::to_string_pretty(&rows).unwrap_or_default()),
                false => print!("{}", report::table(&rows)),
            }
            if report::all_closed(&rows) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Command::History { server, kills, nodes, tables, seed, minutes, faults, json } => {
            let several = [Fault::Pause, Fault::Database, Fault::Nats];
            let faults = match (faults.is_empty(), nodes) {
                (false, _) => faults,
                (true, 1) => vec![Fault::Kill, Fault::Term, Fault::Stop, Fault::Full, Fault::Jump],
                (true, _) => [Fault::Kill, Fault::Term, Fault::Stop].into_iter().chain(several).collect(),
            };
            let options = Options {
                program: found(server),
                kills,
                nodes: nodes.into(),
                tables: tables.into(),
                seed: seed.unwrap_or_else(|| u64::from(u32::from_le_bytes(table::random()))),
                faults,
                max_time: Duration::from_secs_f64(minutes.clamp(0.0, 24.0 * 60.0) * 60.0),
            };
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(200));
            let on_progress = |words: String| match bar.is_hidden() {
                true => eprintln!("{words}"),
                false => bar.set_message(words),
            };
            let report = match in_runtime(async { history::run(&options, on_progress).await }).flatten() {
                Ok(report) => report,
                Err(error) => return failed(&error),
            };
            bar.finish_and_clear();
            match json {
                true => println!("{}", serde_json::to_string_pretty(&report).unwrap_or_default()),
                false => print!("{report}"),
            }
            if report.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
    }
}

/// Runs to the end, or until the process is asked to stop; servers and generators end with their parent.
fn in_runtime<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start threads: {error}"))?;
    runtime.block_on(async {
        use tokio::signal::unix::{SignalKind, signal};
        let failed = |error| format!("cannot handle signals: {error}");
        let mut terminate = signal(SignalKind::terminate()).map_err(failed)?;
        let mut interrupt = signal(SignalKind::interrupt()).map_err(failed)?;
        tokio::select! {
            done = work => Ok(done),
            _ = terminate.recv() => Err("asked to stop".into()),
            _ = interrupt.recv() => Err("interrupted".into()),
        }
    })
}

fn failed(error: &str) -> ExitCode {
    eprintln!("floe-chaos: {error}");
    ExitCode::from(2)
}
