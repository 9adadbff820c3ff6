//! Which spends can be made and what they do.

use super::*;

const HANDS: [&str; 2] = ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"];

fn spending(rules: &Rules, dice: [u8; 6], play: &str) -> Position {
    let mut position = dealt(rules, [[1, 1, 1, 1, 1, 1], dice], 0, HANDS);
    go(rules, &mut position, play);
    position
}

#[test]
fn boxes_and_off() {
    let rules = rules("");
    // 3 and 4 to spend
    let position = spending(&rules, [6, 5, 3, 3, 4, 1], "4D 9S");
    assert_eq!(legal(&rules, &position), "1-off 3-off 4-off 4-1 5-1 5-2 6-2 6-3 pass");
    let after = |moves: &str| {
        let mut position = position;
        go(&rules, &mut position, moves);
        (boxes(&position, 1), position.spends.to_string(), position.phase)
    };
    assert_eq!(after("6-2"), ("543321".into(), "3".into(), Phase::Spend));
    // The smallest that suffices, which need not be the exact one.
    assert_eq!(after("3-off"), ("654310".into(), "4".into(), Phase::Spend));
    assert_eq!(after("1-off").1, "4");
    assert_eq!(after("4-off").1, "3");
    // Both on one pyramid, in either order.
    assert_eq!(after("6-3 3-off"), ("543310".into(), "".into(), Phase::Lead));
    assert_eq!(after("6-2 2-off").0, "543310");
    assert_eq!(after("pass").2, Phase::Lead);
    assert_eq!(refusal(&rules, &position, "6-4"), "6-4: that takes a spend of 2; left: 3 4");
    assert_eq!(refusal(&rules, &position, "5-off"), "5-off: that takes a spend of 5 or more; left: 3 4");
    assert_eq!(refusal(&rules, &position, "2-off"), "2-off: no pyramid of yours stands in box 2");
    let way = "a pyramid moves from a box 6 to 1 to a lower one, or off";
    assert_eq!(refusal(&rules, &position, "3-6"), format!("3-6: {way}"));
    assert_eq!(refusal(&rules, &position, "5S"), "5S: the winner of the trick spends: 6-4, 3-off or pass");
    assert_eq!(
        refusal(&rules, &position, "6-4:large-blue"),
        "6-4:large-blue: that takes a spend of 2; left: 3 4"
    );
    assert_eq!(
        refusal(&rules, &position, "6-3:large-blue"),
        "6-3:large-blue: pyramids in a box are identical unless scoring is pips; omit the name"
    );
    for text in ["6-0", "7-1", "6-", "-", "6-3:huge-red", "é-off", "6-3:"] {
        assert!(refusal(&rules, &position, text).contains("is not a spend"), "{text}");
    }
    assert!(refusal(&rules, &position, "hello").starts_with("'hello' is neither a card such as"));
}

#[test]
fn a_spot_of_six_with_two_and_of_three_with_more() {
    let rules = rules("");
    let position = spending(&rules, [6, 5, 3, 3, 5, 5], "2S TS");
    let mut moved = position;
    go(&rules, &mut moved, "6-4");
    assert_eq!(boxes(&moved, 1), "555433");
    let mut off = position;
    go(&rules, &mut off, "3-off");
    assert_eq!((boxes(&off, 1), off.spends.to_string()), ("655530".into(), "2".into()));
}

#[test]
fn bearing_off_as_in_backgammon() {
    let rules = rules("bear_off=backgammon");
    // 2 and 4 to spend
    let position = spending(&rules, [5, 5, 3, 3, 3, 2], "2S TS");
    assert_eq!(
        refusal(&rules, &position, "3-off"),
        "3-off: more than a 3 bears off only from the highest box in use, which is 5"
    );
    assert_eq!(legal(&rules, &position), "2-off 3-1 5-1 5-3 pass");
    // The highest box may be left with more, and exact values do from any box.
    let position = spending(&rules, [3, 3, 3, 2, 2, 1], "2S TS");
    assert_eq!(legal(&rules, &position), "2-off 3-off 3-1 pass");
    let mut off = position;
    go(&rules, &mut off, "3-off");
    assert_eq!(off.spends.to_string(), "2");
}

