//! What viewers see. Where only the source of chance is hidden, all see the same; no viewer sees the seed. Hidden cards
//! and face-down layouts have their own test, `twins`.

use floe_games::{GameRng, Record, Viewer};

use crate::common::{Case, Dice, cases, step};

/// Long enough never to turn up by accident.
const SEED: u64 = 7_391_845_526_013;

#[test]
fn all_viewers_see_the_same_and_none_sees_the_seed() {
    let hides = |case: &Case| case.set.game == "montauk" || case.set.get("adjust") == "sealed";
    for case in cases().into_iter().filter(|case| !hides(case)) {
        println!("{}", case.label);
        let mut table = case.open(SEED);
        let (mut dice, mut chance) = (Dice::new(6), GameRng::in_game(SEED));
        for ply in 0.. {
            if ply % 7 == 0 {
                let views = |viewer| {
                    let record = Record::from_table(&*table, viewer);
                    (table.position_text(viewer), table.position_json(viewer), table.picture(viewer), record)
                };
                let all = views(Viewer::Omniscient);
                assert_eq!(views(Viewer::Spectator), all);
                (0..table.seats()).for_each(|seat| assert_eq!(views(Viewer::Seat(seat)), all));
                let (text, json, picture, record) = all;
                let shown = format!("{text} {json} {picture} {} {}", record.to_json(), record.to_text());
                assert!(
                    !shown.contains(&SEED.to_string()) && record.seed.is_none(),
                    "the seed leaks: {shown}"
                );
            }
            if !step(&mut *table, &mut dice, &mut chance) {
                break;
            }
        }
    }
}
