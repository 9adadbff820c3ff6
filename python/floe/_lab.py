"""Reports of the lab."""

from collections import UserDict

from . import _floe


class LabReport(UserDict):
    """A report as the program writes it with `--json`, with tables."""

    def summary(self):
        """The measurements of the rule set as a list of rows: what, value, low, high."""
        if "summary" not in self.data:
            return self.data["differences"]
        rows = []
        for name, value in self.data["summary"].items():
            for at, figure in enumerate(value) if name == "seats" else [(None, value)]:
                if isinstance(figure, dict) and "low" in figure:
                    mean = figure["mean"] if "mean" in figure else figure["value"]
                    measure = name if at is None else f"wins of seat {at}"
                    rows.append({"measure": measure, "value": mean, "low": figure["low"], "high": figure["high"]})
                elif isinstance(figure, (int, float)):
                    rows.append({"measure": name, "value": figure, "low": None, "high": None})
        return rows

    def to_dataframe(self):
        """The same as a pandas DataFrame; with switches, one row for each difference they make."""
        import pandas

        if self.data.get("variations"):
            return pandas.DataFrame(
                [
                    {"switch": variation["switch"], "value": variation["value"], **difference}
                    for variation in self.data["variations"]
                    for difference in variation["differences"]
                ]
            )
        return pandas.DataFrame(self.summary())

    def to_text(self):
        """The report as the program prints it."""
        return _floe.lab_text(self.data)

    def to_html(self):
        """The report as one page of HTML that fetches nothing."""
        return _floe.lab_html(self.data)

    def _repr_html_(self):
        import html

        page = html.escape(self.to_html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:600px;border:0" title="Report of the lab"></iframe>'


def lab(game, games=200, level="3", *, rules=None, against=None, judge=None, seed=0, threads=1, switches=None):
    """Measures a rule set by self-play: length, branching, the first player's edge, draws, margins, with intervals.

    `switches` varies one switch at a time: a list of names or `name=value`, or an empty list for all that matter.
    """
    report = _floe.lab(game, games, str(level), against, judge, seed, threads, switches, rules)
    return LabReport(report)


def lab_compare(first, second, games=200, level="3", *, against=None, judge=None, seed=0, threads=1):
    """Plays two rule sets, each a `Game`, on the same seeds and compares them game by game."""
    return LabReport(_floe.lab_compare(first, second, games, str(level), against, judge, seed, threads))
