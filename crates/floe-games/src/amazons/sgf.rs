//! Amazons games as SGF, `GM[18]` of FF[4].
//!
//! In SGF's own start Black stands at the bottom and begins; in Floe White begins. A file is read by what happens on
//! the board: the side that moves first takes the first seat, and the squares stay where they are. A file without a start is
//! tried with the standard's own and then with its mirror image.

use crate::event::{Action, Event};
use crate::record::{Player, Record};
use crate::switches::excerpt;
use crate::{Actor, Refusal, Start, Table, Viewer, open, registry};
use serde_json::{Value, json};

/// The maximum length of a file, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Writes a game: start and moves, White as `W`.
pub fn write(record: &Record) -> Result<String, Refusal> {
    if record.game != "amazons" {
        return Err(Refusal::unsupported(format!(
            "SGF is supported for amazons only; this is a game of {}",
            record.game
        )));
    }
    let mut table = record.open()?;
    let defaults = registry::find("amazons")?.default_rules();
    let encoded = ["rows", "cols", "start", "holes", "pieces", "lay"];
    let odd =
        table.rules().iter().find(|(name, value)| !encoded.contains(name) && *value != defaults.get(name));
    if let Some((name, value)) = odd {
        return Err(Refusal::invalid_record(format!(
            "SGF supports only the standard rules of Amazons; here {name} is {value}"
        )));
    }
    let json = table.start_json();
    let rows = json["board"].as_array().map_or(0, Vec::len);
    let cols = json["board"][0].as_array().map_or(0, Vec::len);
    let point = |name: &str| point(name, rows);
    let mut text = String::from("(;FF[4]GM[18]CA[UTF-8]AP[floe]");
    text += &if rows == cols { format!("SZ[{rows}]") } else { format!("SZ[{cols}:{rows}]") };
    for (property, player) in ["PW", "PB"].iter().zip(&record.players) {
        text += &format!("{property}[{}]", escaped(&player.name));
    }
    for (property, seat) in [("AW", 0), ("AB", 1)] {
        text += property;
        for name in json["pieces"][seat].as_array().into_iter().flatten().filter_map(|name| name.as_str()) {
            text += &format!("[{}]", point(name)?);
        }
    }
    let playable: Vec<&str> =
        json["cells"].as_array().into_iter().flatten().filter_map(|cell| cell.as_str()).collect();
    let names =
        (1..=rows).flat_map(|row| (0..cols).map(move |col| format!("{}{row}", char::from(b'a' + col as u8))));
    let arrows: Vec<String> = names.filter(|name| !playable.contains(&name.as_str())).collect();
    if !arrows.is_empty() {
        text += "AA";
        for name in &arrows {
            text += &format!("[{}]", point(name)?);
        }
    }
    let first = table.start_text(Viewer::Omniscient).contains(" b ");
    text += if first { "PL[B]" } else { "PL[W]" };
    if let Some(result) = &record.result {
        let side = result.winners.first().map_or("0", |&seat| ["W+", "B+"][seat & 1]);
        let resigned = matches!(record.events.last(), Some(Event::Act { action: Action::Resign, .. }));
        let how = if resigned { "Resign" } else { "" };
        text += &format!("RE[{side}{how}]");
    }
    for event in &record.events {
        table.apply_event(event)?;
        if let Event::Move { by, text: Some(action), .. } = event {
            let cells: Vec<&str> = action.split(['-', '/']).collect();
            let points = cells.iter().map(|name| point(name)).collect::<Result<String, _>>()?;
            text += &format!("\n;{}[{points}]", ["W", "B"][by & 1]);
        }
    }
    Ok(text + ")\n")
}

