//! Setting a buffet up from the `start` object of a trace.

use super::rules::{Game, Rules};
use super::{Buffet, COLUMNS, Phase, ROWS, Spot, name, spots};
use crate::cards::{Card, deck};
use serde_json::{Value, json};
use std::collections::HashMap;

impl Buffet {
    /// Reads the object under `"start"`. Anything missing, unknown or
    /// contradictory is an error.
    pub fn from_start(start: &Value) -> Result<Buffet, String> {
        let game = match start["game"].as_str() {
            Some("penguin-buffet") => Game::Penguin,
            Some("amazonian-buffet") => Game::Amazonian,
            _ => return Err(format!("not a buffet: {}", start["game"])),
        };
        let rules = Rules::read(game, &start["rules"])?;
        if start["seats"] != json!(2) {
            return Err(format!("a buffet has two seats, not {}", start["seats"]));
        }
        let cards = read_board(&start["board"])?;
        let dealt = read_hands(&start["hands"])?;
        let mut all: Vec<Card> = cards.values().chain(dealt.iter().flatten()).copied().collect();
        all.sort_unstable();
        let mut whole = deck();
        whole.sort_unstable();
        if all != whole {
            return Err("board and hands together are not one deck".to_string());
        }
        check_pieces(&rules, &start["pieces"])?;
        let placing = rules.corners.is_none();
        let mut turn = 0;
        if placing {
            let poker = rules.layout.poker;
            // The better pair places first; two pairs are never equal.
            turn = usize::from(poker.strength(&dealt[1]) > poker.strength(&dealt[0]));
        }
        let pawns = rules.corners.map_or_else(Default::default, |seats| seats.map(Vec::from));
        Ok(Buffet {
            rules,
            cards,
            dealt,
            pawns,
            stones: HashMap::new(),
            idle: 0,
            phase: if placing { Phase::Placing } else { Phase::Moving },
            turn,
            layouts: [None, None],
        })
    }
}

/// The cards on the table, rows from the top.
fn read_board(value: &Value) -> Result<HashMap<Spot, Card>, String> {
    let rows = value.as_array().ok_or("board is not a list")?;
    let mut cards = HashMap::new();
    for (row, entries) in (1..=ROWS).rev().zip(rows) {
        for (column, card) in (1..=COLUMNS).zip(Card::read_list(entries)?) {
            cards.insert((column, row), card);
        }
        if entries.as_array().map(Vec::len) != Some(8) {
            return Err(format!("row {row} has not eight cards"));
        }
    }
    if rows.len() != 6 || cards.len() != spots().count() {
        return Err(format!("{} rows and {} cards instead of 6 and 48", rows.len(), cards.len()));
    }
    Ok(cards)
}

fn read_hands(value: &Value) -> Result<[Vec<Card>; 2], String> {
    if value.as_array().map(Vec::len) != Some(2) {
        return Err(format!("hands of two seats are needed: {value}"));
    }
    let hands = [Card::read_list(&value[0])?, Card::read_list(&value[1])?];
    if hands.iter().any(|hand| hand.len() != 2) {
        return Err(format!("a hand has not two cards: {value}"));
    }
    Ok(hands)
}

/// The pieces listed must be those that the rules put there.
fn check_pieces(rules: &Rules, value: &Value) -> Result<(), String> {
    let Some(corners) = rules.corners else {
        let none = value.is_null() || *value == json!([]) || *value == json!([[], []]);
        return if none { Ok(()) } else { Err(format!("pawns stand although they are placed: {value}")) };
    };
    let sorted = |mut names: Vec<String>| {
        names.sort_unstable();
        names
    };
    let expected: Vec<Vec<String>> =
        corners.iter().map(|own| sorted(own.iter().map(|&spot| name(spot)).collect())).collect();
    let read = |names: &Value| -> Vec<String> {
        let names = names.as_array().into_iter().flatten();
        sorted(names.map(|name| name.as_str().unwrap_or("?").to_string()).collect())
    };
    let found: Vec<Vec<String>> = value.as_array().into_iter().flatten().map(read).collect();
    if found == expected { Ok(()) } else { Err(format!("pieces: expected {expected:?}, found {value}")) }
}
