//! Montauk on paper: tracks and vaults, nets of pyramids, null markers, what beats what.

use floe_games::switches::RuleSet;
use serde_json::Value;

use crate::page::{Anchor, BLACK, GREY, Ink, MIST, PALE, Page, Type, WHITE};
use crate::path::{Path, corners, hatch};
use crate::shapes;
use crate::sheets::{Area, Sheets};

/// A position: both tracks with pyramids, vaults, the visible hands, the trick.
pub(crate) fn diagram(page: &mut Page, area: Area, state: &Value) -> f32 {
    let box_width = (area.width / 8.6).min(21.0);
    let tall = box_width * 0.9;
    let mut y = area.y;
    let small = Type::plain((box_width * 0.5).clamp(5.5, 9.0));
    let text = format!(
        "round {}, trick {} · points {} : {}",
        state["round"], state["trick"], state["scores"][0], state["scores"][1]
    );
    page.text(area.x, y + small.leading() * 0.8, Anchor::Start, Type::bold(small.1), &text);
    y += small.leading() + 1.0;
    for seat in [1, 0] {
        let boxes: Vec<i64> =
            state["boards"][seat].as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
        hand(page, area, y, seat, &state["hands"][seat], small);
        y += small.leading() + 1.2;
        let track = Area { x: area.x, y, width: box_width * 6.0, height: tall };
        track_boxes(page, track, small);
        for number in 1..=6i64 {
            let here = boxes.iter().filter(|&&at| at == number).count();
            let middle = area.x + (6 - number) as f32 * box_width + box_width / 2.0;
            for at in 0..here {
                let (across, size) = (here.min(3) as f32, box_width * 0.26);
                let x = middle + (at as f32 % 3.0 - (across - 1.0) / 2.0) * size * 1.05;
                let row = (at / 3) as f32;
                pyramid(page, seat, x, y + tall * (0.34 + row * 0.3), size);
            }
        }
        let vault = area.x + box_width * 6.35;
        let slots = state["vaults"][seat].as_array().cloned().unwrap_or_default();
        for slot in 0..3 {
            let x = vault + slot as f32 * box_width * 0.74;
            page.draw(Path::rect(x, y, box_width * 0.66, tall), Ink::both(WHITE, 0.3));
            let Some(held) = slots.get(slot) else { continue };
            let (cx, cy) = (x + box_width * 0.33, y + tall / 2.0);
            if held["null"] == Value::Bool(true) {
                null(page, cx, cy - tall * 0.15, tall * 0.36);
            }
            let count = held["pyramids"].as_u64().unwrap_or(0);
            if count > 0 {
                pyramid(page, seat, cx, cy - tall * 0.05, box_width * 0.26);
                page.text(cx, y + tall - 1.0, Anchor::Middle, small, &format!("×{count}"));
            }
        }
        y += tall + 2.5;
    }
    y = trick(page, area, y, state, small);
    y - area.y
}

fn hand(page: &mut Page, area: Area, y: f32, seat: usize, hand: &Value, text_style: Type) {
    let y = y + text_style.leading() * 0.75;
    pyramid(page, seat, area.x + 1.6, y - 0.9, 3.0);
    let names = ["seat 0", "seat 1"];
    page.text(area.x + 4.0, y, Anchor::Start, text_style, names[seat]);
    let mut x = area.x + 4.0 + text_style.width("seat 0") + 6.0;
    let size = text_style.1 * crate::page::POINT * 1.15;
    match hand {
        Value::Array(cards) => {
            for card in cards.iter().filter_map(Value::as_str) {
                shapes::card(page, card, x, y - size * 0.3, size);
                x += size * 2.3;
            }
        }
        hidden => {
            page.text(
                x - 3.0,
                y,
                Anchor::Start,
                text_style.shade(GREY),
                &format!("{hidden} cards face down"),
            );
        }
    }
}

