//! The dynamic face: one object for any game, in texts and JSON. Everything outside the rules and the engines uses
//! this one.

use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::insight::{CellRefusal, Insight, InsightContext, PickedCells};
use crate::registry::{Visitor, visit};
use crate::switches::{RuleSet, excerpt};
use crate::{Actor, Budget, Game, GameRng, Outcome, Refusal, Viewer, perft};

/// The most events a game can have before it is cut off; no game of the house comes near.
pub const MAX_EVENTS: usize = 20_000;

/// A game in progress.
pub trait Table: Send + Sync {
    /// The rules, every switch resolved.
    fn rules(&self) -> &RuleSet;
    /// How many play.
    fn seats(&self) -> usize;
    /// Who acts next; nobody once there is a result.
    fn actor(&self) -> Actor;
    /// A word for what is going on.
    fn phase(&self) -> &'static str;
    /// All legal moves as texts, sorted by their bytes. An Amazons position has thousands: ask only when needed.
    /// Where players have hands these, their number and what [`Table::spell`] says are for whoever acts alone.
    fn legal_moves(&self) -> Vec<String>;
    /// How many legal moves there are.
    fn legal_count(&self) -> u64;
    /// The move in its one true spelling, if it is legal now.
    fn canonical_move(&self, text: &str) -> Result<String, Refusal>;
    /// Makes a move for the seat whose turn it is.
    fn play(&mut self, seat: usize, text: &str) -> Result<(), Refusal>;
    /// Lets chance act and says what came, all of it: others learn it from [`Table::events`].
    fn roll(&mut self, chance: &mut GameRng) -> Result<Value, Refusal>;
    /// Something at the table that is no move: resigning, offering to stop.
    fn act(&mut self, seat: usize, action: Action) -> Result<(), Refusal>;
    /// The result of stopping here, if it has been worked out already, so that an offer costs nothing.
    fn adjudication(&self) -> Option<Result<Outcome, Refusal>>;
    /// Works it out.
    fn adjudicate(&mut self);
    /// Takes the result of stopping here from whoever has worked it out: a log, or another thread.
    fn set_adjudication(&mut self, answer: Result<Outcome, Refusal>);
    /// Does again what a log says was done.
    fn apply_event(&mut self, event: &Event) -> Result<(), Refusal>;
    /// Notes how long the last event took.
    fn note_time(&mut self, ms: u64);
    /// An offer to stop that waits for answers.
    fn offer(&self) -> Option<&Offer>;
    /// What each seat has scored so far.
    fn scores(&self) -> Vec<i64>;
    /// How it ended.
    fn result(&self) -> Option<Outcome>;
    /// What has happened, as far as the viewer may see it.
    fn events(&self, viewer: Viewer) -> Vec<Event>;
    /// The position as text.
    fn position_text(&self, viewer: Viewer) -> String;
    /// The position as JSON.
    fn position_json(&self, viewer: Viewer) -> Value;
    /// What the rules say about the position: hands, tricks, reach; see [`Insight`]. The caller passes the result that
    /// it has asked for, since working it out again can take long.
    fn insight(&self, viewer: Viewer, result: Option<&Outcome>) -> Insight;
    /// Why a cell cannot be chosen next; see [`Game::why_not`].
    fn why_not(&self, picked: PickedCells<'_>, cell: &str) -> Option<CellRefusal>;
    /// The position before the first move as text.
    fn start_text(&self, viewer: Viewer) -> String;
    /// What a trace says of the start.
    fn start_json(&self) -> Value;
    /// A drawing.
    fn picture(&self, viewer: Viewer) -> String;
    /// Is a seat still in the game, not eliminated?
    fn is_active(&self, seat: usize) -> bool;
    /// Can anything be hidden from anybody at this table?
    fn has_hidden_info(&self) -> bool;
    /// Does chance decide anything under these rules: the start, or what happens during the game?
    fn has_chance(&self) -> bool;
    /// Another table under the same rules, which the two share.
    fn new_table(&self, start: Start<'_>) -> Result<Box<dyn Table>, Refusal>;
    /// Counts move sequences; see [`crate::perft`].
    fn perft(&self, depth: u32) -> Result<u64, Refusal>;
    /// Another table that goes on from here.
    fn fork(&self) -> Box<dyn Table>;
}

/// Something a player does that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Action {
    /// Gives up.
    #[serde(rename = "resign")]
    Resign,
    /// Offers to stop and take what each can still get.
    #[serde(rename = "stop?")]
    OfferStop,
    /// Agrees to stop.
    #[serde(rename = "accept")]
    Accept,
    /// Does not agree.
    #[serde(rename = "refuse")]
    Refuse,
    /// Failed as a player in a game for two: the referee's word, and the other has won.
    #[serde(rename = "forfeit")]
    Forfeit,
    /// Failed as a player, and the others play on: the referee's word.
    #[serde(rename = "eliminate")]
    Eliminate,
}

impl Action {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Action::Resign => "resign",
            Action::OfferStop => "stop?",
            Action::Accept => "accept",
            Action::Refuse => "refuse",
            Action::Forfeit => "forfeit",
            Action::Eliminate => "eliminate",
        }
    }

    /// The action of a word.
    pub fn parse(word: &str) -> Option<Action> {
        let players = [Action::Resign, Action::OfferStop, Action::Accept, Action::Refuse];
        let referees = [Action::Forfeit, Action::Eliminate];
        players.into_iter().chain(referees).find(|action| action.as_str() == word)
    }
}

