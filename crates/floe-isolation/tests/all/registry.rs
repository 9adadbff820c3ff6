//! A game is added once, and only if its manifest is in order.

use floe_games::manifest::{Manifest, Seat, Variant};
use floe_games::registry::{Family, GAMES, add, find, games};

use crate::game;

/// The manifest with a change.
fn with(change: impl FnOnce(&mut Manifest)) -> &'static Manifest {
    let one = &floe_isolation::MANIFEST;
    let mut manifest = Manifest {
        id: "isolation-2",
        notations: &[],
        groups: &[],
        puzzles: floe_games::manifest::Puzzles::NONE,
        family: Family::standalone::<Other>(),
        ..Manifest { family: Family::standalone::<Other>(), ..copy(one) }
    };
    change(&mut manifest);
    Box::leak(Box::new(manifest))
}

type Other = floe_isolation::Isolation;

fn copy(one: &Manifest) -> Manifest {
    Manifest {
        id: one.id,
        name: one.name,
        about: one.about,
        look: one.look,
        seats: one.seats,
        piece: one.piece,
        unit: one.unit,
        hides: one.hides,
        notations: one.notations,
        sheet: one.sheet,
        eliminates: one.eliminates,
        main_switches: one.main_switches,
        groups: one.groups,
        variants: one.variants,
        levels: one.levels,
        ratings: one.ratings,
        puzzles: floe_games::manifest::Puzzles::NONE,
        family: Family::standalone::<Other>(),
    }
}

#[test]
fn it_is_in_the_list_after_those_of_the_program() {
    game();
    let ids: Vec<&str> = games().map(|entry| entry.id).collect();
    let built_in: Vec<&str> = GAMES.iter().map(|entry| entry.id).collect();
    assert_eq!(ids[..built_in.len()], built_in);
    assert_eq!(ids.iter().filter(|id| **id == "isolation").count(), 1);
    assert!(find("isolation").is_ok());
    let refusal = find("chess").unwrap_err().to_string();
    assert!(refusal.starts_with("unknown game 'chess'") && refusal.contains("isolation"), "{refusal}");
}

#[test]
fn a_taken_id_and_a_manifest_out_of_order_are_refused() {
    game();
    let refused = |manifest: &'static Manifest| {
        let before: Vec<&str> = games().map(|entry| entry.id).collect();
        let refusal = add(manifest).unwrap_err().to_string();
        assert!(!before.contains(&manifest.id) || find(manifest.id).is_ok());
        refusal
    };
    assert_eq!(refused(&floe_isolation::MANIFEST), "there is a game 'isolation' already; choose another id");
    assert_eq!(
        refused(with(|manifest| manifest.id = "amazons")),
        "there is a game 'amazons' already; choose another id"
    );
    for id in ["", "Isolation", "2d", "a game", "iso_lation", "a-name-that-is-too-long-by-one-sign"] {
        let refusal = refused(with(|manifest| manifest.id = id));
        assert!(refusal.contains("an id is a small letter"), "{refusal}");
    }
    assert_eq!(refused(with(|manifest| manifest.about = " ")), "isolation-2: about is empty");
    assert_eq!(refused(with(|manifest| manifest.seats = &[])), "isolation-2: it names 0 seats; name 1 to 4");
    assert_eq!(
        refused(with(|manifest| {
            manifest.seats = &[Seat { name: "White", label: "White", colour: "light" }];
        })),
        "isolation-2: 2 play, but it names 1 seats"
    );
    assert_eq!(
        refused(with(|manifest| manifest.main_switches = &["size"])),
        "isolation-2: it has no switch 'size'"
    );
    assert_eq!(
        refused(with(|manifest| manifest.levels[3].1 = f64::NAN)),
        "isolation-2: a level has a noise of NaN; it is 0 to 1"
    );
    let wide = &[Variant { name: "wide", file: "cols = 99" }];
    assert_eq!(refused(with(|manifest| manifest.variants = wide)), "cols cannot be 99; expected 3 to 8");
    assert!(find("isolation-2").is_err(), "none of these was added");
}
