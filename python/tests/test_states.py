"""States say what the rules say."""

import copy
import json
import pickle
import random

import numpy as np
import pytest
from conftest import GAMES, play, step

import floe


def test_a_game_in_pythons_words_is_one_of_the_rules(rules, view):
    """Random games in Python are replayed by the rules from their record, and end in the same way."""
    game, text = rules
    state = floe.load(game, text, seed=3, actions=view)
    numbers = state.get_game().num_distinct_actions()
    rng = random.Random(1)
    steps = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and legal
        mask = state.legal_actions_mask()
        assert list(np.flatnonzero(mask)) == legal
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert [outcome for outcome, _ in outcomes] == legal
            assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-9
            assert state.current_player() == -1
        else:
            assert legal[-1] < numbers and len(mask) == numbers
            assert state.legal_actions(state.current_player()) == legal
        state.apply_action(step(state, rng))
        steps += 1
    assert state.current_player() == -4 and state.legal_actions() == []
    assert steps == len(state.history()) <= state.get_game().max_game_length()
    assert abs(sum(state.returns())) < 1e-6 and state.rewards() == state.returns()
    record = floe.Record(state.record())
    assert record.result == {key: value for key, value in state.result().items() if key != "end"}
    again = record.state(actions=view)
    assert again.returns() == state.returns() and again.scores() == state.scores()
    assert again.position() == state.position()
    assert again.record() == state.record()


def test_actions_and_texts_are_the_same(rules, view):
    game, text = rules
    state = floe.load(game, text, seed=5, actions=view)
    rng = random.Random(2)
    for number in range(60):
        if state.is_terminal():
            break
        if number % 7 == 0:
            for action in rng.sample(state.legal_actions(), min(12, len(state.legal_actions()))):
                words = state.action_to_string(state.current_player(), action)
                assert state.string_to_action(words) == action, words
        state.apply_action(step(state, rng))


def test_a_step_can_be_taken_back(rules):
    game, text = rules
    state = floe.load(game, text, seed=1)
    before = state.serialize()
    rng = random.Random(3)
    pasts = []
    for _ in range(40):
        if state.is_terminal():
            break
        pasts.append((state.position(), state.partial_move, state.legal_actions()))
        state.apply_action(step(state, rng))
    copied = state.clone()
    while pasts:
        player, action = state.full_history()[-1]
        state.undo_action(player, action)
        assert (state.position(), state.partial_move, state.legal_actions()) == pasts.pop()
    assert state.serialize() == before
    assert copied.serialize() != before


def test_copies_and_pickles_are_the_same_state(rules, view):
    game, text = rules
    state = play(floe.load(game, text, seed=2, actions=view), seed=4, limit=37)
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.serialize() == state.serialize()
        assert other.legal_actions() == state.legal_actions()
        assert other.get_game() == state.get_game() and hash(other.get_game()) == hash(state.get_game())
        assert play(other, seed=9).history()[:37] == state.history()
    game = state.get_game()
    assert pickle.loads(pickle.dumps(game)) == game


def test_shapes_do_not_depend_on_the_seed(rules, view):
    name, text = rules
    game = floe.Game(name, text, view)
    shape = tuple(game.observation_tensor_shape())
    assert len(game.planes()) == shape[0]
    for seed in range(5):
        state = play(game.new_initial_state(seed), seed, limit=seed * 11)
        for player in range(game.num_players()):
            planes = state.observation_tensor(player)
            assert planes.shape == shape and planes.dtype == np.float32 and np.isfinite(planes).all()


@pytest.mark.parametrize("game", GAMES)
def test_planes_show_the_position(game):
    """The planes of the board, read back, are the pieces that the position lists."""
    game = floe.Game(game)
    names = [name for name, _ in game.planes()]
    if "pieces +0" not in names:
        pytest.skip("no board")
    state = play(game.new_initial_state(1), seed=1, limit=15)
    places = {(row, column): name for name, row, column in game.cells()}
    for player in range(game.num_players()):
        planes = state.observation_tensor(player)
        own = {places[tuple(point)] for point in np.argwhere(planes[names.index("pieces +0")] == 1)}
        reach = state.insight(player)
        assert reach["family"] in ("slide", "buffet")
        assert len(own) == len(state.observation_tensor(player)[0].nonzero()[0])
        # Seen from the next seat, the same pieces are one plane further.
        last = game.num_players() - 1
        other = state.observation_tensor((player + 1) % game.num_players())
        assert (other[names.index(f"pieces +{last}")] == planes[names.index("pieces +0")]).all()


def twins(state, player, rng):
    return [state.resample_from_infostate(player, rng.random) for _ in range(2)]


