//! Requests of users to a table, and whether they are allowed.

use floe_engine::Level;
use floe_games::{Action, Occupant, Viewer};
use floe_referee::live::TableCommand;
use floe_wire::web::{self, ErrorCode, TableAction};

use super::actor::{Actor, Requester, TableRequest};
use super::origin::payer;
use crate::error::ApiError;

impl Actor {
    pub(super) async fn asked_for(&mut self, asker: &Requester, what: TableRequest) -> Result<u64, ApiError> {
        if self.lost {
            return Err(ApiError::new(ErrorCode::Unavailable, "the table is being reloaded; try again"));
        }
        let now = self.now_ms();
        let user = asker.user.id.as_str();
        let seat = || self.seat_for(asker, &what);
        let ask = match &what {
            TableRequest::Sit { contribution } => {
                self.may_sit(asker).await?;
                TableCommand::Sit {
                    seat: asker.seat,
                    who: Occupant::user(user),
                    contribution: contribution.clone(),
                }
            }
            TableRequest::SitEngine { level } => {
                self.may_sit_engine(asker, level)?;
                TableCommand::Sit { seat: asker.seat, who: Occupant::engine(level), contribution: None }
            }
            TableRequest::Contribute(contribution) => {
                TableCommand::Contribute { seat: seat()?, contribution: contribution.clone() }
            }
            TableRequest::Move { at, text } => {
                if *at != self.live.version() && self.live.stage() == web::Stage::Live {
                    let message = format!(
                        "the move was chosen at version {at}, but the table is at version {}; reload it",
                        self.live.version()
                    );
                    return Err(ApiError::new(ErrorCode::Stale, message));
                }
                TableCommand::Move { seat: seat()?, at: *at, text: text.clone(), lag_ms: asker.lag_ms }
            }
            TableRequest::Act(act) => match act {
                TableAction::Resign => TableCommand::Act { seat: seat()?, action: Action::Resign },
                TableAction::OfferStop => TableCommand::Act { seat: seat()?, action: Action::OfferStop },
                TableAction::Accept => TableCommand::Act { seat: seat()?, action: Action::Accept },
                TableAction::Refuse => TableCommand::Act { seat: seat()?, action: Action::Refuse },
                TableAction::OfferTakeback => {
                    self.table_registry.may_store(&payer(asker.address, user))?;
                    TableCommand::Takeback { seat: seat()? }
                }
                TableAction::AcceptTakeback => TableCommand::TakebackAnswer { seat: seat()?, yes: true },
                TableAction::DeclineTakeback => TableCommand::TakebackAnswer { seat: seat()?, yes: false },
                TableAction::Abort if self.live.stage() == web::Stage::Open => {
                    if user != self.live.config().host {
                        let message = "only the host can cancel this table; you can leave it";
                        return Err(ApiError::new(ErrorCode::Forbidden, message));
                    }
                    TableCommand::Stop { why: "the host cancelled it".into() }
                }
                TableAction::Abort if user == self.live.config().host && self.only_engines() => {
                    TableCommand::Stop { why: "the host cancelled it".into() }
                }
                TableAction::Abort => TableCommand::Abort { seat: seat()? },
                TableAction::Rematch => {
                    self.table_registry.may_store(&payer(asker.address, user))?;
                    if self.live.config().rated {
                        self.table_registry.may_play_rated(user)?;
                    }
                    // Is there room? The places are taken when the table is opened.
                    self.table_registry.room_for(user).await?;
                    drop(self.rematch_permits(asker.address.or(self.origin.address()))?);
                    TableCommand::Rematch { seat: seat()? }
                }
                TableAction::Leave => TableCommand::Leave { seat: seat()? },
            },
            TableRequest::Stop(why) => TableCommand::Stop { why: why.clone() },
        };
        if self.live.config().tournament.is_some()
            && matches!(
                ask,
                TableCommand::Abort { .. }
                    | TableCommand::Rematch { .. }
                    | TableCommand::Leave { .. }
                    | TableCommand::Takeback { .. }
            )
        {
            return Err(ApiError::new(ErrorCode::Refused, "this is not possible in tournament games"));
        }
        let is_move = matches!(ask, TableCommand::Move { .. });
        let permits = match &what {
            // Before the seat is taken: an engine needs a place of the host's address.
            TableRequest::SitEngine { .. } if self.origin.permits.is_empty() => {
                self.table_registry.engine_permits(asker.address, 1, self.live.seat_count())?
            }
            _ => Vec::new(),
        };
        let step = self.live.handle(&ask, now).map_err(|refusal| match is_move {
            true => ApiError { code: ErrorCode::Illegal, ..refusal.into() },
            false => refusal.into(),
        })?;
        if matches!(what, TableRequest::Sit { .. }) {
            self.know(&asker.user).await;
        }
        self.origin.is_from(asker, &self.live);
        self.origin.is_from(asker, &step.next);
        self.commit(step).await?;
        self.origin.permits.extend(permits);
        self.after_commit().await;
        Ok(self.live.version())
    }

