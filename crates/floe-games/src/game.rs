//! What every game implements: the static API that engines and perft are written against.

use std::fmt::Debug;
use std::hash::Hash;

use floe_cpu::dispatch;
use serde_json::{Value, json};

use crate::event::Event;
use crate::insight::{CellRefusal, Insight, InsightContext, PickedCells};
use crate::outcome::{EndReason, Outcome, seat_number};
use crate::switches::RuleSet;
use crate::{GameRng, Refusal};

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player chooses.
    Seat(usize),
    /// Dice, deals and draws: [`Game::sample_chance`] gives an outcome, which is applied like a move.
    Chance,
    /// The game is over.
    Nobody,
}

/// The viewer of something that may be hidden. There is deliberately no default: code that shows something says to
/// whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player, who sees everything public and their own hidden things.
    Seat(usize),
    /// A spectator, who sees everything public.
    Spectator,
    /// The referee, and everyone after the game.
    Omniscient,
}

/// How many positions an exact adjudication may visit before it gives up; see [`Game::adjudicate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions that may be visited, for all players together.
    pub positions: u64,
}

impl Default for Budget {
    /// Takes a second or two on most machines.
    fn default() -> Budget {
        Budget { positions: 1_000_000 }
    }
}

/// A game as types and stateless functions.
///
/// `Rules` are shared and never change; a `Position` is small and copied freely. Nothing here reads a clock, a file or
/// its own random generator, so the same calls give the same answers everywhere. A hidden commitment is an ordinary
/// move that [`Game::is_visible`] shows to some viewers only; a simultaneous choice is two of them in a row; chance is
/// an actor whose outcomes are moves as well.
pub trait Game: Sized + Send + Sync + 'static {
    /// Everything fixed before the first move: board, switches.
    type Rules: Debug + Send + Sync;
    /// Everything that changes.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A player's choice or a chance outcome.
    type Move: Copy + Ord + Hash + Debug + Send + Sync + 'static;

    /// The switches the rules were made from, all resolved.
    fn rule_set(rules: &Self::Rules) -> &RuleSet;
    /// How many players.
    fn seats(rules: &Self::Rules) -> usize;
    /// The position before the first move, with everything dealt that is dealt at the start; a refusal where the rules
    /// need a given position.
    fn start(rules: &Self::Rules, chance: &mut GameRng) -> Result<Self::Position, Refusal>;
    /// Who acts next.
    fn actor(rules: &Self::Rules, position: &Self::Position) -> Actor;
    /// Adds all legal moves, sorted and without duplicates. When chance acts, adds its outcomes, but only where they
    /// are few: deals and rolls of dice, of which there are millions, are left out, and only [`Game::check`] knows them
    /// all.
    ///
    /// Where players have hands, the moves are a secret of the player to act.
    fn moves(rules: &Self::Rules, position: &Self::Position, out: &mut Vec<Self::Move>);
    /// How many legal moves there are.
    fn count(rules: &Self::Rules, position: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        Self::moves(rules, position, &mut moves);
        moves.len() as u64
    }
    /// Where there are too many legal moves to list: the keyword that is also accepted as a move (the best move the
    /// engine knows). [`Game::moves`] then has just that one.
    fn placeholder_move(_rules: &Self::Rules, _position: &Self::Position) -> Option<&'static str> {
        None
    }
    /// Returns why a move is illegal, if it is.
    fn check(rules: &Self::Rules, position: &Self::Position, action: Self::Move) -> Result<(), Refusal>;
    /// Makes a legal move. Players who cannot act next are skipped, so that [`Game::actor`] is correct immediately.
    fn apply(rules: &Self::Rules, position: &mut Self::Position, action: Self::Move);
    /// A chance outcome, drawn with the game's own probabilities; by default all outcomes that [`Game::moves`] lists
    /// are equally likely.
    fn sample_chance(rules: &Self::Rules, position: &Self::Position, chance: &mut GameRng) -> Self::Move {
        let mut outcomes = Vec::new();
        Self::moves(rules, position, &mut outcomes);
        outcomes[chance.below(outcomes.len() as u32) as usize]
    }
    /// Do points decide who wins? Otherwise the scores of an outcome only say who has won.
    fn is_scored(_rules: &Self::Rules) -> bool {
        true
    }
    /// What each seat has scored so far.
    fn scores(rules: &Self::Rules, position: &Self::Position) -> Vec<i64>;
    /// How the game ended, once it is over.
    fn outcome(rules: &Self::Rules, position: &Self::Position) -> Option<Outcome>;
    /// Removes a player from a game of three or four, for resigning, cheating or being too slow. The others play on.
    fn eliminate(rules: &Self::Rules, position: &mut Self::Position, seat: usize);
    /// Is a seat still in the game, not eliminated?
    fn plays(_rules: &Self::Rules, _position: &Self::Position, _seat: usize) -> bool {
        true
    }
    /// How a two-player game ends when a seat resigns or forfeits, as `end` says.
    fn forfeit(rules: &Self::Rules, position: &Self::Position, seat: usize, end: EndReason) -> Outcome {
        let winners = (0..Self::seats(rules)).filter(|&other| other != seat).collect();
        Outcome::new(winners, Self::scores(rules, position), end, &seat_number)
    }
    /// The exact outcome when the players stop by agreement; a refusal when something is still contested, when the game
    /// does not allow it, or when it cannot be computed within the budget. By default a game knows no such thing.
    fn adjudicate(
        _rules: &Self::Rules,
        _position: &Self::Position,
        _budget: Budget,
    ) -> Result<Outcome, Refusal> {
        Err(Refusal::cannot_stop("this game is played to its end; resign instead"))
    }

    /// The name of the current phase: `lay`, `place`, `move`, `over` …
    fn phase(rules: &Self::Rules, position: &Self::Position) -> &'static str;
    /// The move in the game's notation.
    fn move_text(rules: &Self::Rules, action: Self::Move) -> String;
    /// Parses a move; whether it is legal is for [`Game::check`] to decide.
    fn parse_move(rules: &Self::Rules, position: &Self::Position, text: &str) -> Result<Self::Move, Refusal>;
    /// The event that traces and records show for a chance outcome; by default its text.
    fn chance_event(rules: &Self::Rules, outcome: Self::Move) -> Value {
        json!({"event": "chance", "outcome": Self::move_text(rules, outcome)})
    }
    /// What viewers who may not see a chance outcome are shown: that it happened, and nothing hidden.
    fn hidden_event(rules: &Self::Rules, outcome: Self::Move) -> Value {
        json!({"event": Self::chance_event(rules, outcome)["event"]})
    }
    /// The chance outcome of an event; by default of one that [`Game::chance_event`] writes by default.
    fn parse_chance(
        rules: &Self::Rules,
        position: &Self::Position,
        event: &Value,
    ) -> Result<Self::Move, Refusal> {
        let text = event.get("outcome").and_then(Value::as_str).ok_or_else(|| {
            Refusal::invalid_chance("an event of chance looks like {\"event\":\"chance\",\"outcome\":\"…\"}")
        })?;
        let outcome = Self::parse_move(rules, position, text)?;
        Self::check(rules, position, outcome)?;
        Ok(outcome)
    }
    /// The position as one line of text, as far as the viewer may see it.
    fn position_text(rules: &Self::Rules, position: &Self::Position, viewer: Viewer) -> String;
    /// Reads a full position back.
    fn parse_position(rules: &Self::Rules, text: &str) -> Result<Self::Position, Refusal>;
    /// A full position that a view, given as text, may stand for: what is hidden in it is sampled.
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
    /// What a reader of a trace needs to set up the start elsewhere: members of the `start` object.
    fn start_json(rules: &Self::Rules, position: &Self::Position) -> Value;
    /// A drawing for people, as far as the viewer may see it.
    fn picture(rules: &Self::Rules, position: &Self::Position, viewer: Viewer) -> String;

    /// What the rules say about a position beyond the position itself, as far as the viewer may know it. `moves` are
    /// all moves and outcomes of chance since the start.
    fn insight(_context: InsightContext<'_, Self>, _moves: impl Iterator<Item = Self::Move>) -> Insight {
        Insight::Standalone
    }
    /// Why a cell cannot be chosen next in a move that is being put together; `None` where cells are not chosen that way.
    fn why_not(
        _rules: &Self::Rules,
        _position: &Self::Position,
        _picked: PickedCells<'_>,
        _cell: &str,
    ) -> Option<CellRefusal> {
        None
    }

    /// Can anything be hidden from a viewer under these rules?
    fn hides(_rules: &Self::Rules) -> bool {
        false
    }
    /// Is something hidden now, or chosen face down next, so that players should not see each other's screens? By
    /// default at any time where something can be hidden.
    fn is_secret(rules: &Self::Rules, _position: &Self::Position) -> bool {
        Self::hides(rules)
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
    /// A position that looks the same to the viewer, with everything hidden from it resampled with the game's own
    /// probabilities.
    fn resample_hidden(
        _rules: &Self::Rules,
        position: &Self::Position,
        _viewer: Viewer,
        _chance: &mut GameRng,
    ) -> Self::Position {
        position.clone()
    }
    /// The events of a game as one viewer saw them, with everything hidden replaced by something that fits: replayed, every
    /// position looks to that viewer as it did. By default only events with nothing hidden can be replayed.
    fn fill_hidden(
        _rules: &Self::Rules,
        _start: &Self::Position,
        events: &[Event],
    ) -> Result<Vec<Event>, Refusal> {
        match events.iter().any(|event| matches!(event, Event::Move { text: None, .. })) {
            true => {
                Err(Refusal::unsupported("a move is hidden; in this game it cannot be replaced by another"))
            }
            false => Ok(events.to_vec()),
        }
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
            return Err(Refusal::unsupported(
                "a chance event comes before that depth; perft counts player moves only (give --position or --moves past it)",
            ));
        }
        Actor::Seat(_) if depth == 1 => return Ok(G::count(rules, position)),
        Actor::Seat(_) => {}
    }
    let mut moves = Vec::new();
    G::moves(rules, position, &mut moves);
    if depth == 2 {
        // Nearly all the time is spent here, so the moves are counted without a call.
        return dispatch!(count_after_each::<G>(rules, position, &moves));
    }
    let mut sum = 0;
    for action in moves {
        let mut next = position.clone();
        G::apply(rules, &mut next, action);
        sum += perft::<G>(rules, &next, depth - 1)?;
    }
    Ok(sum)
}

/// How many moves there are after each of some moves, together.
#[inline(always)]
fn count_after_each<G: Game>(
    rules: &G::Rules,
    position: &G::Position,
    moves: &[G::Move],
) -> Result<u64, Refusal> {
    let mut sum = 0;
    for &action in moves {
        let mut next = position.clone();
        G::apply(rules, &mut next, action);
        sum += match G::actor(rules, &next) {
            Actor::Seat(_) => G::count(rules, &next),
            _ => perft::<G>(rules, &next, 1)?,
        };
    }
    Ok(sum)
}
