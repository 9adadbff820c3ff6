//! The result page: one self-contained HTML file.
//!
//! Crosstable, ratings with error bars, faults by cause, and every game with a viewer that pages through its frames.
//! The page loads nothing: its policy allows only its one script and its one style sheet, by their hashes. It contains
//! no rules either: frames are text. Every name, text and frame is treated as hostile and escaped.
//!
//! ```
//! use floe_referee::report::{Frame, Page, Replay, page_text};
//! use floe_referee::stats::Summary;
//!
//! let names = ["random".to_owned(), "</script><b>greedy".to_owned()];
//! let summary = Summary::new(&names, &[], None);
//! let page = Page { title: "A match", facts: &[("game".into(), "Fish".into())], summary: &summary };
//! let frames = vec![Frame { caption: "start".into(), picture: "1 2 3".into() }];
//! let replay = Replay { fixture: 0, seats: vec![0, 1], result: "seat 0 wins".into(), frames };
//! let text = page_text(&page, [replay]);
//! assert!(!text.contains("<b>greedy"));
//! ```

mod escape;
mod frames;
mod games;
mod policy;
mod ratings;
mod result;
mod tables;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use crate::stats::Summary;
use escape::html;

pub use frames::{Frame, frames_of};
pub use games::Replay;
pub use result::result_text;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("viewer.js");

/// The part of a page above its games.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The heading.
    pub title: &'a str,
    /// Further facts, as names and values: the game, the time per move, when it was played …
    pub facts: &'a [(String, String)],
    /// The statistics.
    pub summary: &'a Summary,
}

/// The page as a string.
pub fn page_text(page: &Page, games: impl IntoIterator<Item = Replay>) -> String {
    let mut bytes = Vec::new();
    // Writing to memory does not fail, and everything written is text.
    let _ = write_page(&mut bytes, page, games);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Writes the page. Games are taken one by one: a tournament of any length needs the memory of one game.
pub fn write_page(
    out: &mut dyn Write,
    page: &Page,
    games: impl IntoIterator<Item = Replay>,
) -> io::Result<()> {
    let title = html(page.title);
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n",
        policy::policy(SCRIPT, STYLE)
    )?;
    facts(out, page)?;
    write!(out, "</header>\n<main>\n")?;
    tables::crosstable(out, &page.summary.table)?;
    ratings::ratings(out, page.summary)?;
    tables::faults(out, page.summary)?;
    games::games(out, &page.summary.names, games)?;
    write!(out, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

/// The facts of the caller, and the one-line summary of a match.
fn facts(out: &mut dyn Write, page: &Page) -> io::Result<()> {
    let summary = page.summary;
    let mut lines: Vec<(String, String)> = page.facts.to_vec();
    lines.push(("games".into(), summary.games.to_string()));
    if let Some((about, elo)) = summary.elo_text().as_deref().and_then(|text| text.rsplit_once(": ")) {
        lines.push((about.to_owned(), elo.to_owned()));
    }
    if let Some(sprt) = &summary.sprt {
        let text = format!(
            "LLR {:.2} between {:.2} and {:.2}: {}",
            sprt.llr,
            sprt.lower,
            sprt.upper,
            match sprt.verdict {
                crate::stats::Verdict::H0 => "H0 is accepted",
                crate::stats::Verdict::H1 => "H1 is accepted",
                crate::stats::Verdict::Open => "still open",
            }
        );
        lines.push(("SPRT".into(), text));
    }
    writeln!(out, "<dl>")?;
    for (key, value) in &lines {
        writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", html(key), html(value))?;
    }
    writeln!(out, "</dl>")
}
