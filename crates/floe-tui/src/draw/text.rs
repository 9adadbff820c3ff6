//! Games without a board that we know how to draw: the game's own drawing as text, and the list of moves below it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::{HitMap, HitTarget, line};
use crate::scene::Scene;

/// Rows that the list of moves has at least.
const MIN_LIST: u16 = 3;

/// Does the drawing fit into an area?
pub fn fits(scene: &Scene<'_>, area: Rect) -> bool {
    let picture = scene.table.picture(scene.viewer);
    picture.lines().all(|text| text.chars().count() < usize::from(area.width))
}

/// Draws the game's own drawing, cut where the area ends, and the moves from the chosen one's page.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitMap) {
    let picture = scene.table.picture(scene.viewer);
    let room = area.height.saturating_sub(if scene.options.is_empty() { 0 } else { MIN_LIST + 1 });
    let mut y = area.y;
    for text in picture.lines().take(usize::from(room)) {
        line(
            buffer,
            Rect { x: area.x + 1, y, width: area.width.saturating_sub(1), height: 1 },
            text,
            Style::new(),
        );
        y += 1;
    }
    let list = Rect { y: y + 1, height: (area.y + area.height).saturating_sub(y + 1), ..area };
    options(scene, list, buffer, hits);
}

/// The moves in columns, as many as fit; the page with the chosen one is shown.
fn options(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitMap) {
    let width = scene.options.iter().map(|text| text.chars().count()).max().unwrap_or(0) as u16 + 3;
    let columns = (area.width / width).max(1);
    let page = usize::from(columns) * usize::from(area.height);
    if page == 0 {
        return;
    }
    let first = scene.chosen / page * page;
    for (number, text) in scene.options.iter().enumerate().skip(first).take(page) {
        let (row, column) = ((number - first) as u16 / columns, (number - first) as u16 % columns);
        let x = area.x + 1 + column * width;
        let place = Rect {
            x,
            y: area.y + row,
            width: (width - 1).min((area.x + area.width).saturating_sub(x)),
            height: 1,
        };
        let chosen = number == scene.chosen;
        let style = match chosen {
            true => Style::new().bg(Color::Indexed(25)).add_modifier(Modifier::BOLD),
            false => Style::new().bg(Color::Indexed(22)),
        };
        let shown = if chosen { format!("[{text}]") } else { format!(" {text} ") };
        buffer.set_style(place, style);
        line(buffer, place, &shown, style);
        hits.0.push((place, HitTarget::Option(number)));
    }
}
