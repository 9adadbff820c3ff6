//! Isolation: step like a king, then remove any tile; a player who cannot step loses.
//!
//! The whole game is this file. `docs/add-a-game.md` goes through it.

use floe_board::{Board, Lattice};
use floe_games::manifest::{Hides, Look, Manifest, Puzzles, Seat, UNTUNED_LEVELS, Unit, Variant};
use floe_games::registry::Family;
use floe_games::standalone::StandaloneGame;
use floe_games::switches::{RuleSet, Switch, SwitchKind, excerpt};
use floe_games::{Actor, EndReason, Game, GameRng, Outcome, Refusal, Viewer};
use serde_json::{Value, json};

/// Everything that is said about the game.
pub static MANIFEST: Manifest = Manifest {
    id: "isolation",
    name: "Isolation",
    about: "Step like a king, then remove any tile; a player who cannot step loses.",
    look: Look::Squares,
    seats: &[
        Seat { name: "White", label: "White", colour: "light" },
        Seat { name: "Black", label: "Black", colour: "dark" },
    ],
    piece: "pawn",
    unit: Unit::Squares,
    hides: Hides::Nothing,
    notations: &[],
    sheet: false,
    eliminates: false,
    main_switches: &["rows", "cols"],
    groups: &[],
    variants: &[Variant { name: "small", file: "about = \"Four by four.\"\nrows = 4\ncols = 4\n" }],
    levels: UNTUNED_LEVELS,
    ratings: &[],
    puzzles: Puzzles::NONE,
    family: Family::standalone::<Isolation>(),
};

/// The game as a type.
#[derive(Debug)]
pub struct Isolation;

/// What is fixed before the first move.
#[derive(Debug)]
pub struct Rules {
    set: RuleSet,
    board: Board,
    /// For each cell the cells around it.
    around: Vec<u64>,
    /// Where the pieces start.
    start: [u8; 2],
}

/// What changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The tiles that are left, those under the pieces among them.
    tiles: u64,
    /// Where the pieces stand.
    at: [u8; 2],
    /// Whose turn it is.
    turn: u8,
    /// A player who has left the game.
    out: Option<u8>,
}

/// A step, then a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: u8,
    to: u8,
    tile: u8,
}

impl From<Move> for u64 {
    fn from(Move { from, to, tile }: Move) -> u64 {
        u64::from(from) << 16 | u64::from(to) << 8 | u64::from(tile)
    }
}

impl From<u64> for Move {
    fn from(code: u64) -> Move {
        Move { from: (code >> 16) as u8, to: (code >> 8) as u8, tile: code as u8 }
    }
}

impl StandaloneGame for Isolation {
    const SWITCHES: &'static [Switch] = &[
        Switch {
            name: "rows",
            default: "6",
            kind: SwitchKind::Number(3, 8),
            about: "How many rows the board has.",
        },
        Switch {
            name: "cols",
            default: "8",
            kind: SwitchKind::Number(3, 8),
            about: "How many columns the board has.",
        },
    ];

    fn new_rules(set: &RuleSet) -> Result<Rules, Refusal> {
        let size = |name: &str| set.get(name).as_u64().unwrap_or(0) as usize;
        let (rows, cols) = (size("rows"), size("cols"));
        let board = Board::square(rows, cols).map_err(|error| Refusal::invalid_rules(error.to_string()))?;
        let near = |cell: usize| {
            let steps = Lattice::Square.directions().iter();
            steps.filter_map(|&step| board.ray(cell, step).next()).fold(0, |all, cell| all | 1 << cell)
        };
        let around = (0..board.cells()).map(near).collect();
        // The middle of the first row and, seen from the other side, the middle of the last.
        let middle = |row: usize, col: usize| board.at(row, col).unwrap_or(0) as u8;
        let start = [middle(rows - 1, (cols - 1) / 2), middle(0, cols / 2)];
        Ok(Rules { set: set.clone(), around, start, board })
    }

    fn board(rules: &Rules) -> Option<&Board> {
        Some(&rules.board)
    }
}

/// The cells of a set, the lowest first.
fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(cell)
    })
}

impl Position {
    /// Tiles that nobody stands on.
    fn free(&self) -> u64 {
        self.tiles & !(1 << self.at[0]) & !(1 << self.at[1])
    }

    /// Where the player to move can step.
    fn steps(&self, rules: &Rules) -> u64 {
        rules.around[usize::from(self.at[usize::from(self.turn)])] & self.free()
    }

