//! Boxes over the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::{line, wrapped};
use crate::overlay::Overlay;
use crate::reader::Reader;

/// Draws a box in the middle of the screen.
pub fn draw(overlay: &Overlay, area: Rect, buffer: &mut Buffer) {
    let key = Style::new().fg(Color::LightYellow).add_modifier(Modifier::BOLD);
    let (title, lines): (&str, Vec<Line<'_>>) = match overlay {
        Overlay::Read(reader) => return read(reader, area, buffer),
        Overlay::Ask { text, .. } => {
            let wrapped = text.iter().flat_map(|line| wrapped(line, usize::from(area.width).min(70) - 6));
            let mut lines: Vec<Line<'_>> = wrapped.map(Line::from).collect();
            lines.extend([Line::default(), Line::from("y: yes   n: no")]);
            (" ? ", lines)
        }
        Overlay::Type { prompt, text, .. } => {
            let room = usize::from(area.width).min(70).saturating_sub(8);
            let (before, under, after) = text.visible(room);
            let typed = Line::from(vec![
                Span::raw("> "),
                Span::styled(before, key),
                // Without colours or reversal the cursor is a line.
                Span::styled(
                    if under == ' ' { '_' } else { under }.to_string(),
                    key.add_modifier(Modifier::REVERSED),
                ),
                Span::styled(after, key),
            ]);
            let (count, matches) = text.matches(6);
            let found = match count {
                0 => Line::default(),
                1..=6 => Line::from(wrapped(&matches.join("  "), room).swap_remove(0)),
                _ => Line::from(format!("{count} moves begin like this; Tab completes")),
            };
            let keys = Line::styled("Enter: OK   Esc: cancel", Style::new().fg(Color::Gray));
            (" Type ", vec![Line::from(*prompt), typed, found, keys])
        }
        Overlay::Pass { to } => (
            " Pass the keyboard ",
            vec![
                Line::from(format!("It is {to}'s turn.")),
                Line::from("All cards are hidden. Pass the keyboard,"),
                Line::from(format!("and {to} presses Enter.")),
            ],
        ),
    };
    boxed(title, lines, area, buffer);
}

/// Draws lines in a box in the middle of the screen.
fn boxed(title: &str, lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) {
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

/// The longest lines of a page to read.
const READING_WIDTH: u16 = 96;

/// Draws a page to read over the whole screen.
fn read(reader: &Reader, area: Rect, buffer: &mut Buffer) {
    let width = area.width.min(READING_WIDTH + 4);
    let place = Rect { x: area.x + (area.width - width) / 2, width, ..area };
    let inside = Rect { x: place.x + 2, y: place.y + 1, width: width - 4, height: area.height - 2 };
    let lines = reader.lines(usize::from(inside.width));
    let height = usize::from(inside.height);
    let top = reader.top.get().min(lines.len().saturating_sub(height));
    reader.top.set(top);
    reader.height.set(height);
    let (titles, shown) = reader.titles();
    let tabs: Vec<String> = titles
        .iter()
        .enumerate()
        .map(
            |(at, title)| {
                if at == shown && titles.len() > 1 { format!("[{title}]") } else { format!(" {title} ") }
            },
        )
        .collect();
    let turn = if titles.len() > 1 { "  Tab: the other page" } else { "" };
    let last = (top + height).min(lines.len());
    let keys = format!(" {}–{last} of {}  arrows, Space{turn}  Esc: back ", top + 1, lines.len());
    let block = Block::bordered()
        .title(format!(" {} ", tabs.join(" ")))
        .title_bottom(keys)
        .style(Style::new().bg(Color::Indexed(17)).fg(Color::White));
    Clear.render(place, buffer);
    block.render(place, buffer);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    for (row, text) in lines[top..last].iter().enumerate() {
        // A heading has a line of dashes below it.
        let below = lines.get(top + row + 1).map_or("", String::as_str);
        let heading = !below.is_empty() && below.chars().all(|sign| "=-".contains(sign));
        let style = if heading { bold } else { Style::new() };
        line(buffer, Rect { y: inside.y + row as u16, height: 1, ..inside }, text, style);
    }
}
