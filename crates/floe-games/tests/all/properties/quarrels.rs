//! Resigning, offering to stop, agreeing, refusing, at any moment and by any seat: the game stays valid.

use floe_games::{Action, Actor, GameRng, MAX_EVENTS, Offer, Record, Table, Viewer};
use serde_json::{Value, json};

use crate::common::{Case, Dice, step, table};

const ACTIONS: [Action; 4] = [Action::Resign, Action::OfferStop, Action::Accept, Action::Refuse];

fn tables() -> Vec<Case> {
    [
        ("amazons", "rows=5,cols=5"),
        ("amazons", "players=3,rows=5,cols=5,start=a1 b1 | a5 b5 | e1 e5"),
        ("penguins", "rows=4,cols=5,pieces=2"),
        ("penguins", "players=3,pieces=2,rows=4,cols=5"),
        ("penguins", "slides,players=4,pieces=1,rows=4,cols=4"),
        ("pauper", "islands,players=4,pieces=2"),
        ("fish", "players=3,rows=4,cols=4"),
        ("fish", "players=4"),
        ("amazon-penguins", "rows=4,cols=4,pieces=1"),
        ("amazon-penguins", "rows=4,cols=4,pieces=1,players=3"),
        ("paper-penguins", "rows=4,cols=4,pieces=2"),
        (
            "penguins",
            "players=3,topology=square,rows=4,cols=4,pieces=2,claim=corners,block=claimed,end=idle_turns",
        ),
    ]
    .map(|(game, rules)| Case::new(game, rules))
    .into()
}

fn state(table: &dyn Table) -> (Record, String, Option<Offer>) {
    let record = Record::from_table(table, Viewer::Omniscient);
    (record, table.position_text(Viewer::Omniscient), table.offer().cloned())
}

/// No eliminated player has pieces, acts, scores or wins.
fn the_out_are_out(table: &dyn Table, resigned: &[usize]) {
    let json = table.position_json(Viewer::Omniscient);
    let marks: String = json["board"].to_string();
    for &seat in resigned {
        assert_ne!(table.actor(), Actor::Seat(seat));
        if table.seats() > 2 {
            assert!(
                !marks.contains(char::from(b'A' + seat as u8)),
                "seat {seat} is out but has pieces: {json}"
            );
            assert_eq!(table.scores()[seat], 0);
        }
        if let Some(result) = table.result() {
            assert!(!result.winners.contains(&seat), "seat {seat} gave up and won: {result:?}");
        }
        assert!(table.offer().is_none_or(|offer| !offer.waiting.contains(&seat) && offer.by != seat));
    }
}

#[test]
fn keep_the_game_valid() {
    for (number, case) in tables().iter().enumerate() {
        for seed in 0..60 {
            let (mut dice, mut chance) = (Dice::new(seed * 100 + number as u64), GameRng::in_game(seed));
            let mut table = case.open(seed);
            let mut resigned = Vec::new();
            loop {
                if dice.below(4) == 0 {
                    let (seat, action) = (dice.below(5), dice.pick(&ACTIONS));
                    // Resigning is rarer than offering to stop.
                    if action == Action::Resign && dice.below(6) > 0 {
                        continue;
                    }
                    let before = state(&*table);
                    match table.act(seat, action) {
                        Err(refusal) => assert_eq!(state(&*table), before, "{}: {refusal}", case.label),
                        Ok(()) if action == Action::Resign => resigned.push(seat),
                        Ok(()) => {}
                    }
                } else if !step(&mut *table, &mut dice, &mut chance) {
                    break;
                }
                the_out_are_out(&*table, &resigned);
            }
            assert!(table.result().is_some() && table.offer().is_none(), "{}", case.label);
            let record = Record::from_table(&*table, Viewer::Omniscient);
            let again =
                record.replay().unwrap_or_else(|refusal| panic!("{} seed {seed}: {refusal}", case.label));
            assert_eq!(Record::from_table(&*again, Viewer::Omniscient), record);
            assert_eq!(Record::parse(&record.to_text()).unwrap(), record, "as text");
        }
    }
}

