//! Montauk: two tracks with their vaults, the hands, the trick, and the list of playable moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use serde_json::Value;

use floe_games::montauk::{MontaukInsight, TrickInsight};
use floe_games::{Actor, Event, Insight, Viewer};

use super::{HitMap, HitTarget, SEATS, wrapped};
use crate::scene::{Scene, capital, says};

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

fn card(text: &str) -> Span<'static> {
    let mut letters = text.chars();
    match (letters.next(), letters.next().and_then(suit)) {
        (Some(rank), Some((sign, colour))) => {
            Span::styled(format!("{rank}{sign}"), Style::new().fg(colour).add_modifier(Modifier::BOLD))
        }
        _ => Span::raw(text.to_owned()),
    }
}

/// The columns that the table uses of an area: the rest is for the panel.
pub fn width(area: Rect) -> u16 {
    if is_large(area) { LARGE.0 } else { 52.min(area.width) }
}

/// The size from which boxes and cards are drawn large.
const LARGE: (u16, u16) = (86, 38);

fn is_large(area: Rect) -> bool {
    area.width >= LARGE.0 && area.height >= LARGE.1
}

/// Draws the table, with the viewer at the bottom.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitMap) {
    let json = scene.table.position_json(scene.viewer);
    let Insight::Montauk(insight) = scene.table.insight(scene.viewer, scene.result.as_ref()) else { return };
    let near = match scene.viewer {
        Viewer::Seat(seat) => seat,
        _ => 0,
    };
    let far = 1 - near;
    let large = is_large(area);
    let step = if large { 10 } else { 6 };
    let gap = || large.then(Line::default);
    let width = usize::from(area.width).saturating_sub(2);
    let mut lines: Vec<Line<'_>> = vec![heading(scene, &json)];
    lines.extend(gap());
    lines.extend(hand(scene, &json, &insight, far, large));
    lines.extend(gap());
    lines.push(vault(scene, &json, far));
    lines.extend(gap());
    lines.push(track(scene, &json, far, step));
    lines.extend(gap());
    let boxes: String = (1..=6).rev().map(|number| format!("{number:<step$}")).collect();
    lines.push(Line::styled(format!("          {boxes}off"), Style::new().fg(Color::Gray)));
    lines.extend(gap());
    lines.push(track(scene, &json, near, step));
    lines.extend(gap());
    lines.push(vault(scene, &json, near));
    lines.extend(gap());
    lines.extend(hand(scene, &json, &insight, near, large));
    lines.push(Line::styled(RING, Style::new().fg(Color::Gray)));
    lines.extend(gap());
    let texts = trick(scene, &json, &insight);
    lines.extend(texts.iter().flat_map(|text| wrapped(text, width)).map(|text| faced(&format!(" {text}"))));
    let count = lines.len() as u16;
    for (number, line) in (0..area.height).zip(lines) {
        line.render(Rect { y: area.y + number, height: 1, ..area }, buffer);
    }
    let top = (area.y + count).min(area.y + area.height);
    options(scene, Rect { y: top, height: area.y + area.height - top, ..area }, buffer, hits);
}

/// Which suit beats which.
const RING: &str = " ♠ beats ♥ ♦   ♥ beats ♦ ♣   ♦ beats ♣   ♣ beats ♠";

