"""Games and house rules that between them have every kind of action, and helpers to play them."""

import random

import pytest

import floe

GAMES = [game["id"] for game in floe.games()]

# A rule set for each kind of action; small boards where games are long.
RULES = [(game, None) for game in GAMES] + [
    ("amazons", "rows=6,cols=6,start=\"a2 b1 | e6 f5\""),
    ("penguins", "players=4"),
    ("penguins", "lay=alternate,draw=pile"),
    ("penguins", "lay=alternate,draw=supply"),
    ("penguins", "retire_stuck=true"),
    ("fish", "rows=4,cols=3,players=2"),
    ("penguin-buffet", "showdown=table"),
    ("amazonian-buffet", "showdown=table,adjust=sealed,pairing=free"),
    ("montauk", "rounds=1,scoring=pips,stack_spends=false,decks=2"),
    ("montauk", "rounds=1,reroll_equal=true"),
]


def short(rules):
    """Rules with fewer rounds where there are rounds."""
    game, text = rules
    if text is None and "rounds" in floe.Game(game).rules:
        return (game, "rounds=2")
    return rules


@pytest.fixture(params=[short(rules) for rules in RULES], ids=lambda rules: f"{rules[0]} {rules[1] or ''}".strip())
def rules(request):
    return request.param


@pytest.fixture(params=["factored", "joint"])
def view(request):
    return request.param


def step(state, rng):
    """A random step, of chance too."""
    if state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes())
        return rng.choices(outcomes, probabilities)[0]
    return rng.choice(state.legal_actions())


def play(state, seed=0, limit=10**9):
    """Plays at random to the end, or `limit` steps."""
    rng = random.Random(seed)
    while not state.is_terminal() and limit > 0:
        state.apply_action(step(state, rng))
        limit -= 1
    return state
