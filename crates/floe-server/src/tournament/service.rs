//! The service: all loaded tournaments. Each makes one change at a time, stored before it is published.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use floe_store::{Append, Filter, IndexRow, LogKind, Stage, StoreError, StoredEntry as Stored};
use floe_wire::web::{self, ErrorCode, ServerMessage, TournamentGame, TournamentState};
use tokio::sync::Notify;

use super::entry::TournamentEntry;
use super::nodes::Tenure;
use super::state::State;
use super::view::card_of;
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::hub::{Outbox, text};
use crate::table::TableRegistry;

/// Maximum number of subscribers per tournament.
const FOLLOWERS: usize = 2_000;
/// How often the full state is sent again to a subscriber who joins during many changes, before it is refused.
const FOLLOWING: usize = 5;
/// From this many entrants on, pairing runs on a blocking thread.
const LARGE: usize = 32;

/// All loaded tournaments: those that are open or live, and those being viewed.
pub struct TournamentService {
    pub(super) table_registry: Arc<TableRegistry>,
    slots: Mutex<HashMap<String, Arc<TournamentSlot>>>,
    /// A tournament was created: it may start before the next regular pass.
    pub(super) made: Notify,
}

/// The slot of one tournament.
pub(super) struct TournamentSlot {
    pub(super) id: String,
    pub(super) host: String,
    /// Is it open or live?
    pub(super) goes_on: AtomicBool,
    pub(super) start_ms: Option<i64>,
    /// Is a pass over it already scheduled?
    pub(super) looked_for: AtomicBool,
    /// The lease, where this server is one of several and carries the tournament on.
    tenure: Mutex<Option<Tenure>>,
    /// Held by the task that changes it, also while tables are opened and results taken.
    pub(super) held: tokio::sync::Mutex<LoadedTournament>,
    /// The state for readers: never held across an await.
    public: Mutex<Public>,
}

/// A tournament that is locked for changes.
pub(super) struct LoadedTournament {
    pub(super) state: Arc<State>,
    card: IndexRow,
}

/// A tournament as it was last stored, and its subscribers.
struct Public {
    state: Arc<State>,
    followers: Vec<Outbox>,
}

impl TournamentSlot {
    pub(super) fn tenure(&self) -> MutexGuard<'_, Option<Tenure>> {
        self.tenure.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn public(&self) -> MutexGuard<'_, Public> {
        self.public.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The tournament as it was last stored.
    fn state(&self) -> Arc<State> {
        Arc::clone(&self.public().state)
    }
}

impl TournamentService {
    /// A service without tournaments.
    pub fn new(table_registry: Arc<TableRegistry>) -> Arc<TournamentService> {
        Arc::new(TournamentService { table_registry, slots: Mutex::default(), made: Notify::new() })
    }

    pub(super) fn slots(&self) -> MutexGuard<'_, HashMap<String, Arc<TournamentSlot>>> {
        self.slots.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Everything about a tournament.
    pub async fn state(&self, id: &str) -> Result<TournamentState, ApiError> {
        let state = self.fresh(id).await?.state();
        self.shown(id, &state).await
    }

    /// A page of its games, ending before a given fixture; newest first.
    pub async fn games(&self, id: &str, before: u64, limit: usize) -> Result<Vec<TournamentGame>, ApiError> {
        let state = self.fresh(id).await?.state();
        let end = usize::try_from(before).unwrap_or(usize::MAX).min(state.fixtures().len());
        let page = &state.fixtures()[end.saturating_sub(limit)..end];
        Ok(page.iter().rev().map(|fixture| state.game(id, fixture)).collect())
    }

    async fn shown(&self, id: &str, state: &State) -> Result<TournamentState, ApiError> {
        let users = state.entrants().iter().filter_map(|entrant| entrant.who.user_id());
        let ids = users.map(str::to_owned).collect();
        let users = self.table_registry.services.store.users(ids).await?;
        state
            .to_wire(id, &users)
            .ok_or_else(|| ApiError::new(ErrorCode::Internal, "cannot show this tournament"))
    }

