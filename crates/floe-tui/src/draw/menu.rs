//! The menu of games: the list on the left, what the chosen one is and its settings on the right.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::{HitMap, HitTarget, is_too_small, line, overlay, title, wrapped};
use crate::display::DisplayMode;
use crate::menu::{Menu, MenuTarget};

/// Draws the menu and returns its click targets.
pub fn draw(menu: &Menu, display: DisplayMode, frame: &mut Frame<'_>) -> HitMap {
    let area = frame.area();
    let mut hits = HitMap::default();
    let buffer = frame.buffer_mut();
    if is_too_small(area, buffer) {
        return hits;
    }
    title("Floe   games on thin ice", area, buffer);
    let (plain, bold) = (Style::new(), Style::new().add_modifier(Modifier::BOLD));
    let chosen = Style::new().bg(Color::Indexed(25)).fg(Color::White).add_modifier(Modifier::BOLD);
    let (games, at) = menu.games();
    let (settings, setting) = menu.settings();
    let widest = games.iter().map(|game| game.name.chars().count()).max().unwrap_or(0) as u16;
    let left = (widest + 6).min(area.width / 2);
    let rows = area.height - 3;
    // The list scrolls when there are more games than rows.
    let first = (at as u16 + 1).saturating_sub(rows.saturating_sub(1));
    for (row, (number, game)) in games.iter().enumerate().skip(usize::from(first)).enumerate() {
        let place = Rect { x: 1, y: 2 + row as u16, width: left - 2, height: 1 };
        if place.y >= area.height - 2 {
            break;
        }
        let (mark, style) = match (number == at, setting) {
            (true, None) => ("▸", chosen),
            (true, Some(_)) => ("▸", bold),
            _ => (" ", plain),
        };
        buffer.set_style(place, style);
        line(buffer, place, &format!("{mark} {}", game.name), style);
        hits.0.push((place, HitTarget::Menu(MenuTarget::Game(number))));
    }
    let (x, width) = (left + 1, area.width.saturating_sub(left + 2).min(76));
    let mut y = 2;
    line(buffer, Rect { x, y, width, height: 1 }, games[at].name, bold);
    y += 2;
    for text in menu.about().iter().flat_map(|text| wrapped(text, usize::from(width))) {
        if y < area.height - 2 {
            line(buffer, Rect { x, y, width, height: 1 }, &text, plain);
        }
        y += 1;
    }
    y += 1;
    for (number, (name, value)) in settings.iter().enumerate() {
        let place = Rect { x, y, width, height: 1 };
        if place.y >= area.height - 2 {
            break;
        }
        let here = setting == Some(number);
        let shown = if here { format!("‹ {value} ›") } else { format!("  {value}") };
        let style = if here { chosen } else { plain };
        buffer.set_style(place, style);
        line(buffer, place, &format!(" {name:<10}{shown}"), style);
        hits.0.push((place, HitTarget::Menu(MenuTarget::Setting(number))));
        y += 1;
    }
    let below = Rect { y: area.height - 2, height: 1, ..area };
    line(buffer, below, &format!(" {}", menu.status()), bold);
    line(buffer, Rect { y: area.height - 1, ..below }, menu.keys(), Style::new().fg(Color::Gray));
    if let Some(overlay) = &menu.overlay {
        overlay::draw(overlay, area, buffer);
        hits.0.clear();
    }
    display.apply(buffer, std::iter::empty());
    hits
}
