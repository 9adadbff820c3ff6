//! Games of no family. One adapter gives every such game the same types, so that engines, tables and counters need one
//! instance for all of them and know none of them.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use floe_board::Board;
use serde_json::Value;

use crate::switches::{RuleSet, Switch};
use crate::{Actor, Budget, EndReason, Game, GameRng, Outcome, Refusal, Viewer};

/// What a game has to say besides its rules to be one of the registry's: its switches, and how rules are made from them.
/// A move has to fit into 64 bits, and the numbers have to be in the order of the moves.
pub trait StandaloneGame: Game<Move: Into<u64> + From<u64>> {
    /// Its switches.
    const SWITCHES: &'static [Switch];
    /// The rules of some switches, each of which was checked against its definition. A refusal where they do not fit
    /// together.
    fn new_rules(set: &RuleSet) -> Result<Self::Rules, Refusal>;
    /// The board, where there is one. Then [`Game::position_json`] has a member `board` with the rows from the top: `o` for a
    /// free cell, `0` for one out of play and `A` to `D` for a piece of each seat. Terminal and paper draw that, and cells can
    /// be picked if moves are written as names of cells with `-`, `/` or `@` between them.
    fn board(_rules: &Self::Rules) -> Option<&Board> {
        None
    }
}

/// A standalone game as the registry knows it; [`crate::registry::Family::standalone`] makes one from any.
pub trait StandaloneEntry: Debug + Send + Sync {
    /// Its switches.
    fn switches(&self) -> &'static [Switch];
    /// The rules of some switches.
    fn rules(&self, set: &RuleSet) -> Result<Rules, Refusal>;
}

/// The entry of a game.
pub(crate) struct EntryOf<G>(pub(crate) PhantomData<fn() -> G>);

impl<G> Debug for EntryOf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::any::type_name::<G>())
    }
}

impl<G: StandaloneGame> StandaloneEntry for EntryOf<G> {
    fn switches(&self) -> &'static [Switch] {
        G::SWITCHES
    }

    fn rules(&self, set: &RuleSet) -> Result<Rules, Refusal> {
        Ok(Rules(Box::new(RulesOf::<G>(Arc::new(G::new_rules(set)?)))))
    }
}

/// The rules of a standalone game.
#[derive(Debug)]
pub struct Rules(Box<dyn AnyRules>);

impl Rules {
    /// The board, where there is one; see [`StandaloneGame::board`].
    pub fn board(&self) -> Option<&Board> {
        self.0.board()
    }
}

/// A position of a standalone game. It knows its rules.
#[derive(Debug)]
pub struct Position(Box<dyn AnyPosition>);

impl Clone for Position {
    fn clone(&self) -> Position {
        self.0.copy()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

/// Any standalone game: what the registry hands to visitors.
#[derive(Debug)]
pub struct Standalone;

impl Game for Standalone {
    type Rules = Rules;
    type Position = Position;
    type Move = u64;

    fn rule_set(rules: &Rules) -> &RuleSet {
        rules.0.rule_set()
    }
    fn seats(rules: &Rules) -> usize {
        rules.0.seats()
    }
    fn start(rules: &Rules, chance: &mut GameRng) -> Result<Position, Refusal> {
        rules.0.start(chance)
    }
    fn actor(_rules: &Rules, position: &Position) -> Actor {
        position.0.actor()
    }
    fn moves(_rules: &Rules, position: &Position, out: &mut Vec<u64>) {
        position.0.moves(out);
    }
    fn count(_rules: &Rules, position: &Position) -> u64 {
        position.0.count()
    }
    fn placeholder_move(_rules: &Rules, position: &Position) -> Option<&'static str> {
        position.0.placeholder_move()
    }
    fn check(_rules: &Rules, position: &Position, action: u64) -> Result<(), Refusal> {
        position.0.check(action)
    }
    fn apply(_rules: &Rules, position: &mut Position, action: u64) {
        position.0.apply(action);
    }
    fn sample_chance(_rules: &Rules, position: &Position, chance: &mut GameRng) -> u64 {
        position.0.sample_chance(chance)
    }
    fn scores(_rules: &Rules, position: &Position) -> Vec<i64> {
        position.0.scores()
    }
    fn outcome(_rules: &Rules, position: &Position) -> Option<Outcome> {
        position.0.outcome()
    }
    fn eliminate(_rules: &Rules, position: &mut Position, seat: usize) {
        position.0.eliminate(seat);
    }
    fn plays(_rules: &Rules, position: &Position, seat: usize) -> bool {
        position.0.plays(seat)
    }
    fn forfeit(_rules: &Rules, position: &Position, seat: usize, end: EndReason) -> Outcome {
        position.0.forfeit(seat, end)
    }
    fn adjudicate(_rules: &Rules, position: &Position, budget: Budget) -> Result<Outcome, Refusal> {
        position.0.adjudicate(budget)
    }
    fn phase(_rules: &Rules, position: &Position) -> &'static str {
        position.0.phase()
    }
    fn move_text(rules: &Rules, action: u64) -> String {
        rules.0.move_text(action)
    }
    fn parse_move(_rules: &Rules, position: &Position, text: &str) -> Result<u64, Refusal> {
        position.0.parse_move(text)
    }
    fn chance_event(rules: &Rules, outcome: u64) -> Value {
        rules.0.chance_event(outcome)
    }
    fn hidden_event(rules: &Rules, outcome: u64) -> Value {
        rules.0.hidden_event(outcome)
    }
    fn parse_chance(_rules: &Rules, position: &Position, event: &Value) -> Result<u64, Refusal> {
        position.0.parse_chance(event)
    }
    fn position_text(_rules: &Rules, position: &Position, viewer: Viewer) -> String {
        position.0.text(viewer)
    }
    fn parse_position(rules: &Rules, text: &str) -> Result<Position, Refusal> {
        rules.0.parse_position(text)
    }
    fn determinize(rules: &Rules, view: &str, chance: &mut GameRng) -> Result<Position, Refusal> {
        rules.0.determinize(view, chance)
    }
    fn position_json(_rules: &Rules, position: &Position, viewer: Viewer) -> Value {
        position.0.json(viewer)
    }
    fn parse_position_json(rules: &Rules, json: &Value) -> Result<Position, Refusal> {
        rules.0.parse_position_json(json)
    }
    fn start_json(_rules: &Rules, position: &Position) -> Value {
        position.0.start_json()
    }
    fn picture(_rules: &Rules, position: &Position, viewer: Viewer) -> String {
        position.0.picture(viewer)
    }
    fn hides(rules: &Rules) -> bool {
        rules.0.hides()
    }
    fn is_scored(rules: &Rules) -> bool {
        rules.0.is_scored()
    }
    fn is_secret(_rules: &Rules, position: &Position) -> bool {
        position.0.is_secret()
    }
    fn is_visible(_rules: &Rules, before: &Position, action: u64, now: &Position, viewer: Viewer) -> bool {
        before.0.is_visible(action, &*now.0, viewer)
    }
    fn resample_hidden(
        _rules: &Rules,
        position: &Position,
        viewer: Viewer,
        chance: &mut GameRng,
    ) -> Position {
        position.0.resample_hidden(viewer, chance)
    }
}

