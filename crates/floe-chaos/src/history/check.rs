//! The checker: do the messages to clients agree with the log, and with each other?

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::{Content, Entry, History, Operation, Outcome, Table, Update, clock};

/// The kinds of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A move was acknowledged and is not in the log.
    LostMove,
    /// A move is in the log, but not where it was acknowledged.
    MisplacedMove,
    /// A move is in the log more often than it was requested.
    DuplicateMove,
    /// A move is in the log that no client sent.
    PhantomMove,
    /// A move was refused and is in the log nevertheless.
    RefusedMove,
    /// A move that returned before another was requested comes after it.
    Reordered,
    /// The versions of a log are not 1, 2, 3 …
    Gap,
    /// A watcher's updates have a gap.
    BrokenView,
    /// A watcher saw something that differs from the log.
    ForkedView,
    /// A watcher saw something that is no longer in the log.
    LostUpdate,
    /// Servers, watchers and the log disagree about a game.
    Disagreement,
    /// A clock was charged more time than passed.
    Overcharged,
    /// A clock was charged less time than passed, beyond the permitted lag compensation.
    Undercharged,
    /// A table did not resume after the last fault.
    Stuck,
}

/// A violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// Its kind.
    pub kind: Kind,
    /// The table.
    pub table: String,
    /// What was seen.
    pub words: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at table {}: {}", self.kind, self.table, self.words)
    }
}

/// Collects violations at one table.
pub(super) struct Findings<'a> {
    table: &'a str,
    list: &'a mut Vec<Violation>,
}

impl Findings<'_> {
    pub(super) fn add(&mut self, kind: Kind, words: String) {
        self.list.push(Violation { kind, table: self.table.to_owned(), words });
    }
}

/// All violations in a history.
pub fn check(history: &History) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut operations: BTreeMap<&str, Vec<&Operation>> = BTreeMap::new();
    for operation in &history.operations {
        operations.entry(&operation.table).or_default().push(operation);
    }
    let mut updates: BTreeMap<&str, Vec<&Update>> = BTreeMap::new();
    for update in &history.updates {
        updates.entry(&update.table).or_default().push(update);
    }
    let empty = Table::default();
    let mut ids: Vec<&str> = history.tables.keys().map(String::as_str).collect();
    ids.extend(operations.keys().filter(|id| !history.tables.contains_key(**id)));
    for id in ids {
        let table = history.tables.get(id).unwrap_or(&empty);
        let operations = operations.get(id).map_or(&[][..], Vec::as_slice);
        let updates = updates.get(id).map_or(&[][..], Vec::as_slice);
        let mut findings = Findings { table: id, list: &mut violations };
        check_log(table, &mut findings);
        check_moves(table, operations, &mut findings);
        check_order(operations, &mut findings);
        check_views(table, updates, &mut findings);
        check_finals(table, updates, &mut findings);
        clock::check(history, table, operations, updates, &mut findings);
    }
    violations
}

/// One order without gaps.
fn check_log(table: &Table, findings: &mut Findings<'_>) {
    for (place, entry) in table.log.iter().enumerate() {
        let due = place as u64 + 1;
        if entry.version != due {
            findings.add(Kind::Gap, format!("entry {due} of the log has version {}", entry.version));
            return;
        }
    }
}

/// A move in a log, as seat and text.
pub(super) fn move_of(entry: &Entry) -> Option<(usize, &str)> {
    if entry.body["type"] != "game" {
        return None;
    }
    let event = &entry.body["event"];
    Some((event["by"].as_u64()? as usize, event["move"].as_str()?))
}

/// The entry of a move chosen at this version.
pub(super) fn entry_at(table: &Table, at: u64) -> Option<&Entry> {
    table.log.get(at as usize)
}

fn is_there(table: &Table, operation: &Operation) -> bool {
    entry_at(table, operation.at).and_then(move_of) == Some((operation.seat, operation.text.as_str()))
}

