//! How far a table or a tournament is.

use serde::{Deserialize, Serialize};

/// The stage of a table or tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Waiting for players.
    Open,
    /// In progress.
    Live,
    /// Finished with a result.
    Over,
    /// Ended without a result.
    Aborted,
}
