//! The buffets: the worked examples of their rules page, the showdown played and solved, sealed layouts.

use floe_games::switches::parse_rule_args;
use floe_games::{Actor, GameRng, Refusal, Start, Table, Viewer, open, registry};

fn table(game: &str, rules: &str, start: Start<'_>) -> Result<Box<dyn Table>, Refusal> {
    open(&registry::find(game).unwrap().rules(&parse_rule_args(rules).unwrap())?, start)
}

/// An Amazonian position with Black's pawns on two cells, White's out of the way by default, Black to move.
fn amazonian(rules: &str, black: [&str; 2], white: [&str; 2]) -> Box<dyn Table> {
    let mut cards = floe_cards::Card::all();
    let rows: Vec<String> = (1..=6)
        .rev()
        .map(|row| {
            let spots = ('a'..='h').map(|col| {
                let name = format!("{col}{row}");
                let pawn = match (black.contains(&name.as_str()), white.contains(&name.as_str())) {
                    (true, _) => "B",
                    (_, true) => "W",
                    _ => "",
                };
                format!("{}{pawn}", cards.next().unwrap())
            });
            spots.collect::<Vec<_>>().join(",")
        })
        .collect();
    let hands: Vec<String> = cards.map(|card| card.to_string()).collect();
    let text = format!("{} move 0 {},{}", rows.join("/"), hands[..2].concat(), hands[2..].concat());
    table("amazonian-buffet", rules, Start::Position(&text)).unwrap()
}

/// What may be claimed after a slide.
fn claims(table: &dyn Table, slide: &str) -> Vec<String> {
    let prefix = format!("{slide}/");
    table.legal_moves().iter().filter_map(|text| text.strip_prefix(&prefix).map(str::to_owned)).collect()
}

#[test]
fn pawns_claim_at_the_corners_and_between() {
    // Pawns on d3 and b1 after the move.
    assert_eq!(claims(&*amazonian("", ["d4", "b1"], ["a6", "h6"]), "d4-d3"), ["b3", "d1"]);
    // Pawns on b1 and b4: what lies between, even past a pawn in the way, but not under a pawn.
    assert_eq!(claims(&*amazonian("", ["c5", "b1"], ["a6", "h6"]), "c5-b4"), ["b2", "b3"]);
    assert_eq!(claims(&*amazonian("", ["c5", "b1"], ["b3", "h6"]), "c5-b4"), ["b2"]);
    assert_eq!(
        claims(&*amazonian("claim_under_pawn=enemy", ["c5", "b1"], ["b3", "h6"]), "c5-b4"),
        ["b2", "b3"]
    );
    // Side by side there is nothing between.
    assert_eq!(claims(&*amazonian("", ["c3", "b1"], ["a6", "h6"]), "c3-b2"), [""; 0]);
}

#[test]
fn aligned_pawns_must_separate() {
    let table = table("amazonian-buffet", "", Start::Seed(1)).unwrap();
    assert_eq!(claims(&*table, "h1-h4"), ["a4", "h1"]);
    let refusal = table.canonical_move("h1-e1").unwrap_err().to_string();
    assert!(
        refusal.contains("share a row or column now, and after the move they must share neither"),
        "{refusal}"
    );
    assert!(table.legal_moves().iter().all(|text| !text.starts_with("h1-e1")));
    // From a shared row to a shared column by a diagonal move.
    let strict = amazonian("", ["b1", "d1"], ["a6", "h6"]);
    assert!(strict.canonical_move("d1-b3").is_err());
    assert!(amazonian("realign=true", ["b1", "d1"], ["a6", "h6"]).canonical_move("d1-b3").is_ok());
    assert!(amazonian("realign=true", ["b1", "d1"], ["a6", "h6"]).canonical_move("d1-e1").is_err());
}

#[test]
fn a_card_claimed_under_a_pawn_is_blocked_when_the_pawn_leaves() {
    let mut table = amazonian("claim_under_pawn=enemy", ["c5", "b1"], ["b3", "h6"]);
    table.play(0, "c5-b4/b3").unwrap();
    table.play(1, "b3-d3").unwrap();
    assert_eq!(table.scores(), [1, 0]);
    assert!(table.canonical_move("b4-b3").unwrap_err().to_string().contains("b3 is under a stone"));
}

#[test]
fn forced_claims_and_passes() {
    let must = amazonian("must_claim=true", ["d4", "b1"], ["a6", "h6"]);
    assert_eq!(
        must.canonical_move("d4-d3").unwrap_err().to_string(),
        "d4-d3: you can claim b3 or d1, so you must"
    );
    assert!(must.canonical_move("d4-d3/b3").is_ok());
    assert_eq!(must.canonical_move("pass").unwrap_err().to_string(), "pass: you can move, so you must");
}

