//! Sign-up, then one tournament.

use floe_games::Refusal;

use super::observer::{Broadcast, Event};
use super::options::Options;
use super::signup::{ClientSource, sign_up};
use super::tournament::{FishResult, tournament};

/// Why there was no tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentError {
    /// Too few signed up.
    TooFew {
        /// How many did.
        signed_up: usize,
        /// How many are needed.
        min_players: usize,
    },
    /// The options are invalid.
    Refused(Refusal),
}

impl std::fmt::Display for TournamentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TournamentError::TooFew { signed_up, min_players } => {
                write!(f, "no tournament: {signed_up} clients signed up, and {min_players} are needed")
            }
            TournamentError::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for TournamentError {}

impl From<Refusal> for TournamentError {
    fn from(refusal: Refusal) -> TournamentError {
        TournamentError::Refused(refusal)
    }
}

/// Lets clients sign up and runs one tournament. Sign-up closes before the first game. Dropping it closes everything.
pub async fn serve<E: ClientSource>(
    mut entrance: E,
    options: &Options,
    watchers: &mut Broadcast<Event>,
) -> Result<FishResult, TournamentError> {
    options.check()?;
    let players = sign_up(&mut entrance, options, watchers).await;
    drop(entrance);
    if players.len() < options.min_players {
        return Err(TournamentError::TooFew { signed_up: players.len(), min_players: options.min_players });
    }
    Ok(tournament(players, options, watchers).await?)
}
