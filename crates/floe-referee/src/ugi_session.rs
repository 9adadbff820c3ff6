//! The engine's side of a UGI conversation: commands in, answers out, thinking on a thread of its own.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use floe_engine::net::Net;
use floe_engine::{
    Analysis, DEFAULT_MOVE_TIME, Engine, Level, Limits, PositionView, SearchControl, new_engine,
    new_engine_with_net,
};
use floe_games::switches::RuleSet;
use floe_games::{Actor, GameRng, Manifest, Refusal, Start, Table, Viewer, open, play_next, registry};
use floe_wire::ugi::{self, Command, MAX_LINE, PositionSource, Query};
use serde_json::Value;
use thiserror::Error;

use crate::{Stopwatch, search_limits};

/// How an engine answers.
#[derive(Clone, Debug)]
pub struct UgiOptions {
    /// The level.
    pub level: Level,
    /// The seed of its choices.
    pub seed: u64,
    /// A network to use instead of the built-in one.
    pub net: Option<Arc<Net>>,
    /// Search threads.
    pub threads: usize,
}

/// Why a conversation ended early.
#[derive(Debug, Error)]
pub enum UgiError {
    /// The input cannot be read, or is not UGI at all.
    #[error("{0}")]
    Input(String),
    /// The answers cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

type Said = Result<(), UgiError>;

/// What the conversation waits for.
enum EngineEvent {
    /// A line of the referee, or why none can be read.
    Heard(Result<String, String>),
    /// Nothing more will be heard.
    Closed,
    /// The engine has something to say while it thinks.
    Info(String),
    /// The engine has thought; here it is back.
    Analysis(Box<dyn Engine>, Result<Analysis, Refusal>),
}

fn listen(mut input: impl BufRead, events: &Sender<EngineEvent>) {
    loop {
        let mut line = Vec::new();
        let heard = match (&mut input).take(MAX_LINE as u64 + 2).read_until(b'\n', &mut line) {
            Ok(0) => EngineEvent::Closed,
            Ok(_) if line.len() > MAX_LINE + 1 => {
                EngineEvent::Heard(Err(format!("a line is longer than {MAX_LINE} bytes")))
            }
            Ok(_) => EngineEvent::Heard(Ok(String::from_utf8_lossy(&line).into_owned())),
            Err(error) => EngineEvent::Heard(Err(format!("standard input: {error}"))),
        };
        let last = !matches!(heard, EngineEvent::Heard(Ok(_)));
        if events.send(heard).is_err() || last {
            return;
        }
    }
}

/// The engine's side of a conversation.
pub struct UgiSession {
    entry: &'static Manifest,
    rules: RuleSet,
    /// A table under the present rules, which all others share.
    template: Option<Box<dyn Table>>,
    table: Option<Box<dyn Table>>,
    level: Level,
    seed: u64,
    net: Option<Arc<Net>>,
    threads: usize,
    lines: usize,
    ponder: bool,
    chance: GameRng,
    /// Away while it thinks.
    engine: Option<Box<dyn Engine>>,
    thinking: Option<Thinking>,
    /// What was heard while an answer was owed.
    later: VecDeque<EngineEvent>,
    say: Sender<EngineEvent>,
    hear: Receiver<EngineEvent>,
}

struct Thinking {
    stop: Arc<AtomicBool>,
    /// The answer is for the referee, not for ourselves.
    asked: bool,
    /// The answer may be said only once `stop` was said.
    waits: bool,
    /// The answer, where it came before it may be said.
    done: Option<Result<Analysis, Refusal>>,
}

impl UgiSession {
    /// A session for a game; the other side can change the game, the rules and the options.
    pub fn new(entry: &'static Manifest, rules: RuleSet, options: UgiOptions) -> UgiSession {
        let (say, hear) = channel();
        UgiSession {
            entry,
            rules,
            template: None,
            table: None,
            level: options.level,
            seed: options.seed,
            net: options.net,
            threads: options.threads,
            lines: 1,
            ponder: false,
            chance: GameRng::for_player(options.seed),
            engine: None,
            thinking: None,
            later: VecDeque::new(),
            say,
            hear,
        }
    }

    /// Answers until `quit` or the end of the input. Reading has a thread of its own, so that `stop` is heard while
    /// the engine thinks.
    pub fn run(mut self, input: impl BufRead + Send + 'static, out: &mut dyn Write) -> Said {
        let events = self.say.clone();
        thread::spawn(move || listen(input, &events));
        self.converse(out)
    }

