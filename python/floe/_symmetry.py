"""Symmetries of the board, for training with more than one view of a position."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Symmetry:
    """A symmetry of the board as permutations: what each cell, action and point of a plane becomes."""

    cells: np.ndarray
    """`cells[c]` is what cell `c` becomes."""
    actions: np.ndarray
    """`actions[a]` is what action `a` becomes."""
    points: np.ndarray
    """`points[p]` is what point `p` of a plane of cells, counted row by row, becomes."""
    board_planes: np.ndarray
    """The planes whose points are cells; the others stay as they are."""

    def observation(self, planes):
        """An observation `[..., C, H, W]` as the symmetry shows it."""
        planes = np.asarray(planes)
        flat = planes.reshape(*planes.shape[:-2], -1)
        result = flat.copy()
        board = flat[..., self.board_planes, :]
        moved = np.empty_like(board)
        moved[..., self.points] = board
        result[..., self.board_planes, :] = moved
        return result.reshape(planes.shape)

    def policy(self, values):
        """Something for each action, `[..., actions]`, as the symmetry shows it: a mask, a policy."""
        values = np.asarray(values)
        result = np.empty_like(values)
        result[..., self.actions] = values
        return result


def symmetries(game):
    """The symmetries of a game's board, the identity first."""
    _, rows, columns = game.observation_tensor_shape()
    places = np.array([row * columns + column for _, row, column in game.cells()], dtype=np.int64)
    board_planes = np.array([at for at, (_, kind) in enumerate(game.planes()) if kind == "board"], dtype=np.int64)
    found = []
    for cells, actions in game.symmetry_arrays():
        points = np.arange(rows * columns, dtype=np.int64)
        points[places] = places[cells]
        found.append(Symmetry(cells, actions, points, board_planes))
    return found
