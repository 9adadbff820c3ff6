//! `floe worker`

use std::time::Duration;

use floe_work::{Kind, WorkQueue, WorkerOptions, WorkerSummary, connect, run_worker};
use serde_json::json;
use tracing_subscriber::EnvFilter;

use crate::args::thread_count;
use crate::interrupt::interrupted;
use crate::output::{CliResult, Failure, Output};
use crate::solve::read_time;
use crate::workers::{failure, this_program};

/// Do work for other machines: engine moves and reviews for servers, games for `floe lab`, `floe match` and `floe
/// tournament`. Work comes over NATS, the most urgent first. A worker may end at any time: what it had begun is done by
/// another.
#[derive(clap::Args)]
#[command(after_help = "\
Only jobs of the same build of Floe are taken. On SIGTERM and Ctrl-C the worker takes no more jobs and finishes those that it
has begun; what takes longer than --grace, or is not finished at a second Ctrl-C, is given back.

Examples:
  floe worker --nats-url nats://127.0.0.1:4222
  floe worker --nats-url nats://floe:PASSWORD@queue.example --threads 4 --kinds move,review
  floe lab paper-penguins --workers nats://127.0.0.1:4222 --games 10000")]
pub struct Args {
    /// The NATS server: nats://USER:PASSWORD@HOST:PORT, several addresses separated by commas.
    #[arg(long, value_name = "URL", env = "FLOE_NATS_URL", hide_env_values = true)]
    nats_url: String,
    /// How many jobs to do at once (default: all cores).
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The kinds of jobs to do: move, review, game (of matches and tournaments), lab (default: all).
    #[arg(long, value_delimiter = ',', value_name = "KINDS")]
    kinds: Vec<Kind>,
    /// How long jobs may take to finish when the worker is asked to end.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = read_time)]
    grace: Duration,
    /// What to log, on standard error.
    #[arg(long, value_name = "FILTER", default_value = "info")]
    log: String,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let filter = EnvFilter::try_new(&args.log)
        .map_err(|error| Failure::Usage(format!("--log: invalid filter '{}': {error}", args.log)))?;
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr).init();
    let mut kinds = args.kinds;
    kinds.sort();
    kinds.dedup();
    if kinds.is_empty() {
        kinds = Kind::ALL.to_vec();
    }
    let options = WorkerOptions { threads: thread_count(args.threads), kinds, grace: args.grace };
    // Jobs have threads of their own; these only carry messages.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::Usage(format!("cannot start threads: {error}")))?;
    let connection = runtime.block_on(connect(&args.nats_url)).map_err(|error| failure(error.into()))?;
    let program = this_program()?;
    let worked = runtime.block_on(async {
        let queue = WorkQueue::open(connection.client().clone(), program.clone()).await?;
        let kinds: Vec<&str> = options.kinds.iter().map(|kind| kind.as_str()).collect();
        let (version, token) = (program.version(), program.token());
        tracing::info!(version, token, threads = options.threads, kinds = kinds.join(","), "working");
        let shutdown = async {
            interrupted().await;
            tracing::info!("finishing the jobs that are running");
        };
        run_worker(&queue, &options, shutdown, interrupted()).await
    });
    let summary = worked.map_err(failure)?;
    // A search that does not notice that it was stopped must not hold the program.
    runtime.shutdown_background();
    match out.json {
        true => out.value(&json!(summary)),
        false => out.text(&to_text(&summary)),
    }
}

fn to_text(summary: &WorkerSummary) -> String {
    let kinds: Vec<String> = summary.done.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
    let rate = summary.jobs() as f64 / summary.seconds.max(1e-3);
    let mut text = format!(
        "done        {} jobs{kinds} in {:.1} s, {rate:.1} per second, {:.1} s of work\n",
        summary.jobs(),
        summary.seconds,
        summary.busy_s
    );
    for (name, count) in [
        ("failed", summary.failed),
        ("given back", summary.given_back),
        ("unwanted", summary.unwanted),
        ("redelivered", summary.redelivered),
    ] {
        if count > 0 {
            text += &format!("{name:<11} {count}\n");
        }
    }
    text
}
