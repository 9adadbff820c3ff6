//! The bundled puzzles: complete, and proved again in ways that share nothing with how they were found.

use std::thread;

use floe_engine::puzzle::{
    Goal, MIN_GAP, MIN_MOVES, Puzzle, bundled, check, daily, daily_any_game, day_number,
};
use floe_games::registry::GAMES;
use floe_naive::Naive;
use serde_json::{Value, json};

/// The puzzles of every game, in display order.
fn all() -> impl Iterator<Item = (&'static str, Vec<Puzzle>)> {
    GAMES.iter().map(|entry| (entry.id, bundled(entry.id).unwrap()))
}

#[test]
fn every_puzzle_is_complete() {
    for (game, puzzles) in all() {
        assert!(puzzles.len() >= 50, "{game} has {} puzzles", puzzles.len());
        let mut positions: Vec<&str> = puzzles.iter().map(|puzzle| puzzle.position.as_str()).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len(), puzzles.len(), "{game} has a puzzle twice");
        let bytes: usize = puzzles.iter().map(|puzzle| puzzle.line().len() + 1).sum();
        assert!(bytes < 60_000, "{game}: {bytes} bytes are too many for the web app");
        for (at, puzzle) in puzzles.iter().enumerate() {
            assert_eq!((puzzle.id.as_str(), puzzle.game.as_str()), (&*format!("{game}-{:03}", at + 1), game));
            assert_eq!(Puzzle::parse(&puzzle.line()).unwrap(), *puzzle);
            // No proof yet: the rules, the position and the line.
            check(puzzle, 0, 0).unwrap();
            let ahead = puzzle.best - puzzle.second;
            match puzzle.goal {
                // Where points are equal, tiles may decide.
                Goal::Win => assert!(puzzle.best >= 0 && puzzle.second <= 0 && ahead >= 1, "{}", puzzle.id),
                Goal::Margin => assert!(ahead >= MIN_GAP, "{}", puzzle.id),
            }
            assert!(puzzle.table().unwrap().legal_count() >= MIN_MOVES as u64);
        }
    }
}

/// The node limit of brute force per puzzle; what needs more is left to `floe puzzle --check`.
const QUICK: u64 = 4_000;

#[test]
fn brute_force_agrees_where_it_is_quick() {
    let count = |puzzles: Vec<Puzzle>| {
        puzzles.iter().filter(|puzzle| check(puzzle, 0, QUICK).unwrap().by_brute_force).count()
    };
    // The games at once: for some, most of the time goes into exact showdowns.
    let reached: usize = thread::scope(|scope| {
        let games: Vec<_> = all().map(|(_, puzzles)| scope.spawn(move || count(puzzles))).collect();
        games.into_iter().map(|game| game.join().unwrap()).sum()
    });
    assert!(reached >= 60, "brute force reaches {reached} puzzles");
}

/// The best margin of the seat to move in the second implementation of the rules, whose seat 0 is the puzzle's seat.
fn naive_value(game: &Naive, mut low: i64, mut high: i64, left: &mut u32) -> Option<i64> {
    *left = left.checked_sub(1)?;
    if let Some((winners, scores)) = game.result() {
        return Some(match scores.iter().sum::<i64>() {
            // Fish are not counted: the last mover wins.
            1 => {
                if winners == [0] {
                    1
                } else {
                    -1
                }
            }
            _ => scores[0] - scores[1],
        });
    }
    let first = game.actor() == Some(0);
    let mut best = None;
    for text in game.legal() {
        let mut next = game.clone();
        next.play(&text).unwrap();
        let value = naive_value(&next, low, high, left)?;
        best = Some(best.map_or(value, |best: i64| if first { best.max(value) } else { best.min(value) }));
        if first {
            low = low.max(value)
        } else {
            high = high.min(value)
        }
        if low >= high {
            break;
        }
    }
    best
}

