//! Pages as one PDF: vector graphics, and selectable text in embedded fonts.

use floe_games::Refusal;
use krilla::color::luma;
use krilla::geom::{PathBuilder, Point};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, TextDirection};
use krilla::{Document, SerializeSettings};

use crate::face::Font as Typeface;
use crate::page::{Mark, POINT, Page, Shade};
use crate::path::{Path, Step};

pub(crate) fn write(pages: &[Page], title: &str) -> Result<Vec<u8>, Refusal> {
    let cannot = |what: &str| Refusal::unsupported(format!("cannot create the PDF: {what}"));
    let fonts = Typeface::ALL.map(|face| Font::new(face.bytes().into(), 0));
    let [Some(plain), Some(bold), Some(hand)] = fonts else {
        return Err(cannot("a built-in font is not readable"));
    };
    let fonts = [plain, bold, hand];
    let mut document = Document::new_with(SerializeSettings::default());
    for page in pages {
        let settings = PageSettings::from_wh(page.width / POINT, page.height / POINT)
            .ok_or_else(|| cannot("a page has no size"))?;
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        for mark in &page.marks {
            put(&mut surface, mark, &fonts);
        }
        surface.finish();
        sheet.finish();
    }
    // No date and no machine name: the same pages give the same bytes.
    document
        .set_metadata(Metadata::new().title(title.to_owned()).creator("Floe".into()).language("en".into()));
    document.finish().map_err(|error| cannot(&format!("{error:?}")))
}

fn put(surface: &mut Surface<'_>, mark: &Mark, fonts: &[Font; 3]) {
    match mark {
        Mark::Shape { path, ink } => {
            let Some(path) = outline(path) else { return };
            surface.set_fill(ink.fill.map(fill));
            surface.set_stroke(ink.line.map(|(width, shade)| Stroke {
                paint: luma::Color::new(shade).into(),
                width: width / POINT,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                dash: ink.dashed.then(|| StrokeDash { array: vec![1.6 / POINT, 1.4 / POINT], offset: 0.0 }),
                ..Stroke::default()
            }));
            surface.draw_path(&path);
        }
        Mark::Words { x, y, size, face, shade, text } => {
            surface.set_fill(Some(fill(*shade)));
            surface.set_stroke(None);
            let (at, font) = (Point::from_xy(x / POINT, y / POINT), fonts[*face as usize].clone());
            surface.draw_text(at, font, size / POINT, text, false, TextDirection::LeftToRight);
        }
    }
}

fn fill(shade: Shade) -> Fill {
    Fill { paint: luma::Color::new(shade).into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
}

fn outline(path: &Path) -> Option<krilla::geom::Path> {
    let mut builder = PathBuilder::new();
    for step in &path.0 {
        match *step {
            Step::Move(x, y) => builder.move_to(x / POINT, y / POINT),
            Step::Line(x, y) => builder.line_to(x / POINT, y / POINT),
            Step::Curve(points) => {
                let [a, b, c, d, e, f] = points.map(|at| at / POINT);
                builder.cubic_to(a, b, c, d, e, f);
            }
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}
