//! What other programs and servers write is read.

use floe_games::{Event, Record, Viewer, amazons, formats, open, registry};
use floe_games::{Start, switches::parse_rule_args};

fn moves(record: &Record) -> Vec<&str> {
    let texts = record.events.iter().filter_map(|event| match event {
        Event::Move { text, .. } => text.as_deref(),
        _ => None,
    });
    texts.collect()
}

fn names(record: &Record) -> Vec<&str> {
    record.players.iter().map(|player| player.name.as_str()).collect()
}

#[test]
fn moves_may_be_spelt_in_many_ways() {
    let rules = registry::find("amazons").unwrap().default_rules();
    let table = open(&rules, Start::Seed(0)).unwrap();
    for text in
        ["d1-d7/g7", "d1-d7(g7)", "d1-d7 (g7)", "D1-D7(G7)", "d1–d7(g7)", "d1d7(g7)", "d1-d7-g7", "d1d7,d7g7"]
    {
        assert_eq!(table.canonical_move(text).unwrap(), "d1-d7/g7", "{text}");
    }
    for text in ["d1-d7(g7", "d1-d7 g7)", "d1-d7((g7))", "d1-d7()", "(g7)", "()", "d1(d7)(g7)"] {
        assert!(table.canonical_move(text).is_err(), "{text}");
    }
}

