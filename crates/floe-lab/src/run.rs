//! Many games on many threads. The games are independent, so the number of threads changes nothing but the time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use floe_games::Refusal;

use crate::{GameHistory, Matchup, play};

/// How games are played, and who may end it.
pub struct RunOptions<'a> {
    /// How many threads.
    pub threads: usize,
    /// Set by anybody: begin no more games. Those begun are finished, so that long ones are not left out.
    pub enough: &'a AtomicBool,
    /// Set by anybody: end now. Games begun are dropped.
    pub stop: &'a AtomicBool,
    /// Told how many games of how many are done.
    pub tell: &'a (dyn Fn(usize, usize) + Sync),
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl RunOptions<'static> {
    /// Nobody listens, and nobody ends it.
    pub fn quiet(threads: usize) -> RunOptions<'static> {
        RunOptions { threads, enough: &NEVER, stop: &NEVER, tell: &|_, _| {} }
    }
}

/// What was played.
pub struct Run {
    /// For each bench its games by number; `None` for those not finished.
    pub games: Vec<Vec<Option<GameHistory>>>,
    /// Was it ended early?
    pub cut_short: bool,
}

/// Plays the first `games` games of a seed on every bench. Benches take turns, so that all have as many games as each
/// other, give or take one, whenever it is ended.
pub fn run(benches: &[Matchup], games: usize, seed: u64, effort: &RunOptions<'_>) -> Result<Run, Refusal> {
    let all = benches.len() * games;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let broken = AtomicBool::new(false);
    // Room is made as games end: many may be asked for and few be played.
    let played = Mutex::new((vec![Vec::new(); benches.len()], None));
    let work = || {
        while !effort.enough.load(Ordering::Relaxed)
            && !effort.stop.load(Ordering::Relaxed)
            && !broken.load(Ordering::Relaxed)
        {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= all {
                break;
            }
            let (bench, number) = (task % benches.len(), task / benches.len());
            let course = play(&benches[bench], seed, number as u64, effort.stop);
            let Ok(mut played) = played.lock() else { break };
            match course {
                Ok(course) => {
                    let finished = course.is_some();
                    let games = &mut played.0[bench];
                    if games.len() <= number {
                        games.resize(number + 1, None);
                    }
                    games[number] = course;
                    if finished {
                        (effort.tell)(done.fetch_add(1, Ordering::Relaxed) + 1, all);
                    }
                }
                Err(refusal) => {
                    broken.store(true, Ordering::Relaxed);
                    played.1.get_or_insert(refusal);
                }
            }
        }
    };
    match effort.threads {
        0 | 1 => work(),
        threads => thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        }),
    }
    let (games, refusal) = played.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    match refusal {
        Some(refusal) => Err(refusal),
        None => Ok(Run { games, cut_short: done.into_inner() < all }),
    }
}
