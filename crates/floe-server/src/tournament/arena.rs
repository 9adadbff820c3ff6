//! Arenas: for a time, whoever is free is paired with whoever is free and near in the standings.
//!
//! A win is worth 2 points and a draw 1. After two wins in a row every game counts double, until one is not won.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use floe_games::Refusal;
use floe_wire::web::Stage;

use super::commands::MAX_GAMES;
use super::entry::TournamentEntry;
use super::state::State;

/// How long an arena may last.
pub const MINUTES: RangeInclusive<u32> = 5..=360;
/// So many wins in a row make games count double.
const STREAK: u32 = 2;
/// How long two wait for somebody else before they meet twice in a row.
const PATIENCE_MS: i64 = 15_000;

/// What an entrant has scored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The points of each game, in order.
    pub sheet: Vec<u32>,
    /// How many games in a row were won last.
    pub streak: u32,
}

impl Score {
    /// All points.
    pub fn points(&self) -> u32 {
        self.sheet.iter().sum()
    }

    /// A game with these places was played from a seat. If no one is first, no one appeared.
    fn add(&mut self, places: &[u32], seat: usize) {
        let first = places[seat] == 1;
        let shared = places.iter().filter(|place| **place == 1).count() > 1;
        let points = match (first, shared) {
            (true, false) => 2,
            (true, true) => 1,
            (false, _) => 0,
        };
        self.sheet.push(if self.streak >= STREAK { 2 * points } else { points });
        self.streak = if first && !shared { self.streak + 1 } else { 0 };
    }
}

impl State {
    /// The score of every entrant.
    pub fn scores(&self) -> Vec<Score> {
        let mut scores = vec![Score::default(); self.entrants().len()];
        for game in self.finished() {
            for (seat, &entrant) in game.seats.iter().enumerate() {
                scores[entrant].add(&game.places, seat);
            }
        }
        scores
    }

    /// An entrant pauses, or wants to be paired again.
    pub fn pause(&self, entrant: usize, paused: bool) -> Result<TournamentEntry, Refusal> {
        if self.made().format.arena_minutes().is_none() {
            return Err(Refusal::not_possible("only in an arena can players pause"));
        }
        self.for_entry()?;
        self.known(entrant)?;
        let who = &self.entrants()[entrant];
        match (who.withdrawn, who.paused == paused) {
            (true, _) => Err(Refusal::not_possible(format!("entrant {entrant} has withdrawn"))),
            (_, true) if paused => Err(Refusal::not_possible("you are pausing already")),
            (_, true) => Err(Refusal::not_possible("you are waiting to be paired already")),
            _ => Ok(TournamentEntry::Paused { entrant, paused }),
        }
    }

    /// People who did not come to a game that has just ended: they pause, so that others do not wait for them again.
    pub fn pauses(&self, ended: &[TournamentEntry]) -> Vec<TournamentEntry> {
        if self.made().format.arena_minutes().is_none() {
            return Vec::new();
        }
        let mut absent = HashSet::new();
        for entry in ended {
            let TournamentEntry::Finished { game } = entry else { continue };
            for (seat, &entrant) in game.seats.iter().enumerate() {
                let who = &self.entrants()[entrant];
                let came =
                    game.faults.get(seat).and_then(Option::as_ref).is_none_or(|fault| fault.cause != ABSENT);
                if !came && who.who.is_user() && !who.paused {
                    absent.insert(entrant);
                }
            }
        }
        let mut absent: Vec<usize> = absent.into_iter().collect();
        absent.sort_unstable();
        absent.into_iter().map(|entrant| TournamentEntry::Paused { entrant, paused: true }).collect()
    }

