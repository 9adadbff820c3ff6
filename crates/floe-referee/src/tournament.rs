//! Many games: fixtures are played concurrently, and every finished game is in the journal before it counts. An
//! interrupted tournament resumes where the journal ends.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use floe_games::record::Player as Named;
use floe_games::switches::RuleSet;
use floe_games::{Event, Refusal, registry};
use futures_util::stream::{self, StreamExt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;
use tokio::task::JoinSet;

use crate::game::{self, ChanceSource, PlayedGame};
use crate::journal::{Journal, JournalEntry};
use crate::names::numbered;
use crate::pairing::{Fixture, Format, PairingPlan};
use crate::stats::{self, FinishedGame, Sprt, Summary, Verdict};
use crate::{Agreement, Entrant, Fault, LaunchOptions, Observers, TimeControl};

/// A match or tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The rules.
    pub rules: RuleSet,
    /// The entrants.
    pub entrants: Vec<Entrant>,
    /// Their names, each different; [`Tournament::introduce`] finds them.
    pub names: Vec<String>,
    /// The pairing plan.
    pub plan: PairingPlan,
    /// The clocks.
    pub control: TimeControl,
    /// How late a move may be without a penalty.
    pub time_margin: Duration,
    /// Ends games of two early when both players agree who wins.
    pub agreement: Option<Agreement>,
    /// What follows when a program cannot be started.
    pub start_failures: StartFailures,
    /// How many games run concurrently.
    pub concurrency: usize,
    /// A sequential test that may end it early: the first entrant against the second.
    pub sprt: Option<Sprt>,
    /// Store complete games in the journal, not only results.
    pub records: bool,
    /// The limits of bots that are started for a game.
    pub launch: LaunchOptions,
}

/// What follows when a program cannot be started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartFailures {
    /// The run ends: something is wrong with the set-up, not with the play.
    #[default]
    Stop,
    /// The program forfeits its games.
    Forfeit,
}

/// Why a tournament ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// A program could not be started.
    #[error("{name}: not started: {reason}")]
    NotStarted {
        /// The player.
        name: String,
        /// What happened.
        reason: String,
    },
    /// It cannot be played, or a result cannot be stored.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// The time limit for starting a player and for its end-of-game call.
const COURTESY: Duration = Duration::from_secs(10);

impl Tournament {
    /// Everything that determines the games, for the journal's first line.
    pub fn description(&self) -> Value {
        let mut description = json!({
            "game": self.rules.game,
            "rules": self.rules.to_json(),
            "entrants": self.entrants.iter().map(Entrant::to_string).collect::<Vec<_>>(),
            "plan": self.plan,
            "time": self.control,
        });
        if !self.time_margin.is_zero() {
            description["time_margin_ms"] = json!(self.time_margin.as_millis() as u64);
        }
        if let Some(agreement) = self.agreement {
            description["agreement"] = json!(agreement);
        }
        let LaunchOptions { memory, processes, .. } = self.launch;
        let usual = LaunchOptions::default();
        if (memory, processes) != (usual.memory, usual.processes) {
            description["bots"] = json!({"memory": memory.to_string(), "processes": processes.to_string()});
        }
        description
    }

    /// Refuses settings that do not fit the game.
    pub fn check(&self) -> Result<(), Refusal> {
        self.plan.check()?;
        self.entrants.iter().try_for_each(|entrant| entrant.check(self.rules.game))?;
        let eliminates = registry::find(self.rules.game)?.eliminates;
        if self.agreement.is_some() && (self.plan.seats != 2 || eliminates) {
            return Err(Refusal::invalid_request(format!(
                "adjudication by agreement is for games of two that a resignation ends; this is {} for {}",
                self.rules.game, self.plan.seats
            )));
        }
        Ok(())
    }

