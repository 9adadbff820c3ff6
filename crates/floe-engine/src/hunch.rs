//! Hunches: which steps are worth a look, before anything is looked at.
//!
//! A step is described by a few classes, each the number of one trait it has. Every trait has a row of weights; the
//! rows of a step are summed, what is below zero is cut off, and the rest is weighed up to one number. That costs a
//! few nanoseconds a step, a twentieth of a look.

use std::fmt::Write as _;

use floe_games::Refusal;

use crate::net::read_weight;

/// The units of the hidden layer.
pub const UNITS: usize = 16;

/// Sums over the hidden layer.
pub type Units = [f32; UNITS];

/// A network from the traits of a step to how much it is wished for.
#[derive(Clone, Debug, PartialEq)]
pub struct Hunch {
    pub(crate) rows: Vec<Units>,
    pub(crate) bias: Units,
    pub(crate) last: Units,
}

impl Hunch {
    /// A network that wishes for every step alike.
    pub fn zeros(traits: usize) -> Hunch {
        Hunch { rows: vec![[0.0; UNITS]; traits], bias: [0.0; UNITS], last: [0.0; UNITS] }
    }

    /// Adds what some traits say.
    #[inline(always)]
    pub fn add(&self, sum: &mut Units, traits: &[u16]) {
        for &at in traits {
            let row = &self.rows[usize::from(at)];
            for unit in 0..UNITS {
                sum[unit] += row[unit];
            }
        }
    }

    /// How much a step is wished for, from the sum of its traits.
    #[inline(always)]
    pub fn wish(&self, sum: &Units) -> f32 {
        let mut lit = [0.0; UNITS];
        for unit in 0..UNITS {
            lit[unit] = sum[unit].max(0.0) * self.last[unit];
        }
        // In halves, in one order on every machine.
        let mut width = UNITS / 2;
        while width > 0 {
            for unit in 0..width {
                lit[unit] += lit[unit + width];
            }
            width /= 2;
        }
        lit[0]
    }

    pub(crate) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.iter_mut().flatten().chain(&mut self.bias).chain(&mut self.last)
    }

    /// Adds the weights to a text.
    pub(crate) fn write(&self, text: &mut String) {
        let mut copy = self.clone();
        for (n, weight) in copy.weights_mut().enumerate() {
            let _ = write!(text, "{weight}{}", if n % UNITS == UNITS - 1 { '\n' } else { ' ' });
        }
    }

    /// Reads the weights of so many traits.
    pub(crate) fn read<'a>(
        words: &mut impl Iterator<Item = &'a str>,
        traits: usize,
    ) -> Result<Hunch, Refusal> {
        let mut hunch = Hunch::zeros(traits);
        for weight in hunch.weights_mut() {
            *weight = read_weight(words)?;
        }
        Ok(hunch)
    }
}

/// Turns wishes into shares that sum to one: nearly exponentials, the same on every machine.
pub fn shares(wishes: &mut [f32]) {
    let most = wishes.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for wish in wishes.iter_mut() {
        // (1 + x/256)^256.
        let mut power = (1.0 + (*wish - most) / 256.0).max(0.0);
        for _ in 0..8 {
            power *= power;
        }
        *wish = power;
        sum += power;
    }
    wishes.iter_mut().for_each(|wish| *wish /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_and_sums_up() {
        let mut hunch = Hunch::zeros(5);
        for (n, weight) in hunch.weights_mut().enumerate() {
            *weight = (n % 11) as f32 / 8.0 - 0.5;
        }
        let mut text = String::new();
        hunch.write(&mut text);
        assert_eq!(Hunch::read(&mut text.split_ascii_whitespace(), 5), Ok(hunch.clone()));
        assert!(Hunch::read(&mut text.split_ascii_whitespace(), 6).is_err());
        let mut sum = hunch.bias;
        hunch.add(&mut sum, &[1, 4]);
        let slow: f32 = (0..UNITS)
            .map(|n| (hunch.bias[n] + hunch.rows[1][n] + hunch.rows[4][n]).max(0.0) * hunch.last[n])
            .sum();
        assert!((hunch.wish(&sum) - slow).abs() < 1e-5);
    }

    #[test]
    fn shares_are_nearly_exponentials() {
        let mut wishes = [1.0, 3.0, 2.0, -40.0];
        shares(&mut wishes);
        assert!((wishes.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((wishes[1] / wishes[2] - std::f32::consts::E).abs() < 0.02, "{wishes:?}");
        assert!(wishes[3] < 1e-6);
    }
}
