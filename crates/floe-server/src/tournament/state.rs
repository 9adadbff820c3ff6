//! A tournament as a value: a function of its log, without clock, store or tables.

use std::collections::{BTreeSet, HashMap};

use floe_games::{Occupant, Refusal};
use floe_referee::pairing::{Fixture, Format, PairingPlan, Schedule};
use floe_referee::stats::FinishedGame;
use floe_wire::web::Stage;

use super::entry::{TournamentConfig, TournamentEntry, TournamentPlan};

/// An entrant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The occupant.
    pub who: Occupant,
    /// Withdrew after the start.
    pub withdrawn: bool,
    /// Is not paired for now, in an arena.
    pub paused: bool,
}

/// The state of a tournament.
#[derive(Clone, Debug)]
pub struct State {
    made: TournamentConfig,
    created_ms: i64,
    ended_ms: Option<i64>,
    stage: Stage,
    version: u64,
    entrants: Vec<Entrant>,
    plan: Option<PairingPlan>,
    schedule: Option<Schedule>,
    /// The fixtures of an arena.
    paired: Vec<Fixture>,
    started_ms: Option<i64>,
    /// When an entrant of an arena last finished a game.
    freed_ms: HashMap<usize, i64>,
    /// Where each scheduled round ends among the fixtures.
    round_ends: Vec<usize>,
    finished: Vec<FinishedGame>,
    /// The index of a fixture's result among the finished games.
    place_of: HashMap<u64, usize>,
    /// How many tables the fixture has had.
    tables: HashMap<u64, u32>,
    playing: BTreeSet<u64>,
    stopping: Option<String>,
    stopped: Option<String>,
}

impl State {
    /// A tournament from the first entry of its log.
    pub fn make(made: TournamentConfig, created_ms: i64) -> State {
        State {
            made,
            created_ms,
            ended_ms: None,
            stage: Stage::Open,
            version: 1,
            entrants: Vec::new(),
            plan: None,
            schedule: None,
            paired: Vec::new(),
            started_ms: None,
            freed_ms: HashMap::new(),
            round_ends: Vec::new(),
            finished: Vec::new(),
            place_of: HashMap::new(),
            tables: HashMap::new(),
            playing: BTreeSet::new(),
            stopping: None,
            stopped: None,
        }
    }

    /// The settings it was created with.
    pub fn made(&self) -> &TournamentConfig {
        &self.made
    }

    /// When it was created.
    pub fn created_ms(&self) -> i64 {
        self.created_ms
    }

    /// When no new game of an arena begins any more; after it has started.
    pub fn closes_ms(&self) -> Option<i64> {
        Some(self.started_ms? + i64::from(self.made.format.arena_minutes()?) * 60_000)
    }

    /// When an entrant of an arena last finished a game.
    pub fn freed_ms(&self, entrant: usize) -> Option<i64> {
        self.freed_ms.get(&entrant).copied()
    }

    /// When it ended.
    pub fn ended_ms(&self) -> Option<i64> {
        self.ended_ms
    }

