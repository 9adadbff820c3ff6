//! What leaves a table, and to whom. Nothing else does.

use floe_games::{Event, Viewer};
use floe_wire::web::{ClockNow, Now, Seen, Sitter, Stage, StopOffer, TableNews, TableState, TakebackOffer};
use serde_json::{Value, json};

use super::{Entry, Live, Who};

/// What is known of somebody beside the id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: String,
    /// Is it a program?
    pub bot: bool,
    /// The rating at the table's game.
    pub rating: Option<i32>,
}

/// Looks people up.
type People<'a> = &'a dyn Fn(&str) -> Person;

impl Live {
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
            game: self.made.game.clone(),
            rules: self.rules().to_json(),
            seats: self.sitters().map(|who| sitter(who, people)).collect(),
            yours,
            eyes,
            host: self.made.host.clone(),
            clock: self.made.clock.clone(),
            rated: self.made.rated,
            public: self.made.public,
            takebacks: self.made.takebacks,
            substitute: self.made.substitute.clone(),
            tournament: self.made.tournament.clone(),
            parent: self.made.parent.clone(),
            followed: self.followed.clone(),
            created_ms: self.created_ms,
            fair: self.fair(),
            start: table.map(|table| table.start_text(seen)),
            events: table
                .map_or_else(Vec::new, |table| table.events(seen).iter().map(|event| json!(event)).collect()),
            board: table.map_or(Value::Null, |table| table.position_json(seen)),
            now: self.now(viewer, now_ms),
        }
    }

    /// How it stands, in the viewer's view.
    pub fn now(&self, viewer: Viewer, now_ms: i64) -> Now {
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
        Now {
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

    fn clocks(&self, now_ms: i64) -> Vec<Option<ClockNow>> {
        let turn = self.turn();
        let spent = self.game.as_ref().map_or(0, |game| u64::try_from(now_ms - game.since_ms).unwrap_or(0));
        let one = |(seat, one): (usize, &super::Seat)| {
            let limit = one.clock?.limit()?.as_millis() as u64;
            let runs = turn == Some(seat);
            Some(ClockNow { left_ms: if runs { limit.saturating_sub(spent) } else { limit }, runs })
        };
        self.seats.iter().enumerate().map(one).collect()
    }

    /// What a step from `before` with these entries is to the viewer.
    pub fn news(
        &self,
        id: &str,
        before: &Live,
        entries: &[Entry],
        viewer: Viewer,
        people: People<'_>,
        now_ms: i64,
    ) -> TableNews {
        let (old, new) = match self.hides() {
            true => (before.seen_events(before.viewer(viewer)), self.seen_events(self.viewer(viewer))),
            false => (Vec::new(), Vec::new()),
        };
        let mut next = old.len();
        let mut seen = Vec::with_capacity(entries.len());
        for entry in entries {
            let shown = match entry {
                Entry::Game { event, .. } if !self.hides() => Some(json!(event)),
                Entry::Game { .. } => {
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
        TableNews {
            table: id.into(),
            from: before.version,
            version: self.version,
            entries: seen,
            shown: new.iter().enumerate().filter_map(changed).collect(),
            now: self.now(viewer, now_ms),
        }
    }

    /// The game events as the viewer sees them; nothing is taken back where cards are hidden, so their numbers stay.
    fn seen_events(&self, viewer: Viewer) -> Vec<Value> {
        let Some(game) = &self.game else { return Vec::new() };
        game.table.events(viewer).iter().map(|event: &Event| json!(event)).collect()
    }

    /// An entry as far as the viewer may see it; `event` is what it sees of a game event.
    fn seen(&self, entry: &Entry, event: Option<Value>, viewer: Viewer, people: People<'_>) -> Seen {
        match entry {
            Entry::Made(made) => Seen::Made { host: made.host.clone() },
            Entry::Sat { seat, who, .. } => Seen::Sat { seat: *seat, who: sitter(Some(who), people) },
            Entry::Left { seat } => Seen::Left { seat: *seat },
            Entry::Contributed { seat, contribution } => {
                Seen::Contributed { seat: *seat, contribution: contribution.clone() }
            }
            Entry::Began { .. } => {
                let seen = self.viewer(viewer);
                let start = self.game.as_ref().map_or_else(String::new, |game| game.table.start_text(seen));
                Seen::Began { start }
            }
            Entry::Game { .. } => Seen::Game { event: event.unwrap_or_default() },
            Entry::Foreseen { outcome } => Seen::Foreseen { outcome: json!(outcome) },
            Entry::Takeback { by, keep } => Seen::Takeback { by: *by, keep: *keep },
            Entry::TakebackAnswer { by, yes } => Seen::TakebackAnswer { by: *by, yes: *yes },
            Entry::TakenBack { keep } => Seen::TakenBack { keep: *keep },
            Entry::Fault { seat, words } => Seen::Fault { seat: *seat, words: words.clone() },
            Entry::Replaced { seat, level } => Seen::Replaced { seat: *seat, level: level.clone() },
            Entry::Resumed { away_ms } => Seen::Resumed { away_ms: *away_ms },
            Entry::Aborted { why, .. } => Seen::Aborted { why: why.clone() },
            Entry::Rated { changes } => Seen::Rated { changes: changes.clone() },
            Entry::Rematch { by } => Seen::Rematch { by: *by },
            Entry::Followed { table } => Seen::Followed { table: table.clone() },
        }
    }
}

fn sitter(who: Option<&Who>, people: People<'_>) -> Sitter {
    match who {
        None => Sitter::Open,
        Some(Who::Engine { level }) => Sitter::Engine { level: level.clone() },
        Some(Who::User { user }) => {
            let Person { name, bot, rating } = people(user);
            Sitter::Person { user: user.clone(), name, bot, rating }
        }
    }
}
