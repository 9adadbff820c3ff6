//! Matches between two configurations of an engine, also ones that are not levels. Every start is played twice with
//! the seats swapped. [`USAGE`] says how to call it.

mod common;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::{Args, Stopwatch, fail};
use floe_engine::baseline::{Baseline, new_baseline};
use floe_engine::{
    BuffetParams, Engine, EngineParams, Level, LevelParams, LevelPlay, Limits, PositionView, SampleSize,
    SearchControl, Timer, ignore_progress, new_engine, new_engine_with_params,
};
use floe_games::registry::find;
use floe_games::switches::RuleSet;
use floe_games::{GameRng, Refusal, SeatView, Start, next_seat, open};

const USAGE: &str = "\
Plays matches between two configurations of an engine and prints the score of the first.

cargo run --release -p floe-engine --example engine_match -- GAME FIRST SECOND [OPTIONS]

FIRST and SECOND are one of:
  LEVEL              random, greedy, 1 to 10, max, max@50ms
  NAME=VALUE,…       for the buffets: full strength with other search parameters, of which there are
                     c_puct, prior_temperature, fpu_reduction, rave_equivalence, rave_full_visits,
                     playout_candidates, hand_margin_weight, endgame_cells, endgame_budget,
                     proofs and reuse (0 or 1); nodes=N limits this side
  baseline:NAME      a baseline engine
  OWNxOTHERSxITERATIONS
                     for Montauk: regret matching over OWN x OTHERS sampled hands; with the suffix
                     xbest it plays the best card instead of a mixed strategy; with the suffix
                     ~CARDS~SPENDS it chooses cards and spends with noise of these scales
  NODES~NOISE        what a numbered level with these parameters plays
  plain              for Montauk: the best card against an opponent who plays any card

Options:
  --games N          the number of games (default: 20)
  --seed N           the seed of the first start (default: 1)
  --limit LIMIT      per move, nodes (2000) or time (15ms); levels keep their own limits (default: 1000)

Examples:
  engine_match penguin-buffet playout_candidates=1 max --games 120 --limit 15ms
  engine_match montauk max@50ms plain --games 60";

/// One side of the match.
struct Side {
    config: Config,
    limits: Limits,
}

enum Config {
    Level(Level),
    Params(EngineParams),
    Baseline(Baseline),
}

impl Side {
    fn parse(text: &str, limit: &Limits) -> Result<Side, String> {
        if text.contains('=') {
            let (params, nodes) = buffet_params(text)?;
            let limits = Limits { nodes: nodes.or(limit.nodes), ..limit.clone() };
            return Ok(Side { config: Config::Params(EngineParams::Buffet(params)), limits });
        }
        if let Some(name) = text.strip_prefix("baseline:") {
            return Ok(Side { config: Config::Baseline(Baseline::parse(name)?), limits: limit.clone() });
        }
        if let Some((nodes, noise)) = text.split_once('~').filter(|(nodes, _)| !nodes.contains('x')) {
            let (Ok(nodes), Ok(noise)) = (nodes.parse(), noise.parse()) else {
                return Err(format!("'{text}' is not NODES~NOISE"));
            };
            let params = EngineParams::Level(LevelParams { nodes, noise });
            return Ok(Side { config: Config::Params(params), limits: Limits::default() });
        }
        if let Some(play) = level_play(text) {
            // The size of the sample is the only limit.
            let params = EngineParams::Montauk(play);
            return Ok(Side { config: Config::Params(params), limits: Limits::default() });
        }
        let level = Level::parse(text)?;
        let limits = match level {
            Level::Max => limit.clone(),
            Level::MaxFor(time) => Limits { time: Some(time), ..Limits::default() },
            _ => Limits::default(),
        };
        Ok(Side { config: Config::Level(level), limits })
    }

    fn engine(&self, rules: &RuleSet, seed: u64) -> Result<Box<dyn Engine>, Refusal> {
        match self.config {
            Config::Level(level) => new_engine(rules, level, seed),
            Config::Params(params) => new_engine_with_params(rules, params, seed),
            Config::Baseline(baseline) => new_baseline(rules, baseline, seed),
        }
    }
}

/// Search parameters as `name=value,name=value`, and the node limit if they set one.
fn buffet_params(text: &str) -> Result<(BuffetParams, Option<u64>), String> {
    let mut params = BuffetParams::default();
    let mut nodes = None;
    for part in text.split(',') {
        let (name, value) = part.split_once('=').ok_or_else(|| format!("'{part}' is not NAME=VALUE"))?;
        let number: f32 = value.parse().map_err(|_| format!("{name} cannot be '{value}'; use a number"))?;
        match name {
            "c_puct" => params.c_puct = number,
            "prior_temperature" => params.prior_temperature = number,
            "fpu_reduction" => params.fpu_reduction = number,
            "rave_equivalence" => params.rave_equivalence = number,
            "rave_full_visits" => params.rave_full_visits = number as u32,
            "playout_candidates" => params.playout_candidates = number as u32,
            "hand_margin_weight" => params.hand_margin_weight = number,
            "endgame_cells" => params.endgame_cells = number as u32,
            "endgame_budget" => params.endgame_budget = number as i64,
            "proofs" => params.proofs = number > 0.0,
            "reuse" => params.reuse = number > 0.0,
            "nodes" => nodes = Some(number as u64),
            _ => return Err(format!("unknown search parameter '{name}'")),
        }
    }
    Ok((params, nodes))
}

