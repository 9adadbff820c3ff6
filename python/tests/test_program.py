"""Everything else the program does: engines, solutions, reviews, matches, reports, records, drawings."""

import random
import xml.dom.minidom

import pytest
from conftest import GAMES, play

import floe

QUICK = {"montauk": "rounds=1"}


@pytest.mark.parametrize("game", GAMES)
def test_engines_choose_legal_moves(game):
    rules = QUICK.get(game)
    state = floe.load(game, rules, seed=3)
    engine = floe.Engine(state.get_game(), 2)
    for _ in range(4):
        if state.is_chance_node():
            state.roll()
        if state.is_terminal():
            break
        steps = engine.choose_actions(state)
        state.apply_actions(steps)
    analysis = floe.Engine(state.get_game(), nodes=50).analyze(play(floe.load(game, rules, seed=1), limit=0) if not rules else rolled(game, rules), 2, True)
    assert analysis["best"] and analysis["nodes"] > 0
    assert 0 <= analysis["lines"][0]["win"] <= 1 and analysis["lines"][0]["reasons"] is not None


def rolled(game, rules):
    state = floe.load(game, rules, seed=1)
    state.roll()
    return state


def test_an_engine_by_level_time_and_nodes():
    state = floe.load("penguins", seed=1)
    assert floe.Engine("penguins", "max@5ms").choose(state)
    assert floe.Engine("penguins", time=0.005).analyze(state)["nodes"] > 0
    one, other = (floe.Engine("penguins", nodes=200, seed=4).analyze(state, lines=3) for _ in range(2))
    assert one == other and len(one["lines"]) == 3
    assert floe.Engine("penguins").level == "max" and floe.Engine("penguins", 7).level == "7"


def test_solving():
    state = play(floe.load("paper-penguins", "rows=4,cols=4,pieces=2", seed=2), limit=6)
    solution = floe.solve(state)
    assert solution["winners"] and solution["margin"]["fish"] is not None
    line = state.clone()
    for text in solution["line"]:
        line.apply_move(text)
    scores = line.scores()
    assert line.is_terminal() and scores[0] - scores[1] == solution["margin"]["fish"]
    assert floe.solve(floe.load("amazons"), nodes=10) is None
    assert floe.solve(floe.load("amazons"), time=0.01) is None
    with pytest.raises(floe.Refusal, match="not a pure slide game"):
        floe.solve(floe.load("montauk"))


def test_records_and_reviews():
    state = play(floe.load("paper-penguins", "small", seed=5), seed=2)
    record = floe.Record.from_state(state)
    assert floe.Record(str(record)) == record == floe.Record(record.to_string("json"))
    assert record.game == "paper-penguins" and record.result["scores"] == state.scores()
    assert record.state().history() == state.history()
    assert record.state(3).history() == state.history()[:3]
    reviewed = floe.review(record, nodes=20)
    assert len(reviewed["moves"]) == len(record)
    assert floe.review(state, nodes=20) == reviewed
    amazons = play(floe.load("amazons", seed=1), seed=1)
    sgf = floe.Record.from_state(amazons).to_string("sgf")
    assert sgf.startswith("(;") and floe.Record(sgf).state().position() == amazons.position()
    assert floe.read_records(sgf)[0].game == "amazons"


def test_records_hide_what_is_hidden():
    state = floe.load("montauk", "rounds=1", seed=1)
    state.roll()
    full, seen = floe.Record.from_state(state), floe.Record.from_state(state, player=0)
    assert full != seen and "count" in str(seen.events) and "count" not in str(full.events)
    with pytest.raises(floe.Refusal):
        seen.state()


def test_matches_with_functions():
    rng = random.Random(1)

    def first(state):
        return state.legal_actions()[0]

    def text(state):
        return state.action_to_string(rng.choice(state.legal_actions()))

    result = floe.play_match("paper-penguins", [first, text], 6, rules="small", records=True)
    assert sum(result.points) == result.games == 6 and len(result.records) == 6
    assert result.results[0]["seed"] == result.results[1]["seed"] and result.results[0]["seats"] == [0, 1]
    assert all(floe.Record(record).result for record in result.records)
    share, low, high = result.score()
    assert 0 <= low <= share <= high <= 1 and len(result.elo()) == 3 and "first" in str(result)
    strong = floe.play_match("paper-penguins", ["3", "random"], 8, rules="small")
    assert strong.points[0] > strong.points[1]
    three = floe.play_match("penguins", ["greedy", "random", first], 3, rules="players=3")
    assert three.games == 3
    hidden = floe.play_match("montauk", [first, "1"], 2, rules="rounds=1")
    assert hidden.games == 2
    with pytest.raises(floe.Refusal):
        floe.play_match("amazons", [lambda state: 0, "random"], 2)
    with pytest.raises(ValueError, match="one for each"):
        floe.play_match("amazons", ["random"])