/// Reads a game, the main line only.
pub fn parse(text: &str) -> Result<Record, Refusal> {
    if text.len() > MAX_BYTES {
        return Err(Refusal::too_large(format!(
            "the SGF is {} bytes long; the limit is {MAX_BYTES}",
            text.len()
        )));
    }
    let nodes = main_line(text)?;
    let root = &nodes[0];
    let one = |name: &str| root.iter().find(|(id, _)| id == name).and_then(|(_, values)| values.first());
    if one("GM").is_some_and(|game| game.trim() != "18") {
        return Err(Refusal::other_game("SGF: GM must be 18, the Game of the Amazons"));
    }
    let (cols, rows) = match one("SZ").map(|size| size.trim()) {
        None => (10, 10),
        Some(size) => {
            let (cols, rows) = size.split_once(':').unwrap_or((size, size));
            let number = |text: &str| text.trim().parse().ok().filter(|n| (3..=11).contains(n));
            number(cols).zip(number(rows)).ok_or_else(|| {
                Refusal::invalid_record(format!("SGF: SZ[{}] is not a size from 3 to 11", excerpt(size)))
            })?
        }
    };
    let listed = |name: &str| -> Result<Vec<String>, Refusal> {
        let values = root.iter().filter(|(id, _)| id == name).flat_map(|(_, values)| values);
        values.map(|value| name_of(value.trim(), rows)).collect()
    };
    let (white, black, arrows) = (listed("AW")?, listed("AB")?, listed("AA")?);
    let moves: Vec<(&str, &str)> = nodes
        .iter()
        .flatten()
        .filter(|(id, _)| id == "W" || id == "B")
        .filter_map(|(id, values)| values.first().map(|value| (id.as_str(), value.as_str())))
        .collect();
    let first = one("PL").map(|side| side.trim()).or(moves.first().map(|(side, _)| *side)).unwrap_or("W");
    let black_first = first.eq_ignore_ascii_case("b") || first.eq_ignore_ascii_case("black");
    let table_with = |start: Value| -> Result<Box<dyn Table>, Refusal> {
        let mut set = registry::find("amazons")?.default_rules();
        let switches = registry::find("amazons")?.switches();
        let mut values = vec![("rows", json!(rows)), ("cols", json!(cols)), ("start", start)];
        if !arrows.is_empty() {
            values.push(("holes", json!(arrows)));
        }
        for (name, value) in values {
            set.set(&switches, name, value)?;
        }
        open(&set, Start::Seed(0))
    };
    let mut table = if white.is_empty() && black.is_empty() {
        // The start of the SGF standard: Black at the bottom. Other programs have White there, or count rows from below.
        let usual = table_with(json!(null))?;
        let mirrored = mirrored_start(&*usual);
        let (mut first, mut second) = match black_first || moves.is_empty() {
            true => (usual, table_with(mirrored)?),
            false => (table_with(mirrored)?, usual),
        };
        match play_all(&mut *first, &moves, rows, black_first) {
            Ok(()) => first,
            Err((done, refusal)) => match play_all(&mut *second, &moves, rows, black_first) {
                Ok(()) => second,
                // The start under which more moves are possible is more likely to be the one that was meant.
                Err((further, other)) => return Err(if further > done { other } else { refusal }),
            },
        }
    } else {
        let sides = if black_first { [&black, &white] } else { [&white, &black] };
        let mut table = table_with(json!(sides))?;
        play_all(&mut *table, &moves, rows, black_first).map_err(|(_, refusal)| refusal)?;
        table
    };
    let result = one("RE").map(|result| result.trim().to_ascii_lowercase()).unwrap_or_default();
    if let (Some((winner, "r" | "resign")), Actor::Seat(_)) = (result.split_once('+'), table.actor()) {
        table.act(usize::from((winner == "w") != black_first), Action::Resign)?;
    }
    let mut record = Record::from_table(&*table, Viewer::Omniscient);
    let player = |name: &str| one(name).map(|name| Player { name: name.trim().chars().take(60).collect() });
    let (white, black) = (player("PW"), player("PB"));
    let players = if black_first { [black, white] } else { [white, black] };
    if players.iter().any(Option::is_some) {
        record.players =
            players.into_iter().map(|player| player.unwrap_or(Player { name: "?".into() })).collect();
    }
    Ok(record)
}

/// The start of a table with the sides exchanged, as the value of `start`.
fn mirrored_start(table: &dyn Table) -> Value {
    let pieces = &table.start_json()["pieces"];
    json!([pieces[1], pieces[0]])
}

