//! The buffets on paper: a chart of the cards, pawns and stones. The cards are an ordinary deck.

use floe_board::Board;
use floe_games::Manifest;
use floe_games::switches::RuleSet;
use floe_games::{Table, Viewer};

use crate::geometry::BoardGeometry;
use crate::page::{Anchor, Ink, PALE, Page, Type, WHITE};
use crate::path::Path;
use crate::sheets::{Area, Sheets};
use crate::{counters, shapes};

/// The layout with the rules of claiming, then pawns and stones. With `dealt`, the layout shows the cards of the table.
pub(crate) fn kit(sheets: &mut Sheets, entry: &Manifest, table: &dyn Table, board: Board, dealt: bool) {
    let rules = table.rules();
    let cells = board.cells();
    let under = match dealt {
        true => "Lay an ordinary deck like this, face up.",
        false => {
            "Shuffle an ordinary deck and lay it like this, face up. Deal two of the remaining cards to each player."
        }
    };
    let (page, area) = sheets.page(entry.name, under);
    let rule_text = rule_lines(rules);
    let need: f32 = 12.0 + rule_text.iter().map(|line| height(line, area.width)).sum::<f32>();
    let ground = BoardGeometry::fit(board, area.above(need + 8.0), 22.5);
    let state = table.position_json(Viewer::Omniscient);
    for (row, at, cell, (x, y)) in ground.spots() {
        if cell.is_none() {
            continue;
        }
        page.draw(Path::polygon(&ground.corners((x, y), 0.94)), Ink::both(WHITE, 0.3));
        let mark = state["board"][row][at].as_str().unwrap_or_default();
        let (card, pawn) = mark.split_at(mark.len().min(2));
        let step = ground.step;
        if dealt {
            let up = if pawn.is_empty() { y } else { y - step * 0.18 };
            shapes::card(page, card, x, up, step * 0.42);
        } else {
            let outline = Path::rect(x - step * 0.26, y - step * 0.36, step * 0.52, step * 0.72);
            page.draw(outline, Ink::line(0.15, PALE));
        }
        // The starting corners of the pawns.
        if let Some(colour @ ('B' | 'W')) = pawn.chars().next() {
            shapes::pawn(page, colour == 'B', x, y + step * 0.16, step * 0.4);
        }
    }
    ground.coordinates(page);
    let mut y = ground.area.bottom() + 8.0;
    if dealt {
        pairs(page, area, y, &state);
        y += 8.0;
    }
    page.text(area.x, y, Anchor::Start, Type::hand(14.0), "A turn");
    y += 6.5;
    for line in &rule_text {
        y = page.lines(area.x, y, area.width, Type::plain(9.0), line) + 1.2;
    }
    let (page, area) = sheets.page(&format!("{}: pawns and stones", entry.name), "Cut out the counters.");
    let pawns = rules.get("pieces").as_u64().unwrap_or(2) as usize;
    counters::stones(page, area, area.y, pawns, cells.div_ceil(2));
}

fn height(line: &str, width: f32) -> f32 {
    let text_style = Type::plain(9.0);
    text_style.wrap(line, width).len() as f32 * text_style.leading() + 1.2
}

fn pairs(page: &mut Page, area: Area, y: f32, state: &serde_json::Value) {
    for (seat, name) in ["Black", "White"].iter().enumerate() {
        let x = area.x + seat as f32 * area.width / 2.0;
        page.text(x, y, Anchor::Start, Type::plain(9.0), &format!("dealt to {name}"));
        let pair = state["hands"][seat].as_str().unwrap_or_default();
        for (at, card) in [pair.get(..2), pair.get(2..4)].into_iter().flatten().enumerate() {
            shapes::card(page, card, x + 36.0 + at as f32 * 12.0, y - 1.0, 5.0);
        }
    }
}

/// The rules of a turn, according to the switches.
fn rule_lines(rules: &RuleSet) -> Vec<String> {
    let mut lines = Vec::new();
    let spans = rules.get("claim") == "corners";
    lines.push(match rules.get("placement").as_str() {
        Some("corners") => "The pawns start in the corners. Black moves first, then you take turns.".to_owned(),
        _ => {
            "The better dealt pair places first, then in turn, each pawn on any free card. Then Black moves first."
                .into()
        }
    });
    lines.push("Move one of your pawns like a chess queen over free cards onto a free card. Pawns and stones of both colours block the way.".into());
    lines.push(match (rules.get("claim").as_str(), spans) {
        (_, true) => "Then you may claim one card without a stone or pawn: where the row of one of your pawns crosses the column of the other, or, if they share a row or a column, one between them.".to_owned(),
        (Some("shot"), _) => "Then claim a card that your pawn could slide to from where it now stands.".into(),
        _ => "The card it left is yours: put a stone on it.".into(),
    });
    if spans && rules.get("align") != &serde_json::Value::Bool(false) {
        lines.push("Pawns that share a row or a column before the move must share neither after it.".into());
    }
    lines.push(match rules.get("end").as_str() {
        Some("idle_turns") => {
            format!("{} turns in a row without a claim end the play on the board.", rules.get("end_turns"))
        }
        _ => "A player who cannot move is skipped. When neither can move, the play on the board is over."
            .into(),
    });
    lines.push("At the end gather the cards under your stones and your two dealt cards, and lay out three poker hands of five cards or fewer. The player who wins two of the three hands wins.".into());
    lines
}
