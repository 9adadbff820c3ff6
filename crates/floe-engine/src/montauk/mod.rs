//! The engine of Montauk, the game with hidden hands.
//!
//! The [`rule_tables`] follow from the rules alone: how far a board gets with a number of won tricks (`race`) and the
//! value of a lead with a number of rounds to come (`odds`). Together they evaluate any position between two tricks
//! (`round_value`). A card is chosen by regret matching over sampled hands of both players (`card_choice`, `regret`)
//! and sampled from the mixed strategy that results, since a player of pure strategies can be exploited. Spends are
//! searched in full (`spending`).
//!
//! Hidden cards are never used: the opponent's hands are sampled from all cards that the seat cannot see.

mod boards;
mod card_choice;
mod card_tables;
mod deals;
mod levels;
mod odds;
mod payoffs;
mod race;
mod regret;
mod round_value;
mod rule_tables;
mod sound;
mod spending;
mod switches;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use floe_cards::Card;
use floe_games::montauk::{Montauk, Move, Phase, Position, Rules};
use floe_games::sort::sort_by;
use floe_games::{Game, GameRng, Refusal, Viewer};

use crate::dominated::Fault;
use crate::noise::choose;
use crate::{Analysis, Engine, Evaluation, LevelParams, Limits, Line, Rng, SearchControl, SearchRequest};
use card_choice::{CardChooser, CardPolicy};
use deals::{average_rest, draw_odds, hand};
use round_value::WinAndMargin;
use rule_tables::RuleTables;
use spending::SpendSearch;
use switches::Switches;

pub use levels::{LevelPlay, SampleSize};

/// An engine for Montauk.
pub(crate) struct MontaukEngine {
    rules: Rules,
    tables: Arc<RuleTables>,
    /// How a numbered level plays; `None` searches as long as the limits allow.
    level: Option<LevelPlay>,
    seed: u64,
}

impl MontaukEngine {
    /// An engine, limited or at full strength; the same seed gives the same choices if nodes are the only limit.
    pub fn new(rules: Rules, level_params: Option<LevelParams>, seed: u64) -> MontaukEngine {
        let tables = RuleTables::from_rules(&rules);
        MontaukEngine { rules, tables, level: level_params.map(LevelPlay::new), seed }
    }

    /// An engine that plays as a level with these parameters would.
    pub fn with_play(rules: Rules, play: LevelPlay, seed: u64) -> MontaukEngine {
        MontaukEngine { level: Some(play), ..MontaukEngine::new(rules, None, seed) }
    }
}

impl Engine for MontaukEngine {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let SearchRequest { view, limits, control } = request;
        let (position, seat) = view.turn::<Montauk>(&self.rules, &mut GameRng::for_player(self.seed))?;
        // The seed depends on the view alone: the same view gives the same answer, whatever is hidden.
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

/// What is wrong with each of these moves at sight, if anything.
pub(crate) fn faults(rules: &Rules, position: &Position, actions: &[Move]) -> Vec<Option<Fault>> {
    sound::faults(rules, &Switches::new(Montauk::rule_set(rules)), position, actions)
}

/// One search request.
struct Request<'a> {
    engine: &'a MontaukEngine,
    position: &'a Position,
    seat: usize,
    stream: u64,
    limits: &'a Limits,
    control: &'a SearchControl<'a>,
}

