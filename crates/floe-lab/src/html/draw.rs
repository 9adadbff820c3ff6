//! Graphs: counts, lines with bands, ranges on one scale. Each is an SVG whose colours come from the page.

use std::fmt::Write;

use super::html;
use crate::{Histogram, Proportion};

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 42.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 8.0;
const FOOT: f64 = 24.0;

fn svg(height: f64, label: &str, inside: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">{inside}</svg>\n",
        html(label)
    )
}

/// A number for an axis, with no more decimals than it needs.
fn tick(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The ticks of an axis: about five round numbers.
fn steps(from: f64, to: f64) -> Vec<f64> {
    let span = (to - from).max(1e-9);
    let rough = span / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough).unwrap_or(span);
    let first = (from / step).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    (first..=last).map(|number| number as f64 * step).collect()
}

/// The frame of a plot: grid lines with numbers on the left, numbers below.
struct Frame {
    x: (f64, f64),
    y: (f64, f64),
}

impl Frame {
    fn x(&self, value: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (value - self.x.0) / (self.x.1 - self.x.0).max(1e-9)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + (HEIGHT - TOP - FOOT) * (1.0 - (value - self.y.0) / (self.y.1 - self.y.0).max(1e-9))
    }

    fn axes(&self, unit: &str) -> String {
        let mut text = String::new();
        for value in steps(self.y.0, self.y.1) {
            let y = self.y(value);
            let _ = write!(
                text,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}{unit}</text>",
                WIDTH - RIGHT,
                LEFT - 4.0,
                y + 4.0,
                tick(value)
            );
        }
        text
    }

    fn below(&self, at: &[f64], unit: &str) -> String {
        let mut text = String::new();
        for &value in at {
            // At the ends a number would stick out.
            let anchor = match self.x(value) {
                x if x > WIDTH - RIGHT - 14.0 => "end",
                x if x < LEFT + 4.0 => "start",
                _ => "middle",
            };
            let _ = write!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}{unit}</text>",
                self.x(value),
                HEIGHT - 8.0,
                tick(value)
            );
        }
        text
    }
}

/// A histogram.
pub(super) fn counts(bins: &Histogram, label: &str) -> String {
    let max = bins.counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let to = bins.from + bins.width * bins.counts.len() as f64;
    let frame = Frame { x: (bins.from, to), y: (0.0, max) };
    let mut inside = frame.axes("");
    for (number, &count) in bins.counts.iter().enumerate() {
        let from = bins.from + bins.width * number as f64;
        let (left, right) = (frame.x(from), frame.x(from + bins.width));
        let (top, ground) = (frame.y(count as f64), frame.y(0.0));
        let label = match bins.width {
            width if width > 1.0 => format!("{from} to {}", from + width - 1.0),
            _ => from.to_string(),
        };
        let _ = write!(
            inside,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{label}: {count}</title></rect>",
            left + 0.5,
            (right - left - 1.0).max(0.5),
            ground - top
        );
    }
    inside += &frame.below(&steps(bins.from, to), "");
    svg(HEIGHT, label, &inside)
}

/// A value for each tenth of a game.
pub(super) fn by_decile(values: &[Option<f64>], label: &str) -> String {
    let max = values.iter().flatten().copied().fold(1.0, f64::max);
    let frame = Frame { x: (0.0, 100.0), y: (0.0, max) };
    let points =
        values.iter().enumerate().filter_map(|(tenth, value)| Some((tenth as f64 * 10.0 + 5.0, (*value)?)));
    let points: Vec<(f64, f64)> = points.collect();
    let mut inside = frame.axes("") + &frame.below(&[0.0, 25.0, 50.0, 75.0, 100.0], " %");
    inside += &line(&frame, &points);
    svg(HEIGHT, label, &inside)
}

/// A line through points, and a level at which things are even.
pub(super) fn curve(points: &[(f64, f64)], y: (f64, f64), even: f64, label: &str) -> String {
    let last = points.last().map_or(1.0, |point| point.0);
    let frame = Frame { x: (1.0, last.max(2.0)), y };
    let mut inside = frame.axes("") + &frame.below(&steps(1.0, last.max(2.0)), "");
    let at = frame.y(even);
    let _ = write!(
        inside,
        "<line class=\"even\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
        WIDTH - RIGHT
    );
    inside += &line(&frame, points);
    svg(HEIGHT, label, &inside)
}

