//! The data of Fish: checked on input, so that all later code can rely on it.

use floe_board::{Board as Topology, Lattice};
use floe_games::Refusal;
use serde::{Deserialize, Serialize};

/// The maximum number of fish on a tile.
pub const MAX_FISH: u8 = 5;

/// A row and a column from 0 at the top left, `[row,column]`.
pub type TilePos = (usize, usize);

/// A move from one position to another, `[[0,1],[2,1]]`.
pub type Action = (TilePos, TilePos);

/// The players' colors in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The first.
    Red,
    /// The second.
    White,
    /// The third.
    Brown,
    /// The fourth.
    Black,
}

impl Color {
    /// All of them in their order.
    pub const ALL: [Color; 4] = [Color::Red, Color::White, Color::Brown, Color::Black];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::White => "white",
            Color::Brown => "brown",
            Color::Black => "black",
        }
    }
}

/// Rows of fish from the top, 0 a hole. Rows may be ragged in the input; they are padded with holes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Board(pub Vec<Vec<u8>>);

/// A player with its score and penguins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerState {
    /// Its color.
    pub color: Color,
    /// Its fish.
    pub score: u64,
    /// The positions of its penguins, in its own order.
    pub places: Vec<TilePos>,
}

/// The players, the next to move first, and the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// In the order of their turns.
    pub players: Vec<PlayerState>,
    /// The tiles.
    pub board: Board,
}

impl Board {
    /// Pads ragged rows and checks that it is a board.
    pub fn checked(mut self) -> Result<(Board, Topology), Refusal> {
        if let Some(fish) = self.0.iter().flatten().find(|&&fish| fish > MAX_FISH) {
            return Err(Refusal::invalid_request(format!(
                "board: a tile has 0 to {MAX_FISH} fish, not {fish}"
            )));
        }
        let grid: Vec<Vec<bool>> =
            self.0.iter().map(|row| row.iter().map(|&fish| fish > 0).collect()).collect();
        let topology = Topology::grid(Lattice::HexColumns, &grid)
            .map_err(|error| Refusal::invalid_request(format!("board: {error}")))?;
        let width = self.0.iter().map(Vec::len).max().unwrap_or(0);
        self.0.iter_mut().for_each(|row| row.resize(width, 0));
        Ok((self, topology))
    }
}

impl State {
    /// Checks everything that makes a state: a board, colors that differ, penguins on distinct tiles.
    pub fn checked(mut self) -> Result<(State, Topology), Refusal> {
        let (board, topology) = self.board.checked()?;
        self.board = board;
        if self.players.len() > 4 {
            return Err(Refusal::too_large(format!(
                "players: {} of them; the limit is 4",
                self.players.len()
            )));
        }
        let mut taken = Vec::new();
        for (number, player) in self.players.iter().enumerate() {
            if self.players[..number].iter().any(|other| other.color == player.color) {
                return Err(Refusal::invalid_request(format!("players: two are {}", player.color.as_str())));
            }
            for &(row, column) in &player.places {
                let Some(cell) = topology.at(row, column) else {
                    return Err(Refusal::invalid_request(format!(
                        "places: {} stands on [{row},{column}], where there is no tile",
                        player.color.as_str()
                    )));
                };
                if taken.contains(&cell) {
                    return Err(Refusal::invalid_request(format!(
                        "places: two penguins stand on [{row},{column}]"
                    )));
                }
                taken.push(cell);
            }
        }
        Ok((self, topology))
    }
}
