//! The games without a screen: prints the board and reads moves, line by line. For pipes, dumb terminals and screen
//! readers.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;

use floe_games::{Action, Actor, Refusal, Viewer};

use crate::display::DisplayMode;
use crate::engine_thread::{EngineCache, EngineRequest, ReplyKind, review_text};
use crate::grid::GameDisplay;
use crate::model::Update;
use crate::play::FileResult;
use crate::rules_page::{rules_page, rules_text};
use crate::scene::{asks, event_line, result_text};
use crate::session::{Occupant, Session, record_text};
use crate::term::{read, write};
use crate::watch::WatchScreen;

const HELP: &str = "\
Type a move in the game's notation, or one of these commands:
  moves      the legal moves
  board      print the board again
  hint       a good move, its evaluation, and why
  solution   the solution of a puzzle
  undo       back to your last choice
  stop       offer to stop, with the exact count
  resign     give up
  save FILE  write the game to a file (JSON if its name ends in .json)
  load FILE  resume a game from a file
  review     review the finished game move by move
  rules      the rules of the game
  quit       leave";

/// Plays a game until the input ends or the user quits.
pub fn run(
    session: Session,
    display: DisplayMode,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    let face = GameDisplay::new(session.table.rules()).map_err(io::Error::other)?;
    let people = session.people();
    let looking = (people.len() == 1).then(|| people[0]);
    let mut lines = LineMode {
        session,
        face,
        display,
        engines: EngineCache::default(),
        looking,
        printed: 0,
        shown: false,
    };
    lines.greet(out)?;
    loop {
        lines.print_events(out)?;
        if lines.think(out)? {
            continue;
        }
        if let Some(seat) = lines.newcomer() {
            let name = lines.session.name(seat);
            lines.say(out, &format!("Pass the keyboard to {name}, who presses Enter."))?;
            if next(input)?.is_none() {
                return Ok(());
            }
            lines.looking = Some(seat);
        }
        if !lines.shown {
            lines.show(out)?;
        }
        write!(out, "{}> ", lines.prompt())?;
        out.flush()?;
        let Some(line) = next(input)? else {
            return writeln!(out);
        };
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        if matches!(command, "quit" | "q" | "exit") {
            return Ok(());
        }
        lines.run_command(command, rest.trim(), &line, input, out)?;
    }
}

/// Prints a table on a server each time it changes, until its game is over.
pub fn watch(display: DisplayMode, news: &Receiver<Update>, out: &mut dyn Write) -> io::Result<()> {
    let mut watching = WatchScreen::new("");
    let mut printed = 0;
    while let Ok(news) = news.recv() {
        let live = match news {
            Update::Ended(message) => return Err(io::Error::other(message)),
            Update::Words(message) => {
                writeln!(out, "{}", display.text(&message))?;
                continue;
            }
            Update::Live(live) => live,
        };
        let (events, over) = (live.events.clone(), live.result.is_some());
        watching.hear(*live).map_err(io::Error::other)?;
        let Some(scene) = watching.scene() else {
            writeln!(out, "{}", display.text(watching.message()))?;
            continue;
        };
        for event in events.iter().skip(std::mem::replace(&mut printed, events.len())) {
            writeln!(out, "  {}", display.text(&event_line(event, &scene.face.marks)))?;
        }
        writeln!(out, "\n{}", display.text(&scene.table.picture(scene.viewer)))?;
        writeln!(out, "{}", display.text(scene.status.trim()))?;
        out.flush()?;
        if over {
            return Ok(());
        }
    }
    Ok(())
}

/// A line of input without its line ending; `None` at the end. Input that is not text counts as an empty line.
fn next(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    match input.read_until(b'\n', &mut bytes)? {
        0 => Ok(None),
        _ => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
    }
}

struct LineMode {
    session: Session,
    face: GameDisplay,
    display: DisplayMode,
    engines: EngineCache,
    looking: Option<usize>,
    /// The number of events printed so far.
    printed: usize,
    /// Whether the board has been printed since it changed.
    shown: bool,
}

impl LineMode {
    fn say(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        writeln!(out, "{}", self.display.text(text))
    }

