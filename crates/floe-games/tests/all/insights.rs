//! What the rules say about positions: tricks, vaults and rounds, hands and layouts, reach, and why a cell cannot be chosen.

use floe_games::buffet::{BuffetInsight, HandKind, LayoutProblem};
use floe_games::insight::{CellReason, MoveCell};
use floe_games::montauk::MontaukInsight;
use floe_games::slide::{ReachTotal, SlideInsight, StopProblem, TerritoryTotal};
use floe_games::{
    Actor, Event, GameRng, Insight, PickedCells, Start, Table, Viewer, open, play_next, registry,
};
use serde_json::{Value, json};

use crate::common::{Case, set};

fn montauk(table: &dyn Table, viewer: Viewer) -> MontaukInsight {
    match table.insight(viewer, table.result().as_ref()) {
        Insight::Montauk(insight) => insight,
        other => panic!("{other:?} is not Montauk's"),
    }
}

fn buffet(table: &dyn Table) -> BuffetInsight {
    match table.insight(Viewer::Spectator, table.result().as_ref()) {
        Insight::Buffet(insight) => insight,
        other => panic!("{other:?} is not a buffet's"),
    }
}

fn slide(table: &dyn Table) -> SlideInsight {
    match table.insight(Viewer::Spectator, table.result().as_ref()) {
        Insight::Slide(insight) => insight,
        other => panic!("{other:?} is not of the slide family"),
    }
}

/// Pyramids, vaults and points of an insight are those of the position.
fn agrees(table: &dyn Table, label: &str) {
    let insight = montauk(table, Viewer::Omniscient);
    let state = table.position_json(Viewer::Omniscient);
    for seat in 0..2 {
        let mut boxes: Vec<Value> = insight.pyramids[seat].iter().map(|&place| json!(place)).collect();
        boxes.sort_by_key(|place| std::cmp::Reverse(place.as_u64()));
        let mut known = state["boards"][seat].as_array().unwrap().clone();
        known.sort_by_key(|place| std::cmp::Reverse(place.as_u64()));
        known.retain(|place| !place.is_null());
        assert_eq!(boxes, known, "{label}");
        let slots: Vec<Value> = insight.vaults[seat]
            .iter()
            .map(|slot| json!({"pyramids": slot.pyramids.len(), "null": slot.null}))
            .collect();
        assert_eq!(json!(slots), state["vaults"][seat], "{label}");
        let off: Vec<u8> =
            (0..6).filter(|&id| insight.pyramids[seat].get(usize::from(id)) == Some(&0)).collect();
        let winner = insight.trick.as_ref().and_then(|trick| trick.winner);
        let borne = insight.borne.iter().filter(|_| winner == Some(seat));
        let mut stored: Vec<u8> =
            insight.vaults[seat].iter().flat_map(|slot| &slot.pyramids).chain(borne).copied().collect();
        stored.sort_unstable();
        assert_eq!(stored, off, "{label}: pyramids that are off lie in the vault or on their way to it");
    }
    assert_eq!(json!(insight.borne.len()), state["borne"], "{label}");
    let sum = |seat: usize| insight.rounds.iter().map(|round| i64::from(round.points[seat])).sum::<i64>();
    assert_eq!([sum(0), sum(1)], [table.scores()[0], table.scores()[1]], "{label}");
    if let Some(trick) = &insight.trick {
        assert_eq!(json!(trick.led), state["table"]["led"], "{label}");
    }
    // Each spend is a legal move, and every legal move can be chosen.
    let legal = table.legal_moves();
    for spend in &insight.spends {
        assert!(legal.contains(&spend.text), "{label}: {} of {legal:?}", spend.text);
        for named in &spend.named {
            assert!(table.canonical_move(&named.text).is_ok(), "{label}: {}", named.text);
        }
        let place = &insight.pyramids[insight.trick.as_ref().unwrap().winner.unwrap()];
        assert_eq!(spend.pyramid.map(|id| place[usize::from(id)]), Some(spend.from), "{label}");
    }
    if !insight.spends.is_empty() {
        for text in legal.iter().filter(|text| *text != "pass") {
            assert!(insight.spends.iter().any(|spend| spend.text == *text), "{label}: {text}");
        }
    }
}

