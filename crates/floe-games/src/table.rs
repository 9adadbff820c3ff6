//! The dynamic API: one object for any game, with moves and positions as text and JSON. Everything outside the rules
//! and the engines uses this one.

use std::sync::Arc;

use serde_json::Value;

use crate::event::{Action, Event, Offer};
use crate::insight::{CellRefusal, Insight, InsightContext, PickedCells};
use crate::registry::{self, Visitor, visit};
use crate::switches::{RuleSet, excerpt};
use crate::{Actor, Budget, EndReason, Game, GameRng, Outcome, Refusal, Viewer};

/// The maximum number of events in a game; no game here comes near it.
pub const MAX_EVENTS: usize = 20_000;

/// A game in progress.
pub trait Table: Send + Sync {
    /// The rules, with every switch resolved.
    fn rules(&self) -> &RuleSet;
    /// The number of players.
    fn seats(&self) -> usize;
    /// Who acts next; [`Actor::Nobody`] once there is a result.
    fn actor(&self) -> Actor;
    /// The name of the current phase.
    fn phase(&self) -> &'static str;
    /// All legal moves as text, sorted by their bytes. An Amazons position has thousands, so call this only when
    /// needed. Where players have hands, these, their number and what [`Table::canonical_move`] returns are only for
    /// the player to act.
    fn legal_moves(&self) -> Vec<String>;
    /// How many legal moves there are.
    fn legal_count(&self) -> u64;
    /// The move in its canonical form, if it is legal now.
    fn canonical_move(&self, text: &str) -> Result<String, Refusal>;
    /// Makes a move for the seat whose turn it is.
    fn play(&mut self, seat: usize, text: &str) -> Result<(), Refusal>;
    /// Lets chance act and returns the complete event. What viewers may see of it is in [`Table::events`].
    fn roll(&mut self, chance: &mut GameRng) -> Result<Value, Refusal>;
    /// Performs an action that is not a move: resigning, offering to stop.
    fn act(&mut self, seat: usize, action: Action) -> Result<(), Refusal>;
    /// The result of stopping here, if it has already been computed, so that an offer costs nothing.
    fn adjudication(&self) -> Option<Result<Outcome, Refusal>>;
    /// Computes the result of stopping here.
    fn adjudicate(&mut self);
    /// Adopts a result of stopping here that was computed elsewhere: in a log, or by another thread.
    fn set_adjudication(&mut self, answer: Result<Outcome, Refusal>);
    /// Applies an event from a log.
    fn apply_event(&mut self, event: &Event) -> Result<(), Refusal>;
    /// Records how long the last event took.
    fn note_time(&mut self, ms: u64);
    /// The pending offer to stop.
    fn offer(&self) -> Option<&Offer>;
    /// What each seat has scored so far.
    fn scores(&self) -> Vec<i64>;
    /// How it ended.
    fn result(&self) -> Option<Outcome>;
    /// The last event, in full and in canonical form.
    fn last_event(&self) -> Option<Event>;
    /// The log, as far as the viewer may see it.
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
    /// The start as a trace describes it.
    fn start_json(&self) -> Value;
    /// A drawing. Like [`Table::perft`] it is left out of the web app's module, which is smaller without.
    #[cfg(not(target_arch = "wasm32"))]
    fn picture(&self, viewer: Viewer) -> String;
    /// Is a seat still in the game, not eliminated?
    fn is_active(&self, seat: usize) -> bool;
    /// Can anything be hidden from a viewer at this table?
    fn has_hidden_info(&self) -> bool;
    /// Is something hidden now, or chosen face down next? See [`Game::is_secret`].
    fn is_secret(&self) -> bool;
    /// Do points decide who wins? See [`Game::is_scored`].
    fn is_scored(&self) -> bool;
    /// Events as one viewer saw them, completed so that they can be replayed; see [`Game::fill_hidden`].
    fn fill_hidden(&self, events: &[Event]) -> Result<Vec<Event>, Refusal>;
    /// Does chance decide anything under these rules: the start, or what happens during the game?
    fn has_chance(&self) -> bool;
    /// A new table with the same, shared rules.
    fn new_table(&self, start: Start<'_>) -> Result<Box<dyn Table>, Refusal>;
    /// Counts move sequences; see [`crate::perft`].
    #[cfg(not(target_arch = "wasm32"))]
    fn perft(&self, depth: u32) -> Result<u64, Refusal>;
    /// A copy of this table that continues from here.
    fn fork(&self) -> Box<dyn Table>;

    /// The position as a seat sees it: what an engine, a bot or a player is asked about.
    fn seat_view(&self, seat: usize) -> SeatView {
        let position = self.position_text(Viewer::Seat(seat));
        let hidden = self.has_hidden_info() && position != self.position_text(Viewer::Omniscient);
        SeatView { position, hidden }
    }
    /// The referee's ruling when a player fails, such as by running out of time: with two players the other wins; with more
    /// the player is eliminated and the others play on. Some games always eliminate.
    fn penalty(&self) -> Action {
        penalty(self.rules().game, self.seats())
    }
    /// May the viewer know the legal moves, and why a move is illegal? They can reveal what a player holds, so only
    /// the player to act and the omniscient viewer may.
    fn may_choose(&self, viewer: Viewer) -> bool {
        match (viewer, self.actor()) {
            (Viewer::Omniscient, _) => true,
            (Viewer::Seat(seat), Actor::Seat(actor)) => seat == actor,
            _ => false,
        }
    }
}

/// A position as a seat sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The position as text.
    pub position: String,
    /// Is anything hidden from the seat?
    pub hidden: bool,
}

