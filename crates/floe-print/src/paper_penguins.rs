//! Sheets for Paper Pen-guins: grids with dealt numbers, to be played on with two pens.

use floe_games::Manifest;
use floe_games::switches::RuleSet;
use floe_games::{Refusal, Start, Table, Viewer, open};

use crate::diagram::seat_name;
use crate::geometry::{self, BoardGeometry};
use crate::page::{Anchor, BLACK, GREY, Ink, Page, Type, WHITE};
use crate::path::Path;
use crate::rules::{RulesText, add_rules_page};
use crate::shapes;
use crate::sheets::{Area, PaperSize, Sheets, footer};

/// The maximum number of boards per page that leaves room to write.
pub const MAX_PER_PAGE: usize = 6;

/// The maximum number of boards printed at once.
pub const MAX_BOARDS: usize = 200;

/// The smallest cell in which children can write, in millimetres.
pub const CLASS_CELL: f32 = 9.0;

/// What else sheets may have.
#[derive(Clone, Copy, Debug, Default)]
pub struct SheetOptions<'a> {
    /// Leave the cells empty: the players write the numbers.
    pub blank: bool,
    /// As many boards per page as there is room for with cells of at least [`CLASS_CELL`], instead of `per_page`.
    pub class_set: bool,
    /// The rules, for sheets with room for them.
    pub rules: Option<&'a RulesText>,
    /// A page of rules at the end.
    pub rules_page: bool,
    /// How a game on each board went, for an answer key.
    pub answers: &'a [Answer],
}

/// A game that was played on a board, for the teacher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The seed of the board.
    pub seed: u64,
    /// The final scores.
    pub scores: Vec<i64>,
    /// The moves.
    pub moves: Vec<String>,
    /// Who played, in a few words.
    pub by: String,
}

/// Sheets of Paper Pen-guins, one board per seed and `per_page` on a page. The numbers are those that `floe show` deals
/// for the same seed and rules; where players write the numbers themselves the cells are empty.
pub fn paper_penguins_sheets(
    entry: &Manifest,
    rules: &RuleSet,
    seeds: &[u64],
    per_page: usize,
    paper: PaperSize,
    options: &SheetOptions<'_>,
) -> Result<Sheets, Refusal> {
    if !(1..=MAX_PER_PAGE).contains(&per_page) {
        return Err(Refusal::unsupported(format!(
            "{per_page} boards do not fit on a page; choose 1 to {MAX_PER_PAGE}"
        )));
    }
    if seeds.is_empty() || seeds.len() > MAX_BOARDS {
        return Err(Refusal::unsupported(format!(
            "{} boards cannot be printed at once; choose 1 to {MAX_BOARDS}",
            seeds.len()
        )));
    }
    let first = open(rules, Start::Seed(seeds[0]))?;
    let seeds_text = match seeds {
        [one] => format!("seed {one}"),
        [from, .., to] => format!("seeds {from} to {to}"),
        [] => String::new(),
    };
    let name = footer(entry, first.rules(), None).replacen(" · ", &format!(" · {seeds_text} · "), 1);
    let mut sheets = Sheets::new(entry.name, paper, name);
    let per_page =
        if options.class_set { class_boards(&*first, &sheets)?.min(seeds.len()) } else { per_page };
    for boards in seeds.chunks(per_page) {
        let under = "Score the cell you reach, cross out the one you leave.";
        let (page, area) = sheets.page(entry.name, under);
        let mut blocks = blocks(area, per_page);
        let free = blocks.split_off(boards.len());
        let (mut has_rules, mut foot) = (false, area.y);
        for (block, &seed) in blocks.into_iter().zip(boards) {
            let label = if options.blank { "numbers by the players".into() } else { format!("seed {seed}") };
            let table = first.new_table(Start::Seed(seed))?;
            let rules = options.rules.filter(|_| !has_rules);
            let (found_room, bottom) = board(page, block, &*table, &label, options.blank, rules)?;
            has_rules |= found_room;
            foot = foot.max(bottom);
        }
        if let (Some(rules), Some(&block), false) = (options.rules, free.first(), has_rules) {
            has_rules = rules.fit(page, block);
        }
        if let (Some(rules), false) = (options.rules, has_rules) {
            let strip = Area { y: foot + 1.0, height: area.bottom() - foot - 1.0, ..area };
            rules.fit(page, strip);
        }
    }
    if let (Some(rules), true) = (options.rules, options.rules_page) {
        add_rules_page(&mut sheets, entry, first.rules(), rules);
    }
    if !options.answers.is_empty() {
        answer_key(&mut sheets, entry, first.rules().game, options.answers);
    }
    Ok(sheets.finish())
}