    /// Who has lost.
    fn loser(&self, rules: &Rules) -> Option<u8> {
        self.out.or_else(|| (self.steps(rules) == 0).then_some(self.turn))
    }

    /// What is on a cell: a piece, a free tile or nothing.
    fn mark(&self, cell: usize) -> char {
        match cell {
            cell if cell == usize::from(self.at[0]) => 'A',
            cell if cell == usize::from(self.at[1]) => 'B',
            cell if self.tiles >> cell & 1 == 1 => 'o',
            _ => '0',
        }
    }
}

impl Game for Isolation {
    type Rules = Rules;
    type Position = Position;
    type Move = Move;

    fn rule_set(rules: &Rules) -> &RuleSet {
        &rules.set
    }

    fn seats(_rules: &Rules) -> usize {
        2
    }

    fn start(rules: &Rules, _chance: &mut GameRng) -> Result<Position, Refusal> {
        let tiles = u64::MAX >> (64 - rules.board.cells());
        Ok(Position { tiles, at: rules.start, turn: 0, out: None })
    }

    fn actor(rules: &Rules, position: &Position) -> Actor {
        match position.loser(rules) {
            None => Actor::Seat(position.turn.into()),
            Some(_) => Actor::Nobody,
        }
    }

    fn moves(rules: &Rules, position: &Position, out: &mut Vec<Move>) {
        if position.loser(rules).is_some() {
            return;
        }
        let from = position.at[usize::from(position.turn)];
        for to in cells(position.steps(rules)) {
            // The tile it leaves is free again.
            let free = (position.free() | 1 << from) & !(1 << to);
            out.extend(cells(free).map(|tile| Move { from, to, tile }));
        }
    }

    fn count(rules: &Rules, position: &Position) -> u64 {
        match position.loser(rules) {
            None => u64::from(position.steps(rules).count_ones() * position.free().count_ones()),
            Some(_) => 0,
        }
    }

    fn check(rules: &Rules, position: &Position, action: Move) -> Result<(), Refusal> {
        let name = |cell: u8| rules.board.name(cell.into());
        let wrong =
            |what: String| Err(Refusal::illegal_move(format!("{}: {what}", Self::move_text(rules, action))));
        let own = position.at[usize::from(position.turn)];
        let Move { from, to, tile } = action;
        if from != own {
            return wrong(format!("your pawn stands on {}", name(own)));
        }
        if position.free() >> to & 1 == 0 {
            return wrong(format!("{} is not a free tile", name(to)));
        }
        if rules.around[usize::from(from)] >> to & 1 == 0 {
            return wrong(format!("{} is more than one step away", name(to)));
        }
        if tile == to || tile != from && position.free() >> tile & 1 == 0 {
            return wrong(format!("{} is not a free tile", name(tile)));
        }
        Ok(())
    }

    fn apply(_rules: &Rules, position: &mut Position, action: Move) {
        position.at[usize::from(position.turn)] = action.to;
        position.tiles &= !(1 << action.tile);
        position.turn = 1 - position.turn;
    }

    fn scores(_rules: &Rules, _position: &Position) -> Vec<i64> {
        vec![0, 0]
    }

    fn outcome(rules: &Rules, position: &Position) -> Option<Outcome> {
        let loser = usize::from(position.loser(rules)?);
        let end = match position.out {
            Some(_) => EndReason::OneLeft,
            None => EndReason::CannotMove { seats: vec![loser] },
        };
        let name = |seat| MANIFEST.seat_name(seat).to_owned();
        Some(Outcome::new(vec![1 - loser], vec![0, 0], end, &name))
    }

    fn eliminate(_rules: &Rules, position: &mut Position, seat: usize) {
        position.out = Some(seat as u8);
    }

    fn plays(_rules: &Rules, position: &Position, seat: usize) -> bool {
        position.out != Some(seat as u8)
    }

