//! What viewers see. Nothing is hidden in these games but where chance comes from: nobody sees the seed.

use floe_games::{Chance, Record, Viewer};

use crate::common::{Dice, cases, step};

/// Long enough never to turn up by accident.
const SEED: u64 = 7_391_845_526_013;

#[test]
fn everybody_sees_the_same_and_nobody_sees_the_seed() {
    for case in cases() {
        println!("{}", case.label);
        let mut table = case.open(SEED);
        let (mut dice, mut chance) = (Dice::new(6), Chance::during(SEED));
        for ply in 0.. {
            if ply % 7 == 0 {
                let views = |viewer| {
                    let record = Record::of(&*table, viewer);
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
