"""Games of OpenSpiel: importing this module registers every game as `floe_<id>`.

    import pyspiel
    import floe.open_spiel
    game = pyspiel.load_game("floe_penguins(rules=players:3;holes:4,seed=7)")

Parameters: `rules` as on the command line, with `:` and `;` for `=` and `,`, which OpenSpiel's own notation needs; `seed`, the deal;
`deals`, if above zero, begins with a chance node that chooses one of so many deals, from `seed` on; `actions`, `factored` or
`joint`.
"""

import numpy as np
import pyspiel

from . import _floe

__all__ = ["FloeSpielGame", "FloeSpielState", "load_game"]

_PARAMETERS = {"rules": "", "seed": 0, "deals": 0, "actions": ""}


def _game_type(short_name, name, game=None, deals=0, players=(2, 4)):
    chance = pyspiel.GameType.ChanceMode
    information = pyspiel.GameType.Information
    stochastic = game is None or game.max_chance_outcomes() > 0 or deals > 0
    hidden = game is None or game.has_hidden_information()
    return pyspiel.GameType(
        short_name=short_name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if stochastic else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
        default_loadable=True,
    )


def _rules_text(rules):
    return rules.replace(";", ",").replace(":", "=")


class FloeSpielGame(pyspiel.Game):
    """A game of Floe as a game of OpenSpiel."""

    id = None
    name = None

    def __init__(self, params=None):
        params = dict(params or {})
        unknown = set(params) - set(_PARAMETERS)
        if unknown:
            raise ValueError(f"unknown parameters {sorted(unknown)}; the parameters are {sorted(_PARAMETERS)}")
        rules = str(params.get("rules", ""))
        params["rules"] = rules.replace(",", ";").replace("=", ":")
        self.seed, self.deals = int(params.get("seed", 0)), int(params.get("deals", 0))
        if self.seed < 0 or self.deals < 0:
            raise ValueError("seed and deals are numbers from 0")
        self.floe_game = _floe.Game(self.id, _rules_text(rules) or None, params.get("actions") or None)
        game = self.floe_game
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_distinct_actions(),
            max_chance_outcomes=max(game.max_chance_outcomes(), self.deals),
            num_players=game.num_players(),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.max_game_length(),
        )
        players = (game.num_players(), game.num_players())
        kind = _game_type(f"floe_{self.id.replace('-', '_')}", self.name, game, self.deals, players)
        super().__init__(kind, info, params)

    def new_initial_state(self):
        """The start of the deal, or the chance node that chooses one."""
        return FloeSpielState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """What a player sees."""
        return _Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class FloeSpielState(pyspiel.State):
    """A state of Floe as a state of OpenSpiel; `floe_state` is the former."""

    def __init__(self, game):
        super().__init__(game)
        self.floe_state = None if game.deals else game.floe_game.new_initial_state(game.seed)

    def current_player(self):
        if self.floe_state is None:
            return pyspiel.PlayerId.CHANCE
        return self.floe_state.current_player()

    def _legal_actions(self, player):
        return self.floe_state.legal_actions(player)

    def chance_outcomes(self):
        if self.floe_state is None:
            deals = self.get_game().deals
            return [(deal, 1.0 / deals) for deal in range(deals)]
        return self.floe_state.chance_outcomes()

    def _apply_action(self, action):
        if self.floe_state is None:
            game = self.get_game()
            self.floe_state = game.floe_game.new_initial_state(game.seed + action)
        else:
            self.floe_state.apply_action(action)

    def _action_to_string(self, player, action):
        if self.floe_state is None:
            return f"deal {action}"
        return self.floe_state.action_to_string(action)

    def is_terminal(self):
        return self.floe_state is not None and self.floe_state.is_terminal()

    def returns(self):
        if self.floe_state is None:
            return [0.0] * self.num_players()
        return self.floe_state.returns()

    def __str__(self):
        return "before the deal" if self.floe_state is None else str(self.floe_state)


class _Observer:
    def __init__(self, game, iig_obs_type, params):
        if params:
            raise ValueError(f"there are no parameters of observations; got {params}")
        self._perfect_recall = iig_obs_type.perfect_recall
        shape = tuple(game.floe_game.observation_tensor_shape())
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state, player):
        if state.floe_state is None:
            self.tensor.fill(0)
        else:
            self.dict["observation"][:] = state.floe_state.observation_tensor(player)

    def string_from(self, state, player):
        if state.floe_state is None:
            return "before the deal"
        if self._perfect_recall:
            return state.floe_state.information_state_string(player)
        return state.floe_state.observation_string(player)


def load_game(game, rules=None, **parameters):
    """A game of OpenSpiel by Floe's id, with rules as text."""
    if rules:
        parameters["rules"] = rules.replace(",", ";").replace("=", ":")
    return pyspiel.load_game(f"floe_{game.replace('-', '_')}", parameters)


def _register():
    registered = set(pyspiel.registered_names())
    for game in _floe.games():
        short_name = f"floe_{game['id'].replace('-', '_')}"
        if short_name not in registered:
            kind = type(f"Floe_{game['id']}", (FloeSpielGame,), {"id": game["id"], "name": game["name"]})
            pyspiel.register_game(_game_type(short_name, game["name"]), kind)


_register()
