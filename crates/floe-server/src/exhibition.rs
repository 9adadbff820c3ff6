//! Games of engines for spectators, so that there is something to watch when few people play.
//!
//! Their work is the least urgent of all, they move at a leisurely pace, and they begin only while somebody is connected: the
//! engine time they take is bounded.

use std::sync::Arc;
use std::time::Duration;

use floe_games::{Occupant, registry};
use floe_referee::live::TableConfig;
use floe_store::{Filter, LogKind, Stage};

use crate::error::ApiError;
use crate::ids;
use crate::table::{Origin, TableRegistry, secret};

/// The host of these games: no user.
pub const HOST: &str = "";
/// How long an engine waits before it moves, so that people can follow.
pub const PACE: Duration = Duration::from_secs(3);
/// How often is looked whether another game should begin.
const LOOK: Duration = Duration::from_secs(5);
/// With so many public games of people, none begins.
const ENOUGH: usize = 3;
/// The levels that play, in turn: strong enough to be worth watching, and quick.
const LEVELS: [&str; 4] = ["4", "6", "5", "7"];

/// Begins games until the server stops.
pub async fn run(tables: Arc<TableRegistry>) {
    let mut number = usize::from(ids::random::<1>()[0]);
    loop {
        tokio::time::sleep(LOOK).await;
        match open(&tables, number).await {
            Ok(true) => number += 1,
            Ok(false) => {}
            Err(refused) => tracing::warn!(error = refused.message, "cannot begin an exhibition game"),
        }
    }
}

/// Opens a game if one is missing.
async fn open(tables: &Arc<TableRegistry>, number: usize) -> Result<bool, ApiError> {
    let services = &tables.services;
    let most = services.config.exhibition_games;
    if most == 0 || services.hub.connections() == 0 {
        return Ok(false);
    }
    let filter = Filter {
        kind: Some(LogKind::Table),
        stages: vec![Stage::Live],
        public_only: true,
        limit: (most + ENOUGH) as u32,
        ..Filter::default()
    };
    let live = services.store.list(filter).await?;
    let own = live.iter().filter(|card| card.players.iter().all(|player| player.user_id().is_none())).count();
    if own >= most || live.len() - own >= ENOUGH {
        return Ok(false);
    }
    let games = registry::GAMES;
    let Some(game) = games.get(number % games.len().max(1)) else { return Ok(false) };
    let rules = game.default_rules();
    let seats = tables.rules(&rules)?.seats();
    let level = |seat: usize| Occupant::engine(LEVELS[(number + seat) % LEVELS.len()]);
    let made = TableConfig {
        floe: TableConfig::VERSION,
        game: game.id.into(),
        rules: rules.to_json(),
        host: HOST.into(),
        clock: None,
        rated: false,
        public: true,
        takebacks: false,
        substitute: None,
        tournament: None,
        rematch_of: None,
        secret: secret(),
        contribute: false,
    };
    let who = (0..seats).map(level).collect();
    tables.open(&ids::id(), made, &rules, who, Origin::unknown(HOST)).await?;
    Ok(true)
}
