//! Arguments that several commands share.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use floe_games::formats::move_words;
use floe_games::record::MAX_RECORD_BYTES;
use floe_games::switches::{RuleArg, RuleSet, parse_file, parse_rule_args};
use floe_games::{GameRng, Start, Table, Viewer, open, play_next};
use floe_games::{Manifest, registry};
use floe_referee::tournament::StartFailures;
use floe_referee::{Agreement, LaunchOptions, MemoryLimit, ProcessLimit, parse_margin};

use crate::output::Failure;

/// A game and its rules.
#[derive(Args)]
pub struct GameArgs {
    /// The game (see `floe games`).
    pub game: String,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Rules of a game.
#[derive(Args)]
pub struct RulesArgs {
    /// Rules: switches (`rows=6,cols=6`), variants by name (`slides`), a file (`@house.toml`), or any combination.
    #[arg(long, value_name = "K=V,…")]
    pub rules: Vec<String>,
}

impl GameArgs {
    /// The game's manifest and the requested rules.
    pub fn resolve(&self) -> Result<(&'static Manifest, RuleSet), Failure> {
        let entry = registry::find(&self.game)?;
        Ok((entry, self.rules.resolve(entry)?))
    }
}

impl RulesArgs {
    /// The rules of a game with the changes given on the command line.
    pub fn resolve(&self, entry: &Manifest) -> Result<RuleSet, Failure> {
        let mut rule_args = Vec::new();
        for text in &self.rules {
            for rule_arg in parse_rule_args(text)? {
                match rule_arg {
                    RuleArg::Preset(name) if name.starts_with('@') => {
                        let path = &name[1..];
                        let (game, more) = parse_file(&read_file(path)?)
                            .map_err(|refusal| Failure::Usage(format!("{path}: {refusal}")))?;
                        let ours = [entry.id, entry.default_rules().game];
                        if let Some(other) = game.filter(|game| !ours.contains(&game.as_str())) {
                            return Err(Failure::Usage(format!(
                                "{path} contains rules for {other}, not {}",
                                entry.id
                            )));
                        }
                        rule_args.extend(more);
                    }
                    other => rule_args.push(other),
                }
            }
        }
        Ok(entry.rules(&rule_args)?)
    }
}

/// The position to start from.
#[derive(Args)]
pub struct PositionArgs {
    /// A position as text or JSON, or @FILE to read one from a file (default: the start of the game).
    #[arg(long, value_name = "POS")]
    pub position: Option<String>,
    /// Moves to play from there, separated by spaces; they may be numbered.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// The seed of the deal.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub seed: u64,
}

impl PositionArgs {
    /// A table at that position.
    pub fn open(&self, entry: &Manifest, set: &RuleSet) -> Result<Box<dyn Table>, Failure> {
        self.open_for(entry, set, Viewer::Omniscient)
    }