/// Plays the moves of a file; otherwise returns how many could be played, and why the next one could not.
fn play_all(
    table: &mut dyn Table,
    moves: &[(&str, &str)],
    rows: usize,
    black_first: bool,
) -> Result<(), (usize, Refusal)> {
    for (number, (side, value)) in moves.iter().enumerate() {
        let seat = usize::from((*side == "B") != black_first);
        let played = read_move(side, value, rows).and_then(|action| table.play(seat, &action));
        played.map_err(|refusal| {
            (number, Refusal::invalid_record(format!("SGF: move {}: {refusal}", number + 1)))
        })?;
    }
    Ok(())
}

/// A move: three points in SGF's letters, or cells by name as some servers write them.
fn read_move(side: &str, value: &str, rows: usize) -> Result<String, Refusal> {
    let value = value.trim();
    if value.contains(|c: char| c.is_ascii_digit()) {
        return Ok(value.to_owned());
    }
    let bad =
        || Refusal::invalid_record(format!("{side}[{}] is not three points of this board", excerpt(value)));
    let chars: Vec<char> = value.chars().collect();
    if chars.len() != 6 {
        return Err(bad());
    }
    let names = chars.chunks(2).map(|pair| name_of(&pair.iter().collect::<String>(), rows));
    let names = names.collect::<Result<Vec<_>, _>>().map_err(|_| bad())?;
    Ok(format!("{}-{}/{}", names[0], names[1], names[2]))
}

type Node = Vec<(String, Vec<String>)>;

/// The nodes of the first variation at each branch.
fn main_line(text: &str) -> Result<Vec<Node>, Refusal> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut chars = text.chars().peekable();
    let mut closed = false;
    while let Some(c) = chars.next() {
        match c {
            // After the first closing bracket only side variations follow.
            ')' => {
                closed = true;
                break;
            }
            ';' => nodes.push(Vec::new()),
            '[' => {
                let mut value = String::new();
                loop {
                    match chars.next() {
                        Some(']') => break,
                        Some('\\') => value.extend(chars.next()),
                        Some(c) => value.push(c),
                        None => return Err(Refusal::invalid_record("SGF: a '[' has no ']'")),
                    }
                }
                match nodes.last_mut().and_then(|node| node.last_mut()) {
                    Some((_, values)) => values.push(value),
                    None => return Err(Refusal::invalid_record("SGF: a value has no property before it")),
                }
            }
            c if c.is_ascii_uppercase() => {
                let mut id = String::from(c);
                while let Some(&next) = chars.peek().filter(|c| c.is_ascii_alphanumeric()) {
                    id.push(next);
                    chars.next();
                }
                match nodes.last_mut() {
                    Some(node) => node.push((id, Vec::new())),
                    None => return Err(Refusal::invalid_record("SGF: a file starts with '(;'")),
                }
            }
            c if c == '(' || c.is_whitespace() || c == '\u{feff}' => {}
            c => return Err(Refusal::invalid_record(format!("SGF: '{c}' does not belong here"))),
        }
    }
    if nodes.is_empty() || !closed {
        return Err(Refusal::invalid_record(
            "SGF: no complete game in this text; a file looks like (;FF[4]GM[18] … )",
        ));
    }
    Ok(nodes)
}

/// `d1` on ten rows is `dj`: letters for column and row, rows from the top.
fn point(name: &str, rows: usize) -> Result<String, Refusal> {
    let bytes = name.as_bytes();
    let row: Option<usize> = name.get(1..).and_then(|row| row.parse().ok());
    match row.and_then(|row| rows.checked_sub(row)) {
        Some(down) if down < 26 => Ok(format!("{}{}", char::from(bytes[0]), char::from(b'a' + down as u8))),
        _ => Err(Refusal::unsupported(format!("SGF has no point for {}", excerpt(name)))),
    }
}

fn name_of(point: &str, rows: usize) -> Result<String, Refusal> {
    match point.as_bytes() {
        [col @ b'a'..=b'z', row @ b'a'..=b'z'] if usize::from(row - b'a') < rows => {
            Ok(format!("{}{}", char::from(*col), rows - usize::from(row - b'a')))
        }
        _ => Err(Refusal::invalid_record(format!("SGF: '{}' is not a point of this board", excerpt(point)))),
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
