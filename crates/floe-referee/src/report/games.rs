//! The list of games and the viewer.

use std::io::{self, Write};

use serde_json::json;

use super::escape::{html, json, name};
use super::frames::Frame;

/// A game of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Its fixture, from 0; the page numbers games from 1.
    pub fixture: u64,
    /// The entrant at each seat.
    pub seats: Vec<usize>,
    /// How it ended, as a sentence.
    pub result: String,
    /// Its frames; empty if it is only listed.
    pub frames: Vec<Frame>,
}

/// The viewer comes before the list: in a list of thousands it must not be at the end.
const VIEWER: &str = r#"<div id="viewer" role="group" aria-labelledby="viewer-title" hidden>
<div class="row"><h3 id="viewer-title" tabindex="-1"></h3><button type="button" id="close">Close</button></div>
<p id="viewer-result" class="note"></p>
<div class="row controls">
<button type="button" id="prev" aria-label="Previous position">◀ <span>Back</span></button>
<label for="slider" class="hidden">Position</label><input type="range" id="slider" min="0" value="0" step="1">
<button type="button" id="next" aria-label="Next position"><span>Next</span> ▶</button>
</div>
<p id="caption" aria-live="polite"></p>
<pre id="picture" tabindex="0" role="region" aria-label="Position"></pre>
</div>
"#;

pub(super) fn games(
    out: &mut dyn Write,
    names: &[String],
    games: impl IntoIterator<Item = Replay>,
) -> io::Result<()> {
    write!(
        out,
        "<section aria-labelledby=\"games\">\n<h2 id=\"games\">Games</h2>\n\
         <noscript><p>The game viewer needs JavaScript.</p></noscript>\n{VIEWER}\
         <p><label for=\"find\">Find</label> <input type=\"search\" id=\"find\" autocomplete=\"off\" \
         placeholder=\"a name, a number, a word of the result\"> <span id=\"found\" role=\"status\"></span></p>\n\
         <div class=\"wide tall\" tabindex=\"0\" role=\"region\" aria-labelledby=\"games\">\n<table id=\"list\">\n\
         <thead><tr><th scope=\"col\">Game</th><th scope=\"col\" class=\"name\">Players by seat</th>\
         <th scope=\"col\" class=\"name\">Result</th><th scope=\"col\">Replay</th></tr></thead>\n<tbody>\n"
    )?;
    for game in games {
        row(out, names, &game)?;
    }
    write!(out, "</tbody>\n</table>\n</div>\n</section>\n")
}

fn row(out: &mut dyn Write, names: &[String], game: &Replay) -> io::Result<()> {
    let id = game.fixture + 1;
    let shown: Vec<String> =
        game.seats.iter().map(|&entrant| name(names.get(entrant).map_or("?", String::as_str))).collect();
    let seats: Vec<String> = shown.iter().map(|name| format!("<bdi>{}</bdi>", html(name))).collect();
    write!(
        out,
        "<tr><td>{id}</td><td class=\"name\">{}</td><td class=\"words\">{}</td><td>",
        seats.join(" – "),
        html(&game.result)
    )?;
    if game.frames.is_empty() {
        write!(out, "–")?;
    } else {
        // The text that many frames share is not compressed: pages are for hundreds of games, not millions.
        let frames: Vec<[&str; 2]> =
            game.frames.iter().map(|frame| [frame.caption.as_str(), frame.picture.as_str()]).collect();
        let data = json!({"title": format!("Game {id}: {}", shown.join(" – ")), "result": game.result, "frames": frames});
        write!(
            out,
            "<button type=\"button\" data-game=\"{id}\" aria-label=\"Replay game {id}\">Replay</button>\
             <script type=\"application/json\" id=\"game-{id}\">{}</script>",
            json(&data)
        )?;
    }
    writeln!(out, "</td></tr>")
}
