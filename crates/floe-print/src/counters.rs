//! Small things to cut out: tiles with fish, chips, penguins that stand, amazons, arrows.

use floe_board::Lattice;
use floe_games::Manifest;

use crate::geometry::cell;
use crate::kit::{heading, owner, ring, round};
use crate::page::{BLACK, GREY, Ink, Page, Type, WHITE};
use crate::path::Path;
use crate::shapes;
use crate::sheets::{Area, Sheets};

/// The distance between tiles in millimetres: large enough for fingers.
const TILE: f32 = 36.0;

/// Places for things of one size, page after page.
struct Rows<'a> {
    heading: String,
    under: String,
    places: Vec<(f32, f32)>,
    sheets: &'a mut Sheets,
    layout: fn(Area, f32) -> Vec<(f32, f32)>,
    size: f32,
}

impl Rows<'_> {
    /// The next place, on a new page when one is full.
    fn next(&mut self) -> (&mut Page, (f32, f32)) {
        if self.places.is_empty() {
            let (_, area) = self.sheets.page(&self.heading, &self.under);
            self.places = (self.layout)(area, self.size);
            self.places.reverse();
        }
        let place = self.places.pop().unwrap_or((50.0, 50.0));
        (self.sheets.last(), place)
    }
}

/// Tiles with fish on them, packed so that neighbouring tiles share a cut.
pub(crate) fn tiles(sheets: &mut Sheets, entry: &Manifest, supply: &[usize; 7], lattice: Lattice) {
    let layout: fn(Area, f32) -> Vec<(f32, f32)> = match lattice {
        Lattice::Hex => |area, step| honeycomb(area, step, false),
        _ => |area, step| honeycomb(area, step, true),
    };
    let under = format!("{}. Cut along the lines.", listed(supply, "with"));
    let heading = format!("{}: tiles", entry.name);
    let mut rows = Rows { heading, under, places: vec![], sheets, layout, size: TILE };
    for (at, &count) in supply.iter().enumerate() {
        for _ in 0..count {
            let (page, (x, y)) = rows.next();
            page.draw(Path::polygon(&cell(lattice, (x, y), TILE)), Ink::both(WHITE, 0.25));
            shoal(page, at + 1, (x, y), TILE);
        }
    }
}

/// Draws `count` fish, arranged as on dice.
fn shoal(page: &mut Page, count: usize, (x, y): (f32, f32), step: f32) {
    let spots: &[(f32, f32)] = match count {
        1 => &[(0.0, 0.0)],
        2 => &[(0.0, -0.17), (0.0, 0.17)],
        3 => &[(0.0, -0.25), (0.0, 0.0), (0.0, 0.25)],
        4 => &[(-0.2, -0.15), (0.2, -0.15), (-0.2, 0.15), (0.2, 0.15)],
        5 => &[(0.0, -0.28), (-0.2, -0.08), (0.2, -0.08), (-0.12, 0.16), (0.2, 0.22)],
        6 => &[(-0.2, -0.2), (0.2, -0.2), (-0.2, 0.0), (0.2, 0.0), (-0.2, 0.2), (0.2, 0.2)],
        _ => &[(-0.2, -0.2), (0.2, -0.2), (-0.2, 0.0), (0.2, 0.0), (-0.2, 0.2), (0.2, 0.2), (0.0, -0.34)],
    };
    let length = step * if count <= 3 { 0.5 } else { 0.32 };
    for (u, v) in spots {
        shapes::fish(page, x + u * step, y + v * step, length);
    }
    page.centred(x + step * 0.36, y - step * 0.13, Type::hand(13.0).shade(GREY), &count.to_string());
}

