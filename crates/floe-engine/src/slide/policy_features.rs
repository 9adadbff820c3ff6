//! The policy features of slides and shots: a few sparse classes each, from one flood fill of the position.

use floe_board::{Bits, Board};
use floe_games::slide::{Position, Rules};
use floe_games::sort::sort_by;

use super::features::Floods;
use crate::policy::{Hidden, PolicyNet};

/// The number of classes of each feature of a slide.
const SLIDE: [usize; 15] = [25, 15, 12, 256, 32, 16, 16, 40, 16, 16, 32, 27, 16, 16, 10];
/// The same for shots.
const SHOT: [usize; 14] = [25, 25, 12, 256, 16, 16, 64, 40, 30, 9, 16, 16, 16, 81];
/// A slide that is a whole turn has three more: the fish at its target, the fish it leaves, and the open cells around it.
const GLIDE: [usize; 3] = [16, 8, 256];
/// The number of features that depend only on the target; then come those of the piece, then those of the slide.
const TARGET: usize = 10;
/// See [`TARGET`].
const PIECE: usize = 4;
/// The maximum number of features of a step.
pub(crate) const MAX_FEATURES: usize = SLIDE.len() + GLIDE.len();
/// The kinds of steps: slides that are followed by a shot, shots, and slides that are a whole turn.
pub(crate) const STEP_KINDS: [&str; 3] = ["slides", "shots", "glides"];
/// The total number of feature classes of each of the [`STEP_KINDS`].
pub(crate) const POLICY_FEATURES: [usize; 3] = [sum(&SLIDE), sum(&SHOT), sum(&SLIDE) + sum(&GLIDE)];

const fn sum(sizes: &[usize]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < sizes.len() {
        sum += sizes[at];
        at += 1;
    }
    sum
}

const fn starts<const N: usize>(sizes: [usize; N]) -> [u16; N] {
    let mut starts = [0; N];
    let (mut at, mut start) = (0, 0);
    while at < N {
        starts[at] = start as u16;
        start += sizes[at];
        at += 1;
    }
    starts
}

const SLIDE_STARTS: [u16; SLIDE.len()] = starts(SLIDE);
const SHOT_STARTS: [u16; SHOT.len()] = starts(SHOT);
const GLIDE_STARTS: [u16; GLIDE.len()] = {
    let [fish, left, around] = starts(GLIDE);
    let slide = sum(&SLIDE) as u16;
    [slide + fish, slide + left, slide + around]
};

/// Tables about the cells of a board, independent of the position.
#[derive(Clone, Debug)]
pub(super) struct CellTables {
    /// The cells around each cell, in a circle; the cell itself where there is none.
    rings: Vec<[u8; 8]>,
    /// The distance of each cell from the edge, at most four.
    inland: Vec<u8>,
    /// The canonical form of a ring under rotation and reflection.
    canonical: [u8; 256],
    /// Row and column, for distances.
    spots: Vec<(i16, i16)>,
    /// How far a step goes right, if it does not go down.
    stride: i16,
}

