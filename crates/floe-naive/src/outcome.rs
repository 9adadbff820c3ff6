//! Who won, and with what score.

use crate::game::{Naive, Phase};
use crate::rules::{End, Score};

impl Naive {
    /// Winners (lowest seat first) and final scores, once the game is over.
    pub fn result(&self) -> Option<(Vec<usize>, Vec<i64>)> {
        if self.phase != Phase::Over {
            return None;
        }
        let (winners, scores) = match self.rules.score {
            Score::LastMover => self.by_last_move(),
            Score::Fish => self.by_fish(),
        };
        let mut winners: Vec<usize> = winners.into_iter().map(|side| self.seat_of(side)).collect();
        winners.sort_unstable();
        Some((winners, (0..self.rules.seats).map(|seat| scores[self.seat_of(seat)]).collect()))
    }

    fn by_last_move(&self) -> (Vec<usize>, Vec<i64>) {
        let winners: Vec<usize> = match self.rules.end {
            End::LastMover => self.seats_left(),
            End::NobodyMoves | End::IdleTurns => self.last_mover.into_iter().collect(),
        };
        let mut scores = vec![0; self.rules.seats];
        for &seat in &winners {
            scores[seat] = 1;
        }
        (winners, scores)
    }

    fn by_fish(&self) -> (Vec<usize>, Vec<i64>) {
        let mut fish = self.fish.clone();
        let mut tiles = self.tiles.clone();
        if self.rules.claim_under {
            for (seat, pieces) in self.pieces.iter().enumerate() {
                for spot in pieces {
                    let under = self.cells.get(spot).copied().unwrap_or(0);
                    if under > 0 {
                        fish[seat] += i64::from(under);
                        tiles[seat] += 1;
                    }
                }
            }
        }
        let mut winners: Vec<usize> = (0..self.rules.seats).filter(|&seat| !self.eliminated[seat]).collect();
        let mut halves: Vec<i64> = fish.iter().map(|fish| 2 * fish).collect();
        halves[usize::from(self.rules.komi > 0)] += self.rules.komi.abs() % 2;
        keep_best(&mut winners, &halves);
        if self.rules.tiles_split {
            keep_best(&mut winners, &tiles);
        }
        (winners, fish)
    }
}

/// The seats with the highest value.
fn keep_best(seats: &mut Vec<usize>, amounts: &[i64]) {
    let best = seats.iter().map(|&seat| amounts[seat]).max();
    seats.retain(|&seat| Some(amounts[seat]) == best);
}