/// A proportion for each tenth of a game, in per cent with its interval, and a line at the even value.
pub(super) fn proportions_by_decile(shares: &[Proportion], even: f64, label: &str) -> String {
    let frame = Frame { x: (0.0, 100.0), y: (0.0, 100.0) };
    let known = shares.iter().enumerate().filter(|(_, share)| share.n > 0);
    let known: Vec<(f64, &Proportion)> =
        known.map(|(tenth, share)| (tenth as f64 * 10.0 + 5.0, share)).collect();
    let mut inside = frame.axes(" %") + &frame.below(&[0.0, 25.0, 50.0, 75.0, 100.0], " %");
    let y = frame.y(100.0 * even);
    let _ = write!(
        inside,
        "<line class=\"even\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>",
        WIDTH - RIGHT
    );
    let there = known.iter().map(|(x, share)| (*x, 100.0 * share.high));
    let back = known.iter().rev().map(|(x, share)| (*x, 100.0 * share.low));
    let outline: Vec<String> =
        there.chain(back).map(|(x, y)| format!("{:.1},{:.1}", frame.x(x), frame.y(y))).collect();
    let _ = write!(inside, "<polygon class=\"band\" points=\"{}\"/>", outline.join(" "));
    let points: Vec<(f64, f64)> = known.iter().map(|(x, share)| (*x, 100.0 * share.value)).collect();
    inside += &line(&frame, &points);
    svg(HEIGHT, label, &inside)
}

fn line(frame: &Frame, points: &[(f64, f64)]) -> String {
    let path: Vec<String> =
        points.iter().map(|&(x, y)| format!("{:.1},{:.1}", frame.x(x), frame.y(y))).collect();
    let mut text = format!("<polyline class=\"line\" points=\"{}\"/>", path.join(" "));
    for &(x, y) in points {
        let _ = write!(
            text,
            "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{}</title></circle>",
            frame.x(x),
            frame.y(y),
            tick(y)
        );
    }
    text
}

/// A range on a scale.
pub(super) struct Mark {
    /// Its label.
    pub name: String,
    /// The value and its interval.
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// Whether it belongs to the second of two groups.
    pub second: bool,
}

/// Ranges one below the other, with a line at the even value.
pub(super) fn ranges(marks: &[Mark], even: f64, unit: &str, label: &str) -> String {
    let (row, name) = (22.0, 146.0);
    let height = TOP + row * marks.len() as f64 + FOOT;
    let min = marks.iter().map(|mark| mark.low).fold(even, f64::min);
    let max = marks.iter().map(|mark| mark.high).fold(even, f64::max);
    let room = ((max - min) * 0.06).max(1e-6);
    let (from, to) = (min - room, max + room);
    let x = |value: f64| name + (WIDTH - name - RIGHT) * (value - from) / (to - from);
    let mut inside = String::new();
    for value in steps(from, to) {
        let (at, foot) = (x(value), height - FOOT);
        let _ = write!(
            inside,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{foot}\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}{unit}</text>",
            height - 8.0,
            tick(value)
        );
    }
    let at = x(even);
    let _ = write!(
        inside,
        "<line class=\"even\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{}\"/>",
        height - FOOT
    );
    for (number, mark) in marks.iter().enumerate() {
        let y = TOP + row * (number as f64 + 0.5);
        let (low, middle, high) = (x(mark.low), x(mark.value), x(mark.high));
        let class = if mark.second { " second" } else { "" };
        let _ = write!(
            inside,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <path class=\"range{class}\" d=\"M{low:.1} {:.1}v8M{low:.1} {y:.1}H{high:.1}M{high:.1} {:.1}v8\"/>\
             <circle class=\"dot{class}\" cx=\"{middle:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{} ({} … {})</title></circle>",
            name - 6.0,
            y + 4.0,
            html(&cut(&mark.name)),
            y - 4.0,
            y - 4.0,
            tick(mark.value),
            tick(mark.low),
            tick(mark.high)
        );
    }
    svg(height, label, &inside)
}

/// A name shortened to fit next to the ranges.
fn cut(name: &str) -> String {
    match name.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!(steps(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(steps(-3.0, 4.0), [-2.0, 0.0, 2.0, 4.0]);
        assert!(steps(5.0, 5.0).len() <= 2);
        assert_eq!((tick(20.0), tick(0.25), tick(-1.5)), ("20".into(), "0.25".into(), "-1.5".into()));
    }

    #[test]
    fn a_bar_for_each_bin_and_a_range_for_each_mark() {
        let bins = Histogram { from: 3.0, width: 2.0, counts: vec![1, 0, 4] };
        assert_eq!(counts(&bins, "a & b").matches("<rect").count(), 3);
        assert!(counts(&bins, "a & b").contains("a &amp; b"));
        let mark = |name: &str| Mark { name: name.into(), value: 1.0, low: 0.0, high: 2.0, second: false };
        let drawn = ranges(&[mark("one"), mark("a name that is far too long for its place")], 0.0, "", "x");
        assert_eq!(drawn.matches("<circle").count(), 2);
        assert!(drawn.contains("…</text>"));
        assert!(!counts(&Histogram::default(), "none").contains("NaN"));
    }
}
