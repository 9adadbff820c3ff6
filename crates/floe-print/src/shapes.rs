//! Small drawings: pieces distinguished by shape and filling, fish, suits, the penguin.

use crate::page::{BLACK, GREY, Ink, Page, Type, WHITE};
use crate::path::{Path, Step, corners, hatch};

/// Floe's penguin, standing on its feet, `height` tall and centred on a point.
pub(crate) fn penguin(page: &mut Page, x: f32, y: f32, height: f32) {
    for (path, ink) in penguin_parts() {
        let scaled = scale(ink, height);
        page.draw(path.map(|u, v| (x + u * height, y + v * height)), scaled);
    }
}

/// The same upside down, for the far side of a fold.
pub(crate) fn penguin_turned(page: &mut Page, x: f32, y: f32, height: f32) {
    for (path, ink) in penguin_parts() {
        let scaled = scale(ink, height);
        page.draw(path.map(|u, v| (x - u * height, y - v * height)), scaled);
    }
}

fn scale(ink: Ink, height: f32) -> Ink {
    Ink { line: ink.line.map(|(width, shade)| ((width * height).max(0.12), shade)), ..ink }
}

/// In a square of side 1 around 0.
fn penguin_parts() -> Vec<(Path, Ink)> {
    let body = Path::default()
        .move_to(0.0, -0.5)
        .curve_to([0.17, -0.5, 0.22, -0.36, 0.21, -0.24])
        .curve_to([0.32, -0.08, 0.36, 0.12, 0.31, 0.28])
        .curve_to([0.27, 0.42, 0.14, 0.46, 0.0, 0.46])
        .curve_to([-0.14, 0.46, -0.27, 0.42, -0.31, 0.28])
        .curve_to([-0.36, 0.12, -0.32, -0.08, -0.21, -0.24])
        .curve_to([-0.22, -0.36, -0.17, -0.5, 0.0, -0.5])
        .close();
    let belly = Path::default()
        .move_to(0.0, -0.14)
        .curve_to([0.12, -0.2, 0.17, -0.05, 0.2, 0.12])
        .curve_to([0.23, 0.3, 0.13, 0.41, 0.0, 0.41])
        .curve_to([-0.13, 0.41, -0.23, 0.3, -0.2, 0.12])
        .curve_to([-0.17, -0.05, -0.12, -0.2, 0.0, -0.14])
        .close();
    let wing = |side: f32| {
        Path::default()
            .move_to(side * 0.24, -0.17)
            .curve_to([side * 0.38, -0.06, side * 0.48, 0.08, side * 0.45, 0.2])
            .curve_to([side * 0.4, 0.16, side * 0.34, 0.08, side * 0.29, 0.02])
            .close()
    };
    let foot = |side: f32| Path::ellipse(side * 0.13, 0.46, 0.11, 0.045);
    let eye = |side: f32| Path::circle(side * 0.075, -0.33, 0.042);
    let pupil = |side: f32| Path::circle(side * 0.068, -0.325, 0.019);
    let beak = Path::polygon(&[(-0.06, -0.26), (0.06, -0.26), (0.0, -0.175)]);
    vec![
        (foot(-1.0), Ink::both(WHITE, 0.016)),
        (foot(1.0), Ink::both(WHITE, 0.016)),
        (wing(-1.0), Ink::fill(BLACK)),
        (wing(1.0), Ink::fill(BLACK)),
        (body, Ink::fill(BLACK)),
        (belly, Ink::fill(WHITE)),
        (eye(-1.0), Ink::fill(WHITE)),
        (eye(1.0), Ink::fill(WHITE)),
        (pupil(-1.0), Ink::fill(BLACK)),
        (pupil(1.0), Ink::fill(BLACK)),
        (beak, Ink::both(WHITE, 0.014)),
    ]
}

/// The emblem of a seat: ■ ● ▲ ◆, as the players of Paper Pen-guins draw them.
pub(crate) fn emblem(page: &mut Page, seat: usize, x: f32, y: f32, size: f32) {
    let ink = Ink::fill(BLACK);
    page.draw(sign_path(seat, x, y, size), ink);
}