#[test]
fn recorded_matches_are_followed() {
    let matches: Value = serde_json::from_str(include_str!("data/montauk_matches.json")).unwrap();
    for (scoring, game) in matches.as_object().unwrap() {
        let rules = registry::find("montauk").unwrap().parse_rules(Some(&game["rules"])).unwrap();
        let mut table = open(&rules, Start::Seed(1)).unwrap();
        let positions = game["positions"].as_array().unwrap();
        for (at, event) in game["events"].as_array().unwrap().iter().enumerate() {
            let event: Event = serde_json::from_value(event.clone()).unwrap();
            table.apply_event(&event).unwrap();
            agrees(&*table, &format!("{scoring} after {} events", at + 1));
            if let Some(known) = positions.iter().find(|known| known["upto"] == json!(at + 1)) {
                assert_eq!(known["state"]["scores"], json!(table.scores()));
            }
        }
        let rounds = montauk(&*table, Viewer::Spectator).rounds;
        let sum = |seat: usize| rounds.iter().map(|round| round.points[seat]).sum::<i32>();
        assert_eq!(json!([sum(0), sum(1)]), game["scores"], "{scoring}");
        assert!(rounds.iter().zip(1..).all(|(round, number)| round.round == number));
    }
}

#[test]
fn matches_under_any_rules_are_followed() {
    let cases = [
        "",
        "scoring=pips",
        "scoring=race",
        "stack_spends=false",
        "stack_spends=false,scoring=pips",
        "nulls=off",
        "bear_off=backgammon",
        "must_spend=true",
        "rank_match=face,decks=2",
    ];
    for rules in cases {
        for seed in 0..4 {
            let Ok(rules) = registry::find("montauk")
                .unwrap()
                .rules(&floe_games::switches::parse_rule_args(rules).unwrap())
            else {
                panic!("{rules} are rules of Montauk");
            };
            let mut table = open(&rules, Start::Seed(seed)).unwrap();
            let (mut chance, mut player) = (GameRng::in_game(seed), GameRng::for_player(seed));
            loop {
                match table.actor() {
                    Actor::Nobody => break,
                    Actor::Chance => drop(table.roll(&mut chance).unwrap()),
                    Actor::Seat(seat) => {
                        let legal = table.legal_moves();
                        let text = &legal[player.below(legal.len() as u32) as usize];
                        table.play(seat, text).unwrap();
                    }
                }
                agrees(&*table, &format!("{rules:?} seed {seed}"));
            }
        }
    }
}

#[test]
fn a_match_that_starts_in_the_middle_is_followed_from_there() {
    let mut table = Case::new("montauk", "").open(7);
    let mut chance = GameRng::in_game(7);
    for text in ["", "KD", "8H", "4-2", "3C", "3S", "2-off", "2-off"] {
        while table.actor() == Actor::Chance {
            table.roll(&mut chance).unwrap();
        }
        if let (Actor::Seat(seat), false) = (table.actor(), text.is_empty()) {
            table.play(seat, text).unwrap();
        }
    }
    let insight = montauk(&*table, Viewer::Seat(0));
    let trick = insight.trick.unwrap();
    assert_eq!((trick.led.as_deref(), trick.followed.as_deref()), (Some("3C"), Some("3S")));
    let tokens: Vec<(u8, bool)> = trick.tokens.iter().map(|token| (token.value, token.spent)).collect();
    assert_eq!(tokens, [(3, false), (3, false), (3, true), (3, true)]);
    assert_eq!(insight.last_trick.unwrap().led.as_deref(), Some("KD"));
    let from_here = open(&set("montauk", ""), Start::Position(&table.position_text(Viewer::Omniscient)));
    let from_here = from_here.unwrap();
    agrees(&*from_here, "from the middle");
    assert_eq!(montauk(&*from_here, Viewer::Seat(0)).last_trick, None);
}

