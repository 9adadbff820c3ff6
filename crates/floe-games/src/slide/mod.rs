//! The slide family: every game in which a piece slides along a grid and a cell leaves play.
//!
//! The games differ only in *topology*, *setup*, *block*, *claim*, *end* and *score* ([`axes`]); each is a
//! [`Preset`] of those and nothing more. Adding one is adding a preset.
//!
//! The rules they share are in `docs/rules/README.md`, the switches in `docs/house-rules.md`.

mod adjudication;
pub mod axes;
mod balance;
mod corners;
pub(crate) mod encoding;
mod insight;
mod joint;
mod kernel;
mod levels;
mod moves;
mod notation;
mod picture;
mod position;
mod rules;
pub(crate) mod setup;
mod solver_queries;
mod span;
mod summary;
mod symmetry;
mod territory;
mod why_not;

use std::marker::PhantomData;

use floe_board::{Bits, Lattice};
use serde_json::{Value, json};

pub use encoding::{Partial, SlideCodec};
pub use insight::{Reach, ReachArea, ReachTotal, SlideInsight};
pub use kernel::{Plain, RuntimeTurn, Shooting, Spanning, Turn};
pub(crate) use levels::{SHOOTING_LEVELS, SLIDING_LEVELS};
pub use moves::{Move, MoveKind};
pub use position::{MAX_FISH, Phase, Position, SwapStage};
pub use rules::{ResolvedRules, Rules};
pub use summary::RulesSummary;
pub use territory::{SealedRegion, StopProblem, Territory, TerritoryTotal};

use crate::insight::{CellRefusal, Insight, InsightContext, PickedCells};
use crate::manifest::{Look, Manifest, Puzzles, Seat, Unit, names};
use crate::registry::{Family, FamilyVisitor};
use crate::switches::{RuleSet, Switch};
use crate::{Actor, Budget, EndReason, Game, GameRng, Outcome, Refusal, Viewer, amazons};
use axes::{Lay, Setup as PieceSetup};
use setup::Setup;

/// Switches with their default values.
pub type Defaults = &'static [(&'static str, &'static str)];

/// A game of the family as data.
#[derive(Debug)]
pub struct Preset {
    /// The id of the game.
    pub id: &'static str,
    /// The game's name for the `fish` switch.
    pub fish: &'static str,
    /// Switches that differ from the family's.
    pub defaults: Defaults,
    /// Switches this game has in addition to the family's.
    pub extra: &'static [&'static [Switch]],
    /// Are there playing cards on the cells instead of fish?
    pub cards: bool,
    /// The number of pieces per player, by the number of players.
    pub pieces: fn(usize) -> u32,
    /// The standard start on this board, if there is one.
    pub start: fn(&ResolvedRules) -> Option<Vec<Vec<String>>>,
    /// The game's terms.
    pub terms: Terms,
}

