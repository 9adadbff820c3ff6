//! The pages of rules, which the program carries with it.

use floe_games::Manifest;
use include_dir::{Dir, include_dir};

use crate::markdown::render;

/// The pages of the documentation, one for each game; a game without its own is on the page of the game whose rules it
/// uses.
static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs/rules");

/// The page of rules of a game, as Markdown; `None` for a game that has none.
pub fn rules_page(game: &Manifest) -> Option<&'static str> {
    let file = |id: &str| PAGES.get_file(format!("{id}.md")).and_then(|file| file.contents_utf8());
    file(game.id).or_else(|| file(game.default_rules().game))
}

/// A page as text with lines of at most `width` characters, except for tables and examples; with `bold`, headings are bold
/// by the escape sequences of terminals.
pub fn rules_text(page: &str, width: usize, bold: bool) -> String {
    render(page, width, bold)
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_games::registry;

    #[test]
    fn every_game_has_a_page_that_can_be_shown() {
        for game in registry::GAMES {
            let text = rules_text(rules_page(game).unwrap(), 80, false);
            assert!(text.len() > 1000, "{}", game.id);
            for line in text.lines() {
                // Tables and examples are as wide as they are.
                let wide = line.starts_with("    ") || line.contains("  ");
                assert!(wide || line.chars().count() <= 80, "{}: {line}", game.id);
            }
            for line in text.lines().filter(|line| !line.starts_with("    ")) {
                for left in ["](", "```", "**", "|--", "\u{1b}"] {
                    assert!(!line.contains(left), "{}: {line}", game.id);
                }
            }
        }
    }
}
