//! The sections of a page.

use std::fmt::Write;

use super::draw::{Mark, by_decile, counts, proportions_by_decile, ranges};
use super::html;
use crate::metric::metrics;
use crate::report::{Comparison, LayoutRow, Layouts, RuleReport, Variation};
use crate::text::{change, facts, share};
use crate::variations::plain;
use crate::{Difference, Summary};

/// A table that may be wider than the page.
fn table(heads: &[&str], rows: &[(bool, Vec<String>)]) -> String {
    let mut text = "<div class=\"wide\" tabindex=\"0\"><table>\n".to_owned();
    if !heads.is_empty() {
        text += "<thead><tr>";
        for (number, head) in heads.iter().enumerate() {
            let class = if number == 0 { " class=\"name\"" } else { "" };
            let _ = write!(text, "<th scope=\"col\"{class}>{}</th>", html(head));
        }
        text += "</tr></thead>\n";
    }
    text += "<tbody>\n";
    for (clear, cells) in rows {
        // Indented names belong to the line above.
        let sub = cells.first().is_some_and(|name| name.starts_with(' '));
        text += match (clear, sub) {
            (true, _) => "<tr class=\"clear\">",
            (false, true) => "<tr class=\"sub\">",
            (false, false) => "<tr>",
        };
        for (number, cell) in cells.iter().enumerate() {
            let cell = html(cell.trim());
            text += &match number {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            };
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table></div>\n"
}

fn figure(caption: &str, drawing: &str) -> String {
    format!("<figure><figcaption>{}</figcaption>{drawing}</figure>\n", html(caption))
}

fn figures(summary: &Summary) -> String {
    let even = 1.0 / summary.seats.len().max(1) as f64;
    let seats = summary.seats.iter().enumerate().map(|(seat, won)| Mark {
        name: if seat == 0 { "first player".into() } else { format!("seat {seat}") },
        value: 100.0 * won.value,
        low: 100.0 * won.low,
        high: 100.0 * won.high,
        second: false,
    });
    let seats: Vec<Mark> = seats.collect();
    let mut text = "<div class=\"plots\">\n".to_owned();
    text += &figure("Wins per seat, in per cent of the games", &ranges(&seats, 100.0 * even, "", "who wins"));
    text += &figure("Moves per game, all players together", &counts(&summary.length_bins, "length of games"));
    text += &figure(
        "Legal moves over the course of the game",
        &by_decile(&summary.legal_moves_by_decile, "legal moves"),
    );
    text += &figure(
        "How often the clear leader wins, over the course of the game",
        &proportions_by_decile(&summary.leader_wins_by_decile, even, "how often the leader wins"),
    );
    if !summary.margin_bins.counts.is_empty() {
        text += &figure("Final margin of the first player", &counts(&summary.margin_bins, "final margins"));
    }
    text + "</div>\n"
}

fn figures_of(summary: &Summary) -> String {
    let rows: Vec<(bool, Vec<String>)> =
        facts(summary).into_iter().map(|(name, value)| (false, vec![name, value])).collect();
    format!("<div class=\"facts\">{}</div>\n", table(&[], &rows))
}

fn changes(differences: &[Difference]) -> String {
    let rows: Vec<(bool, Vec<String>)> = differences
        .iter()
        .map(|difference| {
            let (about, from, by) = change(difference);
            (difference.clear, vec![about.to_owned(), from, by, difference.n.to_string()])
        })
        .collect();
    match rows.is_empty() {
        true => "<p class=\"note\">Too few games to compare.</p>\n".into(),
        false => table(&["", "mean", "difference", "pairs"], &rows),
    }
}

pub(super) fn report(report: &RuleReport) -> String {
    let summary = &report.arm.summary;
    let mut text = "<section>\n<h2>Figures</h2>\n".to_owned() + &figures_of(summary) + "</section>\n";
    if summary.games > 0 {
        text += &("<section>\n<h2>Graphs</h2>\n".to_owned() + &figures(summary) + "</section>\n");
    }
    if !report.variations.is_empty() {
        text += &switches(&report.variations);
    }
    if !report.skipped.is_empty() {
        text += "<section>\n<h2>Skipped</h2>\n<ul>\n";
        for line in &report.skipped {
            let _ = writeln!(text, "<li>{}</li>", html(line));
        }
        text += "</ul>\n</section>\n";
    }
    text
}

/// What each switch changes: a graph for each metric, then all figures.
fn switches(variations: &[Variation]) -> String {
    let mut text = "<section>\n<h2>What each switch changes</h2>\n\
                    <p class=\"note\">One switch at a time, game by game on the same seeds. Marked differences are significant \
                    across all of these tables together.</p>\n<div class=\"plots\">\n"
        .to_owned();
    for metric in metrics() {
        let scale = if metric.part { 100.0 } else { 1.0 };
        let marks: Vec<Mark> = variations
            .iter()
            .filter_map(|variation| {
                let found = variation.differences.iter().find(|difference| difference.metric == metric.id)?;
                Some(Mark {
                    name: format!("{}={}", variation.switch, plain(&variation.value)),
                    value: scale * found.by,
                    low: scale * found.low,
                    high: scale * found.high,
                    second: found.clear,
                })
            })
            .collect();
        if !marks.is_empty() {
            let caption = match metric.part {
                true => format!("Difference in {}, in percentage points", metric.about),
                false => format!("Difference in {}", metric.about),
            };
            text += &figure(&caption, &ranges(&marks, 0.0, "", &caption));
        }
    }
    text += "</div>\n<p class=\"note key\"><span>not significant</span><span class=\"second\">significant</span></p>\n";
    for variation in variations {
        let _ = write!(
            text,
            "<h3>{} = {} <span class=\"note\">(was {}; {} games)</span></h3>\n{}",
            html(&variation.switch),
            html(&plain(&variation.value)),
            html(&plain(&variation.was)),
            variation.summary.games,
            changes(&variation.differences)
        );
    }
    text + "</section>\n"
}

pub(super) fn comparison(comparison: &Comparison) -> String {
    let arms = [&comparison.first, &comparison.second];
    let mut text = "<section>\n<h2>Differences</h2>\n<p class=\"note\">Second minus first, game by game on the same seeds. Marked \
                    differences are significant across the whole table.</p>\n"
        .to_owned()
        + &changes(&comparison.differences)
        + "</section>\n<section>\n<h2>Side by side</h2>\n";
    let columns = arms.map(|arm| facts(&arm.summary));
    let mut rows: Vec<(bool, Vec<String>)> =
        vec![(false, vec!["rules".into(), arms[0].setting.rules_words(), arms[1].setting.rules_words()])];
    // A settled margin belongs to the checkpoint above it, so its key includes the line before.
    let keyed = |facts: &[(String, String)]| -> Vec<(String, String, String)> {
        let before = std::iter::once("").chain(facts.iter().map(|(name, _)| name.as_str()));
        let keys = facts.iter().zip(before).map(|((name, value), before)| {
            let key = if name.starts_with(' ') { format!("{before}{name}") } else { name.clone() };
            (key, name.clone(), value.clone())
        });
        keys.collect()
    };
    let (one, other) = (keyed(&columns[0]), keyed(&columns[1]));
    let value = |list: &[(String, String, String)], key: &str| {
        list.iter().find(|(known, ..)| known == key).map_or("–".into(), |(_, _, value)| value.clone())
    };
    for (key, name, _) in &one {
        rows.push((false, vec![name.clone(), value(&one, key), value(&other, key)]));
    }
    for (key, name, _) in other.iter().filter(|(key, ..)| !one.iter().any(|(known, ..)| known == key)) {
        rows.push((false, vec![name.clone(), "–".into(), value(&other, key)]));
    }
    text += &table(&["", &comparison.names[0], &comparison.names[1]], &rows);
    for (name, arm) in comparison.names.iter().zip(arms) {
        if arm.summary.games > 0 {
            let _ = write!(text, "<h3>{}</h3>\n{}", html(name), figures(&arm.summary));
        }
    }
    text + "</section>\n"
}

pub(super) fn layouts(layouts: &Layouts) -> String {
    let name = |row: &LayoutRow| format!("{} {}", row.game, row.layout);
    let marks: Vec<Mark> = layouts
        .rows
        .iter()
        .filter(|row| row.games > 0)
        .map(|row| Mark {
            name: name(row),
            value: 100.0 * row.first.value,
            low: 100.0 * row.first.low,
            high: 100.0 * row.first.high,
            second: row.verdict == crate::Verdict::Lopsided,
        })
        .collect();
    let rows: Vec<(bool, Vec<String>)> = layouts
        .rows
        .iter()
        .map(|row| {
            let cells = vec![
                name(row),
                row.games.to_string(),
                row.different.to_string(),
                share(&row.first),
                share(&row.draws),
                format!("{:.1}", row.length),
                row.verdict.as_str().into(),
            ];
            (row.verdict == crate::Verdict::Lopsided, cells)
        })
        .collect();
    let heads = ["board", "games", "distinct", "first player wins", "draws", "moves", "verdict"];
    "<section>\n<h2>The first player’s share</h2>\n<p class=\"note\">A board is fair if the whole interval lies between 45 and \
     55 %, lopsided if none of it does; otherwise more games are needed.</p>\n"
        .to_owned()
        + &figure("First player’s share of the games, in per cent", &ranges(&marks, 50.0, "", "first player’s share"))
        + &table(&heads, &rows)
        + "</section>\n"
}
