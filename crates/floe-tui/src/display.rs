//! With colours and signs, or without: one pass over a finished frame, so that drawing need not ask.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayMode {
    /// Colours.
    pub colour: bool,
    /// Letters of ASCII alone.
    pub ascii: bool,
}

impl DisplayMode {
    /// All there is.
    pub const FULL: DisplayMode = DisplayMode { colour: true, ascii: false };
    /// Neither colours nor signs.
    pub const PLAIN: DisplayMode = DisplayMode { colour: false, ascii: true };

    /// Takes from a frame what the terminal does not show.
    pub fn apply(self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            if !self.colour {
                (cell.fg, cell.bg, cell.underline_color) = (Color::Reset, Color::Reset, Color::Reset);
            }
            if self.ascii {
                cell.modifier = Modifier::empty();
                let plain: String = cell.symbol().chars().map(ascii).collect();
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

/// A letter in the place of a sign.
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
        '─' | '–' | '−' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' => '+',
        '▸' | '→' => '>',
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
        _ => '?',
    }
}
