//! By how much short searches overrun, and how fast they are on one thread and on two. [`USAGE`] says how to call it.

mod common;

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::{Args, Stopwatch, fail};
use floe_engine::{
    Analysis, Engine, Level, Limits, PositionView, SearchControl, Timer, ignore_progress, new_engine,
};
use floe_games::registry::find;
use floe_games::switches::RuleSet;
use floe_games::{GameRng, Refusal, SeatView, Start, next_seat, open};

const USAGE: &str = "\
Measures by how much short searches overrun over whole games, and the speed of long ones on one
thread and on two. Time that other programs had the core is told apart where the system reports it
(Linux).

cargo run --release -p floe-engine --example punctuality -- GAME… [OPTIONS]

Options:
  --games N     the number of games per GAME (default: 8)
  --ms N        the time per move in milliseconds (default: 10)
  --speed-ms N  the time of each search that measures speed (default: 1500)

Example:
  punctuality penguin-buffet amazonian-buffet";

/// How long this thread has run and how long it has waited for a core so far, if the system reports it.
fn scheduled() -> (Duration, Duration) {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let mut numbers = text.split_whitespace().map(|number| number.parse().unwrap_or(0));
    let mut next = || Duration::from_nanos(numbers.next().unwrap_or(0));
    (next(), next())
}

/// The processor time of this process so far on all threads, in seconds, if the system reports it.
fn processor_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A timer that records the longest work between two readings. Time that other programs had the core is not counted.
struct GapTimer {
    began: Instant,
    state: Mutex<Gaps>,
}

struct Gaps {
    read_at: Duration,
    waited: Duration,
    longest: Duration,
}

impl GapTimer {
    fn start() -> GapTimer {
        let gaps = Gaps { read_at: Duration::ZERO, waited: scheduled().1, longest: Duration::ZERO };
        GapTimer { began: Instant::now(), state: Mutex::new(gaps) }
    }
}

impl Timer for GapTimer {
    fn elapsed(&self) -> Duration {
        let (now, waited) = (self.began.elapsed(), scheduled().1);
        if let Ok(mut gaps) = self.state.lock() {
            let worked = (now - gaps.read_at).saturating_sub(waited.saturating_sub(gaps.waited));
            *gaps = Gaps { read_at: now, waited, longest: gaps.longest.max(worked) };
        }
        now
    }
}

fn search(
    engine: &mut dyn Engine,
    view: &SeatView,
    timer: &dyn Timer,
    (ms, threads): (u64, usize),
) -> Result<Analysis, Refusal> {
    let limits = Limits { time: Some(Duration::from_millis(ms)), threads, ..Limits::default() };
    let control = SearchControl { timer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    engine.think(PositionView { position: &view.position, hidden: view.hidden }, &limits, &control)
}

/// Nodes per second from the start, on one thread and on two.
fn speed(game: &str, rules: &RuleSet, ms: u64) -> Result<(), Refusal> {
    let mut table = open(rules, Start::Seed(3))?;
    let Some(seat) = next_seat(&mut *table, &mut GameRng::in_game(3))? else { return Ok(()) };
    let view = table.seat_view(seat);
    for threads in [1, 2, 1, 2] {
        let mut engine = new_engine(rules, Level::Max, 1)?;
        let (timer, before) = (Stopwatch::start(), processor_seconds());
        let nodes = search(&mut *engine, &view, &timer, (ms, threads))?.nodes as f64;
        let per_second = nodes / timer.elapsed().as_secs_f64();
        let per_work = nodes / (processor_seconds() - before);
        println!(
            "{game}, threads {threads}: {per_second:.0} nodes per second, {per_work:.0} per second of processor time"
        );
    }
    Ok(())
}

/// Searches with a short time for every move of whole games.
fn punctuality(game: &str, rules: &RuleSet, games: u64, ms: u64) -> Result<(), Refusal> {
    let (mut late, mut worked, mut gaps) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..games {
        let mut engine = new_engine(rules, Level::Max, 1)?;
        let mut table = open(rules, Start::Seed(seed))?;
        let mut chance = GameRng::in_game(seed);
        while let Some(seat) = next_seat(&mut *table, &mut chance)? {
            let (timer, before) = (GapTimer::start(), scheduled().0);
            let analysis = search(&mut *engine, &table.seat_view(seat), &timer, (ms, 1))?;
            late.push(timer.elapsed().saturating_sub(Duration::from_millis(ms)));
            worked.push(scheduled().0 - before);
            gaps.push(timer.state.into_inner().map_or(Duration::ZERO, |gaps| gaps.longest));
            table.play(seat, &analysis.best)?;
        }
        eprintln!("{game}: game {} of {games}", seed + 1);
    }
    let what = ["late by", "on a core for", "longest work between two readings of the clock"];
    for (what, mut times) in what.into_iter().zip([late, worked, gaps]) {
        times.sort_unstable();
        let at = |share: f64| times.get((times.len().saturating_sub(1) as f64 * share) as usize).copied();
        let [median, most, nearly_all, max] =
            [0.5, 0.99, 0.999, 1.0].map(|share| at(share).unwrap_or_default());
        println!(
            "{game}, {} searches of {ms} ms, {what}: {median:.2?} (median), {most:.2?} (99 %), {nearly_all:.2?} (99.9 %), {max:.2?} (max)",
            times.len()
        );
    }
    Ok(())
}

fn main() {
    let args = Args::read(USAGE, &["games", "ms", "speed-ms"]);
    if args.words.is_empty() {
        fail(USAGE, "expected at least one GAME");
    }
    let games: u64 = args.option(USAGE, "games", 8);
    let [ms, speed_ms] =
        [("ms", 10), ("speed-ms", 1500)].map(|(name, default)| args.option(USAGE, name, default));
    for game in &args.words {
        let measured = find(game).and_then(|info| {
            let rules = info.default_rules();
            speed(game, &rules, speed_ms)?;
            punctuality(game, &rules, games, ms)
        });
        measured.unwrap_or_else(|refusal| fail(USAGE, &refusal.to_string()));
    }
}
