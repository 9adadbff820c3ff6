//! Swiss: equals meet, and no two meet twice while that can be avoided.

use std::collections::HashMap;

use super::fixture::Fixtures;
use super::groups::tables;
use super::plan::{PairingPlan, Schedule};
use super::results::{Results, most_first};

/// The rounds that are known: a round follows when the previous one is finished.
///
/// An entrant without a table has a bye, which counts as winning every game. No one has a second bye before everyone
/// has had one, and it goes to the last in the standings.
pub(super) fn swiss(
    plan: &PairingPlan,
    rounds: u32,
    sets: u32,
    results: &Results,
    fixtures: &mut Fixtures,
) -> Schedule {
    let mut schedule = plan.blank(false);
    let mut points = vec![0.0; plan.entrants];
    let mut met: HashMap<(usize, usize), u32> = HashMap::new();
    for round in 0..rounds {
        schedule.last = round + 1 == rounds;
        let mut order: Vec<usize> = (0..plan.entrants).collect();
        order.sort_by_key(|&entrant| (most_first(points[entrant]), entrant));
        let count = |a: usize, b: usize| met.get(&(a.min(b), a.max(b))).copied().unwrap_or(0);
        let (round_tables, idle) = pair(plan, &order, &schedule.byes, &count);
        for &entrant in &idle {
            schedule.byes[entrant] += 1;
            points[entrant] += f64::from(sets) * plan.seats as f64;
        }
        let begin = fixtures.list.len();
        for table in &round_tables {
            let before = u64::from(count(table[0], table[1]));
            for set in 0..u64::from(sets) {
                fixtures.add_set(table, before * u64::from(sets) + set);
            }
        }
        schedule.points = points.clone();
        let Some(won) = results.points(&fixtures.list[begin..], plan.entrants) else { return schedule };
        for (points, won) in points.iter_mut().zip(won) {
            *points += won;
        }
        for table in &round_tables {
            for &a in table {
                for &b in table.iter().filter(|&&b| a < b) {
                    *met.entry((a, b)).or_default() += 1;
                }
            }
        }
    }
    schedule.points = points;
    schedule
}

/// How many choices of byes are tried when every one so far forces a rematch.
const MAX_BYE_CHOICES: usize = 16;

