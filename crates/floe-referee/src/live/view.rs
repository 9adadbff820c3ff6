//! What leaves a table, and to whom. Nothing else does.

use floe_games::{Event, Viewer};
use floe_wire::web::{
    ClockState, Occupant, Stage, StopOffer, TableEvent, TableState, TableStatus, TableUpdate, TakebackOffer,
};
use serde_json::{Value, json};

use super::{LiveTable, LogEntry, OccupantId};

/// What is known of a user apart from the id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserInfo {
    /// The name.
    pub name: String,
    /// Is it a bot?
    pub bot: bool,
    /// The rating at the table's game.
    pub rating: Option<i32>,
}

/// Looks users up.
type People<'a> = &'a dyn Fn(&str) -> UserInfo;

impl LiveTable {
    /// The same viewer, or one who sees everything once the game has ended: its secret is revealed, and there is
    /// nothing to hide.
    pub(super) fn viewer(&self, viewer: Viewer) -> Viewer {
        if self.has_ended() { Viewer::Omniscient } else { viewer }
    }

    /// Everything, as the viewer may see it.
    pub fn state(
        &self,
        id: &str,
        viewer: Viewer,
        yours: Vec<usize>,
        people: People<'_>,
        now_ms: i64,
    ) -> TableState {
        let eyes = match self.viewer(viewer) {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        };
        let seen = self.viewer(viewer);
        let table = self.game.as_ref().map(|game| &game.table);
        TableState {
            id: id.into(),
            version: self.version,
            game: self.config.game.clone(),
            rules: self.rules().to_json(),
            seats: self.occupants().map(|who| sitter(who, people)).collect(),
            your_seats: yours,
            viewer: eyes,
            host: self.config.host.clone(),
            clock: self.config.clock.clone(),
            rated: self.config.rated,
            public: self.config.public,
            takebacks: self.config.takebacks,
            substitute: self.config.substitute.clone(),
            tournament: self.config.tournament.clone(),
            rematch_of: self.config.rematch_of.clone(),
            next_table: self.next_table.clone(),
            created_ms: self.created_ms,
            fair: self.fair(),
            start: table.map(|table| table.start_text(seen)),
            hides: self.hides(),
            scored: self.template.is_scored(),
            events: table
                .map_or_else(Vec::new, |table| table.events(seen).iter().map(|event| json!(event)).collect()),
            board: table.map_or(Value::Null, |table| table.position_json(seen)),
            insight: table.map(|table| table.insight(seen, self.result().as_ref())),
            status: self.status(viewer, now_ms),
        }
    }

    /// The status, as the viewer may see it.
    pub fn status(&self, viewer: Viewer, now_ms: i64) -> TableStatus {
        let seen = self.viewer(viewer);
        let table = self.game.as_ref().map(|game| &game.table);
        let offer = table.and_then(|table| table.offer()).map(|offer| StopOffer {
            by: offer.by,
            waiting: offer.waiting.clone(),
            outcome: json!(offer.outcome),
        });
        let takeback = self.takeback.as_ref().map(|takeback| TakebackOffer {
            by: takeback.by,
            waiting: takeback.waiting.clone(),
            keep: takeback.keep,
        });
        TableStatus {
            at_ms: now_ms,
            stage: self.stage,
            turn: self.turn(),
            phase: table.map_or("gather", |table| table.phase()).into(),
            position: table.map_or_else(String::new, |table| table.position_text(seen)),
            scores: table.map_or_else(Vec::new, |table| table.scores()),
            plays: table.map_or_else(Vec::new, |table| {
                (0..table.seats()).map(|seat| table.is_active(seat)).collect()
            }),
            awaiting: self.awaiting(),
            clocks: self.clocks(now_ms),
            offer: offer.filter(|_| self.stage == Stage::Live),
            takeback,
            result: self.result().map(|outcome| json!(outcome)),
            legal: None,
        }
    }

    /// A text diagram, as the viewer may see it; empty before the game.
    pub fn picture(&self, viewer: Viewer) -> String {
        self.game.as_ref().map_or_else(String::new, |game| game.table.picture(self.viewer(viewer)))
    }

    /// The legal moves, if the viewer is the seat to move; with hidden cards no one else may know them.
    pub fn legal(&self, viewer: Viewer) -> Option<Vec<String>> {
        let table = &self.game.as_ref()?.table;
        (matches!(viewer, Viewer::Seat(_)) && table.may_choose(viewer)).then(|| table.legal_moves())
    }

