//! Traces: whole games as JSON lines that another implementation can check step by step.

use serde_json::{Value, json};

use crate::event::Event;
use crate::fair::{Dealer, FairDeal};
use crate::record::Record;
use crate::switches::{RuleSet, excerpt};
use crate::{Actor, GameRng, Outcome, Refusal, Start, Table, Viewer, open};

/// Plays a game dealt from a seed, calling `choose` for each move and `line` with every line. Returns the finished
/// table.
pub fn play(
    set: &RuleSet,
    seed: u64,
    choose: &mut dyn FnMut(&dyn Table, &[String]) -> String,
    line: &mut dyn FnMut(Value),
) -> Result<Box<dyn Table>, Refusal> {
    let table = open(set, Start::Seed(seed))?;
    line(json!({"start": start(&*table, ("seed", json!(seed)))}));
    go_on(table, GameRng::in_game(seed), choose, line)
}

/// The same with a verifiable deal: the commitment is in the start line, and the secret is revealed after the result.
pub fn play_fair(
    set: &RuleSet,
    dealer: &Dealer,
    choose: &mut dyn FnMut(&dyn Table, &[String]) -> String,
    line: &mut dyn FnMut(Value),
) -> Result<Box<dyn Table>, Refusal> {
    let table = open(set, Start::Chance(&mut dealer.deal_rng()))?;
    dealer.check_count(table.seats())?;
    line(json!({"start": start(&*table, ("fair", json!(dealer.committed())))}));
    let table = go_on(table, dealer.during(), choose, line)?;
    line(json!({"reveal": dealer.reveal()}));
    Ok(table)
}

fn go_on(
    mut table: Box<dyn Table>,
    mut chance: GameRng,
    choose: &mut dyn FnMut(&dyn Table, &[String]) -> String,
    line: &mut dyn FnMut(Value),
) -> Result<Box<dyn Table>, Refusal> {
    let mut ply = 0;
    loop {
        match table.actor() {
            Actor::Nobody => break,
            Actor::Chance => line(table.roll(&mut chance)?),
            Actor::Seat(seat) => {
                let legal = table.legal_moves();
                table.play(seat, &choose(&*table, &legal))?;
                ply += 1;
                // If the choice was a keyword for a move, the trace shows the move.
                let Some(Event::Move { text: action, .. }) = table.last_event() else {
                    return Err(Refusal::failed("the move was not logged"));
                };
                line(
                    json!({"ply": ply, "actor": seat, "legal": legal, "move": action, "scores": table.scores()}),
                );
            }
        }
    }
    line(json!({"result": table.result()}));
    Ok(table)
}

fn start(table: &dyn Table, (source, value): (&str, Value)) -> Value {
    let mut start = json!({
        "game": table.rules().game,
        source: value,
        "rules": table.rules().to_json(),
        "position": table.start_text(Viewer::Omniscient),
    });
    if let Value::Object(more) = table.start_json() {
        more.into_iter().for_each(|(name, value)| start[name] = value);
    }
    start["seats"] = json!(table.seats());
    start
}

/// The games of a trace as records.
pub fn records(text: &str) -> Result<Vec<Record>, Refusal> {
    let mut records: Vec<Record> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let invalid = |what: String| Refusal::invalid_record(format!("line {}: {what}", number + 1));
        let json: Value =
            serde_json::from_str(line).map_err(|error| invalid(format!("not JSON: {error}")))?;
        if let Some(start) = json.get("start") {
            let text = |name: &str| start[name].as_str().unwrap_or_default().to_owned();
            records.push(Record {
                floe: 1,
                game: text("game"),
                rules: start["rules"].clone(),
                seed: start["seed"].as_u64(),
                fair: fair(&start["fair"]).map_err(&invalid)?,
                start: text("position"),
                players: Vec::new(),
                began: None,
                events: Vec::new(),
                result: None,
            });
            continue;
        }
        let record = records.last_mut().ok_or_else(|| invalid("a trace starts with a start line".into()))?;
        if let Some(result) = json.get("result") {
            let result = Some(result.clone()).filter(|result| !result.is_null()).map(Outcome::from_record);
            record.result = result.transpose().map_err(|error| invalid(format!("the result: {error}")))?;
        } else if let Some(reveal) = json.get("reveal") {
            let revealed = fair(reveal).map_err(&invalid)?;
            // Revealing the secret adds it to the commitment and changes nothing else.
            let committed = revealed.clone().map(|deal| FairDeal { secret: None, ..deal });
            if committed != record.fair {
                return Err(invalid("the secret revealed does not match the commitment at the start".into()));
            }
            record.fair = revealed;
        } else if json.get("event").is_some() {
            record.events.push(Event::Chance(json));
        } else if let (Some(by), Some(text)) = (json["actor"].as_u64(), json["move"].as_str()) {
            record.events.push(Event::Move { by: by as usize, text: Some(text.into()), ms: None });
        } else {
            return Err(invalid(format!("'{}' is not a line of a trace", excerpt(line))));
        }
    }
    Ok(records)
}

fn fair(json: &Value) -> Result<Option<FairDeal>, String> {
    serde_json::from_value(json.clone()).map_err(|error| format!("the fair deal: {error}"))
}
