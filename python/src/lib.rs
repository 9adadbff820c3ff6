//! The module `floe._floe`: games, states, vectors of states, engines, records and reports for Python.
//!
//! A face over the libraries and nothing more: what is legal, seen or good is decided there. `any_game.rs`, `state.rs` and `vector.rs` are
//! generic over [`floe_games::encoding::Encode`] and know no Python; the rest turns arguments into calls. Text and JSON go
//! to the package `floe`, written in Python, which makes dictionaries and figures of them.

mod any_game;
mod buffers;
mod engine;
mod errors;
mod game;
mod long_calls;
mod py_state;
mod py_vector;
mod records;
mod reports;
mod state;
mod vector;

use pyo3::prelude::*;

#[pymodule(gil_used = true)]
fn _floe(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Refusal", module.py().get_type::<errors::Refusal>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<py_state::State>()?;
    module.add_class::<py_vector::VectorState>()?;
    module.add_class::<engine::Engine>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::load, module)?)?;
    module.add_function(wrap_pyfunction!(py_state::deserialize, module)?)?;
    module.add_function(wrap_pyfunction!(engine::solve, module)?)?;
    module.add_function(wrap_pyfunction!(engine::review, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(records::convert_record, module)?)?;
    module.add_function(wrap_pyfunction!(records::replay_record, module)?)?;
    module.add_function(wrap_pyfunction!(reports::lab, module)?)?;
    module.add_function(wrap_pyfunction!(reports::lab_compare, module)?)?;
    module.add_function(wrap_pyfunction!(reports::lab_text, module)?)?;
    module.add_function(wrap_pyfunction!(reports::lab_html, module)?)?;
    Ok(())
}