    fn clocks(&self, now_ms: i64) -> Vec<Option<ClockState>> {
        let turn = self.turn();
        let spent = self.game.as_ref().map_or(0, |game| u64::try_from(now_ms - game.since_ms).unwrap_or(0));
        let one = |(seat, one): (usize, &super::Seat)| {
            let limit = one.clock?.limit()?.as_millis() as u64;
            let runs = turn == Some(seat);
            Some(ClockState { left_ms: if runs { limit.saturating_sub(spent) } else { limit }, runs })
        };
        self.seats.iter().enumerate().map(one).collect()
    }

    /// The update for a viewer: the change from `before` with these entries.
    pub fn update(
        &self,
        id: &str,
        before: &LiveTable,
        entries: &[LogEntry],
        viewer: Viewer,
        people: People<'_>,
        now_ms: i64,
    ) -> TableUpdate {
        let (old, new) = match self.hides() {
            true => (before.seen_events(before.viewer(viewer)), self.seen_events(self.viewer(viewer))),
            false => (Vec::new(), Vec::new()),
        };
        let mut next = old.len();
        let mut seen = Vec::with_capacity(entries.len());
        for entry in entries {
            let shown = match entry {
                LogEntry::Game { event, .. } if !self.hides() => Some(json!(event)),
                LogEntry::Game { .. } => {
                    next += 1;
                    new.get(next - 1).cloned()
                }
                _ => None,
            };
            seen.push(self.seen(entry, shown, viewer, people));
        }
        let changed = |(at, event): (usize, &Value)| {
            (old.get(at).is_some_and(|old| old != event)).then(|| (at, event.clone()))
        };
        TableUpdate {
            table: id.into(),
            from: before.version,
            version: self.version,
            entries: seen,
            revealed: new.iter().enumerate().filter_map(changed).collect(),
            status: self.status(viewer, now_ms),
        }
    }

    /// The game events as the viewer sees them; with hidden cards nothing is taken back, so their numbers stay.
    fn seen_events(&self, viewer: Viewer) -> Vec<Value> {
        let Some(game) = &self.game else { return Vec::new() };
        game.table.events(viewer).iter().map(|event: &Event| json!(event)).collect()
    }

    /// An entry as the viewer may see it; `event` is what it sees of a game event.
    fn seen(&self, entry: &LogEntry, event: Option<Value>, viewer: Viewer, people: People<'_>) -> TableEvent {
        match entry {
            LogEntry::Created(made) => TableEvent::Created { host: made.host.clone() },
            LogEntry::Seated { seat, who, .. } => {
                TableEvent::Seated { seat: *seat, who: sitter(Some(who), people) }
            }
            LogEntry::Left { seat } => TableEvent::Left { seat: *seat },
            LogEntry::Contributed { seat, contribution } => {
                TableEvent::Contributed { seat: *seat, contribution: contribution.clone() }
            }
            LogEntry::Started { .. } => {
                let seen = self.viewer(viewer);
                let start = self.game.as_ref().map_or_else(String::new, |game| game.table.start_text(seen));
                TableEvent::Started { start }
            }
            LogEntry::Game { .. } => TableEvent::Game { event: event.unwrap_or_default() },
            LogEntry::Adjudicated { outcome } => TableEvent::Adjudicated { outcome: json!(outcome) },
            LogEntry::Takeback { by, keep } => TableEvent::Takeback { by: *by, keep: *keep },
            LogEntry::TakebackAnswer { by, yes } => TableEvent::TakebackAnswer { by: *by, yes: *yes },
            LogEntry::TakenBack { keep } => TableEvent::TakenBack { keep: *keep },
            LogEntry::Fault { seat, message: words } => {
                TableEvent::Fault { seat: *seat, message: words.clone() }
            }
            LogEntry::Replaced { seat, level } => TableEvent::Replaced { seat: *seat, level: level.clone() },
            LogEntry::Resumed { downtime_ms: away_ms } => TableEvent::Resumed { downtime_ms: *away_ms },
            LogEntry::Aborted { reason: why, .. } => TableEvent::Aborted { reason: why.clone() },
            LogEntry::Rated { changes } => TableEvent::Rated { changes: changes.clone() },
            LogEntry::Rematch { by } => TableEvent::Rematch { by: *by },
            LogEntry::RematchCreated { table } => TableEvent::RematchCreated { table: table.clone() },
        }
    }
}

fn sitter(who: Option<&OccupantId>, people: People<'_>) -> Occupant {
    match who {
        None => Occupant::Open,
        Some(OccupantId::Engine { level }) => Occupant::Engine { level: level.clone() },
        Some(OccupantId::User { user }) => {
            let UserInfo { name, bot, rating } = people(user);
            Occupant::Person { user: user.clone(), name, bot, rating }
        }
    }
}