/// The number of boards of a class set on a page: as many as have cells large enough to write in.
fn class_boards(table: &dyn Table, sheets: &Sheets) -> Result<usize, Refusal> {
    let Some(outline) = geometry::board(table.rules())? else {
        return Err(Refusal::unsupported("sheets need a game with a board"));
    };
    let area = sheets.area();
    let step = |count: usize| {
        let block = blocks(area, count)[0];
        parts(&outline, block.below(6.0), table.seats()).0
    };
    let large = |count: &usize| BoardGeometry::fit(outline.clone(), step(*count), 21.0).step >= CLASS_CELL;
    (1..=MAX_PER_PAGE).rev().find(large).ok_or_else(|| {
        Refusal::unsupported(format!(
            "this board is too large for cells of {CLASS_CELL} mm on this paper; use fewer rows and columns, or --landscape"
        ))
    })
}

/// The answer key: for each board how a game on it went.
fn answer_key(sheets: &mut Sheets, entry: &Manifest, game: &str, answers: &[Answer]) {
    let heading = format!("{}: answer key", entry.name);
    let by = answers.first().map_or("", |answer| answer.by.as_str());
    let under = format!("For the teacher. Every board as {by} played it against itself.");
    let style = Type::plain(8.0);
    let (_, area) = sheets.page(&heading, &under);
    let mut y = area.y;
    for answer in answers {
        let scores = answer.scores.iter().enumerate();
        let scores: Vec<String> =
            scores.map(|(seat, score)| format!("{} {score}", seat_name(game, seat))).collect();
        let moves = answer.moves.join("  ");
        let tall = 6.5 + style.wrap(&moves, area.width).len() as f32 * style.leading();
        if y + tall > area.bottom() {
            sheets.page(&heading, &under);
            y = area.y;
        }
        let title = format!("seed {}: {}", answer.seed, scores.join(", "));
        sheets.last().text(area.x, y + 4.0, Anchor::Start, Type::bold(9.0), &title);
        y = sheets.last().lines(area.x, y + 7.8, area.width, style, &moves) + 1.5;
    }
}

/// The areas of this many boards.
fn blocks(area: Area, count: usize) -> Vec<Area> {
    // On its side a page has its columns where it had its rows.
    let wide = area.width > area.height;
    let (across, down) = match count {
        1 => (1, 1),
        2 if wide => (2, 1),
        2 => (1, 2),
        3 if wide => (3, 1),
        3 | 4 => (2, 2),
        _ if wide => (3, 2),
        _ => (2, 3),
    };
    let (gap_x, gap_y) = (9.0, 7.0);
    let width = (area.width - gap_x * (across - 1) as f32) / across as f32;
    let height = (area.height - gap_y * (down - 1) as f32) / down as f32;
    let block = |at: usize| Area {
        x: area.x + (at % across) as f32 * (width + gap_x),
        y: area.y + (at / across) as f32 * (height + gap_y),
        width,
        height,
    };
    (0..across * down).map(block).collect()
}

/// Where the board and the scores of a block are, and whether they are next to each other.
fn parts(outline: &floe_board::Board, inside: Area, seats: usize) -> (Area, Area, bool) {
    // A wide block has the scores next to the board, a tall one below it.
    let filled = BoardGeometry::fit(outline.clone(), inside, 21.0).area.width + 6.0;
    if inside.width - filled >= 50.0 {
        let left = Area { width: filled - 6.0, ..inside };
        return (left, Area { x: inside.x + filled, width: inside.width - filled, ..inside }, true);
    }
    // In small blocks the board has priority: one row of turns, not three.
    let foot = if inside.height < 100.0 { 8.0 } else { 19.0 } + 8.0 * seats as f32;
    (inside.above(foot), Area { y: inside.bottom() - foot, height: foot, ..inside }, false)
}

