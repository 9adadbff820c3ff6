//! Knockout: the winner of each table advances.

use super::fixture::Fixtures;
use super::plan::{PairingPlan, Schedule};
use super::results::{Results, most_first};

/// The rounds that are known.
///
/// Every remaining entrant holds a slot of the bracket, best seed first; a winner takes the best slot of its table. The
/// first round reduces the number to a power of the table's size, and the best slots have a bye in it. When fewer are
/// left than sit at a table, the best of those eliminated last fill it up.
pub(super) fn knock_out(
    plan: &PairingPlan,
    sets: u32,
    extra_sets: u32,
    results: &Results,
    fixtures: &mut Fixtures,
) -> Schedule {
    let mut schedule = plan.blank(false);
    schedule.places = vec![None; plan.entrants];
    let mut slots: Vec<usize> = (0..plan.entrants).collect();
    // Eliminated, the best of the latest round first.
    let mut out: Vec<usize> = Vec::new();
    while slots.len() > 1 {
        let missing = plan.seats.saturating_sub(slots.len());
        if missing > 0 {
            slots.extend(out.drain(..missing.min(out.len())));
            slots.iter().for_each(|&entrant| schedule.places[entrant] = None);
        }
        let heats = heats(slots.len(), plan.seats);
        let byes = slots.len() - heats * plan.seats;
        for &entrant in &slots[..byes] {
            schedule.byes[entrant] += 1;
        }
        let tables = snake(&slots[byes..], heats);
        let Some(orders) = play(plan, &tables, sets, extra_sets, results, fixtures) else { return schedule };
        slots.truncate(byes);
        slots.extend(orders.iter().map(|order| order[0]));
        let mut beaten: Vec<(usize, usize)> = orders
            .iter()
            .flat_map(|order| order.iter().enumerate().skip(1).map(|(place, &entrant)| (place, entrant)))
            .collect();
        beaten.sort_unstable();
        let mut place = slots.len() as u32 + 1;
        for (at, &(order, entrant)) in beaten.iter().enumerate() {
            if at > 0 && beaten[at - 1].0 != order {
                place = (slots.len() + at) as u32 + 1;
            }
            schedule.places[entrant] = Some(place);
        }
        out.splice(..0, beaten.into_iter().map(|(_, entrant)| entrant));
    }
    schedule.last = true;
    schedule.winner = slots.first().copied();
    schedule.winner.into_iter().for_each(|winner| schedule.places[winner] = Some(1));
    schedule
}

/// How many tables play when `alive` are left: all if that is a power of the size, otherwise enough to make it one.
fn heats(alive: usize, size: usize) -> usize {
    let mut power = size;
    while power * size <= alive {
        power *= size;
    }
    match alive - power {
        0 => alive / size,
        surplus => surplus.div_ceil(size - 1).min(alive / size),
    }
}

/// Deals slots to tables back and forth, so that the best slot meets the last one. Tables come in the order of their
/// best slots.
fn snake(slots: &[usize], tables: usize) -> Vec<Vec<usize>> {
    let mut dealt = vec![Vec::new(); tables];
    for (i, &entrant) in slots.iter().enumerate() {
        let (lap, step) = (i / tables, i % tables);
        dealt[if lap % 2 == 0 { step } else { tables - 1 - step }].push(entrant);
    }
    dealt
}

