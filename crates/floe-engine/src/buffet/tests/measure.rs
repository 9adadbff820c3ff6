//! Matches between settings of the search, run by hand:
//!
//! `GAME=penguin-buffet GAMES=100 LIMIT=2000 A=rave_equivalence=0 B= cargo test --release -p floe-engine buffets_meet -- --ignored --nocapture`

use std::time::{Duration, Instant};

use floe_games::registry::{FamilyVisitor, find, visit};
use floe_games::slide::{self, Turn};
use floe_games::{Actor, Game, GameRng, Viewer, buffet, montauk, standalone};

use super::super::search::BuffetParams;
use super::super::*;
use crate::{Timer, ignore_progress};

struct Ticking(Instant);
impl Timer for Ticking {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.into())
}

/// Settings as `name=value,name=value`; a `level` sets its own nodes and noise.
fn params(text: &str) -> (BuffetParams, Option<u64>, Option<LevelParams>) {
    let mut params = BuffetParams::default();
    let mut nodes = None;
    let mut level_params = None;
    for (name, value) in text.split(',').filter_map(|part| part.split_once('=')) {
        let number: f32 = value.parse().unwrap();
        match name {
            "explore" => params.c_puct = number,
            "looks" => params.prior_temperature = number,
            "untried" => params.fpu_reduction = number,
            "later" => params.rave_equivalence = number,
            "noted" => params.rave_full_visits = number as u32,
            "tries" => params.playout_candidates = number as u32,
            "by_hands" => params.hand_margin_weight = number,
            "late" => params.endgame_cells = number as u32,
            "late_cost" => params.endgame_budget = number as i64,
            "proofs" => params.proofs = number > 0.0,
            "reuse" => params.reuse = number > 0.0,
            "level" => {
                level_params = levels::level_params(Level::Number(number as u8));
                params.reuse = false;
            }
            "nodes" => nodes = Some(number as u64),
            _ => panic!("unknown parameter {name}"),
        }
    }
    (params, nodes, level_params)
}

/// How long this thread has waited for a core so far, if the system reports it.
fn waited() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let waited = text.split_whitespace().nth(1).and_then(|number| number.parse().ok());
    Duration::from_nanos(waited.unwrap_or(0))
}

/// The CPU time of this process so far on all threads, in seconds, if the system reports it.
fn worked() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A timer that records the longest work between two readings; time that other programs took is not counted.
struct Watched {
    began: Instant,
    last: std::sync::Mutex<(Duration, Duration, Duration)>,
}
impl Timer for Watched {
    fn elapsed(&self) -> Duration {
        let (now, waited) = (self.began.elapsed(), waited());
        let mut last = self.last.lock().unwrap();
        let worked = (now - last.0).saturating_sub(waited.saturating_sub(last.1));
        *last = (now, waited, last.2.max(worked));
        now
    }
}

struct Meeting;

