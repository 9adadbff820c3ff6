use super::change;
use crate::Montauk;
use crate::cards::Card;
use crate::montauk::trick::{has_extra, leader_wins, spends_after, spends_before, value};
use serde_json::{Value, json};

/// The default switches, for a match of one round.
pub fn start(changes: &Value) -> Value {
    let mut rules = json!({
        "decks": 1, "rank_match": "value", "reshuffle": 3, "tie_lead": "previous_leader",
        "next_lead": "winner", "bear_off": "any", "must_spend": false, "stack_spends": true,
        "nulls": "slots", "scoring": "flat", "per_pyramid": 1, "first_home": 3, "per_null": -2,
        "reroll_equal": false, "tie": "draw", "rounds": 1,
    });
    change(&mut rules, changes);
    json!({"game": "montauk", "seed": 0, "rules": rules, "position": "", "seats": 2})
}

/// Seat 0 leads; dice and hands by seat.
fn game(changes: Value, dice: [[u8; 6]; 2], hands: [&str; 2]) -> Montauk {
    let mut game = Montauk::from_start(&start(&changes)).unwrap();
    for (seat, dice) in dice.iter().enumerate() {
        game.event(&json!({"event": "dice", "to": seat, "dice": dice})).unwrap();
    }
    game.event(&json!({"event": "lead", "to": 0})).unwrap();
    for (seat, hand) in hands.iter().enumerate() {
        let cards: Vec<&str> = hand.split_whitespace().collect();
        game.event(&json!({"event": "deal", "to": seat, "cards": cards})).unwrap();
    }
    game
}

fn play(game: &mut Montauk, moves: &str) {
    for text in moves.split_whitespace() {
        match text.strip_prefix('+') {
            Some(card) => game.event(&json!({"event": "draw", "cards": [card]})).unwrap(),
            None => {
                let legal = game.legal();
                game.play(text).unwrap_or_else(|error| panic!("{error} of {legal:?}"));
            }
        }
    }
}

fn card(text: &str) -> Card {
    Card::read(text).unwrap()
}

#[test]
fn values() {
    for (text, points) in
        [("AS", 1), ("6S", 6), ("7S", 1), ("9H", 3), ("TS", 4), ("JS", 5), ("QS", 6), ("KS", 0)]
    {
        assert_eq!(value(card(text)), points, "{text}");
    }
}

#[test]
fn tricks_of_the_rules() {
    for (lead, follow, leads, before, extras) in [
        ("KC", "5S", true, vec![0, 5], vec![]),
        ("4D", "9S", false, vec![3, 4], vec![]),
        ("JD", "5C", true, vec![5; 4], vec![("JC", 5, 4), ("2D", 2, 4), ("5D", 5, 6), ("3H", 3, 1)]),
        ("2S", "10S", false, vec![4, 2], vec![("4D", 4, 4), ("2D", 2, 1), ("4S", 4, 6), ("KS", 0, 4)]),
        ("3H", "9H", false, vec![3; 6], vec![("2C", 2, 4), ("3S", 3, 4), ("KH", 0, 4)]),
        ("KH", "KS", false, vec![0; 4], vec![("QS", 6, 4)]),
    ] {
        let (lead, follow) = (card(lead), card(follow));
        assert_eq!(leader_wins(lead, follow), leads);
        let (winning, losing) = if leads { (lead, follow) } else { (follow, lead) };
        assert_eq!(spends_before(false, winning, losing), before);
        assert_eq!(has_extra(false, winning, losing), !extras.is_empty());
        for (extra, points, times) in extras {
            assert_eq!(spends_after(false, winning, losing, card(extra)), vec![points; times], "{extra}");
        }
    }
    // By printed face 3 and 9 are not the same rank.
    assert_eq!(spends_before(true, card("9H"), card("3H")), [3, 3]);
    assert_eq!(spends_after(true, card("9H"), card("3H"), card("3S")), [3]);
    assert_eq!(spends_before(true, card("9H"), card("9H")), [3; 6]);
    assert!(!has_extra(true, card("9H"), card("3D")));
}

const HANDS: [&str; 2] = ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"];

