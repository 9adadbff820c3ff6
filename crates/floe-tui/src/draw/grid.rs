//! Boards of cells: the size of a cell, its place and its frame.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::{HitMap, HitTarget, line};
use crate::grid::Grid;
use crate::scene::Marks;

/// The size of a cell on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Columns of text; even, so that hexes can be shifted by half a cell.
    pub width: u16,
    /// Lines of text.
    pub height: u16,
}

/// Columns for the row labels.
const LABELS: u16 = 3;

impl Scale {
    /// The first of some scales at which a board fits an area.
    pub fn fitting(grid: &Grid, scales: &[Scale], area: Rect) -> Option<Scale> {
        scales.iter().copied().find(|scale| {
            let (width, height) = scale.size(grid);
            width <= area.width && height <= area.height
        })
    }

    /// The size of the whole board with its labels.
    pub fn size(self, grid: &Grid) -> (u16, u16) {
        let halves = if grid.is_square() { grid.span * 2 } else { grid.span + 1 };
        let letters = u16::from(grid.is_square());
        (LABELS + halves as u16 * self.width / 2, grid.rows as u16 * self.height + letters)
    }

    /// The area of a cell.
    fn area(self, grid: &Grid, cell: usize, board: Rect) -> Rect {
        let spot = &grid.cells[cell];
        let halves = if grid.is_square() { spot.x * 2 } else { spot.x };
        Rect {
            x: board.x + LABELS + halves as u16 * self.width / 2,
            y: board.y + spot.row as u16 * self.height,
            width: self.width,
            height: self.height,
        }
    }
}

/// The content of a cell.
pub struct Content {
    /// Pieces of text with their styles.
    pub parts: Vec<(String, Style)>,
    /// The background.
    pub ground: Option<Color>,
}

/// Draws a board, cell by cell, as large as it fits.
pub fn draw(
    grid: &Grid,
    scales: &[Scale],
    marks: &Marks,
    area: Rect,
    buffer: &mut Buffer,
    hits: &mut HitMap,
    content: impl Fn(usize) -> Content,
) {
    let Some(scale) = Scale::fitting(grid, scales, area) else {
        let (width, height) = scales.last().map_or((0, 0), |scale| scale.size(grid));
        let message = format!("The board needs {} columns by {} rows.", width, height + 3);
        line(buffer, area, &message, Style::new());
        return;
    };
    labels(grid, scale, area, buffer);
    for cell in 0..grid.cells.len() {
        let place = scale.area(grid, cell, area);
        hits.0.push((place, HitTarget::Cell(cell)));
        draw_cell(cell, content(cell), marks, place, buffer);
    }
}

fn labels(grid: &Grid, scale: Scale, area: Rect, buffer: &mut Buffer) {
    let style = Style::new().fg(Color::Gray);
    for row in 0..grid.rows {
        let y = area.y + row as u16 * scale.height + (scale.height - 1) / 2;
        let label = format!("{:>2}", grid.row_label(row));
        line(buffer, Rect { x: area.x, y, width: LABELS, height: 1 }, &label, style);
    }
    if !grid.is_square() {
        return;
    }
    for spot in &grid.cells {
        let letters = spot.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let x = area.x + LABELS + spot.x as u16 * scale.width;
        let place = Rect { x, y: area.y + grid.rows as u16 * scale.height, width: scale.width, height: 1 };
        let width = usize::from(scale.width);
        line(buffer, place, &format!("{letters:^width$}"), style);
    }
}

/// The frame around a cell shows what can be done with it, with or without colours.
fn draw_cell(cell: usize, content: Content, marks: &Marks, place: Rect, buffer: &mut Buffer) {
    let target = marks.targets.contains(&cell);
    let picked = marks.picked.contains(&cell);
    let hinted = marks.hint.contains(&cell);
    let ground = match (picked, target, hinted) {
        (true, _, _) => Some(Color::Indexed(94)),
        (_, _, true) => Some(Color::Indexed(54)),
        (_, true, _) => Some(Color::Indexed(22)),
        _ => content.ground,
    };
    if let Some(ground) = ground {
        buffer.set_style(place, Style::new().bg(ground));
    }
    let here = marks.cursor == Some(cell);
    let (left, right) = match (here, picked, hinted, target) {
        (true, ..) => ("[", "]"),
        (_, true, ..) => ("<", ">"),
        (_, _, true, _) => ("{", "}"),
        (.., true) => ("(", ")"),
        _ => (" ", " "),
    };
    let frame = Style::new().fg(Color::White).add_modifier(Modifier::BOLD);
    let width: usize = content.parts.iter().map(|(text, _)| text.chars().count()).sum::<usize>() + 2;
    let mut x = place.x + (place.width.saturating_sub(width as u16)) / 2;
    let y = place.y + (place.height - 1) / 2;
    let last = if marks.last.contains(&cell) { Modifier::UNDERLINED } else { Modifier::empty() };
    let parts = [(left.to_owned(), frame)]
        .into_iter()
        .chain(content.parts.into_iter().map(|(text, style)| (text, style.add_modifier(last))))
        .chain([(right.to_owned(), frame)]);
    for (text, style) in parts {
        let style = match (here, ground) {
            (true, _) => style.bg(Color::Indexed(25)),
            (false, Some(ground)) => style.bg(ground),
            _ => style,
        };
        let room = (place.x + place.width).saturating_sub(x);
        line(buffer, Rect { x, y, width: room, height: 1 }, &text, style);
        x += text.chars().count() as u16;
    }
}
