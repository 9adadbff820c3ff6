//! What slides and shots look like before they are looked at: a few classes each, from one flood of the position.

use floe_board::{Bits, Board};
use floe_games::slide::{Position, Rules};

use super::features::View;
use crate::hunch::{Hunch, Units};

/// How many classes each kind of trait has, for slides.
const SLIDE: [usize; 15] = [25, 15, 12, 256, 32, 16, 16, 40, 16, 16, 32, 27, 16, 16, 10];
/// The same for shots.
const SHOT: [usize; 14] = [25, 25, 12, 256, 16, 16, 64, 40, 30, 9, 16, 16, 16, 81];
/// A slide that is a whole turn has three more: the fish it leads to, those it leaves, and what is open around them.
const GLIDE: [usize; 3] = [16, 8, 256];
/// The kinds of a slide that depend on the cell it leads to alone; then come those of the piece, then the slide's own.
const TARGET: usize = 10;
/// See [`TARGET`].
const PIECE: usize = 4;
/// The most kinds of trait a step has.
pub(crate) const MOST: usize = SLIDE.len() + GLIDE.len();
/// What steps there are: slides that are followed by a shot, shots, and slides that are a whole turn.
pub(crate) const KINDS: [&str; 3] = ["slides", "shots", "glides"];
/// How many traits each of the [`KINDS`] has in all.
pub(crate) const TRAITS: [usize; 3] = [sum(&SLIDE), sum(&SHOT), sum(&SLIDE) + sum(&GLIDE)];

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

/// What is known about the cells of a board before any game.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The cells around each cell, in a circle; the cell itself where there is none.
    rings: Vec<[u8; 8]>,
    /// How far each cell is from the edge, four at most.
    inland: Vec<u8>,
    /// The least of all circles that are the same, turned or mirrored.
    alike: [u8; 256],
    /// Row and column, for distances.
    spots: Vec<(i16, i16)>,
    /// How far a step goes to the right, where it does not go down.
    stride: i16,
}

impl Places {
    pub(super) fn new(board: &Board) -> Places {
        let mut circle: Vec<(i32, i32)> = board.lattice().directions().to_vec();
        // By angle: the upper half first, then by the turn from one to the other.
        let half = |&(down, right): &(i32, i32)| down > 0 || down == 0 && right < 0;
        circle.sort_by(|one, other| {
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
            // From the inside out: the last that is found holds.
            for (cell, place) in inland.iter_mut().enumerate() {
                let short = |&direction: &(i32, i32)| board.ray(cell, direction).count() <= depth;
                if circle.iter().any(short) {
                    *place = depth as u8;
                }
            }
        }
        // A quarter of a turn on squares, a sixth on hexes.
        let turn = if around == 8 { 2 } else { 1 };
        let mut alike = [0; 256];
        for (ring, least) in alike.iter_mut().enumerate().take(1 << around) {
            let bit = |n: usize| ring >> (n % around) & 1;
            let all = (0..around).step_by(turn).flat_map(|by| {
                let turned = (0..around).fold(0, |sum, n| sum | bit(n + by) << n);
                let mirrored = (0..around).fold(0, |sum, n| sum | bit(by + around - n) << n);
                [turned, mirrored]
            });
            *least = all.min().unwrap_or(0) as u8;
        }
        let spots = (0..cells).map(|cell| (board.place(cell).0 as i16, board.x(cell) as i16)).collect();
        let stride = circle.iter().filter(|(down, _)| *down == 0).map(|(_, right)| right.abs()).max();
        Places { rings, inland, alike, spots, stride: stride.unwrap_or(1) as i16 }
    }

    /// Which cells around one are open.
    #[inline(always)]
    fn ring<B: Bits>(&self, cell: usize, open: B) -> u16 {
        // The cell itself stands where there is none around, and counts as shut.
        let open = open.less(B::one(cell));
        let mut ring = 0;
        for (n, &near) in self.rings[cell].iter().enumerate() {
            ring |= usize::from(open.has(usize::from(near))) << n;
        }
        u16::from(self.alike[ring & 255])
    }

    /// How many steps apart two cells of one line are, nine at most.
    #[inline(always)]
    fn apart(&self, one: usize, other: usize) -> u16 {
        let (a, b) = (self.spots[one], self.spots[other]);
        let (down, right) = ((a.0 - b.0).unsigned_abs(), (a.1 - b.1).unsigned_abs());
        (if down > 0 { down } else { right / self.stride.unsigned_abs().max(1) }).min(9)
    }
}

/// The pieces of a side: where each gets with a slide, and which cells so many of them see.
struct Sights<B> {
    each: [(u8, B); 8],
    count: usize,
    seen: [B; 3],
}

impl<B: Bits> Sights<B> {
    #[inline(always)]
    fn new<const H: usize>(rules: &Rules<B, H>, own: B, open: B) -> Sights<B> {
        let mut sights = Sights { each: [(0, B::EMPTY); 8], count: 0, seen: [B::EMPTY; 3] };
        for cell in own.cells().take(8) {
            let slides = rules.rays.slides(cell, open);
            sights.each[sights.count] = (cell as u8, slides);
            sights.count += 1;
            sights.seen[2] |= sights.seen[1] & slides;
            sights.seen[1] |= sights.seen[0] & slides;
            sights.seen[0] |= slides;
        }
        sights
    }

