//! Montauk: a mind for the game with hidden hands.
//!
//! From the rules alone the [`almanac`] knows how far a board comes with so many won tricks (`course`) and what a lead
//! is worth with so many rounds to come (`odds`); together they judge any position between two tricks (`outlook`). A
//! card is chosen by solving a contest of hands that both may hold (`choosing`, `contest`), and is drawn from the mix
//! that comes out, since who plays the best card every time can be read. Spends are looked through in full
//! (`spending`).
//!
//! What is hidden is never looked at: hands of the other are drawn anew from all that the seat cannot see.

mod almanac;
mod boards;
mod choosing;
mod contest;
mod course;
mod deals;
mod levels;
mod odds;
mod outlook;
mod pack;
mod payoffs;
mod spending;
mod switches;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use floe_cards::Card;
use floe_games::montauk::{Montauk, Move, Phase, Position, Rules};
use floe_games::{Chance, Game, Refusal, Viewer};

use crate::noise::choose;
use crate::simple::{read, to_act};
use crate::{
    Analysis, Engine, Evaluation, Level, LevelParams, Limits, Line, PositionView, Rng, SearchControl,
};
use almanac::Almanac;
use choosing::{Choosing, Opinion};
use deals::{draw_odds, hand, usual_rest};
use levels::{Effort, level_params};
use outlook::Prospect;
use spending::Spending;

/// A player of Montauk.
pub(crate) struct Trickwise {
    rules: Rules,
    almanac: Arc<Almanac>,
    /// How a numbered level thinks, and how far it may be off; without it time decides.
    measured: Option<(Effort, f64)>,
    seed: u64,
}

impl Trickwise {
    /// A player of a level; the same seed makes the same choices where nodes are the limit.
    pub fn new(rules: Rules, level: Level, seed: u64) -> Trickwise {
        let almanac = Almanac::of(&rules);
        let measured =
            level_params(level).map(|LevelParams { nodes, noise }| (Effort::of_nodes(nodes), noise));
        Trickwise { rules, almanac, measured, seed }
    }
}

impl Engine for Trickwise {
    fn think(
        &mut self,
        view: PositionView<'_>,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Analysis, Refusal> {
        let position = read::<Montauk>(&self.rules, view, &mut Chance::of_player(self.seed))?;
        let seat = to_act::<Montauk>(&self.rules, &position)?;
        // Chance is that of the view: asked the same the mind says the same, and what is hidden has no say.
        let text = Montauk::position_text(&self.rules, &position, Viewer::Seat(seat));
        let stream = text.bytes().fold(self.seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let request = Request { engine: self, position: &position, seat, stream, limits, control };
        match position.phase {
            Phase::Spend => request.spend(),
            _ => request.play(),
        }
    }

    fn new_game(&mut self) {}
}

/// One question to a mind.
struct Request<'a> {
    engine: &'a Trickwise,
    position: &'a Position,
    seat: usize,
    stream: u64,
    limits: &'a Limits,
    control: &'a SearchControl<'a>,
}

