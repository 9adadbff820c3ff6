//! One position: a drawing with its own size for use in a text, or a page of paper.

use floe_games::Manifest;
use floe_games::{Refusal, Table, Viewer};

use crate::page::{Page, Type};
use crate::sheets::{Area, PaperSize, Sheets, footer};
use crate::{diagram, svg};

/// The width of a drawing for use in a text, in millimetres.
const WIDTH: f32 = 120.0;

/// A position as one SVG without a page around it.
pub fn position_svg(entry: &Manifest, table: &dyn Table, viewer: Viewer) -> Result<String, Refusal> {
    let edge = 3.0;
    let area = Area { x: edge, y: edge, width: WIDTH - 2.0 * edge, height: 160.0 };
    let mut page = Page::new(WIDTH, 170.0);
    let tall = diagram::draw(&mut page, area, table, viewer)?;
    page.height = tall + 2.0 * edge;
    Ok(svg::write(&page, &format!("{}: {}", entry.name, diagram::turn(table))))
}

/// A position on a page of paper, with its text, so that it can be set up again.
pub fn position_sheet(
    entry: &Manifest,
    table: &dyn Table,
    viewer: Viewer,
    seed: Option<u64>,
    paper: PaperSize,
) -> Result<Sheets, Refusal> {
    let mut sheets = Sheets::new(entry.name, paper, footer(entry, table.rules(), seed));
    let (page, area) = sheets.page(entry.name, &diagram::turn(table));
    let text = table.position_text(viewer);
    let text_style = Type::plain(8.0);
    let lines = text_style.wrap(&text, area.width).len() as f32;
    let tall = diagram::draw(page, area.above(lines * text_style.leading() + 8.0), table, viewer)?;
    page.lines(area.x, area.y + tall + 6.0, area.width, text_style, &text);
    Ok(sheets.finish())
}