/// What is asked of rules alone.
trait AnyRules: Debug + Send + Sync {
    fn rule_set(&self) -> &RuleSet;
    fn seats(&self) -> usize;
    fn board(&self) -> Option<&Board>;
    fn start(&self, chance: &mut GameRng) -> Result<Position, Refusal>;
    fn move_text(&self, action: u64) -> String;
    fn chance_event(&self, outcome: u64) -> Value;
    fn hidden_event(&self, outcome: u64) -> Value;
    fn parse_position(&self, text: &str) -> Result<Position, Refusal>;
    fn determinize(&self, view: &str, chance: &mut GameRng) -> Result<Position, Refusal>;
    fn parse_position_json(&self, json: &Value) -> Result<Position, Refusal>;
    fn hides(&self) -> bool;
    fn is_scored(&self) -> bool;
}

struct RulesOf<G: Game>(Arc<G::Rules>);

impl<G: Game> Debug for RulesOf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<G: StandaloneGame> RulesOf<G> {
    fn at(&self, position: G::Position) -> Position {
        Position(Box::new(PositionOf::<G> { rules: Arc::clone(&self.0), position }))
    }
}

impl<G: StandaloneGame> AnyRules for RulesOf<G> {
    fn rule_set(&self) -> &RuleSet {
        G::rule_set(&self.0)
    }
    fn seats(&self) -> usize {
        G::seats(&self.0)
    }
    fn board(&self) -> Option<&Board> {
        G::board(&self.0)
    }
    fn start(&self, chance: &mut GameRng) -> Result<Position, Refusal> {
        G::start(&self.0, chance).map(|position| self.at(position))
    }
    fn move_text(&self, action: u64) -> String {
        G::move_text(&self.0, action.into())
    }
    fn chance_event(&self, outcome: u64) -> Value {
        G::chance_event(&self.0, outcome.into())
    }
    fn hidden_event(&self, outcome: u64) -> Value {
        G::hidden_event(&self.0, outcome.into())
    }
    fn parse_position(&self, text: &str) -> Result<Position, Refusal> {
        G::parse_position(&self.0, text).map(|position| self.at(position))
    }
    fn determinize(&self, view: &str, chance: &mut GameRng) -> Result<Position, Refusal> {
        G::determinize(&self.0, view, chance).map(|position| self.at(position))
    }
    fn parse_position_json(&self, json: &Value) -> Result<Position, Refusal> {
        G::parse_position_json(&self.0, json).map(|position| self.at(position))
    }
    fn hides(&self) -> bool {
        G::hides(&self.0)
    }
    fn is_scored(&self) -> bool {
        G::is_scored(&self.0)
    }
}

