//! A game as the page keeps it: rules, start, and everything that happened.

use std::cell::RefCell;

use floe_games::record::{Player, Record};
use floe_games::{
    Action, Actor, Event, GameRng, MAX_EVENTS, Outcome, Refusal, Start, Table, Viewer, open, registry,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The refusal of a change to a log that is not held: the caller sends the log whole.
pub const UNKNOWN_LOG: &str = "unknown log; send it whole";

/// A log. The events are the truth; the seed says where chance continues from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// The id of the game.
    #[cfg_attr(test, ts(type = "GameId"))]
    pub game: String,
    /// Every switch with its value.
    #[cfg_attr(test, ts(type = "Rules"))]
    pub rules: Value,
    /// The position before the first event, as text.
    pub start: String,
    /// What happened, as in records.
    pub events: Vec<Event>,
    /// Where chance comes from.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub seed: Option<u64>,
    /// Who played, by seat, where a record says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub players: Vec<Player>,
}

/// A log as a caller sends it: whole, or as a change of the one it sent last.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentLog {
    /// A number by which later calls name this log; without it the log is not held.
    id: Option<u64>,
    /// The log that this one is a change of: all but the events is the same.
    base: Option<u64>,
    /// How many events of that log are kept.
    #[serde(default)]
    keep: usize,
    game: Option<String>,
    rules: Option<Value>,
    start: Option<String>,
    /// All events, or those after the ones that are kept.
    events: Vec<Event>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    players: Vec<Player>,
}

/// Callers pass a log; the web app's side of the boundary decides how it is sent.
#[cfg(test)]
impl ts_rs::TS for SentLog {
    type WithoutGenerics = SentLog;
    type OptionInnerType = SentLog;

    fn name(config: &ts_rs::Config) -> String {
        Log::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        Log::name(config)
    }
}

impl SentLog {
    /// The log that is meant.
    pub fn resolve(self) -> Result<Log, Refusal> {
        let missing = |member: &str| Refusal(format!("log: {member} is missing"));
        let log = match self.base {
            None => Log {
                game: self.game.ok_or_else(|| missing("game"))?,
                rules: self.rules.ok_or_else(|| missing("rules"))?,
                start: self.start.ok_or_else(|| missing("start"))?,
                events: self.events,
                seed: self.seed,
                players: self.players,
            },
            Some(base) => {
                let held = HELD.take().filter(|(id, log)| *id == base && self.keep <= log.events.len());
                let (_, mut log) = held.ok_or_else(|| Refusal::new(UNKNOWN_LOG))?;
                log.events.truncate(self.keep);
                log.events.extend(self.events);
                log
            }
        };
        if let Some(id) = self.id {
            HELD.set(Some((id, log.clone())));
        }
        Ok(log)
    }
}

/// A table at some point of a log, with the stream its chance comes from.
pub struct ReplayedTable {
    /// The table.
    pub table: Box<dyn Table>,
    chance: GameRng,
}

impl Clone for ReplayedTable {
    fn clone(&self) -> ReplayedTable {
        ReplayedTable { table: self.table.fork(), chance: self.chance.clone() }
    }
}

/// The table asked about last, and the log it stands for.
struct Kept {
    log: Log,
    sitting: ReplayedTable,
}

thread_local! {
    /// The log that was sent last, by the number it was sent under.
    static HELD: RefCell<Option<(u64, Log)>> = const { RefCell::new(None) };
    /// Questions come one after the other about a game that grows: this saves playing it again each time, and the exact
    /// result of stopping is worked out once. It changes no answer.
    static CACHE: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

impl Log {
    /// The log of a table that has just been opened.
    pub fn from_table(game: &str, table: &dyn Table, seed: Option<u64>) -> Log {
        Log {
            game: game.to_owned(),
            rules: table.rules().to_json(),
            start: table.start_text(Viewer::Omniscient),
            events: table.events(Viewer::Omniscient),
            seed,
            players: Vec::new(),
        }
    }

    /// The log of a record, which must be the full one and follow the rules.
    pub fn of_record(record: Record) -> Result<Log, Refusal> {
        record.replay()?;
        let Record { game, rules, start, events, seed, players, .. } = record;
        Ok(Log { game, rules, start, events, seed, players })
    }

    /// The table after so many events, or after all.
    pub fn replay(&self, upto: Option<usize>) -> Result<ReplayedTable, Refusal> {
        let count = self.events.len();
        if count > MAX_EVENTS {
            return Err(Refusal(format!("the log has {count} events; {MAX_EVENTS} is the most")));
        }
        let events = &self.events[..upto.unwrap_or(count).min(count)];
        let kept = CACHE.take().filter(|kept| kept.log.game == self.game && kept.log.rules == self.rules);
        let same = |log: &Log| log.start == self.start && log.seed == self.seed;
        let (mut sitting, known) = match kept {
            Some(kept) if same(&kept.log) && events.starts_with(&kept.log.events) => {
                (kept.sitting, kept.log.events.len())
            }
            // The rules, which cost most to make, can be shared.
            Some(kept) => (
                ReplayedTable::begin(kept.sitting.table.new_table(Start::Position(&self.start))?, self.seed),
                0,
            ),
            None => {
                let rules = registry::find(&self.game)?.parse_rules(Some(&self.rules))?;
                (ReplayedTable::begin(open(&rules, Start::Position(&self.start))?, self.seed), 0)
            }
        };
        sitting.follow(events, known)?;
        sitting.clone().keep(&Log { events: events.to_vec(), ..self.clone() });
        Ok(sitting)
    }
}

impl ReplayedTable {
    /// A table that has just been opened.
    pub fn begin(table: Box<dyn Table>, seed: Option<u64>) -> ReplayedTable {
        ReplayedTable { table, chance: GameRng::in_game(seed.unwrap_or(0)) }
    }

    /// Keeps the table for the next question about this log.
    pub fn keep(self, log: &Log) {
        CACHE.set(Some(Kept { log: Log { players: Vec::new(), ..log.clone() }, sitting: self }));
    }

    /// Does again what happened from some event on.
    fn follow(&mut self, events: &[Event], from: usize) -> Result<(), Refusal> {
        for (number, event) in events.iter().enumerate().skip(from) {
            let wrong = |refusal| Refusal(format!("event {}: {refusal}", number + 1));
            match event {
                // Drawn as well, so that the stream stands where it stood. The log has the last word: a record may
                // come from another stream.
                Event::Chance(_) if self.table.actor() == Actor::Chance => {
                    self.table.fork().roll(&mut self.chance)?;
                }
                Event::Act { action: Action::OfferStop, .. } if is_past(&events[number + 1..]) => {
                    let outcome = Outcome {
                        winners: Vec::new(),
                        scores: Vec::new(),
                        reason: String::new(),
                        more: Default::default(),
                    };
                    self.table.set_adjudication(Ok(outcome));
                }
                _ => {}
            }
            self.table.apply_event(event).map_err(wrong)?;
        }
        Ok(())
    }

    /// Lets chance act until somebody has to.
    pub fn resolve_chance(&mut self) -> Result<(), Refusal> {
        while self.table.actor() == Actor::Chance {
            self.table.roll(&mut self.chance)?;
        }
        Ok(())
    }
}

/// Did somebody move after an offer to stop? Then nobody took it, and what was offered does not matter any more.
fn is_past(after: &[Event]) -> bool {
    let answers = [Action::Accept, Action::Refuse];
    let mut others =
        after.iter().filter(|event| !matches!(event, Event::Act { action, .. } if answers.contains(action)));
    matches!(others.next(), Some(Event::Move { .. }))
}
