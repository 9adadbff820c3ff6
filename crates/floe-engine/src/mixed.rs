//! Strengths between two levels: each move is chosen by one of the two, the more often by the stronger the nearer the
//! strength is to it.

use floe_games::Refusal;

use crate::{Analysis, Engine, Rng, SearchRequest};

/// Two engines that take turns at random.
pub(crate) struct Mixed {
    pub lower: Box<dyn Engine>,
    pub upper: Box<dyn Engine>,
    /// The share of moves that the stronger one chooses.
    pub share: f64,
    pub rng: Rng,
}

impl Engine for Mixed {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let even = f64::from(self.rng.below(1 << 24)) / f64::from(1 << 24);
        if even < self.share { self.upper.analyze(request) } else { self.lower.analyze(request) }
    }

    fn new_game(&mut self) {
        self.lower.new_game();
        self.upper.new_game();
    }
}
