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
use crate::ground::Ground;
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
    /// SIGSTOP for longer than the lease of one of several servers.
    Pause,
    /// A restart of the database of several servers.
    Database,
    /// A restart of their NATS server.
    Nats,
}

/// An hour, in seconds.
const HOUR: i64 = 3600;

/// Disturbs servers, whose processes it owns.
pub struct Nemesis {
    /// How each server is started again, and the server.
    pub nodes: Vec<(Setup, Server)>,
    /// What several servers need.
    pub ground: Option<Ground>,
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
            Fault::Term | Fault::Stop | Fault::Pause => kills.div_ceil(4),
            Fault::Full | Fault::Jump | Fault::Database | Fault::Nats => kills.div_ceil(8),
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
            let node = self.chance.below(self.nodes.len() as u32) as usize;
            match fault {
                Fault::Kill => done.kills.push(self.end(node, Signal::KILL).await?),
                Fault::Term => drop(self.end(node, Signal::TERM).await?),
                Fault::Stop => self.stop_for(node, 100, 1500).await?,
                Fault::Pause => self.stop_for(node, 3_500, 7_000).await?,
                Fault::Database => {
                    let down = self.recorder.now();
                    if let Some(ground) = &self.ground {
                        tokio::task::block_in_place(|| {
                            ground.postgres.crash();
                            ground.postgres.restart();
                        });
                    }
                    self.all_absent(down);
                }
                Fault::Nats => {
                    let down = self.recorder.now();
                    if let Some(ground) = &self.ground {
                        tokio::task::block_in_place(|| {
                            ground.nats.crash();
                            ground.nats.restart();
                        });
                    }
                    self.all_absent(down);
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

    /// Ends a server and starts it again; returns when it was asked to end.
    async fn end(&mut self, node: usize, signal: Signal) -> Result<Duration, String> {
        let signalled = self.recorder.now();
        let (setup, server) = &mut self.nodes[node];
        server.signal(signal)?;
        server.wait().await?;
        let gone = self.recorder.now();
        let started = self.recorder.now();
        *server = setup.start().await.map_err(|words| format!("the server does not start again: {words}"))?;
        let serving = self.recorder.now();
        self.recorder.absence(Absence { node, signalled, gone, started, serving });
        Ok(signalled)
    }

    /// Stops a server in the middle of what it does.
    async fn stop_for(&mut self, node: usize, least_ms: u32, most_ms: u32) -> Result<(), String> {
        let signalled = self.recorder.now();
        self.nodes[node].1.signal(Signal::STOP)?;
        self.pause(least_ms, most_ms).await;
        self.nodes[node].1.signal(Signal::CONT)?;
        if self.ground.is_some() {
            // Another server may have taken over, and charged nobody for the time in between.
            let serving = self.recorder.now();
            self.recorder.absence(Absence { node, signalled, gone: signalled, started: serving, serving });
        }
        Ok(())
    }

    /// Servers could not do anything since then.
    fn all_absent(&self, down: Duration) {
        let serving = self.recorder.now();
        self.recorder.absence(Absence { node: 0, signalled: down, gone: down, started: serving, serving });
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
