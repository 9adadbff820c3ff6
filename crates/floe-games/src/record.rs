//! Records of whole games: rules, start, players, every event, times and result.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use crate::event::{Action, Event};
use crate::fair::FairDeal;
use crate::formats::parse_json;
use crate::switches::excerpt;
use crate::table::{MAX_EVENTS, Start, Table, open};
use crate::{Actor, Outcome, Refusal, Viewer, registry};

/// The maximum length of a record, in bytes.
pub const MAX_RECORD_BYTES: usize = 4 << 20;

/// The current version of the format.
const VERSION: u32 = 1;

/// A game as it was played. The events are authoritative: chance is among them, so the seed only says where it came
/// from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the format.
    pub floe: u32,
    /// The id of the game.
    pub game: String,
    /// Every switch with its value.
    pub rules: Value,
    /// The seed of the deal; omitted while knowing it could still help a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The fair deal it came from; the secret is added when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<FairDeal>,
    /// The position before the first event, as text.
    pub start: String,
    /// Who played, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// When it started, as the referee wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began: Option<String>,
    /// What happened.
    pub events: Vec<Event>,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_result")]
    pub result: Option<Outcome>,
}

fn read_result<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Outcome>, D::Error> {
    let json: Option<Value> = Option::deserialize(deserializer)?;
    json.map(Outcome::from_record).transpose().map_err(D::Error::custom)
}

/// A player in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The player's name.
    pub name: String,
}

impl Record {
    /// The record of a table as far as the viewer may see it. It has no seed; the dealer may add it.
    pub fn from_table(table: &dyn Table, viewer: Viewer) -> Record {
        Record {
            floe: VERSION,
            game: table.rules().game.to_owned(),
            rules: table.rules().to_json(),
            seed: None,
            fair: None,
            start: table.start_text(viewer),
            players: Vec::new(),
            began: None,
            events: table.events(viewer),
            result: table.result().map(|outcome| Outcome { end: None, ..outcome }),
        }
    }

    /// A table at the start of the recorded game.
    pub fn open(&self) -> Result<Box<dyn Table>, Refusal> {
        if self.floe != VERSION {
            return Err(Refusal::invalid_record(format!(
                "this record has format version {}; only version {VERSION} is supported",
                self.floe
            )));
        }
        let set = registry::find(&self.game)?.rules_from_object(&self.rules)?;
        open(&set, Start::Position(&self.start))
    }

    /// Replays the game, checking every event and the result.
    pub fn replay(&self) -> Result<Box<dyn Table>, Refusal> {
        self.replay_with(|_, _, _| {})
    }

    /// The same, calling back with each event, its number from 1 and the table after it.
    pub fn replay_with(
        &self,
        mut show: impl FnMut(usize, &Event, &dyn Table),
    ) -> Result<Box<dyn Table>, Refusal> {
        if self.events.len() > MAX_EVENTS {
            return Err(Refusal::too_large(format!(
                "the record has {} events; the limit is {MAX_EVENTS}",
                self.events.len()
            )));
        }
        let mut table = self.open()?;
        for (number, event) in self.events.iter().enumerate() {
            table
                .apply_event(event)
                .map_err(|refusal| Refusal::invalid_record(format!("event {}: {refusal}", number + 1)))?;
            show(number + 1, event, &*table);
        }
        if table.result() != self.result {
            let describe =
                |result: &Option<Outcome>| result.as_ref().map_or("none".into(), |r| json!(r).to_string());
            return Err(Refusal::invalid_record(format!(
                "the record says the result is {}; by the rules it is {}",
                describe(&self.result),
                describe(&table.result())
            )));
        }
        Ok(table)
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        json!(self)
    }

    /// Reads a record from JSON or text, whichever it is.
    pub fn parse(text: &str) -> Result<Record, Refusal> {
        if text.len() > MAX_RECORD_BYTES {
            return Err(Refusal::too_large(format!(
                "the record is {} bytes long; the limit is {MAX_RECORD_BYTES}",
                text.len()
            )));
        }
        if text.trim_start().starts_with('{') {
            return parse_json(text).map_err(|error| unreadable(text, &error.to_string()));
        }
        Record::from_text(text)
    }

    /// As readable text: a header of `name: value` lines, an empty line, the moves. Of the rules it has only the switches that
    /// differ from the game's defaults.
    pub fn to_text(&self) -> String {
        let mut text = format!("floe record {}\ngame: {}\n", self.floe, self.game);
        if let Some(rules) = self.changed_rules() {
            text += &format!("rules: {rules}\n");
        }
        if let Some(seed) = self.seed {
            text += &format!("seed: {seed}\n");
        }
        if let Some(fair) = &self.fair {
            text += &format!("fair: {}\n", json!(fair));
        }
        text += &format!("start: {}\n", self.start);
        for player in &self.players {
            text += &format!("player: {}\n", json!(player.name));
        }
        if let Some(began) = &self.began {
            text += &format!("began: {}\n", json!(began));
        }
        if let Some(result) = &self.result {
            text += &format!("result: {}\n", json!(result));
        }
        text.push('\n');
        let mut width = 0;
        for event in &self.events {
            let word = event_word(event);
            if width > 0 && width + word.len() >= 100 {
                text.push('\n');
                width = 0;
            } else if width > 0 {
                text.push(' ');
                width += 1;
            }
            width += word.chars().count();
            text += &word;
        }
        text + "\n"
    }