fn check_moves(table: &Table, operations: &[&Operation], findings: &mut Findings<'_>) {
    let shown = |operation: &Operation| {
        format!("{} of seat {} at version {}", operation.text, operation.seat, operation.at)
    };
    // The permitted entries, by version, seat and move; a move may be requested again when a connection broke.
    let mut wanted: HashMap<(u64, usize, &str), bool> = HashMap::new();
    let mut acknowledged: HashMap<(u64, usize, &str), usize> = HashMap::new();
    for operation in operations {
        let key = (operation.at, operation.seat, operation.text.as_str());
        *wanted.entry(key).or_default() |= !matches!(operation.outcome, Outcome::Refused { .. });
        let Outcome::Acknowledged { version } = operation.outcome else { continue };
        *acknowledged.entry(key).or_default() += 1;
        if !is_there(table, operation) {
            let elsewhere =
                table.log.iter().any(|entry| move_of(entry) == Some((operation.seat, &operation.text)));
            let kind = if elsewhere { Kind::MisplacedMove } else { Kind::LostMove };
            findings.add(kind, format!("{} was acknowledged at version {version}", shown(operation)));
            continue;
        }
        let between = operation.at as usize + 1..version as usize;
        let others = table.log.get(between).map(|entries| entries.iter().filter_map(move_of).count());
        if version <= operation.at || others != Some(0) {
            findings.add(
                Kind::MisplacedMove,
                format!(
                    "{} was acknowledged at version {version}, which is not the version after it",
                    shown(operation)
                ),
            );
        }
    }
    for (key, count) in acknowledged.into_iter().filter(|(_, count)| *count > 1) {
        findings.add(Kind::DuplicateMove, format!("{key:?} was acknowledged {count} times"));
    }
    for entry in &table.log {
        let Some((seat, text)) = move_of(entry) else { continue };
        let at = entry.version.saturating_sub(1);
        match wanted.get(&(at, seat, text)) {
            Some(true) => {}
            Some(false) => {
                findings.add(Kind::RefusedMove, format!("{text} of seat {seat} at version {at} was refused"));
            }
            None => {
                let asked = operations.iter().any(|one| one.seat == seat && one.text == text);
                let kind = if asked { Kind::DuplicateMove } else { Kind::PhantomMove };
                findings.add(kind, format!("no client sent {text} of seat {seat} at version {at}"));
            }
        }
    }
}

/// An operation that returned before another was requested comes before it.
fn check_order(operations: &[&Operation], findings: &mut Findings<'_>) {
    let done = |one: &&&Operation| matches!(one.outcome, Outcome::Acknowledged { .. });
    let mut by_return: Vec<&Operation> = operations.iter().filter(done).copied().collect();
    by_return.sort_by_key(|one| one.returned);
    let mut by_invocation = by_return.clone();
    by_invocation.sort_by_key(|one| one.invoked);
    // The highest version of those that returned before each invocation.
    let (mut highest, mut returned): (Option<&Operation>, usize) = (None, 0);
    for later in by_invocation {
        while returned < by_return.len() && by_return[returned].returned < later.invoked {
            let one = by_return[returned];
            if highest.is_none_or(|highest| one.at > highest.at) {
                highest = Some(one);
            }
            returned += 1;
        }
        if let Some(earlier) = highest
            && earlier.at >= later.at
        {
            findings.add(
                Kind::Reordered,
                format!(
                    "{} at version {} was done before {} was requested, which is at version {}",
                    earlier.text, earlier.at, later.text, later.at
                ),
            );
        }
    }
}