/// A text in which cards such as `6H` are drawn with the signs of their suits.
fn faced(text: &str) -> Line<'static> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    for word in text.split_inclusive(' ') {
        let bare = word.trim_end_matches([' ', ',', '.', ':', ';']);
        let is_card = bare.len() == 2
            && bare.chars().next().is_some_and(|rank| "A23456789TJQK".contains(rank))
            && bare.chars().nth(1).and_then(suit).is_some();
        if is_card {
            spans.push(Span::raw(std::mem::take(&mut plain)));
            spans.push(card(bare));
            plain += &word[2..];
        } else {
            plain += word;
        }
    }
    spans.push(Span::raw(plain));
    Line::from(spans)
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
fn hand(
    scene: &Scene<'_>,
    json: &Value,
    insight: &MontaukInsight,
    seat: usize,
    large: bool,
) -> Vec<Line<'static>> {
    let grey = Style::new().fg(Color::Gray);
    let label = |text: &str| Span::styled(format!(" {text:<9}"), grey);
    let cards: Vec<String> = match &json["hands"][seat] {
        Value::Array(cards) => cards.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        hidden => vec!["??".into(); hidden.as_u64().unwrap_or(0) as usize],
    };
    let chosen = scene.options.get(scene.chosen);
    let is_chosen = |text: &String| chosen == Some(text) && seat_to_act(scene) == Some(seat);
    let shown = cards.iter().flat_map(|text| {
        let (left, right) = match (is_chosen(text), large) {
            (true, _) => ("[", "]"),
            (false, true) => ("│", "│"),
            (false, false) => (" ", " "),
        };
        let room = if large { " " } else { "" };
        [Span::raw(format!("{left}{room}")), card(text), Span::raw(format!("{room}{right} "))]
    });
    let open = json["hands"][seat].is_array() && !cards.is_empty();
    let width = if large { 7 } else { 5 };
    let values: String = cards
        .iter()
        .map(|text| {
            let value = insight.values.get(&text[..1]).map_or(String::new(), Value::to_string);
            format!("{:<width$}", format!("{}{value}", if large { "  " } else { " " }))
        })
        .collect();
    let edge = |left: &str, right: &str| {
        let edges: String = cards.iter().map(|_| format!("{left}────{right} ")).collect();
        Line::from(vec![label(""), Span::styled(edges, grey)])
    };
    let middle = Line::from([label("hand")].into_iter().chain(shown).collect::<Vec<_>>());
    let below = match open {
        true => Line::from(vec![label("worth"), Span::styled(values, grey)]),
        false => Line::default(),
    };
    match large {
        true => vec![edge("┌", "┐"), middle, edge("└", "┘"), below],
        false => vec![middle, below],
    }
}

fn seat_to_act(scene: &Scene<'_>) -> Option<usize> {
    match scene.table.actor() {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance | Actor::Nobody => None,
    }
}

/// The pyramids of a seat in their boxes.
fn track(scene: &Scene<'_>, json: &Value, seat: usize, step: usize) -> Line<'static> {
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
            false => scene.face.glyphs[seat],
        };
        here.map(sign).collect()
    };
    let mut spans = vec![Span::styled(format!(" {:<9}", name(scene, seat)), Style::new().fg(SEATS[seat]))];
    for number in (1..=6).rev() {
        let here = marks(number);
        let here = if here.is_empty() { "·".into() } else { here };
        spans.push(Span::styled(format!("{here:<step$}"), style));
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
        text += &format!("[{null}{}] ", scene.face.glyphs[seat].repeat(count));
    }
    if json["first_home"] == seat {
        text += "finishes first";
    }
    let label = Span::styled(format!(" {:<9}", "vault"), Style::new().fg(Color::Gray));
    Line::from(vec![label, Span::styled(text, Style::new().fg(SEATS[seat]))])
}