/// The same emblem, hollow.
pub(crate) fn hollow_sign(page: &mut Page, seat: usize, x: f32, y: f32, size: f32) {
    page.draw(sign_path(seat, x, y, size), Ink::both(WHITE, 0.25));
}

fn sign_path(seat: usize, x: f32, y: f32, size: f32) -> Path {
    let half = size / 2.0;
    match seat {
        0 => Path::rect(x - half * 0.88, y - half * 0.88, size * 0.88, size * 0.88),
        1 => Path::circle(x, y, half),
        2 => Path::polygon(&corners(x, y + half * 0.2, half * 1.15, 3, 0.0)),
        _ => Path::polygon(&corners(x, y, half * 1.15, 4, 0.0)),
    }
}

/// A counter with a crown: White is plain, Black is filled, the third hatched, the fourth ringed.
pub(crate) fn amazon(page: &mut Page, seat: usize, x: f32, y: f32, size: f32) {
    let radius = size / 2.0;
    let (ground, crown) = if seat == 1 { (BLACK, WHITE) } else { (WHITE, BLACK) };
    page.draw(Path::circle(x, y, radius), Ink::both(ground, (size * 0.05).max(0.2)));
    if seat == 2 {
        page.draw(hatch(&corners(x, y, radius * 0.97, 24, 0.0), size * 0.1), Ink::line(size * 0.022, BLACK));
    }
    if seat == 3 {
        page.draw(Path::circle(x, y, radius * 0.8), Ink::line(size * 0.05, BLACK));
    }
    let at = |u: f32, v: f32| (x + u * radius, y + v * radius);
    let points = [
        at(-0.5, 0.42),
        at(-0.56, -0.2),
        at(-0.26, 0.08),
        at(0.0, -0.44),
        at(0.26, 0.08),
        at(0.56, -0.2),
        at(0.5, 0.42),
    ];
    let line = if seat == 2 { Ink::both(WHITE, size * 0.04) } else { Ink::fill(crown) };
    page.draw(Path::polygon(&points), line);
}

/// An arrow that has landed: a cross with a ring.
pub(crate) fn arrow(page: &mut Page, x: f32, y: f32, size: f32) {
    let half = size * 0.32;
    let ink = Ink::line(size * 0.1, BLACK);
    page.rule((x - half, y - half), (x + half, y + half), ink);
    page.rule((x - half, y + half), (x + half, y - half), ink);
}

/// A fish that swims to the left.
pub(crate) fn fish(page: &mut Page, x: f32, y: f32, length: f32) {
    let at = |u: f32, v: f32| (x + u * length, y + v * length);
    let curve = |a: (f32, f32), b: (f32, f32), c: (f32, f32)| {
        let ((p, q), (r, s), (t, u)) = (at(a.0, a.1), at(b.0, b.1), at(c.0, c.1));
        Step::Curve([p, q, r, s, t, u])
    };
    let (sx, sy) = at(-0.5, 0.0);
    let (tx, ty) = at(0.5, -0.2);
    let (bx, by) = at(0.5, 0.2);
    let path = Path(vec![
        Step::Move(sx, sy),
        curve((-0.35, -0.27), (0.05, -0.27), (0.28, -0.04)),
        Step::Line(tx, ty),
        curve((0.44, -0.07), (0.44, 0.07), (0.5, 0.2)),
        Step::Line(bx, by),
        Step::Line(at(0.28, 0.04).0, at(0.28, 0.04).1),
        curve((0.05, 0.27), (-0.35, 0.27), (-0.5, 0.0)),
        Step::Close,
    ]);
    page.draw(path, Ink::both(WHITE, (length * 0.035).max(0.18)));
    let (ex, ey) = at(-0.3, -0.045);
    page.draw(Path::circle(ex, ey, length * 0.035), Ink::fill(BLACK));
    let gill = Path(vec![
        Step::Move(at(-0.15, -0.14).0, at(-0.15, -0.14).1),
        curve((-0.09, -0.06), (-0.09, 0.06), (-0.15, 0.14)),
    ]);
    page.draw(gill, Ink::line((length * 0.025).max(0.15), BLACK));
}