/// An offer to stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Offer {
    /// Who offered.
    pub by: usize,
    /// Who has still to answer.
    pub waiting: Vec<usize>,
    /// The exact result if all agree.
    pub outcome: Outcome,
}

/// An entry of a game's log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "GameEvent"))]
#[serde(untagged)]
pub enum Event {
    /// A player's move; the text is missing where the viewer may not see it.
    Move {
        /// Whose.
        by: usize,
        /// The move.
        #[serde(rename = "move")]
        text: Option<String>,
        /// Milliseconds it took.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
        ms: Option<u64>,
    },
    /// A player's action.
    Act {
        /// Whose.
        by: usize,
        /// Which.
        action: Action,
        /// Milliseconds it took.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
        ms: Option<u64>,
    },
    /// An outcome of chance: `{"event": …}`.
    Chance(#[cfg_attr(feature = "ts", ts(type = "{ event: string, [key: string]: JsonValue }"))] Value),
}

impl<'de> Deserialize<'de> for Event {
    /// Told apart by what they must have: `action`, `move` (null when hidden), `event`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Moved {
            by: usize,
            #[serde(rename = "move")]
            text: Value,
            ms: Option<u64>,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Acted {
            by: usize,
            action: Action,
            ms: Option<u64>,
        }
        let json = Value::deserialize(deserializer)?;
        if json.get("event").is_some_and(Value::is_string) {
            return Ok(Event::Chance(json));
        }
        if json.get("action").is_some() {
            let Acted { by, action, ms } = serde_json::from_value(json).map_err(D::Error::custom)?;
            return Ok(Event::Act { by, action, ms });
        }
        let Moved { by, text, ms } = serde_json::from_value(json).map_err(D::Error::custom)?;
        match text {
            Value::Null => Ok(Event::Move { by, text: None, ms }),
            Value::String(text) => Ok(Event::Move { by, text: Some(text), ms }),
            _ => Err(D::Error::custom("a move is a text, or null when it is hidden")),
        }
    }
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::Move { by, text: Some(text), .. } => write!(f, "seat {by} plays {text}"),
            Event::Move { by, text: None, .. } => write!(f, "seat {by} plays face down"),
            Event::Act { by, action, .. } => write!(f, "seat {by} says {}", action.as_str()),
            Event::Chance(json) => write!(f, "chance: {json}"),
        }
    }
}

/// Where a table begins.
#[derive(Debug)]
pub enum Start<'a> {
    /// With a deal of the seed.
    Seed(u64),
    /// With a deal of this chance.
    Chance(&'a mut GameRng),
    /// With a position given as text or JSON.
    Position(&'a str),
    /// With a position that a view, given as text, may stand for.
    View(&'a str, &'a mut GameRng),
}

/// Opens a table.
pub fn open(set: &RuleSet, start: Start<'_>) -> Result<Box<dyn Table>, Refusal> {
    struct Open<'a>(Start<'a>);
    impl Visitor for Open<'_> {
        type Output = Result<Box<dyn Table>, Refusal>;
        fn visit<G: Game>(self, rules: G::Rules) -> Self::Output {
            Ok(Box::new(GameTable::<G>::begin(Arc::new(rules), self.0)?))
        }
    }
    visit(set, Open(start))?
}

