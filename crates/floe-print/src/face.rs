//! The type: three embedded fonts, and the width of text in them.

use std::sync::OnceLock;

use ttf_parser::Face as Parsed;

/// A font. The fonts are Latin subsets under the Open Font License (`fonts/OFL.txt`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    Plain,
    Bold,
    /// Handwriting: headings, and numbers that belong to pen and paper.
    Hand,
}

impl Font {
    pub(crate) const ALL: [Font; 3] = [Font::Plain, Font::Bold, Font::Hand];

    pub(crate) fn bytes(self) -> &'static [u8] {
        match self {
            Font::Plain => include_bytes!("../fonts/figtree-regular.ttf"),
            Font::Bold => include_bytes!("../fonts/figtree-bold.ttf"),
            Font::Hand => include_bytes!("../fonts/patrick-hand.ttf"),
        }
    }

    /// The attributes of a text in SVG. Without these fonts, the viewer uses the closest of its own.
    pub(crate) fn svg(self) -> &'static str {
        match self {
            Font::Plain => "font-family=\"Figtree, Helvetica, Arial, sans-serif\"",
            Font::Bold => "font-family=\"Figtree, Helvetica, Arial, sans-serif\" font-weight=\"700\"",
            Font::Hand => "font-family=\"'Patrick Hand', 'Comic Neue', Helvetica, sans-serif\"",
        }
    }

    fn parsed(self) -> Option<&'static Parsed<'static>> {
        static FACES: OnceLock<[Option<Parsed<'static>>; 3]> = OnceLock::new();
        let faces = FACES.get_or_init(|| Font::ALL.map(|face| Parsed::parse(face.bytes(), 0).ok()));
        faces[self as usize].as_ref()
    }

    /// The text as this font can show it: missing characters become question marks.
    pub(crate) fn shown(self, text: &str) -> String {
        let has = |c: char| self.parsed().is_some_and(|face| face.glyph_index(c).is_some());
        text.chars().map(|c| if has(c) { c } else { '?' }).collect()
    }

    /// The width of a text, in the unit of its size.
    pub(crate) fn width(self, text: &str, size: f32) -> f32 {
        let Some(face) = self.parsed() else { return 0.0 };
        let advance = |c| face.glyph_index(c).and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or(0);
        let units: u32 = text.chars().map(|c| u32::from(advance(c))).sum();
        units as f32 * size / f32::from(face.units_per_em())
    }

    /// Text broken into lines no wider than `width`. A word wider than that is cut; a non-breaking space keeps two
    /// words together.
    pub(crate) fn wrap(self, text: &str, size: f32, width: f32) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
            let mut rest = word;
            loop {
                let line = lines.last_mut().expect("there is always a line");
                let longer = if line.is_empty() { rest.to_owned() } else { format!("{line} {rest}") };
                if self.width(&longer, size) <= width {
                    *line = longer;
                    break;
                }
                if !line.is_empty() {
                    lines.push(String::new());
                    continue;
                }
                let fits = rest.char_indices().map(|(at, c)| at + c.len_utf8());
                let cut = fits.take_while(|&at| self.width(&rest[..at], size) <= width).last();
                let cut = cut.or_else(|| rest.chars().next().map(char::len_utf8)).unwrap_or(rest.len());
                *line = rest[..cut].to_owned();
                rest = &rest[cut..];
                if rest.is_empty() {
                    break;
                }
                lines.push(String::new());
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_read_and_measured() {
        for face in Font::ALL {
            assert!(face.parsed().is_some(), "{face:?}");
            let (narrow, wide) = (face.width("il", 10.0), face.width("MW", 10.0));
            assert!(narrow > 0.0 && wide > narrow, "{face:?}: {narrow} {wide}");
            assert_eq!(face.shown("7–3 ×\u{a0}é 雪"), "7–3 ×\u{a0}é ?");
        }
    }

    #[test]
    fn words_wrap_and_long_ones_are_cut() {
        let lines = Font::Plain.wrap("one two three supercalifragilistic", 10.0, 40.0);
        assert!(lines.len() > 3, "{lines:?}");
        assert!(lines.iter().all(|line| Font::Plain.width(line, 10.0) <= 40.0), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), "onetwothreesupercalifragilistic");
    }
}
