//! The one face of every engine: a mind is shown a position and says what it thinks of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use floe_games::Refusal;
use serde_json::{Value, json};

/// Time, as far as an engine knows it: whoever asks hands it in. It runs from when the question was put.
pub trait Clock: Sync {
    /// How long ago the question was put.
    fn elapsed(&self) -> Duration;
}

/// A clock that stands still, for thoughts that are limited by nodes alone and are the same everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Still;

impl Clock for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// What a mind is asked about: the position as the seat to act sees it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The position in the game's text notation or as JSON; a view where something is hidden.
    pub position: &'a str,
    /// Is something hidden in it?
    pub hidden: bool,
}

/// How far to think. Whatever is reached first ends it; a mind has limits of its own beside these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Moves to look ahead.
    pub depth: Option<u32>,
    /// Time on the clock that is handed in.
    pub time: Option<Duration>,
    /// How many lines to think through in full, the best first; zero is one.
    pub lines: usize,
    /// How many threads to use; zero is one. More than one finds the same things sooner, but not in the same order.
    pub threads: usize,
}

/// What surrounds a thought: the time, and who may end it early.
pub struct Watch<'a> {
    /// The time.
    pub clock: &'a dyn Clock,
    /// Set by anybody: answer now.
    pub stop: &'a AtomicBool,
    /// Told now and then what is known so far.
    pub tell: &'a (dyn Fn(&Thought) + Sync),
}

impl Watch<'_> {
    /// Should the thought end, by the clock or because somebody said so?
    pub fn over(&self, limits: &Limits) -> bool {
        self.stop.load(Ordering::Relaxed) || limits.time.is_some_and(|time| self.clock.elapsed() >= time)
    }
}

/// Hears nothing.
pub fn nobody_listens(_thought: &Thought) {}

/// What a mind thinks of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The move to make. It need not start the best line: players below full strength slip now and then.
    pub best: String,
    /// The best lines found, the best first.
    pub lines: Vec<Line>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many moves ahead the best line was looked at, where that means something.
    pub depth: u32,
}

/// A line of play and what it is worth to the seat to act.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its moves; there is at least one.
    pub moves: Vec<String>,
    /// What it leads to.
    pub worth: Worth,
}

impl Line {
    /// As JSON, with what its first move does where that was asked for.
    pub fn to_json(&self, reasons: Option<&[String]>) -> Value {
        let Worth { win, margin, exact } = self.worth;
        let mut json = json!({"moves": self.moves, "win": win, "margin": margin, "exact": exact});
        if let Some(reasons) = reasons {
            json["reasons"] = json!(reasons);
        }
        json
    }
}

/// What a position is worth to a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// The probability of winning, from 0 to 1; a shared win counts half.
    pub win: f64,
    /// By how much the seat is expected to end up ahead of the best other one, in the game's own points; `None`
    /// where the game counts none.
    pub margin: Option<f64>,
    /// Is `win` proved? Then it is 0, ½ or 1, and the margin is what the proof found for the winner at least.
    pub exact: bool,
}

/// An engine at one game with one set of rules. It keeps what it learned from one question to the next.
pub trait Mind: Send {
    /// Thinks about a position in which a seat is to act. A refusal when the position cannot be read or nobody is.
    fn think(&mut self, asked: Asked<'_>, limits: &Limits, watch: &Watch<'_>) -> Result<Thought, Refusal>;
    /// Another game begins.
    fn forget(&mut self);
}
