//! A game as the web app stores it: rules, start, and all events.

use std::cell::RefCell;

use floe_games::record::{Player, Record};
use floe_games::{
    Action, Actor, Event, GameRng, MAX_EVENTS, Outcome, Refusal, Start, Table, Viewer, next_seat, open,
    registry,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    /// The events, as in records.
    pub events: Vec<Event>,
    /// The source of chance.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub seed: Option<u64>,
    /// The players by seat, if a record names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub players: Vec<Player>,
}

/// A log as a caller sends it: whole, or as a change of the one it sent last.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SentLog {
    /// A number by which later calls name this log; without it the log is not held.
    #[cfg_attr(test, ts(optional, type = "number"))]
    id: Option<u64>,
    /// The log that this one is a change of: all but the events is the same.
    #[cfg_attr(test, ts(optional, type = "number"))]
    base: Option<u64>,
    /// How many events of that log are kept.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    keep: usize,
    /// The id of the game; missing in a change.
    #[cfg_attr(test, ts(optional, type = "GameId"))]
    game: Option<String>,
    /// Every switch with its value; missing in a change.
    #[cfg_attr(test, ts(optional, type = "Rules"))]
    rules: Option<Value>,
    /// The position before the first event, as text; missing in a change.
    #[cfg_attr(test, ts(optional))]
    start: Option<String>,
    /// All events, or those after the ones that are kept.
    events: Vec<Event>,
    /// The source of chance; missing in a change.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, type = "number | null"))]
    seed: Option<u64>,
    /// The players by seat; missing in a change.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    players: Vec<Player>,
}

impl SentLog {
    /// The log that is meant.
    pub fn resolve(self) -> Result<Log, Refusal> {
        let missing = |member: &str| Refusal::invalid_request(format!("log: {member} is missing"));
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
                let (_, mut log) = held.ok_or_else(|| Refusal::unknown_log("unknown log; send it whole"))?;
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

/// A table at some point of a log, with its random stream.
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

/// The table of the last call, and its log.
struct Kept {
    log: Log,
    replayed: ReplayedTable,
}

thread_local! {
    /// The log that was sent last, by the number it was sent under.
    static HELD: RefCell<Option<(u64, Log)>> = const { RefCell::new(None) };
    /// Calls come one after the other about a growing game. The cache avoids replaying it each time, and the exact
    /// result of stopping is worked out once. It changes no result.
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

    /// The log of a record, which must be complete and legal.
    pub fn of_record(record: Record) -> Result<Log, Refusal> {
        record.replay()?;
        let Record { game, rules, start, events, seed, players, .. } = record;
        Ok(Log { game, rules, start, events, seed, players })
    }

    /// The table after `upto` events, or after all.
    pub fn replay(&self, upto: Option<usize>) -> Result<ReplayedTable, Refusal> {
        let count = self.events.len();
        if count > MAX_EVENTS {
            return Err(Refusal::too_large(format!("the log has {count} events; the limit is {MAX_EVENTS}")));
        }
        let events = &self.events[..upto.unwrap_or(count).min(count)];
        let cached =
            CACHE.take().filter(|cached| cached.log.game == self.game && cached.log.rules == self.rules);
        let same = |log: &Log| log.start == self.start && log.seed == self.seed;
        let (mut replayed, known) = match cached {
            Some(cached) if same(&cached.log) && events.starts_with(&cached.log.events) => {
                (cached.replayed, cached.log.events.len())
            }
            // The rules, which are the most expensive to build, can be shared.
            Some(cached) => (
                ReplayedTable::begin(
                    cached.replayed.table.new_table(Start::Position(&self.start))?,
                    self.seed,
                ),
                0,
            ),
            None => {
                let rules = registry::find(&self.game)?.parse_rules(Some(&self.rules))?;
                (ReplayedTable::begin(open(&rules, Start::Position(&self.start))?, self.seed), 0)
            }
        };
        replayed.follow(events, known)?;
        replayed.clone().keep(&Log { events: events.to_vec(), ..self.clone() });
        Ok(replayed)
    }
}

impl ReplayedTable {
    /// A table that has just been opened.
    pub fn begin(table: Box<dyn Table>, seed: Option<u64>) -> ReplayedTable {
        ReplayedTable { table, chance: GameRng::in_game(seed.unwrap_or(0)) }
    }

    /// Caches the table for the next call about this log.
    pub fn keep(self, log: &Log) {
        CACHE.set(Some(Kept { log: Log { players: Vec::new(), ..log.clone() }, replayed: self }));
    }

    /// Replays the events from some event on.
    fn follow(&mut self, events: &[Event], from: usize) -> Result<(), Refusal> {
        for (number, event) in events.iter().enumerate().skip(from) {
            let failed = |refusal| Refusal::invalid_record(format!("event {}: {refusal}", number + 1));
            match event {
                // The random stream is advanced as well, so that it stands where it stood. The log decides: a record
                // may come from another stream.
                Event::Chance(_) if self.table.actor() == Actor::Chance => {
                    self.table.fork().roll(&mut self.chance)?;
                }
                Event::Act { action: Action::OfferStop, .. } if is_past(&events[number + 1..]) => {
                    let outcome = Outcome::unexplained(Vec::new(), Vec::new());
                    self.table.set_adjudication(Ok(outcome));
                }
                _ => {}
            }
            self.table.apply_event(event).map_err(failed)?;
        }
        Ok(())
    }

    /// Resolves chance until a player is to act.
    pub fn resolve_chance(&mut self) -> Result<(), Refusal> {
        next_seat(&mut *self.table, &mut self.chance).map(drop)
    }
}

/// Whether a move followed an offer to stop. Then the offer has lapsed, and its outcome no longer matters.
fn is_past(after: &[Event]) -> bool {
    let answers = [Action::Accept, Action::Refuse];
    let mut others =
        after.iter().filter(|event| !matches!(event, Event::Act { action, .. } if answers.contains(action)));
    matches!(others.next(), Some(Event::Move { .. }))
}
