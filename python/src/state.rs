//! A state of any game, behind an object-safe trait. No Python here.

use std::sync::Arc;

use floe_games::encoding::{Encode, LegalActions, Step};
use floe_games::switches::excerpt;
use floe_games::{Actor, Event, GameRng, MAX_EVENTS, Outcome, Refusal, SeatView, Start, Table, Viewer, open};
use serde_json::{Value, json};

use crate::any_game::GameOf;

/// The most steps of a state: those of a layout are many.
const MAX_STEPS: usize = 4 * MAX_EVENTS;
/// How often a sample that does not fit is drawn again.
const MAX_RESAMPLES: usize = 10_000;
/// The version of the text of a state.
pub const VERSION: u64 = 1;

/// A state of any game.
pub trait AnyState: Send + Sync {
    /// Who acts.
    fn actor(&self) -> Actor;
    /// The number of players.
    fn seats(&self) -> usize;
    /// The legal actions of the seat to act.
    fn legal(&mut self) -> &LegalActions;
    /// The outcomes of chance with their probabilities.
    fn chance_outcomes(&self) -> Vec<(u32, f64)>;
    /// Takes a step.
    fn apply(&mut self, action: i64) -> Result<(), Refusal>;
    /// Takes back the last step: who took it, and what it was.
    fn undo(&mut self) -> Option<(Actor, u32)>;
    /// Takes the steps of an event of chance, as records write it.
    fn apply_chance(&mut self, event: &Value) -> Result<(), Refusal>;
    /// Lets chance act until a seat is to act.
    fn roll(&mut self) -> Result<(), Refusal>;
    /// A copy.
    fn fork(&self) -> Box<dyn AnyState>;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// What each seat has scored.
    fn scores(&self) -> Vec<i64>;
    /// The phase.
    fn phase(&self) -> &'static str;
    /// A step as text.
    fn action_text(&mut self, action: i64) -> Result<String, Refusal>;
    /// The step of a text.
    fn parse_action(&mut self, text: &str) -> Result<u32, Refusal>;
    /// The steps left of a move in the game's notation.
    fn steps_of(&mut self, text: &str) -> Result<Vec<u32>, Refusal>;
    /// Writes what a seat sees; `out` is zero.
    fn observe(&self, seat: usize, out: &mut [f32]);
    /// The position as text.
    fn position_text(&self, viewer: Viewer) -> String;
    /// The position as JSON.
    fn position_json(&self, viewer: Viewer) -> Value;
    /// A drawing.
    fn picture(&self, viewer: Viewer) -> String;
    /// What has been chosen of the current move, as the viewer sees it.
    fn partial_text(&self, viewer: Viewer) -> String;
    /// The start and everything since, as a seat saw it.
    fn information(&self, seat: usize) -> String;
    /// A state that looks the same to the seat, with what is hidden resampled.
    fn resample(&self, seat: usize, seed: u64) -> Box<dyn AnyState>;
    /// The last step.
    fn last(&self) -> Option<(Actor, u32)>;
    /// Who took each step, and what it was.
    fn history(&self) -> Vec<(Actor, u32)>;
    /// The number of steps.
    fn steps(&self) -> usize;
    /// Everything as text; [`crate::any_game::deserialize`] reads it.
    fn serialize(&self) -> String;
    /// The same game as a table, for what is not on the fast path.
    fn table(&self) -> Result<Box<dyn Table>, Refusal>;
    /// The position as the seat to act sees it, for an engine.
    fn seat_view(&self) -> Result<SeatView, Refusal>;
}

/// Where a state began.
struct Origin<G: Encode> {
    start: G::Position,
    /// For a state that was resampled: what each seat, and last a spectator, had seen before.
    seen: Option<Vec<String>>,
    seed: u64,
}

/// A step taken, with what was there before. Copies of a state share their past.
struct Past<G: Encode> {
    position: G::Position,
    partial: G::Partial,
    actor: Actor,
    action: u32,
    /// The move or outcome that the step completed.
    made: Option<G::Move>,
    before: Option<Arc<Past<G>>>,
}

impl<G: Encode> Drop for Past<G> {
    /// One after the other: a long past dropped by recursion would overflow the stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(past) = next {
            next = Arc::into_inner(past).and_then(|mut past| past.before.take());
        }
    }
}

