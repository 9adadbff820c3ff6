//! Amazons games as PGN, the way chess servers that also have Amazons (pychess, PlayStrategy) export them: tags, numbered
//! moves, a result.
//!
//! Moves may be written as `d1-d7/g7`, `d1-d7(g7)`, `d1d7,d7g7`, as a slide with a drop after it (`d1d7 P@g7`), or short as
//! Fairy-Stockfish does: `Qd7,d7g7`, with the column or row of the amazon after the `Q` where two could go there.

use crate::formats::move_words;
use crate::record::{Player, Record};
use crate::switches::excerpt;
use crate::{Actor, Refusal, Start, Table, Viewer, open, registry};

/// The maximum length of a file, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Is this a PGN? It begins with a tag: `[Event "…"]`.
pub fn is_pgn(text: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').trim_start().lines().next();
    first.is_some_and(|line| tag(line).is_some())
}

/// Reads the games of a file. The result is not read: it follows from the moves.
pub fn parse(text: &str) -> Result<Vec<Record>, Refusal> {
    if text.len() > MAX_BYTES {
        return Err(Refusal::too_large(format!(
            "the PGN is {} bytes long; the limit is {MAX_BYTES}",
            text.len()
        )));
    }
    let mut games: Vec<PgnGame<'_>> = Vec::new();
    let mut in_tags = false;
    for line in text.trim_start_matches('\u{feff}').lines() {
        match tag(line) {
            Some(tag) => {
                if !in_tags {
                    games.push(PgnGame::default());
                }
                in_tags = true;
                games.last_mut().into_iter().for_each(|game| game.tags.push(tag));
            }
            None => {
                in_tags &= line.trim().is_empty();
                if let Some(game) = games.last_mut() {
                    game.moves += line;
                    game.moves.push('\n');
                }
            }
        }
    }
    games.iter().map(PgnGame::record).collect()
}

/// A tag of a line: `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_prefix('[')?.strip_suffix(']')?.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    (!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')).then_some((name, value))
}

#[derive(Default)]
struct PgnGame<'a> {
    tags: Vec<(&'a str, &'a str)>,
    moves: String,
}

impl PgnGame<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }

    fn record(&self) -> Result<Record, Refusal> {
        if let Some(other) = self.get("Variant").filter(|name| !name.to_ascii_lowercase().contains("amazons"))
        {
            return Err(Refusal::other_game(format!(
                "PGN: this is a game of {}; only Amazons is read",
                excerpt(other)
            )));
        }
        let entry = registry::find("amazons")?;
        let mut rules = entry.default_rules();
        let mut table = match self.get("FEN") {
            None => open(&rules, Start::Seed(0))?,
            Some(fen) => {
                entry.adopt_size(&mut rules, fen);
                open(&rules, Start::Position(fen))?
            }
        };
        let words = move_words(&self.moves);
        let mut words = words.iter().map(|word| word.trim_end_matches(['!', '?'])).peekable();
        let mut number = 0;
        while let Some(word) = words.next() {
            number += 1;
            let failed = |refusal: Refusal| Refusal::invalid_record(format!("PGN: move {number}: {refusal}"));
            // A slide and a drop in two words.
            let text = match words.peek().and_then(|next| dropped(next)) {
                Some(cell) => {
                    words.next();
                    format!("{word}/{cell}")
                }
                None => word.to_owned(),
            };
            let Actor::Seat(seat) = table.actor() else {
                return Err(failed(Refusal::game_over(format!("'{}': the game is over", excerpt(word)))));
            };
            let text = long_form(&*table, &text).map_err(failed)?;
            table.play(seat, &text).map_err(failed)?;
        }
        let mut record = Record::from_table(&*table, Viewer::Omniscient);
        let player =
            |tag: &str| Player { name: self.get(tag).unwrap_or("?").trim().chars().take(60).collect() };
        if self.get("White").is_some() || self.get("Black").is_some() {
            record.players = vec![player("White"), player("Black")];
        }
        Ok(record)
    }
}

/// The cell of a drop: `P@g7`.
fn dropped(word: &str) -> Option<&str> {
    word.strip_prefix("P@").or(word.strip_prefix("p@")).filter(|cell| !cell.is_empty())
}

/// A move in short form, `Qd7,d7g7`, with its first cell; any other text as it is.
fn long_form(table: &dyn Table, text: &str) -> Result<String, Refusal> {
    let Some((slide, shot)) = text.strip_prefix('Q').and_then(|rest| rest.split_once([',', '/'])) else {
        return Ok(text.to_owned());
    };
    // What precedes the last cell of the slide says which amazon moves.
    let Some(at) = slide.rfind(|c: char| c.is_ascii_alphabetic()) else { return Ok(text.to_owned()) };
    let (which, to) = slide.split_at(at);
    let shot = shot.strip_prefix(to).filter(|rest| !rest.is_empty()).unwrap_or(shot);
    let ending = format!("-{to}/{shot}");
    let legal = table.legal_moves();
    let mut fits = legal.iter().filter_map(|text| text.strip_suffix(ending.as_str())).filter(|from| {
        let (column, row) = from.split_at(1);
        which.is_empty() || which == column || which == row || which == *from
    });
    match (fits.next(), fits.next()) {
        (Some(from), None) => Ok(format!("{from}{ending}")),
        (None, _) => Err(Refusal::illegal_move(format!("'{}': no amazon can make this move", excerpt(text)))),
        (Some(_), Some(_)) => Err(Refusal::unreadable_move(format!(
            "'{}': more than one amazon can make this move; add its column or row, as in Qd{to},{to}{shot}",
            excerpt(text)
        ))),
    }
}
