//! The engine's side of UGI, spoken to through pipes in memory.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use floe_engine::Level;
use floe_games::registry;
use floe_referee::{UgiError, UgiOptions, UgiSession};

/// What a session answers to lines of input.
fn answers(game: &str, level: &str, input: &str) -> Vec<String> {
    try_answers(game, level, input.into()).0
}

fn try_answers(game: &str, level: &str, input: Vec<u8>) -> (Vec<String>, Result<(), UgiError>) {
    let manifest = registry::find(game).unwrap();
    let options = UgiOptions { level: Level::parse(level).unwrap(), seed: 1, net: None, threads: 1 };
    let mut output = Vec::new();
    let session = UgiSession::new(manifest, manifest.default_rules(), options);
    let ended = session.run(Cursor::new(input), &mut output);
    (String::from_utf8(output).unwrap().lines().map(str::to_owned).collect(), ended)
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let said = answers("amazons", "3", "ugi\nisready\nquit\n");
    assert!(said[0].starts_with("id name floe "), "{said:?}");
    assert!(said[0].ends_with("amazons (3)"), "{said:?}");
    assert_eq!(said[said.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn a_position_stays_when_the_next_one_cannot_be_read() {
    let said = answers(
        "amazons",
        "random",
        "position startpos moves d1-d7/g7\nquery turn\nposition fen nonsense\nquery turn\nposition startpos moves d1-d1/d1\nquery turn\n",
    );
    let turns: Vec<&String> = said.iter().filter(|line| line.starts_with("response")).collect();
    assert_eq!(turns, ["response 2", "response 2", "response 2"]);
    assert_eq!(said.iter().filter(|line| line.starts_with("info string")).count(), 2);
}

#[test]
fn a_board_of_another_size_brings_its_rules_and_startpos_keeps_them() {
    let small = "position fen Q2q/4/4/4 w\nquery turn\nperft 1\nposition startpos\nperft 1\nsetoption name rules value rows=10,cols=10\nposition startpos\nperft 1\n";
    let said = answers("amazons", "random", small);
    assert!(said.contains(&"response 1".to_owned()), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("1 2176"), "{said:?}");
}

#[test]
fn every_game_answers_go_with_a_legal_move() {
    for manifest in registry::GAMES {
        let said = answers(manifest.id, "random", "position startpos\nlegalmoves\ngo nodes 10\n");
        let legal = said.iter().find_map(|line| line.strip_prefix("legalmoves ")).expect(manifest.id);
        let Some(best) = said.iter().find_map(|line| line.strip_prefix("bestmove ")) else {
            // Only where chance acts first is there nothing to choose.
            assert!(legal.is_empty() && said.last().unwrap().starts_with("info string"), "{said:?}");
            continue;
        };
        assert!(legal.split(' ').any(|text| text == best), "{}: {said:?}", manifest.id);
    }
}

#[test]
fn rules_are_set_as_text_or_as_an_object() {
    for rules in ["rows=4,cols=4", r#"{"rows":4,"cols":4}"#] {
        let said =
            answers("paper-penguins", "random", &format!("setoption name rules value {rules}\nlegalmoves\n"));
        let legal = said.last().unwrap().split(' ').count() - 1;
        assert_eq!(legal, 16, "{rules}: {said:?}");
    }
    let said = answers("amazons", "random", "setoption name rules value rows=many\n");
    assert!(said[0].starts_with("info string rows cannot be"), "{said:?}");
}

#[test]
fn a_line_that_is_too_long_ends_the_session() {
    let (_, ended) = try_answers("amazons", "random", vec![b'x'; floe_wire::ugi::MAX_LINE + 10]);
    assert!(matches!(ended, Err(UgiError::Input(message)) if message.contains("longer than")));
}

/// An output that fails after some bytes.
struct Broken(Arc<Mutex<usize>>);

impl Write for Broken {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut left = self.0.lock().unwrap();
        if *left == 0 {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        }
        *left -= 1;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_breaks_ends_the_session() {
    let manifest = registry::find("fish").unwrap();
    let options = UgiOptions { level: Level::parse("1").unwrap(), seed: 1, net: None, threads: 1 };
    let session = UgiSession::new(manifest, manifest.default_rules(), options);
    let ended = session.run(Cursor::new("ugi\nugi\nugi\n"), &mut Broken(Arc::new(Mutex::new(3))));
    assert!(matches!(ended, Err(UgiError::Output(_))));
}
