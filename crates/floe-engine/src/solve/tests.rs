//! The solver against brute force on hundreds of small positions, and the known values of small boards.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64};

use floe_board::Bits;
use floe_games::registry::{self, SlideVisitor, visit_slide};
use floe_games::slide::{Phase, Position, Rules, Slide, Turn};
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, Game, Start, Viewer, open, read_position};

use super::{Margin, Solution, SolveLimits, after, moves_of, solve};
use crate::Rng;

fn limits<R>(threads: usize, certificate: Option<u32>, work: impl FnOnce(&SolveLimits<'_>) -> R) -> R {
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    work(&SolveLimits { threads, memory: 1 << 22, stop: &stop, nodes: &nodes, max_nodes: None, certificate })
}

fn rules(game: &str, rules: &str) -> RuleSet {
    registry::find(game).unwrap().rules(&parse_rule_args(rules).unwrap()).unwrap()
}

fn solved(set: &RuleSet, position: &str, threads: usize) -> Solution {
    limits(threads, None, |limits| solve(set, position, limits)).unwrap().unwrap()
}

/// Every game to its end: the margin of seat 0 in fish and cells, or in wins where fish do not count.
struct Brute<'a>(&'a str);

impl SlideVisitor for Brute<'_> {
    type Output = ((i64, i64), Vec<usize>);

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: Rules<B, H>) -> Self::Output {
        let position = read_position::<Slide<B, H, T>>(&rules, self.0).unwrap();
        brute::<B, H, T>(&rules, &position, &mut HashMap::new())
    }
}

type Outcome = ((i64, i64), Vec<usize>);

fn brute<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    seen: &mut HashMap<Position<B>, Outcome>,
) -> Outcome {
    if let Some(value) = seen.get(position) {
        return value.clone();
    }
    let value = if position.phase() == Phase::Over {
        let outcome = Slide::<B, H, T>::outcome(rules, position).unwrap();
        let margin = match rules.counts_fish() {
            true => {
                let (first, second) = (rules.claimed(position, 0), rules.claimed(position, 1));
                let tiles =
                    if rules.tiles_break_ties() { i64::from(first.1) - i64::from(second.1) } else { 0 };
                (i64::from(first.0) - i64::from(second.0), tiles)
            }
            false => (outcome.scores[0] - outcome.scores[1], 0),
        };
        (margin, outcome.winners)
    } else {
        let replies = moves_of::<B, H, T>(rules, position)
            .into_iter()
            .map(|action| brute::<B, H, T>(rules, &after::<B, H, T>(rules, position, action), seen));
        let best = if position.turn() == 0 { replies.max() } else { replies.min() };
        best.unwrap()
    };
    seen.insert(*position, value.clone());
    value
}

/// Compares a solution with brute force, and plays its line to check that it reaches the stated result.
fn compare(set: &RuleSet, position: &str, threads: usize) {
    let solution = solved(set, position, threads);
    let ((fish, tiles), winners) = visit_slide(set, Brute(position)).unwrap();
    assert_eq!(solution.winners, winners, "{position}");
    if let Some(margin) = solution.margin {
        assert_eq!(margin, Margin { fish, tiles }, "{position}");
    }
    let mut table = open(set, Start::Position(position)).unwrap();
    for text in &solution.line {
        let Actor::Seat(seat) = table.actor() else { panic!("the line continues after the end: {position}") };
        table.play(seat, text).unwrap();
    }
    let result = table.result().unwrap_or_else(|| panic!("the line stops before the end: {position}"));
    assert_eq!(result.winners, winners, "the line of {position}");
    if solution.margin.is_some() {
        assert_eq!(result.scores[0] - result.scores[1], fish, "the line of {position}");
    }
}

/// A random Amazons position: a few amazons of each side, some arrows.
fn amazons_position(rng: &mut Rng, rows: u32, cols: u32, open: u32) -> String {
    let cells = (rows * cols) as usize;
    let mut marks = vec!['*'; cells];
    let mut put = |mark: char, count: u32| {
        for _ in 0..count {
            let shut: Vec<usize> = (0..cells).filter(|&cell| marks[cell] == '*').collect();
            if !shut.is_empty() {
                marks[shut[rng.below(shut.len() as u32) as usize]] = mark;
            }
        }
    };
    put('Q', 1);
    put('q', 1);
    put('1', open);
    let extra = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)][(rows + cols + open) as usize % 5];
    put('Q', extra.0);
    put('q', extra.1);
    // Runs of open cells are written as one number, and no run here is longer than four.
    let text = |row: &[char]| {
        row.iter().collect::<String>().replace("1111", "4").replace("111", "3").replace("11", "2")
    };
    let rows: Vec<String> = marks.chunks(cols as usize).map(text).collect();
    format!("{} {} - - 0 1", rows.join("/"), ["w", "b"][rng.below(2) as usize])
}

#[test]
fn amazons_against_brute_force() {
    let mut rng = Rng::new(1);
    for round in 0..400 {
        let (rows, cols) = (3 + rng.below(2), 3 + rng.below(2));
        let open = 3 + rng.below(4);
        let position = amazons_position(&mut rng, rows, cols, open);
        let set = rules("amazons", &format!("rows={rows},cols={cols}"));
        compare(&set, &position, 1 + round % 2);
    }
}

