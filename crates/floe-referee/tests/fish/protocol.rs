//! What the referee sends, byte for byte.

use floe_wire::fish::wire::Call;
use floe_wire::fish::{Color, State};
use serde_json::{Value, json};

use crate::bots::{Bot, Do, Played, bad, options, ordinary, play};

fn calls(played: &Played, player: usize) -> Vec<Call> {
    played.seen[player].calls.iter().map(|call| Call::parse(call.clone()).unwrap()).collect()
}

#[tokio::test(start_paused = true)]
async fn the_first_calls() {
    let played = play((0..5).map(|_| ordinary()).collect(), &options()).await;
    let said = &played.seen[1].calls;
    assert_eq!(said[0], json!(["start", [true]]));
    assert_eq!(said[1], json!(["playing-as", ["white"]]));
    assert_eq!(said[2], json!(["playing-with", [["red", "brown"]]]));
    let row = json!([2, 2, 2, 2, 2]);
    let board: Value = (0..5).map(|_| row.clone()).collect();
    let player = |color: &str, places: Value| json!({"color": color, "score": 0, "places": places});
    let first = [player("white", json!([])), player("brown", json!([])), player("red", json!([[0, 0]]))];
    assert_eq!(said[3], json!(["setup", [{"players": first, "board": board}]]));
    let second = [
        player("white", json!([[0, 1]])),
        player("brown", json!([[0, 2]])),
        player("red", json!([[0, 0], [0, 3]])),
    ];
    assert_eq!(said[4], json!(["setup", [{"players": second, "board": board}]]));
    assert_eq!(said[6][0], "take-turn");
    let names: Vec<&Value> = said.iter().map(|call| &call[0]).collect();
    for once in ["start", "end"] {
        assert_eq!(names.iter().filter(|name| **name == once).count(), 1, "{once} comes once per tournament");
    }
    assert_eq!(names.last().unwrap(), &"end");
}

/// The actions of the others lead from the state after a player's move to its next state.
#[tokio::test(start_paused = true)]
async fn actions_since_the_last_turn() {
    let played = play((0..9).map(|_| ordinary()).collect(), &options()).await;
    let mut checked = 0;
    for player in 0..9 {
        let mut left: Option<State> = None;
        for call in calls(&played, player) {
            match call {
                Call::PlayingAs(_) => left = None,
                Call::TakeTurn(state, deeds) => {
                    match left {
                        None => assert!(deeds.len() < state.players.len(), "the first turn"),
                        Some(mut before) => {
                            for deed in &deeds {
                                go(&mut before, deed.expect("a player that cannot move is skipped"));
                                checked += 1;
                            }
                            assert_eq!(sorted(before), sorted(state.clone()));
                        }
                    }
                    let mut after = state.clone();
                    go(&mut after, floe_wire::fish::best_action(&state, 2).unwrap().unwrap());
                    left = Some(after);
                }
                _ => {}
            }
        }
    }
    assert!(checked > 50, "{checked}");
}

/// Moves the penguin on that tile.
fn go(state: &mut State, (from, to): floe_wire::fish::Action) {
    let fish = std::mem::replace(&mut state.board.0[from.0][from.1], 0);
    let mover = state.players.iter_mut().find(|player| player.places.contains(&from)).unwrap();
    mover.score += u64::from(fish);
    mover.places.iter_mut().filter(|place| **place == from).for_each(|place| *place = to);
}

fn sorted(mut state: State) -> State {
    state.players.sort_by_key(|player| player.color);
    state
}

#[tokio::test(start_paused = true)]
async fn eliminated_players_are_not_mentioned() {
    let mut turns = 2;
    let mut bots: Vec<Bot> = (0..5).map(|_| ordinary()).collect();
    bots[1] = bad("take-turn", move || {
        turns -= 1;
        if turns == 0 { Do::Send(b"[[0,0],[0,0]]".to_vec()) } else { Do::Answer }
    });
    let played = play(bots, &options()).await;
    for player in [0, 2] {
        let mut gone = false;
        for call in calls(&played, player) {
            if let Call::PlayingAs(_) = call {
                gone = false;
            }
            let Call::TakeTurn(state, deeds) = call else { continue };
            assert_eq!(state.players[0].color, if player == 0 { Color::Red } else { Color::Brown });
            let absent = state.players.iter().all(|player| player.color != Color::White);
            if absent && !gone {
                assert_eq!(deeds, [], "after an elimination there are no actions");
                // Its penguins are removed, the tiles under them stay.
                let tiles: u32 = state.board.0.iter().flatten().map(|&fish| u32::from(fish)).sum();
                let scores: u64 = state.players.iter().map(|player| player.score).sum();
                assert_eq!(u64::from(tiles) + scores + 2, 50, "one tile went with its only move");
            }
            gone = absent;
            if played.seen[player].calls.iter().filter(|call| call[0] == "playing-as").count() > 1 {
                // The next round has other players.
                break;
            }
        }
    }
    let mut bots: Vec<Bot> = (0..5).map(|_| ordinary()).collect();
    bots[0] = bad("playing-as", || Do::Close);
    let played = play(bots, &options()).await;
    assert_eq!(played.seen[1].calls[2], json!(["playing-with", [["brown"]]]));
    let Call::Setup(state) = &calls(&played, 1)[3] else { panic!() };
    assert_eq!(state.players.iter().map(|p| p.color).collect::<Vec<_>>(), [Color::White, Color::Brown]);
}
