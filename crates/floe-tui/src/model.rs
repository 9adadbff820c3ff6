//! The one model behind the screen: keys, pointing and messages go in, frames come out.

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
    /// Looking through a record.
    Replay(Box<Replay>),
    /// Watching a table elsewhere.
    Watch(Box<WatchScreen>),
}

/// Something that comes from outside while the screen is up.
pub enum Update {
    /// A table elsewhere has changed.
    Live(Box<LiveSnapshot>),
    /// Something is to be said.
    Words(String),
    /// Nothing more will come, and why.
    Ended(String),
}

impl Model {
    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.wish(Effect::Quit);
        }
        match self {
            Model::Play(play) => play.key(key),
            Model::Replay(replay) => replay.key(key),
            Model::Watch(watching) => watching.key(key),
        }
    }

    /// A place of the screen was clicked; the hits are those of the last frame.
    pub fn click(&mut self, column: u16, row: u16, hits: &HitMap) {
        if let (Model::Play(play), Some(hit)) = (self, hits.at(column, row)) {
            play.click(hit);
        }
    }

    /// An engine has answered.
    pub fn on_engine_reply(&mut self, answer: EngineReply) {
        if let Model::Play(play) = self {
            play.hear(answer);
        }
    }

    /// Something was done with a file.
    pub fn on_file_result(&mut self, filed: FileResult) {
        if let Model::Play(play) = self {
            play.filed(filed);
        }
    }

    /// Something came from outside.
    pub fn news(&mut self, news: Update) {
        if let Model::Watch(watching) = self {
            match news {
                Update::Live(live) => {
                    if let Err(refusal) = watching.hear(*live) {
                        watching.say(refusal.to_string());
                    }
                }
                Update::Words(words) | Update::Ended(words) => watching.say(words),
            }
        }
    }

    /// Time has passed; has anything changed?
    pub fn tick(&mut self, passed: Duration) -> bool {
        match self {
            Model::Replay(replay) => replay.tick(passed),
            _ => false,
        }
    }

    /// What is to be done outside.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        match self {
            Model::Play(play) => play.take_effects(),
            Model::Replay(replay) => replay.take_effects(),
            Model::Watch(watching) => watching.take_effects(),
        }
    }

    fn wish(&mut self, wish: Effect) {
        match self {
            Model::Play(play) => play.wish(wish),
            Model::Replay(replay) => replay.wish(wish),
            Model::Watch(watching) => watching.wish(wish),
        }
    }

    /// Draws a frame and says what lies where.
    pub fn draw(&self, look: DisplayMode, frame: &mut Frame<'_>) -> HitMap {
        match self {
            Model::Play(play) => draw(&play.scene(), play.overlay(), look, frame),
            Model::Replay(replay) => draw(&replay.scene(), replay.overlay(), look, frame),
            Model::Watch(watching) => match watching.scene() {
                Some(scene) => draw(&scene, watching.overlay(), look, frame),
                None => {
                    frame.render_widget(Paragraph::new(look.text(watching.message())), frame.area());
                    HitMap::default()
                }
            },
        }
    }
}