#[test]
fn a_pass_gives_up_this_half_only() {
    let rules = rules("");
    let mut position = spending(&rules, [6; 6], "3H 9H 6-3 pass");
    assert_eq!(position.phase, Phase::Draw);
    go(&rules, &mut position, "+4C");
    assert_eq!((position.phase, position.spends.to_string()), (Phase::Spend, "4 4 4 4".into()));
    go(&rules, &mut position, "pass");
    assert_eq!((position.phase, position.trick, boxes(&position, 1)), (Phase::Lead, 2, "666663".into()));
}

#[test]
fn the_spend_phase_is_skipped_when_nothing_can_be_spent() {
    let rules = rules("");
    // Zeros before and after the draw.
    let position = spending(&rules, [6; 6], "KH KS +KD");
    assert_eq!((position.phase, position.trick), (Phase::Lead, 2));
    // The extra card is drawn even when the winner has just cleared its board.
    let mut position = spending(&rules, [3; 6], "3H 9H 3-off 3-off 3-off 3-off 3-off 3-off");
    assert_eq!((position.phase, position.first_home), (Phase::Draw, Some(1)));
    go(&rules, &mut position, "+4C");
    assert_eq!((position.phase, position.trick), (Phase::Lead, 2));
}

#[test]
fn every_possible_spend_must_be_made() {
    let rules = rules("must_spend=true");
    let mut position = spending(&rules, [6, 5, 3, 3, 4, 1], "4D 9S");
    assert_eq!(refusal(&rules, &position, "pass"), "pass: you must make every possible spend; left: 3 4");
    assert!(!legal(&rules, &position).contains("pass"));
    go(&rules, &mut position, "6-2 2-off");
    assert_eq!(position.phase, Phase::Lead);
}

#[test]
fn spends_go_to_different_pyramids() {
    let rules = rules("stack_spends=false");
    let mut position = spending(&rules, [6, 6, 5, 5, 5, 5], "3H 9H 6-3");
    assert_eq!(
        refusal(&rules, &position, "3-off"),
        "3-off: the pyramid in box 3 has moved; each spend moves a different pyramid while any is unmoved"
    );
    assert_eq!(legal(&rules, &position), "5-2 6-3 pass");
    go(&rules, &mut position, "6-3 5-2 5-2 5-2");
    assert_eq!(legal(&rules, &position), "5-2 pass");
    // All have moved: they may move again, in this half or the next.
    go(&rules, &mut position, "5-2 +2C");
    assert_eq!(legal(&rules, &position), "2-off 3-1 pass");
    go(&rules, &mut position, "3-1");
    assert_eq!(boxes(&position, 1), "322221");
    // In the next trick all are unmoved again, and a position in which some have moved differs from one in which none
    // has.
    go(&rules, &mut position, "pass");
    assert!(position.boards[1].iter().all(|pyramid| !pyramid.moved()));
    // A mark stays with its pyramid in a box with others.
    let mut position = spending(&rules, [6, 3, 3, 3, 3, 3], "4D 9S 6-3");
    assert_eq!(legal(&rules, &position), "3-off pass");
    go(&rules, &mut position, "3-off");
    assert_eq!(boxes(&position, 1), "333330");
}

#[test]
fn sizes_have_names_where_they_score() {
    let rules = rules("scoring=pips");
    // green: small 6, medium 6, large 3; blue: small 6, medium 3, large 3
    let position = spending(&rules, [6, 6, 3, 6, 3, 3], "4D 9S");
    assert_eq!(
        legal(&rules, &position),
        "3-off 6-2 6-3 pass",
        "the larger goes first; the smaller needs its name"
    );
    let after = |text: &str| {
        let mut position = position;
        go(&rules, &mut position, text);
        boxes(&position, 1)
    };
    assert_eq!(after("6-2"), "623633");
    assert_eq!(after("6-2:medium-green"), "623633");
    assert_eq!(after("6-2:small-green"), "263633");
    assert_eq!(after("6-2:SMALL-BLUE"), "263633", "of two of a size it is the first colour's");
    assert_eq!(after("3-off"), "660633");
    let why = |text| refusal(&rules, &position, text);
    assert_eq!(why("3-off:medium-blue"), "3-off:medium-blue: the largest pyramid of a box comes off first");
    assert_eq!(why("6-2:large-red"), "6-2:large-red: large-red is not yours");
    assert_eq!(why("6-2:large-blue"), "6-2:large-blue: large-blue cannot move from box 6 now");
    let named = Montauk::parse_move(&rules, &position, "6-2:medium-green").unwrap();
    assert_eq!(Montauk::move_text(&rules, named), "6-2");
}
