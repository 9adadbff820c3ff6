//! Checks a claimed winning strategy of Amazons.
//!
//! The text lists one move for each position that can occur. Nothing in it is trusted: the rules are written here a
//! second time, in the simplest way that is fast enough; every listed move must be legal, every reply of the loser must
//! be answered, and where the list stops the rest is played out in full.

mod play_out;
mod squares;

use std::collections::{HashMap, HashSet};

use play_out::PlayOut;
use squares::{Grid, Squares};

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions with a listed move, all of them reached.
    pub listed: usize,
    /// Replies of the loser that were tried, in listed positions.
    pub replies: u64,
    /// Positions where the list stops, each played out to the end.
    pub leaves: u64,
    /// Positions visited in playing them out.
    pub played_out: u64,
}

/// Checks a strategy; the error says in a sentence what is wrong with it.
pub fn check_solution(text: &str) -> Result<Checked, String> {
    let mut lines = text.lines();
    let mut field = |name: &str| -> Result<String, String> {
        let line = lines.next().unwrap_or_default();
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.map(str::to_owned).ok_or_else(|| format!("expected a line '{name} …', found '{line}'"))
    };
    if field("floe-solution")? != "1" {
        return Err("this is not version 1 of the format".to_string());
    }
    if field("game")? != "amazons" {
        return Err("only strategies of amazons can be checked".to_string());
    }
    let start = field("start")?;
    let (board, side) = start.split_once(' ').ok_or("the start has no side to move")?;
    let winner = side_of(&field("winner")?)?;
    let leaf: u32 = field("leaf")?.parse().map_err(|_| "leaf is not a number of squares".to_string())?;
    let grid = Grid::parse(board)?;
    let mut listed = HashMap::new();
    let mut ended = false;
    for line in lines {
        if ended {
            return Err(format!("something comes after the end: '{line}'"));
        }
        if line == "end" {
            ended = true;
            continue;
        }
        let (board, action) =
            line.split_once(' ').ok_or_else(|| format!("no position and move: '{line}'"))?;
        if listed.insert(grid.read(board)?, action.to_owned()).is_some() {
            return Err(format!("{board} is listed twice"));
        }
    }
    if !ended {
        return Err("the text breaks off before its end".to_string());
    }
    let mut check = Check {
        play_out: PlayOut::new(&grid),
        grid: &grid,
        winner,
        leaf,
        listed,
        seen: HashSet::new(),
        used: 0,
        checked: Checked::default(),
    };
    let first = grid.read(board)?;
    match side_of(side)? == winner {
        true => check.winner_moves(first)?,
        false => check.loser_moves(first)?,
    }
    if check.used != check.listed.len() {
        let spare = check.listed.len() - check.used;
        return Err(format!("{spare} listed positions never come up"));
    }
    check.checked.listed = check.used;
    check.checked.played_out = check.play_out.looked_at;
    Ok(check.checked)
}

/// White is 0, Black is 1.
fn side_of(word: &str) -> Result<usize, String> {
    match word {
        "white" => Ok(0),
        "black" => Ok(1),
        other => Err(format!("a side is white or black, not '{other}'")),
    }
}

struct Check<'a> {
    grid: &'a Grid,
    play_out: PlayOut<'a>,
    winner: usize,
    leaf: u32,
    listed: HashMap<Squares, String>,
    /// Positions with the winner to move that were handled.
    seen: HashSet<Squares>,
    used: usize,
    checked: Checked,
}

impl Check<'_> {
    fn winner_moves(&mut self, at: Squares) -> Result<(), String> {
        if !self.seen.insert(at) {
            return Ok(());
        }
        if at.empty.count_ones() <= self.leaf {
            self.checked.leaves += 1;
            return match self.play_out.wins(at, self.winner) {
                true => Ok(()),
                false => Err(format!("{} is not won for the side that should win", self.grid.text(at))),
            };
        }
        let Some(action) = self.listed.get(&at) else {
            return Err(format!(
                "the winner can come to {}, and no move is listed there",
                self.grid.text(at)
            ));
        };
        self.used += 1;
        let (from, to, shot) = self.grid.action(action)?;
        if !self.grid.is_legal(at, self.winner, from, to, shot) {
            return Err(format!("{action} is not legal in {}", self.grid.text(at)));
        }
        self.loser_moves(at.after(self.winner, from, to, shot))
    }

    fn loser_moves(&mut self, at: Squares) -> Result<(), String> {
        for (from, to, shot) in self.grid.moves(at, 1 - self.winner) {
            self.checked.replies += 1;
            self.winner_moves(at.after(1 - self.winner, from, to, shot))?;
        }
        Ok(())
    }
}