/// Reads a position given as text or JSON.
pub fn read_position<G: Game>(rules: &G::Rules, text: &str) -> Result<G::Position, Refusal> {
    if !text.trim_start().starts_with('{') {
        return G::parse_position(rules, text);
    }
    let json: Value =
        serde_json::from_str(text).map_err(|error| Refusal(format!("the position is not JSON: {error}")))?;
    // What `show --json` prints holds the position among other things.
    let whole: &Value = &json;
    G::parse_position_json(rules, whole.get("state").unwrap_or(whole))
}

/// The one adapter from [`Game`] to [`Table`].
struct GameTable<G: Game> {
    rules: Arc<G::Rules>,
    start: G::Position,
    position: G::Position,
    log: Vec<Logged<G::Move>>,
    offer: Option<Offer>,
    /// A result that the position alone does not tell: resignation, consent.
    verdict: Option<Outcome>,
    /// The last answer about stopping, and where.
    stopped: Option<(G::Position, Result<Outcome, Refusal>)>,
}

#[derive(Clone)]
struct Logged<M> {
    entry: LogItem<M>,
    ms: Option<u64>,
}

#[derive(Clone, Copy)]
enum LogItem<M> {
    Move(usize, M),
    Act(usize, Action),
    Chance(M),
}

impl<G: Game> GameTable<G> {
    fn begin(rules: Arc<G::Rules>, start: Start<'_>) -> Result<GameTable<G>, Refusal> {
        let position = match start {
            Start::Seed(seed) => G::start(&rules, &mut GameRng::from_seed(seed))?,
            Start::Chance(chance) => G::start(&rules, chance)?,
            Start::Position(text) => read_position::<G>(&rules, text)?,
            Start::View(text, chance) => G::determinize(&rules, text, chance)?,
        };
        let start = position.clone();
        Ok(GameTable { rules, start, position, log: Vec::new(), offer: None, verdict: None, stopped: None })
    }

    fn parse_move(&self, text: &str) -> Result<G::Move, Refusal> {
        let action = G::parse_move(&self.rules, &self.position, text)?;
        G::check(&self.rules, &self.position, action)?;
        Ok(action)
    }

    fn logged(&mut self, entry: LogItem<G::Move>) -> Result<(), Refusal> {
        if self.log.len() >= MAX_EVENTS {
            return Err(Refusal(format!("the game has {MAX_EVENTS} events; that is the most")));
        }
        self.log.push(Logged { entry, ms: None });
        Ok(())
    }

    /// The exact outcome of stopping here, computed once for each position however often somebody offers.
    fn stopping(&mut self) -> Result<Outcome, Refusal> {
        match &self.stopped {
            Some((at, answer)) if *at == self.position => answer.clone(),
            _ => {
                let answer = G::adjudicate(&self.rules, &self.position, Budget::default());
                self.stopped = Some((self.position.clone(), answer.clone()));
                answer
            }
        }
    }

    fn playing(&self) -> Result<(), Refusal> {
        match self.actor() {
            Actor::Nobody => Err(Refusal::new("the game is over")),
            _ => Ok(()),
        }
    }

    fn in_play(&self, seat: usize) -> bool {
        seat < self.seats() && G::plays(&self.rules, &self.position, seat)
    }
}

impl<G: Game> Table for GameTable<G> {
    fn rules(&self) -> &RuleSet {
        G::rule_set(&self.rules)
    }

    fn seats(&self) -> usize {
        G::seats(&self.rules)
    }

    fn actor(&self) -> Actor {
        match self.verdict {
            Some(_) => Actor::Nobody,
            None => G::actor(&self.rules, &self.position),
        }
    }

    fn phase(&self) -> &'static str {
        match self.verdict {
            Some(_) => "over",
            None => G::phase(&self.rules, &self.position),
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        let Actor::Seat(_) = self.actor() else { return Vec::new() };
        if let Some(word) = G::placeholder_move(&self.rules, &self.position) {
            return vec![word.to_owned()];
        }
        let mut moves = Vec::new();
        G::moves(&self.rules, &self.position, &mut moves);
        let mut texts: Vec<String> = moves.iter().map(|&action| G::move_text(&self.rules, action)).collect();
        texts.sort_unstable();
        texts
    }

