//! A tenth game in one file, and everything there is for the nine: lists, traces, records, the referee, the engine, the
//! terminal, paper, the page's calls and the server. Nothing outside `src/lib.rs` knows the game.

mod docs;
mod engine;
mod naive;
mod nim;
mod page;
mod program;
mod registry;
mod rules;
mod server;
mod terminal;

use std::sync::LazyLock;

use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{GameRng, Manifest, Start, Table, open};

/// The game, which the first test that asks for it adds to the list.
fn game() -> &'static Manifest {
    static GAME: LazyLock<&Manifest> = LazyLock::new(|| {
        floe_games::registry::add(&floe_isolation::MANIFEST).unwrap();
        floe_games::registry::find("isolation").unwrap()
    });
    *GAME
}

fn rules(text: &str) -> RuleSet {
    game().rules(&parse_rule_args(text).unwrap()).unwrap()
}

/// A table after some random moves, or at the end of the game if that comes first.
fn random_table(rules: &RuleSet, seed: u64, plies: usize) -> Box<dyn Table> {
    let mut table = open(rules, Start::Seed(seed)).unwrap();
    let mut chance = GameRng::for_player(seed);
    for _ in 0..plies {
        let floe_games::Actor::Seat(seat) = table.actor() else { break };
        let legal = table.legal_moves();
        table.play(seat, &legal[chance.below(legal.len() as u32) as usize]).unwrap();
    }
    table
}
