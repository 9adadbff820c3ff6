//! Whole games, limits, reproducibility; endings against brute force; moves against those of the rules.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use floe_cards::{CardSet, QuickLayouts, quick_applies, quick_outcome, solve};
use floe_games::registry::{FamilyVisitor, find, visit};
use floe_games::slide::{self, Phase, Slide};
use floe_games::switches::{RuleArg, RuleSet};
use floe_games::{Actor, Start, Viewer, buffet, montauk, open, standalone};
use serde_json::json;

use super::endgame::EndgameBudget;
use super::playout::PlayoutPolicy;
use super::*;
use crate::{FrozenTimer, Level, PositionView, Timer, ignore_progress, new_engine};

/// An operation on a buffet with its own type.
trait Task {
    fn run<T: Turn>(self, rules: Rules);
}

struct Doing<K>(K);

impl<K: Task> FamilyVisitor for Doing<K> {
    type Output = ();
    fn slide<B: floe_board::Bits, const H: usize, T: Turn>(self, _: slide::Rules<B, H>) {
        unreachable!("a buffet is expected")
    }
    fn montauk(self, _: montauk::Rules) {
        unreachable!("a buffet is expected")
    }
    fn standalone(self, _: standalone::Rules) {
        unreachable!("a buffet was asked for")
    }
    fn buffet<T: Turn>(self, rules: buffet::Rules) {
        self.0.run::<T>(rules);
    }
}

fn rules(game: &str, switches: &[(&str, serde_json::Value)]) -> RuleSet {
    let rule_args: Vec<RuleArg> =
        switches.iter().map(|(name, value)| RuleArg::Set((*name).into(), value.clone())).collect();
    find(game).unwrap().rules(&rule_args).unwrap()
}

fn do_with(game: &str, switches: &[(&str, serde_json::Value)], task: impl Task) {
    visit(&rules(game, switches), Doing(task)).unwrap();
}

/// Rules that vary everything that matters to the engine.
fn spread() -> Vec<(&'static str, Vec<(&'static str, serde_json::Value)>)> {
    let (penguin, amazonian) = ("penguin-buffet", "amazonian-buffet");
    vec![
        (penguin, vec![]),
        (amazonian, vec![]),
        (penguin, vec![("showdown", json!("table"))]),
        (penguin, vec![("showdown", json!("table")), ("adjust", json!("sealed"))]),
        (amazonian, vec![("showdown", json!("table")), ("adjust", json!("black_last"))]),
        (penguin, vec![("placement", json!("corners")), ("claim_under_pawn_at_end", json!(true))]),
        (penguin, vec![("dealt_count", json!(false)), ("wheel", json!(false))]),
        (amazonian, vec![("claim_under_pawn", json!("any")), ("must_claim", json!(true))]),
        (amazonian, vec![("claim_under_pawn", json!("enemy")), ("realign", json!(true))]),
        (
            amazonian,
            vec![("align_waiver", json!(true)), ("end_turns", json!(2)), ("start", json!("diagonal"))],
        ),
        (penguin, vec![("rows", json!(4)), ("cols", json!(4)), ("pairing", json!("free"))]),
        (penguin, vec![("rows", json!(4)), ("cols", json!(5)), ("tie_break", json!("literal"))]),
        (penguin, vec![("rows", json!(4)), ("cols", json!(4)), ("short_split", json!("balanced"))]),
        (penguin, vec![("rows", json!(4)), ("cols", json!(4)), ("short_straights", json!(true))]),
        (
            penguin,
            vec![("rows", json!(4)), ("cols", json!(5)), ("block", json!("shot")), ("claim", json!("shot"))],
        ),
        (penguin, vec![("rows", json!(5)), ("cols", json!(5)), ("pieces", json!(3))]),
    ]
}

