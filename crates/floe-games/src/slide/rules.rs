//! From switches to rules: which combinations are valid, which are not and why.

use floe_board::{Bits, Board, Lanes, Lattice, Rays};
use serde_json::{Value, json};

use super::Preset;
use super::axes::{Block, Claim, Draw, End, Lay, PlaceOn, Score, Setup, Ties, UnderPawn, lattice_of};
use super::balance::Balance;
use super::corners::corners;
use super::position::MAX_FISH;
use crate::Refusal;
use crate::switches::{RuleSet, choice, excerpt};

/// The rules of a table before its board is turned into bitsets: every switch parsed, checked and resolved.
#[derive(Clone, Debug)]
pub struct ResolvedRules {
    /// The game and every switch with its value, with those left to the game filled in.
    pub set: RuleSet,
    /// The board.
    pub board: Board,
    pub(crate) preset: &'static Preset,
    pub(crate) seats: usize,
    pub(crate) pieces: u32,
    pub(crate) lay: Lay,
    pub(crate) draw: Draw,
    pub(crate) tiles: Vec<Tile>,
    /// How many cells are dealt or laid with 1, 2, … fish.
    pub(crate) supply: [u8; MAX_FISH as usize],
    /// The number of cells that the seed removes before the first move.
    pub(crate) holes: usize,
    pub(crate) min_ones: usize,
    pub(crate) setup: Setup,
    /// The starting cells of fixed pieces; `None` when the size has no standard start.
    pub(crate) fixed: Option<Vec<Vec<usize>>>,
    pub(crate) place_on: PlaceOn,
    pub(crate) balance: Balance,
    pub(crate) block: Block,
    pub(crate) claim: Claim,
    pub(crate) end: End,
    pub(crate) end_turns: u8,
    pub(crate) score: Score,
    pub(crate) ties: Ties,
    pub(crate) claim_under: bool,
    pub(crate) retire_stuck: bool,
    pub(crate) align: bool,
    pub(crate) realign: bool,
    pub(crate) align_waiver: bool,
    pub(crate) under_pawn: UnderPawn,
    pub(crate) must_claim: bool,
}

/// How a cell gets its fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tile {
    /// A fixed number, possibly zero.
    Fish(u8),
    /// From the supply, dealt or laid.
    Supply,
    /// From one to this many, all equally likely.
    Random(u8),
    /// No tile from the start.
    Hole,
}

/// The rules of a table, ready to play: resolved rules and the board as bitsets.
#[derive(Debug)]
pub struct Rules<B, const H: usize> {
    /// The resolved rules it was built from.
    pub plan: ResolvedRules,
    /// The lines of the board.
    pub rays: Rays<B, H>,
    /// The same lines for counting shots, where the board is small enough.
    pub(crate) lanes: Option<Lanes<H>>,
    /// All cells.
    pub(crate) all: B,
    /// The switches that inner loops read, together in memory.
    pub(crate) hot: FastRules,
}

/// See [`Rules::hot`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastRules {
    pub seats: usize,
    pub shoots: bool,
    pub block_left: bool,
    pub block_at: bool,
    pub claim: Claim,
    pub end: End,
    pub end_turns: u8,
    pub retire: bool,
    pub tracks_last: bool,
    /// A cell may leave play with its fish unclaimed.
    pub wastes: bool,
    pub align: bool,
    /// Cells under pieces may be claimed, so a piece may leave a cell that is out of play.
    pub under_pawn: bool,
}