impl Request<'_> {
    fn noise(&self) -> f64 {
        self.engine.measured.map_or(0.0, |(_, noise)| noise)
    }

    fn line(&self, action: Move, prospect: Prospect, exact: bool) -> Line {
        let win = f64::from(prospect.win.clamp(0.0, 1.0));
        // A draw may still be played on.
        let exact = exact && (win != 0.5 || !self.engine.almanac.switches.extra_round);
        let evaluation = Evaluation { win, margin: Some(f64::from(prospect.margin)), exact };
        Line { moves: vec![Montauk::move_text(&self.engine.rules, action)], evaluation }
    }

    fn answer(&self, mut lines: Vec<Line>, best: Option<String>, nodes: u64) -> Result<Analysis, Refusal> {
        let key = |line: &Line| line.evaluation.win + 1e-5 * line.evaluation.margin.unwrap_or(0.0);
        lines.sort_by(|one, other| key(other).total_cmp(&key(one)));
        let mut rng = Rng::new(self.stream ^ 1);
        let best = best.or_else(|| Some(choose(&lines, self.noise(), &mut rng)?.moves[0].clone()));
        let best = best.ok_or_else(|| Refusal::new("there is no legal move here"))?;
        Ok(Analysis { best, lines, nodes, depth: 1 })
    }

    fn spend(&self) -> Result<Analysis, Refusal> {
        let Request { engine, position, seat, .. } = *self;
        let mut chance = Chance::of_player(self.stream);
        let draw = draw_odds(&engine.rules, position, seat, &mut chance);
        let rest = usual_rest(&engine.almanac, &hand(position, seat), &draw);
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let over = |nodes: u64| nodes >= most || self.control.should_stop(self.limits);
        let mut spending =
            Spending::new(&engine.rules, &engine.almanac, position, seat, (rest, &draw), &over);
        let choices = spending.choices(position);
        let exact = spending.last(position) && !spending.cut;
        let lines =
            choices.into_iter().map(|(action, prospect)| self.line(action, prospect, exact)).collect();
        self.answer(lines, None, spending.nodes)
    }

    fn play(&self) -> Result<Analysis, Refusal> {
        let Request { engine, position, seat, .. } = *self;
        let mut chance = Chance::of_player(self.stream);
        let own = hand(position, seat);
        let choosing = Choosing::new(&engine.rules, &engine.almanac, position, seat, &mut chance);
        let opinion = match engine.measured {
            Some((effort, _)) => {
                let most = self.limits.nodes.unwrap_or(u64::MAX);
                let over = |nodes| nodes >= most || self.control.should_stop(self.limits);
                let opinion = choosing.contest(effort, &mut chance, &over);
                // There is always an opinion, however brief.
                match opinion.weight > 0.0 {
                    true => opinion,
                    false => choosing.contest(Effort::timed(0), &mut chance, &|_| false),
                }
            }
            None => self.all_it_has(&choosing),
        };
        let card = |index: usize| Card::from_index(own[index]).map(Move::Play);
        let lines = (0..own.len()).filter_map(|at| Some(self.line(card(at)?, opinion.worth[at], false)));
        let mut lines: Vec<Line> = lines.collect();
        lines.dedup_by(|one, other| one.moves == other.moves);
        let best = (self.noise() == 0.0).then(|| draw_from(&opinion, own.len(), self.stream)).flatten();
        let best = best.and_then(card).map(|action| Montauk::move_text(&engine.rules, action));
        self.answer(lines, best, opinion.nodes)
    }

    /// Contests on all threads until there is no more time.
    fn all_it_has(&self, choosing: &Choosing<'_>) -> Opinion {
        let threads = self.limits.threads.clamp(1, 64) as u64;
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let spent = AtomicU64::new(0);
        // Without any limit it ends as well.
        let batches = if self.limits.time.is_none() && self.limits.nodes.is_none() { 4 } else { u32::MAX };
        let think = |thread: u64| {
            let mut chance = Chance::of_player(self.stream.wrapping_add(thread * 0x9e37_79b9_7f4a_7c15));
            let mut opinion = Opinion::default();
            for batch in 0..batches {
                let before = spent.load(Ordering::Relaxed);
                // The first contest is brief and runs to its end, so that there is always an opinion.
                let over =
                    |nodes: u64| before + nodes * threads >= most || self.control.should_stop(self.limits);
                let never = |_| false;
                let first = batch == 0 && thread == 0;
                let over: &dyn Fn(u64) -> bool = if first { &never } else { &over };
                let more = choosing.contest(Effort::timed(batch), &mut chance, over);
                spent.fetch_add(more.nodes, Ordering::Relaxed);
                opinion.join(&more);
                if spent.load(Ordering::Relaxed) >= most || self.control.should_stop(self.limits) {
                    break;
                }
            }
            opinion
        };
        let mut all = Opinion::default();
        if threads == 1 {
            return think(0);
        }
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || think(thread))).collect();
            all.join(&think(0));
            for other in others {
                if let Ok(opinion) = other.join() {
                    all.join(&opinion);
                }
            }
        });
        all
    }
}

/// A card by its weight in the mix. Weights that come from unfinished learning rather than from need are left out.
fn draw_from(opinion: &Opinion, count: usize, stream: u64) -> Option<usize> {
    const DUST: f32 = 0.04;
    let weight = |at: usize| if opinion.mix[at] < DUST { 0.0 } else { opinion.mix[at] };
    let total: f32 = (0..count).map(weight).sum();
    let mut left = Rng::new(stream ^ 2).below(1 << 24) as f32 / (1 << 24) as f32 * total;
    let mut last = None;
    for at in (0..count).filter(|&at| weight(at) > 0.0) {
        last = Some(at);
        left -= weight(at);
        if left < 0.0 {
            break;
        }
    }
    last
}