    /// How many see a cell, three at most.
    #[inline(always)]
    fn seers(&self, cell: usize) -> u16 {
        self.seen.iter().map(|seen| u16::from(seen.has(cell))).sum()
    }

    /// How many cells fewer they see once a cell is shut, and how few the least free of them sees now.
    #[inline(always)]
    fn lost<const H: usize>(&self, rules: &Rules<B, H>, cell: usize, open: B) -> (u16, u16) {
        let (mut lost, mut least) = (0, 99);
        if !self.seen[0].has(cell) {
            return (0, 99);
        }
        for &(piece, slides) in &self.each[..self.count] {
            if slides.has(cell) {
                let now = slides.count();
                let then = rules.rays.slides(piece.into(), open.less(B::one(cell))).count();
                lost += now - then;
                least = least.min(now);
            }
        }
        (lost.min(15) as u16, least as u16)
    }
}

/// Distances of a side to all cells in five classes.
struct Far([u8; 128]);

impl Far {
    /// By slides: one, two, three, more, never.
    #[inline(always)]
    fn slides<B: Bits>(waves: &[B; 4], whole: B) -> Far {
        let mut far = [4; 128];
        for (class, cells) in [(3, whole.less(waves[0] | waves[1] | waves[2])), (2, waves[2]), (1, waves[1])]
        {
            cells.cells().for_each(|cell| far[cell] = class);
        }
        waves[0].cells().for_each(|cell| far[cell] = 0);
        Far(far)
    }

    /// By steps: one to four, more.
    #[inline(always)]
    fn steps<B: Bits>(waves: &[B; 4]) -> Far {
        let mut far = [4; 128];
        for (class, cells) in (0..).zip(waves) {
            cells.cells().for_each(|cell| far[cell] = class);
        }
        Far(far)
    }

    #[inline(always)]
    fn at(&self, cell: usize) -> u16 {
        self.0[cell & 127].into()
    }
}

/// The game as far as it has come: an eighth each.
fn phase<B: Bits, const H: usize>(rules: &Rules<B, H>, open: B) -> u16 {
    (open.count() as usize * 9 / rules.plan.board.cells().max(1)).min(7) as u16
}

/// How many of the best fish there are in sight, and how many fish each is.
#[inline(always)]
fn catch<B: Bits, const H: usize>(rules: &Rules<B, H>, position: &Position<B>, cells: B) -> u16 {
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

/// A step with its traits, or with their sum.
pub(super) trait Sink {
    /// Traits that several steps have in common, to be kept.
    type Part: Copy;
    /// Keeps some traits.
    fn part(&self, traits: &[u16]) -> Self::Part;
    /// A step of several parts and some traits of its own.
    fn step(&mut self, parts: &[Self::Part], traits: &[u16]);
}

/// Weighs steps up.
pub(super) struct Wishes<'a> {
    pub(super) hunch: &'a Hunch,
    pub(super) out: &'a mut Vec<f32>,
}

impl Sink for Wishes<'_> {
    type Part = Units;

