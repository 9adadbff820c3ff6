//! A game at this keyboard: the table, the players, the source of chance, and the undo history.

use floe_engine::Level;
use floe_engine::puzzle::Puzzle;
use floe_games::record::Player;
use floe_games::switches::RuleSet;
use floe_games::{Action, Actor, Event, GameRng, Record, Refusal, Start, Table, Viewer, open};
use floe_games::{Manifest, registry};

use crate::engine_thread::Hint;

/// The player in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person at the keyboard.
    Me,
    /// An engine.
    Engine(Level),
}

impl Occupant {
    /// Parses an occupant: `me`, or a level.
    pub fn parse(text: &str) -> Result<Occupant, String> {
        match text {
            "me" => Ok(Occupant::Me),
            level => Level::parse(level).map(Occupant::Engine).map_err(|error| format!("{error}; or use me")),
        }
    }
}

/// The only person at the keyboard, in sentences.
pub const YOU: &str = "you";

/// The level that replies to wrong moves in a puzzle.
const OPPONENT: Level = Level::Number(8);

/// A game in progress.
pub struct Session {
    /// The game as it was chosen.
    pub entry: &'static Manifest,
    /// The table.
    pub table: Box<dyn Table>,
    /// The occupant of each seat.
    pub occupants: Vec<Occupant>,
    /// The seed of the deal and the draws.
    pub seed: u64,
    /// The puzzle the game started from, if any.
    pub puzzle: Option<Puzzle>,
    chance: GameRng,
    /// The state before each choice made at the keyboard.
    past: Vec<(Box<dyn Table>, GameRng)>,
}

impl Session {
    /// A new game.
    pub fn begin(
        entry: &'static Manifest,
        rules: &RuleSet,
        seed: u64,
        occupants: Vec<Occupant>,
    ) -> Result<Session, Refusal> {
        let table = open(rules, Start::Seed(seed))?;
        let chance = GameRng::in_game(seed);
        let mut session = Session { entry, table, occupants, seed, puzzle: None, chance, past: Vec::new() };
        session.check_seats()?;
        session.roll_on()?;
        Ok(session)
    }

    /// Resumes a saved game. Without `occupants`, the occupants come from the record as far as it names them.
    pub fn resume(record: &Record, occupants: Option<Vec<Occupant>>) -> Result<Session, Refusal> {
        let table = record.open()?;
        let entry = registry::find(&record.game)?;
        let seed = record.seed.unwrap_or(0);
        let occupants = occupants.unwrap_or_else(|| occupants_of(record, table.seats()));
        let chance = GameRng::in_game(seed);
        let mut session = Session { entry, table, occupants, seed, puzzle: None, chance, past: Vec::new() };
        session.check_seats()?;
        for (number, event) in record.events.iter().enumerate() {
            match event {
                // The random stream is advanced as well, so that it stands where it stood; the record decides.
                Event::Chance(_) if session.table.actor() == Actor::Chance => {
                    session.table.fork().roll(&mut session.chance)?;
                }
                Event::Move { by, .. } | Event::Act { by, .. }
                    if session.occupants.get(*by) == Some(&Occupant::Me) =>
                {
                    session.remember();
                }
                _ => {}
            }
            let failed = |refusal| Refusal::invalid_record(format!("event {}: {refusal}", number + 1));
            session.table.apply_event(event).map_err(failed)?;
        }
        session.roll_on()?;
        Ok(session)
    }

    /// A puzzle: a person at the keyboard looks for its move, and an engine replies to whatever is tried.
    pub fn solve(puzzle: Puzzle) -> Result<Session, Refusal> {
        let (entry, table) = (puzzle.entry()?, puzzle.table()?);
        let seat = |seat: usize| if seat == puzzle.seat { Occupant::Me } else { Occupant::Engine(OPPONENT) };
        let (occupants, seed) = ((0..table.seats()).map(seat).collect(), puzzle.seed);
        let chance = GameRng::in_game(seed);
        Ok(Session { entry, table, occupants, seed, puzzle: Some(puzzle), chance, past: Vec::new() })
    }

