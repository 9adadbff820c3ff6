//! Vaults, leaders, shuffles, scores, ends.

use super::*;

const HANDS: [&str; 2] = ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"];

/// Seat 0 leads the first trick; some fields are set.
fn set(rules: &Rules, fields: &[(&str, &str)]) -> Position {
    with(rules, &dealt(rules, [[6; 6]; 2], 0, HANDS), fields).unwrap()
}

/// Seat 0 is home and seat 1 needs a 1: `4D 9S 1-off` ends the round with 9 to 6 points.
fn near_the_end(rules: &Rules, fields: &[(&str, &str)]) -> Position {
    let end = [("boards", "000000/100000"), ("vaults", "6/5"), ("first", "0")];
    set(rules, &[&end, fields].concat())
}

fn field(rules: &Rules, position: &Position, name: &str) -> String {
    let text = Montauk::position_text(rules, position, Viewer::Omniscient);
    let value = text.split(' ').find_map(|field| field.strip_prefix(&format!("{name}=")).map(str::to_owned));
    value.unwrap_or_default()
}

#[test]
fn what_tricks_add_to_vaults() {
    // nulls, boards, vaults, who is home, a trick that seat 1 wins with 3 and 4, vaults after it
    let cases = [
        // The winner is not finished: pyramids together in the next slot, or a null.
        ("slots", "666666/633333", "-/-", "-", "4D 9S 3-off 3-off", "-/2"),
        ("slots", "666666/633333", "-/-", "-", "4D 9S pass", "-/n"),
        ("slots", "666666/633300", "-/2", "-", "4D 9S 6-3 3-off", "-/2,1"),
        ("slots", "666666/633300", "-/n,2", "-", "4D 9S 6-3 pass", "-/n,2,n"),
        // All three slots are used: pyramids join the last, a null there stays, and the loser takes a null.
        ("slots", "666666/333300", "-/1,n,1", "-", "4D 9S 3-off 3-off", "n/1,n,3"),
        ("slots", "666666/333300", "-/1,n,1", "-", "4D 9S pass", "n/1,n,1"),
        ("slots", "666666/333300", "-/1,1,n", "-", "4D 9S 3-off pass", "n/1,1,n1"),
        // All six are off: the same, and there is no spend phase.
        ("slots", "666666/000000", "n/3,3", "1", "4D 9S", "n,n/3,3"),
        // The loser is finished: no null.
        ("slots", "666666/333300", "n,n,n/1,n,1", "-", "4D 9S pass", "n,n,n/1,n,1"),
        ("slots", "000000/333300", "6/1,n,1", "0", "4D 9S pass", "6/1,n,1"),
        // A winner that finishes in this very trick was not finished before it.
        ("slots", "666666/330000", "n/2,2", "-", "4D 9S 3-off 3-off", "n/2,2,2"),
        ("win_only", "666666/633333", "-/-", "-", "4D 9S pass", "-/n"),
        ("win_only", "666666/333300", "-/1,n,1", "-", "4D 9S 3-off 3-off", "-/1,n,3"),
        ("off", "666666/633333", "-/-", "-", "4D 9S pass", "-/-"),
        ("off", "666666/633333", "-/-", "-", "4D 9S 3-off 3-off", "-/2"),
        ("off", "666666/333000", "-/1,1,1", "-", "4D 9S 3-off pass", "-/1,1,2"),
    ];
    for (nulls, boards, vaults, first, play, after) in cases {
        let rules = rules(&format!("nulls={nulls}"));
        let mut position = set(&rules, &[("boards", boards), ("vaults", vaults), ("first", first)]);
        go(&rules, &mut position, play);
        assert_eq!(position.trick, 2);
        assert_eq!(field(&rules, &position, "vaults"), after, "{nulls} {boards} {vaults} {play}");
    }
}

#[test]
fn a_winner_with_zeros_only_takes_a_null() {
    let rules = rules("");
    let mut position = set(&rules, &[]);
    go(&rules, &mut position, "KH KS +KD");
    assert_eq!(field(&rules, &position, "vaults"), "-/n");
}

