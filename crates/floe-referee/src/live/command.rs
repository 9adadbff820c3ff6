//! The commands of a live table, and what follows from them.

use std::time::Duration;

use floe_engine::{Level, check_level};
use floe_games::fair::check_contribution;
use floe_games::{Action, Actor, Event, Occupant, Refusal, Stage, Start, Viewer};
use floe_wire::web::SeatRatingChange;

use super::{LiveTable, Playing, TableEvent, Transition};
use crate::fault::{Consequence, consequence};

/// How often a seat may ask for a takeback, and offer to stop, in one game.
const MAX_TAKEBACKS: u32 = 30;
const MAX_OFFERS: u32 = 10;
/// How often seats of one table may be taken by people who come and go.
const MAX_SITS: u32 = 100;
/// The same limit per person.
const MAX_SITS_EACH: u32 = 5;

/// A command to a table. The caller has already checked who may give it for which seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Takes a seat; any free one if none is given. When all are taken the game starts.
    Sit {
        /// The seat.
        seat: Option<usize>,
        /// The occupant.
        who: Occupant,
        /// Their contribution to the deal, if they give it now.
        contribution: Option<String>,
    },
    /// Contributes to the deal of a game that has not started.
    Contribute {
        /// The seat.
        seat: usize,
        /// The contribution.
        contribution: String,
    },
    /// Leaves before the game has started.
    Leave {
        /// The seat.
        seat: usize,
    },
    /// Makes a move.
    Move {
        /// The seat.
        seat: usize,
        /// The version of the table at which the move was chosen.
        at: u64,
        /// The move.
        text: String,
        /// The latency to the server.
        lag_ms: u64,
    },
    /// Resigns, offers to stop, or answers such an offer.
    Act {
        /// The seat.
        seat: usize,
        /// The action.
        action: Action,
    },
    /// Asks to take back one's own last move.
    Takeback {
        /// The seat.
        seat: usize,
    },
    /// Answers a takeback request.
    TakebackAnswer {
        /// The seat.
        seat: usize,
        /// The answer.
        yes: bool,
    },
    /// Calls off the game before it has really begun.
    Abort {
        /// The seat.
        seat: usize,
    },
    /// Asks for a rematch.
    Rematch {
        /// The seat.
        seat: usize,
    },
    /// The server has been restarted.
    Resume {
        /// The downtime by the machine's clock.
        away_ms: i64,
    },
    /// The next game has been created.
    Follow {
        /// Its id.
        table: String,
    },
    /// Ratings have changed.
    Rate {
        /// The changes.
        changes: Vec<SeatRatingChange>,
    },
    /// The operator or a moderator ends the game.
    Stop {
        /// The reason.
        why: String,
    },
}

