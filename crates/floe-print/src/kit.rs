//! Everything to cut out for a game: the board, its tiles or chips, the pieces, a score sheet.

use floe_board::{Board, Lattice};
use floe_games::manifest::Look;
use floe_games::switches::RuleSet;
use floe_games::{Manifest, Refusal, Start, Table, Viewer, open};

use crate::diagram::{Style, seat_name};
use crate::geometry::{self, BoardGeometry};
use crate::page::{Anchor, BLACK, GREY, Ink, PALE, Page, Type, WHITE};
use crate::path::{Path, corners};
use crate::rules::{RulesText, add_rules_page};
use crate::sheets::{Area, PaperSize, Sheets, footer};
use crate::{buffet, counters, montauk, scores, shapes};

/// The pages to cut out and play a game: board, tiles or chips by its rules, pieces for all players, a score sheet.
/// With a seed the board shows the deal; without one you shuffle. Paper Pen-guins needs none of this: use
/// [`crate::paper_penguins_sheets`]. `text` are the rules, for the mat if there is room below it, and for a page of
/// their own with `with_page`.
pub fn kit(
    entry: &Manifest,
    rules: &RuleSet,
    seed: Option<u64>,
    paper: PaperSize,
    text: Option<&RulesText>,
    with_page: bool,
) -> Result<Sheets, Refusal> {
    let table = open(rules, Start::Seed(seed.unwrap_or(0)))?;
    let rules = table.rules();
    let mut sheets = Sheets::new(entry.name, paper, footer(entry, rules, seed));
    match geometry::board(rules)? {
        None => montauk::kit(&mut sheets, rules),
        Some(board) if Style::for_game(rules.game) == Style::Cards => {
            buffet::kit(&mut sheets, entry, &*table, board, seed.is_some());
        }
        Some(board) => slide_kit(&mut sheets, entry, &*table, board, seed, text),
    }
    scores::page(&mut sheets, entry, rules, table.seats());
    if let (Some(text), true) = (text, with_page) {
        add_rules_page(&mut sheets, entry, rules, text);
    }
    Ok(sheets.finish())
}

/// Only a score sheet.
pub fn score_sheet(entry: &Manifest, rules: &RuleSet, paper: PaperSize) -> Result<Sheets, Refusal> {
    let table = open(rules, Start::Seed(0))?;
    let mut sheets = Sheets::new(entry.name, paper, footer(entry, table.rules(), None));
    scores::page(&mut sheets, entry, table.rules(), table.seats());
    Ok(sheets.finish())
}

fn slide_kit(
    sheets: &mut Sheets,
    entry: &Manifest,
    table: &dyn Table,
    board: Board,
    seed: Option<u64>,
    text: Option<&RulesText>,
) {
    let lattice = board.lattice();
    let supply = supply(table);
    let fish: usize = supply.iter().sum();
    // Hex tiles form the board themselves; on squares, and for Mr. Pauper, there are chips on a mat.
    let tiles = lattice != Lattice::Square && entry.look != Look::Chips;
    let step = mat(sheets, entry, table, board, seed, (tiles, fish), text);
    if tiles && fish > 0 {
        counters::tiles(sheets, entry, &supply, lattice);
    } else if fish > 0 {
        counters::chips(sheets, entry, &supply, (step * 0.86).min(24.0));
    }
    let room = if tiles { 24.0 } else { step };
    let each = pieces(table);
    let shots = if table.rules().get("block") == "shot" && fish == 0 { spare_cells(table) } else { 0 };
    match Style::for_game(table.rules().game) {
        Style::Amazons | Style::Spears => {
            counters::amazons(sheets, entry, &each, table.rules().game, room * 0.72, shots);
        }
        _ => counters::penguins(sheets, entry, &each, table.rules().game, (room * 0.82).clamp(9.0, 20.0)),
    }
}

