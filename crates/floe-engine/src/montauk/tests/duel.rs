//! Matches between configurations that are not levels, for measuring: ignored by default.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use floe_games::montauk::{Montauk, Phase, Rules, default_rules};
use floe_games::{Actor, Game, GameRng, Viewer};

use crate::montauk::MontaukEngine;
use crate::montauk::levels::SampleSize;
use crate::{Engine, Level, Limits, PositionView, SearchControl, Timer, ignore_progress, new_engine};

struct Stopwatch(Instant);

impl Timer for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A player by name: a level, or `plain` for the best answer to a random player over sampled deals, or
/// `OWNxOTHERSxPASSES` for regret matching of that size, with the suffix `xbest` for the best card instead of a mixed
/// strategy.
fn player(word: &str, seed: u64) -> (Box<dyn Engine>, Limits) {
    let rules = || Rules::new(&default_rules());
    let measured = |size: SampleSize, noise: f64| {
        let mut engine = MontaukEngine::new(rules(), Level::Number(10), seed);
        engine.measured = Some((size, noise));
        Box::new(engine)
    };
    let limits = Limits::default();
    let numbers: Vec<u64> = word.split('x').filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [own, others, iterations] => {
            let size =
                SampleSize { own: own as usize, others: others as usize, iterations: iterations as u32 };
            (measured(size, if word.ends_with("xbest") { 1e-9 } else { 0.0 }), limits)
        }
        _ if word == "plain" => (measured(SampleSize { own: 1, others: 64, iterations: 0 }, 1e-9), limits),
        _ => {
            let level = Level::parse(word).unwrap();
            let time = if let Level::MaxFor(time) = level { Some(time) } else { None };
            (new_engine(&default_rules(), level, seed).unwrap(), Limits { time, ..limits })
        }
    }
}

/// The first player's points, a draw counting half, and its margin, over matches played twice with seats swapped.
fn duel(words: [&str; 2], pairs: u64) -> Vec<(f64, f64)> {
    let rules = Rules::new(&default_rules());
    let mut results = Vec::new();
    for pair in 0..pairs {
        let mut sum = (0.0, 0.0);
        for swapped in [false, true] {
            let mut players = [player(words[0], 2 * pair), player(words[1], 2 * pair + 1)];
            if swapped {
                players.swap(0, 1);
            }
            let mut chance = GameRng::in_game(pair + 7_000_000);
            let mut position = Montauk::start(&rules, &mut chance).unwrap();
            loop {
                let action = match Montauk::actor(&rules, &position) {
                    Actor::Nobody => break,
                    Actor::Chance => Montauk::sample_chance(&rules, &position, &mut chance),
                    Actor::Seat(seat) => {
                        let view = Montauk::position_text(&rules, &position, Viewer::Seat(seat));
                        let control = SearchControl {
                            timer: &Stopwatch(Instant::now()),
                            stop: &AtomicBool::new(false),
                            on_progress: &ignore_progress,
                        };
                        let (engine, limits) = &mut players[seat];
                        let analysis =
                            engine.think(PositionView { position: &view, hidden: true }, limits, &control);
                        Montauk::parse_move(&rules, &position, &analysis.unwrap().best).unwrap()
                    }
                };
                Montauk::check(&rules, &position, action).unwrap();
                Montauk::apply(&rules, &mut position, action);
            }
            let lead = f64::from(position.scores[0] - position.scores[1]) * if swapped { -1.0 } else { 1.0 };
            sum.0 += if lead > 0.0 {
                0.5
            } else if lead == 0.0 {
                0.25
            } else {
                0.0
            };
            sum.1 += lead / 2.0;
        }
        results.push(sum);
    }
    results
}

/// FLOE_DUEL="10 plain 100" plays a hundred pairs of matches.
#[test]
#[ignore = "takes minutes; for measuring"]
fn duel_of_two() {
    let words = std::env::var("FLOE_DUEL").unwrap_or_else(|_| "10 plain 20".into());
    let words: Vec<&str> = words.split_whitespace().collect();
    let begun = Instant::now();
    let results = duel([words[0], words[1]], words[2].parse().unwrap());
    let count = results.len() as f64;
    let figures = |pick: fn(&(f64, f64)) -> f64| {
        let mean = results.iter().map(pick).sum::<f64>() / count;
        let variance = results.iter().map(|one| (pick(one) - mean) * (pick(one) - mean)).sum::<f64>() / count;
        (mean, 1.96 * (variance / count).sqrt())
    };
    let (score, score_off) = figures(|one| one.0);
    let (margin, margin_off) = figures(|one| one.1);
    println!(
        "{} against {}: {:.1} % ± {:.1}, margin {margin:+.2} ± {margin_off:.2}, {} matches in {:?}",
        words[0],
        words[1],
        100.0 * score,
        100.0 * score_off,
        2.0 * count,
        begun.elapsed()
    );
    assert_eq!(results.len(), words[2].parse::<usize>().unwrap());
}

/// The CPU time of this thread, which says more than the clock on a busy machine; zero if the system does not report
/// it.
fn on_core() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0))
}

/// By how much searches of 10 ms overrun, and how many nodes are searched on one and two threads.
#[test]
#[ignore = "takes a minute; for measuring"]
fn time_and_speed() {
    let rules = Rules::new(&default_rules());
    let mut chance = GameRng::in_game(11);
    let (mut late, mut used) = (Vec::new(), Vec::new());
    let mut nodes = [0, 0];
    for threads in [1, 2] {
        let time = Some(Duration::from_millis(10));
        let (mut engine, _) = player("max", 1);
        for _ in 0..3 {
            let mut position = Montauk::start(&rules, &mut chance).unwrap();
            loop {
                let action = match Montauk::actor(&rules, &position) {
                    Actor::Nobody => break,
                    Actor::Chance => Montauk::sample_chance(&rules, &position, &mut chance),
                    Actor::Seat(seat) => {
                        let view = Montauk::position_text(&rules, &position, Viewer::Seat(seat));
                        let limits = Limits { time, threads, ..Limits::default() };
                        let control = SearchControl {
                            timer: &Stopwatch(Instant::now()),
                            stop: &AtomicBool::new(false),
                            on_progress: &ignore_progress,
                        };
                        let before = on_core();
                        let analysis = engine
                            .think(PositionView { position: &view, hidden: true }, &limits, &control)
                            .unwrap();
                        used.push(on_core() - before);
                        late.push(control.timer.elapsed().saturating_sub(Duration::from_millis(10)));
                        if position.phase != Phase::Spend {
                            nodes[threads - 1] += analysis.nodes;
                        }
                        Montauk::parse_move(&rules, &position, &analysis.best).unwrap()
                    }
                };
                Montauk::apply(&rules, &mut position, action);
            }
        }
    }
    for (name, mut times) in [("late by", late), ("on a core for", used)] {
        times.sort_unstable();
        let quantile = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!(
            "{} searches of 10 ms: {name} {:?} at the median, {:?} at 99.9 %, {:?} at most",
            times.len(),
            quantile(0.5),
            quantile(0.999),
            quantile(1.0)
        );
    }
    println!("nodes on one and two threads: {nodes:?}");
    assert!(nodes[0] > 0 && nodes[1] > 0);
}