fn think(engine: &mut dyn Engine, position: &str, limits: &Limits) -> Analysis {
    let control =
        SearchControl { timer: &FrozenTimer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    engine.think(PositionView { position, hidden: false }, limits, &control).unwrap()
}

/// A level plays whole games under all rules, with legal moves only, also from a seat's view.
#[test]
fn whole_games_under_many_rules() {
    for (game, switches) in spread() {
        let rules = rules(game, &switches);
        let mut table = open(&rules, Start::Seed(5)).unwrap();
        let mut engines = [1, 2].map(|seed| new_engine(&rules, Level::Number(4), seed).unwrap());
        let mut turns = 0;
        while let Actor::Seat(seat) = table.actor() {
            let position = table.position_text(Viewer::Seat(seat));
            let hidden = position != table.position_text(Viewer::Omniscient);
            let control = SearchControl {
                timer: &FrozenTimer,
                stop: &AtomicBool::new(false),
                on_progress: &ignore_progress,
            };
            let view = PositionView { position: &position, hidden };
            let analysis = engines[seat].think(view, &Limits::default(), &control).unwrap();
            table
                .play(seat, &analysis.best)
                .unwrap_or_else(|refusal| panic!("{game} {switches:?}: {refusal}"));
            turns += 1;
        }
        assert!(turns > 10 && table.actor() == Actor::Nobody, "{game} {switches:?}");
    }
}

/// The search's own move list equals that of the rules, in the same order, throughout random games.
#[test]
fn moves_are_those_of_the_rules() {
    struct Compare;
    impl Task for Compare {
        fn run<T: Turn>(self, rules: Rules) {
            let tables = BoardTables::<T>::new(rules);
            let mut rng = Rng::new(3);
            let (mut seen, mut moves, mut expected) = (0, Vec::new(), Vec::new());
            for game in 0..20 {
                let mut position = Buffet::<T>::start(&tables.rules, &mut GameRng::from_seed(game)).unwrap();
                let deal = Deal::new(&tables, &position);
                let mut state = deal.state(&position);
                while position.board().phase() != Phase::Over {
                    expected.clear();
                    Slide::<u64, 4, T>::moves(tables.board(), position.board(), &mut expected);
                    tables.moves(&state.board, &mut moves);
                    assert_eq!(moves, expected);
                    let action = moves[rng.below(moves.len() as u32) as usize];
                    Buffet::<T>::apply(&tables.rules, &mut position, buffet::Move::Board(action));
                    deal.apply(&mut state, action);
                    assert_eq!(state, deal.state(&position), "what a move claims is what the rules say");
                    seen += 1;
                }
                let pools = [0, 1].map(|seat| tables.rules.pool(&position, seat));
                assert_eq!(deal.final_pools(&state), pools);
            }
            assert!(seen > 100);
        }
    }
    for (game, switches) in spread() {
        do_with(game, &switches, Compare);
    }
}

/// Late positions: alpha-beta agrees with brute force.
#[test]
fn endings_are_those_of_brute_force() {
    struct Compare;
    fn brute<T: Turn>(deal: &Deal<'_, T>, state: &State, left: &mut u32) -> Option<f32> {
        *left = left.checked_sub(1)?;
        if state.is_over() {
            let [black, white] = deal.final_pools(state);
            return Some(outcome_value(solve(black, white, deal.tables.showdown()).unwrap().outcome));
        }
        let mut moves = Vec::new();
        deal.tables.moves(&state.board, &mut moves);
        let mut best: Option<f32> = None;
        for action in moves {
            let mut next = *state;
            deal.apply(&mut next, action);
            let value = brute(deal, &next, left)?;
            best = Some(best.map_or(value, |best| {
                if state.board.turn() == 0 { best.max(value) } else { best.min(value) }
            }));
        }
        best
    }
    impl Task for Compare {
        fn run<T: Turn>(self, rules: Rules) {
            let tables = BoardTables::<T>::new(rules);
            let card_values = CardValues::new(true);
            let mut rng = Rng::new(11);
            let (mut compared, mut results) = (0, [0; 3]);
            for game in 0..40 {
                let position = Buffet::<T>::start(&tables.rules, &mut GameRng::from_seed(game)).unwrap();
                let deal = Deal::new(&tables, &position);
                let policy = PlayoutPolicy::new(&deal, &card_values);
                let mut evaluator = ShowdownEvaluator::new(*tables.showdown());
                let mut endgame = Endgame::new();
                let mut states = vec![deal.state(&position)];
                let mut moves = Vec::new();
                while let Some(state) = states.last().copied().filter(|state| !state.is_over()) {
                    tables.moves(&state.board, &mut moves);
                    let mut next = state;
                    deal.apply(&mut next, moves[rng.below(moves.len() as u32) as usize]);
                    states.push(next);
                }
                // From the end back, as long as brute force is feasible.
                for state in states.iter().rev().take(6) {
                    let Some(truth) = brute(&deal, state, &mut 500) else { break };
                    let mut budget = EndgameBudget { left: i64::MAX / 2, over: &|| false };
                    let solved = endgame.solve(&policy, &mut evaluator, state, &mut budget).unwrap();
                    assert_eq!(outcome_value(solved), truth, "game {game}");
                    if let Some(outcome) = endgame::decided_outcome(&deal, &evaluator, state) {
                        assert_eq!(outcome_value(outcome), truth, "game {game}");
                    }
                    compared += 1;
                    results[(truth * 2.0) as usize] += 1;
                }
            }
            assert!(compared >= 50 && results[0] > 0 && results[2] > 0, "{compared} {results:?}");
        }
    }
    do_with("penguin-buffet", &[], Compare);
    let small = [("rows", json!(3)), ("cols", json!(3)), ("end_turns", json!(2))];
    do_with("amazonian-buffet", &small, Compare);
    do_with("penguin-buffet", &[("rows", json!(4)), ("cols", json!(5))], Compare);
}

/// Pools from real games: the estimate is nearly always right, and a certain result always.
#[test]
fn estimates_agree_with_the_exact_showdown() {
    struct Agree;
    impl Task for Agree {
        fn run<T: Turn>(self, rules: Rules) {
            let tables = BoardTables::<T>::new(rules);
            let showdown = *tables.showdown();
            assert!(quick_applies(&showdown));
            let card_values = CardValues::new(true);
            let mut rng = Rng::new(1);
            let (games, mut right, mut certain) = (400, 0, 0);
            for game in 0..games {
                let position = Buffet::<T>::start(&tables.rules, &mut GameRng::from_seed(game)).unwrap();
                let deal = Deal::new(&tables, &position);
                let mut state = deal.state(&position);
                PlayoutPolicy::new(&deal, &card_values).play_out(&mut state, &mut rng, &mut [0; 2]);
                let pools = deal.final_pools(&state);
                let exact = solve(pools[0], pools[1], &showdown).unwrap().outcome;
                let [black, white] = pools.map(|pool: CardSet| QuickLayouts::new(pool, showdown.rank));
                right += u64::from(quick_outcome(&black, &white, &showdown) == exact);
                if let Some(outcome) = ShowdownEvaluator::new(showdown).certain(pools, pools) {
                    certain += 1;
                    assert_eq!(outcome, exact, "{} against {}", pools[0], pools[1]);
                }
            }
            println!("right {right}, certain {certain} of {games}");
            assert!(right * 100 >= games * 93, "{right} of {games} right");
            assert!(certain * 100 >= games * 60, "{certain} of {games} certain");
        }
    }
    do_with("penguin-buffet", &[], Agree);
    do_with("amazonian-buffet", &[], Agree);
}

#[test]
fn the_same_nodes_give_the_same_analysis() {
    for game in ["penguin-buffet", "amazonian-buffet"] {
        let rules = rules(game, &[]);
        let table = open(&rules, Start::Seed(2)).unwrap();
        let position = table.position_text(Viewer::Omniscient);
        let limits = Limits { nodes: Some(300), lines: 4, ..Limits::default() };
        let analyses =
            [(); 2].map(|()| think(&mut *new_engine(&rules, Level::Max, 9).unwrap(), &position, &limits));
        assert_eq!(analyses[0], analyses[1]);
        let lines = &analyses[0].lines;
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0].moves[0], analyses[0].best);
        assert!(
            lines.iter().all(|line| (0.0..=1.0).contains(&line.evaluation.win) && !line.evaluation.exact)
        );
        assert!(analyses[0].nodes >= 300 && lines[0].moves.len() > 1);
    }
}

