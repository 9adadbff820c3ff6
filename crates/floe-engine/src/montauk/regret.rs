//! Regret matching (Hart & Mas-Colell 2000) for games in which both choose at once and each knows only its own hand.
//!
//! Negative regrets are clipped and the average weights late iterations more, as in CFR+ (Zinkevich et al. 2007;
//! Tammelin 2014).

use floe_cpu::dispatch;

/// The maximum number of choices of a hand.
pub(crate) const CHOICES: usize = 6;
const PAIR: usize = CHOICES * CHOICES;

/// A mixed strategy: the probability of each choice of one hand.
pub(crate) type MixedStrategy = [f32; CHOICES];

/// A zero-sum game of hands against hands.
pub(crate) struct RegretMatching {
    /// How many choices each hand of the first player has, and of the second.
    own: Vec<usize>,
    others: Vec<usize>,
    /// The probability that the hands meet.
    weights: Vec<f32>,
    /// The payoffs of the first player, by hands and then by choices.
    payoffs: Vec<[f32; PAIR]>,
    /// The regrets and the sums of all strategies so far, by hand.
    own_states: Vec<HandState>,
    other_states: Vec<HandState>,
    iterations: u32,
}

#[derive(Clone, Copy, Default)]
struct HandState {
    strategy: MixedStrategy,
    regrets: MixedStrategy,
    sum: MixedStrategy,
}

impl HandState {
    fn new(choices: usize) -> HandState {
        let mut state = HandState::default();
        state.strategy[..choices].fill(1.0 / choices as f32);
        state
    }

    /// Updates the regrets with the value of each choice.
    #[inline(always)]
    fn update(&mut self, choices: usize, values: &MixedStrategy, iteration: f32) {
        let expected: f32 =
            self.strategy.iter().zip(values).map(|(strategy, values)| strategy * values).sum();
        let mut total = 0.0;
        for (regret, values) in self.regrets.iter_mut().zip(values).take(choices) {
            // Negative regrets are clipped, so that a choice that becomes good again is played immediately.
            *regret = (*regret + values - expected).max(0.0);
            total += *regret;
        }
        for choice in 0..choices {
            self.strategy[choice] =
                if total > 0.0 { self.regrets[choice] / total } else { 1.0 / choices as f32 };
            // Later iterations get more weight.
            self.sum[choice] += iteration * self.strategy[choice];
        }
    }

    fn average(&self) -> MixedStrategy {
        let total: f32 = self.sum.iter().sum();
        if total > 0.0 { self.sum.map(|sum| sum / total) } else { self.strategy }
    }
}

impl RegretMatching {
    /// A game without payoffs yet, for hands with these numbers of choices, each at most [`CHOICES`].
    pub fn new(own: Vec<usize>, others: Vec<usize>) -> RegretMatching {
        let pairs = own.len() * others.len();
        RegretMatching {
            own_states: own.iter().map(|&choices| HandState::new(choices)).collect(),
            other_states: others.iter().map(|&choices| HandState::new(choices)).collect(),
            weights: vec![0.0; pairs],
            payoffs: vec![[0.0; PAIR]; pairs],
            own,
            others,
            iterations: 0,
        }
    }

    /// Adds a matchup of two hands with its weight and payoffs.
    pub fn add_matchup(
        &mut self,
        own: usize,
        other: usize,
        weight: f32,
        payoff: impl Fn(usize, usize) -> f32,
    ) {
        let at = own * self.others.len() + other;
        self.weights[at] = weight;
        for mine in 0..self.own[own] {
            for yours in 0..self.others[other] {
                self.payoffs[at][mine * CHOICES + yours] = payoff(mine, yours);
            }
        }
    }

    /// The number of matchups, which is the number of nodes of an iteration.
    pub fn pairs(&self) -> u64 {
        self.weights.iter().filter(|&&weight| weight > 0.0).count() as u64
    }

    /// One iteration: both update their strategies.
    pub fn iterate(&mut self) {
        dispatch!(self.iterate_inline());
    }

    #[inline(always)]
    fn iterate_inline(&mut self) {
        self.iterations += 1;
        let iteration = self.iterations as f32;
        for own in 0..self.own.len() {
            let values = self.values(own, |state| state.strategy);
            self.own_states[own].update(self.own[own], &values, iteration);
        }
        let mut values = vec![[0.0; CHOICES]; self.others.len()];
        for own in 0..self.own.len() {
            let strategy = self.own_states[own].strategy;
            for (other, values) in values.iter_mut().enumerate() {
                let at = own * self.others.len() + other;
                let weight = self.weights[at];
                if weight > 0.0 {
                    for (row, strategy) in self.payoffs[at].chunks_exact(CHOICES).zip(strategy) {
                        for (values, payoff) in values.iter_mut().zip(row) {
                            *values -= weight * strategy * payoff;
                        }
                    }
                }
            }
        }
        for (other, values) in values.iter().enumerate() {
            self.other_states[other].update(self.others[other], values, iteration);
        }
    }

    #[inline(always)]
    fn values(&self, own: usize, strategy_of: impl Fn(&HandState) -> MixedStrategy) -> MixedStrategy {
        let mut values = [0.0; CHOICES];
        for (other, state) in self.other_states.iter().enumerate() {
            let at = own * self.others.len() + other;
            let weight = self.weights[at];
            if weight > 0.0 {
                let strategy = strategy_of(state);
                for (values, row) in values.iter_mut().zip(self.payoffs[at].chunks_exact(CHOICES)) {
                    *values += weight
                        * row.iter().zip(&strategy).map(|(payoff, strategy)| payoff * strategy).sum::<f32>();
                }
            }
        }
        values
    }

    /// The average strategy of a hand of the first player.
    pub fn strategy(&self, own: usize) -> MixedStrategy {
        self.own_states[own].average()
    }

    /// The average strategy of a hand of the second player.
    pub fn other_strategy(&self, other: usize) -> MixedStrategy {
        self.other_states[other].average()
    }
}
