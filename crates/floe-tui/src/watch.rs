//! Watching a table on a server, as a spectator sees it.

use floe_games::switches::RuleSet;
use floe_games::{Event, GameRng, Outcome, Refusal, Start, Table, Viewer, open, registry};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::grid::GameDisplay;
use crate::move_picker::cells;
use crate::overlay::Overlay;
use crate::play::Effect;
use crate::reader::{Keys, Reader};
use crate::scene::{Marks, Scene, event_line, players, result_text};

/// The keys and what they do.
const HELP: Keys = &[("?", "the rules and these keys"), ("q", "quit")];

/// The complete state of a table on a server.
#[derive(Clone, Debug)]
pub struct LiveSnapshot {
    /// The rules.
    pub rules: RuleSet,
    /// The players, by seat.
    pub players: Vec<String>,
    /// The position as a spectator sees it; empty before the game.
    pub position: String,
    /// The events as far as a spectator sees them.
    pub events: Vec<Event>,
    /// The result.
    pub result: Option<Outcome>,
    /// Other status text: waiting for players, a lost connection.
    pub words: String,
}

/// A table on a server.
pub struct WatchScreen {
    place: String,
    live: Option<(LiveSnapshot, GameDisplay)>,
    table: Option<Box<dyn Table>>,
    words: String,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) effects: Vec<Effect>,
}

impl WatchScreen {
    /// Starts watching the table at an address; nothing is known yet.
    pub fn new(place: &str) -> WatchScreen {
        WatchScreen {
            place: place.to_owned(),
            live: None,
            table: None,
            words: "Waiting for the server …".into(),
            overlay: None,
            effects: Vec::new(),
        }
    }

    /// Handles a change of the table.
    pub fn hear(&mut self, live: LiveSnapshot) -> Result<(), Refusal> {
        let face = GameDisplay::new(&live.rules)?;
        self.table = match live.position.is_empty() {
            true => None,
            false => Some(seen(&live)?),
        };
        self.words = live.words.clone();
        self.live = Some((live, face));
        Ok(())
    }

    /// Shows a message, for example about a lost connection.
    pub fn say(&mut self, words: String) {
        self.words = words;
    }

    /// The text to show when there is no board to draw.
    pub fn message(&self) -> &str {
        &self.words
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        if let Some(Overlay::Read(reader)) = &mut self.overlay {
            if !reader.key(key) {
                self.overlay = None;
            }
            return;
        }
        match key.code {
            KeyCode::Char('?') | KeyCode::F(1) => {
                let game = self.live.as_ref().map(|(live, _)| registry::find(live.rules.game));
                if let Some(Ok(entry)) = game {
                    self.overlay = Some(Overlay::Read(Reader::help(entry, HELP)));
                }
            }
            KeyCode::Char('q') | KeyCode::Esc => self.effects.push(Effect::Quit),
            _ => {}
        }
    }

    /// The scene to draw; `None` before the game starts.
    pub fn scene(&self) -> Option<Scene<'_>> {
        let ((live, face), table) = (self.live.as_ref()?, self.table.as_deref()?);
        let name = |seat: usize| live.players.get(seat).cloned().unwrap_or_else(|| format!("seat {seat}"));
        let title = registry::find(live.rules.game).map_or("Floe", |entry| entry.name);
        let last = match (live.events.last(), &face.grid) {
            (Some(Event::Move { text: Some(text), .. }), Some(grid)) => cells(grid, text),
            _ => Vec::new(),
        };
        let end = live.result.as_ref().map(|outcome| format!("{}.", result_text(outcome, name)));
        Some(Scene {
            title: format!("{title}   {}", self.place),
            table,
            result: live.result.clone(),
            viewer: if live.result.is_some() { Viewer::Omniscient } else { Viewer::Spectator },
            face,
            marks: Marks { last, ..Marks::default() },
            options: Vec::new(),
            chosen: 0,
            players: players(table, face, live.result.as_ref(), name),
            note: end.iter().cloned().collect(),
            log: live.events.iter().map(|event| event_line(event, &face.glyphs)).collect(),
            status: format!(" {}", end.unwrap_or_else(|| self.words.clone())),
            keys: " ? rules and keys  q quit".into(),
        })
    }
}

/// A table that looks the same to a spectator; its hidden parts are arbitrary.
fn seen(live: &LiveSnapshot) -> Result<Box<dyn Table>, Refusal> {
    open(&live.rules, Start::Position(&live.position))
        .or_else(|_| open(&live.rules, Start::View(&live.position, &mut GameRng::for_player(0))))
}
