//! What every game promises: the static face that engines and counters are written on.

use std::fmt::Debug;
use std::hash::Hash;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::GameRng;
use crate::insight::{CellRefusal, Insight, InsightContext, PickedCells};
use crate::switches::RuleSet;

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player chooses.
    Seat(usize),
    /// Dice, deals and draws: [`Game::draw`] gives an outcome, which is applied like a move.
    Chance,
    /// The game is over.
    Nobody,
}

/// Who looks. There is no default on purpose: whoever shows something says to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player sees the open things and its own hidden ones.
    Seat(usize),
    /// Anybody sees the open things.
    Spectator,
    /// The referee, and everybody after the game.
    Omniscient,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Outcome {
    /// The seats that win, in order; more than one share it, none when nobody wins.
    pub winners: Vec<usize>,
    /// The final score of each seat.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub scores: Vec<i64>,
    /// Why it ended, in words.
    pub reason: String,
    /// What else a game has to say about its end: the hands of a showdown …
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Something asked for that cannot be had: what was wrong and what would be right, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// A refusal in words.
    pub fn new(words: impl Into<String>) -> Refusal {
        Refusal(words.into())
    }
}

/// How many positions an exact adjudication may look at before it gives up; see [`Game::adjudicate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions that may be looked at for all players together.
    pub positions: u64,
}

impl Default for Budget {
    /// A second or two on most machines.
    fn default() -> Budget {
        Budget { positions: 1_000_000 }
    }
}

