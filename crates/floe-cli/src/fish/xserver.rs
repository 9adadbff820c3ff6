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

/// Run one tournament over TCP and print [winners, cheaters and failures] in numbers.
///
/// Clients sign up with a name, a JSON string of 1 to 12 letters. Then every call is [name,[argument…]] and every
/// answer one JSON value. A player that breaks a rule, fails, is too slow or sends something unasked is out.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe fish xserver 4567                                the usual tournament on port 4567
  floe fish xserver 0 --wait 5 --fewest 2               any free port, named on standard error
  floe fish xserver 4567 --rules rows=8,fish=random:5   another board
  floe fish xserver 4567 --watch                        what happens, a JSON object a line, on standard error

Exit: 0 when a tournament was played, 1 when too few clients signed up, 2 when it could not be set up.")]
pub struct Args {
    /// The port; 0 takes a free one and names it on standard error.
    port: u16,
    /// The address to listen on.
    #[arg(long, value_name = "IP", default_value = "0.0.0.0")]
    ip: IpAddr,
    /// The fewest clients for a tournament.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(2..))]
    fewest: u16,
    /// The most clients; when so many have signed up nobody waits any longer.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(2..=1000))]
    most: u16,
    /// How long a waiting period is, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    wait: Duration,
    /// How many waiting periods there are at most: another one begins only while there are too few clients.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    periods: u32,
    /// How long a client may take to send its name, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    name_time: Duration,
    /// How long a player may take to answer a call, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    call_time: Duration,
    /// The longest value a client may send, in bytes; white space between its parts does not count.
    #[arg(long, value_name = "BYTES", default_value_t = 65_536, value_parser = clap::value_parser!(u32).range(64..=16_777_216))]
    max_bytes: u32,
    /// The deepest nesting of a value a client may send.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(2..=100))]
    max_depth: u32,
    /// How many clients may be without a name at once; beyond that the one that has waited longest is turned away.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    nameless: u16,
    #[command(flatten)]
    rules: RulesArgs,
    /// The seed of boards that are left to chance; each game draws its own.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Tell what happens on standard error, a JSON object a line.
    #[arg(long)]
    watch: bool,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let rules = args.rules.resolve(registry::find("fish")?)?;
    let options = Options {
        fewest: args.fewest.into(),
        most: args.most.into(),
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
        let wrong = |error| Failure::Usage(format!("cannot listen on {address}: {error}"));
        let listener = TcpListener::bind(address).await.map_err(wrong)?;
        if args.port == 0 {
            eprintln!("floe: listening on port {}", listener.local_addr().map_err(wrong)?.port());
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
    // Events that are still on their way get a moment; a reader that has stopped reading gets no more.
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

/// Prints events on a thread of its own: whoever reads them slowly, or not at all, holds up nobody else.
fn watch(mut events: Receiver<Event>) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        while let Some(event) = events.blocking_recv() {
            if let Ok(line) = serde_json::to_string(&event) {
                eprintln!("{line}");
            }
        }
    })
}