#[test]
fn are_kept_by_records_in_json() {
    for action in ACTIONS {
        let mut record = Record::from_table(&*Case::new("amazons", "").open(0), Viewer::Omniscient);
        let event = json!({"by": 0, "action": action.as_str()});
        record.events = vec![serde_json::from_value(event.clone()).unwrap()];
        assert_eq!(record.to_json()["events"][0], event, "an action is read as an action");
    }
}

/// Two players, a move each; nothing is contested.
fn separated() -> Box<dyn Table> {
    table("penguins", "rows=3,cols=4,pieces=1", "position A1200/000/00B12 move 0 0,0 0,0").unwrap()
}

#[test]
fn end_by_agreement_or_continue() {
    let mut table = separated();
    table.act(0, Action::OfferStop).unwrap();
    let offered = table.offer().unwrap().outcome.clone();
    let mut refused = table.fork();
    refused.act(1, Action::Refuse).unwrap();
    assert!(refused.offer().is_none() && refused.result().is_none());
    let mut played = table.fork();
    let first = played.legal_moves()[0].clone();
    played.play(0, &first).unwrap();
    assert!(played.offer().is_none(), "a player who moves has not agreed to stop");
    table.act(1, Action::Accept).unwrap();
    assert_eq!(table.result(), Some(offered));
    assert_eq!(table.actor(), Actor::Nobody);
}

#[test]
fn create_no_fish() {
    let mut table = Case::new("penguins", "").open(0);
    table.act(0, Action::Resign).unwrap();
    let result = table.result().unwrap();
    assert_eq!(result.winners, [1]);
    assert_eq!(result.scores, table.scores(), "no fish were claimed");
}

#[test]
fn with_nobody_left_to_answer_are_over() {
    let mut table = Case::new("fish", "players=3,rows=5,cols=5").open(0);
    let mut dice = Dice::new(0);
    while table.phase() != "move" {
        step(&mut *table, &mut dice, &mut GameRng::in_game(0));
    }
    table.act(1, Action::Resign).unwrap();
    table.act(2, Action::Resign).unwrap();
    table.act(0, Action::OfferStop).unwrap();
    assert!(table.result().is_some(), "the only player left agrees with itself: {:?}", table.offer());
}

/// Eliminated before the table was opened, or for lack of a cell to place on: also not in the game.
#[test]
fn are_not_for_those_who_are_out() {
    let rules = "players=3,rows=3,cols=3";
    let from = "position A22B2/222/222 move 0 0,0,0 0,0,0 out=2";
    let open = || table("fish", rules, from).unwrap();
    let json: Value = open().position_json(Viewer::Omniscient);
    assert_eq!(json["out"], json!([2]));
    let said = |action| open().act(2, action).map_err(|refusal| refusal.to_string());
    assert_eq!(said(Action::Resign), Err("seat 2 is not in the game".into()));
    assert_eq!(said(Action::OfferStop), Err("seat 2 is not in the game".into()));
    let apart = "position A200/200/000/000/0B22 move 0 0,0,0 0,0,0 out=2";
    let mut apart = table("fish", "players=3,rows=5,cols=3", apart).unwrap();
    apart.act(0, Action::OfferStop).unwrap();
    assert_eq!(apart.offer().unwrap().waiting, [1], "the seat that is out is not waited for");
}

#[test]
fn are_bounded_and_change_nothing_past_the_bound() {
    let mut table = separated();
    let first = table.legal_moves()[0].clone();
    table.play(0, &first).unwrap();
    for _ in 0..MAX_EVENTS / 2 - 1 {
        table.act(0, Action::OfferStop).unwrap();
        table.act(1, Action::Refuse).unwrap();
    }
    table.act(0, Action::OfferStop).unwrap();
    let before = table.offer().cloned();
    table.act(1, Action::Accept).unwrap_err();
    assert_eq!(table.offer().cloned(), before, "a refusal leaves the table as it was");
}
