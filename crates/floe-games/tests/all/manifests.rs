//! What the games say about themselves.

use std::path::Path;

use floe_games::manifest::Look;
use floe_games::registry::{self, GAMES};
use floe_games::{Start, open};
use serde_json::{Map, Value};

use crate::common::Case;

#[test]
fn every_game_says_who_plays_and_what_is_counted() {
    for game in GAMES {
        let seats = game.seats;
        assert!(seats.len() >= 2, "{}", game.id);
        for (at, seat) in seats.iter().enumerate() {
            let same = |other: &floe_games::manifest::Seat| {
                other.name == seat.name || other.label == seat.label || other.colour == seat.colour
            };
            assert!(!seats[..at].iter().any(same), "{}: {}", game.id, seat.name);
        }
        // As many as its rules allow.
        for players in 2..=4 {
            let rules = game.parse_rules(Some(&Value::String(format!("players={players}"))));
            if rules.is_ok_and(|rules| open(&rules, Start::Seed(1)).is_ok()) {
                assert!(seats.len() >= players, "{}: {} seats for {players} players", game.id, seats.len());
            }
        }
        assert!(
            game.main_switches.iter().all(|own| game.switches().iter().any(|switch| switch.name == *own))
        );
        assert!(!game.puzzles.rules.is_empty());
        for rules in game.puzzles.rules {
            Case::new(game.id, rules);
        }
        // A higher level never searches fewer nodes.
        assert!(game.levels.windows(2).all(|two| two[0].0 <= two[1].0), "{}", game.id);
    }
    assert_eq!(GAMES.iter().filter(|game| game.look == Look::Paper).count(), 1);
}

/// The web app reads this file. `cargo xtask api` writes it.
#[test]
fn the_web_app_has_what_the_manifests_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/games/manifests.json");
    let facts: Map<String, Value> = GAMES.iter().map(|game| (game.id.to_owned(), game.facts())).collect();
    let text = serde_json::to_string_pretty(&facts).unwrap() + "\n";
    if std::env::var_os("FLOE_WRITE_API").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "{} is not what the manifests say: run `cargo xtask api`", path.display());
}

#[test]
fn only_groups_of_switches_take_objects() {
    let montauk = registry::find("montauk").unwrap();
    let rules = montauk.parse_rules(Some(&serde_json::json!({"scoring": {"first_home": 5}}))).unwrap();
    assert_eq!((rules.get("first_home"), rules.get("scoring")), (&5.into(), &"flat".into()));
    let refused = |game: &str, rules: Value| {
        registry::find(game).unwrap().parse_rules(Some(&rules)).unwrap_err().to_string()
    };
    let message = refused("montauk", serde_json::json!({"scoring": {"rounds": 5}}));
    assert!(message.contains("'rounds' is not part of scoring; its parts are per_pyramid"), "{message}");
    for game in ["penguins", "pauper"] {
        let message = refused(game, serde_json::json!({"block": {"ties": "share"}}));
        assert!(message.contains("block"), "{message}");
    }
}
