//! The board play as the search sees it: a small state, its moves, and what they claim.

use std::marker::PhantomData;

use floe_board::Bits;
use floe_cards::{CardSet, ShowdownRules};
use floe_games::Game;
use floe_games::buffet::{Position, Rules};
use floe_games::slide::{self, Move, MoveKind, Phase, Slide, Turn};

/// The maximum number of cells of a board with cards.
pub(super) const CELLS: usize = 48;

/// What changes during the board play: the board, and the cards each seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub board: slide::Position<u64>,
    pub pools: [CardSet; 2],
    /// Consecutive turns without a claim, where the rules count them.
    idle: u8,
}

impl State {
    pub fn is_over(&self) -> bool {
        self.board.phase() == Phase::Over
    }

    /// A hash key; different states practically never share one.
    pub fn hash(&self) -> u64 {
        let words = [
            self.board.open(),
            self.board.own(0),
            self.board.own(1),
            self.pools[0].bits(),
            self.pools[1].bits(),
            self.board.turn() as u64 | (self.board.phase() as u64) << 8 | u64::from(self.idle) << 16,
        ];
        words.into_iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, word| {
            let mixed = (hash ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
            (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23)
        })
    }
}

/// The rules with tables for the search.
pub(super) struct BoardTables<T> {
    pub rules: Rules,
    /// The moved piece's origin is claimed; otherwise the cell named last.
    pub claims_left: bool,
    /// Are turns without a claim counted?
    counts_idle: bool,
    align: bool,
    realign: bool,
    align_waiver: bool,
    must_claim: bool,
    under_pawn: Under,
    /// The cells of the row and of the column of each cell.
    lines: Vec<[u64; 2]>,
    /// What two pieces span: corners, or what lies between them.
    spans: Vec<[u64; CELLS]>,
    turn: PhantomData<T>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Under {
    None,
    Enemy,
    Any,
}

impl<T: Turn> BoardTables<T> {
    pub fn new(rules: Rules) -> BoardTables<T> {
        let set = &rules.board().plan.set;
        let flag = |name: &str| set.get(name) == true;
        let under_pawn = match set.get("claim_under_pawn").as_str() {
            Some("enemy") => Under::Enemy,
            Some("any") => Under::Any,
            _ => Under::None,
        };
        let board = &rules.board().plan.board;
        let cells = board.cells();
        let place = |cell: usize| (board.row_and_index(cell).0 as i32, board.x(cell));
        let lines = (0..cells)
            .map(|cell| {
                let (row, col) = place(cell);
                let row_cells = (0..cells).filter(|&other| place(other).0 == row);
                let col_cells = (0..cells).filter(|&other| place(other).1 == col);
                [u64::from_cells(row_cells), u64::from_cells(col_cells)]
            })
            .collect();
        let span = |a: usize, b: usize| {
            let ((row, col), (other_row, other_col)) = (place(a), place(b));
            let between = |n: i32, a: i32, b: i32| a.min(b) < n && n < a.max(b);
            u64::from_cells((0..cells).filter(|&cell| match place(cell) {
                (r, c) if row == other_row => r == row && between(c, col, other_col),
                (r, c) if col == other_col => c == col && between(r, row, other_row),
                (r, c) => r == row && c == other_col || r == other_row && c == col,
            }))
        };
        let spans = match rules.board().spans::<T>() {
            true => (0..cells)
                .map(|a| std::array::from_fn(|b| if a < cells && b < cells { span(a, b) } else { 0 }))
                .collect(),
            false => Vec::new(),
        };
        BoardTables {
            claims_left: set.get("claim") == "left",
            counts_idle: set.get("end") == "idle_turns",
            align: flag("align"),
            realign: flag("realign"),
            align_waiver: flag("align_waiver"),
            must_claim: flag("must_claim"),
            under_pawn,
            lines,
            spans,
            turn: PhantomData,
            rules,
        }
    }

    pub fn board(&self) -> &slide::Rules<u64, 4> {
        self.rules.board()
    }

    pub fn showdown(&self) -> &ShowdownRules {
        self.rules.showdown()
    }

    /// Where the piece of the seat to act may slide.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub fn targets(&self, board: &slide::Position<u64>, from: usize) -> u64 {
        let slides = self.board().slides(board, from);
        if !(self.board().spans::<T>() && self.align) {
            return slides;
        }
        let apart = self.apart(board, from, slides);
        if apart != 0 || !self.align_waiver {
            return apart;
        }
        let own = board.own(board.turn());
        let stuck = own.cells().all(|from| self.apart(board, from, self.board().slides(board, from)) == 0);
        if stuck { slides } else { apart }
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn apart(&self, board: &slide::Position<u64>, from: usize, slides: u64) -> u64 {
        let others = board.own(board.turn()) & !u64::one(from);
        if others == 0 {
            return slides;
        }
        let [row, col] = self.lines[others.lowest()];
        match (row.has(from), col.has(from)) {
            (false, false) => slides,
            (shares_row, shares_col) if self.realign => {
                slides & !(row & u64::when(shares_row)) & !(col & u64::when(shares_col))
            }
            _ => slides & !row & !col,
        }
    }

