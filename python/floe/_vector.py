"""Arrays for a vector of states."""

import numpy as np


def make_buffers(vector, observations=True):
    """New arrays for `VectorState.reset` and `VectorState.step`, as a dictionary to be passed with `**`.

    They belong to the caller: keep them, and they are written into at every step. `numpy.from_dlpack`, `torch.from_dlpack` and
    `jax.dlpack.from_dlpack` share them without a copy.
    """
    game, n = vector.get_game(), len(vector)
    buffers = {
        "masks": np.zeros((n, game.num_distinct_actions()), dtype=np.bool_),
        "rewards": np.zeros((n, game.num_players()), dtype=np.float32),
        "done": np.zeros(n, dtype=np.bool_),
        "players": np.zeros(n, dtype=np.int8),
    }
    if observations:
        buffers["observations"] = np.zeros((n, *game.observation_tensor_shape()), dtype=np.float32)
    return buffers
