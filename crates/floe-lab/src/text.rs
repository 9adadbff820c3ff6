//! A report as text for a terminal, and the wording that it shares with the HTML page.

use serde_json::Value;

use crate::metric::metrics;
use crate::report::{ArmConfig, Comparison, LabReport, Layouts, RuleReport};
use crate::variations::plain;
use crate::{Checkpoint, Difference, Distribution, Proportion, RSquared, Summary};

/// The report as text.
pub fn to_text(lab_report: &LabReport) -> String {
    match lab_report {
        LabReport::Report(report) => of_report(report),
        LabReport::Comparison(comparison) => of_comparison(comparison),
        LabReport::Layouts(layouts) => of_layouts(layouts),
    }
}

fn of_report(report: &RuleReport) -> String {
    let mut text = heading(&report.arm.setting) + &rows(&facts(&report.arm.summary));
    if report.incomplete {
        text += INCOMPLETE;
    }
    if !report.variations.is_empty() {
        text += "\nOne switch at a time; ! marks differences that are significant across the table:\n";
    }
    for variation in &report.variations {
        let value = |value: &Value| plain(value);
        text += &format!(
            "\n{} = {} (was {}), {} games\n",
            variation.switch,
            value(&variation.value),
            value(&variation.was),
            variation.summary.games
        );
        text += &changes(&variation.differences);
    }
    if !report.skipped.is_empty() {
        text += "\nSkipped:\n";
        report.skipped.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    text
}

fn of_comparison(comparison: &Comparison) -> String {
    let mut text = String::new();
    for (name, arm) in comparison.names.iter().zip([&comparison.first, &comparison.second]) {
        text += &format!("{name}\n{}{}\n", heading(&arm.setting), rows(&facts(&arm.summary)));
    }
    if comparison.incomplete {
        text += INCOMPLETE;
    }
    text += "Second minus first on the same seeds; ! marks significant differences:\n";
    text + &changes(&comparison.differences)
}

fn of_layouts(layouts: &Layouts) -> String {
    let mut text = format!(
        "Level {} against itself, seed {}; first player's wins with their 95 % interval\n",
        layouts.level, layouts.seed
    );
    if layouts.incomplete {
        text += INCOMPLETE;
    }
    for row in &layouts.rows {
        let name = format!("{} {}", row.game, row.layout);
        text += &format!(
            "{name:<26} {:>5} games ({:>5} distinct)  {:<24} draws {:>5.1} %  {}\n",
            row.games,
            row.different,
            share(&row.first),
            100.0 * row.draws.value,
            row.verdict.as_str()
        );
    }
    text
}

/// The note about games that were not all played.
pub(crate) const INCOMPLETE: &str =
    "Stopped early: only finished games are included, so a rerun may differ.\n";

fn heading(setting: &ArmConfig) -> String {
    format!(
        "{}, rules: {}\nlevel {}, judged by level {}, seed {}\n",
        setting.name,
        setting.rules_words(),
        setting.players_words(),
        setting.judge,
        setting.seed
    )
}

fn rows(facts: &[(String, String)]) -> String {
    facts.iter().map(|(name, value)| format!("  {name:<34} {value}\n")).collect()
}

/// The figures of a summary with their names.
pub(crate) fn facts(summary: &Summary) -> Vec<(String, String)> {
    let mut facts = vec![("games".to_owned(), summary.games.to_string())];
    if summary.games == 0 {
        return facts;
    }
    let mut add = |name: &str, value: String| facts.push((name.to_owned(), value));
    if summary.different < summary.games {
        add("  distinct games", summary.different.to_string());
    }
    for (seat, won) in summary.seats.iter().enumerate() {
        let name = if seat == 0 { "first player wins (seat 0)".into() } else { format!("seat {seat} wins") };
        add(&name, share(won));
    }
    add("draws", share(&summary.draws));
    if let Some(ties) = &summary.ties {
        add("equal points", share(ties));
    }
    if let Some(tested) = &summary.tested {
        add("the tested level wins", share(tested));
    }
    if let Some(length) = &summary.length {
        add("moves per game", spread(length));
    }
    for row in &summary.phases {
        add(&format!("legal moves, {}", row.phase), spread(&row.choices));
    }
    if let Some(changes) = &summary.lead_changes {
        add("lead changes (points)", spread(changes));
    }
    if let Some(turns) = &summary.turns {
        add("lead changes (judge)", spread(turns));
    }
    for checkpoint in &summary.moments {
        add(&format!("leader {} wins", when(checkpoint)), share(&checkpoint.right));
        if let Some(settled) = &checkpoint.settled {
            add("  margin settled by then", explained(settled));
        }
    }
    if let Some(margin) = &summary.margin {
        add("winning margin", spread(margin));
    }
    if let Some(score) = &summary.score {
        add("points per seat", spread(score));
    }
    facts
}

/// The time of a checkpoint as text.
pub(crate) fn when(checkpoint: &Checkpoint) -> String {
    match checkpoint.at.as_str() {
        "placement" => "after placement".into(),
        part => format!("after {part} % of the game"),
    }
}

fn changes(differences: &[Difference]) -> String {
    if differences.is_empty() {
        return "  too few games to compare\n".into();
    }
    differences
        .iter()
        .map(|difference| {
            let (about, from, by) = change(difference);
            let mark = if difference.clear { "!" } else { " " };
            format!("{mark} {about:<34} {from:<18} {by}\n")
        })
        .collect()
}

/// A difference: the metric, from what to what, and by how much.
pub(crate) fn change(difference: &Difference) -> (&str, String, String) {
    let metric = metrics().iter().find(|metric| metric.id == difference.metric);
    let about = metric.map_or(difference.metric.as_str(), |metric| metric.about);
    let (scale, unit, places) = match metric.is_some_and(|metric| metric.part) {
        true => (100.0, " %", 1),
        false => (1.0, "", 2),
    };
    let one = |value: f64| format!("{:.places$}", scale * value);
    let signed = |value: f64| format!("{:+.places$}", scale * value);
    (
        about,
        format!("{} → {}{unit}", one(difference.before), one(difference.after)),
        format!("{} ({} … {})", signed(difference.by), signed(difference.low), signed(difference.high)),
    )
}

/// `52.0 % (45.1 … 58.8)`.
pub(crate) fn share(share: &Proportion) -> String {
    match share.n {
        0 => "no games".into(),
        _ => format!("{:.1} % ({:.1} … {:.1})", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high),
    }
}

fn explained(r: &RSquared) -> String {
    format!("{:.1} % ({:.1} … {:.1})", 100.0 * r.value, 100.0 * r.low, 100.0 * r.high)
}

/// `52.3 (51.8 … 52.8), 40 to 66`.
pub(crate) fn spread(spread: &Distribution) -> String {
    format!("{:.2} ({:.2} … {:.2}), {} to {}", spread.mean, spread.low, spread.high, spread.min, spread.max)
}
