//! NumPy arrays of the caller, checked before anything is written into them.

use numpy::ndarray::{Ix1, IxDyn};
use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArray, PyReadwriteArray,
    PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// What an array is, for a sentence about what it should be.
fn describe(array: &Bound<'_, PyAny>) -> String {
    match array.cast::<PyUntypedArray>() {
        Ok(array) => {
            let kind = array.dtype();
            let contiguous = if array.is_c_contiguous() { "" } else { ", not C-contiguous" };
            format!("{kind} {}{contiguous}", shape_text(array.shape()))
        }
        Err(_) => array.get_type().name().map_or_else(|_| "something else".into(), |name| name.to_string()),
    }
}

fn shape_text(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
    match sizes.len() {
        1 => format!("({},)", sizes[0]),
        _ => format!("({})", sizes.join(", ")),
    }
}

fn wrong(name: &str, kind: &str, shape: &[usize], array: &Bound<'_, PyAny>) -> PyErr {
    let expected = format!("expected a C-contiguous NumPy array of {kind} with shape {}", shape_text(shape));
    let message = format!("{name}: {expected}; got {}", describe(array));
    match array.cast::<PyUntypedArray>() {
        Ok(_) => PyValueError::new_err(message),
        Err(_) => PyTypeError::new_err(message),
    }
}

/// An array to write into: the right kind of numbers, the right shape, contiguous, writable, not lent out elsewhere.
pub fn writable<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    name: &str,
    kind: &str,
    shape: &[usize],
) -> PyResult<PyReadwriteArray<'py, T, IxDyn>> {
    let py = array.py();
    // Truth values are bytes, and NumPy shows them as such without a copy.
    let as_bytes;
    let mut bytes = array;
    if dtype::<T>(py).is_equiv_to(&dtype::<u8>(py))
        && array.cast::<PyUntypedArray>().is_ok_and(|array| array.dtype().is_equiv_to(&dtype::<bool>(py)))
    {
        as_bytes = array.call_method1("view", (dtype::<u8>(py),))?;
        bytes = &as_bytes;
    }
    let typed = bytes.cast::<PyArrayDyn<T>>().map_err(|_| wrong(name, kind, shape, array))?;
    if typed.shape() != shape || !typed.is_c_contiguous() {
        return Err(wrong(name, kind, shape, array));
    }
    typed.try_readwrite().map_err(|error| {
        PyValueError::new_err(format!(
            "{name}: the array cannot be written to ({error}); pass one of your own"
        ))
    })
}

/// An array of actions to read.
pub fn readable<'py>(
    array: &Bound<'py, PyAny>,
    name: &str,
    len: usize,
) -> PyResult<PyReadonlyArray<'py, i64, Ix1>> {
    let wrong = || wrong(name, "int64", &[len], array);
    let typed = array.cast::<PyArray1<i64>>().map_err(|_| wrong())?;
    if typed.shape() != [len] || !typed.is_c_contiguous() {
        return Err(wrong());
    }
    typed
        .try_readonly()
        .map_err(|error| PyValueError::new_err(format!("{name}: the array cannot be read now ({error})")))
}
