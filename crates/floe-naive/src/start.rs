//! Setting a game up from the `start` object of a trace.

use crate::board::{Board, Spot};
use crate::game::{Naive, Phase};
use crate::rules::{Claim, Rules};
use serde_json::Value;
use std::collections::{HashMap, HashSet, VecDeque};

impl Naive {
    /// Reads the object under `"start"`. Anything missing, unknown or
    /// contradictory is an error.
    pub fn from_start(start: &Value) -> Result<Naive, String> {
        let rules = Rules::read(&start["rules"])?;
        let seats = rules.seats;
        if start["seats"].as_u64() != Some(seats as u64) {
            return Err(format!("seats is not rules.players: {}", start["seats"]));
        }
        let fish_rows = read_board(&start["board"])?;
        let lengths: Vec<usize> = fish_rows.iter().map(Vec::len).collect();
        let board = Board::new(rules.topology, &lengths, start)?;
        let in_play = read_cells(&board, &start["cells"])?;
        let mut cells: HashMap<Spot, u32> = in_play.iter().map(|&spot| (spot, 0)).collect();
        for (&spot, &fish) in board.order.iter().zip(fish_rows.iter().flatten()) {
            match cells.get_mut(&spot) {
                Some(cell) => *cell = fish,
                None if fish == 0 => {}
                None => return Err(format!("{} has fish but is no cell", board.name(spot))),
            }
        }
        let mut unlaid = HashSet::new();
        if rules.lay_in_turn {
            unlaid = in_play.into_iter().filter(|s| cells[s] == 0).collect();
            cells.retain(|_, fish| *fish > 0);
            let tiles: u64 = rules.supply.iter().map(|&count| u64::from(count)).sum();
            if tiles < unlaid.len() as u64 {
                return Err(format!("{tiles} tiles for {} spots", unlaid.len()));
            }
        }
        let outline: HashSet<Spot> = cells.keys().chain(&unlaid).copied().collect();
        let pieces = read_pieces(&rules, &board, &outline, &start["pieces"])?;
        let to_place = if rules.placed { rules.pieces } else { 0 };
        let mut game = Naive {
            supply: rules.supply.clone(),
            rules,
            board,
            cells,
            unlaid,
            drawn: None,
            pieces,
            eliminated: vec![false; seats],
            dropped: vec![false; seats],
            fish: vec![0; seats],
            placers: VecDeque::new(),
            swapped: false,
            opening: 0,
            opener: None,
            tiles: vec![0; seats],
            idle: 0,
            last_mover: None,
            phase: Phase::Laying,
            turn: 0,
        };
        for round in 0..to_place {
            let sides = 0..seats;
            match game.rules.snake && round % 2 == 1 {
                true => game.placers.extend(sides.rev()),
                false => game.placers.extend(sides),
            }
        }
        // Whole fish of the komi are there from the start, half a fish is compared at the end.
        let komi = game.rules.komi;
        game.fish[usize::from(komi > 0)] = komi.abs() / 2;
        game.settle();
        Ok(game)
    }
}

fn list<'a>(value: &'a Value, what: &str) -> Result<&'a Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("{what} is not a list: {value}"))
}

/// The fish of each outline spot, rows from the top.
fn read_board(value: &Value) -> Result<Vec<Vec<u32>>, String> {
    let read = |entry: &Value| match entry {
        Value::String(text) => text.parse().map_err(|_| format!("not fish: {text}")),
        other => Err(format!("a board entry is not a text: {other}")),
    };
    list(value, "board")?.iter().map(|row| list(row, "a board row")?.iter().map(read).collect()).collect()
}

fn read_cells(board: &Board, value: &Value) -> Result<Vec<Spot>, String> {
    let mut cells = Vec::new();
    for name in list(value, "cells")? {
        let spot = board.spot(name)?;
        if cells.contains(&spot) {
            return Err(format!("cell {name} is listed twice"));
        }
        cells.push(spot);
    }
    Ok(cells)
}

/// The pieces that stand from the start, one list per seat; none if they are placed in turn.
fn read_pieces(
    rules: &Rules,
    board: &Board,
    outline: &HashSet<Spot>,
    value: &Value,
) -> Result<Vec<Vec<Spot>>, String> {
    let mut pieces: Vec<Vec<Spot>> = vec![Vec::new(); rules.seats];
    if !value.is_null() {
        let lists = list(value, "pieces")?;
        if lists.len() != rules.seats {
            return Err(format!("pieces of {} seats", lists.len()));
        }
        for (seat, names) in lists.iter().enumerate() {
            for name in list(names, "the pieces of a seat")? {
                let spot = board.spot(name)?;
                if !outline.contains(&spot) {
                    return Err(format!("piece on {name}, which is no cell"));
                }
                if pieces.iter().flatten().any(|&other| other == spot) {
                    return Err(format!("two pieces on {name}"));
                }
                pieces[seat].push(spot);
            }
        }
    }
    let standing = pieces.iter().flatten().count();
    if rules.placed && standing > 0 {
        return Err("pieces stand although setup is placed".to_string());
    }
    if !rules.placed && standing == 0 {
        return Err("no pieces although setup is fixed".to_string());
    }
    if !rules.placed && rules.claim == Claim::Corners && pieces.iter().any(|own| own.len() != 2) {
        return Err("claim=corners needs two pieces each".to_string());
    }
    Ok(pieces)
}
