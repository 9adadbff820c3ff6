//! The rules against a second implementation, and what they refuse.

use floe_games::{Action, Actor, GameRng, Record, Start, Viewer, open};
use serde_json::json;

use crate::naive::Naive;
use crate::{random_table, rules};

#[test]
fn counts_are_those_of_the_second_implementation() {
    // Five steps from the edge, and 48 tiles less two under the pawns.
    let table = open(&rules(""), Start::Seed(0)).unwrap();
    assert_eq!(table.legal_count(), 5 * 46);
    assert_eq!(table.perft(2).unwrap(), Naive::new(6, 8).perft(2));
    for (rows, cols, depth) in [(3, 3, 5), (3, 4, 4), (4, 3, 4), (4, 4, 3), (8, 3, 2), (3, 8, 2), (8, 8, 1)] {
        let table = open(&rules(&format!("rows={rows},cols={cols}")), Start::Seed(0)).unwrap();
        for depth in 1..=depth {
            let naive = Naive::new(rows, cols).perft(depth);
            assert_eq!(table.perft(depth).unwrap(), naive, "{rows} by {cols}, depth {depth}");
        }
    }
}

#[test]
fn whole_games_are_those_of_the_second_implementation() {
    for (seed, (rows, cols)) in [(6, 8), (3, 3), (4, 7), (8, 8), (5, 5), (6, 3)].into_iter().enumerate() {
        let set = rules(&format!("rows={rows},cols={cols}"));
        let mut table = open(&set, Start::Seed(0)).unwrap();
        let mut naive = Naive::new(rows, cols);
        let mut chance = GameRng::for_player(seed as u64);
        let mut plies = 0;
        loop {
            let mut moves = naive.moves();
            moves.sort_by(|(one, _), (other, _)| one.cmp(other));
            let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
            assert_eq!(table.legal_moves(), texts, "{set:?} after {plies} moves");
            assert_eq!(table.legal_count(), texts.len() as u64);
            let Actor::Seat(seat) = table.actor() else { break };
            assert_eq!(seat, naive.turn);
            let (text, next) = moves.swap_remove(chance.below(moves.len() as u32) as usize);
            table.play(seat, &text).unwrap();
            naive = next;
            plies += 1;
            // Positions and records read back, as text and as JSON.
            let text = table.position_text(Viewer::Omniscient);
            let again = table.new_table(Start::Position(&text)).unwrap();
            assert_eq!(again.position_json(Viewer::Spectator), table.position_json(Viewer::Spectator));
            let json = table.position_json(Viewer::Omniscient).to_string();
            assert_eq!(
                table.new_table(Start::Position(&json)).unwrap().position_text(Viewer::Omniscient),
                text
            );
        }
        assert!(plies > 3);
        let result = table.result().unwrap();
        assert_eq!(result.winners, [1 - naive.turn]);
        assert_eq!(result.reason, format!("{} cannot move", ["White", "Black"][naive.turn]));
        let record = Record::from_table(&*table, Viewer::Omniscient);
        assert_eq!(Record::parse(&record.to_text()).unwrap(), record);
        assert_eq!(Record::parse(&record.to_json().to_string()).unwrap(), record);
    }
}

#[test]
fn refusals_say_what_would_be_right() {
    let mut table = open(&rules(""), Start::Seed(0)).unwrap();
    for (text, words) in [
        ("d1", "'d1' is not a move; write from-to/tile, such as d1-d2/e4"),
        ("d1-d2/z9", "'d1-d2/z9' is not a move; write from-to/tile, such as d1-d2/e4"),
        ("e6-e5/a1", "e6-e5/a1: your pawn stands on d1"),
        ("d1-d3/a1", "d1-d3/a1: d3 is more than one step away"),
        ("d1-d2/d2", "d1-d2/d2: d2 is not a free tile"),
        ("d1-d2/e6", "d1-d2/e6: e6 is not a free tile"),
    ] {
        assert_eq!(table.play(0, text).unwrap_err().to_string(), words);
    }
    table.play(0, "D1-d2/d1").unwrap();
    assert_eq!(table.play(1, "e6-e5/d1").unwrap_err().to_string(), "e6-e5/d1: d1 is not a free tile");
    assert!(
        table
            .act(0, Action::OfferStop)
            .unwrap_err()
            .to_string()
            .starts_with("this game is played to its end")
    );
    for text in
        ["", "oBo/o0o/oAo 0", "oooooooo 2", "ooooBooo/oooooooo/oooooooo/oooooooo/oooooooo/oooAoooA 0", "é"]
    {
        let refusal = table.new_table(Start::Position(text)).map(|_| ()).unwrap_err().to_string();
        assert!(refusal.contains("is not a position: "), "{refusal}");
    }
    assert!(table.new_table(Start::Position("{}")).is_err());
}

#[test]
fn players_can_leave() {
    let table = random_table(&rules(""), 1, 4);
    for (action, reason) in [
        (Action::Resign, "seat 0 resigned"),
        (Action::Forfeit, "seat 0 forfeited"),
        (Action::Eliminate, "one player is left"),
    ] {
        let mut table = table.fork();
        table.act(0, action).unwrap();
        let result = table.result().unwrap();
        assert_eq!((result.winners, result.reason.as_str()), (vec![1], reason));
        let text = table.position_text(Viewer::Omniscient);
        let again = table.new_table(Start::Position(&text)).unwrap();
        assert_eq!(again.position_text(Viewer::Omniscient), text);
        assert_eq!(again.result().is_some(), action == Action::Eliminate);
        let record = Record::from_table(&*table, Viewer::Omniscient);
        assert_eq!(Record::parse(&record.to_text()).unwrap(), record);
    }
    assert_eq!(table.start_json(), json!({"pieces": ["d1", "e6"]}));
}
