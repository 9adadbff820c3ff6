//! Standard players before a server of somebody else's.

use floe_referee::fish::{ClientError, ClientOptions, Connection, Ended, Fault, client_name, play_as_client};
use floe_wire::fish::wire::Limits;
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, DuplexStream, duplex};
use tokio::task::JoinHandle;

fn client() -> (JoinHandle<Result<Ended, ClientError>>, DuplexStream) {
    let (ours, theirs) = duplex(1 << 12);
    (tokio::spawn(play_as_client(theirs, "standard", ClientOptions::default())), ours)
}

#[tokio::test(start_paused = true)]
async fn answers_what_others_may_send() {
    let (playing, stream) = client();
    let mut server = Connection::new(stream, Limits::default());
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
        // The longer way to more fish could be blocked.
        (json!(["take-turn", [duel, [false, "skip", [[3, 0], [5, 0]]]]]), json!([[0, 0], [1, 0]])),
        (json!(["take-turn", [state("white", json!([[3, 0]])), []]]), json!(false)),
        (json!(["end", [true]]), json!("void")),
    ] {
        server.send(&call).await.unwrap();
        assert_eq!(server.receive().await, Ok(answer), "{call}");
    }
    assert_eq!(playing.await.unwrap(), Ok(Ended::Won));
}

#[tokio::test(start_paused = true)]
async fn reads_calls_in_pieces_and_leaves_when_it_makes_no_sense() {
    for (sent, end) in [
        (&b"[\"end\",[false]]"[..], Ok(Ended::Lost)),
        (b"", Err(ClientError::Broken(Fault::Closed))),
        (b"[\"end\",[", Err(ClientError::Broken(Fault::Closed))),
        (b"nonsense", Err(ClientError::Broken(Fault::IllFormed))),
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