    /// Starts every program once, before the first game, and finds the names of all players: the one given, else the one
    /// the program reports, else its file name. A program that does not answer `ugi` ends the run, unless it shall forfeit
    /// its games.
    pub async fn introduce(&mut self) -> Result<(), TournamentError> {
        let mut asked = JoinSet::new();
        for (number, entrant) in self.entrants.iter().enumerate() {
            let (entrant, launch) = (entrant.clone(), self.launch);
            asked.spawn(async move { (number, entrant.introduce(launch, COURTESY).await) });
        }
        let mut reported = vec![Ok(None); self.entrants.len()];
        while let Some(done) = asked.join_next().await {
            let (number, answer) = done.map_err(|error| Refusal::failed(format!("a program: {error}")))?;
            reported[number] = answer;
        }
        let name = |(entrant, reported): (&Entrant, &Result<Option<String>, Fault>)| {
            entrant.name(reported.as_ref().ok().and_then(Option::as_deref))
        };
        self.names = numbered(&self.entrants.iter().zip(&reported).map(name).collect::<Vec<_>>());
        if self.start_failures == StartFailures::Stop {
            for (name, reported) in self.names.iter().zip(reported) {
                match reported {
                    // It did start, and broke a limit; its games say so.
                    Ok(_) | Err(Fault::TooMuchMemory(_) | Fault::TooManyProcesses(_)) => {}
                    Err(fault) => return Err(not_started(name, &fault)),
                }
            }
        }
        Ok(())
    }

    /// The summary of some of its games.
    pub fn summary(&self, finished: &[FinishedGame]) -> Result<Summary, Refusal> {
        let rows = self.plan.ranking(finished)?;
        Ok(Summary::new(&self.names, finished, self.sprt.as_ref()).ranked(finished, rows))
    }

    /// Plays all fixtures that are not finished. `on_progress` is called with every finished game and the number of scheduled
    /// ones.
    pub async fn run(
        &self,
        mut journal: Option<Journal>,
        mut finished: Vec<FinishedGame>,
        on_progress: &mut dyn FnMut(&JournalEntry, usize, usize),
    ) -> Result<Vec<FinishedGame>, TournamentError> {
        loop {
            let schedule = self.plan.schedule(&finished)?;
            let open: Vec<Fixture> = schedule.open(&finished).cloned().collect();
            if open.is_empty() || self.decided(&finished) {
                return Ok(finished);
            }
            let mut waiting = open.into_iter();
            let mut playing = JoinSet::new();
            loop {
                while playing.len() < self.concurrency.max(1) && !self.decided(&finished) {
                    let Some(fixture) = waiting.next() else { break };
                    playing.spawn(play(self.clone(), fixture));
                }
                let Some(done) = playing.join_next().await else { break };
                // All games finished by now are written together: the sync is what costs.
                let more = std::iter::from_fn(|| playing.try_join_next());
                let done: Vec<Result<JournalEntry, TournamentError>> = std::iter::once(done)
                    .chain(more)
                    .map(|done| done.map_err(|error| Refusal::failed(format!("a game failed: {error}")))?)
                    .collect();
                // A game that could not be played ends the run, but not before those finished with it are stored.
                let (done, failed): (Vec<_>, Vec<_>) = done.into_iter().partition(Result::is_ok);
                let done: Vec<JournalEntry> = done.into_iter().flatten().collect();
                if let Some(open) = journal.take() {
                    journal = Some(write(open, done.clone()).await?);
                }
                for entry in done {
                    finished.push(entry.finished.clone());
                    on_progress(&entry, finished.len(), schedule.fixtures.len());
                }
                if let Some(Err(error)) = failed.into_iter().next() {
                    return Err(error);
                }
            }
        }
    }

    /// The same with games that others play: `play` gives a game away and waits for it. At most `concurrency` are given
    /// away at once. Results count in the order of the schedule, whoever finishes first, so that they are those of games
    /// played here one after the other.
    pub async fn run_elsewhere(
        &self,
        play: impl Fn(GameOrder) -> GameFuture,
        mut journal: Option<Journal>,
        mut finished: Vec<FinishedGame>,
        on_progress: &mut dyn FnMut(&JournalEntry, usize, usize),
    ) -> Result<Vec<FinishedGame>, TournamentError> {
        loop {
            let schedule = self.plan.schedule(&finished)?;
            let open: Vec<Fixture> = schedule.open(&finished).cloned().collect();
            if open.is_empty() || self.decided(&finished) {
                return Ok(finished);
            }
            let games = stream::iter(open).map(|fixture| {
                let (order, expected) = (self.order(&fixture), fixture);
                let played = order.map(&play);
                async move {
                    let mut entry = played?.await?;
                    // What others send counts only for the game that was asked for.
                    entry.finished = FinishedGame {
                        fixture: expected.id,
                        set: expected.set,
                        seats: expected.seats,
                        ..entry.finished
                    };
                    entry.finished.check()?;
                    Ok::<_, TournamentError>(entry)
                }
            });
            let mut games = std::pin::pin!(games.buffered(self.concurrency.max(1)));
            while let Some(entry) = games.next().await {
                let entry = entry?;
                if let Some(open) = journal.take() {
                    journal = Some(write(open, vec![entry.clone()]).await?);
                }
                finished.push(entry.finished.clone());
                on_progress(&entry, finished.len(), schedule.fixtures.len());
                if self.decided(&finished) {
                    break;
                }
            }
        }
    }

