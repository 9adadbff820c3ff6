//! Fish over TCP: sign-up, tournament, referee, clients.
//!
//! | file | idea |
//! |---|---|
//! | `options.rs` | every number of a tournament |
//! | `fault.rs` | the closed vocabulary of faults |
//! | `connection.rs` | a stream of JSON values to and from a client, bounded |
//! | `player.rs` | one guarded call: in time, expected, of the right shape |
//! | `fish_game.rs` | a game's state, held by the kernel, sent as Fish's JSON |
//! | `referee.rs` | one game |
//! | `rounds.rs` | who plays whom, and when it ends |
//! | `tournament.rs` | from the first `start` to the last `end` |
//! | `signup.rs` | the clients that take part |
//! | `server.rs` | sign-up, then the tournament |
//! | `observer.rs` | events for observers |
//! | `client.rs` | standard players |
//!
//! **Out of turn.** Answers carry no number, so whatever arrives belongs to the pending call. When a call is about to
//! be made only white space may be waiting: a second answer, or an unsolicited one, is a separate fault and is found at
//! the next call. After the last call nothing is checked.

mod client;
mod connection;
mod fault;
mod fish_game;
mod join_all;
mod observer;
mod options;
mod player;
mod referee;
mod rounds;
mod server;
mod signup;
mod tournament;

pub use client::{ClientError, ClientOptions, ClientResult, client_name, play_as_client, run_clients};
pub use connection::{Connection, Stream};
pub use fault::{Failure, FishFault};
pub use fish_game::{FishGame, new_fish_game};
pub use observer::{Broadcast, Event, GameEvent, GameObserver, QUEUE};
pub use options::Options;
pub use player::Player;
pub use referee::referee;
pub use rounds::games;
pub use server::{TournamentError, serve};
pub use signup::{ClientSource, sign_up};
pub use tournament::{FishResult, tournament};