/// The board, with the rules below it if there is room; returns the distance between its cells.
fn mat(
    sheets: &mut Sheets,
    entry: &Manifest,
    table: &dyn Table,
    board: Board,
    seed: Option<u64>,
    (tiles, fish): (bool, usize),
    text: Option<&RulesText>,
) -> f32 {
    let under = match (tiles, fish, seed) {
        (_, 0, _) => "The board. Place the pieces on the marks.".to_owned(),
        (true, _, Some(seed)) => format!("Tile layout for seed {seed}. Build it on the table."),
        (true, _, None) => "Shuffle the tiles and build this on the table.".into(),
        (false, _, Some(seed)) => {
            format!("The mat: put a chip on every cell; the numbers are those of seed {seed}.")
        }
        (false, _, None) => "The mat: shuffle the chips and put one on every cell.".into(),
    };
    let (page, area) = sheets.page(entry.name, &under);
    let ground = BoardGeometry::fit(board, area, 40.0);
    let state = table.position_json(Viewer::Omniscient);
    let dark = |row: usize, at: usize| ground.lattice() == Lattice::Square && (row + at) % 2 == 1;
    for (row, at, cell, (x, y)) in ground.spots() {
        if cell.is_none() {
            continue;
        }
        let shade = if dark(row, at) && fish == 0 { 240 } else { WHITE };
        page.draw(Path::polygon(&ground.corners((x, y), 1.0)), Ink::both(shade, 0.3));
        if fish > 0 && !tiles {
            page.draw(Path::circle(x, y, ground.step * 0.43), Ink::line(0.15, PALE));
        }
        let mark = state["board"][row][at].as_str().unwrap_or("0");
        match mark.as_bytes() {
            [seat @ b'A'..=b'D', ..] => {
                let seat = usize::from(seat - b'A');
                Style::for_game(table.rules().game).piece(page, seat, (x, y), ground.step * 0.3);
            }
            [b'1'..=b'9'] if seed.is_some() => page.centred(x, y, Type::hand(ground.step * 1.2), mark),
            b"0" => shapes::arrow(page, x, y, ground.step * 0.5),
            _ => {}
        }
    }
    ground.coordinates(page);
    let top = ground.area.bottom() + 5.0;
    let below = Area { y: top, height: area.bottom() - top, ..area };
    let has_rules = text.is_some_and(|text| text.fit(page, below));
    if !has_rules {
        beneath(page, area, &ground, entry);
    }
    ground.step
}

/// The space below the board: a sentence about the game.
fn beneath(page: &mut Page, area: Area, ground: &BoardGeometry, entry: &Manifest) {
    let y = ground.area.bottom() + 9.0;
    if area.bottom() > y + 8.0 {
        shapes::fish(page, area.x + 7.0, y - 1.0, 12.0);
        page.lines(area.x + 17.0, y, area.width - 17.0, Type::plain(9.5), entry.about);
    }
}

/// The number of tiles or chips of each value that the rules need: as dealt, or as in the supply where players lay
/// them. Index 0 is those with one fish.
pub(crate) fn supply(table: &dyn Table) -> [usize; 7] {
    let mut counts = [0; 7];
    let state = table.position_json(Viewer::Omniscient);
    let marks = state["board"].as_array().into_iter().flatten().filter_map(|row| row.as_array()).flatten();
    let marks: Vec<&str> = marks.filter_map(|mark| mark.as_str()).collect();
    if marks.contains(&"?") {
        let supply = table.rules().get("supply").as_str().unwrap_or_default();
        for (count, number) in counts.iter_mut().zip(supply.split('/')) {
            *count = number.parse().unwrap_or(0);
        }
        return counts;
    }
    for mark in marks {
        // The last character of `3` and of `A3` is the number of fish.
        match mark.as_bytes().last() {
            Some(digit @ b'1'..=b'7') => counts[usize::from(digit - b'1')] += 1,
            _ => continue,
        }
    }
    counts
}

/// The number of pieces of each seat: as they stand, or as many as it will place.
fn pieces(table: &dyn Table) -> Vec<usize> {
    let text = table.position_json(Viewer::Omniscient)["board"].to_string();
    let placed = table.rules().get("pieces").as_u64().unwrap_or(4) as usize;
    (0..table.seats())
        .map(|seat| {
            let sign = format!("\"{}", char::from(b'A' + seat as u8));
            match text.matches(&sign).count() {
                0 => placed,
                standing => standing,
            }
        })
        .collect()
}

/// Cells without a piece: that many arrows can be shot.
fn spare_cells(table: &dyn Table) -> usize {
    let text = table.position_json(Viewer::Omniscient)["board"].to_string();
    text.matches("\"o\"").count()
}

/// A short line with the owner of the pieces on a page.
pub(crate) fn owner(game: &str, seat: usize, count: usize, piece: &str) -> String {
    format!("{}: {count} {piece}", seat_name(game, seat))
}

/// A counter to cut out, with its edge.
pub(crate) fn round(page: &mut Page, x: f32, y: f32, size: f32) {
    page.draw(Path::circle(x, y, size / 2.0), Ink::both(WHITE, 0.25));
}

/// A heading inside a page.
pub(crate) fn heading(page: &mut Page, area: Area, y: f32, text: &str) -> f32 {
    page.text(area.x, y + 4.5, Anchor::Start, Type::hand(14.0).shade(BLACK), text);
    y + 8.0
}

/// A ring of short strokes, for the edge of a chip.
pub(crate) fn ring(page: &mut Page, x: f32, y: f32, size: f32, strokes: usize) {
    let (inner, outer) = (corners(x, y, size * 0.36, strokes, 0.0), corners(x, y, size * 0.49, strokes, 0.0));
    for (from, to) in inner.into_iter().zip(outer) {
        page.rule(from, to, Ink::line(size * 0.035, GREY));
    }
}
