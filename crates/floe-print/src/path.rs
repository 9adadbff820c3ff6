//! Outlines in millimetres, from the top left: what every shape on a page is made of.
//!
//! The crate `kurbo` is not used: an outline is written to PDF and SVG as it was made, in `f32`, and nothing measures,
//! offsets or intersects it, so its types would only have to be converted for both.

/// A step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    Move(f32, f32),
    Line(f32, f32),
    Curve([f32; 6]),
    Close,
}

/// An outline.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Path(pub Vec<Step>);

/// The length of the control handles of a quarter circle.
const ROUND: f32 = 0.552_285;

impl Path {
    pub(crate) fn polygon(points: &[(f32, f32)]) -> Path {
        let mut path = Path::open(points);
        path.0.push(Step::Close);
        path
    }

    pub(crate) fn open(points: &[(f32, f32)]) -> Path {
        let step = |(number, &(x, y)): (usize, &(f32, f32))| match number {
            0 => Step::Move(x, y),
            _ => Step::Line(x, y),
        };
        Path(points.iter().enumerate().map(step).collect())
    }

    pub(crate) fn rect(x: f32, y: f32, width: f32, height: f32) -> Path {
        Path::polygon(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    pub(crate) fn circle(x: f32, y: f32, radius: f32) -> Path {
        Path::ellipse(x, y, radius, radius)
    }

    pub(crate) fn ellipse(x: f32, y: f32, a: f32, b: f32) -> Path {
        let (i, j) = (a * ROUND, b * ROUND);
        Path(vec![
            Step::Move(x + a, y),
            Step::Curve([x + a, y + j, x + i, y + b, x, y + b]),
            Step::Curve([x - i, y + b, x - a, y + j, x - a, y]),
            Step::Curve([x - a, y - j, x - i, y - b, x, y - b]),
            Step::Curve([x + i, y - b, x + a, y - j, x + a, y]),
            Step::Close,
        ])
    }

    pub(crate) fn move_to(mut self, x: f32, y: f32) -> Path {
        self.0.push(Step::Move(x, y));
        self
    }

    pub(crate) fn line_to(mut self, x: f32, y: f32) -> Path {
        self.0.push(Step::Line(x, y));
        self
    }

    pub(crate) fn curve_to(mut self, points: [f32; 6]) -> Path {
        self.0.push(Step::Curve(points));
        self
    }

    pub(crate) fn close(mut self) -> Path {
        self.0.push(Step::Close);
        self
    }

    /// The same outline with every point mapped through `to`.
    pub(crate) fn map(&self, to: impl Fn(f32, f32) -> (f32, f32)) -> Path {
        let step = |step: &Step| match *step {
            Step::Move(x, y) => {
                let (x, y) = to(x, y);
                Step::Move(x, y)
            }
            Step::Line(x, y) => {
                let (x, y) = to(x, y);
                Step::Line(x, y)
            }
            Step::Curve([a, b, c, d, e, f]) => {
                let ((a, b), (c, d), (e, f)) = (to(a, b), to(c, d), to(e, f));
                Step::Curve([a, b, c, d, e, f])
            }
            Step::Close => Step::Close,
        };
        Path(self.0.iter().map(step).collect())
    }
}

/// Slanted lines inside a convex polygon, `gap` apart: they distinguish cells and pieces without colour.
pub(crate) fn hatch(corners: &[(f32, f32)], gap: f32) -> Path {
    // A line x + y = c meets an edge where the sums of its ends lie on both sides of c.
    let sums: Vec<f32> = corners.iter().map(|(x, y)| x + y).collect();
    let low = sums.iter().copied().fold(f32::INFINITY, f32::min);
    let high = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let step = gap * std::f32::consts::SQRT_2;
    let mut path = Path::default();
    let mut c = low + step / 2.0;
    while c < high {
        let mut ends = Vec::new();
        for at in 0..corners.len() {
            let next = (at + 1) % corners.len();
            if (sums[at] < c) != (sums[next] < c) {
                let part = (c - sums[at]) / (sums[next] - sums[at]);
                let ((x, y), (u, v)) = (corners[at], corners[next]);
                ends.push((x + (u - x) * part, y + (v - y) * part));
            }
        }
        if let [(x, y), (u, v)] = ends[..] {
            path = path.move_to(x, y).line_to(u, v);
        }
        c += step;
    }
    path
}

/// The corners of a regular polygon; the first one is `turn` of a full turn from straight up, clockwise.
pub(crate) fn corners(x: f32, y: f32, radius: f32, count: usize, turn: f32) -> Vec<(f32, f32)> {
    (0..count)
        .map(|at| {
            let angle = (at as f32 / count as f32 + turn) * std::f32::consts::TAU;
            (x + radius * angle.sin(), y - radius * angle.cos())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hatching_stays_inside() {
        let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
        let path = hatch(&square, 1.0);
        assert!(path.0.len() >= 24, "{} steps", path.0.len());
        for step in &path.0 {
            let (Step::Move(x, y) | Step::Line(x, y)) = *step else {
                panic!("{step:?} is not a straight line")
            };
            assert!((-0.01..=10.01).contains(&x) && (-0.01..=10.01).contains(&y), "{x} {y}");
        }
    }
}