impl<B: Bits, const H: usize> Rules<B, H> {
    /// Builds the bitsets for resolved rules. The board must fit `B` and `H`.
    pub(crate) fn new(plan: ResolvedRules) -> Rules<B, H> {
        let rays = Rays::new(&plan.board);
        let hot = FastRules {
            seats: plan.seats,
            shoots: plan.claim != Claim::Corners && (plan.block == Block::Shot || plan.claim == Claim::Shot),
            block_left: plan.block == Block::Left
                || plan.block == Block::Claimed && plan.claim == Claim::Left,
            block_at: plan.block == Block::Shot
                || plan.block == Block::Claimed && matches!(plan.claim, Claim::Shot | Claim::Corners),
            claim: plan.claim,
            end: plan.end,
            end_turns: plan.end_turns,
            retire: plan.retire_stuck,
            tracks_last: plan.score == Score::LastMover && plan.end != End::LastMover,
            wastes: match plan.claim {
                Claim::None => false,
                Claim::Left | Claim::Reached => plan.block == Block::Shot,
                Claim::Shot | Claim::Corners => plan.block == Block::Left,
            },
            align: plan.align,
            under_pawn: plan.under_pawn != UnderPawn::None,
        };
        Rules { lanes: Lanes::new(&plan.board), all: B::from_cells(0..plan.board.cells()), rays, plan, hot }
    }
}

fn refuse<T>(message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::invalid_rules(message))
}

impl ResolvedRules {
    /// Parses and checks the switches of a game of the family.
    pub fn new(preset: &'static Preset, set: &RuleSet) -> Result<ResolvedRules, Refusal> {
        let number = |name: &str| set.get(name).as_u64().unwrap_or(0) as usize;
        let flag = |name: &str| set.get(name).as_bool().unwrap_or(false);
        let seats = number("players");
        let lattice = lattice_of(set.get("topology"));
        let (block, claim): (Block, Claim) = (choice(set.get("block")), choice(set.get("claim")));
        let (end, score): (End, Score) = (choice(set.get("end")), choice(set.get("score")));
        check_mix(preset, lattice, block, claim, end, score)?;

        let pieces = set.get("pieces").as_u64().map_or((preset.pieces)(seats), |n| n as u32);
        if claim == Claim::Corners && pieces != 2 {
            return refuse(format!("claim corners needs two pieces each to span the corners, not {pieces}"));
        }
        let fishy = claim != Claim::None;
        let (board, tiles) = board_and_tiles(preset, set, lattice, fishy)?;
        let mut plan = ResolvedRules {
            seats,
            pieces,
            preset,
            lay: choice(set.get("lay")),
            draw: choice(set.get("draw")),
            supply: [0; MAX_FISH as usize],
            holes: 0,
            min_ones: number("min_ones"),
            setup: choice(set.get("setup")),
            fixed: None,
            place_on: choice(set.get("place_on")),
            balance: Balance::from_set(set),
            block,
            claim,
            end,
            end_turns: number("end_turns") as u8,
            score,
            ties: choice(set.get("ties")),
            claim_under: flag("claim_under"),
            retire_stuck: flag("retire_stuck"),
            align: flag("align"),
            realign: flag("realign"),
            align_waiver: flag("align_waiver"),
            under_pawn: match set.get("claim_under_pawn") {
                Value::Null => UnderPawn::None,
                word => choice(word),
            },
            must_claim: flag("must_claim"),
            set: set.clone(),
            board,
            tiles,
        };
        plan.check_spanning()?;
        plan.balance.check(seats, plan.setup, score)?;
        plan.dig_holes()?;
        plan.stock()?;
        plan.settle_lay()?;
        plan.fix_pieces()?;
        plan.write_back();
        Ok(plan)
    }

    /// The cells in play before anything is dealt: all but the holes.
    pub(crate) fn playable(&self) -> impl Iterator<Item = usize> {
        (0..self.board.cells()).filter(|&cell| self.tiles[cell] != Tile::Hole)
    }

    /// Switches about two spanning pieces require claims at the corners.
    fn check_spanning(&self) -> Result<(), Refusal> {
        let turned = self.align || self.realign || self.align_waiver || self.must_claim;
        if self.claim != Claim::Corners && (turned || self.under_pawn != UnderPawn::None) {
            return refuse(
                "align, realign, align_waiver, must_claim and claim_under_pawn need claim corners",
            );
        }
        if !self.align && (self.realign || self.align_waiver) {
            return refuse("realign and align_waiver need align");
        }
        Ok(())
    }

