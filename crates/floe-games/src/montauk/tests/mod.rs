//! The rules as tables of cases, and random matches that must satisfy every guarantee.

mod notation;
mod rounds;
mod spends;
mod tricks;
mod views;
mod walks;

use serde_json::{Value, json};

use super::*;
use crate::registry;
use crate::switches::parse_rule_args;

/// Rules of switches written as on the command line.
fn rules(text: &str) -> Rules {
    Rules::new(&registry::find(ID).unwrap().rules(&parse_rule_args(text).unwrap()).unwrap())
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Applies a chance event.
fn happen(rules: &Rules, position: &mut Position, event: Value) {
    let outcome = Montauk::parse_chance(rules, position, &event).unwrap();
    Montauk::apply(rules, position, outcome);
}

/// The first round: boxes for both, who leads, the hands.
fn dealt(rules: &Rules, dice: [[u8; 6]; 2], leader: usize, hands: [&str; 2]) -> Position {
    let mut position = play::start(rules);
    happen(rules, &mut position, json!({"event": "dice", "to": 0, "dice": dice[0]}));
    happen(rules, &mut position, json!({"event": "dice", "to": 1, "dice": dice[1]}));
    happen(rules, &mut position, json!({"event": "lead", "to": leader}));
    for to in [leader, 1 - leader] {
        happen(rules, &mut position, json!({"event": "deal", "to": to, "cards": words(hands[to])}));
    }
    position
}

/// Plays moves; `+4D` is an extra card.
fn go(rules: &Rules, position: &mut Position, moves: &str) {
    for word in words(moves) {
        if let Some(card) = word.strip_prefix('+') {
            happen(rules, position, json!({"event": "draw", "cards": [card]}));
            continue;
        }
        assert!(matches!(Montauk::actor(rules, position), Actor::Seat(_)), "{word} in {moves}: {position:?}");
        let action = Montauk::parse_move(rules, position, word).unwrap();
        Montauk::check(rules, position, action).unwrap_or_else(|why| panic!("{word} in {moves}: {why}"));
        Montauk::apply(rules, position, action);
    }
}

/// Why a move is refused.
fn refusal(rules: &Rules, position: &Position, text: &str) -> String {
    let action = Montauk::parse_move(rules, position, text);
    action.and_then(|action| Montauk::check(rules, position, action)).unwrap_err().to_string()
}

fn legal(rules: &Rules, position: &Position) -> String {
    let mut moves = Vec::new();
    Montauk::moves(rules, position, &mut moves);
    moves.iter().map(|&action| Montauk::move_text(rules, action)).collect::<Vec<_>>().join(" ")
}

/// The boxes of a seat, as in texts.
fn boxes(position: &Position, seat: usize) -> String {
    position.boards[seat].iter().map(|pyramid| char::from(b'0' + pyramid.place())).collect()
}

/// The position with fields of its text replaced.
fn with(rules: &Rules, position: &Position, fields: &[(&str, &str)]) -> Result<Position, Refusal> {
    let text = Montauk::position_text(rules, position, Viewer::Omniscient);
    let mut parts: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for (name, value) in fields {
        parts.retain(|part| !part.starts_with(&format!("{name}=")));
        parts.push(format!("{name}={value}"));
    }
    Montauk::parse_position(rules, &parts.join(" "))
}

fn random_move(rules: &Rules, position: &Position, moves: &mut Vec<Move>, chance: &mut GameRng) -> Move {
    if Montauk::actor(rules, position) == Actor::Chance {
        return Montauk::sample_chance(rules, position, chance);
    }
    moves.clear();
    Montauk::moves(rules, position, moves);
    moves[chance.below(moves.len() as u32) as usize]
}
