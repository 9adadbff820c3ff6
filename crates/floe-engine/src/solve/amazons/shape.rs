//! A board as the solver sees it: lines, a neighbour table, and its symmetries.

use floe_board::{Board, Lattice, Rays};

/// The board of a proof. Everything that only depends on the outline is computed once.
pub(super) struct Shape<const H: usize> {
    pub rays: Rays<u64, H>,
    pub cells: u32,
    near: ByteMap,
    /// The symmetries of the board, the identity first.
    turns: Vec<ByteMap>,
    /// The columns of a full rectangle of squares: there a shape can also be moved into a corner, since an edge and a
    /// wall of arrows stop a slide in the same way.
    pushed: Option<Pushed>,
}

struct Pushed {
    cols: u32,
    /// The cells of each column.
    columns: Vec<u64>,
}

/// A map of sets of cells by bytes: the image of a union is the union of the images.
struct ByteMap(Vec<[u64; 256]>);

impl ByteMap {
    fn new(cells: usize, image: impl Fn(usize) -> u64) -> ByteMap {
        let bytes = (0..cells.div_ceil(8)).map(|byte| {
            let mut table = [0; 256];
            for (set, entry) in table.iter_mut().enumerate() {
                *entry = (0..8)
                    .filter(|bit| set >> bit & 1 == 1)
                    .map(|bit| byte * 8 + bit)
                    .fold(0, |all, cell| all | if cell < cells { image(cell) } else { 0 });
            }
            table
        });
        ByteMap(bytes.collect())
    }

    #[inline(always)]
    fn image(&self, set: u64) -> u64 {
        self.0
            .iter()
            .enumerate()
            .fold(0, |all, (byte, table)| all | table[(set >> (8 * byte) & 255) as usize])
    }
}

impl<const H: usize> Shape<H> {
    /// The shape of a board of up to 64 cells.
    pub fn new(board: &Board) -> Shape<H> {
        let rays = Rays::<u64, H>::new(board);
        let cells = board.cells();
        let near = ByteMap::new(cells, |cell| rays.neighbours(cell));
        let turns = symmetries(board, &rays)
            .into_iter()
            .map(|images| ByteMap::new(cells, |cell| 1 << images[cell]))
            .collect();
        let cols = board.rows().map(|row| row.len()).max().unwrap_or(0);
        let full = board.lattice() == Lattice::Square && cols * board.rows().len() == cells;
        let pushed = full.then(|| Pushed {
            cols: cols as u32,
            columns: (0..cols)
                .map(|col| (0..cells).filter(|cell| cell % cols == col).fold(0, |set, cell| set | 1 << cell))
                .collect(),
        });
        Shape { rays, cells: cells as u32, near, turns, pushed }
    }

    /// The cells next to any of a set.
    #[inline(always)]
    pub fn near(&self, set: u64) -> u64 {
        self.near.image(set)
    }

    /// The cells of `passable` connected to a set; the set itself only where it is passable.
    #[inline(always)]
    pub fn flood(&self, from: u64, passable: u64) -> u64 {
        let mut reached = self.near(from) & passable;
        loop {
            let more = (reached | self.near(reached)) & passable;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The same sets in canonical form, rotated and translated: positions with equal results are the same game.
    #[inline(always)]
    pub fn normal(&self, sets: [u64; 3]) -> [u64; 3] {
        let mut best = [u64::MAX; 3];
        for turn in &self.turns {
            let turned = self.pushed_up(sets.map(|set| turn.image(set)));
            if turned < best {
                best = turned;
            }
        }
        best
    }

    #[inline(always)]
    pub fn pushed_up(&self, sets: [u64; 3]) -> [u64; 3] {
        let Some(pushed) = &self.pushed else { return sets };
        let all = sets[0] | sets[1] | sets[2];
        if all == 0 {
            return sets;
        }
        let rows = all.trailing_zeros() / pushed.cols;
        let cols = pushed.columns.iter().take_while(|&&column| all & column == 0).count() as u32;
        sets.map(|set| set >> (rows * pushed.cols + cols))
    }
}

/// Every reflection or quarter rotation that maps the board onto itself and neighbours onto neighbours.
fn symmetries<const H: usize>(board: &Board, rays: &Rays<u64, H>) -> Vec<Vec<usize>> {
    let cells = board.cells();
    let spot = |cell: usize| (board.row_and_index(cell).0 as i32, board.x(cell));
    let spots: Vec<(i32, i32)> = (0..cells).map(spot).collect();
    let last = |part: fn(&(i32, i32)) -> i32| {
        spots.iter().map(part).min().unwrap_or(0) + spots.iter().map(part).max().unwrap_or(0)
    };
    let (down, right) = (last(|spot| spot.0), last(|spot| spot.1));
    let find = |wanted: (i32, i32)| spots.iter().position(|&spot| spot == wanted);
    let mut found = Vec::new();
    for kind in 0..8 {
        let image = |(row, x): (i32, i32)| {
            let row = if kind & 1 == 0 { row } else { down - row };
            let x = if kind & 2 == 0 { x } else { right - x };
            if kind & 4 == 0 { (row, x) } else { (x, row) }
        };
        let Some(images) = spots.iter().map(|&spot| find(image(spot))).collect::<Option<Vec<usize>>>() else {
            continue;
        };
        let turned = |set: u64| {
            (0..cells).filter(|cell| set >> cell & 1 == 1).fold(0, |all, cell| all | 1u64 << images[cell])
        };
        if (0..cells).all(|cell| turned(rays.neighbours(cell)) == rays.neighbours(images[cell])) {
            found.push(images);
        }
    }
    found
}