fn trick(page: &mut Page, area: Area, y: f32, state: &Value, text_style: Type) -> f32 {
    let foot = y + text_style.leading() * 0.8;
    let mut x = area.x;
    let mut any = false;
    for (name, word) in [("led", "led"), ("followed", "followed"), ("extra", "extra card")] {
        let Some(card) = state["table"][name].as_str() else { continue };
        any = true;
        page.text(x, foot, Anchor::Start, text_style.shade(GREY), word);
        x += text_style.width(word) + 3.6;
        let size = text_style.1 * crate::page::POINT * 1.15;
        shapes::card(page, card, x, foot - size * 0.3, size);
        x += 7.0;
    }
    let spends: Vec<String> =
        state["spends"].as_array().into_iter().flatten().map(Value::to_string).collect();
    if !spends.is_empty() {
        page.text(x, foot, Anchor::Start, text_style, &format!("left to spend: {}", spends.join(" ")));
    }
    if any { y + text_style.leading() + 1.5 } else { y }
}

fn track_boxes(page: &mut Page, track: Area, text_style: Type) {
    let wide = track.width / 6.0;
    for at in 0..6 {
        let x = track.x + at as f32 * wide;
        page.draw(Path::rect(x, track.y, wide, track.height), Ink::both(WHITE, 0.3));
        let (x, y) = (x + wide / 2.0, track.bottom() - 1.0);
        page.text(x, y, Anchor::Middle, text_style.shade(GREY), &(6 - at).to_string());
    }
}

/// A pyramid of a seat, in either of its colours: seat 0 plain, seat 1 filled.
fn pyramid(page: &mut Page, seat: usize, x: f32, y: f32, size: f32) {
    let ink = Ink::both(if seat == 0 { WHITE } else { BLACK }, (size * 0.08).max(0.15));
    page.draw(Path::polygon(&corners(x, y + size * 0.1, size * 0.58, 3, 0.0)), ink);
}

/// A null marker: black, with a hollow zero.
fn null(page: &mut Page, x: f32, y: f32, size: f32) {
    page.draw(Path::circle(x, y, size / 2.0), Ink::fill(BLACK));
    page.draw(Path::ellipse(x, y, size * 0.18, size * 0.27), Ink::line(size * 0.07, WHITE));
}

/// All pages to play Montauk with an ordinary deck and two handfuls of dice.
pub(crate) fn kit(sheets: &mut Sheets, rules: &RuleSet) {
    tracks(sheets, rules);
    pyramids(sheets);
}

fn tracks(sheets: &mut Sheets, rules: &RuleSet) {
    let (page, area) = sheets
        .page("Montauk", "Tracks, vaults and what beats what. You also need a deck of 52 cards and dice.");
    let wide = area.width / 6.0;
    let mut y = area.y;
    for (seat, colours) in [(0, "red and yellow"), (1, "green and blue")] {
        page.text(area.x, y + 4.0, Anchor::Start, Type::hand(15.0), &format!("Seat {seat}: {colours}"));
        page.text(
            area.right(),
            y + 4.0,
            Anchor::End,
            Type::plain(8.0).shade(GREY),
            "pyramids move from 6 to 1 and then off into the vault",
        );
        y += 7.0;
        for at in 0..6 {
            let x = area.x + at as f32 * wide;
            page.draw(Path::rect(x, y, wide, wide), Ink::both(WHITE, 0.4));
            page.text(x + 2.5, y + 7.5, Anchor::Start, Type::hand(20.0).shade(GREY), &(6 - at).to_string());
        }
        y += wide + 2.0;
        for slot in 0..3 {
            let x = area.x + slot as f32 * area.width / 3.0;
            let slot_area = Path::rect(x + 1.0, y, area.width / 3.0 - 2.0, 24.0);
            page.draw(slot_area, Ink::dashed(0.35, BLACK));
            let text = format!("vault, slot {}", slot + 1);
            page.text(x + 3.5, y + 5.0, Anchor::Start, Type::plain(8.0).shade(GREY), &text);
        }
        y += 30.0;
    }
    let half = (area.width - 8.0) / 2.0;
    let left = Area { x: area.x, y, width: half, height: area.bottom() - y };
    values(page, left);
    let right = Area { x: area.x + half + 8.0, ..left };
    ring(page, right, rules);
}

