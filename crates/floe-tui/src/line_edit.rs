//! A line of text that is being typed, with the keys that shells have.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The maximum length of a line, in characters.
const MAX_LENGTH: usize = 240;

/// A line of text with a cursor, earlier lines to go back to, and words that Tab completes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineEdit {
    letters: Vec<char>,
    /// The number of letters before the cursor.
    cursor: usize,
    /// Earlier lines, the latest at the end.
    history: Vec<String>,
    /// The shown earlier line; the length of `history` for the line itself.
    recalled: usize,
    /// The line as it was before an earlier one was recalled.
    draft: String,
    /// What Tab completes to.
    completions: Vec<String>,
}

impl LineEdit {
    /// A line with some text, and the cursor at its end.
    pub fn new(text: &str) -> LineEdit {
        let letters: Vec<char> = text.chars().take(MAX_LENGTH).collect();
        LineEdit { cursor: letters.len(), letters, ..LineEdit::default() }
    }

    /// The same with earlier lines, the latest at the end.
    pub fn with_history(self, history: Vec<String>) -> LineEdit {
        LineEdit { recalled: history.len(), history, ..self }
    }

    /// The same with texts that Tab completes to.
    pub fn with_completions(self, completions: Vec<String>) -> LineEdit {
        LineEdit { completions, ..self }
    }

    /// The text.
    pub fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// The text before the cursor, the letter under it, and the text after that; at most `width` characters in all, those
    /// around the cursor.
    pub fn visible(&self, width: usize) -> (String, char, String) {
        let first = self.cursor.saturating_sub(width.saturating_sub(1));
        let shown = |from: usize, to: usize| self.letters[from..to].iter().collect::<String>();
        let under = self.letters.get(self.cursor).copied().unwrap_or(' ');
        let after = (self.cursor + 1).min(self.letters.len());
        let last = (first + width).clamp(after, self.letters.len().max(after));
        (shown(first, self.cursor), under, shown(after, last.min(self.letters.len())))
    }

