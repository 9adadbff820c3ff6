//! Numbers with error bars. All intervals are 95 % intervals.

use floe_referee::stats::{Z95, normal_cdf, wilson};
use serde::{Deserialize, Serialize};

/// A proportion of the games, with Wilson's interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proportion {
    /// The number of games with the property; a shared win counts as a fraction.
    pub count: f64,
    /// The number of games.
    pub n: u64,
    /// The proportion, from 0 to 1.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Proportion {
    /// The mean of some numbers from 0 to 1. Without games nothing is known: the interval is 0 to 1.
    pub fn new(values: impl Iterator<Item = f64>) -> Proportion {
        let (mut count, mut n) = (0.0, 0);
        for value in values {
            count += value;
            n += 1;
        }
        if n == 0 {
            return Proportion { count, n, value: 0.0, low: 0.0, high: 1.0 };
        }
        let value = count / n as f64;
        let (low, high) = wilson(value, n as f64);
        Proportion { count: rounded(count), n, value: rounded(value), low: rounded(low), high: rounded(high) }
    }
}

/// The number of games after which a proportion near `value` has an interval of ±`reach`, both from 0 to 1.
pub fn games_for(value: f64, reach: f64) -> u64 {
    // Wilson's interval is a little wider than the normal one where few games were played.
    let variance = (value * (1.0 - value)).max(0.0);
    (Z95 * Z95 * variance / (reach * reach)).ceil().max(1.0) as u64
}

/// The proportion of variance explained (r²), with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RSquared {
    /// The number of games.
    pub n: u64,
    /// The proportion, from 0 to 1.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The distribution of some numbers, and their mean with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// How many there are.
    pub n: u64,
    /// Their mean.
    pub mean: f64,
    /// The lower end of the mean's interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The minimum.
    pub min: f64,
    /// The median.
    pub median: f64,
    /// The maximum.
    pub max: f64,
}

impl Distribution {
    /// The distribution of some numbers; `None` without numbers.
    pub fn new(values: impl Iterator<Item = f64>) -> Option<Distribution> {
        let mut values: Vec<f64> = values.collect();
        values.sort_unstable_by(f64::total_cmp);
        let (&min, &max) = (values.first()?, values.last()?);
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let sd = match values.len() {
            1 => 0.0,
            _ => (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt(),
        };
        let middle = values.len() / 2;
        let median = match values.len() % 2 {
            0 => (values[middle - 1] + values[middle]) / 2.0,
            _ => values[middle],
        };
        let reach = quantile(values.len()) * sd / n.sqrt();
        Some(Distribution {
            n: values.len() as u64,
            mean: rounded(mean),
            low: rounded(mean - reach),
            high: rounded(mean + reach),
            sd: rounded(sd),
            min: rounded(min),
            median: rounded(median),
            max: rounded(max),
        })
    }
}

/// Rounds to six decimals: more than any figure here needs, and few enough to survive JSON unchanged.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// Student's 97.5 % quantile for the mean of `n` numbers, by the Cornish–Fisher expansion: within a hundredth from five
/// numbers on. One number has no interval.
pub(crate) fn quantile(n: usize) -> f64 {
    if n < 2 {
        return 0.0;
    }
    let (z, nu) = (Z95, (n - 1) as f64);
    z + (z.powi(3) + z) / (4.0 * nu)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * nu * nu)
        + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * nu.powi(3))
}

/// The two-sided p-value of Student's t with `n` numbers, by Wallace's transformation to a normal deviate, which is
/// accurate to a few thousandths from five numbers on.
pub(crate) fn two_sided(t: f64, n: usize) -> f64 {
    let nu = n.saturating_sub(1).max(1) as f64;
    let z = (8.0 * nu + 1.0) / (8.0 * nu + 3.0) * (nu * (t * t / nu).ln_1p()).sqrt();
    2.0 * normal_cdf(-z)
}

/// A histogram with bins of equal width.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Histogram {
    /// Where the first bin starts.
    pub from: f64,
    /// The width of each bin.
    pub width: f64,
    /// The count of each bin.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Whole numbers in at most `max_bins` bins.
    pub fn new(values: &[i64], max_bins: usize) -> Histogram {
        let (Some(&min), Some(&greatest)) = (values.iter().min(), values.iter().max()) else {
            return Histogram::default();
        };
        let width = (greatest - min + 1).div_euclid(max_bins as i64).max(1);
        let width = if (greatest - min) / width >= max_bins as i64 { width + 1 } else { width };
        let from = min.div_euclid(width) * width;
        let mut counts = vec![0; ((greatest - from) / width + 1) as usize];
        for value in values {
            counts[((value - from) / width) as usize] += 1;
        }
        Histogram { from: from as f64, width: width as f64, counts }
    }
}

