//! The normal distribution.

/// The 97.5 % quantile: 95 % lie within this many deviations of the mean.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The part of a standard normal distribution below `x`, to the precision of an `f64` relative to the smaller tail.
pub fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2) / 2.0
}

/// Wilson's 95 % interval of a proportion over `games` games, which stays sensible for one game and for ten wins out of
/// ten. Shared wins count as fractions, which makes it wider than necessary, never narrower.
pub fn wilson(share: f64, games: f64) -> (f64, f64) {
    let square = Z95 * Z95;
    let centre = (share + square / (2.0 * games)) / (1.0 + square / games);
    let reach = Z95 / (1.0 + square / games)
        * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
    // Rounding must not turn "all" and "none" into nearly.
    let low = if share == 0.0 { 0.0 } else { centre - reach };
    let high = if share == 1.0 { 1.0 } else { centre + reach };
    (low, high)
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
            assert!((normal_cdf(x) - expected).abs() < 1e-12, "{x}: {} {expected}", normal_cdf(x));
        }
        assert!((normal_cdf(-8.0) / 6.220960574271785e-16 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn wilsons_interval_of_known_shares() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20.
        for (wins, games, low, high) in
            [(81.0, 263.0, 0.2553, 0.3662), (15.0, 148.0, 0.0624, 0.1605), (0.0, 20.0, 0.0, 0.1611)]
        {
            let interval = wilson(wins / games, games);
            assert!((interval.0 - low).abs() < 1e-4 && (interval.1 - high).abs() < 1e-4, "{interval:?}");
        }
    }

    #[test]
    fn agrees_with_integrating_the_density() {
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let (step, mut sum) = (1e-4, 0.5);
        for i in 0..30_000 {
            sum += step * density((f64::from(i) + 0.5) * step);
            if i % 5_000 == 4_999 {
                assert!((normal_cdf(f64::from(i + 1) * step) - sum).abs() < 1e-8);
            }
        }
    }
}
