//! The state of a game and the queries on it.

use crate::action::Action;
use crate::board::{Board, Spot};
use crate::rules::{Draw, Rules, Score};
use serde_json::Value;
use std::collections::{HashMap, HashSet, VecDeque};

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Laying,
    Placing,
    Moving,
    Over,
}

/// A game in progress, set up from the `start` object of a trace.
#[derive(Clone, Debug)]
pub struct Naive {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    /// The cells in play with the unclaimed fish (0: none).
    pub(crate) cells: HashMap<Spot, u32>,
    /// The spots still to be laid; they become cells one by one.
    pub(crate) unlaid: HashSet<Spot>,
    /// Tiles of 1, 2, 3, … fish left to lay.
    pub(crate) supply: Vec<u32>,
    /// The tile chance has drawn for the player to lay.
    pub(crate) drawn: Option<u32>,
    /// Where the pieces of each seat stand.
    pub(crate) pieces: Vec<Vec<Spot>>,
    /// Seats eliminated while placing: their scores no longer count.
    pub(crate) eliminated: Vec<bool>,
    /// Seats that had no move on their turn under `end=last_mover`.
    pub(crate) dropped: Vec<bool>,
    pub(crate) fish: Vec<i64>,
    pub(crate) tiles: Vec<i64>,
    /// Consecutive turns without a claim.
    pub(crate) idle: u64,
    /// Who made the last move that was not a pass.
    pub(crate) last_mover: Option<usize>,
    pub(crate) phase: Phase,
    /// The side whose turn it is. Sides are seats until the players swap them.
    pub(crate) turn: usize,
    /// The sides still to place a piece, in order.
    pub(crate) placers: VecDeque<usize>,
    /// Did the players swap sides? Then seat 0 plays side 1.
    pub(crate) swapped: bool,
    /// How many pieces were placed, or turns made where none are placed, and swaps made after them.
    pub(crate) opening: usize,
    /// The side that made the first of them.
    pub(crate) opener: Option<usize>,
}

impl Naive {
    /// The seat to act; `None` when the game is over or waits for chance.
    pub fn actor(&self) -> Option<usize> {
        if self.phase == Phase::Over || self.awaiting_chance() { None } else { Some(self.seat_of(self.turn)) }
    }

    /// The seat that plays a side, or the side that a seat plays.
    pub(crate) fn seat_of(&self, side: usize) -> usize {
        if self.swapped { 1 - side } else { side }
    }

    /// May the side to act be exchanged for the other?
    pub(crate) fn may_swap(&self) -> bool {
        let begun = matches!(self.phase, Phase::Placing | Phase::Moving);
        self.rules.swap && self.opening == 1 && begun && self.opener != Some(self.turn)
    }

    /// Whether the next tile has to be drawn before a player can lay it.
    pub fn awaiting_chance(&self) -> bool {
        self.phase == Phase::Laying && self.rules.draw == Draw::Pile && self.drawn.is_none()
    }

    /// All legal moves as texts, sorted by bytes, each once.
    pub fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.actions().iter().map(|action| action.text(&self.board)).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// Plays a move given as text; an error leaves the game as it was.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let action: Action = self
            .actions()
            .into_iter()
            .find(|action| action.text(&self.board) == text)
            .ok_or_else(|| format!("not a legal move: {text}"))?;
        self.perform(action);
        Ok(())
    }

    /// Takes a chance outcome: `{"event":"lay","fish":2}`.
    pub fn event(&mut self, event: &Value) -> Result<(), String> {
        if event["event"].as_str() != Some("lay") {
            return Err(format!("unknown event: {event}"));
        }
        if !self.awaiting_chance() {
            return Err(format!("no tile is to be drawn now: {event}"));
        }
        let fish = event["fish"]
            .as_u64()
            .and_then(|fish| u32::try_from(fish).ok())
            .ok_or_else(|| format!("the event has no fish: {event}"))?;
        if !self.denominations().contains(&fish) {
            return Err(format!("no tile with {fish} fish is left"));
        }
        self.drawn = Some(fish);
        Ok(())
    }

    /// Fish claimed so far, without what is claimed when the game ends.
    pub fn scores(&self) -> Vec<i64> {
        match self.rules.score {
            Score::Fish => (0..self.rules.seats).map(|seat| self.fish[self.seat_of(seat)]).collect(),
            Score::LastMover => vec![0; self.rules.seats],
        }
    }

    /// Counts the ways to play `depth` moves on. A finished game and a game
    /// that waits for chance have none.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self
                .actions()
                .into_iter()
                .map(|action| {
                    let mut next = self.clone();
                    next.perform(action);
                    next.perft(depth - 1)
                })
                .sum(),
        }
    }

    /// The denominations of which tiles are left, lowest first.
    pub(crate) fn denominations(&self) -> Vec<u32> {
        (1..).zip(&self.supply).filter(|(_, left)| **left > 0).map(|(fish, _)| fish).collect()
    }

    /// The cells in play on which no piece stands.
    pub(crate) fn open(&self) -> HashSet<Spot> {
        let mut open: HashSet<Spot> = self.cells.keys().copied().collect();
        for spot in self.pieces.iter().flatten() {
            open.remove(spot);
        }
        open
    }
}
