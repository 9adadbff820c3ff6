//! The bundled puzzles, and the choice of the puzzle of the day.

use floe_games::switches::excerpt;
use floe_games::{Refusal, registry};
use include_dir::{Dir, include_dir};

use super::{Puzzle, parse_lines};

/// The files, one per game, named by its id.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// The puzzles of a game, by id. A refusal where there is no such game.
pub fn bundled(game: &str) -> Result<Vec<Puzzle>, Refusal> {
    let id = registry::find(game)?.id;
    // A game may have no puzzles.
    let Some(file) = FILES.get_file(format!("{id}.jsonl")) else { return Ok(Vec::new()) };
    let text = file
        .contents_utf8()
        .ok_or_else(|| Refusal::invalid_request(format!("the puzzles of {id} are not text")))?;
    let mut puzzles = parse_lines(text)?;
    puzzles.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(puzzles)
}

/// The puzzle of a game for a day, counted from 1970-01-01.
pub fn daily(game: &str, day: u64) -> Result<Puzzle, Refusal> {
    pick(bundled(game)?, day)
        .ok_or_else(|| Refusal::invalid_request(format!("there is no puzzle for {}", excerpt(game))))
}

/// The puzzle of a day over all games that have puzzles: a different game every day.
pub fn daily_any_game(day: u64) -> Result<Puzzle, Refusal> {
    let mut all = Vec::new();
    for entry in registry::games() {
        let puzzles = bundled(entry.id)?;
        if !puzzles.is_empty() {
            all.push(puzzles);
        }
    }
    let games = all.len().max(1) as u64;
    pick(all, day)
        .and_then(|puzzles| pick(puzzles, day / games))
        .ok_or_else(|| Refusal::invalid_request("there are no puzzles"))
}

fn pick<T>(list: Vec<T>, number: u64) -> Option<T> {
    let at = number.checked_rem(list.len() as u64)?;
    list.into_iter().nth(usize::try_from(at).ok()?)
}