    fn converse(&mut self, out: &mut dyn Write) -> Said {
        loop {
            let happened = match self.later.pop_front() {
                Some(happened) => happened,
                None => match self.hear.recv() {
                    Ok(happened) => happened,
                    Err(_) => return Ok(()),
                },
            };
            match happened {
                EngineEvent::Heard(Err(words)) => return Err(UgiError::Input(words)),
                EngineEvent::Heard(Ok(line)) => match Command::parse(&line) {
                    Ok(None) => continue,
                    Ok(Some(Command::Quit)) => {
                        self.stop(out)?;
                        break;
                    }
                    Ok(Some(command)) => self.hear_command(command, out)?,
                    Err(refusal) => write_line(out, &format!("info string {refusal}"))?,
                },
                EngineEvent::Closed => break,
                EngineEvent::Info(line) => write_line(out, &line)?,
                EngineEvent::Analysis(engine, analysis) => self.came_back(engine, analysis, out)?,
            }
            out.flush()?;
        }
        // What was asked before the end of the input is still answered.
        self.finish(out)?;
        out.flush()?;
        Ok(())
    }

    fn hear_command(&mut self, command: Command, out: &mut dyn Write) -> Said {
        match command {
            Command::IsReady => return write_line(out, "readyok"),
            Command::Stop => return self.stop(out),
            _ => {}
        }
        // Anything else is about another thought: a thought for ourselves ends, an answer owed is waited for.
        self.finish(out)?;
        match self.obey(command) {
            Ok(lines) => lines.iter().try_for_each(|line| write_line(out, line)),
            Err(refusal) => write_line(out, &format!("info string {refusal}")),
        }
    }

    /// Ends what is being thought and says what was owed.
    fn stop(&mut self, out: &mut dyn Write) -> Said {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
            thinking.waits = false;
        }
        match self.thinking.as_mut().and_then(|thinking| thinking.done.take()) {
            Some(analysis) => self.answer(analysis, out),
            None => self.finish(out),
        }
    }

    /// Waits until nothing is being thought.
    fn finish(&mut self, out: &mut dyn Write) -> Said {
        match &self.thinking {
            Some(thinking) if !thinking.asked || thinking.waits => {
                thinking.stop.store(true, Ordering::Relaxed);
            }
            _ => {}
        }
        if let Some(thinking) = &mut self.thinking {
            thinking.waits = false;
            if let Some(analysis) = thinking.done.take() {
                return self.answer(analysis, out);
            }
        }
        while self.thinking.is_some() {
            match self.hear.recv() {
                Ok(EngineEvent::Analysis(engine, analysis)) => self.came_back(engine, analysis, out)?,
                Ok(EngineEvent::Info(line)) => write_line(out, &line)?,
                // `stop` and `quit` cannot wait; the rest is heard in its order.
                Ok(EngineEvent::Heard(Ok(line))) => match Command::parse(&line) {
                    Ok(Some(command @ (Command::Stop | Command::Quit))) => {
                        if let Some(thinking) = &self.thinking {
                            thinking.stop.store(true, Ordering::Relaxed);
                        }
                        if command == Command::Quit {
                            self.later.push_back(EngineEvent::Heard(Ok(line)));
                        }
                    }
                    Ok(Some(Command::IsReady)) => write_line(out, "readyok")?,
                    _ => self.later.push_back(EngineEvent::Heard(Ok(line))),
                },
                Ok(other) => self.later.push_back(other),
                Err(_) => return Ok(()),
            }
            out.flush()?;
        }
        Ok(())
    }

    fn came_back(
        &mut self,
        engine: Box<dyn Engine>,
        analysis: Result<Analysis, Refusal>,
        out: &mut dyn Write,
    ) -> Said {
        self.engine = Some(engine);
        match &mut self.thinking {
            Some(thinking) if !thinking.asked => {
                self.thinking = None;
                Ok(())
            }
            Some(thinking) if thinking.waits => {
                thinking.done = Some(analysis);
                Ok(())
            }
            _ => self.answer(analysis, out),
        }
    }

    fn answer(&mut self, analysis: Result<Analysis, Refusal>, out: &mut dyn Write) -> Said {
        self.thinking = None;
        match analysis {
            Err(refusal) => write_line(out, &format!("info string {refusal}")),
            Ok(analysis) => {
                write_line(out, &info(&analysis))?;
                write_line(out, &format!("bestmove {}", analysis.best.replace(' ', "")))?;
                if self.ponder {
                    self.ponder_on(&analysis.best);
                }
                Ok(())
            }
        }
    }

