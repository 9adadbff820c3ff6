//! Spending against brute force: every sequence of spends, through every extra card.

use std::collections::BTreeSet;

use floe_cards::Card;
use floe_games::montauk::{Montauk, Move, NamedSpend, Phase, Position, Rules, Spend};
use floe_games::{Game, GameRng};

use super::{many_rules, positions};
use crate::montauk::boards::{Boards, key, key_of_two};
use crate::montauk::card_tables::CARDS;
use crate::montauk::deals::{average_rest, draw_odds, hand};
use crate::montauk::payoffs::{Payoffs, TrickContext};
use crate::montauk::round_value::{RoundValue, TrickOdds, WinAndMargin};
use crate::montauk::rule_tables::RuleTables;
use crate::montauk::spending::{SpendSearch, better, first_home, rounds_to_come, sides};
use crate::montauk::switches::Switches;

/// The best result of a position, by trying every sequence without a cache.
fn brute(
    rules: &Rules,
    position: &Position,
    seat: usize,
    draw: &[f32; CARDS],
    leaf: &SpendSearch<'_>,
) -> WinAndMargin {
    match position.phase {
        Phase::Spend => {
            let mut moves = Vec::new();
            Montauk::moves(rules, position, &mut moves);
            for at in 0..moves.len() {
                let Move::Spend(spend) = moves[at] else { continue };
                let named = (0..6).map(|index| Some(NamedSpend { seat: seat as u8, index }));
                let named = named.map(|named| Move::Spend(Spend { named, ..spend }));
                moves.extend(named.filter(|&action| Montauk::check(rules, position, action).is_ok()));
            }
            let all = moves.into_iter().map(|action| {
                let mut next = *position;
                Montauk::apply(rules, &mut next, action);
                brute(rules, &next, seat, draw, leaf)
            });
            all.reduce(|best, one| if better(one, best) { one } else { best }).unwrap()
        }
        Phase::Draw => {
            let mut sum = WinAndMargin::default();
            for card in Card::all().filter(|card| draw[usize::from(card.index())] > 0.0) {
                let weight = draw[usize::from(card.index())];
                let mut next = *position;
                if !next.pile.has(card) {
                    next.pile.add(card);
                }
                Montauk::apply(rules, &mut next, Move::Draw(card));
                let value = brute(rules, &next, seat, draw, leaf);
                sum.win += weight * value.win;
                sum.margin += weight * value.margin;
            }
            sum
        }
        _ => leaf.after(position),
    }
}

