"""An AEC environment of PettingZoo.

    from floe.pettingzoo import env
    environment = env("penguins", rules="players=3")
"""

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import _floe

__all__ = ["FloeEnv", "env", "raw_env"]


class FloeEnv(AECEnv):
    """Any game as an environment: `observation` is the planes, `action_mask` the legal actions.

    Agents are `player_0`, `player_1` … by seat. Each agent gets its return when the game ends, and nothing before. Chance acts by
    itself, from the seed. Without a seed `reset` deals the next game of the last one.
    """

    metadata = {"name": "floe", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, game, rules=None, actions=None, render_mode=None):
        super().__init__()
        if not isinstance(game, _floe.Game):
            game = _floe.Game(game, rules, actions)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r}: use one of {self.metadata['render_modes']} or None")
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players())]
        shape, count = tuple(game.observation_tensor_shape()), game.num_distinct_actions()
        # Counts and scores are not limited by the rules.
        planes = spaces.Box(low=-np.inf, high=np.inf, shape=shape, dtype=np.float32)
        mask = spaces.Box(low=0, high=1, shape=(count,), dtype=np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seed = -1
        self.state_ = None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self._seed = self._seed + 1 if seed is None else int(seed)
        self.state_ = self.game.new_initial_state(self._seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self._settle()
        self.agent_selection = self._acting()

    def _settle(self):
        if self.state_.is_chance_node():
            self.state_.roll()

    def _acting(self):
        player = self.state_.current_player()
        return self.possible_agents[max(player, 0)]

    def observe(self, agent):
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.game.num_distinct_actions(), dtype=np.int8)
        if not self.state_.is_terminal() and self.state_.current_player() == seat:
            mask[self.state_.legal_actions()] = 1
        return {"observation": self.state_.observation_tensor(seat), "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_.apply_action(int(action))
        self._settle()
        if self.state_.is_terminal():
            for seat, value in enumerate(self.state_.returns()):
                self.rewards[self.possible_agents[seat]] = value
            self.terminations = {agent: True for agent in self.agents}
            seat = self.possible_agents.index(agent)
            self.agent_selection = self.possible_agents[(seat + 1) % len(self.possible_agents)]
        else:
            self.agent_selection = self._acting()
        self._accumulate_rewards()

    def render(self):
        if self.render_mode == "ansi":
            return str(self.state_)
        if self.render_mode == "svg":
            return self.state_.svg()
        return None

    def close(self):
        pass


def raw_env(game, rules=None, actions=None, render_mode=None):
    """The environment without wrappers."""
    return FloeEnv(game, rules, actions, render_mode)


def env(game, rules=None, actions=None, render_mode=None):
    """The environment, which ends the game with a loss for an agent that takes an illegal action, and checks the order of calls."""
    from pettingzoo.utils import wrappers

    environment = raw_env(game, rules, actions, render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)