    /// A game as others play it. A refusal if one of its players is a program.
    fn order(&self, fixture: &Fixture) -> Result<GameOrder, Refusal> {
        let entrants = fixture.seats.iter().map(|&entrant| &self.entrants[entrant]);
        if let Some(program) = entrants.clone().find(|entrant| entrant.is_program()) {
            return Err(Refusal::unsupported(format!(
                "{program} is a program on this machine; workers play only with built-in players"
            )));
        }
        Ok(GameOrder {
            game: self.rules.game.to_owned(),
            rules: self.rules.to_json(),
            entrants: entrants.map(Entrant::to_string).collect(),
            names: fixture
                .seats
                .iter()
                .map(|&entrant| self.names.get(entrant).cloned().unwrap_or_default())
                .collect(),
            fixture: Fixture { seats: (0..fixture.seats.len()).collect(), ..fixture.clone() },
            control: self.control,
            time_margin: self.time_margin,
            agreement: self.agreement,
            records: self.records,
            nonce: None,
        })
    }

    /// Has the sequential test ended?
    fn decided(&self, finished: &[FinishedGame]) -> bool {
        self.sprt.as_ref().is_some_and(|sprt| {
            sprt.test(&stats::HeadToHead::between(finished, 0, 1)).verdict != Verdict::Open
        })
    }
}

/// A game that others play.
pub type GameFuture = Pin<Box<dyn Future<Output = Result<JournalEntry, TournamentError>> + Send>>;

/// One game of a tournament with built-in players, complete in itself: any machine can play it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameOrder {
    /// The id of the game.
    pub game: String,
    /// Every switch with its value.
    pub rules: Value,
    /// The players by seat, as users write them.
    pub entrants: Vec<String>,
    /// Their names by seat.
    pub names: Vec<String>,
    /// The fixture; its seats are numbered from 0.
    pub fixture: Fixture,
    /// The clocks.
    pub control: TimeControl,
    /// How late a move may be without a penalty.
    pub time_margin: Duration,
    /// Ends games of two early when both players agree who wins.
    pub agreement: Option<Agreement>,
    /// Send the complete game back, not only the result.
    pub records: bool,
    /// Makes two orders for the same game different, where the result depends on more than the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
}

/// The most players of a game.
const MAX_SEATS: usize = 8;
/// The longest text of a player or name, in bytes.
const MAX_PLAYER_BYTES: usize = 256;

impl GameOrder {
    /// The tournament that consists of this game alone. A refusal if it cannot be played: an order comes from outside.
    fn tournament(&self) -> Result<Tournament, Refusal> {
        let rules = registry::find(&self.game)?.rules_from_object(&self.rules)?;
        let seats = floe_games::open(&rules, floe_games::Start::Seed(self.fixture.seed))?.seats();
        let counts = [self.entrants.len(), self.names.len(), self.fixture.seats.len()];
        if seats > MAX_SEATS || counts.iter().any(|&count| count != seats) {
            return Err(Refusal::invalid_request(format!(
                "{} players, {} names and {} places for {seats} seats",
                counts[0], counts[1], counts[2]
            )));
        }
        if self.entrants.iter().chain(&self.names).any(|text| text.len() > MAX_PLAYER_BYTES) {
            return Err(Refusal::too_large(format!(
                "the text of a player is longer than {MAX_PLAYER_BYTES} bytes"
            )));
        }
        let entrants: Vec<Entrant> = self
            .entrants
            .iter()
            .map(|text| Entrant::parse(text))
            .collect::<Result<_, _>>()
            .map_err(Refusal::invalid_request)?;
        // An order must not start programs on the machine that receives it.
        if let Some(program) = entrants.iter().find(|entrant| entrant.is_program()) {
            return Err(Refusal::unsupported(format!(
                "{program} is a program; workers play only with built-in players"
            )));
        }
        if self.fixture.seats.iter().enumerate().any(|(seat, &entrant)| seat != entrant) {
            return Err(Refusal::invalid_request("the seats of an order are numbered from 0"));
        }
        let tournament = Tournament {
            plan: PairingPlan {
                entrants: seats,
                seats,
                format: Format::RoundRobin { rounds: 1 },
                seed: self.fixture.seed,
            },
            rules,
            entrants,
            names: self.names.clone(),
            control: self.control,
            time_margin: self.time_margin,
            agreement: self.agreement,
            start_failures: StartFailures::Stop,
            concurrency: 1,
            sprt: None,
            records: self.records,
            launch: LaunchOptions::default(),
        };
        tournament.check()?;
        Ok(tournament)
    }

