//! A game with fixed numbers, for any game, behind an object-safe trait. No Python here.

use std::sync::Arc;

use floe_board::Bits;
use floe_games::encoding::{ActionView, Encode, Encoding, Symmetry};
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Slide, Turn};
use floe_games::switches::RuleSet;
use floe_games::{GameRng, Refusal, buffet, montauk, read_position, standalone};
use serde_json::Value;

use crate::state::{AnyState, StateOf, VERSION};
use crate::vector::{AnyVector, VectorOf, VectorOptions};

/// The longest text of a state or position.
const MAX_STATE_BYTES: usize = 4 << 20;

/// A game under its rules, of any family.
pub trait AnyGame: Send + Sync {
    /// Numbers and shapes.
    fn encoding(&self) -> &Encoding;
    /// The rules.
    fn rule_set(&self) -> &RuleSet;
    /// The number of players.
    fn seats(&self) -> usize;
    /// Can anything be hidden?
    fn hides(&self) -> bool;
    /// Does the deal depend on the seed?
    fn deals(&self) -> bool;
    /// Do points decide?
    fn is_scored(&self) -> bool;
    /// A state at the start of a seed, or at a position.
    fn new_state(&self, seed: u64, position: Option<&str>) -> Result<Box<dyn AnyState>, Refusal>;
    /// A state at a position, with what each seat had seen before.
    fn resampled_state(
        &self,
        seed: u64,
        position: &str,
        seen: Vec<String>,
    ) -> Result<Box<dyn AnyState>, Refusal>;
    /// Many games at once.
    fn new_vector(&self, options: VectorOptions) -> Result<Box<dyn AnyVector>, Refusal>;
    /// An action as text, whatever the position.
    fn label(&self, action: u32) -> String;
    /// The symmetries of the board.
    fn symmetries(&self) -> Vec<Symmetry>;
}

/// A game by its types.
pub struct GameOf<G: Encode> {
    pub rules: G::Rules,
    pub codec: G::Codec,
    /// The start, where no seed changes it.
    pub fixed_start: Option<G::Position>,
}

/// The same, shared: a game for Python.
struct Shared<G: Encode>(Arc<GameOf<G>>);

/// Makes the game of some rules.
pub fn new_game(set: &RuleSet, view: Option<ActionView>) -> Result<Arc<dyn AnyGame>, Refusal> {
    visit(set, NewGame(view))?
}

struct NewGame(Option<ActionView>);

impl NewGame {
    fn of<G: Encode>(self, rules: G::Rules) -> Result<Arc<dyn AnyGame>, Refusal> {
        let codec = G::codec(&rules, self.0);
        let mut chance = GameRng::from_seed(0);
        let start = G::start(&rules, &mut chance);
        // Rules that need a position have no start of their own.
        let fixed_start = start.ok().filter(|_| !chance.was_used());
        Ok(Arc::new(Shared(Arc::new(GameOf::<G> { rules, codec, fixed_start }))))
    }
}

impl FamilyVisitor for NewGame {
    type Output = Result<Arc<dyn AnyGame>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
        self.of::<Slide<B, H, T>>(rules)
    }
    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
        self.of::<buffet::Buffet<T>>(rules)
    }
    fn montauk(self, rules: montauk::Rules) -> Self::Output {
        self.of::<montauk::Montauk>(rules)
    }
    fn standalone(self, _rules: standalone::Rules) -> Self::Output {
        Err(Refusal::unsupported("a game of no family has no fixed numbers for its actions"))
    }
}

impl<G: Encode> GameOf<G> {
    /// The start of a seed.
    pub fn start(&self, seed: u64) -> Result<G::Position, Refusal> {
        match &self.fixed_start {
            Some(start) => Ok(start.clone()),
            None => G::start(&self.rules, &mut GameRng::from_seed(seed)),
        }
    }
}

impl<G: Encode> AnyGame for Shared<G> {
    fn encoding(&self) -> &Encoding {
        G::encoding(&self.0.codec)
    }