impl LiveTable {
    /// The transition that follows from a command at a time; a refusal changes nothing.
    pub fn handle(&self, ask: &TableCommand, now_ms: i64) -> Result<Transition, Refusal> {
        let mut step = Transition { next: self.clone(), entries: Vec::new() };
        match ask {
            TableCommand::Sit { seat, who, contribution } => {
                step.sit(*seat, who, contribution.as_deref(), now_ms)?;
            }
            TableCommand::Contribute { seat, contribution } => {
                step.contribute(*seat, contribution, now_ms)?;
                step.begin_if_ready(now_ms)?;
            }
            TableCommand::Leave { seat } => {
                self.only(Stage::Open)?;
                step.push(TableEvent::Left { seat: *seat }, now_ms)?;
            }
            TableCommand::Move { seat, at, text, lag_ms } => {
                self.only(Stage::Live)?;
                if *at != self.version {
                    return Err(Refusal::not_possible(format!(
                        "the move was chosen at version {at}; the table is at version {}",
                        self.version
                    )));
                }
                step.play(*seat, text, *lag_ms, now_ms)?;
            }
            TableCommand::Act { seat, action } => {
                self.only(Stage::Live)?;
                step.act(*seat, *action, now_ms)?;
            }
            TableCommand::Takeback { seat } => {
                self.only(Stage::Live)?;
                let keep = self.takeback_point(*seat)?;
                step.push(TableEvent::Takeback { by: *seat, keep }, now_ms)?;
                step.take_back(now_ms)?;
            }
            TableCommand::TakebackAnswer { seat, yes } => {
                self.only(Stage::Live)?;
                if !self.takeback.as_ref().is_some_and(|takeback| takeback.waiting.contains(seat)) {
                    return Err(Refusal::not_possible(format!(
                        "seat {seat} has no takeback request to answer"
                    )));
                }
                step.push(TableEvent::TakebackAnswer { by: *seat, yes: *yes }, now_ms)?;
                step.take_back(now_ms)?;
            }
            TableCommand::Abort { seat } => {
                if self.is_dealt_face_down() {
                    return Err(Refusal::not_possible(
                        "hidden cards have been dealt, so the game can no longer be cancelled; resign instead",
                    ));
                }
                if self.stage == Stage::Live && self.all_have_moved() {
                    return Err(Refusal::not_possible("everyone has moved; resign or offer to stop instead"));
                }
                let why = format!("seat {seat} cancelled it");
                step.end_without_result(
                    TableEvent::Aborted { reason: why, absent: Vec::new(), by: Some(*seat) },
                    now_ms,
                )?;
            }
            TableCommand::Rematch { seat } => {
                if !matches!(self.stage, Stage::Over | Stage::Aborted) {
                    return Err(Refusal::not_possible("the game is not over yet"));
                }
                if self.next_table.is_some() || self.seats[*seat].rematch {
                    return Err(Refusal::not_possible("you have already asked for a rematch"));
                }
                step.push(TableEvent::Rematch { by: *seat }, now_ms)?;
            }
            TableCommand::Resume { away_ms } => {
                self.only(Stage::Live)?;
                step.push(TableEvent::Resumed { downtime_ms: *away_ms }, now_ms)?;
            }
            TableCommand::Follow { table } => {
                step.push(TableEvent::RematchCreated { table: table.clone() }, now_ms)?
            }
            TableCommand::Rate { changes } => {
                step.push(TableEvent::Rated { changes: changes.clone() }, now_ms)?
            }
            TableCommand::Stop { why } => step.abort(why, Vec::new(), now_ms)?,
        }
        Ok(step)
    }

    fn only(&self, stage: Stage) -> Result<(), Refusal> {
        if self.stage == stage {
            return Ok(());
        }
        Err(match self.stage {
            Stage::Open => Refusal::not_possible("the game has not started: a seat is still free"),
            Stage::Live => Refusal::not_possible("the game has already started"),
            Stage::Over => Refusal::game_over("the game is over"),
            Stage::Aborted => Refusal::game_over("the game was cancelled"),
        })
    }

    /// Has every active player moved, or has one left?
    fn all_have_moved(&self) -> bool {
        let plays = |seat: usize| self.game.as_ref().is_some_and(|game| game.table.is_active(seat));
        self.seats.iter().enumerate().all(|(seat, one)| one.moves > 0 || !plays(seat))
    }

    /// How many game events remain when a seat's last move is taken back.
    fn takeback_point(&self, seat: usize) -> Result<usize, Refusal> {
        if !self.config.takebacks {
            return Err(Refusal::unsupported("takebacks are disabled at this table"));
        }
        if self.hides() {
            return Err(Refusal::unsupported("takebacks are not possible in a game with hidden cards"));
        }
        if self.takeback.is_some() {
            return Err(Refusal::not_possible("a takeback request is already pending"));
        }
        if self.seats[seat].takebacks >= MAX_TAKEBACKS {
            return Err(Refusal::not_possible(format!(
                "you have asked for {MAX_TAKEBACKS} takebacks in this game, which is the limit"
            )));
        }
        let game = self.game.as_ref().ok_or_else(|| Refusal::not_possible("the game has not started"))?;
        let events = game.table.events(Viewer::Omniscient);
        let own = |event: &Event| matches!(event, Event::Move { by, .. } if *by == seat);
        let keep = events
            .iter()
            .rposition(own)
            .ok_or_else(|| Refusal::not_possible(format!("seat {seat} has not moved yet")))?;
        match events[keep..].iter().all(|event| matches!(event, Event::Move { .. })) {
            true => Ok(keep),
            false => {
                Err(Refusal::not_possible("a chance event or an offer followed, so it cannot be taken back"))
            }
        }
    }
}

