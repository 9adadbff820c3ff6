//! Who wins, and what there is to spend.

use super::*;
use floe_cards::{Card, Suit};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// `5x4`, or `3, 4` for two single spends.
fn half_text(half: Half) -> String {
    match half {
        [(won, 1), (lost, 1)] => format!("{won}, {lost}"),
        [(value, times), _] => format!("{value}x{times}"),
    }
}

#[test]
fn the_ring_of_suits() {
    let all = Suit::ALL.into_iter().flat_map(|one| Suit::ALL.map(|other| (one, other)));
    let beaten: Vec<String> = all
        .filter(|&(one, other)| beats(one, other))
        .map(|(one, other)| format!("{}{}", one.letter(), other.letter()))
        .collect();
    assert_eq!(beaten, ["CS", "DC", "HC", "HD", "SD", "SH"]);
}

#[test]
fn tricks_and_their_spends() {
    type Case = (&'static str, &'static str, bool, &'static str, &'static [(&'static str, &'static str)]);
    // led, followed, whether the leader wins, spends before the draw, extra cards with their spends
    let cases: &[Case] = &[
        ("KC", "5S", true, "0, 5", &[]),
        ("4D", "9S", false, "3, 4", &[]),
        ("JD", "5C", true, "5x4", &[("JC", "5x4"), ("2D", "2x4"), ("5D", "5x6"), ("3H", "3x1")]),
        ("2S", "10S", false, "4, 2", &[("4D", "4x4"), ("2D", "2x1"), ("4S", "4x6"), ("KS", "0x4")]),
        ("3H", "9H", false, "3x6", &[("2C", "2x4"), ("3H", "3x4"), ("9C", "3x4"), ("KD", "0x4")]),
        ("KH", "KS", false, "0x4", &[("QS", "6x4"), ("2D", "2x1"), ("KD", "0x4")]),
    ];
    let rules = rules("");
    for &(led, followed, leader_wins, first, extras) in cases {
        let trick = Trick::new(card(led), card(followed));
        assert_eq!(trick.leader_wins, leader_wins, "{led} {followed}");
        assert_eq!(half_text(trick.first_half(&rules)), first, "{led} {followed}");
        assert_eq!(trick.draws(&rules), !extras.is_empty(), "{led} {followed}");
        for &(extra, second) in extras {
            assert_eq!(half_text(trick.second_half(&rules, card(extra))), second, "{led} {followed} {extra}");
        }
    }
}

#[test]
fn ranks_by_their_faces() {
    let rules = rules("rank_match=face,decks=2");
    type Case = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);
    let cases: &[Case] = &[
        // Equal values are no longer the same rank.
        ("JD", "5C", "5, 5", &[]),
        ("JD", "JC", "5x4", &[("5D", "5x4"), ("JD", "5x6"), ("5H", "5x1"), ("JS", "5x4")]),
        ("3H", "9H", "3, 3", &[("9H", "3x6"), ("3H", "3x4"), ("3S", "3x1"), ("9S", "3x4")]),
        ("9H", "9H", "3x6", &[("2C", "2x4")]),
    ];
    for &(led, followed, first, extras) in cases {
        let trick = Trick::new(card(led), card(followed));
        assert_eq!(half_text(trick.first_half(&rules)), first, "{led} {followed}");
        assert_eq!(trick.draws(&rules), !extras.is_empty(), "{led} {followed}");
        for &(extra, second) in extras {
            assert_eq!(half_text(trick.second_half(&rules, card(extra))), second, "{led} {followed} {extra}");
        }
    }
}

#[test]
fn the_same_at_the_table() {
    let rules = rules("");
    let dice = [[6; 6]; 2];
    let hands = ["KC 4D JD 2S 3H KH", "5S 9S 5C TS 9H KS"];
    // led and followed, who then has which spends, or that the extra card is due
    for (play, then) in [
        ("KC 5S", "0: 5"),
        ("4D 9S", "1: 3 4"),
        ("JD 5C", "0: 5 5 5 5"),
        ("2S TS", "1: 2 4"),
        ("3H 9H", "1: 3 3 3 3 3 3"),
        ("KH KS", "draw"),
        ("KH KS +QS", "1: 6 6 6 6"),
        ("KH KS +QH", "1: 6"),
        ("2S TS pass +4S", "1: 4 4 4 4 4 4"),
        ("2S TS pass +2D", "1: 2"),
    ] {
        let mut position = dealt(&rules, dice, 0, hands);
        go(&rules, &mut position, play);
        let now = match Montauk::actor(&rules, &position) {
            Actor::Seat(seat) => format!("{seat}: {}", position.spends),
            _ => position.phase.as_str().into(),
        };
        assert_eq!(now, then, "{play}");
    }
}
