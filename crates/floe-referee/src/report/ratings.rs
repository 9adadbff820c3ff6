//! Ratings, drawn with their error bars.

use std::io::{self, Write};

use super::escape::{html, name};
use crate::stats::{Rating, Summary};

/// The width of the drawing, in its own units.
const WIDTH: f64 = 240.0;

pub(super) fn ratings(out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
    let mut rows: Vec<(&str, Rating, Rating)> = summary
        .names
        .iter()
        .zip(&summary.ratings)
        .map(|(name, ratings)| (name.as_str(), ratings.glicko2, ratings.weng_lin))
        .collect();
    rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    write!(
        out,
        "<section aria-labelledby=\"ratings\">\n<h2 id=\"ratings\">Ratings</h2>\n\
         <p class=\"note\">Bars are 95 % intervals of Glicko-2. Weng-Lin rates a game of three or four as one \
         result.</p>\n\
         <div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"ratings\">\n<table>\n<thead><tr>\
         <th scope=\"col\" class=\"name\">Name</th><th scope=\"col\">Glicko-2</th><th scope=\"col\">±</th>\
         <th scope=\"col\" class=\"bar\">95 %</th><th scope=\"col\">Weng-Lin</th><th scope=\"col\">±</th>\
         </tr></thead>\n<tbody>\n"
    )?;
    let least = rows.iter().map(|row| row.1.low).fold(f64::INFINITY, f64::min);
    let most = rows.iter().map(|row| row.1.high).fold(f64::NEG_INFINITY, f64::max);
    for (who, glicko2, weng_lin) in rows {
        writeln!(
            out,
            "<tr><th scope=\"row\" class=\"name\"><bdi>{}</bdi></th><td>{:.0}</td><td>{:.0}</td>\
             <td class=\"bar\">{}</td><td>{:.1}</td><td>{:.1}</td></tr>",
            html(&name(who)),
            glicko2.value,
            (glicko2.high - glicko2.low) / 2.0,
            bar(&glicko2, least, most),
            weng_lin.value,
            (weng_lin.high - weng_lin.low) / 2.0
        )?;
    }
    write!(out, "</tbody>\n</table>\n</div>\n</section>\n")
}

/// A bar with caps and a dot on a scale from `least` to `most`.
fn bar(rating: &Rating, least: f64, most: f64) -> String {
    let span = (most - least).max(1e-9);
    let x = |value: f64| 6.0 + (WIDTH - 12.0) * ((value - least) / span).clamp(0.0, 1.0);
    let (low, middle, high) = (x(rating.low), x(rating.value), x(rating.high));
    format!(
        "<svg viewBox=\"0 0 {WIDTH} 20\" width=\"{WIDTH}\" height=\"20\" role=\"img\" \
         aria-label=\"{:.0}, between {:.0} and {:.0}\">\
         <line class=\"scale\" x1=\"0\" x2=\"{WIDTH}\" y1=\"10\" y2=\"10\"/>\
         <path class=\"range\" d=\"M{low:.1} 5v10M{low:.1} 10H{high:.1}M{high:.1} 5v10\"/>\
         <circle class=\"dot\" cx=\"{middle:.1}\" cy=\"10\" r=\"4\"/></svg>",
        rating.value, rating.low, rating.high
    )
}