/// The trick on the table: who won it and why, what there is to spend and what is spent; before a trick, the one before it.
fn trick(scene: &Scene<'_>, json: &Value, insight: &MontaukInsight) -> Vec<String> {
    let events = scene.table.events(scene.viewer);
    let mut lines = Vec::new();
    match &insight.trick {
        None => {
            let leader = usize::from(json["leader"] == 1);
            if json["phase"] == "lead" {
                lines.push(format!("{}.", capital(&says(&name(scene, leader), "lead", "leads"))));
            }
            if let Some(last) = &insight.last_trick {
                lines.push(format!("The trick before: {}", played(scene, last)));
                lines.push(spent_line(scene, last, &events));
            }
        }
        Some(trick) => {
            lines.push(capital(&played(scene, trick)));
            if let Some(winner) = trick.winner {
                lines.push(half_line(trick));
                let left: Vec<String> = trick
                    .tokens
                    .iter()
                    .filter(|token| !token.spent)
                    .map(|token| token.value.to_string())
                    .collect();
                if !left.is_empty() {
                    lines.push(format!("To spend: {}", left.join(" ")));
                }
                if !spends(&events, winner).is_empty() {
                    lines.push(spent_line(scene, trick, &events));
                }
            }
        }
    }
    let chosen = scene.options.get(scene.chosen);
    if let Some(spend) = insight.spends.iter().find(|spend| Some(&spend.text) == chosen) {
        lines.push(match spend.to {
            0 => format!("{}: bears off from box {}, with the {}.", spend.text, spend.from, spend.value),
            to => format!("{}: from box {} to box {to}, with the {}.", spend.text, spend.from, spend.value),
        });
    }
    lines
}

/// The cards of a trick, who won it, and why.
fn played(scene: &Scene<'_>, trick: &TrickInsight) -> String {
    let (leader, follower) = (name(scene, trick.leader), name(scene, 1 - trick.leader));
    let led = trick.led.clone().unwrap_or_else(|| "a card face down".into());
    let Some(followed) = &trick.followed else { return format!("{leader} led {led}.") };
    let cards = format!("{leader} led {led}, {follower} followed {followed}");
    let Some(winner) = trick.winner else { return format!("{cards}.") };
    match trick.same_suit {
        true => format!("{cards}: one suit, so {follower}, who followed, won."),
        false => {
            let (won, lost) = if winner == trick.leader { (&led, followed) } else { (followed, &led) };
            format!("{cards}: {} beat {}, so {} won.", suit_name(won), suit_name(lost), name(scene, winner))
        }
    }
}

/// What a half of a trick gives, and why.
fn half_line(trick: &TrickInsight) -> String {
    let values: Vec<String> = trick
        .half
        .iter()
        .map(|half| match half.times {
            1 => half.value.to_string(),
            times => format!("{} × {times}", half.value),
        })
        .collect();
    let values = values.join(" and ");
    match (&trick.extra, trick.same_suit, trick.same_rank) {
        (Some(extra), ..) => format!("Second half: the extra card {extra} gives {values}."),
        (None, true, true) => format!("The same card: {values}, then an extra card."),
        (None, false, true) => format!("The same rank: {values}, then an extra card."),
        (None, true, false) => format!("The same suit: {values}, then an extra card."),
        (None, false, false) => format!("Both values: {values}."),
    }
}

/// What the winner of a trick has spent.
fn spent_line(scene: &Scene<'_>, trick: &TrickInsight, events: &[Event]) -> String {
    let Some(winner) = trick.winner else { return String::new() };
    let spent = spends(events, winner);
    let who = capital(&name(scene, winner));
    match spent.is_empty() {
        true => format!("{who} spent nothing."),
        false => format!("{who} spent {}.", spent.join(", ")),
    }
}

/// The spends since the last card that was played.
fn spends(events: &[Event], winner: usize) -> Vec<String> {
    let mut spends = Vec::new();
    for event in events.iter().rev() {
        match event {
            Event::Move { by, text: Some(text), .. } if *by == winner && text.contains('-') => {
                spends.push(text.clone())
            }
            Event::Move { text: Some(text), .. } if text == "pass" => {}
            Event::Move { .. } => break,
            Event::Act { .. } | Event::Chance(_) => {}
        }
    }
    spends.reverse();
    spends
}

fn suit_name(card: &str) -> &'static str {
    match card.chars().nth(1) {
        Some('S') => "spades",
        Some('H') => "hearts",
        Some('D') => "diamonds",
        _ => "clubs",
    }
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