    /// The switches that differ from the game's defaults, without those that follow from the others and the start; `None` if
    /// none is left. Rules that cannot be read are kept whole.
    fn changed_rules(&self) -> Option<Value> {
        let Ok(game) = registry::find(&self.game) else { return Some(self.rules.clone()) };
        let Ok(rules) = game.rules_from_object(&self.rules) else { return Some(self.rules.clone()) };
        let resolved = |switches: &Map<String, Value>| {
            let rules = game.rules_from_object(&Value::Object(switches.clone())).ok()?;
            open(&rules, Start::Position(&self.start)).ok().map(|table| table.rules().clone())
        };
        let mut changed = game.changed_switches(&rules);
        if let Some(whole) = resolved(&changed) {
            for name in changed.keys().cloned().collect::<Vec<_>>() {
                let mut fewer = changed.clone();
                fewer.shift_remove(&name);
                if resolved(&fewer).is_some_and(|rules| rules == whole) {
                    changed = fewer;
                }
            }
        }
        (!changed.is_empty()).then_some(Value::Object(changed))
    }

    fn from_text(text: &str) -> Result<Record, Refusal> {
        let invalid = |what: String| Refusal::invalid_record(format!("record: {what}"));
        let mut lines = text.lines();
        let version = lines.next().and_then(|line| line.trim().strip_prefix("floe record "));
        let floe = version.and_then(|version| version.trim().parse().ok()).ok_or_else(|| {
            invalid("a record is JSON, or text that begins with the line 'floe record 1'".into())
        })?;
        let mut record = Record {
            floe,
            game: String::new(),
            rules: json!({}),
            seed: None,
            fair: None,
            start: String::new(),
            players: Vec::new(),
            began: None,
            events: Vec::new(),
            result: None,
        };
        for line in lines.by_ref().take_while(|line| !line.trim().is_empty()) {
            let (name, value) = line
                .split_once(':')
                .ok_or_else(|| invalid(format!("'{}' is not 'name: value'", excerpt(line))))?;
            let value = value.trim();
            let unread = |error: serde_json::Error| invalid(format!("{name}: {error}"));
            match name.trim() {
                "game" => record.game = value.into(),
                "rules" => record.rules = parse_json(value).map_err(unread)?,
                "seed" => record.seed = Some(parse_json(value).map_err(unread)?),
                "fair" => record.fair = Some(parse_json(value).map_err(unread)?),
                "start" => record.start = value.into(),
                "player" => record.players.push(Player { name: parse_json(value).map_err(unread)? }),
                "began" => record.began = Some(parse_json(value).map_err(unread)?),
                "result" => {
                    let result = parse_json(value).and_then(Outcome::from_record);
                    record.result = Some(result.map_err(unread)?);
                }
                other => return Err(invalid(format!("unknown record header '{}'", excerpt(other)))),
            }
        }
        let table = record.open()?;
        // A text names only the switches that differ; a record has them all.
        record.rules = table.rules().to_json();
        record.events = read_events(table, lines)?;
        Ok(record)
    }
}

/// A move is itself, an action `seat:word`, chance its JSON, a hidden move `#`; a `;ms` suffix is the time it took.
fn event_word(event: &Event) -> String {
    let timed = |word: String, ms: &Option<u64>| match ms {
        Some(ms) => format!("{word};{ms}"),
        None => word,
    };
    match event {
        Event::Move { text, ms, .. } => timed(text.as_deref().unwrap_or("#").replace(' ', ""), ms),
        Event::Act { by, action, ms } => timed(format!("{by}:{}", action.as_str()), ms),
        Event::Chance(json) => json.to_string(),
    }
}

/// Whose move each is follows from the rules, so the game is replayed while reading, and moves get their canonical
/// form. What cannot be played is left as written and refused when the record is replayed.
fn read_events<'a>(
    mut table: Box<dyn Table>,
    lines: impl Iterator<Item = &'a str>,
) -> Result<Vec<Event>, Refusal> {
    let mut events = Vec::new();
    let mut by_the_rules = true;
    for word in lines.flat_map(str::split_whitespace) {
        if events.len() >= MAX_EVENTS {
            return Err(Refusal::too_large(format!("record: more than {MAX_EVENTS} events")));
        }
        let event = read_event(word, table.actor())?;
        by_the_rules = by_the_rules && table.apply_event(&event).is_ok();
        events.push(event);
    }
    Ok(if by_the_rules { table.events(Viewer::Omniscient) } else { events })
}

/// Why a text that looks like JSON is not a record.
fn unreadable(text: &str, error: &str) -> Refusal {
    match serde_json::from_str::<Value>(text) {
        Err(_) => Refusal::invalid_json(format!("not a Floe record: {error}")),
        Ok(json) if json.get("floe").is_none() => {
            Refusal::not_a_record(format!("not a Floe record: {error}"))
        }
        Ok(_) => Refusal::invalid_record(format!("this record cannot be read: {error}")),
    }
}

fn read_event(word: &str, actor: Actor) -> Result<Event, Refusal> {
    if word.starts_with('{') {
        let json = serde_json::from_str(word)
            .map_err(|error| Refusal::invalid_record(format!("record: '{}': {error}", excerpt(word))))?;
        return Ok(Event::Chance(json));
    }
    let (word, ms) = match word.rsplit_once(';') {
        Some((word, ms)) => {
            let ms = ms.parse().map_err(|_| {
                Refusal::invalid_record(format!("record: '{}' is not a time in milliseconds", excerpt(ms)))
            })?;
            (word, Some(ms))
        }
        None => (word, None),
    };
    if let Some((by, action)) =
        word.split_once(':').and_then(|(by, word)| by.parse().ok().zip(Action::parse(word)))
    {
        return Ok(Event::Act { by, action, ms });
    }
    let by = match actor {
        Actor::Seat(by) => by,
        _ => 0,
    };
    Ok(Event::Move { by, text: (word != "#").then(|| word.to_owned()), ms })
}