/// Every watcher saw the log, without gaps and without going back.
fn check_views(table: &Table, updates: &[&Update], findings: &mut Findings<'_>) {
    let mut held: HashMap<usize, u64> = HashMap::new();
    for update in updates {
        let who = update.watcher;
        let before = held.get(&who).copied();
        if update.version as usize > table.log.len() {
            let words =
                format!("watcher {who} saw version {}, the log ends at {}", update.version, table.log.len());
            findings.add(Kind::LostUpdate, words);
            continue;
        }
        match &update.content {
            Content::Whole { events } => {
                if before.is_some_and(|before| update.version < before) {
                    let words =
                        format!("watcher {who} had version {before:?} and was shown {}", update.version);
                    findings.add(Kind::LostUpdate, words);
                }
                let logged = game_events(&table.log[..update.version as usize]);
                if let Some(words) = differs(events, &logged) {
                    findings.add(
                        Kind::ForkedView,
                        format!("watcher {who} at version {}: {words}", update.version),
                    );
                }
            }
            Content::Added { from, entries, revealed } => {
                if before.is_some_and(|before| before != *from)
                    || from + entries.len() as u64 != update.version
                {
                    let words = format!(
                        "watcher {who} had version {before:?} and was sent {} entries from {from} to {}",
                        entries.len(),
                        update.version
                    );
                    findings.add(Kind::BrokenView, words);
                }
                for (seen, logged) in entries.iter().zip(table.log.iter().skip(*from as usize)) {
                    if !same_entry(seen, &logged.body) {
                        let words =
                            format!("watcher {who} saw {seen}, entry {} is {}", logged.version, logged.body);
                        findings.add(Kind::ForkedView, words);
                    }
                }
                let logged = game_events(&table.log[..update.version as usize]);
                for (number, event) in revealed {
                    if !logged.get(*number).is_some_and(|logged| same_event(event, logged)) {
                        findings.add(
                            Kind::ForkedView,
                            format!("watcher {who} was shown event {number} as {event}"),
                        );
                    }
                }
            }
        }
        held.insert(who, update.version);
    }
}

/// All servers and all watchers agree on the game and its result.
fn check_finals(table: &Table, updates: &[&Update], findings: &mut Findings<'_>) {
    let length = table.log.len() as u64;
    let logged = game_events(&table.log);
    let mut results: Vec<(String, Option<&Value>)> = Vec::new();
    for one in &table.finals {
        if one.version != length {
            let words =
                format!("server {} shows version {}, the log ends at {length}", one.node, one.version);
            findings.add(Kind::Disagreement, words);
        }
        if let Some(words) = differs(&one.events, &logged) {
            findings.add(Kind::Disagreement, format!("the record of server {}: {words}", one.node));
        }
        results.push((format!("server {}", one.node), one.result.as_ref()));
    }
    for update in updates.iter().filter(|update| update.version == length) {
        results.push((format!("watcher {}", update.watcher), update.result.as_ref()));
    }
    if let Some((first, result)) = results.first().cloned()
        && let Some((other, differs)) = results.iter().find(|(_, other)| *other != result)
    {
        let words = format!("the result is {result:?} for {first} and {differs:?} for {other}");
        findings.add(Kind::Disagreement, words);
    }
}

/// The events of the game in a log.
fn game_events(log: &[Entry]) -> Vec<&Value> {
    log.iter().filter(|entry| entry.body["type"] == "game").map(|entry| &entry.body["event"]).collect()
}

/// The first difference between two lists of events, as text.
fn differs(seen: &[Value], logged: &[&Value]) -> Option<String> {
    if seen.len() != logged.len() {
        return Some(format!("{} events, the log has {}", seen.len(), logged.len()));
    }
    let (number, (seen, logged)) =
        seen.iter().zip(logged).enumerate().find(|(_, (seen, logged))| !same_event(seen, logged))?;
    Some(format!("event {number} is {seen}, in the log {logged}"))
}

/// Does an entry match what a watcher saw of it? Watchers see names where the log has ids.
fn same_entry(seen: &Value, logged: &Value) -> bool {
    if seen["type"] != logged["type"] {
        return false;
    }
    match seen["type"].as_str() {
        Some("game") => same_event(&seen["event"], &logged["event"]),
        _ => ["seat", "by", "keep", "yes", "downtime_ms", "reason"]
            .iter()
            .all(|name| seen[*name].is_null() || seen[*name] == logged[*name]),
    }
}

/// Does an event match what a watcher saw of it? Hidden parts are left out, counted, or null.
fn same_event(seen: &Value, logged: &Value) -> bool {
    let (Value::Object(seen), Value::Object(logged)) = (seen, logged) else { return seen == logged };
    let by_whom = seen.get("by") == logged.get("by") && seen.get("event") == logged.get("event");
    by_whom
        && seen.iter().all(|(name, value)| match logged.get(name) {
            Some(there) => value == there || name == "move" && value.is_null(),
            None => true,
        })
}
