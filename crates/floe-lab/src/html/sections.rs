//! The sections of a page.

use std::fmt::Write;

use super::draw::{Mark, by_decile, counts, curve, proportions_by_decile, ranges};
use super::html;
use crate::metric::metrics;
use crate::report::{Comparison, GameReport, LayoutRow, Layouts, LevelReport, RuleReport, Variation};
use crate::text::{change, facts, share, side_by_side, story, sweep};
use crate::variations::plain;
use crate::verdict::verdict;
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
        name: if seat == 0 && summary.opener.is_none() {
            "first player".into()
        } else {
            format!("seat {seat}")
        },
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
        text += &figure("Final margin of seat 0", &counts(&summary.margin_bins, "final margins"));
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
    if report.variations.len() > 1 {
        text += &("<section>\n<h2>Side by side</h2>\n".to_owned() + &rows_of(sweep(report)) + "</section>\n");
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
    let columns = [0, 1].map(|at| (comparison.names[at].as_str(), &arms[at].summary));
    let mut rows = side_by_side(&columns);
    let rules = arms.map(|arm| arm.setting.rules_words());
    rows.insert(1, std::iter::once("rules".to_owned()).chain(rules).collect());
    text += &rows_of(rows);
    for (name, arm) in comparison.names.iter().zip(arms) {
        if arm.summary.games > 0 {
            let _ = write!(text, "<h3>{}</h3>\n{}", html(name), figures(&arm.summary));
        }
    }
    text + "</section>\n"
}

/// A table whose first row has its heads.
fn rows_of(mut rows: Vec<Vec<String>>) -> String {
    let heads = rows.remove(0);
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    table(&heads, &rows.into_iter().map(|row| (false, row)).collect::<Vec<_>>())
}

pub(super) fn levels(levels: &LevelReport) -> String {
    let mut text = "<section>\n<h2>Verdicts</h2>\n<ul>\n".to_owned();
    for arm in &levels.arms {
        let _ = writeln!(
            text,
            "<li><b>level {}</b>: {}</li>",
            html(&arm.setting.players_words()),
            html(&verdict(&arm.summary))
        );
    }
    let columns: Vec<(&str, &Summary)> =
        levels.arms.iter().map(|arm| (arm.setting.level.as_str(), &arm.summary)).collect();
    text += "</ul>\n</section>\n<section>\n<h2>Side by side</h2>\n";
    text + &rows_of(side_by_side(&columns)) + "</section>\n"
}

pub(super) fn game(game: &GameReport) -> String {
    let wins = game.curve.iter().enumerate();
    let wins: Vec<(f64, f64)> =
        wins.filter_map(|(number, point)| Some((number as f64 + 1.0, 100.0 * point.win?))).collect();
    let leads: Vec<(f64, f64)> = game
        .curve
        .iter()
        .enumerate()
        .map(|(number, point)| (number as f64 + 1.0, f64::from(point.lead)))
        .collect();
    let mut text =
        format!("<section>\n<p class=\"verdict\">{}</p>\n<div class=\"plots\">\n", html(&story(game)));
    let even = 100.0 / game.seats.max(1) as f64;
    text += &figure(
        "Win probability of seat 0 before each move, in per cent",
        &curve(&wins, (0.0, 100.0), even, "win probability"),
    );
    if leads.iter().any(|(_, lead)| *lead != 0.0) {
        let reach = leads.iter().fold(1.0, |most: f64, (_, lead)| most.max(lead.abs()));
        text +=
            &figure("Lead of seat 0 in points after each move", &curve(&leads, (-reach, reach), 0.0, "lead"));
    }
    text += "</div>\n</section>\n<section>\n<h2>Moves</h2>\n";
    let rows = game.curve.iter().enumerate().map(|(number, point)| {
        let cells = vec![
            (number + 1).to_string(),
            point.seat.to_string(),
            point.phase.clone(),
            point.choices.to_string(),
            point.win.map_or("–".into(), |win| format!("{:.1} %", 100.0 * win)),
            format!("{:+}", point.lead),
        ];
        (false, cells)
    });
    let heads = ["move", "seat", "phase", "legal moves", "seat 0 wins", "lead of seat 0"];
    text + &table(&heads, &rows.collect::<Vec<_>>()) + "</section>\n"
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