    fn greet(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let names: Vec<String> =
            (0..self.session.table.seats()).map(|seat| self.session.name(seat)).collect();
        let (title, seed) = (self.session.entry.name, self.session.seed);
        self.say(
            out,
            &format!("{title}, seed {seed}: {}. Type help for commands.", names.join(" against ")),
        )?;
        self.print_puzzle(out)
    }

    fn print_puzzle(&self, out: &mut dyn Write) -> io::Result<()> {
        self.session.puzzle_words().iter().flatten().try_for_each(|message| self.say(out, message))
    }

    fn viewer(&self) -> Viewer {
        match self.session.table.has_hidden_info() && self.session.table.result().is_none() {
            true => self.looking.map_or(Viewer::Spectator, Viewer::Seat),
            false => Viewer::Omniscient,
        }
    }

    /// A person who is to move but has not yet been handed the keyboard, where hands are hidden.
    fn newcomer(&mut self) -> Option<usize> {
        let seat = self.session.person_to_act()?;
        if self.session.table.has_hidden_info() && self.looking != Some(seat) {
            return Some(seat);
        }
        self.looking = Some(seat);
        None
    }

    fn prompt(&self) -> String {
        match self.session.table.actor() {
            Actor::Seat(seat) => self.session.name(seat),
            _ => "over".into(),
        }
    }

    fn print_events(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let events = self.session.table.events(self.viewer());
        for event in events.iter().skip(self.printed) {
            self.say(out, &format!("  {}", event_line(event, &self.face.marks)))?;
        }
        self.shown &= self.printed == events.len();
        self.printed = events.len();
        Ok(())
    }

    /// Makes an engine move, if it is its turn.
    fn think(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let Some((seat, level)) = self.session.engine_to_act() else { return Ok(false) };
        let question = EngineRequest::new(&*self.session.table, seat, Some(level), self.session.seed, 0);
        let moved = match self.engines.answer(&question, &AtomicBool::new(false)) {
            Ok(ReplyKind::Move(text)) => self.session.play(&text),
            Ok(_) => Err(Refusal::failed("the engine returned no move")),
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = moved {
            self.say(out, &refusal.to_string())?;
            return Err(io::Error::other("the engine failed; this is a bug in Floe"));
        }
        Ok(true)
    }

    fn show(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.shown = true;
        writeln!(out)?;
        write!(out, "{}", self.display.text(&self.session.table.picture(self.viewer())))?;
        if let Some(outcome) = self.session.table.result() {
            let end = result_text(&outcome, |seat| self.session.name(seat));
            return self.say(out, &format!("Game over. {end}."));
        }
        let scores: Vec<String> = self.session.table.scores().iter().map(i64::to_string).collect();
        let phase = self.session.table.phase();
        let score = if self.face.counts { format!("scores {}; ", scores.join(" : ")) } else { String::new() };
        self.say(out, &format!("{score}{} to {phase}", self.prompt()))
    }

    fn run_command(
        &mut self,
        command: &str,
        rest: &str,
        line: &str,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match command {
            "" => Ok(()),
            "help" | "?" => self.say(out, HELP),
            "board" => {
                self.shown = false;
                Ok(())
            }
            "moves" => {
                let legal = self.session.table.legal_moves();
                let text = if legal.is_empty() { "no legal moves".into() } else { legal.join("  ") };
                self.say(out, &text)
            }
            "hint" => self.hint(out),
            "undo" => match self.session.undo() {
                true => {
                    self.printed = self.session.table.events(self.viewer()).len();
                    self.shown = false;
                    self.print_puzzle(out)
                }
                false => self.say(out, "Nothing to undo."),
            },
            "resign" => self.act(Action::Resign, out),
            "stop" => self.offer(input, out),
            "save" if !rest.is_empty() => {
                let text = record_text(&self.session.record(), rest);
                match write(rest.to_owned(), &text, false) {
                    FileResult::Written(path) => self.say(out, &format!("Saved to {path}.")),
                    FileResult::Exists(path) => {
                        self.say(out, &format!("{path} exists; choose another name."))
                    }
                    FileResult::Failed(message) => self.say(out, &message),
                    FileResult::Read(_) => Ok(()),
                }
            }
            "load" if !rest.is_empty() => self.load(rest, out),
            "save" | "load" => self.say(out, &format!("{command} needs a file name: {command} FILE")),
            "review" if self.session.table.result().is_none() => {
                self.say(out, "A game can be reviewed when it is over.")
            }
            "review" => {
                let text = review_text(&self.session.record(), &AtomicBool::new(false), &mut |_, _| {});
                self.say(out, &text.unwrap_or_else(|refusal| refusal.to_string()))
            }
            "rules" => match rules_page(self.session.entry) {
                Some(page) => self.say(out, &rules_text(page, 80, false)),
                None => self.say(out, "There is no page of rules for this game."),
            },
            "solution" => match &self.session.puzzle {
                Some(puzzle) => {
                    self.say(out, &format!("{}: {}", puzzle.solution.join(" "), puzzle.verdict_text()))
                }
                None => self.say(out, "Only puzzles have a solution; type hint for a good move."),
            },
            _ => match self.session.play(line) {
                Ok(()) => self.print_puzzle(out),
                Err(refusal) => self.say(out, &refusal.to_string()),
            },
        }
    }

    fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(seat) = self.session.person_to_act() else { return self.say(out, "The game is over.") };
        let question = EngineRequest::new(&*self.session.table, seat, None, self.session.seed, 0);
        let hint = match self.session.puzzle_hint() {
            Some(hint) => Ok(ReplyKind::Hint(hint)),
            None => self.engines.answer(&question, &AtomicBool::new(false)),
        };
        match hint {
            Ok(ReplyKind::Hint(hint)) => {
                self.say(out, &format!("{}  {}", hint.text, hint.worth))?;
                hint.why.iter().try_for_each(|why| self.say(out, &format!("  - {why}")))
            }
            Ok(_) => Ok(()),
            Err(refusal) => self.say(out, &refusal.to_string()),
        }
    }

