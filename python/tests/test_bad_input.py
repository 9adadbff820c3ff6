"""Bad input raises exceptions with the rules' own sentences, and changes nothing."""

import json
import pickle
import threading

import numpy as np
import pytest
from conftest import play

import floe


def refusal(call, *args, **kwargs):
    with pytest.raises(floe.Refusal) as caught:
        call(*args, **kwargs)
    assert isinstance(caught.value, ValueError) and caught.value.kind
    return str(caught.value)


def test_wrong_actions():
    state = floe.load("amazons")
    before = state.serialize()
    assert refusal(state.apply_action, 100) == "there is no action 100; actions are 0 to 99"
    assert refusal(state.apply_action, -1) == "there is no action -1; actions are 0 to 99"
    assert refusal(state.apply_action, 2**62).startswith("there is no action")
    assert "a10" in refusal(state.apply_action, 0)
    with pytest.raises(OverflowError):
        state.apply_action(2**80)
    with pytest.raises(TypeError):
        state.apply_action("d1")
    with pytest.raises(TypeError):
        state.apply_action(None)
    assert refusal(state.apply_actions, [93, 33, 1])
    assert state.serialize() == before
    state.apply_move("d1-d7/g7")
    assert refusal(state.apply_move, "g10-g6/a1") == "g10-g6/a1: g7 is blocked by an arrow"
    state.apply_actions(state.string_to_actions("g10-g8/a8")[:1])
    g6 = [name for name, _, _ in state.get_game().cells()].index("g6")
    assert "g7 is blocked by an arrow" in refusal(state.apply_action, g6)
    assert refusal(state.undo_action, 0, 5).startswith("the last step was action")


