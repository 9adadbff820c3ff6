//! Refusals as Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    floe,
    Refusal,
    PyValueError,
    "A request that the rules refuse. The text says what was wrong; `kind` is its stable code."
);

/// A refusal of the rules as an exception with the same sentence.
pub fn refuse(refusal: floe_games::Refusal) -> PyErr {
    let kind = refusal.kind().as_str();
    Python::attach(|py| {
        let error = Refusal::new_err(refusal.message);
        // An exception without its code is still an exception.
        let _ = error.value(py).setattr("kind", kind);
        error
    })
}

/// Shorthand for results.
pub trait OrRefuse<T> {
    /// The value, or the exception.
    fn or_refuse(self) -> PyResult<T>;
}

impl<T> OrRefuse<T> for Result<T, floe_games::Refusal> {
    fn or_refuse(self) -> PyResult<T> {
        self.map_err(refuse)
    }
}

/// JSON as Python's own values.
pub fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}
