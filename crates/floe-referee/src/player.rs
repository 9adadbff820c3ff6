//! Players behind one trait: built-in engines, external programs, people.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use floe_games::switches::RuleSet;
use floe_games::{GameRng, Outcome, SeatView, Table};
use floe_wire::ugi::GoLimits;

use crate::Fault;

/// A future returned by a player.
pub type PlayerFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Fault>> + Send + 'a>>;

/// What a player gets before a game.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The rules, every switch resolved.
    pub rules: RuleSet,
    /// Its seat.
    pub seat: usize,
    /// The number of players.
    pub seats: usize,
}

/// A request for a move.
#[derive(Clone, Debug)]
pub struct TurnRequest {
    /// The seat to move.
    pub seat: usize,
    /// The position as that seat may see it, as text.
    pub position: String,
    /// Does the position hide something from the seat?
    pub hidden: bool,
    /// All legal moves, for players that want them listed.
    pub legal: Vec<String>,
    /// The clocks, in UGI's terms.
    pub limits: GoLimits,
    /// The time for this move.
    pub allotted: Option<Duration>,
}

/// A player. The referee guards every call: a player may hang, panic or answer nonsense without affecting the others.
pub trait Player: Send {
    /// Its name in tables and records.
    fn name(&self) -> String;
    /// A game starts.
    fn begin<'a>(&'a mut self, invitation: &'a GameSetup) -> PlayerFuture<'a, ()>;
    /// It is to move: returns the text of a move.
    fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String>;
    /// The game is over.
    fn end<'a>(&'a mut self, outcome: &'a Outcome) -> PlayerFuture<'a, ()>;
    /// Its chance of winning, from 0 to 1, as it stated it with its last move.
    fn score(&self) -> Option<f64> {
        None
    }
    /// Does it want the legal moves listed? They cost a little, so they are optional.
    fn wants_legal(&self) -> bool {
        false
    }
}

/// Plays a legal move at random.
#[derive(Debug)]
pub struct Random(GameRng);

impl Random {
    /// A random player with a seed.
    pub fn new(seed: u64) -> Random {
        Random(GameRng::for_player(seed))
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".into()
    }

    fn begin<'a>(&'a mut self, _invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String> {
        let pick = self.0.below(question.legal.len().max(1) as u32) as usize;
        let choice = question.legal.get(pick).cloned();
        Box::pin(async { choice.ok_or(Fault::IllegalMove("there is no legal move".into())) })
    }

    fn end<'a>(&'a mut self, _outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn wants_legal(&self) -> bool {
        true
    }
}

/// The request for the seat to act at a table.
pub(crate) fn turn_request(
    table: &dyn Table,
    seat: usize,
    list: bool,
    limits: GoLimits,
    allotted: Option<Duration>,
) -> TurnRequest {
    let SeatView { position, hidden } = table.seat_view(seat);
    let legal = if list { table.legal_moves() } else { Vec::new() };
    TurnRequest { seat, position, hidden, legal, limits, allotted }
}
