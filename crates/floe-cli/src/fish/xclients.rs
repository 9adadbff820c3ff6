//! `floe fish xclients`

use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use floe_games::switches::excerpt;
use floe_referee::fish::{ClientOptions, ClientResult, client_name, run_clients};
use floe_wire::fish::MAX_DEPTH;

use super::{runtime, seconds};
use crate::output::{CliResult, Failure};

/// Run standard players against a server: they place in zig-zag and move by minimax.
///
/// They may be started before the server: they keep trying to connect.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe fish xclients 5 4567                  five players for a server on this machine
  floe fish xclients 2 4567 192.0.2.7        two for a server elsewhere
  floe fish xclients 10 4567 --depth 3       ten that look further ahead

Exit: 0 when all of them played to the end, 1 when some could not.")]
pub struct Args {
    /// How many players.
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    players: u16,
    /// The port of the server.
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,
    /// The address of the server, or its name.
    #[arg(default_value = "127.0.0.1")]
    ip: String,
    /// How many own turns they look ahead.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// How many positions they look at for a move; where that is not enough they look fewer turns ahead.
    #[arg(long, value_name = "N", default_value_t = ClientOptions::default().positions)]
    positions: u64,
    /// How long they try to connect, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    patience: Duration,
    /// How long they wait between two tries, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pause: Duration,
}

pub fn run(args: Args) -> CliResult {
    let options = ClientOptions {
        depth: args.depth,
        positions: args.positions,
        patience: args.patience,
        pause: args.pause,
        ..ClientOptions::default()
    };
    let server = resolve(&args.ip, args.port)?;
    let runtime = runtime()?;
    let ended = runtime.block_on(run_clients(args.players.into(), server, options));
    // A search whose answer nobody waits for any more need not be finished.
    runtime.shutdown_background();
    let won = ended.iter().filter(|end| **end == Ok(ClientResult::Won)).count();
    let lost = ended.iter().filter(|end| **end == Ok(ClientResult::Lost)).count();
    let first = ended.iter().enumerate().find_map(|(number, end)| Some((number, end.as_ref().err()?)));
    match first {
        None => {
            eprintln!("floe: {won} won, {lost} lost");
            Ok(())
        }
        Some((number, error)) => Err(Failure::Negative(format!(
            "{won} won, {lost} lost, {} did not get to the end; {}: {error}",
            ended.len() - won - lost,
            client_name(number)
        ))),
    }
}

/// Of several addresses of a name the first of the kind that the server listens on by default.
fn resolve(host: &str, port: u16) -> Result<SocketAddr, Failure> {
    let wrong = |error| Failure::Usage(format!("{}: {error}", excerpt(host)));
    let found: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(wrong)?.collect();
    let chosen = found.iter().find(|address| address.is_ipv4()).or(found.first());
    chosen.copied().ok_or_else(|| Failure::Usage(format!("{} has no address", excerpt(host))))
}
