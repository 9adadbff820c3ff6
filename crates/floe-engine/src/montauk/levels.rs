//! The parameters of the numbered levels.

use floe_games::Refusal;

use crate::LevelParams;

/// How a numbered level plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelPlay {
    /// The hands that are sampled and solved for a choice of cards.
    pub sample: SampleSize,
    /// The scale of the noise added to the value of each card. Zero plays the mixed strategy, anything above zero plays
    /// the best card after noise.
    pub card_noise: f64,
    /// The scale of the noise added to the value of each spend. With any, spends that give something away are left out.
    pub spend_noise: f64,
}

impl LevelPlay {
    /// How a level with these parameters plays. A node of a choice of cards is a pair of hands, one the seat may hold and
    /// one the opponent may hold, updated once. Spending is searched in full at every level.
    pub(crate) fn new(params: LevelParams) -> LevelPlay {
        let LevelParams { nodes, noise } = params;
        LevelPlay { sample: SampleSize::from_nodes(nodes), card_noise: noise, spend_noise: noise }
    }

    /// Refuses a sample that cannot be solved and a noise that is none.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        for noise in [self.card_noise, self.spend_noise] {
            if !(noise.is_finite() && noise >= 0.0) {
                return Err(Refusal::invalid_request(format!("noise is {noise}; use 0 or more")));
            }
        }
        self.sample.check()
    }
}

/// The size of a sample: hands of the seat, hands of the other, iterations over all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleSize {
    /// Sampled hands of the seat to act, its real one among them.
    pub own: usize,
    /// Sampled hands of the opponent.
    pub others: usize,
    /// Iterations of regret matching; zero plays the best card against an opponent who plays any card.
    pub iterations: u32,
}

impl SampleSize {
    /// Refuses a sample without hands, and one that would take more memory or time than any measurement needs.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        for (name, count) in [("own", self.own), ("others", self.others)] {
            if !(1..=1024).contains(&count) {
                return Err(Refusal::invalid_request(format!(
                    "a sample of {count} hands ({name}); use 1 to 1024"
                )));
            }
        }
        match self.iterations {
            0..=100_000 => Ok(()),
            many => {
                Err(Refusal::invalid_request(format!("{many} iterations over a sample; use at most 100000")))
            }
        }
    }

    /// The best sample size for a number of nodes.
    pub(crate) fn from_nodes(nodes: u64) -> SampleSize {
        let (own, others) = match nodes {
            0..64 => (1, 4),
            64..1_000 => (1, 8),
            1_000..6_000 => (2, 16),
            6_000..40_000 => (6, 24),
            40_000..150_000 => (12, 40),
            _ => (20, 64),
        };
        let iterations = (nodes / (own * others) as u64).min(400) as u32;
        SampleSize { own, others, iterations }
    }

    /// The sample size of a search without a node limit; the first batch is small.
    pub(crate) fn timed(batch: u32) -> SampleSize {
        match batch {
            0 => SampleSize { own: 4, others: 16, iterations: 30 },
            _ => SampleSize { own: 24, others: 64, iterations: 120 },
        }
    }
}
