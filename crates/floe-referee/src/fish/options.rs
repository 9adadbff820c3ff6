//! Every number of a tournament.

use std::time::Duration;

use floe_games::switches::RuleSet;
use floe_games::{Refusal, registry};
use floe_wire::fish::wire::JsonLimits;

use super::fish_game::new_fish_game;

/// How a tournament is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Minimum number of clients.
    pub min_players: usize,
    /// Maximum number of clients; the tournament starts as soon as they have signed up.
    pub max_players: usize,
    /// The length of a waiting period.
    pub wait: Duration,
    /// How many waiting periods there are while there are too few clients.
    pub periods: u32,
    /// The timeout for a client's name.
    pub name_time: Duration,
    /// The timeout for a player's answer to a call.
    pub call_time: Duration,
    /// The limits on a client's values.
    pub limits: JsonLimits,
    /// How many clients may be signing up at once; beyond that the one that has waited longest is dropped.
    pub nameless: usize,
    /// The board; the number of players is set for each game.
    pub rules: RuleSet,
    /// The seed for random boards.
    pub seed: u64,
}

impl Options {
    /// The standard options with the rules of a board.
    pub fn new(rules: RuleSet) -> Options {
        Options {
            min_players: 5,
            max_players: 10,
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

    /// The standard options on the standard board: 5×5, two fish on each tile.
    pub fn standard() -> Result<Options, Refusal> {
        Ok(Options::new(registry::find("fish")?.default_rules()))
    }

    /// Refuses options that cannot be played, before sign-up.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.min_players < 2 || self.max_players < self.min_players {
            return Err(Refusal::invalid_request(format!(
                "a tournament needs at least 2 players, and the maximum must not be below the minimum; {} to {} is invalid",
                self.min_players, self.max_players
            )));
        }
        (2..=4).try_for_each(|seats| new_fish_game(&self.rules, seats, self.seed).map(drop))
    }
}
