//! Sign-up, then the tournament: one of them, then it stops.

use floe_games::Refusal;

use super::observer::{Event, Watchers};
use super::options::Options;
use super::signup::{Entrance, sign_up};
use super::tournament::{Outcome, tournament};

/// Why there was no tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTournament {
    /// Too few signed up.
    TooFew {
        /// How many did.
        signed_up: usize,
        /// How many it takes.
        fewest: usize,
    },
    /// The options make no tournament.
    Refused(Refusal),
}

impl std::fmt::Display for NoTournament {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoTournament::TooFew { signed_up, fewest } => {
                write!(f, "no tournament: {signed_up} clients signed up, and it takes {fewest}")
            }
            NoTournament::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for NoTournament {}

impl From<Refusal> for NoTournament {
    fn from(refusal: Refusal) -> NoTournament {
        NoTournament::Refused(refusal)
    }
}

/// Lets clients sign up and runs one tournament. The entrance is closed before the first game. Dropping it closes
/// everything.
pub async fn serve<E: Entrance>(
    mut entrance: E,
    options: &Options,
    watchers: &mut Watchers<Event>,
) -> Result<Outcome, NoTournament> {
    options.check()?;
    let players = sign_up(&mut entrance, options, watchers).await;
    drop(entrance);
    if players.len() < options.fewest {
        return Err(NoTournament::TooFew { signed_up: players.len(), fewest: options.fewest });
    }
    Ok(tournament(players, options, watchers).await?)
}
