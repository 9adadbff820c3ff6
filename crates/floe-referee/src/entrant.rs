//! Entrants: a built-in engine, a UGI program, or an address where one listens.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use floe_engine::baseline::Baseline;
use floe_engine::{Level, check_level};
use floe_games::switches::did_you_mean;
use floe_games::{GameRng, Outcome, Refusal};
use floe_wire::ugi::Command;
use tokio::time::timeout;

use crate::bot_command::{BotCommand, BotOption, option_text, take_options};
use crate::clock;
use crate::engine_player::{EnginePlayer, EngineSpec};
use crate::names::{MAX_NAME, clean_name};
use crate::player::{GameSetup, Player, PlayerFuture, TurnRequest};
use crate::process::Complaints;
use crate::{Fault, LaunchOptions, Meter, UgiPlayer};

/// The timeout for connecting to a program that listens.
const CONNECT: Duration = Duration::from_secs(10);

/// A player as users write it: `[NAME=]PLAYER`. A player is a level, `baseline:NAME`, `cmd:PROGRAM ARGS`, `tcp:HOST:PORT` or,
/// to try out a tournament, `flaky:PERCENT`. Programs may have options, `option.NAME=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name that was given.
    name: Option<String>,
    kind: Kind,
    /// The options of a program.
    options: Vec<BotOption>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A built-in engine.
    Engine(Level),
    /// A baseline written from a published description, to measure strength against.
    Baseline(Baseline),
    /// A program, started for every game.
    Command(BotCommand),
    /// A random player that fails in this percentage of games: it hangs, cheats or crashes.
    Flaky(u8),
    /// A program that listens on a port; there is a new connection for every game.
    Tcp(String),
}

impl Entrant {
    /// Parses a player.
    pub fn parse(text: &str) -> Result<Entrant, String> {
        let text = text.trim();
        // In `cmd:VAR=x prog` the sign belongs to the command.
        match text.split_once('=').filter(|(name, _)| !name.contains(':')) {
            Some((name, _)) if name.contains(" option.") => {
                Err("options are for programs: cmd:PROGRAM ARGS or tcp:HOST:PORT".into())
            }
            Some((name, player)) => {
                Ok(Entrant { name: Some(given_name(name)?), ..Entrant::unnamed(player.trim())? })
            }
            None => Entrant::unnamed(text),
        }
    }

    fn unnamed(text: &str) -> Result<Entrant, String> {
        let of = |kind: Kind| Entrant { name: None, kind, options: Vec::new() };
        match text.split_once(':') {
            Some(("cmd", command)) if !command.trim().is_empty() => {
                let (command, options) = BotCommand::parse(command)?;
                Ok(Entrant { options, ..of(Kind::Command(command)) })
            }
            Some(("tcp", address)) if address.contains(':') => {
                let (address, options) = take_options(address)?;
                Ok(Entrant { options, ..of(Kind::Tcp(address)) })
            }
            Some(("flaky", percent)) => match percent.parse() {
                Ok(percent @ 0..=100) => Ok(of(Kind::Flaky(percent))),
                _ => Err(format!(
                    "invalid player '{text}'; use flaky:1 for one that fails in one game of a hundred"
                )),
            },
            Some(("baseline", name)) => Baseline::parse(name).map(|baseline| of(Kind::Baseline(baseline))),
            Some(("cmd" | "tcp", _)) | None if text.contains(':') => {
                Err(format!("invalid player '{text}'; use cmd:PROGRAM ARGS or tcp:HOST:PORT"))
            }
            _ => Level::parse(text).map(|level| of(Kind::Engine(level))).map_err(|_| {
                let meant = did_you_mean(text, ["random", "greedy", "max"]);
                format!(
                    "unknown player '{text}'{meant}; use random, greedy, 1 to 10, max, max@200ms, baseline:NAME, cmd:PROGRAM ARGS or tcp:HOST:PORT, with NAME= before it to name it"
                )
            }),
        }
    }

    /// Refuses a rating that the game does not have.
    pub(crate) fn check(&self, game: &str) -> Result<(), Refusal> {
        match self.kind {
            Kind::Engine(level) => check_level(game, level),
            _ => Ok(()),
        }
    }

