//! Score sheets: what to write down at the end of a game or a round.

use floe_games::Manifest;
use floe_games::manifest::{Hides, Look};
use floe_games::switches::RuleSet;

use crate::diagram::seat_name;
use crate::page::{Anchor, BLACK, GREY, Ink, MIST, Page, Type, WHITE};
use crate::path::Path;
use crate::sheets::{Area, Sheets};

/// One page of scores.
pub(crate) fn page(sheets: &mut Sheets, entry: &Manifest, rules: &RuleSet, seats: usize) {
    let heading = format!("{}: scores", entry.name);
    let names: Vec<String> = (0..seats).map(|seat| seat_name(rules.game, seat)).collect();
    match (entry.look, entry.hides) {
        (_, Hides::Hands) => {
            let rounds = rules.get("rounds").as_u64().unwrap_or(12);
            let rows: Vec<String> = (1..=rounds).map(|round| format!("round {round}")).collect();
            for rows in rows.chunks(24) {
                let (page, area) = sheets.page(&heading, "Points of each round; totals may be below zero.");
                table(page, area, &names, &["off", "nulls", "finished first", "total"], rows);
            }
        }
        (_, Hides::Layouts) => {
            let (page, area) = sheets.page(&heading, "The showdown: three hands each, two of three win.");
            showdown(page, area);
        }
        (look, Hides::Nothing) => {
            let by_fish = rules.get("score") == "fish";
            let under = if by_fish { "A line for each game." } else { "The last player to move wins." };
            let (page, area) = sheets.page(&heading, under);
            let parts: &[&str] = match (by_fish, look) {
                (true, Look::Paper) => &["points"],
                (true, _) if rules.get("ties") == "tiles" => &["fish", "tiles"],
                (true, _) => &["fish"],
                _ => &["won", "moves left"],
            };
            let rows: Vec<String> = (1..=20).map(|game| format!("game {game}")).collect();
            table(page, area, &names, parts, &rows);
        }
    }
}

fn table(page: &mut Page, area: Area, names: &[String], parts: &[&str], rows: &[String]) {
    let first = 22.0;
    let wide = (area.width - first) / names.len() as f32;
    let part = wide / parts.len() as f32;
    let top = area.y + 22.0;
    let tall = ((area.bottom() - top) / (rows.len() + 1) as f32).min(11.0);
    for (at, name) in names.iter().enumerate() {
        let x = area.x + first + at as f32 * wide;
        page.draw(Path::rect(x, area.y, wide, 15.0), Ink::both(MIST, 0.3));
        page.text(x + 2.0, area.y + 4.5, Anchor::Start, Type::plain(8.0).shade(GREY), name);
        page.rule((x + 3.0, area.y + 12.5), (x + wide - 3.0, area.y + 12.5), Ink::line(0.2, GREY));
        for (number, word) in parts.iter().enumerate() {
            let x = x + number as f32 * part;
            page.draw(Path::rect(x, area.y + 15.0, part, 7.0), Ink::both(WHITE, 0.2));
            page.centred(x + part / 2.0, area.y + 18.5, Type::plain(7.5), word);
        }
    }
    let labels = rows.iter().map(String::as_str).chain(["total"]);
    for (line, label) in labels.enumerate() {
        let y = top + line as f32 * tall;
        let shade = if line == rows.len() { MIST } else { WHITE };
        page.text(area.x, y + tall * 0.65, Anchor::Start, Type::plain(8.0).shade(GREY), label);
        for at in 0..names.len() * parts.len() {
            let x = area.x + first + at as f32 * part;
            page.draw(Path::rect(x, y, part, tall), Ink::both(shade, 0.2));
        }
    }
    for at in 0..=names.len() {
        let x = area.x + first + at as f32 * wide;
        let foot = top + (rows.len() + 1) as f32 * tall;
        page.rule((x, area.y), (x, foot), Ink::line(0.5, BLACK));
    }
}

/// Games of a buffet: five places for each of three hands, and who won them.
fn showdown(page: &mut Page, area: Area) {
    let games = 3;
    let tall = (area.height - 6.0) / games as f32;
    for game in 0..games {
        let top = area.y + game as f32 * tall;
        page.text(area.x, top + 5.0, Anchor::Start, Type::hand(14.0), &format!("Game {}", game + 1));
        let line = Type::plain(8.5).shade(GREY);
        page.text(area.right(), top + 5.0, Anchor::End, line, "date ____________   winner ________________");
        let half = (area.width - 8.0) / 2.0;
        for (seat, name) in ["Black", "White"].iter().enumerate() {
            let x = area.x + seat as f32 * (half + 8.0);
            page.text(x, top + 12.0, Anchor::Start, Type::bold(9.0), name);
            page.rule((x + 14.0, top + 12.5), (x + half, top + 12.5), Ink::line(0.2, GREY));
            let row = (tall - 26.0) / 3.0;
            for hand in 0..3 {
                let y = top + 16.0 + hand as f32 * row;
                let cell = ((half - 24.0) / 5.0).min(row - 4.0);
                page.text(x, y + cell * 0.6, Anchor::Start, line, &format!("hand {}", hand + 1));
                for card in 0..5 {
                    let x = x + 13.0 + card as f32 * cell;
                    page.draw(Path::rect(x + 0.6, y, cell - 1.2, cell), Ink::both(WHITE, 0.25));
                }
                let tick = x + half - 8.0;
                page.draw(Path::circle(tick + 3.5, y + cell / 2.0, 3.2), Ink::both(WHITE, 0.3));
                page.text(
                    tick + 3.5,
                    y + cell / 2.0 + 6.5,
                    Anchor::Middle,
                    Type::plain(6.0).shade(GREY),
                    "won",
                );
            }
        }
    }
}
