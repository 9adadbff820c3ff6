//! Keys and mouse clicks while playing.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::{Effect, Play, Thinking};
use crate::draw::HitTarget;
use crate::line_edit::LineEdit;
use crate::move_picker::PickResult;
use crate::overlay::{InputPurpose, OnConfirm, Overlay};
use crate::reader::{Keys, Reader};
use crate::scene::{asks, capital, says};
use floe_games::Action;

/// The keys and what they do.
pub const HELP: Keys = &[
    ("arrows", "move the cursor, or choose from the list"),
    ("Tab", "the next selectable cell (Shift: the previous one)"),
    ("Enter, Space", "pick a cell: the piece, where it goes, where it shoots"),
    ("", "(Enter again on the last cell claims nothing)"),
    ("mouse", "click to pick"),
    ("Esc", "undo the selection; make a thinking engine move now"),
    ("m", "type a move in the game's notation; Tab completes it,"),
    ("", "Up and Down recall earlier ones, Ctrl-A, -E, -W, -U, -K edit"),
    ("h", "hint: a good move, its evaluation, and why"),
    ("u", "undo, back to your last choice"),
    ("o", "offer to stop, with the exact count"),
    ("r", "resign"),
    ("v", "review a finished game move by move"),
    ("s  l", "save the game to a file; load one"),
    ("n", "a new game with the next seed"),
    ("g", "the menu of games"),
    ("?", "the rules and these keys"),
    ("q", "quit (Ctrl-C quits at once)"),
];

impl Play {
    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        if let Some(overlay) = self.overlay.take() {
            self.key_over(overlay, key);
            return;
        }
        self.message.clear();
        match key.code {
            KeyCode::Left => self.go(-1, 0),
            KeyCode::Right => self.go(1, 0),
            KeyCode::Up => self.go(0, -1),
            KeyCode::Down => self.go(0, 1),
            KeyCode::Tab => self.go_to_target(true),
            KeyCode::BackTab => self.go_to_target(false),
            KeyCode::Enter | KeyCode::Char(' ') => self.pick(),
            KeyCode::Esc => self.let_go(),
            KeyCode::Char('?') | KeyCode::F(1) => {
                self.overlay = Some(Overlay::Read(Reader::help(self.session.entry, HELP)));
            }
            KeyCode::Char('h') => self.ask_hint(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('o') => self.ask_stop(),
            KeyCode::Char('v') => self.ask_review(),
            KeyCode::Char('m' | ':') => self.begin_typing(InputPurpose::Move),
            KeyCode::Char('s') => self.begin_typing(InputPurpose::Save),
            KeyCode::Char('l') => self.begin_typing(InputPurpose::Load),
            KeyCode::Char('r') => {
                if let Some(seat) = self.speaker() {
                    let text = vec![format!("{} resign?", asks(&self.session.name(seat)))];
                    self.overlay = Some(Overlay::Ask { text, then: OnConfirm::Resign(seat) });
                }
            }
            KeyCode::Char('n') => self.ask_unless_over("Leave this game for a new one?", OnConfirm::New),
            KeyCode::Char('g') => self.ask_unless_over("Leave this game for the menu?", OnConfirm::Menu),
            KeyCode::Char('q') => self.ask_unless_over("Quit? The game is not over.", OnConfirm::Quit),
            _ => {}
        }
    }

    /// Handles a click.
    pub fn click(&mut self, hit: HitTarget) {
        self.message.clear();
        match hit {
            HitTarget::Cell(cell) => {
                self.cursor = cell;
                if let Some(grid) = &self.face.grid {
                    self.column = grid.cells[cell].x;
                }
                self.pick();
            }
            HitTarget::Option(number) => {
                self.chosen = number;
                self.pick();
            }
            HitTarget::Menu(_) => {}
        }
    }

    fn key_over(&mut self, overlay: Overlay, key: KeyEvent) {
        match overlay {
            Overlay::Read(mut reader) => {
                if reader.key(key) {
                    self.overlay = Some(Overlay::Read(reader));
                }
            }
            Overlay::Pass { .. } => match key.code {
                KeyCode::Enter => self.looking = self.session.person_to_act(),
                KeyCode::Char('g') => self.ask_unless_over("Leave this game for the menu?", OnConfirm::Menu),
                KeyCode::Char('q') => self.effects.push(Effect::Quit),
                _ => self.overlay = Some(overlay),
            },
            Overlay::Ask { ref then, .. } => match key.code {
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.yes(then.clone()),
                KeyCode::Char('n' | 'N') | KeyCode::Esc => self.no(then.clone()),
                _ => self.overlay = Some(overlay),
            },
            Overlay::Type { prompt, mut text, line } => {
                match key.code {
                    KeyCode::Esc => return,
                    KeyCode::Enter => return self.typed(line, text.text().trim()),
                    _ => text.key(key),
                }
                self.overlay = Some(Overlay::Type { prompt, text, line });
            }
        }
    }