/// Plays the tables of a round: returns the finishing order at each table, or `None` while games are open.
fn play(
    plan: &PairingPlan,
    tables: &[Vec<usize>],
    sets: u32,
    extra_sets: u32,
    results: &Results,
    fixtures: &mut Fixtures,
) -> Option<Vec<Vec<usize>>> {
    let mut points = vec![0.0; plan.entrants];
    let mut playing: Vec<&Vec<usize>> = tables.iter().collect();
    // All tables play the agreed sets; then undecided ones play on, one set at a time.
    for extra in 0..=u64::from(extra_sets) {
        let begin = fixtures.list.len();
        for table in &playing {
            let first = if extra == 0 { 0 } else { u64::from(sets) + extra - 1 };
            let last = u64::from(sets) + extra;
            for meeting in first..last {
                fixtures.add_set(table, meeting);
            }
        }
        let won = results.points(&fixtures.list[begin..], plan.entrants)?;
        for (points, won) in points.iter_mut().zip(won) {
            *points += won;
        }
        playing.retain(|table| {
            let best = table.iter().map(|&entrant| most_first(points[entrant])).min();
            table.iter().filter(|&&entrant| Some(most_first(points[entrant])) == best).count() > 1
        });
        if playing.is_empty() {
            break;
        }
    }
    let order = |table: &Vec<usize>| {
        let mut order = table.clone();
        // Remaining ties are decided by the seed: entrants are numbered in its order.
        order.sort_by_key(|&entrant| (most_first(points[entrant]), entrant));
        order
    };
    Some(tables.iter().map(order).collect())
}

#[cfg(test)]
mod tests {
    use super::super::Format;
    use super::super::swiss::tests::{favourite_wins, played};
    use super::*;
    use crate::stats::FinishedGame;

    fn plan(entrants: usize, seats: usize, extra_sets: u32) -> PairingPlan {
        PairingPlan { entrants, seats, format: Format::Knockout { sets: 1, extra_sets }, seed: 3 }
    }

    #[test]
    fn the_favourite_wins_in_the_expected_number_of_rounds() {
        // Entrants, seats, games of each round.
        let table: [(usize, usize, &[usize]); 9] = [
            (2, 2, &[2]),
            (3, 2, &[2, 2]),
            (8, 2, &[8, 4, 2]),
            (11, 2, &[6, 8, 4, 2]),
            (3, 3, &[3]),
            (9, 3, &[9, 3]),
            (5, 3, &[3, 3]),
            (4, 3, &[3, 3]),
            (8, 3, &[6, 3, 3]),
        ];
        for (entrants, seats, rounds) in table {
            let (_, schedule, sizes) = played(&plan(entrants, seats, 0));
            assert_eq!(schedule.winner, Some(0), "{entrants} {seats}");
            assert_eq!(sizes, rounds, "{entrants} {seats}");
        }
        for entrants in 4..40 {
            assert_eq!(played(&plan(entrants, 4, 0)).1.winner, Some(0), "{entrants}");
        }
    }

    #[test]
    fn the_best_two_seeds_meet_in_the_final() {
        let (finished, ..) = played(&plan(8, 2, 0));
        let pairs: Vec<&[usize]> = finished.iter().map(|game| &game.seats[..]).collect();
        assert_eq!(pairs.last().map(|seats| seats.iter().sum()), Some(1));
        let first = plan(8, 2, 0).schedule(&[]).unwrap();
        let seats: Vec<_> = first.fixtures.iter().step_by(2).map(|fixture| fixture.seats.clone()).collect();
        assert_eq!(seats, [[0, 7], [1, 6], [2, 5], [3, 4]]);
        assert_eq!(plan(5, 2, 0).schedule(&[]).unwrap().byes, [1, 1, 1, 0, 0]);
    }

    #[test]
    fn equals_play_on_and_then_the_better_seed_advances() {
        let plan = plan(2, 2, 2);
        let mut finished: Vec<FinishedGame> = Vec::new();
        for sets in 1..=3 {
            let schedule = plan.schedule(&finished).unwrap();
            assert_eq!((schedule.fixtures.len(), schedule.winner), (2 * sets, None));
            let open: Vec<FinishedGame> = schedule
                .open(&finished)
                .map(|fixture| FinishedGame { places: vec![1, 1], ..favourite_wins(fixture) })
                .collect();
            finished.extend(open);
        }
        assert_eq!(plan.schedule(&finished).unwrap().winner, Some(0));
        // Had the second won the last set, it would have advanced.
        for game in &mut finished[4..] {
            game.places = game.seats.iter().map(|&entrant| if entrant == 1 { 1 } else { 2 }).collect();
        }
        assert_eq!(plan.schedule(&finished).unwrap().winner, Some(1));
    }
}
