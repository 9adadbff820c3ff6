use crate::cards::Card;
use crate::cards::Poker;
use crate::cards::poker::{Category, Strength};
use Category::*;

const USUAL: Poker = Poker { literal: false, wheel: true, short_straights: false };
const LITERAL: Poker = Poker { literal: true, ..USUAL };
const SHORT: Poker = Poker { short_straights: true, ..USUAL };

pub fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|name| Card::read(name).unwrap()).collect()
}

fn strength(poker: Poker, text: &str) -> Strength {
    let mut hand = cards(text);
    let strength = poker.strength(&hand);
    hand.reverse();
    assert_eq!(strength, poker.strength(&hand), "the order of the cards matters in {text}");
    strength
}

#[test]
fn texts() {
    for text in ["2C", "TH", "JD", "AS"] {
        assert_eq!(Card::read(text).unwrap().to_string(), text);
    }
    assert_eq!(Card::read("10H").unwrap().to_string(), "TH");
    for text in ["", "S", "1S", "11S", "ASS", "aS", "As", "10", "010H", "K♠", "S♠", "KS "] {
        assert!(Card::read(text).is_err(), "{text}");
    }
}

#[test]
fn categories() {
    for (text, category) in [
        ("AS KS QS JS TS", RoyalFlush),
        ("KS QS JS TS 9S", StraightFlush),
        ("AS 2S 3S 4S 5S", StraightFlush),
        ("9S 9H 9D 9C", FourOfAKind),
        ("9S 9H 9D 9C 2S", FourOfAKind),
        ("9S 9H 9D 2C 2S", FullHouse),
        ("2S 4S 6S 8S TS", Flush),
        ("2S 3S 4S 5S 6H", Straight),
        ("AS 2S 3S 4S 5H", Straight),
        ("AS KS QS JS TH", Straight),
        ("2S AS KS QS JH", HighCard),
        ("9S 9H 9D", ThreeOfAKind),
        ("9S 9H 8D 8C", TwoPair),
        ("AS AD", OnePair),
        ("2S 4S 6S 8S", HighCard),
        ("5S 4S 3S 2S", HighCard),
        ("", HighCard),
    ] {
        assert_eq!(strength(USUAL, text).category, category, "{text}");
        assert_eq!(strength(LITERAL, text).category, category, "{text}");
    }
    for (text, category) in [
        ("AS KS QS JS TS", RoyalFlush),
        ("AS KS QS JS", StraightFlush),
        ("AS 2S 3S", StraightFlush),
        ("2S 4S 6S", Flush),
        ("2S 3S 4H", Straight),
        ("2S 3S 4S 6H 8D", HighCard),
        ("2S 3S", HighCard),
    ] {
        assert_eq!(strength(SHORT, text).category, category, "{text}");
    }
    let no_wheel = Poker { wheel: false, ..USUAL };
    assert_eq!(strength(no_wheel, "AS 2S 3S 4S 5H").category, HighCard);
}

#[test]
fn stronger_hands() {
    for (poker, stronger, weaker) in [
        (USUAL, "KS KD 10S", "AH 2S 2D 5C 6C"),
        (LITERAL, "AH 2S 2D 5C 6C", "KS KD 10S"),
        (USUAL, "6C 5C 4C 3H 2S", "5S 4S 3C 2C AC"),
        // Literally the ace counts high, even at the low end of a straight.
        (LITERAL, "5S 4S 3C 2C AC", "6C 5C 4C 3H 2S"),
        (USUAL, "KS KD 7H 5C 2C", "KH KC 7D 5D 2D"),
        (USUAL, "KS KD 7H 5C 2C", "KH KC 7D 5D"),
        (USUAL, "KH KC 7D 5D 2D", "KS KD 7H 5C"),
        (USUAL, "3S 3D 2H 2C", "AS AD"),
        (USUAL, "2C", ""),
        // Trips before the pair, the higher pair before the lower.
        (USUAL, "3S 3D 3H 2C 2S", "2D 2H 2C AS AD"),
        (USUAL, "KS KD 2H 2C 3S", "QS QD JH JC AS"),
        // The lower suits of the pair come before the kicker's.
        (USUAL, "KS KC 2D", "KH KD 2S"),
        (USUAL, "2S", "2H"),
        (USUAL, "2H", "2D"),
        (USUAL, "2D", "2C"),
        (SHORT, "6C 5C 4H", "5S 4S 3C 2C AC"),
        (SHORT, "5S 4S 3C 2C AC", "5D 4H 3S 2D"),
        (SHORT, "4S 3C 2C", "3D 2H AS"),
    ] {
        assert!(strength(poker, stronger) > strength(poker, weaker), "{stronger} against {weaker}");
    }
}
