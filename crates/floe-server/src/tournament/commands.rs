//! What users ask of a tournament, and what it does on its own: entries, not yet stored.

use std::collections::HashMap;

use floe_games::{Occupant, Refusal};
use floe_referee::TimeControl;
use floe_referee::live::TableResult;
use floe_referee::pairing::Fixture;
use floe_referee::stats::FaultNote;
use floe_wire::web::Stage;

use super::entry::TournamentEntry;
use super::state::State;

/// Maximum number of entrants.
pub const MAX_ENTRANTS: usize = 500;
/// Maximum number of games in a tournament.
pub const MAX_GAMES: u64 = 10_000;
/// Maximum number of concurrent games.
pub const MAX_CONCURRENT: usize = 256;
/// How long a tournament without a start time waits for its host.
const WAIT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

impl State {
    /// An occupant enters.
    pub fn join(&self, who: Occupant) -> Result<TournamentEntry, Refusal> {
        self.for_entry()?;
        if let Some(user) = who.user_id()
            && self.number_of(user).is_some()
        {
            return Err(Refusal::not_possible("you have already entered"));
        }
        if self.entrants().len() >= self.made().max_entrants {
            return Err(Refusal::not_possible(format!("all {} places are taken", self.made().max_entrants)));
        }
        Ok(TournamentEntry::Joined { who })
    }

    /// An entrant leaves; after the start, permanently.
    pub fn leave(&self, entrant: usize) -> Result<TournamentEntry, Refusal> {
        self.known(entrant)?;
        if self.stage() == Stage::Open {
            return Ok(TournamentEntry::Left { entrant });
        }
        self.only(Stage::Live)?;
        if self.entrants()[entrant].who.is_engine() {
            return Err(Refusal::not_possible("an engine stays to the end"));
        }
        match self.entrants()[entrant].withdrawn {
            true => Err(Refusal::not_possible(format!("entrant {entrant} has already withdrawn"))),
            false => Ok(TournamentEntry::Withdrew { entrant }),
        }
    }

    /// The tournament starts.
    pub fn begin(&self, seed: u64) -> Result<TournamentEntry, Refusal> {
        self.only(Stage::Open)?;
        if let Some(plan) = self.plan(seed) {
            plan.check()?;
            let games = plan.max_games();
            if games > MAX_GAMES {
                return Err(Refusal::too_large(format!(
                    "this would be {games} games; the limit is {MAX_GAMES}"
                )));
            }
        } else if self.entrants().len() < self.made().seats {
            return Err(Refusal::not_possible(format!(
                "an arena needs at least {} players",
                self.made().seats
            )));
        }
        Ok(TournamentEntry::Started { seed })
    }

    /// The tournament ends early.
    pub fn stop(&self, why: String) -> Result<TournamentEntry, Refusal> {
        match self.stage() {
            Stage::Open => Ok(TournamentEntry::Stopped { reason: why }),
            _ if self.stopping().is_some() => {
                Err(Refusal::not_possible("the tournament is already being stopped"))
            }
            _ => self.only(Stage::Live).map(|()| TournamentEntry::Stopping { reason: why }),
        }
    }

    /// What happens before the start only because time has passed.
    pub fn due(&self, now_ms: i64, seed: u64) -> Option<TournamentEntry> {
        let stop = |why: &str| TournamentEntry::Stopped { reason: why.into() };
        match self.made().start_ms {
            _ if self.stage() != Stage::Open => None,
            Some(start) if now_ms >= start => Some(
                self.begin(seed).unwrap_or_else(|refusal| stop(&format!("it could not start: {refusal}"))),
            ),
            None if now_ms >= self.created_ms() + WAIT_MS => Some(stop("it was never started")),
            _ => None,
        }
    }

    /// What follows from a table that has ended: a result, or one more game if it was not the players' fault. A second
    /// such game is drawn.
    pub fn ended(&self, fixture: &Fixture, ended: Option<&TableResult>) -> TournamentEntry {
        match ended.and_then(|ended| ended.finished(fixture)) {
            Some(game) => TournamentEntry::Finished { game },
            None if self.tables(fixture.id) < 2 => TournamentEntry::CalledOff { fixture: fixture.id },
            None => TournamentEntry::Finished { game: fixture.drawn() },
        }
    }

    /// Fixtures that need no table because at most one of their players is still in: players who have withdrawn lose.
    pub fn forfeits(&self) -> Vec<TournamentEntry> {
        if self.entrants().iter().all(|entrant| !entrant.withdrawn) {
            return Vec::new();
        }
        let fault = FaultNote { cause: "withdrew".into(), words: "withdrew from the tournament".into() };
        let forfeit = |fixture: &Fixture| {
            let gone = |&seat: &usize| self.entrants()[fixture.seats[seat]].withdrawn;
            let absent: Vec<usize> = (0..fixture.seats.len()).filter(gone).collect();
            TournamentEntry::Finished { game: fixture.forfeited(&absent, &fault) }
        };
        self.waiting().filter(|fixture| self.remaining(fixture) < 2).map(forfeit).collect()
    }

    /// Fixtures that can be played now, with room for `room` more tables. A person plays one game at a time, unless the
    /// clocks count days. Engines have no such limit.
    pub fn openings(&self, room: usize, engine_games: usize) -> Vec<TournamentEntry> {
        let at_once = if self.in_days() { usize::MAX } else { 1 };
        let mut busy: HashMap<usize, usize> = HashMap::new();
        for &entrant in self.playing().flat_map(|fixture| &fixture.seats) {
            *busy.entry(entrant).or_default() += 1;
        }
        let room = room.min(self.made().max_concurrent.saturating_sub(self.playing_count()));
        let person = |entrant: &usize| {
            let entrant = &self.entrants()[*entrant];
            entrant.who.is_user() && !entrant.withdrawn
        };
        let has_people = |fixture: &Fixture| fixture.seats.iter().any(person);
        let mut engine_games =
            engine_games.saturating_sub(self.playing().filter(|one| !has_people(one)).count());
        let mut opened = Vec::new();
        for fixture in self.waiting() {
            if opened.len() >= room {
                break;
            }
            if !has_people(fixture) {
                if engine_games == 0 {
                    continue;
                }
                engine_games -= 1;
            }
            let free = |entrant: &usize| busy.get(entrant).is_none_or(|games| *games < at_once);
            if fixture.seats.iter().filter(|entrant| person(entrant)).all(free) {
                for &entrant in &fixture.seats {
                    *busy.entry(entrant).or_default() += 1;
                }
                opened.push(TournamentEntry::Opened { fixture: fixture.id });
            }
        }
        opened
    }

    /// Do the clocks count days, so that players need not be present?
    fn in_days(&self) -> bool {
        TimeControl::parse(&self.made().clock).is_ok_and(|control| control.is_correspondence())
    }
}
