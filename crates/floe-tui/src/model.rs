//! The model behind the screen: keys, mouse clicks and messages go in, frames come out.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::widgets::Paragraph;

use crate::display::DisplayMode;
use crate::draw::{HitMap, draw};
use crate::engine_thread::EngineReply;
use crate::play::{Effect, FileResult, Play};
use crate::replay::Replay;
use crate::watch::{LiveSnapshot, WatchScreen};

/// What the screen is used for.
pub enum Model {
    /// Playing.
    Play(Box<Play>),
    /// Replaying a record.
    Replay(Box<Replay>),
    /// Watching a table on a server.
    Watch(Box<WatchScreen>),
}

/// A message from outside while the screen is shown.
pub enum Update {
    /// The table has changed.
    Live(Box<LiveSnapshot>),
    /// A message to show.
    Words(String),
    /// The last message, with the reason.
    Ended(String),
}

impl Model {
    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.effects().push(Effect::Quit);
        }
        match self {
            Model::Play(play) => play.key(key),
            Model::Replay(replay) => replay.key(key),
            Model::Watch(watching) => watching.key(key),
        }
    }

    /// Handles a mouse click; `hits` are the targets of the last frame.
    pub fn click(&mut self, column: u16, row: u16, hits: &HitMap) {
        if let (Model::Play(play), Some(hit)) = (self, hits.at(column, row)) {
            play.click(hit);
        }
    }

    /// Handles a reply of an engine.
    pub fn on_engine_reply(&mut self, answer: EngineReply) {
        if let Model::Play(play) = self {
            play.hear(answer);
        }
    }

    /// Handles the result of a file operation.
    pub fn on_file_result(&mut self, filed: FileResult) {
        if let Model::Play(play) = self {
            play.filed(filed);
        }
    }

    /// Handles a message from outside.
    pub fn news(&mut self, news: Update) {
        if let Model::Watch(watching) = self {
            match news {
                Update::Live(live) => {
                    if let Err(refusal) = watching.hear(*live) {
                        watching.say(refusal.to_string());
                    }
                }
                Update::Words(message) | Update::Ended(message) => watching.say(message),
            }
        }
    }

    /// Handles the passing of time; returns whether anything changed.
    pub fn tick(&mut self, passed: Duration) -> bool {
        match self {
            Model::Replay(replay) => replay.tick(passed),
            _ => false,
        }
    }

    /// Takes the effects to carry out.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(self.effects())
    }

    fn effects(&mut self) -> &mut Vec<Effect> {
        match self {
            Model::Play(play) => &mut play.effects,
            Model::Replay(replay) => &mut replay.effects,
            Model::Watch(watching) => &mut watching.effects,
        }
    }

    /// Draws a frame and returns its click targets.
    pub fn draw(&self, display: DisplayMode, frame: &mut Frame<'_>) -> HitMap {
        match self {
            Model::Play(play) => draw(&play.scene(), play.overlay.as_ref(), display, frame),
            Model::Replay(replay) => draw(&replay.scene(), replay.overlay.as_ref(), display, frame),
            Model::Watch(watching) => match watching.scene() {
                Some(scene) => draw(&scene, watching.overlay.as_ref(), display, frame),
                None => {
                    frame.render_widget(Paragraph::new(display.text(watching.message())), frame.area());
                    HitMap::default()
                }
            },
        }
    }
}
