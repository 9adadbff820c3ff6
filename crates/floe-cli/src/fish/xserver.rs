//! `floe fish xserver`

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use floe_games::registry;
use floe_referee::fish::{Broadcast, Event, Options, QUEUE, TournamentError, serve};
use floe_wire::fish::wire::JsonLimits;
use tokio::net::TcpListener;
use tokio::sync::mpsc::Receiver;

use super::{runtime, seconds};
use crate::args::RulesArgs;
use crate::output::{CliResult, Failure, Output};

/// Run one tournament over TCP and print [number of winners, number of cheaters and failures].
///
/// Clients sign up with a name, a JSON string of 1 to 12 letters. After that every call is [name,[argument…]] and every
/// answer is one JSON value. A player that breaks a rule, fails, is too slow or sends an unsolicited message is out.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe fish xserver 4567                                the standard tournament on port 4567
  floe fish xserver 0 --wait 5 --min-clients 2          any free port, printed on stderr
  floe fish xserver 4567 --rules rows=8,fish=random:5   another board
  floe fish xserver 4567 --watch                        log events to stderr as JSON lines

Exit status: 0 if a tournament was played, 1 if too few clients signed up, 2 if it could not be set up.")]
pub struct Args {
    /// The port; 0 picks a free one and prints it on stderr.
    port: u16,
    /// The address to listen on.
    #[arg(long, value_name = "IP", default_value = "0.0.0.0")]
    ip: IpAddr,
    /// Minimum number of clients.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(2..))]
    min_clients: u16,
    /// Maximum number of clients; the tournament starts as soon as they have signed up.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(2..=1000))]
    max_clients: u16,
    /// Length of a waiting period, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    wait: Duration,
    /// Maximum number of waiting periods; another one starts only while there are too few clients.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    periods: u32,
    /// Time a client may take to send its name, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    name_time: Duration,
    /// Time a player may take to answer a call, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    call_time: Duration,
    /// Maximum length of a value from a client, in bytes; white space between its parts does not count.
    #[arg(long, value_name = "BYTES", default_value_t = 65_536, value_parser = clap::value_parser!(u32).range(64..=16_777_216))]
    max_bytes: u32,
    /// Maximum nesting depth of a value from a client.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(2..=100))]
    max_depth: u32,
    /// Maximum number of clients without a name; beyond that the one that has waited longest is disconnected.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    nameless: u16,
    #[command(flatten)]
    rules: RulesArgs,
    /// The seed of random boards; each game has its own board.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Log events to stderr as JSON lines.
    #[arg(long)]
    watch: bool,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let rules = args.rules.resolve(registry::find("fish")?)?;
    let options = Options {
        min_players: args.min_clients.into(),
        max_players: args.max_clients.into(),
        wait: args.wait,
        periods: args.periods,
        name_time: args.name_time,
        call_time: args.call_time,
        limits: JsonLimits { bytes: args.max_bytes as usize, depth: args.max_depth as usize },
        nameless: args.nameless.into(),
        seed: args.seed,
        ..Options::new(rules)
    };
    options.check()?;
    let address = SocketAddr::new(args.ip, args.port);
    let outcome = runtime()?.block_on(async {
        let failed = |error| Failure::Usage(format!("cannot listen on {address}: {error}"));
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        if args.port == 0 {
            eprintln!("floe: listening on port {}", listener.local_addr().map_err(failed)?.port());
        }
        let mut watchers = Broadcast::default();
        let printer = args.watch.then(|| watch(watchers.watch(QUEUE)));
        let outcome = serve(listener, &options, &mut watchers).await;
        Ok::<_, Failure>((outcome, printer))
    });
    let (outcome, printer) = outcome?;
    if let Ok(outcome) = &outcome {
        out.value(&outcome.to_json())?;
        out.flush()?;
    }
    // Events still in the queue get a moment; a reader that has stopped reading gets no more.
    let end = Instant::now() + Duration::from_secs(1);
    while printer.as_ref().is_some_and(|printer| !printer.is_finished()) && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    match outcome {
        Ok(_) => Ok(()),
        Err(TournamentError::Refused(refusal)) => Err(refusal.into()),
        Err(why) => Err(Failure::Negative(why.to_string())),
    }
}

/// Prints events on its own thread, so that a slow reader delays nothing else.
fn watch(mut events: Receiver<Event>) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        while let Some(event) = events.blocking_recv() {
            if let Ok(line) = serde_json::to_string(&event) {
                eprintln!("{line}");
            }
        }
    })
}
