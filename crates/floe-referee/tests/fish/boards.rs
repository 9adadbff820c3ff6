//! Boards other than the standard one.

use floe_games::registry;
use floe_games::switches::parse_rule_args;
use floe_referee::fish::{Event, GameEvent, Options};
use floe_wire::fish::best_action;
use floe_wire::fish::wire::Call;
use serde_json::json;

use crate::bots::{Bot, Do, ordinary, play, reacting};

fn on(rules: &str) -> Options {
    Options::new(registry::find("fish").unwrap().rules(&parse_rule_args(rules).unwrap()).unwrap())
}

fn rounds(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Round { .. })).count()
}

/// In a single row no tile touches another: no one ever moves, all tie, and two rounds have the same winners.
#[tokio::test(start_paused = true)]
async fn the_same_winners_twice_end_it() {
    for (players, played) in [(5, 2), (6, 2), (9, 2)] {
        let game = play((0..players).map(|_| ordinary()).collect(), &on("fish=[[2,2,2,2,2,2,2,2,2]]")).await;
        assert_eq!(game.result(), json!([players, 0]));
        assert_eq!(rounds(&game.events), played, "{players} players");
        let calls = game.seen.iter().flat_map(|seen| &seen.calls);
        assert!(calls.clone().all(|call| call[0] != "take-turn"), "a player who cannot move is never asked");
    }
    let four = Options { min_players: 4, ..on("fish=[[2,2,2,2,2,2,2,2,2]]") };
    let game = play((0..4).map(|_| ordinary()).collect(), &four).await;
    assert_eq!((game.result(), rounds(&game.events)), (json!([4, 0]), 1));
}

/// A large random board with holes, a new one for each game, the same ones for the same seed.
#[tokio::test(start_paused = true)]
async fn random_boards() {
    let short_sighted = || {
        reacting(|call| match call {
            Call::TakeTurn(state, _) => {
                Do::Send(serde_json::to_vec(&best_action(state, 1).unwrap()).unwrap())
            }
            _ => Do::Answer,
        })
    };
    let boards = async |seed: u64| {
        let bots: Vec<Bot> = (0..5).map(|_| short_sighted()).collect();
        let played = play(bots, &Options { seed, ..on("rows=10,cols=10,holes=12,fish=random:5") }).await;
        assert_eq!(played.result()[1], 0, "{:?}", played.faults());
        let boards = played.events.into_iter().filter_map(|event| match event {
            Event::InGame { what: GameEvent::Game { state, .. }, .. } => Some(state.board),
            _ => None,
        });
        boards.collect::<Vec<_>>()
    };
    let first = boards(7).await;
    assert_eq!(first[0].0.iter().flatten().filter(|fish| **fish == 0).count(), 12);
    assert_ne!(first[0], first[1]);
    assert_eq!(boards(7).await, first);
    assert_ne!(boards(8).await, first);
}
