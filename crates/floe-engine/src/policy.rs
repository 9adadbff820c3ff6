//! The policy network: which steps to search, before any of them is evaluated.
//!
//! A step is described by a few sparse features, each the index of one class. Every feature has a row of weights; the
//! rows of a step are summed, passed through a ReLU and combined into one logit. That costs a few nanoseconds per step,
//! a twentieth of a static evaluation.

use std::fmt::Write as _;

use floe_games::Refusal;

use crate::net::parse_weight;

/// The width of the hidden layer.
pub const HIDDEN: usize = 16;

/// The activations of the hidden layer.
pub type Hidden = [f32; HIDDEN];

/// A network from the features of a step to its logit.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyNet {
    pub(crate) rows: Vec<Hidden>,
    pub(crate) bias: Hidden,
    pub(crate) last: Hidden,
}

impl PolicyNet {
    /// A network that gives every step the same logit.
    pub fn zeros(features: usize) -> PolicyNet {
        PolicyNet { rows: vec![[0.0; HIDDEN]; features], bias: [0.0; HIDDEN], last: [0.0; HIDDEN] }
    }

    /// Adds the weights of some features.
    #[inline(always)]
    pub fn accumulate(&self, sum: &mut Hidden, features: &[u16]) {
        for &at in features {
            let row = &self.rows[usize::from(at)];
            for unit in 0..HIDDEN {
                sum[unit] += row[unit];
            }
        }
    }

    /// The logit of a step, from the sum of its features.
    #[inline(always)]
    pub fn logit(&self, sum: &Hidden) -> f32 {
        let mut active = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            active[unit] = sum[unit].max(0.0) * self.last[unit];
        }
        // Summed by halves, in the same order on every machine.
        let mut width = HIDDEN / 2;
        while width > 0 {
            for unit in 0..width {
                active[unit] += active[unit + width];
            }
            width /= 2;
        }
        active[0]
    }

    pub(crate) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.iter_mut().flatten().chain(&mut self.bias).chain(&mut self.last)
    }

    /// Appends the weights to a text.
    pub(crate) fn write(&self, text: &mut String) {
        let mut copy = self.clone();
        for (n, weight) in copy.weights_mut().enumerate() {
            let _ = write!(text, "{weight}{}", if n % HIDDEN == HIDDEN - 1 { '\n' } else { ' ' });
        }
    }

    /// Parses the weights of `features` features.
    pub(crate) fn parse<'a>(
        words: &mut impl Iterator<Item = &'a str>,
        features: usize,
    ) -> Result<PolicyNet, Refusal> {
        let mut policy = PolicyNet::zeros(features);
        for weight in policy.weights_mut() {
            *weight = parse_weight(words)?;
        }
        Ok(policy)
    }
}

/// Turns logits into probabilities: close to the exact softmax, and the same on every machine.
pub fn softmax(logits: &mut [f32]) {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        // (1 + x/256)^256.
        let mut power = (1.0 + (*logit - max) / 256.0).max(0.0);
        for _ in 0..8 {
            power *= power;
        }
        *logit = power;
        sum += power;
    }
    logits.iter_mut().for_each(|logit| *logit /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_and_computes_the_logit() {
        let mut policy = PolicyNet::zeros(5);
        for (n, weight) in policy.weights_mut().enumerate() {
            *weight = (n % 11) as f32 / 8.0 - 0.5;
        }
        let mut text = String::new();
        policy.write(&mut text);
        assert_eq!(PolicyNet::parse(&mut text.split_ascii_whitespace(), 5), Ok(policy.clone()));
        assert!(PolicyNet::parse(&mut text.split_ascii_whitespace(), 6).is_err());
        let mut sum = policy.bias;
        policy.accumulate(&mut sum, &[1, 4]);
        let slow: f32 = (0..HIDDEN)
            .map(|n| (policy.bias[n] + policy.rows[1][n] + policy.rows[4][n]).max(0.0) * policy.last[n])
            .sum();
        assert!((policy.logit(&sum) - slow).abs() < 1e-5);
    }

    #[test]
    fn softmax_is_nearly_exponentials() {
        let mut logits = [1.0, 3.0, 2.0, -40.0];
        softmax(&mut logits);
        assert!((logits.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((logits[1] / logits[2] - std::f32::consts::E).abs() < 0.02, "{logits:?}");
        assert!(logits[3] < 1e-6);
    }
}
