//! What tournaments do on their own: start, open tables, take results, pair the next round, end.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use floe_games::{Occupant, registry};
use floe_referee::live::TableConfig;
use floe_referee::pairing::Fixture;
use floe_store::Stage;
use floe_wire::web::{self, ErrorCode, TableAction};
use tokio::sync::broadcast::error::RecvError;

use super::entry::TournamentEntry;
use super::service::{LoadedTournament, TournamentService, TournamentSlot};
use super::state::State;
use super::view::table_id;
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::ids;
use crate::table::{Origin, Requester, TableMessage, TableRequest, secret};

/// How often every tournament is checked even if nothing is reported.
const LOOK: Duration = Duration::from_secs(10);
/// Tournaments leave one table in this many to others.
const RESERVE: usize = 10;
/// Maximum changes of a tournament per pass; the next pass continues.
const TURNS: usize = 64;

impl TournamentService {
    /// Keeps tournaments running until the server stops: when one of their games has ended, when one is due to start,
    /// and from time to time.
    pub async fn watch(self: Arc<TournamentService>) {
        let mut ended = self.table_registry.services.hub.follow_tournaments();
        self.look_at_all();
        loop {
            let first = tokio::select! {
                ended = ended.recv() => match ended {
                    Ok(id) => Some(id),
                    Err(RecvError::Lagged(_)) => None,
                    Err(RecvError::Closed) => return,
                },
                () = self.made.notified() => continue,
                () = tokio::time::sleep(self.wait()) => None,
            };
            match first {
                Some(id) => self.look_at(id),
                None => {
                    self.look_at_all();
                    self.tidy();
                }
            }
        }
    }

    /// How long until the next one starts, at most the regular interval.
    fn wait(&self) -> Duration {
        let now = now_ms();
        let starts = |slot: &Arc<TournamentSlot>| {
            let start = slot.start_ms.filter(|start| *start > now && slot.goes_on.load(Ordering::Acquire))?;
            Some(Duration::from_millis((start - now) as u64 + 1))
        };
        self.slots().values().filter_map(starts).fold(LOOK, Duration::min)
    }

    fn look_at_all(self: &Arc<TournamentService>) {
        let awake = |slot: &&Arc<TournamentSlot>| slot.goes_on.load(Ordering::Acquire);
        let ids: Vec<String> = self.slots().values().filter(awake).map(|slot| slot.id.clone()).collect();
        ids.into_iter().for_each(|id| self.look_at(id));
    }

    /// Advances a tournament in its own task: a large one does not hold up the others.
    fn look_at(self: &Arc<TournamentService>, id: String) {
        let waits = |slot: &Arc<TournamentSlot>| slot.looked_for.swap(true, Ordering::AcqRel);
        let known = self.slots().get(&id).cloned();
        if known.as_ref().is_some_and(waits) {
            return;
        }
        let service = Arc::clone(self);
        tokio::spawn(async move {
            let looked = async {
                let slot = service.slot(&id).await?;
                let mut held = slot.held.lock().await;
                // What happens from now on needs another pass.
                slot.looked_for.store(false, Ordering::Release);
                service.catch_up(&slot, &mut held).await?;
                if !slot.goes_on.load(Ordering::Acquire) || !service.owns(&slot, &mut held).await? {
                    return Ok(());
                }
                service.advance(&slot, &mut held).await
            };
            if let Err(refused) = looked.await {
                tracing::warn!(tournament = id, error = refused.message, "cannot advance a tournament");
            }
        });
    }

    /// Does everything that can be done now.
    pub(super) async fn advance(
        &self,
        slot: &Arc<TournamentSlot>,
        held: &mut LoadedTournament,
    ) -> Result<(), ApiError> {
        let mut changed = false;
        for _ in 0..TURNS {
            let entries = match held.state.stage() {
                web::Stage::Open => held.state.due(now_ms(), seed()).into_iter().collect(),
                web::Stage::Live => self.next(&slot.id, &held.state).await?,
                web::Stage::Over | web::Stage::Aborted => Vec::new(),
            };
            if entries.is_empty() {
                break;
            }
            let token = self.token(slot);
            self.commit(slot, held, entries, token).await?;
            changed = true;
        }
        if changed && let Some(cluster) = &self.table_registry.services.cluster {
            cluster.tell_all_of_tournament(&slot.id);
        }
        Ok(())
    }

    /// The next change of a live tournament, once it is stored.
    async fn next(&self, id: &str, state: &State) -> Result<Vec<TournamentEntry>, ApiError> {
        let mut entries = self.look_at_tables(id, state).await?;
        if let Some(why) = state.stopping() {
            // Results that came in time count; nothing is replayed.
            entries.retain(|entry| matches!(entry, TournamentEntry::Finished { .. }));
            if entries.is_empty() {
                entries.push(TournamentEntry::Stopped { reason: why.into() });
            }
            return Ok(entries);
        }
        entries.extend(state.pauses(&entries));
        entries.extend(state.forfeits());
        if entries.is_empty() {
            let config = &self.table_registry.services.config;
            // Some tables are left to others. A tournament that has used up its share continues when the share is
            // refilled.
            let room = (config.max_tables - config.max_tables / RESERVE)
                .saturating_sub(self.table_registry.loaded_count());
            if self.table_registry.may_store(&state.made().host).is_ok() {
                entries = state.openings(room, config.engine_only_tables_per_address);
                if entries.is_empty() {
                    let services = &self.table_registry.services;
                    entries = state.pairings(services.clock.wall_ms(), &|user| services.hub.is_online(user));
                }
            }
        }
        Ok(entries)
    }

