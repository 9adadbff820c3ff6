//! Creating tables.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use floe_engine::{Level, check_level};
use floe_games::switches::RuleSet;
use floe_games::{Occupant, Start, open, registry};
use floe_referee::TimeControl;
use floe_referee::live::{LiveTable, TableCommand, TableConfig, TableEvent};
use floe_store::{Append, Filter, IndexRow, LogKind, Player, Role, Stage, StoredEntry as Stored, User};
use floe_wire::web::{ErrorCode, LobbyRow, NewSeat, NewTable};
use serde_json::{Value, json};

use super::registry::ENTRY_BYTES;
use super::{Origin, Services, TableRegistry};
use crate::error::ApiError;
use crate::ids;
use crate::limits::{ConcurrencyLimiter, Permit};
use crate::users::user_infos;

/// Maximum size of a table's rules, as JSON.
const MAX_RULES_BYTES: usize = 4096;
/// The approximate cost of a table's index row, its seats and their index entries, in log entries.
const CARD_ENTRIES: u64 = 5;

impl TableRegistry {
    /// Creates a table for a user at an address; returns its id and the commitment of its deal.
    pub async fn make(
        self: &Arc<TableRegistry>,
        user: &User,
        address: IpAddr,
        new: NewTable,
    ) -> Result<(String, String), ApiError> {
        let rules = registry::find(&new.game)?.parse_rules(new.rules.as_ref())?;
        check_size(&rules)?;
        let template = self.rules(&rules)?;
        let seats = template.seats();
        let choices = new.seats.unwrap_or_else(|| {
            let mut choices = vec![NewSeat::Open; seats];
            choices[0] = NewSeat::Me;
            choices
        });
        if choices.len() != seats {
            return Err(ApiError::new(
                ErrorCode::Refused,
                format!("{} seats given; these rules need {seats}", choices.len()),
            ));
        }
        let level = |text: &str| -> Result<(), ApiError> {
            let level = Level::parse(text).map_err(|message| ApiError::new(ErrorCode::Refused, message))?;
            Ok(check_level(rules.game, level)?)
        };
        if let Some(substitute) = &new.substitute {
            level(substitute)?;
        }
        let mut who = Vec::with_capacity(seats);
        for choice in &choices {
            who.push(match choice {
                NewSeat::Me => Occupant::user(&user.id),
                NewSeat::Open => Occupant::Open,
                NewSeat::Engine { level: name } => {
                    level(name)?;
                    Occupant::engine(name)
                }
            });
        }
        if new.rated {
            let own = registry::find(&new.game)?.default_rules() == rules;
            let me = choices.iter().filter(|choice| **choice == NewSeat::Me).count();
            let engines = choices.iter().any(|choice| matches!(choice, NewSeat::Engine { .. }));
            let problem = if user.role == Role::Guest {
                Some("rated games are between accounts; sign up, or play casually")
            } else if !own {
                Some("house rules are casual only; rated games use the standard rules")
            } else if me > 1 || engines {
                Some("a rated game is between different people")
            } else if new.clock.is_none() {
                Some("a rated game needs a clock, such as 300+5 or 3d")
            } else {
                None
            };
            if let Some(message) = problem {
                return Err(ApiError::new(ErrorCode::Refused, message));
            }
            self.may_play_rated(&user.id)?;
        }
        let mut origin = Origin::new(user, Some(address));
        self.may_store(&origin.payer())?;
        if self.loaded_count() >= self.services.config.max_tables {
            return Err(ApiError::new(
                ErrorCode::Unavailable,
                "this server has no room for another table; try again later",
            ));
        }
        self.room_for(&user.id).await?;
        let engines = choices.iter().filter(|choice| matches!(choice, NewSeat::Engine { .. })).count();
        origin.permits = self.engine_permits(Some(address), engines, seats)?;
        let made = TableConfig {
            floe: TableConfig::VERSION,
            game: new.game,
            rules: rules.to_json(),
            host: user.id.clone(),
            clock: new.clock,
            rated: new.rated,
            public: !new.private,
            takebacks: new.takebacks.unwrap_or(!new.rated),
            substitute: new.substitute,
            tournament: None,
            rematch_of: None,
            secret: secret(),
            contribute: new.contribute,
        };
        let id = ids::id();
        let commitment = self.open(&id, made, &rules, who, origin).await?;
        Ok((id, commitment))
    }

