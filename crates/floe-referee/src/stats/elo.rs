//! Elo differences with error bars.

use serde::Serialize;

use super::HeadToHead;
use super::normal::{Z95, normal_cdf, wilson};

/// The minimum number of complete sets for an error bar from their spread. With fewer, the spread says little, and the
/// games are treated as independent.
const ENOUGH_SETS: u64 = 10;

/// What error bars are based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The spread of complete sets.
    Sets,
    /// Single games (Wilson's interval): too few sets, or all ended the same.
    Games,
}

/// By how much the first is stronger than the second, on the logistic scale: 400 points are odds of ten to one.
///
/// `None` means unbounded: all won, all lost, or an interval that extends that far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference that corresponds to the score.
    pub difference: Option<f64>,
    /// The lower end of the 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The likelihood of superiority of the first.
    pub los: f64,
    /// The score of the first, between 0 and 1.
    pub score: f64,
    /// What the error bars are based on.
    pub measure: Measure,
}

/// The Elo difference at which a score between 0 and 1 is expected; infinite at both ends.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The score that is expected at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Elo {
    /// The difference between two entrants; `None` before their first game.
    pub fn new(duel: &HeadToHead) -> Option<Elo> {
        if duel.games() == 0 {
            return None;
        }
        Elo::by_sets(duel).or_else(|| Some(Elo::by_games(duel)))
    }

    /// From the spread of sets; `None` if there are too few or they are all alike.
    fn by_sets(duel: &HeadToHead) -> Option<Elo> {
        let sets = duel.complete_sets();
        if sets < ENOUGH_SETS {
            return None;
        }
        let n = sets as f64;
        let score = duel.set_scores().map(|(score, count)| score * count).sum::<f64>() / n;
        let spread = duel.set_scores().map(|(x, count)| count * (x - score).powi(2)).sum::<f64>() / (n - 1.0);
        let error = (spread / n).sqrt();
        if error < 1e-12 {
            return None;
        }
        let superiority = normal_cdf((score - 0.5) / error);
        Some(Elo::from(score, score - Z95 * error, score + Z95 * error, superiority, Measure::Sets))
    }

    /// From single games.
    fn by_games(duel: &HeadToHead) -> Elo {
        let n = duel.games() as f64;
        let score = duel.points() / n;
        let decided = (duel.wins + duel.losses) as f64;
        let superiority = match decided {
            0.0 => 0.5,
            _ => normal_cdf((duel.wins as f64 - duel.losses as f64) / decided.sqrt()),
        };
        let (low, high) = wilson(score, n);
        Elo::from(score, low, high, superiority, Measure::Games)
    }

    fn from(score: f64, low: f64, high: f64, superiority: f64, measure: Measure) -> Elo {
        // Adding zero makes a negative zero positive.
        let finite = |score: f64| Some(elo_of_score(score) + 0.0).filter(|elo| elo.is_finite());
        Elo {
            difference: finite(score),
            low: finite(low),
            high: finite(high),
            los: superiority,
            score,
            measure,
        }
    }

    /// As text: `+35 (−12 … +59), 99.8 % likely stronger`.
    pub fn to_text(&self) -> String {
        let end = |elo: Option<f64>, beyond: &str| elo.map_or(beyond.into(), signed);
        let middle = if self.score < 0.5 { "−∞" } else { "+∞" };
        format!(
            "{} ({} … {}), {:.1} % likely stronger",
            end(self.difference, middle),
            end(self.low, "−∞"),
            end(self.high, "+∞"),
            100.0 * self.los
        )
    }
}

