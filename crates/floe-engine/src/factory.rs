//! Creates the engine for a set of rules and a level.

use std::sync::Arc;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, Visitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Game, Refusal, buffet, montauk, standalone};

use crate::montauk::MontaukEngine;
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
        Box::new(crate::buffet::BuffetEngine::<T>::new(rules, self.level, self.seed))
    }

    fn montauk(self, rules: montauk::Rules) -> Box<dyn Engine> {
        Box::new(MontaukEngine::new(rules, self.level, self.seed))
    }

    fn standalone(self, rules: standalone::Rules) -> Box<dyn Engine> {
        Box::new(StandaloneEngine::<standalone::Standalone>::new(rules, self.level, self.seed))
    }
}
