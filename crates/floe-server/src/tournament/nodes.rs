//! Tournaments on several servers: one of them carries a tournament on, all of them show it and take requests for it.
//!
//! A request is a new entry of the log, whichever server it comes to: of two that expect the same version one is refused
//! and tries again on what the other has stored. What follows from it is the work of the node that has the lease.

use std::sync::Arc;

use floe_store::StoredEntry as Stored;
use floe_wire::web::ErrorCode;

use super::entry::TournamentEntry;
use super::service::{LoadedTournament, TournamentService, TournamentSlot};
use super::state::State;
use crate::error::ApiError;

/// How often a request is tried that others get ahead of.
const ATTEMPTS: usize = 10;

/// The lease of a tournament: the node, and the token.
pub(super) type Tenure = (String, u64);

impl TournamentService {
    /// The token for what this node stores on its own; `None` where there is only one server.
    pub(super) fn token(&self, slot: &TournamentSlot) -> Option<u64> {
        slot.tenure().clone().map(|(_, token)| token)
    }

    /// Does this server carry the tournament on? If nobody does, it takes that on.
    pub(super) async fn owns(
        &self,
        slot: &Arc<TournamentSlot>,
        held: &mut LoadedTournament,
    ) -> Result<bool, ApiError> {
        let Some(cluster) = &self.table_registry.services.cluster else { return Ok(true) };
        if slot.tenure().as_ref().is_some_and(|(node, _)| cluster.serves(node)) {
            return Ok(true);
        }
        let lease = cluster.take(&slot.id).await?;
        let tenure = lease.node.filter(|node| cluster.is(node)).map(|node| (node, lease.token));
        let is_mine = tenure.is_some();
        *slot.tenure() = tenure;
        // Nobody else carries it on from now on: what is read now is complete.
        self.catch_up(slot, held).await?;
        Ok(is_mine)
    }

    /// Reads what other servers have stored since.
    pub(super) async fn catch_up(
        &self,
        slot: &Arc<TournamentSlot>,
        held: &mut LoadedTournament,
    ) -> Result<(), ApiError> {
        let services = &self.table_registry.services;
        if services.cluster.is_none() {
            return Ok(());
        }
        let from = held.state.version();
        let stored = services.store.entries(&slot.id, from).await?;
        if stored.is_empty() {
            return Ok(());
        }
        let state = State::clone(&held.state);
        // Rounds are paired again, which may take a while.
        let read = tokio::task::spawn_blocking(move || follow(state, &stored)).await;
        let (next, entries) = read.unwrap_or_else(|error| Err(error.to_string())).map_err(|message| {
            tracing::error!(tournament = slot.id, error = message, "cannot follow a tournament");
            ApiError::new(ErrorCode::Internal, "this tournament cannot be read; the error has been logged")
        })?;
        self.show_next(slot, held, next, &entries);
        Ok(())
    }

    /// The slot of a tournament with everything that was acknowledged, wherever that was.
    pub(super) async fn fresh(&self, id: &str) -> Result<Arc<TournamentSlot>, ApiError> {
        let slot = self.slot(id).await?;
        // Whoever holds it here knows the latest.
        if self.table_registry.services.cluster.is_some()
            && let Ok(mut held) = slot.held.try_lock()
        {
            self.catch_up(&slot, &mut held).await?;
        }
        Ok(slot)
    }

    /// Stores the entry that follows from a request. Where another server gets ahead, it is decided again.
    pub(super) async fn store_request(
        &self,
        slot: &Arc<TournamentSlot>,
        held: &mut LoadedTournament,
        ask: impl Fn(&State) -> Result<TournamentEntry, ApiError>,
    ) -> Result<(), ApiError> {
        let is_node = self.table_registry.services.cluster.is_some();
        let mut attempts = 0;
        loop {
            attempts += 1;
            self.catch_up(slot, held).await?;
            let entry = ask(&held.state)?;
            match self.commit(slot, held, vec![entry], None).await {
                Err(refused) if is_node && refused.code == ErrorCode::Stale && attempts < ATTEMPTS => {}
                done => return done,
            }
        }
    }

    /// Gives up the lease of a tournament that is over.
    pub(super) fn release(&self, slot: &TournamentSlot) {
        if let (Some((_, token)), Some(cluster)) =
            (slot.tenure().take(), self.table_registry.services.cluster.clone())
        {
            let id = slot.id.clone();
            tokio::spawn(async move { cluster.release(&id, token).await });
        }
    }
}

fn follow(mut state: State, stored: &[Stored]) -> Result<(State, Vec<TournamentEntry>), String> {
    let mut entries = Vec::with_capacity(stored.len());
    for line in stored {
        let entry = TournamentEntry::parse(&line.body)?;
        state.apply(line.at_ms, &entry).map_err(|refusal| refusal.to_string())?;
        entries.push(entry);
    }
    Ok((state, entries))
}
