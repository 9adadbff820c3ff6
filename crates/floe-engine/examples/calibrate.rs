//! Ratings of the engine with many parameters, from matches between neighbours. [`USAGE`] says how to call it.

mod common;

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use common::{Args, Stopwatch, fail};
use floe_engine::baseline::{Baseline, new_baseline};
use floe_engine::rating::{Pairing, fit};
use floe_engine::{
    Engine, EngineParams, Level, LevelParams, Limits, PositionView, SearchControl, ignore_progress,
    new_engine, new_engine_with_params,
};
use floe_games::registry::find;
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{GameRng, Refusal, SeatView, Start, next_seat, open};

const USAGE: &str = "\
Plays matches between neighbours in a list of players and fits ratings to the results, by the model of
Bradley and Terry. The player greedy must be in the list: it has 1000.

cargo run --profile quick -p floe-engine --example calibrate -- GAME PLAYER… [OPTIONS]
cargo run --profile quick -p floe-engine --example calibrate -- --fit FILE

PLAYER, from the weakest to the strongest, is
  LEVEL         random, greedy, 1 to 10, max@20ms
  NODES~NOISE   what a numbered level with these parameters plays
  baseline:NAME a baseline engine; nodes limit it

Every pair of games begins with the same random moves and exchanges the seats. Results are printed as
lines FIRST SECOND POINTS GAMES, which --fit reads again.

Options:
  --rules RULES   the rules, as for floe match (default: those of the game)
  --games N       the number of games of each pairing (default: 40)
  --reach N       each player meets the N above it (default: 2)
  --plies N       random moves at the start (default: 2; nothing where hands are dealt)
  --seed N        the seed of the first start (default: 1)
  --seconds N     no new pairing starts after this time (default: 600)";

/// The moves of an opening at which the game is started again because it ended.
const TRIES: u64 = 10;

fn engine(rules: &RuleSet, player: &str, seed: u64) -> Result<(Box<dyn Engine>, Limits), String> {
    let text = |error: Refusal| error.to_string();
    let free = Limits::default();
    if let Some(name) = player.strip_prefix("baseline:") {
        let engine = new_baseline(rules, Baseline::parse(name)?, seed).map_err(text)?;
        return Ok((engine, Limits { nodes: Some(5_000), ..free }));
    }
    if let Some((nodes, noise)) = player.split_once('~') {
        let (Ok(nodes), Ok(noise)) = (nodes.parse(), noise.parse()) else {
            return Err(format!("'{player}' is not NODES~NOISE"));
        };
        let params = EngineParams::Level(LevelParams { nodes, noise });
        return Ok((new_engine_with_params(rules, params, seed).map_err(text)?, free));
    }
    let level = Level::parse(player)?;
    let limits = match level {
        Level::MaxFor(time) => Limits { time: Some(time), ..free },
        _ => free,
    };
    Ok((new_engine(rules, level, seed).map_err(text)?, limits))
}

/// The moves of an opening: random, and the game is not over after them.
fn opening(rules: &RuleSet, seed: u64, plies: u64) -> Result<Vec<String>, Refusal> {
    for attempt in 0..TRIES {
        let mut table = open(rules, Start::Seed(seed))?;
        let (mut chance, mut player) = (GameRng::in_game(seed), GameRng::for_player(seed ^ attempt << 32));
        let mut moves = Vec::new();
        while (moves.len() as u64) < plies {
            let Some(seat) = next_seat(&mut *table, &mut chance)? else { break };
            let legal = table.legal_moves();
            let chosen = legal[player.below(legal.len() as u32) as usize].clone();
            table.play(seat, &chosen)?;
            moves.push(chosen);
        }
        if next_seat(&mut *table, &mut chance)?.is_some() {
            return Ok(moves);
        }
    }
    Ok(Vec::new())
}

