//! What every store must do: one function to call in a test of any implementation.

mod leases;
mod log;
mod people;
mod talk;

use std::sync::Arc;

use crate::{Append, IndexRow, LogKind, Occupant, Player, Role, Stage, Store, StoredEntry, User};

/// Tests everything that [`Store`] promises on stores created by `make`, each new and empty, and panics on a violation.
/// Backups are left out: where they go depends on the kind of store.
///
/// # Panics
///
/// If a store violates the contract.
pub async fn conformance(make: impl AsyncFn() -> Arc<dyn Store>) {
    log::appending(&*make().await).await;
    log::stale_writes(&*make().await).await;
    log::cards(&*make().await).await;
    log::paging(&*make().await).await;
    log::ratings(&*make().await).await;
    log::many_logs_at_once(make().await).await;
    log::one_log_at_once(make().await).await;
    log::reads_see_what_was_acknowledged(make().await).await;
    leases::taking_and_releasing(&*make().await).await;
    leases::new_logs(&*make().await).await;
    leases::taking_over(&*make().await).await;
    leases::one_lease_at_once(make().await).await;
    people::users(&*make().await).await;
    people::names(&*make().await).await;
    people::names_at_once(make().await).await;
    people::sessions(&*make().await).await;
    people::tokens(&*make().await).await;
    people::blocks(&*make().await).await;
    people::items(&*make().await).await;
    people::forgetting(&*make().await).await;
    people::sweeping(&*make().await).await;
    people::sweeping_many(make().await).await;
    talk::chat(&*make().await).await;
    talk::chat_at_once(make().await).await;
    talk::reports(&*make().await).await;
    talk::beats(&*make().await).await;
    talk::health(&*make().await).await;
    talk::closing(&*make().await).await;
}

fn entry(number: u64) -> StoredEntry {
    StoredEntry {
        at_ms: 1_000 + number as i64,
        body: format!("{{\"move\":{number},\"text\":\"a1→b2 'quoted'\"}}"),
    }
}

fn write(stream: &str, expected: u64, entries: u64) -> Append {
    Append {
        stream: stream.to_owned(),
        expected,
        token: None,
        holder: None,
        entries: (expected..expected + entries).map(entry).collect(),
        card: None,
        ratings: Vec::new(),
    }
}

fn card(id: &str, created_ms: i64) -> IndexRow {
    IndexRow {
        id: id.to_owned(),
        kind: LogKind::Table,
        stage: Stage::Open,
        game: "amazons".to_owned(),
        public: true,
        rated: false,
        tournament: None,
        created_ms,
        ended_ms: None,
        due_ms: None,
        players: Vec::new(),
        summary: "{}".to_owned(),
    }
}

fn seat(seat: u32, user: &str) -> Player {
    Player { seat, who: Occupant::user(user) }
}

fn user(id: &str, name: &str) -> User {
    User {
        id: id.to_owned(),
        name: name.to_owned(),
        role: Role::Player,
        bot: false,
        password: Some("hashed".to_owned()),
        recovery: Some("hashed too".to_owned()),
        created_ms: 10,
        renamed_ms: Some(12),
        banned_until_ms: None,
        muted_until_ms: None,
        settings: "{\"sound\":false}".to_owned(),
        deleted: false,
    }
}