/// The table of the rules' page: led, followed, whether the leader wins, the first half, whether a card is drawn.
#[test]
fn tricks_are_judged_as_the_rules_page_has_them() {
    let trick = |led: &str, followed: &str, rules: &str| {
        let hands = format!("{led}{followed}");
        assert!(hands.len() == 4);
        let deck: Vec<String> = "SHDC"
            .chars()
            .flat_map(|suit| "AKQJT98765432".chars().map(move |face| format!("{face}{suit}")))
            .filter(|card| card != led && card != followed)
            .collect();
        let mut table = Case::new("montauk", rules).open(1);
        let hand = |first: &str, from: usize| {
            json!([first, deck[from], deck[from + 1], deck[from + 2], deck[from + 3], deck[from + 4]])
        };
        for event in [
            json!({"event": "dice", "to": 0, "dice": [6, 6, 6, 6, 6, 6]}),
            json!({"event": "dice", "to": 1, "dice": [6, 6, 6, 6, 6, 6]}),
            json!({"event": "lead", "to": 0}),
            json!({"event": "deal", "to": 0, "cards": hand(led, 0)}),
            json!({"event": "deal", "to": 1, "cards": hand(followed, 5)}),
        ] {
            table.apply_event(&Event::Chance(event)).unwrap();
        }
        table.play(0, led).unwrap();
        let down = montauk(&*table, Viewer::Seat(1)).trick.unwrap();
        assert_eq!((down.led, down.winner), (None, None), "the card lies face down");
        assert_eq!(montauk(&*table, Viewer::Seat(0)).trick.unwrap().led.as_deref(), Some(led));
        table.play(1, followed).unwrap();
        montauk(&*table, Viewer::Spectator).trick.unwrap()
    };
    for (led, followed, leader_wins, half, draws) in [
        ("KC", "5S", true, vec![(0, 1), (5, 1)], false),
        ("4D", "9S", false, vec![(3, 1), (4, 1)], false),
        ("JD", "5C", true, vec![(5, 4)], true),
        ("2S", "TS", false, vec![(4, 1), (2, 1)], true),
        ("3H", "9H", false, vec![(3, 6)], true),
    ] {
        let trick = trick(led, followed, "");
        assert_eq!(trick.winner, Some(usize::from(!leader_wins)), "{led} {followed}");
        let values: Vec<(u8, u8)> = trick.half.iter().map(|half| (half.value, half.times)).collect();
        assert_eq!(values, half, "{led} {followed}");
        assert_eq!(trick.draws, draws, "{led} {followed}");
    }
    assert!(trick("3H", "9S", "").same_rank);
    assert!(!trick("3H", "9S", "rank_match=face").same_rank);
    let values = montauk(&*Case::new("montauk", "").open(1), Viewer::Spectator).values;
    let worth: Vec<&Value> = "A67TQK".chars().map(|rank| &values[&rank.to_string()]).collect();
    assert_eq!(json!(worth), json!([1, 6, 1, 4, 6, 0]));
}

