//! Once the players are separated the engine plays perfectly: its totals are those of a brute force that shares nothing
//! with it.

#[path = "../../examples/common/exact.rs"]
mod exact;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use floe_board::{Bits, Board};
use floe_engine::{FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine};
use floe_games::registry::{self, SlideVisitor, visit_slide};
use floe_games::slide::{Phase, Position, Rules, Slide, Turn};
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Game, GameRng, Viewer};

/// A single player on plain lists of cells: every order of moves, with nothing clever except a cache.
struct Alone<'a> {
    board: &'a Board,
    shoots: bool,
    /// Does a turn score the cell reached instead of the one removed?
    reached: bool,
    under: bool,
    /// Does every turn score one, whatever is there?
    moves: bool,
    fish: Vec<u32>,
    seen: HashMap<(Vec<usize>, Vec<usize>), u32>,
}

impl Alone<'_> {
    fn slides(&self, from: usize, open: &[usize]) -> Vec<usize> {
        let directions = self.board.lattice().directions();
        directions
            .iter()
            .flat_map(|&way| {
                self.board.ray(from, way).take_while(|cell| open.contains(cell)).collect::<Vec<_>>()
            })
            .collect()
    }

    /// The maximum number of fish, or moves, still to come.
    fn most(&mut self, open: &[usize], pieces: &[usize]) -> u32 {
        let key = (open.to_vec(), pieces.to_vec());
        if let Some(&most) = self.seen.get(&key) {
            return most;
        }
        let mut best = None;
        for at in 0..pieces.len() {
            let from = pieces[at];
            for to in self.slides(from, open) {
                let mut after = pieces.to_vec();
                after[at] = to;
                after.sort_unstable();
                let mut free: Vec<usize> = open.iter().copied().filter(|&cell| cell != to).collect();
                if !self.shoots {
                    let gain = self.gain(if self.reached { to } else { from });
                    let value = gain + self.most(&free, &after);
                    best = best.max(Some(value));
                    continue;
                }
                free.push(from);
                free.sort_unstable();
                for shot in self.slides(to, &free) {
                    let left: Vec<usize> = free.iter().copied().filter(|&cell| cell != shot).collect();
                    let value = self.gain(shot) + self.most(&left, &after);
                    best = best.max(Some(value));
                }
            }
        }
        let under = if self.under { pieces.iter().map(|&cell| self.fish[cell]).sum() } else { 0 };
        let best = best.unwrap_or(under);
        self.seen.insert(key, best);
        best
    }

    fn gain(&self, cell: usize) -> u32 {
        if self.moves { 1 } else { self.fish[cell] }
    }
}

/// Plays random games up to the first position in which both players are isolated with few enough cells, then lets the
/// engine finish it and compares.
struct Endings<'a> {
    set: &'a RuleSet,
    wanted: u32,
    most_cells: u32,
}

impl SlideVisitor for Endings<'_> {
    type Output = u32;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: Rules<B, H>) -> u32 {
        let mut found = 0;
        for seed in 0.. {
            if found == self.wanted {
                break;
            }
            let (mut chance, mut player) = (GameRng::from_seed(seed), GameRng::for_player(seed));
            let mut position = Slide::<B, H, T>::start(&rules, &mut chance).unwrap();
            let mut moves = Vec::new();
            while position.phase() != Phase::Over {
                let few = [0, 1]
                    .map(|seat| cells(&rules, &position, seat))
                    .iter()
                    .all(|&cells| cells <= self.most_cells);
                if few && position.phase() == Phase::Move && rules.is_isolated(&position, 0) {
                    if position.open().count() >= 2 {
                        self.finish::<B, H, T>(&rules, position, seed);
                        found += 1;
                    }
                    break;
                }
                moves.clear();
                Slide::<B, H, T>::moves(&rules, &position, &mut moves);
                Slide::<B, H, T>::apply(
                    &rules,
                    &mut position,
                    moves[player.below(moves.len() as u32) as usize],
                );
            }
        }
        found
    }
}

/// The number of cells a seat can still reach.
fn cells<B: Bits, const H: usize>(rules: &Rules<B, H>, position: &Position<B>, seat: usize) -> u32 {
    rules.reach(position, seat).count()
}

impl Endings<'_> {
    fn finish<B: Bits, const H: usize, T: Turn>(
        &self,
        rules: &Rules<B, H>,
        mut position: Position<B>,
        seed: u64,
    ) {
        let mut engine = new_engine(self.set, Level::Max, 1).unwrap();
        let brute = |position: &Position<B>, seat: usize| {
            let board = &rules.plan.board;
            let mut alone = Alone {
                board,
                shoots: rules.shoots::<T>(),
                reached: self.set.game == "paper-penguins",
                under: rules.claims_under() && !rules.last_move_wins(),
                moves: rules.last_move_wins(),
                fish: (0..board.cells()).map(|cell| u32::from(position.fish(cell))).collect(),
                seen: HashMap::new(),
            };
            // Only what the seat can reach matters, and lists stay short.
            let reach = rules.reach(position, seat);
            let open: Vec<usize> = (position.open() & reach).cells().collect();
            alone.most(&open, &position.own(seat).cells().collect::<Vec<_>>())
        };
        let total = |position: &Position<B>, seat: usize| position.score(seat) + brute(position, seat);
        let (first, begun) = (position, [0, 1].map(|seat| total(&position, seat)));
        while position.phase() == Phase::Move {
            let seat = position.turn();
            let text = Slide::<B, H, T>::position_text(rules, &position, Viewer::Omniscient);
            let control = SearchControl {
                timer: &FrozenTimer,
                stop: &AtomicBool::new(false),
                on_progress: &ignore_progress,
            };
            let view = PositionView { position: &text, hidden: false };
            let analysis =
                engine.think(view, &Limits { nodes: Some(200_000), ..Limits::default() }, &control).unwrap();
            let action = Slide::<B, H, T>::parse_move(rules, &position, &analysis.best).unwrap();
            let before = brute(&position, seat);
            assert!(analysis.lines[0].evaluation.exact, "{} seed {seed}: {text}", self.set.game);
            Slide::<B, H, T>::apply(rules, &mut position, action);
            if rules.last_move_wins() {
                assert_eq!(brute(&position, seat) + 1, before, "{text} {}", analysis.best);
            }
        }
        if !rules.last_move_wins() {
            let (ended, _) = rules.claimed(&position, 0);
            let (other, _) = rules.claimed(&position, 1);
            assert_eq!([ended, other], begun, "{} seed {seed}: {first:?}", self.set.game);
        }
    }
}

#[test]
fn separated_endings_are_played_perfectly() {
    // A game, its rules, how many positions, and the maximum number of cells a side may reach there, which bounds the
    // brute force.
    for (game, rules, wanted, most_cells) in [
        ("penguins", "", 300, 14),
        ("paper-penguins", "rows=6,cols=6", 300, 12),
        ("amazon-penguins", "rows=5,cols=5,pieces=2", 150, 8),
        ("amazons", "6x6", 250, 8),
    ] {
        let set = registry::find(game).unwrap().rules(&parse_rule_args(rules).unwrap()).unwrap();
        let found = visit_slide(&set, Endings { set: &set, wanted, most_cells }).unwrap();
        assert_eq!(found, wanted);
    }
}

#[test]
fn what_is_called_exact_is_what_a_brute_force_finds() {
    for &late in exact::LATE {
        let compared = exact::compare(late, 25, 1).unwrap();
        assert!(compared.results > 0, "{late:?}: {compared:?}");
    }
}