#[test]
fn the_better_pair_places_first_and_black_moves_first() {
    for seed in 0..40 {
        for (rules, first) in [("black=first_placer", Some(0)), ("black=second_placer", Some(1)), ("", None)]
        {
            let mut table = table("penguin-buffet", rules, Start::Seed(seed)).unwrap();
            let Actor::Seat(placer) = table.actor() else { panic!("a seat places") };
            assert!(first.is_none_or(|seat| seat == placer));
            for ply in 0..4 {
                let seat = (placer + ply) % 2;
                table.play(seat, &table.legal_moves()[0]).unwrap();
            }
            assert_eq!(table.actor(), Actor::Seat(0));
        }
    }
}

/// Plays a game out at random, laying out the best each time.
fn finish(mut table: Box<dyn Table>, seed: u64) -> Box<dyn Table> {
    let mut player = GameRng::for_player(seed);
    while let Actor::Seat(seat) = table.actor() {
        let legal = table.legal_moves();
        table.play(seat, &legal[player.below(legal.len() as u32) as usize]).unwrap();
    }
    table
}

#[test]
fn the_table_and_the_solver_agree() {
    for game in ["penguin-buffet", "amazonian-buffet"] {
        for adjust in ["white_last", "black_last", "none"] {
            for seed in 0..25 {
                let play = |showdown: &str| {
                    let rules = format!("showdown={showdown},adjust={adjust}");
                    finish(table(game, &rules, Start::Seed(seed)).unwrap(), seed).result().unwrap().winners
                };
                assert_eq!(play("table"), play("solved"), "{game} {adjust} seed {seed}");
            }
        }
    }
}

#[test]
fn a_sealed_layout_is_seen_by_its_owner_alone_until_both_lie() {
    let mut table =
        table("penguin-buffet", "showdown=table,adjust=sealed,rows=3,cols=4", Start::Seed(5)).unwrap();
    let mut player = GameRng::for_player(5);
    while table.phase() != "layout" {
        let Actor::Seat(seat) = table.actor() else { unreachable!() };
        let legal = table.legal_moves();
        table.play(seat, &legal[player.below(legal.len() as u32) as usize]).unwrap();
    }
    let hands = table.canonical_move("layout").unwrap();
    table.play(0, "layout").unwrap();
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        for text in [
            table.position_text(viewer),
            table.position_json(viewer).to_string(),
            table.picture(viewer),
            format!("{:?}", table.events(viewer).last()),
        ] {
            assert!(!text.contains(&hands) && !text.contains(&hands.replace(' ', "")), "{viewer:?}: {text}");
        }
    }
    assert!(format!("{:?}", table.events(Viewer::Seat(0)).last()).contains(&hands));
    table.play(1, "layout").unwrap();
    assert!(format!("{:?}", table.events(Viewer::Spectator)).contains(&hands));
    assert!(table.result().is_some());
}

#[test]
fn invalid_layouts_are_refused_with_the_reason() {
    let mut table = table("penguin-buffet", "showdown=table,rows=3,cols=4", Start::Seed(5)).unwrap();
    assert!(table.canonical_move("AS | KS | QS").is_err());
    let mut player = GameRng::for_player(5);
    while table.phase() != "layout" {
        let Actor::Seat(seat) = table.actor() else { unreachable!() };
        let legal = table.legal_moves();
        table.play(seat, &legal[player.below(legal.len() as u32) as usize]).unwrap();
    }
    assert_eq!(table.legal_moves(), ["layout"]);
    let best = table.canonical_move("layout").unwrap();
    assert_eq!(table.canonical_move(&best.replace(' ', "")).unwrap(), best);
    for (text, expected) in [
        ("AS KS", "a layout is three hands with `|` between them"),
        ("a1-a2", "a layout is three hands"),
        ("XX | |", "hand 1"),
    ] {
        let refusal = table.canonical_move(text).unwrap_err().to_string();
        assert!(refusal.contains(expected), "{text}: {refusal}");
    }
}

#[test]
fn rules_that_make_no_buffet_are_refused() {
    for (rules, expected) in [
        (
            "adjust=sealed",
            "adjust sealed has no single solved result, only odds; it goes with showdown table",
        ),
        ("players=3", "the showdown is between two players"),
        ("rows=7", "the board has 56 cells; a deck has 48 cards for it and two for each player"),
        ("topology=hex", "a buffet needs rows and columns of cards: topology square"),
        ("score=fish", "a buffet is scored by poker, its cards are dealt, and its pawns are never retired"),
        (
            "claim=reached",
            "in a buffet the claimed card must be the one that leaves play: the one left, shot at, or at a corner",
        ),
        ("fish=2", "fish: this board has cards, not fish"),
    ] {
        let refusal = table("penguin-buffet", rules, Start::Seed(0)).err().unwrap().to_string();
        assert_eq!(refusal, expected, "{rules}");
    }
}
