//! The standard player: it places in zig-zag and moves by minimax.

use floe_board::Bits;
use floe_engine::fish::{minimax, minimax_within};
use floe_games::slide::{Move, MoveKind, Plain, Rules, Slide};
use floe_games::{Game, Refusal};
use serde_json::Value;

use super::kernel::{FishVisitor, kernel_position, kernel_rules, with_fish};
use super::state::{Action, State, TilePos};

/// The first tile without a penguin, rows top down, left to right.
pub fn first_free(state: &State) -> Option<TilePos> {
    let taken = |place: &TilePos| state.players.iter().any(|player| player.places.contains(place));
    let rows = state.board.0.iter().enumerate();
    let mut tiles = rows.flat_map(|(row, tiles)| {
        tiles.iter().enumerate().filter(|(_, fish)| **fish > 0).map(move |(column, _)| (row, column))
    });
    tiles.find(|place| !taken(place))
}

/// The first player's move by minimax `depth` own turns deep; `None` if it cannot move.
pub fn best_action(state: &State, depth: u32) -> Result<Option<Action>, Refusal> {
    choose(state, depth, None)
}

/// The same for players with a clock: only as deep as the limit of positions allows.
pub fn action_within(state: &State, depth: u32, positions: u64) -> Result<Option<Action>, Refusal> {
    choose(state, depth, Some(positions))
}

fn choose(state: &State, depth: u32, positions: Option<u64>) -> Result<Option<Action>, Refusal> {
    let (state, topology) = state.clone().checked()?;
    struct Choose {
        position: Value,
        depth: u32,
        positions: Option<u64>,
    }
    impl FishVisitor for Choose {
        type Output = Result<Option<(usize, usize)>, Refusal>;
        fn fish<B: Bits>(self, rules: Rules<B, 3>) -> Self::Output {
            let position = Slide::<B, 3, Plain>::parse_position_json(&rules, &self.position)?;
            // A player who cannot move is skipped; then it is not the first player's turn.
            if position.turn() != 0 {
                return Ok(None);
            }
            let choice = match self.positions {
                Some(positions) => minimax_within(&rules, &position, self.depth, positions),
                None => minimax(&rules, &position, self.depth)
                    .map_err(|deep| Refusal::invalid_request(deep.to_string()))?,
            };
            Ok(choice.map(ends))
        }
    }
    let position = kernel_position(&state, &topology, "move");
    let choice = with_fish(&kernel_rules(&state)?, Choose { position, depth, positions })??;
    Ok(choice.map(|(from, to)| (topology.row_and_index(from), topology.row_and_index(to))))
}

fn ends(action: Move) -> (usize, usize) {
    match action.kind() {
        MoveKind::Slide(from, to) => (from, to),
        step => unreachable!("a move of Fish is a slide, not {step:?}"),
    }
}