    #[inline(always)]
    fn part(&self, traits: &[u16]) -> Units {
        let mut sum = [0.0; crate::hunch::UNITS];
        self.hunch.add(&mut sum, traits);
        sum
    }

    #[inline(always)]
    fn step(&mut self, parts: &[Units], traits: &[u16]) {
        let mut sum = self.hunch.bias;
        for part in parts {
            sum.iter_mut().zip(part).for_each(|(sum, more)| *sum += more);
        }
        self.hunch.add(&mut sum, traits);
        self.out.push(self.hunch.wish(&sum));
    }
}

/// Writes traits down, for tuning. Places that a kind of step has not are [`u16::MAX`].
#[derive(Default)]
pub(super) struct Record(pub(super) Vec<[u16; MOST]>);

impl Sink for Record {
    type Part = ([u16; MOST], usize);

    fn part(&self, traits: &[u16]) -> Self::Part {
        let mut row = [u16::MAX; MOST];
        row[..traits.len()].copy_from_slice(traits);
        (row, traits.len())
    }

    fn step(&mut self, parts: &[Self::Part], traits: &[u16]) {
        let mut row = [u16::MAX; MOST];
        let all = parts.iter().flat_map(|(row, count)| &row[..*count]).chain(traits);
        row.iter_mut().zip(all).for_each(|(place, at)| *place = *at);
        self.0.push(row);
    }
}

/// The traits of slides, given as pairs from and to in the order of the pieces, each a `whole` turn or followed by a
/// shot. `view` is from the side of whoever slides.
#[inline(always)]
pub(super) fn slides<B: Bits, const H: usize, S: Sink>(
    rules: &Rules<B, H>,
    places: &Places,
    position: &Position<B>,
    view: &View<B>,
    (whole, steps): (bool, impl Iterator<Item = (usize, usize)>),
    sink: &mut S,
) {
    let open = view.open;
    let phase = phase(rules, open);
    let [mine, theirs] = view.own.map(|own| Sights::new(rules, own, open));
    let foe_slides = Far::slides(&view.slides.waves[1], view.slides.whole[1]);
    let [my_steps, foe_steps] = [0, 1].map(|side| Far::steps(&view.walks.waves[side]));
    let [_, foe_first] = view.slides.first;
    let mut targets: [Option<S::Part>; 128] = [None; 128];
    let mut piece: Option<(usize, S::Part)> = None;
    for (from, to) in steps {
        let target = *targets[to & 127].get_or_insert_with(|| {
            let sight = rules.rays.slides(to, open);
            let foes = (rules.rays.near(to) & view.own[1]).count().min(2) as u16;
            let (lost, _) = theirs.lost(rules, to, open);
            let classes: [u16; TARGET] = [
                foe_slides.at(to) * 5 + foe_steps.at(to),
                mine.seers(to).saturating_sub(1) * 5 + my_steps.at(to),
                theirs.seers(to) * 3 + foes,
                places.ring(to, open),
                sight.count().min(31) as u16,
                (sight & foe_first).count().min(15) as u16,
                (sight & view.slides.tied).count().min(15) as u16,
                u16::from(places.inland[to]) * 8 + phase,
                lost,
                catch(rules, position, sight),
            ];
            let fish = u16::from(position.fish(to).min(7)) * 2 + u16::from(foe_slides.at(to) == 0);
            let traits: [u16; TARGET + 1] = std::array::from_fn(|n| match n {
                TARGET => GLIDE_STARTS[0] + fish,
                _ => SLIDE_STARTS[n] + classes[n],
            });
            sink.part(&traits[..TARGET + usize::from(whole)])
        });
        let of = match piece {
            Some((cell, part)) if cell == from => part,
            _ => {
                let sight = rules.rays.slides(from, open);
                let near = rules.rays.near(from);
                let alone = u16::from((sight & view.slides.whole[1]).is_empty());
                let classes: [u16; PIECE] = [
                    sight.count().min(31) as u16,
                    (near & open).count().min(8) as u16 * 3 + (near & view.own[1]).count().min(2) as u16,
                    alone * 8 + phase,
                    (sight & foe_first).count().min(15) as u16,
                ];
                let mut traits = [0; PIECE + 2];
                for (n, class) in classes.into_iter().enumerate() {
                    traits[n] = SLIDE_STARTS[TARGET + n] + class;
                }
                traits[PIECE] = GLIDE_STARTS[1] + u16::from(position.fish(from).min(7));
                traits[PIECE + 1] = GLIDE_STARTS[2] + places.ring(from, open);
                let part = sink.part(&traits[..if whole { PIECE + 2 } else { PIECE }]);
                piece = Some((from, part));
                part
            }
        };
        sink.step(&[target, of], &[SLIDE_STARTS[TARGET + PIECE] + places.apart(from, to)]);
    }
}