    /// Handles a key: letters, the arrow keys and the keys of line editors in shells.
    pub fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let end = self.letters.len();
        match (key.code, control, alt) {
            (KeyCode::Left, true, _) | (KeyCode::Left, _, true) | (KeyCode::Char('b'), _, true) => {
                self.cursor = self.word_before();
            }
            (KeyCode::Right, true, _) | (KeyCode::Right, _, true) | (KeyCode::Char('f'), _, true) => {
                self.cursor = self.word_after();
            }
            (KeyCode::Left, ..) | (KeyCode::Char('b'), true, _) => {
                self.cursor = self.cursor.saturating_sub(1);
            }
            (KeyCode::Right, ..) | (KeyCode::Char('f'), true, _) => self.cursor = (self.cursor + 1).min(end),
            (KeyCode::Home, ..) | (KeyCode::Char('a'), true, _) => self.cursor = 0,
            (KeyCode::End, ..) | (KeyCode::Char('e'), true, _) => self.cursor = end,
            (KeyCode::Backspace, false, true) | (KeyCode::Char('w'), true, _) => {
                self.delete(self.word_before(), self.cursor);
            }
            (KeyCode::Backspace, ..) | (KeyCode::Char('h'), true, _) => {
                self.delete(self.cursor.saturating_sub(1), self.cursor);
            }
            (KeyCode::Char('d'), _, true) => self.delete(self.cursor, self.word_after()),
            (KeyCode::Delete, ..) | (KeyCode::Char('d'), true, _) => {
                self.delete(self.cursor, (self.cursor + 1).min(end));
            }
            (KeyCode::Char('u'), true, _) => self.delete(0, self.cursor),
            (KeyCode::Char('k'), true, _) => self.delete(self.cursor, end),
            (KeyCode::Up, ..) | (KeyCode::Char('p'), true, _) => self.recall(self.recalled.checked_sub(1)),
            (KeyCode::Down, ..) | (KeyCode::Char('n'), true, _) => self.recall(Some(self.recalled + 1)),
            (KeyCode::Tab, ..) => self.complete(),
            (KeyCode::Char(letter), false, false) if end < MAX_LENGTH => {
                self.letters.insert(self.cursor, letter);
                self.cursor += 1;
            }
            _ => {}
        }
    }

    fn delete(&mut self, from: usize, to: usize) {
        self.letters.drain(from..to);
        self.cursor = from;
    }

    /// Where the word before the cursor begins.
    fn word_before(&self) -> usize {
        let mut at = self.cursor;
        while at > 0 && self.letters[at - 1] == ' ' {
            at -= 1;
        }
        while at > 0 && self.letters[at - 1] != ' ' {
            at -= 1;
        }
        at
    }

    /// Where the word after the cursor ends.
    fn word_after(&self) -> usize {
        let mut at = self.cursor;
        while at < self.letters.len() && self.letters[at] == ' ' {
            at += 1;
        }
        while at < self.letters.len() && self.letters[at] != ' ' {
            at += 1;
        }
        at
    }

    fn recall(&mut self, to: Option<usize>) {
        let Some(to) = to.filter(|&to| to <= self.history.len()) else { return };
        if self.recalled == self.history.len() {
            self.draft = self.text();
        }
        self.recalled = to;
        let text = self.history.get(to).unwrap_or(&self.draft);
        self.letters = text.chars().collect();
        self.cursor = self.letters.len();
    }

    /// Adds what all completions have in common.
    fn complete(&mut self) {
        let text = self.text();
        let mut matching = self.completions.iter().filter(|one| one.starts_with(&text));
        let Some(first) = matching.next() else { return };
        let mut common: Vec<char> = first.chars().take(MAX_LENGTH).collect();
        for other in matching {
            let same = common.iter().zip(other.chars()).take_while(|(one, other)| **one == *other).count();
            common.truncate(same);
        }
        self.letters = common;
        self.cursor = self.letters.len();
    }

    /// How many completions match, and the first few.
    pub fn matches(&self, count: usize) -> (usize, Vec<&str>) {
        let text = self.text();
        let matching = self.completions.iter().filter(|one| one.starts_with(&text)).map(String::as_str);
        (matching.clone().count(), matching.take(count).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(line: LineEdit, keys: &[(KeyCode, KeyModifiers)]) -> String {
        let mut line = line;
        for &(code, modifiers) in keys {
            line.key(KeyEvent::new(code, modifiers));
        }
        let (before, under, after) = line.visible(MAX_LENGTH);
        format!("{before}|{under}{after}").trim_end().to_owned()
    }

    #[test]
    fn the_usual_keys_work() {
        use KeyCode::{Backspace, Char, Delete, End, Home, Left, Right};
        const NONE: KeyModifiers = KeyModifiers::NONE;
        const CTRL: KeyModifiers = KeyModifiers::CONTROL;
        const ALT: KeyModifiers = KeyModifiers::ALT;
        let cases: &[(&[(KeyCode, KeyModifiers)], &str)] = &[
            (&[(Char('x'), NONE)], "ab cd efx|"),
            (&[(Left, NONE), (Char('x'), NONE)], "ab cd ex|f"),
            (&[(Left, NONE), (Right, NONE), (Right, NONE)], "ab cd ef|"),
            (&[(Home, NONE), (Delete, NONE)], "|b cd ef"),
            (&[(Char('a'), CTRL), (Char('d'), CTRL)], "|b cd ef"),
            (&[(Char('a'), CTRL), (Char('e'), CTRL), (Backspace, NONE)], "ab cd e|"),
            (&[(Char('h'), CTRL)], "ab cd e|"),
            (&[(Char('w'), CTRL)], "ab cd |"),
            (&[(Backspace, ALT), (Backspace, ALT)], "ab |"),
            (&[(Left, CTRL), (Left, CTRL)], "ab |cd ef"),
            (&[(Char('b'), ALT), (Char('k'), CTRL)], "ab cd |"),
            (&[(Char('b'), ALT), (Char('u'), CTRL)], "|ef"),
            (&[(Home, NONE), (Char('f'), ALT), (Char('f'), CTRL)], "ab |cd ef"),
            (&[(Home, NONE), (Right, ALT), (Char('d'), ALT)], "ab| ef"),
            (&[(Home, NONE), (Backspace, NONE), (Left, NONE)], "|ab cd ef"),
            (&[(End, NONE), (Delete, NONE)], "ab cd ef|"),
            (&[(Char('z'), CTRL)], "ab cd ef|"),
        ];
        for (keys, expected) in cases {
            let result = edit(LineEdit::new("ab cd ef"), keys);
            assert_eq!(result.trim_end(), expected.trim_end(), "{keys:?}");
        }
    }

    #[test]
    fn earlier_lines_come_back_and_the_draft_is_kept() {
        let key = |code| (code, KeyModifiers::NONE);
        let line = || LineEdit::new("new").with_history(vec!["one".into(), "two".into()]);
        let (up, down) = (key(KeyCode::Up), key(KeyCode::Down));
        assert_eq!(edit(line(), &[up]), "two|");
        assert_eq!(edit(line(), &[up, up, up]), "one|");
        assert_eq!(edit(line(), &[up, up, down]), "two|");
        assert_eq!(edit(line(), &[up, down, down]), "new|");
    }

    #[test]
    fn tab_completes_as_far_as_it_is_clear() {
        let moves = || vec!["d1-d7/g7".into(), "d1-d7/a7".into(), "a4-a5/a4".into()];
        let tab = [(KeyCode::Tab, KeyModifiers::NONE)];
        assert_eq!(edit(LineEdit::new("d").with_completions(moves()), &tab), "d1-d7/|");
        assert_eq!(edit(LineEdit::new("a").with_completions(moves()), &tab), "a4-a5/a4|");
        assert_eq!(edit(LineEdit::new("x").with_completions(moves()), &tab), "x|");
        assert_eq!(LineEdit::new("d1").with_completions(moves()).matches(1), (2, vec!["d1-d7/g7"]));
    }

    #[test]
    fn a_long_line_is_shown_around_its_cursor_and_is_bounded() {
        let line = LineEdit::new("abcdefghij");
        assert_eq!(line.visible(4), ("hij".into(), ' ', String::new()));
        let mut line = LineEdit::new(&"x".repeat(1000));
        line.key(KeyEvent::new(KeyCode::Char('y'), KeyModifiers::NONE));
        assert_eq!(line.text().len(), MAX_LENGTH);
        line.key(KeyEvent::new(KeyCode::Home, KeyModifiers::NONE));
        assert_eq!(line.visible(4), (String::new(), 'x', "xxx".into()));
    }
}
