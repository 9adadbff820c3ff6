//! Faults for the server, in an order drawn from a seed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use floe_games::GameRng;
use rustix::process::Signal;
use serde::Serialize;

use super::Absence;
use super::recorder::Recorder;
use crate::faketime::FakeClock;
use crate::folder::{Ballast, Folder};
use crate::server::{Server, Setup};

/// The faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// SIGKILL, and a restart.
    Kill,
    /// SIGTERM, and a restart.
    Term,
    /// SIGSTOP for a while.
    Stop,
    /// A full disk for a while.
    Full,
    /// A wall clock that jumps by an hour.
    Jump,
}

/// An hour, in seconds.
const HOUR: i64 = 3600;

/// Disturbs the server, whose process it owns.
pub struct Nemesis {
    /// How the server is started again.
    pub setup: Setup,
    /// The server.
    pub server: Server,
    /// The folder of its data.
    pub data: Folder,
    /// Other things it needs, on another disk: held until the end.
    pub _beside: Folder,
    /// Its wall clock, if it is controlled.
    pub clock: Option<FakeClock>,
    /// The recorder.
    pub recorder: Arc<Recorder>,
    /// The random generator for the order.
    pub chance: GameRng,
}

/// What a nemesis did.
#[derive(Clone, Debug, Default)]
pub struct FaultLog {
    /// How often each fault was injected.
    pub faults: BTreeMap<Fault, usize>,
    /// When the server was killed.
    pub kills: Vec<Duration>,
}

/// A list with `kills` kills and the other faults in proportion, shuffled.
pub fn schedule(kills: usize, faults: &[Fault], chance: &mut GameRng) -> Vec<Fault> {
    let mut all = Vec::new();
    for fault in faults {
        let count = match fault {
            Fault::Kill => kills,
            Fault::Term | Fault::Stop => kills.div_ceil(4),
            Fault::Full | Fault::Jump => kills.div_ceil(8),
        };
        all.extend(std::iter::repeat_n(*fault, count));
    }
    for place in (1..all.len()).rev() {
        all.swap(place, chance.below(place as u32 + 1) as usize);
    }
    all
}

impl Nemesis {
    /// Injects faults, one after the other with pauses, until all are done or the time is up.
    pub async fn run(
        &mut self,
        schedule: &[Fault],
        end: Instant,
        mut on_fault: impl FnMut(usize, Fault),
    ) -> Result<FaultLog, String> {
        let mut done = FaultLog::default();
        let mut offset = 0;
        for (number, fault) in schedule.iter().enumerate() {
            self.pause(300, 2000).await;
            if Instant::now() >= end {
                break;
            }
            on_fault(number, *fault);
            match fault {
                Fault::Kill => done.kills.push(self.end(Signal::KILL).await?),
                Fault::Term => drop(self.end(Signal::TERM).await?),
                Fault::Stop => {
                    self.server.signal(Signal::STOP)?;
                    self.pause(100, 1500).await;
                    self.server.signal(Signal::CONT)?;
                }
                Fault::Full => {
                    let ballast = Ballast::fill(self.data.path()).map_err(|error| error.to_string())?;
                    self.pause(500, 2000).await;
                    drop(ballast);
                }
                Fault::Jump => {
                    let choices: Vec<i64> =
                        [-HOUR, 0, HOUR].into_iter().filter(|one| *one != offset).collect();
                    offset = choices[self.chance.below(2) as usize];
                    if let Some(clock) = &self.clock {
                        clock.jump(offset)?;
                    }
                }
            }
            *done.faults.entry(*fault).or_default() += 1;
        }
        Ok(done)
    }

    async fn pause(&mut self, least_ms: u32, most_ms: u32) {
        let pause = least_ms + self.chance.below(most_ms - least_ms);
        tokio::time::sleep(Duration::from_millis(u64::from(pause))).await;
    }

    /// Ends the server and starts it again; returns when it was asked to end.
    async fn end(&mut self, signal: Signal) -> Result<Duration, String> {
        let signalled = self.recorder.now();
        self.server.signal(signal)?;
        self.server.wait().await?;
        let gone = self.recorder.now();
        let started = self.recorder.now();
        self.server =
            self.setup.start().await.map_err(|words| format!("the server does not start again: {words}"))?;
        let serving = self.recorder.now();
        self.recorder.absence(Absence { node: 0, signalled, gone, started, serving });
        Ok(signalled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_has_the_requested_kills_and_depends_on_its_seed() {
        let all = [Fault::Kill, Fault::Term, Fault::Stop, Fault::Full, Fault::Jump];
        let of = |seed| schedule(100, &all, &mut GameRng::for_player(seed));
        let count = |fault| of(1).iter().filter(|one| **one == fault).count();
        assert_eq!(all.map(count), [100, 25, 25, 13, 13]);
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        assert!(
            schedule(4, &[Fault::Kill], &mut GameRng::for_player(1)).iter().all(|one| *one == Fault::Kill)
        );
    }
}
