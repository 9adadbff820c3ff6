//! What is measured of each game, and how two rule sets differ in it.

use serde::{Deserialize, Serialize};

use crate::GameHistory;
use crate::history::leader;
use crate::numbers::{quantile, rounded, two_sided};

/// Something that is measured of each game.
pub struct Metric {
    /// Its name in JSON.
    pub id: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Is it a part of the games, shown in per cent?
    pub part: bool,
    measure: fn(&GameHistory) -> Option<f64>,
}

impl Metric {
    /// Its value for a game; `None` where the game has none.
    pub fn of_game(&self, course: &GameHistory) -> Option<f64> {
        (self.measure)(course)
    }
}

/// Everything that is measured.
pub const fn metrics() -> &'static [Metric] {
    METRICS
}

const fn number(id: &'static str, about: &'static str, measure: fn(&GameHistory) -> Option<f64>) -> Metric {
    Metric { id, about, part: false, measure }
}

const fn part(id: &'static str, about: &'static str, measure: fn(&GameHistory) -> Option<f64>) -> Metric {
    Metric { id, about, part: true, measure }
}

const METRICS: &[Metric] = &[
    number("length", "choices in a game", |course| Some(course.decisions.len() as f64)),
    number("choices", "moves to choose from", |course| {
        let sum: f64 = course.decisions.iter().map(|decision| decision.choices as f64).sum();
        (!course.decisions.is_empty()).then(|| sum / course.decisions.len() as f64)
    }),
    part("edge", "first player over an even share", |course| {
        Some(course.share(0) - 1.0 / course.seats as f64)
    }),
    part("draws", "draws", |course| Some(f64::from(u8::from(course.winners.len() != 1)))),
    number("lead_changes", "changes of the lead in points", |course| Some(course.lead_changes() as f64)),
    number("turns", "changes of the lead by the judge", |course| Some(course.judge_lead_changes() as f64)),
    part("placement", "leader after placement wins", placement_told),
    number("margin", "winning margin in points", |course| Some(course.margin() as f64)),
    number("points", "most points", |course| course.scores.iter().max().map(|&score| score as f64)),
    part("tested", "share of the tested level", |course| Some(course.share(course.tested?))),
];

fn placement_told(course: &GameHistory) -> Option<f64> {
    let at = course.after_placement()?;
    let standings = course.standings();
    leader(standings[at].as_deref()).map(|seat| course.share(seat))
}

/// By how much something differs between two rule sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The metric.
    pub metric: String,
    /// Pairs of games, the same seed under both rules.
    pub of: u64,
    /// The mean under the first rules, in those games.
    pub before: f64,
    /// The mean under the second.
    pub after: f64,
    /// The mean of the differences, second less first.
    pub by: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How likely a difference as great is if there is none.
    pub p: f64,
    /// Would it stand if every difference of the same table were tested at once (Holm, 5 %)?
    #[serde(default)]
    pub clear: bool,
}

/// Compares games of two rule sets, those of the same number with each other.
pub fn differences(first: &[Option<GameHistory>], second: &[Option<GameHistory>]) -> Vec<Difference> {
    let pairs: Vec<(&GameHistory, &GameHistory)> =
        first.iter().zip(second).filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?))).collect();
    METRICS.iter().filter_map(|metric| difference(metric, &pairs)).collect()
}

fn difference(metric: &Metric, pairs: &[(&GameHistory, &GameHistory)]) -> Option<Difference> {
    let values: Vec<(f64, f64)> =
        pairs.iter().filter_map(|(a, b)| Some((metric.of_game(a)?, metric.of_game(b)?))).collect();
    let n = values.len() as f64;
    // Where nothing is ever counted, as points in Amazons, there is nothing to say.
    if values.len() < 2 || values.iter().all(|pair| *pair == (0.0, 0.0)) {
        return None;
    }
    let before = values.iter().map(|pair| pair.0).sum::<f64>() / n;
    let after = values.iter().map(|pair| pair.1).sum::<f64>() / n;
    let by = after - before;
    let spread = values.iter().map(|(a, b)| (b - a - by).powi(2)).sum::<f64>() / (n - 1.0);
    let error = (spread / n).sqrt();
    let reach = quantile(values.len()) * error;
    let p = match error {
        error if error > 1e-12 => two_sided(by / error, values.len()),
        _ if by.abs() > 1e-12 => 0.0,
        _ => 1.0,
    };
    Some(Difference {
        metric: metric.id.into(),
        of: values.len() as u64,
        before: rounded(before),
        after: rounded(after),
        by: rounded(by),
        low: rounded(by - reach),
        high: rounded(by + reach),
        p: rounded(p),
        clear: false,
    })
}

/// Marks what is clear among many differences: Holm's procedure at 5 %. Fewer than ten pairs are never clear.
pub(crate) fn mark_clear<'a>(all: impl Iterator<Item = &'a mut Difference>) {
    let mut all: Vec<&mut Difference> = all.collect();
    all.sort_by(|a, b| a.p.total_cmp(&b.p));
    let count = all.len();
    for (rank, difference) in all.into_iter().enumerate() {
        if difference.p * (count - rank) as f64 > 0.05 {
            break;
        }
        difference.clear = difference.of >= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::tests::course;

    #[test]
    fn pairs_are_compared_game_by_game() {
        let short = course(&[0.5, 0.5, 0.9], &[0, 0, 0], [4, 1]);
        let long = course(&[0.5, 0.5, 0.1, 0.2, 0.2], &[0, 1, 1, 1, 1], [2, 4]);
        let (a, b) = (Some(short), Some(long));
        let found = differences(
            &[a.clone(), a.clone(), None, a.clone()],
            &[b.clone(), a.clone(), b.clone(), b.clone()],
        );
        let of = |id: &str| found.iter().find(|difference| difference.metric == id).unwrap();
        // Differences of length: 2, 0, 2.
        let length = of("length");
        assert_eq!((length.of, length.before), (3, 3.0));
        assert!((length.by - 4.0 / 3.0).abs() < 1e-6);
        assert!(length.low < length.by && length.by < length.high);
        assert!((of("edge").by + 2.0 / 3.0).abs() < 1e-6);
        assert!((of("lead_changes").by - 2.0 / 3.0).abs() < 1e-6);
        assert_eq!(of("placement").of, 3);
        assert!(!found.iter().any(|difference| difference.metric == "tested"));
    }

    #[test]
    fn holm_takes_what_stands_and_no_more() {
        let one = |p: f64, of: u64| Difference {
            metric: "length".into(),
            of,
            before: 0.0,
            after: 0.0,
            by: 0.0,
            low: 0.0,
            high: 0.0,
            p,
            clear: false,
        };
        // 0.001·4, 0.015·3 pass; 0.03·2 does not, and 0.04 after it neither.
        let mut all = [one(0.04, 50), one(0.001, 50), one(0.03, 50), one(0.015, 50)];
        mark_clear(all.iter_mut());
        assert_eq!(all.map(|difference| difference.clear), [false, true, false, true]);
        let mut few = [one(0.0, 3)];
        mark_clear(few.iter_mut());
        assert!(!few[0].clear);
    }
}