#[test]
fn an_sgf_without_a_start_is_tried_both_ways() {
    let read = |text: &str| amazons::sgf::parse(text).unwrap();
    // The standard: Black at the bottom begins. Rows count from the top.
    let standard = read("(;FF[4]GM[18]SZ[10]PB[Ben]PW[Ann];B[djdddg];W[dacada])");
    assert_eq!(moves(&standard), ["d1-d7/d4", "d10-c10/d10"]);
    assert_eq!(names(&standard), ["Ben", "Ann"]);
    assert_eq!(standard.start, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1");
    // White at the bottom begins, and no GM: as in Floe and on most servers.
    let white = read("(;SZ[10]PB[Ben]PW[Ann];W[djdddg];B[dacada])");
    assert_eq!((moves(&white), names(&white)), (moves(&standard), vec!["Ann", "Ben"]));
    assert_eq!(white.start, standard.start);
    // Black begins at the top.
    let top = read("(;GM[18];B[dacada];W[djdddg])");
    assert_eq!(moves(&top), ["d10-c10/d10", "d1-d7/d4"]);
    assert_eq!(top.start, "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 w - - 0 1");
    // A smaller board, both ways.
    for (text, first) in [("(;SZ[6];W[bfbcbb])", "b1-b4/b5"), ("(;SZ[6];W[babdbe])", "b6-b3/b2")] {
        assert_eq!(moves(&read(text)), [first]);
    }
    // Cells by name, as some servers write them.
    assert_eq!(moves(&read("(;SZ[10];W[d1-d7/d4];B[D10C10D10])")), moves(&standard));
    // All of it replays.
    for record in [standard, white, top] {
        record.replay().unwrap();
    }
    // If neither start fits, the one that gets further explains.
    let refusal = amazons::sgf::parse("(;B[djdddg];W[dacada];B[aaabac])").unwrap_err().to_string();
    assert!(refusal.starts_with("SGF: move 3: a10-a9/a8: no piece of yours stands on a10"), "{refusal}");
}

const PGN: &str = "\
[Event \"Rated Amazons game\"]
[Site \"https://server.example/abc\"]
[White \"Ann\"]
[Black \"Ben\"]
[Result \"1-0\"]
[Variant \"Amazons\"]

";

#[test]
fn pgn_of_servers_is_read() {
    let expected = ["d1-d7/g7", "g10-g8/g10", "a4-b4/a4"];
    for list in [
        "1. d1d7,d7g7 g10g8,g8g10 2. a4b4,b4a4 1-0",
        "1. d1-d7(g7) g10-g8(g10)\n2. a4-b4(a4) {resigns} 1-0",
        "1. Qdd7,d7g7! 1... Qgg8,g8g10 2. Qb4,b4a4? *",
        "d1d7 P@g7 g10g8 P@g10 a4b4 P@a4",
    ] {
        let records = formats::parse_records(&format!("{PGN}{list}\n")).unwrap().unwrap();
        assert_eq!(records.len(), 1);
        assert_eq!(
            (moves(&records[0]), names(&records[0])),
            (expected.to_vec(), vec!["Ann", "Ben"]),
            "{list}"
        );
        records[0].replay().unwrap();
    }
    // A position, with the pocket that some servers write, and two games in a file.
    let fen = "[FEN \"1q1q1/q3q/5/Q3Q/1Q1Q1[PPPppp] w - - 0 1\"]\n\n1. b1b3,b3d3 1-0\n\n";
    let two = format!("[Variant \"Amazons\"]\n{fen}{PGN}1. d1d7g7 0-1");
    let records = formats::parse_records(&two).unwrap().unwrap();
    assert_eq!(records.iter().map(moves).collect::<Vec<_>>(), [["b1-b3/d3"], ["d1-d7/g7"]]);
    for (text, words) in [
        ("[Variant \"Crazyhouse\"]\n\n1. e4 e5", "PGN: this is a game of Crazyhouse; only Amazons is read"),
        ("[Event \"?\"]\n\n1. e4 e5", "PGN: move 1: e4: make a move now, such as"),
        ("[Event \"?\"]\n\n1. Qd4,d4d5", "PGN: move 1: 'Qd4,d4d5': more than one amazon can make this move"),
        ("[Event \"?\"]\n\n1. Qc9,c9c8", "PGN: move 1: 'Qc9,c9c8': no amazon can make this move"),
        ("[Event \"?\"]\n\n1. d1-d7/g7 g10-g6/a1", "PGN: move 2: g10-g6/a1: g7 is blocked by an arrow"),
    ] {
        let refusal = formats::parse_records(text).unwrap_err().to_string();
        assert!(refusal.starts_with(words), "{text}: {refusal}");
    }
}

#[test]
fn text_records_have_only_the_rules_that_differ() {
    let text = |game: &str, rules: &str| {
        let rules = registry::find(game).unwrap().rules(&parse_rule_args(rules).unwrap()).unwrap();
        let record = Record::from_table(&*open(&rules, Start::Seed(7)).unwrap(), Viewer::Omniscient);
        let text = record.to_text();
        assert_eq!(Record::parse(&text).unwrap(), record);
        // The old form, with every switch, is read as the same record.
        let line = format!("rules: {}", record.rules);
        let old = match text.contains("rules: ") {
            true => text
                .lines()
                .map(|old| if old.starts_with("rules: ") { &line } else { old })
                .collect::<Vec<_>>(),
            false => text.lines().take(2).chain([line.as_str()]).chain(text.lines().skip(2)).collect(),
        };
        assert_eq!(Record::parse(&old.join("\n")).unwrap(), record);
        text
    };
    let head = |text: String| text.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(head(text("paper-penguins", "rows=3,cols=3"))[2], r#"rules: {"cols":3,"rows":3}"#);
    assert!(head(text("amazons", ""))[2].starts_with("start: "));
    assert_eq!(head(text("montauk", "rounds=1"))[2], r#"rules: {"rounds":1}"#);
}

#[test]
fn misspelt_names_are_recognised() {
    let words = |refusal: floe_games::Refusal| refusal.to_string();
    let rules = |game: &str, text: &str| {
        words(registry::find(game).unwrap().rules(&parse_rule_args(text).unwrap()).unwrap_err())
    };
    for (found, expected) in [
        (
            words(registry::find("amazon").unwrap_err()),
            "unknown game 'amazon' (did you mean amazons?); the games are",
        ),
        (
            words(registry::find("pengiuns").unwrap_err()),
            "unknown game 'pengiuns' (did you mean penguins?); the",
        ),
        (words(registry::find("chess").unwrap_err()), "unknown game 'chess'; the games are"),
        (rules("amazons", "row=6"), "amazons: unknown switch 'row' (did you mean rows?); the switches are"),
        (
            rules("penguins", "topology=sqare"),
            "topology cannot be \"sqare\" (did you mean square?); expected",
        ),
        (
            rules("pauper", "snowflakes"),
            "pauper: 'snowflakes' is neither a switch with a value (name=value) nor a variant (did you mean snowflake?)",
        ),
        (rules("amazons", "zzz=6"), "amazons: unknown switch 'zzz'; the switches are"),
    ] {
        assert!(found.starts_with(expected), "{found}");
    }
}