/// The proportion of the variance of `b` explained by `a`: the square of their correlation. The interval is Fisher's.
/// `None` for fewer than four pairs, or where one of them never varies.
pub(crate) fn explained(pairs: &[(f64, f64)]) -> Option<RSquared> {
    let n = pairs.len() as f64;
    if pairs.len() < 4 {
        return None;
    }
    let mean = |pick: fn(&(f64, f64)) -> f64| pairs.iter().map(pick).sum::<f64>() / n;
    let (a, b) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |f: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(x, y)| f(x - a, y - b)).sum::<f64>();
    let (aa, bb, ab) = (sum(&|x, _| x * x), sum(&|_, y| y * y), sum(&|x, y| x * y));
    if aa < 1e-12 || bb < 1e-12 {
        return None;
    }
    let r = (ab / (aa * bb).sqrt()).clamp(-0.999_999, 0.999_999);
    let (centre, reach) = (r.atanh(), Z95 / (n - 3.0).sqrt());
    let (low, high) = ((centre - reach).tanh(), (centre + reach).tanh());
    let min = if low < 0.0 && high > 0.0 { 0.0 } else { low.powi(2).min(high.powi(2)) };
    let max = low.powi(2).max(high.powi(2));
    let (value, low, high) = (rounded(r * r), rounded(min), rounded(max));
    Some(RSquared { n: pairs.len() as u64, value, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_count_halves() {
        let share = Proportion::new([1.0, 0.5, 0.0, 0.0].into_iter());
        assert_eq!((share.count, share.n, share.value), (1.5, 4, 0.375));
        assert!(share.low > 0.0 && share.low < 0.375 && share.high > 0.375);
        assert_eq!(Proportion::new(std::iter::empty()).high, 1.0);
    }

    #[test]
    fn games_for_an_interval() {
        assert_eq!((games_for(0.5, 0.02), games_for(0.5, 0.05), games_for(0.2, 0.02)), (2401, 385, 1537));
        assert_eq!(games_for(1.0, 0.02), 1);
        let games = games_for(0.5, 0.02);
        let share = Proportion::new((0..games).map(|game| (game % 2) as f64));
        assert!((share.high - share.low) / 2.0 <= 0.02, "{share:?}");
    }

    #[test]
    fn chances_are_students() {
        // From tables: t, the number of numbers, and its two-sided probability.
        for (t, n, expected) in
            [(2.262, 10, 0.05), (3.250, 10, 0.01), (4.781, 10, 0.001), (2.776, 5, 0.05), (1.962, 1001, 0.05)]
        {
            let p = two_sided(t, n);
            assert!((p / expected - 1.0).abs() < 0.06, "{t} of {n}: {p} {expected}");
        }
    }

    #[test]
    fn a_mean_has_students_interval() {
        let spread = Distribution::new([4.0, 2.0, 8.0, 6.0, 5.0].into_iter()).unwrap();
        assert_eq!((spread.mean, spread.median, spread.min, spread.max), (5.0, 5.0, 2.0, 8.0));
        // s = √5, t(4) = 2.7764: 5 ± 2.7764.
        assert!((spread.sd - 5f64.sqrt()).abs() < 1e-6);
        assert!((spread.high - 7.7764).abs() < 0.02, "{}", spread.high);
        assert!((quantile(31) - 2.0423).abs() < 1e-3);
        let one = Distribution::new([3.0].into_iter()).unwrap();
        assert_eq!((one.low, one.high, one.sd), (3.0, 3.0, 0.0));
        assert_eq!(Distribution::new(std::iter::empty()), None);
    }

    #[test]
    fn bins_hold_everything() {
        let bins = Histogram::new(&[-3, 0, 1, 1, 9], 20);
        assert_eq!((bins.from, bins.width, bins.counts.len()), (-3.0, 1.0, 13));
        let values: Vec<i64> = (0..1000).collect();
        let bins = Histogram::new(&values, 20);
        assert!(bins.counts.len() <= 21, "{bins:?}");
        assert_eq!(bins.counts.iter().sum::<u64>(), 1000);
        assert_eq!(Histogram::new(&[], 5), Histogram::default());
    }

    #[test]
    fn what_is_explained() {
        let line: Vec<(f64, f64)> = (0..10).map(|x| (f64::from(x), 3.0 - f64::from(x))).collect();
        assert!(explained(&line).unwrap().value > 0.999);
        // r = 0.5 by hand: a = 1 2 3, and so on twice.
        let half = [(1.0, 1.0), (2.0, 3.0), (3.0, 2.0), (1.0, 1.0), (2.0, 3.0), (3.0, 2.0)];
        let share = explained(&half).unwrap();
        assert!((share.value - 0.25).abs() < 1e-6 && share.low == 0.0 && share.high > 0.25, "{share:?}");
        assert_eq!(explained(&half[..3]), None);
        assert_eq!(explained(&[(1.0, 2.0); 9]), None);
    }
}