    /// Is it a program of someone else's, not part of this one?
    pub fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Command(_) | Kind::Tcp(_))
    }

    /// Does its play depend on time, or on what a program does?
    pub fn is_timed(&self) -> bool {
        match self.kind {
            Kind::Engine(level) => level.is_timed(),
            Kind::Flaky(_) => false,
            Kind::Baseline(_) | Kind::Command(_) | Kind::Tcp(_) => true,
        }
    }

    /// Does it listen on a port, so that it is not started here?
    pub(crate) fn is_remote(&self) -> bool {
        matches!(self.kind, Kind::Tcp(_))
    }

    /// Its name: the one given, else the one it `reported`, else the file name of the program.
    pub(crate) fn name(&self, reported: Option<&str>) -> String {
        match (&self.name, reported, &self.kind) {
            (Some(given), ..) => given.clone(),
            (None, Some(reported), _) => reported.to_owned(),
            (None, None, Kind::Command(command)) => {
                clean_name(&command.file_name()).unwrap_or_else(|| "bot".into())
            }
            (None, None, Kind::Tcp(address)) => address.clone(),
            (None, None, _) => self.to_string(),
        }
    }

    /// Starts or reaches a program; `None` if the player is built in.
    pub(crate) async fn reach(
        &self,
        launch: LaunchOptions,
        complaints: Complaints,
        meter: Arc<Meter>,
    ) -> Option<Result<UgiPlayer, Fault>> {
        let reached = match &self.kind {
            Kind::Engine(_) | Kind::Baseline(_) | Kind::Flaky(_) => return None,
            Kind::Command(command) => UgiPlayer::launch_with(command, launch, complaints, meter),
            Kind::Tcp(address) => match timeout(CONNECT, UgiPlayer::connect(address)).await {
                Ok(reached) => reached,
                Err(_late) => Err(Fault::NotStarted("no answer at this address".into())),
            },
        };
        Some(reached.map(|bot| bot.with_options(self.options.clone())))
    }

    /// Starts a program once to learn the name that it reports, and whether it can play at all. Built-in players report
    /// none.
    pub(crate) async fn introduce(
        &self,
        launch: LaunchOptions,
        limit: Duration,
    ) -> Result<Option<String>, Fault> {
        let reached = self.reach(launch, Complaints::Kept, Arc::default()).await;
        let Some(reached) = reached.transpose()? else { return Ok(None) };
        let mut bot = reached;
        match timeout(limit, bot.introduce()).await {
            Ok(introduced) => introduced?,
            Err(_late) => {
                return Err(Fault::NotStarted(format!("no `ugiok` within {}", clock::text(limit))));
            }
        }
        let name = bot.reported_name().map(str::to_owned);
        // It is stopped in any case; this gives it the chance to end by itself.
        let _gone = bot.send(&Command::Quit).await;
        Ok(name)
    }

    /// Creates the player for one game; a program that is started for it gets the limits of `launch`. One that cannot
    /// be started becomes a player that fails immediately.
    pub async fn player(&self, seed: u64, launch: LaunchOptions) -> Box<dyn Player> {
        match &self.kind {
            Kind::Engine(level) => Box::new(EnginePlayer::new(EngineSpec::Level(*level), seed)),
            Kind::Baseline(baseline) => Box::new(EnginePlayer::new(EngineSpec::Baseline(*baseline), seed)),
            Kind::Flaky(percent) => Box::new(Flaky::new(*percent, seed)),
            Kind::Command(_) | Kind::Tcp(_) => {
                match self.reach(launch, Complaints::Dropped, Arc::default()).await {
                    Some(Ok(bot)) => Box::new(bot),
                    Some(Err(fault)) => Box::new(Absent(self.name(None), fault)),
                    None => Box::new(Absent(self.name(None), Fault::NotStarted("not a program".into()))),
                }
            }
        }
    }
}

/// A name before `=`.
fn given_name(name: &str) -> Result<String, String> {
    match clean_name(name).filter(|clean| *clean == name.trim()) {
        Some(name) => Ok(name),
        None => Err(format!(
            "invalid name '{}'; a name has 1 to {MAX_NAME} characters, none of them a control character",
            floe_games::switches::excerpt(name)
        )),
    }
}

/// As it is written, so that the text is the same player.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}=")?;
        }
        match &self.kind {
            Kind::Engine(level) => level.fmt(f),
            Kind::Baseline(baseline) => write!(f, "baseline:{baseline}"),
            Kind::Flaky(percent) => write!(f, "flaky:{percent}"),
            Kind::Command(command) => write!(f, "cmd:{}", command.text),
            Kind::Tcp(address) => write!(f, "tcp:{address}"),
        }?;
        self.options.iter().try_for_each(|option| write!(f, " {}", option_text(option)))
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
        format!("flaky:{}", self.percent)
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
        for text in [
            "greedy",
            "rating:1350",
            "max@200ms",
            "baseline:uct",
            "baseline:king@100ms",
            "cmd:bot --fast",
            "flaky:5",
            "Ann=5",
            "Ann B.=cmd:A=1 bot --fast option.Depth=3",
            "cmd:A=1 bot",
            "tcp:localhost:4000",
            "Far=tcp:localhost:4000 option.'Skill Level'=2",
        ] {
            assert_eq!(Entrant::parse(text).unwrap().to_string(), text);
        }
        for (text, refusal) in [
            ("baseline:queen", "unknown baseline 'queen'; use uct, king"),
            ("Ann=", "unknown player ''"),
            ("=5", "invalid name ''; a name has 1 to 60 characters"),
            ("A\u{202e}nn=5", "invalid name"),
            ("Ann=cmd:", "invalid player 'cmd:'; use cmd:PROGRAM ARGS"),
            ("5 option.x=1", "options are for programs: cmd:PROGRAM ARGS or tcp:HOST:PORT"),
        ] {
            let words = Entrant::parse(text).unwrap_err();
            assert!(words.starts_with(refusal), "{text}: {words}");
        }
    }

    #[test]
    fn names_are_given_reported_or_those_of_files() {
        for (text, reported, name) in [
            ("Ann=cmd:python3 bot.py", Some("First"), "Ann"),
            ("cmd:python3 bot.py", Some("First"), "First"),
            ("cmd:python3 bot.py", None, "bot.py"),
            ("tcp:localhost:4000", None, "localhost:4000"),
            ("max@200ms", None, "max@200ms"),
            ("Ann=5", None, "Ann"),
        ] {
            assert_eq!(Entrant::parse(text).unwrap().name(reported), name);
        }
    }
}
