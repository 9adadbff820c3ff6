//! Observers see everything and delay no one.

use std::time::Duration;

use floe_referee::fish::{
    Broadcast, ClientOptions, Connection, Event, GameEvent, Player, new_fish_game, play_as_client, referee,
};
use floe_wire::fish::wire::JsonLimits;
use serde_json::json;

use crate::bots::{options, ordinary, play};

#[tokio::test(start_paused = true)]
async fn a_slow_observer_is_dropped() {
    let mut watchers = Broadcast::default();
    let mut slow = watchers.watch(2);
    let mut fast = watchers.watch(10);
    let gone = watchers.watch(10);
    drop(gone);
    for number in 0..4 {
        watchers.tell(|| number);
    }
    assert_eq!(watchers.count(), 1);
    assert_eq!((slow.recv().await, slow.recv().await, slow.recv().await), (Some(0), Some(1), None));
    assert_eq!(fast.recv().await, Some(0));
    drop(fast);
    watchers.tell(|| 5);
    watchers.tell(|| unreachable!("no one watches"));
}

#[tokio::test(start_paused = true)]
async fn every_state_and_event() {
    let played = play((0..6).map(|_| ordinary()).collect(), &options()).await;
    let events = &played.events;
    assert!(matches!(&events[..6], [Event::SignUp { player: 0, .. }, .., Event::SignUp { player: 5, .. }]));
    assert!(matches!(&events[6], Event::Start { players } if players.len() == 6));
    assert!(
        matches!(&events[7], Event::Round { number: 1, games } if *games == [vec![0, 1, 2, 3], vec![4, 5]])
    );
    assert!(
        matches!(events.last(), Some(Event::End { winners, failures }) if winners.len() == 1 && failures.is_empty())
    );
    let moves = events.iter().filter(|event| {
        matches!(event, Event::InGame { what: GameEvent::Move { .. } | GameEvent::Place { .. }, .. })
    });
    let asked: usize = played
        .seen
        .iter()
        .flat_map(|seen| &seen.calls)
        .filter(|call| call[0] == "setup" || call[0] == "take-turn")
        .count();
    assert_eq!(moves.count(), asked, "one event for each answer");
    // They are JSON for other programs.
    let line = json!(events[8]);
    assert_eq!((&line["event"], &line["what"]["event"]), (&json!("in-game"), &json!("game")));
}

#[tokio::test(start_paused = true)]
async fn a_single_game_can_be_watched() {
    let mut clients = tokio::task::JoinSet::new();
    let mut players = Vec::new();
    for name in ["anna", "bert"] {
        let (ours, theirs) = tokio::io::duplex(1 << 14);
        clients.spawn(play_as_client(ours, name, ClientOptions::default()));
        let mut connection = Connection::new(theirs, JsonLimits::default());
        assert_eq!(connection.receive().await, Ok(json!(name)));
        players.push(Player::new(name.into(), connection));
    }
    let ice = new_fish_game(&options().rules, 2, 0).unwrap();
    let mut watchers = Broadcast::default();
    let mut queue = watchers.watch(1000);
    let mut seated: Vec<&mut Player> = players.iter_mut().collect();
    let winners = referee(ice, &mut seated, Duration::from_secs(1), &mut watchers).await;
    assert!(!winners.is_empty());
    assert!(
        matches!(queue.recv().await, Some(GameEvent::Game { players, .. }) if players == ["anna", "bert"])
    );
    drop((watchers, players));
    let mut last = None;
    while let Some(event) = queue.recv().await {
        last = Some(event);
    }
    assert!(matches!(last, Some(GameEvent::Over { winners: colors, .. }) if colors.len() == winners.len()));
}
