//! Simulated matches of known strength: do the intervals and tests keep their promises?

use floe_games::GameRng;

use super::{Elo, HeadToHead, Sprt, Verdict, score_of_elo};

/// A set of two games in which the first scores 1, ½ or 0: a third are draws, and the first seat has an advantage, so
/// that the games of a set differ.
fn play_set(chance: &mut GameRng, elo: f64, duel: &mut HeadToHead) {
    let mut halves = 0;
    for advantage in [60.0, -60.0] {
        // With a third of draws this remains for wins, so that the mean of both seats is the score of the difference.
        let wins = score_of_elo(elo + advantage) - 1.0 / 6.0;
        let roll = f64::from(chance.below(1_000_000)) / 1e6;
        let game = if roll < wins {
            2
        } else if roll < wins + 1.0 / 3.0 {
            1
        } else {
            0
        };
        match game {
            2 => duel.wins += 1,
            1 => duel.draws += 1,
            _ => duel.losses += 1,
        }
        halves += game;
    }
    duel.sets.resize(5, 0);
    duel.sets[halves] += 1;
}

/// The difference that corresponds to the mean score of both seats: close to `elo`, but not the same.
fn true_difference(elo: f64) -> f64 {
    super::elo_of_score((score_of_elo(elo + 60.0) + score_of_elo(elo - 60.0)) / 2.0)
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    let mut chance = GameRng::for_player(11);
    for (elo, sets) in [(0.0, 50), (40.0, 200), (-90.0, 100)] {
        let covered = (0..1000)
            .filter(|_| {
                let mut duel = HeadToHead::default();
                (0..sets).for_each(|_| play_set(&mut chance, elo, &mut duel));
                let found = Elo::new(&duel).unwrap();
                found.low.unwrap() < true_difference(elo) && true_difference(elo) < found.high.unwrap()
            })
            .count();
        assert!((925..=975).contains(&covered), "{elo}: {covered} of 1000");
    }
}

#[test]
fn the_sequential_test_errs_no_more_than_it_may() {
    let sprt = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
    let mut chance = GameRng::for_player(12);
    for (elo, wrong) in [(0.0, Verdict::H1), (62.0, Verdict::H0)] {
        let errors = (0..400)
            .filter(|_| {
                let mut duel = HeadToHead::default();
                loop {
                    play_set(&mut chance, elo, &mut duel);
                    match sprt.test(&duel).verdict {
                        Verdict::Open => assert!(duel.complete_sets() < 10_000, "it ends"),
                        verdict => return verdict == wrong,
                    }
                }
            })
            .count();
        // 20 of 400 are allowed; three deviations above that is 33.
        assert!(errors <= 33, "{elo}: {errors} of 400");
    }
}