/// What is asked of a position under its rules.
trait AnyPosition: Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn copy(&self) -> Position;
    fn equals(&self, other: &dyn AnyPosition) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
    fn actor(&self) -> Actor;
    fn moves(&self, out: &mut Vec<u64>);
    fn count(&self) -> u64;
    fn placeholder_move(&self) -> Option<&'static str>;
    fn check(&self, action: u64) -> Result<(), Refusal>;
    fn apply(&mut self, action: u64);
    fn sample_chance(&self, chance: &mut GameRng) -> u64;
    fn scores(&self) -> Vec<i64>;
    fn outcome(&self) -> Option<Outcome>;
    fn eliminate(&mut self, seat: usize);
    fn plays(&self, seat: usize) -> bool;
    fn forfeit(&self, seat: usize, end: EndReason) -> Outcome;
    fn adjudicate(&self, budget: Budget) -> Result<Outcome, Refusal>;
    fn phase(&self) -> &'static str;
    fn parse_move(&self, text: &str) -> Result<u64, Refusal>;
    fn parse_chance(&self, event: &Value) -> Result<u64, Refusal>;
    fn text(&self, viewer: Viewer) -> String;
    fn json(&self, viewer: Viewer) -> Value;
    fn start_json(&self) -> Value;
    fn picture(&self, viewer: Viewer) -> String;
    fn is_secret(&self) -> bool;
    fn is_visible(&self, action: u64, now: &dyn AnyPosition, viewer: Viewer) -> bool;
    fn resample_hidden(&self, viewer: Viewer, chance: &mut GameRng) -> Position;
}

struct PositionOf<G: Game> {
    rules: Arc<G::Rules>,
    position: G::Position,
}

impl<G: Game> Debug for PositionOf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<G: StandaloneGame> PositionOf<G> {
    fn with(&self, position: G::Position) -> Position {
        Position(Box::new(PositionOf::<G> { rules: Arc::clone(&self.rules), position }))
    }
}

impl<G: StandaloneGame> AnyPosition for PositionOf<G> {
    fn as_any(&self) -> &dyn Any {
        &self.position
    }
    fn copy(&self) -> Position {
        self.with(self.position.clone())
    }
    fn equals(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref::<G::Position>() == Some(&self.position)
    }
    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.position.hash(&mut state);
    }
    fn actor(&self) -> Actor {
        G::actor(&self.rules, &self.position)
    }
    fn moves(&self, out: &mut Vec<u64>) {
        let mut moves = Vec::new();
        G::moves(&self.rules, &self.position, &mut moves);
        out.extend(moves.into_iter().map(Into::<u64>::into));
    }
    fn count(&self) -> u64 {
        G::count(&self.rules, &self.position)
    }
    fn placeholder_move(&self) -> Option<&'static str> {
        G::placeholder_move(&self.rules, &self.position)
    }
    fn check(&self, action: u64) -> Result<(), Refusal> {
        G::check(&self.rules, &self.position, action.into())
    }
    fn apply(&mut self, action: u64) {
        G::apply(&self.rules, &mut self.position, action.into());
    }
    fn sample_chance(&self, chance: &mut GameRng) -> u64 {
        G::sample_chance(&self.rules, &self.position, chance).into()
    }
    fn scores(&self) -> Vec<i64> {
        G::scores(&self.rules, &self.position)
    }
    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.rules, &self.position)
    }
    fn eliminate(&mut self, seat: usize) {
        G::eliminate(&self.rules, &mut self.position, seat);
    }
    fn plays(&self, seat: usize) -> bool {
        G::plays(&self.rules, &self.position, seat)
    }
    fn forfeit(&self, seat: usize, end: EndReason) -> Outcome {
        G::forfeit(&self.rules, &self.position, seat, end)
    }
    fn adjudicate(&self, budget: Budget) -> Result<Outcome, Refusal> {
        G::adjudicate(&self.rules, &self.position, budget)
    }
    fn phase(&self) -> &'static str {
        G::phase(&self.rules, &self.position)
    }
    fn parse_move(&self, text: &str) -> Result<u64, Refusal> {
        G::parse_move(&self.rules, &self.position, text).map(Into::into)
    }
    fn parse_chance(&self, event: &Value) -> Result<u64, Refusal> {
        G::parse_chance(&self.rules, &self.position, event).map(Into::into)
    }
    fn text(&self, viewer: Viewer) -> String {
        G::position_text(&self.rules, &self.position, viewer)
    }
    fn json(&self, viewer: Viewer) -> Value {
        G::position_json(&self.rules, &self.position, viewer)
    }
    fn start_json(&self) -> Value {
        G::start_json(&self.rules, &self.position)
    }
    fn picture(&self, viewer: Viewer) -> String {
        G::picture(&self.rules, &self.position, viewer)
    }
    fn is_secret(&self) -> bool {
        G::is_secret(&self.rules, &self.position)
    }
    fn is_visible(&self, action: u64, now: &dyn AnyPosition, viewer: Viewer) -> bool {
        // A position of another game shows nothing.
        now.as_any()
            .downcast_ref()
            .is_some_and(|now| G::is_visible(&self.rules, &self.position, action.into(), now, viewer))
    }
    fn resample_hidden(&self, viewer: Viewer, chance: &mut GameRng) -> Position {
        self.with(G::resample_hidden(&self.rules, &self.position, viewer, chance))
    }
}
