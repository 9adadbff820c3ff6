//! The one model behind the screen: keys, pointing and messages go in, frames come out.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::widgets::Paragraph;

use crate::draw::{Hits, draw};
use crate::look::Look;
use crate::play::{Filed, Play, Wish};
use crate::replay::Replay;
use crate::thinker::Answer;
use crate::watch::{Live, Watching};

/// What the screen is used for.
pub enum Model {
    /// Playing.
    Play(Box<Play>),
    /// Looking through a record.
    Replay(Box<Replay>),
    /// Watching a table elsewhere.
    Watch(Box<Watching>),
}

/// Something that comes from outside while the screen is up.
pub enum News {
    /// A table elsewhere has changed.
    Live(Box<Live>),
    /// Something is to be said.
    Words(String),
    /// Nothing more will come, and why.
    Ended(String),
}

impl Model {
    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.wish(Wish::Quit);
        }
        match self {
            Model::Play(play) => play.key(key),
            Model::Replay(replay) => replay.key(key),
            Model::Watch(watching) => watching.key(key),
        }
    }

    /// A place of the screen was clicked; the hits are those of the last frame.
    pub fn click(&mut self, column: u16, row: u16, hits: &Hits) {
        if let (Model::Play(play), Some(hit)) = (self, hits.at(column, row)) {
            play.click(hit);
        }
    }

    /// An engine has answered.
    pub fn hear(&mut self, answer: Answer) {
        if let Model::Play(play) = self {
            play.hear(answer);
        }
    }

    /// Something was done with a file.
    pub fn filed(&mut self, filed: Filed) {
        if let Model::Play(play) = self {
            play.filed(filed);
        }
    }

    /// Something came from outside.
    pub fn news(&mut self, news: News) {
        if let Model::Watch(watching) = self {
            match news {
                News::Live(live) => {
                    if let Err(refusal) = watching.hear(*live) {
                        watching.say(refusal.to_string());
                    }
                }
                News::Words(words) | News::Ended(words) => watching.say(words),
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
    pub fn take_wishes(&mut self) -> Vec<Wish> {
        match self {
            Model::Play(play) => play.take_wishes(),
            Model::Replay(replay) => replay.take_wishes(),
            Model::Watch(watching) => watching.take_wishes(),
        }
    }

    fn wish(&mut self, wish: Wish) {
        match self {
            Model::Play(play) => play.wish(wish),
            Model::Replay(replay) => replay.wish(wish),
            Model::Watch(watching) => watching.wish(wish),
        }
    }

    /// Draws a frame and says what lies where.
    pub fn draw(&self, look: Look, frame: &mut Frame<'_>) -> Hits {
        match self {
            Model::Play(play) => draw(&play.scene(), play.overlay(), look, frame),
            Model::Replay(replay) => draw(&replay.scene(), replay.overlay(), look, frame),
            Model::Watch(watching) => match watching.scene() {
                Some(scene) => draw(&scene, watching.overlay(), look, frame),
                None => {
                    frame.render_widget(Paragraph::new(look.text(watching.words())), frame.area());
                    Hits::default()
                }
            },
        }
    }
}
