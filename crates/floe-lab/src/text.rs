//! A report as text for a terminal, and the wording that it shares with the HTML page.

use serde_json::Value;

use crate::metric::metrics;
use crate::report::{ArmConfig, Comparison, GameReport, LabReport, Layouts, LevelReport, RuleReport};
use crate::variations::plain;
use crate::verdict::verdict;
use crate::{Checkpoint, Difference, Distribution, Proportion, RSquared, Summary};

/// The report as text.
pub fn to_text(lab_report: &LabReport) -> String {
    match lab_report {
        LabReport::Report(report) => of_report(report),
        LabReport::Comparison(comparison) => of_comparison(comparison),
        LabReport::Layouts(layouts) => of_layouts(layouts),
        LabReport::Levels(levels) => of_levels(levels),
        LabReport::Game(game) => of_game(game),
    }
}

fn of_report(report: &RuleReport) -> String {
    let mut text = heading(&report.arm.setting) + &verdict(&report.arm.summary) + "\n";
    text += &rows(&facts(&report.arm.summary));
    if report.incomplete {
        text += INCOMPLETE;
    }
    if report.variations.len() > 1 {
        text += "\nSide by side:\n";
        text += &columns(&sweep(report));
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

/// The rules and their variations in short: value, games, the first player's wins, draws, length.
pub(crate) fn sweep(report: &RuleReport) -> Vec<Vec<String>> {
    let row = |name: String, summary: &Summary| {
        let first = crate::verdict::first_player(summary).1;
        vec![
            name,
            summary.games.to_string(),
            first.map_or("–".into(), |first| share(&first)),
            format!("{:.1} %", 100.0 * summary.draws.value),
            summary.length.map_or("–".into(), |length| format!("{:.1}", length.mean)),
        ]
    };
    let heads = ["rules", "games", "first player wins", "draws", "moves"].map(str::to_owned).to_vec();
    let varied = report.variations.iter().map(|variation| {
        row(format!("{} = {}", variation.switch, plain(&variation.value)), &variation.summary)
    });
    [heads, row("as given".into(), &report.arm.summary)].into_iter().chain(varied).collect()
}

/// A table with the heads in its first row; the first column is left aligned.
fn columns(table: &[Vec<String>]) -> String {
    let width = |at: usize| table.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(at, cell)| match (at, width(at).unwrap_or(0)) {
            (0, width) => format!("{cell:<width$}"),
            (_, width) => format!("{cell:>width$}"),
        });
        format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    table.iter().map(line).collect()
}

fn of_levels(levels: &LevelReport) -> String {
    let Some(first) = levels.arms.first() else { return String::new() };
    let setting = &first.setting;
    let mut text = format!("{}, rules: {}\nseed {}\n", setting.name, setting.rules_words(), setting.seed);
    if levels.incomplete {
        text += INCOMPLETE;
    }
    for arm in &levels.arms {
        text += &format!("level {}: {}\n", arm.setting.players_words(), verdict(&arm.summary));
    }
    text + "\n"
        + &columns(&side_by_side(
            &levels.arms.iter().map(|arm| (arm.setting.level.as_str(), &arm.summary)).collect::<Vec<_>>(),
        ))
}

/// The figures of several summaries in columns, the names of the columns in the first row.
pub(crate) fn side_by_side(arms: &[(&str, &Summary)]) -> Vec<Vec<String>> {
    // A settled margin belongs to the checkpoint above it, so its key includes the line before.
    let keyed = |facts: Vec<(String, String)>| -> Vec<(String, String, String)> {
        let mut above = String::new();
        let key = |(name, value): (String, String)| {
            let key = if name.starts_with(' ') { format!("{above}{name}") } else { name.clone() };
            above.clone_from(&name);
            (key, name, value)
        };
        facts.into_iter().map(key).collect()
    };
    let lists: Vec<_> = arms.iter().map(|(_, summary)| keyed(facts(summary))).collect();
    let mut keys: Vec<(&String, &String)> = Vec::new();
    for (key, name, _) in lists.iter().flatten() {
        if !keys.iter().any(|(known, _)| *known == key) {
            keys.push((key, name));
        }
    }
    let heads = std::iter::once(String::new()).chain(arms.iter().map(|(name, _)| (*name).to_owned()));
    let mut table = vec![heads.collect::<Vec<_>>()];
    for (key, name) in keys {
        let value = |list: &Vec<(String, String, String)>| {
            list.iter().find(|(known, ..)| known == key).map_or("–".into(), |(_, _, value)| value.clone())
        };
        table.push(std::iter::once(name.clone()).chain(lists.iter().map(value)).collect());
    }
    table
}

fn of_game(game: &GameReport) -> String {
    let mut text = heading(&game.setting) + &story(game) + "\n\n";
    let counted = game.scores.iter().any(|&score| score != 0);
    let points = if counted { "lead in points" } else { "" };
    text += &format!("  move  seat  phase   win of seat 0                              {points}\n");
    for (number, point) in game.curve.iter().enumerate() {
        let (bar, win) = match point.win {
            Some(win) => {
                let at = (win * 30.0).round() as usize;
                let bar = (0..=30).map(|x| {
                    if x == at {
                        '●'
                    } else if x == 15 {
                        '│'
                    } else {
                        '·'
                    }
                });
                (bar.collect::<String>(), format!("{:5.1} %", 100.0 * win))
            }
            None => (" ".repeat(31), "      –".into()),
        };
        let lead = if counted { format!("{:+}", point.lead) } else { String::new() };
        let line =
            format!("  {:>4}  {:>4}  {:<6}  {bar}  {win}  {lead:>4}", number + 1, point.seat, point.phase);
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// A game in sentences: who won, how the lead changed, how far the winner had been behind.
pub(crate) fn story(game: &GameReport) -> String {
    let scores: Vec<String> = game.scores.iter().map(i64::to_string).collect();
    let result = match &game.winners[..] {
        [winner] => format!("Seat {winner} wins"),
        [] => "Nobody wins".into(),
        _ => "The win is shared".into(),
    };
    let counted = game.scores.iter().any(|&score| score != 0);
    let level = game.scores.iter().all(|score| Some(score) == game.scores.first());
    let result = match (counted, level && game.winners.len() == 1) {
        (false, _) => result,
        (true, false) => format!("{result}, {}", scores.join(" : ")),
        (true, true) => format!("{result} with equal points, {},", scores.join(" : ")),
    };
    let changes = match game.lead_changes {
        0 => "the lead never changes hands".into(),
        1 => "the lead changes hands once".into(),
        times => format!("the lead changes hands {times} times"),
    };
    let drama = match game.drama {
        Some(drama) => {
            format!(
                "drama {:.0}: where the winner was behind, it was by that many percentage points",
                100.0 * drama
            )
        }
        None => "no drama: the winner was never behind".into(),
    };
    format!("{result} after {} moves; {changes}; {drama}.", game.curve.len())
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
        let name = match (seat, &summary.opener) {
            (0, None) => "first player wins (seat 0)".into(),
            _ => format!("seat {seat} wins"),
        };
        add(&name, share(won));
    }
    if let Some(opener) = &summary.opener {
        add("the player who acts first wins", share(opener));
    }
    add("draws", share(&summary.draws));
    if let Some(ties) = &summary.ties {
        add("equal points", share(ties));
    }
    if let Some(tested) = &summary.tested {
        add("the tested level wins", share(tested));
    }
    if let Some(first) = crate::verdict::first_player(summary).1 {
        let games = |points: f64| crate::games_for(first.value, points / 100.0);
        add("games for ±5, ±2, ±1 points", format!("{}, {}, {}", games(5.0), games(2.0), games(1.0)));
    }
    if let Some(komi) = &summary.komi {
        add("komi that evens these games", format!("{:+}: {}", komi.points, share(&komi.first)));
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
