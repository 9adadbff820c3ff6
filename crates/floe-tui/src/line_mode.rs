//! The games without a screen: the board is printed, moves are read, line by line. For pipes, dumb terminals and readers
//! of screens.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;

use floe_games::{Action, Actor, Refusal, Viewer};

use crate::display::DisplayMode;
use crate::engine_thread::{EngineCache, EngineRequest, ReplyKind};
use crate::grid::GameDisplay;
use crate::model::Update;
use crate::play::FileResult;
use crate::scene::{event_line, result_text};
use crate::session::{Occupant, Session, record_text};
use crate::term::{read, write};
use crate::watch::WatchScreen;

const HELP: &str = "\
A line is a move in the game's notation, or one of these words:
  moves      the legal moves
  board      the board again
  hint       a good move, what it is worth, and why
  solution   of a puzzle: the right move and how it goes on
  undo       back to your last choice
  stop       offer to stop, with the exact count
  resign     give up
  save FILE  write the game to a file (JSON if its name ends in .json)
  load FILE  go on with a game from a file
  quit       leave";

/// Plays a game until the input ends or somebody quits.
pub fn run(
    session: Session,
    look: DisplayMode,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    let face = GameDisplay::new(session.table.rules()).map_err(io::Error::other)?;
    let people = session.people();
    let looking = (people.len() == 1).then(|| people[0]);
    let mut talk =
        Talk { session, face, look, engines: EngineCache::default(), looking, told: 0, shown: false };
    talk.greet(out)?;
    loop {
        talk.tell_news(out)?;
        if talk.think(out)? {
            continue;
        }
        if let Some(seat) = talk.newcomer() {
            let name = talk.session.name(seat);
            talk.say(out, &format!("Pass the keyboard to {name}, who presses Enter."))?;
            if next(input)?.is_none() {
                return Ok(());
            }
            talk.looking = Some(seat);
        }
        if !talk.shown {
            talk.show(out)?;
        }
        write!(out, "{}> ", talk.prompt())?;
        out.flush()?;
        let Some(line) = next(input)? else {
            return writeln!(out);
        };
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        if matches!(word, "quit" | "q" | "exit") {
            return Ok(());
        }
        talk.obey(word, rest.trim(), &line, input, out)?;
    }
}

/// Prints a table that is played elsewhere each time it changes, until its game is over.
pub fn watch(look: DisplayMode, news: &Receiver<Update>, out: &mut dyn Write) -> io::Result<()> {
    let mut watching = WatchScreen::new("");
    let mut told = 0;
    while let Ok(news) = news.recv() {
        let live = match news {
            Update::Ended(words) => return Err(io::Error::other(words)),
            Update::Words(words) => {
                writeln!(out, "{}", look.text(&words))?;
                continue;
            }
            Update::Live(live) => live,
        };
        let (events, over) = (live.events.clone(), live.result.is_some());
        watching.hear(*live).map_err(io::Error::other)?;
        let Some(scene) = watching.scene() else {
            writeln!(out, "{}", look.text(watching.message()))?;
            continue;
        };
        for event in events.iter().skip(std::mem::replace(&mut told, events.len())) {
            writeln!(out, "  {}", look.text(&event_line(event, &scene.face.marks)))?;
        }
        writeln!(out, "\n{}", look.text(&scene.table.picture(scene.viewer)))?;
        writeln!(out, "{}", look.text(scene.status.trim()))?;
        out.flush()?;
        if over {
            return Ok(());
        }
    }
    Ok(())
}

/// A line of input without its end; none when there are no more. What is no text is a line that says nothing.
fn next(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    match input.read_until(b'\n', &mut bytes)? {
        0 => Ok(None),
        _ => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
    }
}

struct Talk {
    session: Session,
    face: GameDisplay,
    look: DisplayMode,
    engines: EngineCache,
    looking: Option<usize>,
    /// How many events have been told.
    told: usize,
    /// Has the board been printed since it changed?
    shown: bool,
}

impl Talk {
    fn say(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        writeln!(out, "{}", self.look.text(text))
    }

    fn greet(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let names: Vec<String> =
            (0..self.session.table.seats()).map(|seat| self.session.name(seat)).collect();
        let (title, seed) = (self.session.entry.name, self.session.seed);
        self.say(
            out,
            &format!("{title}, seed {seed}: {}. help tells what can be said.", names.join(" against ")),
        )?;
        self.tell_puzzle(out)
    }