/// A state by its types.
pub struct StateOf<G: Encode> {
    game: Arc<GameOf<G>>,
    origin: Arc<Origin<G>>,
    position: G::Position,
    partial: G::Partial,
    past: Option<Arc<Past<G>>>,
    steps: usize,
    legal: LegalActions,
    /// Are `legal` those of this position?
    known: bool,
    chance: Option<Box<GameRng>>,
}

impl<G: Encode> Clone for StateOf<G> {
    fn clone(&self) -> StateOf<G> {
        StateOf {
            game: Arc::clone(&self.game),
            origin: Arc::clone(&self.origin),
            position: self.position.clone(),
            partial: self.partial,
            past: self.past.clone(),
            steps: self.steps,
            legal: LegalActions::default(),
            known: false,
            chance: self.chance.clone(),
        }
    }
}

impl<G: Encode> StateOf<G> {
    /// A state at a position.
    pub fn new(game: Arc<GameOf<G>>, start: G::Position, seen: Option<Vec<String>>, seed: u64) -> StateOf<G> {
        StateOf {
            game,
            position: start.clone(),
            origin: Arc::new(Origin { start, seen, seed }),
            partial: G::Partial::default(),
            past: None,
            steps: 0,
            legal: LegalActions::default(),
            known: false,
            chance: None,
        }
    }

    fn rules(&self) -> &G::Rules {
        &self.game.rules
    }

    #[inline(always)]
    fn know_legal(&mut self) {
        if !self.known {
            G::legal(&self.game.codec, &self.game.rules, &self.position, &self.partial, &mut self.legal);
            self.known = true;
        }
    }

    #[inline(always)]
    fn take(&mut self, actor: Actor, action: u32, step: Step<G::Partial, G::Move>) -> Result<(), Refusal> {
        if self.steps >= MAX_STEPS {
            return Err(Refusal::too_large(format!("a state can have at most {MAX_STEPS} steps")));
        }
        let made = match step {
            Step::Partial(_) => None,
            Step::Complete(made) => Some(made),
        };
        self.past = Some(Arc::new(Past {
            position: self.position.clone(),
            partial: self.partial,
            actor,
            action,
            made,
            before: self.past.take(),
        }));
        match step {
            Step::Partial(partial) => self.partial = partial,
            Step::Complete(made) => {
                G::apply(&self.game.rules, &mut self.position, made);
                self.partial = G::Partial::default();
            }
        }
        self.steps += 1;
        self.known = false;
        Ok(())
    }

    /// The past in order.
    fn pasts(&self) -> Vec<&Past<G>> {
        let first = self.past.as_deref();
        let mut pasts: Vec<&Past<G>> = std::iter::successors(first, |past| past.before.as_deref()).collect();
        pasts.reverse();
        pasts
    }

    fn events(&self, viewer: Viewer) -> Vec<Value> {
        let rules = self.rules();
        let completed = |past: &Past<G>| {
            let made = past.made?;
            let seen = G::is_visible(rules, &past.position, made, &self.position, viewer);
            Some(match (past.actor, seen) {
                (Actor::Chance, true) => G::chance_event(rules, made),
                (Actor::Chance, false) => G::hidden_event(rules, made),
                (Actor::Seat(by), true) => json!({"by": by, "move": G::move_text(rules, made)}),
                (Actor::Seat(by), false) => json!({"by": by, "move": null}),
                (Actor::Nobody, _) => return None,
            })
        };
        self.pasts().into_iter().filter_map(completed).collect()
    }

    /// The start, the events and the step so far, as a viewer saw them.
    fn seen_by(&self, viewer: Viewer) -> String {
        let seats = G::seats(self.rules());
        let prefix = match viewer {
            Viewer::Seat(seat) => seat.min(seats),
            Viewer::Spectator | Viewer::Omniscient => seats,
        };
        let mut lines = vec![match &self.origin.seen {
            Some(seen) => seen[prefix].clone(),
            None => G::position_text(self.rules(), &self.origin.start, viewer),
        }];
        lines.extend(self.events(viewer).iter().map(Value::to_string));
        let partial = self.partial_text(viewer);
        if !partial.is_empty() {
            lines.push(partial);
        }
        lines.join("\n")
    }

