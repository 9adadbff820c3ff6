//! The three experiments: a rule set and its switches, two rule sets, the boards that come with the games.

use floe_engine::Level;
use floe_games::Manifest;
use floe_games::Refusal;
use floe_games::switches::RuleSet;
use serde_json::Value;

use crate::metric::mark_clear;
use crate::report::{Arm, ArmConfig, Comparison, LayoutRow, Layouts, RuleReport, Variation, Verdict};
use crate::{GameHistory, Matchup, Run, RunOptions, Summary, VariedRules, differences, run};

/// Who plays how much.
#[derive(Clone, Copy, Debug)]
pub struct LabConfig {
    /// The level that plays.
    pub level: Level,
    /// The level of the others, if another.
    pub against: Option<Level>,
    /// The level that says who leads; see [`Bench::judge`].
    pub judge: Option<Level>,
    /// How many games under each rule set.
    pub games: usize,
    /// The seed of the first.
    pub seed: u64,
}

impl LabConfig {
    fn bench(&self, rules: &RuleSet) -> Matchup {
        Matchup { rules: rules.clone(), level: self.level, against: self.against, judge: self.judge }
    }

    fn arm(&self, entry: &Manifest, rules: &RuleSet, games: &[Option<GameHistory>]) -> Arm {
        let setting = ArmConfig {
            game: entry.id.into(),
            name: entry.name.into(),
            changed: Value::Object(entry.changed_switches(rules)),
            level: self.level.to_string(),
            against: self.against.map(|level| level.to_string()),
            judge: self.bench(rules).judge().to_string(),
            seed: self.seed,
            asked: self.games as u64,
        };
        Arm { setting, summary: summary(games) }
    }

    fn run(&self, benches: &[Matchup], effort: &RunOptions<'_>) -> Result<Run, Refusal> {
        run(benches, self.games, self.seed, effort)
    }
}

fn summary(games: &[Option<GameHistory>]) -> Summary {
    Summary::new(&games.iter().flatten().collect::<Vec<_>>())
}

/// Plays a rule set and its variations, one as often as the other. What is known when `effort` ends it is reported.
pub fn report(
    entry: &Manifest,
    rules: &RuleSet,
    varied: &[VariedRules],
    left_out: Vec<String>,
    plan: &LabConfig,
    effort: &RunOptions<'_>,
) -> Result<RuleReport, Refusal> {
    let sets = std::iter::once(rules).chain(varied.iter().map(|varied| &varied.rules));
    let benches: Vec<Matchup> = sets.map(|rules| plan.bench(rules)).collect();
    let played = plan.run(&benches, effort)?;
    let Some((base, others)) = played.games.split_first() else {
        return Err(Refusal::new("there is no rule set to play"));
    };
    let mut variations: Vec<Variation> = varied
        .iter()
        .zip(others)
        .map(|(varied, games)| Variation {
            switch: varied.switch.into(),
            was: rules.get(varied.switch).clone(),
            value: varied.value.clone(),
            summary: summary(games),
            differences: differences(base, games),
        })
        .collect();
    mark_clear(variations.iter_mut().flat_map(|variation| &mut variation.differences));
    let arm = plan.arm(entry, rules, base);
    Ok(RuleReport { arm, variations, left_out, cut_short: played.cut_short })
}

/// Plays two rule sets on the same seeds.
pub fn compare(
    names: [String; 2],
    sets: [(&Manifest, &RuleSet); 2],
    plan: &LabConfig,
    effort: &RunOptions<'_>,
) -> Result<Comparison, Refusal> {
    let [(first_of, first), (second_of, second)] = sets;
    let played = plan.run(&[plan.bench(first), plan.bench(second)], effort)?;
    let [one, other] = &played.games[..] else { return Err(Refusal::new("two rule sets are compared")) };
    let mut differences = differences(one, other);
    mark_clear(differences.iter_mut());
    Ok(Comparison {
        names,
        first: plan.arm(first_of, first, one),
        second: plan.arm(second_of, second, other),
        differences,
        cut_short: played.cut_short,
    })
}

/// Plays on some boards, one as often as the other.
pub fn layouts(
    boards: &[(&'static Manifest, String, RuleSet)],
    plan: &LabConfig,
    effort: &RunOptions<'_>,
) -> Result<Layouts, Refusal> {
    let benches: Vec<Matchup> = boards.iter().map(|(_, _, rules)| plan.bench(rules)).collect();
    let played = plan.run(&benches, effort)?;
    let rows = boards
        .iter()
        .zip(&played.games)
        .map(|((entry, layout, _), games)| {
            let summary = summary(games);
            let first =
                summary.seats.first().copied().unwrap_or_else(|| crate::Proportion::new(std::iter::empty()));
            LayoutRow {
                game: entry.id.into(),
                layout: layout.clone(),
                games: summary.games,
                different: summary.different,
                first,
                draws: summary.draws,
                length: summary.length.map_or(0.0, |length| length.mean),
                verdict: Verdict::on(&first),
            }
        })
        .collect();
    Ok(Layouts {
        level: plan.level.to_string(),
        seed: plan.seed,
        asked: plan.games as u64,
        rows,
        cut_short: played.cut_short,
    })
}