#[test]
fn amazons_on_other_boards_against_brute_force() {
    for seed in 0..60 {
        // Shots on hexes, with random placement by playing some moves.
        let set = rules(
            "amazons",
            "topology=hex,rows=3,cols=4,setup=placed,pieces=2,block=shot,claim=none,end=last_mover,score=last_mover",
        );
        compare(&set, &some_moves_on(&set, seed, 6), 1);
    }
}

/// A position some random moves after a start, as JSON.
fn some_moves_on(set: &RuleSet, seed: u64, moves: u32) -> String {
    let mut table = open(set, Start::Seed(seed)).unwrap();
    let mut rng = Rng::new(seed);
    for _ in 0..moves {
        let Actor::Seat(seat) = table.actor() else { break };
        let legal = table.legal_moves();
        table.play(seat, &legal[rng.below(legal.len() as u32) as usize]).unwrap();
    }
    table.position_json(Viewer::Omniscient).to_string()
}

#[test]
fn margins_against_brute_force() {
    let mixes = [
        ("penguins", "rows=3,cols=3,pieces=1", 0),
        ("penguins", "rows=3,cols=3,pieces=1,ties=share", 0),
        ("penguins", "rows=3,cols=3,pieces=1,claim_under=false", 0),
        ("penguins", "rows=3,cols=4,pieces=2,place_on=any", 4),
        ("penguins", "rows=4,cols=4,pieces=2", 6),
        ("fish", "rows=4,cols=3,pieces=2", 4),
        ("paper-penguins", "rows=3,cols=3,pieces=1", 0),
        ("paper-penguins", "rows=3,cols=4,pieces=2", 5),
        ("paper-penguins", "rows=4,cols=4,pieces=2", 8),
        ("paper-penguins", "rows=3,cols=3,pieces=2,retire_stuck=true", 4),
        ("amazon-penguins", "rows=3,cols=3,pieces=1", 2),
        ("amazon-penguins", "rows=3,cols=4,pieces=2,claim_under=false", 6),
        ("amazon-penguins", "rows=3,cols=3,pieces=1,ties=tiles", 3),
        // Sides may be swapped, half a fish decides, the order is another.
        ("penguins", "rows=3,cols=3,pieces=1,swap=true", 0),
        ("penguins", "rows=3,cols=3,pieces=1,swap=true,komi=1", 1),
        ("penguins", "rows=3,cols=3,pieces=1,komi=-0.5", 0),
        ("paper-penguins", "rows=3,cols=3,pieces=1,swap=true,komi=2", 0),
        ("penguins", "rows=3,cols=3,pieces=2,place_order=snake,moves_first=last_placer,swap=true", 1),
        ("penguins", "rows=3,cols=3,pieces=1,score=last_mover,end=last_mover,claim=none,swap=true", 0),
        // The last player to move wins, and cells leave play behind the pieces.
        ("penguins", "rows=3,cols=3,pieces=1,score=last_mover,end=last_mover,claim=none", 0),
        ("penguins", "rows=3,cols=4,pieces=1,score=last_mover,end=nobody_moves,claim=none", 2),
    ];
    for (game, switches, moves) in mixes {
        let set = rules(game, switches);
        for seed in 0..25 {
            compare(&set, &some_moves_on(&set, seed, moves), 1 + seed as usize % 2);
        }
    }
}

#[test]
fn small_boards_have_their_known_values() {
    for (rows, cols, winner) in [(4, 4, 1), (4, 5, 0)] {
        let set = rules("amazons", &format!("rows={rows},cols={cols}"));
        let start = open(&set, Start::Seed(0)).unwrap().position_text(Viewer::Omniscient);
        assert_eq!(solved(&set, &start, 2).winners, [winner], "{rows}x{cols}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused_in_a_sentence() {
    let refused = |game: &str, switches: &str, certificate: Option<u32>| {
        let set = rules(game, switches);
        let position = open(&set, Start::Seed(0)).unwrap().position_json(Viewer::Omniscient).to_string();
        limits(1, certificate, |limits| solve(&set, &position, limits)).unwrap_err().to_string()
    };
    assert!(refused("penguins", "players=3", None).starts_with("only two-player games can be solved"));
    assert!(refused("penguins", "slides", None).starts_with("chance still has tiles to draw"));
    assert!(refused("montauk", "", None).starts_with("montauk is not a pure slide game"));
    assert!(refused("penguins", "rows=3,cols=3,pieces=1", Some(4)).starts_with("a strategy is written only"));
}

#[test]
fn a_stopped_search_returns_nothing() {
    let (stop, nodes) = (AtomicBool::new(true), AtomicU64::new(0));
    let limits = SolveLimits {
        threads: 2,
        memory: 1 << 20,
        stop: &stop,
        nodes: &nodes,
        max_nodes: None,
        certificate: None,
    };
    for (game, switches) in [("amazons", "6x6"), ("paper-penguins", "rows=6,cols=6")] {
        let set = rules(game, switches);
        let position = open(&set, Start::Seed(0)).unwrap().position_json(Viewer::Omniscient).to_string();
        assert_eq!(solve(&set, &position, &limits), Ok(None));
    }
}
