//! Games, rules, opening a table and playing at it.

use floe_games::manifest::GameInfo;
use floe_games::{
    Action, CellRefusal, Event, GameRng, Manifest, Outcome, PickedCells, Refusal, Start, Viewer, registry,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::log::{Log, ReplayedTable, SentLog};
#[cfg(test)]
use crate::view::ViewerArg;
use crate::view::{Snapshot, Viewing};

/// The arguments of `games`: none.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GamesArgs {}

/// Everything about every game.
pub fn games(_: GamesArgs) -> Vec<GameInfo> {
    registry::games().map(Manifest::info).collect()
}

/// The arguments of `rules`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RulesArgs {
    #[cfg_attr(test, ts(type = "GameId"))]
    game: String,
    /// Switches with values, or a text such as `rows=8`.
    #[cfg_attr(test, ts(optional, type = "Rules | string"))]
    rules: Option<Value>,
}

/// The answer of `rules`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulesAnswer {
    /// Every switch with its value.
    #[cfg_attr(test, ts(type = "Rules"))]
    rules: Value,
    /// Whether they differ from the game's own.
    house_rules: bool,
    /// How many play.
    seats: usize,
}

/// Every switch of the rules that were given, and whether they are the game's own.
pub fn rules(args: RulesArgs) -> Result<RulesAnswer, Refusal> {
    let entry = registry::find(&args.game)?;
    let rules = entry.parse_rules(args.rules.as_ref())?;
    // What fits together is known when the rules are built; where they fit only given positions there is no deal.
    struct Built;
    impl registry::Visitor for Built {
        type Output = usize;
        fn visit<G: floe_games::Game>(self, rules: G::Rules) -> usize {
            G::seats(&rules)
        }
    }
    let seats = registry::visit(&rules, Built)?;
    Ok(RulesAnswer { rules: rules.to_json(), house_rules: rules != entry.default_rules(), seats })
}

/// The arguments of `open`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct OpenArgs {
    #[cfg_attr(test, ts(type = "GameId"))]
    game: String,
    /// Switches with values, or a text such as `rows=8`.
    #[cfg_attr(test, ts(optional, type = "Rules | string"))]
    rules: Option<Value>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    seed: u64,
    /// A position to start from, as text or JSON.
    #[cfg_attr(test, ts(optional))]
    position: Option<String>,
}

/// A new log: dealt from the seed, or from a position, after everything that is left to chance there.
pub fn open(args: OpenArgs) -> Result<Log, Refusal> {
    let entry = registry::find(&args.game)?;
    let mut rules = entry.parse_rules(args.rules.as_ref())?;
    let table = match args.position.as_deref().map(str::trim) {
        None => floe_games::open(&rules, Start::Seed(args.seed))?,
        Some(text) => {
            entry.adopt_size(&mut rules, text);
            floe_games::open(&rules, Start::Position(text)).or_else(|refusal| {
                // A view of a position works as well: the hidden rest is sampled.
                let mut chance = GameRng::for_player(args.seed);
                floe_games::open(&rules, Start::View(text, &mut chance)).map_err(|_| refusal)
            })?
        }
    };
    let mut replayed = ReplayedTable::begin(table, Some(args.seed));
    replayed.resolve_chance()?;
    Ok(Log::from_table(entry.id, &*replayed.table, Some(args.seed)))
}

/// The arguments of `play`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlayArgs {
    #[cfg_attr(test, ts(as = "crate::log::Log"))]
    log: SentLog,
    seat: usize,
    #[serde(rename = "move")]
    text: String,
    /// How long the move took.
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    ms: Option<u64>,
    /// Who looks at the table afterwards: a seat, null for a spectator, or `all`.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "ViewerArg"))]
    viewer: Value,
}

/// The answer of `play` and `act`: what is new, and how the game stands.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayAnswer {
    /// The events to add to the log.
    tail: Vec<Event>,
    /// How the game stands, with the viewer's events that are new or can be seen only now.
    snapshot: Snapshot,
}

/// Makes a move and everything that chance does after it.
pub fn play(args: PlayArgs) -> Result<PlayAnswer, Refusal> {
    let PlayArgs { log, seat, text, ms, viewer } = args;
    advance(log.resolve()?, ms, &viewer, |replayed| replayed.table.play(seat, &text))
}