#[test]
fn a_round_ends_at_once_when_both_are_home() {
    let rules = rules("");
    let mut position = near_the_end(&rules, &[]);
    // The rest of the spends is void.
    go(&rules, &mut position, "4D 9S 1-off");
    assert_eq!((position.round, position.phase, position.scores), (2, Phase::Dice, [9, 6]));
    assert_eq!(position.unseen.map(Cards::len), [5, 5]);
    assert_eq!(position.seen.to_string(), "9S 4D");
    // So is the extra card, except that it is drawn while one of them is not home.
    let mut position = near_the_end(&rules, &[]);
    go(&rules, &mut position, "3H 9H 1-off");
    assert_eq!(position.round, 2);
    let mut position = near_the_end(&rules, &[]);
    go(&rules, &mut position, "3H 9H pass +2C");
    assert_eq!((position.round, position.phase), (1, Phase::Spend));
}

#[test]
fn six_tricks_are_a_round() {
    let rules = rules("next_lead=fixed");
    let mut position = set(&rules, &[]);
    go(&rules, &mut position, "KC 5S pass 4D 9S pass JD 5C pass +7D pass 2S TS pass +8D pass");
    go(&rules, &mut position, "3H 9H pass +7C pass KH KS +7H");
    assert_eq!(position.phase, Phase::Spend);
    go(&rules, &mut position, "pass");
    // Three nulls for the follower's wins and then nothing; two for the leader's.
    assert_eq!((position.round, position.scores), (2, [-6, -6]));
    assert_eq!((position.seen.len(), position.pile.len()), (16, 36));
}

#[test]
fn who_leads_a_trick() {
    for (next, play, leader) in [
        ("winner", "KC 5S pass", 0),
        ("winner", "4D 9S pass", 1),
        ("alternate", "KC 5S pass", 1),
        ("alternate", "KC 5S pass 9S 4D pass", 0),
        ("fixed", "4D 9S pass", 0),
    ] {
        let rules = rules(&format!("next_lead={next}"));
        let mut position = set(&rules, &[]);
        go(&rules, &mut position, play);
        assert_eq!(position.leader, leader, "{next}: {play}");
    }
}

#[test]
fn who_leads_a_round() {
    // Points before a round of 9 to 6 that seat 0 opened.
    for (tie, before, opener) in [
        ("previous_leader", "0,0", Some(1)),
        ("previous_leader", "0,4", Some(0)),
        ("previous_leader", "0,3", Some(0)),
        ("alternate", "0,3", Some(1)),
        ("random", "0,3", None),
        ("random", "0,4", Some(0)),
    ] {
        let rules = rules(&format!("tie_lead={tie}"));
        let mut position = near_the_end(&rules, &[("scores", before)]);
        go(&rules, &mut position, "4D 9S 1-off");
        assert_eq!(position.opener, opener, "{tie} {before}");
        for to in 0..2 {
            happen(&rules, &mut position, json!({"event": "dice", "to": to, "dice": [1, 2, 3, 4, 5, 6]}));
        }
        let due = if opener.is_none() { Phase::Leader } else { Phase::Deal };
        assert_eq!(position.phase, due, "{tie} {before}");
    }
    for tie in ["previous_leader", "alternate", "random"] {
        assert_eq!(play::start(&rules(&format!("tie_lead={tie}"))).opener, None);
    }
}

#[test]
fn scores() {
    for (switches, fields, after) in [
        ("", [("vaults", "6/5"), ("scores", "0,0")], [9, 6]),
        ("", [("vaults", "n,n,n6/n,5"), ("scores", "10,-7")], [13, -3]),
        ("per_pyramid=2,first_home=5,per_null=-1", [("vaults", "n,6/n,5"), ("scores", "0,0")], [16, 11]),
        ("per_null=4", [("vaults", "n,6/5"), ("scores", "0,0")], [13, 6]),
        ("scoring=pips,per_pyramid=9", [("vaults", "n,6/5"), ("scores", "0,0")], [13, 12]),
        ("scoring=race", [("vaults", "n,6/5"), ("scores", "1,2")], [1, 2]),
    ] {
        let rules = rules(switches);
        let mut position = near_the_end(&rules, &fields);
        go(&rules, &mut position, "4D 9S 1-off");
        assert_eq!(position.scores, after, "{switches} {fields:?}");
    }
    // A round that ends with the sixth trick: seat 0 is home, seat 1 has 6, 3 and 3 left after its moves.
    for (switches, after) in [
        ("", [9, 1]),
        ("scoring=pips", [15, 6]),
        ("scoring=race", [12, 0]),
        ("scoring=race,first_home=9,per_null=-9", [12, 0]),
    ] {
        let rules = rules(switches);
        let fields = [("boards", "000000/660330"), ("vaults", "6/n,2"), ("first", "0")];
        let mut position = with(&rules, &last_trick(&rules), &fields).unwrap();
        go(&rules, &mut position, "4D 9S 6-3 3-off");
        assert_eq!(position.scores, after, "{switches}");
    }
    // Nobody is home in a race.
    let rules = rules("scoring=race");
    let mut position = last_trick(&rules);
    go(&rules, &mut position, "4D 9S pass");
    assert_eq!((position.round, position.scores), (2, [0, 0]));
}

