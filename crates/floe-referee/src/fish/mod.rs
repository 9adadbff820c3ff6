//! Fish over TCP: sign-up, tournament, referee, clients.
//!
//! | file | idea |
//! |---|---|
//! | `options.rs` | every number of a tournament |
//! | `fault.rs` | the closed vocabulary of what a player can do wrong |
//! | `connection.rs` | a stream of JSON values to and from a client, bounded |
//! | `player.rs` | one guarded call: in time, asked for, of the right shape |
//! | `ice.rs` | a game's state, kept by the kernel, told as Fish's JSON |
//! | `referee.rs` | one game |
//! | `rounds.rs` | who plays whom, and when it is over |
//! | `tournament.rs` | from the first `start` to the last `end` |
//! | `signup.rs` | who takes part |
//! | `server.rs` | sign-up, then the tournament |
//! | `observer.rs` | what happens, for whoever watches |
//! | `client.rs` | standard players |
//!
//! **Out of turn.** Answers carry no number, so whatever arrives belongs to the call that waits for it. When a call is
//! about to be made nothing but white space may be waiting: a second answer, or one nobody asked for, is a fault of
//! its own and is found at the next call. After the last call nobody looks.

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
