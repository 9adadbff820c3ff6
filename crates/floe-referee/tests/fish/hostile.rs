//! Every fault at every call: the right verdict, no delay beyond the second of the one that hangs, and the right result
//! for the others.

use std::time::Duration;

use floe_referee::fish::{Event, FishFault, GameEvent, Options};
use floe_wire::fish::wire::Call;
use serde_json::json;

use crate::bots::{Bot, Do, Played, bad, options, ordinary, play, reacting};

const CALLS: [&str; 6] = ["start", "playing-as", "playing-with", "setup", "take-turn", "end"];

/// The action, how it is done, the fault, and how many seconds it costs.
type Misdeed = (&'static str, fn() -> Do, FishFault, u64);

/// A wrong answer to some calls.
type Wrong = fn(&Call) -> Option<String>;

/// The bad one is the third of five: it plays in the first game, between honest players.
async fn among_honest(bot: Bot) -> Played {
    let mut bots: Vec<Bot> = (0..5).map(|_| ordinary()).collect();
    bots[2] = bot;
    play(bots, &options()).await
}

/// The honest players finish and agree with the referee about who won, and no one else won.
fn honest_result_is_right(played: &Played) {
    let outcome = played.outcome.as_ref().unwrap();
    for (player, seen) in played.seen.iter().enumerate().filter(|(player, _)| *player != 2) {
        assert_eq!(seen.won, Some(outcome.winners.contains(&player)), "player {player}");
    }
    assert!(!outcome.winners.contains(&2));
    for event in &played.events {
        if let Event::InGame { what: GameEvent::Over { winners, state }, .. } = event {
            let most = state.players.iter().map(|player| player.score).max();
            let mut best: Vec<_> =
                state.players.iter().filter(|player| Some(player.score) == most).map(|p| p.color).collect();
            best.sort_unstable();
            assert_eq!(*winners, best, "an eliminated player is absent and wins nothing");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn every_fault_at_every_call() {
    let misdeeds: [Misdeed; 16] = [
        ("closes", || Do::Close, FishFault::Closed, 0),
        ("closes inside a value", || Do::SendThenClose(b"[0".to_vec()), FishFault::Closed, 0),
        ("closes behind a number", || Do::SendThenClose(b"17".to_vec()), FishFault::WrongAnswer, 0),
        ("hangs", || Do::Hang, FishFault::TooSlow, 1),
        ("is late", || Do::Late(Duration::from_millis(1001)), FishFault::TooSlow, 1),
        ("sends half a value", || Do::Send(b" [[0,".to_vec()), FishFault::TooSlow, 1),
        ("sends half a text", || Do::Send(b"\"voi".to_vec()), FishFault::TooSlow, 1),
        ("sends spaces", || Do::Send(vec![b' '; 5000]), FishFault::TooSlow, 1),
        ("sends no JSON", || Do::Send(b"void".to_vec()), FishFault::IllFormed, 0),
        ("sends a wrong bracket", || Do::Send(b"[0,1}".to_vec()), FishFault::IllFormed, 0),
        ("sends null", || Do::Send(b"null".to_vec()), FishFault::WrongAnswer, 0),
        ("sends three numbers", || Do::Send(b"[1,0,0]".to_vec()), FishFault::WrongAnswer, 0),
        ("floods with a text", || Do::Flood(b"\"", b"a", 100_000_000), FishFault::TooMuch, 0),
        ("floods with digits", || Do::Flood(b"", b"1", 100_000_000), FishFault::TooMuch, 0),
        ("floods with texts", || Do::Flood(b"", b"\"a\"", 100_000_000), FishFault::WrongAnswer, 0),
        ("floods with nests", || Do::Flood(b"", b"[", 100_000_000), FishFault::TooMuch, 0),
    ];
    // Without the one that never started it is the tournament of the other four.
    let four = Options { min_players: 4, ..options() };
    let without = play((0..4).map(|_| ordinary()).collect(), &four).await.outcome.unwrap().winners;
    let without: Vec<usize> = without.into_iter().map(|player| [0, 1, 3, 4][player]).collect();
    for call in CALLS {
        for (words, misdeed, fault, seconds) in misdeeds {
            let played = among_honest(bad(call, misdeed)).await;
            assert_eq!(played.faults(), [(2, call, fault)], "{words} at {call}");
            assert_eq!(played.outcome.as_ref().unwrap().failures, [2], "{words} at {call}");
            let winners = &played.outcome.as_ref().unwrap().winners;
            match call {
                "start" => assert_eq!(*winners, without, "{words} at {call}"),
                _ => assert_eq!(winners.len(), 1, "{words} at {call}"),
            }
            assert_eq!(played.took, Duration::from_secs(30 + seconds), "{words} at {call}");
            honest_result_is_right(&played);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn answers_twice_or_out_of_turn() {
    // What follows an answer is found when the next call is made.
    for (call, next) in [("start", "playing-as"), ("playing-as", "playing-with"), ("playing-with", "setup")] {
        let played = among_honest(bad(call, || Do::AnswerThenSend(b" \"void\"".to_vec()))).await;
        assert_eq!(played.faults(), [(2, next, FishFault::OutOfTurn)], "twice at {call}");
        honest_result_is_right(&played);
        let played = among_honest(bad(call, || Do::AnswerThenSend(b" [".to_vec()))).await;
        assert_eq!(played.faults(), [(2, next, FishFault::OutOfTurn)], "half a value behind {call}");
        let played = among_honest(bad(call, || Do::AnswerThenSend(b"?".to_vec()))).await;
        assert_eq!(played.faults(), [(2, next, FishFault::IllFormed)], "rubbish behind {call}");
    }
    for call in ["setup", "take-turn"] {
        let played = among_honest(bad(call, || Do::AnswerThenSend(b"[[0,0],[2,0]]".to_vec()))).await;
        assert_eq!(played.faults(), [(2, call, FishFault::OutOfTurn)], "twice at {call}");
        honest_result_is_right(&played);
    }
    // White space is always allowed, and after the last answer nothing is checked.
    let played = among_honest(reacting(|_| Do::AnswerThenSend(vec![b'\n'; 30_000]))).await;
    assert_eq!(played.result(), json!([1, 0]));
    let played = among_honest(bad("end", || Do::AnswerThenSend(b"\"void\"".to_vec()))).await;
    assert_eq!(played.result(), json!([1, 0]));
    // A name and an answer to a call that has not come.
    let eager = Bot { sign_up: b"\"eager\" \"void\"".to_vec(), ..ordinary() };
    assert_eq!(among_honest(eager).await.faults(), [(2, "start", FishFault::OutOfTurn)]);
}

#[tokio::test(start_paused = true)]
async fn broken_rules() {
    let wrong: [(&str, Wrong); 9] = [
        ("onto another penguin", |call| match call {
            Call::Setup(state) => state
                .players
                .iter()
                .flat_map(|player| &player.places)
                .next()
                .map(|(row, column)| format!("[{row},{column}]")),
            _ => None,
        }),
        ("off the board", |call| matches!(call, Call::Setup(_)).then(|| "[5,0]".into())),
        ("far off the board", |call| {
            matches!(call, Call::Setup(_)).then(|| "[18446744073709551615,0]".into())
        }),
        ("onto its own tile", |call| match call {
            Call::TakeTurn(state, _) => {
                let place = state.players[0].places[0];
                Some(json!([place, place]).to_string())
            }
            _ => None,
        }),
        ("another's penguin", |call| match call {
            Call::TakeTurn(state, _) => {
                let mut theirs = state.clone();
                theirs.players.rotate_left(1);
                let action = floe_wire::fish::best_action(&theirs, 1).unwrap()?;
                Some(json!(action).to_string())
            }
            _ => None,
        }),
        ("nobody's penguin", |call| matches!(call, Call::TakeTurn(..)).then(|| "[[4,4],[2,4]]".into())),
        ("over a corner", |call| match call {
            Call::TakeTurn(state, _) => {
                let (row, column) = state.players[0].places[0];
                Some(json!([[row, column], [row, column + 1]]).to_string())
            }
            _ => None,
        }),
        ("off the ice", |call| match call {
            Call::TakeTurn(state, _) => Some(json!([state.players[0].places[0], [99, 99]]).to_string()),
            _ => None,
        }),
        ("no move though there is one", |call| matches!(call, Call::TakeTurn(..)).then(|| "false".into())),
    ];
    for (words, answer) in wrong {
        let bot = reacting(move |call| match answer(call) {
            Some(text) => Do::Send(text.into_bytes()),
            None => Do::Answer,
        });
        let played = among_honest(bot).await;
        let faults = played.faults();
        assert_eq!(faults.len(), 1, "{words}: {faults:?}");
        assert_eq!((faults[0].0, faults[0].2), (2, FishFault::BrokenRule), "{words}");
        honest_result_is_right(&played);
    }
}

#[tokio::test(start_paused = true)]
async fn eliminated_in_the_middle_of_a_game() {
    for turns in 1..5 {
        let mut left = turns;
        let played = among_honest(bad("take-turn", move || {
            left -= 1;
            if left == 0 { Do::Hang } else { Do::Answer }
        }))
        .await;
        assert_eq!(played.faults(), [(2, "take-turn", FishFault::TooSlow)], "at turn {turns}");
        honest_result_is_right(&played);
    }
}

#[tokio::test(start_paused = true)]
async fn lone_survivors_play_on_and_can_still_fail() {
    // Three of the first game fail; in the second game one plays on alone and wins.
    let mut bots: Vec<Bot> = (0..3).map(|_| bad("setup", || Do::Close)).collect();
    bots.push(bad("take-turn", || Do::Close));
    bots.push(ordinary());
    let played = play(bots, &options()).await;
    assert_eq!(played.result(), json!([1, 4]));
    let turns = played.seen[4].calls.iter().filter(|call| call[0] == "take-turn").count();
    assert!(turns > 5, "{turns} turns alone");
    // No one is left.
    let played = play((0..6).map(|_| bad("take-turn", || Do::Close)).collect(), &options()).await;
    assert_eq!(played.result(), json!([0, 6]));
    // All of them hang at once: one second, not six.
    let played = play((0..6).map(|_| bad("start", || Do::Hang)).collect(), &options()).await;
    assert_eq!((played.result(), played.took), (json!([0, 6]), Duration::from_secs(31)));
    // All winners fail to accept.
    let played = play((0..5).map(|_| bad("end", || Do::Hang)).collect(), &options()).await;
    assert_eq!(played.result(), json!([0, 5]));
}
