//! The win-probability graph: a line of bars for terminals, an SVG picture for the web.

use html_escape::encode_quoted_attribute;

use super::{Curve, Judgement, Review};

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A curve as bars, at most `width` of them: if there are more points, each bar is the mean of several.
pub fn sparkline(curve: &Curve, width: usize) -> String {
    let count = curve.points.len();
    let width = count.min(width.max(1));
    (0..width)
        .map(|bar| {
            let points = &curve.points[bar * count / width..(bar + 1) * count / width];
            let mean = points.iter().map(|point| point.1).sum::<f64>() / points.len().max(1) as f64;
            BARS[((mean * 8.0) as usize).min(7)]
        })
        .collect()
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
const COLOURS: [&str; 4] = ["#1f5fa8", "#b3541e", "#2f7d4f", "#7a4a9e"];

/// The curves as an SVG picture: a line for each, a dashed one at even chances, a dot at each turning point. `names` are
/// the players by seat.
pub fn svg(review: &Review, names: &[String]) -> String {
    let last = review.curves.iter().flat_map(|curve| &curve.points).map(|point| point.0).max().unwrap_or(1);
    let x = |event: usize| 40.0 + (WIDTH - 60.0) * (event - 1) as f64 / last.saturating_sub(1).max(1) as f64;
    let y = |win: f64| 20.0 + (HEIGHT - 40.0) * (1.0 - win);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<title>Win probability, move by move</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    for (win, label) in [(1.0, "100 %"), (0.5, "50 %"), (0.0, "0 %")] {
        picture += &format!(
            "<text x=\"34\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\n<line x1=\"40\" y1=\"{:.1}\" x2=\"{:.1}\" \
             y2=\"{:.1}\" stroke=\"#bbb\" stroke-dasharray=\"3 3\"/>\n",
            y(win) + 4.0,
            y(win),
            WIDTH - 20.0,
            y(win)
        );
    }
    for curve in &review.curves {
        let colour = COLOURS[curve.seat & 3];
        let points: Vec<String> =
            curve.points.iter().map(|&(event, win)| format!("{:.1},{:.1}", x(event), y(win))).collect();
        let unnamed = format!("seat {}", curve.seat);
        let name = encode_quoted_attribute(names.get(curve.seat).unwrap_or(&unnamed));
        picture += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"><title>{name}</title>\
             </polyline>\n<text x=\"{:.1}\" y=\"13\" fill=\"{colour}\">{name}</text>\n",
            points.join(" "),
            44.0 + 150.0 * curve.seat as f64
        );
    }
    for &at in &review.turning_points {
        let reviewed = &review.moves[at];
        let whole = review.curves.len() == 1 && review.curves[0].seat != reviewed.seat;
        let win = if whole { 1.0 - reviewed.before.win } else { reviewed.before.win };
        picture += &format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{}\"><title>{}. {}{}</title></circle>\n",
            x(reviewed.event),
            y(win),
            if reviewed.judgement == Judgement::Blunder { "#c22" } else { "#d80" },
            reviewed.event,
            encode_quoted_attribute(&reviewed.played),
            reviewed.judgement.as_str().map(|word| format!(": {word}")).unwrap_or_default()
        );
    }
    picture + "</svg>\n"
}
