//! Frames: the board, the panel next to it, the lines below. One file for each family of games.

mod cards;
mod grid;
mod hands;
mod menu;
mod montauk;
mod overlay;
mod panel;
mod slide;
mod text;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::display::DisplayMode;
use crate::grid::Family;
use crate::menu::MenuTarget;
use crate::overlay::Overlay;
use crate::scene::Scene;

use grid::Scale;
pub use menu::draw as draw_menu;

/// The targets on the screen, for the mouse.
#[derive(Clone, Debug, Default)]
pub struct HitMap(Vec<(Rect, HitTarget)>);

/// Something that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitTarget {
    /// A cell of the board.
    Cell(usize),
    /// An entry of the move list.
    Option(usize),
    /// Something in the menu of games.
    Menu(MenuTarget),
}

impl HitMap {
    /// The target at a column and row of the screen.
    pub fn at(&self, column: u16, row: u16) -> Option<HitTarget> {
        let within = |area: &Rect| area.contains(ratatui::layout::Position { x: column, y: row });
        self.0.iter().find(|(area, _)| within(area)).map(|(_, hit)| *hit)
    }
}

/// The colours of the seats.
pub const SEATS: [Color; 4] = [Color::LightYellow, Color::LightCyan, Color::LightMagenta, Color::LightGreen];

/// The least and the greatest width of the panel.
const PANEL: (u16, u16) = (27, 76);
/// The smallest screen on which anything is drawn.
const MIN_SIZE: (u16, u16) = (40, 12);

/// Says so where nothing can be drawn.
fn is_too_small(area: Rect, buffer: &mut Buffer) -> bool {
    let small = area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1;
    if small {
        let message = format!("Window too small: at least {} by {} is needed.", MIN_SIZE.0, MIN_SIZE.1);
        Paragraph::new(message).wrap(Wrap { trim: true }).render(area, buffer);
    }
    small
}

/// Draws a scene and returns its click targets.
pub fn draw(
    scene: &Scene<'_>,
    overlay: Option<&Overlay>,
    display: DisplayMode,
    frame: &mut Frame<'_>,
) -> HitMap {
    let area = frame.area();
    let mut hits = HitMap::default();
    let buffer = frame.buffer_mut();
    if is_too_small(area, buffer) {
        return hits;
    }
    title(&scene.title, area, buffer);
    let below = area.height - 2;
    let middle = Rect { y: 1, height: below - 1, ..area };
    let (board, panel) = split(scene, middle);
    match scene.face.family {
        Family::Slide => slide::draw(scene, board, buffer, &mut hits),
        Family::Cards => cards::draw(scene, board, buffer, &mut hits),
        Family::Montauk => montauk::draw(scene, board, buffer, &mut hits),
        Family::Standalone if scene.face.grid.is_some() => slide::draw(scene, board, buffer, &mut hits),
        Family::Standalone => text::draw(scene, board, buffer, &mut hits),
    }
    if let Some(panel) = panel {
        panel::draw(scene, panel, buffer);
    }
    let status = Style::new().add_modifier(Modifier::BOLD);
    line(buffer, Rect { y: below, height: 1, ..area }, &scene.status, status);
    line(buffer, Rect { y: below + 1, height: 1, ..area }, &scene.keys, Style::new().fg(Color::Gray));
    if let Some(overlay) = overlay {
        overlay::draw(overlay, area, buffer);
        hits.0.clear();
    }
    display.apply(buffer, scene.face.letters());
    hits
}

/// The board on the left and the panel on the right, unless the board needs the whole width. The panel gets what the board
/// leaves.
fn split(scene: &Scene<'_>, middle: Rect) -> (Rect, Option<Rect>) {
    let room = Rect { width: middle.width.saturating_sub(PANEL.0 + 1), ..middle };
    let used = match (&scene.face.grid, scene.face.family) {
        (Some(grid), Family::Cards) => Scale::fitting(grid, &cards::SCALES, cards::room(scene, room))
            .map(|scale| scale.size(grid).0.max(cards::MIN_WIDTH)),
        (Some(grid), _) => Scale::fitting(grid, &slide::SCALES, room).map(|scale| scale.size(grid).0),
        (None, Family::Standalone) => text::fits(scene, room).then_some(room.width),
        (None, _) => (middle.width >= 76).then(|| montauk::width(room)),
    };
    let Some(used) = used else { return (middle, None) };
    let width = (middle.width - (used + 2).min(room.width) - 1).clamp(PANEL.0, PANEL.1);
    let board = Rect { width: middle.width - width - 1, ..middle };
    (board, Some(Rect { x: middle.x + board.width + 1, width, ..middle }))
}

fn title(text: &str, area: Rect, buffer: &mut Buffer) {
    let style = Style::new().fg(Color::White).bg(Color::Indexed(24)).add_modifier(Modifier::BOLD);
    let area = Rect { height: 1, ..area };
    buffer.set_style(area, style);
    line(buffer, area, &format!(" {text}"), style);
}

/// A text in lines of a given width, broken between words where possible.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let long = lines.last().map_or(0, |line| line.chars().count());
        match lines.last_mut() {
            Some(line) if long == 0 => line.push_str(word),
            Some(line) if long + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
        // A word longer than a line is cut.
        while lines.last().is_some_and(|line| line.chars().count() > width) && width > 0 {
            let line = lines.pop().unwrap_or_default();
            lines.push(line.chars().take(width).collect());
            lines.push(line.chars().skip(width).collect());
        }
    }
    lines
}

/// Draws a line of text, cut off where the area ends.
fn line(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    Line::styled(text, style).render(area, buffer);
}
