//! Every number of a tournament.

use std::time::Duration;

use floe_games::switches::RuleSet;
use floe_games::{Refusal, registry};
use floe_wire::fish::wire::JsonLimits;

use super::fish_game::new_fish_game;

/// How a tournament is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The fewest clients for a tournament.
    pub fewest: usize,
    /// The most; when so many have signed up nobody waits any longer.
    pub most: usize,
    /// How long a waiting period is.
    pub wait: Duration,
    /// How many waiting periods there are, as long as there are too few clients.
    pub periods: u32,
    /// How long a client may take to send its name.
    pub name_time: Duration,
    /// How long a player may take to answer a call.
    pub call_time: Duration,
    /// How much a client may send in one value.
    pub limits: JsonLimits,
    /// How many clients may be on their way to a name at once; beyond that the one that has waited longest goes.
    pub nameless: usize,
    /// The board; the number of players is set for each game.
    pub rules: RuleSet,
    /// What draws boards that are left to chance.
    pub seed: u64,
}

impl Options {
    /// The usual numbers, with the rules of a board.
    pub fn new(rules: RuleSet) -> Options {
        Options {
            fewest: 5,
            most: 10,
            wait: Duration::from_secs(30),
            periods: 2,
            name_time: Duration::from_secs(10),
            call_time: Duration::from_secs(1),
            limits: JsonLimits::default(),
            nameless: 256,
            rules,
            seed: 0,
        }
    }

    /// The usual numbers on the usual board: 5×5, two fish on each tile.
    pub fn standard() -> Result<Options, Refusal> {
        Ok(Options::new(registry::find("fish")?.default_rules()))
    }

    /// Says what cannot be played before anybody has signed up.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.fewest < 2 || self.most < self.fewest {
            return Err(Refusal(format!(
                "a tournament has 2 players or more, and no fewer at most than at least: {} to {} is wrong",
                self.fewest, self.most
            )));
        }
        (2..=4).try_for_each(|seats| new_fish_game(&self.rules, seats, self.seed).map(drop))
    }
}