    fn phase(rules: &Rules, position: &Position) -> &'static str {
        if position.loser(rules).is_some() { "over" } else { "move" }
    }

    fn move_text(rules: &Rules, action: Move) -> String {
        let [from, to, tile] =
            [action.from, action.to, action.tile].map(|cell| rules.board.name(cell.into()));
        format!("{from}-{to}/{tile}")
    }

    fn parse_move(rules: &Rules, _position: &Position, text: &str) -> Result<Move, Refusal> {
        let cell = |name: &str| rules.board.cell(name.trim()).map(|cell| cell as u8);
        let parsed = text.split_once('-').and_then(|(from, rest)| {
            let (to, tile) = rest.split_once('/')?;
            Some(Move { from: cell(from)?, to: cell(to)?, tile: cell(tile)? })
        });
        parsed.ok_or_else(|| {
            Refusal::unreadable_move(format!(
                "'{}' is not a move; write from-to/tile, such as d1-d2/e4",
                excerpt(text)
            ))
        })
    }

    fn position_text(rules: &Rules, position: &Position, _viewer: Viewer) -> String {
        let row = |row: Vec<char>| row.into_iter().collect::<String>();
        let marks = rules.board.rows().map(|cells| cells.flatten().map(|cell| position.mark(cell)).collect());
        let rows: Vec<String> = marks.map(row).collect();
        let out = position.out.map_or(String::new(), |seat| format!(" out {seat}"));
        format!("{} {}{out}", rows.join("/"), position.turn)
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Position, Refusal> {
        let wrong = |what: &str| {
            Refusal::invalid_position(format!(
                "'{}' is not a position: {what}; write the rows from the top with A and B for the pieces, o for tiles \
                 and 0 for gaps, then 0 or 1 for the player to move, such as oBo/o0o/oAo 0",
                excerpt(text)
            ))
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let seat = |word: &str| ["0", "1"].iter().position(|seat| *seat == word).map(|seat| seat as u8);
        let (board, turn, out) = match words[..] {
            [board, turn] => (board, seat(turn), None),
            [board, turn, "out", out] if seat(out).is_some() => (board, seat(turn), seat(out)),
            _ => return Err(wrong("it has other parts")),
        };
        let turn = turn.ok_or_else(|| wrong("nobody has that turn"))?;
        let rows: Vec<&str> = board.split('/').collect();
        let cols = rules.board.rows().next().map_or(0, |row| row.len());
        if rows.len() != rules.board.rows().len() || rows.iter().any(|row| row.chars().count() != cols) {
            return Err(wrong("the board has another size"));
        }
        let (mut tiles, mut at) = (0, [None, None]);
        for (cell, mark) in
            rules.board.rows().flatten().flatten().zip(rows.iter().flat_map(|row| row.chars()))
        {
            tiles |= u64::from(mark != '0') << cell;
            match mark {
                'A' | 'B' => {
                    if at[usize::from(mark == 'B')].replace(cell as u8).is_some() {
                        return Err(wrong("a player has one pawn"));
                    }
                }
                'o' | '0' => {}
                _ => return Err(wrong("it has other letters")),
            }
        }
        let [Some(white), Some(black)] = at else { return Err(wrong("a pawn is missing")) };
        Ok(Position { tiles, at: [white, black], turn, out })
    }

    fn position_json(rules: &Rules, position: &Position, viewer: Viewer) -> Value {
        let row = |row: Vec<String>| json!(row);
        let marks = rules
            .board
            .rows()
            .map(|cells| cells.flatten().map(|cell| position.mark(cell).to_string()).collect());
        json!({
            "board": marks.map(row).collect::<Vec<Value>>(),
            "turn": position.turn,
            "position": Self::position_text(rules, position, viewer),
        })
    }

    fn parse_position_json(rules: &Rules, json: &Value) -> Result<Position, Refusal> {
        let text = json.get("position").and_then(Value::as_str);
        Self::parse_position(
            rules,
            text.ok_or_else(|| Refusal::invalid_position("the member position is missing"))?,
        )
    }

    fn start_json(rules: &Rules, position: &Position) -> Value {
        json!({"pieces": position.at.map(|cell| rules.board.name(cell.into()))})
    }

    fn picture(rules: &Rules, position: &Position, _viewer: Viewer) -> String {
        let mut picture = String::new();
        let rows = rules.board.rows().len();
        for (number, row) in rules.board.rows().enumerate() {
            let marks = row.flatten().map(|cell| match position.mark(cell) {
                'A' => " W",
                'B' => " B",
                'o' => " ·",
                _ => "  ",
            });
            picture += &format!("{}{}\n", rows - number, marks.collect::<String>());
        }
        let letters = (0..rules.board.cells() / rows).map(|col| format!(" {}", char::from(b'a' + col as u8)));
        picture + " " + &letters.collect::<String>() + "\n"
    }
}