#[test]
fn spending_is_as_good_as_the_best_of_all_sequences() {
    let mut checked = 0;
    for set in many_rules() {
        let rules = Rules::new(&set);
        let tables = RuleTables::from_rules(&rules);
        // Few pyramids, or brute force takes forever.
        let small = |position: &Position| {
            let spends = (1..=6).map(|value| position.spends.count(value)).sum::<u32>();
            position.phase == Phase::Spend && 6 - position.off(position.winner()) <= 3 && spends <= 4
        };
        for position in positions(&rules, 3, 40, small) {
            let seat = position.winner();
            let draw = draw_odds(&rules, &position, seat, &mut GameRng::for_player(1));
            let cards = average_rest(&tables, &hand(&position, seat), &draw);
            let never = |_| false;
            let mut search = SpendSearch::new(&rules, &tables, &position, seat, (cards, &draw), &never);
            let choices = search.choices(&position);
            let best =
                choices.iter().map(|&(_, value)| value).reduce(|a, b| if better(b, a) { b } else { a });
            let wanted = brute(&rules, &position, seat, &draw, &search);
            let best = best.unwrap();
            assert!((best.win - wanted.win).abs() < 1e-4, "{best:?} {wanted:?} {position:?}");
            assert!((best.margin - wanted.margin).abs() < 2e-2, "{best:?} {wanted:?} {position:?}");
            for (action, _) in choices {
                Montauk::check(&rules, &position, action).unwrap();
            }
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn boards_reach_what_the_game_reaches() {
    let mut checked = 0;
    for set in many_rules() {
        let rules = Rules::new(&set);
        let boards = Boards::new(&Switches::new(&set));
        // A first half in which nothing has moved.
        let fresh = |position: &Position| {
            position.phase == Phase::Spend
                && position.extra.is_none()
                && position.boards[position.winner()].iter().all(|pyramid| !pyramid.moved())
        };
        for position in positions(&rules, 4, 40, fresh) {
            let values: Vec<u8> = position.spends.values().collect();
            let spends = match values[..] {
                [one] => key(one, 1),
                [one, other] => key_of_two(one, other),
                [one, _, _, last] if one == last => key(one, 4),
                [one, _, _, _, _, last] if one == last => key(one, 6),
                // The rest of a half that has been spent from.
                _ => continue,
            };
            let seat = position.winner();
            let number =
                |position: &Position| boards.number(position.boards[seat].map(|pyramid| pyramid.place()));
            let (mut reached, mut seen) = (BTreeSet::new(), BTreeSet::new());
            let mut open = vec![position];
            while let Some(one) = open.pop() {
                let mut moves = Vec::new();
                Montauk::moves(&rules, &one, &mut moves);
                for action in moves {
                    let mut next = one;
                    Montauk::apply(&rules, &mut next, action);
                    if next.round != one.round || next.phase == Phase::Over {
                        // The boards are cleared; make the move on one that does not end.
                        let Move::Spend(spend) = action else {
                            reached.insert(number(&one));
                            continue;
                        };
                        let mut places = one.boards[seat].map(|pyramid| pyramid.place());
                        if let Some(place) = places.iter_mut().find(|place| **place == spend.from) {
                            *place = spend.to;
                        }
                        reached.insert(boards.number(places));
                    } else if next.phase != Phase::Spend || next.trick != one.trick {
                        reached.insert(number(&next));
                    } else if seen.insert(format!("{:?} {:?}", next.boards[seat], next.spends)) {
                        open.push(next);
                    }
                }
            }
            let ends: BTreeSet<u16> = boards.ends(number(&position), spends).iter().copied().collect();
            assert_eq!(ends, reached, "{position:?}");
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn the_table_of_a_trick_agrees_with_spending() {
    let set = super::rule_set(&[]);
    let rules = Rules::new(&set);
    let tables = RuleTables::from_rules(&rules);
    let mut checked = 0;
    for position in positions(&rules, 5, 60, |position| position.phase == Phase::Follow) {
        let seat = 1 - usize::from(position.leader);
        let draw = draw_odds(&rules, &position, seat, &mut GameRng::for_player(1));
        let cards = TrickOdds { win: 0.5, power: [tables.race.mean_power(); 2] };
        let lead = position.scores[seat] - position.scores[1 - seat];
        let left = 6 - usize::from(position.trick);
        let round_value = RoundValue::new(&tables, lead, rounds_to_come(&tables, &position), left);
        let trick = TrickContext {
            round_value: &round_value,
            sides: sides(&tables, &position, seat),
            first: first_home(&position, seat),
            leads: false,
            draw: &draw,
            cards,
        };
        let (own, led) = (hand(&position, seat), position.led.unwrap());
        let payoffs = Payoffs::new(&trick, &own, &[led.index()]);
        for &card in &own {
            let mut next = position;
            Montauk::apply(&rules, &mut next, Move::Play(Card::from_index(card).unwrap()));
            if next.phase != Phase::Spend || next.winner() != seat {
                continue;
            }
            let never = |_| false;
            let mut search = SpendSearch::new(&rules, &tables, &next, seat, (cards, &draw), &never);
            let choices = search.choices(&next).into_iter().map(|(_, value)| value);
            let best = choices.reduce(|a, b| if better(b, a) { b } else { a }).unwrap();
            let kind = |card: u8| tables.card_tables.kind[usize::from(card)];
            let table = payoffs.value(kind(card), kind(led.index()), cards);
            assert!((best.win - table.win).abs() < 1e-3, "{best:?} {table:?} {next:?}");
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}
