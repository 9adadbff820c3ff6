//! Sheets of paper: sizes, margins, a heading with the penguin, and a foot that says what this is.

use floe_games::Manifest;
use floe_games::switches::RuleSet;
use floe_games::{Refusal, Start, open};
use serde_json::Value;

use crate::page::{Anchor, BLACK, GREY, Ink, Page, Type};
use crate::{pdf, shapes, svg};

/// A size of paper, upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperSize {
    /// 210 × 297 mm.
    A4,
    /// 8½ × 11 inches.
    Letter,
}

impl PaperSize {
    /// Width and height in millimetres.
    pub fn size(self) -> (f32, f32) {
        match self {
            PaperSize::A4 => (210.0, 297.0),
            PaperSize::Letter => (215.9, 279.4),
        }
    }
}

/// What printers leave white, with something to spare.
const MARGIN: f32 = 12.0;

/// A part of a page, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Area {
    /// Without a strip of this height at the top.
    pub(crate) fn below(self, height: f32) -> Area {
        Area { y: self.y + height, height: self.height - height, ..self }
    }

    /// Without a strip of this height at the foot.
    pub(crate) fn above(self, height: f32) -> Area {
        Area { height: self.height - height, ..self }
    }

    pub(crate) fn right(self) -> f32 {
        self.x + self.width
    }

    pub(crate) fn bottom(self) -> f32 {
        self.y + self.height
    }
}

/// Pages to print: one PDF, or an SVG a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheets {
    title: String,
    paper: PaperSize,
    foot: String,
    pages: Vec<Page>,
}

impl Sheets {
    pub(crate) fn new(title: &str, paper: PaperSize, foot: String) -> Sheets {
        Sheets { title: title.to_owned(), paper, foot, pages: Vec::new() }
    }

    /// How many pages there are.
    pub fn count(&self) -> usize {
        self.pages.len()
    }

    /// A new page with its heading; what is left of it is the caller's.
    pub(crate) fn page(&mut self, heading: &str, under: &str) -> (&mut Page, Area) {
        let (width, height) = self.paper.size();
        let mut page = Page::new(width, height);
        let right = width - MARGIN;
        let look = fitting(heading, right - MARGIN - 20.0, 22.0);
        page.text(MARGIN, MARGIN + 7.0, Anchor::Start, look, heading);
        page.text(MARGIN, MARGIN + 12.5, Anchor::Start, Type::plain(9.0).shade(GREY), under);
        shapes::penguin(&mut page, right - 7.0, MARGIN + 6.6, 13.0);
        page.rule((MARGIN, MARGIN + 15.0), (right, MARGIN + 15.0), Ink::line(0.35, BLACK));
        let top = MARGIN + 19.0;
        let area = Area { x: MARGIN, y: top, width: right - MARGIN, height: height - MARGIN - 9.0 - top };
        self.pages.push(page);
        let last = self.pages.len() - 1;
        (&mut self.pages[last], area)
    }

    /// The page begun last.
    pub(crate) fn last(&mut self) -> &mut Page {
        let (width, height) = self.paper.size();
        if self.pages.is_empty() {
            self.pages.push(Page::new(width, height));
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// Writes the foot of every page, now that it is known how many there are.
    pub(crate) fn finish(mut self) -> Sheets {
        let (width, height) = self.paper.size();
        let (y, look) = (height - MARGIN, Type::plain(7.5).shade(GREY));
        let all = self.pages.len();
        for (at, page) in self.pages.iter_mut().enumerate() {
            let number = format!("{} of {all}", at + 1);
            let room = width - 2.0 * MARGIN - look.width(&number) - 6.0;
            let lines = look.wrap(&self.foot, room);
            page.rule((MARGIN, y - 6.0), (width - MARGIN, y - 6.0), Ink::line(0.2, GREY));
            for (line, text) in lines.iter().take(2).enumerate() {
                let more = if line == 1 && lines.len() > 2 { "…" } else { "" };
                let y = y - 2.5 + line as f32 * look.leading();
                page.text(MARGIN, y, Anchor::Start, look, &format!("{text}{more}"));
            }
            page.text(width - MARGIN, y - 2.5, Anchor::End, look, &number);
        }
        self
    }

    /// All pages as one PDF. The same pages are the same bytes.
    pub fn to_pdf(&self) -> Result<Vec<u8>, Refusal> {
        pdf::write(&self.pages, &self.title)
    }

    /// Each page as an SVG of its own.
    pub fn to_svgs(&self) -> Vec<String> {
        self.pages.iter().map(|page| svg::write(page, &self.title)).collect()
    }
}

/// The heading's type, smaller where the heading is long.
fn fitting(heading: &str, room: f32, points: f32) -> Type {
    let wide = Type::hand(points).width(heading);
    Type::hand(if wide > room { (points * room / wide).max(11.0) } else { points })
}

/// Game, seed and rules, for the foot of a page.
pub(crate) fn footer(entry: &Manifest, rules: &RuleSet, seed: Option<u64>) -> String {
    let mut words = entry.name.to_owned();
    if let Some(seed) = seed {
        words += &format!(" · seed {seed}");
    }
    let changed = changed_rules(entry, rules);
    words += " · ";
    words += &if changed.is_empty() { "usual rules".into() } else { format!("rules {}", changed.join(", ")) };
    words
}

/// The switches that are not at the game's default, as `name=value`. What follows from others is left out.
pub(crate) fn changed_rules(entry: &Manifest, rules: &RuleSet) -> Vec<String> {
    let (usual, switches) = (entry.default_rules(), entry.switches());
    // The same rules come out when the switch is left alone.
    let follows = |name: &str| {
        let mut without = rules.clone();
        without.set(&switches, name, usual.get(name).clone()).is_ok()
            && open(&without, Start::Seed(0)).is_ok_and(|table| table.rules() == rules)
    };
    let mut words = Vec::new();
    for (name, value) in rules.iter() {
        if usual.get(name) == value || follows(name) {
            continue;
        }
        words.push(match value {
            // A drawn board is on the page.
            Value::String(text) if text.contains('\n') => format!("{name}=drawn"),
            Value::String(text) => format!("{name}={text}"),
            other => format!("{name}={other}"),
        });
    }
    words
}
