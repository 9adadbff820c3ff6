//! Strategies that win, and forgeries.

use crate::check_solution;

/// White is to move in a corridor for each: two moves against one.
const GOOD: &str = "\
floe-solution 1
game amazons
start Q2/***/q1* white
winner white
leaf 0
Q2/***/q1* a3-b3/a3
*Q1/***/*q* b3-c3/b3
end
";

#[test]
fn a_strategy_that_wins() {
    let checked = check_solution(GOOD).unwrap();
    assert_eq!((checked.listed, checked.replies, checked.leaves), (2, 1, 0));
}

#[test]
fn forgeries_are_refused() {
    for (from, to, words) in [
        ("q1* a3-b3/a3", "q1* a3-b2/a3", "a3-b2/a3 is not legal in Q../***/q.*"),
        ("q1* a3-b3/a3", "q1* a3-c3/a3", "the winner can come to"),
        ("winner white", "winner black", "the winner can come to"),
        ("leaf 0", "leaf 3", "2 listed positions never come up"),
        ("white\nwinner", "black\nwinner", "the winner can come to"),
        ("\nend\n", "\n", "the text breaks off before its end"),
        ("\nend\n", "\nQ2/***/q1* a3-c3/a3\nend\n", "Q2/***/q1* is listed twice"),
        ("game amazons", "game chess", "only strategies of amazons can be checked"),
        ("/q1* a3", "/q1 a3", "has not 3 rows of 3 squares"),
        ("a3-b3/a3", "a3-b9/a3", "'a3-b9/a3' is no move"),
    ] {
        let forged = GOOD.replacen(from, to, 1);
        assert_ne!(forged, GOOD);
        let wrong = check_solution(&forged).unwrap_err();
        assert!(wrong.contains(words), "{from} as {to}: {wrong}");
    }
}

#[test]
fn a_lost_position_is_played_out_and_refused() {
    let text = "floe-solution 1\ngame amazons\nstart Q1*/***/q2 white\nwinner white\nleaf 9\nend\n";
    assert_eq!(check_solution(text).unwrap_err(), "Q.*/***/q.. is not won for the side that should win");
    let text = text.replace("winner white", "winner black");
    assert_eq!(check_solution(&text).unwrap().leaves, 1);
}
