//! A report as one HTML file: tables and graphs, no scripts, nothing from outside.
//!
//! It is assembled by `write!` without a template engine: most of it are rows of figures made by loops, and every text goes
//! through [`html_escape`].

mod draw;
mod sections;

use std::fmt::Write;

use crate::report::LabReport;
use crate::text::INCOMPLETE;
use crate::verdict::verdict;

const STYLE: &str = include_str!("style.css");

/// The HTML page of a report. The same report gives the same bytes.
pub fn to_html(lab_report: &LabReport) -> String {
    let (title, lead, body, incomplete) = match lab_report {
        LabReport::Report(report) => {
            let setting = &report.arm.setting;
            (
                format!("{} in the lab", setting.name),
                lead(setting),
                sections::report(report),
                report.incomplete,
            )
        }
        LabReport::Comparison(comparison) => {
            let [one, other] = &comparison.names;
            let mut lead = lead(&comparison.first.setting);
            // The numbers of games are in the table.
            lead.remove(0);
            let body = sections::comparison(comparison);
            (format!("{one} and {other} in the lab"), lead, body, comparison.incomplete)
        }
        LabReport::Layouts(layouts) => {
            let lead = vec![
                ("level", format!("{} against itself", layouts.level)),
                ("games on each board", layouts.asked.to_string()),
                ("seed", layouts.seed.to_string()),
            ];
            ("The boards in the lab".into(), lead, sections::layouts(layouts), layouts.incomplete)
        }
        LabReport::Levels(levels) => {
            let Some(arm) = levels.arms.first() else { return String::new() };
            let mut lead = lead(&arm.setting);
            // Level and judge are in the table.
            lead.drain(1..3);
            let title = format!("{} at several levels", arm.setting.name);
            (title, lead, sections::levels(levels), levels.incomplete)
        }
        LabReport::Game(game) => {
            let title = format!("A game of {}", game.setting.name);
            (title, lead(&game.setting), sections::game(game), false)
        }
    };
    let title = html(&title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<header>\n<h1>{title}</h1>\n<dl>\n"
    );
    for (name, value) in lead {
        let _ = writeln!(page, "<div><dt>{}</dt><dd>{}</dd></div>", html(name), html(&value));
    }
    page += "</dl>\n";
    if let LabReport::Report(report) = lab_report {
        let _ = writeln!(page, "<p class=\"verdict\">{}</p>", html(&verdict(&report.arm.summary)));
    }
    if incomplete {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", html(INCOMPLETE.trim()));
    }
    page + "</header>\n<main>\n" + &body + FOOT
}

fn lead(setting: &crate::ArmConfig) -> Vec<(&'static str, String)> {
    vec![
        ("rules", setting.rules_words()),
        ("level", setting.players_words()),
        ("judged by level", setting.judge.clone()),
        ("seed", setting.seed.to_string()),
    ]
}

const FOOT: &str = "</main>\n<footer class=\"note\">Figures come with their 95 % intervals. A lead is clear from ten percentage points of \
                    win probability on. Results describe how this engine plays.</footer>\n</body>\n</html>\n";

/// Escapes a text for use between tags or in quotes.
fn html(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    html_escape::encode_quoted_attribute(&text).into_owned()
}