/// A buffet whose pool for Black is what is said, at the showdown.
fn showdown(rules: &str, black: &[&str], white: &[&str]) -> Box<dyn Table> {
    let others: Vec<String> = "SHDC"
        .chars()
        .flat_map(|suit| "AKQJT98765432".chars().map(move |face| format!("{face}{suit}")))
        .filter(|card| !black.contains(&card.as_str()) && !white.contains(&card.as_str()))
        .collect();
    // Pawns stand on cards that nobody has claimed and cannot move; what is left over is White's.
    let sizes = [(3, 3), (3, 4), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6)];
    let claimed = black.len() + white.len();
    let &(rows, cols) = sizes.iter().find(|(rows, cols)| rows * cols >= claimed + 4).unwrap();
    let rules =
        set("penguin-buffet", &format!("showdown=table,dealt_count=false,rows={rows},cols={cols},{rules}"));
    let mut cells: Vec<String> = black.iter().map(|card| format!("{card}b")).collect();
    cells.extend(white.iter().map(|card| format!("{card}w")));
    let (free, hands) = others.split_at(rows * cols - claimed);
    let marks = ["B", "B", "W", "W"].into_iter().chain(std::iter::repeat("w"));
    cells.extend(free.iter().zip(marks).map(|(card, mark)| format!("{card}{mark}")));
    let rows: Vec<String> = cells.chunks(cols).map(|row| row.join(",")).collect();
    let text = format!("{} layout 0 {}{},{}{}", rows.join("/"), hands[0], hands[1], hands[2], hands[3]);
    open(&rules, Start::Position(&text)).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

#[test]
fn hands_have_names_and_layouts_have_winners() {
    let black = ["KS", "KH", "KC", "4H", "4C", "9S", "9C", "7D", "7C", "5S", "AC", "2C", "3C", "4S", "5H"];
    let white = ["AH", "JH", "8H", "6H", "3H", "TS", "TD", "2S", "8D", "6D"];
    let mut table = showdown("", &black, &white);
    let before = buffet(&*table);
    assert_eq!(before.pools.each_ref().map(Vec::len), [15, 11]);
    assert_eq!(before.steps.len(), 4);
    assert_eq!((before.steps_done, before.won), (0, None));
    table.play(0, "KS KH KC 4H 4C | AC 2C 3C 4S 5H | 9S 9C 7D 7C 5S").unwrap();
    table.play(1, "AH JH 8H 6H 3H | TS TD 2S | 8D 6D").unwrap();
    let insight = buffet(&*table);
    let laid = insight.laid.unwrap();
    let names: Vec<_> = laid.iter().flatten().flatten().map(|hand| hand.name.unwrap()).collect();
    let named: Vec<(HandKind, char, Option<char>, char)> =
        names.iter().map(|name| (name.kind, name.first, name.second, name.suit)).collect();
    assert_eq!(named[0], (HandKind::FullHouse, 'K', Some('4'), 'S'));
    assert_eq!(named[1], (HandKind::Straight, '5', None, 'H'));
    assert_eq!(named[2], (HandKind::TwoPair, '9', Some('7'), 'S'));
    assert_eq!(named[3], (HandKind::Flush, 'A', None, 'H'));
    assert_eq!(laid[0].as_ref().unwrap()[1].cards, ["5H", "4S", "3C", "2C", "AC"]);
    assert_eq!(insight.won, Some([Some(0), Some(0), Some(0)]));
    assert_eq!(insight.steps_done, 2);
}

