//! The origin of a table: whose engine time it uses, and who is charged for what it stores.

use std::net::IpAddr;
use std::sync::Arc;

use floe_referee::live::LiveTable;
use floe_store::{Role, User};

use super::actor::Requester;
use crate::engines::{Class, Source};
use crate::limits::Permit;

/// The player or host who last acted at a table, and what the table counts against.
#[derive(Clone, Debug)]
pub struct Origin {
    source: Source,
    guest: bool,
    /// The places of an address that the table takes while it is live.
    pub permits: Vec<Arc<Permit<IpAddr>>>,
}

impl Origin {
    /// The origin of a table that a user creates.
    pub fn new(user: &User, address: Option<IpAddr>) -> Origin {
        let source = Source { address, account: user.id.clone() };
        Origin { source, guest: user.role == Role::Guest, permits: Vec::new() }
    }

    /// The origin of a table of which only a user is known.
    pub fn unknown(user: &str) -> Origin {
        let source = Source { address: None, account: user.to_owned() };
        Origin { source, guest: true, permits: Vec::new() }
    }

    /// A player has acted: from now on the table counts as theirs. The host acts for a table of engines.
    pub(super) fn is_from(&mut self, asker: &Requester, live: &LiveTable) {
        let user = &asker.user;
        let speaks = if is_for_engines(live) {
            live.config().host == user.id
        } else {
            !live.seats_of(&user.id).is_empty()
        };
        if speaks && asker.address.is_some() {
            self.source = Source { address: asker.address, account: user.id.clone() };
            self.guest = user.role == Role::Guest;
        }
    }

    /// The origin of a table that follows from this one, with its own places.
    pub(super) fn of_rematch(&self, permits: Vec<Arc<Permit<IpAddr>>>) -> Origin {
        Origin { permits, ..self.clone() }
    }

    /// The address, if known.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.source.address
    }

    /// The source of its engine work.
    pub fn source(&self) -> Source {
        self.source.clone()
    }

    /// The urgency of its engine work.
    pub fn class(&self, live: &LiveTable) -> Class {
        Class::new(is_for_engines(live), self.guest)
    }

    /// Who is charged for what is stored.
    pub fn payer(&self) -> String {
        payer(self.source.address, &self.source.account)
    }
}

/// Who is charged for what is stored: an address if known, an account otherwise.
pub fn payer(address: Option<IpAddr>, account: &str) -> String {
    address.map_or_else(|| account.to_owned(), |address| address.to_string())
}

/// Do only engines play there?
pub(super) fn is_for_engines(live: &LiveTable) -> bool {
    !live.has_people()
}
