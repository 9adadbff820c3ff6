//! Exponentials and logarithms that are the same on every machine: only sums, products and quotients, which are exact
//! on every machine.

const LN_2: f64 = std::f64::consts::LN_2;

/// eˣ, to about 14 digits.
pub fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let halves = (x / LN_2).round();
    let rest = x - halves * LN_2;
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..16 {
        term *= rest / f64::from(n);
        sum += term;
    }
    sum * f64::from_bits(((halves as i64 + 1023) as u64) << 52)
}

/// The natural logarithm of a positive number, to about 14 digits.
pub fn ln(x: f64) -> f64 {
    let bits = x.max(f64::MIN_POSITIVE).to_bits();
    let halves = (bits >> 52) as i64 - 1023;
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    // ln m = 2 artanh((m - 1) / (m + 1)), around the middle of the octave so that the series is short.
    let (mantissa, halves) = if mantissa > 1.4 { (mantissa / 2.0, halves + 1) } else { (mantissa, halves) };
    let step = (mantissa - 1.0) / (mantissa + 1.0);
    let (mut sum, mut power) = (0.0, step);
    for n in 0..12 {
        sum += power / f64::from(2 * n + 1);
        power *= step * step;
    }
    2.0 * sum + halves as f64 * LN_2
}

/// From a logit to a probability.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_to_the_platforms() {
        for step in -400..400 {
            let x = f64::from(step) / 20.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-12, "exp({x})");
            let y = x.exp();
            assert!((ln(y) - x).abs() < 1e-12 * x.abs().max(1.0), "ln({y})");
        }
        assert_eq!(logistic(0.0), 0.5);
        assert_eq!(exp(-1e9), exp(-700.0));
    }
}
