#!/usr/bin/env python3
"""A bot for Paper Pen-guins in plain Python 3.

    floe match paper-penguins --players random "cmd:python3 examples/bots/paper_penguins.py" --games 10

It places and moves to the cell with the largest number; of equal ones it takes the one with the most room around it.
"""
import re
import sys

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


class Position:
    """`BOARD PHASE SEAT …`, as docs/formats.md describes it. Row 0 is the bottom row, so that a1 is (0, 0)."""

    def __init__(self, text):
        board, self.phase, seat = text.split()[:3]
        self.me = "ABCD"[int(seat)]
        # A mark is one character, or two for a piece and the number it stands on.
        rows = [re.findall("[A-D][0-9]|.", row) for row in board.split("/")]
        self.cells = {(r, c): mark for r, row in enumerate(reversed(rows)) for c, mark in enumerate(row)}

    def number(self, cell):
        """The number on an open cell, or None: taken, crossed out, or off the board."""
        mark = self.cells.get(cell, "0")
        return int(mark) if mark in "1234567" else None

    def reach(self, cell):
        """The cells a piece on this cell can go to: like a chess queen, until something is in the way."""
        for dr, dc in DIRECTIONS:
            r, c = cell[0] + dr, cell[1] + dc
            while self.number((r, c)) is not None:
                yield (r, c)
                r, c = r + dr, c + dc

    def moves(self):
        """All legal moves: each is the cell it ends on and its text."""
        if self.phase == "place":
            return [(cell, name(cell)) for cell in self.cells if self.number(cell) is not None]
        pieces = [cell for cell, mark in self.cells.items() if mark[0] == self.me]
        return [(to, name(cell) + "-" + name(to)) for cell in pieces for to in self.reach(cell)]


def name(cell):
    """(0, 0) is a1; letters are columns on a board of squares."""
    return "abcdefghijk"[cell[1]] + str(cell[0] + 1)


def choose(position):
    """The text of the best move. `pass` is for house rules that ask players without a move."""
    def worth(move):
        to, _text = move
        return position.number(to), sum(1 for _cell in position.reach(to))
    return max(position.moves(), key=worth, default=(None, "pass"))[1]


def main():
    position = None
    # A for loop over standard input ends when the referee closes it.
    for line in sys.stdin:
        words = line.split()
        if words == ["ugi"]:
            answer = "id name Paper Python\nugiok"
        elif words == ["isready"]:
            answer = "readyok"
        elif words[:2] == ["position", "fen"]:
            try:
                position = Position(" ".join(words[2:]))
                continue
            except (ValueError, IndexError):
                answer = "info string this position cannot be read"
        elif words[:1] == ["go"] and position:
            answer = "bestmove " + choose(position)
        elif words == ["quit"]:
            break
        else:
            # setoption, uginewgame, stop, and whatever a later version says: nothing to do.
            continue
        # Without flush the answer stays in a buffer and the referee waits in vain.
        print(answer, flush=True)


if __name__ == "__main__":
    main()