/// The sixth trick, led by seat 0 with `4D` against `9S`; nothing has moved, without nulls.
fn last_trick(rules: &Rules) -> Position {
    let start = dealt(rules, [[6; 6]; 2], 0, HANDS);
    let gone = "KC,JD,2S,3H,KH,5S,5C,TS,9H,KS";
    with(rules, &start, &[("trick", "6"), ("hands", "4D/9S"), ("seen", gone)]).unwrap()
}

#[test]
fn how_a_match_ends() {
    let end = |switches: &str, fields: &[(&str, &str)]| {
        let rules = rules(switches);
        let mut position = near_the_end(&rules, fields);
        go(&rules, &mut position, "4D 9S 1-off");
        (position.phase, Montauk::outcome(&rules, &position))
    };
    let outcome = |winners: &[usize], scores: [i64; 2], reason: &str| {
        Some(Outcome { reason: reason.into(), ..Outcome::unexplained(winners.to_vec(), scores.to_vec()) })
    };
    assert_eq!(
        end("rounds=1", &[]),
        (Phase::Over, outcome(&[0], [9, 6], "seat 0 has more points after 1 round"))
    );
    assert_eq!(
        end("", &[("round", "12"), ("scores", "-5,0")]),
        (Phase::Over, outcome(&[1], [4, 6], "seat 1 has more points after 12 rounds"))
    );
    assert_eq!(
        end("", &[("round", "12"), ("scores", "-3,0")]),
        (Phase::Over, outcome(&[0, 1], [6, 6], "equal points after 12 rounds"))
    );
    assert_eq!(end("", &[("round", "11"), ("scores", "-3,0")]), (Phase::Dice, None));
    // Tied matches are extended, but not forever.
    assert_eq!(end("tie=extra_round", &[("round", "12"), ("scores", "-3,0")]), (Phase::Dice, None));
    assert_eq!(
        end("tie=extra_round", &[("round", "13")]),
        (Phase::Over, outcome(&[0], [9, 6], "seat 0 has more points after 13 rounds"))
    );
    assert_eq!(
        end("tie=extra_round,first_home=0", &[("round", "32")]),
        (Phase::Over, outcome(&[0, 1], [6, 6], "equal points after 32 rounds"))
    );
}

/// The pile of the first deal, split: `stay` cards stay in the pile, the rest is seen discard.
fn split(rules: &Rules, stay: usize) -> [String; 2] {
    let pile: Vec<String> = set(rules, &[]).pile.iter().map(|card| card.to_string()).collect();
    let list = |cards: &[String]| if cards.is_empty() { "-".into() } else { cards.join(",") };
    [list(&pile[..stay]), list(&pile[stay..])]
}

#[test]
fn the_discard_is_shuffled_when_an_extra_card_is_due() {
    let rules = rules("");
    let [pile, seen] = split(&rules, 0);
    let mut position = set(&rules, &[("pile", &pile), ("seen", &seen)]);
    go(&rules, &mut position, "3H 9H pass");
    assert_eq!((position.phase, position.pile.len(), position.seen.len()), (Phase::Draw, 40, 0));
    assert!(!position.pile.has("3H".parse().unwrap()), "the trick on the table is not shuffled");
    assert_eq!(position.memory.old.len(), 10);
    go(&rules, &mut position, "+4C pass");
    assert_eq!(position.seen.to_string(), "9H 4C 3H");

    // With one card left that card comes, and the discard stays.
    let [pile, seen] = split(&rules, 1);
    let mut position = set(&rules, &[("pile", &pile), ("seen", &seen)]);
    go(&rules, &mut position, "3H 9H pass");
    assert_eq!((position.pile.len(), position.seen.len()), (1, 39));
}