def test_every_illegal_action_has_its_sentence(rules, view):
    game, text = rules
    state = floe.load(game, text, seed=1, actions=view)
    for limit in (0, 3, 11, 40):
        state = play(state, seed=limit, limit=limit)
        if state.is_terminal() or state.is_chance_node():
            continue
        legal = set(state.legal_actions())
        count = state.num_distinct_actions()
        for action in range(0, count, max(1, count // 200)):
            if action not in legal:
                assert len(refusal(state.apply_action, action)) > 8


def test_finished_games():
    state = play(floe.load("paper-penguins", "small"))
    assert refusal(state.apply_action, 0) == "the game is over"
    assert refusal(state.apply_move, "a1") == "'a1': the game is over"
    assert refusal(floe.Engine("paper-penguins", "greedy", rules="small").choose, state) == "the game is over"
    assert refusal(state.chance_outcomes) == "no chance event is due"
    assert refusal(state.observation_tensor).startswith("no player is to act")
    assert refusal(state.observation_tensor, 2) == "there is no player 2; players are 0 to 1"
    assert refusal(state.legal_actions, 7).startswith("there is no player 7")


def test_wrong_names_and_rules():
    assert refusal(floe.load, "chess").startswith("unknown game 'chess'; the games are amazons")
    assert "unknown switch" in refusal(floe.load, "penguins", "colour=red")
    assert refusal(floe.load, "penguins", {"players": 9})
    assert "unknown view" in refusal(floe.load, "penguins", actions="both")
    assert refusal(floe.load, "penguins", position="nonsense")
    assert refusal(floe.Engine, "penguins", "11").startswith("unknown level '11'")
    assert refusal(floe.Engine, "penguins", time=-1.0).startswith("time: -1")
    assert refusal(floe.Engine, "penguins", threads=0).startswith("0 threads")
    other = floe.Engine("penguins", "1")
    assert refusal(other.choose, floe.load("penguins", "players=3")).startswith("this engine plays penguins")
    with pytest.raises(TypeError):
        floe.load(7)
    with pytest.raises(OverflowError):
        floe.load("penguins", seed=-1)
    with pytest.raises(FileNotFoundError):
        import pathlib

        floe.load("penguins", pathlib.Path("no such file.toml"))


def test_half_made_moves():
    state = floe.load("amazons")
    state.apply_action(state.legal_actions()[0])
    assert refusal(floe.Engine("amazons", "greedy").choose, state).endswith(
        "this move is half made; complete it or take it back first"
    )


def test_wrong_arrays():
    vector = floe.VectorState("amazons", 4)

    def said(kind, call, *args, **kwargs):
        with pytest.raises(kind) as caught:
            call(*args, **kwargs)
        return str(caught.value)

    good = np.zeros(4, dtype=np.int64)
    vector.sample(good)
    masks = np.zeros((4, 100), dtype=np.bool_)
    expected = "masks: expected a C-contiguous NumPy array of bool or uint8 with shape (4, 100); got "
    for wrong, got in [
        (np.zeros((4, 99), dtype=np.bool_), "bool (4, 99)"),
        (np.zeros((4, 100), dtype=np.float32), "float32 (4, 100)"),
        (np.zeros((4, 200), dtype=np.bool_)[:, ::2], "bool (4, 100), not C-contiguous"),
        (np.zeros((100, 4), dtype=np.bool_).T, "bool (4, 100), not C-contiguous"),
    ]:
        assert said(ValueError, vector.step, good, masks=wrong) == expected + got
    assert said(TypeError, vector.step, good, masks=[[0] * 100] * 4).startswith(expected)
    masks.flags.writeable = False
    assert "cannot be written to" in said(ValueError, vector.step, good, masks=masks)
    both = np.zeros((4, 2), dtype=np.float32)
    assert said(ValueError, vector.step, good.astype(np.int32)).startswith("actions: expected")
    assert said(ValueError, vector.step, good[:3]).startswith("actions: expected")
    assert "game 2: there is no action 999" in refusal(vector.step, np.array([good[0], good[1], 999, good[3]]))
    assert "game 0:" in refusal(vector.step, np.zeros(4, dtype=np.int64))
    shared = np.zeros(4 * 100, dtype=np.uint8)
    assert "cannot be written to" in said(ValueError, vector.step, good, masks=shared.reshape(4, 100), done=shared[:4])
    assert said(IndexError, vector.position, 4) == "there is no game 4; games are 0 to 3"
    for n, threads in [(0, 1), (2**40, 1), (4, 0), (4, 10_000)]:
        refusal(floe.VectorState, "amazons", n, threads=threads)
    # Nothing has happened.
    vector.step(good, rewards=both)


def test_texts_of_strangers():
    """What a pickle or a text of a stranger says is checked by the rules."""
    state = play(floe.load("penguins", seed=1), limit=12)
    good = json.loads(state.serialize())
    assert floe.deserialize(json.dumps(good)).serialize() == state.serialize()
    for change in [
        {"history": [10**9]},
        {"history": [-1]},
        {"history": ["a"]},
        {"history": good["history"] * 2},
        {"history": "0"},
        {"rules": {"players": 99}},
        {"rules": []},
        {"game": "chess"},
        {"start": "x" * 100},
        {"start": 7},
        {"actions": "all"},
        {"floe_state": 2},
        {"seen": ["one"]},
        {"seen": 3},
    ]:
        refusal(floe.deserialize, json.dumps({**good, **change}))
    for text in ["", "{}", "[]", "nonsense", "{" * 100_000, " " * (5 << 20)]:
        refusal(floe.deserialize, text)
    refusal(floe.Record, "(;GM[1])")
    refusal(floe.Record, '{"floe":1}')
    refusal(floe.read_records, "nothing")

    class Stranger:
        def __reduce__(self):
            return floe.deserialize, ('{"floe_state":1,"game":"amazons"}',)

    with pytest.raises(floe.Refusal):
        pickle.loads(pickle.dumps(Stranger()))


def test_states_serve_any_thread():
    """A state may be passed from thread to thread; used by two at once, nothing is damaged."""
    state, wrong = floe.load("amazons"), []

    def work():
        try:
            for _ in range(300):
                state.clone().apply_action(state.legal_actions()[0])
        except RuntimeError as error:
            assert "borrow" in str(error)
        except BaseException as error:  # noqa: BLE001
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(state.legal_actions()) == 4


def test_an_engine_is_for_one_thread_at_a_time():
    """A second search at the same time is refused; the first is not disturbed."""
    engine, state = floe.Engine("amazons", "max", time=0.3), floe.load("amazons")
    start, chosen, refused = threading.Barrier(2), [], []

    def work():
        start.wait()
        try:
            chosen.append(engine.choose(state.clone()))
        except RuntimeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(chosen) + len(refused) == 2 and chosen
    assert all(text.startswith("this engine is searching in another thread") for text in refused)
