//! Texts, JSON, pictures and what is refused.

use super::*;

#[test]
fn positions_as_text() {
    let rules = rules("");
    let mut position = dealt(
        &rules,
        [[6, 5, 5, 3, 1, 1], [6, 6, 4, 2, 1, 3]],
        1,
        ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"],
    );
    go(&rules, &mut position, "9S");
    let text = |viewer| {
        let text = Montauk::position_text(&rules, &position, viewer);
        text.split(' ').filter(|field| !field.starts_with("round")).collect::<Vec<_>>().join(" ")
    };
    let open = "phase=follow trick=1 opener=1 leader=1 scores=0,0 first=- boards=655311/664321 vaults=-/-";
    assert_eq!(
        text(Viewer::Seat(0)),
        format!(
            "{open} hands=KH,KC,JD,4D,3H,2S/?5 table=??,-,- spends=- borne=0 pile=?40 seen=- unseen=-/?0"
        )
    );
    assert_eq!(
        text(Viewer::Seat(1)),
        format!("{open} hands=?6/KS,TS,9H,5S,5C table=9S,-,- spends=- borne=0 pile=?40 seen=- unseen=?0/-")
    );
    assert_eq!(
        text(Viewer::Spectator),
        format!("{open} hands=?6/?5 table=??,-,- spends=- borne=0 pile=?40 seen=- unseen=?0/?0")
    );
    let masked = Montauk::position_text(&rules, &position, Viewer::Seat(1));
    assert_eq!(
        Montauk::parse_position(&rules, &masked).unwrap_err().to_string(),
        "position: this is one viewer's view, with cards left out; only the full position can be read"
    );
    let masked = Montauk::position_json(&rules, &position, Viewer::Seat(0));
    assert_eq!(masked["hands"], json!([["KH", "KC", "JD", "4D", "3H", "2S"], 5]));
    assert_eq!(masked["table"], json!({"led": "??", "followed": null, "extra": null}));
    assert!(Montauk::parse_position_json(&rules, &masked).is_err());
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let rules = rules("");
    let lead = dealt(
        &rules,
        [[6, 5, 5, 3, 1, 1], [6, 6, 4, 2, 1, 3]],
        1,
        ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"],
    );
    assert_eq!(with(&rules, &lead, &[]).unwrap(), lead);
    for (name, value, why) in [
        ("round", "13", "round is 1 to 12"),
        ("round", "256", "round cannot be '256'; floe show prints a position"),
        ("phase", "nap", "unknown phase 'nap'; the phases are dice, leader, deal, lead"),
        ("phase", "follow", "the hands hold 6 and 6 cards; in trick 1, phase follow, they hold 6 and 5"),
        ("phase", "over", "the match is not over after round 1"),
        ("trick", "7", "trick is 1 to 6"),
        ("leader", "0", "seat 0 does not lead trick 1 when seat 1 opens"),
        ("leader", "2", "the seats are 0 and 1"),
        ("opener", "-", "opener is a seat once it is known"),
        ("boards", "655311/66432", "boards cannot be"),
        ("boards", "655311/66432-", "pyramids have boxes once dice were rolled"),
        ("boards", "655317/664321", "the boxes of boards are 1 to 6"),
        (
            "boards",
            "655310/664321",
            "the vault of seat 0 holds 0 pyramids, 0 came off in this trick, and 1 are off",
        ),
        ("boards", "000000/664321", "first_home is the seat that bore off all six first"),
        ("vaults", "1,1,1,1/-", "a vault has three slots"),
        ("vaults", "0/-", "a used slot of a vault holds pyramids or a null marker"),
        ("vaults", "n1/-", "a null marker lies where these rules put none"),
        ("hands", "KC,4D,JD,2S,3H,3H/5S,9S,5C,TS,9H,KS", "3H occurs 2 times; hands"),
        ("hands", "KC,4D,JD,2S,3H,XX/5S,9S,5C,TS,9H,KS", "'XX' is not a card"),
        ("hands", "KC,4D,JD,2S,3H,KH,5S,9S,5C,TS,9H,KS/-", "the hands hold 12 and 0 cards"),
        ("scores", "0,1000001", "scores go up to 1000000"),
        ("spends", "3", "nothing is spent before a trick is won"),
        ("spends", "0", "spends are values 1 to 6"),
        ("borne", "1", "the vault of seat 1 holds 0 pyramids, 1 came off in this trick, and 0 are off"),
        ("moved", "100000", "only pyramids in boxes are marked as moved"),
        ("top", "AS", "top is the part of the pile above a shuffled discard, up to 0 cards now"),
        ("old", "AS", "old cards are in hands or unseen discards"),
        ("colour", "red", "unknown field 'colour'"),
    ] {
        let refusal = with(&rules, &lead, &[(name, value)]).unwrap_err().to_string();
        assert!(refusal.starts_with(&format!("position: {why}")), "{name}={value}: {refusal}");
    }
    let text = Montauk::position_text(&rules, &lead, Viewer::Omniscient);
    let read = |text: &str| Montauk::parse_position(&rules, text).unwrap_err().to_string();
    assert_eq!(read(&format!("{text} round=2")), "position: round is given twice");
    assert_eq!(read("round=1"), "position: phase=… is missing");
    assert_eq!(read("hello"), "position: 'hello' is not name=value");
    assert!(read(&"x".repeat(5000)).contains("the limit is 4096"));

    let mut spending = lead;
    go(&rules, &mut spending, "9S 4D");
    for (name, value, why) in [
        ("spends", "5", "the spends left are 5; this half of the trick has 3 4 in all"),
        ("spends", "-", "nothing can be spent, so there is no spend phase"),
        ("phase", "draw", "this trick has no extra card"),
        ("phase", "follow", "the hands hold 5 and 5 cards"),
    ] {
        let refusal = with(&rules, &spending, &[(name, value)]).unwrap_err().to_string();
        assert!(refusal.starts_with(&format!("position: {why}")), "{name}={value}: {refusal}");
    }
    assert!(Montauk::parse_position_json(&rules, &json!({"round": 1})).is_err());
}

