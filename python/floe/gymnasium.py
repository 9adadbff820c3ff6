"""A single-agent environment of Gymnasium: one seat against an engine.

    from floe.gymnasium import FloeEnv
    environment = FloeEnv("paper-penguins", opponent="greedy", rules="small")
"""

import gymnasium
import numpy as np
from gymnasium import spaces

from . import _floe
from ._match import _play, _shown

__all__ = ["FloeEnv"]


class FloeEnv(gymnasium.Env):
    """One seat of a game; the other seats are played by a level, an `Engine` or a function as in `floe.play_match`.

    Observations are the planes `[C, H, W]`. `info["action_mask"]` says which actions are legal; `action_masks()` too. The
    reward is the return of the seat when the game ends. An illegal action raises `Refusal`. `seat` None changes seats from game
    to game.
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(self, game, opponent="1", rules=None, actions=None, seat=None, render_mode=None):
        if not isinstance(game, _floe.Game):
            game = _floe.Game(game, rules, actions)
        if seat is not None and not 0 <= seat < game.num_players():
            raise ValueError(f"there is no seat {seat}; seats are 0 to {game.num_players() - 1}")
        self.game = game
        self.render_mode = render_mode
        self._fixed_seat = seat
        # A level is an engine of this environment, whose choices follow from the seed of `reset`.
        self._level = None if callable(opponent) else opponent
        self._opponent = opponent if callable(opponent) else _floe.Engine(game, opponent)
        self.observation_space = spaces.Box(
            low=-np.inf, high=np.inf, shape=tuple(game.observation_tensor_shape()), dtype=np.float32
        )
        self.action_space = spaces.Discrete(game.num_distinct_actions())
        self.state = None
        self.seat = seat or 0
        self._games = 0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        if seed is not None and self._level is not None:
            self._opponent = _floe.Engine(self.game, self._level, seed=seed)
        deal = int(self.np_random.integers(2**53))
        self.state = self.game.new_initial_state(deal)
        if self._fixed_seat is None:
            self.seat = int(self.np_random.integers(self.game.num_players()))
        if isinstance(self._opponent, _floe.Engine):
            self._opponent.new_game()
        self._answer()
        if self.state.is_terminal():
            # The others were able to end the game before this seat acted: deal again.
            return self.reset(options=options)
        return self._observation(), self._info()

    def _answer(self):
        """Chance and the other seats act until this one does, or the game is over."""
        while not self.state.is_terminal() and self.state.current_player() != self.seat:
            if self.state.is_chance_node():
                self.state.roll()
            elif isinstance(self._opponent, _floe.Engine):
                _play(self.state, self._opponent(self.state))
            else:
                _play(self.state, self._opponent(_shown(self.state, int(self.np_random.integers(2**53)))))

    def _observation(self):
        return self.state.observation_tensor(self.seat)

    def action_masks(self):
        """Which actions are legal, as truth values; the name that sb3-contrib looks for."""
        mask = np.zeros(self.game.num_distinct_actions(), dtype=np.bool_)
        if not self.state.is_terminal():
            mask[self.state.legal_actions()] = True
        return mask

    def _info(self):
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def step(self, action):
        self.state.apply_action(int(action))
        self._answer()
        over = self.state.is_terminal()
        reward = self.state.returns()[self.seat] if over else 0.0
        return self._observation(), float(reward), over, False, self._info()

    def render(self):
        if self.render_mode == "ansi":
            return str(self.state)
        return self.state.svg(self.seat) if self.render_mode == "svg" else None
