//! The value network: from a few dozen features of a position to its evaluation.
//!
//! Plain sums and products of 32-bit floats in a fixed order, so that every machine gets the same bits.

use std::fmt::Write as _;

use floe_cpu::dispatch;
use floe_games::Refusal;
use floe_games::switches::excerpt;

use crate::policy::PolicyNet;
use crate::slide::{POLICY_FEATURES, STEP_KINDS};

/// The widths of the two hidden layers.
pub const HIDDEN_1: usize = 32;
/// See [`HIDDEN_1`].
pub const HIDDEN_2: usize = 16;

/// The largest weight allowed: far more than training gives, and small enough that nothing overflows.
const MAX_WEIGHT: f32 = 1e4;

/// Parses the next weight of a file.
pub(crate) fn parse_weight<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<f32, Refusal> {
    let number = words.next().and_then(|word| word.parse::<f32>().ok()).filter(|n| n.abs() <= MAX_WEIGHT);
    number.ok_or_else(|| {
        Refusal::invalid_request(format!(
            "a network's weights are numbers from -{MAX_WEIGHT} to {MAX_WEIGHT}, but one is missing or outside that range"
        ))
    })
}

/// A network with two hidden layers and two outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub(crate) first: Vec<[f32; HIDDEN_1]>,
    pub(crate) first_bias: [f32; HIDDEN_1],
    pub(crate) second: [[f32; HIDDEN_2]; HIDDEN_1],
    pub(crate) second_bias: [f32; HIDDEN_2],
    pub(crate) last: [[f32; HIDDEN_2]; 2],
    pub(crate) last_bias: [f32; 2],
    /// The policy network of each of the [`STEP_KINDS`] of steps, where it was trained.
    pub(crate) policies: [Option<PolicyNet>; 3],
}

impl Net {
    /// A network of zeros with `inputs` inputs: it evaluates every position as even.
    pub fn zeros(inputs: usize) -> Net {
        Net {
            first: vec![[0.0; HIDDEN_1]; inputs],
            first_bias: [0.0; HIDDEN_1],
            second: [[0.0; HIDDEN_2]; HIDDEN_1],
            second_bias: [0.0; HIDDEN_2],
            last: [[0.0; HIDDEN_2]; 2],
            last_bias: [0.0; 2],
            policies: [const { None }; 3],
        }
    }

    /// Sets the policy networks.
    pub fn set_policies(&mut self, policies: [Option<PolicyNet>; 3]) {
        self.policies = policies;
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.first.len()
    }

    /// The forward pass: the two outputs for `inputs`.
    pub fn forward(&self, inputs: &[f32]) -> [f32; 2] {
        dispatch!(self.forward_inline(inputs))
    }

    // Plain loops over arrays of known length, which become a few vector instructions each.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    fn forward_inline(&self, inputs: &[f32]) -> [f32; 2] {
        let mut first_sums = self.first_bias;
        for (at, weights) in self.first.iter().enumerate() {
            let input = inputs[at];
            for unit in 0..HIDDEN_1 {
                first_sums[unit] += input * weights[unit];
            }
        }
        let mut second_sums = self.second_bias;
        for at in 0..HIDDEN_1 {
            let (active, weights) = (first_sums[at].max(0.0), &self.second[at]);
            for unit in 0..HIDDEN_2 {
                second_sums[unit] += active * weights[unit];
            }
        }
        let mut outputs = self.last_bias;
        for output in 0..2 {
            for unit in 0..HIDDEN_2 {
                outputs[output] += second_sums[unit].max(0.0) * self.last[output][unit];
            }
        }
        outputs
    }

    /// Every weight except those of the policies, in the order of the file.
    pub(crate) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let Net { first, first_bias, second, second_bias, last, last_bias, policies: _ } = self;
        let first = first.iter_mut().flatten().chain(first_bias);
        let second = second.iter_mut().flatten().chain(second_bias);
        first.chain(second).chain(last.iter_mut().flatten().chain(last_bias))
    }

    /// The network as text: the number of inputs, then the weights; then, for each policy, the kind of step, its number
    /// of features, and its weights.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.inputs());
        let mut copy = self.clone();
        for (n, weight) in copy.weights_mut().enumerate() {
            // The shortest digits that parse as the same number.
            let _ = write!(text, "{weight}{}", if n % 16 == 15 { '\n' } else { ' ' });
        }
        let mut text = text.trim_end().to_owned() + "\n";
        for (kind, policy) in STEP_KINDS.iter().zip(&self.policies) {
            if let Some(policy) = policy {
                let _ = writeln!(text, "{kind} {}", policy.rows.len());
                policy.write(&mut text);
            }
        }
        text
    }

    /// Parses a network with `inputs` inputs.
    pub fn parse(text: &str, inputs: usize) -> Result<Net, Refusal> {
        let mut words = text.split_ascii_whitespace();
        let count = words.next().and_then(|word| word.parse::<usize>().ok());
        if count != Some(inputs) {
            return Err(Refusal::invalid_request(format!(
                "the network must have {inputs} inputs; this one says {}",
                count.map_or("no number".into(), |count| count.to_string())
            )));
        }
        let mut net = Net::zeros(inputs);
        for weight in net.weights_mut() {
            *weight = parse_weight(&mut words)?;
        }
        while let Some(word) = words.next() {
            let Some(kind) = STEP_KINDS.iter().position(|kind| *kind == word) else {
                let words = "after the value weights come the policy sections slides, shots or glides";
                return Err(Refusal::invalid_request(format!("{words}, not '{}'", excerpt(word))));
            };
            if net.policies[kind].is_some() {
                return Err(Refusal::invalid_request(format!("there are two policy sections for {word}")));
            }
            let count = words.next().and_then(|word| word.parse::<usize>().ok());
            if count != Some(POLICY_FEATURES[kind]) {
                let features = POLICY_FEATURES[kind];
                return Err(Refusal::invalid_request(format!(
                    "the policy section for {word} needs {features} features; this one says {}",
                    count.map_or("no number".into(), |count| count.to_string())
                )));
            }
            net.policies[kind] = Some(PolicyNet::parse(&mut words, POLICY_FEATURES[kind])?);
        }
        Ok(net)
    }

    /// Unpacks a network with `inputs` inputs that `build.rs` packed.
    pub(crate) fn unpack(mut packed: &[u8], inputs: usize) -> Option<Net> {
        let mut net = Net::zeros(inputs);
        while !packed.is_empty() {
            let name = packed.split(|&byte| byte == 0).next()?;
            let (&[a, b, c, d, decimals, bytes], rest) = packed[name.len() + 1..].split_first_chunk()?;
            let count = u32::from_le_bytes([a, b, c, d]) as usize;
            let (planes, rest) = rest.split_at_checked(count * usize::from(bytes))?;
            let scale = (0..decimals).fold(1.0, |scale, _| scale * 10.0);
            let weight = |at: usize| {
                let bytes = planes[at..].iter().step_by(count).rev();
                let whole = bytes.fold(0, |sum, &byte| sum << 8 | u32::from(byte));
                let sign = if whole & 1 == 1 { -1.0 } else { 1.0 };
                sign * (whole >> 1) as f32 / scale
            };
            let kind = STEP_KINDS.iter().position(|kind| kind.as_bytes() == name);
            match kind {
                Some(kind) => {
                    let policy = net.policies[kind].insert(PolicyNet::zeros(POLICY_FEATURES[kind]));
                    fill(policy.weights_mut(), count, weight)?;
                }
                None => fill(net.weights_mut(), count, weight)?,
            }
            packed = rest;
        }
        Some(net)
    }
}

