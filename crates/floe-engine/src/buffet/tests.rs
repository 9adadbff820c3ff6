//! Whole games, limits, determinism; and the measurements behind docs/engine/buffets.md.

mod measure;
