//! The engine knows no game, so it is tried on games that are known well.

use std::sync::atomic::AtomicBool;

use floe_games::registry::{Visitor, find, visit};
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, Game, GameRng, Start, Table, Viewer, next_seat, open};

use super::StandaloneEngine;
use crate::puzzle::brute_force;
use crate::{
    Analysis, Engine, FrozenTimer, Level, Limits, PositionView, SearchControl, Timer, ignore_progress,
    level_params,
};

fn rules(game: &str, text: &str) -> RuleSet {
    find(game).unwrap().rules(&parse_rule_args(text).unwrap()).unwrap()
}

fn engine(rules: &RuleSet, level: Level, seed: u64) -> Box<dyn Engine> {
    struct Make(Level, u64);
    impl Visitor for Make {
        type Output = Box<dyn Engine>;
        fn visit<G: Game>(self, rules: G::Rules) -> Box<dyn Engine> {
            let level_params = level_params(G::rule_set(&rules).game, self.0);
            Box::new(StandaloneEngine::<G>::new(rules, level_params, self.1))
        }
    }
    visit(rules, Make(level, seed)).unwrap()
}

fn think(engine: &mut dyn Engine, table: &dyn Table, limits: &Limits) -> Analysis {
    let Actor::Seat(seat) = table.actor() else { panic!("nobody is to move") };
    let position = table.position_text(Viewer::Seat(seat));
    let hidden = position != table.position_text(Viewer::Omniscient);
    let stop = AtomicBool::new(false);
    let control = SearchControl { timer: &FrozenTimer, stop: &stop, on_progress: &ignore_progress };
    engine.think(PositionView { position: &position, hidden }, limits, &control).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A table after some random moves.
fn random_table(rules: &RuleSet, seed: u64, plies: usize) -> Box<dyn Table> {
    let mut table = open(rules, Start::Seed(seed)).unwrap();
    let mut rng = GameRng::for_player(seed);
    let mut in_game = GameRng::in_game(seed);
    for _ in 0..plies {
        let Some(seat) = next_seat(&mut *table, &mut in_game).unwrap() else { break };
        let legal = table.legal_moves();
        table.play(seat, &legal[rng.below(legal.len() as u32) as usize]).unwrap();
    }
    next_seat(&mut *table, &mut in_game).unwrap();
    table
}

#[test]
fn what_is_called_exact_is_what_brute_force_finds() {
    let mut proved = [0, 0];
    for (game, text, plies) in [("amazons", "5x5", 7), ("amazons", "6x6", 16), ("paper-penguins", "small", 9)]
    {
        let rules = rules(game, text);
        for seed in 0..12 {
            let table = random_table(&rules, seed, plies + seed as usize % 3);
            if table.result().is_some() {
                continue;
            }
            let position = table.position_text(Viewer::Omniscient);
            let Some(exact) = brute_force(&rules, &position, 2_000_000).unwrap() else { continue };
            let best = exact.values.iter().map(|(_, value)| value.result).max().unwrap();
            for limit in [50, 2_000, 200_000] {
                let analysis = think(&mut *engine(&rules, Level::Max, 1), &*table, &nodes(limit));
                let line = &analysis.lines[0];
                assert_eq!(analysis.best, line.moves[0]);
                if !line.evaluation.exact {
                    continue;
                }
                let (_, value) = exact.values.iter().find(|(text, _)| *text == line.moves[0]).unwrap();
                assert_eq!(
                    (line.evaluation.win, value.result),
                    ((f64::from(best) + 1.0) / 2.0, best),
                    "{position}"
                );
                proved[usize::from(best > 0)] += 1;
            }
        }
    }
    assert!(proved[0] >= 6 && proved[1] >= 12, "{proved:?}: losses and wins");
}

#[test]
fn the_same_nodes_give_the_same_analysis() {
    for (game, text) in [("amazons", "6x6"), ("penguins", "players=3"), ("montauk", "")] {
        let rules = rules(game, text);
        let table = random_table(&rules, 3, 12);
        for level in [Level::Number(1), Level::Number(6), Level::Max] {
            let once = think(&mut *engine(&rules, level, 7), &*table, &nodes(3_000));
            let mut used = engine(&rules, level, 7);
            used.new_game();
            assert_eq!(once, think(&mut *used, &*table, &nodes(3_000)), "{game} {level}");
            assert!(table.canonical_move(&once.best).is_ok(), "{game} {level}: {}", once.best);
            assert!(once.nodes > 0);
        }
    }
}

/// The hours pass from look to look.
struct Ticking(std::sync::atomic::AtomicU64);

impl Timer for Ticking {
    fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::from_millis(self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    }
}

#[test]
fn time_and_the_callers_stop_end_a_search() {
    for (game, text) in [("amazons", ""), ("penguins", "players=4")] {
        let rules = rules(game, text);
        let table = random_table(&rules, 1, 16);
        let position = table.position_text(Viewer::Omniscient);
        for stopped in [false, true] {
            let stop = AtomicBool::new(stopped);
            let timer = Ticking(Default::default());
            let control = SearchControl { timer: &timer, stop: &stop, on_progress: &ignore_progress };
            let time = (!stopped).then_some(std::time::Duration::from_millis(40));
            let limits = Limits { time, ..Limits::default() };
            let view = PositionView { position: &position, hidden: false };
            let analysis = engine(&rules, Level::Max, 0).think(view, &limits, &control).unwrap();
            assert!(table.canonical_move(&analysis.best).is_ok(), "{game}: '{}'", analysis.best);
        }
    }
}

/// Wins of the first of two levels in a game for each seed and side.
fn wins(rules: &RuleSet, levels: [u8; 2], games: u64) -> f64 {
    let mut wins = 0.0;
    for number in 0..games {
        let mut table = random_table(rules, number / 2, 0);
        let swap = number as usize % 2;
        let mut engines = [0, 1].map(|seat| engine(rules, Level::Number(levels[seat ^ swap]), number));
        let mut chance = GameRng::in_game(number);
        while let Some(seat) = next_seat(&mut *table, &mut chance).unwrap() {
            let best = think(&mut *engines[seat], &*table, &Limits::default()).best;
            table.play(seat, &best).unwrap();
        }
        let winners = table.result().unwrap().winners;
        wins += if winners.contains(&swap) { 1.0 / winners.len() as f64 } else { 0.0 };
    }
    wins
}

#[test]
fn higher_levels_win() {
    let small = rules("amazons", "6x6");
    let won = wins(&small, [7, 1], 8);
    assert!(won >= 7.0, "level 7 against level 1: {won} of 8");
    let won = wins(&rules("paper-penguins", "small"), [7, 1], 12);
    assert!(won >= 8.0, "level 7 against level 1: {won} of 12");
}

#[test]
fn playouts_find_a_better_move_than_chance() {
    // Montauk is hidden and has chance: more playouts against the fewest.
    let won = wins(&rules("montauk", "rounds=1"), [9, 1], 16);
    assert!(won >= 10.0, "level 9 against level 1: {won} of 16");
}
