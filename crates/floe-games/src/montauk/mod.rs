//! Montauk: two players race six pyramids each off the board with the values of cards won in tricks.
//!
//! A match is a number of rounds. At the start of each round both roll a box for every pyramid and get six cards; in
//! six tricks the leader plays face down and the other face up, and the winner moves its pyramids by what the trick
//! gives.
//!
//! Chance acts in this order: the dice of seat 0, the dice of seat 1, where needed the leader of the round, the hand of
//! that leader, the hand of the other; and an extra card where a trick asks for one. Hidden are hands, the leader's
//! card until the other has chosen, the pile, and the cards left over when a round ends early. A pyramid is named by
//! its size and colour where sizes matter: red and yellow are those of seat 0, green and blue those of seat 1.
//!
//! Cards have no order. A hand is any six cards of the pile, which is equivalent to dealing one at a time from a
//! shuffled pile. Only where the pile cannot cover both hands does the order of dealing matter: the discard is shuffled
//! under what is left, so the hands take turns at that [`Position::top`] first, and its cards come first in the event
//! of a deal. Then the rest of the hands, and all that is drawn later, comes from the discard.
//!
//! The rules are in `docs/rules/montauk.md`.

mod cards;
mod chance;
mod checks;
mod encoding;
mod fill;
mod history;
pub(crate) mod insight;
mod manifest;
mod moves;
mod picture;
mod play;
mod position;
mod rules;
mod score;
pub(crate) mod setup;
mod spend;
#[cfg(test)]
mod tests;
mod text;
mod trick;
mod vault;
mod view;

use serde_json::{Value, json};

pub use cards::Cards;
pub use encoding::{MontaukCodec, Partial};
pub use insight::{
    MontaukInsight, NamedPyramid, RoundInsight, SpendInsight, SpendToken, TrickInsight, VaultSlot,
};
pub use manifest::MANIFEST;
pub use moves::Move;
pub use position::{HAND_SIZE, Memory, PYRAMIDS, Phase, Position, Pyramid, UNROLLED};
pub use rules::{
    BearOff, ID, MAX_EXTRA_ROUNDS, NextLead, Nulls, OWN, RankMatch, Reshuffle, Rules, SWITCHES, Scoring, Tie,
    TieLead, default_rules,
};
pub use spend::{NamedSpend, Spend, Spends};
pub use trick::{Half, Trick, beats};
pub use vault::{SLOTS, Slot, Vault};

use crate::insight::{Insight, InsightContext};
use crate::switches::RuleSet;
use crate::{Actor, Budget, Event, Game, GameRng, Outcome, Refusal, Viewer};
use setup::Setup;

/// The game.
pub struct Montauk;

impl Game for Montauk {
    type Rules = Rules;
    type Position = Position;
    type Move = Move;

    fn rule_set(rules: &Rules) -> &RuleSet {
        &rules.set
    }

    fn seats(_rules: &Rules) -> usize {
        2
    }

    /// Nothing is dealt yet: dice and deals come as events.
    fn start(rules: &Rules, _chance: &mut GameRng) -> Result<Position, Refusal> {
        Ok(play::start(rules))
    }

    fn actor(_rules: &Rules, position: &Position) -> Actor {
        match position.phase {
            Phase::Dice | Phase::Leader | Phase::Deal | Phase::Draw => Actor::Chance,
            Phase::Lead | Phase::Follow | Phase::Spend => Actor::Seat(moves::player(position)),
            Phase::Over => Actor::Nobody,
        }
    }

    fn moves(rules: &Rules, position: &Position, out: &mut Vec<Move>) {
        moves::list(rules, position, out);
    }

    fn count(rules: &Rules, position: &Position) -> u64 {
        moves::count(rules, position)
    }

    fn check(rules: &Rules, position: &Position, action: Move) -> Result<(), Refusal> {
        match action {
            Move::Play(_) | Move::Spend(_) | Move::Pass => moves::check(rules, position, action),
            _ => chance::check(rules, position, action),
        }
    }

    fn apply(rules: &Rules, position: &mut Position, action: Move) {
        play::apply(rules, position, action);
    }

    fn sample_chance(rules: &Rules, position: &Position, chance: &mut GameRng) -> Move {
        chance::draw(rules, position, chance)
    }

    fn scores(_rules: &Rules, position: &Position) -> Vec<i64> {
        position.scores.map(i64::from).to_vec()
    }

    fn outcome(_rules: &Rules, position: &Position) -> Option<Outcome> {
        score::outcome(position)
    }

    /// A two-player game, so no one would be left to play on.
    fn eliminate(_rules: &Rules, _position: &mut Position, _seat: usize) {}

    fn adjudicate(_rules: &Rules, _position: &Position, _budget: Budget) -> Result<Outcome, Refusal> {
        Err(Refusal::cannot_stop("this game does not allow stopping by agreement"))
    }

    fn phase(_rules: &Rules, position: &Position) -> &'static str {
        position.phase.as_str()
    }

    fn move_text(_rules: &Rules, action: Move) -> String {
        moves::text(action)
    }

    fn parse_move(rules: &Rules, position: &Position, text: &str) -> Result<Move, Refusal> {
        moves::parse(rules, position, text)
    }

    fn chance_event(_rules: &Rules, outcome: Move) -> Value {
        chance::event(outcome)
    }

    fn hidden_event(_rules: &Rules, outcome: Move) -> Value {
        chance::hidden_event(outcome)
    }

    fn parse_chance(rules: &Rules, position: &Position, event: &Value) -> Result<Move, Refusal> {
        chance::parse(rules, position, event)
    }

    fn position_text(_rules: &Rules, position: &Position, viewer: Viewer) -> String {
        Setup::new(position, viewer).to_text()
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Position, Refusal> {
        Setup::from_text(text)?.position(rules)
    }

    fn determinize(rules: &Rules, view: &str, chance: &mut GameRng) -> Result<Position, Refusal> {
        Setup::from_text(view)?.imagined(rules, chance)?.position(rules)
    }

    fn position_json(_rules: &Rules, position: &Position, viewer: Viewer) -> Value {
        json!(Setup::new(position, viewer))
    }

    fn parse_position_json(rules: &Rules, json: &Value) -> Result<Position, Refusal> {
        let setup: Setup = serde_json::from_value(json.clone()).map_err(|error| {
            Refusal::invalid_position(format!("position: {error}; floe show --json prints one"))
        })?;
        setup.position(rules)
    }

    /// Everything comes as events.
    fn start_json(_rules: &Rules, _position: &Position) -> Value {
        json!({})
    }

    fn picture(rules: &Rules, position: &Position, viewer: Viewer) -> String {
        picture::picture(rules, position, viewer)
    }

    fn insight(context: InsightContext<'_, Montauk>, moves: impl Iterator<Item = Move>) -> Insight {
        Insight::Montauk(insight::insight(context, moves))
    }

    fn hides(_rules: &Rules) -> bool {
        true
    }

    fn is_visible(_rules: &Rules, before: &Position, action: Move, now: &Position, viewer: Viewer) -> bool {
        view::sees(before, action, now, viewer)
    }

    fn resample_hidden(
        _rules: &Rules,
        position: &Position,
        viewer: Viewer,
        chance: &mut GameRng,
    ) -> Position {
        view::resample(position, viewer, chance)
    }

    fn fill_hidden(rules: &Rules, start: &Position, events: &[Event]) -> Result<Vec<Event>, Refusal> {
        fill::fill(rules, start, events)
    }
}
