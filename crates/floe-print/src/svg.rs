//! Pages as SVG: one document per page, in millimetres.

use std::fmt::Write;

use html_escape::encode_quoted_attribute;

use crate::page::{Ink, Mark, Page};
use crate::path::{Path, Step};

pub(crate) fn write(page: &Page, title: &str) -> String {
    let (width, height) = (number(page.width), number(page.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        encode_quoted_attribute(title)
    );
    for mark in &page.marks {
        // Writing to a string cannot fail.
        let _ = match mark {
            Mark::Shape { path, ink } => writeln!(svg, "<path d=\"{}\"{}/>", outline(path), painted(ink)),
            Mark::Words { x, y, size, face, shade, text } => writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" {} fill=\"{}\">{}</text>",
                number(*x),
                number(*y),
                number(*size),
                face.svg(),
                grey(*shade),
                encode_quoted_attribute(text)
            ),
        };
    }
    svg + "</svg>\n"
}

fn outline(path: &Path) -> String {
    let steps = path.0.iter().map(|step| match *step {
        Step::Move(x, y) => format!("M{} {}", number(x), number(y)),
        Step::Line(x, y) => format!("L{} {}", number(x), number(y)),
        Step::Curve(points) => format!("C{}", points.map(number).join(" ")),
        Step::Close => "Z".into(),
    });
    steps.collect()
}

fn painted(ink: &Ink) -> String {
    let mut attributes = format!(" fill=\"{}\"", ink.fill.map_or("none".into(), grey));
    if let Some((width, shade)) = ink.line {
        attributes += &format!(
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
            grey(shade),
            number(width)
        );
        if ink.dashed {
            attributes += " stroke-dasharray=\"1.6 1.4\"";
        }
    }
    attributes
}

fn grey(shade: u8) -> String {
    format!("#{shade:02x}{shade:02x}{shade:02x}")
}

/// A hundredth of a millimetre is finer than any printer.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
