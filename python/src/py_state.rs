//! States in OpenSpiel's words.

use floe_games::{Actor, Refusal, Viewer};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use crate::any_game;
use crate::errors::{OrRefuse, loads, refuse};
use crate::game::Game;
use crate::state::AnyState;
use crate::vector::returns;

/// What `current_player` is when chance acts.
const CHANCE: i32 = -1;
/// What `current_player` is when the game is over.
const TERMINAL: i32 = -4;

fn number(actor: Actor) -> i32 {
    match actor {
        Actor::Seat(seat) => seat as i32,
        Actor::Chance => CHANCE,
        Actor::Nobody => TERMINAL,
    }
}

/// A state of a game.
#[pyclass(module = "floe")]
pub struct State {
    pub(crate) game: Py<Game>,
    pub(crate) inner: Box<dyn AnyState>,
}

impl State {
    pub(crate) fn new(game: Py<Game>, inner: Box<dyn AnyState>) -> State {
        State { game, inner }
    }

    fn seat(&self, player: Option<i64>) -> PyResult<usize> {
        match (player, self.inner.actor()) {
            (None, Actor::Seat(seat)) => Ok(seat),
            (None, _) => Err(refuse(Refusal::invalid_request("no player is to act; say which player"))),
            (Some(player), _) => known_seat(player, self.inner.seats()),
        }
    }
}

fn known_seat(player: i64, seats: usize) -> PyResult<usize> {
    usize::try_from(player).ok().filter(|&seat| seat < seats).ok_or_else(|| {
        refuse(Refusal::not_in_game(format!("there is no player {player}; players are 0 to {}", seats - 1)))
    })
}

/// A player, or None for the full state.
fn viewer(player: Option<i64>, seats: usize) -> PyResult<Viewer> {
    match player {
        None => Ok(Viewer::Omniscient),
        Some(-1) => Ok(Viewer::Spectator),
        Some(player) => known_seat(player, seats).map(Viewer::Seat),
    }
}

#[pymethods]
impl State {
    /// The seat to act; -1 for chance, -4 when the game is over.
    fn current_player(&self) -> i32 {
        number(self.inner.actor())
    }

    /// Is the game over?
    fn is_terminal(&self) -> bool {
        self.inner.actor() == Actor::Nobody
    }

    /// Is chance to act?
    fn is_chance_node(&self) -> bool {
        self.inner.actor() == Actor::Chance
    }

    /// Do several players act at once? Never here: simultaneous choices are made one after the other, unseen.
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// Is a player to act?
    fn is_player_node(&self) -> bool {
        matches!(self.inner.actor(), Actor::Seat(_))
    }

