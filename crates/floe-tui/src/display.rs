//! With or without colours and symbols: one pass over a finished frame, so that the drawing code need not care.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayMode {
    /// Show colours.
    pub colour: bool,
    /// Use only ASCII characters.
    pub ascii: bool,
}

impl DisplayMode {
    /// Colours and symbols.
    pub const FULL: DisplayMode = DisplayMode { colour: true, ascii: false };
    /// Neither colours nor symbols.
    pub const PLAIN: DisplayMode = DisplayMode { colour: false, ascii: true };

    /// Replaces everything in a frame that the terminal cannot show; `letters` are those for the symbols of pieces.
    pub fn apply(self, buffer: &mut Buffer, letters: impl Iterator<Item = (&'static str, &'static str)>) {
        let letters: Vec<_> = letters.collect();
        for cell in &mut buffer.content {
            if !self.colour {
                (cell.fg, cell.bg, cell.underline_color) = (Color::Reset, Color::Reset, Color::Reset);
            }
            if self.ascii {
                cell.modifier = Modifier::empty();
                let piece = letters.iter().find(|(glyph, _)| *glyph == cell.symbol());
                let plain: String = match piece {
                    Some((_, letter)) => (*letter).to_owned(),
                    None => cell.symbol().chars().map(ascii).collect(),
                };
                cell.set_symbol(&plain);
            }
        }
    }

    /// The same for a text.
    pub fn text(self, text: &str) -> String {
        match self.ascii {
            true => text.chars().map(ascii).collect(),
            false => text.to_owned(),
        }
    }
}

/// The ASCII replacement of a symbol.
fn ascii(sign: char) -> char {
    match sign {
        sign if sign.is_ascii() => sign,
        '♠' => 'S',
        '♥' => 'H',
        '♦' => 'D',
        '♣' => 'C',
        '■' => '#',
        '●' => '@',
        '○' => 'o',
        '▲' => '^',
        '△' => 'v',
        '◆' => '%',
        '♟' => 'B',
        '♙' => 'W',
        '×' => 'x',
        '·' | '…' => '.',
        '▁' | '▂' => '_',
        '▃' | '▄' | '▅' => '=',
        '▆' | '▇' | '█' => '#',
        '─' | '–' | '−' | '—' => '-',
        '’' => '\'',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' => '+',
        '▸' | '→' | '›' => '>',
        '‹' => '<',
        '✓' => '*',
        '←' => '<',
        '↑' => '^',
        '↓' => 'v',
        '½' => '/',
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        '⁹' => '9',
        _ => '?',
    }
}