#[test]
fn a_sealed_layout_is_not_seen() {
    let black = ["KS", "KH"];
    let mut table = showdown("adjust=sealed", &black, &["AH", "JH"]);
    table.play(0, "KS KH | |").unwrap();
    let of = |viewer: Viewer| match table.insight(viewer, None) {
        Insight::Buffet(insight) => insight.laid.unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!(of(Viewer::Seat(1))[0], None);
    assert_eq!(of(Viewer::Spectator)[0], None);
    assert_eq!(of(Viewer::Seat(0))[0].as_ref().unwrap()[0].cards, ["KS", "KH"]);
}

fn reach(rules: &str, position: &str) -> SlideInsight {
    let rules = set("penguins", &format!("topology=square,pieces=1,{rules}"));
    slide(&*open(&rules, Start::Position(position)).unwrap_or_else(|refusal| panic!("{position}: {refusal}")))
}

#[test]
fn what_each_seat_can_reach() {
    // A wall of water parts the two.
    let walled = reach("rows=3,cols=5", "A1203B1/11022/00000 move 0 0,0 0,0");
    assert_eq!(walled.reach.totals, [ReachTotal { all: 5, own: 5 }, ReachTotal { all: 8, own: 8 }]);
    assert_eq!((walled.claims, walled.shoots), (Some(MoveCell::Left), false));
    // An open field is contested.
    let open = reach("rows=3,cols=4", "A123B1/0000/0000 move 0 0,0 0,0").reach;
    assert_eq!(open.totals, [ReachTotal { all: 6, own: 1 }, ReachTotal { all: 6, own: 1 }]);
    let both = open.areas.iter().find(|area| area.seats == [0, 1]).unwrap();
    assert_eq!(both.cells, ["b3", "c3"]);
    assert_eq!(open.open, 7);
    // Cells are counted where there are no fish.
    let amazons = slide(&*Case::new("amazons", "").open(1));
    assert_eq!(amazons.reach.totals, [ReachTotal { all: 96, own: 4 }; 2]);
    assert_eq!((amazons.claims, amazons.shoots), (None, true));
}

#[test]
fn who_gets_there_first_and_what_is_sealed() {
    // A wall of water parts the two: both regions are solved, and the players could stop.
    let walled = reach("rows=3,cols=5", "A1203B1/11022/00000 move 0 5,2 3,1").territory.unwrap();
    assert_eq!(walled.stop, None);
    assert_eq!((walled.contested, walled.unreachable), (0, 0));
    let total = |claimed, under, first| TerritoryTotal { claimed, under, first };
    assert_eq!(walled.totals, [total(5, 1, 4), total(2, 1, 7)]);
    let most: Vec<_> = walled.sealed.iter().map(|region| (region.seat, region.most)).collect();
    // Each can take everything in its region.
    assert_eq!(most, [(0, Some(5)), (1, Some(8))]);
    assert_eq!(walled.sealed[0].cells, ["a3", "b3", "a2", "b2"]);

    // An open field: what both reach with one move is contested, and the players cannot stop.
    let open = reach("rows=3,cols=4", "A123B1/0000/0000 move 0 0,0 0,0").territory.unwrap();
    assert_eq!((open.contested, open.unreachable), (5, 0));
    assert_eq!(open.stop, Some(StopProblem::Contested { cell: "b3".to_owned() }));
    assert!(open.sealed.is_empty());

    // Whoever needs fewer moves is first.
    let nearer = reach("rows=3,cols=4", "A1111/0011/1B111 move 0 0,0 0,0").territory.unwrap();
    let gets = |seat: usize, cell: &str| {
        nearer.first.iter().any(|area| area.seats == [seat] && area.cells.iter().any(|name| name == cell))
    };
    assert!(gets(0, "b3") && gets(0, "c3") && !gets(1, "b3"));
    assert!(gets(1, "a1") && gets(1, "c1") && !gets(0, "c1"));
}

#[test]
fn the_parts_of_a_board_add_up() {
    for (game, rules) in [
        ("penguins", "players=2"),
        ("penguins", "players=4"),
        ("amazon-penguins", ""),
        ("amazons", ""),
        ("fish", "players=3"),
    ] {
        let mut table = Case::new(game, rules).open(7);
        let mut player = GameRng::for_player(3);
        let mut chance = GameRng::from_seed(3);
        let mut whole = None;
        while table.result().is_none() {
            let insight = slide(&*table);
            if let Some(territory) = &insight.territory {
                let has: u32 =
                    territory.totals.iter().map(|total| total.claimed + total.under + total.first).sum();
                let all = has + territory.contested + territory.unreachable;
                if insight.has_fish {
                    assert_eq!(
                        *whole.get_or_insert(all),
                        all,
                        "{game} {rules}: fish are neither lost nor found"
                    );
                }
                let named: usize = territory.first.iter().map(|area| area.cells.len()).sum();
                assert!(
                    insight.has_fish || named as u32 + territory.unreachable == all,
                    "{game}: every open cell counts once"
                );
            }
            let moves = table.legal_moves();
            let text = moves[player.below(moves.len() as u32) as usize].clone();
            play_next(&mut *table, &text, &mut chance).unwrap();
        }
        assert!(slide(&*table).territory.is_none(), "{game}: nothing is to be reached after the end");
    }
}

#[test]
fn which_cell_leaves_play_and_whether_there_are_fish() {
    let of = |game: &str, rules: &str| slide(&*Case::new(game, rules).open(1));
    let facts = |insight: &SlideInsight| (insight.removes, insight.has_fish);
    assert_eq!(facts(&of("amazons", "")), (MoveCell::Shot, false));
    assert_eq!(facts(&of("amazon-penguins", "")), (MoveCell::Shot, true));
    assert_eq!(facts(&of("penguins", "")), (MoveCell::Left, true));
}

#[test]
fn pieces_are_placed_on_ones_while_one_is_free() {
    let of = |rules: &str, position: &str| reach(&format!("rows=3,cols=3,{rules}"), position).places_on_ones;
    assert!(of("place_on=one", "A112/233/222 place 1 0,0 0,0"));
    assert!(!of("place_on=one", "A122/233/222 place 1 0,0 0,0"), "no one is free");
    assert!(!of("place_on=any", "A112/233/222 place 1 0,0 0,0"));
    assert!(!of("place_on=one", "A1B12/231/222 move 0 0,0 0,0"), "only while pieces are placed");
}

#[test]
fn fish_under_pieces_are_counted_at_the_end() {
    let of = |rules: &str, position: &str| reach(&format!("rows=3,cols=3,{rules}"), position).counted_under;
    assert!(of("claim_under=true", "A10B1/000/000 over 0 1,1 1,1"));
    assert!(!of("claim_under=false", "A10B1/000/000 over 0 0,0 0,0"));
    assert!(!of("claim_under=true", "A11B1/000/000 move 0 0,0 0,0"));
}

#[test]
fn a_buffet_says_who_has_the_last_word_and_when_idle_turns_end_it() {
    let of = |rules: &str| buffet(&*Case::new("penguin-buffet", rules).open(1));
    assert_eq!(of("adjust=white_last").last_word, Some(1));
    assert_eq!(of("adjust=black_last").last_word, Some(0));
    assert_eq!(of("showdown=table,adjust=sealed").last_word, None);
    let (ended, endless) = (of("end=idle_turns,end_turns=5"), of("end=nobody_moves"));
    assert_eq!((ended.idle_limit, endless.idle_limit), (Some(5), None));
}

#[test]
fn points_decide_where_fish_or_rounds_are_counted() {
    for (game, rules, scored) in
        [("penguins", "", true), ("amazons", "", false), ("penguin-buffet", "", false), ("montauk", "", true)]
    {
        assert_eq!(Case::new(game, rules).open(1).is_scored(), scored, "{game} {rules}");
    }
}

#[test]
fn a_cell_that_cannot_be_chosen_says_why() {
    let table = Case::new("amazons", "").open(1);
    let why = |from: Option<&str>, to: Option<&str>, cell: &str| {
        let refusal = table.why_not(PickedCells { from, to }, cell).unwrap();
        (refusal.reason, refusal.by, refusal.seat)
    };
    let by = |cell: &str| cell.to_owned();
    assert_eq!(why(Some("d1"), None, "h1"), (CellReason::BehindPiece, by("g1"), None));
    assert_eq!(why(Some("d1"), None, "e3"), (CellReason::NotInLine, by("e3"), None));
    assert_eq!(why(Some("d1"), None, "d10"), (CellReason::Taken, by("d10"), None));
    assert_eq!(why(None, None, "d10"), (CellReason::Theirs, by("d10"), Some(1)));
    assert_eq!(why(None, None, "e5"), (CellReason::Empty, by("e5"), None));
    // A shot may cross the cell that the piece has left, and not the piece that has come.
    assert_eq!(why(Some("d1"), Some("d4"), "e6"), (CellReason::NotInLine, by("e6"), None));
    assert_eq!(why(Some("d1"), Some("d4"), "a1"), (CellReason::Other, by("a1"), None));
    assert_eq!(why(Some("d1"), Some("a1"), "h1"), (CellReason::BehindPiece, by("g1"), None));
    let mut table = table;
    table.play(0, "d1-d7/g7").unwrap();
    let refusal = table.why_not(PickedCells { from: Some("g10"), to: None }, "g6").unwrap();
    assert_eq!((refusal.reason, refusal.by.as_str()), (CellReason::BehindGone, "g7"));
    let refusal = table.why_not(PickedCells { from: Some("g10"), to: None }, "g7").unwrap();
    assert_eq!((refusal.reason, refusal.by.as_str()), (CellReason::Gone, "g7"));

    let placing = Case::new("penguins", "").open(1);
    let refusals: Vec<CellReason> = ["a1", "b2", "c3", "d4", "e5", "f6"]
        .iter()
        .map(|cell| placing.why_not(PickedCells::default(), cell).unwrap().reason)
        .collect();
    assert!(refusals.contains(&CellReason::OnlyOnes), "{refusals:?}");
    assert_eq!(placing.why_not(PickedCells::default(), "z99").unwrap().reason, CellReason::Gone);
}

#[test]
fn what_is_wrong_with_a_layout_is_said_by_kind() {
    use floe_board::Bits;
    use floe_games::registry::{FamilyVisitor, visit};
    use floe_games::slide::{self, Turn};
    use floe_games::{buffet, montauk, read_position};
    struct Check<'a>(&'a dyn Table, &'a str);
    impl FamilyVisitor for Check<'_> {
        type Output = Option<LayoutProblem>;
        fn slide<B: Bits, const H: usize, T: Turn>(self, _: slide::Rules<B, H>) -> Self::Output {
            unreachable!()
        }
        fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
            let text = self.0.position_text(Viewer::Omniscient);
            let position = read_position::<buffet::Buffet<T>>(&rules, &text).unwrap();
            rules.layout_check(&position, Viewer::Seat(0), 0, self.1).unwrap().problem
        }
        fn montauk(self, _: montauk::Rules) -> Self::Output {
            unreachable!()
        }
        fn standalone(self, _: floe_games::standalone::Rules) -> Self::Output {
            unreachable!()
        }
    }
    let problem = |table: &dyn Table, text: &str| visit(table.rules(), Check(table, text)).unwrap();
    let full = ["KS", "KH", "KC", "4H", "4C", "9S", "9C", "7D", "7C", "5S", "AC", "2C", "3C", "4S", "5H"];
    let few = &full[..7];
    let table = showdown("", &full, &[]);
    assert_eq!(problem(&*table, "KS KH KC 4H | |"), Some(LayoutProblem::NotFull { hand: 1, missing: 1 }));
    assert_eq!(
        problem(&*table, "9S 9C 7D 7C 5S | KS KH KC 4H 4C | AC 2C 3C 4S 5H"),
        Some(LayoutProblem::NotOrdered { hand: 2, before: 1 })
    );
    assert_eq!(problem(&*table, "KS KH KC 4H 4C | AC 2C 3C 4S 5H | 9S 9C 7D 7C 5S"), None);
    assert!(matches!(problem(&*table, "2S | |"), Some(LayoutProblem::Other { .. })));
    assert_eq!(
        problem(&*showdown("short_split=fill", few, &[]), "KS KH KC | 4H | "),
        Some(LayoutProblem::NotFilled { hand: 2, before: 1 })
    );
    assert_eq!(
        problem(&*showdown("short_split=balanced", few, &[]), "KS KH KC | 9S |"),
        Some(LayoutProblem::NotBalanced { larger: 1, smaller: 3 })
    );
    assert_eq!(problem(&*showdown("pairing=free", few, &[]), "4H | KS KH | "), None);
}
