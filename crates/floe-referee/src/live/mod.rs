//! A table that outlives a process: its log is the truth, and its state is a function of the log.
//!
//! [`LiveTable`] is a value without clock, thread or file. Its owner passes in the time, stores the entries of a
//! [`Transition`] and only then replaces the old table with the new one, so that what was not stored has not happened.

mod command;
mod lag;
mod result;
mod tick;
mod view;

use std::collections::BTreeMap;

use floe_games::fair::{Dealer, FairDeal, parse_secret};
use floe_games::record::{Player as Named, Record};
use floe_games::switches::RuleSet;
use floe_games::{
    Action, Actor, Event, GameRng, Occupant, Outcome, Refusal, Stage, Start, Table, Viewer, open,
};
use floe_wire::web::TakebackOffer;
use serde_json::Value;

pub use command::TableCommand;
pub use floe_wire::web::{TableConfig, TableEvent};
pub use lag::MAX_LAG_MS;
pub use result::TableResult;

use crate::{Clock, TimeControl};

/// The table after a change, and the entries that must be stored for it.
#[derive(Clone)]
pub struct Transition {
    /// The table after the change.
    pub next: LiveTable,
    /// What happened, in order.
    pub entries: Vec<TableEvent>,
}

/// A seat.
#[derive(Clone, Debug)]
struct Seat {
    who: Occupant,
    /// Its player's contribution to the deal.
    contribution: String,
    clock: Option<Clock>,
    /// The lag allowance of the seat.
    allowance: lag::Allowance,
    moves: u32,
    /// How often it has asked for a takeback, and offered to stop.
    takebacks: u32,
    offers: u32,
    rematch: bool,
    /// The first fault of its player.
    fault: Option<String>,
}

/// A game in progress or over.
struct Playing {
    table: Box<dyn Table>,
    chance: GameRng,
    /// The player to move, and since when they think.
    mover: Actor,
    since_ms: i64,
}

impl Clone for Playing {
    fn clone(&self) -> Playing {
        let Playing { table, chance, mover, since_ms } = self;
        Playing { table: table.fork(), chance: chance.clone(), mover: *mover, since_ms: *since_ms }
    }
}

/// The state of a table.
#[derive(Clone)]
pub struct LiveTable {
    config: TableConfig,
    control: Option<TimeControl>,
    created_ms: i64,
    ended_ms: Option<i64>,
    seats: Vec<Seat>,
    /// Shares its rules with every table created from it.
    template: std::sync::Arc<dyn Table>,
    /// Does the game have chance events, so that players contribute to them?
    has_chance: bool,
    /// When the last seat was taken.
    filled_ms: Option<i64>,
    /// How often a seat was taken.
    sits: u32,
    /// The same per person, until the game starts.
    sits_of: BTreeMap<String, u32>,
    game: Option<Playing>,
    stage: Stage,
    takeback: Option<TakebackOffer>,
    next_table: Option<String>,
    /// The seats whose players did not come to a game that was called off for it.
    absent: Vec<usize>,
    /// The seat that cancelled it.
    aborted_by: Option<usize>,
    version: u64,
}

/// A template from which [`LiveTable::make`] takes its rules. Building rules costs memory and time, so a caller with
/// many tables caches one template per set of rules.
pub fn template(rules: &RuleSet) -> Result<std::sync::Arc<dyn Table>, Refusal> {
    Ok(open(rules, Start::Seed(0))?.into())
}