    /// Ensures that every fixture in play has its table, and takes the results of those that have ended.
    async fn look_at_tables(&self, id: &str, state: &State) -> Result<Vec<TournamentEntry>, ApiError> {
        let mut entries = Vec::new();
        for fixture in state.playing() {
            let table = table_id(id, fixture.id, state.tables(fixture.id));
            let card = self.table_registry.services.store.index_row(&table).await?;
            match card.map(|card| card.stage) {
                None if state.stopping().is_some() => {}
                None => {
                    self.open(id, state, fixture, &table).await?;
                    self.resign(state, fixture, &table).await?;
                }
                Some(Stage::Over | Stage::Aborted) => {
                    entries.push(self.result(state, fixture, &table).await?)
                }
                Some(Stage::Open | Stage::Live) => match state.stopping() {
                    Some(why) => self.call_off(state, &table, why).await?,
                    None => self.resign(state, fixture, &table).await?,
                },
            }
        }
        Ok(entries)
    }

    /// Creates a fixture's table, and notifies its players.
    async fn open(&self, id: &str, state: &State, fixture: &Fixture, table: &str) -> Result<(), ApiError> {
        let made = state.made();
        let rules = registry::find(&made.game).and_then(|game| game.rules_from_object(&made.rules))?;
        let who: Vec<Occupant> =
            fixture.seats.iter().map(|&entrant| state.entrants()[entrant].who.clone()).collect();
        let users: Vec<String> = who.iter().filter_map(Occupant::user_id).map(str::to_owned).collect();
        let new = TableConfig {
            floe: TableConfig::VERSION,
            game: made.game.clone(),
            rules: made.rules.clone(),
            host: made.host.clone(),
            clock: Some(made.clock.clone()),
            rated: made.rated,
            public: made.public,
            takebacks: false,
            substitute: None,
            tournament: Some(id.into()),
            rematch_of: None,
            // Each game has its own deal: after one game of a set its secret is revealed.
            secret: secret(),
            contribute: true,
        };
        let host = self.table_registry.services.store.user(&made.host).await?;
        let origin = host.map_or_else(|| Origin::unknown(&made.host), |host| Origin::new(&host, None));
        self.table_registry.open(table, new, &rules, who, origin).await?;
        for user in users {
            self.table_registry.services.tell_user(&user, table, &made.game, "started");
        }
        Ok(())
    }

    /// The result of a table that has ended. An unreadable table says nothing about its players.
    async fn result(
        &self,
        state: &State,
        fixture: &Fixture,
        table: &str,
    ) -> Result<TournamentEntry, ApiError> {
        let ended = match self.table_registry.ask(table, TableMessage::Ended).await {
            Err(refused) if refused.code == ErrorCode::Internal => None,
            other => other?,
        };
        Ok(state.ended(fixture, ended.as_deref()))
    }

    /// Stops a table with its tournament.
    async fn call_off(&self, state: &State, table: &str, why: &str) -> Result<(), ApiError> {
        let host = self.table_registry.services.store.user(&state.made().host).await?;
        let Some(user) = host.map(Arc::new) else { return Ok(()) };
        let asker = Requester { user, seat: None, lag_ms: 0, address: None };
        let why = format!("the tournament was stopped: {why}");
        // The game may have ended at this very moment.
        let _ = self
            .table_registry
            .ask(table, |reply| TableMessage::Ask(asker.clone(), TableRequest::Stop(why.clone()), reply))
            .await?;
        Ok(())
    }

    /// Makes an entrant who has withdrawn resign where they still sit.
    async fn resign(&self, state: &State, fixture: &Fixture, table: &str) -> Result<(), ApiError> {
        for (seat, &entrant) in fixture.seats.iter().enumerate() {
            let entrant = &state.entrants()[entrant];
            let Some(user) = entrant.who.user_id() else { continue };
            if !entrant.withdrawn {
                continue;
            }
            let Some(user) = self.table_registry.services.store.user(user).await?.map(Arc::new) else {
                continue;
            };
            let asker = Requester { user, seat: Some(seat), lag_ms: 0, address: None };
            // If they are already out, there is nothing to resign.
            let _ = self
                .table_registry
                .ask(table, |reply| {
                    TableMessage::Ask(asker.clone(), TableRequest::Act(TableAction::Resign), reply)
                })
                .await?;
        }
        Ok(())
    }
}

/// A seed that JavaScript reads from JSON without loss.
pub(super) fn seed() -> u64 {
    u64::from_le_bytes(ids::random()) >> 11
}
