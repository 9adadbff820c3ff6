//! Numbers with error bars. Every interval is a 95 % one.

use floe_referee::stats::{Z95, normal_cdf, wilson};
use serde::{Deserialize, Serialize};

/// A part of the games, with Wilson's interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proportion {
    /// The games it was seen in; halves where a win was shared.
    pub count: f64,
    /// Of how many.
    pub of: u64,
    /// The part, from 0 to 1.
    pub part: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Proportion {
    /// The part that some numbers from 0 to 1 add up to. Nothing is known of no games: anything from 0 to 1.
    pub fn new(values: impl Iterator<Item = f64>) -> Proportion {
        let (mut count, mut of) = (0.0, 0);
        for value in values {
            count += value;
            of += 1;
        }
        if of == 0 {
            return Proportion { count, of, part: 0.0, low: 0.0, high: 1.0 };
        }
        let part = count / of as f64;
        let (low, high) = wilson(part, of as f64);
        Proportion { count: rounded(count), of, part: rounded(part), low: rounded(low), high: rounded(high) }
    }
}

/// How much of one thing goes with another, with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RSquared {
    /// Of how many games.
    pub of: u64,
    /// The part, from 0 to 1.
    pub part: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How some numbers are spread, and their mean with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// How many there are.
    pub of: u64,
    /// Their mean.
    pub mean: f64,
    /// The lower end of the mean's interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The least.
    pub least: f64,
    /// The one in the middle.
    pub median: f64,
    /// The greatest.
    pub most: f64,
}

impl Distribution {
    /// The spread of numbers; `None` of none.
    pub fn new(values: impl Iterator<Item = f64>) -> Option<Distribution> {
        let mut values: Vec<f64> = values.collect();
        values.sort_unstable_by(f64::total_cmp);
        let (&least, &most) = (values.first()?, values.last()?);
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let deviation = match values.len() {
            1 => 0.0,
            _ => (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt(),
        };
        let middle = values.len() / 2;
        let median = match values.len() % 2 {
            0 => (values[middle - 1] + values[middle]) / 2.0,
            _ => values[middle],
        };
        let reach = quantile(values.len()) * deviation / n.sqrt();
        Some(Distribution {
            of: values.len() as u64,
            mean: rounded(mean),
            low: rounded(mean - reach),
            high: rounded(mean + reach),
            deviation: rounded(deviation),
            least: rounded(least),
            median: rounded(median),
            most: rounded(most),
        })
    }
}

/// Six places: more than any figure here is good for, and few enough to come back from JSON as they went.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// Student's 97.5 % quantile for the mean of so many numbers, by Cornish and Fisher's expansion: within a hundredth from
/// five numbers on. One number has no interval.
pub(crate) fn quantile(of: usize) -> f64 {
    if of < 2 {
        return 0.0;
    }
    let (z, nu) = (Z95, (of - 1) as f64);
    z + (z.powi(3) + z) / (4.0 * nu)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * nu * nu)
        + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * nu.powi(3))
}

/// How likely luck alone takes Student's t of so many numbers at least this far from zero, to either side; by Wallace's
/// transformation to a normal deviate, which is good to a few thousandths from five numbers on.
pub(crate) fn two_sided(t: f64, of: usize) -> f64 {
    let nu = of.saturating_sub(1).max(1) as f64;
    let z = (8.0 * nu + 1.0) / (8.0 * nu + 3.0) * (nu * (t * t / nu).ln_1p()).sqrt();
    2.0 * normal_cdf(-z)
}

/// Numbers counted in bins of equal width.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Histogram {
    /// Where the first bin begins.
    pub from: f64,
    /// How wide each is.
    pub width: f64,
    /// How many numbers are in each.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Whole numbers in `most` bins or fewer.
    pub fn new(values: &[i64], most: usize) -> Histogram {
        let (Some(&least), Some(&greatest)) = (values.iter().min(), values.iter().max()) else {
            return Histogram::default();
        };
        let width = (greatest - least + 1).div_euclid(most as i64).max(1);
        let width = if (greatest - least) / width >= most as i64 { width + 1 } else { width };
        let from = least.div_euclid(width) * width;
        let mut counts = vec![0; ((greatest - from) / width + 1) as usize];
        for value in values {
            counts[((value - from) / width) as usize] += 1;
        }
        Histogram { from: from as f64, width: width as f64, counts }
    }
}

/// How much of the variance of `b` goes with `a`: the square of their correlation. The interval is Fisher's. `None` of
/// fewer than four pairs, or where one of them never varies.
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
    let least = if low < 0.0 && high > 0.0 { 0.0 } else { low.powi(2).min(high.powi(2)) };
    let most = low.powi(2).max(high.powi(2));
    let (part, low, high) = (rounded(r * r), rounded(least), rounded(most));
    Some(RSquared { of: pairs.len() as u64, part, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_count_halves() {
        let share = Proportion::new([1.0, 0.5, 0.0, 0.0].into_iter());
        assert_eq!((share.count, share.of, share.part), (1.5, 4, 0.375));
        assert!(share.low > 0.0 && share.low < 0.375 && share.high > 0.375);
        assert_eq!(Proportion::new(std::iter::empty()).high, 1.0);
    }

    #[test]
    fn chances_are_students() {
        // From tables: t, how many numbers, and its two-sided probability.
        for (t, of, expected) in
            [(2.262, 10, 0.05), (3.250, 10, 0.01), (4.781, 10, 0.001), (2.776, 5, 0.05), (1.962, 1001, 0.05)]
        {
            let p = two_sided(t, of);
            assert!((p / expected - 1.0).abs() < 0.06, "{t} of {of}: {p} {expected}");
        }
    }

    #[test]
    fn a_mean_has_students_interval() {
        let spread = Distribution::new([4.0, 2.0, 8.0, 6.0, 5.0].into_iter()).unwrap();
        assert_eq!((spread.mean, spread.median, spread.least, spread.most), (5.0, 5.0, 2.0, 8.0));
        // s = √5, t(4) = 2.7764: 5 ± 2.7764.
        assert!((spread.deviation - 5f64.sqrt()).abs() < 1e-6);
        assert!((spread.high - 7.7764).abs() < 0.02, "{}", spread.high);
        assert!((quantile(31) - 2.0423).abs() < 1e-3);
        let one = Distribution::new([3.0].into_iter()).unwrap();
        assert_eq!((one.low, one.high, one.deviation), (3.0, 3.0, 0.0));
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
        assert!(explained(&line).unwrap().part > 0.999);
        // r = 0.5 by hand: a = 1 2 3, and so on twice.
        let half = [(1.0, 1.0), (2.0, 3.0), (3.0, 2.0), (1.0, 1.0), (2.0, 3.0), (3.0, 2.0)];
        let share = explained(&half).unwrap();
        assert!((share.part - 0.25).abs() < 1e-6 && share.low == 0.0 && share.high > 0.25, "{share:?}");
        assert_eq!(explained(&half[..3]), None);
        assert_eq!(explained(&[(1.0, 2.0); 9]), None);
    }
}