#[test]
fn spends_and_their_texts() {
    let mut game = game(json!({}), [[6, 6, 3, 3, 1, 5], [6; 6]], HANDS);
    assert_eq!(game.legal(), ["2S", "3H", "4D", "JD", "KC", "KH"]);
    play(&mut game, "KC");
    assert_eq!(game.actor(), Some(1));
    assert!(game.play("KC").is_err());
    // C beats S: seat 0 has 5 (and 0) to spend.
    play(&mut game, "5S");
    assert_eq!(game.actor(), Some(0));
    assert_eq!(game.legal(), ["1-off", "3-off", "5-off", "6-1", "pass"]);
    for wrong in
        ["6-off", "6-6", "5-0", "2-off", "6-1:huge-red", "6-1:large-", "3-off:medium-red", "pass:small-red"]
    {
        assert!(game.play(wrong).is_err(), "{wrong}");
    }
    // Large and small are on 3.
    play(&mut game, "3-off:large-red");
    // Seat 0 won and leads; nothing but 0 was left to spend.
    assert_eq!(game.legal(), ["2S", "3H", "4D", "JD", "KH"]);
    // The same card: 3 x 6, then the extra card x 4.
    play(&mut game, "3H 9H");
    assert_eq!(game.actor(), Some(1));
    assert_eq!(game.legal(), ["6-3", "pass"]);
    play(&mut game, "6-3 6-3 3-off 3-off pass +2C");
    assert_eq!(game.legal(), ["6-4", "pass"]);
    play(&mut game, "6-4 4-2 2-off pass");
    assert_eq!((game.actor(), game.legal()[0].as_str()), (Some(1), "5C"));
}

#[test]
fn the_smallest_spend_that_suffices() {
    // S beats D: 3 and 4.
    let mut game = game(json!({}), [[6; 6], [3, 3, 4, 6, 6, 6]], HANDS);
    play(&mut game, "4D 9S 3-off");
    assert_eq!(game.legal(), ["3-off", "4-off", "6-2", "pass"]);
}

#[test]
fn backgammon() {
    let changes = json!({"bear_off": "backgammon"});
    let mut first = game(changes.clone(), [[6; 6], [3, 4, 5, 5, 5, 5]], HANDS);
    play(&mut first, "4D 9S");
    // 3 bears off from 3 and 4 from 4, and nothing from above.
    assert_eq!(first.legal(), ["3-off", "4-1", "4-off", "5-1", "5-2", "pass"]);
    play(&mut first, "3-off");
    assert_eq!(first.legal(), ["4-off", "5-1", "pass"]);
    let mut second = game(changes, [[6; 6], [3, 3, 2, 2, 2, 2]], HANDS);
    play(&mut second, "4D 9S");
    assert_eq!(second.legal(), ["3-off", "pass"]);
    play(&mut second, "3-off");
    // 4 is above 3, the highest.
    assert_eq!(second.legal(), ["3-off", "pass"]);
}

#[test]
fn must_spend_and_stacking() {
    let mut must = game(json!({"must_spend": true}), [[6; 6], [6; 6]], HANDS);
    play(&mut must, "4D 9S");
    assert_eq!(must.legal(), ["6-2", "6-3"]);
    assert!(must.play("pass").is_err());
    let mut single = game(json!({"stack_spends": false}), [[6; 6], [6, 6, 6, 6, 6, 3]], HANDS);
    play(&mut single, "4D 9S 6-3");
    // The pyramid that came to 3 is spent on; the other one there is not.
    assert_eq!(single.legal(), ["3-off", "6-2", "pass"]);
    let mut both = game(json!({"stack_spends": false}), [[6; 6], [6; 6]], HANDS);
    play(&mut both, "4D 9S 6-3");
    assert_eq!(both.legal(), ["6-2", "pass"]);
}

#[test]
fn nothing_to_spend_is_not_asked() {
    // K against K: zeros, then the queen's six times four.
    let mut first = game(json!({}), [[6; 6], [6; 6]], HANDS);
    play(&mut first, "KH KS");
    assert_eq!(first.actor(), None);
    play(&mut first, "+QS");
    assert_eq!(first.legal(), ["6-off", "pass"]);
    play(&mut first, "pass");
    assert_eq!(first.legal(), ["5C", "5S", "9H", "9S", "TS"]);
    // A zero as extra card ends the trick.
    let mut second = game(json!({}), [[6; 6], [6; 6]], HANDS);
    play(&mut second, "KH KS +KD");
    assert_eq!(second.legal(), ["5C", "5S", "9H", "9S", "TS"]);
}

