//! Playing: people at the keyboard and engines on a thread. Keys, pointing and answers change it; what it wants done
//! outside it says in wishes.

mod keys;
mod show;

use floe_games::{Action, Record, Table, Viewer};

use crate::engine_thread::{EngineReply, EngineRequest, Hint, ReplyKind};
use crate::grid::GameDisplay;
use crate::move_picker::{MovePicker, cells};
use crate::overlay::{OnConfirm, Overlay};
use crate::scene::result_text;
use crate::session::{Occupant, Session, record_text};

/// Something to be done outside the model.
pub enum Effect {
    /// An engine is asked.
    Think(EngineRequest),
    /// It is asked to answer now.
    Hurry,
    /// The exact result of stopping is asked for.
    Foresee(u64, Box<dyn Table>),
    /// A file is to be written; one that exists only if that is wanted.
    Write {
        /// Its name.
        path: String,
        /// What is to be in it.
        text: String,
        /// Does it matter that it exists?
        over: bool,
    },
    /// A record is to be read from a file.
    Read(String),
    /// The program ends.
    Quit,
}

/// What became of a file.
#[derive(Clone, Debug)]
pub enum FileResult {
    /// It is written.
    Written(String),
    /// It exists and was left as it is.
    Exists(String),
    /// A record was read.
    Read(Box<Record>),
    /// It could not be done, and why.
    Failed(String),
}

/// What an engine is thinking about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thinking {
    Move,
    Hint,
    Stop,
}

/// A game being played.
pub struct Play {
    session: Session,
    face: GameDisplay,
    picks: MovePicker,
    cursor: usize,
    /// The column a cursor keeps to on its way up and down.
    column: i32,
    /// Moves to choose from in a list, and the chosen one.
    options: Vec<String>,
    chosen: usize,
    hint: Option<Hint>,
    said: String,
    thinking: Option<Thinking>,
    ticket: u64,
    /// Who sat at the keyboard last.
    looking: Option<usize>,
    /// The file the game was saved to last.
    file: Option<String>,
    overlay: Option<Overlay>,
    wishes: Vec<Effect>,
}

