//! The sentences about tricks and spends.

use floe_cards::{Card, Suit};
use floe_games::montauk::{Montauk, Move, Phase, Position, Rules};
use floe_games::{Actor, Game, GameRng, Viewer};

use super::{Kinds, numbers, rules};
use crate::explain::{explain, manifest_names};
use crate::{PositionView, Rng};

/// The ring of suits, spelled out.
fn wins(one: Suit, other: Suit) -> bool {
    let ring = [("S", "HD"), ("H", "DC"), ("D", "C"), ("C", "S")];
    ring.iter().any(|(strong, weak)| *strong == one.letter().to_string() && weak.contains(other.letter()))
}

/// The cards a seat has not seen, as what is left of the deck.
fn unseen(position: &Position, seat: usize) -> Vec<Card> {
    let mine = |card: &Card| {
        let led = position.led == Some(*card) && usize::from(position.leader) == seat;
        position.hands[seat].has(*card) || position.unseen[seat].has(*card) || position.seen.has(*card) || led
    };
    Card::all().filter(|card| !mine(card)).collect()
}

fn check(
    rules: &Rules,
    before: &Position,
    action: Move,
    seat: usize,
    sentence: &str,
) -> Option<&'static str> {
    let stated = numbers(sentence);
    let mut after = *before;
    Montauk::apply(rules, &mut after, action);
    let on_board = |position: &Position| -> u32 {
        position.boards[seat].iter().map(|pyramid| u32::from(pyramid.place())).sum()
    };
    if let (Move::Play(card), true) = (action, sentence.contains(" the trick: beats ")) {
        let leads = before.phase == Phase::Lead;
        let all = unseen(before, seat);
        let beaten =
            all.iter()
                .filter(|other| {
                    if leads { wins(card.suit(), other.suit()) } else { !wins(other.suit(), card.suit()) }
                })
                .count();
        let percent = (100.0 * beaten as f64 / all.len() as f64).round();
        let odds = match percent as u32 {
            65.. => "likely wins",
            35..65 => "may win",
            _ => "likely loses",
        };
        let right = stated == [beaten as u32, all.len() as u32, percent as u32] && sentence.starts_with(odds);
        return right.then_some("odds");
    }
    if let (Move::Play(card), Some(rest)) = (action, sentence.strip_prefix("bears off ")) {
        let within = before.boards[seat].iter().filter(|p| p.on_board() && p.place() <= card.montauk_value());
        let within = within.count() as u32;
        let named = if rest.starts_with("a pyramid") { 1 } else { stated[0] };
        return (within == named).then_some("within");
    }
    if let Move::Play(card) = action {
        let value = card.montauk_value();
        return match sentence {
            "is worth nothing to the winner" => (value == 0).then_some("worthless"),
            _ => (sentence == format!("gives the winner a {value} to spend")).then_some("brings"),
        };
    }
    if let Some(rest) = sentence.strip_prefix("moves a pyramid from box ") {
        let [from, to] = numbers(rest)[..] else { return None };
        // The half may have ended with the move; at the end of the round the board is cleared.
        let swept = after.round != before.round || after.phase == Phase::Over;
        return (swept || on_board(before) == on_board(&after) + from - to).then_some("moves");
    }
    if sentence.starts_with("leaves ") {
        let same_round = after.round == before.round && after.phase != Phase::Over;
        return (!same_round || stated == [on_board(&after)]).then_some("to go");
    }
    if sentence.starts_with("bears off the last pyramid") {
        let first = before.first_home.is_none() == sentence.ends_with("ahead of the opponent");
        return (before.off(seat) == 5 && first).then_some("home");
    }
    if let Some(rest) = sentence.strip_prefix("bears off ") {
        let nth =
            ["a pyramid", "two pyramids", "three pyramids", "four pyramids", "five pyramids", "six pyramids"];
        return rest.starts_with(nth[usize::from(before.borne)]).then_some("bears off");
    }
    if sentence.starts_with("has borne off nothing") {
        return (before.borne == 0 && after.phase == Phase::Draw).then_some("extra to come");
    }
    if sentence.starts_with("has ") {
        return (stated == [u32::from(before.off(seat)) + 1, 6]).then_some("has off");
    }
    if sentence == "avoids a null" || sentence == "takes a null" {
        // Giving up here ends in a null, whatever an extra card would give.
        let mut lazy = *before;
        let nulls = before.vaults[seat].nulls();
        let mut chance = GameRng::from_seed(1);
        while lazy.trick == before.trick && lazy.round == before.round && lazy.phase != Phase::Over {
            let next = match Montauk::actor(rules, &lazy) {
                Actor::Chance => Montauk::sample_chance(rules, &lazy, &mut chance),
                _ => Move::Pass,
            };
            Montauk::apply(rules, &mut lazy, next);
        }
        let same_trick = lazy.round == before.round && lazy.phase != Phase::Over;
        return (!same_trick || lazy.vaults[seat].nulls() == nulls + 1).then_some("null");
    }
    if let Some(rest) = sentence.strip_prefix("gives up what is left to spend: ") {
        return (rest == before.spends.to_string()).then_some("gives up");
    }
    None
}

