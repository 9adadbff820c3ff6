//! A page: shapes and text in millimetres, independent of PDF and SVG.

use crate::face::Font;
use crate::path::{Path, Step};

/// Millimetres per point.
pub(crate) const POINT: f32 = 25.4 / 72.0;

/// From black, 0, to white, 255.
pub(crate) type Shade = u8;

pub(crate) const BLACK: Shade = 0;
pub(crate) const GREY: Shade = 110;
pub(crate) const PALE: Shade = 185;
pub(crate) const MIST: Shade = 232;
pub(crate) const WHITE: Shade = 255;

/// How an outline is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    pub fill: Option<Shade>,
    pub line: Option<(f32, Shade)>,
    pub dashed: bool,
}

impl Ink {
    pub(crate) fn fill(shade: Shade) -> Ink {
        Ink { fill: Some(shade), line: None, dashed: false }
    }

    pub(crate) fn line(width: f32, shade: Shade) -> Ink {
        Ink { fill: None, line: Some((width, shade)), dashed: false }
    }

    pub(crate) fn both(fill: Shade, width: f32) -> Ink {
        Ink { fill: Some(fill), line: Some((width, BLACK)), dashed: false }
    }

    /// Where to cut or fold.
    pub(crate) fn dashed(width: f32, shade: Shade) -> Ink {
        Ink { dashed: true, ..Ink::line(width, shade) }
    }
}

/// Which point of a line of text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    Shape { path: Path, ink: Ink },
    Words { x: f32, y: f32, size: f32, face: Font, shade: Shade, text: String },
}

/// The style of a text: a font, a size in points, a shade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Type(pub Font, pub f32, pub Shade);

impl Type {
    pub(crate) fn plain(points: f32) -> Type {
        Type(Font::Plain, points, BLACK)
    }

    pub(crate) fn bold(points: f32) -> Type {
        Type(Font::Bold, points, BLACK)
    }

    pub(crate) fn hand(points: f32) -> Type {
        Type(Font::Hand, points, BLACK)
    }

    pub(crate) fn shade(self, shade: Shade) -> Type {
        Type(self.0, self.1, shade)
    }

    /// The width of a text, in millimetres.
    pub(crate) fn width(self, text: &str) -> f32 {
        self.0.width(text, self.1 * POINT)
    }

    /// The line height, in millimetres.
    pub(crate) fn leading(self) -> f32 {
        self.1 * POINT * 1.32
    }

    pub(crate) fn wrap(self, text: &str, width: f32) -> Vec<String> {
        self.0.wrap(&self.0.shown(text), self.1 * POINT, width)
    }
}

/// A page of paper, or a drawing with its own size.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Page {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) marks: Vec<Mark>,
}

impl Page {
    pub(crate) fn new(width: f32, height: f32) -> Page {
        Page { width, height, marks: Vec::new() }
    }

    pub(crate) fn draw(&mut self, path: Path, ink: Ink) {
        if !path.0.is_empty() {
            self.marks.push(Mark::Shape { path, ink });
        }
    }

    /// Draws a straight line.
    pub(crate) fn rule(&mut self, from: (f32, f32), to: (f32, f32), ink: Ink) {
        self.draw(Path(vec![Step::Move(from.0, from.1), Step::Line(to.0, to.1)]), ink);
    }

    /// Text with its baseline at `y`.
    pub(crate) fn text(&mut self, x: f32, y: f32, anchor: Anchor, text_style: Type, text: &str) {
        let Type(face, points, shade) = text_style;
        let text = face.shown(text);
        if text.trim().is_empty() {
            return;
        }
        let size = points * POINT;
        // Both outputs get the start of the text, so that they agree.
        let x = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - face.width(&text, size) / 2.0,
            Anchor::End => x - face.width(&text, size),
        };
        self.marks.push(Mark::Words { x, y, size, face, shade, text });
    }

    /// Text whose digits and capitals are centred on a point.
    pub(crate) fn centred(&mut self, x: f32, y: f32, text_style: Type, text: &str) {
        self.text(x, y + text_style.1 * POINT * 0.35, Anchor::Middle, text_style, text);
    }

    /// Lines of text from the top at `y` on; returns where the next line would be.
    pub(crate) fn lines(&mut self, x: f32, mut y: f32, width: f32, text_style: Type, text: &str) -> f32 {
        for line in text_style.wrap(text, width) {
            self.text(x, y, Anchor::Start, text_style, &line);
            y += text_style.leading();
        }
        y
    }
}
