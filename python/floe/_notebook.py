"""A board for notebooks."""

import html
import json
import uuid

from . import _floe
from ._match import _play, _shown

_STYLE = """
.floe-board { max-width: 560px; font: 14px/1.5 system-ui, sans-serif; }
.floe-board svg { width: 100%; height: auto; background: #fff; }
.floe-board .floe-controls { display: flex; gap: .5em; align-items: center; flex-wrap: wrap; }
.floe-board .floe-moves { flex: 1; min-width: 12em; }
.floe-board .floe-note { min-height: 1.5em; }
"""

# Looks through the positions of a game; everything it needs is in the page.
_VIEWER = """
(() => {
  const root = document.getElementById("%(id)s");
  const frames = JSON.parse(root.querySelector("script[type='application/json']").textContent);
  const [picture, note] = [root.querySelector(".floe-picture"), root.querySelector(".floe-note")];
  const slider = root.querySelector("input[type=range]");
  const show = (at) => {
    at = Math.max(0, Math.min(frames.length - 1, at));
    slider.value = at;
    picture.innerHTML = frames[at].svg;
    note.textContent = frames[at].note;
  };
  slider.oninput = () => show(+slider.value);
  root.querySelector(".floe-back").onclick = () => show(+slider.value - 1);
  root.querySelector(".floe-next").onclick = () => show(+slider.value + 1);
  root.onkeydown = (event) => {
    if (event.key === "ArrowLeft") { show(+slider.value - 1); event.preventDefault(); }
    if (event.key === "ArrowRight") { show(+slider.value + 1); event.preventDefault(); }
  };
  show(frames.length - 1);
})();
"""

# Plays: moves go to Python, pictures come back.
_PLAYER = """
function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "floe-board";
  root.innerHTML = `<div class="floe-picture"></div><div class="floe-note" role="status"></div>
    <form class="floe-controls"><input class="floe-moves" list="${model.get("key")}" aria-label="Move" autocomplete="off">
    <datalist id="${model.get("key")}"></datalist><button>Play</button>
    <button type="button" class="floe-undo">Take back</button><button type="button" class="floe-hint">Engine</button></form>`;
  el.append(root);
  const [picture, note, list] = [".floe-picture", ".floe-note", "datalist"].map((part) => root.querySelector(part));
  const input = root.querySelector("input");
  const show = () => {
    picture.innerHTML = model.get("svg");
    note.textContent = model.get("note");
    list.replaceChildren(...model.get("moves").map((text) => Object.assign(document.createElement("option"), { value: text })));
  };
  const send = (call, text) => model.send({ call, text });
  root.querySelector("form").onsubmit = (event) => { event.preventDefault(); send("play", input.value); input.value = ""; };
  root.querySelector(".floe-undo").onclick = () => send("undo");
  root.querySelector(".floe-hint").onclick = () => send("engine");
  model.on("change:svg change:note change:moves", show);
  show();
}
export default { render };
"""

_MAX_MOVES = 3000
"""The most moves that a list offers; any legal move can be typed."""


