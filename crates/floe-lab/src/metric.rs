//! What is measured for each game, and how two rule sets differ in it.

use serde::{Deserialize, Serialize};

use crate::GameHistory;
use crate::history::leader;
use crate::numbers::{quantile, rounded, two_sided};

/// Something that is measured for each game.
pub struct Metric {
    /// Its name in JSON.
    pub id: &'static str,
    /// A short description.
    pub about: &'static str,
    /// Whether it is a proportion of the games, shown in per cent.
    pub part: bool,
    measure: fn(&GameHistory) -> Option<f64>,
}

impl Metric {
    /// Its value for a game; `None` where the game has none.
    pub fn of_game(&self, game: &GameHistory) -> Option<f64> {
        (self.measure)(game)
    }
}

/// All metrics.
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
    number("length", "moves per game", |game| Some(game.decisions.len() as f64)),
    number("choices", "legal moves", |game| {
        let sum: f64 = game.decisions.iter().map(|decision| decision.choices as f64).sum();
        (!game.decisions.is_empty()).then(|| sum / game.decisions.len() as f64)
    }),
    part("edge", "first player above an even share", |game| Some(game.share(0) - 1.0 / game.seats as f64)),
    part("draws", "draws", |game| Some(f64::from(u8::from(game.winners.len() != 1)))),
    number("lead_changes", "lead changes (points)", |game| Some(game.lead_changes() as f64)),
    number("turns", "lead changes (judge)", |game| Some(game.judge_lead_changes() as f64)),
    part("placement", "leader after placement wins", placement_leader_wins),
    number("margin", "winning margin in points", |game| Some(game.margin() as f64)),
    number("points", "most points", |game| game.scores.iter().max().map(|&score| score as f64)),
    part("tested", "share of the tested level", |game| Some(game.share(game.tested?))),
];

fn placement_leader_wins(game: &GameHistory) -> Option<f64> {
    let at = game.after_placement()?;
    let standings = game.standings();
    leader(standings[at].as_deref()).map(|seat| game.share(seat))
}

/// The difference between two rule sets in one metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The metric.
    pub metric: String,
    /// The number of pairs of games with the same seed under both rules.
    pub n: u64,
    /// The mean under the first rules, in those games.
    pub before: f64,
    /// The mean under the second rules.
    pub after: f64,
    /// The mean of the differences, second minus first.
    pub by: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability of a difference at least this large if there is none.
    pub p: f64,
    /// Whether it is significant across all differences of the same table (Holm, 5 %).
    #[serde(default)]
    pub clear: bool,
}

/// Compares the games of two rule sets pairwise by number.
pub fn differences(first: &[Option<GameHistory>], second: &[Option<GameHistory>]) -> Vec<Difference> {
    let pairs: Vec<(&GameHistory, &GameHistory)> =
        first.iter().zip(second).filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?))).collect();
    METRICS.iter().filter_map(|metric| difference(metric, &pairs)).collect()
}

fn difference(metric: &Metric, pairs: &[(&GameHistory, &GameHistory)]) -> Option<Difference> {
    let values: Vec<(f64, f64)> =
        pairs.iter().filter_map(|(a, b)| Some((metric.of_game(a)?, metric.of_game(b)?))).collect();
    let n = values.len() as f64;
    // Where nothing is ever counted, such as points in Amazons, there is nothing to compare.
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
        n: values.len() as u64,
        before: rounded(before),
        after: rounded(after),
        by: rounded(by),
        low: rounded(by - reach),
        high: rounded(by + reach),
        p: rounded(p),
        clear: false,
    })
}

/// Marks the significant ones among many differences: Holm's procedure at 5 %. Fewer than ten pairs are never
/// significant.
pub(crate) fn mark_clear<'a>(all: impl Iterator<Item = &'a mut Difference>) {
    let mut all: Vec<&mut Difference> = all.collect();
    all.sort_by(|a, b| a.p.total_cmp(&b.p));
    let count = all.len();
    for (rank, difference) in all.into_iter().enumerate() {
        if difference.p * (count - rank) as f64 > 0.05 {
            break;
        }
        difference.clear = difference.n >= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::tests::game;

    #[test]
    fn pairs_are_compared_game_by_game() {
        let short = game(&[0.5, 0.5, 0.9], &[0, 0, 0], [4, 1]);
        let long = game(&[0.5, 0.5, 0.1, 0.2, 0.2], &[0, 1, 1, 1, 1], [2, 4]);
        let (a, b) = (Some(short), Some(long));
        let found = differences(
            &[a.clone(), a.clone(), None, a.clone()],
            &[b.clone(), a.clone(), b.clone(), b.clone()],
        );
        let of = |id: &str| found.iter().find(|difference| difference.metric == id).unwrap();
        // Differences of length: 2, 0, 2.
        let length = of("length");
        assert_eq!((length.n, length.before), (3, 3.0));
        assert!((length.by - 4.0 / 3.0).abs() < 1e-6);
        assert!(length.low < length.by && length.by < length.high);
        assert!((of("edge").by + 2.0 / 3.0).abs() < 1e-6);
        assert!((of("lead_changes").by - 2.0 / 3.0).abs() < 1e-6);
        assert_eq!(of("placement").n, 3);
        assert!(!found.iter().any(|difference| difference.metric == "tested"));
    }

    #[test]
    fn holm_takes_what_stands_and_no_more() {
        let one = |p: f64, n: u64| Difference {
            metric: "length".into(),
            n,
            before: 0.0,
            after: 0.0,
            by: 0.0,
            low: 0.0,
            high: 0.0,
            p,
            clear: false,
        };
        // 0.001·4 and 0.015·3 pass; 0.03·2 does not, and neither does 0.04 after it.
        let mut all = [one(0.04, 50), one(0.001, 50), one(0.03, 50), one(0.015, 50)];
        mark_clear(all.iter_mut());
        assert_eq!(all.map(|difference| difference.clear), [false, true, false, true]);
        let mut few = [one(0.0, 3)];
        mark_clear(few.iter_mut());
        assert!(!few[0].clear);
    }
}