    /// The steps taken of the current move.
    fn chosen(&self) -> Vec<u32> {
        let pasts = self.pasts();
        let chosen = pasts.iter().rev().take_while(|past| past.made.is_none()).count();
        pasts[pasts.len() - chosen..].iter().map(|past| past.action).collect()
    }

    fn unknown(&self, action: i64) -> Refusal {
        let actions = G::encoding(&self.game.codec).actions;
        Refusal::invalid_request(format!("there is no action {action}; actions are 0 to {}", actions - 1))
    }

    fn step_text(&self, action: u32) -> String {
        let GameOf { codec, rules, .. } = &*self.game;
        match G::step(codec, rules, &self.position, &self.partial, action) {
            Step::Partial(partial) => G::partial_text(rules, &self.position, &partial),
            Step::Complete(made) => G::move_text(rules, made),
        }
    }

    /// The seat to act, at the start of a move.
    fn choosing(&self) -> Result<usize, Refusal> {
        match self.actor() {
            Actor::Nobody => Err(Refusal::game_over("the game is over")),
            Actor::Chance => Err(Refusal::wrong_phase("chance is to act, not a player")),
            Actor::Seat(_) if self.partial != G::Partial::default() => {
                Err(Refusal::incomplete_move(format!(
                    "{}: this move is half made; complete it or take it back first",
                    G::partial_text(self.rules(), &self.position, &self.partial)
                )))
            }
            Actor::Seat(seat) => Ok(seat),
        }
    }
}

impl<G: Encode> AnyState for StateOf<G> {
    #[inline(always)]
    fn actor(&self) -> Actor {
        G::actor(&self.game.rules, &self.position)
    }

    fn seats(&self) -> usize {
        G::seats(self.rules())
    }

