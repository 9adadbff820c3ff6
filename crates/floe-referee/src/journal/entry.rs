//! The contents of the lines.

use base16ct::lower::encode_string as hex;
use floe_games::{Outcome, Record};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::stats::FinishedGame;

/// The version of the format that is written.
pub(super) const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub floe_journal: u32,
    /// What is played: everything that determines the fixtures and their games.
    pub description: Value,
    /// The hash of the description, its keys sorted: SHA-256 in hexadecimal.
    pub hash: String,
    /// The names of the entrants. They are not part of the description, since a program reports its own; a journal of an
    /// older version has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

impl Header {
    /// The header of a tournament.
    pub(super) fn new(description: &Value, names: &[String]) -> Header {
        Header {
            floe_journal: VERSION,
            description: description.clone(),
            hash: hash(description),
            names: names.to_vec(),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalEntry {
    /// What statistics need, including the fixture's number and faults.
    pub finished: FinishedGame,
    /// When it started, in milliseconds since 1970, if the clock is a real one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_ms: Option<u64>,
    /// How long it took.
    pub took_ms: u64,
    /// How long each seat thought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thought_ms: Vec<u64>,
    /// Whether it ended because both players agreed who wins; the loser then resigned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicated: bool,
    /// How it ended, if the record does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The complete game, unless only results are stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
}

/// The hash of a description. The order of keys does not count.
fn hash(description: &Value) -> String {
    hex(&Sha256::digest(sorted(description).to_string().as_bytes()))
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort();
            Value::Object(keys.into_iter().map(|key| (key.clone(), sorted(&map[key]))).collect::<Map<_, _>>())
        }
        Value::Array(list) => Value::Array(list.iter().map(sorted).collect()),
        other => other.clone(),
    }
}