class Board:
    """A game in a notebook: look through it, and play it where anywidget is installed.

    `opponent` is a level or a function as in `floe.play_match`; it answers every move of the others. `player` is whose view is
    shown: None for everything, -1 for a spectator. Nothing is fetched from a network.
    """

    def __init__(self, state, opponent=None, player=None, level="5"):
        if not isinstance(state, _floe.State):
            state = _floe.load(state)
        self.state = state
        self.player = player
        self._level = level
        self._opponent = opponent
        self._engines = {}
        self._error = ""
        self._widget = None
        self._whole_moves()

    def _engine(self, level):
        if level not in self._engines:
            self._engines[level] = _floe.Engine(self.state.get_game(), level)
        return self._engines[level]

    def _whole_moves(self):
        """Chance acts by itself."""
        if self.state.is_chance_node():
            self.state.roll()

    def moves(self):
        """The legal moves in the game's notation; None where they are too many to list."""
        found, waiting = [], [self.state]
        while waiting:
            state = waiting.pop()
            for action in state.legal_actions():
                text = state.action_to_string(action)
                after = state.child(action)
                if after.partial_move and after.current_player() == state.current_player():
                    waiting.append(after)
                else:
                    found.append(text)
                if len(found) + len(waiting) > _MAX_MOVES:
                    return None
        return sorted(found)

    def play(self, text):
        """Makes a move in the game's notation; the opponent answers."""
        own = self.state.current_player()
        self.state.apply_move(text)
        self._whole_moves()
        while self._opponent is not None and self.state.current_player() not in (own, -4):
            self._answer()
        self._refresh()

    def _answer(self):
        if callable(self._opponent):
            _play(self.state, self._opponent(_shown(self.state, self.state.move_number())))
        else:
            _play(self.state, self._engine(self._opponent)(self.state))
        self._whole_moves()

    def undo(self):
        """Takes back the last move, with the answers to it and what chance did."""
        history = self.state.full_history()
        if not history:
            raise _floe.Refusal("nothing has been played yet")
        self.state.undo_action()
        while self.state.full_history() and (self.state.partial_move or self.state.is_chance_node()):
            self.state.undo_action()
        self._refresh()

    def engine_move(self):
        """Lets the engine move for the player to act."""
        self.play(self._engine(self._level).choose(self.state))

    def _note(self):
        result = self.state.result()
        if result is not None:
            return f"{result['reason']}; scores {result['scores']}"
        return f"player {self.state.current_player()} to act ({self.state.phase}), scores {self.state.scores()}"

    def _frames(self):
        """A picture of each position at which a player was to act."""
        walk, frames = self.state.clone(), []
        while True:
            if not walk.partial_move and not walk.is_chance_node():
                frames.append(walk.clone())
            if not walk.history():
                break
            walk.undo_action()
        frames.reverse()
        notes = []
        for at, frame in enumerate(frames):
            note = Board._note(_Shown(frame))
            notes.append({"svg": frame.svg(self.player), "note": f"{at} of {len(frames) - 1}: {note}"})
        return notes

    def _repr_html_(self):
        key = f"floe-{uuid.uuid4().hex[:12]}"
        frames = self._frames()
        data = json.dumps(frames).replace("</", "<\\/")
        return (
            f'<style>{_STYLE}</style><div class="floe-board" id="{key}" tabindex="0">'
            f'<div class="floe-picture">{frames[-1]["svg"]}</div><div class="floe-note" role="status">'
            f'{html.escape(frames[-1]["note"])}</div><div class="floe-controls">'
            '<button class="floe-back" aria-label="Back">&#9664;</button>'
            f'<input type="range" min="0" max="{len(frames) - 1}" value="{len(frames) - 1}" aria-label="Position">'
            '<button class="floe-next" aria-label="Next">&#9654;</button></div>'
            f'<script type="application/json">{data}</script><script>{_VIEWER % {"id": key}}</script></div>'
        )

    def widget(self):
        """The board as a widget that plays; needs the package anywidget."""
        if self._widget is None:
            self._widget = _make_widget(self)
        return self._widget

    def _repr_mimebundle_(self, **kwargs):
        try:
            bundle = self.widget()._repr_mimebundle_(**kwargs)
        except ImportError:
            bundle = None
        if bundle is None:
            return {"text/html": self._repr_html_(), "text/plain": str(self.state)}
        return bundle

    def _refresh(self):
        if self._widget is not None:
            self._widget.svg = self.state.svg(self.player)
            self._widget.note = self._error or self._note()
            self._widget.moves = [] if self.state.is_terminal() else self.moves() or []

    def _handle(self, message):
        """A message of the widget; what goes wrong is shown under the board."""
        self._error = ""
        calls = {"play": self.play, "undo": lambda _: self.undo(), "engine": lambda _: self.engine_move()}
        try:
            calls[message["call"]](message.get("text"))
        except (ValueError, TypeError, KeyError) as error:
            self._error = str(error)
            self._refresh()


class _Shown:
    """A state where a board is expected."""

    def __init__(self, state):
        self.state = state


def _make_widget(board):
    import anywidget
    import traitlets

    class FloeBoard(anywidget.AnyWidget):
        _esm = _PLAYER
        _css = _STYLE
        key = traitlets.Unicode().tag(sync=True)
        svg = traitlets.Unicode().tag(sync=True)
        note = traitlets.Unicode().tag(sync=True)
        moves = traitlets.List(traitlets.Unicode()).tag(sync=True)

    widget = FloeBoard(
        key=f"floe-{uuid.uuid4().hex[:12]}",
        svg=board.state.svg(board.player),
        note=board._note(),
        moves=[] if board.state.is_terminal() else board.moves() or [],
    )
    widget.on_msg(lambda _widget, message, _buffers: board._handle(message))
    return widget
