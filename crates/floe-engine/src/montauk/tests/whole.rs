//! The engine through its public interface: views, limits, whole matches.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use floe_games::montauk::{Montauk, Phase, Position, Rules};
use floe_games::{Actor, Game, GameRng, Viewer};

use super::{many_rules, positions, rule_set};
use crate::{
    Analysis, FrozenTimer, Level, Limits, PositionView, SearchControl, Timer, ignore_progress, new_engine,
};

fn seat_to_act(rules: &Rules, position: &Position) -> usize {
    match Montauk::actor(rules, position) {
        Actor::Seat(seat) => seat,
        other => panic!("{other:?}"),
    }
}

fn think(
    rules: &Rules,
    level: Level,
    text: &str,
    hidden: bool,
    limits: &Limits,
    timer: &dyn Timer,
) -> Analysis {
    let control = SearchControl { timer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    let mut engine = new_engine(Montauk::rule_set(rules), level, 17).unwrap();
    engine.think(PositionView { position: text, hidden }, limits, &control).unwrap()
}

#[test]
fn hidden_cards_have_no_influence() {
    for set in &many_rules()[..2] {
        let rules = Rules::new(set);
        let mut chance = GameRng::from_seed(9);
        let mut twins = 0;
        for position in positions(&rules, 6, 40, |_| true) {
            let seat = seat_to_act(&rules, &position);
            let twin = Montauk::resample_hidden(&rules, &position, Viewer::Seat(seat), &mut chance);
            twins += u32::from(twin != position);
            let text = |position: &Position, viewer| Montauk::position_text(&rules, position, viewer);
            let view = text(&position, Viewer::Seat(seat));
            assert_eq!(view, text(&twin, Viewer::Seat(seat)));
            for level in [Level::Number(3), Level::Number(9)] {
                let ask =
                    |text: &str, hidden| think(&rules, level, text, hidden, &Limits::default(), &FrozenTimer);
                let by_view = ask(&view, true);
                assert_eq!(by_view, ask(&text(&position, Viewer::Omniscient), false));
                assert_eq!(by_view, ask(&text(&twin, Viewer::Omniscient), false));
            }
        }
        assert!(twins > 30, "{twins}");
    }
}

/// A timer that advances at every reading.
struct Ticking(AtomicU64);

impl Timer for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(100 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn searches_end_when_time_is_up() {
    let rules = Rules::new(&rule_set(&[]));
    for position in positions(&rules, 7, 30, |_| true) {
        let seat = seat_to_act(&rules, &position);
        let view = Montauk::position_text(&rules, &position, Viewer::Seat(seat));
        for threads in [1, 2] {
            let limits = Limits { time: Some(Duration::from_millis(10)), threads, ..Limits::default() };
            for level in [Level::Max, Level::Number(10)] {
                let timer = Ticking(AtomicU64::new(0));
                let analysis = think(&rules, level, &view, true, &limits, &timer);
                let readings = timer.0.load(Ordering::Relaxed);
                assert!(readings < 120, "{readings} readings although the time is up after 100");
                let action = Montauk::parse_move(&rules, &position, &analysis.best).unwrap();
                Montauk::check(&rules, &position, action).unwrap();
            }
        }
        // Time that is up before the start.
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert!(!think(&rules, Level::Max, &view, true, &limits, &FrozenTimer).best.is_empty());
    }
}

#[test]
fn node_limits_make_a_search_reproducible() {
    let rules = Rules::new(&rule_set(&[]));
    for position in positions(&rules, 8, 6, |position| position.phase != Phase::Spend && position.trick < 4) {
        let view = Montauk::position_text(&rules, &position, Viewer::Seat(seat_to_act(&rules, &position)));
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let first = think(&rules, Level::Max, &view, true, &limits, &FrozenTimer);
        assert_eq!(first, think(&rules, Level::Max, &view, true, &limits, &FrozenTimer));
        assert!((10_000..30_000).contains(&first.nodes), "{}", first.nodes);
        let hand = position.hands[seat_to_act(&rules, &position)];
        assert_eq!(first.lines.len(), hand.len(), "every card has its line");
        assert!(
            first
                .lines
                .iter()
                .all(|line| (0.0..=1.0).contains(&line.evaluation.win) && !line.evaluation.exact)
        );
        assert!(first.lines.iter().any(|line| line.moves[0] == first.best));
    }
}

#[test]
fn a_decided_match_is_recognised() {
    let rules = Rules::new(&rule_set(&[("rounds", serde_json::json!(1))]));
    let last = |position: &Position| {
        position.phase == Phase::Spend && position.trick == 6 && position.extra.is_some()
    };
    let mut sure = 0;
    for position in positions(&rules, 9, 20, last) {
        let view = Montauk::position_text(&rules, &position, Viewer::Seat(position.winner()));
        let analysis = think(&rules, Level::Number(10), &view, true, &Limits::default(), &FrozenTimer);
        let best = &analysis.lines[0];
        assert!(best.evaluation.exact && [0.0, 0.5, 1.0].contains(&best.evaluation.win), "{best:?}");
        // Played out by the best lines it ends exactly like that.
        let mut now = position;
        while now.phase == Phase::Spend {
            let view = Montauk::position_text(&rules, &now, Viewer::Seat(position.winner()));
            let next = think(&rules, Level::Number(10), &view, true, &Limits::default(), &FrozenTimer);
            let action = Montauk::parse_move(&rules, &now, &next.best).unwrap();
            Montauk::apply(&rules, &mut now, action);
        }
        let scores = Montauk::outcome(&rules, &now).unwrap().scores;
        let lead = (scores[position.winner()] - scores[1 - position.winner()]) as f64;
        assert!((best.evaluation.margin.unwrap() - lead).abs() < 1e-3, "{best:?} {lead}");
        sure += 1;
    }
    assert!(sure >= 10, "{sure}");
}

#[test]
fn level_three_plays_matches_to_their_end_under_many_rules() {
    for set in many_rules() {
        let rules = Rules::new(&set);
        let mut chance = GameRng::in_game(3);
        let mut engines = [4, 5].map(|seed| new_engine(&set, Level::Number(3), seed).unwrap());
        let mut position = Montauk::start(&rules, &mut chance).unwrap();
        loop {
            let action = match Montauk::actor(&rules, &position) {
                Actor::Nobody => break,
                Actor::Chance => Montauk::sample_chance(&rules, &position, &mut chance),
                Actor::Seat(seat) => {
                    let view = Montauk::position_text(&rules, &position, Viewer::Seat(seat));
                    let control = SearchControl {
                        timer: &FrozenTimer,
                        stop: &AtomicBool::new(false),
                        on_progress: &ignore_progress,
                    };
                    let view = PositionView { position: &view, hidden: true };
                    let analysis = engines[seat].think(view, &Limits::default(), &control).unwrap();
                    Montauk::parse_move(&rules, &position, &analysis.best).unwrap()
                }
            };
            Montauk::check(&rules, &position, action).unwrap();
            Montauk::apply(&rules, &mut position, action);
        }
        assert!(Montauk::outcome(&rules, &position).is_some());
    }
}

#[test]
fn a_position_without_a_seat_to_act_is_refused() {
    let rules = rule_set(&[]);
    let control =
        SearchControl { timer: &FrozenTimer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    let mut engine = new_engine(&rules, Level::Max, 1).unwrap();
    let start = Montauk::start(&Rules::new(&rules), &mut GameRng::from_seed(1)).unwrap();
    let text = Montauk::position_text(&Rules::new(&rules), &start, Viewer::Omniscient);
    assert!(
        engine.think(PositionView { position: &text, hidden: false }, &Limits::default(), &control).is_err()
    );
    assert!(
        engine
            .think(PositionView { position: "nonsense", hidden: true }, &Limits::default(), &control)
            .is_err()
    );
}