impl Request<'_> {
    fn line(&self, action: Move, outcome: WinAndMargin, exact: bool) -> Line {
        let win = f64::from(outcome.win.clamp(0.0, 1.0));
        // A draw may still be extended.
        let exact = exact && (win != 0.5 || !self.engine.tables.switches.extra_round);
        let evaluation = Evaluation { win, margin: Some(f64::from(outcome.margin)), exact };
        Line { moves: vec![Montauk::move_text(&self.engine.rules, action)], evaluation }
    }

    /// The lines in order, and the move to make: `best` if it is given, else the best one after noise.
    fn answer(
        &self,
        mut lines: Vec<Line>,
        best: Option<String>,
        noise: f64,
        nodes: u64,
    ) -> Result<Analysis, Refusal> {
        let key = |line: &Line| line.evaluation.win + 1e-5 * line.evaluation.margin.unwrap_or(0.0);
        sort_by(&mut lines, |one, other| key(other).total_cmp(&key(one)));
        let mut rng = Rng::new(self.stream ^ 1);
        let best = best.or_else(|| Some(choose(&lines, noise, &mut rng)?.moves[0].clone()));
        let best = best.ok_or_else(|| Refusal::game_over("there is no legal move here"))?;
        Ok(Analysis { best, lines, nodes, depth: 1 })
    }

    fn spend(&self) -> Result<Analysis, Refusal> {
        let Request { engine, position, seat, .. } = *self;
        let mut chance = GameRng::for_player(self.stream);
        let draw = draw_odds(&engine.rules, position, seat, &mut chance);
        let rest = average_rest(&engine.tables, &hand(position, seat), &draw);
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let over = |nodes: u64| nodes >= most || self.control.should_stop(self.limits);
        let mut search =
            SpendSearch::new(&engine.rules, &engine.tables, position, seat, (rest, &draw), &over);
        let mut choices = search.choices(position);
        let exact = search.last(position) && !search.cut;
        let noise = engine.level.map_or(0.0, |play| play.spend_noise);
        if noise > 0.0 {
            // A level errs among the spends that a beginner would consider.
            let actions: Vec<Move> = choices.iter().map(|(action, _)| *action).collect();
            let considered = sound::considered(&engine.rules, &engine.tables.switches, position, &actions);
            let mut considered = considered.into_iter();
            choices.retain(|_| considered.next().unwrap_or(true));
        }
        let lines = choices.into_iter().map(|(action, outcome)| self.line(action, outcome, exact)).collect();
        self.answer(lines, None, noise, search.nodes)
    }

    fn play(&self) -> Result<Analysis, Refusal> {
        let Request { engine, position, seat, .. } = *self;
        let mut chance = GameRng::for_player(self.stream);
        let own = hand(position, seat);
        let chooser = CardChooser::new(&engine.rules, &engine.tables, position, seat, &mut chance);
        let noise = engine.level.map_or(0.0, |play| play.card_noise);
        let policy = match engine.level {
            Some(LevelPlay { sample: size, .. }) => {
                let most = self.limits.nodes.unwrap_or(u64::MAX);
                let over = |nodes| nodes >= most || self.control.should_stop(self.limits);
                let policy = chooser.solve(size, &mut chance, &over);
                // There is always a policy, however small the sample.
                match policy.weight > 0.0 {
                    true => policy,
                    false => chooser.solve(SampleSize::timed(0), &mut chance, &|_| false),
                }
            }
            None => self.all_it_has(&chooser),
        };
        let card = |index: usize| Card::from_index(own[index]).map(Move::Play);
        let lines = (0..own.len()).filter_map(|at| Some(self.line(card(at)?, policy.values[at], false)));
        let mut lines: Vec<Line> = lines.collect();
        lines.dedup_by(|one, other| one.moves == other.moves);
        let best = (noise == 0.0).then(|| draw_from(&policy, own.len(), self.stream)).flatten();
        let best = best.and_then(card).map(|action| Montauk::move_text(&engine.rules, action));
        self.answer(lines, best, noise, policy.nodes)
    }

    /// Solves samples on all threads until a limit is reached.
    fn all_it_has(&self, chooser: &CardChooser<'_>) -> CardPolicy {
        let threads = self.limits.threads.clamp(1, 64) as u64;
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let spent = AtomicU64::new(0);
        // It also ends without any limit.
        let batches = if self.limits.time.is_none() && self.limits.nodes.is_none() { 4 } else { u32::MAX };
        let think = |thread: u64| {
            let mut chance = GameRng::for_player(self.stream.wrapping_add(thread * 0x9e37_79b9_7f4a_7c15));
            let mut policy = CardPolicy::default();
            for batch in 0..batches {
                let before = spent.load(Ordering::Relaxed);
                // The first sample is small and runs to its end, so that there is always a policy.
                let over =
                    |nodes: u64| before + nodes * threads >= most || self.control.should_stop(self.limits);
                let never = |_| false;
                let first = batch == 0 && thread == 0;
                let over: &dyn Fn(u64) -> bool = if first { &never } else { &over };
                let more = chooser.solve(SampleSize::timed(batch), &mut chance, over);
                spent.fetch_add(more.nodes, Ordering::Relaxed);
                policy.join(&more);
                if spent.load(Ordering::Relaxed) >= most || self.control.should_stop(self.limits) {
                    break;
                }
            }
            policy
        };
        let mut all = CardPolicy::default();
        if threads == 1 {
            return think(0);
        }
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || think(thread))).collect();
            all.join(&think(0));
            for other in others {
                if let Ok(policy) = other.join() {
                    all.join(&policy);
                }
            }
        });
        all
    }
}

/// Samples a card from the mixed strategy. Small weights, which come from unfinished learning, are dropped.
fn draw_from(policy: &CardPolicy, count: usize, stream: u64) -> Option<usize> {
    const DUST: f32 = 0.04;
    let weight = |at: usize| if policy.strategy[at] < DUST { 0.0 } else { policy.strategy[at] };
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