    fn legal_count(&self) -> u64 {
        match self.actor() {
            Actor::Seat(_) => G::count(&self.rules, &self.position),
            _ => 0,
        }
    }

    fn canonical_move(&self, text: &str) -> Result<String, Refusal> {
        self.playing()?;
        Ok(G::move_text(&self.rules, self.parse_move(text)?))
    }

    fn play(&mut self, seat: usize, text: &str) -> Result<(), Refusal> {
        self.playing()?;
        if self.actor() != Actor::Seat(seat) {
            return Err(Refusal(format!("'{}': it is not the turn of seat {seat}", excerpt(text))));
        }
        let action = self.parse_move(text)?;
        self.logged(LogItem::Move(seat, action))?;
        G::apply(&self.rules, &mut self.position, action);
        // Whoever plays on has not stopped.
        self.offer = None;
        Ok(())
    }

    fn roll(&mut self, chance: &mut GameRng) -> Result<Value, Refusal> {
        if self.actor() != Actor::Chance {
            return Err(Refusal::new("nothing is left to chance now"));
        }
        let outcome = G::sample_chance(&self.rules, &self.position, chance);
        self.logged(LogItem::Chance(outcome))?;
        G::apply(&self.rules, &mut self.position, outcome);
        Ok(G::chance_event(&self.rules, outcome))
    }

    fn act(&mut self, seat: usize, action: Action) -> Result<(), Refusal> {
        self.playing()?;
        if !self.in_play(seat) {
            return Err(Refusal(format!("seat {seat} is not in the game")));
        }
        match action {
            Action::Resign | Action::Forfeit | Action::Eliminate => {
                if action == Action::Forfeit && self.seats() > 2 {
                    return Err(Refusal::new("forfeits are for two; among more a player is eliminated"));
                }
                self.logged(LogItem::Act(seat, action))?;
                self.offer = None;
                if action == Action::Eliminate || self.seats() > 2 {
                    G::eliminate(&self.rules, &mut self.position, seat);
                } else {
                    let how = if action == Action::Resign { "resigned" } else { "forfeited" };
                    self.verdict = Some(G::forfeit(&self.rules, &self.position, seat, how));
                }
            }
            Action::OfferStop => {
                if self.offer.is_some() {
                    return Err(Refusal::new("an offer to stop waits for an answer already"));
                }
                let outcome = self.stopping()?;
                self.logged(LogItem::Act(seat, action))?;
                let waiting: Vec<usize> =
                    (0..self.seats()).filter(|&other| other != seat && self.in_play(other)).collect();
                if waiting.is_empty() {
                    self.verdict = Some(outcome);
                } else {
                    self.offer = Some(Offer { by: seat, waiting, outcome });
                }
            }
            Action::Accept | Action::Refuse => {
                if !self.offer.as_ref().is_some_and(|offer| offer.waiting.contains(&seat)) {
                    return Err(Refusal(format!("there is no offer for seat {seat} to answer")));
                }
                self.logged(LogItem::Act(seat, action))?;
                let Some(mut offer) = self.offer.take().filter(|_| action == Action::Accept) else {
                    return Ok(());
                };
                offer.waiting.retain(|&other| other != seat);
                if offer.waiting.is_empty() {
                    self.verdict = Some(offer.outcome);
                } else {
                    self.offer = Some(offer);
                }
            }
        }
        Ok(())
    }

    fn adjudication(&self) -> Option<Result<Outcome, Refusal>> {
        self.stopped.as_ref().filter(|(at, _)| *at == self.position).map(|(_, answer)| answer.clone())
    }

    fn adjudicate(&mut self) {
        let _ = self.stopping();
    }

    fn set_adjudication(&mut self, answer: Result<Outcome, Refusal>) {
        self.stopped = Some((self.position.clone(), answer));
    }

    fn apply_event(&mut self, event: &Event) -> Result<(), Refusal> {
        match event {
            Event::Move { text: None, .. } => {
                return Err(Refusal::new(
                    "the move is hidden in this record; only the full record can be replayed",
                ));
            }
            Event::Move { by, text: Some(text), .. } => self.play(*by, text)?,
            Event::Act { by, action, .. } => self.act(*by, *action)?,
            Event::Chance(json) => {
                if self.actor() != Actor::Chance {
                    return Err(Refusal::new("nothing is left to chance now"));
                }
                let outcome = G::parse_chance(&self.rules, &self.position, json)?;
                self.logged(LogItem::Chance(outcome))?;
                G::apply(&self.rules, &mut self.position, outcome);
            }
        }
        if let Event::Move { ms: Some(ms), .. } | Event::Act { ms: Some(ms), .. } = event {
            self.note_time(*ms);
        }
        Ok(())
    }

