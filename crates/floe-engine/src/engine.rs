//! The interface of every engine: it takes a position and returns an analysis.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use floe_games::{Actor, Game, GameRng, Refusal, read_position};
use serde_json::{Value, json};

/// The time source of a search, passed in by the caller. It runs from the start of the search.
pub trait Timer: Sync {
    /// The time since the search started.
    fn elapsed(&self) -> Duration;
}

/// A timer that always reads zero, for searches that are limited only by nodes and give the same result everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrozenTimer;

impl Timer for FrozenTimer {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The position to search, as the seat to act sees it.
#[derive(Clone, Copy, Debug)]
pub struct PositionView<'a> {
    /// The position in the game's text notation or as JSON; a view where something is hidden.
    pub position: &'a str,
    /// Does it hide anything?
    pub hidden: bool,
}

impl PositionView<'_> {
    /// Reads the position; what is hidden is sampled.
    pub(crate) fn sample<G: Game>(
        self,
        rules: &G::Rules,
        chance: &mut GameRng,
    ) -> Result<G::Position, Refusal> {
        match self.hidden {
            true => G::determinize(rules, self.position, chance),
            false => read_position::<G>(rules, self.position),
        }
    }

    /// The same with the seat to act, or a refusal if none is.
    pub(crate) fn turn<G: Game>(
        self,
        rules: &G::Rules,
        chance: &mut GameRng,
    ) -> Result<(G::Position, usize), Refusal> {
        let position = self.sample::<G>(rules, chance)?;
        match G::actor(rules, &position) {
            Actor::Seat(seat) => Ok((position, seat)),
            Actor::Chance => Err(Refusal::invalid_request("chance is to act here, not a player")),
            Actor::Nobody => Err(Refusal::game_over("the game is over; no seat is to move")),
        }
    }
}

/// What an engine is asked.
#[derive(Clone, Copy)]
pub struct SearchRequest<'a> {
    /// The position.
    pub view: PositionView<'a>,
    /// When to end.
    pub limits: &'a Limits,
    /// How the caller controls it while it runs.
    pub control: &'a SearchControl<'a>,
}

/// The limits of a search. It ends at the first one it reaches; an engine may have its own further limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of positions.
    pub nodes: Option<u64>,
    /// The maximum depth in moves.
    pub depth: Option<u32>,
    /// The maximum time on the timer.
    pub time: Option<Duration>,
    /// How many lines to search in full, the best first; zero means one.
    pub lines: usize,
    /// How many threads to use; zero means one. With more than one, results can differ from run to run.
    pub threads: usize,
}

/// How the caller controls a running search: time, an early stop and progress reports.
pub struct SearchControl<'a> {
    /// The time source.
    pub timer: &'a dyn Timer,
    /// Set by the caller to end the search and get an answer now.
    pub stop: &'a AtomicBool,
    /// Called from time to time with the analysis so far.
    pub on_progress: &'a (dyn Fn(&Analysis) + Sync),
}

impl SearchControl<'_> {
    /// Should the search end, because its time is up or the caller stopped it?
    pub fn should_stop(&self, limits: &Limits) -> bool {
        self.stop.load(Ordering::Relaxed) || limits.time.is_some_and(|time| self.timer.elapsed() >= time)
    }
}

/// A progress callback that does nothing.
pub fn ignore_progress(_analysis: &Analysis) {}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The move to make. It need not start the best line, since engines below full strength add noise to their choice.
    pub best: String,
    /// The best lines found, the best first.
    pub lines: Vec<Line>,
    /// How many positions were searched.
    pub nodes: u64,
    /// The depth of the best line in moves, where the search has one.
    pub depth: u32,
}

/// A line of play and its evaluation for the seat to act.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its moves, at least one.
    pub moves: Vec<String>,
    /// Its evaluation.
    pub evaluation: Evaluation,
}

impl Line {
    /// The line as JSON, with the reasons for its first move if there are any.
    pub fn to_json(&self, reasons: Option<&[String]>) -> Value {
        let Evaluation { win, margin, exact } = self.evaluation;
        let mut json = json!({"moves": self.moves, "win": win, "margin": margin, "exact": exact});
        if let Some(reasons) = reasons {
            json["reasons"] = json!(reasons);
        }
        json
    }
}

/// The evaluation of a position for a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The probability of winning, from 0 to 1; a shared win counts half.
    pub win: f64,
    /// By how much the seat is expected to end up ahead of the best other one, in the game's own points; `None`
    /// where the game counts none.
    pub margin: Option<f64>,
    /// Is it proved? Then `win` is 0, ½ or 1, and the margin is the one that best play leads to, or `None` where only the
    /// winner is proved.
    pub exact: bool,
}

/// An engine for one game with one set of rules. It keeps what it learned from one search to the next.
pub trait Engine: Send {
    /// Searches a position in which a seat is to act. A refusal if the position cannot be read or no seat is to act.
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal>;
    /// The same for a request in parts.
    fn think(
        &mut self,
        view: PositionView<'_>,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Analysis, Refusal> {
        self.analyze(SearchRequest { view, limits, control })
    }
    /// Clears what was learned: a new game starts.
    fn new_game(&mut self);
}
