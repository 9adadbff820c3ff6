//! What leaves a table, and to whom. Nothing else does.

use floe_games::{Event, Stage, UserInfo, Viewer};
use floe_wire::web::{ClockState, TableState, TableStatus, TableUpdate};
use serde_json::Value;

use super::{LiveTable, TableConfig, TableEvent};

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
        let seen = self.viewer(viewer);
        let table = self.game.as_ref().map(|game| &game.table);
        TableState {
            id: id.into(),
            version: self.version,
            game: self.config.game.clone(),
            rules: self.rules().to_json(),
            seats: self.occupants().map(|who| who.named(people)).collect(),
            your_seats: yours,
            viewer: if let Viewer::Seat(seat) = seen { Some(seat) } else { None },
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
            events: self.events(seen),
            board: table.map_or(Value::Null, |table| table.position_json(seen)),
            insight: table.map(|table| table.insight(seen, self.result().as_ref())),
            status: self.status(viewer, now_ms),
        }
    }

    /// The status, as the viewer may see it.
    pub fn status(&self, viewer: Viewer, now_ms: i64) -> TableStatus {
        let seen = self.viewer(viewer);
        let table = self.game.as_ref().map(|game| &game.table);
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
            offer: table.filter(|_| self.stage == Stage::Live).and_then(|table| table.offer()).cloned(),
            takeback: self.takeback.clone(),
            result: self.result(),
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

    /// The update for a viewer: the change from `before` with these events.
    pub fn update(
        &self,
        id: &str,
        before: &LiveTable,
        entries: &[TableEvent],
        viewer: Viewer,
        people: People<'_>,
        now_ms: i64,
    ) -> TableUpdate {
        let (old, new) = match self.hides() {
            true => (before.events(before.viewer(viewer)), self.events(self.viewer(viewer))),
            false => (Vec::new(), Vec::new()),
        };
        let mut seen = new.iter().skip(old.len());
        let view = |entry: &TableEvent| {
            let event = match entry {
                TableEvent::Game { event, .. } if !self.hides() => Some(event),
                TableEvent::Game { .. } => seen.next(),
                _ => None,
            };
            self.view(entry, event, viewer, people)
        };
        let entries = entries.iter().filter_map(view).collect();
        let changed = |(at, event): (usize, &Event)| {
            (old.get(at).is_some_and(|old| old != event)).then(|| (at, event.clone()))
        };
        TableUpdate {
            table: id.into(),
            from: before.version,
            version: self.version,
            entries,
            revealed: new.iter().enumerate().filter_map(changed).collect(),
            status: self.status(viewer, now_ms),
        }
    }

    /// The game events as the viewer sees them; with hidden cards nothing is taken back, so their numbers stay.
    fn events(&self, viewer: Viewer) -> Vec<Event> {
        self.game.as_ref().map_or_else(Vec::new, |game| game.table.events(viewer))
    }

    /// An event as the viewer may see it; `seen` is what they see of a game event. What is not named here is public.
    fn view(
        &self,
        event: &TableEvent,
        seen: Option<&Event>,
        viewer: Viewer,
        people: People<'_>,
    ) -> Option<TableEvent> {
        Some(match event.clone() {
            TableEvent::Created(config) => {
                TableEvent::Created(TableConfig { secret: String::new(), ..config })
            }
            TableEvent::Seated { seat, who, contribution } => {
                TableEvent::Seated { seat, who: who.named(people), contribution }
            }
            TableEvent::Started { .. } => {
                let table = self.game.as_ref().map(|game| &game.table);
                let start = table.map_or_else(String::new, |table| table.start_text(self.viewer(viewer)));
                TableEvent::Started { start }
            }
            TableEvent::Game { .. } => TableEvent::Game { event: seen?.clone(), lag_ms: 0 },
            public => public,
        })
    }
}
