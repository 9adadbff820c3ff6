//! Self-play games, recorded as training samples.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use floe_board::Bits;
use floe_games::registry::{SlideVisitor, visit_slide};
use floe_games::slide::{self, MoveKind, Phase, Slide, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Game, GameRng, Refusal};

use crate::mcts::SearchGame;
use crate::net::Net;
use crate::slide::{FEATURES, MAX_FEATURES, SearchState, SlideEngine};
use crate::{FrozenTimer, Limits, Rng, SearchControl, ignore_progress};

/// The settings of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlayConfig {
    /// The number of games.
    pub games: u64,
    /// The number of nodes per move.
    pub nodes: u64,
    /// The network that plays; `None` uses the default one.
    pub net: Option<Arc<Net>>,
    /// The number of threads.
    pub threads: usize,
    /// The seed.
    pub seed: u64,
}

/// A training sample of the value network: a position, from the side of the seat to act.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueSample {
    /// The value features.
    pub features: [f32; FEATURES],
    /// The result: 1 for a win, 0 for a loss.
    pub result: f32,
    /// The final margin in fish; 0 where moves decide.
    pub margin: f32,
    /// The value that the search found.
    pub search_value: f32,
}

/// A training sample of a policy: the features of every legal step and its share of the visits.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicySample {
    /// The kind of step: 0 for slides, 1 for shots, 2 for slides that are a whole turn.
    pub kind: usize,
    /// The features of each step.
    pub features: Vec<[u16; MAX_FEATURES]>,
    /// The share of the visits of each step.
    pub visit_shares: Vec<f32>,
}

/// The samples of self-play games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelfPlayData {
    /// Samples for the value network.
    pub value_samples: Vec<ValueSample>,
    /// Samples for the policy networks.
    pub policy_samples: Vec<PolicySample>,
}

/// Plays self-play games of a slide game for two; `progress` is called with the number of finished games.
pub fn self_play(
    rules: &RuleSet,
    config: &SelfPlayConfig,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<SelfPlayData, Refusal> {
    let next = AtomicU64::new(0);
    let games: Mutex<Vec<(u64, SelfPlayData)>> = Mutex::new(Vec::new());
    let work = || -> Result<(), Refusal> {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= config.games {
                return Ok(());
            }
            let played = visit_slide(rules, One { config, seed: config.seed.wrapping_add(game) })??;
            if let Ok(mut games) = games.lock() {
                games.push((game, played));
                progress(games.len() as u64);
            }
        }
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..config.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut result = work();
        for helper in helpers {
            result =
                result.and(helper.join().unwrap_or_else(|_| Err(Refusal::failed("a playing thread failed"))));
        }
        result
    })?;
    let mut games = games.into_inner().unwrap_or_default();
    // The order of the games is that of their seeds, whichever thread finished first.
    games.sort_by_key(|(game, _)| *game);
    let mut all = SelfPlayData::default();
    for (_, played) in games {
        all.value_samples.extend(played.value_samples);
        all.policy_samples.extend(played.policy_samples);
    }
    Ok(all)
}

/// One game.
struct One<'a> {
    config: &'a SelfPlayConfig,
    seed: u64,
}

impl SlideVisitor for One<'_> {
    type Output = Result<SelfPlayData, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
        if rules.seats() != 2 {
            return Err(Refusal::unsupported("networks are trained on two-player games"));
        }
        let mut engine = SlideEngine::<B, H, T>::for_self_play(
            rules,
            self.config.net.clone(),
            self.config.nodes,
            self.seed,
        );
        let mut rng = Rng::new(self.seed ^ 0x7e57);
        let mut position =
            Slide::<B, H, T>::start(&engine.evaluator.rules, &mut GameRng::from_seed(self.seed))?;
        // Openings differ: the first few moves are random.
        let random = [0, 1, 2, 2, 3, 4, 6, 8][rng.below(8) as usize];
        let control = SearchControl {
            timer: &FrozenTimer,
            stop: &AtomicBool::new(false),
            on_progress: &ignore_progress,
        };
        let limits = Limits { nodes: Some(self.config.nodes), ..Limits::default() };
        let mut seen: Vec<(usize, ValueSample)> = Vec::new();
        let mut policy_samples = Vec::new();
        let mut ply = 0;
        while matches!(position.phase(), Phase::Place | Phase::Move) {
            let seat = position.turn();
            let mut moves = Vec::new();
            Slide::<B, H, T>::moves(&engine.evaluator.rules, &position, &mut moves);
            // Only the opening is random: a blunder later on would say nothing about the moves before it.
            let (mut action, search_value) = match ply < random {
                true => (moves[rng.below(moves.len() as u32) as usize], None),
                false => engine.choose(&position, seat, &limits, &control),
            };
            if let Some(search_value) = search_value {
                let features = engine.evaluator.features(&position, seat);
                seen.push((seat, ValueSample { features, result: 0.5, margin: 0.0, search_value }));
                if !engine.evaluator.rules.shoots::<T>() {
                    let state = SearchState { position, slide: None };
                    policy_samples.extend(
                        engine
                            .visit_counts(&position, None)
                            .and_then(|visit_counts| policy_sample(&engine, &state, &visit_counts)),
                    );
                } else if let MoveKind::Shoot(from, to, _) = action.kind() {
                    let features = engine.evaluator.features_mid_move(&position, from, to);
                    seen.push((
                        1 - seat,
                        ValueSample { features, result: 0.5, margin: 0.0, search_value: 1.0 - search_value },
                    ));
                    if let Some(drawn) = add_policy_samples(&engine, &position, &mut policy_samples, &mut rng)
                        && ply < random + SAMPLED_MOVES
                    {
                        action = drawn;
                    }
                }
            }
            Slide::<B, H, T>::apply(&engine.evaluator.rules, &mut position, action);
            ply += 1;
            if position.phase() == Phase::Move
                && let Some(lead) = engine.evaluator.rules.solved_lead(&position, 0, &mut { 20_000 })
            {
                let value_samples = label(seen, lead, engine.evaluator.rules.last_move_wins());
                return Ok(SelfPlayData { value_samples, policy_samples });
            }
        }
        let lead = engine.evaluator.rules.final_lead(&position, 0);
        Ok(SelfPlayData {
            value_samples: label(seen, lead, engine.evaluator.rules.last_move_wins()),
            policy_samples,
        })
    }
}