    fn note_time(&mut self, ms: u64) {
        if let Some(last) = self.log.last_mut() {
            last.ms = Some(ms);
        }
    }

    fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    fn scores(&self) -> Vec<i64> {
        G::scores(&self.rules, &self.position)
    }

    fn result(&self) -> Option<Outcome> {
        self.verdict.clone().or_else(|| G::outcome(&self.rules, &self.position))
    }

    fn events(&self, viewer: Viewer) -> Vec<Event> {
        let mut before = self.start.clone();
        let mut events = Vec::with_capacity(self.log.len());
        for Logged { entry, ms } in &self.log {
            let ms = *ms;
            events.push(match *entry {
                LogItem::Move(by, action) => {
                    let seen = G::is_visible(&self.rules, &before, action, &self.position, viewer);
                    let text = seen.then(|| G::move_text(&self.rules, action));
                    G::apply(&self.rules, &mut before, action);
                    Event::Move { by, text, ms }
                }
                LogItem::Act(by, action) => {
                    let leaves = action == Action::Resign && self.seats() > 2;
                    if leaves || action == Action::Eliminate {
                        G::eliminate(&self.rules, &mut before, by);
                    }
                    Event::Act { by, action, ms }
                }
                LogItem::Chance(outcome) => {
                    let seen = G::is_visible(&self.rules, &before, outcome, &self.position, viewer);
                    G::apply(&self.rules, &mut before, outcome);
                    Event::Chance(match seen {
                        true => G::chance_event(&self.rules, outcome),
                        false => G::hidden_event(&self.rules, outcome),
                    })
                }
            });
        }
        events
    }

    fn position_text(&self, viewer: Viewer) -> String {
        G::position_text(&self.rules, &self.position, viewer)
    }

    fn position_json(&self, viewer: Viewer) -> Value {
        G::position_json(&self.rules, &self.position, viewer)
    }

    fn insight(&self, viewer: Viewer, result: Option<&Outcome>) -> Insight {
        let moves = self.log.iter().filter_map(|logged| match logged.entry {
            LogItem::Move(_, action) | LogItem::Chance(action) => Some(action),
            LogItem::Act(..) => None,
        });
        let (rules, start, position) = (&*self.rules, &self.start, &self.position);
        G::insight(InsightContext { rules, start, position, result, viewer }, moves)
    }

    fn why_not(&self, picked: PickedCells<'_>, cell: &str) -> Option<CellRefusal> {
        G::why_not(&self.rules, &self.position, picked, cell)
    }

    fn start_text(&self, viewer: Viewer) -> String {
        G::position_text(&self.rules, &self.start, viewer)
    }

    fn start_json(&self) -> Value {
        G::start_json(&self.rules, &self.start)
    }

    fn picture(&self, viewer: Viewer) -> String {
        G::picture(&self.rules, &self.position, viewer)
    }

    fn is_active(&self, seat: usize) -> bool {
        self.in_play(seat)
    }

    fn has_hidden_info(&self) -> bool {
        G::hides(&self.rules)
    }

    fn has_chance(&self) -> bool {
        let mut chance = GameRng::from_seed(0);
        let start = G::start(&self.rules, &mut chance);
        chance.was_used() || start.is_ok_and(|start| G::actor(&self.rules, &start) == Actor::Chance)
    }

    fn new_table(&self, start: Start<'_>) -> Result<Box<dyn Table>, Refusal> {
        Ok(Box::new(GameTable::<G>::begin(Arc::clone(&self.rules), start)?))
    }

    fn perft(&self, depth: u32) -> Result<u64, Refusal> {
        match self.verdict {
            Some(_) => Ok(u64::from(depth == 0)),
            None => perft::<G>(&self.rules, &self.position, depth),
        }
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(GameTable::<G> {
            rules: Arc::clone(&self.rules),
            start: self.start.clone(),
            position: self.position.clone(),
            log: self.log.clone(),
            offer: self.offer.clone(),
            verdict: self.verdict.clone(),
            stopped: self.stopped.clone(),
        })
    }
}