/// Chips: the higher the value, the more strokes on the edge.
pub(crate) fn chips(sheets: &mut Sheets, entry: &Manifest, supply: &[usize; 7], size: f32) {
    let under = format!("{}. Or use poker chips.", listed(supply, "worth"));
    let heading = format!("{}: chips", entry.name);
    let mut rows = Rows { heading, under, places: vec![], sheets, layout: grid, size: size + 1.2 };
    for (at, &count) in supply.iter().enumerate() {
        for _ in 0..count {
            let (page, (x, y)) = rows.next();
            round(page, x, y, size);
            if at > 0 {
                ring(page, x, y, size, 6 * (at + 1));
            }
            page.draw(Path::circle(x, y, size * 0.35), Ink::line(0.15, GREY));
            page.centred(x, y, Type::hand(size * 1.3), &(at + 1).to_string());
        }
    }
}

/// Penguins to fold: two sides that lean on each other, distinguished by the emblems on their feet.
pub(crate) fn penguins(sheets: &mut Sheets, entry: &Manifest, each: &[usize], game: &str, width: f32) {
    let under = "Cut out the strips, fold along the dashed lines, glue the feet together.";
    let (foot, body) = (width * 0.6, width * 1.35);
    let tall = 2.0 * (foot + body);
    let across = |area: Area| ((area.width / (width + 3.0)).floor() as usize).max(1);
    let title = format!("{}: penguins", entry.name);
    let (_, area) = sheets.page(&title, under);
    let mut y = area.y;
    for (seat, &count) in each.iter().enumerate() {
        let lines = count.div_ceil(across(area));
        let need = 8.0 + lines as f32 * (tall + 4.0);
        if y + need > area.bottom() && y > area.y {
            sheets.page(&title, under);
            y = area.y;
        }
        y = heading(sheets.last(), area, y, &owner(game, seat, count, "penguins"));
        for at in 0..count {
            let (column, line) = (at % across(area), at / across(area));
            if at > 0 && column == 0 && y + (line + 1) as f32 * (tall + 4.0) > area.bottom() {
                y = area.y - line as f32 * (tall + 4.0);
                sheets.page(&title, under);
            }
            let (x, top) = (area.x + column as f32 * (width + 3.0), y + line as f32 * (tall + 4.0));
            strip(sheets.last(), (x, top), width, (foot, body), seat);
        }
        y += lines as f32 * (tall + 4.0) + 2.0;
    }
}

fn strip(page: &mut Page, (x, y): (f32, f32), width: f32, (foot, body): (f32, f32), seat: usize) {
    let tall = 2.0 * (foot + body);
    page.draw(Path::rect(x, y, width, tall), Ink::both(WHITE, 0.25));
    for fold in [foot, foot + body, foot + 2.0 * body] {
        page.rule((x, y + fold), (x + width, y + fold), Ink::dashed(0.18, GREY));
    }
    let middle = x + width / 2.0;
    shapes::penguin_turned(page, middle, y + foot + body * 0.54, width * 0.92);
    shapes::penguin(page, middle, y + foot + body * 1.46, width * 0.92);
    // On the belly and on both feet.
    for at in [y + foot + body * 0.46, y + foot + body * 1.56] {
        shapes::emblem(page, seat, middle, at, width * 0.24);
    }
    shapes::emblem(page, seat, middle, y + foot / 2.0, width * 0.3);
    shapes::emblem(page, seat, middle, y + tall - foot / 2.0, width * 0.3);
}

/// Amazons as counters, and as many arrows as can be shot.
pub(crate) fn amazons(
    sheets: &mut Sheets,
    entry: &Manifest,
    each: &[usize],
    game: &str,
    size: f32,
    arrows: usize,
) {
    let size = size.clamp(8.0, 22.0);
    let title = format!("{}: pieces", entry.name);
    let (_, area) = sheets.page(&title, "Cut out the counters.");
    let mut tray = Tray { sheets, title, area, y: area.y };
    let word = format!("{}s", entry.piece);
    for (seat, &count) in each.iter().enumerate() {
        tray.lay(&owner(game, seat, count, &word), count, size + 3.0, |page, x, y| {
            shapes::amazon(page, seat, x, y, size);
        });
    }
    if arrows > 0 {
        let side = size.min(14.0);
        tray.lay(&format!("{arrows} arrows"), arrows, side, |page, x, y| {
            page.draw(Path::rect(x - side / 2.0, y - side / 2.0, side, side), Ink::both(WHITE, 0.2));
            shapes::arrow(page, x, y, side * 0.8);
        });
    }
}