#[test]
fn cards_are_read_as_people_write_them() {
    let rules = rules("");
    let mut position = dealt(&rules, [[6; 6]; 2], 0, ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"]);
    assert_eq!(legal(&rules, &position), "2S 3H 4D JD KC KH");
    assert_eq!(refusal(&rules, &position, "7H"), "7H is not in your hand; you hold KH KC JD 4D 3H 2S");
    assert_eq!(refusal(&rules, &position, "pass"), "pass: play a card from your hand, such as 3H");
    go(&rules, &mut position, "2s 10s");
    assert_eq!(position.followed.unwrap().to_string(), "TS");
}

#[test]
fn events_are_checked() {
    let rules = rules("reroll_equal=true");
    let mut position = play::start(&rules);
    let why = |position: &Position, event: Value| {
        Montauk::parse_chance(&rules, position, &event).unwrap_err().to_string()
    };
    let dice = |to: usize, dice: [u8; 6]| json!({"event": "dice", "to": to, "dice": dice});
    assert_eq!(why(&position, dice(1, [1; 6])), "dice: it is for seat 0, not 1");
    assert_eq!(
        why(&position, dice(0, [1, 2, 3, 4, 5, 7])),
        "dice: 7 is not a roll of a die; expected 1 to 6"
    );
    for odd in
        [json!({}), json!([]), json!({"event": "dice", "to": 0, "dice": [1]}), json!({"event": "rain"})]
    {
        assert!(why(&position, odd).contains("cannot come now: dice are due"));
    }
    happen(&rules, &mut position, dice(0, [1, 2, 3, 4, 5, 6]));
    assert_eq!(
        why(&position, dice(1, [6, 5, 4, 3, 2, 1])),
        "dice: both rolled the same boxes; the rules require another roll"
    );
    happen(&rules, &mut position, dice(1, [6; 6]));
    assert_eq!(why(&position, json!({"event": "lead", "to": 2})), "lead: no seat 2; the seats are 0 and 1");
    happen(&rules, &mut position, json!({"event": "lead", "to": 1}));
    let deal = |to: usize, cards: &str| json!({"event": "deal", "to": to, "cards": words(cards)});
    assert_eq!(why(&position, deal(0, "2C 3C 4C 5C 6C 7C")), "deal: it is for seat 1, not 0");
    assert_eq!(why(&position, deal(1, "2C 2C 4C 5C 6C 7C")), "deal: 2C is not in the pile");
    assert!(why(&position, deal(1, "2C 4C 5C 6C 7C")).contains("six cards are to be dealt"));
    happen(&rules, &mut position, deal(1, "2C 3C 4C 5C 6C 7C"));
    assert_eq!(why(&position, deal(0, "2C 3D 4D 5D 6D 7D")), "deal: 2C is not in the pile");
    happen(&rules, &mut position, deal(0, "2D 3D 4D 5D 6D 7D"));
    assert!(why(&position, json!({"event": "draw", "cards": ["AS"]})).contains("a player is to act"));
    go(&rules, &mut position, "2C 2D pass");
    assert_eq!(why(&position, json!({"event": "draw", "cards": ["2C"]})), "draw: 2C is not in the pile");
    assert!(why(&position, json!({"event": "draw", "cards": ["AS", "KS"]})).contains("extra card is due"));
}

#[test]
fn pictures() {
    let rules = rules("");
    let mut position = dealt(
        &rules,
        [[6, 5, 5, 3, 1, 1], [6, 6, 4, 2, 1, 3]],
        1,
        ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"],
    );
    go(&rules, &mut position, "9S 4D 3-off pass KS");
    let picture = Montauk::picture(&rules, &position, Viewer::Seat(0));
    let expected = "\
Round 1 of 12, trick 2   points 0 : 0

 hand   ?? ?? ?? ??
seat 1  ▲▲     ·      ▲      ·      ▲      ▲      [▲][][]
        6      5      4      3      2      1      vault
seat 0  ▲      ▲▲     ·      ▲      ·      ▲▲     [][][]
 hand   KH KC JD 3H 2S

seat 1 led ?? face down
seat 0 follows
pile 40 cards, discard 2 seen, 0 unseen
";
    assert_eq!(picture, expected);
    assert!(Montauk::picture(&rules, &position, Viewer::Seat(1)).contains("led KS face down"));
}

#[test]
fn eliminating_and_stopping_do_nothing() {
    let rules = rules("");
    let mut position = play::start(&rules);
    for seat in [0, 1, 7] {
        Montauk::eliminate(&rules, &mut position, seat);
    }
    assert_eq!(position, play::start(&rules));
    let refusal = Montauk::adjudicate(&rules, &position, Budget::default()).unwrap_err();
    assert_eq!(refusal.to_string(), "this game does not allow stopping by agreement");
    assert!(crate::perft::<Montauk>(&rules, &position, 1).is_err());
    let dealt = dealt(&rules, [[6; 6]; 2], 0, ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"]);
    assert_eq!(crate::perft::<Montauk>(&rules, &dealt, 2).unwrap(), 36);
}
