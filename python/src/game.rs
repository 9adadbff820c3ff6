//! Games: rules, numbers and shapes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use floe_games::encoding::ActionView;
use floe_games::switches::{RuleSet, parse_file};
use floe_games::{Refusal, registry};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::{Value, json};

use crate::any_game::{AnyGame, new_game};
use crate::errors::{OrRefuse, loads, refuse};
use crate::py_state::State;

/// A game under its rules.
///
/// `rules` is a text as on the command line (`"players=3,holes=4"`), a dictionary of switches, or the path of a rules file in
/// TOML. `actions` is `"factored"`, `"joint"` or None for what suits the game.
#[pyclass(frozen, module = "floe")]
pub struct Game {
    pub(crate) inner: Arc<dyn AnyGame>,
}

impl Game {
    fn rules_json(&self) -> String {
        self.inner.rule_set().to_json().to_string()
    }

    pub(crate) fn manifest(&self) -> PyResult<&'static floe_games::Manifest> {
        registry::find(self.inner.rule_set().game).or_refuse()
    }
}

/// The longest rules file.
const MAX_RULES_BYTES: u64 = 1 << 20;

/// Rules given as text, as a dictionary, or as the path of a file.
fn parse_rules(game: &str, rules: Option<&Bound<'_, PyAny>>) -> PyResult<RuleSet> {
    let manifest = registry::find(game).or_refuse()?;
    let Some(rules) = rules.filter(|rules| !rules.is_none()) else { return Ok(manifest.default_rules()) };
    let read = |json: &str| -> Result<RuleSet, Refusal> {
        let json: Value =
            serde_json::from_str(json).map_err(|error| Refusal::invalid_json(format!("rules: {error}")))?;
        manifest.parse_rules(Some(&json))
    };
    if rules.is_instance_of::<PyString>() {
        let text: &str = &rules.extract::<String>()?;
        return match text.trim_start().starts_with('{') {
            true => read(text).or_refuse(),
            false => manifest.parse_rules(Some(&json!(text))).or_refuse(),
        };
    }
    if rules.hasattr("__fspath__")? {
        return rules_of_file(game, &rules.extract::<PathBuf>()?);
    }
    let text: String = rules.py().import("json")?.call_method1("dumps", (rules,))?.extract()?;
    read(&text).or_refuse()
}

/// The rules of a file in TOML, for a game it names or does not name.
fn rules_of_file(game: &str, path: &Path) -> PyResult<RuleSet> {
    let size = std::fs::metadata(path)?.len();
    if size > MAX_RULES_BYTES {
        return Err(refuse(Refusal::too_large(format!(
            "{} is {size} bytes long; the limit is {MAX_RULES_BYTES}",
            path.display()
        ))));
    }
    let (named, args) = parse_file(&std::fs::read_to_string(path)?).or_refuse()?;
    if let Some(named) = named.filter(|named| named != game) {
        return Err(refuse(Refusal::invalid_rules(format!(
            "{} has rules of {named}, not of {game}",
            path.display()
        ))));
    }
    registry::find(game).and_then(|manifest| manifest.rules(&args)).or_refuse()
}

