//! Entrants: a built-in engine, a UGI program, or an address where one listens.

use std::fmt;
use std::time::Duration;

use floe_engine::Level;
use floe_engine::baseline::Baseline;
use floe_games::{GameRng, Outcome};

use tokio::time::timeout;

use crate::engine_player::{EnginePlayer, EngineSpec};
use crate::player::{GameSetup, Player, PlayerFuture, TurnRequest};
use crate::{Fault, LaunchOptions, UgiPlayer};

/// The timeout for connecting to a program that listens.
const CONNECT: Duration = Duration::from_secs(10);

/// A player as users name it: a level, `baseline:NAME`, `cmd:PROGRAM ARGS`, `tcp:HOST:PORT` or, to try out a
/// tournament, `flaky:PERCENT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// A built-in engine.
    Engine(Level),
    /// A baseline written from a published description, to measure strength against.
    Baseline(Baseline),
    /// A program, started for every game.
    Command(String),
    /// A random player that fails in this percentage of games: it hangs, cheats or crashes.
    Flaky(u8),
    /// A program that listens on a port; there is a new connection for every game.
    Tcp(String),
}

impl Entrant {
    /// Parses a player.
    pub fn parse(text: &str) -> Result<Entrant, String> {
        match text.split_once(':') {
            Some(("cmd", command)) if !command.trim().is_empty() => {
                Ok(Entrant::Command(command.trim().into()))
            }
            Some(("tcp", address)) if address.contains(':') => Ok(Entrant::Tcp(address.into())),
            Some(("flaky", percent)) => match percent.parse() {
                Ok(percent @ 0..=100) => Ok(Entrant::Flaky(percent)),
                _ => Err(format!(
                    "invalid player '{text}'; use flaky:1 for one that fails in one game of a hundred"
                )),
            },
            Some(("baseline", name)) => Baseline::parse(name).map(Entrant::Baseline),
            Some(("cmd" | "tcp", _)) | None if text.contains(':') => {
                Err(format!("invalid player '{text}'; use cmd:PROGRAM ARGS or tcp:HOST:PORT"))
            }
            _ => Level::parse(text).map(Entrant::Engine).map_err(|_| {
                format!(
                    "unknown player '{text}'; use random, greedy, 1 to 10, max, max@200ms, baseline:NAME, cmd:PROGRAM ARGS or tcp:HOST:PORT"
                )
            }),
        }
    }

    /// Creates the player for one game; a program that is started for it gets the limits of `launch`. One that cannot
    /// be started becomes a player that fails immediately.
    pub async fn player(&self, seed: u64, launch: LaunchOptions) -> Box<dyn Player> {
        match self {
            Entrant::Engine(level) => Box::new(EnginePlayer::new(EngineSpec::Level(*level), seed)),
            Entrant::Baseline(baseline) => Box::new(EnginePlayer::new(EngineSpec::Baseline(*baseline), seed)),
            Entrant::Flaky(percent) => Box::new(Flaky::new(*percent, seed)),
            Entrant::Command(command) => match UgiPlayer::launch(command, launch) {
                Ok(player) => Box::new(player),
                Err(fault) => Box::new(Absent(self.to_string(), fault)),
            },
            Entrant::Tcp(address) => match timeout(CONNECT, UgiPlayer::connect(address)).await {
                Ok(Ok(player)) => Box::new(player),
                Ok(Err(fault)) => Box::new(Absent(self.to_string(), fault)),
                Err(_late) => {
                    Box::new(Absent(self.to_string(), Fault::NotStarted("no answer at this address".into())))
                }
            },
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Engine(level) => level.fmt(f),
            Entrant::Baseline(baseline) => write!(f, "baseline:{baseline}"),
            Entrant::Flaky(percent) => write!(f, "flaky:{percent}"),
            Entrant::Command(command) => write!(f, "cmd:{command}"),
            Entrant::Tcp(address) => write!(f, "tcp:{address}"),
        }
    }
}

/// Plays at random, and in some games fails at some move in one of the ways programs fail.
struct Flaky {
    honest: EnginePlayer,
    /// The move at which it fails, and how.
    fails: Option<(u32, u32)>,
    asked: u32,
    percent: u8,
}

impl Flaky {
    fn new(percent: u8, seed: u64) -> Flaky {
        let mut chance = GameRng::for_player(!seed);
        let fails = chance.below(100) < u32::from(percent);
        let fails = fails.then(|| (chance.below(6), chance.below(4)));
        Flaky { honest: EnginePlayer::new(EngineSpec::Level(Level::Random), seed), fails, asked: 0, percent }
    }
}

impl Player for Flaky {
    fn name(&self) -> String {
        Entrant::Flaky(self.percent).to_string()
    }
    fn begin<'a>(&'a mut self, invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
        self.honest.begin(invitation)
    }
    fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String> {
        let now = self.asked;
        self.asked += 1;
        match self.fails.filter(|(at, _)| *at == now) {
            None => self.honest.choose(question),
            Some((_, 0)) => Box::pin(std::future::pending()),
            Some((_, 1)) => Box::pin(async { Ok("no move at all".into()) }),
            Some((_, 2)) => Box::pin(async { Err(Fault::Crashed("on purpose".into())) }),
            Some(_) => Box::pin(async { Err(Fault::Closed) }),
        }
    }
    fn end<'a>(&'a mut self, outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
        self.honest.end(outcome)
    }
}

/// A player that could not be started.
struct Absent(String, Fault);

impl Player for Absent {
    fn name(&self) -> String {
        self.0.clone()
    }
    fn begin<'a>(&'a mut self, _invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
        let fault = self.1.clone();
        Box::pin(async { Err(fault) })
    }
    fn choose<'a>(&'a mut self, _question: &'a TurnRequest) -> PlayerFuture<'a, String> {
        let fault = self.1.clone();
        Box::pin(async { Err(fault) })
    }
    fn end<'a>(&'a mut self, _outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_round_trip() {
        for text in
            ["greedy", "max@200ms", "baseline:uct", "baseline:king@100ms", "cmd:bot --fast", "flaky:5"]
        {
            assert_eq!(Entrant::parse(text).unwrap().to_string(), text);
        }
        let refusal = Entrant::parse("baseline:queen").unwrap_err();
        assert!(refusal.starts_with("unknown baseline 'queen'; use uct, king"), "{refusal}");
    }
}
