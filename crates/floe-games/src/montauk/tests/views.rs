//! Who sees which moves, and what a good memory knows.

use super::*;
use crate::{Event, Start, Table, open};

const HANDS: [&str; 2] = ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"];

fn table(rules: &Rules, position: &Position) -> Box<dyn Table> {
    let text = Montauk::position_text(rules, position, Viewer::Omniscient);
    open(&rules.set, Start::Position(&text)).unwrap()
}

#[test]
fn the_led_card_is_hidden_until_the_other_has_chosen() {
    let rules = rules("");
    let mut table = table(&rules, &dealt(&rules, [[6; 6]; 2], 0, HANDS));
    table.play(0, "2S").unwrap();
    let led = |table: &dyn Table, viewer| match &table.events(viewer)[0] {
        Event::Move { text, .. } => text.clone(),
        other => panic!("{other}"),
    };
    let viewers = [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator, Viewer::Omniscient];
    let seen = viewers.map(|viewer| led(&*table, viewer).is_some());
    assert_eq!(seen, [true, false, false, true]);
    let refusal = table.play(0, "3H").unwrap_err().to_string();
    assert_eq!(refusal, "'3H': it is not seat 0's turn");
    table.play(1, "TS").unwrap();
    assert_eq!(viewers.map(|viewer| led(&*table, viewer).unwrap()), ["2S"; 4]);
    // The next one is hidden again, and the former stays seen.
    table.play(1, "pass").unwrap();
    table.apply_event(&Event::Chance(json!({"event": "draw", "cards": ["7C"]}))).unwrap();
    table.play(1, "pass").unwrap();
    table.play(1, "9H").unwrap();
    let texts = |viewer| -> Vec<bool> {
        let events = table.events(viewer);
        events.iter().map(|event| !matches!(event, Event::Move { text: None, .. })).collect()
    };
    assert_eq!(texts(Viewer::Seat(0)), [true, true, true, true, true, false]);
    assert_eq!(texts(Viewer::Seat(1)), [true; 6]);
}

#[test]
fn deals_are_seen_by_their_recipients() {
    let rules = rules("");
    let mut table = open(&rules.set, Start::Seed(0)).unwrap();
    let mut chance = GameRng::in_game(5);
    while table.actor() == Actor::Chance {
        table.roll(&mut chance).unwrap();
    }
    let events = |viewer| -> Vec<Value> {
        let events = table.events(viewer).into_iter();
        events.map(|event| json!(event)).filter(|event| event["event"] == "deal").collect()
    };
    let all = events(Viewer::Omniscient);
    assert_eq!((all.len(), all[0]["cards"].as_array().unwrap().len()), (2, 6));
    let hidden = |event: &Value| json!({"event": "deal", "to": event["to"], "count": 6});
    for seat in 0..2 {
        let seen: Vec<Value> =
            all.iter().map(|event| if event["to"] == seat { event.clone() } else { hidden(event) }).collect();
        assert_eq!(events(Viewer::Seat(seat)), seen);
    }
    assert_eq!(events(Viewer::Spectator), all.iter().map(hidden).collect::<Vec<_>>());
}

/// Two tables that a viewer cannot distinguish stay indistinguishable while only hidden things differ.
#[test]
fn logs_of_twins_are_equal() {
    let mut chance = GameRng::from_seed(4);
    for seed in 0..200 {
        let rules = rules(["", "decks=2", "reshuffle=short"][seed % 3]);
        let mut position = play::start(&rules);
        let mut moves = Vec::new();
        let mut steps = 5 + chance.below(100);
        while steps > 0 || position.phase != Phase::Lead {
            steps = steps.saturating_sub(1);
            let action = random_move(&rules, &position, &mut moves, &mut chance);
            Montauk::apply(&rules, &mut position, action);
        }
        let leader = usize::from(position.leader);
        for viewer in [Viewer::Seat(1 - leader), Viewer::Spectator] {
            let twin = Montauk::resample_hidden(&rules, &position, viewer, &mut chance);
            let views = [position, twin].map(|position| {
                let mut table = table(&rules, &position);
                let led = table.legal_moves()[0].clone();
                table.play(leader, &led).unwrap();
                let events = json!(table.events(viewer)).to_string();
                (table.position_text(viewer), table.position_json(viewer), table.picture(viewer), events)
            });
            assert_eq!(views[0], views[1]);
        }
    }
}

