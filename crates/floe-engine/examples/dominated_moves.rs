//! How often levels choose moves that a beginner would reject at sight. [`USAGE`] says how to call it.

mod common;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Args, Stopwatch, fail};
use floe_engine::{Fault, Level, Limits, PositionView, SearchControl, fault_of, ignore_progress, new_engine};
use floe_games::registry::find;
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{GameRng, Refusal, SeatView, Start, next_seat, open};

const USAGE: &str = "\
Counts the moves that are wrong at sight, for each level: a win refused, a bear-off passed up, a piece
stranded. Every level plays against itself; docs/engine/levels.md says what counts.

cargo run --profile quick -p floe-engine --example dominated_moves -- GAME [LEVEL…] [OPTIONS]

Without a LEVEL it counts for random, greedy, 1 to 10 and max@20ms.

Options:
  --rules RULES      the rules, as for floe match (default: those of the game)
  --games N          the number of games per level (default: 20)
  --seed N           the seed of the first game (default: 1)

Example:
  dominated_moves montauk 1 5 max@20ms --games 4";

/// What a level did.
#[derive(Default)]
struct Count {
    moves: u64,
    faults: BTreeMap<Fault, u64>,
}

fn play(rules: &RuleSet, level: Level, seed: u64, count: &mut Count) -> Result<(), Refusal> {
    let mut table = open(rules, Start::Seed(seed))?;
    let mut engines = (0..table.seats())
        .map(|seat| new_engine(rules, level, 8 * seed + seat as u64))
        .collect::<Result<Vec<_>, _>>()?;
    let limits = match level {
        Level::MaxFor(time) => Limits { time: Some(time), ..Limits::default() },
        Level::Max => Limits { time: Some(Duration::from_secs(1)), ..Limits::default() },
        _ => Limits::default(),
    };
    let mut chance = GameRng::in_game(seed);
    while let Some(seat) = next_seat(&mut *table, &mut chance)? {
        let SeatView { position, hidden } = table.seat_view(seat);
        let view = PositionView { position: &position, hidden };
        let timer = Stopwatch::start();
        let control =
            SearchControl { timer: &timer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
        let best = engines[seat].think(view, &limits, &control)?.best;
        count.moves += 1;
        if let Some(fault) = fault_of(rules, view, &best)? {
            *count.faults.entry(fault).or_default() += 1;
        }
        table.play(seat, &best)?;
    }
    Ok(())
}

fn main() {
    let args = Args::read(USAGE, &["rules", "games", "seed"]);
    let Some((game, levels)) = args.words.split_first() else { fail(USAGE, "expected GAME") };
    let usual = || {
        let names = ["random", "greedy"].map(str::to_owned).into_iter();
        names.chain((1..=10).map(|number| number.to_string())).chain(["max@20ms".to_owned()]).collect()
    };
    let levels: Vec<String> = if levels.is_empty() { usual() } else { levels.to_vec() };
    let rules: String = args.option(USAGE, "rules", String::new());
    let games: u64 = args.option(USAGE, "games", 20);
    let seed: u64 = args.option(USAGE, "seed", 1);
    let rules = find(game)
        .and_then(|info| info.rules(&parse_rule_args(&rules)?))
        .unwrap_or_else(|refusal| fail(USAGE, &refusal.to_string()));
    for name in levels {
        let level = Level::parse(&name).unwrap_or_else(|error| fail(USAGE, &error));
        let mut count = Count::default();
        for game in 0..games {
            play(&rules, level, seed + game, &mut count)
                .unwrap_or_else(|refusal| fail(USAGE, &refusal.to_string()));
        }
        let wrong: u64 = count.faults.values().sum();
        let share = 100.0 * wrong as f64 / count.moves.max(1) as f64;
        let kinds: Vec<String> =
            count.faults.iter().map(|(fault, times)| format!("{fault}: {times}")).collect();
        println!("{game} {name}: {wrong} of {} moves, {share:.2} %; {}", count.moves, kinds.join(", "));
    }
}
