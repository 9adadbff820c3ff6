//! Boards on which pieces slide: fish, pieces, removed cells.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::grid::{Content, Scale, draw as draw_grid};
use super::{HitMap, SEATS};
use crate::grid::GameDisplay;
use crate::scene::Scene;

/// Cell sizes, from large to small.
pub const SCALES: [Scale; 7] = [
    Scale { width: 10, height: 5 },
    Scale { width: 8, height: 4 },
    Scale { width: 6, height: 3 },
    Scale { width: 6, height: 2 },
    Scale { width: 4, height: 2 },
    Scale { width: 6, height: 1 },
    Scale { width: 4, height: 1 },
];

/// Draws the board.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitMap) {
    let Some(grid) = &scene.face.grid else { return };
    let json = scene.table.position_json(scene.viewer);
    draw_grid(grid, &SCALES, &scene.marks, area, buffer, hits, |cell| {
        let spot = &grid.cells[cell];
        let text = json["board"][spot.row][spot.at].as_str().unwrap_or_default();
        content(text, scene.face, (spot.row + spot.at).is_multiple_of(2))
    });
}

/// The content of a cell from its field: `o`, a number of fish, a piece and its fish, `?`, `0`.
fn content(field: &str, face: &GameDisplay, even: bool) -> Content {
    let ground = Some(Color::Indexed(if even { 236 } else { 238 }));
    let plain = |text: &str, colour: Color| vec![(format!("{text:<2}"), Style::new().fg(colour))];
    let mut letters = field.chars();
    let first = letters.next().unwrap_or(' ');
    match first {
        'A'..='D' => {
            let seat = first as usize - 'A' as usize;
            let style = Style::new().fg(SEATS[seat]).add_modifier(Modifier::BOLD);
            let fish: String = letters.filter(|&fish| fish != '0').collect();
            let fish: String = fish.chars().map(superscript).collect();
            Content {
                parts: vec![(face.glyphs[seat].to_owned(), style), (format!("{fish:<1}"), style)],
                ground,
            }
        }
        '0' => Content { parts: plain(face.gone, Color::DarkGray), ground: None },
        '?' => Content { parts: plain("?", Color::DarkGray), ground },
        'o' => Content { parts: plain("·", Color::Gray), ground },
        _ => {
            let colour = match field {
                "1" => Color::Gray,
                "2" => Color::White,
                _ => Color::LightGreen,
            };
            Content { parts: plain(field, colour), ground }
        }
    }
}

/// A digit above the line.
fn superscript(digit: char) -> char {
    let at = digit.to_digit(10).unwrap_or(0) as usize;
    ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][at.min(9)]
}