    fn dig_holes(&mut self) -> Result<(), Refusal> {
        let wanted = self.set.get("holes").clone();
        if let Some(count) = wanted.as_u64() {
            self.holes = usize::try_from(count).unwrap_or(usize::MAX).min(1000);
            return Ok(());
        }
        let how = "holes is a number or a list of cells such as [[0,1],[2,2]] or [\"c4\"]";
        let Value::Array(list) = &wanted else { return refuse(how) };
        for item in list {
            let cell = match item {
                Value::String(name) => self.board.cell(name),
                Value::Array(pair) => match pair.as_slice() {
                    [row, at] => match (row.as_u64(), at.as_u64()) {
                        (Some(row), Some(at)) => self.board.at(row.min(999) as usize, at.min(999) as usize),
                        _ => return refuse(how),
                    },
                    _ => return refuse(how),
                },
                _ => return refuse(how),
            };
            let Some(cell) = cell else {
                return refuse(format!("holes: no cell {} on this board", excerpt(&item.to_string())));
            };
            self.tiles[cell] = Tile::Hole;
        }
        Ok(())
    }

    /// Decides how many 1s, 2s, 3s … the supply has.
    fn stock(&mut self) -> Result<(), Refusal> {
        let dealt = self.tiles.iter().filter(|&&tile| tile == Tile::Supply).count();
        // Holes drawn by the seed need no fish; where only some cells are dealt, which ones they hit is not known yet.
        let all = dealt == self.playable().count();
        let dealt = if all { dealt.saturating_sub(self.holes) } else { dealt };
        let given = self.set.get("supply");
        if self.preset.cards && (!given.is_null() || self.min_ones > 0) {
            return refuse("supply and min_ones are about fish; this board has cards");
        }
        if given.is_null() {
            self.supply = proportion(dealt);
            return Ok(());
        }
        let how = "supply is how many 1s, 2s, 3s … such as 30/20/10";
        let text = match given {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Array(list) => list.iter().map(|item| item.to_string()).collect::<Vec<_>>().join("/"),
            _ => return refuse(how),
        };
        for (fish, count) in text.split('/').enumerate() {
            match (self.supply.get_mut(fish), count.trim().parse()) {
                (Some(place), Ok(count)) => *place = count,
                (None, _) => return refuse(format!("{how}; at most {MAX_FISH} kinds")),
                _ => return refuse(how),
            }
        }
        let total: usize = self.supply.iter().map(|&count| usize::from(count)).sum();
        if total != dealt {
            return refuse(format!(
                "the supply has {total} fish tiles for {dealt} cells; the numbers must be equal"
            ));
        }
        Ok(())
    }

    fn settle_lay(&mut self) -> Result<(), Refusal> {
        let open: Vec<Tile> = self.tiles.iter().copied().filter(|&tile| tile != Tile::Hole).collect();
        let drawn = open.iter().all(|tile| matches!(tile, Tile::Fish(_)));
        match self.lay {
            Lay::Given if !drawn => refuse(format!(
                "lay given needs the fish of every cell: give {} or a layout without *",
                self.preset.fish
            )),
            Lay::Alternate if open.iter().any(|&tile| tile != Tile::Supply) => refuse(format!(
                "with lay alternate the players lay all the fish; omit {} and draw the layout with * only",
                self.preset.fish
            )),
            Lay::Alternate if self.holes > 0 => {
                refuse("lay alternate cannot have holes drawn by the seed; list them or draw a layout with 0")
            }
            Lay::Alternate if self.min_ones > 0 => {
                refuse("lay alternate cannot guarantee min_ones, because the players lay the tiles")
            }
            Lay::Random if drawn && self.holes == 0 && self.min_ones == 0 => {
                self.lay = Lay::Given;
                Ok(())
            }
            _ => Ok(()),
        }?;
        let cells = open.len().saturating_sub(self.holes);
        if self.min_ones > cells {
            return refuse(format!("min_ones is {}; this board leaves {cells} cells", self.min_ones));
        }
        let numbered =
            self.set.get(self.preset.fish).as_u64().is_some_and(|fish| fish <= u64::from(MAX_FISH));
        if self.min_ones > 0 && drawn && !numbered {
            return refuse(
                "min_ones works with random fish or a single number, not with a fully drawn board",
            );
        }
        Ok(())
    }

