//! Games with known solutions, and tables whose entries can be computed by hand.

use crate::montauk::odds::Odds;
use crate::montauk::regret::RegretMatching;

fn solved(rows: &[&[f32]]) -> (Vec<f32>, Vec<f32>) {
    let mut contest = RegretMatching::new(vec![rows.len()], vec![rows[0].len()]);
    contest.add_matchup(0, 0, 1.0, |mine, yours| rows[mine][yours]);
    (0..4000).for_each(|_| contest.iterate());
    (contest.strategy(0)[..rows.len()].to_vec(), contest.other_strategy(0)[..rows[0].len()].to_vec())
}

fn close(got: &[f32], wanted: &[f32]) {
    assert_eq!(got.len(), wanted.len());
    assert!(got.iter().zip(wanted).all(|(got, wanted)| (got - wanted).abs() < 0.01), "{got:?} {wanted:?}");
}

#[test]
fn rock_paper_scissors_is_even() {
    let (own, other) = solved(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
    close(&own, &[1.0 / 3.0; 3]);
    close(&other, &[1.0 / 3.0; 3]);
}

#[test]
fn two_by_two_has_its_known_mix() {
    // Rows (3, -1) and (-2, 1): the row player mixes 3 : 4, the other 2 : 5.
    let (own, other) = solved(&[&[3.0, -1.0], &[-2.0, 1.0]]);
    close(&own, &[3.0 / 7.0, 4.0 / 7.0]);
    close(&other, &[2.0 / 7.0, 5.0 / 7.0]);
}

#[test]
fn dominated_choices_are_not_played() {
    let (own, other) = solved(&[&[3.0, -1.0, 4.0], &[-2.0, 1.0, 2.0], &[-3.0, -2.0, 1.5]]);
    close(&own, &[3.0 / 7.0, 4.0 / 7.0, 0.0]);
    close(&other, &[2.0 / 7.0, 5.0 / 7.0, 0.0]);
}

#[test]
fn a_hand_answers_what_it_knows_and_no_more() {
    // Two equally likely hands of the opponent; each has a choice that wins against one row. The first player does not
    // know which one it faces and balances them; against a hand with one choice it would not.
    let mut contest = RegretMatching::new(vec![2], vec![1, 1]);
    contest.add_matchup(0, 0, 1.0, |mine, _| if mine == 0 { 1.0 } else { 0.0 });
    contest.add_matchup(0, 1, 3.0, |mine, _| if mine == 0 { 0.0 } else { 1.0 });
    (0..200).for_each(|_| contest.iterate());
    close(&contest.strategy(0)[..2], &[0.0, 1.0]);
    assert_eq!(contest.pairs(), 2);
}

#[test]
fn leads_are_valued_by_the_rounds_to_come() {
    let odds = Odds::from_ends(&[-1, 1], 3);
    let near = |got: f64, wanted: f64| assert!((got - wanted).abs() < 1e-9, "{got} {wanted}");
    for (rounds, lead, win) in [
        (0, -2.0, 0.0),
        (0, 0.0, 0.5),
        (0, 3.0, 1.0),
        (1, 1.0, 0.75),
        (1, 0.0, 0.5),
        (1, -1.0, 0.25),
        (2, 1.0, 0.75),
    ] {
        near(odds.after(rounds, lead).0, win);
    }
    near(odds.after(3, 2.0).0, 0.875 + 0.0);
    near(odds.after(3, 2.0).1, 2.0);
    // The player behind leads: where leading costs two points, being behind is worse than it looks.
    let odds = Odds::from_ends(&[-2], 2);
    near(odds.after(1, -1.0).1, -3.0);
    near(odds.after(2, 4.0).1, 8.0);
}
