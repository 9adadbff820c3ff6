//! Isolation once more, as plainly as it can be written, and without anything of Floe's.

use std::collections::HashMap;

/// Columns and rows are counted from the bottom left.
type Cell = (i32, i32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Naive {
    tiles: Vec<Cell>,
    pawns: [Cell; 2],
    pub turn: usize,
}

fn name((col, row): Cell) -> String {
    format!("{}{}", (b'a' + col as u8) as char, row + 1)
}

impl Naive {
    pub fn new(rows: i32, cols: i32) -> Naive {
        let tiles = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row))).collect();
        Naive { tiles, pawns: [((cols - 1) / 2, 0), (cols / 2, rows - 1)], turn: 0 }
    }

    /// Every move as text with the position after it.
    pub fn moves(&self) -> Vec<(String, Naive)> {
        let (from, other) = (self.pawns[self.turn], self.pawns[1 - self.turn]);
        let mut moves = Vec::new();
        for &to in &self.tiles {
            let far = (to.0 - from.0).abs().max((to.1 - from.1).abs());
            if far != 1 || to == other {
                continue;
            }
            for &tile in &self.tiles {
                if tile != to && tile != other {
                    let mut next = self.clone();
                    next.tiles.retain(|&left| left != tile);
                    next.pawns[self.turn] = to;
                    next.turn = 1 - self.turn;
                    moves.push((format!("{}-{}/{}", name(from), name(to), name(tile)), next));
                }
            }
        }
        moves
    }

    /// How many sequences of that many moves there are.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.moves().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
        }
    }

    /// Does the player to move win against every defence?
    pub fn wins(&self, known: &mut HashMap<Naive, bool>) -> bool {
        if let Some(&answer) = known.get(self) {
            return answer;
        }
        let answer = self.moves().iter().any(|(_, next)| !next.wins(known));
        known.insert(self.clone(), answer);
        answer
    }
}
