//! Perft against counting by code that shares nothing with the kernel, from the start and from the middle of games.

use floe_games::{Actor, GameRng};

use crate::common::{Case, Dice, cases, naive, step};

/// The second implementation is slow: it counts this far and no further.
const PATIENCE: u64 = 12_000;

fn counts_agree(case: &Case, seed: u64, plies: usize) {
    let mut table = case.open(seed);
    let (mut dice, mut chance) = (Dice::new(seed), GameRng::in_game(seed));
    for _ in 0..plies {
        step(&mut *table, &mut dice, &mut chance);
    }
    let second = naive(&*table);
    let mut before = 1;
    for depth in 1..=3 {
        let Ok(count) = table.perft(depth) else {
            assert!(table.rules().get("lay") == "alternate", "chance acts only while tiles are laid");
            return;
        };
        if count > PATIENCE || before > PATIENCE / 20 {
            return;
        }
        assert_eq!(count, second.perft(depth), "{} seed {seed} ply {plies} depth {depth}", case.label);
        before = count;
    }
    assert_eq!(table.perft(0), Ok(1));
    assert_eq!(matches!(table.actor(), Actor::Seat(_)), second.actor().is_some());
}

#[test]
fn agrees_with_the_second_implementation() {
    // Card games are compared move by move in `differential`.
    let cards = |case: &Case| case.set.get("score") == "poker" || case.set.game == "montauk";
    for case in cases().into_iter().filter(|case| !cards(case)) {
        println!("{}", case.label);
        for (seed, plies) in [0, 3, 8, 13, 18, 25, 33, 45, 60, 80].into_iter().enumerate() {
            counts_agree(&case, seed as u64, plies);
        }
    }
}
