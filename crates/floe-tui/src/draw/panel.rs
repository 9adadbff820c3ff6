//! The panel next to the board: the players, the hint, the moves so far.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Widget};

use super::{SEATS, wrapped};
use crate::scene::{PlayerRow, Scene};

/// Draws the panel.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let block = Block::new().borders(Borders::LEFT).border_style(Style::new().fg(Color::DarkGray));
    let inside = block.inner(area);
    block.render(area, buffer);
    let mut lines: Vec<Line<'_>> =
        scene.players.iter().enumerate().map(|(seat, one)| player(seat, one)).collect();
    lines.push(Line::default());
    let width = usize::from(inside.width).saturating_sub(1);
    let notes = scene.note.iter().flat_map(|text| wrapped(text, width));
    lines.extend(notes.map(|text| Line::from(format!(" {text}"))));
    let used = (lines.len() as u16).min(inside.height);
    Paragraph::new(lines).render(Rect { height: used, ..inside }, buffer);
    let room = usize::from(inside.height - used).saturating_sub(1);
    let first = scene.log.len().saturating_sub(room);
    for (row, text) in scene.log[first..].iter().enumerate() {
        let y = inside.y + used + 1 + row as u16;
        let style = match first + row + 1 == scene.log.len() {
            true => Style::new().add_modifier(Modifier::BOLD),
            false => Style::new().fg(Color::Gray),
        };
        let number = first + row + 1;
        Line::styled(format!(" {number:>3} {text}"), style).render(Rect { y, height: 1, ..inside }, buffer);
    }
}

fn player(seat: usize, player: &PlayerRow) -> Line<'static> {
    let turn = if player.to_act { "▸" } else { " " };
    let style = Style::new().fg(SEATS[seat.min(3)]).add_modifier(Modifier::BOLD);
    let score = player.score.map_or(String::new(), |score| score.to_string());
    let out = if player.out { " (out)" } else { "" };
    Line::from(vec![
        Span::styled(turn, Style::new().add_modifier(Modifier::BOLD)),
        Span::styled(format!("{:<2}", player.mark), style),
        Span::raw(format!("{:<15}", format!("{}{out}", player.name))),
        Span::raw(format!("{score:>5}")),
    ])
}
