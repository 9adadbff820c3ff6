//! From Fish's JSON to the kernel that plays it.

use std::any::Any;

use floe_board::{Bits, Board as Topology};
use floe_games::registry::{self, Visitor, visit};
use floe_games::slide::Rules;
use floe_games::switches::RuleSet;
use floe_games::{Game, Refusal};
use serde_json::{Value, json};

use super::state::{State, TilePos};

/// An operation on Fish's kernel, for any size of the board.
pub trait FishVisitor {
    /// Its result.
    type Output;
    /// Visits the rules.
    fn fish<B: Bits>(self, rules: Rules<B, 3>) -> Self::Output;
}

/// Builds rules of Fish and passes them to a visitor with the types that fit the board.
pub fn with_fish<V: FishVisitor>(rules: &RuleSet, visitor: V) -> Result<V::Output, Refusal> {
    struct Narrow<V>(V);
    impl<V: FishVisitor> Visitor for Narrow<V> {
        type Output = Result<V::Output, Refusal>;
        fn visit<G: Game>(self, rules: G::Rules) -> Self::Output {
            let rules: Box<dyn Any> = Box::new(rules);
            match rules.downcast::<Rules<u64, 3>>() {
                Ok(rules) => Ok(self.0.fish(*rules)),
                Err(rules) => match rules.downcast::<Rules<u128, 3>>() {
                    Ok(rules) => Ok(self.0.fish(*rules)),
                    Err(_) => Err(Refusal::invalid_request("Fish is played on hexes")),
                },
            }
        }
    }
    visit(rules, Narrow(visitor))?
}

/// Kernel rules for a state.
pub(super) fn kernel_rules(state: &State) -> Result<RuleSet, Refusal> {
    let entry = registry::find("fish")?;
    let mut rules = entry.default_rules();
    let switches = entry.switches();
    rules.set(&switches, "fish", json!(state.board))?;
    rules.set(&switches, "players", json!(state.players.len().max(2)))?;
    Ok(rules)
}

/// The state as a position of the kernel. Scores are left out: what a move gains does not depend on them.
pub(super) fn kernel_position(state: &State, topology: &Topology, phase: &str) -> Value {
    let owner = |place: TilePos| state.players.iter().position(|player| player.places.contains(&place));
    let mark = |(row, column): TilePos, fish: u8| match owner((row, column)) {
        Some(seat) => format!("{}{fish}", char::from(b'A' + seat as u8)),
        None => fish.to_string(),
    };
    let rows = state.board.0.iter().enumerate();
    let board: Vec<Vec<String>> = rows
        .map(|(row, tiles)| {
            tiles.iter().enumerate().map(|(column, &fish)| mark((row, column), fish)).collect()
        })
        .collect();
    let seats = state.players.len().max(2);
    let out: Vec<usize> = (state.players.len()..seats).collect();
    debug_assert_eq!(topology.rows().len(), board.len());
    json!({
        "phase": phase, "turn": 0, "board": board, "scores": vec![0; seats], "tiles": vec![0; seats], "out": out,
    })
}
