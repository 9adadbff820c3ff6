//! How a game ended, in a sentence: who won, by how much, and why.

use floe_games::{Outcome, Record};

use super::frames::player_name;
use crate::stats::FaultNote;

/// The result of a recorded game: `Ann wins 45 : 44 (nobody can move)`. Points are given where they decide the game, those
/// of the winner first.
pub fn result_text(record: &Record, faults: &[Option<FaultNote>], adjudicated: bool) -> String {
    let Some(outcome) = &record.result else { return "not finished".into() };
    let name = |seat: usize| player_name(record, seat);
    let scored = record.open().is_ok_and(|table| table.is_scored());
    let winners: Vec<String> = outcome.winners.iter().map(|&seat| name(seat)).collect();
    let mut text = match winners.len() {
        0 => "no one wins".into(),
        1 => format!("{} wins", winners[0]),
        _ if winners.len() == outcome.scores.len() => "draw".into(),
        _ => format!("{} share the win", winners.join(" and ")),
    };
    if scored {
        text += &format!(" {}", scores(outcome));
    }
    let reason = match adjudicated {
        true => "adjudicated: both players agreed".into(),
        false => outcome.reason.clone(),
    };
    text += &format!(" ({reason})");
    for (seat, fault) in faults.iter().enumerate() {
        if let Some(fault) = fault {
            let words = if fault.words.is_empty() { &fault.cause } else { &fault.words };
            text += &format!("; {} {words}", name(seat));
        }
    }
    text
}

/// The scores, those of winners first, then by size.
fn scores(outcome: &Outcome) -> String {
    let mut seats: Vec<usize> = (0..outcome.scores.len()).collect();
    seats.sort_by_key(|seat| (!outcome.winners.contains(seat), -outcome.scores[*seat]));
    seats.iter().map(|&seat| outcome.scores[seat].to_string()).collect::<Vec<_>>().join(" : ")
}

#[cfg(test)]
mod tests {
    use floe_games::record::Player;
    use floe_games::{Action, Start, Viewer, open, registry};

    use super::*;

    fn record(game: &str, rules: &str, play: &[&str], resigns: Option<usize>) -> Record {
        let rules = floe_games::switches::parse_rule_args(rules);
        let rules = registry::find(game).unwrap().rules(&rules.unwrap()).unwrap();
        let mut table = open(&rules, Start::Seed(7)).unwrap();
        for text in play {
            let floe_games::Actor::Seat(seat) = table.actor() else { panic!("nobody is to move") };
            table.play(seat, text).unwrap();
        }
        resigns.into_iter().for_each(|seat| table.act(seat, Action::Resign).unwrap());
        let mut record = Record::from_table(&*table, Viewer::Omniscient);
        record.players = ["Ann", "Ben"].map(|name| Player { name: name.into() }).into();
        record
    }

    #[test]
    fn who_won_and_by_how_much() {
        let whole = record(
            "paper-penguins",
            "rows=3,cols=3,pieces=1",
            &["c3", "b2", "c3-c2", "b2-a2", "c2-b3", "a2-a3"],
            None,
        );
        assert_eq!(result_text(&whole, &[None, None], false), "Ann wins 6 : 4 (nobody can move)");
        let amazons = record("amazons", "5x5", &["b1-b3/d3"], Some(0));
        assert_eq!(result_text(&amazons, &[], false), "Ben wins (White resigned)");
        assert_eq!(result_text(&amazons, &[], true), "Ben wins (adjudicated: both players agreed)");
        let late =
            FaultNote { cause: "out of time".into(), words: "ran out of time: no move after 1 s".into() };
        assert_eq!(
            result_text(&amazons, &[Some(late), None], false),
            "Ben wins (White resigned); Ann ran out of time: no move after 1 s"
        );
        let mut shared = whole;
        let result = shared.result.as_mut().unwrap();
        (result.winners, result.scores) = (vec![0, 1], vec![4, 4]);
        assert_eq!(result_text(&shared, &[], false), "draw 4 : 4 (nobody can move)");
    }
}