impl CellTables {
    pub(super) fn new(board: &Board) -> CellTables {
        let mut circle: Vec<(i32, i32)> = board.lattice().directions().to_vec();
        // By angle: the upper half first, then by the turn from one to the other.
        let half = |&(down, right): &(i32, i32)| down > 0 || down == 0 && right < 0;
        sort_by(&mut circle, |one, other| {
            half(one).cmp(&half(other)).then((one.0 * other.1 - one.1 * other.0).cmp(&0))
        });
        let cells = board.cells();
        let mut rings = vec![[0; 8]; cells];
        for (cell, ring) in rings.iter_mut().enumerate() {
            *ring = [cell as u8; 8];
            for (place, &direction) in ring.iter_mut().zip(&circle) {
                *place = board.ray(cell, direction).next().unwrap_or(cell) as u8;
            }
        }
        let around = circle.len();
        let mut inland = vec![4; cells];
        for depth in (0..4).rev() {
            // From the inside out: the last match is used.
            for (cell, place) in inland.iter_mut().enumerate() {
                let short = |&direction: &(i32, i32)| board.ray(cell, direction).count() <= depth;
                if circle.iter().any(short) {
                    *place = depth as u8;
                }
            }
        }
        // A quarter of a turn on squares, a sixth on hexes.
        let turn = if around == 8 { 2 } else { 1 };
        let mut canonical = [0; 256];
        for (ring, least) in canonical.iter_mut().enumerate().take(1 << around) {
            let bit = |n: usize| ring >> (n % around) & 1;
            let all = (0..around).step_by(turn).flat_map(|by| {
                let turned = (0..around).fold(0, |sum, n| sum | bit(n + by) << n);
                let mirrored = (0..around).fold(0, |sum, n| sum | bit(by + around - n) << n);
                [turned, mirrored]
            });
            *least = all.min().unwrap_or(0) as u8;
        }
        let spots =
            (0..cells).map(|cell| (board.row_and_index(cell).0 as i16, board.x(cell) as i16)).collect();
        let stride = circle.iter().filter(|(down, _)| *down == 0).map(|(_, right)| right.abs()).max();
        CellTables { rings, inland, canonical, spots, stride: stride.unwrap_or(1) as i16 }
    }

    /// Which cells around one are open.
    #[inline(always)]
    fn ring<B: Bits>(&self, cell: usize, open: B) -> u16 {
        // The cell itself stands in for missing neighbours, and counts as blocked.
        let open = open.without(B::one(cell));
        let mut ring = 0;
        for (n, &near) in self.rings[cell].iter().enumerate() {
            ring |= usize::from(open.has(usize::from(near))) << n;
        }
        u16::from(self.canonical[ring & 255])
    }

    /// How many steps apart two cells of one line are, at most nine.
    #[inline(always)]
    fn distance(&self, one: usize, other: usize) -> u16 {
        let (a, b) = (self.spots[one], self.spots[other]);
        let (down, right) = ((a.0 - b.0).unsigned_abs(), (a.1 - b.1).unsigned_abs());
        (if down > 0 { down } else { right / self.stride.unsigned_abs().max(1) }).min(9)
    }
}

/// The slides of each piece of a side, and the cells that at least one, two and three of them see.
struct LinesOfSight<B> {
    each: [(u8, B); 8],
    count: usize,
    seen: [B; 3],
}

impl<B: Bits> LinesOfSight<B> {
    #[inline(always)]
    fn new<const H: usize>(rules: &Rules<B, H>, own: B, open: B) -> LinesOfSight<B> {
        let mut lines = LinesOfSight { each: [(0, B::EMPTY); 8], count: 0, seen: [B::EMPTY; 3] };
        for cell in own.cells().take(8) {
            let slides = rules.rays.slides(cell, open);
            lines.each[lines.count] = (cell as u8, slides);
            lines.count += 1;
            lines.seen[2] |= lines.seen[1] & slides;
            lines.seen[1] |= lines.seen[0] & slides;
            lines.seen[0] |= slides;
        }
        lines
    }

    /// How many pieces see a cell, at most three.
    #[inline(always)]
    fn count_seeing(&self, cell: usize) -> u16 {
        self.seen.iter().map(|seen| u16::from(seen.has(cell))).sum()
    }

    /// How many fewer cells they see once a cell is blocked, and how many the least mobile of them sees now.
    #[inline(always)]
    fn lost<const H: usize>(&self, rules: &Rules<B, H>, cell: usize, open: B) -> (u16, u16) {
        let (mut lost, mut least) = (0, 99);
        if !self.seen[0].has(cell) {
            return (0, 99);
        }
        for &(piece, slides) in &self.each[..self.count] {
            if slides.has(cell) {
                let now = slides.count();
                let then = rules.rays.slides(piece.into(), open.without(B::one(cell))).count();
                lost += now - then;
                least = least.min(now);
            }
        }
        (lost.min(15) as u16, least as u16)
    }
}

/// Distances of a side to all cells in five classes.
struct DistanceClasses([u8; 128]);

