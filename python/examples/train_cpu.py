"""Learns Paper Pen-guins on a small board by playing itself, with NumPy alone, and plays a match against `greedy`.

A network of one hidden layer values the position after a move, by how many points ahead its mover will end up. Both sides choose the
move with the best value, sometimes another at random, and after each game every position is trained towards how it went on
(TD(λ) with afterstates, as in TD-Gammon). Every position is shown in all symmetries of the board in turn.

    python examples/train_cpu.py --seconds 180
"""

import argparse
import time

import numpy as np

import floe

SCALE = 10.0
"""Points that count as one in the network's output."""


class Network:
    """One hidden layer, trained by Adam."""

    def __init__(self, inputs, hidden, seed):
        rng = np.random.default_rng(seed)
        self.weights = [
            rng.normal(0, 1 / np.sqrt(inputs), (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros((hidden, 1), np.float32),
            np.zeros(1, np.float32),
        ]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.steps = 0

    def values(self, inputs):
        """A value for each row."""
        w1, b1, w2, b2 = self.weights
        return (np.maximum(inputs @ w1 + b1, 0) @ w2 + b2)[:, 0]

    def train(self, inputs, targets, rate):
        """One step towards some targets; returns the mean squared error."""
        w1, b1, w2, b2 = self.weights
        hidden = np.maximum(inputs @ w1 + b1, 0)
        error = (hidden @ w2 + b2)[:, 0] - targets
        delta = (2 * error / len(targets)).astype(np.float32)[:, None]
        back = (delta @ w2.T) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(0), hidden.T @ delta, delta.sum(0)]
        self.steps += 1
        for weight, (first, second), gradient in zip(self.weights, self.moments, gradients):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            unbiased = second / (1 - 0.999**self.steps)
            weight -= rate * (first / (1 - 0.9**self.steps)) / (np.sqrt(unbiased) + 1e-8)
        return float(np.mean(error * error))


def afterstates(state):
    """Every move with what its mover sees after it."""
    player, actions = state.current_player(), state.legal_actions()
    planes = np.stack([state.child(action).observation_tensor(player) for action in actions])
    return actions, planes


def choose(network, state, rng=None, epsilon=0.0):
    """The best move by the network, its planes and its value."""
    actions, planes = afterstates(state)
    values = network.values(planes.reshape(len(actions), -1))
    best = int(rng.integers(len(actions))) if rng is not None and rng.random() < epsilon else int(values.argmax())
    return actions[best], planes[best], float(values[best])


def play(network, game, seed, rng, epsilon):
    """A game against itself: planes, values and movers of its positions, and the scores."""
    state, trail = game.new_initial_state(seed), []
    while not state.is_terminal():
        player = state.current_player()
        action, planes, value = choose(network, state, rng, epsilon)
        state.apply_action(action)
        trail.append((planes, value, player))
    return trail, state.scores()


def targets(trail, scores, trace):
    """For each position how many points ahead its mover ends up, mixed with what later positions said."""
    ahead = np.zeros(len(trail), np.float32)
    # From seat 0's point of view, from the end backwards.
    value = (scores[0] - scores[1]) / SCALE
    for at in range(len(trail) - 1, -1, -1):
        _, estimate, player = trail[at]
        sign = 1 if player == 0 else -1
        ahead[at] = sign * value
        value = trace * value + (1 - trace) * sign * estimate
    return ahead


def train(game, seconds, hidden=96, seed=0, report=print, games=None, batch=8):
    """Trains a network for some time, or for some games, with `batch` games a step."""
    inputs = int(np.prod(game.observation_tensor_shape()))
    network, rng = Network(inputs, hidden, seed), np.random.default_rng(seed)
    symmetries = floe.symmetries(game)
    began = time.monotonic()
    batch_planes, batch_targets, error, number = [], [], 0.0, 0
    while True:
        spent = time.monotonic() - began
        share = number / games if games else spent / seconds
        if share >= 1:
            return network
        trail, scores = play(network, game, number, rng, epsilon=0.1 * (1 - share))
        symmetry = symmetries[number % len(symmetries)]
        batch_planes.append(symmetry.observation(np.stack([planes for planes, _, _ in trail])))
        batch_targets.append(targets(trail, scores, trace=0.8))
        number += 1
        if number % batch == 0:
            planes = np.concatenate(batch_planes)
            rate = 1e-3 if share < 0.7 else 2e-4
            error += 0.02 * (network.train(planes.reshape(len(planes), -1), np.concatenate(batch_targets), rate) - error)
            batch_planes, batch_targets = [], []
        if number % 1000 == 0:
            report(f"{number} games in {spent:.0f} s, mean squared error {error:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="small", help="rules of paper-penguins (default: small)")
    parser.add_argument("--seconds", type=float, default=180, help="how long to train")
    parser.add_argument("--games", type=int, help="train for so many games instead")
    parser.add_argument("--match", type=int, default=200, help="games against greedy")
    args = parser.parse_args()
    game = floe.Game("paper-penguins", args.rules)
    network = train(game, args.seconds, games=args.games)

    def learned(state):
        return choose(network, state)[0]

    for opponent in ("random", "greedy"):
        print(f"against {opponent}:")
        print(floe.play_match(game, [learned, opponent], args.match, seed=1_000_000))


if __name__ == "__main__":
    main()
