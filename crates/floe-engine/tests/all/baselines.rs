//! The baselines play legal games to the end under all kinds of rules, respect their limits, and beat simple players.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use floe_engine::baseline::{Baseline, new_baseline};
use floe_engine::{
    Analysis, Engine, FrozenTimer, Level, Limits, PositionView, SearchControl, Timer, ignore_progress,
    new_engine,
};
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{GameRng, Start, Table, Viewer, next_seat, open, registry};

fn rules(game: &str, switches: &str) -> RuleSet {
    let parsed = if switches.is_empty() { Vec::new() } else { parse_rule_args(switches).unwrap() };
    registry::find(game).unwrap().rules(&parsed).unwrap()
}

fn player(name: &str, rules: &RuleSet, seed: u64) -> Box<dyn Engine> {
    match Level::parse(name) {
        Ok(level) => new_engine(rules, level, seed).unwrap(),
        Err(_) => new_baseline(rules, Baseline::parse(name).unwrap(), seed).unwrap(),
    }
}

fn think(
    engine: &mut dyn Engine,
    table: &dyn Table,
    seat: usize,
    limits: &Limits,
    timer: &dyn Timer,
) -> Analysis {
    let control = SearchControl { timer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    let position = table.position_text(Viewer::Seat(seat));
    engine.think(PositionView { position: &position, hidden: false }, limits, &control).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Plays a game; a shared win is half a point. Every move is checked by the table.
fn play(rules: &RuleSet, players: [&str; 2], seed: u64, limits: &Limits) -> [f64; 2] {
    let mut table = open(rules, Start::Seed(seed)).unwrap();
    let mut chance = GameRng::in_game(seed);
    let mut engines = players.map(|name| player(name, rules, seed));
    while let Some(seat) = next_seat(&mut *table, &mut chance).unwrap() {
        let analysis = think(&mut *engines[seat], &*table, seat, limits, &FrozenTimer);
        table.play(seat, &analysis.best).unwrap();
    }
    let winners = table.result().unwrap().winners;
    [0, 1].map(|seat| if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 })
}

/// The first player's points over `games` games from alternating seats.
fn points(game: &str, switches: &str, players: [&str; 2], games: u64, limits: &Limits) -> f64 {
    let rules = rules(game, switches);
    (0..games)
        .map(|n| match n % 2 {
            0 => play(&rules, players, n / 2, limits)[0],
            _ => play(&rules, [players[1], players[0]], n / 2, limits)[1],
        })
        .sum()
}

#[test]
fn they_beat_simple_players() {
    for (game, switches, name, budget) in [
        ("amazons", "6x6", "uct", 2000),
        ("amazons", "6x6", "king", 2000),
        ("paper-penguins", "", "distance4", 3000),
        ("penguins", "", "distance4", 3000),
        ("penguins", "", "width10", 3000),
        ("amazon-penguins", "rows=6,cols=6", "uct", 3000),
    ] {
        for simple in ["greedy", "random"] {
            let got = points(game, switches, [name, simple], 20, &nodes(budget));
            assert!(got >= 18.0, "{name} gets {got} of 20 against {simple} at {game} {switches}");
        }
    }
}

#[test]
fn odd_rules_are_played_to_the_end() {
    for (game, switches, names) in [
        ("amazons", "rows=4,cols=7", &["uct", "king", "distance4"][..]),
        ("amazons", "rows=11,cols=11,start=\"a1 k11 | a11 k1\"", &["uct", "king", "width10"]),
        ("amazon-penguins", "hex", &["uct", "king", "distance4", "width10"]),
        ("amazon-penguins", "rows=5,cols=4,lay=alternate", &["uct", "king"]),
        ("amazon-penguins", "rows=5,cols=5,block=left,pieces=2", &["uct", "king", "width10"]),
        ("pauper", "atoll", &["distance4", "width10"]),
        ("pauper", "harpoon", &["uct", "king", "width10"]),
        ("fish", "", &["distance4", "width10"]),
        ("penguins", "lay=alternate", &["width10"]),
        ("paper-penguins", "rows=3,cols=3,retire_stuck=true", &["distance4", "width10"]),
    ] {
        let rules = rules(game, switches);
        for name in names {
            for limits in [nodes(1), nodes(300)] {
                // The table refuses illegal moves; the test is that the game ends.
                let got = play(&rules, [name, name], 3, &limits);
                assert_eq!(got[0] + got[1], 1.0, "{name} at {game} {switches}");
            }
        }
    }
}

/// A timer on which a tenth of a millisecond passes between two readings.
struct Ticking(AtomicU64);

impl Timer for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(100 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn the_timer_is_read_often_and_obeyed() {
    let ten_ms = Limits { time: Some(Duration::from_millis(10)), ..Limits::default() };
    for (game, name) in
        [("amazons", "uct"), ("amazons", "king"), ("penguins", "distance4"), ("penguins", "width10")]
    {
        let rules = rules(game, "");
        let table = open(&rules, Start::Seed(1)).unwrap();
        let timer = Ticking(AtomicU64::new(0));
        let analysis = think(&mut *player(name, &rules, 1), &*table, 0, &ten_ms, &timer);
        assert!(table.canonical_move(&analysis.best).is_ok());
        // A hundred readings are ten milliseconds; each comes after at most 64 evaluations, and little follows the
        // last.
        let nodes = analysis.nodes;
        assert!(nodes <= 7_000, "{name} searches {nodes} positions in a hundred readings of the timer");
        assert!(timer.0.into_inner() < 110, "{name} continues after its time");
    }
}

#[test]
fn the_same_nodes_give_the_same_choice() {
    for (game, name) in
        [("amazons", "uct"), ("amazons", "king"), ("paper-penguins", "distance4"), ("penguins", "width10")]
    {
        let rules = rules(game, "");
        let table = open(&rules, Start::Seed(5)).unwrap();
        let choice = || think(&mut *player(name, &rules, 5), &*table, 0, &nodes(4000), &FrozenTimer);
        let (one, other) = (choice(), choice());
        assert_eq!(one, other, "{name}");
        assert!(one.nodes <= 4200, "{name} searches {} positions with a limit of 4000", one.nodes);
    }
}

#[test]
fn games_they_do_not_play_are_refused_with_the_reason() {
    for (game, switches, name, expected) in [
        ("penguins", "", "uct", "uct and king play games with shots"),
        ("paper-penguins", "", "king", "uct and king play games with shots"),
        ("penguins", "players=3", "width10", "width10 plays two-player games only"),
        ("penguin-buffet", "", "width10", "no baseline plays the buffets"),
        ("montauk", "", "uct", "of the baselines only highest-card plays Montauk"),
        ("penguins", "", "highest-card", "highest-card plays Montauk only"),
    ] {
        let refusal = new_baseline(&rules(game, switches), Baseline::parse(name).unwrap(), 0).err();
        let refusal = refusal.map(|refusal| refusal.to_string()).unwrap_or_default();
        assert!(refusal.starts_with(expected), "{name} at {game}: {refusal}");
    }
}
