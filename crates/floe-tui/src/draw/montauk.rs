//! Montauk: two tracks with their vaults, the hands, the trick, and the list of playable moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use serde_json::Value;

use floe_games::Viewer;

use super::{HitMap, HitTarget, SEATS};
use crate::scene::Scene;

/// The symbol and the colour of a suit.
pub fn suit(letter: char) -> Option<(char, Color)> {
    match letter {
        'S' => Some(('♠', Color::White)),
        'H' => Some(('♥', Color::LightRed)),
        'D' => Some(('♦', Color::LightRed)),
        'C' => Some(('♣', Color::White)),
        _ => None,
    }
}

/// The value of a card in a trick: 1 to 6 twice, and none for a king.
fn value(card: &str) -> Option<u8> {
    let ranks = "KA23456789TJQ";
    let at = ranks.find(card.chars().next()?)? as u8;
    Some(if at == 0 { 0 } else { (at - 1) % 6 + 1 })
}

fn card(text: &str) -> Span<'static> {
    let mut letters = text.chars();
    match (letters.next(), letters.next().and_then(suit)) {
        (Some(rank), Some((sign, colour))) => {
            Span::styled(format!("{rank}{sign}"), Style::new().fg(colour).add_modifier(Modifier::BOLD))
        }
        _ => Span::raw(text.to_owned()),
    }
}

/// Draws the table, with the viewer at the bottom.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitMap) {
    let json = scene.table.position_json(scene.viewer);
    let near = match scene.viewer {
        Viewer::Seat(seat) => seat,
        _ => 0,
    };
    let far = 1 - near;
    let mut lines: Vec<Line<'_>> = vec![heading(scene, &json), Line::default()];
    lines.extend(hand(scene, &json, far));
    lines.push(vault(scene, &json, far));
    lines.push(track(scene, &json, far));
    let boxes: String = (1..=6).rev().map(|number| format!("{number:<6}")).collect();
    lines.push(Line::styled(format!("          {boxes}off"), Style::new().fg(Color::Gray)));
    lines.push(track(scene, &json, near));
    lines.push(vault(scene, &json, near));
    lines.extend(hand(scene, &json, near));
    lines.push(Line::default());
    lines.extend(trick(scene, &json));
    let count = lines.len() as u16;
    for (number, line) in (0..area.height).zip(lines) {
        line.render(Rect { y: area.y + number, height: 1, ..area }, buffer);
    }
    let top = (area.y + count + 1).min(area.y + area.height);
    options(scene, Rect { y: top, height: area.y + area.height - top, ..area }, buffer, hits);
}