    fn yes(&mut self, then: OnConfirm) {
        match then {
            OnConfirm::Quit => self.effects.push(Effect::Quit),
            OnConfirm::Resign(seat) => self.act(seat, Action::Resign),
            OnConfirm::OfferStop(seat) => self.act(seat, Action::OfferStop),
            OnConfirm::Accept(seat) => self.act(seat, Action::Accept),
            OnConfirm::Overwrite(path) => self.save(&path, true),
            OnConfirm::New => self.start_new_game(),
            OnConfirm::Menu => self.wants_menu = true,
        }
    }

    fn no(&mut self, then: OnConfirm) {
        if let OnConfirm::Accept(seat) = then {
            self.act(seat, Action::Refuse);
            self.message = format!("{}.", capital(&says(&self.session.name(seat), "play on", "plays on")));
        }
    }

    fn begin_typing(&mut self, line: InputPurpose) {
        let (prompt, text) = match line {
            InputPurpose::Move if self.session.person_to_act().is_none() => return,
            InputPurpose::Move => {
                let legal = self.session.table.legal_moves();
                let line = LineEdit::new("").with_history(self.typed_moves.clone()).with_completions(legal);
                ("Your move, in the notation of the move list:", line)
            }
            InputPurpose::Save => {
                let default_name = format!("{}-{}.floe", self.session.entry.id, self.session.seed);
                (
                    "Save the game to this file (.json for JSON):",
                    LineEdit::new(self.file.as_deref().unwrap_or(&default_name)),
                )
            }
            InputPurpose::Load => ("Load the game from this file:", LineEdit::default()),
        };
        self.overlay = Some(Overlay::Type { prompt, text, line });
    }

    fn typed(&mut self, line: InputPurpose, text: &str) {
        match line {
            _ if text.is_empty() => {}
            InputPurpose::Move => {
                self.typed_moves.push(text.to_owned());
                self.play(text);
            }
            InputPurpose::Save => self.save(text, false),
            InputPurpose::Load => self.effects.push(Effect::Read(text.to_owned())),
        }
    }

    fn ask_unless_over(&mut self, text: &str, then: OnConfirm) {
        let moves = self.session.table.events(floe_games::Viewer::Spectator);
        let begun = moves.iter().any(|event| matches!(event, floe_games::Event::Move { .. }));
        match begun && self.session.table.result().is_none() {
            true => self.overlay = Some(Overlay::Ask { text: vec![text.to_owned()], then }),
            false => self.yes(then),
        }
    }

    fn undo(&mut self) {
        match self.session.undo() {
            true => self.settle(),
            false => self.message = "Nothing to undo.".into(),
        }
    }

    /// Escape: undoes the smallest possible step.
    fn let_go(&mut self) {
        if self.thinking == Some(Thinking::Review) {
            // A cancelled review has nothing to show; its last reply is out of date.
            self.ticket += 1;
            self.thinking = None;
            self.effects.push(Effect::Hurry);
        } else if self.thinking.is_some() {
            self.effects.push(Effect::Hurry);
        } else if self.picks.clear() {
            self.options = self.picks.listed();
        } else {
            self.hint = None;
        }
    }

    fn go(&mut self, right: i32, down: i32) {
        if !self.options.is_empty() {
            let last = self.options.len() as i32 - 1;
            self.chosen = (self.chosen as i32 + right + down).clamp(0, last) as usize;
            return;
        }
        let Some(grid) = &self.face.grid else { return };
        self.cursor = grid.step(self.cursor, right, down, self.column);
        if right != 0 {
            self.column = grid.cells[self.cursor].x;
        }
    }

    fn go_to_target(&mut self, forward: bool) {
        if !self.options.is_empty() {
            let count = self.options.len();
            self.chosen = (self.chosen + if forward { 1 } else { count - 1 }) % count;
            return;
        }
        let targets = self.picks.next();
        let (first, last) = (targets.first(), targets.last());
        let next = match forward {
            true => targets.range(self.cursor + 1..).next().or(first),
            false => targets.range(..self.cursor).next_back().or(last),
        };
        if let (Some(&cell), Some(grid)) = (next, &self.face.grid) {
            self.cursor = cell;
            self.column = grid.cells[cell].x;
        }
    }

    fn pick(&mut self) {
        if self.session.person_to_act().is_none() {
            if self.thinking == Some(Thinking::Move) {
                self.message = "The engine is thinking; Esc makes it move now.".into();
            }
            return;
        }
        if let Some(text) = self.options.get(self.chosen).cloned() {
            return self.play(&text);
        }
        let Some(grid) = &self.face.grid else { return };
        match self.picks.pick(self.cursor, grid) {
            PickResult::More => {}
            PickResult::Move(text) => self.play(&text),
            PickResult::Which(texts) => (self.options, self.chosen) = (texts, 0),
            PickResult::No(text) => {
                if let Err(refusal) = self.session.table.canonical_move(&text) {
                    self.message = refusal.to_string();
                }
            }
        }
    }
}