/// After the random opening, this many moves are sampled in proportion to visits, so that games differ.
const SAMPLED_MOVES: usize = 10;

/// Records the policy samples of every other position, and samples a move in proportion to visits.
fn add_policy_samples<B: Bits, const H: usize, T: Turn>(
    engine: &SlideEngine<B, H, T>,
    position: &slide::Position<B>,
    policy_samples: &mut Vec<PolicySample>,
    rng: &mut Rng,
) -> Option<slide::Move> {
    let slides = engine.visit_counts(position, None)?;
    let slide = draw(&slides, rng)?;
    let shot = draw(&engine.visit_counts(position, Some(slide))?, rng);
    if rng.below(2) == 0 {
        let state = SearchState { position: *position, slide: None };
        policy_samples.extend(policy_sample(engine, &state, &slides));
        // Shots are recorded only after the most visited slide.
        let most = slides.iter().max_by_key(|(_, visits)| *visits)?.0;
        let state = SearchState { slide: Some(engine.evaluator.cells(most)), ..state };
        policy_samples.extend(policy_sample(engine, &state, &engine.visit_counts(position, Some(most))?));
    }
    let (from, to) = engine.evaluator.cells(slide);
    Some(slide::Move::new(MoveKind::Shoot(
        from.into(),
        to.into(),
        usize::from(engine.evaluator.cells(shot?).1),
    )))
}

/// Samples a step in proportion to its visits.
fn draw(visit_counts: &[(u32, u32)], rng: &mut Rng) -> Option<u32> {
    let all: u32 = visit_counts.iter().map(|(_, visits)| visits).sum();
    let mut at = if all > 0 { rng.below(all) } else { return None };
    for &(step, visits) in visit_counts {
        if at < visits {
            return Some(step);
        }
        at -= visits;
    }
    None
}

fn policy_sample<B: Bits, const H: usize, T: Turn>(
    engine: &SlideEngine<B, H, T>,
    state: &SearchState<B>,
    visit_counts: &[(u32, u32)],
) -> Option<PolicySample> {
    let mut steps = Vec::new();
    engine.evaluator.steps(state, &mut steps);
    let all: u32 = visit_counts.iter().map(|(_, visits)| visits).sum();
    if all < 8 || steps.len() < 2 || !engine.evaluator.has_policy_features(&steps) {
        return None;
    }
    let visits = |step: &u32| {
        visit_counts.iter().find(|(visited, _)| visited == step).map_or(0, |(_, visits)| *visits)
    };
    let visit_shares = steps.iter().map(|step| visits(step) as f32 / all as f32).collect();
    Some(PolicySample {
        kind: engine.evaluator.kind(state),
        features: engine.evaluator.policy_features(state, &steps),
        visit_shares,
    })
}

fn label(seen: Vec<(usize, ValueSample)>, lead: i32, moves: bool) -> Vec<ValueSample> {
    let label = |(seat, sample): (usize, ValueSample)| {
        let lead = if seat == 0 { lead } else { -lead };
        let result = match lead {
            0 => 0.5,
            lead if lead > 0 => 1.0,
            _ => 0.0,
        };
        ValueSample { result, margin: if moves { 0.0 } else { lead as f32 / 1024.0 }, ..sample }
    };
    seen.into_iter().map(label).collect()
}

#[cfg(test)]
mod tests {
    use floe_games::registry;
    use floe_games::switches::parse_rule_args;

    use super::*;
    use crate::slide::POLICY_FEATURES;

    #[test]
    fn samples_are_complete_and_the_same_on_any_number_of_threads() {
        for (game, kind) in [("amazons", 1), ("amazon-penguins", 1), ("paper-penguins", 2)] {
            let rule_args = parse_rule_args("rows=5,cols=5").unwrap();
            let rules = registry::find(game).unwrap().rules(&rule_args).unwrap();
            let config = SelfPlayConfig { games: 4, nodes: 200, net: None, threads: 1, seed: 8 };
            let played = self_play(&rules, &config, &|_| {}).unwrap();
            assert!(played.policy_samples.iter().any(|policy_sample| policy_sample.kind == kind), "{game}");
            for policy_sample in &played.policy_samples {
                assert_eq!(policy_sample.features.len(), policy_sample.visit_shares.len());
                assert!((policy_sample.visit_shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                let known = |&&at: &&u16| at != u16::MAX;
                let traits = |row: &[u16; MAX_FEATURES]| row.iter().filter(known).max().copied().unwrap_or(0);
                assert!(
                    policy_sample
                        .features
                        .iter()
                        .all(|row| usize::from(traits(row)) < POLICY_FEATURES[policy_sample.kind])
                );
            }
            assert_eq!(self_play(&rules, &SelfPlayConfig { threads: 2, ..config }, &|_| {}).unwrap(), played);
        }
    }
}
