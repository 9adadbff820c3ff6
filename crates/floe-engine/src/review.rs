//! Reviews a whole game move by move. There is no input, output or clock here.

mod graph;
mod json;
#[cfg(test)]
mod tests;
mod text;

use std::sync::atomic::{AtomicBool, Ordering};

use floe_games::sort::sort_by;
use floe_games::{Actor, Event, Outcome, Record, Refusal, Table, Viewer};

use crate::explain::{SeatNames, explain};
use crate::math::exp;
use crate::{Analysis, Engine, Evaluation, Limits, PositionView, SearchControl, Timer, ignore_progress};

pub use graph::{sparkline, svg};
pub use json::{CurveReport, MoveReport, ReviewReport};
pub use text::player_names;

/// The judgement of a move, by the win probability it cost the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// It cost less than five points of a hundred.
    Good,
    /// Five to ten points.
    Inaccuracy,
    /// Ten to twenty points.
    Mistake,
    /// Twenty points or more.
    Blunder,
}

impl Judgement {
    /// The judgement of a loss of win probability.
    pub fn from_loss(loss: f64) -> Judgement {
        match loss {
            loss if loss >= 0.20 => Judgement::Blunder,
            loss if loss >= 0.10 => Judgement::Mistake,
            loss if loss >= 0.05 => Judgement::Inaccuracy,
            _ => Judgement::Good,
        }
    }

    /// Its name; `None` for a good move.
    pub fn as_str(self) -> Option<&'static str> {
        match self {
            Judgement::Good => None,
            Judgement::Inaccuracy => Some("inaccuracy"),
            Judgement::Mistake => Some("mistake"),
            Judgement::Blunder => Some("blunder"),
        }
    }
}

/// A move of the game with the engine's judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The number of its event in the record, from 1.
    pub event: usize,
    /// Who made it.
    pub seat: usize,
    /// The move.
    pub played: String,
    /// How many legal moves there were.
    pub choices: u64,
    /// The value of the best move for the mover, as far as it could see.
    pub before: Evaluation,
    /// The mover's win probability after the move that was made; `None` where the engine did not evaluate it.
    pub after: Option<f64>,
    /// What the move cost in win probability, never below zero; `None` where `after` is.
    pub loss: Option<f64>,
    /// The judgement.
    pub judgement: Judgement,
    /// The engine's line where it is better than the move; empty for good moves.
    pub better: Vec<String>,
    /// What the move did, for moves that are not good.
    pub reasons: Vec<String>,
    /// What the better move would have done.
    pub better_reasons: Vec<String>,
}

/// The win probability of a seat over the course of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The seat.
    pub seat: usize,
    /// The number of the event before (or, for the last one, after) which the position occurred, and the probability.
    pub points: Vec<(usize, f64)>,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves in order.
    pub moves: Vec<ReviewedMove>,
    /// The costliest moves, by their index in `moves`, the costliest first: at most three.
    pub turning_points: Vec<usize>,
    /// For each seat how close it came to the engine's choices, from 0 to 100; `None` if it never had a choice.
    pub accuracy: Vec<Option<f64>>,
    /// Who was ahead: seat 0's win probability throughout in an open two-player game; otherwise one curve per seat, at
    /// its own decisions and by its own view.
    pub curves: Vec<Curve>,
}

/// The default number of nodes per move.
pub const NODES_PER_MOVE: u64 = 3000;
/// The maximum number of lines to request if the move is searched for among them.
const MAX_LINES: u64 = 64;
/// The maximum number of replies that are played until it is a seat's turn again; a stuck seat never has one.
const MAX_REPLIES: usize = 100;
/// The maximum number of turning points.
const MAX_TURNING_POINTS: usize = 3;

