//! Orders for sorting moves and lines.
//!
//! They are functions and not closures on purpose. A closure in generic code is another type for every game, and each
//! type gets its own copy of the whole sorting code.

use std::cmp::Ordering;

/// The highest score first, then by move.
pub(crate) fn best_first<M: Ord>(one: &(i32, M), other: &(i32, M)) -> Ordering {
    other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1))
}

/// The largest value first, then by move.
pub(crate) fn largest_first<M: Ord>(one: &(f32, M), other: &(f32, M)) -> Ordering {
    other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1))
}

/// The smallest value first, then by move.
pub(crate) fn smallest_first<M: Ord>(one: &(f32, M), other: &(f32, M)) -> Ordering {
    one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1))
}