#[test]
fn hidden_cards_are_spread_evenly() {
    let rules = rules("");
    let mut position = dealt(&rules, [[6; 6]; 2], 0, HANDS);
    go(&rules, &mut position, "2S");
    let mut chance = GameRng::from_seed(8);
    let card = |text: &str| text.parse::<floe_cards::Card>().unwrap();
    let (mut held, mut led, rounds) = (0, 0, 46_000);
    for _ in 0..rounds {
        let twin = Montauk::resample_hidden(&rules, &position, Viewer::Seat(1), &mut chance);
        assert_eq!(twin.hands[1], position.hands[1]);
        held += u32::from(twin.hands[0].has(card("AC")));
        led += u32::from(twin.led == Some(card("AC")));
    }
    // Of 46 unseen cards five are in hand and one lies face down.
    assert!((4_800..5_200).contains(&held), "{held}");
    assert!((900..1_100).contains(&led), "{led}");
}

/// What the seen discard holds when it is shuffled in the middle of a round is in no hand, and what the top of a short
/// pile held is in a hand and not in the pile.
#[test]
fn a_good_memory_is_respected() {
    let rules = rules("reshuffle=short,rounds=40");
    let mut chance = GameRng::from_seed(6);
    let (mut mid_round, mut short_deals) = (0, 0);
    // How many cards of the other's hand a viewer had known to be discarded: really and in twins.
    let (mut really, mut in_twins) = (0, 0);
    for _ in 0..60 {
        let mut position = play::start(&rules);
        let mut moves = Vec::new();
        let (mut not_held, mut not_in_pile, mut known) = (Cards::EMPTY, Cards::EMPTY, None);
        while Montauk::actor(&rules, &position) != Actor::Nobody {
            let before = position;
            let action = random_move(&rules, &position, &mut moves, &mut chance);
            Montauk::apply(&rules, &mut position, action);
            if position.round != before.round {
                // The next hands may hold anything; a pile that is short goes to them as a whole.
                not_held = Cards::EMPTY;
                let all_seen = before.unseen.iter().chain(&before.hands).all(|cards| cards.is_empty());
                not_in_pile = if all_seen { position.top } else { Cards::EMPTY };
                let under = position.pile.minus(position.top);
                known = (!position.top.is_empty())
                    .then(|| [0, 1].map(|seat| under.minus(position.memory.origin[1 - seat])));
            } else if position.phase == Phase::Draw && position.pile.len() > before.pile.len() {
                not_held = before.seen;
                mid_round += 1;
            }
            for seat in 0..2 {
                let twin = Montauk::resample_hidden(&rules, &position, Viewer::Seat(seat), &mut chance);
                let other = 1 - seat;
                assert!(twin.hands[other].common(not_held).is_empty());
                if position.phase == Phase::Lead && position.trick == 1 {
                    assert!(twin.pile.common(not_in_pile).is_empty());
                    if let Some(known) = known {
                        short_deals += 1;
                        really += position.hands[other].common(known[seat]).len();
                        in_twins += twin.hands[other].common(known[seat]).len();
                    }
                }
            }
        }
    }
    assert!(mid_round > 50 && short_deals > 200, "{mid_round} {short_deals}");
    let mean = |sum: usize| sum as f64 / f64::from(short_deals);
    assert!((mean(really) - mean(in_twins)).abs() < 0.1, "{really} {in_twins} {short_deals}");
}
