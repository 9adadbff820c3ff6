//! Moves by type: sorted, without duplicates, with one notation each, and exactly those that are accepted.

use std::collections::HashSet;

use floe_games::registry::{Visitor, visit};
use floe_games::{Actor, Game, GameRng};

use crate::common::{Dice, cases, walk};

struct Moves;

impl Visitor for Moves {
    type Output = ();

    fn visit<G: Game>(self, rules: G::Rules) {
        let mut dice = Dice::new(1);
        // Moves of other positions: legal there, mostly not here.
        let mut elsewhere: Vec<G::Move> = Vec::new();
        for seed in 0..4 {
            let start = G::start(&rules, &mut GameRng::from_seed(seed)).unwrap();
            let mut played = Vec::new();
            let mut stray = Dice::new(seed);
            let end = walk::<G>(&rules, &start, &mut dice, |position, moves, action| {
                played.push(action);
                listed_in_order::<G>(&rules, position, moves);
                let others: Vec<G::Move> =
                    (0..20.min(elsewhere.len())).map(|_| stray.pick(&elsewhere)).collect();
                elsewhere.push(action);
                let unlisted = moves.is_empty();
                for other in others.into_iter().filter(|_| !unlisted) {
                    let listed = moves.binary_search(&other).is_ok();
                    assert_eq!(
                        G::check(&rules, position, other).is_ok(),
                        listed,
                        "{other:?} in {position:?}"
                    );
                }
                if matches!(G::actor(&rules, position), Actor::Seat(_)) {
                    spelt_one_way::<G>(&rules, position, moves);
                }
            });
            assert_eq!(G::count(&rules, &end), 0, "there is no move when the game is over");
            played.iter().for_each(|&action| assert!(G::check(&rules, &end, action).is_err(), "{action:?}"));
            let mut again = start.clone();
            for &action in &played {
                let (before, mut copy) = (again.clone(), again.clone());
                G::apply(&rules, &mut copy, action);
                assert_eq!(again, before, "a move on a copy leaves the original alone");
                again = copy;
            }
            assert_eq!(again, end, "the same moves lead to the same position");
        }
    }
}

fn listed_in_order<G: Game>(rules: &G::Rules, position: &G::Position, moves: &[G::Move]) {
    assert!(moves.is_sorted_by(|a, b| a < b), "moves are sorted and each is listed once: {moves:?}");
    assert_eq!(G::count(rules, position), moves.len() as u64, "{position:?}");
    // All of a few hundred, some of thousands.
    for &action in moves.iter().step_by(1 + moves.len() / 300) {
        G::check(rules, position, action).unwrap();
    }
}

fn spelt_one_way<G: Game>(rules: &G::Rules, position: &G::Position, moves: &[G::Move]) {
    let some = moves.iter().step_by(1 + moves.len() / 300);
    let mut texts = HashSet::new();
    for &action in some {
        let text = G::move_text(rules, action);
        assert_eq!(G::parse_move(rules, position, &text), Ok(action), "{text}");
        assert!(texts.insert(text), "{action:?} is spelt like another move");
    }
}

#[test]
fn are_listed_in_order_and_are_exactly_what_is_accepted() {
    for case in cases() {
        println!("{}", case.label);
        visit(&case.set, Moves).unwrap();
    }
}
