//! Sign-up.

use std::time::Duration;

use floe_referee::fish::{Event, FishFault, TournamentError};
use serde_json::json;

use crate::bots::{Bot, Do, bad, options, ordinary, play, signing_up};

fn with_ordinary(count: usize, first: Vec<Bot>) -> Vec<Bot> {
    first.into_iter().chain((0..count).map(|_| ordinary())).collect()
}

#[tokio::test(start_paused = true)]
async fn invalid_names_are_rejected_and_not_counted() {
    for (sent, fault) in [
        (&b"\"\""[..], FishFault::WrongAnswer),
        (b"\"abcdefghijklm\"", FishFault::WrongAnswer),
        (b"\"a b\"", FishFault::WrongAnswer),
        (b"\"a1\"", FishFault::WrongAnswer),
        (b"\"\xc3\xa9\"", FishFault::WrongAnswer),
        (b"[\"a\"]", FishFault::WrongAnswer),
        (b"12 ", FishFault::WrongAnswer),
        (b"hello", FishFault::IllFormed),
        (b"\"\xff\"", FishFault::IllFormed),
        (b"\"a", FishFault::TooSlow),
        (b"", FishFault::TooSlow),
        (b"   ", FishFault::TooSlow),
    ] {
        let played = play(with_ordinary(5, vec![signing_up(sent)]), &options()).await;
        assert_eq!(played.result(), json!([1, 0]), "{sent:?}");
        let away = played.events.iter().filter_map(|event| match event {
            Event::TurnedAway { failure } => Some(failure.fault),
            _ => None,
        });
        assert_eq!(away.collect::<Vec<_>>(), [fault], "{sent:?}");
        assert_eq!(played.took, Duration::from_secs(30));
        assert_eq!(played.seen[0].calls, [] as [serde_json::Value; 0]);
    }
    let long = [&b"\""[..], &vec![b'a'; 1 << 20]].concat();
    let played = play(with_ordinary(5, vec![signing_up(&long)]), &options()).await;
    assert_eq!(played.result(), json!([1, 0]));
}

#[tokio::test(start_paused = true)]
async fn names_may_come_slowly_and_in_pieces() {
    let blanks = [vec![b' '; 100_000], b"\"slow\"".to_vec()].concat();
    let mut bots = with_ordinary(4, vec![signing_up(&blanks)]);
    bots[1].after = Duration::from_millis(9_999);
    let played = play(bots, &options()).await;
    assert_eq!(played.result(), json!([1, 0]));
    let names = played.events.iter().filter_map(|event| match event {
        Event::SignUp { name, .. } => Some(name.clone()),
        _ => None,
    });
    assert_eq!(names.count(), 5);
    assert!(played.outcome.unwrap().failures.is_empty());
}

#[tokio::test(start_paused = true)]
async fn age_is_the_order_of_names() {
    let mut bots = with_ordinary(4, vec![signing_up(b"\"late\"")]);
    bots[0].after = Duration::from_secs(5);
    let played = play(bots, &options()).await;
    let last = played.events.iter().rev().find_map(|event| match event {
        Event::SignUp { player, name } => Some((*player, name.clone())),
        _ => None,
    });
    assert_eq!(last, Some((4, "late".to_owned())));
}

#[tokio::test(start_paused = true)]
async fn waiting_periods() {
    // Too few after one period, enough after two.
    let mut bots = with_ordinary(5, vec![]);
    bots[4].after = Duration::from_secs(31);
    let mut patient = options();
    patient.name_time = Duration::from_secs(40);
    let played = play(bots, &patient).await;
    assert_eq!((played.result(), played.took), (json!([1, 0]), Duration::from_secs(60)));
    // Never enough.
    let played = play(with_ordinary(4, vec![]), &options()).await;
    assert_eq!(played.outcome, Err(TournamentError::TooFew { signed_up: 4, min_players: 5 }));
    assert_eq!(played.took, Duration::from_secs(60));
    assert!(played.seen.iter().all(|seen| seen.calls.is_empty()));
    // More than allowed: the rest are rejected immediately.
    let played = play(with_ordinary(12, vec![]), &options()).await;
    assert_eq!((played.result(), played.took), (json!([1, 0]), Duration::ZERO));
    assert_eq!(played.seen.iter().filter(|seen| seen.won.is_some()).count(), 10);
    // Every value is an option.
    let mut other = options();
    (other.min_players, other.max_players, other.periods) = (2, 3, 1);
    (other.wait, other.name_time) = (Duration::from_secs(7), Duration::from_secs(2));
    let played = play(with_ordinary(2, vec![signing_up(b"")]), &other).await;
    assert_eq!(played.took, Duration::from_secs(7));
    assert!(played.outcome.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_crowd_of_silent_clients_keeps_no_one_out() {
    let mut small = options();
    small.nameless = 8;
    let silent = (0..200).map(|_| signing_up(b"")).collect();
    let played = play(with_ordinary(10, silent), &small).await;
    assert_eq!((played.result(), played.took), (json!([1, 0]), Duration::ZERO));
}

#[tokio::test(start_paused = true)]
async fn leaving_after_signing_up_is_a_failure() {
    let played = play(with_ordinary(5, vec![bad("start", || Do::Close)]), &options()).await;
    assert_eq!(played.result(), json!([1, 1]));
    assert_eq!(played.faults(), [(0, "start", FishFault::Closed)]);
}

#[tokio::test(start_paused = true)]
async fn invalid_options_are_refused_immediately() {
    for change in [
        |options: &mut floe_referee::fish::Options| options.min_players = 1,
        |options: &mut floe_referee::fish::Options| options.max_players = 4,
        |options: &mut floe_referee::fish::Options| set(options, "cols", json!(1)),
        |options: &mut floe_referee::fish::Options| set(options, "fish", json!(7)),
        |options: &mut floe_referee::fish::Options| set(options, "claim_under", json!(true)),
        |options: &mut floe_referee::fish::Options| set(options, "topology", json!("square")),
    ] {
        let mut wrong = options();
        change(&mut wrong);
        let played = play(with_ordinary(5, vec![]), &wrong).await;
        assert!(matches!(played.outcome, Err(TournamentError::Refused(_))), "{:?}", played.outcome);
        assert_eq!(played.took, Duration::ZERO);
    }
}

fn set(options: &mut floe_referee::fish::Options, name: &str, value: serde_json::Value) {
    let switches = floe_games::registry::find("fish").unwrap().switches();
    options.rules.set(&switches, name, value).unwrap();
}
