//! The checker against made-up histories: one that is correct, and many with one violation each.

use std::time::Duration;

use serde_json::{Value, json};

use super::*;

const TABLE: &str = "t";

fn ms(ms: u64) -> Moment {
    Duration::from_millis(ms)
}

/// The log of a short game: two players join, it starts, dice are thrown, and six moves are made, one per second.
fn log() -> Vec<Entry> {
    let mut bodies = vec![
        json!({"type": "created", "host": "a"}),
        json!({"type": "seated", "seat": 0, "who": {"kind": "user", "user": "a"}}),
        json!({"type": "seated", "seat": 1, "who": {"kind": "user", "user": "b"}}),
        json!({"type": "started", "start": "x"}),
        json!({"type": "game", "event": {"event": "deal", "to": 1, "cards": ["KC", "8S"]}}),
    ];
    for ply in 0..6 {
        bodies.push(json!({"type": "game", "event": {"by": ply % 2, "move": format!("m{ply}"), "ms": 900}}));
    }
    bodies.into_iter().zip(1..).map(|(body, version)| Entry { version, body }).collect()
}

/// The version before the first move.
const START: u64 = 5;

fn operation(ply: u64, outcome: Outcome) -> Operation {
    Operation {
        client: (ply % 2) as usize,
        node: 0,
        table: TABLE.into(),
        seat: (ply % 2) as usize,
        at: START + ply,
        text: format!("m{ply}"),
        invoked: ms(1000 + 1000 * ply),
        returned: ms(1010 + 1000 * ply),
        outcome,
    }
}

/// What a watcher sees of an entry; seat 0 does not see the cards of seat 1.
fn as_seen(entry: &Entry) -> Value {
    let mut body = entry.body.clone();
    if body["type"] == "seated" {
        body["who"] = json!({"kind": "person", "user": "a", "name": "Ann"});
    }
    if body["event"]["event"] == "deal" {
        body["event"] = json!({"event": "deal", "to": 1, "count": 2});
    }
    body
}

fn added(watcher: usize, from: u64, entries: &[Entry], seen: Moment) -> Update {
    Update {
        watcher,
        node: 0,
        table: TABLE.into(),
        seen,
        version: from + entries.len() as u64,
        content: Content::Added {
            from,
            entries: entries.iter().map(as_seen).collect(),
            revealed: Vec::new(),
        },
        result: None,
    }
}

fn whole(watcher: usize, log: &[Entry], seen: Moment) -> Update {
    let events =
        log.iter().map(as_seen).filter(|body| body["type"] == "game").map(|body| body["event"].clone());
    Update {
        watcher,
        node: 0,
        table: TABLE.into(),
        seen,
        version: log.len() as u64,
        content: Content::Whole { events: events.collect() },
        result: None,
    }
}

/// A history without a fault: every move is acknowledged, two watchers see all of it, one of them reconnects once.
fn right() -> History {
    let log = log();
    let mut history = History::default();
    for ply in 0..6 {
        let outcome = Outcome::Acknowledged { version: START + ply + 1 };
        history.operations.push(operation(ply, outcome));
    }
    for watcher in 0..2 {
        history.updates.push(whole(watcher, &log[..START as usize], ms(100)));
        for ply in 0..6 {
            let at = (START + ply) as usize;
            history.updates.push(added(watcher, at as u64, &log[at..=at], ms(1005 + 1000 * ply)));
            if watcher == 1 && ply == 3 {
                history.updates.push(whole(watcher, &log[..=at], ms(1006 + 1000 * ply)));
            }
        }
    }
    let events =
        log.iter().map(as_seen).filter(|body| body["type"] == "game").map(|body| body["event"].clone());
    let last = Final { node: 0, version: log.len() as u64, events: events.collect(), result: None };
    history.tables.insert(TABLE.into(), Table { made: ms(50), log, finals: vec![last] });
    history
}

