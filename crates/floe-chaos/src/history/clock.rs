//! Clocks: no player is charged more time than passed, nor less than that time without the network lag the server may
//! forgive. The true time is bounded from both sides by what clients saw on their one clock.

use std::collections::HashMap;
use std::time::Duration;

use super::check::{Findings, Kind, entry_at, move_of};
use super::{Absence, History, Moment, Operation, Outcome, Table, Update};

/// Maximum network lag forgiven per move.
const MAX_LAG: Duration = Duration::from_millis(500);
/// Clocks count in whole milliseconds, and those of clients and servers may drift against each other.
const TOLERANCE: Duration = Duration::from_millis(25);
/// A restarted server knows only roughly how long it was down, and gives the players the benefit.
const ROUGHLY: Duration = Duration::from_secs(3);

/// How long the tables of one of several servers may be without another after it has gone.
const TAKEN_OVER: Duration = Duration::from_secs(6);

/// Checks every acknowledged move whose time is in the log.
pub(super) fn check(
    history: &History,
    table: &Table,
    operations: &[&Operation],
    updates: &[&Update],
    findings: &mut Findings<'_>,
) {
    // When each version was first seen by any watcher, and when each move was first sent.
    let mut first_seen: HashMap<u64, Moment> = HashMap::new();
    for update in updates {
        let seen = first_seen.entry(update.version).or_insert(update.seen);
        *seen = (*seen).min(update.seen);
    }
    let mut first_asked: HashMap<u64, Moment> = HashMap::new();
    for operation in operations {
        let asked = first_asked.entry(operation.at).or_insert(operation.invoked);
        *asked = (*asked).min(operation.invoked);
    }
    let several = history.has_several_nodes();
    for operation in operations {
        if !matches!(operation.outcome, Outcome::Acknowledged { .. }) {
            continue;
        }
        let entry = entry_at(table, operation.at).filter(|entry| move_of(entry).is_some());
        let Some(charged) = entry.and_then(|entry| entry.body["event"]["ms"].as_u64()) else { continue };
        let charged = Duration::from_millis(charged);
        let words = |passed: &str, bound: Duration| {
            format!(
                "{} of seat {} at version {}: {} ms were charged, {passed} {} ms passed",
                operation.text,
                operation.seat,
                operation.at,
                charged.as_millis(),
                bound.as_millis()
            )
        };
        // The turn began after the previous move was requested, and ended before this one was acknowledged.
        let before = table.log[..operation.at as usize].iter().rev().find(|entry| move_of(entry).is_some());
        let began = match before {
            Some(entry) => first_asked.get(&(entry.version - 1)).copied(),
            None => Some(table.made),
        };
        if let Some(began) = began {
            // Of several servers it is not known which one had the table: no time is taken off.
            let away = match several {
                true => Duration::ZERO,
                false => away(&history.absences, Some(operation.node), began, operation.returned, |one| {
                    (one.gone, one.started)
                }),
            };
            let most = operation.returned.saturating_sub(began).saturating_sub(away);
            if charged > most + TOLERANCE {
                findings.add(Kind::Overcharged, words("at most", most));
            }
        }
        // It lasted at least from when the first watcher saw it until this move was sent.
        if let Some(&seen) = first_seen.get(&operation.at) {
            let node = (!several).then_some(operation.node);
            let until = |one: &Absence| match several {
                true => one.serving.max(one.gone + TAKEN_OVER),
                false => one.serving + TOLERANCE,
            };
            let away = away(&history.absences, node, seen, operation.invoked, |one| {
                (one.signalled.saturating_sub(ROUGHLY), until(one))
            });
            let least = operation.invoked.saturating_sub(seen).saturating_sub(away);
            if charged + MAX_LAG + TOLERANCE < least {
                findings.add(Kind::Undercharged, words("at least", least));
            }
        }
    }
}

/// How much of a time a server was down, or any of them.
fn away(
    absences: &[Absence],
    node: Option<usize>,
    from: Moment,
    to: Moment,
    which: impl Fn(&Absence) -> (Moment, Moment),
) -> Duration {
    let of_node = absences.iter().filter(|one| node.is_none_or(|node| one.node == node));
    of_node
        .map(|one| {
            let (began, ended) = which(one);
            ended.min(to).saturating_sub(began.max(from))
        })
        .sum()
}