impl FamilyVisitor for Meeting {
    type Output = ();
    fn slide<B: floe_board::Bits, const H: usize, T: Turn>(self, _: slide::Rules<B, H>) {}
    fn montauk(self, _: montauk::Rules) {}
    fn standalone(self, _: standalone::Rules) {}
    fn buffet<T: Turn>(self, rules: buffet::Rules) {
        let limit = setting("LIMIT", "1000");
        let limits = match limit.strip_suffix("ms") {
            Some(ms) => {
                Limits { time: Some(Duration::from_millis(ms.parse().unwrap())), ..Limits::default() }
            }
            None => Limits { nodes: limit.parse().ok(), ..Limits::default() },
        };
        let games: u64 = setting("GAMES", "20").parse().unwrap();
        let seed: u64 = setting("SEED", "1").parse().unwrap();
        let sides = [params(&setting("A", "")), params(&setting("B", ""))];
        let mut pairs = Vec::new();
        let (mut nodes, mut time) = ([0u64; 2], [0.0; 2]);
        let mut proved = 0;
        for game in 0..games.div_ceil(2) {
            let mut points = 0.0;
            for swap in 0..2 {
                let mut engines: Vec<BuffetEngine<T>> = (0..2)
                    .map(|at| {
                        let mut engine = BuffetEngine::new(
                            copy::<T>(&rules),
                            Level::Max,
                            seed * 7919 + game * 4 + swap as u64 * 2 + at as u64,
                        );
                        engine.params = sides[at].0;
                        engine.level_params = sides[at].2;
                        engine
                    })
                    .collect();
                let mut position =
                    Buffet::<T>::start(&rules, &mut GameRng::from_seed(seed * 10_000 + game)).unwrap();
                let mut first_proof = None;
                let mut ply = 0;
                while let Actor::Seat(seat) = Buffet::<T>::actor(&rules, &position) {
                    let side = seat ^ swap;
                    let text = Buffet::<T>::position_text(&rules, &position, Viewer::Omniscient);
                    let timer = Ticking(Instant::now());
                    let control = SearchControl {
                        timer: &timer,
                        stop: &AtomicBool::new(false),
                        on_progress: &ignore_progress,
                    };
                    let mut limits = limits.clone();
                    limits.nodes = sides[side].1.or(limits.nodes);
                    let analysis = engines[side]
                        .think(PositionView { position: &text, hidden: false }, &limits, &control)
                        .unwrap();
                    nodes[side] += analysis.nodes;
                    time[side] += timer.elapsed().as_secs_f64();
                    if analysis.lines[0].evaluation.exact && first_proof.is_none() {
                        first_proof = Some(ply);
                    }
                    ply += 1;
                    let action = Buffet::<T>::parse_move(&rules, &position, &analysis.best).unwrap();
                    Buffet::<T>::apply(&rules, &mut position, action);
                }
                let outcome = Buffet::<T>::outcome(&rules, &position).unwrap();
                if outcome.winners.contains(&swap) {
                    points += 1.0 / outcome.winners.len() as f64;
                }
                proved += ply - first_proof.unwrap_or(ply);
            }
            pairs.push(points / 2.0);
        }
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let spread =
            pairs.iter().map(|pair: &f64| (pair - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let error = 1.96 * (spread / count).sqrt();
        println!(
            "{} games: A {:.1} % ± {:.1}; nodes/s {:.0} {:.0}; proved {:.1} plies before the end",
            2.0 * count,
            100.0 * mean,
            100.0 * error,
            nodes[0] as f64 / time[0],
            nodes[1] as f64 / time[1],
            proved as f64 / (2.0 * count),
        );
    }
}

/// A copy of the same rules.
fn copy<T: Turn>(rules: &buffet::Rules) -> buffet::Rules {
    struct Give;
    impl FamilyVisitor for Give {
        type Output = Option<buffet::Rules>;
        fn slide<B: floe_board::Bits, const H: usize, T: Turn>(self, _: slide::Rules<B, H>) -> Self::Output {
            None
        }
        fn montauk(self, _: montauk::Rules) -> Self::Output {
            None
        }
        fn standalone(self, _: standalone::Rules) -> Self::Output {
            None
        }
        fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
            Some(rules)
        }
    }
    visit(Buffet::<T>::rule_set(rules), Give).unwrap().unwrap()
}

#[test]
#[ignore = "a measurement, not a test: minutes"]
fn buffets_meet() {
    let entry = find(&setting("GAME", "penguin-buffet")).unwrap();
    visit(&entry.rules(&[]).unwrap(), Meeting).unwrap();
}

/// Playouts per second on one thread and on two, and by how much searches of 10 ms overrun.
#[test]
#[ignore = "a measurement, not a test: half a minute"]
fn buffets_race() {
    for game in ["penguin-buffet", "amazonian-buffet"] {
        let rules = find(game).unwrap().rules(&[]).unwrap();
        let mut table = floe_games::open(&rules, floe_games::Start::Seed(3)).unwrap();
        let ask = |position: &str, threads: usize, timer: &dyn Timer, ms: u64| {
            let limits = Limits { time: Some(Duration::from_millis(ms)), threads, ..Limits::default() };
            let control =
                SearchControl { timer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
            let mut engine = crate::new_engine(&rules, Level::Max, 1).unwrap();
            engine.think(PositionView { position, hidden: false }, &limits, &control).unwrap()
        };
        let start = table.position_text(Viewer::Omniscient);
        for threads in [1, 2, 1, 2, 2, 2, 2] {
            let (timer, before) = (Ticking(Instant::now()), worked());
            let nodes = ask(&start, threads, &timer, 1500).nodes as f64;
            let (time, work) = (timer.elapsed().as_secs_f64(), worked() - before);
            println!(
                "{game}, {threads} threads: {:.0} nodes/s, {:.0} for a second of work",
                nodes / time,
                nodes / work
            );
        }
        let (mut overs, mut longest) = (Vec::new(), Vec::new());
        for seed in 0..8 {
            table = floe_games::open(&rules, floe_games::Start::Seed(seed)).unwrap();
            while let Actor::Seat(seat) = table.actor() {
                let began = Instant::now();
                let timer = Watched {
                    began,
                    last: std::sync::Mutex::new((Duration::ZERO, waited(), Duration::ZERO)),
                };
                let analysis = ask(&table.position_text(Viewer::Omniscient), 1, &timer, 10);
                overs.push(began.elapsed().saturating_sub(Duration::from_millis(10)));
                timer.elapsed();
                longest.push(timer.last.into_inner().unwrap().2);
                table.play(seat, &analysis.best).unwrap();
            }
        }
        for (what, mut times) in [("over by", overs), ("without a clock reading", longest)] {
            times.sort();
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            println!(
                "{game}: {} searches of 10 ms, {what} {:?} (median), {:?} (99 %), {:?} (max)",
                times.len(),
                at(0.5),
                at(0.99),
                at(1.0)
            );
        }
    }
}