/// Draws a board with its scores; returns whether the rules found room next to it, and where it ends.
fn board(
    page: &mut Page,
    block: Area,
    table: &dyn Table,
    label: &str,
    blank: bool,
    rules: Option<&RulesText>,
) -> Result<(bool, f32), Refusal> {
    let Some(outline) = geometry::board(table.rules())? else {
        return Err(Refusal::unsupported("sheets need a game with a board"));
    };
    let seats = table.seats();
    page.text(block.x, block.y + 3.4, Anchor::Start, Type::bold(9.5), label);
    let date = Type::plain(8.5).shade(GREY);
    page.text(block.right(), block.y + 3.4, Anchor::End, date, "date ____________");
    let cells = outline.cells();
    let (board_area, scores, beside) = parts(&outline, block.below(6.0), seats);
    let ground = BoardGeometry::fit(outline, board_area, 21.0);
    let state = table.position_json(Viewer::Omniscient);
    for (row, at, cell, (x, y)) in ground.spots() {
        if cell.is_none() {
            continue;
        }
        page.draw(Path::polygon(&ground.corners((x, y), 1.0)), Ink::both(WHITE, 0.3));
        let number = state["board"][row][at].as_str().unwrap_or("?");
        match number {
            "?" | "o" => {}
            number if blank && number != "0" => {}
            "0" => shapes::arrow(page, x, y, ground.step * 0.7),
            // In the corner: the centre is for pieces and crosses.
            number => {
                let text_style = Type::hand((ground.step * 1.25).min(19.0));
                page.centred(x - ground.step * 0.24, y - ground.step * 0.2, text_style, number);
            }
        }
    }
    ground.coordinates(page);
    // Close below the board, where it does not fill its part.
    let gap = if beside { 0.0 } else { (scores.y - ground.area.bottom() - 1.0).max(0.0) };
    let scores = Area { y: scores.y - gap, ..scores };
    let y = score_lines(page, scores, seats, cells, table.rules().game);
    let below = Area { y: y + 4.0, height: scores.bottom() - y - 4.0, ..scores };
    if beside && rules.is_some_and(|rules| rules.fit(page, below)) {
        return Ok((true, block.bottom()));
    }
    if beside && scores.bottom() - y > 45.0 {
        shapes::penguin(page, scores.x + scores.width / 2.0, scores.bottom() - 22.0, 34.0);
    }
    Ok((false, if beside { block.bottom() } else { y }))
}

/// A line for each player, and emblems to tick: the first without a tick is to play. Returns where they end.
fn score_lines(page: &mut Page, area: Area, seats: usize, cells: usize, game: &str) -> f32 {
    let mut y = area.y + 7.0;
    let text_style = Type::plain(8.5).shade(GREY);
    for seat in 0..seats {
        shapes::emblem(page, seat, area.x + 2.0, y - 1.3, 3.6);
        let total = 22.0_f32.min(area.width * 0.3);
        let end = area.right() - total - 4.0;
        page.rule((area.x + 5.5, y), (end, y), Ink::line(0.2, GREY));
        page.text(area.x + 6.0, y - 0.8, Anchor::Start, Type::plain(6.5).shade(200), &seat_name(game, seat));
        page.draw(Path::rect(end + 4.0, y - 5.2, total, 6.4), Ink::line(0.3, BLACK));
        page.text(end + 5.0, y - 3.2, Anchor::Start, Type::plain(5.5).shade(GREY), "score");
        y += 8.0;
    }
    page.text(area.x, y, Anchor::Start, text_style, "to play");
    let size = 2.6;
    let step = 4.1;
    let start = area.x + text_style.width("to play") + 4.0;
    let fits = (((area.right() - start) / step).floor() as usize).max(seats);
    let turns = fits / seats * seats;
    // No game has more turns than the board has cells.
    let room = ((area.bottom() - y).max(0.0) / 4.4).floor() as usize + 1;
    let rows = room.min(cells.div_ceil(turns.max(1)));
    for row in 0..rows {
        for turn in 0..turns {
            let x = start + turn as f32 * step;
            shapes::hollow_sign(page, turn % seats, x, y - 1.0 + row as f32 * 4.4, size);
        }
    }
    y + rows as f32 * 4.4
}