    fn fix_pieces(&mut self) -> Result<(), Refusal> {
        if self.setup == Setup::Placed {
            return match self.set.get("start") {
                Value::Null => Ok(()),
                _ => refuse("start gives the cells of fixed pieces; it needs setup fixed"),
            };
        }
        if self.lay == Lay::Alternate {
            return refuse(
                "lay alternate needs setup placed: pieces cannot stand on cells that are not laid yet",
            );
        }
        if self.holes > 0 {
            return refuse("setup fixed cannot have holes drawn by the seed; list them");
        }
        let sides: Vec<Vec<String>> = match self.set.get("start") {
            Value::Null => match (self.preset.start)(self) {
                Some(sides) => sides,
                None => return Ok(()),
            },
            Value::String(word) if corners(&self.board, word).is_some() => {
                corners(&self.board, word).unwrap_or_default()
            }
            Value::String(text) => {
                text.split('|').map(|side| side.split_whitespace().map(str::to_owned).collect()).collect()
            }
            list => match serde_json::from_value(list.clone()) {
                Ok(sides) => sides,
                Err(_) => return refuse("start is cells for each seat such as a2 b1 | a4 b5"),
            },
        };
        if sides.len() != self.seats {
            return refuse(format!(
                "start has {} lists of cells; {} players need one each",
                sides.len(),
                self.seats
            ));
        }
        let mut taken = vec![false; self.board.cells()];
        let mut fixed = Vec::new();
        for side in &sides {
            let mut cells = Vec::new();
            for name in side {
                let Some(cell) = self.board.cell(name).filter(|&cell| self.tiles[cell] != Tile::Hole) else {
                    return refuse(format!("start: no cell {} on this board", excerpt(name)));
                };
                if std::mem::replace(&mut taken[cell], true) {
                    return refuse(format!("start: {name} is named twice"));
                }
                cells.push(cell);
            }
            if cells.len() > 16 || cells.is_empty() {
                return refuse(format!("start: each seat has 1 to 16 pieces, not {}", cells.len()));
            }
            if self.claim == Claim::Corners && cells.len() != 2 {
                return refuse("claim corners needs two pieces each");
            }
            cells.sort_unstable();
            fixed.push(cells);
        }
        let each = fixed[0].len() as u32;
        if self.set.get("pieces").as_u64().is_some_and(|pieces| pieces != u64::from(each)) {
            return refuse(format!("the start has {each} pieces each, but pieces says {}", self.pieces));
        }
        self.pieces = each;
        self.fixed = Some(fixed);
        Ok(())
    }

    /// Refuses a start with fewer cells than pieces. A given position needs no such room.
    pub(crate) fn check_room(&self) -> Result<(), Refusal> {
        let cells = self.playable().count().saturating_sub(self.holes);
        let pieces = self.seats * self.pieces as usize;
        if self.setup == Setup::Placed && cells < pieces {
            return refuse(format!(
                "{pieces} pieces ({} players with {}) need {pieces} cells; this board leaves {cells}",
                self.seats, self.pieces
            ));
        }
        Ok(())
    }

