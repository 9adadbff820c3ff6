//! The panel next to the board: the players, the hint, the moves so far.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Widget};

use floe_games::Insight;

use super::hands::hand_name;
use super::{SEATS, wrapped};
use crate::scene::{PlayerRow, Scene, capital};

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
    if area.width >= WIDE {
        lines.extend(insights(scene, width).into_iter().map(|text| Line::from(format!(" {text}"))));
    }
    let used = (lines.len() as u16).min(inside.height);
    Paragraph::new(lines).render(Rect { height: used, ..inside }, buffer);
    log(
        scene,
        Rect { y: inside.y + used + 1, height: (inside.height - used).saturating_sub(1), ..inside },
        buffer,
    );
}

/// The width from which the panel also shows what the rules say about the position.
const WIDE: u16 = 50;
/// The width of a column of the log.
const LOG_COLUMN: u16 = 25;

/// The events so far in as many columns as there is room for, the latest at the end.
fn log(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let rows = usize::from(area.height);
    let columns = usize::from((area.width / LOG_COLUMN).max(1));
    let width = area.width / columns as u16;
    let first = scene.log.len().saturating_sub(rows * columns);
    for (at, text) in scene.log[first..].iter().enumerate() {
        let style = match first + at + 1 == scene.log.len() {
            true => Style::new().add_modifier(Modifier::BOLD),
            false => Style::new().fg(Color::Gray),
        };
        let place = Rect {
            x: area.x + (at / rows) as u16 * width,
            y: area.y + (at % rows) as u16,
            width: width.saturating_sub(1),
            height: 1,
        };
        Line::styled(format!(" {:>3} {text}", first + at + 1), style).render(place, buffer);
    }
}

/// What the rules say about the position, where there is room for it: what each player can reach, the hands in sight.
fn insights(scene: &Scene<'_>, width: usize) -> Vec<String> {
    let name = |seat: usize| scene.players.get(seat).map_or("", |player| player.name.as_str());
    let mut lines = Vec::new();
    match scene.table.insight(scene.viewer, scene.result.as_ref()) {
        Insight::Slide(slide) if scene.result.is_none() && scene.table.phase() == "move" => {
            let what = if slide.has_fish { "fish" } else { "cells" };
            lines.extend(slide.reach.totals.iter().enumerate().map(|(seat, total)| {
                format!("{}: {} {what} in reach, {} of them alone", capital(name(seat)), total.all, total.own)
            }));
        }
        Insight::Buffet(buffet) if buffet.laid.is_none() => {
            for (seat, hands) in buffet.in_sight.iter().enumerate() {
                let names: Vec<String> = hands.iter().take(3).filter_map(hand_name).collect();
                if !names.is_empty() {
                    lines.push(format!("{}, in sight: {}", capital(name(seat)), names.join("; ")));
                }
            }
        }
        _ => {}
    }
    let mut lines: Vec<String> = lines.iter().flat_map(|text| wrapped(text, width)).collect();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines
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
