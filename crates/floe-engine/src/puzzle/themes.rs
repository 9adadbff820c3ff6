//! What a move does, in a few words: the sentences of [`crate::explain`], shortened so that puzzles can be
//! distinguished.

use floe_games::switches::RuleSet;
use floe_games::{Refusal, Table, Viewer};

use crate::PositionView;
use crate::explain::{explain, manifest_names};

/// The maximum number of themes of a puzzle.
const MAX_THEMES: usize = 3;

/// The start or a part of a sentence, and the theme it stands for.
const THEMES: &[(&str, &str)] = &[
    ("ends the game", "last move"),
    ("ends the board play", "last move"),
    ("separates the sides", "separate the sides"),
    ("wins the", "win a region"),
    ("shares the", "hold a region"),
    ("loses the", "give up a region"),
    ("traps its own", "trap your own piece"),
    ("traps the", "trap a piece"),
    ("cuts off", "cut off"),
    ("gives up what is left", "stop in time"),
    ("gives up", "give up ground"),
    ("by its only exit", "only exit"),
    ("keeps the only exit", "keep an exit open"),
    ("wastes no moves", "save moves"),
    ("collects everything it can", "best route"),
    ("from a fifth", "deny"),
    ("keeps ", "deny"),
    ("makes ", "make a hand"),
    ("its fourth", "collect"),
    ("its third", "collect"),
    ("its second", "collect"),
    ("claims nothing", "wait"),
    ("avoids a null", "avoid a null"),
    // Another sentence about the same move has the theme.
    ("bears off the last pyramid", ""),
    ("bears off", "bear off"),
    ("moves a pyramid", "bring up"),
];

/// The themes of a move, the most informative first.
pub(super) fn themes(
    set: &RuleSet,
    table: &dyn Table,
    seat: usize,
    best: &str,
) -> Result<Vec<String>, Refusal> {
    let position = table.position_text(Viewer::Omniscient);
    let view = PositionView { position: &position, hidden: false };
    let sentences = explain(set, view, &[best.to_owned()], &manifest_names(set))?;
    let mut found: Vec<String> = Vec::new();
    for sentence in sentences.iter().flatten() {
        let theme = THEMES.iter().find(|(part, _)| sentence.contains(part)).map(|(_, theme)| *theme);
        if let Some(theme) =
            theme.filter(|theme| !theme.is_empty() && !found.iter().any(|known| known == theme))
        {
            found.push(theme.to_owned());
        }
    }
    if patient(table, seat, best)? {
        found.insert(0, "patience".into());
    }
    found.truncate(MAX_THEMES);
    Ok(found)
}

/// Does another move claim more immediately?
fn patient(table: &dyn Table, seat: usize, best: &str) -> Result<bool, Refusal> {
    let gain = |text: &str| -> Result<i64, Refusal> {
        let mut next = table.fork();
        next.play(seat, text)?;
        Ok(next.scores().get(seat).copied().unwrap_or(0))
    };
    let own = gain(best)?;
    for other in table.legal_moves() {
        if gain(&other)? > own {
            return Ok(true);
        }
    }
    Ok(false)
}
