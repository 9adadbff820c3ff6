//! Vectors of states.

use numpy::PyReadwriteArray;
use numpy::ndarray::IxDyn;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::buffers::{readable, writable};
use crate::errors::OrRefuse;
use crate::game::{Game, game_of};
use crate::vector::{AnyVector, Buffers, VectorOptions};

/// N games of one kind, stepped in parallel threads without Python's lock, into NumPy arrays that the caller owns.
///
/// Arrays are C-contiguous: `observations` float32 `(n, C, H, W)`, `masks` bool or uint8 `(n, actions)`, `rewards` float32
/// `(n, players)`, `done` bool or uint8 `(n,)`, `players` int8 `(n,)`, `actions` int64 `(n,)`. Those not passed are not
/// written.
#[pyclass(module = "floe")]
pub struct VectorState {
    game: Py<Game>,
    inner: Box<dyn AnyVector>,
    /// How many threads step the games.
    #[pyo3(get)]
    threads: usize,
}

/// The arrays of a call, held while they are written to.
struct Held<'py> {
    observations: Option<PyReadwriteArray<'py, f32, IxDyn>>,
    masks: Option<PyReadwriteArray<'py, u8, IxDyn>>,
    rewards: Option<PyReadwriteArray<'py, f32, IxDyn>>,
    done: Option<PyReadwriteArray<'py, u8, IxDyn>>,
    players: Option<PyReadwriteArray<'py, i8, IxDyn>>,
}

/// An array that may be passed.
type Passed<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

impl VectorState {
    fn hold<'py>(
        &self,
        observations: Passed<'_, 'py>,
        masks: Passed<'_, 'py>,
        rewards: Passed<'_, 'py>,
        done: Passed<'_, 'py>,
        players: Passed<'_, 'py>,
    ) -> PyResult<Held<'py>> {
        let game = &self.game.get().inner;
        let (info, n) = (game.encoding(), self.inner.len());
        let planes = [n, info.planes.len(), info.rows, info.cols];
        Ok(Held {
            observations: observations
                .map(|array| writable(array, "observations", "float32", &planes))
                .transpose()?,
            masks: masks
                .map(|array| writable(array, "masks", "bool or uint8", &[n, info.actions]))
                .transpose()?,
            rewards: rewards
                .map(|array| writable(array, "rewards", "float32", &[n, game.seats()]))
                .transpose()?,
            done: done.map(|array| writable(array, "done", "bool or uint8", &[n])).transpose()?,
            players: players.map(|array| writable(array, "players", "int8", &[n])).transpose()?,
        })
    }
}

impl Held<'_> {
    fn buffers(&mut self) -> PyResult<Buffers<'_>> {
        Ok(Buffers {
            observations: self.observations.as_mut().map(|array| array.as_slice_mut()).transpose()?,
            masks: self.masks.as_mut().map(|array| array.as_slice_mut()).transpose()?,
            rewards: self.rewards.as_mut().map(|array| array.as_slice_mut()).transpose()?,
            done: self.done.as_mut().map(|array| array.as_slice_mut()).transpose()?,
            players: self.players.as_mut().map(|array| array.as_slice_mut()).transpose()?,
        })
    }
}

#[pymethods]
impl VectorState {
    #[new]
    #[pyo3(signature = (game, n, seed=0, *, threads=1, auto_reset=true, rules=None, actions=None))]
    fn new(
        game: &Bound<'_, PyAny>,
        n: usize,
        seed: u64,
        threads: usize,
        auto_reset: bool,
        rules: Option<&Bound<'_, PyAny>>,
        actions: Option<&str>,
    ) -> PyResult<VectorState> {
        let game = game_of(game, rules, actions)?;
        let options = VectorOptions { games: n, seed, threads, auto_reset };
        let inner = game.get().inner.new_vector(options).or_refuse()?;
        Ok(VectorState { game, inner, threads })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// The game.
    fn get_game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Begins all games.
    #[pyo3(signature = (seed=0, *, observations=None, masks=None, rewards=None, done=None, players=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: u64,
        observations: Passed<'_, '_>,
        masks: Passed<'_, '_>,
        rewards: Passed<'_, '_>,
        done: Passed<'_, '_>,
        players: Passed<'_, '_>,
    ) -> PyResult<()> {
        let mut held = self.hold(observations, masks, rewards, done, players)?;
        let buffers = held.buffers()?;
        let inner = &mut self.inner;
        py.detach(|| inner.reset(seed, buffers)).or_refuse()
    }

    /// Takes a step in every game, or in none if an action is illegal.
    #[pyo3(signature = (actions, *, observations=None, masks=None, rewards=None, done=None, players=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        observations: Passed<'_, '_>,
        masks: Passed<'_, '_>,
        rewards: Passed<'_, '_>,
        done: Passed<'_, '_>,
        players: Passed<'_, '_>,
    ) -> PyResult<()> {
        let mut held = self.hold(observations, masks, rewards, done, players)?;
        let actions = readable(actions, "actions", self.inner.len())?;
        let actions = actions.as_slice()?;
        let buffers = held.buffers()?;
        let inner = &mut self.inner;
        py.detach(|| inner.step(actions, buffers)).or_refuse()
    }

    /// Writes what is there, without a step; `rewards` and `done` are zero.
    #[pyo3(signature = (*, observations=None, masks=None, rewards=None, done=None, players=None))]
    fn observe(
        &mut self,
        py: Python<'_>,
        observations: Passed<'_, '_>,
        masks: Passed<'_, '_>,
        rewards: Passed<'_, '_>,
        done: Passed<'_, '_>,
        players: Passed<'_, '_>,
    ) -> PyResult<()> {
        let mut held = self.hold(observations, masks, rewards, done, players)?;
        let buffers = held.buffers()?;
        let inner = &mut self.inner;
        py.detach(|| inner.observe(buffers));
        Ok(())
    }

    /// Writes a legal action for every game into `actions`, all equally likely.
    fn sample(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut actions = writable::<i64>(actions, "actions", "int64", &[self.inner.len()])?;
        let actions = actions.as_slice_mut()?;
        let inner = &mut self.inner;
        py.detach(|| inner.sample(actions));
        Ok(())
    }

    /// What the players have scored so far, a list for each game.
    fn scores(&self) -> Vec<Vec<i64>> {
        let seats = self.game.get().inner.seats();
        self.inner.scores().chunks(seats).map(<[i64]>::to_vec).collect()
    }

    /// The position of a game, in full.
    fn position(&self, game: usize) -> PyResult<String> {
        match game < self.inner.len() {
            true => Ok(self.inner.position(game)),
            false => Err(PyIndexError::new_err(format!(
                "there is no game {game}; games are 0 to {}",
                self.inner.len() - 1
            ))),
        }
    }

    /// How many games have ended since the last reset.
    #[getter]
    fn games_ended(&self) -> u64 {
        self.inner.games_ended()
    }

    fn __repr__(&self) -> String {
        let id = self.game.get().inner.rule_set().game;
        format!("<floe.VectorState of {} games of {id}, {} threads>", self.inner.len(), self.threads)
    }
}