fn values(page: &mut Page, area: Area) {
    page.text(area.x, area.y + 4.5, Anchor::Start, Type::hand(13.0), "Card values");
    let wide = area.width / 8.0;
    let rows = [
        ["card", "A 7", "2 8", "3 9", "4 10", "5 J", "6 Q", "K"],
        ["value", "1", "2", "3", "4", "5", "6", "0"],
    ];
    for (line, cells) in rows.iter().enumerate() {
        for (at, text) in cells.iter().enumerate() {
            let (x, y) = (area.x + at as f32 * wide, area.y + 7.0 + line as f32 * 7.0);
            page.draw(Path::rect(x, y, wide, 7.0), Ink::both(if at == 0 { MIST } else { WHITE }, 0.2));
            let text_style = if line == 1 && at > 0 { Type::bold(10.0) } else { Type::plain(7.5) };
            page.centred(x + wide / 2.0, y + 3.5, text_style, text);
        }
    }
    let y = area.y + 27.0;
    page.text(area.x, y, Anchor::Start, Type::hand(13.0), "What the winner can spend");
    let lines = [
        ("same suit, same rank", "W ×6, then X ×4"),
        ("same rank", "W ×4, then X ×1, 4 or 6"),
        ("same suit", "W and L, then X ×1, 4 or 6"),
        ("neither", "W and L, no extra card"),
    ];
    for (at, (cards, spend)) in lines.iter().enumerate() {
        let y = y + 5.5 + at as f32 * 4.6;
        page.text(area.x, y, Anchor::Start, Type::plain(8.0), cards);
        page.text(area.right(), y, Anchor::End, Type::bold(8.0), spend);
    }
    let note = "W won, L lost, X is the extra card, drawn after the first half: six times if it is the same card as W, \
                four times if it has its suit or rank, else once.";
    page.lines(area.x, y + 25.0, area.width, Type::plain(7.0).shade(GREY), note);
}

fn ring(page: &mut Page, area: Area, rules: &RuleSet) {
    page.text(area.x, area.y + 4.5, Anchor::Start, Type::hand(13.0), "What beats what");
    for (at, (suit, beaten)) in [('S', "HD"), ('H', "DC"), ('D', "C"), ('C', "S")].iter().enumerate() {
        let y = area.y + 11.0 + at as f32 * 6.6;
        shapes::suit(page, *suit, area.x + 3.0, y, 5.0);
        page.text(area.x + 9.0, y + 1.2, Anchor::Start, Type::plain(8.5), "beats");
        for (number, suit) in beaten.chars().enumerate() {
            shapes::suit(page, suit, area.x + 22.0 + number as f32 * 7.0, y, 5.0);
        }
    }
    page.text(
        area.x,
        area.y + 39.0,
        Anchor::Start,
        Type::plain(8.5),
        "Same suit: the player who followed wins.",
    );
    let flat = rules.get("scoring") == "flat";
    let text = match flat {
        true => format!(
            "Points at the end of a round: {} for each pyramid that is off, {} for each null marker, {} more for the player who finishes first.",
            rules.get("per_pyramid"),
            rules.get("per_null"),
            rules.get("first_home")
        ),
        false => format!("Points according to the switch scoring = {}; see the rules.", rules.get("scoring")),
    };
    page.lines(area.x, area.y + 45.5, area.width, Type::plain(8.0), &text);
}

