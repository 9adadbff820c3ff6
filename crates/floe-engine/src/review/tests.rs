//! Reviews by engines whose judgement is known: one that is always right, and scripted ones.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use floe_games::registry::find;
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, GameRng, Record, Refusal, Start, Table, Viewer, next_seat, open};

use super::{Curve, Judgement, Review, review, share, sparkline, svg};
use crate::{
    Analysis, Engine, Evaluation, FrozenTimer, Level, Limits, Line, PositionView, Rng, SearchControl,
    SearchRequest, new_engine,
};

fn rules(game: &str, rule_args: &str) -> RuleSet {
    find(game).unwrap().rules(&parse_rule_args(rule_args).unwrap()).unwrap()
}

/// A game of random moves, or of an engine's moves.
fn game(set: &RuleSet, seed: u64, mut engine: Option<&mut dyn Engine>) -> Record {
    let mut chance = GameRng::from_seed(seed);
    let mut table = open(set, Start::Chance(&mut chance)).unwrap();
    let mut rng = Rng::new(seed);
    while let Some(seat) = next_seat(&mut *table, &mut chance).unwrap() {
        let legal = table.legal_moves();
        let text = match &mut engine {
            Some(engine) => view(&mut **engine, &*table).best,
            None => legal[rng.below(legal.len() as u32) as usize].clone(),
        };
        table.play(seat, &text).unwrap();
    }
    Record::from_table(&*table, Viewer::Omniscient)
}

fn view(engine: &mut dyn Engine, table: &dyn Table) -> Analysis {
    let Actor::Seat(seat) = table.actor() else { panic!("a seat is to act") };
    let position = table.position_text(Viewer::Seat(seat));
    let control = SearchControl {
        timer: &FrozenTimer,
        stop: &AtomicBool::new(false),
        on_progress: &crate::ignore_progress,
    };
    engine.think(PositionView { position: &position, hidden: false }, &Limits::default(), &control).unwrap()
}

fn seat_name(seat: usize) -> String {
    format!("seat {seat}")
}

fn reviewed(record: &Record, engine: &mut dyn Engine) -> Review {
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let mut progress = Vec::new();
    let review = review(
        record,
        engine,
        &limits,
        &|| Box::new(FrozenTimer),
        &AtomicBool::new(false),
        &mut |done, all| {
            progress.push((done, all));
        },
        &seat_name,
    );
    let moves = progress.len();
    assert_eq!(progress.last(), Some(&(moves, moves)));
    review.unwrap()
}

/// Plays small open two-player games perfectly, by brute force.
struct Perfect {
    rules: RuleSet,
    known: BTreeMap<String, f64>,
}

impl Perfect {
    /// The value of a position for seat 0.
    fn value(&mut self, table: &dyn Table) -> f64 {
        if let Some(outcome) = table.result() {
            return share(&outcome, 0);
        }
        let text = table.position_text(Viewer::Omniscient);
        if let Some(&value) = self.known.get(&text) {
            return value;
        }
        let Actor::Seat(seat) = table.actor() else { panic!("there are no chance events") };
        let values = table.legal_moves().into_iter().map(|action| self.after(table, seat, &action));
        let best = values.reduce(|one, other| if seat == 0 { one.max(other) } else { one.min(other) });
        self.known.insert(text, best.unwrap());
        best.unwrap()
    }

    fn after(&mut self, table: &dyn Table, seat: usize, action: &str) -> f64 {
        let mut next = table.fork();
        next.play(seat, action).unwrap();
        self.value(&*next)
    }
}

