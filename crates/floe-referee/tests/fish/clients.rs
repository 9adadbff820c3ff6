//! Standard players against another server.

use floe_referee::fish::{
    ClientError, ClientOptions, ClientResult, Connection, FishFault, client_name, play_as_client,
};
use floe_wire::fish::wire::{Call, JsonLimits};
use floe_wire::fish::{State, action_within, best_action};
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, DuplexStream, duplex};
use tokio::task::JoinHandle;

use crate::bots::{options, ordinary, play};

fn client() -> (JoinHandle<Result<ClientResult, ClientError>>, DuplexStream) {
    let (ours, theirs) = duplex(1 << 12);
    (tokio::spawn(play_as_client(theirs, "standard", ClientOptions::default())), ours)
}

#[tokio::test(start_paused = true)]
async fn answers_any_valid_call() {
    let (playing, stream) = client();
    let mut server = Connection::new(stream, JsonLimits::default());
    assert_eq!(server.receive().await, Ok(json!("standard")));
    let state = |first: &str, places: Value| {
        json!({
            "players": [
                {"color": first, "score": 5_000_000_000u64, "places": places},
                {"color": "red", "score": 0, "places": [[0, 1]]},
            ],
            "board": [[1, 2], [0, 3, 5], [], [2]],
        })
    };
    let duel = json!({
        "players": [
            {"color": "white", "score": 0, "places": [[0, 0]]}, {"color": "red", "score": 7, "places": [[0, 1]]},
        ],
        "board": [[1, 2], [3, 4], [5, 1]],
    });
    for (call, answer) in [
        (json!(["start", [true]]), json!("void")),
        // In either order, and for a second game.
        (json!(["playing-with", [["red", "black"]]]), json!("void")),
        (json!(["playing-as", ["white"]]), json!("void")),
        (json!(["playing-as", ["brown"]]), json!("void")),
        (json!(["playing-with", [[]]]), json!("void")),
        (json!(["setup", [state("brown", json!([]))]]), json!([0, 0])),
        (json!(["setup", [state("brown", json!([[0, 0]]))]]), json!([1, 1])),
        // The longer path to more fish could be blocked.
        (json!(["take-turn", [duel, [false, "skip", [[3, 0], [5, 0]]]]]), json!([[0, 0], [1, 0]])),
        (json!(["take-turn", [state("white", json!([[3, 0]])), []]]), json!(false)),
        (json!(["end", [true]]), json!("void")),
    ] {
        server.send(&call).await.unwrap();
        assert_eq!(server.receive().await, Ok(answer), "{call}");
    }
    assert_eq!(playing.await.unwrap(), Ok(ClientResult::Won));
}

#[tokio::test(start_paused = true)]
async fn reads_calls_in_pieces_and_leaves_on_nonsense() {
    for (sent, end) in [
        (&b"[\"end\",[false]]"[..], Ok(ClientResult::Lost)),
        (b"", Err(ClientError::Broken(FishFault::Closed))),
        (b"[\"end\",[", Err(ClientError::Broken(FishFault::Closed))),
        (b"nonsense", Err(ClientError::Broken(FishFault::IllFormed))),
    ] {
        let (playing, mut stream) = client();
        for byte in sent {
            // The last byte of nonsense may come too late.
            let _cut = stream.write_all(&[*byte]).await;
            tokio::task::yield_now().await;
        }
        let _cut = stream.shutdown().await;
        assert_eq!(playing.await.unwrap(), end, "{sent:?}");
    }
    let (playing, mut stream) = client();
    stream.write_all(b"[\"dance\",[]]").await.unwrap();
    assert!(matches!(playing.await.unwrap(), Err(ClientError::Puzzled(_))));
}

#[test]
fn names_are_letters() {
    assert_eq!([0, 25, 26, 701, 702].map(client_name), ["Floea", "Floez", "Floeaa", "Floezz", "Floeaaa"]);
}

/// On the standard board the limit on positions is never reached; on a large one it keeps the player in time.
#[tokio::test(start_paused = true)]
async fn the_limit_on_positions() {
    let positions = ClientOptions::default().positions;
    for players in [6, 10] {
        let played = play((0..players).map(|_| ordinary()).collect(), &options()).await;
        for call in played.seen.iter().flat_map(|seen| &seen.calls) {
            if let Ok(Call::TakeTurn(state, _)) = Call::parse(call.clone()) {
                // A quarter of it, to be far from the edge.
                assert_eq!(action_within(&state, 2, positions / 4), best_action(&state, 2), "{call}");
            }
        }
    }
    let places = |row: usize| (0..2).map(|column| [row, 3 * column]).collect::<Vec<_>>();
    let player = |color: &str, row| json!({"color": color, "score": 0, "places": places(row)});
    let state: State = serde_json::from_value(json!({
        "players": [player("red", 0), player("white", 3), player("brown", 6), player("black", 9)],
        "board": vec![vec![3; 10]; 12],
    }))
    .unwrap();
    assert_eq!(action_within(&state, 2, 1000), best_action(&state, 1));
    assert_eq!(action_within(&state, 20, 0), best_action(&state, 1));
}
