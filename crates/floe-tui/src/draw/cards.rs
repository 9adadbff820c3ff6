//! The buffets: cards in rows with pawns and stones on them, and the cards dealt to each player.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use floe_games::Insight;

use super::grid::{Content, Scale, draw as draw_grid};
use super::hands::{self, SHOWDOWN_ROWS};
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

/// The width that the lines below the board need.
pub const MIN_WIDTH: u16 = 48;

/// The area left for the board above the lines of the hands.
pub fn room(scene: &Scene<'_>, area: Rect) -> Rect {
    let below = if is_showdown(scene) { SHOWDOWN_ROWS + 3 } else { 5 };
    Rect { height: area.height.saturating_sub(below), ..area }
}

/// Are hands laid out, or about to be?
fn is_showdown(scene: &Scene<'_>) -> bool {
    scene.table.phase() == "layout"
        || scene.result.as_ref().is_some_and(|result| result.more.contains_key("layouts"))
}

/// Draws the cards, then the dealt cards, and the three hands of each player once they lie open.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitMap) {
    let Some(grid) = &scene.face.grid else { return };
    let json = scene.table.position_json(scene.viewer);
    let board = room(scene, area);
    draw_grid(grid, &SCALES, &scene.marks, board, buffer, hits, |cell| {
        let spot = &grid.cells[cell];
        let text = json["board"][spot.row][spot.at].as_str().unwrap_or_default();
        content(text, scene, (spot.row + spot.at).is_multiple_of(2))
    });
    let height = Scale::fitting(grid, &SCALES, board).map_or(board.height, |scale| scale.size(grid).1);
    let mut y = area.y + height + 1;
    let end = area.y + area.height;
    let Insight::Buffet(insight) = scene.table.insight(scene.viewer, scene.result.as_ref()) else { return };
    let showdown = is_showdown(scene);
    for (seat, name) in ["Black", "White"].into_iter().enumerate() {
        let (word, cards) = match showdown {
            true => ("has", insight.pools[seat].concat()),
            false => ("dealt", json["hands"][seat].as_str().unwrap_or_default().to_owned()),
        };
        let label = format!("   {name} {} {word} ", scene.face.glyphs[seat]);
        let mut spans = vec![Span::styled(label, Style::new().fg(SEATS[seat]))];
        spans.extend(faces(&cards));
        if y < end {
            Line::from(spans).render(Rect { y, height: 1, ..area }, buffer);
        }
        y += 1;
    }
    if showdown && y < end {
        let rows = Rect { y, height: (end - y).min(SHOWDOWN_ROWS), ..area };
        hands::showdown(scene, &insight, rows, buffer);
        y += rows.height;
    }
    let place = Rect { y: y.min(end), height: end.saturating_sub(y), ..area };
    montauk::options(scene, place, buffer, hits);
}

/// Spans for cards in a text such as `AD9D`; other letters stay as they are.
pub fn faces(text: &str) -> Vec<Span<'static>> {
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
    parts.push(on_it(pawn, [scene.face.glyphs[0], scene.face.glyphs[1]]));
    let width: usize = parts.iter().map(|(text, _)| text.chars().count()).sum();
    parts.push((" ".repeat(4_usize.saturating_sub(width)), Style::new()));
    let ground = match stone {
        Some(_) => None,
        None => Some(Color::Indexed(if even { 236 } else { 238 })),
    };
    Content { parts, ground }
}