#[test]
fn the_discard_is_shuffled_under_a_pile_that_is_short() {
    for (switches, round, stay, top, pile) in [
        ("", "1", 7, 7, 52),
        ("", "1", 12, 0, 12),
        ("", "1", 0, 0, 52),
        ("", "3", 7, 0, 52),
        ("reshuffle=1", "1", 30, 0, 52),
        ("reshuffle=short", "3", 30, 0, 30),
        ("reshuffle=short", "3", 11, 11, 52),
    ] {
        let rules = rules(switches);
        let [stays, seen] = split(&rules, stay);
        let mut position = near_the_end(&rules, &[("pile", &stays), ("seen", &seen), ("round", round)]);
        go(&rules, &mut position, "4D 9S 1-off");
        assert_eq!((position.top.len(), position.pile.len()), (top, pile), "{switches} {stay}");
        assert_eq!(position.seen.len() + position.unseen.map(Cards::len).iter().sum::<usize>(), 52 - pile);

        // The top goes to both by turns, the leader of the round first.
        let (old_top, mut chance) = (position.top, GameRng::from_seed(3));
        let mut dealt = Vec::new();
        while position.phase != Phase::Lead {
            let outcome = Montauk::sample_chance(&rules, &position, &mut chance);
            Montauk::check(&rules, &position, outcome).unwrap();
            if let Move::Deal { to, cards } = outcome {
                let from_top: Cards = cards[..position.dealt_from_top()].iter().copied().collect();
                assert!(from_top.within(position.top));
                dealt.push((Some(to), from_top.len()));
                let event = Montauk::chance_event(&rules, outcome);
                assert_eq!(Montauk::parse_chance(&rules, &position, &event).unwrap(), outcome);
                let mut turned = event.clone();
                turned["cards"].as_array_mut().unwrap().reverse();
                assert_eq!(Montauk::parse_chance(&rules, &position, &turned).unwrap(), outcome);
            }
            Montauk::apply(&rules, &mut position, outcome);
        }
        let opener = position.opener.unwrap();
        assert_eq!(dealt, [(Some(opener), top.div_ceil(2)), (Some(1 - opener), top / 2)]);
        assert_eq!((position.top.len(), position.pile.len()), (0, pile - 12));
        assert!(position.pile.common(old_top).is_empty());
        assert_eq!(position.memory.old, old_top);
    }
}

#[test]
fn a_deal_from_a_short_pile_is_checked() {
    let rules = rules("");
    let [pile, seen] = split(&rules, 3);
    let mut position = near_the_end(&rules, &[("pile", &pile), ("seen", &seen)]);
    go(&rules, &mut position, "4D 9S 1-off");
    for to in 0..2 {
        happen(&rules, &mut position, json!({"event": "dice", "to": to, "dice": [1, 2, 3, 4, 5, 6]}));
    }
    // Two of AS AH AD are the leader's.
    let deal = |cards: &str| {
        let event = json!({"event": "deal", "to": 1, "cards": words(cards)});
        Montauk::parse_chance(&rules, &position, &event)
    };
    assert_eq!(position.top.to_string(), "AS AH AD");
    assert!(deal("AS AH 2C 3C 4C 5C").is_ok());
    assert!(deal("2C 3C AD 4C AS 5C").is_ok());
    assert!(
        deal("AS 2C 3C 4C 5C 6C").unwrap_err().to_string().contains("2 of the six are from the old pile")
    );
    assert!(deal("AS AH AD 3C 4C 5C").is_err());
}

#[test]
fn two_decks() {
    let rules = rules("decks=2");
    let mut position = dealt(&rules, [[6; 6]; 2], 0, ["3H 3H 4D 4D KS KS", "2H KD KD AC AC 2C"]);
    assert_eq!((position.pile.len(), legal(&rules, &position).as_str()), (92, "3H 4D KS"));
    go(&rules, &mut position, "3H");
    assert_eq!(position.hands[0].to_string(), "KS KS 4D 4D 3H");
}