    /// A hint for an unsolved puzzle: which piece moves, and what the idea is. An engine's own hint may be another
    /// move, since a puzzle is hard because of what engines overlook.
    pub fn puzzle_hint(&self) -> Option<Hint> {
        let puzzle = self.puzzle.as_ref().filter(|_| self.first_move().is_none())?;
        let answer = puzzle.answer();
        Some(Hint {
            text: answer.split(['-', '/']).next().unwrap_or(answer).to_owned(),
            worth: "starts the right move".into(),
            why: puzzle.themes.clone(),
        })
    }

    fn first_move(&self) -> Option<String> {
        self.table.events(Viewer::Omniscient).into_iter().find_map(|event| match event {
            Event::Move { text, .. } => text,
            _ => None,
        })
    }

    /// The text about the puzzle: the task and, once a move was made, whether it is right.
    pub fn puzzle_words(&self) -> Option<Vec<String>> {
        let puzzle = self.puzzle.as_ref()?;
        let title = format!("Puzzle {}, difficulty {} of 5.", puzzle.id, puzzle.difficulty);
        Some(match self.first_move() {
            None => vec![title, puzzle.prompt()],
            Some(text) if text == puzzle.answer() => {
                vec![title, format!("{text} is right: {}.", puzzle.verdict_text())]
            }
            Some(text) => vec![title, format!("{text} is not the move. Undo and try again.")],
        })
    }

    fn check_seats(&self) -> Result<(), Refusal> {
        let (named, play) = (self.occupants.len(), self.table.seats());
        if named == play {
            return Ok(());
        }
        let example = vec!["me"; play].join(",");
        Err(Refusal::invalid_request(format!(
            "{named} seats given but {play} needed, such as --seats {example}"
        )))
    }

    /// The seats of people.
    pub fn people(&self) -> Vec<usize> {
        (0..self.occupants.len()).filter(|&seat| self.occupants[seat] == Occupant::Me).collect()
    }

    /// The seat to act, if it belongs to a person at the keyboard.
    pub fn person_to_act(&self) -> Option<usize> {
        match self.table.actor() {
            Actor::Seat(seat) if self.occupants.get(seat) == Some(&Occupant::Me) => Some(seat),
            _ => None,
        }
    }

    /// The engine to act, if any.
    pub fn engine_to_act(&self) -> Option<(usize, Level)> {
        match self.table.actor() {
            Actor::Seat(seat) => match self.occupants.get(seat) {
                Some(Occupant::Engine(level)) => Some((seat, *level)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name of the player in a seat.
    pub fn name(&self, seat: usize) -> String {
        match self.occupants.get(seat) {
            Some(Occupant::Engine(level)) => format!("engine {level}"),
            _ if self.people().len() == 1 => YOU.into(),
            _ => self.entry.seats.get(seat).map_or_else(|| format!("seat {seat}"), |seat| seat.label.into()),
        }
    }

    /// Makes a move for the player to act, then resolves chance.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let Actor::Seat(seat) = self.table.actor() else {
            return Err(Refusal::game_over("the game is over"));
        };
        // A move that is refused leaves no trace.
        self.table.canonical_move(text)?;
        if self.occupants[seat] == Occupant::Me {
            self.remember();
        }
        self.table.play(seat, text)?;
        self.roll_on()
    }

    /// Resigns, offers to stop, or answers an offer.
    pub fn act(&mut self, seat: usize, action: Action) -> Result<(), Refusal> {
        let before = (self.table.fork(), self.chance.clone());
        self.table.act(seat, action)?;
        if self.occupants[seat] == Occupant::Me {
            self.past.push(before);
        }
        self.roll_on()
    }

    /// Undoes everything since the last choice made at the keyboard; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some((table, chance)) => {
                (self.table, self.chance) = (table, chance);
                true
            }
            None => false,
        }
    }

    fn remember(&mut self) {
        self.past.push((self.table.fork(), self.chance.clone()));
    }

    fn roll_on(&mut self) -> Result<(), Refusal> {
        while self.table.actor() == Actor::Chance {
            self.table.roll(&mut self.chance)?;
        }
        Ok(())
    }

    /// The full record, including hidden information, so that the game can be resumed.
    pub fn record(&self) -> Record {
        let mut record = Record::from_table(&*self.table, Viewer::Omniscient);
        record.seed = Some(self.seed);
        record.players = (0..self.table.seats()).map(|seat| Player { name: self.name(seat) }).collect();
        record
    }
}

