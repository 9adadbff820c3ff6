//! Sign-up: clients sign up concurrently, and silent ones delay no one.

use std::collections::VecDeque;
use std::future::pending;
use std::io;
use std::time::Duration;

use floe_wire::fish::wire::read_name;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::Receiver;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::connection::{Connection, Stream};
use super::fault::{Failure, FishFault};
use super::observer::{Broadcast, Event};
use super::options::Options;
use super::player::Player;

/// A source of clients.
pub trait ClientSource: Send {
    /// The connection to a client.
    type Stream: Stream + 'static;
    /// The next client. Cancelling it loses no client.
    fn next(&mut self) -> impl Future<Output = io::Result<Self::Stream>> + Send;
}

impl ClientSource for TcpListener {
    type Stream = TcpStream;

    async fn next(&mut self) -> io::Result<TcpStream> {
        let (stream, _) = self.accept().await?;
        // Calls are small and answered one by one: waiting to fill packets would only cost time.
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// Clients in memory.
impl<S: Stream + 'static> ClientSource for Receiver<S> {
    type Stream = S;

    async fn next(&mut self) -> io::Result<S> {
        match self.recv().await {
            Some(stream) => Ok(stream),
            None => pending().await,
        }
    }
}

/// How long to wait after an error of the listener itself, such as too many open files.
const BREATHER: Duration = Duration::from_millis(50);

/// Waits for clients: one waiting period, and another while there are too few; it ends early at the maximum. Returns
/// the players in age order, the order in which their names were complete. Clients whose names are not complete at the
/// end are rejected.
pub async fn sign_up<E: ClientSource>(
    entrance: &mut E,
    options: &Options,
    watchers: &mut Broadcast<Event>,
) -> Vec<Player> {
    let mut players = Vec::new();
    let mut names: JoinSet<Result<Player, Failure>> = JoinSet::new();
    // Clients without a name, the one that has waited longest first; some may have finished since.
    let mut nameless: VecDeque<AbortHandle> = VecDeque::new();
    for _ in 0..options.periods {
        let end = Instant::now() + options.wait;
        while players.len() < options.max_players {
            tokio::select! {
                // In this order, so that the same clients produce the same tournament.
                biased;
                Some(signed) = names.join_next() => match signed {
                    Ok(Ok(player)) => {
                        let (number, name) = (players.len(), player.name().to_owned());
                        watchers.tell(|| Event::SignUp { player: number, name });
                        players.push(player);
                    }
                    Ok(Err(failure)) => watchers.tell(|| Event::TurnedAway { failure }),
                    // It was dropped for lack of room.
                    Err(_) => {}
                },
                () = sleep_until(end) => break,
                client = entrance.next() => match client {
                    Ok(stream) => {
                        nameless.retain(|waiting| !waiting.is_finished());
                        if nameless.len() >= options.nameless && let Some(oldest) = nameless.pop_front() {
                            oldest.abort();
                        }
                        let connection = Connection::new(stream, options.limits);
                        nameless.push_back(names.spawn(read_player(connection, options.name_time)));
                        // When many connect, a name that has arrived is read before new clients are accepted.
                        tokio::task::yield_now().await;
                    }
                    Err(_) => sleep(BREATHER).await,
                },
            }
        }
        if players.len() >= options.min_players {
            break;
        }
    }
    names.shutdown().await;
    players
}

async fn read_player(mut connection: Connection, limit: Duration) -> Result<Player, Failure> {
    let failed = |fault, detail| Failure { fault, call: "sign-up", detail };
    match timeout(limit, connection.receive()).await {
        Ok(Ok(value)) => match read_name(value) {
            Ok(name) => Ok(Player::new(name, connection)),
            Err(shape) => Err(failed(FishFault::WrongAnswer, Some(shape.to_string()))),
        },
        Ok(Err(fault)) => Err(failed(fault, None)),
        Err(_) => Err(failed(FishFault::TooSlow, None)),
    }
}