/// Groups of counters under headings, page after page.
struct Tray<'a> {
    sheets: &'a mut Sheets,
    title: String,
    area: Area,
    y: f32,
}

impl Tray<'_> {
    fn lay(&mut self, name: &str, count: usize, step: f32, mut draw: impl FnMut(&mut Page, f32, f32)) {
        self.room(8.0 + step);
        self.y = heading(self.sheets.last(), self.area, self.y, name);
        let across = ((self.area.width / step).floor() as usize).max(1);
        for row in 0..count.div_ceil(across) {
            self.room(step);
            for column in 0..across.min(count - row * across) {
                let x = self.area.x + (column as f32 + 0.5) * step;
                draw(self.sheets.last(), x, self.y + step / 2.0);
            }
            self.y += step;
        }
        self.y += 2.0;
    }

    fn room(&mut self, tall: f32) {
        if self.y + tall > self.area.bottom() {
            self.area = self.sheets.page(&self.title, "Cut out the counters.").1;
            self.y = self.area.y;
        }
    }
}

/// Stones and pawns of the buffets.
pub(crate) fn stones(page: &mut Page, area: Area, mut y: f32, pawns: usize, stones: usize) -> f32 {
    let size = 14.0;
    let across = ((area.width / (size + 1.5)).floor() as usize).max(1);
    for (black, name) in [(true, "Black"), (false, "White")] {
        y = heading(page, area, y, &format!("{name}: {pawns} pawns, {stones} stones"));
        for at in 0..pawns + stones {
            let x = area.x + (at % across) as f32 * (size + 1.5) + size / 2.0;
            let top = y + (at / across) as f32 * (size + 1.5) + size / 2.0;
            if at < pawns {
                round(page, x, top, size);
                shapes::pawn(page, black, x, top, size * 0.72);
            } else {
                shapes::stone(page, black, x, top, size);
                let shade = if black { WHITE } else { BLACK };
                page.draw(Path::circle(x, top, size * 0.36), Ink::line(0.25, shade));
            }
        }
        y += (pawns + stones).div_ceil(across) as f32 * (size + 1.5) + 3.0;
    }
    y
}

/// Rows and columns.
fn grid(area: Area, step: f32) -> Vec<(f32, f32)> {
    let (across, down) = ((area.width / step).floor() as usize, (area.height / step).floor() as usize);
    let place = |at: usize| {
        let (column, row) = ((at % across) as f32, (at / across) as f32);
        (area.x + (column + 0.5) * step, area.y + (row + 0.5) * step)
    };
    (0..across * down).map(place).collect()
}

/// Hexes that touch. With `flat` they lie on a side, in columns.
fn honeycomb(area: Area, step: f32, flat: bool) -> Vec<(f32, f32)> {
    let (near, long) = (step * 3f32.sqrt() / 2.0, step / 3f32.sqrt());
    // Along a line they are `step` apart; lines are `near` apart, and every other line is shifted by half a step.
    let (along, over) = if flat { (area.height, area.width) } else { (area.width, area.height) };
    let lines = ((over - 2.0 * long) / near).floor() as usize + 1;
    let mut places = Vec::new();
    for line in 0..lines {
        let shift = if line % 2 == 1 { step / 2.0 } else { 0.0 };
        let count = ((along - shift) / step).floor() as usize;
        for at in 0..count {
            let (a, b) = (shift + (at as f32 + 0.5) * step, long + line as f32 * near);
            let (x, y) = if flat { (b, a) } else { (a, b) };
            places.push((area.x + x, area.y + y));
        }
    }
    places
}

/// `30 with 1, 20 with 2, 10 with 3`.
fn listed(supply: &[usize; 7], word: &str) -> String {
    let counts = supply.iter().enumerate().filter(|(_, count)| **count > 0);
    counts.map(|(at, count)| format!("{count} {word} {}", at + 1)).collect::<Vec<_>>().join(", ")
}