/// A whole number with its sign: `+35`, `−12`, `0`.
fn signed(elo: f64) -> String {
    match elo.round() {
        whole if whole > 0.0 => format!("+{whole}"),
        whole if whole < 0.0 => format!("−{}", -whole),
        _ => "0".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(sets: [u64; 5]) -> HeadToHead {
        // 0, 1, 3 and 4 half points are LL, LD, WD and WW; 2 is taken as WL.
        let [ll, ld, wl, wd, ww] = sets;
        HeadToHead { wins: wl + wd + 2 * ww, draws: ld + wd, losses: 2 * ll + ld + wl, sets: sets.into() }
    }

    fn near(a: Option<f64>, b: f64) -> bool {
        (a.unwrap() - b).abs() < 1e-6
    }

    #[test]
    fn scores_and_elo_are_equivalent() {
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(elo_of_score(0.5), 0.0);
        for elo in [-700.0, -35.5, 0.0, 5.0, 191.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn agrees_with_the_formulas() {
        // The list of single set scores, and mean and spread by their definitions.
        let counts = [10, 40, 100, 60, 15];
        let list: Vec<f64> = (0..5).flat_map(|i| vec![i as f64 / 4.0; counts[i] as usize]).collect();
        let n = list.len() as f64;
        let mean = list.iter().sum::<f64>() / n;
        let error = (list.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0) / n).sqrt();
        let elo = Elo::new(&duel(counts)).unwrap();
        assert_eq!(elo.measure, Measure::Sets);
        let by_logarithm = |s: f64| 400.0 / 10f64.ln() * (s / (1.0 - s)).ln();
        assert!(near(elo.difference, by_logarithm(mean)));
        assert!(near(elo.low, by_logarithm(mean - 1.959964 * error)), "{elo:?}");
        assert!(near(elo.high, by_logarithm(mean + 1.959964 * error)));
        assert_eq!(elo.to_text(), "+23 (+2 … +45), 98.4 % likely stronger");
    }

    #[test]
    fn few_games_have_wide_bars() {
        // Wilson's interval for 8 of 10 is 0.4902 … 0.9433 (as in many textbooks).
        let elo = Elo::new(&HeadToHead { wins: 8, losses: 2, ..HeadToHead::default() }).unwrap();
        assert_eq!(elo.measure, Measure::Games);
        assert!((score_of_elo(elo.low.unwrap()) - 0.490162).abs() < 1e-5, "{elo:?}");
        assert!((score_of_elo(elo.high.unwrap()) - 0.943318).abs() < 1e-5, "{elo:?}");

        let all = Elo::new(&HeadToHead { wins: 10, ..HeadToHead::default() }).unwrap();
        assert_eq!((all.difference, all.high), (None, None));
        assert!(all.low.unwrap() > 0.0 && all.los > 0.99);
        assert!(all.to_text().starts_with("+∞ (+"), "{}", all.to_text());
        assert_eq!(Elo::new(&HeadToHead::default()), None);
        let draw = Elo::new(&HeadToHead { draws: 1, ..HeadToHead::default() }).unwrap();
        assert_eq!(draw.los, 0.5);
        assert!(draw.difference.unwrap().is_sign_positive(), "no -0 in JSON");
        let draws = Elo::new(&HeadToHead { draws: 4, ..HeadToHead::default() }).unwrap();
        assert_eq!(draws.to_text(), "0 (−301 … +301), 50.0 % likely stronger");
        assert_eq!([-0.3, 0.4, -1.0, 12.6].map(signed), ["0", "0", "−1", "+13"]);
    }

    #[test]
    fn the_other_side_sees_the_mirror_image() {
        for sets in [[3, 8, 20, 12, 4], [0, 0, 0, 0, 30], [0, 1, 0, 0, 0], [5, 5, 5, 5, 5]] {
            let duel = duel(sets);
            let (one, two) = (Elo::new(&duel).unwrap(), Elo::new(&duel.reversed()).unwrap());
            let mirrored = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a + b).abs() < 1e-6,
                (a, b) => a.is_none() && b.is_none(),
            };
            assert!(mirrored(one.difference, two.difference));
            assert!(mirrored(one.low, two.high) && mirrored(one.high, two.low), "{one:?} {two:?}");
            assert!((one.los + two.los - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn four_times_the_sets_halve_the_bar() {
        let width = |factor: u64| {
            let elo = Elo::new(&duel([4, 10, 20, 12, 4].map(|count| count * factor))).unwrap();
            elo.high.unwrap() - elo.low.unwrap()
        };
        let widths: Vec<f64> = [1, 4, 16, 64].map(width).into();
        for pair in widths.windows(2) {
            assert!((pair[0] / pair[1] - 2.0).abs() < 0.05, "{widths:?}");
        }
    }

    #[test]
    fn paired_starts_narrow_the_bar() {
        // The first seat always wins: single games look like coin tosses, but sets show that neither is better.
        let elo = Elo::new(&duel([1, 0, 98, 0, 1])).unwrap();
        assert!(elo.high.unwrap() < 15.0);
        assert!(Elo::by_games(&duel([1, 0, 98, 0, 1])).high.unwrap() > 45.0);
    }
}
