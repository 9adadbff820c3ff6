//! Jobs: values that are complete in themselves, and checked wherever they arrive.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use floe_engine::Level;
use floe_games::switches::{RuleSet, excerpt};
use floe_games::{Record, Refusal, Start, open, registry};
use floe_lab::Matchup;
use floe_referee::tournament::GameOrder;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::WorkError;
use crate::limits::MAX_JOB_BYTES;

/// How urgent a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A player waits for it.
    Live,
    /// A person waits for it.
    Review,
    /// Many of them make one result.
    Batch,
}

impl Class {
    /// All classes, the most urgent first.
    pub const ALL: [Class; 3] = [Class::Live, Class::Review, Class::Batch];

    /// Its name in subjects.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Live => "live",
            Class::Review => "review",
            Class::Batch => "batch",
        }
    }

    /// What its jobs are.
    pub fn about(self) -> &'static str {
        match self {
            Class::Live => "moves",
            Class::Review => "reviews",
            Class::Batch => "games",
        }
    }
}

/// A kind of job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An engine's move.
    Move,
    /// A review of a game.
    Review,
    /// A game of a match or tournament.
    Game,
    /// A game of the lab.
    Lab,
}

impl Kind {
    /// All kinds, the most urgent first.
    pub const ALL: [Kind; 4] = [Kind::Move, Kind::Review, Kind::Game, Kind::Lab];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Move => "move",
            Kind::Review => "review",
            Kind::Game => "game",
            Kind::Lab => "lab",
        }
    }

    /// Its name in sentences.
    pub fn about(self) -> &'static str {
        match self {
            Kind::Move => "request for a move",
            Kind::Review => "request for a review",
            Kind::Game => "game of a match",
            Kind::Lab => "game of the lab",
        }
    }

    /// How urgent it is.
    pub fn class(self) -> Class {
        match self {
            Kind::Move => Class::Live,
            Kind::Review => Class::Review,
            Kind::Game | Kind::Lab => Class::Batch,
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or_else(|| {
            let known = Kind::ALL.map(Kind::as_str);
            let meant = floe_games::switches::did_you_mean(text, known);
            format!("unknown kind of job '{}'{meant}; use {}", excerpt(text), known.join(", "))
        })
    }
}

/// The rules of a game, on the wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRules {
    /// The id of the game.
    pub game: String,
    /// Every switch with its value.
    pub switches: Value,
}

impl JobRules {
    /// Rules as a job has them.
    pub fn new(rules: &RuleSet) -> JobRules {
        JobRules { game: rules.game.to_owned(), switches: rules.to_json() }
    }

    /// The rules, checked.
    pub fn read(&self) -> Result<RuleSet, Refusal> {
        registry::find(&self.game)?.rules_from_object(&self.switches)
    }
}

/// An engine's move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The rules.
    pub rules: JobRules,
    /// The level that chooses.
    pub level: String,
    /// The position as the seat to act sees it.
    pub position: String,
    /// Does it hide anything?
    pub hidden: bool,
    /// The seed of the engine.
    pub seed: u64,
    /// The time for the move. A level that is limited by positions uses less.
    pub time_ms: u64,
}

/// A review of a recorded game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The record.
    pub record: Record,
    /// The level that judges.
    pub level: String,
    /// The maximum number of positions per move.
    pub nodes: u64,
}

/// A game of the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabGame {
    /// The rules.
    pub rules: JobRules,
    /// The level that plays.
    pub level: String,
    /// The level of the other seats, if different.
    pub against: Option<String>,
    /// The level that judges who is ahead.
    pub judge: Option<String>,
    /// The seed of the first game.
    pub seed: u64,
    /// The number of the game.
    pub number: u64,
}

impl LabGame {
    /// A game of a matchup.
    pub fn new(matchup: &Matchup, seed: u64, number: u64) -> LabGame {
        let text = |level: Option<Level>| level.map(|level| level.to_string());
        LabGame {
            rules: JobRules::new(&matchup.rules),
            level: matchup.level.to_string(),
            against: text(matchup.against),
            judge: text(matchup.judge),
            seed,
            number,
        }
    }