impl Engine for Perfect {
    fn analyze(&mut self, SearchRequest { view, .. }: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let table = open(&self.rules, Start::Position(view.position))?;
        let Actor::Seat(seat) = table.actor() else {
            return Err(Refusal::invalid_request("no seat is to act"));
        };
        let mut lines: Vec<Line> = Vec::new();
        for action in table.legal_moves() {
            let value = self.after(&*table, seat, &action);
            let win = if seat == 0 { value } else { 1.0 - value };
            lines.push(Line {
                moves: vec![action],
                evaluation: Evaluation { win, margin: None, exact: true },
            });
        }
        lines.sort_by(|one, other| other.evaluation.win.total_cmp(&one.evaluation.win));
        lines.truncate(1);
        Ok(Analysis { best: lines[0].moves[0].clone(), lines, nodes: 1, depth: 1 })
    }

    fn new_game(&mut self) {}
}

#[test]
fn a_perfect_reviewer_marks_exactly_the_moves_that_lost_something() {
    let rules = rules("paper-penguins", "rows=3,cols=3,pieces=1");
    let mut perfect = Perfect { rules: rules.clone(), known: BTreeMap::new() };
    let mut blunders = 0;
    for seed in 0..5 {
        let record = game(&rules, seed, None);
        perfect.known.clear();
        let review = reviewed(&record, &mut perfect);
        assert_eq!(review.moves.len(), record.events.len());
        let mut table = record.open().unwrap();
        for (judged, event) in review.moves.iter().zip(&record.events) {
            let was = perfect.value(&*table);
            table.apply_event(event).unwrap();
            let now = perfect.value(&*table);
            let lost = if judged.seat == 0 { was - now } else { now - was };
            assert_eq!(
                (judged.loss, judged.judgement),
                (Some(lost), Judgement::from_loss(lost)),
                "{judged:?}"
            );
            assert_eq!(judged.judgement == Judgement::Good, judged.better.is_empty());
            assert_eq!(
                judged.judgement == Judgement::Good,
                judged.reasons.is_empty() || judged.better_reasons.is_empty()
            );
            blunders += u32::from(judged.judgement == Judgement::Blunder);
        }
        let costs: Vec<f64> =
            review.turning_points.iter().map(|&at| review.moves[at].loss.unwrap()).collect();
        assert!(costs.len() <= 3 && costs.is_sorted_by(|one, other| one >= other));
        let [curve] = &review.curves[..] else { panic!("an open two-player game has one curve") };
        assert_eq!(curve.points.len(), review.moves.len() + 1);
        assert_eq!(curve.points.last().unwrap().1, share(record.result.as_ref().unwrap(), 0));
        // A perfect player gets a perfect review.
        let best = game(&rules, seed, Some(&mut perfect));
        let review = reviewed(&best, &mut perfect);
        assert!(review.moves.iter().all(|judged| judged.judgement == Judgement::Good));
        assert!(review.accuracy.iter().all(|accuracy| *accuracy == Some(100.0)));
    }
    assert!(blunders > 3, "{blunders} blunders in random games");
}

/// Lists all legal moves, each a tenth worse than the previous one, and records the positions it was given.
struct ScriptedEngine {
    rules: RuleSet,
    seen: Vec<(String, bool)>,
    lists: bool,
}

impl Engine for ScriptedEngine {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let SearchRequest { view, limits, .. } = request;
        self.seen.push((view.position.to_owned(), view.hidden));
        let table = match view.hidden {
            true => open(&self.rules, Start::View(view.position, &mut GameRng::for_player(0)))?,
            false => open(&self.rules, Start::Position(view.position))?,
        };
        let wanted = if self.lists { limits.lines.max(1) } else { 1 };
        let lines: Vec<Line> = (0..)
            .zip(table.legal_moves())
            .take(wanted)
            .map(|(at, text)| Line {
                moves: vec![text],
                evaluation: Evaluation { win: 0.9 - 0.1 * f64::from(at), margin: None, exact: false },
            })
            .collect();
        Ok(Analysis { best: lines[0].moves[0].clone(), lines, nodes: 1, depth: 1 })
    }

    fn new_game(&mut self) {}
}