    /// The places that a table with this many engines takes from an address.
    pub(super) fn engine_permits(
        &self,
        address: Option<IpAddr>,
        engines: usize,
        seats: usize,
    ) -> Result<Vec<Arc<Permit<IpAddr>>>, ApiError> {
        let config = &self.services.config;
        let mut permits = Vec::new();
        let Some(address) = address else { return Ok(permits) };
        let mut take = |counts: &Arc<ConcurrencyLimiter<IpAddr>>, most: usize, what: &str| {
            let full = || {
                ApiError::new(
                    ErrorCode::RateLimited,
                    format!(
                        "your address already has {most} {what}, which is the limit; wait until one ends"
                    ),
                )
            };
            permits.push(Arc::new(Permit::take(counts, address).ok_or_else(full)?));
            Ok::<(), ApiError>(())
        };
        if engines == seats {
            let most = config.engine_only_tables_per_address;
            take(&self.services.engine_only_tables, most, "games between engines")?;
        }
        if engines > 0 {
            take(&self.services.engine_tables, config.engine_tables_per_address, "games with an engine")?;
        }
        Ok(permits)
    }

    /// Opens a table with these occupants; the game starts when all seats are taken. Returns the commitment of its
    /// deal. An existing id is left as it is.
    pub async fn open(
        self: &Arc<TableRegistry>,
        id: &str,
        made: TableConfig,
        rules: &RuleSet,
        who: Vec<Occupant>,
        origin: Origin,
    ) -> Result<String, ApiError> {
        let control = made.clock.as_deref().and_then(|clock| TimeControl::parse(clock).ok());
        let now = self.services.now_ms(control.is_none_or(|control| control.is_correspondence()));
        let template = self.rules(rules)?;
        let mut live = LiveTable::make(made.clone(), template, now)?;
        let mut entries = vec![TableEvent::Created(made)];
        for (seat, who) in who.into_iter().enumerate().filter(|(_, who)| !who.is_open()) {
            let step = live.handle(&TableCommand::Sit { seat: Some(seat), who, contribution: None }, now)?;
            live = step.next;
            entries.extend(step.entries);
        }
        let card = card_of(id, &live);
        let entries: Vec<Stored> =
            entries.iter().map(|entry| Stored { at_ms: now, body: entry.to_text() }).collect();
        let cost = CARD_ENTRIES + cost_of(&entries);
        let write = Append {
            stream: id.into(),
            expected: 0,
            token: None,
            holder: self.services.cluster.as_ref().map(|cluster| cluster.node()),
            entries,
            card: Some(card.clone()),
            ratings: Vec::new(),
        };
        match self.services.store.append(write).await {
            Err(floe_store::StoreError::Stale { .. }) => return Ok(live.commitment()),
            other => other?,
        }
        self.services.entries.charge(origin.payer(), cost);
        self.services.metrics.tables_created.inc();
        if card.tournament.is_none() && matches!(card.stage, Stage::Open | Stage::Live) {
            self.services.hosts.add(live.config().host.clone());
        }
        if is_for_lobby(&card) && card.stage == Stage::Open {
            let row = row_of(&self.services, &card).await?;
            self.services.hub.lobby_change(id, Some(row));
        }
        let commitment = live.commitment();
        self.insert_new(id, live, origin);
        Ok(commitment)
    }

    /// Checks whether a user may join one more table, a new one or another's.
    pub(super) async fn room_for(&self, user: &str) -> Result<(), ApiError> {
        let config = &self.services.config;
        let mine = Filter {
            kind: Some(LogKind::Table),
            stages: vec![Stage::Open, Stage::Live],
            user: Some(user.into()),
            limit: config.max_tables_per_user as u32,
            ..Filter::default()
        };
        let hosts = self.services.hosts.is_full(&user.to_owned());
        if hosts || self.services.store.list(mine).await?.len() >= config.max_tables_per_user {
            return Err(ApiError::new(
                ErrorCode::RateLimited,
                format!("you are already at {} tables; finish one first", config.max_tables_per_user),
            ));
        }
        Ok(())
    }
}

