//! What each fuzz target does with its bytes. An ordinary test of the games replays the corpora through the same
//! functions, so that what was found once is checked with every toolchain.

use floe_games::record::Record;
use floe_games::switches::{RuleSet, parse_file, parse_rule_args};
use floe_games::{Actor, GameRng, Start, Viewer, amazons, open, registry, trace};
use serde_json::Value;

/// A target: its name, which is also the folder of its corpus, and what it does.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("rule_args", rule_args),
    ("rules_file", rules_file),
    ("layout", layout),
    ("position_text", position_text),
    ("position_json", position_json),
    ("move_text", move_text),
    ("record_json", record_json),
    ("record_text", record_text),
    ("pgn", pgn),
    ("sgf", sgf),
    ("trace", trace),
];

/// The rules for parsing positions and moves; the first byte of an input, a letter, picks one.
const TABLES: &[(&str, &str)] = &[
    ("amazons", "rows=6,cols=6"),
    ("penguins", ""),
    ("penguins", "slides,players=3"),
    ("fish", "players=4,holes=3,fish=random:5"),
    ("amazon-penguins", "rows=5,cols=5,pieces=2"),
    ("paper-penguins", "rows=4,cols=4,lay=alternate,pieces=2,retire_stuck=true"),
    ("penguins", "topology=square,rows=5,cols=5,pieces=2,claim=corners,block=claimed,end=idle_turns"),
    ("amazons", "players=3,rows=5,cols=5,start=a1 b1 | a5 b5 | e1 e5,score=last_mover"),
];

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

fn rules(game: &str, words: &str) -> RuleSet {
    registry::find(game).unwrap().rules(&parse_rule_args(words).unwrap()).unwrap()
}

fn picked(data: &[u8]) -> Option<(RuleSet, &str)> {
    let (pick, rest) = data.split_first()?;
    let (game, words) = TABLES[usize::from(pick.wrapping_sub(b'a')) % TABLES.len()];
    Some((rules(game, words), text(rest)?))
}

/// Rules that are accepted must open a table, and their text form must be accepted again.
fn opens(set: &RuleSet) {
    let Ok(table) = open(set, Start::Seed(1)) else { return };
    table.picture(Viewer::Spectator);
    let record = Record::from_table(&*table, Viewer::Omniscient);
    let again = record.open().unwrap();
    assert_eq!(again.rules(), table.rules());
    assert_eq!(again.position_text(Viewer::Omniscient), table.position_text(Viewer::Omniscient));
}

/// Rules as on the command line.
pub fn rule_args(data: &[u8]) {
    let Some(rule_args) = text(data).and_then(|text| parse_rule_args(text).ok()) else { return };
    for entry in registry::GAMES {
        if let Ok(set) = entry.rules(&rule_args) {
            opens(&set);
        }
    }
}

/// Rules as written in a file.
pub fn rules_file(data: &[u8]) {
    let Some((game, rule_args)) = text(data).and_then(|text| parse_file(text).ok()) else { return };
    let entry = registry::find(game.as_deref().unwrap_or("penguins"));
    if let Ok(set) = entry.and_then(|entry| entry.rules(&rule_args)) {
        opens(&set);
    }
}

/// Outlines drawn for each topology.
pub fn layout(data: &[u8]) {
    let Some(drawing) = text(data) else { return };
    for topology in ["square", "hex", "hex_columns"] {
        let entry = registry::find("penguins").unwrap();
        let mut set = rules("penguins", &format!("topology={topology},pieces=1"));
        if set.set(&entry.switches(), "layout", drawing.into()).is_ok() {
            opens(&set);
        }
    }
}

