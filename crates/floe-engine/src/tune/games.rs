//! Games of the engine against itself, remembered as what it saw and how it ended.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use floe_board::Bits;
use floe_games::registry::{SlideVisitor, visit_slide};
use floe_games::slide::{self, Phase, Slide, Step, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Chance, Game, Refusal};

use crate::net::Net;
use crate::slide::{FEATURES, SlideMind};
use crate::{Limits, Rng, Still, Watch, nobody_listens};

/// How games for tuning are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// The network that plays; `None` is the one in the program.
    pub net: Option<Arc<Net>>,
    /// How many threads.
    pub threads: usize,
    /// The seed.
    pub seed: u64,
}

/// A position of a game, from the side of the seat that was to act.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What it looked like.
    pub numbers: [f32; FEATURES],
    /// How it ended: 1 won, 0 lost.
    pub won: f32,
    /// By how much, in fish; 0 where moves decide.
    pub lead: f32,
    /// What the search thought of it.
    pub thought: f32,
}

/// Plays games of a slide game for two; `progress` is told how many are done.
pub fn play(rules: &RuleSet, plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Result<Vec<Sample>, Refusal> {
    let next = AtomicU64::new(0);
    let games: Mutex<Vec<(u64, Vec<Sample>)>> = Mutex::new(Vec::new());
    let work = || -> Result<(), Refusal> {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games {
                return Ok(());
            }
            let samples = visit_slide(rules, One { plan, seed: plan.seed.wrapping_add(game) })??;
            if let Ok(mut games) = games.lock() {
                games.push((game, samples));
                progress(games.len() as u64);
            }
        }
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut result = work();
        for helper in helpers {
            result =
                result.and(helper.join().unwrap_or_else(|_| Err(Refusal::new("a playing thread failed"))));
        }
        result
    })?;
    let mut games = games.into_inner().unwrap_or_default();
    // Whoever finished first: the order of the games is that of their seeds.
    games.sort_by_key(|(game, _)| *game);
    Ok(games.into_iter().flat_map(|(_, samples)| samples).collect())
}

/// One game.
struct One<'a> {
    plan: &'a Plan,
    seed: u64,
}

impl SlideVisitor for One<'_> {
    type Output = Result<Vec<Sample>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
        if rules.seats() != 2 {
            return Err(Refusal::new("networks are tuned on games for two"));
        }
        let mut mind = SlideMind::<B, H, T>::bare(rules, self.plan.net.clone(), self.plan.nodes, self.seed);
        let mut rng = Rng::new(self.seed ^ 0x7e57);
        let mut position = Slide::<B, H, T>::start(&mind.judge.rules, &mut Chance::of_seed(self.seed))?;
        // Openings differ: a few moves at random.
        let random = [0, 1, 2, 2, 3, 4, 6, 8][rng.below(8) as usize];
        let watch = Watch { clock: &Still, stop: &AtomicBool::new(false), tell: &nobody_listens };
        let limits = Limits { nodes: Some(self.plan.nodes), ..Limits::default() };
        let mut seen: Vec<(usize, Sample)> = Vec::new();
        let mut ply = 0;
        while matches!(position.phase(), Phase::Place | Phase::Move) {
            let seat = position.turn();
            let mut moves = Vec::new();
            Slide::<B, H, T>::moves(&mind.judge.rules, &position, &mut moves);
            // Only the opening is drawn: what a slip later on would lead to says nothing about what came before it.
            let (action, thought) = match ply < random {
                true => (moves[rng.below(moves.len() as u32) as usize], None),
                false => mind.choose(&position, seat, &limits, &watch),
            };
            if let Some(thought) = thought {
                let numbers = mind.judge.numbers(&position, seat);
                seen.push((seat, Sample { numbers, won: 0.5, lead: 0.0, thought }));
                if let Step::Shoot(from, to, _) = action.step()
                    && T::SHOT
                {
                    let numbers = mind.judge.numbers_between(&position, from, to);
                    seen.push((1 - seat, Sample { numbers, won: 0.5, lead: 0.0, thought: 1.0 - thought }));
                }
            }
            Slide::<B, H, T>::apply(&mind.judge.rules, &mut position, action);
            ply += 1;
            if position.phase() == Phase::Move
                && let Some(lead) = mind.judge.rules.settled(&position, 0, &mut { 20_000 })
            {
                return Ok(label(seen, lead, mind.judge.rules.last_move_wins()));
            }
        }
        let lead = mind.judge.rules.final_lead(&position, 0);
        Ok(label(seen, lead, mind.judge.rules.last_move_wins()))
    }
}

fn label(seen: Vec<(usize, Sample)>, lead: i32, moves: bool) -> Vec<Sample> {
    let label = |(seat, sample): (usize, Sample)| {
        let lead = if seat == 0 { lead } else { -lead };
        let won = match lead {
            0 => 0.5,
            lead if lead > 0 => 1.0,
            _ => 0.0,
        };
        Sample { won, lead: if moves { 0.0 } else { lead as f32 / 1024.0 }, ..sample }
    };
    seen.into_iter().map(label).collect()
}