def test_functions_are_shown_no_more_than_their_seat_sees():
    """What a function is given is resampled: the other hand in it is not the real one."""
    shown = []

    def look(state):
        shown.append((state.current_player(), state.to_dict()["hands"]))
        return state.legal_actions()[0]

    real = floe.play_match("montauk", [look, look], 1, rules="rounds=1", records=True)
    dealt = [event["cards"] for event in floe.Record(real.records[0]).events if event.get("event") == "deal"]
    first = shown[0]
    other = sorted(first[1][1 - first[0]])
    assert all(sorted(cards) != other for cards in dealt)


def test_reports_of_the_lab():
    report = floe.lab("paper-penguins", 6, "random", rules="small", switches=["pieces"])
    assert report["summary"]["games"] == 6
    assert any(row["measure"] == "length" and row["low"] <= row["value"] <= row["high"] for row in report.summary())
    assert "games" in report.to_text() and report.to_html().lstrip().lower().startswith("<!doctype")
    assert "iframe" in report._repr_html_()
    one, other = floe.Game("paper-penguins", "small"), floe.Game("paper-penguins", "small,pieces=1")
    compared = floe.lab_compare(one, other, 4, "random")
    assert compared["differences"] and compared.to_text()
    with pytest.raises(floe.Refusal, match="limited by time"):
        floe.lab("penguins", 2, "max")
    pandas = pytest.importorskip("pandas")
    assert isinstance(report.to_dataframe(), pandas.DataFrame) and len(compared.to_dataframe())
    assert len(floe.play_match("paper-penguins", ["random", "random"], 2, rules="small").to_dataframe()) == 2


@pytest.mark.parametrize("game", GAMES)
def test_drawings(game):
    state = floe.load(game, QUICK.get(game), seed=1)
    if state.is_chance_node():
        state.roll()
    for svg in (state._repr_svg_(), state.svg(0), state.svg(-1)):
        assert xml.dom.minidom.parseString(svg).documentElement.tagName == "svg"
    assert str(state).strip() and state.picture(0).strip()


def test_a_board_for_notebooks():
    board = floe.Board("paper-penguins", opponent="greedy")
    moves = board.moves()
    assert moves == sorted(moves) and len(moves) == len(board.state.legal_actions())
    board.play(moves[0])
    assert board.state.current_player() == 0 and len(board.state.history()) == 2
    html = board._repr_html_()
    assert html.count('"svg"') == 3 and "http://" not in html.replace("http://www.w3.org", "")
    board.undo()
    assert len(board.state.history()) == 1
    board.engine_move()
    assert "text/html" in floe.Board("amazons")._repr_mimebundle_() or floe.Board("amazons").widget()
    board._handle({"call": "play", "text": "z99"})
    assert "z99" in board._error
    assert floe.Board("amazons").moves()[0] == "a4-a1/a2"
    assert len(floe.Board("amazons").moves()) == 2176
    floe.Board(floe.load("montauk", "rounds=1"))._repr_html_()


def test_every_name_is_documented_and_typed():
    """Every public method has a docstring and is in the type stubs."""
    import ast
    import pathlib

    stubs = ast.parse((pathlib.Path(floe.__file__).parent / "_floe.pyi").read_text())
    declared = {node.name: node for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    for name in ("Game", "State", "VectorState", "Engine"):
        kind = getattr(floe, name)
        body = declared[name].body
        known = {node.name for node in body if isinstance(node, ast.FunctionDef)}
        known |= {node.target.id for node in body if isinstance(node, ast.AnnAssign)}
        for attribute in dir(kind):
            if not attribute.startswith("_"):
                assert attribute in known, f"{name}.{attribute} is not in the stubs"
                assert getattr(kind, attribute).__doc__, f"{name}.{attribute} has no docstring"
        assert {one for one in known if not one.startswith("_")} <= set(dir(kind))
    for name in floe.__all__:
        assert name == "__version__" or getattr(floe, name).__doc__, name