    #[inline(always)]
    fn legal(&mut self) -> &LegalActions {
        self.know_legal();
        &self.legal
    }

    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        let mut outcomes = Vec::new();
        if self.actor() == Actor::Chance {
            G::chance_outcomes(&self.game.codec, self.rules(), &self.position, &self.partial, &mut outcomes);
        }
        outcomes
    }

    #[inline(always)]
    fn apply(&mut self, action: i64) -> Result<(), Refusal> {
        let actor = self.actor();
        match actor {
            Actor::Seat(_) => {
                self.know_legal();
                let known = u32::try_from(action).map_err(|_| self.unknown(action))?;
                if !self.legal.contains(known) {
                    if known as usize >= G::encoding(&self.game.codec).actions {
                        return Err(self.unknown(action));
                    }
                    let GameOf { codec, rules, .. } = &*self.game;
                    return Err(G::why_illegal(codec, rules, &self.position, &self.partial, known));
                }
                let GameOf { codec, rules, .. } = &*self.game;
                let step = G::step(codec, rules, &self.position, &self.partial, known);
                self.take(actor, known, step)
            }
            Actor::Chance => {
                let outcomes = self.chance_outcomes();
                let known = outcomes.iter().find(|outcome| i64::from(outcome.0) == action);
                let Some(&(outcome, _)) = known else {
                    return Err(Refusal::invalid_chance(format!(
                        "{action} is not an outcome of chance here; chance_outcomes() lists them"
                    )));
                };
                let GameOf { codec, rules, .. } = &*self.game;
                let step = G::chance_step(codec, rules, &self.position, &self.partial, outcome);
                self.take(actor, outcome, step)
            }
            Actor::Nobody => Err(Refusal::game_over("the game is over")),
        }
    }

    fn undo(&mut self) -> Option<(Actor, u32)> {
        let past = self.past.take()?;
        self.position = past.position.clone();
        self.partial = past.partial;
        self.past = past.before.clone();
        self.steps -= 1;
        self.known = false;
        Some((past.actor, past.action))
    }

    fn apply_chance(&mut self, event: &Value) -> Result<(), Refusal> {
        if self.actor() != Actor::Chance || self.partial != G::Partial::default() {
            return Err(Refusal::invalid_chance("no chance event is due"));
        }
        let outcome = G::parse_chance(self.rules(), &self.position, event)?;
        let steps = G::steps_of(&self.game.codec, self.rules(), &self.position, outcome);
        steps.into_iter().try_for_each(|step| self.apply(i64::from(step)))
    }

    fn roll(&mut self) -> Result<(), Refusal> {
        let mut chance = self.chance.take().unwrap_or_else(|| Box::new(GameRng::in_game(self.origin.seed)));
        let mut outcome = Ok(());
        while self.actor() == Actor::Chance && outcome.is_ok() {
            let made = match self.partial == G::Partial::default() {
                true => G::steps_of(
                    &self.game.codec,
                    self.rules(),
                    &self.position,
                    G::sample_chance(self.rules(), &self.position, &mut chance),
                ),
                // Part of it was chosen by the caller: the rest is drawn step by step.
                false => {
                    let outcomes = self.chance_outcomes();
                    let mut pick = f64::from(chance.below(1 << 31)) / f64::from(1u32 << 31);
                    let drawn = outcomes.iter().find(|outcome| {
                        pick -= outcome.1;
                        pick < 0.0
                    });
                    drawn.or(outcomes.last()).map(|outcome| outcome.0).into_iter().collect()
                }
            };
            outcome = made.into_iter().try_for_each(|step| self.apply(i64::from(step)));
        }
        self.chance = Some(chance);
        outcome
    }

    fn fork(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(self.rules(), &self.position)
    }

    fn scores(&self) -> Vec<i64> {
        G::scores(self.rules(), &self.position)
    }

    fn phase(&self) -> &'static str {
        G::phase(self.rules(), &self.position)
    }

    fn action_text(&mut self, action: i64) -> Result<String, Refusal> {
        let known = u32::try_from(action).map_err(|_| self.unknown(action))?;
        match self.actor() {
            Actor::Chance => match self.chance_outcomes().iter().any(|outcome| outcome.0 == known) {
                true => Ok(G::chance_text(self.rules(), &self.position, known)),
                false => Err(Refusal::invalid_chance(format!("{action} is not an outcome of chance here"))),
            },
            _ if known as usize >= G::encoding(&self.game.codec).actions => Err(self.unknown(action)),
            _ => {
                self.know_legal();
                Ok(match self.legal.contains(known) {
                    true => self.step_text(known),
                    false => G::label(&self.game.codec, &self.game.rules, known),
                })
            }
        }
    }

    fn parse_action(&mut self, text: &str) -> Result<u32, Refusal> {
        let wanted = text.trim();
        match self.actor() {
            Actor::Nobody => {
                return Err(Refusal::game_over(format!("'{}': the game is over", excerpt(text))));
            }
            Actor::Chance => {
                let outcomes = self.chance_outcomes();
                let same = |outcome: u32| G::chance_text(self.rules(), &self.position, outcome) == wanted;
                let found = outcomes.iter().map(|outcome| outcome.0).find(|&outcome| same(outcome));
                return found.ok_or_else(|| {
                    Refusal::invalid_chance(format!("'{}' is not an outcome of chance here", excerpt(text)))
                });
            }
            Actor::Seat(_) => self.know_legal(),
        }
        if let Some(found) = self.legal.iter().find(|&action| self.step_text(action).trim() == wanted) {
            return Ok(found);
        }
        match self.steps_of(text)?[..] {
            [one] => Ok(one),
            _ => Err(Refusal::incomplete_move(format!(
                "'{}' takes several actions; string_to_actions gives them all",
                excerpt(text)
            ))),
        }
    }

    fn steps_of(&mut self, text: &str) -> Result<Vec<u32>, Refusal> {
        match self.actor() {
            Actor::Nobody => {
                return Err(Refusal::game_over(format!("'{}': the game is over", excerpt(text))));
            }
            Actor::Chance => return self.parse_action(text).map(|outcome| vec![outcome]),
            Actor::Seat(_) => {}
        }
        let rules = self.rules();
        let made = G::parse_move(rules, &self.position, text)?;
        G::check(rules, &self.position, made)?;
        let steps = G::steps_of(&self.game.codec, rules, &self.position, made);
        // What has been chosen already has to be the beginning of it.
        match steps.strip_prefix(&self.chosen()[..]) {
            Some(rest) => Ok(rest.to_vec()),
            None => Err(Refusal::illegal_move(format!(
                "'{}' does not begin with {}, which has been chosen",
                excerpt(text),
                G::partial_text(rules, &self.position, &self.partial)
            ))),
        }
    }

    fn observe(&self, seat: usize, out: &mut [f32]) {
        G::observe(&self.game.codec, self.rules(), &self.position, &self.partial, seat, out);
    }

    fn position_text(&self, viewer: Viewer) -> String {
        G::position_text(self.rules(), &self.position, viewer)
    }

    fn position_json(&self, viewer: Viewer) -> Value {
        G::position_json(self.rules(), &self.position, viewer)
    }

    fn picture(&self, viewer: Viewer) -> String {
        G::picture(self.rules(), &self.position, viewer)
    }

    fn partial_text(&self, viewer: Viewer) -> String {
        let seen = G::visible_partial(self.rules(), &self.position, &self.partial, viewer);
        G::partial_text(self.rules(), &self.position, &seen)
    }

    fn information(&self, seat: usize) -> String {
        self.seen_by(Viewer::Seat(seat))
    }

    fn resample(&self, seat: usize, seed: u64) -> Box<dyn AnyState> {
        let viewer = Viewer::Seat(seat);
        let rules = self.rules();
        let mut chance = GameRng::from_seed(seed);
        let shown = G::visible_partial(rules, &self.position, &self.partial, viewer) == self.partial;
        if shown && G::resample_hidden(rules, &self.position, viewer, &mut chance) == self.position {
            return Box::new(self.clone());
        }
        // The seat knows what it saw; others what everyone saw, and their own view of the position as it now is.
        let mut turn = self.clone();
        while turn.partial != G::Partial::default() && turn.undo().is_some() {}
        let spectator = turn.seen_by(Viewer::Spectator);
        for _ in 0..MAX_RESAMPLES {
            let position = G::resample_hidden(rules, &self.position, viewer, &mut chance);
            let view = |other: usize| match other == seat {
                true => turn.information(seat),
                false => {
                    let view = G::position_text(rules, &position, Viewer::Seat(other));
                    format!("{spectator}\n{view}")
                }
            };
            let seen = (0..G::seats(rules)).map(view).chain([spectator.clone()]).collect();
            let mut state = StateOf::<G>::new(Arc::clone(&self.game), position, Some(seen), seed);
            // Steps that the seat has seen are taken again; where they cannot be, the sample does not fit.
            let steps = if shown { self.chosen() } else { Vec::new() };
            if steps.into_iter().try_for_each(|step| state.apply(i64::from(step))).is_ok() {
                return Box::new(state);
            }
        }
        Box::new(self.clone())
    }

    fn last(&self) -> Option<(Actor, u32)> {
        self.past.as_ref().map(|past| (past.actor, past.action))
    }

    fn history(&self) -> Vec<(Actor, u32)> {
        self.pasts().into_iter().map(|past| (past.actor, past.action)).collect()
    }

    fn steps(&self) -> usize {
        self.steps
    }

    fn serialize(&self) -> String {
        let set = G::rule_set(self.rules());
        let history: Vec<u32> = self.pasts().into_iter().map(|past| past.action).collect();
        let mut json = json!({
            "floe_state": VERSION,
            "game": set.game,
            "rules": set.to_json(),
            "actions": G::encoding(&self.game.codec).view.as_str(),
            "seed": self.origin.seed,
            "start": G::position_text(self.rules(), &self.origin.start, Viewer::Omniscient),
            "history": history,
        });
        if let Some(seen) = &self.origin.seen {
            json["seen"] = json!(seen);
        }
        json.to_string()
    }

    fn table(&self) -> Result<Box<dyn Table>, Refusal> {
        let rules = self.rules();
        let start = G::position_text(rules, &self.origin.start, Viewer::Omniscient);
        let mut table = open(G::rule_set(rules), Start::Position(&start))?;
        for past in self.pasts() {
            match (past.actor, past.made) {
                (Actor::Seat(by), Some(made)) => {
                    let text = Some(G::move_text(rules, made));
                    table.apply_event(&Event::Move { by, text, ms: None })?;
                }
                (Actor::Chance, Some(made)) => {
                    table.apply_event(&Event::Chance(G::chance_event(rules, made)))?
                }
                _ => {}
            }
        }
        Ok(table)
    }

    fn seat_view(&self) -> Result<SeatView, Refusal> {
        let seat = self.choosing()?;
        let position = self.position_text(Viewer::Seat(seat));
        let hidden = G::hides(self.rules()) && position != self.position_text(Viewer::Omniscient);
        Ok(SeatView { position, hidden })
    }
}
