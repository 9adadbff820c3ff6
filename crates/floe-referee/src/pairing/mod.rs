//! Pairing: round-robin, gauntlet, Swiss, knockout.
//!
//! A [`PairingPlan`] describes a tournament in a few numbers, and [`PairingPlan::schedule`] turns it, with the games
//! finished so far, into fixtures. The same plan and results give the same fixtures with the same ids and seeds, in
//! whatever order the games finished. To resume, call it again and skip the finished fixtures.
//!
//! ```
//! use floe_referee::pairing::{Format, PairingPlan};
//!
//! let plan = PairingPlan { entrants: 2, seats: 2, format: Format::RoundRobin { rounds: 1 }, seed: 7 };
//! let schedule = plan.schedule(&[]).unwrap();
//! let seats: Vec<_> = schedule.fixtures.iter().map(|fixture| fixture.seats.clone()).collect();
//! assert_eq!(seats, [[0, 1], [1, 0]]);
//! assert_eq!(schedule.fixtures[0].seed, schedule.fixtures[1].seed);
//! ```

mod fixed;
mod fixture;
mod groups;
mod knockout;
mod matching;
mod plan;
mod ranking;
mod results;
mod swiss;

pub use fixture::Fixture;
pub use plan::{Format, MAX_FIXTURES, PairingPlan, Schedule};
