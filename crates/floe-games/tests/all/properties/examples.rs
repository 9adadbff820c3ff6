//! A refusal that names an example names a legal one.

use floe_games::{Actor, GameRng};

use crate::common::{Dice, cases, step};

/// The move after "such as" or "looks like", if the sentence has one.
fn example(sentence: &str) -> Option<&str> {
    let (_, rest) = sentence.split_once("such as ").or(sentence.split_once("looks like "))?;
    Some(rest)
}

#[test]
fn in_refusals_are_legal() {
    let mut failures = Vec::new();
    // A sentence about cards names cards in general: what a hand holds is private.
    for case in cases().into_iter().filter(|case| case.set.game != "montauk") {
        let (mut dice, mut chance) = (Dice::new(9), GameRng::in_game(9));
        let mut table = case.open(9);
        let mut met: Vec<String> = ["zz", "pass", "1@a1", "a1", "[0,0]"].map(str::to_owned).to_vec();
        for _ in 0..40 {
            if let Actor::Seat(_) = table.actor() {
                let legal = table.legal_moves();
                let pick = &legal[dice.below(legal.len())];
                // A slide whose shot is missing.
                met.extend([
                    pick.clone(),
                    pick.rsplit_once('/').map_or(pick.clone(), |(slide, _)| slide.into()),
                ]);
                for text in &met {
                    let Err(refusal) = table.canonical_move(text) else { continue };
                    let sentence = refusal.to_string();
                    if let Some(bad) = example(&sentence).filter(|text| table.canonical_move(text).is_err()) {
                        failures.push(format!("{}: \"{sentence}\", but {bad} is not legal", case.label));
                    }
                }
            }
            if !step(&mut *table, &mut dice, &mut chance) {
                break;
            }
        }
    }
    failures.dedup_by_key(|line| line.split(": ").next().unwrap().to_owned());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