    /// Writes the resolved values back, so that a record is complete.
    fn write_back(&mut self) {
        let (rows, cols) =
            (self.board.rows().len(), self.board.rows().map(|row| row.len()).max().unwrap_or(0));
        let counts = self.supply.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let supply: Vec<String> = self.supply[..counts].iter().map(u8::to_string).collect();
        let lay = match self.lay {
            Lay::Random => "random",
            Lay::Alternate => "alternate",
            Lay::Given => "given",
        };
        let mut resolved = vec![
            ("pieces", json!(self.pieces)),
            ("rows", json!(rows)),
            ("cols", json!(cols)),
            ("lay", json!(lay)),
        ];
        if counts > 0 {
            resolved.push(("supply", json!(supply.join("/"))));
        }
        let switches = self.preset.switches();
        for (name, value) in resolved {
            if let Err(refusal) = self.set.set(&switches, name, value) {
                unreachable!("a resolved value is legal: {refusal}");
            }
        }
    }
}

/// Refuses rules under which a game could never end or be scored.
fn check_mix(
    preset: &Preset,
    lattice: Lattice,
    block: Block,
    claim: Claim,
    end: End,
    score: Score,
) -> Result<(), Refusal> {
    match (block, claim) {
        (Block::Claimed, Claim::None) => {
            return refuse(
                "block claimed with claim none: no cell would ever leave play; choose block left or shot",
            );
        }
        (Block::Claimed, Claim::Reached) => {
            return refuse(
                "block claimed with claim reached would remove the cell under the piece; choose block left",
            );
        }
        (Block::Shot, Claim::Corners) => {
            return refuse(
                "claim corners and block shot both name a cell after the move; choose one of them",
            );
        }
        (Block::Claimed, Claim::Corners) if end != End::IdleTurns => {
            return refuse(
                "with claim corners no player has to claim, so the game may never end; choose end idle_turns",
            );
        }
        _ => {}
    }
    if claim == Claim::None && end == End::IdleTurns {
        return refuse("end idle_turns counts turns without a claim; with claim none every turn is one");
    }
    if claim == Claim::Corners && lattice != Lattice::Square {
        return refuse("claim corners needs rows and columns: topology square");
    }
    match score {
        Score::Fish if claim == Claim::None => {
            refuse("score fish with claim none: no one would ever score; choose a claim or score last_mover")
        }
        Score::Poker if !preset.cards => {
            refuse("score poker needs cards on the board; this game has fish: choose score fish")
        }
        _ => Ok(()),
    }
}

/// Ones, twos and threes in proportion 3:2:1, by largest remainder, ties to the smaller number.
pub(crate) fn proportion(cells: usize) -> [u8; MAX_FISH as usize] {
    let mut counts = [cells * 3 / 6, cells * 2 / 6, cells / 6];
    let mut order = [0, 1, 2];
    order.sort_by_key(|&kind| (std::cmp::Reverse(cells * [3, 2, 1][kind] % 6), kind));
    let short = cells - counts.iter().sum::<usize>();
    order.iter().take(short).for_each(|&kind| counts[kind] += 1);
    let mut supply = [0; MAX_FISH as usize];
    counts.iter().zip(&mut supply).for_each(|(&count, place)| *place = count as u8);
    supply
}

