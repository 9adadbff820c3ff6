//! How a game stands, in one viewer's view.

use floe_games::{
    Actor, Event, GameRng, Insight, Offer, Outcome, Refusal, Start, Table, Viewer, open, registry,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::log::{Log, SentLog};

/// The arguments of `view`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ViewArgs {
    #[cfg_attr(test, ts(as = "crate::log::Log"))]
    log: SentLog,
    /// A seat, null for a spectator, or `all`.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "ViewerArg"))]
    viewer: Value,
    /// After how many events; all without it.
    #[cfg_attr(test, ts(optional))]
    upto: Option<usize>,
}

/// Who looks, as the caller says it.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(type = "number | null | \"all\"")]
pub struct ViewerArg;

/// How a game stands.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Snapshot {
    /// The position as JSON.
    #[cfg_attr(test, ts(type = "GameState"))]
    state: Value,
    /// The position as text.
    position: String,
    /// The position before the first event, as text.
    start: String,
    /// A word for what is going on.
    phase: &'static str,
    /// Who acts.
    #[cfg_attr(test, ts(type = "number | \"chance\" | null"))]
    actor: Value,
    /// The legal moves as texts, for a viewer who may know them.
    legal: Vec<String>,
    /// What each seat has scored so far.
    #[cfg_attr(test, ts(type = "number[]"))]
    scores: Vec<i64>,
    /// How it ended.
    result: Option<Outcome>,
    /// An offer to stop that waits for answers.
    offer: Option<Offer>,
    /// How many play.
    seats: usize,
    /// Whether each seat is still in the game.
    plays: Vec<bool>,
    /// Whether anything can be hidden at this table.
    hides: bool,
    /// Whether something is hidden now, or chosen face down next: players should not see each other's screens.
    secret: bool,
    /// Whether points decide who wins; otherwise the scores of the result only say who has won.
    scored: bool,
    /// What the rules say about the position.
    insight: Insight,
    /// How many events come before `events`: those that the viewer has seen already.
    from: usize,
    /// What has happened since, as far as the viewer may see it.
    events: Vec<Event>,
}

/// Everything the web app shows of a game after `upto` events.
pub fn view(args: ViewArgs) -> Result<Snapshot, Refusal> {
    let table = args.log.resolve()?.replay(args.upto)?.table;
    let viewer = Viewing::new(&args.viewer, &*table)?;
    Ok(viewer.snapshot(&*table, &[]))
}

/// The same for a log as a seat or a spectator saw it, with hidden moves and deals: everything looks as it did.
pub fn recall(args: ViewArgs) -> Result<Snapshot, Refusal> {
    let log = args.log.resolve()?;
    let rules = registry::find(&log.game)?.parse_rules(Some(&log.rules))?;
    let table = open(&rules, Start::View(&log.start, &mut GameRng::for_player(0)))?;
    let (start, events) = (table.start_text(Viewer::Omniscient), table.fill_hidden(&log.events)?);
    let table = Log { start, events, ..log }.replay(args.upto)?.table;
    match parse_viewer(&args.viewer, table.seats())? {
        Viewer::Omniscient => Err(Refusal::unsupported(
            "only what a seat or a spectator saw can be recalled, since the rest was hidden",
        )),
        // The cards that were filled in stay hidden, even at the end.
        viewer => Ok(Viewing { now: viewer, result: table.result() }.snapshot(&*table, &[])),
    }
}

/// Who looks at a table: once a game is over everybody sees everything.
pub struct Viewing {
    now: Viewer,
    result: Option<Outcome>,
}

impl Viewing {
    /// A seat, null for a spectator, or `all`.
    pub fn new(viewer: &Value, table: &dyn Table) -> Result<Viewing, Refusal> {
        let result = table.result();
        let viewer = parse_viewer(viewer, table.seats())?;
        Ok(Viewing { now: if result.is_some() { Viewer::Omniscient } else { viewer }, result })
    }

    /// What has happened.
    pub fn events(&self, table: &dyn Table) -> Vec<Event> {
        table.events(self.now)
    }

    /// How it stands, with the events after those that the viewer saw before.
    pub fn snapshot(self, table: &dyn Table, before: &[Event]) -> Snapshot {
        let mut events = self.events(table);
        let from = events.iter().zip(before).take_while(|(new, old)| new == old).count();
        events.drain(..from);
        let Viewing { now: viewer, result } = self;
        Snapshot {
            state: table.position_json(viewer),
            position: table.position_text(viewer),
            start: table.start_text(viewer),
            phase: table.phase(),
            actor: match table.actor() {
                Actor::Seat(seat) => json!(seat),
                Actor::Chance => json!("chance"),
                Actor::Nobody => Value::Null,
            },
            legal: if table.may_choose(viewer) { table.legal_moves() } else { Vec::new() },
            scores: table.scores(),
            insight: table.insight(viewer, result.as_ref()),
            result,
            offer: table.offer().cloned(),
            seats: table.seats(),
            plays: (0..table.seats()).map(|seat| table.is_active(seat)).collect(),
            hides: table.has_hidden_info(),
            secret: table.is_secret(),
            scored: table.is_scored(),
            from,
            events,
        }
    }
}

/// A seat, null for a spectator, or `all`.
pub fn parse_viewer(viewer: &Value, seats: usize) -> Result<Viewer, Refusal> {
    match viewer {
        Value::Null => Ok(Viewer::Spectator),
        Value::String(word) if word == "all" => Ok(Viewer::Omniscient),
        viewer => match viewer.as_u64().and_then(|seat| usize::try_from(seat).ok()) {
            Some(seat) if seat < seats => Ok(Viewer::Seat(seat)),
            _ => Err(Refusal::invalid_request(format!(
                "the viewer is a seat from 0 to {}, null for a spectator, or \"all\"",
                seats - 1
            ))),
        },
    }
}
