//! Moves that workers on other machines choose. Only as many are given away as the workers have threads: what is more
//! waits in the server's own queue, which is fair to all who wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use floe_engine::{DEFAULT_MOVE_TIME, Level};
use floe_games::switches::RuleSet;
use floe_games::{GameRng, Start, open};
use floe_referee::TurnRequest;
use floe_work::{Answer, Job, JobRules, Kind, MoveRequest, WorkError, WorkQueue};
use prometheus_client::metrics::counter::Counter;

use super::MAX_MOVE_TIME;
use super::queue::{Class, Source};

/// How long a move may be with the workers before the server chooses one itself: enough for a worker to vanish and another
/// to take over.
const PATIENCE: Duration = Duration::from_secs(9);
/// How often it is checked that there still are workers.
const LOOK: Duration = Duration::from_millis(500);

/// The workers that choose moves for a server.
pub(super) struct Workers {
    queue: WorkQueue,
    given: Arc<Mutex<Given>>,
    /// Moves that workers chose.
    chosen: Counter,
    /// Moves that were given away in vain.
    missed: Counter,
}

/// How many moves are with the workers.
#[derive(Default)]
struct Given {
    all: usize,
    accounts: HashMap<String, usize>,
}

/// A move that is given away; dropping it makes room for the next.
pub(super) struct Place {
    given: Arc<Mutex<Given>>,
    account: String,
}

fn lock(given: &Mutex<Given>) -> MutexGuard<'_, Given> {
    given.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut given = lock(&self.given);
        given.all -= 1;
        if let Some(count) = given.accounts.get_mut(&self.account) {
            *count -= 1;
            if *count == 0 {
                given.accounts.remove(&self.account);
            }
        }
    }
}

impl Given {
    /// May one more move be given away? Half of the threads are for people's games alone, and no account has more than
    /// half of them.
    fn has_room(&self, threads: usize, class: Class, account: &str) -> bool {
        let most = match class {
            Class::Person | Class::Guest => threads,
            Class::EnginesOnly | Class::GuestsEnginesOnly => threads / 2,
        };
        let mine = self.accounts.get(account).copied().unwrap_or(0);
        self.all < most && mine < threads.div_ceil(2)
    }
}

impl Workers {
    pub(super) fn new(queue: WorkQueue, chosen: Counter, missed: Counter) -> Workers {
        Workers { queue, given: Arc::default(), chosen, missed }
    }

    /// A place for a move, if the workers have a thread for it.
    pub(super) fn place(&self, class: Class, source: &Source) -> Option<Place> {
        let threads = self.queue.threads(Kind::Move);
        let mut given = lock(&self.given);
        if !given.has_room(threads, class, &source.account) {
            return None;
        }
        given.all += 1;
        *given.accounts.entry(source.account.clone()).or_default() += 1;
        Some(Place { given: Arc::clone(&self.given), account: source.account.clone() })
    }

    /// Has a move chosen. `None` if the server has to choose it: nobody answered in time, or not with a legal move.
    pub(super) async fn choose(
        &self,
        rules: &RuleSet,
        level: Level,
        question: &TurnRequest,
        seed: u64,
    ) -> Option<String> {
        let time = match level {
            Level::Max => DEFAULT_MOVE_TIME,
            Level::MaxFor(time) => time.min(MAX_MOVE_TIME),
            // Limited by nodes: the same move on every machine, short of a stall.
            _ => MAX_MOVE_TIME,
        };
        let job = Job::Move(MoveRequest {
            rules: JobRules::new(rules),
            level: level.to_string(),
            position: question.position.clone(),
            hidden: question.hidden,
            seed,
            time_ms: (time.as_millis() as u64).max(1),
        });
        let answered = async {
            tokio::select! {
                answer = async { self.queue.submit(job).await?.answer().await } => answer,
                () = tokio::time::sleep(PATIENCE) => Err(WorkError::TimedOut(PATIENCE)),
                () = self.all_gone() => Err(WorkError::Failed("all workers have gone".into())),
            }
        };
        let chosen = match answered.await {
            Ok(Answer::Move(answer)) if is_legal(rules, question, &answer.best) => Ok(answer.best),
            Ok(_) => Err(WorkError::InvalidAnswer("it is not a legal move".into())),
            Err(error) => Err(error),
        };
        match chosen {
            Ok(best) => {
                self.chosen.inc();
                Some(best)
            }
            Err(error) => {
                tracing::warn!(%error, "no move from the workers; the server chooses it");
                self.missed.inc();
                None
            }
        }
    }

    async fn all_gone(&self) {
        while self.queue.threads(Kind::Move) > 0 {
            tokio::time::sleep(LOOK).await;
        }
    }
}

/// Can the seat make this move? What it cannot see does not matter for that.
fn is_legal(rules: &RuleSet, question: &TurnRequest, text: &str) -> bool {
    let mut chance = GameRng::in_game(0);
    let start = match question.hidden {
        true => Start::View(&question.position, &mut chance),
        false => Start::Position(&question.position),
    };
    open(rules, start).is_ok_and(|mut table| table.play(question.seat, text).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_games::registry::GAMES;

    #[test]
    fn workers_are_shared_fairly() {
        let given = |all: usize, mine: usize| Given { all, accounts: [("ann".to_owned(), mine)].into() };
        for (all, mine, threads, class, room) in [
            (0, 0, 0, Class::Person, false),
            (0, 0, 1, Class::Person, true),
            (1, 0, 1, Class::Guest, false),
            (0, 0, 1, Class::EnginesOnly, false),
            (1, 0, 4, Class::EnginesOnly, true),
            (2, 0, 4, Class::GuestsEnginesOnly, false),
            (2, 2, 4, Class::Person, false),
            (3, 1, 4, Class::Person, true),
        ] {
            assert_eq!(given(all, mine).has_room(threads, class, "ann"), room, "{all} {mine} {threads}");
        }
    }

    #[test]
    fn every_game_knows_its_legal_moves_from_a_view() {
        for manifest in GAMES {
            let rules = manifest.default_rules();
            let mut chance = GameRng::in_game(1);
            let mut table = open(&rules, Start::Seed(1)).unwrap();
            for _ in 0..4 {
                let Some(seat) = floe_games::next_seat(&mut *table, &mut chance).unwrap() else { break };
                let view = table.seat_view(seat);
                let question = TurnRequest {
                    seat,
                    position: view.position,
                    hidden: view.hidden,
                    legal: Vec::new(),
                    limits: Default::default(),
                    allotted: None,
                };
                let best = table.legal_moves().remove(0);
                assert!(is_legal(&rules, &question, &best), "{} {best}", manifest.id);
                assert!(!is_legal(&rules, &question, "nonsense"), "{}", manifest.id);
                table.play(seat, &best).unwrap();
            }
        }
    }
}