    /// The same for a viewer. When another player's move is illegal, the viewer does not learn why.
    pub fn open_for(
        &self,
        entry: &Manifest,
        set: &RuleSet,
        viewer: Viewer,
    ) -> Result<Box<dyn Table>, Failure> {
        let mut set = set.clone();
        let mut table = match &self.position {
            None => open(&set, Start::Seed(self.seed))?,
            Some(position) => {
                let text = match position.strip_prefix('@') {
                    Some(path) => read_file(path)?,
                    None => position.clone(),
                };
                let text = text.trim();
                entry.adopt_size(&mut set, text);
                open(&set, Start::Position(text))?
            }
        };
        let mut chance = GameRng::in_game(self.seed);
        for text in move_words(self.moves.as_deref().unwrap_or_default()) {
            let may_know = table.may_choose(viewer);
            match play_next(&mut *table, text, &mut chance) {
                Err(_) if !may_know => {
                    return Err(Failure::Usage(format!(
                        "'{text}' is not legal here; the reason is hidden from this viewer"
                    )));
                }
                done => done?,
            }
        }
        Ok(table)
    }
}

/// A file, or standard input for `-`, up to the size of the largest record.
pub fn read_file(path: &str) -> Result<String, Failure> {
    let failed = |error: io::Error| Failure::Usage(format!("{path}: {error}"));
    let mut bytes = Vec::new();
    let limit = MAX_RECORD_BYTES as u64 + 1;
    match path {
        "-" => io::stdin().take(limit).read_to_end(&mut bytes).map_err(failed)?,
        _ => File::open(path).map_err(failed)?.take(limit).read_to_end(&mut bytes).map_err(failed)?,
    };
    if bytes.len() > MAX_RECORD_BYTES {
        return Err(Failure::Usage(format!("{path} is longer than {MAX_RECORD_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| Failure::Usage(format!("{path} is not valid UTF-8")))
}

/// Whose view to show.
#[derive(Args)]
pub struct ViewArgs {
    /// Whose view to show: all, spectator, or a seat number.
    #[arg(long, value_name = "VIEWER", default_value = "all", value_parser = read_viewer)]
    pub view: Viewer,
}

impl ViewArgs {
    /// The viewer, if the game has such a seat.
    pub fn resolve(&self, seats: usize) -> Result<Viewer, Failure> {
        match self.view {
            Viewer::Seat(seat) if seat >= seats => {
                Err(Failure::Usage(format!("no seat {seat}; this game has {seats} seats, numbered from 0")))
            }
            viewer => Ok(viewer),
        }
    }
}

fn read_viewer(text: &str) -> Result<Viewer, String> {
    match text {
        "all" => Ok(Viewer::Omniscient),
        "spectator" => Ok(Viewer::Spectator),
        seat => match seat.parse() {
            Ok(seat @ 0..=3) => Ok(Viewer::Seat(seat)),
            _ => Err("expected all, spectator, or a seat number from 0 to 3".into()),
        },
    }
}

/// Limits for bots that run as child processes.
#[derive(Args)]
pub struct BotArgs {
    /// Maximum memory of a bot (cmd:) and all its child processes together: 512M, 2G, none [default: 2G]
    #[arg(long, value_name = "SIZE")]
    bot_memory: Option<MemoryLimit>,
    /// Maximum number of processes of a bot (cmd:) at the same time, including itself; threads do not count: 8, none
    /// [default: 64]
    #[arg(long, value_name = "N")]
    bot_processes: Option<ProcessLimit>,
}

impl BotArgs {
    /// The default limits, with any changes from the command line.
    pub fn launch(&self) -> LaunchOptions {
        self.launch_or(LaunchOptions::default())
    }

    /// Other limits, with any changes from the command line.
    pub fn launch_or(&self, other: LaunchOptions) -> LaunchOptions {
        LaunchOptions {
            memory: self.bot_memory.unwrap_or(other.memory),
            processes: self.bot_processes.unwrap_or(other.processes),
            ..other
        }
    }
}

/// How matches and tournaments are refereed.
#[derive(Args)]
pub struct RefereeArgs {
    /// Accept moves that are late by up to this time, such as 50ms; players are not told [default: 0s]
    #[arg(long, value_name = "TIME", value_parser = parse_margin)]
    time_margin: Option<Duration>,
    /// End a game of two when both players agree who wins: each states a chance of at least PERCENT for the same player
    /// (`info score win` or `score cp`), for PLIES moves in a row [default of the value: 97,6]
    #[arg(
        long, value_name = "PERCENT,PLIES", num_args = 0..=1, default_missing_value = "97,6", require_equals = true,
        value_parser = Agreement::parse
    )]
    adjudicate: Option<Agreement>,
    /// What follows when a program cannot be started: stop (the run ends, exit 1) or forfeit (it loses its games)
    /// [default: stop]
    #[arg(long, value_name = "WHAT", value_parser = read_start_failures)]
    start_failures: Option<StartFailures>,
    /// Print the standings after every N games, on standard error; with --json as a line of the output.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    standings: Option<u32>,
}

/// How a match or tournament is refereed.
#[derive(Clone, Copy, Default)]
pub struct Refereeing {
    pub time_margin: Duration,
    pub agreement: Option<Agreement>,
    pub start_failures: StartFailures,
    pub standings: Option<u32>,
}

impl RefereeArgs {
    /// Other settings, with any changes from the command line.
    pub fn or(&self, other: Refereeing) -> Refereeing {
        Refereeing {
            time_margin: self.time_margin.unwrap_or(other.time_margin),
            agreement: self.adjudicate.or(other.agreement),
            start_failures: self.start_failures.unwrap_or(other.start_failures),
            standings: self.standings.or(other.standings),
        }
    }
}

pub fn read_start_failures(text: &str) -> Result<StartFailures, String> {
    match text {
        "stop" => Ok(StartFailures::Stop),
        "forfeit" => Ok(StartFailures::Forfeit),
        _ => Err("expected stop or forfeit".into()),
    }
}

/// Which certificates a client of a server trusts.
#[derive(Args)]
pub struct CaArgs {
    /// A PEM file with the only certificates to trust, for a server with a self-signed one [default: the system's]
    #[arg(long, value_name = "FILE", env = "FLOE_CA")]
    ca: Option<PathBuf>,
}

impl CaArgs {
    /// The file, where there is one.
    pub fn file(&self) -> Option<&Path> {
        self.ca.as_deref()
    }
}

/// The number of threads given, or one per core.
pub fn thread_count(given: Option<u16>) -> usize {
    match given {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    }
}