/// The traits of shots after a slide. `view` is of the position between, from the side of whoever shoots.
#[inline(always)]
pub(super) fn shots<B: Bits, const H: usize, S: Sink>(
    rules: &Rules<B, H>,
    places: &Places,
    position: &Position<B>,
    view: &View<B>,
    (from, to): (usize, usize),
    steps: impl Iterator<Item = usize>,
    sink: &mut S,
) {
    let open = view.open;
    let phase = phase(rules, open);
    let [mine, theirs] = view.own.map(|own| Sights::new(rules, own, open));
    let [my_slides, foe_slides] =
        [0, 1].map(|side| Far::slides(&view.slides.waves[side], view.slides.whole[side]));
    let [my_steps, foe_steps] = [0, 1].map(|side| Far::steps(&view.walks.waves[side]));
    let [my_first, foe_first] = view.slides.first;
    let between = rules.rays.between(from, to).unwrap_or(B::EMPTY);
    for at in steps {
        let near = rules.rays.near(at);
        let sight = rules.rays.slides(at, open);
        let near_own = |side: usize| (near & view.own[side]).count().min(2) as u16;
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
            theirs.seers(at) * 3 + near_own(1),
            places.ring(at, open),
            foe_lost,
            own_lost,
            least * 8 + phase,
            u16::from(places.inland[at]) * 8 + phase,
            places.apart(to, at) * 3 + back,
            mine.seers(at).saturating_sub(1) * 3 + near_own(0),
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
    fn what_is_mirrored_or_turned_is_alike() {
        let board = Board::square(7, 7).unwrap();
        let places = Places::new(&board);
        let at = |row: usize, column: usize| board.at(row, column).unwrap();
        let set = |cells: &[(usize, usize)]| u64::of(cells.iter().map(|&(row, column)| at(row, column)));
        let open = [(2, 2), (2, 3), (4, 4)];
        let one = places.ring(at(3, 3), set(&open));
        assert_eq!(one, places.ring(at(3, 3), set(&open.map(|(row, column)| (column, row)))));
        assert_eq!(one, places.ring(at(3, 3), set(&open.map(|(row, column)| (row, 6 - column)))));
        assert_eq!(one, places.ring(at(3, 3), set(&open.map(|(row, column)| (column, 6 - row)))));
        // A side is not a corner, and the edge is shut.
        assert_ne!(one, places.ring(at(3, 3), set(&[(2, 2), (2, 3), (4, 3)])));
        assert_eq!(places.ring(at(0, 0), !0u64), places.ring(at(6, 0), !0u64));
        assert_ne!(places.ring(at(0, 0), !0u64), places.ring(at(0, 1), !0u64));
        assert_eq!([(0, 3), (1, 1), (3, 3)].map(|(row, column)| places.inland[at(row, column)]), [0, 1, 3]);
        assert_eq!([(0, 5), (4, 4), (6, 0)].map(|(row, column)| places.apart(0, at(row, column))), [5, 4, 6]);
    }

    #[test]
    fn hexes_turn_by_a_sixth() {
        let board = Board::full(floe_board::Lattice::Hex, 5, 5).unwrap();
        let places = Places::new(&board);
        let middle = board.at(2, 2).unwrap();
        let around: Vec<usize> = places.rings[middle].iter().take(6).map(|&cell| cell.into()).collect();
        assert!(around.iter().all(|&cell| cell != middle));
        let rings: Vec<u16> = around.iter().map(|&cell| places.ring(middle, u64::one(cell))).collect();
        assert!(rings.iter().all(|&ring| ring == rings[0]), "{rings:?}");
    }
}