impl LiveTable {
    /// A table from the first entry of its log.
    pub fn make(
        mut made: TableConfig,
        template: std::sync::Arc<dyn Table>,
        created_ms: i64,
    ) -> Result<LiveTable, Refusal> {
        let control = match &made.clock {
            Some(text) => Some(TimeControl::parse(text).map_err(Refusal::invalid_request)?),
            None => None,
        };
        parse_secret(&made.secret)?;
        // The template has them, and shares them.
        made.rules = Value::Null;
        let seat = Seat {
            who: Occupant::Open,
            contribution: String::new(),
            clock: control.map(Clock::new),
            allowance: lag::Allowance::default(),
            moves: 0,
            takebacks: 0,
            offers: 0,
            rematch: false,
            fault: None,
        };
        Ok(LiveTable {
            control,
            created_ms,
            ended_ms: None,
            seats: vec![seat; template.seats()],
            has_chance: template.has_chance(),
            filled_ms: None,
            sits: 0,
            sits_of: BTreeMap::new(),
            template,
            game: None,
            stage: Stage::Open,
            takeback: None,
            next_table: None,
            absent: Vec::new(),
            aborted_by: None,
            version: 1,
            config: made,
        })
    }

    /// The settings the table was created with, without the rules, which are [`LiveTable::rules`].
    pub fn config(&self) -> &TableConfig {
        &self.config
    }

    /// How many entries its log has.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Its stage.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// When it was created.
    pub fn created_ms(&self) -> i64 {
        self.created_ms
    }

    /// When it ended.
    pub fn ended_ms(&self) -> Option<i64> {
        self.ended_ms
    }

    /// The occupants by seat.
    pub fn occupants(&self) -> impl Iterator<Item = &Occupant> {
        self.seats.iter().map(|seat| &seat.who)
    }

    /// The seats of a user.
    pub fn seats_of(&self, user: &str) -> Vec<usize> {
        let own = self.occupants().enumerate().filter(|(_, who)| who.user_id() == Some(user));
        own.map(|(seat, _)| seat).collect()
    }

    /// How many seats there are.
    pub fn seat_count(&self) -> usize {
        self.seats.len()
    }

    /// Can anything be hidden from a player here?
    pub fn hides(&self) -> bool {
        self.template.has_hidden_info()
    }

    /// Does a player see something that another does not: has anything hidden been dealt?
    fn is_dealt_face_down(&self) -> bool {
        let Some(game) = self.game.as_ref().filter(|_| self.hides()) else { return false };
        let full = game.table.position_text(Viewer::Omniscient);
        game.table.position_text(Viewer::Spectator) != full
    }

    /// Has it ended, with or without a result?
    pub fn has_ended(&self) -> bool {
        matches!(self.stage, Stage::Over | Stage::Aborted)
    }

    /// The hash of the deal's secret.
    pub fn commitment(&self) -> String {
        self.dealer().map(|dealer| dealer.committed().commitment).unwrap_or_default()
    }

    /// Is every seat taken, and is the game waiting for contributions to the deal?
    pub fn is_dealing(&self) -> bool {
        self.stage == Stage::Open && self.filled_ms.is_some()
    }

    /// The seats whose contribution to the deal is awaited: those of people, in a game with chance that has not
    /// started. One contribution is enough for a person with several seats.
    pub fn awaiting(&self) -> Vec<usize> {
        if self.stage != Stage::Open || !self.has_chance {
            return Vec::new();
        }
        let contributed =
            |who: &Occupant| self.seats.iter().any(|seat| seat.who == *who && !seat.contribution.is_empty());
        let awaited = |seat: &usize| {
            let who = &self.seats[*seat].who;
            who.is_user() && !contributed(who)
        };
        (0..self.seats.len()).filter(awaited).collect()
    }

    /// Should it wait for contributions: does any client here make them, or must everyone be present at the deal?
    fn expects_contributions(&self) -> bool {
        self.config.contribute
            || self.config.tournament.is_some()
            || self.config.rated && self.hides()
            || self.has_contributions()
    }

    /// Has any player contributed to the deal?
    pub fn has_contributions(&self) -> bool {
        self.seats.iter().any(|seat| !seat.contribution.is_empty())
    }

    /// Does a person play, or can one still join? Eliminated players do not count.
    pub fn has_people(&self) -> bool {
        let plays = |seat| self.game.as_ref().is_none_or(|game| game.table.is_active(seat));
        self.seats.iter().enumerate().any(|(seat, taken)| match taken.who {
            Occupant::Open => true,
            Occupant::User { .. } => plays(seat),
            Occupant::Engine { .. } => false,
        })
    }