    /// What may be claimed after a slide, where pieces span.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub fn claims(&self, board: &slide::Position<u64>, from: usize, to: usize) -> u64 {
        let seat = board.turn();
        let own = board.own(seat);
        let others = own & !u64::one(from);
        if others == 0 {
            return 0;
        }
        let under = match self.under_pawn {
            Under::None => 0,
            Under::Enemy => board.pieces() & !own,
            Under::Any => board.pieces() & !u64::one(from) | u64::one(to),
        };
        let spanned = self.spans[to][others.lowest()];
        let free = (board.open() & !u64::one(to) | u64::one(from) | under) & spanned;
        // Open cells still have their card; those under pawns may have lost it.
        let doubtful = free & !board.open();
        if doubtful == 0 {
            return free;
        }
        free & !u64::from_cells(doubtful.cells().filter(|&cell| board.fish(cell) == 0))
    }

    /// All moves, in the game's own order.
    pub fn moves(&self, board: &slide::Position<u64>, out: &mut Vec<Move>) {
        out.clear();
        if !(self.board().spans::<T>() && board.phase() == Phase::Move) {
            return Slide::<u64, 4, T>::moves(self.board(), board, out);
        }
        for from in board.own(board.turn()).cells() {
            for to in self.targets(board, from).cells() {
                let claims = self.claims(board, from, to);
                if claims == 0 || !self.must_claim {
                    out.push(Move::new(MoveKind::Slide(from, to)));
                }
                out.extend(claims.cells().map(|at| Move::new(MoveKind::Shoot(from, to, at))));
            }
        }
        if out.is_empty() {
            // The rules know whether that is a pass.
            Slide::<u64, 4, T>::moves(self.board(), board, out);
        }
    }

    /// The cell a move is about: the one whose card it gets, now or when the piece leaves it.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub fn about(&self, action: Move) -> Option<usize> {
        match action.kind() {
            MoveKind::Shoot(_, _, at) if !self.claims_left => Some(at),
            MoveKind::Slide(_, to) | MoveKind::Shoot(_, to, _) if self.claims_left => Some(to),
            MoveKind::Place(cell) => Some(cell),
            _ => None,
        }
    }
}

/// The board tables with the cards of one deal.
pub(super) struct Deal<'g, T> {
    pub tables: &'g BoardTables<T>,
    /// The card of each cell, by index.
    pub cards: [u8; CELLS],
}

impl<'g, T: Turn> Deal<'g, T> {
    pub fn new(tables: &'g BoardTables<T>, position: &Position) -> Deal<'g, T> {
        Deal { tables, cards: std::array::from_fn(|cell| position.card(cell).map_or(0, |card| card.index())) }
    }

    /// The state of a position.
    pub fn state(&self, position: &Position) -> State {
        let board = *position.board();
        let pools = [0, 1].map(|seat| {
            let stones = position.stones(0) | position.stones(1);
            let under = if self.tables.rules.gives_cards_under_pawns() { board.own(seat) } else { 0 };
            // Cards under pawns count at the end.
            self.tables.rules.pool(position, seat) - self.cards_on(under & !stones)
        });
        State { board, pools, idle: position.idle() }
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub fn cards_on(&self, cells: u64) -> CardSet {
        let bits = cells.cells().fold(0, |bits, cell| bits | 1 << self.cards[cell]);
        CardSet::from_bits(bits).unwrap_or(CardSet::EMPTY)
    }

    /// Makes a move.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub fn apply(&self, state: &mut State, action: Move) {
        let seat = state.board.turn() & 1;
        let before = state.board.score(seat);
        let counts = self.tables.counts_idle && state.board.phase() == Phase::Move;
        Slide::<u64, 4, T>::apply(self.tables.board(), &mut state.board, action);
        if state.board.score(seat) == before {
            state.idle += u8::from(counts);
            return;
        }
        state.idle = 0;
        let cell = match action.kind() {
            MoveKind::Slide(from, _) => from,
            MoveKind::Shoot(from, _, _) if self.tables.claims_left => from,
            MoveKind::Shoot(_, _, at) => at,
            _ => return,
        };
        state.pools[seat] = state.pools[seat] | self.cards_on(u64::one(cell));
    }

    /// The pools of the showdown, once the board play is over.
    pub fn final_pools(&self, state: &State) -> [CardSet; 2] {
        if !self.tables.rules.gives_cards_under_pawns() {
            return state.pools;
        }
        [0, 1].map(|seat| {
            let own = state.board.own(seat);
            let left = u64::from_cells(own.cells().filter(|&cell| state.board.fish(cell) > 0));
            state.pools[seat] | self.cards_on(left)
        })
    }

    /// The cards that a player may still get.
    pub fn unclaimed(&self, state: &State) -> CardSet {
        self.cards_on(state.board.open() | state.board.pieces()) - state.pools[0] - state.pools[1]
    }
}
