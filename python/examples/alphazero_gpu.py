"""AlphaZero in one file: a residual network and batched tree search play themselves on many boards at once. Needs PyTorch.

The trees of all games are searched together, so that each evaluation is one large batch for the GPU. It works for every two-player
game of Floe without chance and hidden cards; the search knows no rules.

    python examples/alphazero_gpu.py amazons --rules 'rows=6,cols=6,start="a2 b1 | e6 f5"' --iterations 50
    python examples/alphazero_gpu.py paper-penguins --rules small --device cpu --games 8 --iterations 2 --simulations 8
"""

import argparse
import math
import random

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import floe


class Net(nn.Module):
    """Planes to a policy and a value."""

    def __init__(self, game, width, blocks):
        super().__init__()
        channels, rows, columns = game.observation_tensor_shape()
        self.stem = nn.Sequential(nn.Conv2d(channels, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU())
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.Conv2d(width, width, 3, padding=1, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(),
                nn.Conv2d(width, width, 3, padding=1, bias=False),
                nn.BatchNorm2d(width),
            )
            for _ in range(blocks)
        )
        area = rows * columns
        self.policy = nn.Sequential(
            nn.Conv2d(width, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * area, game.num_distinct_actions())
        )
        self.value = nn.Sequential(
            nn.Conv2d(width, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(4 * area, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh()
        )

    def forward(self, planes):
        x = self.stem(planes)
        for block in self.blocks:
            x = F.relu(x + block(x))
        return self.policy(x), self.value(x)[:, 0]


class Node:
    """A node of a search tree: statistics for each action."""

    __slots__ = ("state", "player", "actions", "priors", "visits", "values", "children")

    def __init__(self, state):
        self.state = state
        self.player = state.current_player()
        self.actions = state.legal_actions()
        self.priors = None
        self.visits = np.zeros(len(self.actions), np.float32)
        self.values = np.zeros(len(self.actions), np.float32)
        self.children = [None] * len(self.actions)

    def select(self, c_puct):
        """The action of the highest PUCT score."""
        total = math.sqrt(self.visits.sum() + 1)
        mean = self.values / np.maximum(self.visits, 1)
        return int((mean + c_puct * self.priors * total / (1 + self.visits)).argmax())


class Search:
    """Tree searches of many games, evaluated together."""

    def __init__(self, net, device, c_puct=1.5, noise=0.25, alpha=0.3, seed=0):
        self.net, self.device, self.c_puct, self.noise, self.alpha = net, device, c_puct, noise, alpha
        self.rng = np.random.default_rng(seed)

    @torch.no_grad()
    def evaluate(self, nodes):
        """Priors for the nodes, and their values for the players to act."""
        self.net.eval()
        planes = torch.from_numpy(np.stack([node.state.observation_tensor(node.player) for node in nodes]))
        logits, values = self.net(planes.to(self.device))
        logits = logits.float().cpu().numpy()
        for node, row in zip(nodes, logits):
            legal = row[node.actions]
            weights = np.exp(legal - legal.max())
            node.priors = (weights / weights.sum()).astype(np.float32)
        return values.float().cpu().numpy()

    def run(self, states, simulations, explore):
        """Searches every state; returns the roots."""
        roots = [Node(state) for state in states]
        self.evaluate(roots)
        if explore:
            for root in roots:
                spread = self.rng.dirichlet([self.alpha] * len(root.actions)).astype(np.float32)
                root.priors = (1 - self.noise) * root.priors + self.noise * spread
        for _ in range(simulations):
            paths, leaves = [], []
            for root in roots:
                path, node, value = [], root, None
                while value is None:
                    at = node.select(self.c_puct)
                    path.append((node, at))
                    child = node.children[at]
                    if child is None:
                        child = node.children[at] = Node(node.state.child(node.actions[at]))
                        if not child.state.is_terminal():
                            paths.append(path)
                            leaves.append(child)
                            break
                    if child.state.is_terminal():
                        value = child.state.returns()
                        self.back_up(path, value)
                    else:
                        node = child
            if leaves:
                values = self.evaluate(leaves)
                for path, leaf, value in zip(paths, leaves, values):
                    both = [0.0, 0.0]
                    both[leaf.player], both[1 - leaf.player] = float(value), -float(value)
                    self.back_up(path, both)
        return roots

    @staticmethod
    def back_up(path, returns):
        for node, at in path:
            node.visits[at] += 1
            node.values[at] += returns[node.player]


def self_play(search, game, count, simulations, seed, opening=12):
    """Plays `count` games at once; returns planes, policies and outcomes for each position."""
    rng = random.Random(seed)
    states = [game.new_initial_state(seed + at) for at in range(count)]
    trails = [[] for _ in states]
    while True:
        open_games = [at for at, state in enumerate(states) if not state.is_terminal()]
        if not open_games:
            break
        for at, root in zip(open_games, search.run([states[at] for at in open_games], simulations, explore=True)):
            policy = np.zeros(game.num_distinct_actions(), np.float32)
            policy[root.actions] = root.visits / root.visits.sum()
            trails[at].append((root.state.observation_tensor(root.player), policy, root.player))
            early = len(trails[at]) <= opening
            chosen = rng.choices(range(len(root.actions)), root.visits)[0] if early else int(root.visits.argmax())
            states[at] = states[at].child(root.actions[chosen])
    examples = []
    for state, trail in zip(states, trails):
        returns = state.returns()
        examples += [(planes, policy, returns[player]) for planes, policy, player in trail]
    return examples


def learn(net, optimizer, examples, symmetries, device, batch, steps, rng):
    """Trains on random positions in random symmetries; returns the mean loss."""
    net.train()
    total = 0.0
    for _ in range(steps):
        chosen = [examples[rng.randrange(len(examples))] for _ in range(batch)]
        shown = [(rng.choice(symmetries), example) for example in chosen]
        planes = torch.from_numpy(np.stack([symmetry.observation(example[0]) for symmetry, example in shown])).to(device)
        policy = torch.from_numpy(np.stack([symmetry.policy(example[1]) for symmetry, example in shown])).to(device)
        value = torch.tensor([example[2] for example in chosen], dtype=torch.float32, device=device)
        logits, predicted = net(planes)
        loss = -(policy * F.log_softmax(logits, dim=1)).sum(1).mean() + F.mse_loss(predicted, value)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += float(loss.detach())
    return total / steps


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="paper-penguins")
    parser.add_argument("--rules")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--steps", type=int, default=100, help="training steps of an iteration")
    parser.add_argument("--match", type=int, default=40, help="games against greedy after the last iteration")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)

    torch.manual_seed(args.seed)
    game = floe.Game(args.game, args.rules)
    if game.num_players() != 2 or game.max_chance_outcomes() or game.has_hidden_information():
        raise SystemExit("this example is for two players without chance and hidden cards")
    net = Net(game, args.width, args.blocks).to(args.device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)
    search, rng = Search(net, args.device, seed=args.seed), random.Random(args.seed)
    symmetries, examples = floe.symmetries(game), []
    for iteration in range(args.iterations):
        new = self_play(search, game, args.games, args.simulations, seed=args.seed + iteration * args.games)
        examples = (examples + new)[-200_000:]
        loss = learn(net, optimizer, examples, symmetries, args.device, args.batch, args.steps, rng)
        print(f"iteration {iteration + 1}: {len(new)} positions, loss {loss:.3f}", flush=True)

    def player(state):
        root = search.run([state], args.simulations, explore=False)[0]
        return root.actions[int(root.visits.argmax())]

    result = None
    if args.match:
        result = floe.play_match(game, [player, "greedy"], args.match, seed=10_000_000)
        print(f"against greedy:\n{result}")
    return result


if __name__ == "__main__":
    main()