    /// The users who ended a rated game before it counted: the player who cancelled it, and those who did not come.
    pub fn deserters(&self) -> Vec<&str> {
        if self.stage != Stage::Aborted || !self.config.rated {
            return Vec::new();
        }
        let user = |seat: &usize| self.seats.get(*seat)?.who.user_id();
        self.absent.iter().chain(&self.aborted_by).filter_map(user).collect()
    }

    /// Do the clocks count days, so that players need not be present?
    pub fn is_correspondence(&self) -> bool {
        self.control.is_some_and(|control| control.is_correspondence())
    }

    /// Can it be left alone for days: do its clocks count days, or does it have none?
    pub fn is_slow(&self) -> bool {
        self.control.is_none() || self.is_correspondence()
    }

    /// Is the result of stopping here already known?
    pub fn has_adjudication(&self) -> bool {
        self.game.as_ref().is_none_or(|game| game.table.adjudication().is_some())
    }

    /// Takes over the result of stopping that another thread has computed, if the position is still the same.
    pub fn adopt_adjudication(&mut self, other: &LiveTable) -> bool {
        let (Some(game), Some(other)) = (&mut self.game, &other.game) else { return false };
        let same =
            game.table.position_text(Viewer::Omniscient) == other.table.position_text(Viewer::Omniscient);
        if same && let Some(answer) = other.table.adjudication() {
            game.table.set_adjudication(answer);
        }
        same
    }

    /// Computes the result of stopping here. It may take a second or two: not for a thread that others wait for.
    pub fn adjudicate(&mut self) {
        if let Some(game) = &mut self.game {
            game.table.adjudicate();
        }
    }

    /// The seat that is to move, if it is a seat's turn.
    pub fn turn(&self) -> Option<usize> {
        match (self.stage, &self.game) {
            (Stage::Live, Some(game)) => match game.table.actor() {
                Actor::Seat(seat) => Some(seat),
                _ => None,
            },
            _ => None,
        }
    }

    /// The level of the engine that is to move, with its seat.
    pub fn engine_turn(&self) -> Option<(usize, &str)> {
        let seat = self.turn()?;
        Some((seat, self.seats[seat].who.level()?))
    }

    /// The request for an engine in the seat to move: the position as it may see it.
    pub fn question(&self) -> Option<crate::TurnRequest> {
        let seat = self.turn()?;
        let game = self.game.as_ref()?;
        let mut question =
            crate::player::turn_request(&*game.table, seat, false, floe_wire::ugi::GoLimits::default(), None);
        question.hidden = self.hides() && question.hidden;
        Some(question)
    }

    /// The rules of the game.
    pub fn rules(&self) -> &RuleSet {
        self.template.rules()
    }

    /// How it ended.
    pub fn result(&self) -> Option<Outcome> {
        self.game.as_ref().filter(|_| self.stage == Stage::Over)?.table.result()
    }

    /// Have all players who can asked for a rematch, and is there no next game yet?
    pub fn wants_rematch(&self) -> bool {
        let mut people = self.seats.iter().filter(|seat| seat.who.is_user()).peekable();
        self.next_table.is_none() && people.peek().is_some() && people.all(|seat| seat.rematch)
    }

    /// The record, as the viewer may see it; `names` are the seats'. After the game everything is visible.
    pub fn record(&self, viewer: Viewer, names: Vec<String>) -> Option<Record> {
        let game = self.game.as_ref()?;
        let mut record = Record::from_table(&*game.table, self.viewer(viewer));
        record.players = names.into_iter().map(|name| Named { name }).collect();
        record.fair = self.fair();
        Some(record)
    }