    fn rule_set(&self) -> &RuleSet {
        G::rule_set(&self.0.rules)
    }

    fn seats(&self) -> usize {
        G::seats(&self.0.rules)
    }

    fn hides(&self) -> bool {
        G::hides(&self.0.rules)
    }

    fn deals(&self) -> bool {
        self.0.fixed_start.is_none()
    }

    fn is_scored(&self) -> bool {
        G::is_scored(&self.0.rules)
    }

    fn new_state(&self, seed: u64, position: Option<&str>) -> Result<Box<dyn AnyState>, Refusal> {
        let start = match position {
            None => self.0.start(seed)?,
            Some(text) if text.len() > MAX_STATE_BYTES => return Err(too_long(text)),
            Some(text) => read_position::<G>(&self.0.rules, text)?,
        };
        Ok(Box::new(StateOf::<G>::new(Arc::clone(&self.0), start, None, seed)))
    }

    fn resampled_state(
        &self,
        seed: u64,
        position: &str,
        seen: Vec<String>,
    ) -> Result<Box<dyn AnyState>, Refusal> {
        let start = read_position::<G>(&self.0.rules, position)?;
        Ok(Box::new(StateOf::<G>::new(Arc::clone(&self.0), start, Some(seen), seed)))
    }

    fn new_vector(&self, options: VectorOptions) -> Result<Box<dyn AnyVector>, Refusal> {
        Ok(Box::new(VectorOf::<G>::new(Arc::clone(&self.0), options)?))
    }

    fn label(&self, action: u32) -> String {
        G::label(&self.0.codec, &self.0.rules, action)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        G::symmetries(&self.0.codec, &self.0.rules)
    }
}

fn too_long(text: &str) -> Refusal {
    Refusal::too_large(format!("the text is {} bytes long; the limit is {MAX_STATE_BYTES}", text.len()))
}

/// A game and a state of it.
pub type GameAndState = (Arc<dyn AnyGame>, Box<dyn AnyState>);

/// Reads the text of a state: every step is checked by the rules.
pub fn deserialize(text: &str) -> Result<GameAndState, Refusal> {
    if text.len() > MAX_STATE_BYTES {
        return Err(too_long(text));
    }
    let invalid = |what: &str| Refusal::invalid_request(format!("this is not the text of a state: {what}"));
    let json: Value = serde_json::from_str(text).map_err(|error| invalid(&error.to_string()))?;
    if json.get("floe_state").and_then(Value::as_u64) != Some(VERSION) {
        return Err(invalid("expected {\"floe_state\":1,…}, as State.serialize() writes it"));
    }
    let string = |name: &str| {
        json.get(name).and_then(Value::as_str).ok_or_else(|| invalid(&format!("'{name}' must be a string")))
    };
    let rules = json.get("rules").ok_or_else(|| invalid("'rules' is missing"))?;
    let set = floe_games::registry::find(string("game")?)?.rules_from_object(rules)?;
    let game = new_game(&set, Some(ActionView::parse(string("actions")?)?))?;
    let seed = json.get("seed").and_then(Value::as_u64).unwrap_or(0);
    let mut state = game.new_state(seed, Some(string("start")?))?;
    if let Some(seen) = json.get("seen") {
        let seen: Vec<String> = serde_json::from_value(seen.clone()).map_err(|_| {
            invalid("'seen' must be a list of strings, one for each seat and one for spectators")
        })?;
        if seen.len() != game.seats() + 1 {
            return Err(invalid(
                "'seen' must be a list of strings, one for each seat and one for spectators",
            ));
        }
        state = game.resampled_state(seed, string("start")?, seen)?;
    }
    let history =
        json.get("history").and_then(Value::as_array).ok_or_else(|| invalid("'history' must be a list"))?;
    for (number, action) in history.iter().enumerate() {
        let action = action.as_i64().ok_or_else(|| invalid("'history' must be a list of action numbers"))?;
        state
            .apply(action)
            .map_err(|refusal| Refusal { message: format!("step {}: {refusal}", number + 1), ..refusal })?;
    }
    Ok((game, state))
}
