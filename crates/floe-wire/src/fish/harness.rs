//! The harnesses: one JSON value in, one out.

use floe_board::{Bits, Board as Topology, Lattice};
use floe_engine::fish::standard_game;
use floe_games::slide::{Plain, Rules, Slide};
use floe_games::{Game, Refusal};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::kernel::{FishVisitor, kernel_position, kernel_rules, with_fish};
use super::standard::best_action;
use super::state::{Action, Board, Color, MAX_FISH, PlayerState, State, TilePos};

/// The maximum length of the input, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The maximum search depth.
pub const MAX_DEPTH: u32 = 20;
/// The maximum number of rows or columns; a board has at most 128 tiles.
const MAX_SIDE: usize = 128;

/// A harness: takes one JSON text, returns one JSON value.
pub type Harness = fn(&str) -> Result<Value, Refusal>;

/// The harnesses by name.
pub const HARNESSES: &[(&str, Harness)] =
    &[("xboard", xboard), ("xstate", xstate), ("xtree", xtree), ("xstrategy", xstrategy), ("xref", xref)];

fn read<T: DeserializeOwned>(text: &str, shape: &str) -> Result<T, Refusal> {
    if text.len() > MAX_BYTES {
        return Err(Refusal::too_large(format!(
            "the input is {} bytes long; the limit is {MAX_BYTES}",
            text.len()
        )));
    }
    serde_json::from_str(text)
        .map_err(|error| Refusal::invalid_request(format!("the input is not {shape}: {error}")))
}

/// The number of tiles that can be reached from a position in straight lines.
pub fn xboard(text: &str) -> Result<Value, Refusal> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Input {
        position: TilePos,
        board: Board,
    }
    let input: Input = read(text, r#"{"position":[0,0],"board":[[1,2],[3,0]]}"#)?;
    let (_, topology) = input.board.checked()?;
    let cell = tile(&topology, input.position)?;
    let reach: usize =
        Lattice::HexColumns.directions().iter().map(|&way| topology.ray(cell, way).count()).sum();
    Ok(json!(reach))
}

/// The state after the first player's first penguin takes one step to the first free neighbour, or false.
pub fn xstate(text: &str) -> Result<Value, Refusal> {
    let (mut state, topology) = read::<State>(text, STATE)?.checked()?;
    let taken: Vec<TilePos> = state.players.iter().flat_map(|player| player.places.iter().copied()).collect();
    let Some(&from) = state.players.first().and_then(|player| player.places.first()) else {
        return Ok(json!(false));
    };
    let steps = neighbours(&topology, tile(&topology, from)?);
    let Some(to) = steps.map(|cell| topology.row_and_index(cell)).find(|place| !taken.contains(place)) else {
        return Ok(json!(false));
    };
    take_turn(&mut state, 0, to)?;
    Ok(json!(state))
}

/// After a move of the first player, the next player's move to the first neighbour of its target it can reach, or
/// false.
pub fn xtree(text: &str) -> Result<Value, Refusal> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Input {
        state: State,
        from: TilePos,
        to: TilePos,
    }
    let input: Input = read(text, r#"{"state":{…},"from":[0,0],"to":[2,0]}"#)?;
    let (mut state, topology) = input.state.checked()?;
    let (from, to) = (tile(&topology, input.from)?, tile(&topology, input.to)?);
    let penguin =
        state.players.first().and_then(|player| player.places.iter().position(|&place| place == input.from));
    let Some(penguin) = penguin else {
        return Err(Refusal::invalid_request(format!(
            "from: no penguin of the first player stands on {}",
            topology.name(from)
        )));
    };
    if !reachable(&state, &topology, from).contains(&to) {
        let (from, to) = (topology.name(from), topology.name(to));
        return Err(Refusal::invalid_request(format!(
            "to: {to} cannot be reached from {from} in a straight line over free tiles"
        )));
    }
    take_turn(&mut state, penguin, input.to)?;
    // The tile left becomes a hole.
    let (state, topology) = state.checked()?;
    let Some(next) = state.players.first() else { return Ok(json!(false)) };
    let mut penguins: Vec<TilePos> = next.places.clone();
    penguins.sort_unstable();
    for near in neighbours(&topology, tile(&topology, input.to)?) {
        for &place in &penguins {
            if reachable(&state, &topology, tile(&topology, place)?).contains(&near) {
                let action: Action = (place, topology.row_and_index(near));
                return Ok(json!(action));
            }
        }
    }
    Ok(json!(false))
}