/// A game's terms.
#[derive(Debug)]
pub struct Terms {
    /// A piece.
    pub piece: &'static str,
    /// Why a cell out of play cannot be entered: "… is {gone}".
    pub gone: &'static str,
    /// A cell out of play in drawings.
    pub gone_mark: &'static str,
    /// The players.
    pub seats: [&'static str; 4],
    /// Their pieces in drawings.
    pub marks: [&'static str; 4],
}

/// What the description of a game of the family has if it says nothing else.
pub(crate) const fn manifest(preset: &'static Preset) -> Manifest {
    Manifest {
        look: Look::Ice,
        piece: preset.terms.piece,
        unit: Unit::Fish,
        levels: SLIDING_LEVELS,
        puzzles: PUZZLES,
        ..Manifest::new(preset.id, Family::Slide(preset))
    }
}

/// Puzzles from the standard rules.
pub(crate) const PUZZLES: Puzzles = Puzzles { rules: &[""], proof_nodes: |_| 200_000 };

impl Terms {
    /// The terms of a game of penguins on the ice, in which cells out of play are water.
    pub(crate) const fn new(seats: &[Seat; 4], marks: [&'static str; 4]) -> Terms {
        Terms { piece: "penguin", gone: "open water", gone_mark: "~", seats: names(seats), marks }
    }
}

impl Preset {
    /// A game that differs from the family only in its terms.
    pub(crate) const fn new(id: &'static str, terms: Terms) -> Preset {
        Preset {
            id,
            fish: "fish",
            defaults: &[],
            extra: &[],
            cards: false,
            pieces: |_| 4,
            start: |_| None,
            terms,
        }
    }

    /// Every switch the game has, with the game's default.
    pub fn switches(&self) -> Vec<Switch> {
        let extra = self.extra.iter().flat_map(|switches| switches.iter().copied());
        let own = |switch: Switch| match self.defaults.iter().find(|(name, _)| *name == switch.name) {
            Some((_, default)) => Switch { default, ..switch },
            None => switch,
        };
        axes::switches(self.fish, self.cards).into_iter().chain(extra).map(own).collect()
    }

    /// Every switch with its default.
    pub fn default_rules(&self) -> RuleSet {
        RuleSet::defaults(self.id, &self.switches())
    }
}

/// A game of the family by its types: width of a board, half its directions, the parts of a turn.
pub struct Slide<B, const H: usize, T>(PhantomData<(B, T)>);

/// Builds the rules and passes them to a visitor with the matching types.
pub(crate) fn visit<V: FamilyVisitor>(
    preset: &'static Preset,
    set: &RuleSet,
    visitor: V,
) -> Result<V::Output, Refusal> {
    Ok(typed(ResolvedRules::new(preset, set)?, visitor))
}

/// The web app is downloaded before it plays, so there all boards and turns share one kernel, a fraction of the code.
#[cfg(target_arch = "wasm32")]
fn typed<V: FamilyVisitor>(plan: ResolvedRules, visitor: V) -> V::Output {
    visitor.slide::<u128, 4, RuntimeTurn>(Rules::new(plan))
}

#[cfg(not(target_arch = "wasm32"))]
fn typed<V: FamilyVisitor>(plan: ResolvedRules, visitor: V) -> V::Output {
    use axes::{Block, Claim};
    fn shaped<T: Turn, V: FamilyVisitor>(plan: ResolvedRules, visitor: V) -> V::Output {
        match (plan.board.cells() > u64::WIDTH, plan.board.lattice() == Lattice::Square) {
            (false, true) => visitor.slide::<u64, 4, T>(Rules::new(plan)),
            (true, true) => visitor.slide::<u128, 4, T>(Rules::new(plan)),
            (false, false) => visitor.slide::<u64, 3, T>(Rules::new(plan)),
            (true, false) => visitor.slide::<u128, 3, T>(Rules::new(plan)),
        }
    }
    match (plan.block, plan.claim) {
        (_, Claim::Corners) => shaped::<Spanning, V>(plan, visitor),
        (Block::Shot, _) | (_, Claim::Shot) => shaped::<Shooting, V>(plan, visitor),
        _ => shaped::<Plain, V>(plan, visitor),
    }
}

/// Sets rows and columns to those of a position given as text or JSON, where the board is a plain rectangle: people can
/// give a 6x6 position without also setting the size.
pub(crate) fn fit(preset: &Preset, set: &mut RuleSet, position: &str) {
    if !set.get("layout").is_null() || !set.get(preset.fish).is_null() && !set.get(preset.fish).is_u64() {
        return;
    }
    if set.get("topology") == "hex" {
        return;
    }
    let size = match read_json(position) {
        Some(json) => serde_json::from_value::<Setup>(json).ok().map(|setup| setup.size()),
        None => {
            amazons::fen::size(position).or_else(|| Setup::from_text(position).ok().map(|setup| setup.size()))
        }
    };
    if let Some((rows, cols)) = size {
        let switches = preset.switches();
        for (name, number) in [("rows", rows), ("cols", cols)] {
            // A size that no board has is refused with the reason when the position is read.
            if set.set(&switches, name, json!(number)).is_err() {
                return;
            }
        }
    }
}

fn read_json(text: &str) -> Option<Value> {
    text.trim_start().starts_with('{').then(|| serde_json::from_str(text).ok()).flatten()
}

impl<B: Bits, const H: usize, T: Turn> Game for Slide<B, H, T> {
    type Rules = Rules<B, H>;
    type Position = Position<B>;
    type Move = Move;

    fn rule_set(rules: &Rules<B, H>) -> &RuleSet {
        &rules.plan.set
    }

    fn seats(rules: &Rules<B, H>) -> usize {
        rules.plan.seats
    }

    fn start(rules: &Rules<B, H>, chance: &mut GameRng) -> Result<Position<B>, Refusal> {
        let mut position = rules.start(chance)?;
        rules.begin::<T>(&mut position);
        Ok(position)
    }

    #[inline(always)]
    fn actor(_rules: &Rules<B, H>, position: &Position<B>) -> Actor {
        match position.phase {
            Phase::Over => Actor::Nobody,
            Phase::Draw => Actor::Chance,
            Phase::Lay | Phase::Place | Phase::Move => Actor::Seat(position.turn()),
        }
    }

    #[inline(always)]
    fn moves(rules: &Rules<B, H>, position: &Position<B>, out: &mut Vec<Move>) {
        rules.moves::<T>(position, out);
    }

    #[inline(always)]
    fn count(rules: &Rules<B, H>, position: &Position<B>) -> u64 {
        rules.count::<T>(position)
    }

    fn check(rules: &Rules<B, H>, position: &Position<B>, action: Move) -> Result<(), Refusal> {
        rules.check::<T>(position, action)
    }

    #[inline(always)]
    fn apply(rules: &Rules<B, H>, position: &mut Position<B>, action: Move) {
        rules.apply::<T>(position, action);
    }

    fn sample_chance(rules: &Rules<B, H>, position: &Position<B>, chance: &mut GameRng) -> Move {
        let left: u32 = rules.pile(position).map(|(_, count)| count).sum();
        let mut pick = chance.below(left.max(1));
        for (fish, count) in rules.pile(position) {
            if pick < count {
                return Move::new(MoveKind::Draw(fish));
            }
            pick -= count;
        }
        unreachable!("chance acts only while tiles are left")
    }

    fn is_scored(rules: &Rules<B, H>) -> bool {
        rules.plan.score == axes::Score::Fish
    }

    fn scores(rules: &Rules<B, H>, position: &Position<B>) -> Vec<i64> {
        let counts = Self::is_scored(rules);
        position.scores[..rules.plan.seats]
            .iter()
            .map(|&score| if counts { i64::from(score) } else { 0 })
            .collect()
    }

    fn outcome(rules: &Rules<B, H>, position: &Position<B>) -> Option<Outcome> {
        rules.outcome(position)
    }

    fn eliminate(rules: &Rules<B, H>, position: &mut Position<B>, seat: usize) {
        rules.eliminate::<T>(position, seat);
    }

    fn plays(_rules: &Rules<B, H>, position: &Position<B>, seat: usize) -> bool {
        !position.is_eliminated(seat)
    }

    fn forfeit(rules: &Rules<B, H>, position: &Position<B>, seat: usize, end: EndReason) -> Outcome {
        rules.forfeit(position, seat, end)
    }

    fn adjudicate(rules: &Rules<B, H>, position: &Position<B>, budget: Budget) -> Result<Outcome, Refusal> {
        rules.adjudicate(position, budget)
    }

    fn phase(_rules: &Rules<B, H>, position: &Position<B>) -> &'static str {
        position.phase.as_str()
    }

    fn move_text(rules: &Rules<B, H>, action: Move) -> String {
        rules.move_text(action)
    }

    fn parse_move(rules: &Rules<B, H>, position: &Position<B>, text: &str) -> Result<Move, Refusal> {
        rules.parse_move::<T>(position, text)
    }

    fn chance_event(_rules: &Rules<B, H>, outcome: Move) -> Value {
        match outcome.kind() {
            MoveKind::Draw(fish) => json!({"event": "lay", "fish": fish}),
            step => unreachable!("{step:?} is not a chance event"),
        }
    }

    fn parse_chance(rules: &Rules<B, H>, position: &Position<B>, event: &Value) -> Result<Move, Refusal> {
        let fish = event.get("fish").and_then(Value::as_u64).filter(|&fish| fish <= u64::from(MAX_FISH));
        match (event.get("event").and_then(Value::as_str), fish) {
            (Some("lay"), Some(fish)) => {
                let action = Move::new(MoveKind::Draw(fish as u8));
                rules.check::<T>(position, action)?;
                Ok(action)
            }
            _ => Err(Refusal::invalid_chance("a chance event looks like {\"event\":\"lay\",\"fish\":2}")),
        }
    }

    fn position_text(rules: &Rules<B, H>, position: &Position<B>, _viewer: Viewer) -> String {
        amazons::fen::write(rules, position).unwrap_or_else(|| Setup::new(rules, position).to_text())
    }

    fn parse_position(rules: &Rules<B, H>, text: &str) -> Result<Position<B>, Refusal> {
        if let Some(position) = amazons::fen::parse::<B, H, T>(rules, text) {
            return position;
        }
        let setup = match Setup::from_diagram(text) {
            Some(diagram) => diagram,
            None => Setup::from_text(text).map_err(|refusal| amazons::fen::hint(rules, refusal))?,
        };
        setup.position::<B, H, T>(rules)
    }

    fn position_json(rules: &Rules<B, H>, position: &Position<B>, _viewer: Viewer) -> Value {
        json!(Setup::new(rules, position))
    }

    fn parse_position_json(rules: &Rules<B, H>, json: &Value) -> Result<Position<B>, Refusal> {
        let setup: Setup = serde_json::from_value(json.clone()).map_err(|error| {
            Refusal::invalid_position(format!("position: {error}; floe show --json prints one"))
        })?;
        setup.position::<B, H, T>(rules)
    }

    fn start_json(rules: &Rules<B, H>, position: &Position<B>) -> Value {
        let plan = &rules.plan;
        let board = &plan.board;
        let playable = position.open | position.pieces | rules.unlaid(position);
        let fish = |cell: Option<usize>| cell.map_or(0, |cell| position.fish(cell)).to_string();
        let rows: Vec<Vec<String>> = board.rows().map(|row| row.map(fish).collect()).collect();
        let names = |cells: B| cells.cells().map(|cell| board.name(cell)).collect::<Vec<_>>();
        let mut json = json!({"board": rows, "cells": names(playable)});
        if board.lattice() == Lattice::Hex {
            json["xs"] = (0..rows.len()).map(|row| json!(board.xs(row).collect::<Vec<_>>())).collect();
        }
        if plan.setup == PieceSetup::Fixed || !position.pieces.is_empty() {
            json["pieces"] = (0..plan.seats).map(|seat| json!(names(position.own(seat)))).collect();
        }
        debug_assert!(
            plan.lay != Lay::Alternate || position.pieces.is_empty() || position.phase != Phase::Lay
        );
        json
    }

    fn picture(rules: &Rules<B, H>, position: &Position<B>, _viewer: Viewer) -> String {
        rules.picture(position)
    }

    fn insight(context: InsightContext<'_, Self>, _moves: impl Iterator<Item = Move>) -> Insight {
        Insight::Slide(context.rules.insight(context.position))
    }

    fn why_not(
        rules: &Rules<B, H>,
        position: &Position<B>,
        picked: PickedCells<'_>,
        cell: &str,
    ) -> Option<CellRefusal> {
        Some(rules.why_not(position, picked, cell))
    }
}