impl DistanceClasses {
    /// By slides: one, two, three, more, never.
    #[inline(always)]
    fn slides<B: Bits>(waves: &[B; 4], whole: B) -> DistanceClasses {
        let mut classes = [4; 128];
        for (class, cells) in
            [(3, whole.without(waves[0] | waves[1] | waves[2])), (2, waves[2]), (1, waves[1])]
        {
            cells.cells().for_each(|cell| classes[cell] = class);
        }
        waves[0].cells().for_each(|cell| classes[cell] = 0);
        DistanceClasses(classes)
    }

    /// By steps: one to four, more.
    #[inline(always)]
    fn steps<B: Bits>(waves: &[B; 4]) -> DistanceClasses {
        let mut classes = [4; 128];
        for (class, cells) in (0..).zip(waves) {
            cells.cells().for_each(|cell| classes[cell] = class);
        }
        DistanceClasses(classes)
    }

    #[inline(always)]
    fn at(&self, cell: usize) -> u16 {
        self.0[cell & 127].into()
    }
}

/// The stage of the game in eighths.
fn phase<B: Bits, const H: usize>(rules: &Rules<B, H>, open: B) -> u16 {
    (open.count() as usize * 9 / rules.plan.board.cells().max(1)).min(7) as u16
}

/// The best number of fish on a cell in sight and how many such cells there are, as one class.
#[inline(always)]
fn best_fish<B: Bits, const H: usize>(rules: &Rules<B, H>, position: &Position<B>, cells: B) -> u16 {
    if rules.last_move_wins() {
        return 0;
    }
    let (mut best, mut count) = (0, 0);
    for cell in cells.cells() {
        let fish = u16::from(position.fish(cell).min(3));
        if fish > best {
            (best, count) = (fish, 0);
        }
        count += u16::from(fish == best);
    }
    best * 4 + count.clamp(1, 4) - 1
}

/// Receives steps with their features, or with sums of their weights.
pub(super) trait FeatureSink {
    /// Features that several steps share, in reusable form.
    type Part: Copy;
    /// Prepares shared features.
    fn part(&self, features: &[u16]) -> Self::Part;
    /// Receives a step with its shared parts and its own features.
    fn step(&mut self, parts: &[Self::Part], features: &[u16]);
}

/// Computes the logits of steps.
pub(super) struct LogitSink<'a> {
    pub(super) policy: &'a PolicyNet,
    pub(super) out: &'a mut Vec<f32>,
}

impl FeatureSink for LogitSink<'_> {
    type Part = Hidden;

    #[inline(always)]
    fn part(&self, features: &[u16]) -> Hidden {
        let mut sum = [0.0; crate::policy::HIDDEN];
        self.policy.accumulate(&mut sum, features);
        sum
    }

    #[inline(always)]
    fn step(&mut self, parts: &[Hidden], features: &[u16]) {
        let mut sum = self.policy.bias;
        for part in parts {
            sum.iter_mut().zip(part).for_each(|(sum, more)| *sum += more);
        }
        self.policy.accumulate(&mut sum, features);
        self.out.push(self.policy.logit(&sum));
    }
}

/// Records the features of steps, for training. Unused entries are [`u16::MAX`].
#[derive(Default)]
pub(super) struct FeatureRows(pub(super) Vec<[u16; MAX_FEATURES]>);

impl FeatureSink for FeatureRows {
    type Part = ([u16; MAX_FEATURES], usize);

    fn part(&self, features: &[u16]) -> Self::Part {
        let mut row = [u16::MAX; MAX_FEATURES];
        row[..features.len()].copy_from_slice(features);
        (row, features.len())
    }

    fn step(&mut self, parts: &[Self::Part], features: &[u16]) {
        let mut row = [u16::MAX; MAX_FEATURES];
        let all = parts.iter().flat_map(|(row, count)| &row[..*count]).chain(features);
        row.iter_mut().zip(all).for_each(|(place, at)| *place = *at);
        self.0.push(row);
    }
}

