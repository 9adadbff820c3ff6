//! A position as a diagram: the board with its pieces, and a legend.

use floe_board::Lattice;
use floe_games::manifest::{Hides, Look};
use floe_games::{Actor, Refusal, Table, Viewer, registry};
use serde_json::Value;

use crate::geometry::{self, BoardGeometry};
use crate::page::{Anchor, BLACK, GREY, Ink, MIST, PALE, Page, Type, WHITE};
use crate::path::{Path, hatch};
use crate::sheets::Area;
use crate::{montauk, shapes};

/// Draws a position into an area, from its top; returns the height it took.
pub(crate) fn draw(page: &mut Page, area: Area, table: &dyn Table, viewer: Viewer) -> Result<f32, Refusal> {
    let state = table.position_json(viewer);
    let Some(board) = geometry::board(table.rules())? else {
        return Ok(montauk::diagram(page, area, &state));
    };
    let key = 11.5;
    let ground = BoardGeometry::fit(board, area.above(key), 22.0);
    let style = Style::for_game(table.rules().game);
    squares(page, &ground);
    for (row, at, cell, middle) in ground.spots() {
        if cell.is_none() {
            continue;
        }
        let mark = state["board"][row][at].as_str().unwrap_or("0");
        match style {
            Style::Cards => card_mark(page, &ground, middle, mark),
            _ => slide_mark(page, &ground, middle, mark, style),
        }
    }
    ground.coordinates(page);
    let foot = ground.area.bottom() + 4.5;
    let foot = legend(page, area, foot, table, &state, style);
    Ok(foot + 2.5 - area.y)
}

/// The outline of every cell.
fn squares(page: &mut Page, ground: &BoardGeometry) {
    for (_, _, cell, middle) in ground.spots() {
        if cell.is_some() {
            page.draw(Path::polygon(&ground.corners(middle, 1.0)), Ink::both(WHITE, 0.22));
        }
    }
}

/// How pieces and removed cells look in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Counters with crowns; arrows.
    Amazons,
    /// Counters with crowns; removed chips leave water.
    Spears,
    /// ■ ● ▲ ◆; water.
    Floe,
    /// ■ ● ▲ ◆; crosses.
    Pen,
    /// Pawns and stones.
    Cards,
}

impl Style {
    pub(crate) fn for_game(game: &str) -> Style {
        let Ok(game) = registry::find(game) else { return Style::Floe };
        let shoots = game.default_rules().get("block") == "shot";
        match game.look {
            Look::Squares => Style::Amazons,
            Look::Ice if shoots => Style::Spears,
            Look::Paper => Style::Pen,
            Look::Cards if game.hides == Hides::Layouts => Style::Cards,
            Look::Cards | Look::Ice | Look::Chips => Style::Floe,
        }
    }

    pub(crate) fn piece(self, page: &mut Page, seat: usize, (x, y): (f32, f32), size: f32) {
        match self {
            Style::Amazons | Style::Spears => shapes::amazon(page, seat, x, y, size),
            Style::Cards => shapes::pawn(page, seat == 0, x, y, size),
            Style::Floe | Style::Pen => shapes::emblem(page, seat, x, y, size),
        }
    }
}

fn slide_mark(page: &mut Page, ground: &BoardGeometry, (x, y): (f32, f32), mark: &str, style: Style) {
    let step = ground.step;
    let fish = |mark: &str| mark.parse::<u8>().unwrap_or(0);
    let text_style = if style == Style::Pen { Type::hand } else { Type::plain };
    // Inside hexes, cell names are below the mark.
    let up = if ground.lattice() == Lattice::Square { y } else { y - step * 0.06 };
    match mark.as_bytes() {
        b"0" => match style {
            Style::Amazons => {
                page.draw(Path::polygon(&ground.corners((x, y), 1.0)), Ink::both(MIST, 0.22));
                shapes::arrow(page, x, y, step * 0.8);
            }
            Style::Pen => shapes::arrow(page, x, y, step * 0.7),
            _ => {
                let corners = ground.corners((x, y), 0.98);
                page.draw(hatch(&corners, (step * 0.13).max(0.7)), Ink::line(0.14, PALE));
            }
        },
        b"?" => page.centred(x, y, Type::plain(step * 1.2).shade(PALE), "?"),
        b"o" => {}
        [seat @ b'A'..=b'D', under @ ..] => {
            let seat = usize::from(seat - b'A');
            style.piece(page, seat, (x, up), step * 0.66);
            let under = fish(std::str::from_utf8(under).unwrap_or("0"));
            // Fish under a piece, where the piece leaves room for a number.
            if under > 0 && style == Style::Floe {
                page.centred(x, up, Type::bold(step * 0.9).shade(WHITE), &under.to_string());
            } else if under > 0 {
                page.centred(x + step * 0.36, y - step * 0.34, Type::bold(step * 0.6), &under.to_string());
            }
        }
        _ => page.centred(x, up, text_style(step * 1.35), mark),
    }
}