/// Sets all weights to those of a section; none if it has another number of them.
fn fill<'a>(
    weights: impl Iterator<Item = &'a mut f32>,
    count: usize,
    weight: impl Fn(usize) -> f32,
) -> Option<()> {
    let mut filled = 0;
    for to in weights {
        *to = (filled < count).then(|| weight(filled))?;
        filled += 1;
    }
    (filled == count).then_some(())
}

/// The packed form of a file in `nets/`.
macro_rules! packed_net {
    ($file:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $file)).as_slice()
    };
}
pub(crate) use packed_net;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slide::FEATURES;

    /// Every weight, to the last bit, and nothing but the weights.
    #[test]
    fn packed_networks_are_those_of_the_files() {
        macro_rules! same {
            ($($text:literal => $packed:literal),*) => {$(
                let text = include_str!(concat!("../nets/", $text));
                let packed = packed_net!($packed);
                assert_eq!(Net::unpack(packed, FEATURES).unwrap().to_text(), text, $text);
                assert_eq!(Net::unpack(packed, FEATURES + 1), None);
                assert_eq!(Net::unpack(&packed[..packed.len() - 1], FEATURES), None);
            )*};
        }
        same!(
            "amazons.txt" => "amazons.net",
            "amazon-penguins.txt" => "amazon-penguins.net",
            "paper-penguins.txt" => "paper-penguins.net",
            "penguins.txt" => "penguins.net"
        );
    }

    #[test]
    fn round_trips_and_computes_the_forward_pass() {
        let mut net = Net::zeros(3);
        for (n, weight) in net.weights_mut().enumerate() {
            *weight = (n % 7) as f32 / 8.0 - 0.3;
        }
        net.set_policies([
            None,
            Some(PolicyNet::zeros(POLICY_FEATURES[1])),
            Some(PolicyNet::zeros(POLICY_FEATURES[2])),
        ]);
        assert_eq!(Net::parse(&net.to_text(), 3), Ok(net.clone()));
        assert!(Net::parse(&(net.to_text() + "0.5"), 3).is_err());
        assert!(Net::parse(&net.to_text(), 4).is_err());
        assert!(Net::parse("3 1 2", 3).is_err());
        assert!(Net::parse(&net.to_text().replacen("-0.3", "1e30", 1), 3).is_err());
        let text = net.to_text();
        let twice = text.clone() + &text[text.find("glides").unwrap()..];
        assert_eq!(
            Net::parse(&twice, 3).unwrap_err().to_string(),
            "there are two policy sections for glides"
        );
        // The forward pass written out, the slow way.
        let inputs = [0.5, -1.0, 2.0];
        let first_sums: Vec<f32> = (0..HIDDEN_1)
            .map(|to| (0..3).fold(net.first_bias[to], |sum, from| sum + inputs[from] * net.first[from][to]))
            .collect();
        let second_sums: Vec<f32> = (0..HIDDEN_2)
            .map(|to| {
                (0..HIDDEN_1).fold(net.second_bias[to], |sum, from| {
                    sum + first_sums[from].max(0.0) * net.second[from][to]
                })
            })
            .collect();
        let expected = [0, 1].map(|to| {
            (0..HIDDEN_2)
                .fold(net.last_bias[to], |sum, from| sum + second_sums[from].max(0.0) * net.last[to][from])
        });
        assert_eq!(net.forward(&inputs), expected);
    }
}