    /// The matchup, checked.
    pub fn matchup(&self) -> Result<Matchup, Refusal> {
        let read = |level: &Option<String>| level.as_deref().map(untimed).transpose();
        let matchup = Matchup {
            rules: self.rules.read()?,
            level: untimed(&self.level)?,
            against: read(&self.against)?,
            judge: read(&self.judge)?,
        };
        match matchup.judge() {
            Level::Random | Level::Greedy => {
                Err(Refusal::invalid_request("random and greedy cannot judge who is ahead"))
            }
            _ => Ok(matchup),
        }
    }
}

/// The longest time for a move.
const MAX_MOVE_TIME: Duration = Duration::from_secs(10);
/// The longest position, in bytes.
const MAX_POSITION_BYTES: usize = 64 * 1024;
/// The most positions per move of a review.
const MAX_REVIEW_NODES: u64 = 1_000_000;

pub(crate) fn level(text: &str) -> Result<Level, Refusal> {
    Level::parse(text).map_err(Refusal::invalid_request)
}

fn untimed(text: &str) -> Result<Level, Refusal> {
    match level(text)? {
        level if level.is_timed() => Err(Refusal::invalid_request(format!(
            "{level} is limited by time, so its games cannot be repeated"
        ))),
        level => Ok(level),
    }
}

/// A job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Job {
    /// An engine's move.
    Move(MoveRequest),
    /// A review of a game.
    Review(Box<ReviewRequest>),
    /// A game of a match or tournament.
    Game(Box<GameOrder>),
    /// A game of the lab.
    Lab(LabGame),
}

impl Job {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Job::Move(_) => Kind::Move,
            Job::Review(_) => Kind::Review,
            Job::Game(_) => Kind::Game,
            Job::Lab(_) => Kind::Lab,
        }
    }

    /// As it is sent. A refusal if it is too long.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WorkError> {
        let bytes = serde_json::to_vec(self).map_err(|error| WorkError::Failed(error.to_string()))?;
        if bytes.len() > MAX_JOB_BYTES {
            let (kind, bytes) = (self.kind(), bytes.len());
            return Err(WorkError::TooLarge { kind, bytes, limit: MAX_JOB_BYTES });
        }
        Ok(bytes)
    }

    /// Reads and checks what came from outside.
    pub fn from_bytes(bytes: &[u8]) -> Result<Job, Refusal> {
        if bytes.len() > MAX_JOB_BYTES {
            return Err(Refusal::too_large(format!(
                "the job is {} bytes long; the limit is {MAX_JOB_BYTES}",
                bytes.len()
            )));
        }
        let job: Job = serde_json::from_slice(bytes)
            .map_err(|error| Refusal::invalid_json(format!("this is not a job: {error}")))?;
        job.check()?;
        Ok(job)
    }

    /// Refuses what cannot be done, before anything begins.
    pub fn check(&self) -> Result<(), Refusal> {
        match self {
            Job::Move(request) => {
                let rules = request.rules.read()?;
                level(&request.level)?;
                if request.position.len() > MAX_POSITION_BYTES {
                    return Err(Refusal::too_large(format!(
                        "the position is {} bytes long; the limit is {MAX_POSITION_BYTES}",
                        request.position.len()
                    )));
                }
                let most_ms = MAX_MOVE_TIME.as_millis() as u64;
                if !(1..=most_ms).contains(&request.time_ms) {
                    return Err(Refusal::invalid_request(format!(
                        "time_ms is {}; the limit is {most_ms}",
                        request.time_ms
                    )));
                }
                open(&rules, Start::Seed(0)).map(|_| ())
            }
            Job::Review(request) => {
                level(&request.level)?;
                if !(1..=MAX_REVIEW_NODES).contains(&request.nodes) {
                    return Err(Refusal::invalid_request(format!(
                        "nodes is {}; use 1 to {MAX_REVIEW_NODES}",
                        request.nodes
                    )));
                }
                request.record.open().map(|_| ())
            }
            Job::Game(order) => order.check(),
            Job::Lab(game) => open(&game.matchup()?.rules, Start::Seed(game.seed)).map(|_| ()),
        }
    }
}

/// The name of a job: the hash of its content.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(String);

impl JobId {
    /// The name of a job with these bytes.
    pub fn new(bytes: &[u8]) -> JobId {
        JobId(base16ct::lower::encode_string(&Sha256::digest(bytes)))
    }

    /// A name from a subject; `None` if it is none.
    pub(crate) fn parse(text: &str) -> Option<JobId> {
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 64 && text.bytes().all(hex)).then(|| JobId(text.to_owned()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