/// Reviews every move of a record with an engine. `timer` creates a timer for each search; `on_progress` is called with
/// the number of reviewed moves and the total; `seat_name` names the seats in its sentences. With node limits alone and one thread the review is reproducible.
///
/// A refusal if the record does not follow the rules, if it is not the full one, or if `stop` was set.
pub fn review(
    record: &Record,
    engine: &mut dyn Engine,
    limits: &Limits,
    timer: &dyn Fn() -> Box<dyn Timer>,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(usize, usize),
    seat_name: SeatNames<'_>,
) -> Result<Review, Refusal> {
    let result = record.replay()?.result();
    let mut table = record.open()?;
    engine.new_game();
    let mut reviewer = Reviewer { engine, limits, timer, stop, seat_name, known: None };
    let all = record.events.iter().filter(|event| matches!(event, Event::Move { .. })).count();
    let (mut moves, mut open, mut done) = (Vec::new(), true, 0);
    for (number, event) in record.events.iter().enumerate() {
        let mut after = table.fork();
        after.apply_event(event)?;
        if let Event::Move { by, text: Some(text), .. } = event {
            open &= !is_hidden(&*table, *by);
            if let Some(reviewed) = reviewer.review_move(&*table, &*after, number + 1, *by, text)? {
                moves.push(reviewed);
            }
            done += 1;
            on_progress(done, all);
        }
        table = after;
    }
    let seats = table.seats();
    let mut turning_points: Vec<usize> =
        (0..moves.len()).filter(|&at| moves[at].judgement > Judgement::Good).collect();
    // A stable sort: among equals the earlier comes first.
    sort_by(&mut turning_points, |&one, &other| {
        moves[other].loss.unwrap_or(0.0).total_cmp(&moves[one].loss.unwrap_or(0.0))
    });
    turning_points.truncate(MAX_TURNING_POINTS);
    let curves = curves(&moves, seats, open, record.events.len(), result.as_ref());
    Ok(Review {
        accuracy: (0..seats).map(|seat| accuracy(&moves, seat)).collect(),
        turning_points,
        curves,
        moves,
    })
}

/// The mean over a seat's choices of 100 e^(−4 loss): losing one point costs four, losing half the game nearly
/// everything.
fn accuracy(moves: &[ReviewedMove], seat: usize) -> Option<f64> {
    let losses: Vec<f64> = moves
        .iter()
        .filter(|reviewed| reviewed.seat == seat && reviewed.choices > 1)
        .filter_map(|reviewed| reviewed.loss)
        .collect();
    let sum: f64 = losses.iter().map(|&loss| 100.0 * exp(-4.0 * loss)).sum();
    (!losses.is_empty()).then(|| sum / losses.len() as f64)
}

fn curves(
    moves: &[ReviewedMove],
    seats: usize,
    open: bool,
    last: usize,
    result: Option<&Outcome>,
) -> Vec<Curve> {
    let end = |seat: usize| result.map(|outcome| (last + 1, share(outcome, seat)));
    if open && seats == 2 {
        let seen = |reviewed: &ReviewedMove| {
            let win = reviewed.before.win;
            (reviewed.event, if reviewed.seat == 0 { win } else { 1.0 - win })
        };
        return vec![Curve { seat: 0, points: moves.iter().map(seen).chain(end(0)).collect() }];
    }
    (0..seats)
        .map(|seat| {
            let own = moves.iter().filter(|reviewed| reviewed.seat == seat);
            let points = own.map(|reviewed| (reviewed.event, reviewed.before.win)).chain(end(seat)).collect();
            Curve { seat, points }
        })
        .collect()
}

/// The value of a result for a seat: a whole win, its share of a shared one, or nothing.
fn share(outcome: &Outcome, seat: usize) -> f64 {
    match outcome.winners.contains(&seat) {
        true => 1.0 / outcome.winners.len() as f64,
        false => 0.0,
    }
}

fn is_hidden(table: &dyn Table, seat: usize) -> bool {
    table.seat_view(seat).hidden
}

/// A move in its canonical form.
fn without_spaces(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

struct Reviewer<'a> {
    engine: &'a mut dyn Engine,
    limits: &'a Limits,
    timer: &'a dyn Fn() -> Box<dyn Timer>,
    stop: &'a AtomicBool,
    seat_name: SeatNames<'a>,
    /// The last analysis: the position after a move is the one before the next.
    known: Option<(String, Analysis)>,
}

