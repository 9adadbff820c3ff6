//! Creating and entering tournaments.

use std::sync::atomic::Ordering;

use floe_engine::Level;
use floe_games::{Occupant, registry};
use floe_referee::TimeControl;
use floe_referee::pairing::{Format, PairingPlan};
use floe_store::{Append, Role, StoredEntry as Stored, User};
use floe_wire::web::{ErrorCode, NewTournament};

use super::arena;
use super::commands::{MAX_CONCURRENT, MAX_ENTRANTS, MAX_GAMES};
use super::entry::{TournamentConfig, TournamentEntry, TournamentPlan};
use super::service::TournamentService;
use super::state::State;
use super::view::{card_of, format_of};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::ids;

/// The maximum number of entrants if the host gives none.
const ENTRANTS: usize = 64;
/// Maximum length of a name, in characters.
const MAX_NAME: usize = 60;
/// Maximum number of rounds, sets and extra sets.
const MAX_ROUNDS: u32 = 100;
/// Maximum number of open or live tournaments per host.
const PER_HOST: usize = 5;
/// Maximum number of open or live tournaments on the server.
const PER_HOUSE: usize = 500;
/// How far ahead a start can be set.
const AHEAD_MS: i64 = 365 * 24 * 60 * 60 * 1000;

impl TournamentService {
    /// Creates a tournament for a host; returns its id.
    pub async fn make(&self, user: &User, new: NewTournament) -> Result<String, ApiError> {
        let now = now_ms();
        let made = self.checked(user, new, now)?;
        self.room_for(&user.id)?;
        let id = ids::id();
        let state = State::make(made.clone(), now);
        let write = Append {
            stream: id.clone(),
            expected: 0,
            entries: vec![Stored { at_ms: now, body: TournamentEntry::Created(made).to_text() }],
            card: Some(card_of(&id, &state)),
            ratings: Vec::new(),
            token: None,
            holder: self.table_registry.services.cluster.as_ref().map(|cluster| cluster.node()),
        };
        let tenure = write.holder.clone().map(|node| (node, 1));
        self.table_registry.services.store.append(write).await?;
        *self.seat(&id, state).tenure() = tenure;
        self.table_registry.services.hub.tell_tournament(&id);
        self.made.notify_one();
        Ok(id)
    }

    fn checked(&self, user: &User, new: NewTournament, now: i64) -> Result<TournamentConfig, ApiError> {
        let refused = |message: String| Err(ApiError::new(ErrorCode::Refused, message));
        let name = new.name.trim();
        let plain = |letter: char| !letter.is_control() && !crate::http::is_invisible(letter);
        if name.is_empty() || name.chars().count() > MAX_NAME || !name.chars().all(plain) {
            return refused(format!("a tournament's name has 1 to {MAX_NAME} visible characters"));
        }
        let rules = registry::find(&new.game)?.parse_rules(new.rules.as_ref())?;
        crate::table::check_size(&rules)?;
        let seats = self.table_registry.rules(&rules)?.seats();
        TimeControl::parse(&new.clock).map_err(|message| ApiError::new(ErrorCode::Refused, message))?;
        if new.rated && registry::find(&new.game)?.default_rules() != rules {
            return refused("house rules are casual only; rated tournaments use the standard rules".into());
        }
        if new.start_ms.is_some_and(|start| start <= now || start > now + AHEAD_MS) {
            return refused("the start must be in the future, within a year".into());
        }
        let format = format_of(new.format);
        let format_of_plan = match format {
            TournamentPlan::Scheduled(format) => Some(format),
            TournamentPlan::Arena(_) => None,
        };
        let plan = |entrants| format_of_plan.map(|format| PairingPlan { entrants, seats, format, seed: 0 });
        let games = |entrants| plan(entrants).map_or(0, |plan| plan.max_games());
        let fits = |entrants: &usize| games(*entrants) <= MAX_GAMES;
        let most = new.max_entrants.unwrap_or_else(|| (seats..=ENTRANTS).rev().find(fits).unwrap_or(seats));
        if !(seats..=MAX_ENTRANTS).contains(&most) {
            return refused(format!(
                "'most' must be {seats} to {MAX_ENTRANTS} in this tournament, not {most}"
            ));
        }
        let at_once = new.max_concurrent.unwrap_or(MAX_CONCURRENT);
        if !(1..=MAX_CONCURRENT).contains(&at_once) {
            return refused(format!("'at_once' must be 1 to {MAX_CONCURRENT}, not {at_once}"));
        }
        let numbers = match format_of_plan {
            None => [0, 0],
            Some(Format::RoundRobin { rounds } | Format::Gauntlet { rounds, .. }) => [rounds, 1],
            Some(Format::Swiss { rounds, sets }) => [rounds, sets],
            Some(Format::Knockout { sets, extra_sets }) => [sets, extra_sets],
        };
        if format.arena_minutes().is_some_and(|minutes| !arena::MINUTES.contains(&minutes)) {
            return refused(format!(
                "an arena lasts {} to {} minutes",
                arena::MINUTES.start(),
                arena::MINUTES.end()
            ));
        }
        if format.arena_minutes().is_some()
            && TimeControl::parse(&new.clock).is_ok_and(|clock| clock.is_correspondence())
        {
            return refused("the games of an arena need a clock of seconds, such as 180+2".into());
        }
        if numbers.iter().any(|&number| number > MAX_ROUNDS) {
            return refused(format!("at most {MAX_ROUNDS} rounds and sets are allowed"));
        }
        if let Some(plan) = plan(most) {
            plan.check()?;
        }
        if !fits(&most) {
            let games = games(most);
            return refused(format!(
                "with {most} entrants this would be {games} games, and the limit is {MAX_GAMES}; lower 'most', \
                 or play fewer rounds"
            ));
        }
        Ok(TournamentConfig {
            floe: TournamentConfig::VERSION,
            name: name.into(),
            game: new.game,
            rules: rules.to_json(),
            seats,
            host: user.id.clone(),
            format,
            clock: new.clock,
            rated: new.rated,
            public: !new.private,
            bots: new.bots,
            max_entrants: most,
            max_concurrent: at_once,
            start_ms: new.start_ms,
        })
    }

