"""The code in the documentation runs, and the examples do in a short form."""

import importlib.util
import pathlib
import re
import sys

import pytest

import floe

ROOT = pathlib.Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"


def blocks(page):
    """The blocks of Python of a page, each with the module that it needs."""
    text = page.read_text(encoding="utf-8")
    pattern = r"(?:<!-- needs: (\w+) -->\n)?```python\n(.*?)```"
    return [(needs, code) for needs, code in re.findall(pattern, text, re.DOTALL)]


@pytest.mark.parametrize("page", [ROOT.parent / "docs" / "python.md", ROOT / "README.md"], ids=lambda page: page.name)
def test_pages_run(page, capsys):
    names, found = {}, blocks(page)
    assert found
    for needs, code in found:
        if needs and importlib.util.find_spec(needs) is None:
            continue
        exec(compile(code, str(page), "exec"), names)
    assert capsys.readouterr().out


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_training_on_a_cpu_learns():
    """After a few hundred games on a small board the network knows more than at the start."""
    train_cpu = example("train_cpu")
    game = floe.Game("paper-penguins", "rows=5,cols=5,pieces=2")
    network = train_cpu.train(game, 0, hidden=32, games=800, report=lambda _: None, batch=2)
    result = floe.play_match(game, [lambda state: train_cpu.choose(network, state)[0], "random"], 60, seed=9)
    assert result.score()[0] > 0.65, str(result)


def test_alphazero_runs(capsys):
    pytest.importorskip("torch")
    alphazero = example("alphazero_gpu")
    arguments = "paper-penguins --rules rows=4,cols=4,pieces=1 --device cpu --games 4 --iterations 1 --simulations 4"
    result = alphazero.main([*arguments.split(), "--width", "8", "--blocks", "1", "--batch", "16", "--steps", "2", "--match", "2"])
    assert result.games == 2 and "iteration 1" in capsys.readouterr().out
