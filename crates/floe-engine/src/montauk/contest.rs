//! Games in which both choose at once and each knows only its own hand, solved by regrets.

/// Most choices of a hand.
pub(crate) const CHOICES: usize = 6;
const PAIR: usize = CHOICES * CHOICES;

/// Weights for the choices of one hand.
pub(crate) type Mix = [f32; CHOICES];

/// A game of hands against hands: what one wins the other loses.
pub(crate) struct Contest {
    /// How many choices each hand of the first player has, and of the second.
    own: Vec<usize>,
    others: Vec<usize>,
    /// How likely the hands meet.
    weights: Vec<f32>,
    /// What the first player gets, by hands and then by choices.
    payoffs: Vec<[f32; PAIR]>,
    /// The regrets and the sums of all mixes so far.
    own_past: Vec<Past>,
    others_past: Vec<Past>,
    passes: u32,
}

#[derive(Clone, Copy, Default)]
struct Past {
    mix: Mix,
    regrets: Mix,
    sum: Mix,
}

impl Past {
    fn new(choices: usize) -> Past {
        let mut past = Past::default();
        past.mix[..choices].fill(1.0 / choices as f32);
        past
    }

    /// Learns what each choice would have been worth.
    fn learn(&mut self, choices: usize, worth: &Mix, pass: f32) {
        let got: f32 = self.mix.iter().zip(worth).map(|(mix, worth)| mix * worth).sum();
        let mut total = 0.0;
        for (regret, worth) in self.regrets.iter_mut().zip(worth).take(choices) {
            // A regret below zero is forgotten, so that a choice that becomes good again is seen at once.
            *regret = (*regret + worth - got).max(0.0);
            total += *regret;
        }
        for choice in 0..choices {
            self.mix[choice] = if total > 0.0 { self.regrets[choice] / total } else { 1.0 / choices as f32 };
            // Late passes know more.
            self.sum[choice] += pass * self.mix[choice];
        }
    }

    fn average(&self) -> Mix {
        let total: f32 = self.sum.iter().sum();
        if total > 0.0 { self.sum.map(|sum| sum / total) } else { self.mix }
    }
}

impl Contest {
    /// A contest without payoffs yet, for hands with so many choices each; at most [`CHOICES`].
    pub fn new(own: Vec<usize>, others: Vec<usize>) -> Contest {
        let pairs = own.len() * others.len();
        Contest {
            own_past: own.iter().map(|&choices| Past::new(choices)).collect(),
            others_past: others.iter().map(|&choices| Past::new(choices)).collect(),
            weights: vec![0.0; pairs],
            payoffs: vec![[0.0; PAIR]; pairs],
            own,
            others,
            passes: 0,
        }
    }

    /// Two hands meet with this weight, and get this for their choices.
    pub fn meet(&mut self, own: usize, other: usize, weight: f32, payoff: impl Fn(usize, usize) -> f32) {
        let at = own * self.others.len() + other;
        self.weights[at] = weight;
        for mine in 0..self.own[own] {
            for yours in 0..self.others[other] {
                self.payoffs[at][mine * CHOICES + yours] = payoff(mine, yours);
            }
        }
    }

    /// How many pairs of hands a pass looks at.
    pub fn pairs(&self) -> u64 {
        self.weights.iter().filter(|&&weight| weight > 0.0).count() as u64
    }

    /// Both learn once more from what the other does.
    pub fn pass(&mut self) {
        self.passes += 1;
        let pass = self.passes as f32;
        for own in 0..self.own.len() {
            let worth = self.worth(own, |past| past.mix);
            self.own_past[own].learn(self.own[own], &worth, pass);
        }
        let mut worth = vec![[0.0; CHOICES]; self.others.len()];
        for own in 0..self.own.len() {
            let mix = self.own_past[own].mix;
            for (other, worth) in worth.iter_mut().enumerate() {
                let at = own * self.others.len() + other;
                let weight = self.weights[at];
                if weight > 0.0 {
                    for (row, mix) in self.payoffs[at].chunks_exact(CHOICES).zip(mix) {
                        for (worth, payoff) in worth.iter_mut().zip(row) {
                            *worth -= weight * mix * payoff;
                        }
                    }
                }
            }
        }
        for (other, worth) in worth.iter().enumerate() {
            self.others_past[other].learn(self.others[other], worth, pass);
        }
    }

    fn worth(&self, own: usize, mix_of: impl Fn(&Past) -> Mix) -> Mix {
        let mut worth = [0.0; CHOICES];
        for (other, past) in self.others_past.iter().enumerate() {
            let at = own * self.others.len() + other;
            let weight = self.weights[at];
            if weight > 0.0 {
                let mix = mix_of(past);
                for (worth, row) in worth.iter_mut().zip(self.payoffs[at].chunks_exact(CHOICES)) {
                    *worth += weight * row.iter().zip(&mix).map(|(payoff, mix)| payoff * mix).sum::<f32>();
                }
            }
        }
        worth
    }

    /// How a hand of the first player chooses, on average over all passes.
    pub fn mix(&self, own: usize) -> Mix {
        self.own_past[own].average()
    }

    /// How a hand of the second player chooses, on average over all passes.
    pub fn other_mix(&self, other: usize) -> Mix {
        self.others_past[other].average()
    }
}