/// The kinds of violations in a history that was correct before it was changed.
#[track_caller]
fn found(change: impl FnOnce(&mut History)) -> Vec<Kind> {
    let mut history = right();
    change(&mut history);
    let mut kinds: Vec<Kind> = check(&history).into_iter().map(|violation| violation.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn table(history: &mut History) -> &mut Table {
    history.tables.get_mut(TABLE).expect("the table is there")
}

/// Changes the log, and everything that is read from it as well.
fn change_log(history: &mut History, change: impl FnOnce(&mut Vec<Entry>)) {
    let table = table(history);
    change(&mut table.log);
    let seen = table.log.iter().map(as_seen).filter(|body| body["type"] == "game");
    table.finals[0].events = seen.map(|body| body["event"].clone()).collect();
    table.finals[0].version = table.log.len() as u64;
}

#[test]
fn a_history_without_a_fault_is_accepted() {
    assert_eq!(check(&right()), []);
}

#[test]
fn unknown_and_refused_moves_are_accepted_where_possible() {
    // The connection broke after the last move was stored; repeated, it was stale.
    let unknown = found(|history| {
        history.operations[5].outcome = Outcome::Unknown;
        let again = Outcome::Refused { code: "stale".into() };
        history.operations.push(Operation { invoked: ms(6100), returned: ms(6110), ..operation(5, again) });
    });
    assert_eq!(unknown, []);
    // The connection broke before the move arrived; repeated, it was made.
    let twice = found(|history| {
        let early = Operation { invoked: ms(5900), returned: ms(5950), ..operation(5, Outcome::Unknown) };
        history.operations.insert(5, early);
    });
    assert_eq!(twice, []);
    // Something else was refused.
    let refused = found(|history| {
        let refused = Outcome::Refused { code: "illegal".into() };
        history.operations.push(Operation { text: "nonsense".into(), ..operation(5, refused) });
    });
    assert_eq!(refused, []);
}

#[test]
fn a_lost_move_is_found() {
    let lost = found(|history| {
        change_log(history, |log| drop(log.pop()));
        history.updates.retain(|update| update.version <= START + 5);
    });
    assert_eq!(lost, [Kind::LostMove]);
    // A watcher that saw the move notices as well.
    let seen = found(|history| change_log(history, |log| drop(log.pop())));
    assert_eq!(seen, [Kind::LostMove, Kind::LostUpdate]);
    let no_table = found(|history| history.tables.clear());
    assert!(no_table.contains(&Kind::LostMove));
}

#[test]
fn a_duplicate_is_found() {
    let stored_twice = found(|history| {
        change_log(history, |log| {
            let again = Entry { version: log.len() as u64 + 1, ..log[10].clone() };
            log.push(again);
        });
    });
    assert_eq!(stored_twice, [Kind::DuplicateMove]);
    let acknowledged_twice = found(|history| {
        let again = Operation { invoked: ms(6005), returned: ms(6020), ..history.operations[5].clone() };
        history.operations.push(again);
    });
    assert_eq!(acknowledged_twice, [Kind::DuplicateMove]);
}

#[test]
fn moves_in_another_order_are_found() {
    let swapped = found(|history| {
        change_log(history, |log| {
            let (one, two) = (log[8].body.clone(), log[9].body.clone());
            (log[8].body, log[9].body) = (two, one);
        });
        history.updates.clear();
    });
    assert!(swapped.contains(&Kind::MisplacedMove), "{swapped:?}");
    // The log agrees with the acknowledgements, but not with the order in which they happened.
    let late = found(|history| {
        (history.operations[2].invoked, history.operations[2].returned) = (ms(9000), ms(9010));
        history.updates.clear();
    });
    assert!(late.contains(&Kind::Reordered), "{late:?}");
    let wrong_version = found(|history| {
        history.operations[2].outcome = Outcome::Acknowledged { version: START + 5 };
    });
    assert_eq!(wrong_version, [Kind::MisplacedMove]);
}

#[test]
fn a_gap_is_found() {
    let in_the_log = found(|history| {
        table(history).log.iter_mut().skip(7).for_each(|entry| entry.version += 1);
        history.updates.clear();
    });
    assert!(in_the_log.contains(&Kind::Gap), "{in_the_log:?}");
    let in_a_view = found(|history| drop(history.updates.remove(3)));
    assert_eq!(in_a_view, [Kind::BrokenView]);
    let too_few_entries = found(|history| {
        let Content::Added { entries, .. } = &mut history.updates[3].content else { panic!("an addition") };
        entries.clear();
    });
    assert_eq!(too_few_entries, [Kind::BrokenView]);
}

#[test]
fn a_phantom_is_found() {
    let stored = found(|history| {
        let phantom = json!({"type": "game", "event": {"by": 0, "move": "z9", "ms": 1}});
        change_log(history, |log| log.push(Entry { version: log.len() as u64 + 1, body: phantom }));
    });
    assert_eq!(stored, [Kind::PhantomMove]);
    let refused = found(|history| {
        history.operations[5].outcome = Outcome::Refused { code: "unavailable".into() };
    });
    assert_eq!(refused, [Kind::RefusedMove]);
}

#[test]
fn forked_views_are_found() {
    let another_move = found(|history| {
        let Content::Added { entries, .. } = &mut history.updates[4].content else { panic!("an addition") };
        entries[0]["event"]["move"] = json!("other");
    });
    assert_eq!(another_move, [Kind::ForkedView]);
    let another_whole = found(|history| {
        let Some(update) =
            history.updates.iter_mut().rev().find(|one| matches!(one.content, Content::Whole { .. }))
        else {
            panic!("a whole")
        };
        let Content::Whole { events } = &mut update.content else { panic!("a whole") };
        events[2]["move"] = json!("other");
    });
    assert_eq!(another_whole, [Kind::ForkedView]);
    let another_reveal = found(|history| {
        let Content::Added { revealed, .. } = &mut history.updates[4].content else { panic!("an addition") };
        revealed.push((1, json!({"by": 0, "move": "other"})));
    });
    assert_eq!(another_reveal, [Kind::ForkedView]);
    let went_back = found(|history| {
        let log = log();
        history.updates.push(whole(1, &log[..START as usize], ms(7000)));
    });
    assert_eq!(went_back, [Kind::LostUpdate]);
}

#[test]
fn hidden_moves_and_cards_are_not_forks() {
    let hidden = found(|history| {
        let Content::Added { entries, .. } = &mut history.updates[4].content else { panic!("an addition") };
        entries[0]["event"]["move"] = Value::Null;
    });
    assert_eq!(hidden, []);
    let by_another_seat = found(|history| {
        let Content::Added { entries, .. } = &mut history.updates[4].content else { panic!("an addition") };
        entries[0]["event"] = json!({"by": 0, "move": null});
    });
    assert_eq!(by_another_seat, [Kind::ForkedView]);
}

#[test]
fn results_and_records_that_differ_are_found() {
    let result = found(|history| {
        let update = history.updates.last_mut().expect("an update");
        update.result = Some(json!({"winners": [0]}));
    });
    assert_eq!(result, [Kind::Disagreement]);
    let record = found(|history| table(history).finals[0].events[3]["move"] = json!("other"));
    assert_eq!(record, [Kind::Disagreement]);
    let nodes = found(|history| {
        let mut other = table(history).finals[0].clone();
        (other.node, other.version) = (1, 10);
        other.events.pop();
        table(history).finals.push(other);
    });
    assert_eq!(nodes, [Kind::Disagreement]);
}

#[test]
fn wrong_clocks_are_found() {
    let charge = |history: &mut History, place: usize, ms: u64| {
        table(history).log[place].body["event"]["ms"] = json!(ms);
        table(history).finals.clear();
        history.updates.retain(|update| {
            matches!(update.content, Content::Whole { .. }) || update.version != place as u64 + 1
        });
        history.updates.retain(|update| update.version <= place as u64);
    };
    // 1010 ms lie between the previous move and the reply to this one.
    assert_eq!(found(|history| charge(history, 8, 1030)), []);
    assert_eq!(found(|history| charge(history, 8, 1040)), [Kind::Overcharged]);
    assert_eq!(found(|history| charge(history, 8, 3_600_000)), [Kind::Overcharged]);
    // 995 ms lie between its being seen and the next move.
    assert_eq!(found(|history| charge(history, 8, 480)), []);
    assert_eq!(found(|history| charge(history, 8, 460)), [Kind::Undercharged]);
    // No clock runs while the server is down.
    let absence =
        Absence { node: 0, signalled: ms(3100), gone: ms(3100), started: ms(3300), serving: ms(3900) };
    let away = |ms| {
        found(|history| {
            charge(history, 8, ms);
            history.absences.push(absence);
        })
    };
    assert_eq!(away(200), []);
    assert_eq!(away(800), []);
    assert_eq!(away(900), [Kind::Overcharged]);
    // Of several servers any may have had the table: what one was away excuses a clock, and no more than that.
    let elsewhere = |ms| {
        found(|history| {
            charge(history, 8, ms);
            history.absences.push(Absence { node: 1, ..absence });
        })
    };
    assert_eq!(elsewhere(100), []);
    assert_eq!(elsewhere(1040), [Kind::Overcharged]);
}
