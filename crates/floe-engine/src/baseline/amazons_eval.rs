//! Evaluations for Amazons: which side owns which part of the board.

use floe_board::Bits;

use super::UNIT;
use super::board::BoardShifts;
use super::eval_state::{CellValues, EvalState};

/// Territory by king's moves plus a small mobility term, as in the alpha-beta programs of the first computer
/// tournaments.
pub(super) fn king_value<B: Bits, const H: usize>(
    shifts: &BoardShifts<B, H>,
    values: &CellValues<B>,
    state: &EvalState<B>,
) -> i32 {
    let EvalState { open, mine, theirs, lead } = *state;
    let territory = race(values, mine, theirs, open, |from| shifts.steps(from, open));
    let sight = shifts.slides(mine, open).count() as i32 - shifts.slides(theirs, open).count() as i32;
    lead * UNIT + territory + sight * UNIT / 8
}

/// A cell belongs to the side that gets there in fewer moves; a cell that both reach at the same time counts a fifth
/// for the seat to act.
#[inline(always)]
pub(super) fn race<B: Bits>(values: &CellValues<B>, mine: B, theirs: B, open: B, go: impl Fn(B) -> B) -> i32 {
    let (mut mine, mut theirs, mut free) = (mine, theirs, open);
    let mut value = 0;
    // No side is first anywhere by way of cells that the other reached earlier, so each continues from its own cells
    // only.
    while !(mine | theirs).is_empty() {
        (mine, theirs) = (go(mine) & free, go(theirs) & free);
        free = free.without(mine | theirs);
        let both = mine & theirs;
        value += UNIT * (values.value_of(mine.without(both)) - values.value_of(theirs.without(both)));
        value += UNIT / 5 * values.value_of(both);
    }
    value
}

/// The maximum distance that is distinguished.
const FAR: usize = 12;

/// The distance in moves of the cells from a side: `within[n]` are those it reaches in n moves or fewer.
struct Distances<B> {
    within: [B; FAR + 1],
    last: usize,
}

impl<B: Bits> Distances<B> {
    #[inline(always)]
    fn new(from: B, go: impl Fn(B) -> B) -> Distances<B> {
        let mut within = [B::EMPTY; FAR + 1];
        let (mut edge, mut last) = (from, 0);
        for n in 1..=FAR {
            edge = go(edge).without(within[n - 1]);
            within[n] = within[n - 1] | edge;
            last = n;
            if edge.is_empty() {
                break;
            }
        }
        Distances { within, last }
    }

    /// The cells at exactly this distance.
    #[inline(always)]
    fn at(&self, n: usize) -> B {
        if n > self.last { B::EMPTY } else { self.within[n].without(self.within[n - 1]) }
    }

    #[inline(always)]
    fn up_to(&self, n: usize) -> B {
        self.within[n.min(self.last)]
    }

    #[inline(always)]
    fn all(&self) -> B {
        self.within[self.last]
    }
}

/// Who is nearer to what: the sum of values, ties partly to the seat to act.
#[inline(always)]
fn nearer<B: Bits>(values: &CellValues<B>, mine: &Distances<B>, theirs: &Distances<B>) -> f32 {
    let (mut first, mut second, mut both) = (B::EMPTY, B::EMPTY, B::EMPTY);
    for n in 1..=mine.last.max(theirs.last) {
        first |= mine.at(n).without(theirs.up_to(n));
        second |= theirs.at(n).without(mine.up_to(n));
        both |= mine.at(n) & theirs.at(n);
    }
    (values.value_of(first) - values.value_of(second)) as f32 + 0.2 * values.value_of(both) as f32
}

/// The evaluation of Lieberum's Amazong: territory by queen's and by king's moves, how much nearer, and enclosed
/// amazons, weighted by how much is still contested. In cells, or fish, for the seat to act.
pub(super) fn phased_value<B: Bits, const H: usize>(
    shifts: &BoardShifts<B, H>,
    values: &CellValues<B>,
    state: &EvalState<B>,
) -> f32 {
    let EvalState { open, mine, theirs, lead } = *state;
    let queen = [mine, theirs].map(|from| Distances::new(from, |edge| shifts.slides(edge, open)));
    let t1 = nearer(values, &queen[0], &queen[1]);
    let contested = contest(&queen);
    if contested == 0.0 {
        // Every cell belongs to a side, so only the numbers matter.
        return lead as f32 + t1;
    }
    let king = [mine, theirs].map(|from| Distances::new(from, |edge| shifts.steps(edge, open)));
    let t2 = nearer(values, &king[0], &king[1]);
    let mut c1 = 0.0;
    let mut half = 1.0;
    for n in 1..=queen[0].last.max(queen[1].last) {
        c1 += half * (values.value_of(queen[0].at(n)) - values.value_of(queen[1].at(n))) as f32;
        half *= 0.5;
    }
    let c2 = lean(values, &king);
    let hemmed = [(mine, 1), (theirs, 0)].map(|(own, other)| {
        own.cells().map(|cell| hemmed_in(shifts, cell, open, queen[other].all())).sum::<f32>()
    });
    let size = (open.count() + (mine | theirs).count()) as f32;
    let early = (contested / (0.55 * size)).min(1.0);
    let territory = (1.0 - 0.85 * early) * t1 + early * (0.4 * t2 + 0.25 * c1 + 0.2 * c2);
    lead as f32 + territory + early * (hemmed[1] - hemmed[0])
}

/// How much is contested: cells both sides reach, weighted most where both reach them at the same time.
#[inline(always)]
fn contest<B: Bits>(queen: &[Distances<B>; 2]) -> f32 {
    let mut sum = 0.0;
    for n in 1..=queen[0].last {
        let here = queen[0].at(n);
        let mut half = 1.0;
        for apart in 0..4 {
            let mut there = queen[1].at(n + apart);
            if apart > 0 && apart < n {
                there |= queen[1].at(n - apart);
            }
            sum += half * (here & there).count() as f32;
            half *= 0.5;
        }
    }
    sum
}

/// By how many king's moves one side is nearer, a sixth for each, at most one where only one side gets there.
#[inline(always)]
fn lean<B: Bits>(values: &CellValues<B>, king: &[Distances<B>; 2]) -> f32 {
    let both = king[0].all() & king[1].all();
    let only = values.value_of(king[0].all().without(both)) - values.value_of(king[1].all().without(both));
    let mut sum = 0;
    for n in 1..=king[0].last.max(king[1].last) {
        sum += values.value_of(king[0].up_to(n) & both) - values.value_of(king[1].up_to(n) & both);
    }
    only as f32 + sum as f32 / 6.0
}

/// The penalty for an amazon with few cells to go to, counting cells the other side can also reach.
#[inline(always)]
fn hemmed_in<B: Bits, const H: usize>(shifts: &BoardShifts<B, H>, cell: usize, open: B, contested: B) -> f32 {
    let slides = shifts.slides_of(cell, open) & contested;
    let room = slides.count() as f32 + 2.0 * (slides & shifts.near(cell)).count() as f32;
    12.0 / (room + 3.0)
}
