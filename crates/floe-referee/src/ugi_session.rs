//! The engine's side of UGI: commands in, replies out, with the search on its own thread.

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
use floe_games::{
    Actor, GameRng, Manifest, Refusal, SeatView, Start, Table, Viewer, open, play_next, registry,
};
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

/// Why a session ended early.
#[derive(Debug, Error)]
pub enum UgiError {
    /// The input cannot be read, or is not UGI at all.
    #[error("{0}")]
    Input(String),
    /// The answers cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

/// Nothing, unless the session ends early.
type Replied = Result<(), UgiError>;

/// An event that the session waits for.
enum EngineEvent {
    /// A line from the referee, or the error from reading it.
    Line(Result<String, String>),
    /// The input has ended.
    Closed,
    /// A progress line from the running search.
    Info(String),
    /// The search has finished and returns the engine.
    Analysis(Box<dyn Engine>, Result<Analysis, Refusal>),
}

fn listen(mut input: impl BufRead, events: &Sender<EngineEvent>) {
    loop {
        let mut line = Vec::new();
        let event = match (&mut input).take(MAX_LINE as u64 + 2).read_until(b'\n', &mut line) {
            Ok(0) => EngineEvent::Closed,
            Ok(_) if line.len() > MAX_LINE + 1 => {
                EngineEvent::Line(Err(format!("a line is longer than {MAX_LINE} bytes")))
            }
            Ok(_) => EngineEvent::Line(Ok(String::from_utf8_lossy(&line).into_owned())),
            Err(error) => EngineEvent::Line(Err(format!("standard input: {error}"))),
        };
        let last = !matches!(event, EngineEvent::Line(Ok(_)));
        if events.send(event).is_err() || last {
            return;
        }
    }
}

/// The engine's side of a UGI session.
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
    /// `None` while it thinks.
    engine: Option<Box<dyn Engine>>,
    thinking: Option<Thinking>,
    /// Events that arrived while a reply was due.
    later: VecDeque<EngineEvent>,
    events: Sender<EngineEvent>,
    incoming: Receiver<EngineEvent>,
}

struct Thinking {
    stop: Arc<AtomicBool>,
    /// The result is for the referee; otherwise the engine is pondering.
    for_referee: bool,
    /// The result may be sent only after `stop`.
    waits: bool,
    /// The result, if it came before it may be sent.
    done: Option<Result<Analysis, Refusal>>,
}

