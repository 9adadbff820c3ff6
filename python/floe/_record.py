"""Records of whole games."""

import json

from . import _floe


class Record:
    """A game as it was played, checked by the rules when it was read."""

    def __init__(self, text):
        """Reads one game: a record as JSON or text, a trace of one game, or an SGF of Amazons."""
        found = _floe.read_records(text)
        if len(found) != 1:
            raise ValueError(f"the text has {len(found)} games; floe.read_records reads them all")
        self._json = found[0]

    @classmethod
    def _of(cls, text):
        record = cls.__new__(cls)
        record._json = text
        return record

    @classmethod
    def from_state(cls, state, player=None):
        """The record of a state, as far as a player may see it."""
        return cls._of(state.record("json", player))

    def to_dict(self):
        """The record as a dictionary."""
        return json.loads(self._json)

    def to_string(self, format="text"):
        """The record as `json`, `text`, `sgf`, `moves`, `uci`, `compact` or `position`."""
        return self._json if format == "json" else _floe.convert_record(self._json, format)

    @property
    def game(self):
        """The id of the game."""
        return self.to_dict()["game"]

    @property
    def events(self):
        """Moves, actions and outcomes of chance."""
        return self.to_dict()["events"]

    @property
    def result(self):
        """How it ended, or None."""
        return self.to_dict().get("result")

    def state(self, events=None, actions=None):
        """The state after the first `events` events, by default after all of them."""
        return _floe.replay_record(self._json, events, actions)

    def __len__(self):
        return len(self.events)

    def __eq__(self, other):
        return isinstance(other, Record) and self.to_dict() == other.to_dict()

    def __hash__(self):
        return hash(self._json)

    def __str__(self):
        return self.to_string("text")

    def __repr__(self):
        return f"<floe.Record of {self.game}: {len(self)} events>"

    def __reduce__(self):
        return (Record, (self._json,))


def read_records(text):
    """The games of a text: records as JSON or text, a trace, an SGF of Amazons."""
    return [Record._of(found) for found in _floe.read_records(text)]


def review(record, nodes=None):
    """Reviews every move of a record or a finished state; `nodes` limits the search for each move.

    The result says for each move what it cost, which move was better and why, and how accurate each player was.
    """
    if isinstance(record, _floe.State):
        record = Record.from_state(record)
    text = record.to_string("json") if isinstance(record, Record) else record
    return _floe.review(text, nodes)