    fn tell_puzzle(&self, out: &mut dyn Write) -> io::Result<()> {
        self.session.puzzle_words().iter().flatten().try_for_each(|words| self.say(out, words))
    }

    fn viewer(&self) -> Viewer {
        match self.session.table.has_hidden_info() && self.session.table.result().is_none() {
            true => self.looking.map_or(Viewer::Spectator, Viewer::Seat),
            false => Viewer::Omniscient,
        }
    }

    /// A person who is to act and does not sit at the keyboard yet, where that matters.
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

    fn tell_news(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let events = self.session.table.events(self.viewer());
        for event in events.iter().skip(self.told) {
            self.say(out, &format!("  {}", event_line(event, &self.face.marks)))?;
        }
        self.shown &= self.told == events.len();
        self.told = events.len();
        Ok(())
    }

    /// Lets an engine move, if it is its turn.
    fn think(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let Some((seat, level)) = self.session.engine_to_act() else { return Ok(false) };
        let question = EngineRequest::new(&*self.session.table, seat, Some(level), self.session.seed, 0);
        let moved = match self.engines.answer(&question, &AtomicBool::new(false)) {
            Ok(ReplyKind::Move(text)) => self.session.play(&text),
            Ok(_) => Err(Refusal::new("the engine gave no move")),
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = moved {
            self.say(out, &refusal.to_string())?;
            return Err(io::Error::other("the engine failed; this is a fault of the program"));
        }
        Ok(true)
    }

    fn show(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.shown = true;
        writeln!(out)?;
        write!(out, "{}", self.look.text(&self.session.table.picture(self.viewer())))?;
        if let Some(outcome) = self.session.table.result() {
            let end = result_text(&outcome, |seat| self.session.name(seat));
            return self.say(out, &format!("Game over. {end}."));
        }
        let scores: Vec<String> = self.session.table.scores().iter().map(i64::to_string).collect();
        let phase = self.session.table.phase();
        let score = if self.face.counts { format!("scores {}; ", scores.join(" : ")) } else { String::new() };
        self.say(out, &format!("{score}{} to {phase}", self.prompt()))
    }

    fn obey(
        &mut self,
        word: &str,
        rest: &str,
        line: &str,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match word {
            "" => Ok(()),
            "help" | "?" => self.say(out, HELP),
            "board" => {
                self.shown = false;
                Ok(())
            }
            "moves" => {
                let legal = self.session.table.legal_moves();
                let text = if legal.is_empty() { "there are none".into() } else { legal.join("  ") };
                self.say(out, &text)
            }
            "hint" => self.hint(out),
            "undo" => match self.session.undo() {
                true => {
                    self.told = self.session.table.events(self.viewer()).len();
                    self.shown = false;
                    self.tell_puzzle(out)
                }
                false => self.say(out, "There is nothing to take back."),
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
                    FileResult::Failed(words) => self.say(out, &words),
                    FileResult::Read(_) => Ok(()),
                }
            }
            "load" if !rest.is_empty() => self.load(rest, out),
            "save" | "load" => self.say(out, &format!("{word} needs the name of a file: {word} FILE")),
            "solution" => match &self.session.puzzle {
                Some(puzzle) => {
                    self.say(out, &format!("{}: {}", puzzle.solution.join(" "), puzzle.verdict_text()))
                }
                None => self.say(out, "Only puzzles have a solution; hint gives a good move."),
            },
            _ => match self.session.play(line) {
                Ok(()) => self.tell_puzzle(out),
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

    /// Offers to stop. Engines agree, since the count is exact; people are asked.
    fn offer(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        self.act(Action::OfferStop, out)?;
        while let Some(offer) = self.session.table.offer().cloned() {
            let Some(&seat) = offer.waiting.first() else { return Ok(()) };
            let mut answer = Action::Accept;
            if self.session.sitters[seat] == Occupant::Me {
                let name = |seat: usize| self.session.name(seat);
                let count = result_text(&offer.outcome, name);
                self.say(out, &format!("The exact count: {count}. Does {} agree? y or n", name(seat)))?;
                let said = next(input)?.unwrap_or_default();
                if !matches!(said.as_str(), "y" | "yes") {
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
            FileResult::Failed(words) => Err(words),
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
                self.told = self.session.table.events(self.viewer()).len();
                self.greet(out)
            }
            Err(words) => self.say(out, &words),
        }
    }
}
