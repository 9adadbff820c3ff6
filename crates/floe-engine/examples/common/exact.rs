//! Late positions of random games, and what the engine calls exact there, compared with a brute force that shares only
//! the rules with it.

use std::sync::atomic::AtomicBool;

use floe_board::Bits;
use floe_engine::puzzle::brute_force;
use floe_engine::{
    Engine, Evaluation, FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine,
};
use floe_games::registry::{SlideVisitor, find, visit_slide};
use floe_games::slide::{Phase, Rules, Slide, Turn};
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, Game, GameRng, Refusal, Viewer};

/// The rules to compare, and the number of open cells up to which a brute force is quick.
pub const LATE: &[(&str, &str, u32)] = &[
    ("penguins", "", 11),
    ("penguins", "ties=tiles,fish=random:3", 11),
    ("pauper", "table", 11),
    ("pauper", "harpoon", 9),
    ("fish", "players=2", 11),
    ("paper-penguins", "rows=6,cols=6", 11),
    ("amazon-penguins", "rows=5,cols=5", 7),
    ("amazons", "5x5", 7),
];

/// Nodes of the brute force per position.
const BRUTE_FORCE_NODES: u64 = 3_000_000;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Positions.
    pub positions: u64,
    /// Lines whose result the engine called proved.
    pub results: u64,
    /// Lines with a proved margin.
    pub margins: u64,
    /// Positions in which a brute force took too long.
    pub skipped: u64,
}

/// Compares every proved line in `wanted` late positions of random games of these rules. An error says where the engine
/// and the brute force differ.
pub fn compare(
    (game, rules, max_cells): (&str, &str, u32),
    wanted: u64,
    first_seed: u64,
) -> Result<Compared, String> {
    let text = |error: Refusal| error.to_string();
    let rules = find(game).and_then(|info| info.rules(&parse_rule_args(rules)?)).map_err(text)?;
    let mut compared = Compared::default();
    let mut engine = new_engine(&rules, Level::Max, 1).map_err(text)?;
    let mut seed = first_seed;
    while compared.positions < wanted {
        for position in visit_slide(&rules, LatePositions { seed, max_cells }).map_err(text)? {
            if compared.positions < wanted {
                compare_position(&rules, &mut *engine, &position, &mut compared)?;
            }
        }
        seed += 1;
    }
    Ok(compared)
}

/// The positions of a game of random moves in which a seat is to move with few cells open, every third one.
struct LatePositions {
    seed: u64,
    max_cells: u32,
}

impl SlideVisitor for LatePositions {
    type Output = Vec<String>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: Rules<B, H>) -> Vec<String> {
        let (mut chance, mut player) = (GameRng::from_seed(self.seed), GameRng::for_player(self.seed));
        let mut late = Vec::new();
        let Ok(mut position) = Slide::<B, H, T>::start(&rules, &mut chance) else { return late };
        let mut moves = Vec::new();
        let mut number = self.seed;
        while position.phase() != Phase::Over {
            moves.clear();
            if Slide::<B, H, T>::actor(&rules, &position) == Actor::Chance {
                let action = Slide::<B, H, T>::sample_chance(&rules, &position, &mut chance);
                Slide::<B, H, T>::apply(&rules, &mut position, action);
                continue;
            }
            Slide::<B, H, T>::moves(&rules, &position, &mut moves);
            let is_late = position.phase() == Phase::Move && position.open().count() <= self.max_cells;
            if is_late && moves.len() > 1 {
                number += 1;
                if number.is_multiple_of(3) {
                    late.push(Slide::<B, H, T>::position_text(&rules, &position, Viewer::Omniscient));
                }
            }
            let chosen = moves[player.below(moves.len() as u32) as usize];
            Slide::<B, H, T>::apply(&rules, &mut position, chosen);
        }
        late
    }
}

fn compare_position(
    rules: &RuleSet,
    engine: &mut dyn Engine,
    position: &str,
    compared: &mut Compared,
) -> Result<(), String> {
    let text = |error: Refusal| error.to_string();
    let Some(exact) = brute_force(rules, position, BRUTE_FORCE_NODES).map_err(text)? else {
        compared.skipped += 1;
        return Ok(());
    };
    compared.positions += 1;
    let control =
        SearchControl { timer: &FrozenTimer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    let limits = Limits { nodes: Some(20_000), lines: 3, ..Limits::default() };
    let view = PositionView { position, hidden: false };
    let analysis = engine.think(view, &limits, &control).map_err(text)?;
    for line in &analysis.lines {
        let Evaluation { win, margin, exact: proved } = line.evaluation;
        let value = exact.values.iter().find(|(action, _)| *action == line.moves[0]).map(|(_, value)| value);
        let value = value.ok_or_else(|| format!("{position}: {} is not legal", line.moves[0]))?;
        if !proved {
            continue;
        }
        compared.results += 1;
        let result = f64::from(value.result) / 2.0 + 0.5;
        let margin = margin.filter(|_| exact.counted);
        compared.margins += u64::from(margin.is_some());
        let is_same = win == result && margin.is_none_or(|margin| margin == value.points as f64);
        if !is_same {
            return Err(format!(
                "{} {position}: {} is called {win} by {margin:?}; a brute force says {result} by {}",
                rules.game, line.moves[0], value.points
            ));
        }
    }
    Ok(())
}