impl Play {
    /// A game, new or gone on with.
    pub fn new(session: Session) -> Result<Play, floe_games::Refusal> {
        let face = GameDisplay::new(session.table.rules())?;
        let people = session.people();
        let mut play = Play {
            session,
            face,
            picks: MovePicker::default(),
            cursor: 0,
            column: 0,
            options: Vec::new(),
            chosen: 0,
            hint: None,
            said: String::new(),
            thinking: None,
            ticket: 0,
            // A person alone need not be told to sit down.
            looking: (people.len() == 1).then(|| people[0]),
            file: None,
            overlay: None,
            wishes: Vec::new(),
        };
        play.put_cursor();
        play.settle();
        Ok(play)
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

    /// The cursor begins in the middle of the board.
    fn put_cursor(&mut self) {
        let Some(grid) = &self.face.grid else { return };
        let off = |cell: &usize| {
            let spot = &grid.cells[*cell];
            (spot.x * 2 - grid.span).abs() + 2 * (spot.row as i32 * 2 - grid.rows as i32).abs()
        };
        self.cursor = (0..grid.cells.len()).min_by_key(off).unwrap_or(0);
        self.column = grid.cells.get(self.cursor).map_or(0, |spot| spot.x);
    }

    /// The table has changed: whoever is to act is asked.
    fn settle(&mut self) {
        self.ticket += 1;
        if self.thinking.take().is_some() {
            self.wishes.push(Effect::Hurry);
        }
        self.hint = None;
        self.options.clear();
        self.chosen = 0;
        self.picks = MovePicker::default();
        if let Some((seat, level)) = self.session.engine_to_act() {
            let question =
                EngineRequest::new(&*self.session.table, seat, Some(level), self.session.seed, self.ticket);
            self.wishes.push(Effect::Think(question));
            self.thinking = Some(Thinking::Move);
        }
        if let Some(seat) = self.session.person_to_act() {
            self.picks = MovePicker::new(self.session.table.legal_moves(), self.face.grid.as_ref());
            self.options = self.picks.listed();
            if self.session.table.has_hidden_info() && self.looking != Some(seat) {
                self.overlay = Some(Overlay::Pass { to: self.session.name(seat) });
            } else {
                self.looking = Some(seat);
            }
        }
        if let Some(outcome) = self.session.table.result() {
            self.said = format!("{}.", result_text(&outcome, |seat| self.session.name(seat)));
        }
    }

    /// Through whose eyes the table is shown.
    fn viewer(&self) -> Viewer {
        if !self.session.table.has_hidden_info() || self.session.table.result().is_some() {
            return Viewer::Omniscient;
        }
        match (&self.overlay, self.looking) {
            (Some(Overlay::Pass { .. }), _) | (_, None) => Viewer::Spectator,
            (_, Some(seat)) => Viewer::Seat(seat),
        }
    }

    fn play(&mut self, text: &str) {
        match self.session.play(text) {
            Ok(()) => {
                self.said.clear();
                self.settle();
            }
            Err(refusal) => self.said = refusal.to_string(),
        }
    }

    /// Whoever at the keyboard may do something that is no move.
    fn speaker(&self) -> Option<usize> {
        self.session
            .person_to_act()
            .or(self.looking.filter(|&seat| self.session.table.is_active(seat)))
            .filter(|_| self.session.table.result().is_none())
    }

    fn act(&mut self, seat: usize, action: Action) {
        match self.session.act(seat, action) {
            Ok(()) => {
                self.said.clear();
                if !self.answer_offer() {
                    self.settle();
                }
            }
            Err(refusal) => self.said = refusal.to_string(),
        }
    }

    /// Asks those who have still to answer an offer to stop: engines agree, since the count is exact. Is somebody
    /// asked?
    fn answer_offer(&mut self) -> bool {
        while let Some(offer) = self.session.table.offer().cloned() {
            let Some(&seat) = offer.waiting.first() else { return false };
            if self.session.sitters[seat] == Occupant::Me {
                let name = |seat: usize| self.session.name(seat);
                let words = vec![
                    format!("{} offers to stop here.", name(offer.by)),
                    format!("The exact count: {}.", result_text(&offer.outcome, name)),
                    format!("Does {} agree?", name(seat)),
                ];
                self.overlay = Some(Overlay::Ask { words, then: OnConfirm::Accept(seat) });
                return true;
            }
            if self.session.act(seat, Action::Accept).is_err() {
                return false;
            }
        }
        false
    }

    fn ask_hint(&mut self) {
        let Some(seat) = self.session.person_to_act() else {
            self.said = "A hint is for whoever is to move at the keyboard.".into();
            return;
        };
        if let Some(hint) = self.session.puzzle_hint() {
            self.hint = Some(hint);
            return;
        }
        self.ticket += 1;
        let question = EngineRequest::new(&*self.session.table, seat, None, self.session.seed, self.ticket);
        self.wishes.push(Effect::Think(question));
        self.thinking = Some(Thinking::Hint);
    }

    fn ask_stop(&mut self) {
        if self.speaker().is_none() {
            self.said = "Only players offer to stop, and only while the game is on.".into();
            return;
        }
        if self.thinking == Some(Thinking::Move) {
            self.said = "Wait for the engine's move first.".into();
            return;
        }
        self.ticket += 1;
        self.wishes.push(Effect::Foresee(self.ticket, self.session.table.fork()));
        self.thinking = Some(Thinking::Stop);
    }

    /// An engine has answered.
    pub fn hear(&mut self, answer: EngineReply) {
        // What was asked before an undo is of no use now.
        if answer.ticket != self.ticket {
            return;
        }
        self.thinking = None;
        match answer.what {
            Err(words) => self.said = words,
            Ok(ReplyKind::Move(text)) => {
                // Nothing that people at the keyboard are told may tell what an engine holds.
                if self.session.play(&text).is_err() {
                    self.said = "The engine's move was refused; undo, or save the game.".into();
                    return;
                }
                self.said.clear();
                self.settle();
            }
            Ok(ReplyKind::Hint(hint)) => {
                if let Some(at) = self.options.iter().position(|option| *option == hint.text) {
                    self.chosen = at;
                }
                self.hint = Some(hint);
            }
            Ok(ReplyKind::Stop(outcome)) => self.hear_count(outcome),
        }
    }

    fn hear_count(&mut self, outcome: Result<floe_games::Outcome, floe_games::Refusal>) {
        self.session.table.set_adjudication(outcome.clone());
        match (outcome, self.speaker()) {
            (Ok(outcome), Some(seat)) => {
                let count = result_text(&outcome, |seat| self.session.name(seat));
                let words = vec!["Offer to stop here?".into(), format!("The exact count: {count}.")];
                self.overlay = Some(Overlay::Ask { words, then: OnConfirm::OfferStop(seat) });
            }
            (Err(refusal), _) => self.said = format!("There is no count yet: {refusal}."),
            _ => {}
        }
    }

    /// Something was done with a file.
    pub fn filed(&mut self, filed: FileResult) {
        match filed {
            FileResult::Written(path) => {
                self.said = format!("Saved to {path}.");
                self.file = Some(path);
            }
            FileResult::Exists(path) => {
                let words = vec![format!("{path} exists. Write over it?")];
                self.overlay = Some(Overlay::Ask { words, then: OnConfirm::Overwrite(path) });
            }
            FileResult::Read(record) => match Session::resume(&record, None).and_then(Play::new) {
                Ok(mut play) => {
                    // Answers to what the game before asked must not reach this one.
                    play.ticket += self.ticket;
                    play.wishes.insert(0, Effect::Hurry);
                    for wish in &mut play.wishes {
                        if let Effect::Think(question) = wish {
                            question.ticket = play.ticket;
                        }
                    }
                    *self = play;
                }
                Err(refusal) => self.said = refusal.to_string(),
            },
            FileResult::Failed(words) => self.said = words,
        }
    }

    fn save(&mut self, path: &str, over: bool) {
        let text = record_text(&self.session.record(), path);
        let over = over || self.file.as_deref() == Some(path);
        self.wishes.push(Effect::Write { path: path.to_owned(), text, over });
    }

    fn begin_anew(&mut self) {
        let seed = self.session.seed.wrapping_add(1);
        let rules = self.session.table.rules().clone();
        let begun = Session::begin(self.session.entry, &rules, seed, self.session.sitters.clone());
        match begun {
            Ok(session) => {
                self.session = session;
                self.file = None;
                self.said.clear();
                if self.session.people().len() > 1 {
                    self.looking = None;
                }
                self.settle();
            }
            Err(refusal) => self.said = refusal.to_string(),
        }
    }

    /// The cells of the last move, as far as it can be seen.
    fn last_cells(&self) -> Vec<usize> {
        let Some(grid) = &self.face.grid else { return Vec::new() };
        let events = self.session.table.events(self.viewer());
        let last = events.iter().rev().find_map(|event| match event {
            floe_games::Event::Move { text, .. } => text.clone(),
            _ => None,
        });
        last.map(|text| cells(grid, &text)).unwrap_or_default()
    }
}
