//! Every call, made as the web app makes it.

mod games;
mod hidden;
mod hostile;
mod layouts;
mod records;
mod thoughts;

use std::sync::Mutex;

use floe_engine::{FrozenTimer, Timer};
use floe_games::RefusalKind;
use floe_wasm::{CallContext, handle_call};
use serde_json::{Value, json};

const GAMES: [&str; 9] = [
    "amazons",
    "penguins",
    "pauper",
    "fish",
    "amazon-penguins",
    "paper-penguins",
    "penguin-buffet",
    "amazonian-buffet",
    "montauk",
];

fn clock() -> Box<dyn Timer> {
    Box::new(FrozenTimer)
}

/// The result of a call.
#[track_caller]
fn ask(name: &str, asked: Value) -> Value {
    match try_ask(name, asked) {
        Ok(answer) => answer,
        Err(error) => panic!("{name} was refused: {error}"),
    }
}

/// The message of an error.
#[track_caller]
fn refused(name: &str, asked: Value) -> String {
    try_ask(name, asked).expect_err("a refusal")
}

fn refused_kind(name: &str, asked: Value) -> RefusalKind {
    let around = CallContext { clock: &clock, on_progress: &|_| {} };
    handle_call(name, &asked.to_string(), &around).expect_err("a refusal").kind()
}

fn try_ask(name: &str, asked: Value) -> Result<Value, String> {
    let around = CallContext { clock: &clock, on_progress: &|_| {} };
    let answer = handle_call(name, &asked.to_string(), &around).map_err(|refusal| refusal.to_string())?;
    Ok(serde_json::from_str(&answer).expect("answers are JSON"))
}

/// The result of a call, and the progress reports during it.
fn ask_and_hear(name: &str, asked: Value) -> (Value, Vec<Value>) {
    let heard = Mutex::new(Vec::new());
    let on_progress = |json: &str| heard.lock().unwrap().push(serde_json::from_str(json).unwrap());
    let answer =
        handle_call(name, &asked.to_string(), &CallContext { clock: &clock, on_progress: &on_progress })
            .unwrap();
    (serde_json::from_str(&answer).unwrap(), heard.into_inner().unwrap())
}

fn open(game: &str) -> Value {
    ask("open", json!({"game": game, "seed": 11}))
}

fn see(log: &Value, viewer: Value) -> Value {
    ask("view", json!({"log": log, "viewer": viewer}))
}

/// The log with what `play` or `act` answered.
fn grown(mut log: Value, answer: &Value) -> Value {
    let tail = answer["tail"].as_array().unwrap().clone();
    log["events"].as_array_mut().unwrap().extend(tail);
    log
}

/// The log after up to `max_moves` legal moves, spread over all there are.
fn play_on(mut log: Value, max_moves: usize) -> Value {
    for number in 0..max_moves {
        let seen = see(&log, json!("all"));
        let Some(seat) = seen["actor"].as_u64() else { break };
        let legal = seen["legal"].as_array().unwrap();
        let choice = &legal[number * 7919 % legal.len()];
        let answer = ask("play", json!({"log": log, "seat": seat, "move": choice}));
        log = grown(log, &answer);
    }
    log
}