    /// Does the result depend on time as well as on the seed?
    pub fn is_timed(&self) -> bool {
        self.entrants.iter().any(|text| Entrant::parse(text).is_ok_and(|entrant| entrant.is_timed()))
    }

    /// Refuses an order that cannot be played.
    pub fn check(&self) -> Result<(), Refusal> {
        self.tournament().map(|_| ())
    }

    /// Plays the game.
    pub async fn play(&self) -> Result<JournalEntry, TournamentError> {
        play(self.tournament()?, self.fixture.clone()).await
    }
}

/// Lines are on disk before their games count; a blocking thread waits for the disk.
async fn write(mut journal: Journal, entries: Vec<JournalEntry>) -> Result<Journal, Refusal> {
    let written = tokio::task::spawn_blocking(move || journal.append_all(&entries).map(|()| journal)).await;
    match written {
        Ok(Ok(journal)) => Ok(journal),
        Ok(Err(error)) => Err(Refusal::failed(format!("the journal: {error}"))),
        Err(error) => Err(Refusal::failed(format!("the journal: {error}"))),
    }
}

fn not_started(name: &str, fault: &Fault) -> TournamentError {
    let reason = match fault {
        Fault::NotStarted(reason) => reason.clone(),
        other => format!("it {other}"),
    };
    TournamentError::NotStarted { name: name.to_owned(), reason }
}

async fn play(tournament: Tournament, fixture: Fixture) -> Result<JournalEntry, TournamentError> {
    let mut players = Vec::new();
    for (seat, &entrant) in fixture.seats.iter().enumerate() {
        // Each player of each game has its own seed, derived from the fixture.
        let seed = fixture.seed ^ (fixture.id << 8) ^ seat as u64;
        players.push(tournament.entrants[entrant].player(seed, tournament.launch).await);
    }
    let setting = game::GameSpec {
        rules: tournament.rules.clone(),
        source: ChanceSource::Seed(fixture.seed),
        control: tournament.control,
        time_margin: tournament.time_margin,
        agreement: tournament.agreement,
        handshake_timeout: COURTESY,
        substitute: None,
    };
    let began = Instant::now();
    let played = game::play(&setting, players, &mut Observers::new()).await?;
    let PlayedGame { mut record, faults, adjudicated } = played;
    let names =
        fixture.seats.iter().map(|&entrant| tournament.names.get(entrant).cloned().unwrap_or_default());
    record.players = names.map(|name| Named { name }).collect();
    let absent = faults.iter().find(|(_, fault)| matches!(fault, Fault::NotStarted(_)));
    if let (Some((seat, fault)), StartFailures::Stop) = (absent, tournament.start_failures) {
        return Err(not_started(&record.players[*seat].name, fault));
    }
    let took_ms = began.elapsed().as_millis() as u64;
    let outcome = record.result.clone().ok_or_else(|| Refusal::failed("a game has no result"))?;
    let mut by_seat = vec![None; fixture.seats.len()];
    for (seat, fault) in &faults {
        by_seat[*seat]
            .get_or_insert(stats::FaultNote { cause: fault.cause().into(), words: fault.to_string() });
    }
    // If no player could be started, no one has won, whoever failed first.
    let moved = record.events.iter().any(|event| matches!(event, Event::Move { .. }));
    let nobody_came = !moved && by_seat.iter().all(Option::is_some);
    let mut finished = fixture.finished(&outcome, by_seat);
    if nobody_came {
        finished.places.fill(1);
    }
    let (record, outcome) = if tournament.records { (Some(record), None) } else { (None, Some(outcome)) };
    Ok(JournalEntry {
        finished,
        began_ms: None,
        took_ms,
        thought_ms: Vec::new(),
        adjudicated,
        outcome,
        record,
    })
}
