//! Which server may append to a log: the nodes that share a store, and the leases they hold.
//!
//! A node renews its membership; a lease lasts as long as the membership of its node. A node that has not renewed in time
//! is declared dead by another one, once and for all, and only then can its leases be taken. Every taking of a lease gives
//! it a larger token, and an append that carries an older one is refused.

mod session;

use std::collections::BTreeMap;

pub use session::{LEASE_MS, RENEW_MS, SERVE_MS, Session as NodeSession};

use crate::{Append, StoreError};

/// A lease as it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lease {
    /// The log.
    pub log: String,
    /// The node that holds it, if any.
    pub node: Option<String>,
    /// How often it was taken.
    pub token: u64,
    /// The time of the previous holder's own clock when it was last known to serve.
    pub left_ms: Option<i64>,
}

/// A node of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its id.
    pub id: String,
    /// Its own clock when it last renewed its membership.
    pub clock_ms: i64,
    /// For how long its membership still lasts, by the store's clock; negative once it is over.
    pub expires_in_ms: i64,
    /// How many leases it holds.
    pub leases: u64,
}

/// A change of nodes and leases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaseCommand {
    /// A new node. The result is one.
    Join {
        /// Its id, which no node has had before.
        node: String,
        /// How long its membership lasts without a renewal.
        lease_ms: u64,
        /// Its own clock.
        clock_ms: i64,
    },
    /// A node goes on. The result is zero if it has been declared dead or has left.
    Renew {
        /// The node.
        node: String,
        /// How long its membership lasts from now on.
        lease_ms: u64,
        /// Its own clock.
        clock_ms: i64,
    },
    /// A node leaves: it is dead, and its leases can be taken.
    Leave {
        /// The node.
        node: String,
        /// Its own clock.
        clock_ms: i64,
    },
    /// Takes a lease, unless another node that has not been declared dead holds it. The result is one if it was taken.
    Take {
        /// The log, which has at least one entry.
        log: String,
        /// Who takes it.
        node: String,
    },
    /// Gives up a lease. The result is one if it was held with this token.
    Release {
        /// The log.
        log: String,
        /// The token.
        token: u64,
        /// The holder's own clock.
        clock_ms: i64,
    },
    /// Declares nodes dead whose time is over, and takes leases of dead nodes. The result is how many were taken.
    TakeOver {
        /// Who takes them.
        node: String,
        /// How many at most.
        limit: u32,
    },
}

#[derive(Clone, Debug)]
struct Member {
    clock_ms: i64,
    expires: i64,
    dead: bool,
}

/// Nodes and leases as a value, with the time passed in: what a store with one process keeps in memory, and what
/// PostgreSQL's statements do.
#[derive(Clone, Debug, Default)]
pub struct LeaseBook {
    nodes: BTreeMap<String, Member>,
    leases: BTreeMap<String, Lease>,
}

impl LeaseBook {
    /// Makes a change at a time in milliseconds. A lease is only taken of a log that `exists`.
    pub fn apply(&mut self, command: &LeaseCommand, now: i64, exists: bool) -> u64 {
        match command {
            LeaseCommand::Join { node, lease_ms, clock_ms } => {
                let member = Member { clock_ms: *clock_ms, expires: later(now, *lease_ms), dead: false };
                self.nodes.entry(node.clone()).or_insert(member);
                1
            }
            LeaseCommand::Renew { node, lease_ms, clock_ms } => match self.nodes.get_mut(node) {
                Some(member) if !member.dead => {
                    (member.clock_ms, member.expires) = (*clock_ms, later(now, *lease_ms));
                    1
                }
                _ => 0,
            },
            LeaseCommand::Leave { node, clock_ms } => match self.nodes.get_mut(node) {
                Some(member) if !member.dead => {
                    (member.clock_ms, member.dead) = (*clock_ms, true);
                    1
                }
                _ => 0,
            },
            LeaseCommand::Take { log, node } => {
                let held = self.leases.get(log).and_then(|lease| lease.node.as_ref());
                let is_free = held.is_none_or(|held| held == node || !self.lives(held));
                match exists && is_free && self.lives(node) {
                    true => self.take(log, node),
                    false => 0,
                }
            }
            LeaseCommand::Release { log, token, clock_ms } => match self.leases.get_mut(log) {
                Some(lease) if lease.token == *token && lease.node.is_some() => {
                    (lease.node, lease.left_ms) = (None, Some(*clock_ms));
                    1
                }
                _ => 0,
            },
            LeaseCommand::TakeOver { node, limit } => {
                self.nodes
                    .values_mut()
                    .filter(|member| member.expires < now)
                    .for_each(|member| member.dead = true);
                if !self.lives(node) {
                    return 0;
                }
                let is_lost = |lease: &&Lease| lease.node.as_ref().is_some_and(|held| !self.lives(held));
                let lost: Vec<String> = self
                    .leases
                    .values()
                    .filter(is_lost)
                    .take(*limit as usize)
                    .map(|lease| lease.log.clone())
                    .collect();
                let taken = lost.iter().map(|log| self.take(log, node)).sum();
                let leases = &self.leases;
                self.nodes.retain(|id, member| {
                    !member.dead || leases.values().any(|lease| lease.node.as_ref() == Some(id))
                });
                taken
            }
        }
    }

    fn lives(&self, node: &str) -> bool {
        self.nodes.get(node).is_some_and(|member| !member.dead)
    }

    fn take(&mut self, log: &str, node: &str) -> u64 {
        let lease = self
            .leases
            .entry(log.to_owned())
            .or_insert_with(|| Lease { log: log.to_owned(), ..Lease::default() });
        if let Some(before) = &lease.node {
            lease.left_ms = self.nodes.get(before).map(|member| member.clock_ms);
        }
        (lease.node, lease.token) = (Some(node.to_owned()), lease.token + 1);
        1
    }

    /// Refuses an append with a token that is no longer that of the log.
    pub fn check(&self, log: &str, token: Option<u64>) -> Result<(), StoreError> {
        let Some(token) = token else { return Ok(()) };
        match self.lease(log).token {
            found if found == token => Ok(()),
            found => Err(StoreError::Fenced { stream: log.to_owned(), token, found }),
        }
    }

    /// The lease of a log.
    pub fn lease(&self, log: &str) -> Lease {
        self.leases.get(log).cloned().unwrap_or_else(|| Lease { log: log.to_owned(), ..Lease::default() })
    }

    /// The leases that a node holds.
    pub fn leases(&self, node: &str) -> Vec<Lease> {
        self.leases.values().filter(|lease| lease.node.as_deref() == Some(node)).cloned().collect()
    }

    /// The nodes that have not been declared dead.
    pub fn nodes(&self, now: i64) -> Vec<Node> {
        let living = self.nodes.iter().filter(|(_, member)| !member.dead);
        let node = |(id, member): (&String, &Member)| Node {
            id: id.clone(),
            clock_ms: member.clock_ms,
            expires_in_ms: member.expires - now,
            leases: self.leases.values().filter(|lease| lease.node.as_ref() == Some(id)).count() as u64,
        };
        living.map(node).collect()
    }
}

impl Append {
    /// The taking of a lease that goes with the first write to a log.
    pub(crate) fn holder(&self) -> Option<LeaseCommand> {
        let node = self.holder.clone().filter(|_| self.expected == 0)?;
        Some(LeaseCommand::Take { log: self.stream.clone(), node })
    }
}

fn later(now: i64, ms: u64) -> i64 {
    now.saturating_add_unsigned(ms)
}