    fn only_engines(&self) -> bool {
        !self.live.occupants().any(Occupant::is_user)
    }

    /// May this user give a seat to an engine? Only the host, and not at a rated table.
    fn may_sit_engine(&self, asker: &Requester, level: &str) -> Result<(), ApiError> {
        let made = self.live.config();
        if made.tournament.is_some() {
            return Err(ApiError::new(ErrorCode::Refused, "the tournament assigns the seats of its games"));
        }
        if made.host != asker.user.id {
            return Err(ApiError::new(ErrorCode::Forbidden, "only the host can give a seat to an engine"));
        }
        if made.rated {
            return Err(ApiError::new(ErrorCode::Refused, "a rated game is between different people"));
        }
        Level::parse(level).map_err(|message| ApiError::new(ErrorCode::Refused, message))?;
        Ok(())
    }

    async fn may_sit(&self, asker: &Requester) -> Result<(), ApiError> {
        let (made, user) = (self.live.config(), &asker.user);
        if made.tournament.is_some() {
            return Err(ApiError::new(ErrorCode::Refused, "the tournament assigns the seats of its games"));
        }
        if self.live.seats_of(&user.id).is_empty() {
            self.table_registry.room_for(&user.id).await?;
        }
        self.table_registry.may_store(&payer(asker.address, &user.id))?;
        if made.rated {
            if user.role == floe_store::Role::Guest {
                return Err(ApiError::new(
                    ErrorCode::Forbidden,
                    "rated games are between accounts; sign up first",
                ));
            }
            if !self.live.seats_of(&user.id).is_empty() {
                return Err(ApiError::new(ErrorCode::Refused, "a rated game is between different people"));
            }
            self.table_registry.may_play_rated(&user.id)?;
            // No one can join a player who is suspended from rated games, even if the table is older than the suspension.
            let others = self.live.occupants().filter_map(Occupant::user_id);
            if others
                .chain([made.host.as_str()])
                .any(|other| self.table_registry.may_play_rated(other).is_err())
            {
                let message =
                    "a player at this table cannot play rated games at the moment; take another table";
                return Err(ApiError::new(ErrorCode::Forbidden, message));
            }
        }
        if made.host != user.id && self.services().store.blocks(&made.host).await?.contains(&user.id) {
            return Err(ApiError::new(ErrorCode::Forbidden, "the host of this table has blocked you"));
        }
        Ok(())
    }

    /// The seat a user means: the one they name, the one whose turn it is, or the one that has something to answer.
    fn seat_for(&self, asker: &Requester, what: &TableRequest) -> Result<usize, ApiError> {
        let own = self.live.seats_of(&asker.user.id);
        if let Some(seat) = asker.seat {
            return match own.contains(&seat) {
                true => Ok(seat),
                false => Err(ApiError::new(ErrorCode::Forbidden, format!("seat {seat} is not yours"))),
            };
        }
        let now = self.live.status(Viewer::Spectator, self.now_ms());
        let meant = match what {
            TableRequest::Act(TableAction::Accept | TableAction::Refuse) => {
                now.offer.map(|offer| offer.waiting).unwrap_or_default()
            }
            TableRequest::Act(TableAction::AcceptTakeback | TableAction::DeclineTakeback) => {
                now.takeback.map(|takeback| takeback.waiting).unwrap_or_default()
            }
            TableRequest::Contribute(_) => now.awaiting,
            _ => now.turn.into_iter().collect(),
        };
        let seat = own.iter().find(|seat| meant.contains(seat)).or(own.first());
        seat.copied().ok_or_else(|| ApiError::new(ErrorCode::Forbidden, "you have no seat at this table"))
    }
}