/// The points of the first player in a game.
fn play(
    rules: &RuleSet,
    players: [&str; 2],
    seed: u64,
    moves: &[String],
    swapped: bool,
) -> Result<f64, String> {
    let text = |error: Refusal| error.to_string();
    let side_of = |seat: usize| seat ^ usize::from(swapped);
    let mut engines = [
        engine(rules, players[0], 4 * seed + 2 * u64::from(swapped))?,
        engine(rules, players[1], 4 * seed + 2 * u64::from(swapped) + 1)?,
    ];
    let mut table = open(rules, Start::Seed(seed)).map_err(text)?;
    let mut chance = GameRng::in_game(seed);
    let mut plies = 0;
    while let Some(seat) = next_seat(&mut *table, &mut chance).map_err(text)? {
        if let Some(chosen) = moves.get(plies) {
            table.play(seat, chosen).map_err(text)?;
            plies += 1;
            continue;
        }
        let SeatView { position, hidden } = table.seat_view(seat);
        let view = PositionView { position: &position, hidden };
        let timer = Stopwatch::start();
        let control =
            SearchControl { timer: &timer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
        let (engine, limits) = &mut engines[side_of(seat)];
        let best = engine.think(view, limits, &control).map_err(text)?.best;
        table.play(seat, &best).map_err(text)?;
        plies += 1;
    }
    let outcome = table.result().ok_or("the game ended without a result")?;
    let won = outcome.winners.iter().any(|&seat| side_of(seat) == 0);
    Ok(if won { 1.0 / outcome.winners.len() as f64 } else { 0.0 })
}

/// The ratings as a table.
fn table(players: &[String], pairings: &[Pairing]) -> String {
    let Some(anchor) = players.iter().position(|player| player == "greedy") else {
        fail(USAGE, "greedy is not in the list")
    };
    let estimates = fit(players.len(), anchor, pairings);
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&one, &other| estimates[one].rating.total_cmp(&estimates[other].rating));
    let mut text = String::from("| player | rating | ± | games |\n|---|---|---|---|\n");
    for player in order {
        let games: f64 = pairings
            .iter()
            .filter(|pairing| pairing.first == player || pairing.second == player)
            .map(|pairing| pairing.games)
            .sum();
        let _ = writeln!(
            text,
            "| `{}` | {:.0} | {:.0} | {games} |",
            players[player], estimates[player].rating, estimates[player].error
        );
    }
    text
}

/// Ratings of results that were printed before.
fn refit(path: &str) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| fail(USAGE, &format!("{path}: {error}")));
    let mut players: Vec<String> = Vec::new();
    let mut pairings = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [first, second, points, games] = words[..] else { continue };
        let (Ok(points), Ok(games)) = (points.parse(), games.parse()) else { continue };
        let mut number = |name: &str| {
            players.iter().position(|player| player == name).unwrap_or_else(|| {
                players.push(name.to_owned());
                players.len() - 1
            })
        };
        pairings.push(Pairing { first: number(first), second: number(second), points, games });
    }
    print!("{}", table(&players, &pairings));
}

fn refused<T>(refusal: Refusal) -> T {
    fail(USAGE, &refusal.to_string())
}

fn main() {
    let args = Args::read(USAGE, &["rules", "games", "reach", "plies", "seed", "seconds", "fit"]);
    let fitted: String = args.option(USAGE, "fit", String::new());
    if !fitted.is_empty() {
        return refit(&fitted);
    }
    let Some((game, players)) = args.words.split_first() else { fail(USAGE, "expected GAME") };
    let rules: String = args.option(USAGE, "rules", String::new());
    let games: u64 = args.option(USAGE, "games", 40);
    let reach: usize = args.option(USAGE, "reach", 2);
    let plies: u64 = args.option(USAGE, "plies", 2);
    let seed: u64 = args.option(USAGE, "seed", 1);
    let seconds: u64 = args.option(USAGE, "seconds", 600);
    let info = find(game).unwrap_or_else(refused);
    let rules = parse_rule_args(&rules).and_then(|args| info.rules(&args)).unwrap_or_else(refused);
    let dealt = open(&rules, Start::Seed(seed)).is_ok_and(|table| table.has_hidden_info());
    let plies = if dealt { 0 } else { plies };
    let began = Stopwatch::start();
    let mut pairings = Vec::new();
    for distance in 1..=reach {
        for first in distance..players.len() {
            let second = first - distance;
            if began.0.elapsed().as_secs() > seconds {
                break;
            }
            let names = [players[first].as_str(), players[second].as_str()];
            let mut points = 0.0;
            for pair in 0..games.div_ceil(2) {
                let start = seed * 100_000 + pair + 1_000 * first as u64 + 50_000 * (distance as u64 - 1);
                let moves = opening(&rules, start, plies).unwrap_or_else(refused);
                for swapped in [false, true] {
                    points += play(&rules, names, start, &moves, swapped)
                        .unwrap_or_else(|error| fail(USAGE, &error));
                }
            }
            let games = 2 * games.div_ceil(2);
            println!("{} {} {points} {games}", names[0], names[1]);
            pairings.push(Pairing { first, second, points, games: games as f64 });
        }
    }
    println!();
    print!("{}", table(players, &pairings));
}