    /// Handles a request to a tournament, and everything that follows from it; returns the resulting version.
    pub async fn change(
        &self,
        id: &str,
        ask: impl Fn(&State) -> Result<TournamentEntry, ApiError>,
    ) -> Result<u64, ApiError> {
        let slot = self.slot(id).await?;
        let mut held = slot.held.lock().await;
        self.store_request(&slot, &mut held, ask).await?;
        let version = held.state.version();
        if self.table_registry.services.cluster.is_some() {
            // Whoever carries it on goes on, perhaps this server.
            drop(held);
            self.table_registry.services.hub.tell_tournament(id);
            return Ok(version);
        }
        // The request itself is done; if the rest fails now, the next pass does it.
        if let Err(refused) = self.advance(&slot, &mut held).await {
            tracing::warn!(tournament = id, error = refused.message, "cannot advance a tournament");
        }
        Ok(version)
    }

    /// Subscribes a connection: the full state first, then updates.
    pub async fn follow(&self, id: &str, outbox: &Outbox) -> Result<u64, ApiError> {
        let slot = self.fresh(id).await?;
        for _ in 0..FOLLOWING {
            let state = slot.state();
            let full = self.shown(id, &state).await?;
            let mut public = slot.public();
            if public.state.version() != state.version() {
                // Something happened in the meantime; the subscriber would miss it.
                continue;
            }
            public.followers.retain(|other| other.id != outbox.id && other.is_open());
            if public.followers.len() >= FOLLOWERS {
                return Err(ApiError::new(
                    ErrorCode::RateLimited,
                    format!("this tournament already has {FOLLOWERS} watchers, which is the limit"),
                ));
            }
            if !outbox.send(&ServerMessage::Tournament(Box::new(full))) {
                return Err(ApiError::new(
                    ErrorCode::RateLimited,
                    "your connection does not read its messages",
                ));
            }
            public.followers.push(outbox.clone());
            return Ok(state.version());
        }
        Err(ApiError::new(
            ErrorCode::Unavailable,
            "too much is happening in this tournament; try again in a moment",
        ))
    }

    /// Unsubscribes a connection.
    pub fn unfollow(&self, id: &str, outbox: u64) {
        let slot = self.slots().get(id).cloned();
        if let Some(slot) = slot {
            slot.public().followers.retain(|other| other.id != outbox);
        }
    }

    /// The slot of a tournament, loaded if necessary.
    pub(super) async fn slot(&self, id: &str) -> Result<Arc<TournamentSlot>, ApiError> {
        if !crate::ids::is_id(id) {
            return Err(ApiError::not_found("tournament"));
        }
        if let Some(slot) = self.slots().get(id) {
            return Ok(Arc::clone(slot));
        }
        let store = &self.table_registry.services.store;
        if !store.index_row(id).await?.is_some_and(|card| card.kind == LogKind::Tournament) {
            return Err(ApiError::not_found("tournament"));
        }
        let entries = store.entries(id, 0).await?;
        // Every round is paired again, which may take a while.
        let read = tokio::task::spawn_blocking(move || read(&entries)).await;
        let state = read.unwrap_or_else(|error| Err(error.to_string())).map_err(|message| {
            tracing::error!(tournament = id, error = message, "cannot read a tournament");
            ApiError::new(ErrorCode::Internal, "this tournament cannot be read; the error has been logged")
        })?;
        Ok(self.seat(id, state))
    }

    /// Keeps a stored tournament loaded.
    pub(super) fn seat(&self, id: &str, state: State) -> Arc<TournamentSlot> {
        let state = Arc::new(state);
        let slot = TournamentSlot {
            id: id.into(),
            host: state.made().host.clone(),
            goes_on: AtomicBool::new(goes_on(&state)),
            start_ms: state.made().start_ms,
            looked_for: AtomicBool::new(false),
            tenure: Mutex::default(),
            held: tokio::sync::Mutex::new(LoadedTournament {
                card: card_of(id, &state),
                state: Arc::clone(&state),
            }),
            public: Mutex::new(Public { state, followers: Vec::new() }),
        };
        Arc::clone(self.slots().entry(id.into()).or_insert_with(|| Arc::new(slot)))
    }