/// The symbol of a suit: spades and clubs filled, hearts and diamonds hollow.
pub(crate) fn suit(page: &mut Page, suit: char, x: f32, y: f32, size: f32) {
    let s = size / 2.0;
    let at = |u: f32, v: f32| (x + u * s, y + v * s);
    let heart = |up: f32| {
        let p = |u: f32, v: f32| at(u, v * up);
        let c = |a: (f32, f32), b: (f32, f32), d: (f32, f32)| {
            Step::Curve([
                p(a.0, a.1).0,
                p(a.0, a.1).1,
                p(b.0, b.1).0,
                p(b.0, b.1).1,
                p(d.0, d.1).0,
                p(d.0, d.1).1,
            ])
        };
        Path(vec![
            Step::Move(p(0.0, 0.9).0, p(0.0, 0.9).1),
            c((-0.3, 0.5), (-0.95, 0.2), (-0.95, -0.3)),
            c((-0.95, -0.95), (-0.15, -1.0), (0.0, -0.4)),
            c((0.15, -1.0), (0.95, -0.95), (0.95, -0.3)),
            c((0.95, 0.2), (0.3, 0.5), (0.0, 0.9)),
            Step::Close,
        ])
    };
    let stem = Path::polygon(&[at(-0.08, 0.1), at(0.08, 0.1), at(0.32, 0.95), at(-0.32, 0.95)]);
    let hollow = Ink::both(WHITE, (size * 0.08).max(0.15));
    let solid = Ink::fill(BLACK);
    match suit {
        'H' => page.draw(heart(1.0), hollow),
        'D' => {
            page.draw(Path::polygon(&[at(0.0, -1.0), at(0.72, 0.0), at(0.0, 1.0), at(-0.72, 0.0)]), hollow)
        }
        'S' => {
            page.draw(heart(-1.0).map(|u, v| (u, v - s * 0.1)), solid);
            page.draw(stem, solid);
        }
        _ => {
            for (u, v) in [(0.0, -0.5), (-0.48, 0.2), (0.48, 0.2)] {
                let (cx, cy) = at(u, v);
                page.draw(Path::circle(cx, cy, s * 0.44), solid);
            }
            page.draw(stem, solid);
        }
    }
}

/// A card such as `QH`: the rank, then the suit next to it.
pub(crate) fn card(page: &mut Page, card: &str, x: f32, y: f32, size: f32) {
    let (rank, signs) = card.split_at(card.len().min(1));
    let rank = if rank == "T" { "10" } else { rank };
    let text_style = Type::bold(size / crate::page::POINT * 0.78);
    let sign = size * 0.62;
    let wide = text_style.width(rank) + sign + size * 0.1;
    page.centred(x - wide / 2.0 + text_style.width(rank) / 2.0, y, text_style, rank);
    suit(page, signs.chars().next().unwrap_or('S'), x + wide / 2.0 - sign / 2.0, y, sign);
}

/// A pawn, Black's filled and White's hollow.
pub(crate) fn pawn(page: &mut Page, black: bool, x: f32, y: f32, size: f32) {
    let at = |u: f32, v: f32| (x + u * size, y + v * size);
    let ink = Ink::both(if black { BLACK } else { WHITE }, (size * 0.06).max(0.2));
    let body = [at(-0.3, 0.5), at(0.3, 0.5), at(0.22, 0.34), at(0.1, -0.1), at(-0.1, -0.1), at(-0.22, 0.34)];
    page.draw(Path::polygon(&body), ink);
    let (hx, hy) = at(0.0, -0.25);
    page.draw(Path::circle(hx, hy, size * 0.22), ink);
}

/// A stone, Black's filled and White's hollow.
pub(crate) fn stone(page: &mut Page, black: bool, x: f32, y: f32, size: f32) {
    let ink = Ink::both(if black { BLACK } else { WHITE }, (size * 0.07).max(0.2));
    page.draw(Path::circle(x, y, size / 2.0), ink);
}

/// A line to cut along.
pub(crate) fn cut() -> Ink {
    Ink::line(0.18, GREY)
}
