//! Looking through a recorded game, event by event.

use std::collections::BTreeMap;
use std::time::Duration;

use floe_games::{Action, Event, Outcome, Record, Refusal, Table, Viewer, registry};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::grid::GameDisplay;
use crate::move_picker::cells;
use crate::overlay::Overlay;
use crate::play::Effect;
use crate::scene::{Marks, Scene, event_line, players, result_text};

/// How long autoplay shows each event.
const PACE: Duration = Duration::from_millis(800);
/// A table is kept after so many events, so that going back is quick.
const KEEP: usize = 32;

/// The keys and what they do.
const HELP: &[(&str, &str)] = &[
    ("Right Left", "one event on or back"),
    ("PgDn PgUp", "ten events on or back"),
    ("Home End", "to the start, to the end"),
    ("Space", "play by itself, or stop that"),
    ("? q", "this help; quit"),
];

/// A recorded game, at some point of it.
pub struct Replay {
    record: Record,
    face: GameDisplay,
    table: Box<dyn Table>,
    at: usize,
    kept: Vec<Box<dyn Table>>,
    /// Counts of offers to stop, worked out once.
    counts: BTreeMap<usize, Result<Outcome, Refusal>>,
    runs: bool,
    since: Duration,
    overlay: Option<Overlay>,
    wishes: Vec<Effect>,
}

impl Replay {
    /// A record from its start; it must follow the rules.
    pub fn new(record: Record) -> Result<Replay, Refusal> {
        let table = record.open()?;
        let mut kept = vec![table.fork()];
        let mut counts = BTreeMap::new();
        record.replay_with(|number, event, table| {
            if number.is_multiple_of(KEEP) {
                kept.push(table.fork());
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
            kept,
            counts,
            runs: false,
            since: Duration::ZERO,
            overlay: None,
            wishes: Vec::new(),
        })
    }

    /// What lies over the board.
    pub fn overlay(&self) -> Option<&Overlay> {
        self.overlay.as_ref()
    }

    /// Wishes for something to be done outside.
    pub(crate) fn wish(&mut self, wish: Effect) {
        self.wishes.push(wish);
    }

    /// What is to be done outside.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.wishes)
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        if self.overlay.take().is_some() {
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
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Some(Overlay::Help(HELP)),
            KeyCode::Char('q') | KeyCode::Esc => self.wishes.push(Effect::Quit),
            _ => {}
        }
    }

    /// Time has passed; has anything changed?
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
        let near = to / KEEP;
        if to < self.at || self.at < near * KEEP {
            let kept = near.min(self.kept.len() - 1);
            (self.table, self.at) = (self.kept[kept].fork(), kept * KEEP);
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

    /// What there is to show.
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
            None if self.runs => "Playing by itself; Space stops it.".into(),
            None => "A recorded game.".into(),
        };
        Scene {
            title: format!("{title}   replay, event {} of {}", self.at, self.record.events.len()),
            table: &*self.table,
            viewer: Viewer::Omniscient,
            face: &self.face,
            marks: Marks { last, ..Marks::default() },
            options: Vec::new(),
            chosen: 0,
            players: players(&*self.table, &self.face, name),
            note: result.iter().map(|outcome| format!("{}.", result_text(outcome, name))).collect(),
            log: events.iter().map(|event| event_line(event, &self.face.marks)).collect(),
            status: format!(" {status}"),
            keys: " Left Right  PgUp PgDn  Home End  Space plays  ? help  q quit".into(),
        }
    }
}