fn board_and_tiles(
    preset: &Preset,
    set: &RuleSet,
    lattice: Lattice,
    fishy: bool,
) -> Result<(Board, Vec<Tile>), Refusal> {
    let fish = Fish::parse(preset.fish, set.get(preset.fish))?;
    let in_words = |error: floe_board::OutlineError| Refusal::invalid_rules(error.to_string());
    let plain = match (preset.cards, fishy) {
        // A card counts as one: stones are what is scored before the showdown.
        (true, _) => Tile::Fish(1),
        (false, true) => Tile::Supply,
        (false, false) => Tile::Fish(0),
    };
    let (board, mut tiles) = match set.get("layout") {
        Value::String(drawing) => {
            let (board, marks) = Board::marked(lattice, drawing).map_err(in_words)?;
            let tile = |mark: &char| match mark {
                '*' => Ok(plain),
                '1'..='7' if fishy => Ok(Tile::Fish(*mark as u8 - b'0')),
                '1'..='7' => Ok(Tile::Fish(0)),
                other => refuse(format!(
                    "layout: '{other}' is not a mark; draw 1-7 for a cell with fish, * for a cell to be dealt, 0 for a hole"
                )),
            };
            let tiles = marks.iter().map(tile).collect::<Result<Vec<_>, _>>()?;
            (board, tiles)
        }
        Value::Null => {
            let board = match (&fish, lattice) {
                (Fish::Board(rows), Lattice::Square | Lattice::HexColumns) => {
                    let cells: Vec<Vec<bool>> =
                        rows.iter().map(|row| row.iter().map(|&fish| fish > 0).collect()).collect();
                    Board::grid(lattice, &cells).map_err(in_words)?
                }
                _ => sized(set, lattice)?,
            };
            let tiles = vec![plain; board.cells()];
            (board, tiles)
        }
        _ => return refuse("layout is a drawing in text"),
    };
    match fish {
        Fish::Supply => {}
        _ if preset.cards => {
            return refuse(format!("{}: this board has cards, not fish", preset.fish));
        }
        _ if !fishy => {
            return refuse(format!("{} needs a claim; with claim none there are no fish", preset.fish));
        }
        Fish::Every(fish) => tiles.iter_mut().for_each(|tile| *tile = Tile::Fish(fish)),
        Fish::Random(most) => tiles.iter_mut().for_each(|tile| *tile = Tile::Random(most)),
        Fish::Board(rows) => fill(&board, &mut tiles, &rows, preset.fish)?,
    }
    Ok((board, tiles))
}

/// Puts an explicit board of fish onto the spots of an outline, zeros past the end of a row ignored.
fn fill(board: &Board, tiles: &mut [Tile], rows: &[Vec<u8>], name: &str) -> Result<(), Refusal> {
    if rows.len() != board.rows().len() {
        return refuse(format!("{name} has {} rows; the board has {}", rows.len(), board.rows().len()));
    }
    for (number, (spots, fish)) in board.rows().zip(rows).enumerate() {
        let spots: Vec<Option<usize>> = spots.collect();
        let more = fish.iter().skip(spots.len()).any(|&fish| fish > 0);
        if more || fish.len() < spots.len() && board.lattice() == Lattice::Hex {
            let (have, want) = (fish.len(), spots.len());
            return refuse(format!(
                "{name}: row {} has {have} numbers; the board has {want} spots there",
                number + 1
            ));
        }
        for (at, spot) in spots.into_iter().enumerate() {
            let fish = fish.get(at).copied().unwrap_or(0);
            match spot {
                Some(cell) => tiles[cell] = if fish > 0 { Tile::Fish(fish) } else { Tile::Hole },
                None if fish > 0 => {
                    return refuse(format!(
                        "{name}: row {} has fish where the layout has a hole",
                        number + 1
                    ));
                }
                None => {}
            }
        }
    }
    Ok(())
}

/// A rectangular board of `rows` rows and `cols` columns.
fn sized(set: &RuleSet, lattice: Lattice) -> Result<Board, Refusal> {
    let number = |name: &str| set.get(name).as_u64().unwrap_or(0) as usize;
    let (rows, cols) = (number("rows"), number("cols"));
    let in_words = |error: floe_board::OutlineError| Refusal::invalid_rules(error.to_string());
    match lattice {
        Lattice::Square if !(3..=11).contains(&rows) || !(3..=11).contains(&cols) => {
            refuse(format!("a board of {rows} rows and {cols} columns; rows and cols go from 3 to 11"))
        }
        Lattice::Square | Lattice::HexColumns => Board::full(lattice, rows, cols).map_err(in_words),
        // The bottom row is a long one, and every other one above it; short rows are set in by half a hex.
        Lattice::Hex => {
            if cols < 2 || rows * cols > 200 {
                return refuse(format!(
                    "a hex board of {rows} rows and {cols} columns; it needs at least 2 columns and at most 128 cells"
                ));
            }
            let line = |up: usize| {
                if up.is_multiple_of(2) { "* ".repeat(cols) } else { format!(" {}", "* ".repeat(cols - 1)) }
            };
            let drawing: Vec<String> = (0..rows).rev().map(line).collect();
            Ok(Board::marked(lattice, &drawing.join("\n")).map_err(in_words)?.0)
        }
    }
}

