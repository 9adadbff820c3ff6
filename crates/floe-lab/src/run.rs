//! Many games on many threads. The games are independent, so the number of threads changes only the time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use floe_games::Refusal;

use crate::{GameHistory, Matchup, play};

/// How games are played, and how they can be ended early.
pub struct RunOptions<'a> {
    /// The number of threads.
    pub threads: usize,
    /// May be set at any time: start no more games. Running games are finished, so that long ones are not excluded.
    pub enough: &'a AtomicBool,
    /// May be set at any time: stop now. Running games are dropped.
    pub stop: &'a AtomicBool,
    /// Called with the number of finished games and the total.
    pub on_progress: &'a (dyn Fn(usize, usize) + Sync),
    /// Plays a game: [`play`], or something that has another machine play it.
    pub play: PlayGame<'a>,
}

/// Plays game number `number` of a seed; see [`play`].
pub type PlayGame<'a> =
    &'a (dyn Fn(&Matchup, u64, u64, &AtomicBool) -> Result<Option<GameHistory>, Refusal> + Sync);

static NEVER: AtomicBool = AtomicBool::new(false);

impl RunOptions<'static> {
    /// No progress reports and no early end.
    pub fn quiet(threads: usize) -> RunOptions<'static> {
        RunOptions { threads, enough: &NEVER, stop: &NEVER, on_progress: &|_, _| {}, play: &play }
    }
}

/// The games that were played.
pub struct Run {
    /// For each matchup its games by number; `None` for those not finished.
    pub games: Vec<Vec<Option<GameHistory>>>,
    /// Whether it ended early.
    pub incomplete: bool,
}

/// Plays the first `games` games of a seed for every matchup. Matchups take turns, so that all have equally many games,
/// give or take one, whenever it ends.
pub fn run(matchups: &[Matchup], games: usize, seed: u64, options: &RunOptions<'_>) -> Result<Run, Refusal> {
    let all = matchups.len() * games;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let broken = AtomicBool::new(false);
    // Space is reserved as games finish: many may be requested and few played.
    let played = Mutex::new((vec![Vec::new(); matchups.len()], None));
    let work = || {
        while !options.enough.load(Ordering::Relaxed)
            && !options.stop.load(Ordering::Relaxed)
            && !broken.load(Ordering::Relaxed)
        {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= all {
                break;
            }
            let (matchup, number) = (task % matchups.len(), task / matchups.len());
            let game = (options.play)(&matchups[matchup], seed, number as u64, options.stop);
            let Ok(mut played) = played.lock() else { break };
            match game {
                Ok(game) => {
                    let finished = game.is_some();
                    let games = &mut played.0[matchup];
                    if games.len() <= number {
                        games.resize(number + 1, None);
                    }
                    games[number] = game;
                    if finished {
                        (options.on_progress)(done.fetch_add(1, Ordering::Relaxed) + 1, all);
                    }
                }
                Err(refusal) => {
                    broken.store(true, Ordering::Relaxed);
                    played.1.get_or_insert(refusal);
                }
            }
        }
    };
    match options.threads {
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
        None => Ok(Run { games, incomplete: done.into_inner() < all }),
    }
}
