//! Replaying a recorded game, event by event.

use std::collections::BTreeMap;
use std::time::Duration;

use floe_games::{Action, Event, Outcome, Record, Refusal, Table, Viewer, registry};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::grid::GameDisplay;
use crate::move_picker::cells;
use crate::overlay::Overlay;
use crate::play::Effect;
use crate::reader::{Keys, Reader};
use crate::scene::{Marks, Scene, event_line, players, result_text};

/// How long autoplay shows each event.
const PACE: Duration = Duration::from_millis(800);
/// A copy of the table is stored every `CHECKPOINT_EVERY` events, so that stepping back is quick.
const CHECKPOINT_EVERY: usize = 32;

/// The keys and what they do.
const HELP: Keys = &[
    ("Right Left", "one event forward or back"),
    ("PgDn PgUp", "ten events forward or back"),
    ("Home End", "to the start, to the end"),
    ("Space", "start or stop autoplay"),
    ("?", "the rules and these keys"),
    ("q", "quit"),
];

/// A recorded game at one of its events.
pub struct Replay {
    record: Record,
    face: GameDisplay,
    table: Box<dyn Table>,
    at: usize,
    checkpoints: Vec<Box<dyn Table>>,
    /// The outcomes of offers to stop, worked out once.
    counts: BTreeMap<usize, Result<Outcome, Refusal>>,
    runs: bool,
    since: Duration,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) effects: Vec<Effect>,
}

impl Replay {
    /// A record from its start; it must be legal.
    pub fn new(record: Record) -> Result<Replay, Refusal> {
        let table = record.open()?;
        let mut checkpoints = vec![table.fork()];
        let mut counts = BTreeMap::new();
        record.replay_with(|number, event, table| {
            if number.is_multiple_of(CHECKPOINT_EVERY) {
                checkpoints.push(table.fork());
            }
            if matches!(event, Event::Act { action: Action::OfferStop, .. }) {
                counts.extend(table.adjudication().map(|count| (number, count)));
            }
        })?;
        Ok(Replay {
            face: GameDisplay::new(table.rules())?,
            record,
            table,
            at: 0,
            checkpoints,
            counts,
            runs: false,
            since: Duration::ZERO,
            overlay: None,
            effects: Vec::new(),
        })
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        if let Some(Overlay::Read(reader)) = &mut self.overlay {
            if !reader.key(key) {
                self.overlay = None;
            }
            return;
        }
        let runs = std::mem::take(&mut self.runs);
        match key.code {
            KeyCode::Right | KeyCode::Down | KeyCode::Enter => self.go(self.at + 1),
            KeyCode::Left | KeyCode::Up => self.go(self.at.saturating_sub(1)),
            KeyCode::PageDown => self.go(self.at + 10),
            KeyCode::PageUp => self.go(self.at.saturating_sub(10)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(usize::MAX),
            KeyCode::Char(' ') => (self.runs, self.since) = (!runs, Duration::ZERO),
            KeyCode::Char('?') | KeyCode::F(1) => {
                if let Ok(entry) = registry::find(&self.record.game) {
                    self.overlay = Some(Overlay::Read(Reader::help(entry, HELP)));
                }
            }
            KeyCode::Char('q') | KeyCode::Esc => self.effects.push(Effect::Quit),
            _ => {}
        }
    }

    /// Handles the passing of time; returns whether anything changed.
    pub fn tick(&mut self, passed: Duration) -> bool {
        if !self.runs {
            return false;
        }
        self.since += passed;
        if self.since < PACE {
            return false;
        }
        self.since = Duration::ZERO;
        self.go(self.at + 1);
        self.runs = self.at < self.record.events.len();
        true
    }

    fn go(&mut self, to: usize) {
        let to = to.min(self.record.events.len());
        let near = to / CHECKPOINT_EVERY;
        if to < self.at || self.at < near * CHECKPOINT_EVERY {
            let checkpoints = near.min(self.checkpoints.len() - 1);
            (self.table, self.at) = (self.checkpoints[checkpoints].fork(), checkpoints * CHECKPOINT_EVERY);
        }
        while self.at < to {
            if let Some(count) = self.counts.get(&(self.at + 1)) {
                self.table.set_adjudication(count.clone());
            }
            // The whole record was checked at the start.
            if self.table.apply_event(&self.record.events[self.at]).is_err() {
                return;
            }
            self.at += 1;
        }
    }

    /// The scene to draw.
    pub fn scene(&self) -> Scene<'_> {
        let name = |seat: usize| match self.record.players.get(seat) {
            Some(player) => player.name.clone(),
            None => format!("seat {seat}"),
        };
        let title = registry::find(&self.record.game).map_or("Floe", |entry| entry.name);
        let events = &self.record.events[..self.at];
        let last = match (events.last(), &self.face.grid) {
            (Some(Event::Move { text: Some(text), .. }), Some(grid)) => cells(grid, text),
            _ => Vec::new(),
        };
        let result = self.table.result();
        let status = match &result {
            Some(outcome) => format!("{}.", result_text(outcome, name)),
            None if self.runs => "Autoplay; Space stops it.".into(),
            None => "A recorded game.".into(),
        };
        Scene {
            title: format!("{title}   replay, event {} of {}", self.at, self.record.events.len()),
            table: &*self.table,
            result: result.clone(),
            viewer: Viewer::Omniscient,
            face: &self.face,
            marks: Marks { last, ..Marks::default() },
            options: Vec::new(),
            chosen: 0,
            players: players(&*self.table, &self.face, result.as_ref(), name),
            note: result.iter().map(|outcome| format!("{}.", result_text(outcome, name))).collect(),
            log: events.iter().map(|event| event_line(event, &self.face.glyphs)).collect(),
            status: format!(" {status}"),
            keys: " Left Right  PgUp PgDn  Home End  Space autoplay  ? rules and keys  q quit".into(),
        }
    }
}