#[test]
fn every_sentence_about_tricks_is_true_and_reveals_nothing_hidden() {
    let set = rules("montauk", "rounds=4");
    let rules = Rules::new(&set);
    let mut kinds = Kinds::new();
    for seed in 0..6 {
        let (mut chance, mut rng) = (GameRng::from_seed(seed), Rng::new(seed));
        let mut position = Montauk::start(&rules, &mut chance).unwrap();
        loop {
            let action = match Montauk::actor(&rules, &position) {
                Actor::Nobody => break,
                Actor::Chance => Montauk::sample_chance(&rules, &position, &mut chance),
                Actor::Seat(seat) => {
                    let mut moves = Vec::new();
                    Montauk::moves(&rules, &position, &mut moves);
                    let texts: Vec<String> =
                        moves.iter().map(|&action| Montauk::move_text(&rules, action)).collect();
                    let viewer = Viewer::Seat(seat);
                    let view = Montauk::position_text(&rules, &position, viewer);
                    let sentences = explain(
                        &set,
                        PositionView { position: &view, hidden: true },
                        &texts,
                        &manifest_names(&set),
                    )
                    .unwrap();
                    // Another position that looks the same to the viewer gets the same sentences.
                    let twin = Montauk::resample_hidden(&rules, &position, viewer, &mut chance);
                    let full = Montauk::position_text(&rules, &twin, Viewer::Omniscient);
                    let twins = explain(
                        &set,
                        PositionView { position: &full, hidden: false },
                        &texts,
                        &manifest_names(&set),
                    )
                    .unwrap();
                    assert_eq!(sentences, twins, "{view}");
                    for (&action, sentences) in moves.iter().zip(&sentences) {
                        assert!(!sentences.is_empty(), "{view}: {action:?}");
                        for sentence in sentences {
                            let kind = check(&rules, &position, action, seat, sentence);
                            let kind = kind
                                .unwrap_or_else(|| panic!("{view}: {action:?}: '{sentence}' is not true"));
                            *kinds.entry(kind).or_default() += 1;
                        }
                    }
                    moves[rng.below(moves.len() as u32) as usize]
                }
            };
            Montauk::apply(&rules, &mut position, action);
        }
    }
    for kind in [
        "odds",
        "within",
        "worthless",
        "brings",
        "moves",
        "to go",
        "bears off",
        "extra to come",
        "has off",
        "home",
        "null",
        "gives up",
    ] {
        assert!(
            kinds.get(kind).is_some_and(|&count| count > 1),
            "{kind} occurred and was checked: {kinds:?}"
        );
    }
}