impl Transition {
    /// Adds an entry and applies it.
    pub(super) fn push(&mut self, entry: TableEvent, now_ms: i64) -> Result<(), Refusal> {
        self.next.apply(now_ms, &entry)?;
        self.entries.push(entry);
        Ok(())
    }

    fn sit(
        &mut self,
        seat: Option<usize>,
        who: &Occupant,
        contribution: Option<&str>,
        now_ms: i64,
    ) -> Result<(), Refusal> {
        self.next.only(Stage::Open)?;
        if self.next.sits >= MAX_SITS {
            return Err(Refusal::not_possible(
                "too many people have come and gone at this table; create a new one",
            ));
        }
        match who {
            Occupant::Engine { level } => {
                let level = Level::parse(level).map_err(Refusal::invalid_request)?;
                check_level(self.next.rules().game, level)?;
            }
            Occupant::User { user, .. }
                if self.next.sits_of.get(user).is_some_and(|sits| *sits >= MAX_SITS_EACH) =>
            {
                return Err(Refusal::not_possible(format!(
                    "you have taken a seat at this table {MAX_SITS_EACH} times, which is the limit"
                )));
            }
            Occupant::User { .. } | Occupant::Open => {}
        }
        let free = |seat: &usize| self.next.seats.get(*seat).is_some_and(|seat| seat.who.is_open());
        let seat = match seat {
            Some(seat) if free(&seat) => seat,
            Some(seat) if seat < self.next.seats.len() => {
                return Err(Refusal::not_possible(format!("seat {seat} is taken")));
            }
            Some(seat) => {
                let count = self.next.seats.len();
                return Err(Refusal::invalid_request(format!("no seat {seat}; there are {count}")));
            }
            None => (0..self.next.seats.len())
                .find(free)
                .ok_or_else(|| Refusal::not_possible("every seat is taken"))?,
        };
        self.push(TableEvent::Seated { seat, who: who.clone(), contribution: String::new() }, now_ms)?;
        if let Some(contribution) = contribution {
            self.contribute(seat, contribution, now_ms)?;
        }
        self.begin_if_ready(now_ms)
    }

    fn contribute(&mut self, seat: usize, contribution: &str, now_ms: i64) -> Result<(), Refusal> {
        self.next.only(Stage::Open)?;
        if !self.next.has_chance {
            return Err(Refusal::unsupported(
                "this game has no chance events, so there is nothing to contribute to",
            ));
        }
        if !self.next.seats.get(seat).is_some_and(|seat| seat.contribution.is_empty()) {
            return Err(Refusal::not_possible(format!("seat {seat} has already contributed")));
        }
        check_contribution(contribution, &self.next.commitment())?;
        self.push(TableEvent::Contributed { seat, contribution: contribution.into() }, now_ms)
    }

    /// Starts once every seat is taken and no contribution is pending.
    fn begin_if_ready(&mut self, now_ms: i64) -> Result<(), Refusal> {
        let complete = self.next.awaiting().is_empty() || !self.next.expects_contributions();
        match self.next.is_dealing() && complete {
            true => self.begin(now_ms),
            false => Ok(()),
        }
    }

    pub(super) fn begin(&mut self, now_ms: i64) -> Result<(), Refusal> {
        let table = self.next.template.new_table(Start::Chance(&mut self.next.dealer()?.deal_rng()))?;
        self.push(TableEvent::Started { start: table.start_text(Viewer::Omniscient) }, now_ms)?;
        self.roll(now_ms)
    }

    /// Resolves chance until a player is to move.
    fn roll(&mut self, now_ms: i64) -> Result<(), Refusal> {
        while let Some(Playing { table, chance, .. }) = &mut self.next.game
            && table.actor() == Actor::Chance
        {
            let event = Event::Chance(table.roll(chance)?);
            self.logged(event, 0, now_ms);
        }
        Ok(())
    }

    /// Records a game event that the game has already applied.
    fn logged(&mut self, event: Event, lag_ms: u64, now_ms: i64) {
        self.next.happened(now_ms, &event, lag_ms);
        self.next.version += 1;
        self.entries.push(TableEvent::Game { event, lag_ms });
    }

