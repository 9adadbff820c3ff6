//! What people ask of a table, and whether they may.

use floe_games::{Action, Viewer};
use floe_referee::live::{Ask, Who};
use floe_wire::web::{self, Act, Why};

use super::actor::{Actor, Asker, What};
use super::origin::payer;
use crate::refused::Refused;

impl Actor {
    pub(super) async fn asked_for(&mut self, asker: &Asker, what: What) -> Result<u64, Refused> {
        if self.lost {
            return Err(Refused::new(Why::Unavailable, "the table is being read again; try once more"));
        }
        let now = self.now_ms();
        let user = asker.user.id.as_str();
        let seat = || self.seat_for(asker, &what);
        let ask = match &what {
            What::Sit { contribution } => {
                self.may_sit(asker).await?;
                let who = Who::User { user: user.to_owned() };
                Ask::Sit { seat: asker.seat, who, contribution: contribution.clone() }
            }
            What::Contribute(contribution) => {
                Ask::Contribute { seat: seat()?, contribution: contribution.clone() }
            }
            What::Move { at, text } => {
                if *at != self.live.version() && self.live.stage() == web::Stage::Live {
                    let words = format!(
                        "the move was chosen at version {at}, the table is at version {}; look again",
                        self.live.version()
                    );
                    return Err(Refused::new(Why::Stale, words));
                }
                Ask::Move { seat: seat()?, at: *at, text: text.clone(), lag_ms: asker.lag_ms }
            }
            What::Act(act) => match act {
                Act::Resign => Ask::Act { seat: seat()?, action: Action::Resign },
                Act::OfferStop => Ask::Act { seat: seat()?, action: Action::OfferStop },
                Act::Accept => Ask::Act { seat: seat()?, action: Action::Accept },
                Act::Refuse => Ask::Act { seat: seat()?, action: Action::Refuse },
                Act::Takeback => {
                    self.hall.may_store(&payer(asker.address, user))?;
                    Ask::Takeback { seat: seat()? }
                }
                Act::TakebackYes => Ask::TakebackAnswer { seat: seat()?, yes: true },
                Act::TakebackNo => Ask::TakebackAnswer { seat: seat()?, yes: false },
                Act::Abort if self.live.stage() == web::Stage::Open => {
                    if user != self.live.made().host {
                        let words = "whoever made this table calls it off; you can leave";
                        return Err(Refused::new(Why::Forbidden, words));
                    }
                    Ask::Stop { why: "the host called it off".into() }
                }
                Act::Abort if user == self.live.made().host && self.only_engines() => {
                    Ask::Stop { why: "the host called it off".into() }
                }
                Act::Abort => Ask::Abort { seat: seat()? },
                Act::Rematch => {
                    self.hall.may_store(&payer(asker.address, user))?;
                    if self.live.made().rated {
                        self.hall.may_play_rated(user)?;
                    }
                    // Is there room? The places are taken when the table is opened.
                    self.hall.room_for(user).await?;
                    drop(self.rematch_permits(asker.address.or(self.origin.address()))?);
                    Ask::Rematch { seat: seat()? }
                }
                Act::Leave => Ask::Leave { seat: seat()? },
            },
            What::Stop(why) => Ask::Stop { why: why.clone() },
        };
        if self.live.made().tournament.is_some()
            && matches!(
                ask,
                Ask::Abort { .. } | Ask::Rematch { .. } | Ask::Leave { .. } | Ask::Takeback { .. }
            )
        {
            return Err(Refused::new(Why::Refused, "that is not done in a tournament"));
        }
        let illegal = matches!(ask, Ask::Move { .. });
        let step = self.live.ask(&ask, now).map_err(|refusal| {
            Refused::new(if illegal { Why::Illegal } else { Why::Refused }, refusal.to_string())
        })?;
        if matches!(what, What::Sit { .. }) {
            self.know(&asker.user).await;
        }
        self.origin.is_from(asker, &self.live);
        self.origin.is_from(asker, &step.next);
        self.commit(step).await?;
        self.afterwards().await;
        Ok(self.live.version())
    }

    fn only_engines(&self) -> bool {
        !self.live.sitters().any(|who| matches!(who, Some(Who::User { .. })))
    }

    async fn may_sit(&self, asker: &Asker) -> Result<(), Refused> {
        let (made, user) = (self.live.made(), &asker.user);
        if made.tournament.is_some() {
            return Err(Refused::new(Why::Refused, "seats of a tournament are given by the tournament"));
        }
        if self.live.seats_of(&user.id).is_empty() {
            self.hall.room_for(&user.id).await?;
        }
        self.hall.may_store(&payer(asker.address, &user.id))?;
        if made.rated {
            if user.role == floe_store::Role::Guest {
                return Err(Refused::new(Why::Forbidden, "rated games are between accounts; sign up first"));
            }
            if !self.live.seats_of(&user.id).is_empty() {
                return Err(Refused::new(Why::Refused, "a rated game is between different people"));
            }
            self.hall.may_play_rated(&user.id)?;
            // Nor does anybody sit down with those who may not play rated games, though the table was there before.
            let others = self.live.sitters().filter_map(|who| match who {
                Some(Who::User { user }) => Some(user.as_str()),
                _ => None,
            });
            if others.chain([made.host.as_str()]).any(|other| self.hall.may_play_rated(other).is_err()) {
                let words =
                    "a player at this table cannot play rated games at the moment; take another table";
                return Err(Refused::new(Why::Forbidden, words));
            }
        }
        if made.host != user.id && self.house().store.blocks(&made.host).await?.contains(&user.id) {
            return Err(Refused::new(
                Why::Forbidden,
                "whoever made this table does not want to play with you",
            ));
        }
        Ok(())
    }

    /// The seat somebody means: the one they name, the one whose turn it is, the one that is asked something.
    fn seat_for(&self, asker: &Asker, what: &What) -> Result<usize, Refused> {
        let own = self.live.seats_of(&asker.user.id);
        if let Some(seat) = asker.seat {
            return match own.contains(&seat) {
                true => Ok(seat),
                false => Err(Refused::new(Why::Forbidden, format!("seat {seat} is not yours"))),
            };
        }
        let now = self.live.now(Viewer::Spectator, self.now_ms());
        let meant = match what {
            What::Act(Act::Accept | Act::Refuse) => now.offer.map(|offer| offer.waiting).unwrap_or_default(),
            What::Act(Act::TakebackYes | Act::TakebackNo) => {
                now.takeback.map(|takeback| takeback.waiting).unwrap_or_default()
            }
            What::Contribute(_) => now.awaiting,
            _ => now.turn.into_iter().collect(),
        };
        let seat = own.iter().find(|seat| meant.contains(seat)).or(own.first());
        seat.copied().ok_or_else(|| Refused::new(Why::Forbidden, "you have no seat at this table"))
    }
}
