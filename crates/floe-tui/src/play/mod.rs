//! Playing: people at the keyboard and engines on a thread. Keys, mouse clicks and engine replies change it; it asks
//! for anything outside with effects.

mod keys;
mod show;

use floe_games::{Action, Outcome, Record, Table, Viewer};

use crate::engine_thread::{EngineReply, EngineRequest, Hint, ReplyKind};
use crate::grid::GameDisplay;
use crate::menu::Menu;
use crate::move_picker::{MovePicker, cells};
use crate::overlay::{OnConfirm, Overlay};
use crate::reader::Reader;
use crate::scene::{asks, capital, result_text, says};
use crate::session::{Occupant, Session, record_text};

/// Something to be done outside the model.
pub enum Effect {
    /// Send a request to an engine.
    Think(EngineRequest),
    /// Ask the engine to reply now.
    Hurry,
    /// Work out the exact result of stopping.
    Foresee(u64, Box<dyn Table>),
    /// Write a file; overwrite an existing one only if asked to.
    Write {
        /// Its name.
        path: String,
        /// Its content.
        text: String,
        /// Whether to overwrite an existing file.
        over: bool,
    },
    /// Read a record from a file.
    Read(String),
    /// Review a finished game.
    Review(u64, Box<Record>),
    /// Quit the program.
    Quit,
}

/// The result of a file operation.
#[derive(Clone, Debug)]
pub enum FileResult {
    /// The file is written.
    Written(String),
    /// The file exists and was not changed.
    Exists(String),
    /// A record was read.
    Read(Box<Record>),
    /// The operation failed, and why.
    Failed(String),
}

/// What an engine is thinking about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thinking {
    Move,
    Hint,
    Stop,
    Review,
}

/// A game being played.
pub struct Play {
    session: Session,
    face: GameDisplay,
    picks: MovePicker,
    cursor: usize,
    /// The column to which a cursor returns on its way up and down.
    column: i32,
    /// Moves to choose from in a list, and the chosen one.
    options: Vec<String>,
    chosen: usize,
    hint: Option<Hint>,
    message: String,
    thinking: Option<Thinking>,
    ticket: u64,
    /// The person who had the keyboard last.
    looking: Option<usize>,
    /// The file the game was last saved to.
    file: Option<String>,
    /// How the game has ended, once it has.
    result: Option<Outcome>,
    /// The moves typed so far.
    typed_moves: Vec<String>,
    /// Set when the player wants the menu of games.
    pub(crate) wants_menu: bool,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) effects: Vec<Effect>,
}