impl UgiSession {
    /// Starts a session for a game. The other side can change the game, the rules and the options.
    pub fn new(entry: &'static Manifest, rules: RuleSet, options: UgiOptions) -> UgiSession {
        let (events, incoming) = channel();
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
            events,
            incoming,
        }
    }

    /// Replies until `quit` or the end of the input. Reading has its own thread, so that `stop` is seen while the
    /// engine thinks.
    pub fn run(mut self, input: impl BufRead + Send + 'static, out: &mut dyn Write) -> Replied {
        let events = self.events.clone();
        thread::spawn(move || listen(input, &events));
        self.converse(out)
    }

    fn converse(&mut self, out: &mut dyn Write) -> Replied {
        loop {
            let event = match self.later.pop_front() {
                Some(event) => event,
                None => match self.incoming.recv() {
                    Ok(event) => event,
                    Err(_) => return Ok(()),
                },
            };
            match event {
                EngineEvent::Line(Err(message)) => return Err(UgiError::Input(message)),
                EngineEvent::Line(Ok(line)) => match Command::parse(&line) {
                    Ok(None) => continue,
                    Ok(Some(Command::Quit)) => {
                        self.stop(out)?;
                        break;
                    }
                    Ok(Some(command)) => self.on_command(command, out)?,
                    Err(refusal) => write_line(out, &format!("info string {refusal}"))?,
                },
                EngineEvent::Closed => break,
                EngineEvent::Info(line) => write_line(out, &line)?,
                EngineEvent::Analysis(engine, analysis) => self.on_result(engine, analysis, out)?,
            }
            out.flush()?;
        }
        // Commands received before the end of the input are still answered.
        self.finish(out)?;
        out.flush()?;
        Ok(())
    }

    fn on_command(&mut self, command: Command, out: &mut dyn Write) -> Replied {
        match command {
            Command::IsReady => return write_line(out, "readyok"),
            Command::Stop => return self.stop(out),
            _ => {}
        }
        // Any other command ends pondering and waits for a reply that is due.
        self.finish(out)?;
        match self.obey(command) {
            Ok(lines) => lines.iter().try_for_each(|line| write_line(out, line)),
            Err(refusal) => write_line(out, &format!("info string {refusal}")),
        }
    }

    /// Stops the search and sends the reply that is due.
    fn stop(&mut self, out: &mut dyn Write) -> Replied {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
            thinking.waits = false;
        }
        match self.thinking.as_mut().and_then(|thinking| thinking.done.take()) {
            Some(analysis) => self.answer(analysis, out),
            None => self.finish(out),
        }
    }

    /// Waits until no search is running.
    fn finish(&mut self, out: &mut dyn Write) -> Replied {
        match &self.thinking {
            Some(thinking) if !thinking.for_referee || thinking.waits => {
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
            match self.incoming.recv() {
                Ok(EngineEvent::Analysis(engine, analysis)) => self.on_result(engine, analysis, out)?,
                Ok(EngineEvent::Info(line)) => write_line(out, &line)?,
                // `stop` and `quit` cannot wait; other commands are handled in order.
                Ok(EngineEvent::Line(Ok(line))) => match Command::parse(&line) {
                    Ok(Some(command @ (Command::Stop | Command::Quit))) => {
                        if let Some(thinking) = &self.thinking {
                            thinking.stop.store(true, Ordering::Relaxed);
                        }
                        if command == Command::Quit {
                            self.later.push_back(EngineEvent::Line(Ok(line)));
                        }
                    }
                    Ok(Some(Command::IsReady)) => write_line(out, "readyok")?,
                    _ => self.later.push_back(EngineEvent::Line(Ok(line))),
                },
                Ok(other) => self.later.push_back(other),
                Err(_) => return Ok(()),
            }
            out.flush()?;
        }
        Ok(())
    }

    fn on_result(
        &mut self,
        engine: Box<dyn Engine>,
        analysis: Result<Analysis, Refusal>,
        out: &mut dyn Write,
    ) -> Replied {
        self.engine = Some(engine);
        match &mut self.thinking {
            Some(thinking) if !thinking.for_referee => {
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

    fn answer(&mut self, analysis: Result<Analysis, Refusal>, out: &mut dyn Write) -> Replied {
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

    /// Thinks while the opponent is to move. Does nothing where that is impossible.
    fn ponder_on(&mut self, best: &str) {
        let Some(table) = &self.table else { return };
        let mut after = table.fork();
        let Actor::Seat(seat) = after.actor() else { return };
        if !after.seat_view(seat).hidden
            && after.play(seat, best).is_ok()
            && matches!(after.actor(), Actor::Seat(_))
        {
            let position = after.position_text(Viewer::Omniscient);
            let limits = Limits { threads: self.threads, ..Limits::default() };
            // A failure here needs no report.
            let _ = self.start(position, false, limits, false, false);
        }
    }

    fn start(
        &mut self,
        position: String,
        hidden: bool,
        limits: Limits,
        for_referee: bool,
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
        self.thinking = Some(Thinking { stop: Arc::clone(&stop), for_referee, waits, done: None });
        let events = self.events.clone();
        let clock = Stopwatch::start();
        thread::spawn(move || {
            let on_progress = |analysis: &Analysis| {
                if for_referee {
                    // The receiver is gone only when the program ends.
                    let _ = events.send(EngineEvent::Info(info(analysis)));
                }
            };
            let control = SearchControl { timer: &clock, stop: &stop, on_progress: &on_progress };
            let analysis = engine.think(PositionView { position: &position, hidden }, &limits, &control);
            let _ = events.send(EngineEvent::Analysis(engine, analysis));
        });
        Ok(())
    }

    fn go(&mut self, ugi: &ugi::GoLimits) -> Result<(), Refusal> {
        let table = self.table()?;
        let Actor::Seat(seat) = table.actor() else {
            return Err(Refusal::invalid_request("no player is to move here"));
        };
        let SeatView { position, hidden } = table.seat_view(seat);
        let mut limits = search_limits(ugi, seat);
        match self.level {
            Level::MaxFor(time) if !ugi.infinite => limits.time = Some(limits.time.unwrap_or(time).min(time)),
            // A depth limit alone could take forever.
            Level::Max if limits.nodes.is_none() && limits.time.is_none() && !ugi.infinite => {
                limits.time = Some(DEFAULT_MOVE_TIME);
            }
            _ => {}
        }
        let limits = Limits { threads: self.threads, lines: self.lines, ..limits };
        self.start(position, hidden, limits, true, ugi.infinite)
    }

    fn obey(&mut self, command: Command) -> Result<Vec<String>, Refusal> {
        let reply = |line: String| Ok(vec![line]);
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
                reply(format!("response {answer}"))
            }
            Command::Display => {
                let table = self.table()?;
                let viewer = match table.actor() {
                    Actor::Seat(seat) if table.has_hidden_info() => Viewer::Seat(seat),
                    _ => Viewer::Omniscient,
                };
                let mut lines: Vec<String> = table.picture(viewer).lines().map(str::to_owned).collect();
                let turn = match table.actor() {
                    Actor::Seat(seat) => format!("p{}", seat + 1),
                    Actor::Chance => "chance".into(),
                    Actor::Nobody => "none".into(),
                };
                let scores: Vec<String> = table.scores().iter().map(i64::to_string).collect();
                lines.push(format!("position {}", table.position_text(viewer)));
                lines.push(format!("turn {turn}"));
                lines.push(format!("scores {}", scores.join(" ")));
                lines.push(format!("game {} {}", table.rules().game, table.rules().to_json()));
                Ok(lines)
            }
            Command::LegalMoves => reply(format!("legalmoves {}", self.table()?.legal_moves().join(" "))),
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
        self.table.as_deref().ok_or_else(|| Refusal::invalid_request("no position"))
    }

    /// `rules` is given as on the command line, or as the JSON object of a record.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let number = |max: usize| match value.parse::<usize>() {
            Ok(number) if (1..=max).contains(&number) => Ok(number),
            _ => Err(Refusal::invalid_request(format!("{name} must be a number from 1 to {max}"))),
        };
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number(256)?,
            "lines" => self.lines = number(64)?,
            "ponder" => match value {
                "true" | "false" => self.ponder = value == "true",
                _ => return Err(Refusal::invalid_request("ponder must be true or false")),
            },
            "level" => {
                self.level = Level::parse(value).map_err(Refusal::invalid_request)?;
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
            // Unknown options are ignored, as other programs send their own.
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

/// An analysis as a UGI info line: the win probability per thousand, and the margin in points.
fn info(analysis: &Analysis) -> String {
    let mut info = format!("info depth {} nodes {}", analysis.depth, analysis.nodes);
    if let Some(line) = analysis.lines.first() {
        info += &format!(" score win {}", (line.evaluation.win * 1000.0).round());
        if let Some(margin) = line.evaluation.margin {
            info += &format!(" margin {margin:.1}");
        }
        if line.evaluation.exact {
            info += " exact";
        }
        info += " pv";
        for text in &line.moves {
            info += &format!(" {}", text.replace(' ', ""));
        }
    }
    info
}

fn write_line(out: &mut dyn Write, text: &str) -> Replied {
    Ok(writeln!(out, "{text}")?)
}