/// The arguments of `act`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ActArgs {
    #[cfg_attr(test, ts(as = "crate::log::Log"))]
    log: SentLog,
    seat: usize,
    /// `timeout`: the seat has run out of time, and the rules say what that means.
    #[cfg_attr(test, ts(type = "\"resign\" | \"stop?\" | \"accept\" | \"refuse\" | \"timeout\""))]
    action: String,
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    ms: Option<u64>,
    /// Who looks at the table afterwards: a seat, null for a spectator, or `all`.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "ViewerArg"))]
    viewer: Value,
}

/// Does something that is not a move.
pub fn act(args: ActArgs) -> Result<PlayAnswer, Refusal> {
    let ActArgs { log, seat, action, ms, viewer } = args;
    let known =
        Action::parse(&action).filter(|action| !matches!(action, Action::Forfeit | Action::Eliminate));
    if known.is_none() && action != "timeout" {
        let action = floe_games::switches::excerpt(&action);
        return Err(Refusal::invalid_request(format!(
            "unknown action '{action}'; use resign, stop?, accept, refuse or timeout"
        )));
    }
    advance(log.resolve()?, ms, &viewer, |replayed| {
        let action = known.unwrap_or_else(|| replayed.table.penalty());
        replayed.table.act(seat, action)
    })
}

fn advance(
    log: Log,
    ms: Option<u64>,
    viewer: &Value,
    change: impl FnOnce(&mut ReplayedTable) -> Result<(), Refusal>,
) -> Result<PlayAnswer, Refusal> {
    let mut replayed = log.replay(None)?;
    let before = Viewing::new(viewer, &*replayed.table)?.events(&*replayed.table);
    change(&mut replayed)?;
    if let Some(ms) = ms {
        replayed.table.note_time(ms);
    }
    replayed.resolve_chance()?;
    let table = &*replayed.table;
    let events = table.events(Viewer::Omniscient);
    let tail = events[log.events.len()..].to_vec();
    let snapshot = Viewing::new(viewer, table)?.snapshot(table, &before);
    replayed.keep(&Log { events, ..log });
    Ok(PlayAnswer { tail, snapshot })
}

/// The arguments of `why`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WhyArgs {
    #[cfg_attr(test, ts(type = "GameId"))]
    game: String,
    #[cfg_attr(test, ts(type = "Rules"))]
    rules: Value,
    /// The position as text.
    position: String,
    /// The piece that is picked, by its cell.
    from: Option<String>,
    /// Where it is to go.
    to: Option<String>,
    /// The cell that was pressed.
    cell: String,
}

/// Why a cell cannot be chosen next; null where the game is not played cell by cell.
pub fn why(args: WhyArgs) -> Result<Option<CellRefusal>, Refusal> {
    let log = Log {
        game: args.game,
        rules: args.rules,
        start: args.position,
        events: Vec::new(),
        seed: None,
        players: Vec::new(),
    };
    let picked = PickedCells { from: args.from.as_deref(), to: args.to.as_deref() };
    Ok(log.replay(None)?.table.why_not(picked, &args.cell))
}

/// The arguments of `canonical`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CanonicalArgs {
    #[cfg_attr(test, ts(as = "crate::log::Log"))]
    log: SentLog,
    #[serde(rename = "move")]
    text: String,
}

/// The answer of `canonical`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CanonicalAnswer {
    #[serde(rename = "move")]
    text: String,
}

/// A move in its canonical form.
pub fn canonical(args: CanonicalArgs) -> Result<CanonicalAnswer, Refusal> {
    let text = args.log.resolve()?.replay(None)?.table.canonical_move(&args.text)?;
    Ok(CanonicalAnswer { text })
}

/// The arguments of `adjudicate`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AdjudicateArgs {
    #[cfg_attr(test, ts(as = "crate::log::Log"))]
    log: SentLog,
}

/// The exact outcome of stopping now.
pub fn adjudicate(args: AdjudicateArgs) -> Result<Outcome, Refusal> {
    let log = args.log.resolve()?;
    let mut replayed = log.replay(None)?;
    replayed.table.adjudicate();
    let outcome =
        replayed.table.adjudication().unwrap_or_else(|| Err(Refusal::game_over("the game is over")))?;
    replayed.keep(&log);
    Ok(outcome)
}