impl Play {
    /// A game, new or resumed.
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
            message: String::new(),
            thinking: None,
            ticket: 0,
            // A single person need not be handed the keyboard.
            looking: (people.len() == 1).then(|| people[0]),
            file: None,
            result: None,
            typed_moves: Vec::new(),
            wants_menu: false,
            overlay: None,
            effects: Vec::new(),
        };
        play.put_cursor();
        play.settle();
        Ok(play)
    }

    /// The same game, to which no reply to a request up to `ticket`, of an earlier game, belongs.
    pub(crate) fn after(mut self, ticket: u64) -> Play {
        self.ticket += ticket;
        self.effects.insert(0, Effect::Hurry);
        for effect in &mut self.effects {
            if let Effect::Think(question) = effect {
                question.ticket = self.ticket;
            }
        }
        self
    }

    /// The menu of games, as it follows on this game.
    pub(crate) fn menu(&self) -> Menu {
        Menu::after(self.session.entry, self.session.seed.wrapping_add(1), self.ticket)
    }

    fn ask_review(&mut self) {
        if self.result.is_none() {
            self.message = "A game can be reviewed when it is over.".into();
            return;
        }
        self.ticket += 1;
        self.effects.push(Effect::Review(self.ticket, Box::new(self.session.record())));
        self.thinking = Some(Thinking::Review);
        self.message = "Reviewing … Esc cancels.".into();
    }

    /// The cursor starts in the middle of the board.
    fn put_cursor(&mut self) {
        let Some(grid) = &self.face.grid else { return };
        let off = |cell: &usize| {
            let spot = &grid.cells[*cell];
            (spot.x * 2 - grid.span).abs() + 2 * (spot.row as i32 * 2 - grid.rows as i32).abs()
        };
        self.cursor = (0..grid.cells.len()).min_by_key(off).unwrap_or(0);
        self.column = grid.cells.get(self.cursor).map_or(0, |spot| spot.x);
    }

    /// The table has changed: prompts the player to move.
    fn settle(&mut self) {
        self.ticket += 1;
        if self.thinking.take().is_some() {
            self.effects.push(Effect::Hurry);
        }
        self.hint = None;
        self.options.clear();
        self.chosen = 0;
        self.picks = MovePicker::default();
        if let Some((seat, level)) = self.session.engine_to_act() {
            let question =
                EngineRequest::new(&*self.session.table, seat, Some(level), self.session.seed, self.ticket);
            self.effects.push(Effect::Think(question));
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
        self.result = self.session.table.result();
        if let Some(outcome) = &self.result {
            self.message = format!("{}.", result_text(outcome, |seat| self.session.name(seat)));
        }
    }

    /// Whose view of the table is shown.
    fn viewer(&self) -> Viewer {
        if !self.session.table.has_hidden_info() || self.result.is_some() {
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
                self.message.clear();
                self.settle();
            }
            Err(refusal) => self.message = refusal.to_string(),
        }
    }

    /// The person at the keyboard who may take an action other than a move.
    fn speaker(&self) -> Option<usize> {
        self.session
            .person_to_act()
            .or(self.looking.filter(|&seat| self.session.table.is_active(seat)))
            .filter(|_| self.session.table.result().is_none())
    }

    fn act(&mut self, seat: usize, action: Action) {
        match self.session.act(seat, action) {
            Ok(()) => {
                self.message.clear();
                if !self.answer_offer() {
                    self.settle();
                }
            }
            Err(refusal) => self.message = refusal.to_string(),
        }
    }

    /// Prompts the players who have still to answer an offer to stop. Engines accept, since the count is exact. Returns
    /// whether a person was prompted.
    fn answer_offer(&mut self) -> bool {
        while let Some(offer) = self.session.table.offer().cloned() {
            let Some(&seat) = offer.waiting.first() else { return false };
            if self.session.occupants[seat] == Occupant::Me {
                let name = |seat: usize| self.session.name(seat);
                let text = vec![
                    format!("{} to stop here.", capital(&says(&name(offer.by), "offer", "offers"))),
                    format!("The exact count: {}.", result_text(&offer.outcome, name)),
                    format!("{} agree?", asks(&name(seat))),
                ];
                self.overlay = Some(Overlay::Ask { text, then: OnConfirm::Accept(seat) });
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
            self.message = "Hints are for the player to move at this keyboard.".into();
            return;
        };
        if let Some(hint) = self.session.puzzle_hint() {
            self.hint = Some(hint);
            return;
        }
        self.ticket += 1;
        let question = EngineRequest::new(&*self.session.table, seat, None, self.session.seed, self.ticket);
        self.effects.push(Effect::Think(question));
        self.thinking = Some(Thinking::Hint);
    }

    fn ask_stop(&mut self) {
        if self.speaker().is_none() {
            self.message = "Only players can offer to stop, and only during the game.".into();
            return;
        }
        if self.thinking == Some(Thinking::Move) {
            self.message = "Wait for the engine's move first.".into();
            return;
        }
        self.ticket += 1;
        self.effects.push(Effect::Foresee(self.ticket, self.session.table.fork()));
        self.thinking = Some(Thinking::Stop);
    }

    /// Handles a reply of an engine.
    pub fn hear(&mut self, answer: EngineReply) {
        // A reply from before an undo is useless now.
        if answer.ticket != self.ticket {
            return;
        }
        self.thinking = None;
        match answer.what {
            Err(text) => self.message = text,
            Ok(ReplyKind::Move(text)) => {
                // Messages to people at the keyboard must not reveal an engine's hand.
                if self.session.play(&text).is_err() {
                    self.message = "The engine's move was refused; undo, or save the game.".into();
                    return;
                }
                self.message.clear();
                self.settle();
            }
            Ok(ReplyKind::Hint(hint)) => {
                if let Some(at) = self.options.iter().position(|option| *option == hint.text) {
                    self.chosen = at;
                }
                self.hint = Some(hint);
            }
            Ok(ReplyKind::Stop(outcome)) => self.hear_count(outcome),
            Ok(ReplyKind::Reviewing(done, all)) => {
                self.thinking = Some(Thinking::Review);
                self.message = format!("Reviewing: {done} of {all} moves … Esc cancels.");
            }
            Ok(ReplyKind::Review(text)) => {
                self.message.clear();
                self.overlay = Some(Overlay::Read(Reader::text("Review", &text)));
            }
        }
    }

    fn hear_count(&mut self, outcome: Result<floe_games::Outcome, floe_games::Refusal>) {
        self.session.table.set_adjudication(outcome.clone());
        match (outcome, self.speaker()) {
            (Ok(outcome), Some(seat)) => {
                let count = result_text(&outcome, |seat| self.session.name(seat));
                let text = vec!["Offer to stop here?".into(), format!("The exact count: {count}.")];
                self.overlay = Some(Overlay::Ask { text, then: OnConfirm::OfferStop(seat) });
            }
            (Err(refusal), _) => self.message = format!("No exact count yet: {refusal}."),
            _ => {}
        }
    }

    /// Handles the result of a file operation.
    pub fn filed(&mut self, filed: FileResult) {
        match filed {
            FileResult::Written(path) => {
                self.message = format!("Saved to {path}.");
                self.file = Some(path);
            }
            FileResult::Exists(path) => {
                let text = vec![format!("{path} exists. Overwrite it?")];
                self.overlay = Some(Overlay::Ask { text, then: OnConfirm::Overwrite(path) });
            }
            FileResult::Read(record) => match Session::resume(&record, None).and_then(Play::new) {
                Ok(play) => *self = play.after(self.ticket),
                Err(refusal) => self.message = refusal.to_string(),
            },
            FileResult::Failed(text) => self.message = text,
        }
    }

    fn save(&mut self, path: &str, over: bool) {
        let text = record_text(&self.session.record(), path);
        let over = over || self.file.as_deref() == Some(path);
        self.effects.push(Effect::Write { path: path.to_owned(), text, over });
    }

    fn start_new_game(&mut self) {
        let seed = self.session.seed.wrapping_add(1);
        let rules = self.session.table.rules().clone();
        let begun = Session::begin(self.session.entry, &rules, seed, self.session.occupants.clone());
        match begun {
            Ok(session) => {
                self.session = session;
                self.file = None;
                self.message.clear();
                if self.session.people().len() > 1 {
                    self.looking = None;
                }
                self.settle();
            }
            Err(refusal) => self.message = refusal.to_string(),
        }
    }

    /// The cells of the last move, as far as they are visible.
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
