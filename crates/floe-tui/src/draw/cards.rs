//! The buffets: cards in rows with pawns and stones on them, and the cards dealt to each player.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use serde_json::Value;

use super::grid::{Content, Scale, draw as draw_grid};
use super::{HitMap, SEATS, montauk};
use crate::scene::Scene;

/// Cell sizes, from large to small.
pub const SCALES: [Scale; 6] = [
    Scale { width: 12, height: 5 },
    Scale { width: 10, height: 4 },
    Scale { width: 8, height: 3 },
    Scale { width: 6, height: 3 },
    Scale { width: 6, height: 2 },
    Scale { width: 6, height: 1 },
];

/// The area left for the board below the lines of the hands.
pub fn room(area: Rect) -> Rect {
    Rect { height: area.height.saturating_sub(5), ..area }
}

/// Draws the cards, then the dealt cards and the layouts.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitMap) {
    let Some(grid) = &scene.face.grid else { return };
    let json = scene.table.position_json(scene.viewer);
    let board = room(area);
    draw_grid(grid, &SCALES, &scene.marks, board, buffer, hits, |cell| {
        let spot = &grid.cells[cell];
        let text = json["board"][spot.row][spot.at].as_str().unwrap_or_default();
        content(text, scene, (spot.row + spot.at).is_multiple_of(2))
    });
    let height = Scale::fitting(grid, &SCALES, board).map_or(board.height, |scale| scale.size(grid).1);
    let mut y = area.y + height + 1;
    for (seat, name) in ["Black", "White"].into_iter().enumerate() {
        let dealt = json["hands"][seat].as_str().unwrap_or_default();
        let (word, cards) = match scene.table.phase() == "layout" {
            true => ("has", pool(scene, &json, seat, dealt)),
            false => ("dealt", dealt.to_owned()),
        };
        let label = format!("   {name} {} {word} ", scene.face.marks[seat]);
        let mut spans = vec![Span::styled(label, Style::new().fg(SEATS[seat]))];
        spans.extend(faces(&cards));
        if let Some(laid) = laid(&json, seat) {
            spans.push(Span::raw("  lays out "));
            spans.extend(laid);
        }
        if y < area.y + area.height {
            Line::from(spans).render(Rect { y, height: 1, ..area }, buffer);
        }
        y += 1;
    }
    let place =
        Rect { y: y.min(area.y + area.height), height: (area.y + area.height).saturating_sub(y), ..area };
    montauk::options(scene, place, buffer, hits);
}

/// The cards a seat lays out from: those under its stones, and those dealt where they count.
fn pool(scene: &Scene<'_>, json: &Value, seat: usize, dealt: &str) -> String {
    let stone = ['b', 'w'][seat];
    let rows = json["board"].as_array().into_iter().flatten();
    let fields = rows.flat_map(|row| row.as_array().into_iter().flatten()).filter_map(Value::as_str);
    let mut cards: String = fields.filter(|word| word.contains(stone)).map(|word| &word[..2]).collect();
    if scene.table.rules().get("dealt_count") == true {
        cards += dealt;
    }
    cards
}

/// The layout of a seat in the showdown.
fn laid(json: &Value, seat: usize) -> Option<Vec<Span<'static>>> {
    let text = json["laid"].get(seat)?.as_str().filter(|text| !text.is_empty())?;
    Some(faces(text))
}

/// Spans for cards in a text such as `AD9D`; other letters stay as they are.
fn faces(text: &str) -> Vec<Span<'static>> {
    let letters: Vec<char> = text.chars().collect();
    let mut spans = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        match letters.get(at + 1).and_then(|suit| montauk::suit(*suit)) {
            Some((sign, colour)) if letters[at].is_ascii_alphanumeric() => {
                spans.push(Span::styled(format!("{}{sign} ", letters[at]), Style::new().fg(colour)));
                at += 2;
            }
            _ => {
                if letters[at] != ' ' {
                    spans.push(Span::raw(format!("{} ", letters[at])));
                }
                at += 1;
            }
        }
    }
    spans
}

/// The content of a cell from its field: the card, then `b` or `w` for a stone and `B` or `W` for a pawn.
fn content(word: &str, scene: &Scene<'_>, even: bool) -> Content {
    let letters: Vec<char> = word.chars().collect();
    let [rank, suit, rest @ ..] = &letters[..] else {
        return Content { parts: vec![("    ".into(), Style::new())], ground: None };
    };
    let (sign, colour) = montauk::suit(*suit).unwrap_or((*suit, Color::White));
    let stone = rest.iter().find(|letter| letter.is_ascii_lowercase());
    let pawn = rest.iter().find(|letter| letter.is_ascii_uppercase());
    let seat = |letter: char| usize::from(letter.eq_ignore_ascii_case(&'w'));
    let card = match stone {
        Some(_) => Style::new().fg(Color::DarkGray),
        None => Style::new().fg(colour).add_modifier(Modifier::BOLD),
    };
    let mut parts = vec![(format!("{rank}{sign}"), card)];
    let on_it = |letter: Option<&char>, signs: [&str; 2]| match letter {
        Some(&letter) => (
            signs[seat(letter)].to_owned(),
            Style::new().fg(SEATS[seat(letter)]).add_modifier(Modifier::BOLD),
        ),
        None => (String::new(), Style::new()),
    };
    parts.push(on_it(stone, ["●", "○"]));
    parts.push(on_it(pawn, [scene.face.marks[0], scene.face.marks[1]]));
    let width: usize = parts.iter().map(|(text, _)| text.chars().count()).sum();
    parts.push((" ".repeat(4_usize.saturating_sub(width)), Style::new()));
    let ground = match stone {
        Some(_) => None,
        None => Some(Color::Indexed(if even { 236 } else { 238 })),
    };
    Content { parts, ground }
}
