//! `floe show`

use floe_games::{Actor, Table, Viewer};
use serde_json::{Value, json};

use crate::args::{GameArgs, PositionArgs, ViewArgs};
use crate::output::{CliResult, Output};

/// Draw a position; with --json print everything about it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe show amazons
  floe show penguins --seed 7 --moves \"a1 h1\"
  floe show amazons --position \"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w\" --moves d1-d7/g7
  floe show paper-penguins --rules rows=6,cols=6 --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    place: PositionArgs,
    #[command(flatten)]
    view: ViewArgs,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (entry, set) = args.game.resolve()?;
    let table = args.place.open_for(entry, &set, args.view.view)?;
    let viewer = args.view.resolve(table.seats())?;
    if out.json { out.value(&everything(&*table, viewer)) } else { out.text(&drawing(&*table, viewer)) }
}

fn everything(table: &dyn Table, viewer: Viewer) -> Value {
    let actor = match table.actor() {
        Actor::Seat(seat) => json!(seat),
        Actor::Chance => json!("chance"),
        Actor::Nobody => Value::Null,
    };
    json!({
        "game": table.rules().game,
        "rules": table.rules().to_json(),
        "position": table.position_text(viewer),
        "state": table.position_json(viewer),
        "phase": table.phase(),
        "actor": actor,
        "legal": if table.may_choose(viewer) { json!(table.legal_moves()) } else { Value::Null },
        "scores": table.scores(),
        "result": table.result(),
    })
}

/// The board, the position as text, and who is to move.
pub fn drawing(table: &dyn Table, viewer: Viewer) -> String {
    let mut text = table.picture(viewer);
    text += &format!("\nposition  {}\n", table.position_text(viewer));
    let scores: Vec<String> = table.scores().iter().map(i64::to_string).collect();
    text += &format!("scores    {}\n", scores.join(" : "));
    text += &match (table.actor(), table.result()) {
        (_, Some(result)) => {
            let totals: Vec<String> = result.scores.iter().map(i64::to_string).collect();
            let verdict = result.verdict(&|seat| format!("seat {seat}"));
            format!("over      {} {verdict} ({})\n", totals.join(" : "), result.reason)
        }
        (Actor::Seat(seat), None) => {
            let choices = match table.may_choose(viewer) {
                true if table.phase() == "layout" => ": three hands, or the word layout for the best".into(),
                true => match table.legal_count() {
                    1 => ", 1 legal move".into(),
                    count => format!(", {count} legal moves"),
                },
                false => String::new(),
            };
            format!("to {:<6} seat {seat}{choices}\n", table.phase())
        }
        (_, None) => "chance    draws next\n".into(),
    };
    text
}