/// The features of slides, given as pairs of from and to in the order of the pieces, each a `whole` turn or followed
/// by a shot. `floods` is from the side of the seat that slides.
#[inline(always)]
pub(super) fn slides<B: Bits, const H: usize, S: FeatureSink>(
    rules: &Rules<B, H>,
    tables: &CellTables,
    position: &Position<B>,
    floods: &Floods<B>,
    (whole, steps): (bool, impl Iterator<Item = (usize, usize)>),
    sink: &mut S,
) {
    let open = floods.open;
    let phase = phase(rules, open);
    let [mine, theirs] = floods.own.map(|own| LinesOfSight::new(rules, own, open));
    let foe_slides = DistanceClasses::slides(&floods.slides.waves[1], floods.slides.whole[1]);
    let [my_steps, foe_steps] = [0, 1].map(|side| DistanceClasses::steps(&floods.walks.waves[side]));
    let [_, foe_first] = floods.slides.first;
    let mut targets: [Option<S::Part>; 128] = [None; 128];
    let mut piece: Option<(usize, S::Part)> = None;
    for (from, to) in steps {
        let target = *targets[to & 127].get_or_insert_with(|| {
            let sight = rules.rays.slides(to, open);
            let foes = (rules.rays.neighbours(to) & floods.own[1]).count().min(2) as u16;
            let (lost, _) = theirs.lost(rules, to, open);
            let classes: [u16; TARGET] = [
                foe_slides.at(to) * 5 + foe_steps.at(to),
                mine.count_seeing(to).saturating_sub(1) * 5 + my_steps.at(to),
                theirs.count_seeing(to) * 3 + foes,
                tables.ring(to, open),
                sight.count().min(31) as u16,
                (sight & foe_first).count().min(15) as u16,
                (sight & floods.slides.tied).count().min(15) as u16,
                u16::from(tables.inland[to]) * 8 + phase,
                lost,
                best_fish(rules, position, sight),
            ];
            let fish = u16::from(position.fish(to).min(7)) * 2 + u16::from(foe_slides.at(to) == 0);
            let features: [u16; TARGET + 1] = std::array::from_fn(|n| match n {
                TARGET => GLIDE_STARTS[0] + fish,
                _ => SLIDE_STARTS[n] + classes[n],
            });
            sink.part(&features[..TARGET + usize::from(whole)])
        });
        let of = match piece {
            Some((cell, part)) if cell == from => part,
            _ => {
                let sight = rules.rays.slides(from, open);
                let near = rules.rays.neighbours(from);
                let alone = u16::from((sight & floods.slides.whole[1]).is_empty());
                let classes: [u16; PIECE] = [
                    sight.count().min(31) as u16,
                    (near & open).count().min(8) as u16 * 3 + (near & floods.own[1]).count().min(2) as u16,
                    alone * 8 + phase,
                    (sight & foe_first).count().min(15) as u16,
                ];
                let mut features = [0; PIECE + 2];
                for (n, class) in classes.into_iter().enumerate() {
                    features[n] = SLIDE_STARTS[TARGET + n] + class;
                }
                features[PIECE] = GLIDE_STARTS[1] + u16::from(position.fish(from).min(7));
                features[PIECE + 1] = GLIDE_STARTS[2] + tables.ring(from, open);
                let part = sink.part(&features[..if whole { PIECE + 2 } else { PIECE }]);
                piece = Some((from, part));
                part
            }
        };
        sink.step(&[target, of], &[SLIDE_STARTS[TARGET + PIECE] + tables.distance(from, to)]);
    }
}