/// The best move of the first player by minimax, or false.
pub fn xstrategy(text: &str) -> Result<Value, Refusal> {
    let (depth, state): (u32, State) = read(text, "[depth, state]")?;
    check_depth(depth)?;
    if state.players.is_empty() {
        return Err(Refusal::invalid_request("players: at least one player is needed"));
    }
    Ok(best_action(&state, depth)?.map_or(json!(false), |action| json!(action)))
}

/// The winners' names of a game between standard players on a full board of equal tiles.
pub fn xref(text: &str) -> Result<Value, Refusal> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Input {
        row: usize,
        column: usize,
        players: Vec<(String, u32)>,
        fish: u8,
    }
    let input: Input = read(text, r#"{"row":3,"column":4,"players":[["a",1],["b",2]],"fish":2}"#)?;
    if !(2..=4).contains(&input.players.len()) {
        return Err(Refusal::invalid_request(format!(
            "players: {} of them; a game has 2 to 4",
            input.players.len()
        )));
    }
    if !(1..=MAX_FISH).contains(&input.fish) {
        return Err(Refusal::invalid_request(format!(
            "fish: a tile has 1 to {MAX_FISH}, not {}",
            input.fish
        )));
    }
    input.players.iter().try_for_each(|(_, depth)| check_depth(*depth))?;
    let (rows, columns) = (input.row.min(MAX_SIDE + 1), input.column.min(MAX_SIDE + 1));
    let (board, topology) = Board(vec![vec![input.fish; columns]; rows]).checked()?;
    let new = |color| PlayerState { color, score: 0, places: Vec::new() };
    let state = State { players: Color::ALL.into_iter().take(input.players.len()).map(new).collect(), board };
    struct PlayGame {
        position: Value,
        depths: Vec<u32>,
    }
    impl FishVisitor for PlayGame {
        type Output = Result<Vec<usize>, Refusal>;
        fn fish<B: Bits>(self, rules: Rules<B, 3>) -> Self::Output {
            let position = Slide::<B, 3, Plain>::parse_position_json(&rules, &self.position)?;
            let outcome = standard_game(&rules, position, &self.depths);
            Ok(outcome.map_err(|deep| Refusal::invalid_request(deep.to_string()))?.winners)
        }
    }
    let depths = input.players.iter().map(|(_, depth)| *depth).collect();
    let position = kernel_position(&state, &topology, "place");
    let winners = with_fish(&kernel_rules(&state)?, PlayGame { position, depths })??;
    let mut names: Vec<&str> = winners.iter().map(|&seat| input.players[seat].0.as_str()).collect();
    names.sort_unstable();
    Ok(json!(names))
}

const STATE: &str = r#"{"players":[{"color":"red","score":0,"places":[[0,0]]}],"board":[[1,2],[3,0]]}"#;

fn check_depth(depth: u32) -> Result<(), Refusal> {
    if (1..=MAX_DEPTH).contains(&depth) {
        return Ok(());
    }
    Err(Refusal::invalid_request(format!("depth: {depth} is not from 1 to {MAX_DEPTH}")))
}

fn tile(topology: &Topology, (row, column): TilePos) -> Result<usize, Refusal> {
    topology
        .at(row, column)
        .ok_or_else(|| Refusal::invalid_request(format!("[{row},{column}] is not a tile of the board")))
}

/// The neighbours of a tile in search order.
fn neighbours(topology: &Topology, cell: usize) -> impl Iterator<Item = usize> {
    Lattice::HexColumns.directions().iter().filter_map(move |&way| topology.ray(cell, way).next())
}

/// The tiles a penguin can reach.
fn reachable(state: &State, topology: &Topology, from: usize) -> Vec<usize> {
    let taken: Vec<usize> = state
        .players
        .iter()
        .flat_map(|player| &player.places)
        .filter_map(|&(row, column)| topology.at(row, column))
        .collect();
    let lines = Lattice::HexColumns.directions().iter();
    lines.flat_map(|&way| topology.ray(from, way).take_while(|cell| !taken.contains(cell))).collect()
}

/// Moves a penguin of the first player and sends the player to the end.
fn take_turn(state: &mut State, penguin: usize, to: TilePos) -> Result<(), Refusal> {
    let mut mover = state.players.remove(0);
    let (row, column) = std::mem::replace(&mut mover.places[penguin], to);
    let fish = std::mem::replace(&mut state.board.0[row][column], 0);
    mover.score = mover
        .score
        .checked_add(u64::from(fish))
        .ok_or_else(|| Refusal::invalid_request("score: too large"))?;
    state.players.push(mover);
    Ok(())
}