/// Nets of twelve pyramids and the null markers.
fn pyramids(sheets: &mut Sheets) {
    let under =
        "Cut out, fold along the dashed lines, glue the flap. Or use any twelve pyramids of four colours.";
    let (page, area) = sheets.page("Montauk: pyramids and nulls", under);
    let colours = ["red", "yellow", "green", "blue"];
    let mut y = area.y;
    for (name, base, slant, across) in
        [("large", 22.0, 38.0, 2), ("medium", 17.0, 29.0, 2), ("small", 12.0, 21.0, 4)]
    {
        let edge = pyramid_edge(base, slant);
        for (at, colour) in colours.iter().enumerate() {
            let column = area.width / across as f32;
            let x = area.x + (at % across) as f32 * column + column / 2.0;
            let top = y + (at / across) as f32 * (edge + 3.0);
            net(page, x, top, (base, edge), at, &format!("{name} {colour}"));
        }
        y += (edge + 3.0) * (4 / across) as f32;
    }
    y += 4.0;
    page.text(area.x, y, Anchor::Start, Type::hand(13.0), "Null markers");
    for at in 0..6 {
        let (x, size) = (area.x + 12.0 + at as f32 * 26.0, 15.0);
        page.draw(Path::circle(x, y + 13.0, size / 2.0 + 1.0), shapes::cut());
        null(page, x, y + 13.0, size);
    }
}

/// The length from a corner of the base to the apex.
fn pyramid_edge(base: f32, slant: f32) -> f32 {
    (slant * slant + base * base / 4.0).sqrt()
}

/// Four faces in a fan that hangs from their common apex, and a flap.
fn net(page: &mut Page, x: f32, y: f32, (base, edge): (f32, f32), colour: usize, name: &str) {
    let face = 2.0 * (base / 2.0 / edge).asin();
    let at = |turn: f32, far: f32| (x + far * turn.sin(), y + far * turn.cos());
    let rim: Vec<(f32, f32)> = (0..=4).map(|corner| at((corner as f32 - 2.0) * face, edge)).collect();
    for pair in rim.windows(2) {
        let triangle = [(x, y), pair[0], pair[1]];
        fill(page, &triangle, colour, base);
    }
    let mut outline = vec![(x, y)];
    outline.extend(&rim);
    outline.push(at(2.0 * face + 4.0 / edge, edge * 0.9));
    outline.push(at(2.0 * face + 4.0 / edge, edge * 0.25));
    page.draw(Path::polygon(&outline), Ink::line(0.3, BLACK));
    for corner in &rim[1..] {
        page.rule((x, y), *corner, Ink::dashed(0.2, GREY));
    }
    for number in 0..4 {
        let (cx, cy) = at((number as f32 - 1.5) * face, edge * 0.8);
        let letter = name.split(' ').nth(1).and_then(|word| word.chars().next()).unwrap_or(' ');
        page.draw(Path::circle(cx, cy, base * 0.14), Ink::both(WHITE, 0.15));
        page.centred(cx, cy, Type::bold(base * 0.42), &letter.to_uppercase().to_string());
    }
    let (lx, ly) = at(-2.0 * face, edge * 0.5);
    page.text(lx - 1.5, ly - 1.0, Anchor::End, Type::plain(6.5).shade(GREY), name);
}

/// Each colour has a pattern, since many printers print only black.
fn fill(page: &mut Page, triangle: &[(f32, f32)], colour: usize, base: f32) {
    match colour {
        0 => page.draw(Path::polygon(triangle), Ink::fill(PALE)),
        2 => page.draw(hatch(triangle, base * 0.11), Ink::line(0.2, BLACK)),
        3 => {
            page.draw(hatch(triangle, base * 0.14), Ink::line(0.2, BLACK));
            let mirrored: Vec<(f32, f32)> = triangle.iter().map(|&(x, y)| (-x, y)).collect();
            let other = hatch(&mirrored, base * 0.14).map(|x, y| (-x, y));
            page.draw(other, Ink::line(0.2, BLACK));
        }
        _ => {}
    }
}