@pytest.mark.parametrize(
    "game, rules",
    [("montauk", "rounds=2"), ("montauk", "rounds=1,reshuffle=short,decks=2"), ("amazonian-buffet", "showdown=table,adjust=sealed")],
)
def test_what_a_seat_cannot_tell_apart_looks_the_same(game, rules):
    """Twins differ in what is hidden and are the same in everything a seat is told."""
    state = floe.load(game, rules, seed=4)
    rng = random.Random(5)
    different = 0
    while not state.is_terminal():
        for player in range(2):
            for twin in twins(state, player, rng):
                different += twin.position() != state.position()
                assert (twin.observation_tensor(player) == state.observation_tensor(player)).all()
                assert twin.observation_string(player) == state.observation_string(player)
                assert twin.information_state_string(player) == state.information_state_string(player)
                assert twin.current_player() == state.current_player()
                if state.current_player() == player:
                    assert twin.legal_actions() == state.legal_actions()
        state.apply_action(step(state, rng))
    assert different > 5


def test_a_resampled_state_is_a_state():
    state = floe.load("montauk", "rounds=1", seed=4)
    state.roll()
    twin = state.resample_from_infostate(1, random.Random(1).random)
    assert pickle.loads(pickle.dumps(twin)).information_state_string(1) == state.information_state_string(1)
    again = twin.resample(1, 7).resample(0, 9)
    assert play(again).is_terminal()
    assert "by" in play(twin).information_state_string(0)


def test_chance_of_a_seed_is_that_of_the_program():
    """`roll` draws what `floe trace` draws for the same seed."""
    one, other = (floe.load("montauk", "rounds=1", seed=6) for _ in range(2))
    one.roll()
    while other.is_chance_node():
        other.roll()
    assert one.position() == other.position()
    assert json.loads(one.record())["events"][0]["event"] == "dice"


def test_house_rules_come_from_a_file(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('game = "penguins"\nplayers = 3\nholes = 4\n')
    state = floe.load("penguins", file, seed=1)
    assert state.num_players() == 3 and state.get_game().rules["holes"] == 4
    assert floe.load("penguins", {"players": 3, "holes": 4}, seed=1).position() == state.position()
    assert floe.load("penguins", "players=3,holes=4", seed=1).position() == state.position()
    with pytest.raises(floe.Refusal, match="rules of penguins, not of fish"):
        floe.load("fish", file)


def test_both_views_of_amazons_play_the_same_game():
    factored, joint = (floe.load("amazons", actions=view) for view in ("factored", "joint"))
    assert len(factored.legal_actions()) == 4 and len(joint.legal_actions()) == 2176
    assert factored.num_distinct_actions() == 100
    rng = random.Random(1)
    while not joint.is_terminal():
        action = rng.choice(joint.legal_actions())
        words = joint.action_to_string(action)
        joint.apply_action(action)
        steps = factored.string_to_actions(words)
        assert len(steps) == 3
        factored.apply_actions(steps)
        assert factored.position() == joint.position()


def test_a_move_can_be_played_as_text():
    state = floe.load("amazons")
    state.apply_move("d1-d7/g7")
    assert state.action_to_string(state.legal_actions()[0])
    state.apply_action(state.string_to_action("g10"))
    assert state.partial_move == "g10"
    assert state.string_to_actions("g10-g8/a8") == state.string_to_actions("g10g8/a8")
    with pytest.raises(floe.Refusal, match="does not begin with g10"):
        state.string_to_actions("a7-a8/a7")
    state.apply_move("g10-g8/a8")
    assert state.current_player() == 0 and state.partial_move == ""


@pytest.mark.parametrize("game, count", [("amazons", 8), ("penguins", 2), ("paper-penguins", 8), ("montauk", 1)])
def test_symmetries_are_permutations(game, count):
    game = floe.Game(game)
    found = floe.symmetries(game)
    assert len(found) == count
    state = play(game.new_initial_state(0), limit=9)
    if state.is_chance_node():
        state.roll()
    planes, mask = state.observation_tensor(0), state.legal_actions_mask()
    assert (found[0].observation(planes) == planes).all() and (found[0].policy(mask) == mask).all()
    for symmetry in found:
        assert sorted(symmetry.actions) == list(range(game.num_distinct_actions()))
        image = symmetry.observation(planes)
        assert image.sum() == pytest.approx(planes.sum())
        back = np.empty_like(symmetry.actions)
        back[symmetry.actions] = np.arange(len(back))
        assert (symmetry.policy(mask)[symmetry.actions] == mask).all()


def test_labels_name_every_action():
    for game in GAMES:
        for view in ("factored", "joint"):
            game_ = floe.Game(game, actions=view)
            count = game_.num_distinct_actions()
            labels = {game_.action_label(action) for action in range(0, count, max(1, count // 500))}
            assert all(labels)
