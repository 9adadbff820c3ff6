//! Creates the engine for a set of rules and a level.

use std::sync::Arc;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, Visitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Game, Refusal, buffet, montauk, standalone};

use crate::buffet::{BuffetEngine, BuffetParams};
use crate::montauk::{MontaukEngine, SampleSize};
use crate::net::Net;
use crate::simple::{Simple, SimplePolicy};
use crate::slide::{FEATURES, SlideEngine};
use crate::standalone::StandaloneEngine;
use crate::{Engine, Level};

/// Creates an engine for `rules` at `level`. The same seed gives the same choices if nodes are the only limit.
pub fn new_engine(rules: &RuleSet, level: Level, seed: u64) -> Result<Box<dyn Engine>, Refusal> {
    match level {
        Level::Random => visit(rules, WithPolicy { policy: SimplePolicy::Random, seed }),
        Level::Greedy => visit(rules, WithPolicy { policy: SimplePolicy::Greedy, seed }),
        _ => visit(rules, ByFamily { level, seed, net: None }),
    }
}

/// The same with another network, such as [`crate::train`] produces, for a game of the slide family.
pub fn new_engine_with_net(
    rules: &RuleSet,
    level: Level,
    seed: u64,
    net: Arc<Net>,
) -> Result<Box<dyn Engine>, Refusal> {
    if net.inputs() != FEATURES {
        return Err(Refusal::invalid_request(format!(
            "the network must have {FEATURES} inputs, not {}",
            net.inputs()
        )));
    }
    visit(rules, ByFamily { level, seed, net: Some(net) })
}

/// Explicit search parameters of one family, instead of those of a level.
#[derive(Clone, Copy, Debug)]
pub enum EngineParams {
    /// For the buffets, at full strength.
    Buffet(BuffetParams),
    /// For Montauk.
    Montauk {
        /// How many hands are sampled and solved per move.
        sample: SampleSize,
        /// The scale of the noise added to the value of each card. Zero plays the mixed strategy, anything above zero
        /// plays the best card after noise.
        noise: f64,
    },
}

/// The same with explicit search parameters, for measuring what each of them does.
pub fn new_engine_with_params(
    rules: &RuleSet,
    params: EngineParams,
    seed: u64,
) -> Result<Box<dyn Engine>, Refusal> {
    match params {
        EngineParams::Buffet(params) => params.check()?,
        EngineParams::Montauk { sample, noise } => {
            sample.check()?;
            if !(noise.is_finite() && noise >= 0.0) {
                return Err(Refusal::invalid_request(format!("noise is {noise}; use 0 or more")));
            }
        }
    }
    visit(rules, WithParams { params, seed })?
}

/// An engine with explicit parameters, if they are for the family of the game.
struct WithParams {
    params: EngineParams,
    seed: u64,
}

impl WithParams {
    fn wrong_family(&self) -> Result<Box<dyn Engine>, Refusal> {
        let family = match self.params {
            EngineParams::Buffet(_) => "the buffets",
            EngineParams::Montauk { .. } => "Montauk",
        };
        Err(Refusal::unsupported(format!("these search parameters are for {family}, not for this game")))
    }
}

impl FamilyVisitor for WithParams {
    type Output = Result<Box<dyn Engine>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, _: slide::Rules<B, H>) -> Self::Output {
        self.wrong_family()
    }

    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
        match self.params {
            EngineParams::Buffet(params) => {
                Ok(Box::new(BuffetEngine::<T>::with_params(rules, params, self.seed)))
            }
            _ => self.wrong_family(),
        }
    }

    fn montauk(self, rules: montauk::Rules) -> Self::Output {
        match self.params {
            EngineParams::Montauk { sample, noise } => {
                Ok(Box::new(MontaukEngine::with_sample(rules, sample, noise, self.seed)))
            }
            _ => self.wrong_family(),
        }
    }

    fn standalone(self, _: standalone::Rules) -> Self::Output {
        self.wrong_family()
    }
}

struct WithPolicy {
    policy: SimplePolicy,
    seed: u64,
}

impl Visitor for WithPolicy {
    type Output = Box<dyn Engine>;

    fn visit<G: Game>(self, rules: G::Rules) -> Box<dyn Engine> {
        Box::new(Simple::<G>::new(rules, self.policy, self.seed))
    }
}

/// One engine for each family.
struct ByFamily {
    level: Level,
    seed: u64,
    /// For the slide family, instead of the built-in one.
    net: Option<Arc<Net>>,
}

impl FamilyVisitor for ByFamily {
    type Output = Box<dyn Engine>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Box<dyn Engine> {
        Box::new(SlideEngine::<B, H, T>::new(rules, self.level, self.seed, self.net))
    }

    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Box<dyn Engine> {
        Box::new(BuffetEngine::<T>::new(rules, self.level, self.seed))
    }

    fn montauk(self, rules: montauk::Rules) -> Box<dyn Engine> {
        Box::new(MontaukEngine::new(rules, self.level, self.seed))
    }

    fn standalone(self, rules: standalone::Rules) -> Box<dyn Engine> {
        Box::new(StandaloneEngine::<standalone::Standalone>::new(rules, self.level, self.seed))
    }
}

#[cfg(test)]
mod tests {
    use floe_games::registry::find;

    use super::*;

    fn refusal(game: &str, params: EngineParams) -> String {
        let rules = find(game).unwrap().default_rules();
        new_engine_with_params(&rules, params, 1).err().map(|refusal| refusal.to_string()).unwrap_or_default()
    }

    #[test]
    fn parameters_are_checked_and_belong_to_a_family() {
        let buffet = BuffetParams::default();
        let sample = SampleSize { own: 2, others: 3, iterations: 4 };
        let montauk = EngineParams::Montauk { sample, noise: 0.0 };
        assert_eq!(refusal("penguin-buffet", EngineParams::Buffet(buffet)), "");
        assert_eq!(refusal("montauk", montauk), "");
        for game in ["amazons", "montauk"] {
            let message = refusal(game, EngineParams::Buffet(buffet));
            assert_eq!(message, "these search parameters are for the buffets, not for this game");
        }
        let message = refusal("amazonian-buffet", montauk);
        assert_eq!(message, "these search parameters are for Montauk, not for this game");
        for params in [
            BuffetParams { prior_temperature: 0.0, ..buffet },
            BuffetParams { c_puct: f32::NAN, ..buffet },
            BuffetParams { playout_candidates: 0, ..buffet },
        ] {
            assert!(refusal("penguin-buffet", EngineParams::Buffet(params)).contains(" is "), "{params:?}");
        }
        for sample in [
            SampleSize { own: 0, ..sample },
            SampleSize { others: 0, ..sample },
            SampleSize { others: 100_000, ..sample },
            SampleSize { iterations: u32::MAX, ..sample },
        ] {
            let message = refusal("montauk", EngineParams::Montauk { sample, noise: 0.0 });
            assert!(message.contains("use "), "{sample:?}: {message}");
        }
        assert_eq!(
            refusal("montauk", EngineParams::Montauk { sample, noise: -1.0 }),
            "noise is -1; use 0 or more"
        );
    }
}