/// A game that is passed as such, or by its id.
pub fn game_of(
    game: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    actions: Option<&str>,
) -> PyResult<Py<Game>> {
    match game.cast::<Game>() {
        Ok(known) if rules.is_none_or(|rules| rules.is_none()) && actions.is_none() => {
            Ok(known.clone().unbind())
        }
        Ok(_) => Err(PyTypeError::new_err(
            "rules and actions belong to an id; this is a game that has them already",
        )),
        Err(_) => {
            let id: String = game.extract().map_err(|_| {
                PyTypeError::new_err(
                    "a game is a floe.Game or an id such as 'penguins'; floe.games() lists them",
                )
            })?;
            Py::new(game.py(), Game::new(&id, rules, actions)?)
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, rules=None, actions=None))]
    fn new(game: &str, rules: Option<&Bound<'_, PyAny>>, actions: Option<&str>) -> PyResult<Game> {
        let set = parse_rules(game, rules)?;
        let view = actions.map(ActionView::parse).transpose().or_refuse()?;
        Ok(Game { inner: new_game(&set, view).or_refuse()? })
    }

    /// The id of the game.
    #[getter]
    fn id(&self) -> &'static str {
        self.inner.rule_set().game
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> PyResult<&'static str> {
        Ok(self.manifest()?.name)
    }

    /// `"factored"` or `"joint"`.
    #[getter]
    fn actions(&self) -> &'static str {
        self.inner.encoding().view.as_str()
    }

    /// Every switch with its value.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.rules_json())
    }

    /// How many players.
    fn num_players(&self) -> usize {
        self.inner.seats()
    }

    /// Actions are `0` to one less than this.
    fn num_distinct_actions(&self) -> usize {
        self.inner.encoding().actions
    }

    /// Outcomes of chance are `0` to one less than this; 0 without chance during the game.
    fn max_chance_outcomes(&self) -> usize {
        self.inner.encoding().chance_outcomes
    }

    /// No game has more steps, those of chance included.
    fn max_game_length(&self) -> usize {
        self.inner.encoding().max_steps
    }

    /// `[planes, rows, columns]`.
    fn observation_tensor_shape(&self) -> Vec<usize> {
        let info = self.inner.encoding();
        vec![info.planes.len(), info.rows, info.cols]
    }

    /// The name and the kind (`board`, `cards`, `constant`, `table`) of each plane.
    fn planes(&self) -> Vec<(String, &'static str)> {
        let planes = self.inner.encoding().planes.iter();
        planes.map(|plane| (plane.name.clone(), plane.kind.as_str())).collect()
    }

    /// The name, the row and the column on a plane of each cell of the board.
    fn cells(&self) -> Vec<(String, usize, usize)> {
        let cells = self.inner.encoding().cells.iter();
        cells.map(|cell| (cell.name.clone(), cell.row, cell.col)).collect()
    }

    /// The symmetries of the board, the identity first: what cell and what action each becomes.
    #[allow(clippy::type_complexity, reason = "it is a list of pairs in Python")]
    fn symmetry_arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> Vec<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>)> {
        let symmetries = self.inner.symmetries().into_iter();
        symmetries
            .map(|symmetry| {
                let cells: Vec<i64> = symmetry.cells.into_iter().map(|cell| cell as i64).collect();
                let actions: Vec<i64> = symmetry.actions.into_iter().map(i64::from).collect();
                (cells.into_pyarray(py), actions.into_pyarray(py))
            })
            .collect()
    }

    /// An action as text, whatever the position.
    fn action_label(&self, action: i64) -> PyResult<String> {
        let count = self.inner.encoding().actions;
        match u32::try_from(action).ok().filter(|&action| (action as usize) < count) {
            Some(action) => Ok(self.inner.label(action)),
            None => Err(refuse(Refusal::invalid_request(format!(
                "there is no action {action}; actions are 0 to {}",
                count - 1
            )))),
        }
    }

    /// Can anything be hidden from a player?
    fn has_hidden_information(&self) -> bool {
        self.inner.hides()
    }

    /// Is the start dealt from the seed?
    fn has_random_start(&self) -> bool {
        self.inner.deals()
    }

    /// Do points decide who wins?
    fn is_scored(&self) -> bool {
        self.inner.is_scored()
    }

    /// A state at the start that the seed deals, or at a position.
    #[pyo3(signature = (seed=0, position=None))]
    fn new_initial_state(slf: Py<Game>, seed: u64, position: Option<&str>) -> PyResult<State> {
        let inner = slf.get().inner.new_state(seed, position).or_refuse()?;
        Ok(State::new(slf, inner))
    }

    fn __repr__(&self) -> PyResult<String> {
        let manifest = self.manifest()?;
        let changed = Value::Object(manifest.changed_switches(self.inner.rule_set()));
        Ok(format!("floe.Game('{}', rules={changed}, actions='{}')", self.id(), self.actions()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String, String))> {
        let make = py.import("floe")?.getattr("Game")?;
        Ok((make, (self.id().to_owned(), self.rules_json(), self.actions().to_owned())))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| {
            let other = other.get();
            self.id() == other.id()
                && self.actions() == other.actions()
                && self.rules_json() == other.rules_json()
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.id(), self.actions(), self.rules_json()).hash(&mut hasher);
        hasher.finish()
    }
}

/// The games with their switches, as the program lists them.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    loads(py, &Value::Array(registry::games().map(|game| game.to_json()).collect()).to_string())
}

/// A new game; a short way to `Game(game, rules, actions).new_initial_state(seed, position)`.
#[pyfunction]
#[pyo3(signature = (game, rules=None, seed=0, *, position=None, actions=None))]
pub fn load(
    game: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    seed: u64,
    position: Option<&str>,
    actions: Option<&str>,
) -> PyResult<State> {
    Game::new_initial_state(game_of(game, rules, actions)?, seed, position)
}
