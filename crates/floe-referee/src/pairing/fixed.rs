//! Formats whose fixtures are all known before the first game.

use super::fixture::Fixtures;
use super::plan::{PairingPlan, Schedule};

/// Every table of entrants plays a set in every round.
pub(super) fn round_robin(plan: &PairingPlan, rounds: u32, fixtures: &mut Fixtures) -> Schedule {
    let everybody: Vec<usize> = (0..plan.entrants).collect();
    for round in 0..rounds {
        for_each_table(&everybody, plan.seats, &mut |table| {
            fixtures.add_set(table, u64::from(round));
        });
    }
    plan.blank(true)
}

/// Each challenger plays every table of the others in every round.
pub(super) fn gauntlet(
    plan: &PairingPlan,
    challengers: usize,
    rounds: u32,
    fixtures: &mut Fixtures,
) -> Schedule {
    let others: Vec<usize> = (challengers..plan.entrants).collect();
    for round in 0..rounds {
        for_each_table(&others, plan.seats - 1, &mut |table| {
            for challenger in 0..challengers {
                let mut seats = vec![challenger];
                seats.extend(table);
                fixtures.add_set(&seats, u64::from(round));
            }
        });
    }
    plan.blank(true)
}

/// Every choice of `size` out of a list, in order.
fn for_each_table(list: &[usize], size: usize, visit: &mut dyn FnMut(&[usize])) {
    fn choose(list: &[usize], size: usize, table: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
        if table.len() == size {
            return visit(table);
        }
        for (i, &entrant) in list.iter().enumerate() {
            table.push(entrant);
            choose(&list[i + 1..], size, table, visit);
            table.pop();
        }
    }
    choose(list, size, &mut Vec::new(), visit);
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::Format;
    use super::*;

    /// How often each two entrants sit at a table.
    fn meetings(schedule: &Schedule) -> HashMap<(usize, usize), u32> {
        let mut meetings = HashMap::new();
        for fixture in &schedule.fixtures {
            for &a in &fixture.seats {
                for &b in fixture.seats.iter().filter(|&&b| a < b) {
                    *meetings.entry((a, b)).or_default() += 1;
                }
            }
        }
        meetings
    }

    #[test]
    fn every_pair_meets_equally_often() {
        for (entrants, seats, each) in [(2, 2, 2), (5, 2, 2), (5, 3, 9), (6, 4, 24)] {
            let plan = PairingPlan { entrants, seats, format: Format::RoundRobin { rounds: 3 }, seed: 1 };
            let schedule = plan.schedule(&[]).unwrap();
            let meetings = meetings(&schedule);
            assert_eq!(meetings.len(), entrants * (entrants - 1) / 2);
            assert!(meetings.values().all(|&count| count == 3 * each), "{entrants} {seats} {meetings:?}");
            assert!(schedule.last);
            assert!(schedule.fixtures.iter().enumerate().all(|(i, fixture)| fixture.id == i as u64));
        }
    }

    #[test]
    fn challengers_meet_only_the_others() {
        let plan = PairingPlan {
            entrants: 6,
            seats: 2,
            format: Format::Gauntlet { challengers: 2, rounds: 1 },
            seed: 1,
        };
        let meetings = meetings(&plan.schedule(&[]).unwrap());
        assert_eq!(meetings.len(), 8);
        assert!(meetings.keys().all(|&(a, b)| a < 2 && b >= 2));

        let plan = PairingPlan { seats: 3, ..plan };
        let schedule = plan.schedule(&[]).unwrap();
        assert_eq!(schedule.fixtures.len(), 2 * 6 * 3);
        assert!(
            schedule.fixtures.iter().all(|f| f.seats.iter().filter(|&&entrant| entrant < 2).count() == 1)
        );
    }

    #[test]
    fn fixtures_follow_from_the_plan() {
        let plan = PairingPlan { entrants: 4, seats: 3, format: Format::RoundRobin { rounds: 2 }, seed: 5 };
        assert_eq!(plan.schedule(&[]), plan.schedule(&[]));
        let other = PairingPlan { seed: 6, ..plan };
        let (one, two) = (plan.schedule(&[]).unwrap(), other.schedule(&[]).unwrap());
        assert!(one.fixtures.iter().zip(&two.fixtures).all(|(a, b)| a.seats == b.seats && a.seed != b.seed));
    }
}
