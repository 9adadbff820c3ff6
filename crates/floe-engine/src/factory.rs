//! Creates the engine for a set of rules and a level.

use std::sync::Arc;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, Visitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Game, Refusal, buffet, montauk, standalone};

use crate::buffet::{BuffetEngine, BuffetParams};
use crate::levels::{Between, between};
use crate::mixed::Mixed;
use crate::montauk::{LevelPlay, MontaukEngine};
use crate::net::Net;
use crate::simple::{Simple, SimplePolicy};
use crate::slide::{FEATURES, SlideEngine};
use crate::standalone::StandaloneEngine;
use crate::{Engine, Level, LevelParams, Rng, check_level, level_params};

/// Creates an engine for `rules` at `level`. The same seed gives the same choices if nodes are the only limit.
pub fn new_engine(rules: &RuleSet, level: Level, seed: u64) -> Result<Box<dyn Engine>, Refusal> {
    match level {
        Level::Random => visit(rules, WithPolicy { policy: SimplePolicy::Random, seed }),
        Level::Greedy => visit(rules, WithPolicy { policy: SimplePolicy::Greedy, seed }),
        Level::Rating(rating) => {
            let Between { lower, upper, share } = between(rules.game, rating)?;
            let engine = |params| new_engine_with_params(rules, EngineParams::Level(params), seed);
            if share >= 1.0 {
                return engine(upper);
            }
            // Another stream than that of the engines.
            let rng = Rng::new(seed ^ 0x9e37_79b9_7f4a_7c15);
            Ok(Box::new(Mixed { lower: engine(lower)?, upper: engine(upper)?, share, rng }))
        }
        _ => visit(rules, ByFamily { level_params: level_params(rules.game, level), seed, net: None }),
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
    check_level(rules.game, level)?;
    let level_params = level_params(rules.game, level);
    visit(rules, ByFamily { level_params, seed, net: Some(net) })
}

/// Explicit search parameters of one family, instead of those of a level.
#[derive(Clone, Copy, Debug)]
pub enum EngineParams {
    /// For the buffets, at full strength.
    Buffet(BuffetParams),
    /// For Montauk.
    Montauk(LevelPlay),
    /// For any game: those of a numbered level.
    Level(LevelParams),
}

/// The same with explicit search parameters, for measuring what each of them does.
pub fn new_engine_with_params(
    rules: &RuleSet,
    params: EngineParams,
    seed: u64,
) -> Result<Box<dyn Engine>, Refusal> {
    match params {
        EngineParams::Buffet(params) => params.check()?,
        EngineParams::Montauk(play) => play.check()?,
        EngineParams::Level(level_params) => {
            if !(0.0..=1.0).contains(&level_params.noise) {
                return Err(Refusal::invalid_request(format!("noise is {}; use 0 to 1", level_params.noise)));
            }
            return visit(rules, ByFamily { level_params: Some(level_params), seed, net: None });
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
            EngineParams::Montauk(_) => "Montauk",
            EngineParams::Level(_) => "any game",
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
            EngineParams::Montauk(play) => Ok(Box::new(MontaukEngine::with_play(rules, play, self.seed))),
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
    /// `None` is full strength.
    level_params: Option<LevelParams>,
    seed: u64,
    /// For the slide family, instead of the built-in one.
    net: Option<Arc<Net>>,
}

impl FamilyVisitor for ByFamily {
    type Output = Box<dyn Engine>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Box<dyn Engine> {
        Box::new(SlideEngine::<B, H, T>::new(rules, self.level_params, self.seed, self.net))
    }

    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Box<dyn Engine> {
        Box::new(BuffetEngine::<T>::new(rules, self.level_params, self.seed))
    }

    fn montauk(self, rules: montauk::Rules) -> Box<dyn Engine> {
        Box::new(MontaukEngine::new(rules, self.level_params, self.seed))
    }

    fn standalone(self, rules: standalone::Rules) -> Box<dyn Engine> {
        Box::new(StandaloneEngine::<standalone::Standalone>::new(rules, self.level_params, self.seed))
    }
}

#[cfg(test)]
mod tests {
    use floe_games::registry::find;

    use super::*;
    use crate::SampleSize;

    fn refusal(game: &str, params: EngineParams) -> String {
        let rules = find(game).unwrap().default_rules();
        new_engine_with_params(&rules, params, 1).err().map(|refusal| refusal.to_string()).unwrap_or_default()
    }

    #[test]
    fn parameters_are_checked_and_belong_to_a_family() {
        let buffet = BuffetParams::default();
        let sample = SampleSize { own: 2, others: 3, iterations: 4 };
        let play = LevelPlay { sample, card_noise: 0.0, spend_noise: 0.0 };
        let montauk = EngineParams::Montauk(play);
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
            let message = refusal("montauk", EngineParams::Montauk(LevelPlay { sample, ..play }));
            assert!(message.contains("use "), "{sample:?}: {message}");
        }
        assert_eq!(
            refusal("montauk", EngineParams::Montauk(LevelPlay { spend_noise: -1.0, ..play })),
            "noise is -1; use 0 or more"
        );
    }
}