/// Refuses rules that are unreasonably long.
pub fn check_size(rules: &RuleSet) -> Result<(), ApiError> {
    let bytes = rules.to_json().to_string().len();
    match bytes <= MAX_RULES_BYTES {
        true => Ok(()),
        false => Err(ApiError::new(
            ErrorCode::Refused,
            format!("these rules take {bytes} bytes; at most {MAX_RULES_BYTES} are allowed on a server"),
        )),
    }
}

/// The cost of entries, in entries of a typical size.
pub(super) fn cost_of(entries: &[Stored]) -> u64 {
    entries.iter().map(|entry| 1 + (entry.body.len() / ENTRY_BYTES) as u64).sum()
}

/// A new secret for a deal.
pub fn secret() -> String {
    ids::hex(&ids::random::<32>())
}

/// The standard rules of every game, with every switch resolved as tables store them. The number of players is a choice
/// where the game leaves it open.
static OWN: LazyLock<Vec<(&'static str, RuleSet)>> = LazyLock::new(|| {
    let choices = [json!({}), json!({"players": 2}), json!({"players": 3}), json!({"players": 4})];
    let mut own = Vec::new();
    for entry in registry::GAMES {
        for choice in choices.iter().take(if entry.main_switches.contains(&"players") { 4 } else { 1 }) {
            let table = entry.parse_rules(Some(choice)).and_then(|rules| open(&rules, Start::Seed(0)));
            own.extend(table.map(|table| (entry.id, table.rules().clone())));
        }
    }
    own
});

/// The index row of a table.
pub fn card_of(id: &str, live: &LiveTable) -> IndexRow {
    let made = live.config();
    let taken = live.occupants().enumerate().filter(|(_, who)| !who.is_open());
    let players = taken.map(|(seat, who)| Player { seat: seat as u32, who: who.clone() });
    let house_rules = !OWN.iter().any(|(game, rules)| *game == made.game && rules == live.rules());
    let stage = live.stage();
    // A clock in seconds is watched by the table itself. A clock in days, or players who may never come, are watched by
    // the store.
    let sleeps = stage == Stage::Open || live.is_slow();
    IndexRow {
        id: id.into(),
        kind: LogKind::Table,
        stage,
        game: made.game.clone(),
        public: made.public,
        rated: made.rated,
        tournament: made.tournament.clone(),
        created_ms: live.created_ms(),
        ended_ms: live.ended_ms(),
        due_ms: live.due_ms().filter(|_| sleeps),
        players: players.collect(),
        summary: summary(live, house_rules).to_string(),
    }
}

fn summary(live: &LiveTable, house_rules: bool) -> Value {
    let made = live.config();
    json!({
        "host": made.host,
        "clock": made.clock,
        "seats": live.seat_count(),
        "house_rules": house_rules,
        "result": live.result(),
        // Only where clocks count days: there the row changes with every move anyway.
        "turn": live.turn().filter(|_| live.is_slow()),
    })
}

/// Does a table wait in the lobby while it is open? One of a tournament has its players already; it is open until they have
/// contributed to the deal.
pub fn is_for_lobby(card: &IndexRow) -> bool {
    card.public && card.tournament.is_none()
}

/// A row of a list, with the current names of users.
pub async fn row_of(services: &Services, card: &IndexRow) -> Result<LobbyRow, ApiError> {
    let ids = card.players.iter().filter_map(Player::user_id).map(str::to_owned).collect();
    let users = services.store.users(ids).await?;
    let infos = user_infos(&users);
    let summary: Value = serde_json::from_str(&card.summary).unwrap_or_default();
    let mut seats = vec![Occupant::Open; summary["seats"].as_u64().unwrap_or(0).min(8) as usize];
    for player in &card.players {
        let Some(seat) = seats.get_mut(player.seat as usize) else { continue };
        *seat = player.who.named(&infos);
    }
    let stage = card.stage;
    Ok(LobbyRow {
        id: card.id.clone(),
        game: card.game.clone(),
        stage,
        house_rules: summary["house_rules"].as_bool().unwrap_or(true),
        clock: summary["clock"].as_str().map(str::to_owned),
        rated: card.rated,
        seats,
        created_ms: card.created_ms,
        ended_ms: card.ended_ms,
        result: serde_json::from_value(summary["result"].clone()).ok(),
        tournament: card.tournament.clone(),
    })
}