/// The parsed `fish` switch.
enum Fish {
    Supply,
    Every(u8),
    Random(u8),
    Board(Vec<Vec<u8>>),
}

impl Fish {
    fn parse(name: &str, value: &Value) -> Result<Fish, Refusal> {
        let most = u64::from(MAX_FISH);
        let how = || {
            Refusal::invalid_rules(format!(
                "{name} must be a number from 1 to {MAX_FISH}, random:N, a board such as 1213/2011 or null, not {}",
                excerpt(&value.to_string())
            ))
        };
        match value {
            Value::Null => Ok(Fish::Supply),
            Value::Number(number) => match number.as_u64() {
                Some(fish) if (1..=most).contains(&fish) => Ok(Fish::Every(fish as u8)),
                // A board of one row reads as a number.
                Some(digits) if digits > most => Fish::rows(&digits.to_string()).ok_or_else(how),
                _ => Err(how()),
            },
            Value::String(word) if word.trim() == "random" => Ok(Fish::Random(5)),
            Value::String(word) => {
                match word.trim().strip_prefix("random:").or(word.trim().strip_prefix("1-")) {
                    Some(number) => match number.parse() {
                        Ok(fish @ 1..=MAX_FISH) => Ok(Fish::Random(fish)),
                        _ => Err(how()),
                    },
                    None => Fish::rows(word).ok_or_else(how),
                }
            }
            Value::Array(rows) => {
                let row = |row: &Value| match row {
                    Value::String(digits) => Fish::digits(digits),
                    Value::Array(numbers) => {
                        numbers.iter().map(|n| n.as_u64().filter(|&n| n <= most).map(|n| n as u8)).collect()
                    }
                    _ => None,
                };
                rows.iter().map(row).collect::<Option<Vec<_>>>().map(Fish::Board).ok_or_else(how)
            }
            _ => Err(how()),
        }
    }

    fn rows(text: &str) -> Option<Fish> {
        let rows: Vec<Vec<u8>> = text.split(['/', '\n']).map(Fish::digits).collect::<Option<_>>()?;
        // Rows may also be separated by whitespace; on one line the spaces separate rows.
        let split = rows.len() == 1 && text.trim().contains(char::is_whitespace);
        if split {
            let rows = text.split_whitespace().map(Fish::digits).collect::<Option<Vec<_>>>()?;
            return Some(Fish::Board(rows));
        }
        let rows: Vec<Vec<u8>> = rows.into_iter().skip_while(Vec::is_empty).collect();
        let kept = rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
        Some(Fish::Board(rows[..kept].to_vec()))
    }

    fn digits(text: &str) -> Option<Vec<u8>> {
        text.chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| c.to_digit(10).filter(|&fish| fish <= u32::from(MAX_FISH)).map(|fish| fish as u8))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::proportion;

    #[test]
    fn ones_twos_and_threes_keep_their_proportion() {
        for (cells, ones, twos, threes) in [
            (64, 32, 21, 11),
            (9, 5, 3, 1),
            (60, 30, 20, 10),
            (25, 13, 8, 4),
            (16, 8, 5, 3),
            (121, 61, 40, 20),
        ] {
            assert_eq!(proportion(cells)[..3], [ones, twos, threes], "{cells} cells");
        }
    }
}
