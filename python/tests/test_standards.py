"""The environments of other libraries pass those libraries' own tests."""

import random

import numpy as np
import pytest
from conftest import GAMES

import floe

QUICK = {"montauk": "rounds=1"}


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo(game):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from floe.pettingzoo import env, raw_env

    api_test(raw_env(game, QUICK.get(game)), num_cycles=120, verbose_progress=False)
    seed_test(lambda **kwargs: env(game, QUICK.get(game), **kwargs), num_cycles=60)


def test_pettingzoo_gives_the_returns_of_the_game():
    pytest.importorskip("pettingzoo")
    from floe.pettingzoo import env

    environment = env("penguins", "players=3")
    for seed in range(3):
        environment.reset(seed=seed)
        rng, got = random.Random(seed), {}
        for agent in environment.agent_iter():
            observation, reward, termination, _truncation, _info = environment.last()
            got[agent] = got.get(agent, 0) + reward
            legal = np.flatnonzero(observation["action_mask"])
            environment.step(None if termination else int(rng.choice(list(legal))))
        state = environment.unwrapped.state_
        assert [got[f"player_{seat}"] for seat in range(3)] == pytest.approx(state.returns())


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium(game):
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from floe.gymnasium import FloeEnv

    class Legal(FloeEnv):
        """The checker knows no masks, so here an illegal action stands for the first legal one."""

        def step(self, action):
            mask = self.action_masks()
            return super().step(action if mask[action] else int(np.flatnonzero(mask)[0]))

    check_env(Legal(game, opponent="random", rules=QUICK.get(game)), skip_render_check=True)


def test_gymnasium_plays_against_a_level_and_a_function():
    pytest.importorskip("gymnasium")
    from floe.gymnasium import FloeEnv

    for opponent in ("greedy", lambda state: state.legal_actions()[0]):
        environment = FloeEnv("paper-penguins", opponent, rules="small")
        seats = set()
        for seed in range(4):
            _, info = environment.reset(seed=seed)
            seats.add(info["seat"])
            over, reward = False, 0.0
            while not over:
                action = int(np.flatnonzero(info["action_mask"])[0])
                _, reward, over, truncated, info = environment.step(action)
                assert not truncated
            assert reward in (-1.0, 0.0, 1.0)
        assert seats == {0, 1}
    with pytest.raises(floe.Refusal):
        environment.reset(seed=1)
        environment.step(int(np.flatnonzero(~environment.action_masks())[0]))


@pytest.mark.parametrize("game", GAMES)
def test_open_spiel(game):
    pyspiel = pytest.importorskip("pyspiel")
    import floe.open_spiel

    # The deal as a chance node as well, where there is one.
    for deals in (0, 3):
        loaded = floe.open_spiel.load_game(game, QUICK.get(game), deals=deals, seed=2)
        pyspiel.random_sim_test(loaded, num_sims=2 if deals else 1, serialize=True, verbose=False, mask_test=True)


def test_open_spiel_rules_and_algorithms():
    pyspiel = pytest.importorskip("pyspiel")
    import floe.open_spiel  # noqa: F401

    game = pyspiel.load_game("floe_penguins(rules=players:3;holes:4,seed=7)")
    assert game.num_players() == 3
    state = game.new_initial_state()
    assert state.floe_state.position() == floe.load("penguins", "players=3,holes=4", seed=7).position()
    small = pyspiel.load_game("floe_paper_penguins(rules=small)")
    from open_spiel.python.algorithms import mcts

    bots = [
        mcts.MCTSBot(small, 2, 30, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(seat))
        for seat in range(2)
    ]
    state = small.new_initial_state()
    for _ in range(4):
        state.apply_action(bots[state.current_player()].step(state))
    with pytest.raises(Exception, match="unknown parameters|not a valid|Unknown"):
        pyspiel.load_game("floe_penguins(colour=red)")