    fn room_for(&self, host: &str) -> Result<(), ApiError> {
        let slots = self.slots();
        let going = || slots.values().filter(|slot| slot.goes_on.load(Ordering::Acquire));
        if going().count() >= PER_HOUSE {
            return Err(ApiError::new(
                ErrorCode::Unavailable,
                "this server cannot host more tournaments; try again later",
            ));
        }
        if going().filter(|slot| slot.host == host).count() >= PER_HOST {
            return Err(ApiError::new(
                ErrorCode::RateLimited,
                format!("you are already hosting {PER_HOST} tournaments; finish or stop one first"),
            ));
        }
        Ok(())
    }

    /// A user enters.
    pub async fn join(&self, id: &str, user: &User) -> Result<u64, ApiError> {
        let slot = self.slot(id).await?;
        let blocked = self.table_registry.services.store.blocks(&slot.host).await?.contains(&user.id);
        self.change(id, |state| {
            if blocked {
                return Err(ApiError::new(
                    ErrorCode::Forbidden,
                    "the host of this tournament has blocked you",
                ));
            }
            if state.made().rated && user.role == Role::Guest {
                return Err(ApiError::new(
                    ErrorCode::Forbidden,
                    "rated games are between accounts; sign up first",
                ));
            }
            if user.bot && !state.made().bots {
                return Err(ApiError::new(ErrorCode::Forbidden, "bots cannot enter this tournament"));
            }
            if state.number_of(&user.id).is_some() {
                return Err(ApiError::new(ErrorCode::Conflict, "you have already entered"));
            }
            if state.made().rated {
                self.table_registry.may_play_rated(&user.id)?;
            }
            Ok(state.join(Occupant::user(&user.id))?)
        })
        .await
    }

    /// The host enters an engine.
    pub async fn enter_engine(&self, id: &str, user: &User, level: String) -> Result<u64, ApiError> {
        Level::parse(&level).map_err(|message| ApiError::new(ErrorCode::Refused, message))?;
        self.change(id, |state| {
            if state.made().host != user.id {
                return Err(ApiError::new(ErrorCode::Forbidden, "only the host can enter engines"));
            }
            if state.made().rated {
                return Err(ApiError::new(ErrorCode::Refused, "engines cannot enter a rated tournament"));
            }
            Ok(state.join(Occupant::engine(&level))?)
        })
        .await
    }

    /// A user leaves, or is removed by the host or a moderator, who give the entrant's number.
    pub async fn leave(
        &self,
        id: &str,
        user: &User,
        moderates: bool,
        entrant: Option<usize>,
    ) -> Result<u64, ApiError> {
        self.change(id, |state| {
            let own = state.number_of(&user.id);
            let rules = state.made().host == user.id || moderates;
            let entrant = match entrant {
                Some(entrant) if own != Some(entrant) && !rules => {
                    return Err(ApiError::new(ErrorCode::Forbidden, "only the host can remove players"));
                }
                Some(entrant) => entrant,
                None => {
                    own.ok_or_else(|| ApiError::new(ErrorCode::Refused, "you are not in this tournament"))?
                }
            };
            Ok(state.leave(entrant)?)
        })
        .await
    }

    /// A user has been deleted: the tournaments they host are stopped, and they withdraw from the others.
    pub async fn forget(&self, user: &User) -> Result<(), ApiError> {
        let going: Vec<(String, bool)> = {
            let slots = self.slots();
            let on = slots.iter().filter(|(_, slot)| slot.goes_on.load(Ordering::Acquire));
            on.map(|(id, slot)| (id.clone(), slot.host == user.id)).collect()
        };
        for (id, holds) in going {
            let done = match holds {
                true => self.stop(&id, user, false, "the host has left".into()).await,
                false => self.leave(&id, user, false, None).await,
            };
            match done {
                Err(refused) if refused.code == ErrorCode::Unavailable => return Err(refused),
                // They were not in it, or it ended in the meantime.
                _ => {}
            }
        }
        Ok(())
    }

    /// A user who has entered an arena pauses, or wants to be paired again.
    pub async fn pause(&self, id: &str, user: &User, paused: bool) -> Result<u64, ApiError> {
        self.change(id, |state| {
            let entrant = state.number_of(&user.id);
            let entrant =
                entrant.ok_or_else(|| ApiError::new(ErrorCode::Refused, "you are not in this tournament"))?;
            Ok(state.pause(entrant, paused)?)
        })
        .await
    }

    /// The host starts it.
    pub async fn begin(&self, id: &str, user: &User) -> Result<u64, ApiError> {
        self.change(id, |state| match state.made().host == user.id {
            true => Ok(state.begin(super::run::seed())?),
            false => Err(ApiError::new(ErrorCode::Forbidden, "only the host can start a tournament")),
        })
        .await
    }

    /// The host or a moderator stops it.
    pub async fn stop(&self, id: &str, user: &User, moderates: bool, why: String) -> Result<u64, ApiError> {
        self.change(id, |state| match state.made().host == user.id || moderates {
            true => Ok(state.stop(why.clone())?),
            false => {
                Err(ApiError::new(ErrorCode::Forbidden, "only the host or a moderator can stop a tournament"))
            }
        })
        .await
    }
}