/// The tables of a round and the byes.
fn pair(
    plan: &PairingPlan,
    order: &[usize],
    byes: &[u32],
    met: &dyn Fn(usize, usize) -> u32,
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let idle = order.len() % plan.seats;
    if idle == 0 {
        return (tables(order, plan.seats, met).0, Vec::new());
    }
    // Fewest byes first, then the last in the standings. When the first choice forces a rematch that another choice
    // with as few byes avoids, the other one sits out.
    let mut candidates: Vec<usize> = order.iter().rev().copied().collect();
    candidates.sort_by_key(|&entrant| byes[entrant]);
    let mut best: Option<(u32, Vec<Vec<usize>>, Vec<usize>)> = None;
    for skip in (0..=candidates.len() - idle).take(MAX_BYE_CHOICES) {
        let out = &candidates[skip..skip + idle];
        if out.iter().map(|&entrant| byes[entrant]).sum::<u32>()
            > candidates[..idle].iter().map(|&entrant| byes[entrant]).sum()
        {
            break;
        }
        let playing: Vec<usize> = order.iter().copied().filter(|entrant| !out.contains(entrant)).collect();
        let (found, most) = tables(&playing, plan.seats, met);
        if best.as_ref().is_none_or(|(least, ..)| most < *least) {
            best = Some((most, found, out.to_vec()));
        }
        if most == 0 {
            break;
        }
    }
    best.map(|(_, tables, out)| (tables, out)).unwrap_or_default()
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashSet;

    use super::super::Format;
    use super::*;
    use crate::stats::FinishedGame;

    /// Plays a fixture: the lower number always wins.
    pub(crate) fn favourite_wins(fixture: &super::super::Fixture) -> FinishedGame {
        let places = fixture.seats.iter().map(|a| 1 + fixture.seats.iter().filter(|b| *b < a).count() as u32);
        FinishedGame {
            fixture: fixture.id,
            set: fixture.set,
            seats: fixture.seats.clone(),
            places: places.collect(),
            scores: vec![0; fixture.seats.len()],
            faults: Vec::new(),
        }
    }

    /// Plays a complete tournament and returns the intermediate schedules.
    pub(crate) fn played(plan: &PairingPlan) -> (Vec<FinishedGame>, Schedule, Vec<usize>) {
        let (mut finished, mut sizes) = (Vec::new(), Vec::new());
        loop {
            let schedule = plan.schedule(&finished).unwrap();
            // The last fixture first: the order of finishing must not matter.
            let mut open: Vec<FinishedGame> = schedule.open(&finished).map(favourite_wins).collect();
            if open.is_empty() {
                return (finished, schedule, sizes);
            }
            sizes.push(open.len());
            let again = plan.schedule(&finished[..]).unwrap();
            assert_eq!(again, schedule);
            while let Some(game) = open.pop() {
                finished.push(game);
                let now = plan.schedule(&finished).unwrap();
                assert!(now.fixtures.starts_with(&schedule.fixtures), "fixtures never change");
            }
        }
    }

    #[test]
    fn no_rematch_while_avoidable() {
        for (entrants, rounds) in [(8, 5), (8, 7), (7, 7), (16, 8), (5, 5), (3, 3)] {
            let plan = PairingPlan { entrants, seats: 2, format: Format::Swiss { rounds, sets: 1 }, seed: 1 };
            let (finished, schedule, sizes) = played(&plan);
            assert_eq!(sizes.len(), rounds as usize);
            assert!(schedule.last);
            let pairs: Vec<(usize, usize)> = finished
                .iter()
                .filter(|game| game.fixture % 2 == 0)
                .map(|game| (*game.seats.iter().min().unwrap(), *game.seats.iter().max().unwrap()))
                .collect();
            let different: HashSet<_> = pairs.iter().collect();
            let forced = (entrants, rounds) == (8, 7);
            assert!(forced || different.len() == pairs.len(), "{entrants} {rounds}: {pairs:?}");
            let (least, most) = (schedule.byes.iter().min().unwrap(), schedule.byes.iter().max().unwrap());
            assert!(most - least <= 1, "{:?}", schedule.byes);
        }
    }

    #[test]
    fn the_best_comes_first() {
        let plan =
            PairingPlan { entrants: 9, seats: 2, format: Format::Swiss { rounds: 4, sets: 2 }, seed: 1 };
        let (finished, ..) = played(&plan);
        assert_eq!(crate::stats::standings(9, &finished)[0].entrant, 0);
    }

    #[test]
    fn tables_of_three_and_four() {
        for (entrants, seats) in [(9, 3), (10, 3), (11, 4), (4, 4)] {
            let plan = PairingPlan { entrants, seats, format: Format::Swiss { rounds: 3, sets: 1 }, seed: 1 };
            let (finished, schedule, _) = played(&plan);
            assert_eq!(finished.len(), 3 * (entrants / seats) * seats);
            assert_eq!(schedule.byes.iter().sum::<u32>() as usize, 3 * (entrants % seats));
        }
    }

    #[test]
    fn a_hundred_entrants_are_paired_at_once() {
        let plan =
            PairingPlan { entrants: 101, seats: 2, format: Format::Swiss { rounds: 9, sets: 1 }, seed: 1 };
        let mut finished = Vec::new();
        for _ in 0..9 {
            let schedule = plan.schedule(&finished).unwrap();
            let round: Vec<FinishedGame> = schedule.open(&finished).map(favourite_wins).collect();
            finished.extend(round);
        }
        assert_eq!(finished.len(), 9 * 100);
        // Every round gives a point per game of a set and table, and two per bye.
        let points: f64 = plan.schedule(&finished).unwrap().points.iter().sum();
        assert_eq!(points, 9.0 * (50.0 * 2.0 + 2.0));
    }
}