    /// Thinks on while the other is to move. What cannot be thought about is left alone.
    fn ponder_on(&mut self, best: &str) {
        let Some(table) = &self.table else { return };
        let mut after = table.fork();
        let Actor::Seat(seat) = after.actor() else { return };
        let viewer = Viewer::Seat(seat);
        let open = after.position_text(viewer) == after.position_text(Viewer::Omniscient);
        if open && after.play(seat, best).is_ok() && matches!(after.actor(), Actor::Seat(_)) {
            let position = after.position_text(Viewer::Omniscient);
            let limits = Limits { threads: self.threads, ..Limits::default() };
            // A failure here has nobody to be told to.
            let _ = self.start(position, false, limits, false, false);
        }
    }

    fn start(
        &mut self,
        position: String,
        hidden: bool,
        limits: Limits,
        asked: bool,
        waits: bool,
    ) -> Result<(), Refusal> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => match &self.net {
                Some(net) => new_engine_with_net(&self.rules, self.level, self.seed, Arc::clone(net))?,
                None => new_engine(&self.rules, self.level, self.seed)?,
            },
        };
        let stop = Arc::new(AtomicBool::new(false));
        self.thinking = Some(Thinking { stop: Arc::clone(&stop), asked, waits, done: None });
        let say = self.say.clone();
        let clock = Stopwatch::start();
        thread::spawn(move || {
            let on_progress = |analysis: &Analysis| {
                if asked {
                    // Nobody listens any more when the program ends.
                    let _ = say.send(EngineEvent::Info(info(analysis)));
                }
            };
            let control = SearchControl { timer: &clock, stop: &stop, on_progress: &on_progress };
            let analysis = engine.think(PositionView { position: &position, hidden }, &limits, &control);
            let _ = say.send(EngineEvent::Analysis(engine, analysis));
        });
        Ok(())
    }

    fn go(&mut self, ugi: &ugi::GoLimits) -> Result<(), Refusal> {
        let table = self.table()?;
        let Actor::Seat(seat) = table.actor() else {
            return Err(Refusal::new("nobody is to move here"));
        };
        let position = table.position_text(Viewer::Seat(seat));
        let hidden = position != table.position_text(Viewer::Omniscient);
        let mut limits = search_limits(ugi, seat);
        match self.level {
            Level::MaxFor(time) if !ugi.infinite => limits.time = Some(limits.time.unwrap_or(time).min(time)),
            // Nothing but a depth may take for ever.
            Level::Max if limits.nodes.is_none() && limits.time.is_none() && !ugi.infinite => {
                limits.time = Some(DEFAULT_MOVE_TIME);
            }
            _ => {}
        }
        let limits = Limits { threads: self.threads, lines: self.lines, ..limits };
        self.start(position, hidden, limits, true, ugi.infinite)
    }

    fn obey(&mut self, command: Command) -> Result<Vec<String>, Refusal> {
        let say = |line: String| Ok(vec![line]);
        match command {
            Command::Ugi => Ok(vec![
                format!("id name floe {} {} ({})", env!("CARGO_PKG_VERSION"), self.entry.id, self.level),
                "option name rules type string".into(),
                format!("option name level type string default {}", self.level),
                format!("option name threads type spin default {} min 1 max 256", self.threads),
                format!("option name lines type spin default {} min 1 max 64", self.lines),
                format!("option name ponder type check default {}", self.ponder),
                "ugiok".into(),
            ]),
            Command::NewGame => {
                self.table = None;
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
                Ok(Vec::new())
            }
            Command::SetOption(name, value) => self.set_option(&name, &value).map(|()| Vec::new()),
            Command::Position(place, moves) => self.set_up(&place, &moves).map(|()| Vec::new()),
            Command::Go(limits) => self.go(&limits).map(|()| Vec::new()),
            Command::IsReady | Command::Stop | Command::Quit => Ok(Vec::new()),
            Command::Query(query) => {
                let table = self.table()?;
                let turn = match table.actor() {
                    Actor::Seat(seat) => (seat + 1).to_string(),
                    _ => "none".into(),
                };
                let answer = match query {
                    Query::Turn => turn,
                    Query::P1Turn => (turn == "1").to_string(),
                    Query::GameOver => (table.actor() == Actor::Nobody).to_string(),
                    Query::Result => match table.result().map(|result| result.winners) {
                        None => "none".into(),
                        Some(winners) if winners.len() == 1 => format!("p{}win", winners[0] + 1),
                        Some(_) => "draw".into(),
                    },
                };
                say(format!("response {answer}"))
            }
            Command::LegalMoves => say(format!("legalmoves {}", self.table()?.legal_moves().join(" "))),
            Command::Perft(depth) => {
                let table = self.table()?;
                (1..=depth).map(|depth| Ok(format!("{depth} {}", table.perft(depth)?))).collect()
            }
        }
    }

    fn table(&mut self) -> Result<&dyn Table, Refusal> {
        if self.table.is_none() {
            self.table = Some(self.open(Start::Seed(0))?);
        }
        self.table.as_deref().ok_or_else(|| Refusal::new("no position"))
    }

    /// `rules` are said as on the command line, or as the JSON object of a record.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let number = |most: usize| match value.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(Refusal(format!("{name} is a number from 1 to {most}"))),
        };
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number(256)?,
            "lines" => self.lines = number(64)?,
            "ponder" => match value {
                "true" | "false" => self.ponder = value == "true",
                _ => return Err(Refusal::new("ponder is true or false")),
            },
            "level" => {
                self.level = Level::parse(value).map_err(Refusal)?;
                self.engine = None;
            }
            "game" => {
                self.entry = registry::find(value)?;
                self.change_rules(self.entry.default_rules());
            }
            "rules" => {
                let rules = match serde_json::from_str::<Value>(value) {
                    Ok(rules @ Value::Object(_)) => rules,
                    _ => Value::String(value.to_owned()),
                };
                self.change_rules(self.entry.parse_rules(Some(&rules))?);
            }
            // Other programs' options do no harm.
            _ => {}
        }
        Ok(())
    }

    fn change_rules(&mut self, rules: RuleSet) {
        self.adopt_rules(rules);
        self.table = None;
    }

    /// Takes other rules; engine and template belong to the rules they were made for.
    fn adopt_rules(&mut self, rules: RuleSet) {
        if rules != self.rules {
            self.rules = rules;
            self.engine = None;
            self.template = None;
        }
    }

    /// A table under the present rules, which are built once however many positions follow.
    fn open(&mut self, start: Start<'_>) -> Result<Box<dyn Table>, Refusal> {
        match &self.template {
            Some(template) => template.new_table(start),
            None => {
                let table = open(&self.rules, start)?;
                self.template = Some(table.fork());
                Ok(table)
            }
        }
    }

    fn set_up(&mut self, place: &PositionSource, moves: &[String]) -> Result<(), Refusal> {
        let before = self.rules.clone();
        if let PositionSource::Fen(text) = place {
            let mut rules = before.clone();
            self.entry.adopt_size(&mut rules, text);
            self.adopt_rules(rules);
        }
        match self.replay(place, moves) {
            Ok(table) => {
                self.table = Some(table);
                Ok(())
            }
            // A position that cannot be read leaves everything as it was.
            Err(refusal) => {
                self.adopt_rules(before);
                Err(refusal)
            }
        }
    }

    fn replay(&mut self, place: &PositionSource, moves: &[String]) -> Result<Box<dyn Table>, Refusal> {
        let mut table = match place {
            PositionSource::Start => self.open(Start::Seed(0))?,
            PositionSource::Fen(text) => self.open(Start::Position(text))?,
            PositionSource::View(text) => {
                let mut chance = self.chance.clone();
                let table = self.open(Start::View(text, &mut chance));
                self.chance = chance;
                table?
            }
        };
        for text in moves {
            play_next(&mut *table, text, &mut self.chance)?;
        }
        Ok(table)
    }
}

fn write_line(out: &mut dyn Write, text: &str) -> Said {
    Ok(writeln!(out, "{text}")?)
}

/// What is known, as UGI says it: values are per thousand of winning, and points ahead.
fn info(analysis: &Analysis) -> String {
    let mut words = format!("info depth {} nodes {}", analysis.depth, analysis.nodes);
    if let Some(line) = analysis.lines.first() {
        words += &format!(" score win {}", (line.evaluation.win * 1000.0).round());
        if let Some(margin) = line.evaluation.margin {
            words += &format!(" margin {margin:.1}");
        }
        if line.evaluation.exact {
            words += " exact";
        }
        words += " pv";
        for text in &line.moves {
            words += &format!(" {}", text.replace(' ', ""));
        }
    }
    words
}
