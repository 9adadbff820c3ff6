//! The parameters of the family's numbered levels and its points of the rating scale; `docs/engine/ratings.md` has the
//! matches they come from.
//!
//! With no nodes a move is drawn from the policy at a temperature of twenty times the noise. With nodes it is searched for,
//! and the noise is that of the three best lines.

use crate::manifest::Levels;

/// Where a move is a slide and a shot.
pub(crate) const SHOOTING_LEVELS: Levels = [
    (0, 0.30),
    (0, 0.20),
    (0, 0.14),
    (0, 0.105),
    (0, 0.077),
    (0, 0.058),
    (0, 0.042),
    (0, 0.028),
    (0, 0.012),
    (4, 0.20),
];

/// Where a move is a slide.
pub(crate) const SLIDING_LEVELS: Levels = [
    (0, 0.30),
    (0, 0.17),
    (0, 0.10),
    (0, 0.06),
    (0, 0.035),
    (0, 0.018),
    (4, 0.12),
    (4, 0.03),
    (12, 0.05),
    (30, 0.03),
];
