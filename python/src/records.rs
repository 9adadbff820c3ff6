//! Records in and out.

use floe_games::formats::{Format, parse_records, write};
use floe_games::{Event, Record, Refusal, Viewer, registry};
use pyo3::prelude::*;

use crate::any_game::new_game;
use crate::errors::{OrRefuse, refuse};
use crate::game::Game;
use crate::py_state::State;

/// The longest text of records.
const MAX_BYTES: usize = 64 << 20;

/// Reads the games of a text (a record as JSON or text, a trace, an SGF of Amazons) and checks them; each as JSON.
#[pyfunction]
pub fn read_records(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    if text.len() > MAX_BYTES {
        return Err(refuse(Refusal::too_large(format!(
            "the text is {} bytes long; the limit is {MAX_BYTES}",
            text.len()
        ))));
    }
    let read = || -> Result<Vec<String>, Refusal> {
        let records = parse_records(text)?.ok_or_else(|| {
            Refusal::not_a_record(
                "this is neither a record (JSON or text), nor a trace, nor an SGF of Amazons",
            )
        })?;
        records
            .iter()
            .map(|record| {
                if !record.events.iter().any(|event| matches!(event, Event::Move { text: None, .. })) {
                    record.replay()?;
                }
                Ok(record.to_json().to_string())
            })
            .collect()
    };
    py.detach(read).or_refuse()
}

/// A record in another format.
#[pyfunction]
pub fn convert_record(record: &str, format: &str) -> PyResult<String> {
    let convert = || -> Result<String, Refusal> {
        let record = Record::parse(record)?;
        let table = record.replay()?;
        write(&record, &*table, Viewer::Omniscient, Format::parse(format)?)
    };
    convert().or_refuse()
}

/// The state after the first `events` events of a record. Actions that are not moves cannot be part of a state.
#[pyfunction]
#[pyo3(signature = (record, events=None, actions=None))]
pub fn replay_record(
    py: Python<'_>,
    record: &str,
    events: Option<usize>,
    actions: Option<&str>,
) -> PyResult<State> {
    let record = Record::parse(record).or_refuse()?;
    record.replay().or_refuse()?;
    let view = actions.map(floe_games::encoding::ActionView::parse).transpose().or_refuse()?;
    let set =
        registry::find(&record.game).and_then(|game| game.rules_from_object(&record.rules)).or_refuse()?;
    let game = new_game(&set, view).or_refuse()?;
    let mut state = game.new_state(record.seed.unwrap_or(0), Some(&record.start)).or_refuse()?;
    let wanted = events.unwrap_or(record.events.len()).min(record.events.len());
    for (number, event) in record.events[..wanted].iter().enumerate() {
        let done = match event {
            Event::Move { text: Some(text), .. } => state
                .steps_of(text)
                .and_then(|steps| steps.into_iter().try_for_each(|step| state.apply(i64::from(step)))),
            Event::Move { text: None, .. } => {
                Err(Refusal::invalid_record("the move is hidden in this record"))
            }
            Event::Chance(json) => state.apply_chance(json),
            Event::Act { action, .. } => Err(Refusal::unsupported(format!(
                "'{}' is not a move; states are made of moves and chance: ask for fewer events",
                action.as_str()
            ))),
        };
        done.map_err(|refusal| Refusal { message: format!("event {}: {refusal}", number + 1), ..refusal })
            .or_refuse()?;
    }
    Ok(State::new(Py::new(py, Game { inner: game })?, state))
}
