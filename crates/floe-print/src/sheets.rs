//! Sheets of paper: sizes, margins, a heading with the penguin, and a footer that identifies the sheet.

use floe_games::Manifest;
use floe_games::switches::{RuleArg, RuleSet};
use floe_games::{Refusal, Start, open};
use serde_json::Value;

use crate::page::{Anchor, BLACK, GREY, Ink, Page, Type};
use crate::{pdf, shapes, svg};

/// A paper size and which way it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperSize {
    /// 210 × 297 mm.
    A4,
    /// 8½ × 11 inches.
    Letter,
    /// 297 × 210 mm.
    A4Landscape,
    /// 11 × 8½ inches.
    LetterLandscape,
}

impl PaperSize {
    /// Width and height in millimetres.
    pub fn size(self) -> (f32, f32) {
        match self {
            PaperSize::A4 => (210.0, 297.0),
            PaperSize::Letter => (215.9, 279.4),
            PaperSize::A4Landscape => (297.0, 210.0),
            PaperSize::LetterLandscape => (279.4, 215.9),
        }
    }

    /// The same paper on its side.
    pub fn landscape(self) -> PaperSize {
        match self {
            PaperSize::A4 | PaperSize::A4Landscape => PaperSize::A4Landscape,
            PaperSize::Letter | PaperSize::LetterLandscape => PaperSize::LetterLandscape,
        }
    }
}

/// The margin that printers leave blank, with some reserve.
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

    /// Without a strip of this height at the bottom.
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

/// Pages to print: one PDF, or one SVG per page.
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

    /// The number of pages.
    pub fn count(&self) -> usize {
        self.pages.len()
    }

    /// A new page with its heading; the returned area is the caller's.
    pub(crate) fn page(&mut self, heading: &str, under: &str) -> (&mut Page, Area) {
        let (width, height) = self.paper.size();
        let mut page = Page::new(width, height);
        let right = width - MARGIN;
        let text_style = fitting(heading, right - MARGIN - 20.0, 22.0);
        page.text(MARGIN, MARGIN + 7.0, Anchor::Start, text_style, heading);
        page.text(MARGIN, MARGIN + 12.5, Anchor::Start, Type::plain(9.0).shade(GREY), under);
        shapes::penguin(&mut page, right - 7.0, MARGIN + 6.6, 13.0);
        page.rule((MARGIN, MARGIN + 15.0), (right, MARGIN + 15.0), Ink::line(0.35, BLACK));
        let area = self.area();
        self.pages.push(page);
        let last = self.pages.len() - 1;
        (&mut self.pages[last], area)
    }

    /// The area of a page below its heading.
    pub(crate) fn area(&self) -> Area {
        let (width, height) = self.paper.size();
        let top = MARGIN + 19.0;
        Area { x: MARGIN, y: top, width: width - 2.0 * MARGIN, height: height - MARGIN - 9.0 - top }
    }

    /// The latest page.
    pub(crate) fn last(&mut self) -> &mut Page {
        let (width, height) = self.paper.size();
        if self.pages.is_empty() {
            self.pages.push(Page::new(width, height));
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// Writes the footer of every page, now that the number of pages is known.
    pub(crate) fn finish(mut self) -> Sheets {
        let (width, height) = self.paper.size();
        let (y, text_style) = (height - MARGIN, Type::plain(7.5).shade(GREY));
        let all = self.pages.len();
        for (at, page) in self.pages.iter_mut().enumerate() {
            let number = format!("{} of {all}", at + 1);
            let room = width - 2.0 * MARGIN - text_style.width(&number) - 6.0;
            let lines = text_style.wrap(&self.foot, room);
            page.rule((MARGIN, y - 6.0), (width - MARGIN, y - 6.0), Ink::line(0.2, GREY));
            for (line, text) in lines.iter().take(2).enumerate() {
                let more = if line == 1 && lines.len() > 2 { "…" } else { "" };
                let y = y - 2.5 + line as f32 * text_style.leading();
                page.text(MARGIN, y, Anchor::Start, text_style, &format!("{text}{more}"));
            }
            page.text(width - MARGIN, y - 2.5, Anchor::End, text_style, &number);
        }
        self
    }

    /// All pages as one PDF. The same pages give the same bytes.
    pub fn to_pdf(&self) -> Result<Vec<u8>, Refusal> {
        pdf::write(&self.pages, &self.title)
    }

    /// Each page as a separate SVG.
    pub fn to_svgs(&self) -> Vec<String> {
        self.pages.iter().map(|page| svg::write(page, &self.title)).collect()
    }
}

/// The style of the heading, smaller where the heading is long.
fn fitting(heading: &str, room: f32, points: f32) -> Type {
    let wide = Type::hand(points).width(heading);
    Type::hand(if wide > room { (points * room / wide).max(11.0) } else { points })
}

/// Game, seed and rules, for the footer of a page.
pub(crate) fn footer(entry: &Manifest, rules: &RuleSet, seed: Option<u64>) -> String {
    let mut text = entry.name.to_owned();
    if let Some(seed) = seed {
        text += &format!(" · seed {seed}");
    }
    let changed = changed_rules(entry, rules);
    text += " · ";
    text +=
        &if changed.is_empty() { "default rules".into() } else { format!("rules {}", changed.join(", ")) };
    text
}

/// How to ask for these rules: a named layout of the game, where that says most of it, and the switches that differ, as
/// `name=value`. Switches that follow from others are omitted.
pub(crate) fn changed_rules(entry: &Manifest, rules: &RuleSet) -> Vec<String> {
    let named = entry.variants.iter().filter_map(|variant| {
        let base = entry.rules(&[RuleArg::Preset(variant.name.into())]).ok()?;
        // Another layout would be the wrong name.
        if base.get("layout") != rules.get("layout") {
            return None;
        }
        let mut words = vec![variant.name.to_owned()];
        words.extend(changed_from(entry, &base, rules));
        Some(words)
    });
    std::iter::once(changed_from(entry, &entry.default_rules(), rules))
        .chain(named)
        .min_by_key(|words| words.iter().map(|word| word.len()).sum::<usize>())
        .unwrap_or_default()
}

/// The switches that differ from some rules.
fn changed_from(entry: &Manifest, defaults: &RuleSet, rules: &RuleSet) -> Vec<String> {
    let switches = entry.switches();
    // The same rules result without the switch.
    let follows = |name: &str| {
        let mut without = rules.clone();
        without.set(&switches, name, defaults.get(name).clone()).is_ok()
            && open(&without, Start::Seed(0)).is_ok_and(|table| table.rules() == rules)
    };
    let mut text = Vec::new();
    for (name, value) in rules.iter() {
        if defaults.get(name) == value || follows(name) {
            continue;
        }
        text.push(match value {
            // A drawn board on one line, as it can be given again.
            Value::String(text) if text.contains('\n') => {
                format!("{name}={}", text.trim_matches('\n').replace('\n', "/"))
            }
            Value::String(text) => format!("{name}={text}"),
            other => format!("{name}={other}"),
        });
    }
    text
}
