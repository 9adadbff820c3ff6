//! Arguments that several commands share.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use floe_games::record::MAX_RECORD_BYTES;
use floe_games::switches::{RuleArg, RuleSet, parse_file, parse_rule_args};
use floe_games::{Actor, GameRng, Refusal, Start, Table, Viewer, open};
use floe_games::{Manifest, registry};
use floe_referee::{LaunchOptions, MemoryLimit, ProcessLimit};

use crate::output::Failure;

/// A game and its rules.
#[derive(Args)]
pub struct GameArgs {
    /// The game: see `floe games`.
    pub game: String,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Rules of a game.
#[derive(Args)]
pub struct RulesArgs {
    /// Rules: switches (`rows=6,cols=6`), variants by name (`slides`), a file (`@house.toml`), or all of these.
    #[arg(long, value_name = "K=V,…")]
    pub rules: Vec<String>,
}

impl GameArgs {
    /// The game's entry and the rules asked for.
    pub fn resolve(&self) -> Result<(&'static Manifest, RuleSet), Failure> {
        let entry = registry::find(&self.game)?;
        Ok((entry, self.rules.resolve(entry)?))
    }
}

impl RulesArgs {
    /// The rules of a game with what was said on the command line.
    pub fn resolve(&self, entry: &Manifest) -> Result<RuleSet, Failure> {
        let mut rule_args = Vec::new();
        for text in &self.rules {
            for saying in parse_rule_args(text)? {
                match saying {
                    RuleArg::Preset(name) if name.starts_with('@') => {
                        let path = &name[1..];
                        let (game, more) = parse_file(&read_file(path)?)
                            .map_err(|refusal| Failure::Usage(format!("{path}: {refusal}")))?;
                        let ours = [entry.id, entry.default_rules().game];
                        if let Some(other) = game.filter(|game| !ours.contains(&game.as_str())) {
                            return Err(Failure::Usage(format!(
                                "{path} holds rules of {other}, not of {}",
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

/// Where in a game to begin.
#[derive(Args)]
pub struct PositionArgs {
    /// A position as text or JSON, or @FILE with one; without it, the start.
    #[arg(long, value_name = "POS")]
    pub position: Option<String>,
    /// Moves to make from there, parted by blanks.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// The seed of the deal.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub seed: u64,
}

impl PositionArgs {
    /// A table at that place.
    pub fn open(&self, entry: &Manifest, set: &RuleSet) -> Result<Box<dyn Table>, Failure> {
        self.open_for(entry, set, Viewer::Omniscient)
    }

    /// The same for a viewer, who is not told what others hold when a move of theirs is refused.
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
        for text in self.moves.as_deref().unwrap_or_default().split_whitespace() {
            let told = match (viewer, table.actor()) {
                (Viewer::Omniscient, _) => true,
                (Viewer::Seat(seat), Actor::Seat(actor)) => seat == actor,
                _ => false,
            };
            match play(&mut *table, text, &mut chance) {
                Err(_) if !told => return Err(Failure::Usage(format!("'{text}' is no legal move there"))),
                done => done?,
            }
        }
        Ok(table)
    }
}

/// Makes a move for whoever is to move; chance before it comes from the seed.
pub fn play(table: &mut dyn Table, text: &str, chance: &mut GameRng) -> Result<(), Refusal> {
    while table.actor() == Actor::Chance {
        table.roll(chance)?;
    }
    match table.actor() {
        Actor::Seat(seat) => table.play(seat, text),
        _ => Err(Refusal(format!("'{text}': the game is over"))),
    }
}

/// A file, or standard input for `-`, up to the size of the largest record.
pub fn read_file(path: &str) -> Result<String, Failure> {
    let wrong = |error: io::Error| Failure::Usage(format!("{path}: {error}"));
    let mut bytes = Vec::new();
    let most = MAX_RECORD_BYTES as u64 + 1;
    match path {
        "-" => io::stdin().take(most).read_to_end(&mut bytes).map_err(wrong)?,
        _ => File::open(path).map_err(wrong)?.take(most).read_to_end(&mut bytes).map_err(wrong)?,
    };
    if bytes.len() > MAX_RECORD_BYTES {
        return Err(Failure::Usage(format!("{path} is longer than {MAX_RECORD_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| Failure::Usage(format!("{path} is not text in UTF-8")))
}

/// Through whose eyes.
#[derive(Args)]
pub struct ViewArgs {
    /// Show what this viewer may see: all, spectator, or the number of a seat.
    #[arg(long, value_name = "VIEWER", default_value = "all", value_parser = read_viewer)]
    pub view: Viewer,
}

impl ViewArgs {
    /// The viewer, if there is such a seat.
    pub fn resolve(&self, seats: usize) -> Result<Viewer, Failure> {
        match self.view {
            Viewer::Seat(seat) if seat >= seats => Err(Failure::Usage(format!(
                "there is no seat {seat} to view from; {seats} play, from seat 0 on"
            ))),
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
            _ => Err("a viewer is all, spectator, or the number of a seat from 0 to 3".into()),
        },
    }
}

/// What bots that run as child processes may use.
#[derive(Args)]
pub struct BotArgs {
    /// Maximum memory of a bot (cmd:) and all processes it starts, together: 512M, 2G, none [default: 2G]
    #[arg(long, value_name = "SIZE")]
    bot_memory: Option<MemoryLimit>,
    /// Maximum number of processes of a bot (cmd:) at the same time, itself included; threads do not count: 8, none [default: 64]
    #[arg(long, value_name = "N")]
    bot_processes: Option<ProcessLimit>,
}

impl BotArgs {
    /// The usual limits with what was said on the command line.
    pub fn launch(&self) -> LaunchOptions {
        self.launch_or(LaunchOptions::default())
    }

    /// Other limits with what was said on the command line.
    pub fn launch_or(&self, other: LaunchOptions) -> LaunchOptions {
        LaunchOptions {
            memory: self.bot_memory.unwrap_or(other.memory),
            processes: self.bot_processes.unwrap_or(other.processes),
            ..other
        }
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

/// So many threads, or as many as there are cores.
pub fn thread_count(said: Option<u16>) -> usize {
    match said {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    }
}
