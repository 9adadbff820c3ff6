//! The scenarios of the game's authors, where they are available.

use std::path::Path;
use std::time::Duration;

use floe_wire::fish::wire::Call;
use serde_json::Value;

use crate::bots::{Bot, Do, bad, options, ordinary, play, reacting, signing_up};

/// A client of a scenario, by its fault.
fn bad_at(call: &str) -> Bot {
    match call {
        "take-turn" => reacting(|call| match call {
            Call::TakeTurn(state, _) => {
                let place = state.players[0].places[0];
                Do::Send(serde_json::to_vec(&(place, place)).unwrap())
            }
            _ => Do::Answer,
        }),
        "start" => bad("start", || Do::Send(b"\"no\"".to_vec())),
        "playing-as" => bad("playing-as", || Do::Send(b"[]".to_vec())),
        "playing-with" => bad("playing-with", || Do::Close),
        "end" => bad("end", || Do::Send(b"{\"void\":1}".to_vec())),
        other => panic!("nothing is known about being bad at {other}"),
    }
}

/// The clients of a line of a scenario.
fn clients(line: &str) -> Vec<Bot> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if let Ok(count) = words[0].parse::<usize>() {
        let pause = if line.contains("pause after the 5th") { 15 } else { 0 };
        let after = |number| Duration::from_secs(if number >= 5 { pause } else { 0 });
        return (0..count).map(|number| Bot { after: after(number), ..ordinary() }).collect();
    }
    if let Some(list) = line.strip_prefix("only bad ones (") {
        return list.trim_end_matches(')').split(", ").map(bad_at).collect();
    }
    vec![match words[0] {
        "silent" => signing_up(b""),
        "setup" if line.contains("ill-formed") => bad("setup", || Do::Send(b"[1,}".to_vec())),
        "setup" => bad("setup", || Do::Send(b"[1,0,0]".to_vec())),
        "bad" => bad_at(words[1]),
        _ => panic!("an unknown client: {line}"),
    }]
}

#[tokio::test(start_paused = true)]
async fn scenarios() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/fish-cases/scenarios.json");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: no scenarios next to the project; the hostile clients still run");
        return;
    };
    let all: Value = serde_json::from_str(&text).unwrap();
    for scenario in all["xserver"].as_array().unwrap() {
        let lines = scenario["clients"].as_array().unwrap().iter();
        let bots: Vec<Bot> = lines.flat_map(|line| clients(line.as_str().unwrap())).collect();
        let played = play(bots, &options()).await;
        let accepted = [&scenario["expect"], &scenario["later_published_value"]];
        let accepted: Vec<&Value> = accepted.into_iter().filter_map(Value::as_array).flatten().collect();
        println!("{} → {}", scenario["clients"], played.result());
        assert!(
            accepted.contains(&&played.result()),
            "{}: {} is none of {accepted:?}",
            scenario["clients"],
            played.result()
        );
    }
}
