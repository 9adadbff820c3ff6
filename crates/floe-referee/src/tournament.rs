//! Many games: fixtures are played concurrently, and every finished game is in the journal before it counts. An
//! interrupted tournament resumes where the journal ends.

use std::time::{Duration, Instant};

use floe_games::switches::RuleSet;
use floe_games::{Event, Refusal};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::game::{self, ChanceSource, PlayedGame};
use crate::journal::{Journal, JournalEntry};
use crate::pairing::{Fixture, PairingPlan};
use crate::stats::{self, FinishedGame, Sprt, Verdict};
use crate::{Entrant, LaunchOptions, Observers, TimeControl};

/// A match or tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The rules.
    pub rules: RuleSet,
    /// The entrants.
    pub entrants: Vec<Entrant>,
    /// The pairing plan.
    pub plan: PairingPlan,
    /// The clocks.
    pub control: TimeControl,
    /// How many games run concurrently.
    pub concurrency: usize,
    /// A sequential test that may end it early: the first entrant against the second.
    pub sprt: Option<Sprt>,
    /// Store complete games in the journal, not only results.
    pub records: bool,
    /// The limits of bots that are started for a game.
    pub launch: LaunchOptions,
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
        let LaunchOptions { memory, processes, .. } = self.launch;
        let usual = LaunchOptions::default();
        if (memory, processes) != (usual.memory, usual.processes) {
            description["bots"] = json!({"memory": memory.to_string(), "processes": processes.to_string()});
        }
        description
    }

    /// The entrants' names, made unique.
    pub fn names(&self) -> Vec<String> {
        let names: Vec<String> = self.entrants.iter().map(Entrant::to_string).collect();
        let twin = |at: usize| names[..at].iter().filter(|name| **name == names[at]).count();
        (0..names.len())
            .map(
                |at| {
                    if twin(at) == 0 {
                        names[at].clone()
                    } else {
                        format!("{} ({})", names[at], twin(at) + 1)
                    }
                },
            )
            .collect()
    }

    /// Plays all fixtures that are not finished. `on_progress` is called with every finished game and the number of scheduled
    /// ones.
    pub async fn run(
        &self,
        mut journal: Option<Journal>,
        mut finished: Vec<FinishedGame>,
        on_progress: &mut dyn FnMut(&JournalEntry, usize, usize),
    ) -> Result<Vec<FinishedGame>, Refusal> {
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
                let done: Vec<JournalEntry> = std::iter::once(done)
                    .chain(more)
                    .map(|done| done.map_err(|error| Refusal::failed(format!("a game failed: {error}")))?)
                    .collect::<Result<_, _>>()?;
                if let Some(open) = journal.take() {
                    journal = Some(write(open, done.clone()).await?);
                }
                for entry in done {
                    finished.push(entry.finished.clone());
                    on_progress(&entry, finished.len(), schedule.fixtures.len());
                }
            }
        }
    }

    /// Has the sequential test ended?
    fn decided(&self, finished: &[FinishedGame]) -> bool {
        self.sprt.as_ref().is_some_and(|sprt| {
            sprt.test(&stats::HeadToHead::between(finished, 0, 1)).verdict != Verdict::Open
        })
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

async fn play(tournament: Tournament, fixture: Fixture) -> Result<JournalEntry, Refusal> {
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
        handshake_timeout: COURTESY,
        substitute: None,
    };
    let began = Instant::now();
    let PlayedGame { record, faults } = game::play(&setting, players, &mut Observers::new()).await?;
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
    Ok(JournalEntry { finished, began_ms: None, took_ms, thought_ms: Vec::new(), outcome, record })
}
