//! Where the spots of a board are, their names and how they are adjacent.

use crate::rules::Topology;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Row from the top and horizontal place. On a square board the place is the
/// column; on hex boards it counts half tiles, so that a diagonal step is one.
pub type Spot = (i32, i32);

/// The outline, which never changes during a game.
#[derive(Clone, Debug)]
pub struct Board {
    pub topology: Topology,
    /// The spots as the rows list them; explicit places need not be sorted.
    pub order: Vec<Spot>,
    names: HashMap<Spot, String>,
    spots: HashMap<String, Spot>,
}

impl Board {
    /// Lays out the spots: `rows` says how many each row has, from the top.
    pub fn new(topology: Topology, rows: &[usize], start: &Value) -> Result<Board, String> {
        let mut board = Board { topology, order: Vec::new(), names: HashMap::new(), spots: HashMap::new() };
        for (row, &length) in rows.iter().enumerate() {
            for index in 0..length {
                let y = small(row)?;
                let x = match topology {
                    Topology::Square => small(index)?,
                    Topology::Hex => given_x(start, row, index)?,
                    Topology::HexColumns => small(2 * index + row % 2)?,
                };
                let name = match topology {
                    Topology::Square => format!("{}{}", letter(index)?, rows.len() - row),
                    Topology::Hex => format!("{}{}", letter(rows.len() - 1 - row)?, index + 1),
                    Topology::HexColumns => format!("[{row},{index}]"),
                };
                if board.names.insert((y, x), name.clone()).is_some() {
                    return Err(format!("two spots are in the place of {name}"));
                }
                board.spots.insert(name, (y, x));
                board.order.push((y, x));
            }
        }
        Ok(board)
    }

    /// The name of a spot of this board.
    pub fn name(&self, spot: Spot) -> &str {
        self.names.get(&spot).map_or("?", String::as_str)
    }

    /// The spot of a name as it stands in a trace: a text, or `[row,col]`.
    pub fn spot(&self, name: &Value) -> Result<Spot, String> {
        let text = match name {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        self.spots.get(&text).copied().ok_or_else(|| format!("there is no spot {text}"))
    }

    /// The cells a piece (or a shot) on `from` can reach: along each ray, step by step, until the next cell is not in
    /// `open`.
    pub fn walk(&self, open: &HashSet<Spot>, from: Spot) -> Vec<Spot> {
        let mut reached = Vec::new();
        for step in self.steps() {
            let mut at = (from.0 + step.0, from.1 + step.1);
            while open.contains(&at) {
                reached.push(at);
                at = (at.0 + step.0, at.1 + step.1);
            }
        }
        reached
    }

    fn steps(&self) -> &'static [(i32, i32)] {
        match self.topology {
            Topology::Square => &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
            Topology::Hex => &[(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)],
            Topology::HexColumns => &[(-2, 0), (2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)],
        }
    }
}

/// The horizontal place of a hex spot: listed in `xs`, or counted from `shift`.
fn given_x(start: &Value, row: usize, index: usize) -> Result<i32, String> {
    let x = if start["xs"].is_null() {
        let first = start["shift"][row].as_i64();
        let index = i64::try_from(index).map_err(|e| e.to_string())?;
        first.and_then(|x| x.checked_add(2 * index))
    } else {
        start["xs"][row][index].as_i64()
    };
    let x = x.ok_or_else(|| format!("row {row} from the top has no shift or xs"))?;
    // Far smaller than i32 allows, so that stepping off the board cannot overflow.
    if x.abs() > 1_000_000 {
        return Err(format!("x out of range: {x}"));
    }
    i32::try_from(x).map_err(|e| e.to_string())
}

fn small(number: usize) -> Result<i32, String> {
    if number > 1_000_000 {
        return Err(format!("the board is too large: {number}"));
    }
    i32::try_from(number).map_err(|e| e.to_string())
}

fn letter(index: usize) -> Result<char, String> {
    ('a'..='z').nth(index).ok_or_else(|| format!("there is no letter for line {}", index + 1))
}
