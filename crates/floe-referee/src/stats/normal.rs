//! The normal distribution.

/// The 97.5 % quantile: 95 % lie within this many deviations of the mean.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The part of a standard normal distribution below `x`, good to 1e-12.
pub(super) fn below(x: f64) -> f64 {
    if x > 0.0 {
        return 1.0 - below(-x);
    }
    if x < -6.0 {
        // The continued fraction of Mills' ratio converges fast out here, the series no longer.
        let fraction = (1..=60).rev().fold(-x, |tail, k| -x + f64::from(k) / tail);
        return density(x) / fraction;
    }
    // Marsaglia's series: Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/15 + …); terms are added until they vanish.
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + density(x) * sum
}

fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        // From tables of the distribution.
        let table = [
            (0.0, 0.5),
            (1.0, 0.841344746068543),
            (Z95, 0.975),
            (-2.326347874040841, 0.01),
            (3.0, 0.998650101968370),
            (-5.0, 2.866515718791939e-7),
        ];
        for (x, expected) in table {
            assert!((below(x) - expected).abs() < 1e-12, "{x}: {} {expected}", below(x));
        }
        assert!((below(-8.0) / 6.220960574271785e-16 - 1.0).abs() < 1e-9);
        assert!((below(-6.0 - 1e-9) / below(-6.0 + 1e-9) - 1.0).abs() < 1e-6, "the two formulas meet");
    }

    #[test]
    fn agrees_with_adding_up_the_density() {
        let (step, mut sum) = (1e-4, 0.5);
        for i in 0..30_000 {
            sum += step * density((f64::from(i) + 0.5) * step);
            if i % 5_000 == 4_999 {
                assert!((below(f64::from(i + 1) * step) - sum).abs() < 1e-8);
            }
        }
    }
}