    /// The legal actions, ascending; outcomes where chance acts; none for a player not to act.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&mut self, player: Option<i64>) -> PyResult<Vec<u32>> {
        let actor = self.inner.actor();
        if let Some(player) = player
            && player != i64::from(number(actor))
        {
            if player >= 0 {
                known_seat(player, self.inner.seats())?;
            }
            return Ok(Vec::new());
        }
        Ok(match actor {
            Actor::Chance => self.inner.chance_outcomes().into_iter().map(|outcome| outcome.0).collect(),
            _ => self.inner.legal().iter().collect(),
        })
    }

    /// The same as an array of zeros and ones.
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let info = self.game.get().inner.encoding();
        let length = match self.inner.actor() {
            Actor::Chance => info.chance_outcomes,
            _ => info.actions,
        };
        let mask = PyArray1::<u8>::zeros(py, [length], false);
        let legal = self.legal_actions(player)?;
        if let Ok(mut mask) = mask.try_readwrite() {
            let mask = mask.as_slice_mut()?;
            legal.into_iter().for_each(|action| mask[action as usize] = 1);
        }
        Ok(mask)
    }

    /// The outcomes of chance with their probabilities.
    fn chance_outcomes(&self) -> PyResult<Vec<(u32, f64)>> {
        match self.inner.actor() {
            Actor::Chance => Ok(self.inner.chance_outcomes()),
            _ => Err(refuse(Refusal::invalid_chance("no chance event is due"))),
        }
    }

    /// Takes a step; one of chance where chance acts.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        self.inner.apply(action).or_refuse()
    }

    /// Takes several steps, or none if one of them is illegal.
    fn apply_actions(&mut self, actions: Vec<i64>) -> PyResult<()> {
        for (taken, action) in actions.into_iter().enumerate() {
            if let Err(refusal) = self.inner.apply(action) {
                (0..taken).for_each(|_| {
                    self.inner.undo();
                });
                return Err(refuse(refusal));
            }
        }
        Ok(())
    }

    /// Makes a whole move in the game's notation.
    fn apply_move(&mut self, text: &str) -> PyResult<()> {
        let steps = self.inner.steps_of(text).or_refuse()?;
        steps.into_iter().try_for_each(|step| self.inner.apply(i64::from(step))).or_refuse()
    }

    /// Takes back the last step. With arguments, only if it was that player's action.
    #[pyo3(signature = (player=None, action=None))]
    fn undo_action(&mut self, player: Option<i64>, action: Option<i64>) -> PyResult<()> {
        let Some((actor, last)) = self.inner.last() else {
            return Err(refuse(Refusal::not_possible("nothing has been played yet")));
        };
        let same = player.is_none_or(|player| player == i64::from(number(actor)))
            && action.is_none_or(|action| action == i64::from(last));
        if !same {
            return Err(refuse(Refusal::not_possible(format!(
                "the last step was action {last} of player {}",
                number(actor)
            ))));
        }
        self.inner.undo();
        Ok(())
    }

    /// Lets chance act until a player is to act, with the stream of the state's seed.
    fn roll(&mut self) -> PyResult<()> {
        self.inner.roll().or_refuse()
    }

    /// A copy.
    fn clone(&self, py: Python<'_>) -> State {
        State { game: self.game.clone_ref(py), inner: self.inner.fork() }
    }

    /// A copy after an action.
    fn child(&self, py: Python<'_>, action: i64) -> PyResult<State> {
        let mut copy = self.clone(py);
        copy.apply_action(action)?;
        Ok(copy)
    }

    /// What each player has at the end: 1 for a sole winner, zero-sum; zeros before the end.
    fn returns(&self) -> Vec<f64> {
        let seats = self.inner.seats();
        let mut out = vec![0.0f32; seats];
        if let Some(outcome) = self.inner.outcome() {
            returns(&outcome, seats, &mut out);
        }
        out.into_iter().map(f64::from).collect()
    }

    /// What each player got for the last step: the returns at the end, zeros before.
    fn rewards(&self) -> Vec<f64> {
        self.returns()
    }

    /// `returns()[player]`.
    fn player_return(&self, player: i64) -> PyResult<f64> {
        Ok(self.returns()[known_seat(player, self.inner.seats())?])
    }

    /// `rewards()[player]`.
    fn player_reward(&self, player: i64) -> PyResult<f64> {
        self.player_return(player)
    }

    /// What each player has scored so far, in the game's own points.
    fn scores(&self) -> Vec<i64> {
        self.inner.scores()
    }

    /// The winning players, the scores and the reason; None before the end.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.inner.outcome().map(|outcome| serde_json::json!(outcome).to_string());
        outcome.map(|json| loads(py, &json)).transpose()
    }

    /// How many players.
    fn num_players(&self) -> usize {
        self.inner.seats()
    }

    /// See `Game.num_distinct_actions`.
    fn num_distinct_actions(&self) -> usize {
        self.game.get().inner.encoding().actions
    }

    /// The game.
    fn get_game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The phase: `place`, `move` …
    #[getter]
    fn phase(&self) -> &'static str {
        self.inner.phase()
    }

    /// How many steps have been taken.
    fn move_number(&self) -> usize {
        self.inner.steps()
    }

    /// An action as text: what has been chosen with it so far, in the game's notation.
    #[pyo3(signature = (player_or_action, action=None))]
    fn action_to_string(&mut self, player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        self.inner.action_text(action.unwrap_or(player_or_action)).or_refuse()
    }

    /// The action of a text that `action_to_string` gives, or of a whole move that takes one action.
    #[pyo3(signature = (player_or_text, text=None))]
    fn string_to_action(&mut self, player_or_text: &Bound<'_, PyAny>, text: Option<&str>) -> PyResult<u32> {
        let owned: String;
        let text = match text {
            Some(text) => text,
            None => {
                owned = player_or_text.extract()?;
                &owned
            }
        };
        self.inner.parse_action(text).or_refuse()
    }

    /// The actions left of a move in the game's notation.
    fn string_to_actions(&mut self, text: &str) -> PyResult<Vec<u32>> {
        self.inner.steps_of(text).or_refuse()
    }

    /// What a player sees, as planes `[C, H, W]` of 32-bit floats; by default the player to act.
    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let seat = self.seat(player)?;
        let info = self.game.get().inner.encoding();
        let planes = PyArray3::<f32>::zeros(py, [info.planes.len(), info.rows, info.cols], false);
        if let Ok(mut out) = planes.try_readwrite() {
            self.inner.observe(seat, out.as_slice_mut()?);
        }
        Ok(planes)
    }

    /// The position as a player sees it, as text; by default the player to act.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<i64>) -> PyResult<String> {
        let viewer = Viewer::Seat(self.seat(player)?);
        let partial = self.inner.partial_text(viewer);
        let position = self.inner.position_text(viewer);
        Ok(if partial.is_empty() { position } else { format!("{position}\n{partial}") })
    }

    /// The start and everything since, as a player saw it.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        Ok(self.inner.information(self.seat(player)?))
    }

    /// A state that looks the same to the player, with everything hidden resampled with the game's own probabilities.
    #[pyo3(signature = (player, seed=0))]
    fn resample(&self, py: Python<'_>, player: i64, seed: u64) -> PyResult<State> {
        let seat = known_seat(player, self.inner.seats())?;
        Ok(State { game: self.game.clone_ref(py), inner: self.inner.resample(seat, seed) })
    }

    /// The same in OpenSpiel's words: `sampler` returns a number from 0 to 1. Without one, every call gives the same sample.
    #[pyo3(signature = (player, sampler=None))]
    fn resample_from_infostate(
        &self,
        py: Python<'_>,
        player: i64,
        sampler: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let seed = match sampler {
            // Every number of 53 bits is a float.
            Some(sampler) => {
                (sampler.call0()?.extract::<f64>()?.clamp(0.0, 1.0) * 9_007_199_254_740_992.0) as u64
            }
            None => 0,
        };
        self.resample(py, player, seed)
    }

    /// The position as text. `player` None shows everything, -1 what a spectator sees.
    #[pyo3(signature = (player=None))]
    fn position(&self, player: Option<i64>) -> PyResult<String> {
        Ok(self.inner.position_text(viewer(player, self.inner.seats())?))
    }

    /// The position as a dictionary.
    #[pyo3(signature = (player=None))]
    fn to_dict<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.inner.position_json(viewer(player, self.inner.seats())?).to_string())
    }

    /// What the rules say about the position: reach, hands, tricks.
    #[pyo3(signature = (player=None))]
    fn insight<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = viewer(player, self.inner.seats())?;
        let table = self.inner.table().or_refuse()?;
        loads(py, &serde_json::json!(table.insight(viewer, table.result().as_ref())).to_string())
    }

    /// A drawing in text.
    #[pyo3(signature = (player=None))]
    fn picture(&self, player: Option<i64>) -> PyResult<String> {
        Ok(self.inner.picture(viewer(player, self.inner.seats())?))
    }

    /// A drawing as SVG.
    #[pyo3(signature = (player=None))]
    fn svg(&self, player: Option<i64>) -> PyResult<String> {
        let viewer = viewer(player, self.inner.seats())?;
        let table = self.inner.table().or_refuse()?;
        floe_print::position_svg(self.game.get().manifest()?, &*table, viewer).or_refuse()
    }

    /// What a notebook shows.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    /// What has been chosen so far of the current move.
    #[getter]
    fn partial_move(&self) -> String {
        self.inner.partial_text(Viewer::Omniscient)
    }

    /// The record of the game so far: `json`, `text`, `sgf`, `moves`, `uci`, `compact`, `position`.
    #[pyo3(signature = (format="json", player=None))]
    fn record(&self, format: &str, player: Option<i64>) -> PyResult<String> {
        let viewer = viewer(player, self.inner.seats())?;
        let table = self.inner.table().or_refuse()?;
        let format = floe_games::formats::Format::parse(format).or_refuse()?;
        let record = floe_games::Record::from_table(&*table, viewer);
        floe_games::formats::write(&record, &*table, viewer, format).or_refuse()
    }

    /// The actions since the start, those of chance included.
    fn history(&self) -> Vec<u32> {
        self.inner.history().into_iter().map(|step| step.1).collect()
    }

    /// The same with the players.
    fn full_history(&self) -> Vec<(i32, u32)> {
        self.inner.history().into_iter().map(|(actor, action)| (number(actor), action)).collect()
    }

    /// The actions as one text.
    fn history_str(&self) -> String {
        let actions: Vec<String> = self.history().iter().map(u32::to_string).collect();
        actions.join(", ")
    }

    /// Everything as text; `floe.deserialize` reads it and checks every step.
    fn serialize(&self) -> String {
        self.inner.serialize()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("floe")?.getattr("deserialize")?, (self.serialize(),)))
    }

    fn __str__(&self) -> String {
        self.inner.picture(Viewer::Omniscient)
    }

    fn __repr__(&self) -> String {
        format!("<floe.State of {}: {}>", self.game.get().inner.rule_set().game, self.inner.phase())
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> State {
        self.clone(py)
    }
}

/// The state of a text that `State.serialize` gave. Every step is checked by the rules.
#[pyfunction]
pub fn deserialize(py: Python<'_>, text: &str) -> PyResult<State> {
    let (game, inner) = any_game::deserialize(text).or_refuse()?;
    Ok(State { game: Py::new(py, Game { inner: game })?, inner })
}