/// How a table starts.
#[derive(Debug)]
pub enum Start<'a> {
    /// With a deal from this seed.
    Seed(u64),
    /// With a deal from this source of chance.
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

/// The referee's ruling when a player of a game fails; see [`Table::penalty`].
pub fn penalty(game: &str, seats: usize) -> Action {
    let eliminates = registry::find(game).is_ok_and(|game| game.eliminates);
    if eliminates || seats > 2 { Action::Eliminate } else { Action::Forfeit }
}

/// The seat to act, after the chance events before it; `None` when the game is over.
pub fn next_seat(table: &mut dyn Table, chance: &mut GameRng) -> Result<Option<usize>, Refusal> {
    loop {
        match table.actor() {
            Actor::Nobody => return Ok(None),
            Actor::Seat(seat) => return Ok(Some(seat)),
            Actor::Chance => drop(table.roll(chance)?),
        }
    }
}

/// Makes a move for the player to act, after the chance events before it.
pub fn play_next(table: &mut dyn Table, text: &str, chance: &mut GameRng) -> Result<(), Refusal> {
    match next_seat(table, chance)? {
        Some(seat) => table.play(seat, text),
        None => Err(Refusal::game_over(format!("'{text}': the game is over"))),
    }
}

/// Reads a position given as text or JSON.
pub fn read_position<G: Game>(rules: &G::Rules, text: &str) -> Result<G::Position, Refusal> {
    if !text.trim_start().starts_with('{') {
        return G::parse_position(rules, text);
    }
    let json: Value = serde_json::from_str(text)
        .map_err(|error| Refusal::invalid_position(format!("the position is not JSON: {error}")))?;
    // The output of `show --json` contains the position among other things.
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
    /// A result that does not follow from the position alone: resignation, agreement.
    verdict: Option<Outcome>,
    /// The last computed result of stopping, and its position.
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

/// Applies a move. Games inline this for their searches; a table needs it once.
#[inline(never)]
fn apply<G: Game>(rules: &G::Rules, position: &mut G::Position, action: G::Move) {
    G::apply(rules, position, action);
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

    fn apply(&mut self, action: G::Move) {
        apply::<G>(&self.rules, &mut self.position, action);
    }

    fn logged(&mut self, entry: LogItem<G::Move>) -> Result<(), Refusal> {
        if self.log.len() >= MAX_EVENTS {
            return Err(Refusal::too_large(format!("a game can have at most {MAX_EVENTS} events")));
        }
        self.log.push(Logged { entry, ms: None });
        Ok(())
    }

    /// The exact outcome of stopping here, computed once per position, however often a player offers.
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
            Actor::Nobody => Err(Refusal::game_over("the game is over")),
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
            return Err(Refusal::not_your_turn(format!("'{}': it is not seat {seat}'s turn", excerpt(text))));
        }
        let action = self.parse_move(text)?;
        self.logged(LogItem::Move(seat, action))?;
        self.apply(action);
        // A player who moves has not agreed to stop.
        self.offer = None;
        Ok(())
    }

    fn roll(&mut self, chance: &mut GameRng) -> Result<Value, Refusal> {
        if self.actor() != Actor::Chance {
            return Err(Refusal::invalid_chance("no chance event is due"));
        }
        let outcome = G::sample_chance(&self.rules, &self.position, chance);
        self.logged(LogItem::Chance(outcome))?;
        self.apply(outcome);
        Ok(G::chance_event(&self.rules, outcome))
    }

    fn act(&mut self, seat: usize, action: Action) -> Result<(), Refusal> {
        self.playing()?;
        if !self.in_play(seat) {
            return Err(Refusal::not_in_game(format!("seat {seat} is not in the game")).of_seat(seat));
        }
        match action {
            Action::Resign | Action::Forfeit | Action::Eliminate => {
                if action == Action::Forfeit && self.seats() > 2 {
                    return Err(Refusal::unsupported(
                        "only two-player games are forfeited; in larger games the player is eliminated",
                    ));
                }
                self.logged(LogItem::Act(seat, action))?;
                self.offer = None;
                if action == Action::Eliminate || self.seats() > 2 {
                    G::eliminate(&self.rules, &mut self.position, seat);
                } else {
                    let end = match action {
                        Action::Resign => EndReason::Resigned { seat },
                        _ => EndReason::Forfeited { seat },
                    };
                    self.verdict = Some(G::forfeit(&self.rules, &self.position, seat, end));
                }
            }
            Action::OfferStop => {
                if self.offer.is_some() {
                    return Err(Refusal::not_possible("an offer to stop is already pending"));
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
                    return Err(Refusal::not_possible(format!("seat {seat} has no offer to answer")));
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
                return Err(Refusal::not_possible(
                    "the move is hidden in this record; only the full record can be replayed",
                ));
            }
            Event::Move { by, text: Some(text), .. } => self.play(*by, text)?,
            Event::Act { by, action, .. } => self.act(*by, *action)?,
            Event::Chance(json) => {
                if self.actor() != Actor::Chance {
                    return Err(Refusal::invalid_chance("no chance event is due"));
                }
                let outcome = G::parse_chance(&self.rules, &self.position, json)?;
                self.logged(LogItem::Chance(outcome))?;
                self.apply(outcome);
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

    fn last_event(&self) -> Option<Event> {
        let Logged { entry, ms } = self.log.last()?;
        let ms = *ms;
        Some(match *entry {
            LogItem::Move(by, action) => {
                Event::Move { by, text: Some(G::move_text(&self.rules, action)), ms }
            }
            LogItem::Act(by, action) => Event::Act { by, action, ms },
            LogItem::Chance(outcome) => Event::Chance(G::chance_event(&self.rules, outcome)),
        })
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
                    apply::<G>(&self.rules, &mut before, action);
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
                    apply::<G>(&self.rules, &mut before, outcome);
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

    #[cfg(not(target_arch = "wasm32"))]
    fn picture(&self, viewer: Viewer) -> String {
        G::picture(&self.rules, &self.position, viewer)
    }

    fn is_active(&self, seat: usize) -> bool {
        self.in_play(seat)
    }

    fn has_hidden_info(&self) -> bool {
        G::hides(&self.rules)
    }

    fn is_secret(&self) -> bool {
        self.actor() != Actor::Nobody && G::is_secret(&self.rules, &self.position)
    }

    fn is_scored(&self) -> bool {
        G::is_scored(&self.rules)
    }

    fn fill_hidden(&self, events: &[Event]) -> Result<Vec<Event>, Refusal> {
        G::fill_hidden(&self.rules, &self.start, events)
    }

    fn has_chance(&self) -> bool {
        let mut chance = GameRng::from_seed(0);
        let start = G::start(&self.rules, &mut chance);
        chance.was_used() || start.is_ok_and(|start| G::actor(&self.rules, &start) == Actor::Chance)
    }

    fn new_table(&self, start: Start<'_>) -> Result<Box<dyn Table>, Refusal> {
        Ok(Box::new(GameTable::<G>::begin(Arc::clone(&self.rules), start)?))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn perft(&self, depth: u32) -> Result<u64, Refusal> {
        match self.verdict {
            Some(_) => Ok(u64::from(depth == 0)),
            None => crate::perft::<G>(&self.rules, &self.position, depth),
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