impl Reviewer<'_> {
    /// Reviews a move; `None` if the engine cannot analyse the position.
    fn review_move(
        &mut self,
        before: &dyn Table,
        after: &dyn Table,
        event: usize,
        seat: usize,
        played: &str,
    ) -> Result<Option<ReviewedMove>, Refusal> {
        let hidden = is_hidden(before, seat);
        let two_open = before.seats() == 2 && !hidden && !matches!(after.actor(), Actor::Chance);
        let choices = before.legal_count();
        // Where the value after a move cannot be read from the next player's analysis, it is taken from the lines.
        let lines = if two_open { 1 } else { choices.clamp(1, MAX_LINES) as usize };
        let Some(analysis) = self.think(before, lines)? else { return Ok(None) };
        let Some(best) = analysis.lines.first().filter(|line| !line.moves.is_empty()) else {
            return Ok(None);
        };
        let is_best = without_spaces(&best.moves[0]) == without_spaces(played);
        let same = analysis
            .lines
            .iter()
            .find(|line| line.moves.first().map(|text| without_spaces(text)) == Some(without_spaces(played)));
        let listed = same.map(|line| line.evaluation.win);
        let after = if let Some(outcome) = after.result() {
            Some(share(&outcome, seat))
        } else if two_open {
            self.value(after, seat)?
        } else if hidden || listed.is_some() {
            listed
        } else {
            self.value_after_replies(after, seat)?
        };
        // The move the engine itself would have played costs nothing, however the second search turns out.
        let loss = after.map(|after| if is_best { 0.0 } else { (best.evaluation.win - after).max(0.0) });
        let judgement = Judgement::from_loss(loss.unwrap_or(0.0));
        let mut reviewed = ReviewedMove {
            event,
            seat,
            played: played.to_owned(),
            choices,
            before: best.evaluation,
            after,
            loss,
            judgement,
            better: Vec::new(),
            reasons: Vec::new(),
            better_reasons: Vec::new(),
        };
        if judgement > Judgement::Good {
            reviewed.better = best.moves.clone();
            let position = before.position_text(Viewer::Seat(seat));
            let view = PositionView { position: &position, hidden };
            let both = [played.to_owned(), best.moves[0].clone()];
            let mut explained = explain(before.rules(), view, &both, self.seat_name)?.into_iter();
            reviewed.reasons = explained.next().unwrap_or_default();
            reviewed.better_reasons = explained.next().unwrap_or_default();
        }
        Ok(Some(reviewed))
    }

    /// The analysis of the seat to act; `None` where there is none, as for a view that cannot be parsed.
    fn think(&mut self, table: &dyn Table, lines: usize) -> Result<Option<Analysis>, Refusal> {
        let Actor::Seat(seat) = table.actor() else { return Ok(None) };
        let position = table.position_text(Viewer::Seat(seat));
        if let Some((at, analysis)) = &self.known
            && *at == position
            && lines == 1
        {
            return Ok(Some(analysis.clone()));
        }
        let limits = Limits { lines, ..self.limits.clone() };
        let timer = (self.timer)();
        let control = SearchControl { timer: &*timer, stop: self.stop, on_progress: &ignore_progress };
        let view = PositionView { position: &position, hidden: is_hidden(table, seat) };
        let analysis = self.engine.think(view, &limits, &control);
        if self.stop.load(Ordering::Relaxed) {
            return Err(Refusal::failed("the review was stopped"));
        }
        let Ok(analysis) = analysis else { return Ok(None) };
        self.known = Some((position, analysis.clone()));
        Ok(Some(analysis))
    }

    /// The value of an open two-player position for a seat.
    fn value(&mut self, table: &dyn Table, seat: usize) -> Result<Option<f64>, Refusal> {
        let Actor::Seat(actor) = table.actor() else { return Ok(None) };
        let analysis = self.think(table, 1)?;
        let win = analysis.and_then(|analysis| analysis.lines.first().map(|line| line.evaluation.win));
        Ok(win.map(|win| if actor == seat { win } else { 1.0 - win }))
    }

    /// The value of an open multiplayer position for a seat: others reply as the engine would, until it is the seat's
    /// turn again.
    fn value_after_replies(&mut self, table: &dyn Table, seat: usize) -> Result<Option<f64>, Refusal> {
        let mut table = table.fork();
        for _ in 0..MAX_REPLIES {
            if let Some(outcome) = table.result() {
                return Ok(Some(share(&outcome, seat)));
            }
            let Actor::Seat(actor) = table.actor() else { return Ok(None) };
            let Some(analysis) = self.think(&*table, 1)? else { return Ok(None) };
            let Some(line) = analysis.lines.first() else { return Ok(None) };
            if actor == seat {
                return Ok(Some(line.evaluation.win));
            }
            let Some(answer) = line.moves.first() else { return Ok(None) };
            table.play(actor, answer)?;
        }
        Ok(None)
    }
}