/// A position that is accepted can be played, shown and written, and round-trips.
fn position(set: &RuleSet, text: &str) {
    let Ok(mut table) = open(set, Start::Position(text)) else { return };
    let written = table.position_text(Viewer::Omniscient);
    let again = open(set, Start::Position(&written)).unwrap();
    assert_eq!(again.position_json(Viewer::Omniscient), table.position_json(Viewer::Omniscient), "{written}");
    let json = table.position_json(Viewer::Omniscient).to_string();
    let again = open(set, Start::Position(&json)).unwrap();
    assert_eq!(again.position_text(Viewer::Omniscient), written, "{json}");
    let mut chance = GameRng::in_game(1);
    for _ in 0..40 {
        table.picture(Viewer::Spectator);
        match table.actor() {
            Actor::Nobody => assert!(table.result().is_some()),
            Actor::Chance => assert!(table.roll(&mut chance).is_ok()),
            Actor::Seat(seat) => {
                let legal = table.legal_moves();
                assert!(!legal.is_empty(), "{}", table.position_text(Viewer::Omniscient));
                let pick = chance.below(legal.len() as u32) as usize;
                table.play(seat, &legal[pick]).unwrap();
            }
        }
    }
}

/// Positions in the games' own notation and FEN.
pub fn position_text(data: &[u8]) {
    if let Some((mut set, text)) = picked(data) {
        position(&set, text);
        registry::find(set.game).unwrap().adopt_size(&mut set, text);
        position(&set, text);
    }
}

/// Positions as JSON.
pub fn position_json(data: &[u8]) {
    if let Some((set, text)) = picked(data).filter(|(_, text)| serde_json::from_str::<Value>(text).is_ok()) {
        position(&set, text);
    }
}

/// A line of moves: each is accepted exactly when it is listed.
pub fn move_text(data: &[u8]) {
    let Some((set, text)) = picked(data) else { return };
    let mut table = open(&set, Start::Seed(1)).unwrap();
    let mut chance = GameRng::in_game(1);
    for line in text.lines().take(30) {
        while table.roll(&mut chance).is_ok() {}
        let Actor::Seat(seat) = table.actor() else { return };
        match table.canonical_move(line) {
            Ok(spelt) => {
                assert!(table.legal_moves().contains(&spelt));
                table.play(seat, line).unwrap();
            }
            Err(_) => {
                assert!(table.play(seat, line).is_err() && !table.legal_moves().contains(&line.to_owned()))
            }
        }
    }
}

/// A record that replays round-trips.
fn record(text: &str) {
    let Ok(record) = Record::parse(text) else { return };
    if record.replay().is_ok() {
        assert_eq!(Record::parse(&record.to_json().to_string()).unwrap(), record);
    }
    let _ = amazons::sgf::write(&record);
}

/// Records as JSON.
pub fn record_json(data: &[u8]) {
    if let Some(text) = text(data).filter(|text| text.trim_start().starts_with('{')) {
        record(text);
    }
}

/// Records as text; what is parsed as text is written as the same text.
pub fn record_text(data: &[u8]) {
    let Some(text) = text(data).filter(|text| !text.trim_start().starts_with('{')) else { return };
    record(text);
    if let Ok(record) = Record::parse(text) {
        assert_eq!(Record::parse(&record.to_text()).unwrap(), record);
    }
}

/// Amazons games as PGN; what is parsed replays.
pub fn pgn(data: &[u8]) {
    let Some(records) = text(data).and_then(|text| amazons::pgn::parse(text).ok()) else { return };
    for record in records {
        record.replay().unwrap();
    }
}

/// Amazons games as SGF; what is parsed replays and is written back the same.
pub fn sgf(data: &[u8]) {
    let Some(record) = text(data).and_then(|text| amazons::sgf::parse(text).ok()) else { return };
    record.replay().unwrap();
    let again = amazons::sgf::parse(&amazons::sgf::write(&record).unwrap()).unwrap();
    assert_eq!(again.events, record.events);
}

/// Traces.
pub fn trace(data: &[u8]) {
    for record in text(data).and_then(|text| trace::records(text).ok()).unwrap_or_default() {
        let _ = record.replay();
    }
}
