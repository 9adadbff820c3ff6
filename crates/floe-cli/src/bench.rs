//! `floe bench`

use std::time::{Duration, Instant};

use floe_board::Bits;
use floe_engine::playout::{Draw, play_out};
use floe_engine::{Rng, perft};
use floe_games::registry;
use floe_games::registry::{Visitor, visit};
use floe_games::slide::{Position, Rules, Shooting, Slide};
use floe_games::switches::parse_sayings;
use floe_games::{Chance, Game, Refusal};
use floe_wire::fish::xstrategy;
use serde_json::{Value, json};

use crate::output::{Done, Failure, Output};

/// Run the standing benchmarks. Figures depend on the machine and on what else it does: compare two in one run.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe bench
  floe bench amazons-perft --threads 2 --json")]
pub struct Args {
    /// Only benchmarks whose name contains this.
    name: Option<String>,
    /// Threads for the counts that use them; all cores if not said.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// A result: so many units in so much time.
struct Figure {
    amount: f64,
    unit: &'static str,
    took: Duration,
}

type Bench = fn(usize) -> Result<Figure, Refusal>;

const BENCHES: &[(&str, &str, Bench)] = &[
    ("amazons-perft-3", "10x10 from the start, depth 3, all threads", |threads| amazons_perft(threads)),
    ("amazons-perft-3-one-thread", "the same on one thread", |_| amazons_perft(1)),
    ("penguins-perft-5", "a two-player middle game, depth 5, one thread", |_| {
        count("penguins", PENGUINS, 5, 1, 188_903_111)
    }),
    ("paper-penguins-perft-4", "8x8 after eight placements, depth 4, one thread", |_| paper_perft()),
    ("amazons-random-stepwise", "random 10x10 games: piece, square, arrow drawn in turn, one thread", |_| {
        random_amazons(Draw::Stepwise)
    }),
    ("amazons-random-whole", "random 10x10 games: whole moves drawn evenly, one thread", |_| {
        random_amazons(Draw::Whole)
    }),
    ("fish-xstrategy-2", "a move by minimax of depth 2 on a full 5x5 board, four players", |_| {
        xstrategy_on_5x5()
    }),
];

const PENGUINS: &str = "2r112r20 32311132 r23332r0 3322211b b2322320 2b211b23 12213330 22212222";

pub fn run(args: Args, out: &mut Output) -> Done {
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let wanted = |name: &str| args.name.as_deref().is_none_or(|part| name.contains(part));
    let chosen: Vec<_> = BENCHES.iter().filter(|(name, ..)| wanted(name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = BENCHES.iter().map(|(name, ..)| *name).collect();
        return Err(Failure::Bad(format!("no benchmark has that name; there are {}", names.join(", "))));
    }
    let mut figures = Vec::new();
    for (name, about, bench) in chosen {
        let figure = bench(threads)?;
        let rate = figure.amount / figure.took.as_secs_f64();
        if out.json {
            figures.push(json!({
                "name": name, "about": about, "amount": figure.amount, "unit": figure.unit,
                "seconds": figure.took.as_secs_f64(), "per_second": rate, "threads": threads,
            }));
        } else {
            out.line(&format!("{name:<28} {:>16} {} a second   {about}", grouped(rate), figure.unit))?;
            out.flush()?;
        }
    }
    if out.json { out.value(&Value::Array(figures)) } else { Ok(()) }
}

fn amazons_perft(threads: usize) -> Result<Figure, Refusal> {
    count("amazons", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", 3, threads, 8_350_439_170)
}

fn paper_perft() -> Result<Figure, Refusal> {
    let rules = registry::find("paper-penguins")?.default_rules();
    let mut table = floe_games::open(&rules, floe_games::Start::Seed(0))?;
    for (ply, action) in "c3 f3 f7 b1 h2 d8 c8 e3".split(' ').enumerate() {
        table.play(ply % 2, action)?;
    }
    count("paper-penguins", &table.position_text(floe_games::Viewer::Omniscient), 4, 1, 22_619_251)
}

fn count(game: &str, position: &str, depth: u32, threads: usize, expected: u64) -> Result<Figure, Refusal> {
    let rules = registry::find(game)?.default_rules();
    let began = Instant::now();
    let divided = perft::count(&rules, position, depth, threads, &|_| {})?;
    let took = began.elapsed();
    let total: u64 = divided.iter().map(|(_, count)| count).sum();
    if total != expected {
        return Err(Refusal(format!(
            "{game} to depth {depth} counts {total}, not {expected}: the kernel is broken"
        )));
    }
    Ok(Figure { amount: total as f64, unit: "leaves", took })
}

/// Random games for about two seconds.
fn random_amazons(draw: Draw) -> Result<Figure, Refusal> {
    struct PlayRandom(Draw);
    impl Visitor for PlayRandom {
        type Output = Result<Figure, Refusal>;
        fn visit<G: Game>(self, rules: G::Rules) -> Self::Output {
            let rules: &dyn std::any::Any = &rules;
            match rules.downcast_ref::<Rules<u128, 4>>() {
                Some(rules) => random_games(rules, self.0),
                None => Err(Refusal::new("Amazons on 10x10 has 100 squares")),
            }
        }
    }
    visit(&registry::find("amazons")?.rules(&parse_sayings("")?)?, PlayRandom(draw))?
}

fn random_games<B: Bits>(rules: &Rules<B, 4>, draw: Draw) -> Result<Figure, Refusal> {
    let start: Position<B> = Slide::<B, 4, Shooting>::start(rules, &mut Chance::of_seed(0))?;
    let mut rng = Rng::new(1);
    let (began, mut games) = (Instant::now(), 0u64);
    while began.elapsed() < Duration::from_secs(2) {
        for _ in 0..1000 {
            play_out::<B, 4, Shooting>(rules, &mut start.clone(), draw, &mut rng);
            games += 1;
        }
    }
    Ok(Figure { amount: games as f64, unit: "games", took: began.elapsed() })
}

fn xstrategy_on_5x5() -> Result<Figure, Refusal> {
    let colors = ["red", "white", "brown", "black"];
    let places = [[[0, 0], [1, 4]], [[0, 1], [1, 3]], [[0, 2], [1, 2]], [[0, 3], [1, 1]]];
    let players: Vec<Value> = colors
        .iter()
        .zip(places)
        .map(|(color, places)| json!({"color": color, "score": 0, "places": places}))
        .collect();
    let input = json!([2, {"players": players, "board": vec![vec![2; 5]; 5]}]).to_string();
    let began = Instant::now();
    let times = 20;
    for _ in 0..times {
        xstrategy(&input)?;
    }
    Ok(Figure { amount: f64::from(times), unit: "moves", took: began.elapsed() })
}

/// 1234567.8 as 1,234,568.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
