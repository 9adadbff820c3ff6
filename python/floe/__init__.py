"""Nine games of shrinking boards: exact rules, fast vectors of states, strong engines.

>>> import floe
>>> state = floe.load("penguins", rules="players=3", seed=7)
>>> state.current_player(), len(state.legal_actions())
(0, 30)

States speak OpenSpiel's words. `VectorState` steps many games at once into NumPy arrays. `Engine`, `solve`, `review`,
`play_match` and `lab` do what the `floe` program does. `floe.pettingzoo`, `floe.gymnasium` and `floe.open_spiel` are environments of
those libraries.
"""

from ._floe import (
    Engine,
    Game,
    Refusal,
    State,
    VectorState,
    __version__,
    deserialize,
    games,
    load,
    solve,
)
from ._lab import LabReport, lab, lab_compare
from ._match import MatchResult, play_match
from ._notebook import Board
from ._record import Record, read_records, review
from ._symmetry import Symmetry, symmetries
from ._vector import make_buffers

__all__ = [
    "Board",
    "Engine",
    "Game",
    "LabReport",
    "MatchResult",
    "Record",
    "Refusal",
    "State",
    "Symmetry",
    "VectorState",
    "__version__",
    "deserialize",
    "games",
    "lab",
    "lab_compare",
    "load",
    "make_buffers",
    "play_match",
    "read_records",
    "review",
    "solve",
    "symmetries",
]