    /// Its stage.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// How many entries its log has.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The entrants, by number.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The number of a user.
    pub fn number_of(&self, user: &str) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.who.user_id() == Some(user))
    }

    /// Finished games, in the order in which they ended.
    pub fn finished(&self) -> &[FinishedGame] {
        &self.finished
    }

    /// The fixtures scheduled so far.
    pub fn fixtures(&self) -> &[Fixture] {
        self.schedule.as_ref().map_or(&self.paired, |schedule| &schedule.fixtures)
    }

    /// The pairing plan, once it has started.
    pub fn schedule(&self) -> Option<&Schedule> {
        self.schedule.as_ref()
    }

    /// The scheduled rounds: the fixtures of each.
    pub fn rounds(&self) -> impl Iterator<Item = &[Fixture]> {
        let fixtures = self.fixtures();
        let begins = std::iter::once(0).chain(self.round_ends.iter().copied());
        begins.zip(&self.round_ends).map(|(begin, &end)| &fixtures[begin..end])
    }

    /// The result of a fixture.
    pub fn result(&self, fixture: u64) -> Option<&FinishedGame> {
        self.place_of.get(&fixture).map(|&place| &self.finished[place])
    }

    /// The fixtures that have a table but no result.
    pub fn playing(&self) -> impl Iterator<Item = &Fixture> {
        self.playing.iter().filter_map(|&fixture| self.fixture(fixture))
    }

    /// The number of fixtures in play.
    pub fn playing_count(&self) -> usize {
        self.playing.len()
    }

    /// The fixtures that have neither table nor result.
    pub fn waiting(&self) -> impl Iterator<Item = &Fixture> {
        let waits = |fixture: &&Fixture| {
            !self.playing.contains(&fixture.id) && !self.place_of.contains_key(&fixture.id)
        };
        self.fixtures().iter().filter(waits)
    }

    /// How many tables a fixture has had.
    pub fn tables(&self, fixture: u64) -> u32 {
        self.tables.get(&fixture).copied().unwrap_or(0)
    }

    /// Why it is being stopped, while its tables are.
    pub fn stopping(&self) -> Option<&str> {
        self.stopping.as_deref()
    }

    /// Why it ended early.
    pub fn stopped(&self) -> Option<&str> {
        self.stopped.as_deref()
    }

    /// The entrants at a fixture who have not withdrawn.
    pub fn remaining(&self, fixture: &Fixture) -> usize {
        fixture.seats.iter().filter(|&&entrant| !self.entrants[entrant].withdrawn).count()
    }

    fn fixture(&self, id: u64) -> Option<&Fixture> {
        self.fixtures().get(usize::try_from(id).ok()?)
    }

    /// Applies an entry of the log.
    pub fn apply(&mut self, at_ms: i64, entry: &TournamentEntry) -> Result<(), Refusal> {
        match entry {
            TournamentEntry::Created(_) => {
                return Err(Refusal::not_possible("a tournament is created only once"));
            }
            TournamentEntry::Joined { who } => {
                self.for_entry()?;
                self.entrants.push(Entrant { who: who.clone(), withdrawn: false, paused: false });
            }
            TournamentEntry::Left { entrant } => {
                self.only(Stage::Open)?;
                self.known(*entrant)?;
                self.entrants.remove(*entrant);
            }
            TournamentEntry::Started { seed } => {
                self.only(Stage::Open)?;
                self.plan = self.plan(*seed);
                if let Some(plan) = &self.plan {
                    plan.check()?;
                }
                self.stage = Stage::Live;
                self.started_ms = Some(at_ms);
                self.pair(at_ms)?;
            }
            TournamentEntry::Withdrew { entrant } => {
                self.only(Stage::Live)?;
                self.known(*entrant)?;
                self.entrants[*entrant].withdrawn = true;
            }
            TournamentEntry::Paused { entrant, paused } => {
                self.for_entry()?;
                self.known(*entrant)?;
                self.entrants[*entrant].paused = *paused;
            }
            TournamentEntry::Paired { seats } => {
                self.only(Stage::Live)?;
                seats.iter().try_for_each(|&entrant| self.known(entrant))?;
                let id = self.paired.len() as u64;
                // Every table has its own deal: the seed of a fixture is for programs that play without one.
                self.paired.push(Fixture { id, set: id, seats: seats.clone(), seed: id });
            }
            TournamentEntry::Closed => {
                self.only(Stage::Live)?;
                self.stage = Stage::Over;
                self.ended_ms = Some(at_ms);
            }
            TournamentEntry::Opened { fixture } => {
                self.open(*fixture)?;
                self.playing.insert(*fixture);
                *self.tables.entry(*fixture).or_default() += 1;
            }
            TournamentEntry::CalledOff { fixture } => {
                self.open(*fixture)?;
                self.playing.remove(fixture);
            }
            TournamentEntry::Finished { game } => {
                let seats = &self.open(game.fixture)?.seats;
                if *seats != game.seats {
                    return Err(Refusal::not_possible(format!(
                        "fixture {} of the tournament has other players",
                        game.fixture
                    )));
                }
                game.check()?;
                self.playing.remove(&game.fixture);
                self.freed_ms.extend(game.seats.iter().map(|&entrant| (entrant, at_ms)));
                self.place_of.insert(game.fixture, self.finished.len());
                self.finished.push(game.clone());
                if self.finished.len() == self.fixtures().len() {
                    self.pair(at_ms)?;
                }
            }
            TournamentEntry::Stopping { reason: why } => {
                self.only(Stage::Live)?;
                self.stopping = Some(why.clone());
            }
            TournamentEntry::Stopped { reason: why } => {
                if matches!(self.stage, Stage::Over | Stage::Aborted) {
                    return Err(Refusal::not_possible("the tournament is over"));
                }
                self.playing.clear();
                self.stopped = Some(why.clone());
                self.stage = Stage::Aborted;
                self.ended_ms = Some(at_ms);
            }
        }
        self.version += 1;
        Ok(())
    }

    /// The pairing plan, if it started now with this seed; an arena has none.
    pub fn plan(&self, seed: u64) -> Option<PairingPlan> {
        let TournamentPlan::Scheduled(format) = self.made.format else { return None };
        Some(PairingPlan { entrants: self.entrants.len(), seats: self.made.seats, format, seed })
    }

    /// Pairs the next round; without one, the tournament is over.
    fn pair(&mut self, at_ms: i64) -> Result<(), Refusal> {
        let Some(plan) = &self.plan else { return Ok(()) };
        let schedule = plan.schedule(&self.finished)?;
        let (before, known) = (self.fixtures().len(), schedule.fixtures.len());
        if known == before {
            self.stage = Stage::Over;
            self.ended_ms = Some(at_ms);
        } else {
            // Formats whose fixtures are all known in advance play the same number in every round.
            let rounds = match plan.format {
                Format::RoundRobin { rounds } | Format::Gauntlet { rounds, .. } => rounds as usize,
                Format::Swiss { .. } | Format::Knockout { .. } => 1,
            };
            self.round_ends.extend((1..=rounds).map(|round| before + (known - before) * round / rounds));
        }
        self.schedule = Some(schedule);
        Ok(())
    }

    /// A fixture without a result.
    fn open(&self, fixture: u64) -> Result<&Fixture, Refusal> {
        self.only(Stage::Live)?;
        if self.place_of.contains_key(&fixture) {
            return Err(Refusal::not_possible(format!("fixture {fixture} already has a result")));
        }
        self.fixture(fixture).ok_or_else(|| Refusal::not_possible(format!("no fixture {fixture} yet")))
    }

    pub(super) fn known(&self, entrant: usize) -> Result<(), Refusal> {
        match entrant < self.entrants.len() {
            true => Ok(()),
            false => {
                Err(Refusal::not_possible(format!("no entrant {entrant}; there are {}", self.entrants.len())))
            }
        }
    }

    /// Refuses unless entrants may come now: before the start, and in an arena also after it.
    pub(super) fn for_entry(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Live if self.made.format.arena_minutes().is_some() => Ok(()),
            _ => self.only(Stage::Open),
        }
    }

    pub(super) fn only(&self, stage: Stage) -> Result<(), Refusal> {
        if self.stage == stage {
            return Ok(());
        }
        Err(Refusal::not_possible(match self.stage {
            Stage::Open => "the tournament has not started",
            Stage::Live => "the tournament has already started",
            Stage::Over => "the tournament is over",
            Stage::Aborted => "the tournament was stopped",
        }))
    }
}