#[test]
fn hidden_decisions_are_judged_by_the_players_own_view() {
    let rules = rules("montauk", "rounds=1");
    let record = game(&rules, 3, None);
    let mut engine = ScriptedEngine { rules: rules.clone(), seen: Vec::new(), lists: true };
    let review = reviewed(&record, &mut engine);
    assert!(engine.seen.iter().all(|(view, hidden)| *hidden && view.contains("pile=?")), "{:?}", engine.seen);
    let mut table = record.open().unwrap();
    let mut judged = review.moves.iter();
    for (number, event) in record.events.iter().enumerate() {
        if let floe_games::Event::Move { text: Some(text), .. } = event {
            let judged = judged.next().unwrap();
            let at = table.legal_moves().iter().position(|legal| legal == text).unwrap();
            assert_eq!((judged.event, &judged.played), (number + 1, text));
            let mut after = table.fork();
            after.apply_event(event).unwrap();
            if after.result().is_none() {
                assert!((judged.loss.unwrap() - 0.1 * at as f64).abs() < 1e-9, "{judged:?}");
            }
        }
        table.apply_event(event).unwrap();
    }
    assert_eq!(review.curves.len(), 2);
}

#[test]
fn with_several_players_the_others_reply_first() {
    let rules = rules("fish", "players=3,rows=3,cols=4,pieces=1");
    let record = game(&rules, 1, None);
    let mut engine = ScriptedEngine { rules: rules.clone(), seen: Vec::new(), lists: false };
    let review = reviewed(&record, &mut engine);
    assert_eq!(review.curves.len(), 3);
    for judged in &review.moves {
        // This engine evaluates every position at 90 %, so only results can cost anything.
        let after = judged.after.unwrap();
        assert!([0.0, 1.0 / 3.0, 0.5, 0.9, 1.0].contains(&after), "{judged:?}");
    }
}

#[test]
fn the_same_record_gives_the_same_review() {
    let rules = rules("penguins", "players=2");
    let record = game(&rules, 2, None);
    let once = reviewed(&record, &mut *new_engine(&rules, Level::Greedy, 0).unwrap());
    let twice = reviewed(&record, &mut *new_engine(&rules, Level::Greedy, 0).unwrap());
    assert_eq!(once, twice);
    let mut forged = record.clone();
    forged.events.swap(8, 9);
    let stop = AtomicBool::new(false);
    let mut greedy = new_engine(&rules, Level::Greedy, 0).unwrap();
    let limits = Limits::default();
    let refused =
        review(&forged, &mut *greedy, &limits, &|| Box::new(FrozenTimer), &stop, &mut |_, _| {}, &seat_name);
    assert!(refused.is_err(), "an illegal game is not reviewed");
    let stopped = AtomicBool::new(true);
    let refused = review(
        &record,
        &mut *greedy,
        &limits,
        &|| Box::new(FrozenTimer),
        &stopped,
        &mut |_, _| {},
        &seat_name,
    );
    assert_eq!(refused.unwrap_err().to_string(), "the review was stopped");
}

#[test]
fn graphs_show_the_points() {
    let points = vec![(1, 0.0), (2, 0.5), (3, 1.0), (4, 1.0)];
    let curve = Curve { seat: 0, points };
    assert_eq!(sparkline(&curve, 80), "▁▅██");
    assert_eq!(sparkline(&curve, 2), "▃█");
    let review =
        Review { moves: Vec::new(), turning_points: Vec::new(), accuracy: vec![None], curves: vec![curve] };
    let picture = svg(&review, &["<Ann & Ben>".to_owned()]);
    assert!(picture.contains("&lt;Ann &amp; Ben&gt;") && !picture.contains("<Ann"), "{picture}");
    assert!(picture.contains("points=\"40.0,180.0 233.3,100.0 426.7,20.0 620.0,20.0\""), "{picture}");
    for (loss, judgement) in [
        (0.0, Judgement::Good),
        (0.049, Judgement::Good),
        (0.05, Judgement::Inaccuracy),
        (0.1, Judgement::Mistake),
        (0.2, Judgement::Blunder),
    ] {
        assert_eq!(Judgement::from_loss(loss), judgement);
    }
}