/// A timer that advances at every reading: however slow the machine, the search ends soon after its time.
#[test]
fn a_search_ends_with_its_time() {
    struct Ticks(AtomicU32);
    impl Timer for Ticks {
        fn elapsed(&self) -> Duration {
            Duration::from_millis(u64::from(self.0.fetch_add(1, Ordering::Relaxed)))
        }
    }
    let rules = rules("penguin-buffet", &[]);
    let table = open(&rules, Start::Seed(2)).unwrap();
    let position = table.position_text(Viewer::Omniscient);
    for threads in [1, 2] {
        let limits = Limits { time: Some(Duration::from_millis(50)), threads, ..Limits::default() };
        let timer = Ticks(AtomicU32::new(0));
        let control =
            SearchControl { timer: &timer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
        let mut engine = new_engine(&rules, Level::Max, 1).unwrap();
        let analysis =
            engine.think(PositionView { position: &position, hidden: false }, &limits, &control).unwrap();
        assert!((1..=55).contains(&analysis.nodes), "{}", analysis.nodes);
        assert!(timer.0.into_inner() <= 60);
    }
}

/// A stopped search returns immediately.
#[test]
fn a_search_can_be_stopped() {
    let rules = rules("amazonian-buffet", &[]);
    let table = open(&rules, Start::Seed(2)).unwrap();
    let position = table.position_text(Viewer::Omniscient);
    let control =
        SearchControl { timer: &FrozenTimer, stop: &AtomicBool::new(true), on_progress: &ignore_progress };
    let mut engine = new_engine(&rules, Level::Max, 1).unwrap();
    let began = Instant::now();
    let analysis = engine
        .think(PositionView { position: &position, hidden: false }, &Limits::default(), &control)
        .unwrap();
    assert!(!analysis.best.is_empty() && analysis.nodes <= 2);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

/// The tree of the last move is reused two moves later, and cleared when a new game starts.
#[test]
fn the_tree_is_reused_between_moves() {
    struct Keep;
    impl Task for Keep {
        fn run<T: Turn>(self, rules: Rules) {
            let mut engine = BuffetEngine::<T>::new(rules, None, 4);
            let mut position = Buffet::<T>::start(&engine.tables.rules, &mut GameRng::from_seed(1)).unwrap();
            let limits = Limits { nodes: Some(2000), ..Limits::default() };
            let text = |engine: &BuffetEngine<T>, position: &Position| {
                Buffet::<T>::position_text(&engine.tables.rules, position, Viewer::Omniscient)
            };
            let start = text(&engine, &position);
            let first = think(&mut engine, &start, &limits);
            for action in &first.lines[0].moves[..2] {
                let action = Buffet::<T>::parse_move(&engine.tables.rules, &position, action).unwrap();
                Buffet::<T>::apply(&engine.tables.rules, &mut position, action);
            }
            let position = text(&engine, &position);
            think(&mut engine, &position, &Limits { nodes: Some(1), ..Limits::default() });
            let saved_visits =
                |engine: &BuffetEngine<T>| engine.saved.map(|(_, _, root)| engine.tree.node(root).visits());
            assert!(saved_visits(&engine) > Some(10), "{:?}", saved_visits(&engine));
            engine.new_game();
            think(&mut engine, &position, &Limits { nodes: Some(1), ..Limits::default() });
            assert_eq!(saved_visits(&engine), Some(1));
        }
    }
    do_with("amazonian-buffet", &[], Keep);
}