    fn act(&mut self, action: Action, out: &mut dyn Write) -> io::Result<()> {
        let Some(seat) = self.session.person_to_act() else { return self.say(out, "The game is over.") };
        match self.session.act(seat, action) {
            Ok(()) => Ok(()),
            Err(refusal) => self.say(out, &refusal.to_string()),
        }
    }

    /// Offers to stop. Engines accept, since the count is exact; people are asked.
    fn offer(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        self.act(Action::OfferStop, out)?;
        while let Some(offer) = self.session.table.offer().cloned() {
            let Some(&seat) = offer.waiting.first() else { return Ok(()) };
            let mut answer = Action::Accept;
            if self.session.occupants[seat] == Occupant::Me {
                let name = |seat: usize| self.session.name(seat);
                let count = result_text(&offer.outcome, name);
                self.say(out, &format!("The exact count: {count}. {} agree? y or n", asks(&name(seat))))?;
                let reply = next(input)?.unwrap_or_default();
                if !matches!(reply.as_str(), "y" | "yes") {
                    answer = Action::Refuse;
                }
            }
            if let Err(refusal) = self.session.act(seat, answer) {
                return self.say(out, &refusal.to_string());
            }
        }
        Ok(())
    }

    fn load(&mut self, path: &str, out: &mut dyn Write) -> io::Result<()> {
        let session = match read(path) {
            FileResult::Read(record) => Session::resume(&record, None).map_err(|refusal| refusal.to_string()),
            FileResult::Failed(message) => Err(message),
            FileResult::Written(_) | FileResult::Exists(_) => return Ok(()),
        };
        match session.and_then(|session| {
            let face = GameDisplay::new(session.table.rules()).map_err(|refusal| refusal.to_string())?;
            Ok((session, face))
        }) {
            Ok((session, face)) => {
                let people = session.people();
                self.looking = (people.len() == 1).then(|| people[0]);
                (self.session, self.face, self.shown) = (session, face, false);
                self.printed = self.session.table.events(self.viewer()).len();
                self.greet(out)
            }
            Err(message) => self.say(out, &message),
        }
    }
}
