//! Boxes over the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::wrapped;
use crate::overlay::Overlay;

/// Draws a box in the middle of the screen.
pub fn draw(overlay: &Overlay, area: Rect, buffer: &mut Buffer) {
    let key = Style::new().fg(Color::LightYellow).add_modifier(Modifier::BOLD);
    let (title, lines): (&str, Vec<Line<'_>>) = match overlay {
        Overlay::Help(keys) => {
            let lines = keys.iter().map(|(name, what)| {
                Line::from(vec![Span::styled(format!("{name:<15}"), key), Span::raw(*what)])
            });
            (" Keys ", lines.collect())
        }
        Overlay::Ask { text, .. } => {
            let wrapped = text.iter().flat_map(|line| wrapped(line, usize::from(area.width).min(70) - 6));
            let mut lines: Vec<Line<'_>> = wrapped.map(Line::from).collect();
            lines.extend([Line::default(), Line::from("y: yes   n: no")]);
            (" ? ", lines)
        }
        Overlay::Type { prompt, text, .. } => {
            let typed = Line::from(vec![Span::raw("> "), Span::styled(format!("{text}_"), key)]);
            let keys = Line::styled("Enter: OK   Esc: cancel", Style::new().fg(Color::Gray));
            (" Type ", vec![Line::from(*prompt), typed, Line::default(), keys])
        }
        Overlay::Pass { to } => (
            " Pass the keyboard ",
            vec![
                Line::from(format!("{to} to move.")),
                Line::from("All cards are hidden. Pass the keyboard,"),
                Line::from(format!("and {to} presses Enter.")),
            ],
        ),
    };
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(30) as u16;
    let width = widest.min(area.width.saturating_sub(4));
    let height = (lines.len() as u16 + 2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - (width + 4).min(area.width)) / 2,
        y: area.y + (area.height - height) / 2,
        width: (width + 4).min(area.width),
        height,
    };
    let block = Block::bordered().title(title).style(Style::new().bg(Color::Indexed(17)).fg(Color::White));
    let inside = block.inner(place);
    Clear.render(place, buffer);
    block.render(place, buffer);
    Paragraph::new(lines)
        .render(Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }, buffer);
}
