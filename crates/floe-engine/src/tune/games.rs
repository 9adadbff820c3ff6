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

use crate::mcts::Walk;
use crate::net::Net;
use crate::slide::{FEATURES, MOST, SlideMind, Stage};
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

/// A choice that a search thought about: the traits of every step there was, and how often each was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Which of the kinds of steps it is about: 0 for slides, 1 for shots, 2 for slides that are a whole turn.
    pub kind: usize,
    /// The traits of each step.
    pub rows: Vec<[u16; MOST]>,
    /// The share of visits each had.
    pub shares: Vec<f32>,
}

/// What is remembered of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Positions and how they ended.
    pub samples: Vec<Sample>,
    /// What was tried, where turns are taken in steps.
    pub lessons: Vec<Lesson>,
}

/// Plays games of a slide game for two; `progress` is told how many are done.
pub fn play(rules: &RuleSet, plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Result<Played, Refusal> {
    let next = AtomicU64::new(0);
    let games: Mutex<Vec<(u64, Played)>> = Mutex::new(Vec::new());
    let work = || -> Result<(), Refusal> {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games {
                return Ok(());
            }
            let played = visit_slide(rules, One { plan, seed: plan.seed.wrapping_add(game) })??;
            if let Ok(mut games) = games.lock() {
                games.push((game, played));
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
    let mut all = Played::default();
    for (_, played) in games {
        all.samples.extend(played.samples);
        all.lessons.extend(played.lessons);
    }
    Ok(all)
}

/// One game.
struct One<'a> {
    plan: &'a Plan,
    seed: u64,
}

impl SlideVisitor for One<'_> {
    type Output = Result<Played, Refusal>;

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
        let mut lessons = Vec::new();
        let mut ply = 0;
        while matches!(position.phase(), Phase::Place | Phase::Move) {
            let seat = position.turn();
            let mut moves = Vec::new();
            Slide::<B, H, T>::moves(&mind.judge.rules, &position, &mut moves);
            // Only the opening is drawn: what a slip later on would lead to says nothing about what came before it.
            let (mut action, thought) = match ply < random {
                true => (moves[rng.below(moves.len() as u32) as usize], None),
                false => mind.choose(&position, seat, &limits, &watch),
            };
            if let Some(thought) = thought {
                let numbers = mind.judge.numbers(&position, seat);
                seen.push((seat, Sample { numbers, won: 0.5, lead: 0.0, thought }));
                if !mind.judge.rules.shoots::<T>() {
                    let stage = Stage { position, slide: None };
                    lessons
                        .extend(mind.tried(&position, None).and_then(|tried| lesson(&mind, &stage, &tried)));
                } else if let Step::Shoot(from, to, _) = action.step() {
                    let numbers = mind.judge.numbers_between(&position, from, to);
                    seen.push((1 - seat, Sample { numbers, won: 0.5, lead: 0.0, thought: 1.0 - thought }));
                    if let Some(drawn) = learn(&mind, &position, &mut lessons, &mut rng)
                        && ply < random + DRAWN
                    {
                        action = drawn;
                    }
                }
            }
            Slide::<B, H, T>::apply(&mind.judge.rules, &mut position, action);
            ply += 1;
            if position.phase() == Phase::Move
                && let Some(lead) = mind.judge.rules.settled(&position, 0, &mut { 20_000 })
            {
                let samples = label(seen, lead, mind.judge.rules.last_move_wins());
                return Ok(Played { samples, lessons });
            }
        }
        let lead = mind.judge.rules.final_lead(&position, 0);
        Ok(Played { samples: label(seen, lead, mind.judge.rules.last_move_wins()), lessons })
    }
}

/// So many moves after those at random are drawn from what was tried, so that no two games are alike.
const DRAWN: usize = 10;

/// Remembers what was tried at a position, for every other one, and draws a move from it.
fn learn<B: Bits, const H: usize, T: Turn>(
    mind: &SlideMind<B, H, T>,
    position: &slide::Position<B>,
    lessons: &mut Vec<Lesson>,
    rng: &mut Rng,
) -> Option<slide::Move> {
    let slides = mind.tried(position, None)?;
    let slide = draw(&slides, rng)?;
    let shot = draw(&mind.tried(position, Some(slide))?, rng);
    if rng.below(2) == 0 {
        let stage = Stage { position: *position, slide: None };
        lessons.extend(lesson(mind, &stage, &slides));
        // What was hardly tried is hardly known.
        let most = slides.iter().max_by_key(|(_, visits)| *visits)?.0;
        let stage = Stage { slide: Some(mind.judge.cells(most)), ..stage };
        lessons.extend(lesson(mind, &stage, &mind.tried(position, Some(most))?));
    }
    let (from, to) = mind.judge.cells(slide);
    Some(slide::Move::new(Step::Shoot(from.into(), to.into(), usize::from(mind.judge.cells(shot?).1))))
}

/// One of some steps, by how often each was tried.
fn draw(tried: &[(u32, u32)], rng: &mut Rng) -> Option<u32> {
    let all: u32 = tried.iter().map(|(_, visits)| visits).sum();
    let mut at = if all > 0 { rng.below(all) } else { return None };
    for &(step, visits) in tried {
        if at < visits {
            return Some(step);
        }
        at -= visits;
    }
    None
}

fn lesson<B: Bits, const H: usize, T: Turn>(
    mind: &SlideMind<B, H, T>,
    stage: &Stage<B>,
    tried: &[(u32, u32)],
) -> Option<Lesson> {
    let mut steps = Vec::new();
    mind.judge.steps(stage, &mut steps);
    let all: u32 = tried.iter().map(|(_, visits)| visits).sum();
    if all < 8 || steps.len() < 2 || !mind.judge.has_traits(&steps) {
        return None;
    }
    let visits = |step: &u32| tried.iter().find(|(tried, _)| tried == step).map_or(0, |(_, visits)| *visits);
    let shares = steps.iter().map(|step| visits(step) as f32 / all as f32).collect();
    Some(Lesson { kind: mind.judge.kind(stage), rows: mind.judge.recorded(stage, &steps), shares })
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

#[cfg(test)]
mod tests {
    use floe_games::registry;
    use floe_games::switches::parse_sayings;

    use super::*;
    use crate::slide::TRAITS;

    #[test]
    fn lessons_are_whole_and_the_same_on_any_number_of_threads() {
        for (game, kind) in [("amazons", 1), ("amazon-penguins", 1), ("paper-penguins", 2)] {
            let sayings = parse_sayings("rows=5,cols=5").unwrap();
            let rules = registry::find(game).unwrap().rules(&sayings).unwrap();
            let plan = Plan { games: 4, nodes: 200, net: None, threads: 1, seed: 8 };
            let played = play(&rules, &plan, &|_| {}).unwrap();
            assert!(played.lessons.iter().any(|lesson| lesson.kind == kind), "{game}");
            for lesson in &played.lessons {
                assert_eq!(lesson.rows.len(), lesson.shares.len());
                assert!((lesson.shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                let known = |&&at: &&u16| at != u16::MAX;
                let traits = |row: &[u16; MOST]| row.iter().filter(known).max().copied().unwrap_or(0);
                assert!(lesson.rows.iter().all(|row| usize::from(traits(row)) < TRAITS[lesson.kind]));
            }
            assert_eq!(play(&rules, &Plan { threads: 2, ..plan }, &|_| {}).unwrap(), played);
        }
    }
}
