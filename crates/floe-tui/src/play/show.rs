//! A game being played, as a scene.

use floe_games::Actor;

use super::{Play, Thinking};
use crate::grid::Family;
use crate::move_picker::cells;
use crate::overlay::Overlay;
use crate::scene::{Marks, Scene, capital, event_line, players, result_text};

impl Play {
    /// The scene to draw.
    pub fn scene(&self) -> Scene<'_> {
        let table = &*self.session.table;
        let viewer = self.viewer();
        let name = |seat: usize| self.session.name(seat);
        let passing = matches!(self.overlay, Some(Overlay::Pass { .. }));
        let hint = match (&self.hint, &self.face.grid) {
            (Some(hint), Some(grid)) => cells(grid, &hint.text),
            _ => Vec::new(),
        };
        let person = self.session.person_to_act().is_some();
        let marks = Marks {
            cursor: (person && self.options.is_empty()).then_some(self.cursor),
            picked: self.picks.picked().to_vec(),
            targets: if person { self.picks.next() } else { Default::default() },
            hint,
            last: self.last_cells(),
        };
        Scene {
            title: format!("{}   seed {}", self.session.entry.name, self.session.seed),
            table,
            result: self.result.clone(),
            viewer,
            face: &self.face,
            marks,
            options: if passing { Vec::new() } else { self.options.clone() },
            chosen: self.chosen,
            players: players(table, &self.face, self.result.as_ref(), name),
            note: self.note(),
            log: table.events(viewer).iter().map(|event| event_line(event, &self.face.glyphs)).collect(),
            status: format!(" {}", self.status()),
            keys: self.keys(),
        }
    }

    fn note(&self) -> Vec<String> {
        let mut note = self.session.puzzle_words().unwrap_or_default();
        note.extend(self.result_lines());
        note
    }

    fn result_lines(&self) -> Vec<String> {
        if let Some(outcome) = &self.result {
            return vec![
                "Game over.".into(),
                format!("{}.", result_text(outcome, |seat| self.session.name(seat))),
            ];
        }
        match &self.hint {
            None => Vec::new(),
            Some(hint) => {
                let mut note = vec![format!("Hint: {}", hint.text), hint.worth.clone()];
                note.extend(hint.why.iter().map(|why| format!("· {why}")));
                note
            }
        }
    }

    fn status(&self) -> String {
        if !self.message.is_empty() {
            return self.message.clone();
        }
        match self.thinking {
            Some(Thinking::Hint) => return "Looking for a hint … Esc cancels.".into(),
            Some(Thinking::Stop) => return "Working out the exact count …".into(),
            _ => {}
        }
        let Actor::Seat(seat) = self.session.table.actor() else { return "The game is over.".into() };
        let name = self.session.name(seat);
        if self.session.person_to_act().is_none() {
            return format!("{} is thinking … Esc: move now.", capital(&name));
        }
        let turn = if name == "you" { "Your turn".into() } else { format!("{name} to move") };
        let here = match (&self.face.grid, self.options.is_empty()) {
            (Some(grid), true) => format!("   ({})", grid.cells[self.cursor].name),
            _ => String::new(),
        };
        let off_board = self.picks.off_board().map_or(String::new(), |text| format!(", or m and {text}"));
        format!("{turn}: {}{off_board}.{here}", self.instruction())
    }

    /// What a person is to choose now.
    fn instruction(&self) -> String {
        let piece = self.face.piece;
        let a = if piece.starts_with('a') { "an" } else { "a" };
        let picked = self.picks.picked().len();
        match (self.session.table.phase(), picked) {
            ("lay", 0) => match self.tile() {
                Some(fish) => format!("lay the {fish}-fish tile"),
                None => "lay a tile".into(),
            },
            ("lay", _) => "choose a tile".into(),
            ("place", _) => format!("place {a} {piece}"),
            ("move", _) if !self.options.is_empty() => "choose from the list".into(),
            ("move", 0) => format!("choose {a} {piece}"),
            ("move", 1) => "choose where it goes".into(),
            ("move", _) if self.picks.may_stop() => "claim a card, or Enter here to claim none".into(),
            ("move", _) if self.face.family == Family::Standalone => "choose the next cell".into(),
            ("move", _) => "choose where it shoots".into(),
            ("lead", _) => "lead a card, face down".into(),
            ("follow", _) => "follow with a card".into(),
            ("spend", _) => "spend what you have won".into(),
            ("layout", _) => "m to type three hands, A | B | C; Enter takes the best".into(),
            (phase, _) => phase.into(),
        }
    }

    /// The tile to be laid, if it was drawn.
    fn tile(&self) -> Option<String> {
        let legal = self.session.table.legal_moves();
        let mut kinds: Vec<&str> = legal.iter().filter_map(|text| text.split('@').next()).collect();
        kinds.dedup();
        match kinds[..] {
            [one] => Some(one.to_owned()),
            _ => None,
        }
    }

    fn keys(&self) -> String {
        match self.result {
            Some(_) => " v review  n new game  g games  u undo  s save  l load  ? rules  q quit".into(),
            None => " Tab Enter  m type  h hint  u undo  o stop  r resign  s save  ? rules  q quit".into(),
        }
    }
}
