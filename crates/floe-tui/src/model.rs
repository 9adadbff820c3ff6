//! The model behind the screen: keys, mouse clicks and messages go in, frames come out.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::widgets::Paragraph;

use crate::display::DisplayMode;
use crate::draw::{HitMap, HitTarget, draw, draw_menu};
use crate::engine_thread::EngineReply;
use crate::menu::Menu;
use crate::play::{Effect, FileResult, Play};
use crate::replay::Replay;
use crate::watch::{LiveSnapshot, WatchScreen};

/// What the screen is used for.
pub enum Model {
    /// Choosing a game.
    Menu(Box<Menu>),
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
            Model::Menu(menu) => menu.key(key),
            Model::Play(play) => play.key(key),
            Model::Replay(replay) => replay.key(key),
            Model::Watch(watching) => watching.key(key),
        }
        self.turn_page();
    }

    /// Goes from the menu to the chosen game, or from a game to the menu.
    fn turn_page(&mut self) {
        let next = match self {
            Model::Menu(menu) => menu.chosen.take().map(Model::Play),
            Model::Play(play) if play.wants_menu => Some(Model::Menu(Box::new(play.menu()))),
            _ => None,
        };
        if let Some(next) = next {
            *self = next;
        }
    }

    /// Handles a mouse click; `hits` are the targets of the last frame.
    pub fn click(&mut self, column: u16, row: u16, hits: &HitMap) {
        match (self, hits.at(column, row)) {
            (Model::Play(play), Some(hit)) => play.click(hit),
            (Model::Menu(menu), Some(HitTarget::Menu(target))) => menu.click(target),
            _ => {}
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
        match self {
            Model::Play(play) => play.filed(filed),
            Model::Menu(menu) => menu.filed(filed),
            _ => {}
        }
        self.turn_page();
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
            Model::Menu(menu) => &mut menu.effects,
            Model::Play(play) => &mut play.effects,
            Model::Replay(replay) => &mut replay.effects,
            Model::Watch(watching) => &mut watching.effects,
        }
    }

    /// Draws a frame and returns its click targets.
    pub fn draw(&self, display: DisplayMode, frame: &mut Frame<'_>) -> HitMap {
        match self {
            Model::Menu(menu) => draw_menu(menu, display, frame),
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
