//! A recorded game as a sheet: the players, the moves, a diagram every few moves, the result.

use floe_games::{Event, Record, Refusal, Table, Viewer};
use floe_games::{Manifest, registry};
use serde_json::Value;

use crate::diagram::{self, seat_name};
use crate::page::{Anchor, GREY, Ink, Page, Type};
use crate::sheets::{Area, PaperSize, Sheets, changed_rules, footer};

/// A record, replayed and checked, with a diagram at the start, after every `every` moves and at the end.
pub fn game_sheet(record: &Record, every: usize, paper: PaperSize) -> Result<Sheets, Refusal> {
    if every == 0 {
        return Err(Refusal::unsupported("a diagram every 0 moves is not possible; give 1 or more"));
    }
    let entry = registry::find(&record.game)?;
    let start = record.open()?;
    let mut sheets = Sheets::new(entry.name, paper, footer(entry, start.rules(), record.seed));
    let mut flow = Flow::new(&mut sheets, entry, record, &*start);
    flow.diagram("Start", &*start)?;
    let (mut moves, mut drawn, mut texts, mut last) = (0, 0, Vec::new(), String::new());
    let mut failed = Ok(());
    let end = record.replay_with(|_, event, table| {
        if failed.is_err() {
            return;
        }
        let is_move = matches!(event, Event::Move { .. });
        moves += usize::from(is_move);
        let text = event_text(event, moves);
        last = text.clone();
        texts.push(text);
        if is_move && moves % every == 0 && table.result().is_none() {
            flow.text(&texts.join("   "));
            texts.clear();
            drawn = moves;
            failed = flow.diagram(&format!("After {last}"), table);
        }
    })?;
    failed?;
    if !texts.is_empty() {
        flow.text(&texts.join("   "));
    }
    if moves > drawn {
        let caption = if end.result().is_some() {
            format!("Final position, after {last}")
        } else {
            format!("After {last}")
        };
        flow.diagram(&caption, &*end)?;
    }
    flow.text(&outcome(record, &*end));
    Ok(sheets.finish())
}

/// `12. d4-g7`, or another event in brackets.
fn event_text(event: &Event, number: usize) -> String {
    match event {
        // Number and move stay on one line.
        Event::Move { text: Some(text), .. } => format!("{number}.\u{a0}{text}"),
        Event::Move { text: None, .. } => format!("{number}.\u{a0}face down"),
        Event::Act { by, action, .. } => format!("(seat {by}: {})", action.as_str()),
        Event::Chance(json) => {
            let plain = |value: &Value| match value {
                Value::String(word) => word.clone(),
                Value::Array(list) => {
                    list.iter().map(|one| one.to_string().replace('"', "")).collect::<Vec<_>>().join(" ")
                }
                other => other.to_string(),
            };
            let fields = json.as_object().into_iter().flatten();
            format!("({})", fields.map(|(_, value)| plain(value)).collect::<Vec<_>>().join(" "))
        }
    }
}

/// The players with the names of their emblems.
fn players(record: &Record, table: &dyn Table) -> Vec<String> {
    (0..table.seats())
        .map(|seat| {
            let side = seat_name(table.rules().game, seat);
            match record.players.get(seat) {
                Some(player) => format!("{} ({side})", player.name),
                None => side,
            }
        })
        .collect()
}

fn outcome(record: &Record, table: &dyn Table) -> String {
    let Some(result) = table.result() else { return "Not finished.".into() };
    let names = players(record, table);
    let scores: Vec<String> = result.scores.iter().map(i64::to_string).collect();
    let verdict = result.verdict(&|seat| names.get(seat).cloned().unwrap_or_default());
    format!("Result {}: {verdict} ({}).", scores.join(" : "), result.reason)
}

/// Two columns, filled from the top, page after page.
struct Flow<'a> {
    sheets: &'a mut Sheets,
    heading: String,
    under: String,
    area: Area,
    right: bool,
    y: f32,
}

const GAP: f32 = 9.0;

impl<'a> Flow<'a> {
    fn new(sheets: &'a mut Sheets, entry: &Manifest, record: &Record, table: &dyn Table) -> Flow<'a> {
        let heading = players(record, table).join(" – ");
        let mut under = entry.name.to_owned();
        if let Some(began) = &record.began {
            under += &format!(" · {began}");
        }
        if let Some(result) = &record.result {
            let scores: Vec<String> = result.scores.iter().map(i64::to_string).collect();
            under += &format!(" · {}", scores.join(" : "));
        }
        let (page, mut area) = sheets.page(&heading, &under);
        let changed = changed_rules(entry, table.rules());
        let rules = if changed.is_empty() { "the default rules".into() } else { changed.join(", ") };
        let seed = record.seed.map_or(String::new(), |seed| format!("Seed {seed}. "));
        let text_style = Type::plain(8.5).shade(GREY);
        let y = page.lines(area.x, area.y + 2.0, area.width, text_style, &format!("{seed}Rules: {rules}"));
        let top = area;
        area = area.below(y - top.y + 1.0);
        Flow { sheets, heading, under, y: area.y, area, right: false }
    }

    fn column(&self) -> Area {
        let width = (self.area.width - GAP) / 2.0;
        let x = if self.right { self.area.x + width + GAP } else { self.area.x };
        Area { x, y: self.y, width, height: self.area.bottom() - self.y }
    }

    /// Makes room for something of this height.
    fn room(&mut self, tall: f32) {
        if self.y + tall <= self.area.bottom() || self.y == self.area.y {
            return;
        }
        if self.right {
            let (_, area) = self.sheets.page(&self.heading, &self.under);
            self.area = area;
        }
        self.right = !self.right;
        self.y = self.area.y;
        if self.right {
            let x = self.area.x + self.area.width / 2.0;
            let (top, foot) = (self.area.y, self.area.bottom());
            self.sheets.last().rule((x, top), (x, foot), Ink::line(0.15, 200));
        }
    }

    fn text(&mut self, texts: &str) {
        let text_style = Type::plain(9.0);
        let lines = text_style.wrap(texts, self.column().width);
        for line in lines {
            self.room(text_style.leading());
            let column = self.column();
            self.sheets.last().text(column.x, self.y + 3.2, Anchor::Start, text_style, &line);
            self.y += text_style.leading();
        }
        self.y += 2.0;
    }

    fn diagram(&mut self, caption: &str, table: &dyn Table) -> Result<(), Refusal> {
        let width = self.column().width;
        let limits = Area { x: 0.0, y: 0.0, width, height: 112.0 };
        let mut scratch = Page::new(width, limits.height);
        let tall = diagram::draw(&mut scratch, limits, table, Viewer::Omniscient)? + 5.5;
        self.room(tall + 2.0);
        let column = self.column();
        let page = self.sheets.last();
        diagram::caption(page, column, caption);
        let area = Area { y: column.y + 5.5, height: 112.0, ..column };
        diagram::draw(page, area, table, Viewer::Omniscient)?;
        self.y += tall + 3.0;
        Ok(())
    }
}
