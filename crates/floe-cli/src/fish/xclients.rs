//! `floe fish xclients`

use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use floe_games::switches::excerpt;
use floe_referee::fish::{ClientOptions, ClientResult, client_name, run_clients};
use floe_wire::fish::MAX_DEPTH;

use super::{runtime, seconds};
use crate::output::{CliResult, Failure};

/// Run standard players against a server: they place in a zigzag and move by minimax.
///
/// They may be started before the server; they keep trying to connect.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe fish xclients 5 4567                  five players for a server on this machine
  floe fish xclients 2 4567 192.0.2.7        two for a server elsewhere
  floe fish xclients 10 4567 --depth 3       ten that search deeper

Exit status: 0 if all of them played to the end, 1 if some could not.")]
pub struct Args {
    /// Number of players.
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    players: u16,
    /// The port of the server.
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,
    /// The host name or address of the server.
    #[arg(default_value = "127.0.0.1")]
    ip: String,
    /// Search depth in own turns.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// Node limit per move; where it is too low for the depth, they search less deep.
    #[arg(long, value_name = "N", default_value_t = ClientOptions::default().positions)]
    positions: u64,
    /// How long they try to connect, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    timeout: Duration,
    /// The time between two attempts, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pause: Duration,
}

pub fn run(args: Args) -> CliResult {
    let options = ClientOptions {
        depth: args.depth,
        positions: args.positions,
        connect_timeout: args.timeout,
        pause: args.pause,
        ..ClientOptions::default()
    };
    let server = resolve(&args.ip, args.port)?;
    let runtime = runtime()?;
    let ended = runtime.block_on(run_clients(args.players.into(), server, options));
    // An abandoned search need not be finished.
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
            "{won} won, {lost} lost, {} did not finish; {}: {error}",
            ended.len() - won - lost,
            client_name(number)
        ))),
    }
}

/// Of several addresses of a name, the first of the kind that the server listens on by default.
fn resolve(host: &str, port: u16) -> Result<SocketAddr, Failure> {
    let failed = |error| Failure::Usage(format!("{}: {error}", excerpt(host)));
    let found: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(failed)?.collect();
    let chosen = found.iter().find(|address| address.is_ipv4()).or(found.first());
    chosen.copied().ok_or_else(|| Failure::Usage(format!("{} has no address", excerpt(host))))
}