    fn play(&mut self, seat: usize, text: &str, lag_ms: u64, now_ms: i64) -> Result<(), Refusal> {
        let person = self.next.seats[seat].who.is_user();
        let Some(game) = &mut self.next.game else {
            return Err(Refusal::not_possible("the game has not started"));
        };
        let thought = u64::try_from(now_ms - game.since_ms).unwrap_or(0);
        let lag_ms = match self.next.seats[seat].clock.is_some() && person {
            true => self.next.seats[seat].allowance.forgives(lag_ms, thought),
            false => 0,
        };
        let ms = thought - lag_ms;
        game.table.play(seat, text)?;
        game.table.note_time(ms);
        let event = game.table.last_event().ok_or_else(|| Refusal::failed("the move was not logged"))?;
        let late =
            self.next.seats[seat].clock.is_some_and(|mut clock| !clock.spend(Duration::from_millis(ms)));
        if late && person {
            return Err(Refusal::not_possible("the move arrived after your time ran out"));
        }
        self.logged(event, lag_ms, now_ms);
        self.roll(now_ms)
    }

    fn act(&mut self, seat: usize, action: Action, now_ms: i64) -> Result<(), Refusal> {
        if matches!(action, Action::Forfeit | Action::Eliminate) {
            return Err(Refusal::invalid_request(format!(
                "'{}' is reserved for the referee",
                action.as_str()
            )));
        }
        if action == Action::Resign && self.next.seats.len() > 2 && self.next.config.substitute.is_some() {
            return self.fails(seat, "left the game", now_ms);
        }
        if action == Action::OfferStop && self.next.seats[seat].offers >= MAX_OFFERS {
            return Err(Refusal::not_possible(format!(
                "you have offered to stop {MAX_OFFERS} times in this game, which is the limit"
            )));
        }
        if action == Action::OfferStop
            && let Some(game) = &mut self.next.game
            && game.table.offer().is_none()
        {
            game.table.adjudicate();
            if let Some(Ok(outcome)) = game.table.adjudication() {
                self.push(TableEvent::Adjudicated { outcome }, now_ms)?;
            }
        }
        self.push(TableEvent::Game { event: Event::Act { by: seat, action, ms: None }, lag_ms: 0 }, now_ms)?;
        // Engines, and other seats of the same person, accept anything exact.
        let waiting = |step: &Transition| -> Option<usize> {
            let table = &step.next.game.as_ref()?.table;
            let offer = table.offer()?;
            let others = step.next.others(offer.by);
            offer.waiting.iter().copied().find(|seat| !others.contains(seat))
        };
        while let Some(agrees) = waiting(self) {
            let event = Event::Act { by: agrees, action: Action::Accept, ms: None };
            self.push(TableEvent::Game { event, lag_ms: 0 }, now_ms)?;
        }
        self.roll(now_ms)
    }

    /// A seat has failed as a player: applies the referee's policy.
    pub(super) fn fails(&mut self, seat: usize, words: &str, now_ms: i64) -> Result<(), Refusal> {
        self.push(TableEvent::Fault { seat, message: words.into() }, now_ms)?;
        let substitute = self.next.config.substitute.clone();
        let rules = self.next.rules().game;
        let action = match (consequence(rules, self.next.seats.len(), substitute.is_some()), substitute) {
            (Consequence::Forfeit, _) => Action::Forfeit,
            (Consequence::Replace, Some(level)) => {
                return self.push(TableEvent::Replaced { seat, level }, now_ms);
            }
            _ => Action::Eliminate,
        };
        self.push(TableEvent::Game { event: Event::Act { by: seat, action, ms: None }, lag_ms: 0 }, now_ms)?;
        self.roll(now_ms)
    }

    /// Takes back once everyone has agreed.
    fn take_back(&mut self, now_ms: i64) -> Result<(), Refusal> {
        match &self.next.takeback {
            Some(takeback) if takeback.waiting.is_empty() => {
                self.push(TableEvent::TakenBack { keep: takeback.keep }, now_ms)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn abort(&mut self, why: &str, absent: Vec<usize>, now_ms: i64) -> Result<(), Refusal> {
        self.end_without_result(TableEvent::Aborted { reason: why.into(), absent, by: None }, now_ms)
    }

    fn end_without_result(&mut self, entry: TableEvent, now_ms: i64) -> Result<(), Refusal> {
        if self.next.has_ended() {
            self.next.only(Stage::Live)?;
        }
        self.push(entry, now_ms)
    }
}
