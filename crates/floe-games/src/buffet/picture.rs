//! Drawings for people: cards with stones and pawns.

use floe_board::Bits;
use floe_cards::{Card, CardSet, Suit};

use super::{Position, Rules};
use crate::Viewer;

impl Rules {
    /// The cards in rows with their coordinates, then the dealt hands and what lies on the table.
    pub(super) fn picture(&self, position: &Position, viewer: Viewer) -> String {
        let board = &self.board.plan.board;
        let rows = board.rows().len();
        let mut picture = String::new();
        for (row, spots) in board.rows().enumerate() {
            let mut line = format!("{:>4}  ", rows - row);
            for (cell, x) in spots.zip(board.xs(row)) {
                let column = 6 + x as usize * 6;
                let width = line.chars().count();
                line.extend(std::iter::repeat_n(' ', column.saturating_sub(width)));
                if let Some(cell) = cell {
                    line += &face(position.cards[cell]);
                    line.push(match position.stones.map(|stones| stones.has(cell)) {
                        [true, _] => '●',
                        [_, true] => '○',
                        _ => ' ',
                    });
                    line.push(match position.board.owner(cell) {
                        Some(0) => '♟',
                        Some(_) => '♙',
                        None => ' ',
                    });
                }
            }
            picture += line.trim_end();
            picture.push('\n');
        }
        let widest = (0..rows).flat_map(|row| board.xs(row)).max().unwrap_or(0);
        let letters: Vec<String> =
            (0..=widest).map(|x| format!("{:<6}", char::from(b'a' + x as u8))).collect();
        picture += &format!("      {}\n\n", letters.concat().trim_end());
        let names = ["Black ♟ ●", "White ♙ ○"];
        for (seat, name) in names.iter().enumerate() {
            let stones = position.stones[seat].count();
            picture += &format!("{name}  dealt {}  stones {stones}\n", faces(position.hands[seat]));
        }
        if position.layouts > 0 {
            let hidden = self.sealed(position) && !matches!(viewer, Viewer::Omniscient | Viewer::Seat(0));
            for (seat, name) in names.iter().enumerate() {
                let hands = position.laid[seat].hands.map(faces).join(" | ");
                let laid = position.laid[seat].cards().is_empty();
                let text = match (hidden && seat == 0, laid) {
                    (true, _) => "face down".into(),
                    (false, true) => "nothing yet".into(),
                    (false, false) => hands,
                };
                picture += &format!("{name}  lays out {text}\n");
            }
        }
        picture
    }
}

fn face(card: Card) -> String {
    let suit = match card.suit() {
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Diamonds => '♦',
        Suit::Clubs => '♣',
    };
    format!("{}{suit}", card.rank().letter())
}

fn faces(cards: CardSet) -> String {
    cards.iter().map(face).collect::<Vec<_>>().join(" ")
}
