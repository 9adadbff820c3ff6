"""Matches between levels, engines and Python functions."""

import math
from dataclasses import dataclass, field

from . import _floe


@dataclass
class MatchResult:
    """How a match ended. A shared win counts in equal parts."""

    names: list
    """The players."""
    points: list
    """What each player scored: 1 for a win."""
    games: int
    """How many games were played."""
    wins: list
    """Sole wins of each player."""
    draws: int
    """Games with more than one winner, or none."""
    results: list = field(repr=False)
    """For each game the players by seat, the seed and the result."""
    records: list = field(repr=False)
    """For each game its record as JSON, where they were asked for."""

    def score(self, player=0):
        """The share of points of a player with its 95 % interval: (share, low, high)."""
        n = self.games
        shares = [game["points"][player] for game in self.results]
        mean = sum(shares) / n
        if n < 2:
            return mean, 0.0, 1.0
        variance = sum((share - mean) ** 2 for share in shares) / (n - 1)
        # With equal results throughout, the rule of three instead of an interval of no width.
        half = 1.96 * math.sqrt(variance / n) if variance > 0 else 3 / n
        return mean, max(0.0, mean - half), min(1.0, mean + half)

    def elo(self, player=0):
        """The Elo difference of a player to the others with its 95 % interval, for two players: (difference, low, high)."""

        def of(share):
            if share <= 0:
                return -math.inf
            return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))

        return tuple(of(share) for share in self.score(player))

    def to_dataframe(self):
        """The games as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.results)

    def __str__(self):
        lines = []
        for at, name in enumerate(self.names):
            share, low, high = self.score(at)
            lines.append(f"{name}: {self.points[at]:g} of {self.games} ({share:.1%}, {low:.1%} to {high:.1%})")
        return "\n".join(lines)


def _player(player, game, number):
    """A function from states to moves, and a name."""
    if isinstance(player, _floe.Engine):
        return player, f"engine {player.level}"
    if callable(player):
        return player, getattr(player, "__name__", type(player).__name__)
    engine = _floe.Engine(game, player, seed=number)
    return engine, str(player)


def _play(state, choice):
    """Makes a choice: an action, several, or a move as text."""
    if isinstance(choice, str):
        state.apply_move(choice)
    elif hasattr(choice, "__index__"):
        state.apply_action(choice.__index__())
    else:
        state.apply_actions([action.__index__() for action in choice])


def _shown(state, seed):
    """What a function is shown: no more than its seat may know."""
    if state.get_game().has_hidden_information():
        return state.resample(state.current_player(), seed)
    return state.clone()


def play_match(game, players, games=10, *, rules=None, seed=0, actions=None, records=False, max_steps=None):
    """Plays games between players and returns a `MatchResult`.

    A player is a level (`"greedy"`, `3`, `"max@200ms"`), an `Engine`, or a function that is given a copy of the state and returns an
    action, a list of actions or a move as text. Where something is hidden, the copy is resampled, so that a function sees no
    more than its seat does. Seats rotate: with two players, every two games have the same deal and both orders. An exception of
    a player ends the match; an illegal move raises `Refusal`.
    """
    if not isinstance(game, _floe.Game):
        game = _floe.Game(game, rules, actions)
    elif rules is not None or actions is not None:
        raise TypeError("rules and actions belong to an id; this is a game that has them already")
    seats = game.num_players()
    if len(players) != seats:
        raise ValueError(f"{len(players)} players for {seats} seats; pass one for each")
    if games < 1:
        raise ValueError("a match has at least one game")
    chosen = [_player(player, game, seed + at) for at, player in enumerate(players)]
    functions, names = [one[0] for one in chosen], [one[1] for one in chosen]
    points, wins, draws, results, kept = [0.0] * seats, [0] * seats, 0, [], []
    limit = max_steps or game.max_game_length()
    for number in range(games):
        # The player of each seat; all orders of a deal before the next.
        order = [(seat + number) % seats for seat in range(seats)]
        deal = seed + number // seats
        state = game.new_initial_state(deal)
        for player in functions:
            if isinstance(player, _floe.Engine):
                player.new_game()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.roll()
                continue
            if steps >= limit:
                raise RuntimeError(f"game {number} is not over after {limit} choices")
            steps += 1
            seat = state.current_player()
            player = functions[order[seat]]
            is_engine = isinstance(player, _floe.Engine)
            _play(state, player(state if is_engine else _shown(state, deal * 1_000_003 + steps)))
        result = state.result()
        winners = result["winners"]
        game_points = [0.0] * seats
        for seat in winners:
            game_points[order[seat]] = 1 / len(winners)
        for player, share in enumerate(game_points):
            points[player] += share
        if len(winners) == 1:
            wins[order[winners[0]]] += 1
        else:
            draws += 1
        results.append(
            {"seats": order, "seed": deal, "points": game_points, "scores": result["scores"], "reason": result["reason"]}
        )
        if records:
            kept.append(state.record("json"))
    return MatchResult(names, points, games, wins, draws, results, kept)
