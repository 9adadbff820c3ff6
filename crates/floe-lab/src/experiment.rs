//! The experiments: a rule set and its switches, two rule sets, several levels, one game, the boards that come with the
//! games.

use floe_engine::Level;
use floe_games::Manifest;
use floe_games::Refusal;
use floe_games::switches::RuleSet;
use serde_json::Value;

use crate::metric::mark_clear;
use crate::numbers::rounded;
use crate::report::{
    Arm, ArmConfig, Comparison, CurvePoint, GameReport, LayoutRow, Layouts, LevelReport, RuleReport,
    Variation, Verdict,
};
use crate::{GameHistory, Matchup, Run, RunOptions, Summary, VariedRules, differences, run};

/// Who plays, and how many games.
#[derive(Clone, Copy, Debug)]
pub struct LabConfig {
    /// The level that plays.
    pub level: Level,
    /// The level of the other seats, if different.
    pub against: Option<Level>,
    /// The level that judges who is ahead; see [`Matchup::judge`].
    pub judge: Option<Level>,
    /// The number of games for each rule set.
    pub games: usize,
    /// The seed of the first game.
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

    fn run(&self, matchups: &[Matchup], options: &RunOptions<'_>) -> Result<Run, Refusal> {
        run(matchups, self.games, self.seed, options)
    }
}

fn summary(games: &[Option<GameHistory>]) -> Summary {
    Summary::new(&games.iter().flatten().collect::<Vec<_>>())
}

/// Plays a rule set and its variations equally often. If `options` ends it early, reports the results so far.
pub fn report(
    entry: &Manifest,
    rules: &RuleSet,
    varied: &[VariedRules],
    skipped: Vec<String>,
    config: &LabConfig,
    options: &RunOptions<'_>,
) -> Result<RuleReport, Refusal> {
    let sets = std::iter::once(rules).chain(varied.iter().map(|varied| &varied.rules));
    let matchups: Vec<Matchup> = sets.map(|rules| config.bench(rules)).collect();
    let played = config.run(&matchups, options)?;
    let Some((base, others)) = played.games.split_first() else {
        return Err(Refusal::invalid_request("no rule set to play"));
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
    let arm = config.arm(entry, rules, base);
    Ok(RuleReport { arm, variations, skipped, incomplete: played.incomplete })
}

/// Plays a rule set at several levels, on the same seeds.
pub fn levels(
    entry: &Manifest,
    rules: &RuleSet,
    levels: &[Level],
    config: &LabConfig,
    options: &RunOptions<'_>,
) -> Result<LevelReport, Refusal> {
    let configs: Vec<LabConfig> = levels.iter().map(|&level| LabConfig { level, ..*config }).collect();
    let matchups: Vec<Matchup> = configs.iter().map(|config| config.bench(rules)).collect();
    let played = config.run(&matchups, options)?;
    let arms = configs.iter().zip(&played.games).map(|(config, games)| config.arm(entry, rules, games));
    Ok(LevelReport { arms: arms.collect(), incomplete: played.incomplete })
}

/// Plays one game and follows it. `None` if `options` stopped it.
pub fn curves(
    entry: &Manifest,
    rules: &RuleSet,
    config: &LabConfig,
    options: &RunOptions<'_>,
) -> Result<Option<GameReport>, Refusal> {
    let Some(game) = crate::play(&config.bench(rules), config.seed, 0, options.stop)? else {
        return Ok(None);
    };
    let standings = game.standings();
    let point = |(decision, standing): (&crate::Decision, &Option<Vec<f64>>)| CurvePoint {
        seat: decision.seat,
        phase: decision.phase.to_string(),
        choices: decision.choices,
        win: standing.as_ref().map(|standing| rounded(standing[0])),
        lead: decision.lead,
    };
    Ok(Some(GameReport {
        setting: LabConfig { games: 1, ..*config }.arm(entry, rules, &[]).setting,
        seats: game.seats,
        curve: game.decisions.iter().zip(&standings).map(point).collect(),
        winners: game.winners.clone(),
        scores: game.scores.clone(),
        lead_changes: game.judge_lead_changes(),
        drama: game.drama().map(rounded),
    }))
}

/// Plays two rule sets on the same seeds.
pub fn compare(
    names: [String; 2],
    sets: [(&Manifest, &RuleSet); 2],
    config: &LabConfig,
    options: &RunOptions<'_>,
) -> Result<Comparison, Refusal> {
    let [(first_of, first), (second_of, second)] = sets;
    let played = config.run(&[config.bench(first), config.bench(second)], options)?;
    let [one, other] = &played.games[..] else {
        return Err(Refusal::invalid_request("a comparison needs two rule sets"));
    };
    let mut differences = differences(one, other);
    mark_clear(differences.iter_mut());
    Ok(Comparison {
        names,
        first: config.arm(first_of, first, one),
        second: config.arm(second_of, second, other),
        differences,
        incomplete: played.incomplete,
    })
}

/// Plays the same number of games on each board.
pub fn layouts(
    boards: &[(&'static Manifest, String, RuleSet)],
    config: &LabConfig,
    options: &RunOptions<'_>,
) -> Result<Layouts, Refusal> {
    let matchups: Vec<Matchup> = boards.iter().map(|(_, _, rules)| config.bench(rules)).collect();
    let played = config.run(&matchups, options)?;
    let rows = boards
        .iter()
        .zip(&played.games)
        .map(|((entry, layout, _), games)| {
            let summary = summary(games);
            let first = crate::verdict::first_player(&summary).1;
            let first = first.unwrap_or_else(|| crate::Proportion::new(std::iter::empty()));
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
        level: config.level.to_string(),
        seed: config.seed,
        asked: config.games as u64,
        rows,
        incomplete: played.incomplete,
    })
}
