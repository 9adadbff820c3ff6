//! Tables: sorted move lists, refusals that change nothing, independent forks.

use floe_games::{Actor, GameRng, Record, Start, Table, Viewer, open};

use crate::common::{Dice, cases, step};

fn state(table: &dyn Table) -> (Record, String) {
    (Record::from_table(table, Viewer::Omniscient), table.position_text(Viewer::Omniscient))
}

/// Texts that are no move in any game; a wrong seat; a move from another position.
fn refuses_and_stays(table: &mut dyn Table, stale: &[String], legal: &[String]) {
    let before = state(table);
    let Actor::Seat(seat) = table.actor() else { unreachable!("a seat acts") };
    for other in (0..6).filter(|&other| other != seat) {
        table.play(other, &legal[0]).unwrap_err();
    }
    let strays = ["", "zz99", "a0", "d4-", "pass pass", "9@a1", "[99,99]", "-x", "/"].map(str::to_owned);
    for text in strays.iter().chain(stale.iter().filter(|text| legal.binary_search(text).is_err())) {
        table.canonical_move(text).unwrap_err();
        table.play(seat, text).unwrap_err();
    }
    table.roll(&mut GameRng::in_game(0)).unwrap_err();
    assert_eq!(state(table), before, "a refusal leaves the table as it was");
}

#[test]
fn accept_what_they_list_and_nothing_else() {
    for case in cases() {
        println!("{}", case.label);
        let (mut dice, mut chance) = (Dice::new(3), GameRng::in_game(3));
        let mut table = case.open(3);
        let mut stale: Vec<String> = Vec::new();
        for ply in 0.. {
            if let Actor::Seat(_) = table.actor() {
                let legal = table.legal_moves();
                assert!(legal.is_sorted_by(|a, b| a < b), "texts are sorted by their bytes, each once");
                assert_eq!(table.legal_count(), legal.len() as u64);
                // A layout of cards is requested by a keyword, since there are too many to list.
                let listed = if table.phase() == "layout" { &[] } else { &legal[..] };
                for text in listed.iter().step_by(1 + legal.len() / 50) {
                    assert_eq!(table.canonical_move(text).as_ref(), Ok(text));
                    assert_eq!(
                        table.canonical_move(&format!(" {} ", text.to_uppercase())).as_ref(),
                        Ok(text)
                    );
                }
                if ply % 5 == 0 {
                    refuses_and_stays(&mut *table, &stale, &legal);
                }
                stale.truncate(20);
                stale.insert(0, legal[dice.below(legal.len())].clone());
            }
            let before = state(&*table);
            let mut fork = table.fork();
            if !step(&mut *fork, &mut dice, &mut chance) {
                break;
            }
            assert_eq!(state(&*table), before, "a fork leaves the table as it was");
            table = fork;
        }
        assert!(table.legal_moves().is_empty() && table.legal_count() == 0 && table.phase() == "over");
        assert_eq!(table.play(0, &stale[0]).unwrap_err().to_string(), "the game is over");
    }
}

#[test]
fn continue_from_any_position_as_the_game_itself_does() {
    for case in cases() {
        println!("{}", case.label);
        let (mut dice, mut chance) = (Dice::new(4), GameRng::in_game(4));
        let mut table = case.open(4);
        for _ in 0..12 {
            step(&mut *table, &mut dice, &mut chance);
        }
        let text = table.position_text(Viewer::Omniscient);
        let mut other = open(table.rules(), Start::Position(&text)).unwrap();
        let (mut left, mut right) = (GameRng::in_game(5), GameRng::in_game(5));
        let (mut dice, mut again) = (Dice::new(5), Dice::new(5));
        while step(&mut *table, &mut dice, &mut left) {
            assert!(step(&mut *other, &mut again, &mut right));
            assert_eq!(table.position_json(Viewer::Omniscient), other.position_json(Viewer::Omniscient));
        }
        assert_eq!(table.result(), other.result());
    }
}
