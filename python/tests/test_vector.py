"""Vectors play the same games as states, whatever the number of threads."""

import threading

import numpy as np
import pytest
from conftest import GAMES

import floe


def buffers_of(vector):
    return floe.make_buffers(vector)


def test_a_vector_is_many_states(rules, view):
    """Every step of a vector, replayed in states that begin at its positions: same masks, players, planes and returns."""
    game, text = rules
    vector = floe.VectorState(game, 6, 5, rules=text, actions=view)
    buffers = buffers_of(vector)
    vector.reset(5, **buffers)
    kind = vector.get_game()
    random_chance = kind.max_chance_outcomes() > 0
    states = [kind.new_initial_state(position=vector.position(at)) for at in range(len(vector))]
    actions = np.zeros(len(vector), dtype=np.int64)
    ended = 0
    for _ in range(250 if kind.num_distinct_actions() < 2000 else 60):
        for at, state in enumerate(states):
            assert list(np.flatnonzero(buffers["masks"][at])) == state.legal_actions()
            assert buffers["players"][at] == state.current_player()
            assert (buffers["observations"][at] == state.observation_tensor()).all()
        vector.sample(actions)
        assert buffers["masks"][np.arange(len(vector)), actions].all()
        vector.step(actions, **buffers)
        for at, state in enumerate(states):
            state.apply_action(actions[at])
            over = state.is_terminal()
            if over:
                assert buffers["rewards"][at] == pytest.approx(state.returns())
                ended += 1
            elif not random_chance:
                assert not buffers["rewards"][at].any()
            if not state.is_chance_node():
                assert bool(buffers["done"][at]) == over
            if over or state.is_chance_node():
                # A new game, or chance, which acts in the vector by itself.
                states[at] = kind.new_initial_state(position=vector.position(at))
    assert vector.games_ended == ended or random_chance


@pytest.mark.parametrize("game", GAMES)
def test_threads_change_nothing(game):
    seen = []
    for threads in (1, 2, 3):
        vector = floe.VectorState(game, 37, 9, threads=threads)
        buffers = buffers_of(vector)
        vector.reset(9, **buffers)
        actions = np.zeros(37, dtype=np.int64)
        trail = []
        for _ in range(40):
            vector.sample(actions)
            vector.step(actions, **buffers)
            trail.append((actions.tobytes(), *(buffers[name].tobytes() for name in sorted(buffers))))
        seen.append(trail)
    assert seen[0] == seen[1] == seen[2]


def test_games_end_and_begin_again_or_stay():
    vector = floe.VectorState("paper-penguins", 8, rules="small", auto_reset=False)
    buffers = buffers_of(vector)
    vector.reset(**buffers)
    actions = np.zeros(8, dtype=np.int64)
    ends = np.zeros(8)
    for _ in range(200):
        vector.sample(actions)
        vector.step(actions, **buffers)
        ends += buffers["done"]
    assert (ends == 1).all() and vector.games_ended == 8
    assert not buffers["masks"].any() and (buffers["players"] == -4).all()
    assert len(vector.scores()) == 8
    vector.reset(1, **buffers)
    assert buffers["masks"].any(axis=1).all()


def test_arrays_are_shared_by_dlpack():
    vector = floe.VectorState("amazons", 4)
    buffers = buffers_of(vector)
    shared = np.from_dlpack(buffers["observations"])
    vector.reset(**buffers)
    assert np.shares_memory(shared, buffers["observations"]) and shared.any()


def test_bytes_serve_as_truth_values():
    vector = floe.VectorState("amazons", 4)
    masks = np.zeros((4, 100), dtype=np.uint8)
    vector.reset(masks=masks)
    assert masks.sum() == 16


def test_two_threads_of_python_cannot_share_a_vector():
    """While one steps without the lock, the other is refused; nothing is damaged."""
    vector = floe.VectorState("amazons", 20_000)
    actions = np.zeros(20_000, dtype=np.int64)
    refused, wrong = [], []

    def work():
        for _ in range(30):
            try:
                vector.sample(np.zeros(20_000, dtype=np.int64))
            except RuntimeError as error:
                refused.append(str(error))
            except BaseException as error:  # noqa: BLE001
                wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert all("borrow" in text for text in refused)
    vector.sample(actions)
    vector.step(actions)