fn card_mark(page: &mut Page, ground: &BoardGeometry, (x, y): (f32, f32), mark: &str) {
    let step = ground.step;
    let (card, on) = mark.split_at(mark.len().min(2));
    if on.contains(['b', 'w']) {
        page.draw(Path::polygon(&ground.corners((x, y), 1.0)), Ink::both(MIST, 0.22));
    }
    let up = if on.is_empty() { y } else { y - step * 0.2 };
    if card.len() == 2 {
        shapes::card(page, card, x, up, step * 0.42);
    }
    for (number, c) in on.chars().enumerate() {
        let x = x + step * (number as f32 - (on.len() as f32 - 1.0) / 2.0) * 0.4;
        match c {
            'B' | 'W' => shapes::pawn(page, c == 'B', x, y + step * 0.22, step * 0.44),
            _ => shapes::stone(page, c == 'b', x, y + step * 0.24, step * 0.32),
        }
    }
}

/// The emblems with names and scores, and whose turn it is; returns the position of the last line.
fn legend(page: &mut Page, area: Area, mut y: f32, table: &dyn Table, state: &Value, style: Style) -> f32 {
    let text_style = Type::plain(8.5);
    let scores = table.result().map_or_else(|| table.scores(), |result| result.scores);
    let shows_scores = style != Style::Amazons;
    let mut x = area.x + 2.0;
    for (seat, score) in scores.iter().enumerate() {
        style.piece(page, seat, (x, y - 1.1), 3.4);
        let mut text = seat_name(table.rules().game, seat);
        if shows_scores {
            text += &format!(" {score}");
        }
        if let Some(hand) = state["hands"][seat].as_str() {
            text += &format!(" ({hand})");
        }
        page.text(x + 3.0, y, Anchor::Start, text_style, &text);
        x += 3.0 + text_style.width(&text) + 6.0;
    }
    let turn = turn(table);
    if x + text_style.width(&turn) > area.right() {
        y += text_style.leading();
    }
    page.text(area.right(), y, Anchor::End, text_style.shade(GREY), &turn);
    y
}

/// Whose turn it is, or the result.
pub(crate) fn turn(table: &dyn Table) -> String {
    let name = |seat: usize| seat_name(table.rules().game, seat);
    match (table.result(), table.actor()) {
        (Some(result), _) => result.verdict(&name),
        (None, Actor::Seat(seat)) => format!("{} to {}", name(seat), table.phase()),
        (None, _) => "chance event next".into(),
    }
}

/// The name of a player on paper: by the emblem drawn there, or as in sentences.
pub(crate) fn seat_name(game: &str, seat: usize) -> String {
    if Style::for_game(game) == Style::Pen {
        return ["squares", "circles", "triangles", "diamonds"][seat.min(3)].to_owned();
    }
    let name = registry::find(game).map_or("nobody", |game| game.seat_name(seat));
    // "the first player" becomes "First" in a heading.
    match name.strip_prefix("the ").and_then(|name| name.strip_suffix(" player")) {
        Some(number) => number[..1].to_uppercase() + &number[1..],
        None => name.to_owned(),
    }
}

/// A caption above something small.
pub(crate) fn caption(page: &mut Page, area: Area, text: &str) {
    let text_style = Type::bold(8.5);
    page.text(area.x, area.y + 3.2, Anchor::Start, text_style.shade(BLACK), text);
}
