//! The two buffets: pawns slide over playing cards, stones claim them, and
//! poker hands decide.

mod finish;
mod moves;
mod play;
mod rules;
mod start;

use crate::cards::{Card, Layout};
use crate::tracked::Tracked;
use rules::{Game, Rules};
use serde_json::Value;
use std::collections::HashMap;

/// Column and row of a card, both from 1; row 1 is at the bottom.
type Spot = (i32, i32);

const COLUMNS: i32 = 8;
const ROWS: i32 = 6;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Placing,
    Moving,
    /// Laying out hands; with the number of layouts so far.
    LayingOut(usize),
    Over,
}

/// A buffet in progress, set up from the `start` object of a trace. Seat 0 is
/// Black.
#[derive(Clone, Debug)]
pub struct Buffet {
    rules: Rules,
    cards: HashMap<Spot, Card>,
    /// The two cards dealt to each seat.
    dealt: [Vec<Card>; 2],
    pawns: [Vec<Spot>; 2],
    /// The cards that bear a stone, and whose it is.
    stones: HashMap<Spot, usize>,
    /// Consecutive turns without a claim.
    idle: u64,
    phase: Phase,
    turn: usize,
    /// The layout each seat has on the table.
    layouts: [Option<Layout>; 2],
}

impl Buffet {
    /// The seat to act; `None` when the game is over.
    pub fn actor(&self) -> Option<usize> {
        match self.phase {
            Phase::Placing | Phase::Moving => Some(self.turn),
            Phase::LayingOut(done) => self.rules.layout_turns().get(done).copied(),
            Phase::Over => None,
        }
    }

    /// All legal moves as texts, sorted by bytes, each once. There are too many layouts to list: then the only text is
    /// `layout`.
    pub fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = match self.phase {
            Phase::Placing => self.free_cards().into_iter().map(name).collect(),
            Phase::Moving => self.turns(self.turn).into_iter().map(|turn| turn.text()).collect(),
            Phase::LayingOut(_) => vec!["layout".to_string()],
            Phase::Over => Vec::new(),
        };
        if self.phase == Phase::Moving && texts.is_empty() && self.rules.game == Game::Amazonian {
            texts.push("pass".to_string());
        }
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// The stones each seat has placed.
    pub fn scores(&self) -> Vec<i64> {
        [0, 1].map(|seat| self.stones.values().map(|&owner| i64::from(owner == seat)).sum()).to_vec()
    }

    /// Counts the ways to play `depth` moves on, up to the showdown.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if !matches!(self.phase, Phase::Placing | Phase::Moving) {
            return 0;
        }
        let count = |text: String| {
            let mut next = self.clone();
            next.play(&text).map_or(0, |()| next.perft(depth - 1))
        };
        self.legal().into_iter().map(count).sum()
    }
}

#[cfg(test)]
impl Buffet {
    /// Puts pawns (Black's, White's) and stones (of Black) where a test needs them.
    pub(crate) fn arrange(&mut self, pawns: [&str; 2], stones: &str) {
        let read = |names: &str| -> Vec<Spot> {
            names.split_whitespace().filter_map(|text| spots().find(|&spot| name(spot) == text)).collect()
        };
        self.pawns = pawns.map(read);
        self.stones = read(stones).into_iter().map(|spot| (spot, 0)).collect();
        self.phase = Phase::Moving;
    }
}

impl Tracked for Buffet {
    fn chance(&self) -> Option<String> {
        None
    }

    fn actor(&self) -> Option<usize> {
        Buffet::actor(self)
    }

    fn legal(&self) -> Vec<String> {
        Buffet::legal(self)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        Buffet::play(self, text)
    }

    fn event(&mut self, event: &Value) -> Result<(), String> {
        Err(format!("nothing is left to chance in a buffet: {event}"))
    }

    fn scores(&self) -> Vec<i64> {
        Buffet::scores(self)
    }

    fn check_result(&self, result: &Value) -> Result<(), String> {
        Buffet::check_result(self, result)
    }
}

/// The text of a spot.
fn name((column, row): Spot) -> String {
    let letter = usize::try_from(column - 1).ok().and_then(|index| ('a'..='h').nth(index));
    format!("{}{row}", letter.unwrap_or('?'))
}

/// All spots of the board.
fn spots() -> impl Iterator<Item = Spot> {
    (1..=ROWS).flat_map(|row| (1..=COLUMNS).map(move |column| (column, row)))
}
