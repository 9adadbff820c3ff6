//! Players behind one trait: engines inside, programs outside, people.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use floe_games::switches::RuleSet;
use floe_games::{GameRng, Outcome, SeatView, Table};
use floe_wire::ugi::GoLimits;

use crate::Fault;

/// A future that a player hands back.
pub type PlayerFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Fault>> + Send + 'a>>;

/// What a player is told before a game.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The rules, every switch resolved.
    pub rules: RuleSet,
    /// The seat it has.
    pub seat: usize,
    /// How many play.
    pub seats: usize,
}

/// What a player is asked.
#[derive(Clone, Debug)]
pub struct TurnRequest {
    /// The seat that is asked.
    pub seat: usize,
    /// The position as far as that seat may see it, as text.
    pub position: String,
    /// Does the position hide something from the seat?
    pub hidden: bool,
    /// All legal moves, for players that want them listed.
    pub legal: Vec<String>,
    /// The clocks, as UGI tells them.
    pub limits: GoLimits,
    /// How long there is for this move.
    pub allotted: Option<Duration>,
}

/// A player. Every call is guarded by the referee: it may hang, panic or answer nonsense, and only its owner suffers.
pub trait Player: Send {
    /// What it is called in tables and records.
    fn name(&self) -> String;
    /// A game begins.
    fn begin<'a>(&'a mut self, invitation: &'a GameSetup) -> PlayerFuture<'a, ()>;
    /// It is to move: the text of a move.
    fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String>;
    /// The game is over.
    fn end<'a>(&'a mut self, outcome: &'a Outcome) -> PlayerFuture<'a, ()>;
    /// Does it want the legal moves listed? It costs a little, so only who asks gets them.
    fn wants_legal(&self) -> bool {
        false
    }
}

/// Plays any legal move, each as likely.
#[derive(Debug)]
pub struct Random(GameRng);

impl Random {
    /// A random player of a seed.
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

/// The question for the seat to act at a table.
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
