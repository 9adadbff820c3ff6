//! The solved showdown against brute force over all pairs of layouts.

use floe_cards::{
    Adjust, CardSet, Layout, Pairing, ShowdownResult, ShowdownRules, Side, SolveError, best_reply,
    compare_layouts, legal_layout, solve, undominated_layouts,
};

use crate::naive::{self, Chance, all_rules};

/// Checks the result, and that the returned layouts are legal, achieve it, and are best replies.
fn check(black: CardSet, white: CardSet, rules: &ShowdownRules, expected: ShowdownResult) {
    let solved = solve(black, white, rules).unwrap();
    let about = format!("{black} v {white} {rules:?}");
    assert_eq!(solved.outcome, expected, "{about}");
    assert_eq!(legal_layout(black, &solved.black, rules), Ok(()), "{about}");
    assert_eq!(legal_layout(white, &solved.white, rules), Ok(()), "{about}");
    assert_eq!(compare_layouts(&solved.black, &solved.white, rules.rank), Ok(expected), "{about}");
    let answer = match solved.first {
        Side::Black => best_reply(white, Side::White, &solved.black, rules),
        Side::White => best_reply(black, Side::Black, &solved.white, rules),
    };
    assert_eq!(answer.unwrap().outcome, expected, "{about}");
}

/// Every layout, dominated or not, of both sides: relying only on the rules.
#[test]
fn tiny_pools_all_layouts() {
    let mut chance = Chance(6);
    for mut rules in all_rules() {
        for adjust in [Adjust::WhiteLast, Adjust::BlackLast] {
            rules.adjust = adjust;
            for _ in 0..24 {
                let (black, white) = (chance.below(5), chance.below(5));
                let (black, white) = chance.pools(black, white);
                let (all_black, all_white) =
                    (naive::all_layouts(black, &rules), naive::all_layouts(white, &rules));
                check(black, white, &rules, naive::value(&all_black, &all_white, &rules));
                // A reply to any layout, good or bad.
                let against = all_black[chance.below(all_black.len())];
                let reply = best_reply(white, Side::White, &against, &rules).unwrap();
                let reply_last = ShowdownRules { adjust: Adjust::WhiteLast, ..rules };
                assert_eq!(reply.outcome, naive::value(&[against], &all_white, &reply_last));
                assert_eq!(compare_layouts(&against, &reply.layout, rules.rank), Ok(reply.outcome));
                assert_eq!(
                    naive::judge(&naive::keys(&against, rules.rank), &naive::keys(&reply.layout, rules.rank)),
                    reply.outcome
                );
            }
        }
    }
}

/// The undominated layouts by brute force, all against all.
#[test]
fn small_pools_undominated_layouts() {
    let mut chance = Chance(7);
    for mut rules in all_rules() {
        for adjust in [Adjust::WhiteLast, Adjust::BlackLast] {
            rules.adjust = adjust;
            for _ in 0..5 {
                let (black, white) = (4 + chance.below(4), 4 + chance.below(4));
                let (black, white) = chance.pools(black, white);
                let (all_black, all_white) =
                    (naive::undominated(black, &rules), naive::undominated(white, &rules));
                check(black, white, &rules, naive::value(&all_black, &all_white, &rules));
            }
        }
    }
}

/// Larger pools: the undominated layouts are tested elsewhere, here all are compared with all.
#[test]
fn larger_pools_all_against_all() {
    let mut chance = Chance(8);
    for pairing in [Pairing::Ordered, Pairing::Free] {
        for adjust in [Adjust::WhiteLast, Adjust::BlackLast, Adjust::None] {
            let rules = ShowdownRules { pairing, adjust, ..Default::default() };
            for _ in 0..60 {
                let (black, white) = (9 + chance.below(18), 9 + chance.below(18));
                let (black, white) = chance.pools(black, white);
                let (blacks, whites) =
                    (undominated_layouts(black, &rules), undominated_layouts(white, &rules));
                if blacks.len() * whites.len() < 3_000_000 {
                    check(black, white, &rules, naive::value(&blacks, &whites, &rules));
                }
            }
        }
    }
}

#[test]
fn few_cards() {
    let table = [
        ("", "", ShowdownResult::Draw),
        ("2C", "", ShowdownResult::Black),
        ("", "2C", ShowdownResult::White),
        ("3C", "2C", ShowdownResult::Black),
        // One hand each, the third won by nobody; with a third card White has two.
        ("AS", "2C 3C", ShowdownResult::Draw),
        ("AS", "2C 3C 4C", ShowdownResult::White),
        // Black must split the cards: A and 2 against K and 3 is a tie whatever White does.
        ("AS 2C", "KS 3C", ShowdownResult::Draw),
        ("AS KS", "QS JS", ShowdownResult::Black),
    ];
    for (black, white, outcome) in table {
        let rules = ShowdownRules::default();
        check(black.parse().unwrap(), white.parse().unwrap(), &rules, outcome);
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let (black, white): (CardSet, CardSet) = ("AS KS".parse().unwrap(), "KS QS".parse().unwrap());
    let rules = ShowdownRules::default();
    assert_eq!(solve(black, white, &rules), Err(SolveError::Shared("KS".parse().unwrap())));
    let sealed = ShowdownRules { adjust: Adjust::Sealed, ..rules };
    assert_eq!(solve(black, "QS".parse().unwrap(), &sealed), Err(SolveError::Sealed));
    let six = Layout { hands: ["2C 3C 4C 5C 6C 7C".parse().unwrap(), CardSet::EMPTY, CardSet::EMPTY] };
    assert!(matches!(best_reply(black, Side::White, &six, &rules), Err(SolveError::Hand(_))));
    assert!(compare_layouts(&six, &Layout::default(), rules.rank).is_err());
}