    /// Applies an entry of the log.
    pub fn apply(&mut self, at_ms: i64, entry: &TableEvent) -> Result<(), Refusal> {
        match entry {
            TableEvent::Created(_) => return Err(Refusal::not_possible("a table is created only once")),
            TableEvent::Seated { seat, who, contribution } => {
                if who.is_open() {
                    return Err(Refusal::invalid_request(format!("seat {seat} was taken by no one")));
                }
                let seat = self.seat_mut(*seat)?;
                seat.who = who.clone();
                seat.contribution.clone_from(contribution);
                self.sits += 1;
                if let Some(user) = who.user_id() {
                    *self.sits_of.entry(user.into()).or_default() += 1;
                }
                let full = !self.occupants().any(Occupant::is_open);
                self.filled_ms = full.then_some(at_ms);
            }
            TableEvent::Left { seat } => {
                let seat = self.seat_mut(*seat)?;
                seat.who = Occupant::Open;
                seat.contribution.clear();
                self.filled_ms = None;
            }
            TableEvent::Contributed { seat, contribution } => {
                self.seat_mut(*seat)?.contribution.clone_from(contribution);
            }
            TableEvent::Started { start } => {
                let table = self.template.new_table(Start::Position(start))?;
                let (mover, chance) = (table.actor(), self.dealer()?.during());
                self.game = Some(Playing { table, chance, mover, since_ms: at_ms });
                self.stage = Stage::Live;
                self.sits_of = BTreeMap::new();
                if mover == Actor::Nobody {
                    self.ends(at_ms);
                }
            }
            TableEvent::Game { event, lag_ms } => {
                let game =
                    self.game.as_mut().ok_or_else(|| Refusal::not_possible("the game has not started"))?;
                match event {
                    // Drawn again, so that the generator is in the same state; the log must agree.
                    Event::Chance(json) => {
                        let drawn = game.table.roll(&mut game.chance)?;
                        if drawn != *json {
                            return Err(Refusal::invalid_deal(
                                "chance does not come from the secret that was committed to",
                            ));
                        }
                    }
                    other => game.table.apply_event(other)?,
                }
                self.happened(at_ms, event, *lag_ms);
            }
            TableEvent::Adjudicated { outcome } => {
                if let Some(game) = &mut self.game {
                    game.table.set_adjudication(Ok(outcome.clone()));
                }
            }
            TableEvent::Takeback { by, keep } => {
                let waiting = self.others(*by);
                self.seat_mut(*by)?.takebacks += 1;
                self.takeback = Some(TakebackOffer { by: *by, waiting, keep: *keep });
            }
            TableEvent::TakebackAnswer { by, yes } => match (&mut self.takeback, yes) {
                (Some(takeback), true) => takeback.waiting.retain(|seat| seat != by),
                (takeback, _) => *takeback = None,
            },
            TableEvent::TakenBack { keep } => self.rewind(at_ms, *keep)?,
            TableEvent::Fault { seat, message } => {
                self.seat_mut(*seat)?.fault.get_or_insert_with(|| message.clone());
            }
            TableEvent::Rated { .. } => {}
            TableEvent::Replaced { seat, level } => {
                let control = self.control;
                let seat = self.seat_mut(*seat)?;
                seat.who = Occupant::engine(level);
                seat.clock = control.map(Clock::new);
            }
            TableEvent::Resumed { downtime_ms } => {
                if let Some(game) = &mut self.game {
                    game.since_ms += *downtime_ms;
                }
            }
            TableEvent::Aborted { absent, by, .. } => {
                self.absent.clone_from(absent);
                self.aborted_by = *by;
                self.stage = Stage::Aborted;
                self.ended_ms = Some(at_ms);
            }
            TableEvent::Rematch { by } => self.seat_mut(*by)?.rematch = true,
            TableEvent::RematchCreated { table } => self.next_table = Some(table.clone()),
        }
        self.version += 1;
        Ok(())
    }