/// The puzzle in the second implementation, and how far its seat was already ahead.
fn naive(puzzle: &Puzzle) -> (Naive, i64) {
    let table = puzzle.table().unwrap();
    let mut start = table.start_json();
    start["rules"] = table.rules().to_json();
    start["rules"]["setup"] = json!("fixed");
    start["seats"] = json!(2);
    if let (1, Value::Array(pieces)) = (puzzle.seat, &mut start["pieces"]) {
        pieces.swap(0, 1);
    }
    let scores = table.scores();
    (Naive::from_start(&start).unwrap(), scores[puzzle.seat] - scores[1 - puzzle.seat])
}

#[test]
fn the_second_implementation_of_the_rules_agrees_where_little_is_left() {
    let mut reached = 0;
    let slides = ["amazons", "penguins", "pauper", "fish", "amazon-penguins", "paper-penguins"];
    for (_, puzzles) in all().filter(|(game, _)| slides.contains(game)) {
        for puzzle in &puzzles {
            let (game, ahead) = naive(puzzle);
            assert_eq!(game.legal(), puzzle.table().unwrap().legal_moves(), "{}", puzzle.id);
            let mut left = 2_000;
            let values: Option<Vec<(i64, String)>> = game
                .legal()
                .into_iter()
                .map(|text| {
                    let mut next = game.clone();
                    next.play(&text).unwrap();
                    Some((ahead + naive_value(&next, i64::MIN, i64::MAX, &mut left)?, text))
                })
                .collect();
            let Some(mut values) = values else { continue };
            values.sort_unstable();
            let [.., (second, _), (best, answer)] = values.as_slice() else { unreachable!("four moves") };
            assert_eq!((*best, *second, answer.as_str()), (puzzle.best, puzzle.second, puzzle.answer()));
            reached += 1;
        }
    }
    assert!(reached >= 9, "the second implementation reaches {reached} puzzles");
}

#[test]
fn a_forged_puzzle_is_refused_with_the_reason() {
    let puzzle = bundled("penguins").unwrap().remove(0);
    let refusal = |forged: Puzzle| check(&forged, 1_000_000, 0).unwrap_err().to_string();
    let other =
        puzzle.table().unwrap().legal_moves().into_iter().find(|text| text != puzzle.answer()).unwrap();
    let message = refusal(Puzzle { solution: vec![other.clone()], ..puzzle.clone() });
    assert_eq!(message, format!("penguins-001: {} is the right move, not {other}", puzzle.answer()));
    let message = refusal(Puzzle { best: puzzle.best + 1, ..puzzle.clone() });
    assert!(message.starts_with("penguins-001: the best moves are worth "), "{message}");
    let message = refusal(Puzzle { seat: 1 - puzzle.seat, ..puzzle.clone() });
    assert!(message.ends_with("'s turn in this position"), "{message}");
    assert!(Puzzle::parse("{}").unwrap_err().to_string().starts_with("not a puzzle: missing field"));
}

#[test]
fn every_day_has_its_puzzle() {
    assert_eq!(day_number("1970-01-01").unwrap(), 0);
    assert_eq!(day_number("2000-03-01").unwrap(), 11_017);
    assert_eq!(day_number("2026-11-15").unwrap(), 20_772);
    for invalid in
        ["", "2026", "2026-02-29", "2026-13-01", "2026-00-10", "1969-12-31", "2026-1-1", "2026-01-01-1"]
    {
        assert!(
            day_number(invalid).unwrap_err().to_string().contains("is not a date from 1970 on"),
            "{invalid}"
        );
    }
    assert_eq!(day_number("2024-02-29").unwrap() + 1, day_number("2024-03-01").unwrap());
    let puzzles = bundled("fish").unwrap();
    let day = 20_772;
    assert_eq!(daily("fish", day).unwrap(), puzzles[day as usize % puzzles.len()]);
    // A different game every day, in display order.
    let games: Vec<(&str, Vec<Puzzle>)> = all().collect();
    let first = day - day % games.len() as u64;
    for (at, (_, puzzles)) in games.iter().enumerate() {
        let number = first as usize / games.len() % puzzles.len();
        assert_eq!(daily_any_game(first + at as u64).unwrap(), puzzles[number]);
    }
}
