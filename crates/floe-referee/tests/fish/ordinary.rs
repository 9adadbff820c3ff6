//! Ordinary players, in every permitted number.

use std::time::Duration;

use floe_referee::fish::{Broadcast, Event, GameEvent, serve};
use serde_json::json;

use crate::bots::{Do, options, ordinary, play, reacting};

#[tokio::test(start_paused = true)]
async fn ordinary_players_have_known_results() {
    for (players, result) in [(5, [1, 0]), (6, [1, 0]), (7, [1, 0]), (8, [2, 0]), (9, [2, 0]), (10, [1, 0])] {
        let played = play((0..players).map(|_| ordinary()).collect(), &options()).await;
        assert_eq!(played.result(), json!(result), "{players} players");
        let wait = Duration::from_secs(if players < 10 { 30 } else { 0 });
        assert_eq!(played.took, wait, "{players} players: no player takes any time");
        let outcome = played.outcome.unwrap();
        for (player, seen) in played.seen.iter().enumerate() {
            assert_eq!(seen.won, Some(outcome.winners.contains(&player)), "every player is notified");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_same_clients_produce_the_same_tournament() {
    let events = async || play((0..9).map(|_| ordinary()).collect(), &options()).await.events;
    let (first, second) = (events().await, events().await);
    assert_eq!(first, second);
    let rounds: Vec<_> = first
        .iter()
        .filter_map(|event| match event {
            Event::Round { games, .. } => Some(games.iter().map(Vec::len).collect::<Vec<_>>()),
            _ => None,
        })
        .collect();
    assert_eq!(rounds[0], [4, 3, 2]);
}

#[tokio::test(start_paused = true)]
async fn spaces_and_slow_bytes_are_allowed() {
    for blanks in [2040, 60_000] {
        let bots = (0..5).map(|_| reacting(move |_| Do::Trickle(blanks))).collect();
        assert_eq!(play(bots, &options()).await.result(), json!([1, 0]), "{blanks} blanks");
    }
    let bots = (0..5).map(|_| reacting(|_| Do::SendThenAnswer(vec![b'\n'; 1 << 20]))).collect();
    assert_eq!(play(bots, &options()).await.result(), json!([1, 0]));
}

#[tokio::test(start_paused = true)]
async fn just_under_a_second_is_in_time() {
    let bots = (0..5).map(|_| reacting(|_| Do::Late(Duration::from_millis(999)))).collect();
    assert_eq!(play(bots, &options()).await.result(), json!([1, 0]));
}

#[tokio::test(start_paused = true)]
async fn winners_have_the_most_fish() {
    let played = play((0..10).map(|_| ordinary()).collect(), &options()).await;
    let mut games = 0;
    for event in &played.events {
        if let Event::InGame { what: GameEvent::Over { winners, state }, .. } = event {
            let most = state.players.iter().map(|player| player.score).max();
            let mut best: Vec<_> = state.players.iter().filter(|player| Some(player.score) == most).collect();
            best.sort_by_key(|player| player.color);
            assert_eq!(*winners, best.iter().map(|player| player.color).collect::<Vec<_>>());
            games += 1;
        }
    }
    assert!(games >= 4, "{games}");
}

/// A tournament can be moved to another thread, as servers do.
#[test]
fn a_tournament_can_be_spawned() {
    fn sendable<T: Send>(_: T) {}
    let (_door, entrance) = tokio::sync::mpsc::channel::<tokio::io::DuplexStream>(1);
    let (options, mut watchers) = (options(), Broadcast::default());
    sendable(serve(entrance, &options, &mut watchers));
}