    /// Updates clocks and counters after a game event that the game has already applied.
    fn happened(&mut self, at_ms: i64, event: &Event, lag_ms: u64) {
        let Some(game) = &mut self.game else { return };
        match event {
            Event::Move { by, ms, .. } => {
                let seat = &mut self.seats[*by];
                seat.moves += 1;
                seat.allowance.spend(lag_ms);
                if let (Some(clock), Some(ms)) = (&mut seat.clock, ms) {
                    clock.spend(std::time::Duration::from_millis(*ms));
                }
                game.since_ms = at_ms;
                self.takeback = None;
            }
            Event::Act { by, action: Action::OfferStop, .. } => self.seats[*by].offers += 1,
            Event::Act { .. } | Event::Chance(_) => {}
        }
        // An offer or answer of another player gives no one new time; a new turn does.
        let mover = game.table.actor();
        if game.mover != mover {
            (game.mover, game.since_ms) = (mover, at_ms);
            self.takeback = None;
        }
        if mover == Actor::Nobody {
            self.ends(at_ms);
        }
    }

    /// The game has a result.
    fn ends(&mut self, at_ms: i64) {
        self.stage = Stage::Over;
        self.ended_ms = Some(at_ms);
        self.takeback = None;
    }

    fn rewind(&mut self, at_ms: i64, keep: usize) -> Result<(), Refusal> {
        let game = self.game.as_mut().ok_or_else(|| Refusal::not_possible("the game has not started"))?;
        let mut table =
            self.template.new_table(Start::Position(&game.table.start_text(Viewer::Omniscient)))?;
        let events = game.table.events(Viewer::Omniscient);
        // A takeback gives no one time: what the player to move has thought counts, and increments of the moves taken
        // back do not.
        if let Actor::Seat(mover) = game.mover
            && let Some(clock) = &mut self.seats[mover].clock
        {
            clock.charge(std::time::Duration::from_millis(at_ms.saturating_sub(game.since_ms).max(0) as u64));
        }
        for event in events.iter().skip(keep) {
            if let Event::Move { by, .. } = event
                && let Some(clock) = &mut self.seats[*by].clock
            {
                clock.charge(clock.increment());
            }
        }
        for event in events.iter().take(keep) {
            if matches!(event, Event::Act { action: Action::OfferStop, .. }) {
                // The game continued, so the offer was not accepted and no longer matters.
                let past = Outcome::unexplained(Vec::new(), Vec::new());
                table.set_adjudication(Ok(past));
            }
            table.apply_event(event)?;
        }
        (game.mover, game.since_ms) = (table.actor(), at_ms);
        game.table = table;
        self.takeback = None;
        Ok(())
    }

    fn seat_mut(&mut self, seat: usize) -> Result<&mut Seat, Refusal> {
        let count = self.seats.len();
        self.seats
            .get_mut(seat)
            .ok_or_else(|| Refusal::invalid_request(format!("no seat {seat}; there are {count}")))
    }

    /// The people in other seats who are still in the game: engines agree to everything.
    fn others(&self, by: usize) -> Vec<usize> {
        let person = |seat: &usize| self.seats[*seat].who.is_user();
        let same = |seat: &usize| self.seats[*seat].who == self.seats[by].who;
        let plays = |seat: &usize| self.game.as_ref().is_none_or(|game| game.table.is_active(*seat));
        (0..self.seats.len())
            .filter(|seat| *seat != by && person(seat) && !same(seat) && plays(seat))
            .collect()
    }

    fn dealer(&self) -> Result<Dealer, Refusal> {
        let contributions = self.seats.iter().map(|seat| seat.contribution.clone()).collect();
        Dealer::new(parse_secret(&self.config.secret)?, contributions)
    }

    /// The commitment of the deal and the contributions to it; with the secret once the game has ended in any way.
    fn fair(&self) -> Option<FairDeal> {
        let dealer = self.dealer().ok()?;
        Some(if self.has_ended() { dealer.reveal() } else { dealer.committed() })
    }
}

#[cfg(test)]
mod tests;
