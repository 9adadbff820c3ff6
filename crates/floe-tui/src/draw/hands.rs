//! Poker hands in words, and the three hands of a showdown laid open.

use floe_games::buffet::{BuffetInsight, HandInsight, HandKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::cards::faces;
use super::{SEATS, line};
use crate::scene::Scene;

/// The lines that a showdown needs.
pub const SHOWDOWN_ROWS: u16 = 11;

/// What a hand is called: "full house, kings over fours"; none for an empty hand.
pub fn hand_name(hand: &HandInsight) -> Option<String> {
    let name = hand.name?;
    let (first, suit) = (rank(name.first, false), suit(name.suit));
    let firsts = rank(name.first, true);
    let seconds = name.second.map_or("", |letter| rank(letter, true));
    Some(match name.kind {
        HandKind::HighCard => format!("high card, {first}"),
        HandKind::OnePair => format!("pair of {firsts}"),
        HandKind::TwoPair => format!("two pair, {firsts} and {seconds}"),
        HandKind::ThreeOfAKind => format!("three {firsts}"),
        HandKind::Straight => format!("straight to the {first}"),
        HandKind::Flush => format!("flush in {suit}, {first} high"),
        HandKind::FullHouse => format!("full house, {firsts} over {seconds}"),
        HandKind::FourOfAKind => format!("four {firsts}"),
        HandKind::StraightFlush => format!("straight flush in {suit} to the {first}"),
        HandKind::RoyalFlush => format!("royal flush in {suit}"),
    })
}

fn rank(letter: char, many: bool) -> &'static str {
    match (letter, many) {
        ('A', false) => "ace",
        ('A', true) => "aces",
        ('K', false) => "king",
        ('K', true) => "kings",
        ('Q', false) => "queen",
        ('Q', true) => "queens",
        ('J', false) => "jack",
        ('J', true) => "jacks",
        ('T', false) => "ten",
        ('T', true) => "tens",
        ('9', false) => "nine",
        ('9', true) => "nines",
        ('8', false) => "eight",
        ('8', true) => "eights",
        ('7', false) => "seven",
        ('7', true) => "sevens",
        ('6', false) => "six",
        ('6', true) => "sixes",
        ('5', false) => "five",
        ('5', true) => "fives",
        ('4', false) => "four",
        ('4', true) => "fours",
        ('3', false) => "three",
        ('3', true) => "threes",
        ('2', false) => "two",
        ('2', true) => "twos",
        _ => "card",
    }
}

fn suit(letter: char) -> &'static str {
    match letter {
        'S' => "spades",
        'H' => "hearts",
        'D' => "diamonds",
        _ => "clubs",
    }
}

/// Draws the three hands of both players, one below the other, with the winner of each.
pub fn showdown(scene: &Scene<'_>, insight: &BuffetInsight, area: Rect, buffer: &mut Buffer) {
    let Some(laid) = &insight.laid else { return };
    let name = |seat: usize| scene.players.get(seat).map_or("", |player| player.name.as_str());
    let mut rows: Vec<Line<'_>> = Vec::new();
    for hand in 0..3 {
        rows.push(Line::styled(format!("   Hand {}", hand + 1), Style::new().add_modifier(Modifier::BOLD)));
        for seat in 0..2 {
            let wins = insight.won.is_some_and(|won| won[hand] == Some(seat));
            let mark = if wins { "✓" } else { " " };
            let mut spans = vec![Span::styled(
                format!("   {mark} {} {:<10}", scene.face.glyphs[seat], short(name(seat))),
                Style::new().fg(SEATS[seat]),
            )];
            let (cards, words) = match &laid[seat] {
                None => (Vec::new(), "face down".to_owned()),
                Some(hands) if hands.iter().all(|hand| hand.cards.is_empty()) => {
                    (Vec::new(), "not laid out yet".into())
                }
                Some(hands) => {
                    let hand = &hands[hand];
                    (faces(&hand.cards.concat()), hand_name(hand).unwrap_or_else(|| "no cards".into()))
                }
            };
            let width: usize = cards.iter().map(Span::width).sum();
            spans.extend(cards);
            let style = if wins { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            spans.push(Span::styled(format!("{}{words}", " ".repeat(16_usize.saturating_sub(width))), style));
            rows.push(Line::from(spans));
        }
    }
    if let Some(won) = insight.won {
        let count = |seat: usize| won.iter().filter(|winner| **winner == Some(seat)).count();
        rows.push(Line::from(format!("   Hands {} : {}; two of three win.", count(0), count(1))));
    }
    let height = area.height;
    for (y, row) in (area.y..area.y + height).zip(rows) {
        row.render(Rect { y, height: 1, ..area }, buffer);
    }
    if height < 6 {
        line(buffer, Rect { height: 1, ..area }, "   A higher window shows the three hands.", Style::new());
    }
}

fn short(name: &str) -> String {
    name.chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_games::buffet::HandName;

    #[test]
    fn hands_have_names() {
        for (kind, first, second, expected) in [
            (HandKind::FullHouse, 'K', Some('4'), "full house, kings over fours"),
            (HandKind::TwoPair, '6', Some('2'), "two pair, sixes and twos"),
            (HandKind::StraightFlush, '9', None, "straight flush in hearts to the nine"),
            (HandKind::HighCard, 'A', None, "high card, ace"),
        ] {
            let hand = HandInsight { cards: vec![], name: Some(HandName { kind, first, second, suit: 'H' }) };
            assert_eq!(hand_name(&hand).unwrap(), expected);
        }
        assert_eq!(hand_name(&HandInsight { cards: vec![], name: None }), None);
    }
}
