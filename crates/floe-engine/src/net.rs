//! Small networks: from a few dozen numbers about a position to what it is worth.
//!
//! Plain sums and products of 32-bit floats in a fixed order, so that every machine gets the same bits.

use std::fmt::Write as _;

use floe_games::Refusal;
use floe_games::switches::shown;

use crate::hunch::Hunch;
use crate::slide::{KINDS, TRAITS};

/// The widths of the two hidden layers.
pub const WIDE: usize = 32;
/// See [`WIDE`].
pub const NARROW: usize = 16;

/// The largest weight there is: far more than tuning gives, and nothing that is computed gets out of range.
const LARGEST: f32 = 1e4;

/// The next weight of a file.
pub(crate) fn read_weight<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<f32, Refusal> {
    let number = words.next().and_then(|word| word.parse::<f32>().ok()).filter(|n| n.abs() <= LARGEST);
    number.ok_or_else(|| {
        Refusal(format!(
            "a network's weights are numbers from -{LARGEST} to {LARGEST}, and all must be there"
        ))
    })
}

/// A network with two hidden layers and two outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub(crate) first: Vec<[f32; WIDE]>,
    pub(crate) first_bias: [f32; WIDE],
    pub(crate) second: [[f32; NARROW]; WIDE],
    pub(crate) second_bias: [f32; NARROW],
    pub(crate) last: [[f32; NARROW]; 2],
    pub(crate) last_bias: [f32; 2],
    /// Which steps are worth a look, for each of the [`KINDS`] of steps that it was taught about.
    pub(crate) hunches: [Option<Hunch>; 3],
}

impl Net {
    /// A network of zeros for so many inputs: it thinks every position even.
    pub fn zeros(inputs: usize) -> Net {
        Net {
            first: vec![[0.0; WIDE]; inputs],
            first_bias: [0.0; WIDE],
            second: [[0.0; NARROW]; WIDE],
            second_bias: [0.0; NARROW],
            last: [[0.0; NARROW]; 2],
            last_bias: [0.0; 2],
            hunches: [const { None }; 3],
        }
    }

    /// The same network with hunches about some kinds of steps.
    pub fn take_hunches(&mut self, hunches: [Option<Hunch>; 3]) {
        self.hunches = hunches;
    }

    /// How many inputs it takes.
    pub fn inputs(&self) -> usize {
        self.first.len()
    }

    /// The two outputs for some inputs.
    // Plain loops over arrays of known length, which become a few vector instructions each.
    #[allow(clippy::needless_range_loop)]
    pub fn outputs(&self, inputs: &[f32]) -> [f32; 2] {
        let mut wide = self.first_bias;
        for (at, weights) in self.first.iter().enumerate() {
            let input = inputs[at];
            for unit in 0..WIDE {
                wide[unit] += input * weights[unit];
            }
        }
        let mut narrow = self.second_bias;
        for at in 0..WIDE {
            let (lit, weights) = (wide[at].max(0.0), &self.second[at]);
            for unit in 0..NARROW {
                narrow[unit] += lit * weights[unit];
            }
        }
        let mut outputs = self.last_bias;
        for output in 0..2 {
            for unit in 0..NARROW {
                outputs[output] += narrow[unit].max(0.0) * self.last[output][unit];
            }
        }
        outputs
    }

    /// Every weight but those of the hunches, in the order of the file.
    pub(crate) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let Net { first, first_bias, second, second_bias, last, last_bias, hunches: _ } = self;
        let first = first.iter_mut().flatten().chain(first_bias);
        let second = second.iter_mut().flatten().chain(second_bias);
        first.chain(second).chain(last.iter_mut().flatten().chain(last_bias))
    }

    /// The network as text: how many inputs, then the weights; then, for each kind of step it has hunches about, its
    /// name, how many traits it has, and the weights.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.inputs());
        let mut copy = self.clone();
        for (n, weight) in copy.weights_mut().enumerate() {
            // Shortest digits that read back as the same number.
            let _ = write!(text, "{weight}{}", if n % 16 == 15 { '\n' } else { ' ' });
        }
        let mut text = text.trim_end().to_owned() + "\n";
        for (kind, hunch) in KINDS.iter().zip(&self.hunches) {
            if let Some(hunch) = hunch {
                let _ = writeln!(text, "{kind} {}", hunch.rows.len());
                hunch.write(&mut text);
            }
        }
        text
    }

    /// Reads a network of so many inputs.
    pub fn read(text: &str, inputs: usize) -> Result<Net, Refusal> {
        let mut words = text.split_ascii_whitespace();
        let said = words.next().and_then(|word| word.parse::<usize>().ok());
        if said != Some(inputs) {
            return Err(Refusal(format!("a network of {inputs} inputs is needed; this one says {said:?}")));
        }
        let mut net = Net::zeros(inputs);
        for weight in net.weights_mut() {
            *weight = read_weight(&mut words)?;
        }
        while let Some(word) = words.next() {
            let Some(kind) = KINDS.iter().position(|kind| *kind == word) else {
                let words = "after the weights come hunches: slides, shots or glides";
                return Err(Refusal(format!("{words}, and not '{}'", shown(word))));
            };
            if net.hunches[kind].is_some() {
                return Err(Refusal(format!("there are two lists of hunches about {word}")));
            }
            let said = words.next().and_then(|word| word.parse::<usize>().ok());
            if said != Some(TRAITS[kind]) {
                let traits = TRAITS[kind];
                return Err(Refusal(format!(
                    "hunches about {word} need {traits} traits; these say {said:?}"
                )));
            }
            net.hunches[kind] = Some(Hunch::read(&mut words, TRAITS[kind])?);
        }
        Ok(net)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_and_sums_up() {
        let mut net = Net::zeros(3);
        for (n, weight) in net.weights_mut().enumerate() {
            *weight = (n % 7) as f32 / 8.0 - 0.3;
        }
        net.take_hunches([None, Some(Hunch::zeros(TRAITS[1])), Some(Hunch::zeros(TRAITS[2]))]);
        assert_eq!(Net::read(&net.to_text(), 3), Ok(net.clone()));
        assert!(Net::read(&(net.to_text() + "0.5"), 3).is_err());
        assert!(Net::read(&net.to_text(), 4).is_err());
        assert!(Net::read("3 1 2", 3).is_err());
        assert!(Net::read(&net.to_text().replacen("-0.3", "1e30", 1), 3).is_err());
        let text = net.to_text();
        let twice = text.clone() + &text[text.find("glides").unwrap()..];
        assert_eq!(
            Net::read(&twice, 3).unwrap_err().to_string(),
            "there are two lists of hunches about glides"
        );
        // By hand, the slow way.
        let inputs = [0.5, -1.0, 2.0];
        let wide: Vec<f32> = (0..WIDE)
            .map(|to| (0..3).fold(net.first_bias[to], |sum, from| sum + inputs[from] * net.first[from][to]))
            .collect();
        let narrow: Vec<f32> = (0..NARROW)
            .map(|to| {
                (0..WIDE)
                    .fold(net.second_bias[to], |sum, from| sum + wide[from].max(0.0) * net.second[from][to])
            })
            .collect();
        let expected = [0, 1].map(|to| {
            (0..NARROW).fold(net.last_bias[to], |sum, from| sum + narrow[from].max(0.0) * net.last[to][from])
        });
        assert_eq!(net.outputs(&inputs), expected);
    }
}
