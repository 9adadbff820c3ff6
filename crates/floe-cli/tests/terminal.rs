//! `floe play` in a real terminal: keys in, a screen out. Also in line mode, through pipes.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::{MouseProtocolMode, Parser};

/// The time limit for anything; far more than needed.
const TIMEOUT: Duration = Duration::from_secs(20);

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("floe-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program in its own terminal.
struct Term {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    bytes: Receiver<Vec<u8>>,
    parser: Parser,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn lines(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

impl Term {
    fn start(args: &[&str], folder: &Folder) -> Term {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_floe"));
        command.arg("play");
        command.args(args);
        command.cwd(&folder.0);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let (to, bytes) = channel();
        std::thread::spawn(move || {
            let mut some = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut some) {
                if to.send(some[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Term { child, master: pair.master, keys, bytes, parser: Parser::new(lines(24), lines(80), 0) }
    }

    fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// Waits until the screen is as expected.
    fn wait(&mut self, what: &str, good: impl Fn(&Parser) -> bool) {
        let begun = Instant::now();
        loop {
            if good(&self.parser) {
                return;
            }
            match self.bytes.recv_timeout(TIMEOUT.saturating_sub(begun.elapsed())) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(_) => panic!("no {what} on the screen:\n{}", self.screen()),
            }
        }
    }

    fn wait_for(&mut self, expected: &str) {
        self.wait(expected, |parser| parser.screen().contents().contains(expected));
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits for the end and checks that the terminal has been restored.
    fn ends_well(mut self) {
        self.wait("end of the screen", |parser| !parser.screen().alternate_screen());
        let begun = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < TIMEOUT, "the program ends");
            while let Ok(bytes) = self.bytes.try_recv() {
                self.parser.process(&bytes);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        while let Ok(bytes) = self.bytes.recv_timeout(Duration::from_millis(200)) {
            self.parser.process(&bytes);
        }
        let screen = self.parser.screen();
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None, "the mouse is released");
    }
}

impl Drop for Term {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a small game to its end using only Tab and Enter.
fn play_out(game: &str, rules: &str, expected: &[&str]) {
    let folder = Folder::new(&format!("play-{game}"));
    let mut term = Term::start(&[game, "--rules", rules, "--vs", "1", "--seed", "1"], &folder);
    for expected in expected {
        term.wait_for(expected);
    }
    // Keys may arrive while the engine thinks; they do no harm.
    for _ in 0..300 {
        term.wait("turn or end", |parser| !parser.screen().contents().contains(" is thinking "));
        if term.screen().contains("Game over") {
            break;
        }
        let before = term.screen();
        term.press("\t\r");
        term.wait("change", |parser| parser.screen().contents() != before);
    }
    term.wait_for("Game over");
    term.press("q");
    term.ends_well();
}

#[test]
fn amazons() {
    play_out("amazons", "5x5", &["Game of the Amazons   seed 1", "engine 1", "choose an amazon"]);
}

#[test]
fn penguins() {
    play_out("penguins", "rows=4,cols=4,pieces=1,supply=8/4/2", &["Hey! That's My Fish!", "place a penguin"]);
}

#[test]
fn pauper() {
    play_out("pauper", "sprint", &["Mr. Pauper's Penguins", "place a penguin"]);
}

#[test]
fn fish() {
    play_out("fish", "rows=3,cols=4,pieces=2", &["Fish   seed 1", "place a penguin"]);
}

#[test]
fn amazon_penguins() {
    play_out("amazon-penguins", "rows=4,cols=4,pieces=1", &["Amazon Penguins", "place a penguin"]);
}

#[test]
fn paper_penguins() {
    play_out("paper-penguins", "rows=4,cols=4,pieces=1", &["Paper Pen-guins", "place a piece"]);
}

#[test]
fn penguin_buffet() {
    play_out("penguin-buffet", "rows=3,cols=3,table", &["Penguin Buffet", "Black ♟ dealt", "place a pawn"]);
}

#[test]
fn amazonian_buffet() {
    play_out("amazonian-buffet", "rows=3,cols=4", &["Amazonian Buffet", "White ♙ dealt", "choose a pawn"]);
}

#[test]
fn montauk() {
    play_out("montauk", "rounds=1", &["Round 1 of 1, trick 1", "worth", "??"]);
}

#[test]
fn the_screen_resizes_saves_and_restores_the_terminal() {
    let folder = Folder::new("play-size");
    let mut term = Term::start(&["amazons", "--seats", "me,me", "--seed", "3"], &folder);
    term.wait_for("White to move");
    assert_eq!(term.parser.screen().mouse_protocol_mode(), MouseProtocolMode::AnyMotion);
    term.press("md1-d7/g7\r");
    term.wait_for("♕ d1-d7/g7");
    term.press("s");
    term.wait_for("amazons-3.floe");
    term.press("\r");
    term.wait_for("Saved to amazons-3.floe.");
    term.parser.set_size(lines(60), lines(160));
    term.master.resize(size(160, 60)).unwrap();
    // With five lines per cell, the row labels have gaps.
    term.wait("larger board", |parser| {
        let rows: Vec<String> = parser.screen().rows(0, 160).collect();
        rows.iter().position(|row| row.starts_with(" 9")) == Some(8)
    });
    term.press("\x03");
    term.ends_well();
    // The saved file can be resumed and replayed.
    let mut term = Term::start(&["--load", "amazons-3.floe"], &folder);
    term.wait_for("Black to move");
    term.press("\x03");
    term.ends_well();
    let mut term = Term::start(&["--replay", "amazons-3.floe", "--plain"], &folder);
    term.wait_for("replay, event 0 of 1");
    term.press("\x1b[C");
    term.wait_for("replay, event 1 of 1");
    assert!(term.screen().is_ascii(), "{}", term.screen());
    term.press("q");
    term.ends_well();
}

#[test]
fn a_search_can_be_stopped_and_a_signal_exits_cleanly() {
    let folder = Folder::new("play-stop");
    let mut term = Term::start(&["amazons", "--seats", "max@600s,me", "--seed", "3"], &folder);
    term.wait_for("Engine max@600s is thinking");
    // The screen responds while the engine thinks.
    term.press("?");
    term.wait_for("Game of the Amazons (amazons)");
    term.press("\t");
    term.wait_for("a new game with the next seed");
    term.press("\x1b");
    term.wait_for("Engine max@600s is thinking");
    std::thread::sleep(Duration::from_millis(300));
    term.press("\x1b");
    term.wait_for("Your turn");
    let pid = term.child.process_id().unwrap();
    assert!(Command::new("kill").args(["-TERM", &pid.to_string()]).status().unwrap().success());
    term.ends_well();
}

#[test]
fn losing_the_terminal_ends_the_program() {
    let pair = native_pty_system().openpty(size(80, 24)).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_floe"));
    command.args(["play", "fish", "--seed", "1"]);
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut parser = Parser::new(lines(24), lines(80), 0);
    let mut some = [0; 4096];
    while !parser.screen().contents().contains("Your turn") {
        let count = reader.read(&mut some).unwrap();
        parser.process(&some[..count]);
    }
    drop((reader, pair.master));
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > TIMEOUT {
            let _ = child.kill();
            panic!("the program keeps running without its terminal");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The program connected to pipes.
fn piped(args: &[&str], input: &str, folder: &Folder) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_floe"))
        .arg("play")
        .args(args)
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that fails early need not read all its input.
    let _unread = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn line_mode_plays_every_game() {
    let folder = Folder::new("lines");
    for (game, rules) in [
        ("amazons", "5x5"),
        ("penguins", "players=2"),
        ("pauper", "sprint"),
        ("fish", "rows=3,cols=4,pieces=2"),
        ("amazon-penguins", "rows=4,cols=4"),
        ("paper-penguins", "small"),
        ("penguin-buffet", "rows=3,cols=3"),
        ("amazonian-buffet", "rows=3,cols=4"),
        ("montauk", "rounds=1"),
    ] {
        let args = [game, "--rules", rules, "--vs", "1", "--seed", "1", "--plain"];
        let (code, out, err) = piped(&args, "moves\nhint\nno move\n", &folder);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{game}");
        assert!(out.contains("% to win") && out.contains("  - "), "{game}: {out}");
        assert!(out.is_ascii(), "{game}: {out}");
        // The first legal move can be played, and the engine replies.
        let listed = out.lines().find(|line| line.starts_with("you> ")).unwrap();
        let first = listed.trim_start_matches("you> ").split("  ").next().unwrap();
        let (_, played, _) = piped(&args, &format!("{first}\n"), &folder);
        assert!(played.contains(&format!(" {first}")), "{game}: {played}");
    }
}

#[test]
fn line_mode_saves_loads_undoes_and_explains_errors() {
    let folder = Folder::new("lines-files");
    let args = ["amazons", "--vs", "1", "--seed", "1"];
    let input = "d1-d11/a1\nd1-d7/g7\nundo\nundo\nd1-d7/g7\nsave game.json\nsave game.json\nsave\nquit\n";
    let (code, out, err) = piped(&args, input, &folder);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    for expected in [
        "'d1-d11/a1': there is no cell d11",
        "Nothing to undo.",
        "Saved to game.json.",
        "game.json exists; choose another name.",
        "save needs a file name: save FILE",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let (code, out, _) = piped(&["--load", "game.json", "--lines"], "resign\n", &folder);
    assert_eq!(code, Some(0));
    assert!(out.contains("Game over. Engine 1 wins, 0 : 1 (White resigned)."), "{out}");
    for (args, expected) in [
        (&["penguins", "--seats", "me,3,me"][..], "3 seats given but 2 needed, such as --seats me,me"),
        (&["penguins", "--seats", "me,you"], "unknown level 'you'"),
        (&["--load", "no-such-file"], "no-such-file: No such file"),
        (&["penguins", "--load", "game.json"], "game.json contains a game of amazons, not penguins"),
        (&["--replay", "game.json"], "--replay needs a terminal; floe replay game.json prints the game"),
        (&["--watch", "http://127.0.0.1:1"], "not a table address: 'http://127.0.0.1:1'"),
        (&["amazons", "--json"], "floe play is interactive and has no JSON output"),
    ] {
        let (code, out, err) = piped(args, "", &folder);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
}

#[test]
fn line_mode_keeps_hands_hidden() {
    let folder = Folder::new("lines-hands");
    let args = ["montauk", "--rules", "rounds=1", "--seats", "me,me", "--seed", "3"];
    let (_, out, _) = piped(&args, "\nmoves\n", &folder);
    let before = out.split("who presses Enter.").next().unwrap();
    assert!(!before.contains(" hand   "), "nothing is shown before a player is ready: {before}");
    assert!(out.contains("?? ?? ?? ?? ?? ??"), "{out}");
    assert_eq!(out.matches(" hand   ??").count(), 1, "one of two hands is hidden: {out}");
}
