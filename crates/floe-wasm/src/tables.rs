//! Games, rules, opening a table and playing at it.

use floe_games::{Action, GameRng, Refusal, Start};
use floe_games::{Manifest, registry};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::log::{Log, ReplayedTable};

/// Everything about every game.
pub fn games() -> Value {
    registry::games().map(Manifest::to_json).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    game: String,
    rules: Option<Value>,
}

/// Every switch of the given rules, and whether they are the standard rules.
pub fn rules(asked: Rules) -> Result<Value, Refusal> {
    let entry = registry::find(&asked.game)?;
    let rules = entry.parse_rules(asked.rules.as_ref())?;
    // Whether switches are compatible is known once the rules are built; rules that fit only given positions have no
    // deal.
    struct Built;
    impl registry::Visitor for Built {
        type Output = usize;
        fn visit<G: floe_games::Game>(self, rules: G::Rules) -> usize {
            G::seats(&rules)
        }
    }
    let seats = registry::visit(&rules, Built)?;
    Ok(json!({"rules": rules.to_json(), "house_rules": rules != entry.default_rules(), "seats": seats}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    game: String,
    rules: Option<Value>,
    #[serde(default)]
    seed: u64,
    position: Option<String>,
}

/// A new log: dealt from the seed, or from a position after any chance events there.
pub fn open(asked: Open) -> Result<Value, Refusal> {
    let entry = registry::find(&asked.game)?;
    let mut rules = entry.parse_rules(asked.rules.as_ref())?;
    let table = match asked.position.as_deref().map(str::trim) {
        None => floe_games::open(&rules, Start::Seed(asked.seed))?,
        Some(text) => {
            entry.adopt_size(&mut rules, text);
            floe_games::open(&rules, Start::Position(text)).or_else(|refusal| {
                // A view of a position works as well: the hidden rest is sampled.
                let mut chance = GameRng::for_player(asked.seed);
                floe_games::open(&rules, Start::View(text, &mut chance)).map_err(|_| refusal)
            })?
        }
    };
    let mut replayed = ReplayedTable::begin(table, Some(asked.seed));
    replayed.resolve_chance()?;
    Ok(json!(Log::from_table(entry.id, &*replayed.table, Some(asked.seed))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    log: Log,
    seat: usize,
    #[serde(rename = "move")]
    text: String,
    ms: Option<u64>,
}

/// The log with one more move, and the chance events after it.
pub fn play(asked: Play) -> Result<Value, Refusal> {
    let mut replayed = asked.log.replay(None)?;
    replayed.table.play(asked.seat, &asked.text)?;
    grown(asked.log, replayed, asked.ms)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    log: Log,
    seat: usize,
    action: String,
    ms: Option<u64>,
}

/// The log with one more action.
pub fn act(asked: Act) -> Result<Value, Refusal> {
    let action = Action::parse(&asked.action)
        .filter(|action| !matches!(action, Action::Forfeit | Action::Eliminate))
        .ok_or_else(|| {
            let action = floe_games::switches::excerpt(&asked.action);
            Refusal(format!("unknown action '{action}'; use resign, stop?, accept or refuse"))
        })?;
    let mut replayed = asked.log.replay(None)?;
    replayed.table.act(asked.seat, action)?;
    grown(asked.log, replayed, asked.ms)
}

fn grown(log: Log, mut replayed: ReplayedTable, ms: Option<u64>) -> Result<Value, Refusal> {
    if let Some(ms) = ms {
        replayed.table.note_time(ms);
    }
    replayed.resolve_chance()?;
    let log = log.with_events_of(&*replayed.table);
    replayed.keep(&log);
    Ok(json!(log))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    log: Log,
    #[serde(rename = "move")]
    text: String,
}

/// The canonical notation of a move.
pub fn spell(asked: Spell) -> Result<Value, Refusal> {
    Ok(json!({"move": asked.log.replay(None)?.table.canonical_move(&asked.text)?}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foresee {
    log: Log,
}

/// The exact outcome of stopping now.
pub fn foresee(asked: Foresee) -> Result<Value, Refusal> {
    let mut replayed = asked.log.replay(None)?;
    replayed.table.adjudicate();
    let outcome = replayed.table.adjudication().unwrap_or_else(|| Err(Refusal::new("the game is over")))?;
    replayed.keep(&asked.log);
    Ok(json!(outcome))
}
