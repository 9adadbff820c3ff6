//! Pages to read over the board: the rules, the keys, a review.

use std::cell::Cell;

use floe_games::Manifest;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::rules_page::{rules_page, rules_text};

/// Keys with what they do.
pub type Keys = &'static [(&'static str, &'static str)];

/// Pages to read, one of which is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    pages: Vec<(&'static str, Page)>,
    shown: usize,
    /// The first line on the screen; drawing keeps it within the page.
    pub(crate) top: Cell<usize>,
    /// The lines that fit the screen, as of the last frame.
    pub(crate) height: Cell<usize>,
}

/// The content of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    Rules(&'static str),
    Keys(Keys),
    Text(Vec<String>),
}

impl Reader {
    /// The rules of a game and the keys.
    pub fn help(game: &Manifest, keys: Keys) -> Reader {
        let rules = rules_page(game).map(|page| ("Rules", Page::Rules(page)));
        Reader::new(rules.into_iter().chain([("Keys", Page::Keys(keys))]).collect())
    }

    /// A text.
    pub fn text(title: &'static str, text: &str) -> Reader {
        Reader::new(vec![(title, Page::Text(text.lines().map(str::to_owned).collect()))])
    }

    fn new(pages: Vec<(&'static str, Page)>) -> Reader {
        Reader { pages, shown: 0, top: Cell::new(0), height: Cell::new(1) }
    }

    /// The titles of the pages, and which is shown.
    pub fn titles(&self) -> (Vec<&'static str>, usize) {
        (self.pages.iter().map(|(title, _)| *title).collect(), self.shown)
    }

    /// The lines of the shown page, as long as they fit `width`.
    pub fn lines(&self, width: usize) -> Vec<String> {
        match &self.pages[self.shown].1 {
            Page::Rules(page) => rules_text(page, width, false).lines().map(str::to_owned).collect(),
            Page::Keys(keys) => keys.iter().map(|(key, what)| format!("{key:<15}{what}")).collect(),
            Page::Text(lines) => lines.clone(),
        }
    }

    /// Handles a key; returns whether the reader stays open.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let (top, page) = (self.top.get(), self.height.get().saturating_sub(1).max(1));
        let count = self.pages.len();
        let turn = |reader: &mut Reader, by: usize| {
            reader.shown = (reader.shown + by) % count;
            reader.top.set(0);
        };
        match key.code {
            KeyCode::Down | KeyCode::Enter | KeyCode::Char('j') => self.top.set(top + 1),
            KeyCode::Up | KeyCode::Char('k') => self.top.set(top.saturating_sub(1)),
            KeyCode::PageDown | KeyCode::Char(' ') => self.top.set(top + page),
            KeyCode::PageUp | KeyCode::Char('b') => self.top.set(top.saturating_sub(page)),
            KeyCode::Home => self.top.set(0),
            KeyCode::End => self.top.set(usize::MAX),
            KeyCode::Tab | KeyCode::Right => turn(self, 1),
            KeyCode::BackTab | KeyCode::Left => turn(self, count - 1),
            KeyCode::Esc | KeyCode::Char('q' | '?') | KeyCode::F(1) => return false,
            _ => {}
        }
        true
    }
}
