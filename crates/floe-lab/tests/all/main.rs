//! The lab as its users see it: tiny experiments on every game, reports that survive JSON, pages that fetch nothing.

mod games;
mod pages;

use floe_engine::Level;
use floe_games::Manifest;
use floe_games::registry::find;
use floe_games::switches::RuleSet;
use floe_lab::{LabConfig, LabReport, RunOptions, report, variations};

/// A game on a board small enough for tests.
pub fn small(id: &str) -> (&'static Manifest, RuleSet) {
    let rules = match id {
        "amazons" => "rows=4,cols=4",
        "penguins" => "rows=4,cols=4,pieces=2",
        "pauper" => "sprint",
        "fish" => "rows=3,cols=4,players=3",
        "amazon-penguins" => "rows=4,cols=4,pieces=2",
        "paper-penguins" => "rows=4,cols=4,pieces=2",
        "penguin-buffet" | "amazonian-buffet" => "rows=4,cols=4",
        _ => "rounds=1",
    };
    let entry = find(id).unwrap();
    (entry, entry.parse_rules(Some(&rules.into())).unwrap())
}

/// A configuration with few games.
pub fn config(level: Level, games: usize) -> LabConfig {
    LabConfig { level, against: None, judge: None, games, seed: 7 }
}

/// A report on a game, with some switches changed.
pub fn tiny(id: &str, level: Level, games: usize, named: &[&str], options: &RunOptions<'_>) -> LabReport {
    let (entry, rules) = small(id);
    let named: Vec<String> = named.iter().map(|name| name.to_string()).collect();
    let (varied, skipped) = match named.is_empty() {
        true => (Vec::new(), Vec::new()),
        false => variations(entry, &rules, &named, 7).unwrap(),
    };
    LabReport::Report(Box::new(
        report(entry, &rules, &varied, skipped, &config(level, games), options).unwrap(),
    ))
}
