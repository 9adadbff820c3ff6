//! What is wrong with a spend, compared with the best that all spends lead to.

use floe_games::montauk::{Montauk, Move, Phase, Rules, Spend};
use floe_games::{Game, GameRng};

use super::{many_rules, positions, rule_set};
use crate::dominated::Fault;
use crate::montauk::deals::{average_rest, draw_odds, hand};
use crate::montauk::rule_tables::RuleTables;
use crate::montauk::sound::{considered, faults};
use crate::montauk::spending::{SpendSearch, better};

#[test]
fn the_best_spend_is_never_at_fault() {
    let (mut checked, mut at_fault) = (0, 0);
    for set in many_rules() {
        let rules = Rules::new(&set);
        let tables = RuleTables::from_rules(&rules);
        for position in positions(&rules, 6, 60, |position| position.phase == Phase::Spend) {
            let seat = position.winner();
            let draw = draw_odds(&rules, &position, seat, &mut GameRng::for_player(1));
            let cards = average_rest(&tables, &hand(&position, seat), &draw);
            let never = |_| false;
            let mut search = SpendSearch::new(&rules, &tables, &position, seat, (cards, &draw), &never);
            let choices = search.choices(&position);
            let actions: Vec<Move> = choices.iter().map(|(action, _)| *action).collect();
            let faults = faults(&rules, &tables.switches, &position, &actions);
            assert!(faults.iter().any(Option::is_none), "{position:?}");
            let sound = choices.iter().zip(&faults).filter(|(_, fault)| fault.is_none());
            let best_sound =
                sound.map(|(&(_, value), _)| value).reduce(|a, b| if better(b, a) { b } else { a }).unwrap();
            for ((action, value), fault) in choices.iter().zip(&faults).filter(|(_, fault)| fault.is_some()) {
                at_fault += 1;
                // The evaluation interpolates, so it is not quite monotonic.
                assert!(value.win < best_sound.win + 1e-3, "{fault:?} {action:?} {position:?}");
            }
            // A level has something to choose from as well.
            let considered = considered(&rules, &tables.switches, &position, &actions);
            assert!(considered.contains(&true), "{position:?}");
            checked += 1;
        }
    }
    assert!(checked > 300 && at_fault > 300, "{checked} {at_fault}");
}

#[test]
fn a_bear_off_is_not_passed_up() {
    let rules = Rules::new(&rule_set(&[]));
    let tables = RuleTables::from_rules(&rules);
    let mut seen = 0;
    for position in positions(&rules, 8, 200, |position| position.phase == Phase::Spend) {
        let mut actions = Vec::new();
        Montauk::moves(&rules, &position, &mut actions);
        let bears_off = |action: &Move| matches!(action, Move::Spend(Spend { to: 0, .. }));
        let faults = faults(&rules, &tables.switches, &position, &actions);
        let considered = considered(&rules, &tables.switches, &position, &actions);
        for ((action, fault), considered) in actions.iter().zip(faults).zip(considered) {
            if bears_off(action) {
                assert!(fault.is_none() && considered, "{action:?} {position:?}");
            }
            if *action == Move::Pass && actions.iter().any(bears_off) {
                assert_eq!(fault, Some(Fault::BearOffPassedUp), "{position:?}");
                assert!(!considered);
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen}");
}
