"""Games and steps per second from Python: against OpenSpiel on Amazons, and for every game.

    python benchmarks/throughput.py --seconds 2 --rounds 5

Both libraries play the same kind of random game (piece, square and arrow each drawn uniformly) in this process, pinned to one
core, in turn, and the medians of the rounds are compared. On one core the time is this process's CPU time, so that other work on the
machine does not count; on two cores it is the time of the clock. The vector is then also run with two threads on two cores. For what
limits a vector, the parts of a step are timed apart: `step` alone, with masks, with planes, and the choice of actions.
"""

import argparse
import json
import os
import platform
import random
import statistics
import time

import numpy as np

import floe


def open_spiel_games(seconds, game, clock=time.process_time):
    """Random games as a user of OpenSpiel plays them."""
    rng, games, actions, began = random.Random(1), 0, 0, clock()
    while clock() < began + seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
        games += 1
    spent = clock() - began
    return games / spent, actions / spent


def floe_games(seconds, game, clock=time.process_time):
    """The same with a state of Floe."""
    rng, games, actions, began = random.Random(1), 0, 0, clock()
    while clock() < began + seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
        games += 1
    spent = clock() - began
    return games / spent, actions / spent


def vector_games(seconds, vector, clock=time.process_time, **buffers):
    """Random games in a vector; actions are chosen by the vector. Returns games ended and steps per second."""
    actions = np.zeros(len(vector), dtype=np.int64)
    vector.reset(1, **buffers)
    steps, began = 0, clock()
    while clock() < began + seconds:
        for _ in range(8):
            vector.sample(actions)
            vector.step(actions, **buffers)
        steps += 8
    spent = clock() - began
    return vector.games_ended / spent, steps * len(vector) / spent


def pin(cores):
    """Runs on these cores alone, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


def median(values):
    return statistics.median(values)


def amazons(args, cores):
    """The comparison with OpenSpiel."""
    import pyspiel

    spiel, game = pyspiel.load_game("amazons"), floe.Game("amazons")
    rows = {name: [] for name in ("open_spiel", "state", "vector", "vector on two cores")}
    for _ in range(args.rounds):
        pin(cores[:1])
        rows["open_spiel"].append(open_spiel_games(args.seconds, spiel))
        rows["state"].append(floe_games(args.seconds, game))
        one = floe.VectorState(game, args.n, threads=1)
        rows["vector"].append(vector_games(args.seconds, one, **floe.make_buffers(one, observations=False)))
        if len(cores) > 1:
            pin(cores[:2])
            two = floe.VectorState(game, args.n, threads=2)
            rows["vector on two cores"].append(
                vector_games(args.seconds, two, clock=time.perf_counter, **floe.make_buffers(two, observations=False))
            )
    # Games of a vector begin together and so end together; their number is that of single games with as many actions.
    single = [round_ for name in ("open_spiel", "state") for round_ in rows[name]]
    actions_per_game = sum(actions for _, actions in single) / sum(games for games, _ in single)
    rows = {
        name: [(actions / actions_per_game if name.startswith("vector") else games, actions) for games, actions in rounds]
        for name, rounds in rows.items()
    }
    print("| random Amazons from Python | games/s | actions/s | times open_spiel |")
    print("|---|---|---|---|")
    results = {}
    for name, rounds in rows.items():
        if rounds:
            games, actions = median([one[0] for one in rounds]), median([one[1] for one in rounds])
            ratio = median([one[0] / other[0] for one, other in zip(rounds, rows["open_spiel"])])
            results[name] = {"games": games, "actions": actions, "ratio": ratio}
            print(f"| {name} | {games:,.0f} | {actions:,.0f} | {ratio:.2f} |")
    return results


def all_games(args, cores):
    """Steps per second of every game, and what they are spent on."""
    print("\n| game | steps/s, one core | steps/s, two cores | ns a step: rules and choice | masks | planes | with planes, one core |")
    print("|---|---|---|---|---|---|---|")
    results = {}
    for entry in floe.games():
        game = floe.Game(entry["id"])
        pin(cores[:1])
        vector = floe.VectorState(game, args.n, threads=1)
        full = floe.make_buffers(vector)
        light = {name: array for name, array in full.items() if name != "observations"}
        bare = {name: array for name, array in light.items() if name != "masks"}
        rounds = [
            [vector_games(args.seconds, vector, **some)[1] for some in (bare, light, full)] for _ in range(args.rounds)
        ]
        without, masked, planes = (median([one[at] for one in rounds]) for at in range(3))
        two = float("nan")
        if len(cores) > 1:
            pin(cores[:2])
            both = floe.VectorState(game, args.n, threads=2)
            buffers = floe.make_buffers(both, observations=False)
            two = median([vector_games(args.seconds, both, clock=time.perf_counter, **buffers)[1] for _ in range(args.rounds)])
        nanoseconds = [1e9 / without, 1e9 / masked - 1e9 / without, 1e9 / planes - 1e9 / masked]
        results[entry["id"]] = {"one": masked, "two": two, "parts": nanoseconds, "planes": planes}
        print(
            f"| {entry['id']} | {masked:,.0f} | {two:,.0f} | {nanoseconds[0]:.0f} | {max(nanoseconds[1], 0):.0f} | "
            f"{nanoseconds[2]:.0f} | {planes:,.0f} |",
            flush=True,
        )
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("-n", type=int, default=1024, help="games of a vector")
    parser.add_argument("--only", choices=["amazons", "games"])
    parser.add_argument("--json", help="also write the results to this file")
    args = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))
    print(f"floe {floe.__version__}, Python {platform.python_version()}, {platform.machine()}, {len(cores)} cores\n")
    results = {}
    if args.only != "games":
        try:
            results["amazons"] = amazons(args, cores)
        except ImportError:
            print("open_spiel is not installed; pip install open_spiel")
    if args.only != "amazons":
        results["games"] = all_games(args, cores)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
