//! The sequential probability ratio test: stops a match as soon as the result is clear.

use floe_games::Refusal;
use serde::{Deserialize, Serialize};

use super::HeadToHead;
use super::elo::score_of_elo;

/// The hypotheses: is the difference `elo0` or `elo1`?
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// H0: the difference if the change gains nothing.
    pub elo0: f64,
    /// H1: the difference if it gains something.
    pub elo1: f64,
    /// How often H1 may be accepted although H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted although H1 is true.
    pub beta: f64,
}

/// The state of the test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below this H0 is accepted.
    pub lower: f64,
    /// At or above this H1 is accepted.
    pub upper: f64,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// More sets are needed.
    Open,
}

impl Sprt {
    /// Refuses invalid hypotheses.
    pub fn check(&self) -> Result<(), Refusal> {
        let invalid = |what: String| Err(Refusal::invalid_request(format!("sprt: {what}")));
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return invalid(format!("elo0 must be less than elo1, not {} and {}", self.elo0, self.elo1));
        }
        if self.elo0 < -1000.0 || self.elo1 > 1000.0 {
            return invalid("differences must lie between -1000 and 1000".into());
        }
        for (name, part) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(part > 0.0 && part < 0.5) {
                return invalid(format!("{name} must lie between 0 and 0.5, not {part}"));
            }
        }
        Ok(())
    }

    /// Wald's bounds.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The result for the complete sets of two entrants.
    pub fn test(&self, duel: &HeadToHead) -> SprtState {
        let (lower, upper) = self.bounds();
        let llr = log_likelihood_ratio(duel, score_of_elo(self.elo0), score_of_elo(self.elo1));
        let verdict = match llr {
            llr if llr >= upper => Verdict::H1,
            llr if llr <= lower => Verdict::H0,
            _ => Verdict::Open,
        };
        SprtState { llr, lower, upper, verdict }
    }
}

/// The generalised ratio: each hypothesis fixes only the expected score, and is evaluated at the distribution of set
/// scores with that mean under which the observed sets are most likely.
fn log_likelihood_ratio(duel: &HeadToHead, score0: f64, score1: f64) -> f64 {
    if duel.complete_sets() == 0 {
        return 0.0;
    }
    // A result that has not occurred yet is unlikely, not impossible; without it a first set would decide everything.
    let counts: Vec<(f64, f64)> = duel.set_scores().map(|(score, count)| (score, count.max(1e-3))).collect();
    let total: f64 = counts.iter().map(|&(_, count)| count).sum();
    let chances: Vec<(f64, f64)> = counts.iter().map(|&(score, count)| (score, count / total)).collect();
    let (tilt0, tilt1) = (tilt(&chances, score0), tilt(&chances, score1));
    let log = |score: f64, mean: f64, tilt: f64| (1.0 + tilt * (score - mean)).ln();
    counts.iter().map(|&(score, count)| count * (log(score, score0, tilt0) - log(score, score1, tilt1))).sum()
}

/// The most likely distribution with a given mean is `p / (1 + tilt · (score − mean))`: finds the tilt.
///
/// The function whose root is sought falls from +∞ to −∞ between the poles at the smallest and largest score.
fn tilt(chances: &[(f64, f64)], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..64 {
        let middle = (low + high) / 2.0;
        let slope: f64 =
            chances.iter().map(|&(score, p)| p * (score - mean) / (1.0 + middle * (score - mean))).sum();
        if slope > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };

    fn duel(sets: [u64; 5]) -> HeadToHead {
        HeadToHead { sets: sets.into(), ..HeadToHead::default() }
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = TEST.bounds();
        assert!((upper - 19f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn agrees_with_the_normal_approximation() {
        // With many sets the ratio is n · (s1 − s0) · (2·mean − s0 − s1) / (2 · variance).
        for counts in
            [[300, 2400, 5200, 2500, 310], [500, 2400, 5000, 2400, 400], [200, 2000, 5000, 2400, 400]]
        {
            let n: f64 = counts.iter().sum::<u64>() as f64;
            let mean = (0..5).map(|i| counts[i] as f64 * i as f64 / 4.0).sum::<f64>() / n;
            let variance =
                (0..5).map(|i| counts[i] as f64 * (i as f64 / 4.0 - mean).powi(2)).sum::<f64>() / n;
            let (s0, s1) = (0.5, 1.0 / (1.0 + 10f64.powf(-5.0 / 400.0)));
            let expected = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
            let llr = TEST.test(&duel(counts)).llr;
            // The approximation leaves out a term that grows with the distance from the hypotheses.
            assert!((llr - expected).abs() < 0.02 * (1.0 + expected.abs()), "{counts:?}: {llr} {expected}");
        }
    }

    #[test]
    fn two_results_have_a_formula() {
        // Sets that are all won or all lost: the most likely distribution is the hypothesis itself.
        let (won, lost) = (60.0, 40.0);
        let sets = HeadToHead { sets: vec![40, 60], ..HeadToHead::default() };
        let (s0, s1) = (0.5f64, score_of_elo(5.0));
        let expected: f64 = won * (s1 / s0).ln() + lost * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((TEST.test(&sets).llr - expected).abs() < 1e-9);
    }

    #[test]
    fn verdicts() {
        let table = [
            ([0; 5], Verdict::Open),
            ([0, 0, 0, 0, 1], Verdict::Open),
            ([300, 2400, 5000, 2900, 500], Verdict::H1),
            ([500, 2900, 5000, 2400, 300], Verdict::H0),
            ([10, 100, 200, 100, 10], Verdict::Open),
        ];
        for (sets, verdict) in table {
            assert_eq!(TEST.test(&duel(sets)).verdict, verdict, "{sets:?} {:?}", TEST.test(&duel(sets)));
        }
    }

    #[test]
    fn mirrored_hypotheses_mirror_the_ratio() {
        let back = Sprt { elo0: -5.0, elo1: 0.0, ..TEST };
        for sets in [[1, 2, 3, 4, 5], [0, 0, 9, 1, 0], [7, 0, 0, 0, 1]] {
            let (one, two) = (duel(sets), duel(sets).reversed());
            assert!((TEST.test(&one).llr + back.test(&two).llr).abs() < 1e-9);
        }
    }

    #[test]
    fn invalid_hypotheses_are_refused() {
        for (bad, words) in [
            (Sprt { elo1: 0.0, ..TEST }, "sprt: elo0 must be less than elo1, not 0 and 0"),
            (Sprt { alpha: 0.5, ..TEST }, "sprt: alpha must lie between 0 and 0.5, not 0.5"),
            (Sprt { beta: f64::NAN, ..TEST }, "sprt: beta must lie between 0 and 0.5, not NaN"),
        ] {
            assert_eq!(bad.check().unwrap_err().to_string(), words);
        }
        assert!(TEST.check().is_ok());
    }
}