    /// Who meets now in an arena, of those who are free and present; once its time is up and no game is left, its end.
    pub fn pairings(&self, now_ms: i64, is_here: &dyn Fn(&str) -> bool) -> Vec<TournamentEntry> {
        let Some(closes_ms) = self.closes_ms().filter(|_| self.stage() == Stage::Live) else {
            return Vec::new();
        };
        let nothing_left = self.playing_count() == 0 && self.waiting().next().is_none();
        if now_ms >= closes_ms || self.fixtures().len() as u64 >= MAX_GAMES {
            return nothing_left.then_some(TournamentEntry::Closed).into_iter().collect();
        }
        let busy: HashSet<usize> =
            self.playing().chain(self.waiting()).flat_map(|fixture| fixture.seats.iter().copied()).collect();
        let is_free = |&number: &usize| {
            let entrant = &self.entrants()[number];
            let here = entrant.who.user_id().is_none_or(is_here);
            !entrant.withdrawn && !entrant.paused && !busy.contains(&number) && here
        };
        let mut free: Vec<usize> = (0..self.entrants().len()).filter(is_free).collect();
        let scores = self.scores();
        free.sort_by_key(|&entrant| (Reverse(scores[entrant].points()), entrant));
        let met = self.last_opponents();
        let mut paired = Vec::new();
        while let Some(table) = self.table_of(&mut free, &met, !busy.is_empty(), now_ms) {
            paired.push(TournamentEntry::Paired { seats: self.seated(table) });
        }
        paired
    }

    /// The next table among those who are free, best first; they are removed. Whoever finds no one is removed, too.
    fn table_of(
        &self,
        free: &mut Vec<usize>,
        met: &HashMap<usize, Vec<usize>>,
        others_play: bool,
        now_ms: i64,
    ) -> Option<Vec<usize>> {
        let seats = self.made().seats;
        let is_engine = |entrant: usize| self.entrants()[entrant].who.is_engine();
        let has_people = self.entrants().iter().any(|entrant| entrant.who.is_user() && !entrant.withdrawn);
        while free.len() >= seats {
            let first = free.remove(0);
            let mut table = vec![first];
            // Two passes: new opponents, then those of the last game, if nobody else can be expected soon.
            for again in [false, true] {
                for &other in free.iter() {
                    let known = |entrant: &usize| {
                        met.get(entrant).is_some_and(|met| met.contains(&other))
                            || met.get(&other).is_some_and(|met| met.contains(entrant))
                    };
                    let waited =
                        |entrant: usize| self.freed_ms(entrant).is_none_or(|at| now_ms - at >= PATIENCE_MS);
                    let twice = table.iter().any(known);
                    let may = !twice || again && (!others_play || waited(first) && waited(other));
                    let engines_only =
                        has_people && is_engine(other) && table.iter().all(|&one| is_engine(one));
                    if table.len() < seats && !table.contains(&other) && may && !engines_only {
                        table.push(other);
                    }
                }
            }
            if table.len() == seats {
                free.retain(|entrant| !table.contains(entrant));
                return Some(table);
            }
        }
        None
    }

    /// Whom each entrant met in their last game.
    fn last_opponents(&self) -> HashMap<usize, Vec<usize>> {
        let mut met = HashMap::new();
        for game in self.finished() {
            for &entrant in &game.seats {
                met.insert(entrant, game.seats.iter().copied().filter(|&other| other != entrant).collect());
            }
        }
        met
    }

    /// The seats of a table: whoever has moved first least often moves first.
    fn seated(&self, mut table: Vec<usize>) -> Vec<usize> {
        let begun = |entrant: usize| self.fixtures().iter().filter(|game| game.seats[0] == entrant).count();
        table.sort_by_key(|&entrant| (begun(entrant), entrant));
        table
    }
}

/// The cause of a fault of whoever did not come.
const ABSENT: &str = "did not come";

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(games: &[&[u32]]) -> (Vec<u32>, u32) {
        let mut score = Score::default();
        games.iter().for_each(|places| score.add(places, 0));
        (score.sheet.clone(), score.streak)
    }

    #[test]
    fn wins_in_a_row_count_double() {
        const WIN: &[u32] = &[1, 2];
        const DRAW: &[u32] = &[1, 1];
        const LOSS: &[u32] = &[2, 1];
        assert_eq!(sheet(&[WIN, WIN, WIN, WIN]), (vec![2, 2, 4, 4], 4));
        assert_eq!(sheet(&[WIN, WIN, DRAW, WIN]), (vec![2, 2, 2, 2], 1));
        assert_eq!(sheet(&[WIN, WIN, LOSS, WIN]), (vec![2, 2, 0, 2], 1));
        assert_eq!(sheet(&[DRAW, LOSS, &[2, 2]]), (vec![1, 0, 0], 0), "nobody came to the last one");
        assert_eq!(sheet(&[&[1, 2, 3], &[1, 1, 3], &[3, 2, 1]]), (vec![2, 1, 0], 0));
    }
}
