//! Golden playthroughs: a game of each kind, written out for people to read and for changes to show.

use std::fmt::Write;

use floe_games::{Actor, GameRng, Table, Viewer};

use crate::common::{Case, Dice, games, variants};

/// Plies that are drawn: the first few, then every seventh.
fn drawn(ply: usize) -> bool {
    ply < 2 || ply.is_multiple_of(7)
}

fn scene(table: &dyn Table, ply: usize) -> String {
    let mut text = format!(
        "\n--- ply {ply}: {}, {:?} to act, scores {:?}\n",
        table.phase(),
        table.actor(),
        table.scores()
    );
    text += &table.picture(Viewer::Spectator);
    writeln!(text, "{}", table.position_text(Viewer::Spectator)).unwrap();
    let legal = table.legal_moves();
    match &legal[..] {
        [] => {}
        [first, second, third, _, .., last] => {
            writeln!(text, "{} moves: {first} {second} {third} … {last}", legal.len()).unwrap();
        }
        few => writeln!(text, "{} moves: {}", few.len(), few.join(" ")).unwrap(),
    }
    text
}

fn story(case: &Case) -> String {
    let mut table = case.open(1);
    let (mut dice, mut chance) = (Dice::new(1), GameRng::in_game(1));
    let mut text = format!("{}\n{}\n", case.label.trim(), table.rules().to_json());
    for ply in 0.. {
        if drawn(ply) {
            text += &scene(&*table, ply);
        }
        match table.actor() {
            Actor::Nobody => break,
            Actor::Chance => writeln!(text, "chance: {}", table.roll(&mut chance).unwrap()).unwrap(),
            Actor::Seat(seat) => {
                let legal = table.legal_moves();
                let action = &legal[dice.below(legal.len())];
                writeln!(text, "seat {seat}: {action}").unwrap();
                table.play(seat, action).unwrap();
            }
        }
    }
    let result = table.result().unwrap();
    text += &format!("\n--- the end: {}\n{}", result.reason, table.picture(Viewer::Spectator));
    text + &format!("winners {:?}, scores {:?}\n", result.winners, result.scores)
}

#[test]
fn match_the_snapshots() {
    for case in games().iter().chain(&variants()) {
        let name = case.label.trim().replace(' ', "-");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, story(case));
        });
    }
}
