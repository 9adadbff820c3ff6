//! No level plays a move that a beginner would reject at sight, and random players do.

use std::sync::atomic::AtomicBool;

use floe_engine::{
    Fault, FrozenTimer, Level, Limits, PositionView, SearchControl, fault_of, ignore_progress, new_engine,
};
use floe_games::switches::parse_rule_args;
use floe_games::{GameRng, SeatView, Start, next_seat, open, registry};

/// The faults of a level in games against itself.
fn faults(game: &str, rule_args: &str, level: Level, games: u64) -> Vec<Fault> {
    let set = registry::find(game).unwrap().rules(&parse_rule_args(rule_args).unwrap()).unwrap();
    let mut found = Vec::new();
    for seed in 0..games {
        let mut table = open(&set, Start::Seed(seed)).unwrap();
        let mut chance = GameRng::in_game(seed);
        let mut engine = new_engine(&set, level, seed).unwrap();
        while let Some(seat) = next_seat(&mut *table, &mut chance).unwrap() {
            let SeatView { position, hidden } = table.seat_view(seat);
            let view = PositionView { position: &position, hidden };
            let control = SearchControl {
                timer: &FrozenTimer,
                stop: &AtomicBool::new(false),
                on_progress: &ignore_progress,
            };
            let best = engine.think(view, &Limits::default(), &control).unwrap().best;
            found.extend(fault_of(&set, view, &best).unwrap());
            table.play(seat, &best).unwrap();
        }
    }
    found
}

#[test]
fn levels_do_not_play_what_is_wrong_at_sight() {
    for (game, rule_args, games, seen) in [
        ("penguins", "rows=4,cols=5,pieces=2", 6, Fault::LessTaken),
        ("paper-penguins", "rows=5,cols=5,pieces=2", 6, Fault::LessTaken),
        ("fish", "rows=4,cols=5", 6, Fault::LessTaken),
        ("amazons", "5x5", 6, Fault::WinRefused),
        ("montauk", "rounds=2", 4, Fault::BearOffPassedUp),
    ] {
        let random = faults(game, rule_args, Level::Random, 2 * games);
        assert!(random.contains(&seen), "{game}: {random:?}");
        for level in [1, 3, 5, 7] {
            let found = faults(game, rule_args, Level::Number(level), games);
            assert_eq!(found, [], "{game} at level {level}");
        }
    }
    assert_eq!(faults("penguin-buffet", "", Level::Number(1), 2), []);
}

#[test]
fn a_rating_is_played_or_its_range_is_named() {
    let message = |game: &str, rating| {
        let set = registry::find(game).unwrap().default_rules();
        new_engine(&set, Level::Rating(rating), 1).err().map(|refusal| refusal.to_string())
    };
    for manifest in registry::games() {
        // Games that share their rules have the same scale.
        let game = manifest.default_rules().game;
        match floe_engine::rating_range(manifest.id) {
            Some((first, last)) => {
                for rating in [first, first + (last - first) / 3, last] {
                    assert_eq!(message(manifest.id, rating), None);
                }
                let words = format!(
                    "the ratings of {game} go from {first} to {last}, so rating:9999 cannot be played"
                );
                assert_eq!(message(manifest.id, 9999), Some(words));
                assert!(message(manifest.id, first - 1).is_some());
            }
            None => {
                let words = format!("no ratings were measured for {game}; use a level from 1 to 10");
                assert_eq!(message(manifest.id, 1200), Some(words));
            }
        }
    }
}
