//! What leaves a table, and to whom. Nothing else does.

use floe_games::{Event, Viewer};
use floe_wire::web::{
    ClockState, Occupant, Stage, StopOffer, TableEvent, TableState, TableStatus, TableUpdate, TakebackOffer,
};
use serde_json::{Value, json};

use super::{LiveTable, LogEntry, OccupantId};

/// What is known of somebody beside the id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserInfo {
    /// The name.
    pub name: String,
    /// Is it a program?
    pub bot: bool,
    /// The rating at the table's game.
    pub rating: Option<i32>,
}

/// Looks people up.
type People<'a> = &'a dyn Fn(&str) -> UserInfo;

impl LiveTable {
    /// The same viewer, or everybody once the game has ended: its secret is out, and there is nothing to hide.
    pub(super) fn viewer(&self, viewer: Viewer) -> Viewer {
        if self.has_ended() { Viewer::Omniscient } else { viewer }
    }

    /// Everything, in the viewer's view.
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
            yours,
            eyes,
            host: self.config.host.clone(),
            clock: self.config.clock.clone(),
            rated: self.config.rated,
            public: self.config.public,
            takebacks: self.config.takebacks,
            substitute: self.config.substitute.clone(),
            tournament: self.config.tournament.clone(),
            parent: self.config.parent.clone(),
            followed: self.followed.clone(),
            created_ms: self.created_ms,
            fair: self.fair(),
            start: table.map(|table| table.start_text(seen)),
            events: table
                .map_or_else(Vec::new, |table| table.events(seen).iter().map(|event| json!(event)).collect()),
            board: table.map_or(Value::Null, |table| table.position_json(seen)),
            insight: table.map(|table| table.insight(seen, self.result().as_ref())),
            now: self.status(viewer, now_ms),
        }
    }

    /// How it stands, in the viewer's view.
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
            awaiting: self.awaiting(),
            clocks: self.clocks(now_ms),
            offer: offer.filter(|_| self.stage == Stage::Live),
            takeback,
            result: self.result().map(|outcome| json!(outcome)),
            legal: None,
        }
    }

    /// A drawing in letters, in the viewer's view; empty before the game.
    pub fn picture(&self, viewer: Viewer) -> String {
        self.game.as_ref().map_or_else(String::new, |game| game.table.picture(self.viewer(viewer)))
    }

    /// The legal moves, if the viewer is the seat to move; nobody else may know them where cards are hidden.
    pub fn legal(&self, viewer: Viewer) -> Option<Vec<String>> {
        match viewer {
            Viewer::Seat(seat) if self.turn() == Some(seat) => Some(self.game.as_ref()?.table.legal_moves()),
            _ => None,
        }
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

    /// What a step from `before` with these entries is to the viewer.
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
            shown: new.iter().enumerate().filter_map(changed).collect(),
            now: self.status(viewer, now_ms),
        }
    }

    /// The game events as the viewer sees them; nothing is taken back where cards are hidden, so their numbers stay.
    fn seen_events(&self, viewer: Viewer) -> Vec<Value> {
        let Some(game) = &self.game else { return Vec::new() };
        game.table.events(viewer).iter().map(|event: &Event| json!(event)).collect()
    }

    /// An entry as far as the viewer may see it; `event` is what it sees of a game event.
    fn seen(&self, entry: &LogEntry, event: Option<Value>, viewer: Viewer, people: People<'_>) -> TableEvent {
        match entry {
            LogEntry::Made(made) => TableEvent::Made { host: made.host.clone() },
            LogEntry::Sat { seat, who, .. } => {
                TableEvent::Sat { seat: *seat, who: sitter(Some(who), people) }
            }
            LogEntry::Left { seat } => TableEvent::Left { seat: *seat },
            LogEntry::Contributed { seat, contribution } => {
                TableEvent::Contributed { seat: *seat, contribution: contribution.clone() }
            }
            LogEntry::Began { .. } => {
                let seen = self.viewer(viewer);
                let start = self.game.as_ref().map_or_else(String::new, |game| game.table.start_text(seen));
                TableEvent::Began { start }
            }
            LogEntry::Game { .. } => TableEvent::Game { event: event.unwrap_or_default() },
            LogEntry::Foreseen { outcome } => TableEvent::Foreseen { outcome: json!(outcome) },
            LogEntry::Takeback { by, keep } => TableEvent::Takeback { by: *by, keep: *keep },
            LogEntry::TakebackAnswer { by, yes } => TableEvent::TakebackAnswer { by: *by, yes: *yes },
            LogEntry::TakenBack { keep } => TableEvent::TakenBack { keep: *keep },
            LogEntry::Fault { seat, words } => TableEvent::Fault { seat: *seat, words: words.clone() },
            LogEntry::Replaced { seat, level } => TableEvent::Replaced { seat: *seat, level: level.clone() },
            LogEntry::Resumed { away_ms } => TableEvent::Resumed { away_ms: *away_ms },
            LogEntry::Aborted { why, .. } => TableEvent::Aborted { why: why.clone() },
            LogEntry::Rated { changes } => TableEvent::Rated { changes: changes.clone() },
            LogEntry::Rematch { by } => TableEvent::Rematch { by: *by },
            LogEntry::Followed { table } => TableEvent::Followed { table: table.clone() },
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