fn heading(scene: &Scene<'_>, json: &Value) -> Line<'static> {
    let rounds = scene.table.rules().get("rounds").as_u64().unwrap_or(0);
    let round = json["round"].as_u64().unwrap_or(0);
    let round = match round.checked_sub(rounds) {
        Some(extra @ 1..) => format!("Extra round {extra}"),
        _ => format!("Round {round} of {rounds}"),
    };
    let pile = json["pile"].as_u64().unwrap_or_else(|| json["pile"].as_array().map_or(0, Vec::len) as u64);
    Line::from(format!(" {round}, trick {}   pile {pile} cards", json["trick"]))
}

/// The cards of a seat and their values, or as many face down.
fn hand(scene: &Scene<'_>, json: &Value, seat: usize) -> Vec<Line<'static>> {
    let label = |text: &str| Span::styled(format!(" {text:<9}"), Style::new().fg(Color::Gray));
    let cards: Vec<String> = match &json["hands"][seat] {
        Value::Array(cards) => cards.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        hidden => vec!["??".into(); hidden.as_u64().unwrap_or(0) as usize],
    };
    let chosen = scene.options.get(scene.chosen);
    let shown = cards.iter().flat_map(|text| {
        let (left, right) = if chosen == Some(text) { ("[", "]") } else { (" ", " ") };
        [Span::raw(left), card(text), Span::raw(format!("{right} "))]
    });
    let first = Line::from([label("hand")].into_iter().chain(shown).collect::<Vec<_>>());
    let open = json["hands"][seat].is_array() && !cards.is_empty();
    let values: String =
        cards.iter().map(|text| value(text).map_or("     ".into(), |value| format!(" {value:<4}"))).collect();
    let second = match open {
        true => Line::from(vec![label("worth"), Span::styled(values, Style::new().fg(Color::Gray))]),
        false => Line::default(),
    };
    vec![first, second]
}

/// The pyramids of a seat in their boxes.
fn track(scene: &Scene<'_>, json: &Value, seat: usize) -> Line<'static> {
    let sized = scene.table.rules().get("scoring") == "pips";
    let style = Style::new().fg(SEATS[seat]).add_modifier(Modifier::BOLD);
    let places: Vec<u64> = json["boards"][seat]
        .as_array()
        .into_iter()
        .flatten()
        .map(|place| place.as_u64().unwrap_or(9))
        .collect();
    let marks = |number: u64| -> String {
        let here = (0..places.len()).filter(|&at| places[at] == number);
        let sign = |at: usize| match sized {
            true => ["S", "M", "L", "s", "m", "l"][at.min(5)],
            false => scene.face.marks[seat],
        };
        here.map(sign).collect()
    };
    let mut spans = vec![Span::styled(format!(" {:<9}", name(scene, seat)), Style::new().fg(SEATS[seat]))];
    for number in (1..=6).rev() {
        let here = marks(number);
        let here = if here.is_empty() { "·".into() } else { here };
        spans.push(Span::styled(format!("{here:<6}"), style));
    }
    spans.push(Span::styled(marks(0), style));
    Line::from(spans)
}

fn vault(scene: &Scene<'_>, json: &Value, seat: usize) -> Line<'static> {
    let slots = json["vaults"][seat].as_array().cloned().unwrap_or_default();
    let mut text = String::new();
    for at in 0..3 {
        let slot = slots.get(at);
        let null = if slot.is_some_and(|slot| slot["null"] == true) { "null" } else { "" };
        let count = slot.and_then(|slot| slot["pyramids"].as_u64()).unwrap_or(0) as usize;
        text += &format!("[{null}{}] ", scene.face.marks[seat].repeat(count));
    }
    if json["first_home"] == seat {
        text += "finishes first";
    }
    let label = Span::styled(format!(" {:<9}", "vault"), Style::new().fg(Color::Gray));
    Line::from(vec![label, Span::styled(text, Style::new().fg(SEATS[seat]))])
}

fn trick(scene: &Scene<'_>, json: &Value) -> Vec<Line<'static>> {
    let leader = usize::from(json["leader"] == 1);
    let mut spans = vec![Span::raw(" ")];
    let played = |member: &str| json["table"][member].as_str().map(str::to_owned);
    match played("led") {
        None => spans.push(Span::raw(match json["phase"].as_str() {
            Some("lead") => format!("{} leads", name(scene, leader)),
            _ => String::new(),
        })),
        Some(led) => {
            let led = if led == "??" || led == "?" { Span::raw("a card face down") } else { card(&led) };
            spans.extend([Span::raw(format!("{} led ", name(scene, leader))), led]);
            if let Some(followed) = played("followed") {
                spans.push(Span::raw(format!(", {} followed ", name(scene, 1 - leader))));
                spans.push(card(&followed));
            }
            if let Some(extra) = played("extra") {
                spans.extend([Span::raw(", extra card "), card(&extra)]);
            }
        }
    }
    let spends: Vec<String> = json["spends"].as_array().into_iter().flatten().map(Value::to_string).collect();
    let spends = match spends.is_empty() {
        true => Line::default(),
        false => Line::from(format!(" to spend: {}", spends.join(" "))),
    };
    vec![Line::from(spans), spends]
}

fn name(scene: &Scene<'_>, seat: usize) -> String {
    scene
        .players
        .get(seat)
        .map_or_else(|| format!("seat {seat}"), |player| player.name.chars().take(8).collect())
}

/// The list of moves that are not made on a board.
pub fn options(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitMap) {
    let (mut x, mut y) = (area.x + 1, area.y);
    for (number, text) in scene.options.iter().enumerate() {
        let here = number == scene.chosen;
        let (left, right) = if here { ("[", "]") } else { (" ", " ") };
        let line = Line::from(vec![Span::raw(left), card(text), Span::raw(right)]);
        let width = line.width() as u16;
        if x + width > area.x + area.width {
            (x, y) = (area.x + 1, y + 1);
        }
        if y >= area.y + area.height {
            return;
        }
        let place = Rect { x, y, width: width.min(area.width), height: 1 };
        let style = match here {
            true => Style::new().bg(Color::Indexed(25)).add_modifier(Modifier::BOLD),
            false => Style::new().bg(Color::Indexed(22)),
        };
        buffer.set_style(place, style);
        line.render(place, buffer);
        hits.0.push((place, HitTarget::Option(number)));
        x += width + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_have_values_one_to_six_twice_and_kings_none() {
        let values: Vec<u8> = ["AS", "2H", "6C", "7D", "8H", "TC", "JS", "QS", "KD"]
            .iter()
            .map(|card| value(card).unwrap())
            .collect();
        assert_eq!(values, [1, 2, 6, 1, 2, 4, 5, 6, 0]);
        assert_eq!(value("??"), None);
    }
}