    /// Stores entries, then applies and publishes them.
    pub(super) async fn commit(
        &self,
        slot: &Arc<TournamentSlot>,
        held: &mut LoadedTournament,
        entries: Vec<TournamentEntry>,
        token: Option<u64>,
    ) -> Result<(), ApiError> {
        let (now, from) = (now_ms(), held.state.version());
        let mut next = State::clone(&held.state);
        let stored = entries.iter().map(|entry| Stored { at_ms: now, body: entry.to_text() }).collect();
        let follow = move || {
            entries.iter().try_for_each(|entry| next.apply(now, entry))?;
            Ok::<_, floe_games::Refusal>((next, entries))
        };
        let (next, entries) = if held.state.entrants().len() < LARGE {
            follow()?
        } else {
            let broken = |_| ApiError::new(ErrorCode::Internal, "cannot pair the tournament");
            tokio::task::spawn_blocking(follow).await.map_err(broken)??
        };
        let card = card_of(&slot.id, &next);
        let write = Append {
            stream: slot.id.clone(),
            expected: from,
            entries: stored,
            card: (card != held.card).then(|| card.clone()),
            ratings: Vec::new(),
            token,
            holder: None,
        };
        if let Err(error) = self.table_registry.services.store.append(write).await {
            self.table_registry.services.metrics.store_write_errors.inc();
            let is_stale = matches!(error, StoreError::Stale { .. } | StoreError::Fenced { .. });
            if is_stale && self.table_registry.services.cluster.is_some() {
                // Another server was first: what it has stored is read.
                if let StoreError::Fenced { .. } = error {
                    *slot.tenure() = None;
                }
                return Err(error.into());
            }
            if matches!(error, StoreError::Stale { .. } | StoreError::Unconfirmed) {
                // Another writer appended to the log, or nobody knows: the next request reads it again.
                self.slots().remove(&slot.id);
                slot.public().followers.drain(..).for_each(|outbox| outbox.drop_reader());
            }
            return Err(error.into());
        }
        self.show_next(slot, held, next, &entries);
        Ok(())
    }

    /// Shows a tournament as it is after these entries.
    pub(super) fn show_next(
        &self,
        slot: &Arc<TournamentSlot>,
        held: &mut LoadedTournament,
        next: State,
        entries: &[TournamentEntry],
    ) {
        let from = held.state.version();
        held.card = card_of(&slot.id, &next);
        held.state = Arc::new(next);
        slot.goes_on.store(goes_on(&held.state), Ordering::Release);
        let update = held.state.news(&slot.id, from, entries);
        let line = text(&ServerMessage::TournamentUpdate(Box::new(update)));
        // Both at once, so that a new subscriber has either seen this or is sent it.
        let mut public = slot.public();
        public.state = Arc::clone(&held.state);
        public.followers.retain(|outbox| outbox.enqueue(line.clone()));
    }

    /// Loads everything that was open or live when the server last stopped.
    pub async fn resume(&self) -> Result<(), ApiError> {
        let mut before = None;
        loop {
            let filter = Filter {
                kind: Some(LogKind::Tournament),
                stages: vec![Stage::Open, Stage::Live],
                before,
                limit: 500,
                ..Filter::default()
            };
            let page = self.table_registry.services.store.list(filter).await?;
            let Some(last) = page.last() else { return Ok(()) };
            before = Some((last.created_ms, last.id.clone()));
            for card in &page {
                // One that cannot be read is logged, and does not stop the others.
                let _ = self.slot(&card.id).await;
            }
        }
    }

    /// Unloads tournaments that are over and have no subscribers.
    pub(super) fn tidy(&self) {
        self.slots().retain(|_, slot| {
            slot.goes_on.load(Ordering::Acquire) || {
                self.release(slot);
                let mut public = slot.public();
                public.followers.retain(Outbox::is_open);
                !public.followers.is_empty()
            }
        });
    }
}

fn goes_on(state: &State) -> bool {
    matches!(state.stage(), web::Stage::Open | web::Stage::Live)
}

/// A tournament from its log.
pub(super) fn read(entries: &[Stored]) -> Result<State, String> {
    let mut log = entries.iter();
    let first = log.next().ok_or("the log is empty")?;
    let TournamentEntry::Created(made) = TournamentEntry::parse(&first.body)? else {
        return Err("the log has no beginning".into());
    };
    let mut state = State::make(made, first.at_ms);
    for entry in log {
        state
            .apply(entry.at_ms, &TournamentEntry::parse(&entry.body)?)
            .map_err(|refusal| refusal.to_string())?;
    }
    Ok(state)
}