#[test]
fn a_trick_without_a_pyramid_is_a_null() {
    let moves =
        "KC 5S pass 4D 9S pass 5C JD pass +2C pass KH TS pass 9H 3H pass +2H pass 2S KS pass +7C pass";
    for (changes, scores) in [
        (json!({}), [-6, -6]),
        (json!({"nulls": "win_only"}), [-6, -6]),
        (json!({"nulls": "off"}), [0, 0]),
        (json!({"per_null": -1}), [-3, -3]),
    ] {
        let mut game = game(changes, [[6; 6], [6; 6]], HANDS);
        play(&mut game, moves);
        assert_eq!(game.result(), Some((vec![0, 1], scores.to_vec())));
    }
}

/// Seat 0 leads every trick and loses it.
const LOSING: [&str; 2] = ["2D 3D 4D 5D 6D AD", "3S 4S 5S 6S AS 2S"];

fn losing(changes: Value, dice: u8, moves: &str) -> Vec<i64> {
    let mut rules = json!({"next_lead": "fixed"});
    change(&mut rules, &changes);
    let mut game = game(rules, [[6, 6, 6, 6, 6, 5], [dice; 6]], LOSING);
    play(&mut game, moves);
    game.result().unwrap().1
}

#[test]
fn the_finished_give_nulls_to_others() {
    // Three nulls finish seat 1. What it bears off later counts, and each
    // trick gives seat 0 a null.
    let moves = "2D 3S pass 3D 4S pass 4D 5S pass 5D 6S 1-off 1-off 6D AS pass AD 2S pass";
    assert_eq!(losing(json!({}), 1, moves), [-6, 2 - 6]);
    assert_eq!(losing(json!({"nulls": "win_only"}), 1, moves), [0, 2 - 6]);
    assert_eq!(losing(json!({"nulls": "off", "per_pyramid": 5}), 1, moves), [0, 10]);
    // A player who has cleared the board is also finished, and gets no more spend phases.
    let moves = "2D 3S 1-off 1-off 3D 4S 1-off 1-off 4D 5S 1-off 1-off 5D 6S 6D AS AD 2S";
    assert_eq!(losing(json!({}), 1, moves), [-6, 6 + 3]);
    assert_eq!(losing(json!({"scoring": "pips"}), 1, moves), [-6, 12 + 3]);
    assert_eq!(losing(json!({"scoring": "race"}), 1, moves), [0, 35]);
    // No one is home: no race won.
    let moves = "2D 3S pass 3D 4S pass 4D 5S pass 5D 6S pass 6D AS pass AD 2S pass";
    assert_eq!(losing(json!({"scoring": "race"}), 6, moves), [0, 0]);
}

#[test]
fn the_larger_comes_off_first() {
    // All six on one box: a large one moves unless another is named.
    let pips = json!({"scoring": "pips", "nulls": "off"});
    let rest = "3D 4S pass 4D 5S pass 5D 6S pass 6D AS pass AD 2S pass";
    for (spends, points) in [
        ("1-off 1-off", 6),
        ("1-off:small-blue 1-off", 4),
        ("1-off:small-blue 1-off:small-red", 2),
        ("1-off:medium-red pass", 2),
    ] {
        assert_eq!(losing(pips.clone(), 1, &format!("2D 3S {spends} {rest}")), [0, points]);
    }
}

#[test]
fn the_round_ends_when_both_are_home() {
    let hands = ["2D 3D 4D 9H 6D AS", "TS JS QS 3H 7S 2S"];
    let mut game = game(json!({"next_lead": "alternate"}), [[1; 6], [1; 6]], hands);
    // The same card of hearts: six times 3, and everything is off. The extra
    // card is drawn although there is nothing to spend it on.
    play(&mut game, "9H 3H 1-off 1-off 1-off 1-off 1-off 1-off");
    assert_eq!((game.actor(), game.result()), (None, None));
    play(&mut game, "+AH");
    assert_eq!((game.actor(), game.legal().len()), (Some(1), 5));
    // The same card of spades for the other: no extra card, the round is over.
    play(&mut game, "7S AS 1-off 1-off 1-off 1-off 1-off 1-off");
    assert_eq!(game.result(), Some((vec![1], vec![6, 6 + 3])));
}

#[test]
fn switches_are_checked() {
    for (key, value) in [
        ("decks", json!(3)),
        ("reshuffle", json!(2)),
        ("tie_lead", json!("youngest")),
        ("rounds", json!(0)),
        ("per_null", json!("2")),
        ("must_spend", json!(null)),
    ] {
        let mut changes = json!({});
        changes[key] = value;
        assert!(Montauk::from_start(&start(&changes)).is_err(), "{key}");
    }
    for value in [json!(3), json!("3"), json!(1), json!("short")] {
        assert!(Montauk::from_start(&start(&json!({"reshuffle": value}))).is_ok());
    }
}
