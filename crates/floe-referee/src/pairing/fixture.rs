//! Games to be played.

use floe_games::Outcome;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::stats::{FaultNote, FinishedGame, places};

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// Its number in the tournament.
    pub id: u64,
    /// The set it belongs to: all rotations of one start between the same entrants.
    pub set: u64,
    /// The entrant at each seat.
    pub seats: Vec<usize>,
    /// The seed of the start; the same for all games of a set.
    pub seed: u64,
}

impl Fixture {
    /// The game, played to an outcome, with the fault of each seat.
    pub fn finished(&self, outcome: &Outcome, faults: Vec<Option<FaultNote>>) -> FinishedGame {
        let faulty: Vec<bool> = faults.iter().map(Option::is_some).collect();
        self.placed(places(outcome, &faulty), outcome.scores.clone(), faults)
    }

    /// The game, not played: some seats were absent, the others share the win. If all were absent, no one gets a point.
    pub fn forfeited(&self, absent: &[usize], fault: &FaultNote) -> FinishedGame {
        let count = self.seats.len();
        let present = (0..count).filter(|seat| !absent.contains(seat)).count() as u32;
        let place = |seat: &usize| match (present, absent.contains(seat)) {
            (0, _) => count as u32,
            (_, true) => present + 1,
            (_, false) => 1,
        };
        let faults = (0..count).map(|seat| absent.contains(&seat).then(|| fault.clone())).collect();
        self.placed((0..count).map(|seat| place(&seat)).collect(), vec![0; count], faults)
    }

    /// The game, not played through no fault of its players: all are equal.
    pub fn drawn(&self) -> FinishedGame {
        let count = self.seats.len();
        self.placed(vec![1; count], vec![0; count], vec![None; count])
    }

    fn placed(&self, places: Vec<u32>, scores: Vec<i64>, faults: Vec<Option<FaultNote>>) -> FinishedGame {
        FinishedGame { fixture: self.id, set: self.set, seats: self.seats.clone(), places, scores, faults }
    }
}

/// Collects fixtures, a set at a time, and numbers them.
#[derive(Debug)]
pub(super) struct Fixtures {
    seed: u64,
    sets: u64,
    pub(super) list: Vec<Fixture>,
}

impl Fixtures {
    pub(super) fn new(seed: u64) -> Fixtures {
        Fixtures { seed, sets: 0, list: Vec::new() }
    }

    /// Adds a set between some entrants and returns its number.
    ///
    /// Rotations alone never change who sits behind whom, so meetings of the same entrants go through the circular
    /// orders in turn: `meeting` counts them.
    pub(super) fn add_set(&mut self, entrants: &[usize], meeting: u64) -> u64 {
        let set = self.sets;
        self.sets += 1;
        let seed = seed_of_set(self.seed, set);
        let mut seats = circular_order(entrants, meeting);
        for _ in 0..seats.len() {
            self.list.push(Fixture { id: self.list.len() as u64, set, seats: seats.clone(), seed });
            seats.rotate_left(1);
        }
        set
    }
}

/// Seeds of sets are unrelated to each other, and to those of a tournament with the next seed.
fn seed_of_set(seed: u64, set: u64) -> u64 {
    let mut hash = Sha256::new();
    hash.update(b"floe set");
    hash.update(seed.to_le_bytes());
    hash.update(set.to_le_bytes());
    let digest = hash.finalize();
    let mut word = [0; 8];
    word.copy_from_slice(&digest[..8]);
    // 53 bits: every number is exact in JSON for JavaScript.
    u64::from_le_bytes(word) >> 11
}

/// The `number`-th order of entrants in a circle: the first stays, the others are permuted.
fn circular_order(entrants: &[usize], number: u64) -> Vec<usize> {
    let Some((&first, rest)) = entrants.split_first() else { return Vec::new() };
    let mut rest = rest.to_vec();
    let orders = (1..=rest.len() as u64).product::<u64>();
    let mut number = number % orders;
    let mut order = vec![first];
    while !rest.is_empty() {
        let block = (1..rest.len() as u64).product::<u64>();
        order.push(rest.remove((number / block) as usize));
        number %= block;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_of_four() {
        let orders: Vec<Vec<usize>> = (0..7).map(|number| circular_order(&[5, 6, 7, 8], number)).collect();
        assert_eq!(orders[0], [5, 6, 7, 8]);
        assert_eq!(orders[5], [5, 8, 7, 6]);
        assert_eq!(orders[6], orders[0]);
        let mut different = orders[..6].to_vec();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 6);
        assert_eq!(circular_order(&[3, 4], 9), [3, 4]);
    }

    #[test]
    fn everyone_has_every_seat_once_in_a_set() {
        for seats in 2..=4 {
            let mut fixtures = Fixtures::new(1);
            fixtures.add_set(&(0..seats).collect::<Vec<_>>(), 3);
            assert_eq!(fixtures.list.len(), seats);
            for seat in 0..seats {
                let mut sat: Vec<usize> = fixtures.list.iter().map(|fixture| fixture.seats[seat]).collect();
                sat.sort_unstable();
                assert_eq!(sat, (0..seats).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn a_no_show_loses_and_without_players_no_one_wins() {
        let fixture = Fixture { id: 3, set: 1, seats: vec![4, 7, 2], seed: 0 };
        let fault = FaultNote { cause: "did not come".into(), words: String::new() };
        let points = |game: &FinishedGame| -> Vec<f64> { (0..3).map(|seat| game.points(seat)).collect() };
        let one = fixture.forfeited(&[1], &fault);
        assert_eq!((one.places.as_slice(), points(&one)), (&[1, 3, 1][..], vec![0.75, 0.0, 0.75]));
        assert_eq!(one.faults.iter().filter(|fault| fault.is_some()).count(), 1);
        let all = fixture.forfeited(&[0, 1, 2], &fault);
        assert_eq!((points(&all), all.between(4, 7)), (vec![0.0; 3], None));
        assert_eq!(points(&fixture.drawn()), [0.5; 3]);
        for game in [one, all, fixture.drawn()] {
            game.check().unwrap();
        }
    }

    #[test]
    fn seeds_never_change() {
        let seeds: Vec<u64> = (0..3).map(|set| seed_of_set(1, set)).collect();
        assert_eq!(seeds, SEEDS, "old tournaments must keep their games");
    }

    const SEEDS: [u64; 3] = [5_045_270_944_650_561, 8_816_655_765_025_399, 7_808_792_961_131_632];
}