/// The features of shots after a slide. `floods` is of the position in between, from the side of the seat that shoots.
#[inline(always)]
pub(super) fn shots<B: Bits, const H: usize, S: FeatureSink>(
    rules: &Rules<B, H>,
    tables: &CellTables,
    position: &Position<B>,
    floods: &Floods<B>,
    (from, to): (usize, usize),
    steps: impl Iterator<Item = usize>,
    sink: &mut S,
) {
    let open = floods.open;
    let phase = phase(rules, open);
    let [mine, theirs] = floods.own.map(|own| LinesOfSight::new(rules, own, open));
    let [my_slides, foe_slides] =
        [0, 1].map(|side| DistanceClasses::slides(&floods.slides.waves[side], floods.slides.whole[side]));
    let [my_steps, foe_steps] = [0, 1].map(|side| DistanceClasses::steps(&floods.walks.waves[side]));
    let [my_first, foe_first] = floods.slides.first;
    let between = rules.rays.between(from, to).unwrap_or(B::EMPTY);
    for at in steps {
        let near = rules.rays.neighbours(at);
        let sight = rules.rays.slides(at, open);
        let near_own = |side: usize| (near & floods.own[side]).count().min(2) as u16;
        let (foe_lost, least) = theirs.lost(rules, at, open);
        let (own_lost, _) = mine.lost(rules, at, open);
        let least = match least {
            0..=1 => 0,
            2..=3 => 1,
            4..=5 => 2,
            6..=8 => 3,
            9..=12 => 4,
            13..=18 => 5,
            19..=98 => 6,
            _ => 7,
        };
        let back = if at == from { 2 } else { u16::from(between.has(at)) };
        let classes: [u16; SHOT.len()] = [
            my_slides.at(at) * 5 + foe_slides.at(at),
            my_steps.at(at) * 5 + foe_steps.at(at),
            theirs.count_seeing(at) * 3 + near_own(1),
            tables.ring(at, open),
            foe_lost,
            own_lost,
            least * 8 + phase,
            u16::from(tables.inland[at]) * 8 + phase,
            tables.distance(to, at) * 3 + back,
            mine.count_seeing(at).saturating_sub(1) * 3 + near_own(0),
            (sight & foe_first).count().min(15) as u16,
            (sight & my_first).count().min(15) as u16,
            u16::from(position.fish(at).min(7)) * 2 + u16::from(foe_slides.at(at) == 0),
            (near & foe_first).count().min(8) as u16 * 9 + (near & my_first).count().min(8) as u16,
        ];
        sink.step(&[], &std::array::from_fn::<u16, { SHOT.len() }, _>(|n| SHOT_STARTS[n] + classes[n]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrored_and_rotated_rings_are_equal() {
        let board = Board::square(7, 7).unwrap();
        let tables = CellTables::new(&board);
        let at = |row: usize, column: usize| board.at(row, column).unwrap();
        let set =
            |cells: &[(usize, usize)]| u64::from_cells(cells.iter().map(|&(row, column)| at(row, column)));
        let open = [(2, 2), (2, 3), (4, 4)];
        let one = tables.ring(at(3, 3), set(&open));
        assert_eq!(one, tables.ring(at(3, 3), set(&open.map(|(row, column)| (column, row)))));
        assert_eq!(one, tables.ring(at(3, 3), set(&open.map(|(row, column)| (row, 6 - column)))));
        assert_eq!(one, tables.ring(at(3, 3), set(&open.map(|(row, column)| (column, 6 - row)))));
        // A side is not a corner, and the edge is blocked.
        assert_ne!(one, tables.ring(at(3, 3), set(&[(2, 2), (2, 3), (4, 3)])));
        assert_eq!(tables.ring(at(0, 0), !0u64), tables.ring(at(6, 0), !0u64));
        assert_ne!(tables.ring(at(0, 0), !0u64), tables.ring(at(0, 1), !0u64));
        assert_eq!([(0, 3), (1, 1), (3, 3)].map(|(row, column)| tables.inland[at(row, column)]), [0, 1, 3]);
        assert_eq!(
            [(0, 5), (4, 4), (6, 0)].map(|(row, column)| tables.distance(0, at(row, column))),
            [5, 4, 6]
        );
    }

    #[test]
    fn hexes_rotate_by_a_sixth() {
        let board = Board::full(floe_board::Lattice::Hex, 5, 5).unwrap();
        let tables = CellTables::new(&board);
        let middle = board.at(2, 2).unwrap();
        let around: Vec<usize> = tables.rings[middle].iter().take(6).map(|&cell| cell.into()).collect();
        assert!(around.iter().all(|&cell| cell != middle));
        let rings: Vec<u16> = around.iter().map(|&cell| tables.ring(middle, u64::one(cell))).collect();
        assert!(rings.iter().all(|&ring| ring == rings[0]), "{rings:?}");
    }
}