/// Engines are recognised by the names this program gives them; all other players are people at the keyboard.
fn occupants_of(record: &Record, seats: usize) -> Vec<Occupant> {
    let level = |seat: usize| {
        let name = record.players.get(seat)?.name.strip_prefix("engine ")?;
        Level::parse(name).ok().map(Occupant::Engine)
    };
    (0..seats).map(|seat| level(seat).unwrap_or(Occupant::Me)).collect()
}

/// A record as the text of a file: JSON if the name ends in `.json`, otherwise the readable form.
pub fn record_text(record: &Record, path: &str) -> String {
    match path.to_ascii_lowercase().ends_with(".json") {
        true => format!("{}\n", record.to_json()),
        false => record.to_text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(game: &str, seed: u64, occupants: Vec<Occupant>) -> Result<Session, Refusal> {
        let entry = registry::find(game).unwrap();
        Session::begin(entry, &entry.rules(&[]).unwrap(), seed, occupants)
    }

    #[test]
    fn a_saved_game_goes_on_with_the_same_chance() {
        let me = vec![Occupant::Me, Occupant::Engine(Level::Number(3))];
        let mut first = begin("montauk", 7, me).unwrap();
        for _ in 0..9 {
            let text = first.table.legal_moves()[0].clone();
            first.play(&text).unwrap();
        }
        for file in ["game.json", "game.floe"] {
            let record = Record::parse(&record_text(&first.record(), file)).unwrap();
            let mut second = Session::resume(&record, None).unwrap();
            assert_eq!(second.occupants, first.occupants);
            let mut first = Session::resume(&first.record(), None).unwrap();
            for _ in 0..60 {
                let text = first.table.legal_moves()[0].clone();
                first.play(&text).unwrap();
                second.play(&text).unwrap();
            }
            let see = |session: &Session| session.table.position_text(Viewer::Omniscient);
            assert_eq!(see(&first), see(&second), "dice and deals too");
        }
    }

    #[test]
    fn undo_goes_back_to_the_last_choice_at_the_keyboard() {
        let occupants = vec![Occupant::Me, Occupant::Engine(Level::Random)];
        let mut session = begin("amazons", 0, occupants).unwrap();
        let start = session.table.position_text(Viewer::Omniscient);
        session.play("d1-d7/g7").unwrap();
        session.play("a7-b6/a7").unwrap();
        assert!(session.play("d7-a1/a1").is_err(), "a refused move leaves no trace");
        assert!(session.undo());
        assert_eq!(session.table.position_text(Viewer::Omniscient), start);
        assert!(!session.undo());
    }

    #[test]
    fn a_puzzle_reports_whether_a_move_is_right() {
        let puzzle = floe_engine::puzzle::bundled("penguins").unwrap().remove(0);
        let mut session = Session::solve(puzzle.clone()).unwrap();
        let puzzle_text = |session: &Session| session.puzzle_words().unwrap()[1].clone();
        assert_eq!(session.people(), [puzzle.seat]);
        assert_eq!(puzzle_text(&session), puzzle.prompt());
        let hint = session.puzzle_hint().unwrap();
        assert!(puzzle.answer().starts_with(&hint.text) && hint.text != puzzle.answer());
        let other = session.table.legal_moves().into_iter().find(|text| text != puzzle.answer()).unwrap();
        session.play(&other).unwrap();
        assert_eq!(puzzle_text(&session), format!("{other} is not the move. Undo and try again."));
        assert_eq!(session.puzzle_hint(), None);
        assert!(session.undo());
        session.play(puzzle.answer()).unwrap();
        assert!(puzzle_text(&session).starts_with(&format!("{} is right: it ", puzzle.answer())));
    }

    #[test]
    fn seats_must_be_as_many_as_play() {
        let refusal = begin("fish", 0, vec![Occupant::Me; 3]).err().unwrap();
        assert_eq!(refusal.to_string(), "3 seats given but 2 needed, such as --seats me,me");
        assert!(Occupant::parse("11").unwrap_err().ends_with("; or use me"));
    }
}