/// A game as types and functions without state of their own.
///
/// `Rules` are shared and never change; a `Position` is small and copied freely. Nothing here reads a clock, a file or
/// a generator of its own, so the same calls give the same answers everywhere. A hidden commitment is an ordinary
/// move that [`Game::sees`] shows to some viewers only; a simultaneous choice is two of them in a row; chance is an
/// actor whose outcomes are moves as well.
pub trait Game: Sized + Send + Sync + 'static {
    /// Everything fixed before the first move: board, switches.
    type Rules: Debug + Send + Sync;
    /// Everything that changes.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A choice of a player or an outcome of chance.
    type Move: Copy + Ord + Hash + Debug + Send + Sync + 'static;

    /// The switches the rules were made from, every one resolved.
    fn rule_set(rules: &Self::Rules) -> &RuleSet;
    /// How many players.
    fn seats(rules: &Self::Rules) -> usize;
    /// The position before the first move, with everything dealt that is dealt at the start; a refusal where the
    /// rules fit only positions that are given.
    fn start(rules: &Self::Rules, chance: &mut GameRng) -> Result<Self::Position, Refusal>;
    /// Who acts next.
    fn actor(rules: &Self::Rules, position: &Self::Position) -> Actor;
    /// Adds all legal moves, sorted and each once; when chance acts its outcomes, but only where they are few: deals
    /// and rolls of dice, which go into the millions, are left out, and [`Game::check`] alone knows them all.
    ///
    /// Where players have hands the moves are a secret of whoever acts.
    fn moves(rules: &Self::Rules, position: &Self::Position, out: &mut Vec<Self::Move>);
    /// How many legal moves there are.
    fn count(rules: &Self::Rules, position: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        Self::moves(rules, position, &mut moves);
        moves.len() as u64
    }
    /// Where the legal moves are too many to list: the word for what is asked for, which is also read as a move (the
    /// best the program knows). [`Game::moves`] then has just that one.
    fn placeholder_move(_rules: &Self::Rules, _position: &Self::Position) -> Option<&'static str> {
        None
    }
    /// Says why a move is not legal, if it is not.
    fn check(rules: &Self::Rules, position: &Self::Position, action: Self::Move) -> Result<(), Refusal>;
    /// Makes a legal move. Players who cannot act next are passed over, so that [`Game::actor`] is right at once.
    fn apply(rules: &Self::Rules, position: &mut Self::Position, action: Self::Move);
    /// An outcome when chance acts, with the game's own odds.
    fn sample_chance(rules: &Self::Rules, position: &Self::Position, chance: &mut GameRng) -> Self::Move;
    /// What each seat has scored so far.
    fn scores(rules: &Self::Rules, position: &Self::Position) -> Vec<i64>;
    /// How the game ended, once nobody acts.
    fn outcome(rules: &Self::Rules, position: &Self::Position) -> Option<Outcome>;
    /// Takes a player out of a game for three or four: resigned, cheated, too slow. Others play on.
    fn eliminate(rules: &Self::Rules, position: &mut Self::Position, seat: usize);
    /// Is a seat still in the game, not eliminated?
    fn plays(_rules: &Self::Rules, _position: &Self::Position, _seat: usize) -> bool {
        true
    }
    /// How a game for two ends when a seat `resigned` or `forfeited`.
    fn forfeit(rules: &Self::Rules, position: &Self::Position, seat: usize, how: &str) -> Outcome {
        let winners = (0..Self::seats(rules)).filter(|&other| other != seat).collect();
        Outcome {
            winners,
            scores: Self::scores(rules, position),
            reason: format!("seat {seat} {how}"),
            more: Map::new(),
        }
    }
    /// The exact outcome when the players stop by consent; a refusal when they still contest something, when the
    /// game knows no such thing, or when it cannot be computed within the budget.
    fn adjudicate(rules: &Self::Rules, position: &Self::Position, budget: Budget)
    -> Result<Outcome, Refusal>;

    /// A word for what is going on: `lay`, `place`, `move`, `over` …
    fn phase(rules: &Self::Rules, position: &Self::Position) -> &'static str;
    /// The move in the game's notation.
    fn move_text(rules: &Self::Rules, action: Self::Move) -> String;
    /// The move of a text; whether it is legal is [`Game::check`]'s to say.
    fn parse_move(rules: &Self::Rules, position: &Self::Position, text: &str) -> Result<Self::Move, Refusal>;
    /// The outcome of chance a move stands for as the event that traces and records show.
    fn chance_event(rules: &Self::Rules, outcome: Self::Move) -> Value;
    /// What of an outcome of chance is shown to those who may not see it: that it came, and nothing that is hidden.
    fn hidden_event(rules: &Self::Rules, outcome: Self::Move) -> Value {
        json!({"event": Self::chance_event(rules, outcome)["event"]})
    }
    /// The outcome of chance of an event.
    fn parse_chance(
        rules: &Self::Rules,
        position: &Self::Position,
        event: &Value,
    ) -> Result<Self::Move, Refusal>;
    /// The position as one line of text, as far as the viewer may see it.
    fn position_text(rules: &Self::Rules, position: &Self::Position, viewer: Viewer) -> String;
    /// Reads a full position back.
    fn parse_position(rules: &Self::Rules, text: &str) -> Result<Self::Position, Refusal>;
    /// A full position that a view, given as text, may stand for: what is hidden in it is drawn by the odds.
    fn determinize(
        rules: &Self::Rules,
        view: &str,
        _chance: &mut GameRng,
    ) -> Result<Self::Position, Refusal> {
        Self::parse_position(rules, view)
    }
    /// The position as JSON, as far as the viewer may see it.
    fn position_json(rules: &Self::Rules, position: &Self::Position, viewer: Viewer) -> Value;
    /// Reads a full position back from JSON.
    fn parse_position_json(rules: &Self::Rules, json: &Value) -> Result<Self::Position, Refusal>;
    /// What a reader of a trace needs to set the start up elsewhere: members of the `start` object.
    fn start_json(rules: &Self::Rules, position: &Self::Position) -> Value;
    /// A drawing for people, as far as the viewer may see it.
    fn picture(rules: &Self::Rules, position: &Self::Position, viewer: Viewer) -> String;

    /// What the rules say about a position beyond the position itself, as far as the viewer may know it. `moves` are
    /// all moves and outcomes of chance since the start.
    fn insight(context: InsightContext<'_, Self>, moves: impl Iterator<Item = Self::Move>) -> Insight;
    /// Why a cell cannot be chosen next in a move that is being put together; `None` where cells are not chosen that way.
    fn why_not(
        _rules: &Self::Rules,
        _position: &Self::Position,
        _picked: PickedCells<'_>,
        _cell: &str,
    ) -> Option<CellRefusal> {
        None
    }

    /// Can anything be hidden from anybody under these rules?
    fn hides(_rules: &Self::Rules) -> bool {
        false
    }
    /// May the viewer see which move was made in the position `before`, now that the game stands at `now`? Otherwise
    /// only that one was made.
    fn is_visible(
        _rules: &Self::Rules,
        _before: &Self::Position,
        _action: Self::Move,
        _now: &Self::Position,
        _viewer: Viewer,
    ) -> bool {
        true
    }
    /// A position that looks the same to the viewer, with what it cannot see drawn anew with the game's own odds.
    fn resample_hidden(
        _rules: &Self::Rules,
        position: &Self::Position,
        _viewer: Viewer,
        _chance: &mut GameRng,
    ) -> Self::Position {
        position.clone()
    }
}

/// Counts the sequences of `depth` moves from a position. A finished game has none; perft through chance is refused.
pub fn perft<G: Game>(rules: &G::Rules, position: &G::Position, depth: u32) -> Result<u64, Refusal> {
    if depth == 0 {
        return Ok(1);
    }
    match G::actor(rules, position) {
        Actor::Nobody => return Ok(0),
        Actor::Chance => {
            return Err(Refusal::new(
                "chance comes before that depth; perft counts choices only (give --position or --moves past it)",
            ));
        }
        Actor::Seat(_) if depth == 1 => return Ok(G::count(rules, position)),
        Actor::Seat(_) => {}
    }
    let mut moves = Vec::new();
    G::moves(rules, position, &mut moves);
    let mut sum = 0;
    for action in moves {
        let mut next = position.clone();
        G::apply(rules, &mut next, action);
        // Counting here, without a call, is where nearly all the time goes.
        sum += match (depth, G::actor(rules, &next)) {
            (2, Actor::Seat(_)) => G::count(rules, &next),
            _ => perft::<G>(rules, &next, depth - 1)?,
        };
    }
    Ok(sum)
}
