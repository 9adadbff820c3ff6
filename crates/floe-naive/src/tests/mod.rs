//! Known counts, and small positions computed by hand.

mod amazonian;
mod buffet_traces;
mod corners;
mod counts;
mod endings;
mod geometry;
mod laying;
mod mixes;
mod montauk;
mod montauk_traces;
mod penguin_buffet;
mod placing;
mod poker;
mod showdown;
mod solutions;
mod traces;

use crate::Naive;
use serde_json::{Value, json};

/// The rules of a preset, to be changed by `with`.
pub fn rules(preset: &str) -> Value {
    let mut rules = json!({
        "topology": "square", "players": 2, "lay": "random", "draw": "pile",
        "setup": "placed", "pieces": 4, "place_on": "any", "block": "left",
        "claim": "left", "end": "nobody_moves", "end_turns": 0, "score": "fish",
        "ties": "share", "claim_under": false, "retire_stuck": false, "supply": "",
        "place_order": "alternate", "moves_first": "first_placer", "swap": false, "komi": 0,
    });
    let changes = match preset {
        "amazons" => json!({"setup": "fixed", "lay": "given", "block": "shot",
            "claim": "none", "end": "last_mover", "score": "last_mover"}),
        "penguins" => json!({"topology": "hex", "place_on": "one", "ties": "tiles",
            "claim_under": true}),
        "fish" => json!({"topology": "hex_columns"}),
        "amazon-penguins" => json!({"block": "shot", "claim": "shot",
            "claim_under": true, "draw": "supply"}),
        "paper-penguins" => json!({"claim": "reached", "draw": "highest"}),
        _ => panic!("unknown preset"),
    };
    change(&mut rules, &changes);
    rules
}

pub fn with(preset: &str, changes: &Value) -> Value {
    let mut rules = rules(preset);
    change(&mut rules, changes);
    rules
}

pub fn change(rules: &mut Value, changes: &Value) {
    for (key, value) in changes.as_object().unwrap() {
        rules[key] = value.clone();
    }
}

/// A start from rows of digits, top row first; a dot is a spot that is not a cell.
pub fn start(rules: Value, rows: &[&str]) -> Value {
    let topology = rules["topology"].as_str().unwrap().to_string();
    let mut board = Vec::new();
    let mut cells = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        let mut entries = Vec::new();
        for (index, spot) in line.chars().enumerate() {
            let letter = |i: usize| (b'a' + u8::try_from(i).unwrap()) as char;
            let up = rows.len() - row;
            if spot != '.' {
                cells.push(match topology.as_str() {
                    "square" => format!("{}{up}", letter(index)),
                    "hex" => format!("{}{}", letter(up - 1), index + 1),
                    _ => format!("[{row},{index}]"),
                });
            }
            entries.push(if spot == '.' { '0' } else { spot }.to_string());
        }
        board.push(entries);
    }
    // Rows of seven and eight tiles: those of odd length are indented.
    let shift: Vec<usize> = rows.iter().map(|line| line.len() % 2).collect();
    json!({"game": "test", "seed": 0, "seats": rules["players"], "rules": rules,
        "position": "", "board": board, "cells": cells, "shift": shift})
}

/// A game with fixed pieces, one text of names per seat.
pub fn fixed(mut rules: Value, rows: &[&str], pieces: &[&str]) -> Naive {
    rules["setup"] = json!("fixed");
    let mut start = start(rules, rows);
    let pieces: Vec<Vec<&str>> = pieces.iter().map(|own| own.split_whitespace().collect()).collect();
    start["pieces"] = json!(pieces);
    Naive::from_start(&start).unwrap()
}

pub fn placed(rules: Value, rows: &[&str]) -> Naive {
    Naive::from_start(&start(rules, rows)).unwrap()
}

pub fn play(game: &mut Naive, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(text).unwrap();
    }
}

/// Numbers that look random and are the same every time.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for index in (1..things.len()).rev() {
            things.swap(index, self.below(index + 1));
        }
    }
}

/// Joins the lines of a trace.
pub fn written(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}