/// A sample size and the noise: by default none, for a mixed strategy; or so little that it only decides between equal
/// cards.
fn level_play(text: &str) -> Option<LevelPlay> {
    const BEST_CARD: f64 = 1e-9;
    if text == "plain" {
        let sample = SampleSize { own: 1, others: 64, iterations: 0 };
        return Some(LevelPlay { sample, card_noise: BEST_CARD, spend_noise: 0.0 });
    }
    let mut parts = text.split('~');
    let numbers = parts.next()?;
    let (numbers, card_noise) = match numbers.strip_suffix("xbest") {
        Some(numbers) => (numbers, BEST_CARD),
        None => (numbers, 0.0),
    };
    let card_noise = parts.next().map_or(Some(card_noise), |noise| noise.parse().ok())?;
    let spend_noise = parts.next().map_or(Some(0.0), |noise| noise.parse().ok())?;
    let numbers: Result<Vec<u32>, _> = numbers.split('x').map(str::parse).collect();
    let [own, others, iterations] = numbers.ok()?[..] else { return None };
    let sample = SampleSize { own: own as usize, others: others as usize, iterations };
    Some(LevelPlay { sample, card_noise, spend_noise })
}

/// A limit per move: nodes, or a time such as `15ms`.
fn parse_limit(text: &str) -> Option<Limits> {
    match text.strip_suffix("ms") {
        Some(ms) => Some(Limits { time: Some(Duration::from_millis(ms.parse().ok()?)), ..Limits::default() }),
        None => Some(Limits { nodes: Some(text.parse().ok()?), ..Limits::default() }),
    }
}

/// What is counted over the match, for each side.
#[derive(Default)]
struct Totals {
    nodes: [u64; 2],
    time: [Duration; 2],
    /// Plies from the first proved result to the end.
    proved_plies: usize,
}

/// Plays one game; returns the points of the first side and its margin.
fn play(
    rules: &RuleSet,
    sides: &[Side; 2],
    (seed, swapped): (u64, bool),
    totals: &mut Totals,
) -> Result<(f64, f64), Refusal> {
    let side_of = |seat: usize| seat ^ usize::from(swapped);
    let mut engines = [
        sides[0].engine(rules, 4 * seed + 2 * u64::from(swapped))?,
        sides[1].engine(rules, 4 * seed + 2 * u64::from(swapped) + 1)?,
    ];
    let mut table = open(rules, Start::Seed(seed))?;
    let mut chance = GameRng::in_game(seed);
    let (mut plies, mut first_proof) = (0, None);
    while let Some(seat) = next_seat(&mut *table, &mut chance)? {
        let SeatView { position, hidden } = table.seat_view(seat);
        let timer = Stopwatch::start();
        let control =
            SearchControl { timer: &timer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
        let side = side_of(seat);
        let view = PositionView { position: &position, hidden };
        let analysis = engines[side].think(view, &sides[side].limits, &control)?;
        totals.nodes[side] += analysis.nodes;
        totals.time[side] += timer.elapsed();
        if analysis.lines.first().is_some_and(|line| line.evaluation.exact) {
            first_proof.get_or_insert(plies);
        }
        plies += 1;
        table.play(seat, &analysis.best)?;
    }
    totals.proved_plies += plies - first_proof.unwrap_or(plies);
    let outcome = table.result().ok_or_else(|| Refusal::failed("the game ended without a result"))?;
    let won = outcome.winners.iter().any(|&seat| side_of(seat) == 0);
    let scores = table.scores();
    let lead = (scores[side_of(0)] - scores[side_of(1)]) as f64;
    Ok((if won { 1.0 / outcome.winners.len() as f64 } else { 0.0 }, lead))
}

/// The mean and half the width of its 95 % interval.
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

fn main() {
    let args = Args::read(USAGE, &["games", "seed", "limit"]);
    let [game, first, second] = &args.words[..] else { fail(USAGE, "expected GAME FIRST SECOND") };
    let limit: String = args.option(USAGE, "limit", "1000".into());
    let limit = parse_limit(&limit).unwrap_or_else(|| fail(USAGE, &format!("--limit cannot be '{limit}'")));
    let pairs = args.option(USAGE, "games", 20u64).div_ceil(2).max(1);
    let seed: u64 = args.option(USAGE, "seed", 1);
    let rules = find(game).unwrap_or_else(|refusal| fail(USAGE, &refusal.to_string())).default_rules();
    let sides =
        [first, second].map(|text| Side::parse(text, &limit).unwrap_or_else(|error| fail(USAGE, &error)));
    let began = Instant::now();
    let mut totals = Totals::default();
    let (mut points, mut margins) = (Vec::new(), Vec::new());
    for pair in 0..pairs {
        let start = seed * 10_000 + pair;
        let mut mean = (0.0, 0.0);
        for swapped in [false, true] {
            let (point, margin) = play(&rules, &sides, (start, swapped), &mut totals)
                .unwrap_or_else(|refusal| fail(USAGE, &refusal.to_string()));
            mean = (mean.0 + point / 2.0, mean.1 + margin / 2.0);
        }
        points.push(mean.0);
        margins.push(mean.1);
        if pair % 10 == 9 {
            eprintln!(
                "{} of {} games, {:.1} % so far",
                2 * (pair + 1),
                2 * pairs,
                100.0 * interval(&points).0
            );
        }
    }
    let (score, score_error) = interval(&points);
    let (margin, margin_error) = interval(&margins);
    let speed = |side: usize| totals.nodes[side] as f64 / totals.time[side].as_secs_f64();
    let games = 2 * pairs;
    println!(
        "{game}, {first} against {second}: {:.1} % ± {:.1}, margin {margin:+.2} ± {margin_error:.2}, {games} games in {:.0?}",
        100.0 * score,
        100.0 * score_error,
        began.elapsed()
    );
    println!(
        "nodes per second {:.0} and {:.0}; proved {:.1} plies before the end",
        speed(0),
        speed(1),
        totals.proved_plies as f64 / games as f64
    );
}
