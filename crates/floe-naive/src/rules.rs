//! The rules axes, read from the `rules` object of a trace.

use serde_json::Value;

/// How cells are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    /// Squares with eight neighbours.
    Square,
    /// Rows of pointy-top hexes: two neighbours in the row, four diagonal ones.
    Hex,
    /// Flat-top hexes of the refereed game: neighbours two rows up and down.
    HexColumns,
}

/// How the player to lay gets the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Chance draws it.
    Pile,
    /// The player picks any denomination that is left.
    Supply,
    /// It is always the highest denomination that is left.
    Highest,
}

/// Which cell leaves play on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// The cell the piece left.
    Left,
    /// The cell shot at.
    Shot,
    /// The cell named by [`Claim`].
    Claimed,
}

/// Which cell's fish the mover scores on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Nobody scores anything.
    None,
    /// The cell left.
    Left,
    /// The cell reached, by moving or by placing.
    Reached,
    /// The cell shot at.
    Shot,
    /// Optionally, one cell that the mover's two pieces span.
    Corners,
}

/// When the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// When all but one player have run out of moves on their turn.
    LastMover,
    /// When nobody can move.
    NobodyMoves,
    /// After a number of consecutive turns without a claim.
    IdleTurns,
}

/// What decides who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Having made the last move.
    LastMover,
    /// The fish claimed.
    Fish,
}

/// All axes of one game.
#[derive(Clone, Debug)]
pub struct Rules {
    pub topology: Topology,
    pub seats: usize,
    /// Players lay the cells in turn before anything else.
    pub lay_in_turn: bool,
    pub draw: Draw,
    /// Players place their pieces in turn; otherwise they stand from the start.
    pub placed: bool,
    /// Pieces that each player places.
    pub pieces: u64,
    /// Placement is on 1-fish cells while one is free.
    pub ones_first: bool,
    pub block: Block,
    pub claim: Claim,
    pub end: End,
    pub end_turns: u64,
    pub score: Score,
    /// Ties in fish are broken by the number of tiles.
    pub tiles_split: bool,
    pub claim_under: bool,
    pub retire_stuck: bool,
    /// Every round of placing goes in the opposite order.
    pub snake: bool,
    /// The side that placed last moves first.
    pub last_placer_first: bool,
    /// The first move may be answered by swapping sides.
    pub swap: bool,
    /// Half fish that the second side gets, below zero the first.
    pub komi: i64,
    /// How many tiles of 1, 2, 3, … fish there are to lay.
    pub supply: Vec<u32>,
}

impl Rules {
    /// Reads every axis; an unknown value is an error, never a default, because
    /// a checker that guesses would check the wrong game.
    pub fn read(value: &Value) -> Result<Rules, String> {
        let lay = [("random", false), ("given", false), ("alternate", true)];
        let lay_in_turn = choose(value, "lay", &lay)?;
        let rules = Rules {
            topology: choose(
                value,
                "topology",
                &[
                    ("square", Topology::Square),
                    ("hex", Topology::Hex),
                    ("hex_columns", Topology::HexColumns),
                ],
            )?,
            seats: usize::try_from(number(value, "players")?).map_err(|e| e.to_string())?,
            lay_in_turn,
            draw: choose(
                value,
                "draw",
                &[("pile", Draw::Pile), ("supply", Draw::Supply), ("highest", Draw::Highest)],
            )?,
            placed: choose(value, "setup", &[("fixed", false), ("placed", true)])?,
            pieces: number(value, "pieces")?,
            ones_first: choose(value, "place_on", &[("one", true), ("any", false)])?,
            block: choose(
                value,
                "block",
                &[("left", Block::Left), ("shot", Block::Shot), ("claimed", Block::Claimed)],
            )?,
            claim: choose(
                value,
                "claim",
                &[
                    ("none", Claim::None),
                    ("left", Claim::Left),
                    ("reached", Claim::Reached),
                    ("shot", Claim::Shot),
                    ("corners", Claim::Corners),
                ],
            )?,
            end: choose(
                value,
                "end",
                &[
                    ("last_mover", End::LastMover),
                    ("nobody_moves", End::NobodyMoves),
                    ("idle_turns", End::IdleTurns),
                ],
            )?,
            end_turns: number(value, "end_turns")?,
            score: choose(value, "score", &[("last_mover", Score::LastMover), ("fish", Score::Fish)])?,
            tiles_split: choose(value, "ties", &[("tiles", true), ("share", false)])?,
            claim_under: flag(value, "claim_under")?,
            retire_stuck: flag(value, "retire_stuck")?,
            snake: choose(value, "place_order", &[("alternate", false), ("snake", true)])?,
            last_placer_first: choose(
                value,
                "moves_first",
                &[("first_placer", false), ("last_placer", true)],
            )?,
            swap: flag(value, "swap")?,
            komi: half_fish(&value["komi"])?,
            supply: if lay_in_turn { counts(text(value, "supply")?)? } else { Vec::new() },
        };
        rules.sensible()?;
        Ok(rules)
    }

    /// A turn has a shot exactly when some axis refers to the cell shot at.
    pub fn shoots(&self) -> bool {
        self.block == Block::Shot || self.claim == Claim::Shot
    }

    /// Refuses mixes that have no meaning or whose move text is undefined.
    fn sensible(&self) -> Result<(), String> {
        if !(1..=16).contains(&self.seats) {
            return Err(format!("players out of range: {}", self.seats));
        }
        if self.block == Block::Claimed && self.claim == Claim::None {
            return Err("no cell ever leaves play: block=claimed with claim=none".to_string());
        }
        if self.claim == Claim::Corners {
            if self.topology != Topology::Square {
                return Err("claim=corners needs a square board".to_string());
            }
            if self.block == Block::Shot {
                return Err("claim=corners with block=shot has no move text".to_string());
            }
            if self.placed && self.pieces != 2 {
                return Err("claim=corners needs two pieces each".to_string());
            }
        }
        if self.seats != 2 && (self.swap || self.komi != 0) {
            return Err("swap and komi are for two players".to_string());
        }
        if self.end == End::IdleTurns && self.end_turns == 0 {
            return Err("end=idle_turns needs end_turns of at least 1".to_string());
        }
        Ok(())
    }
}

fn half_fish(value: &Value) -> Result<i64, String> {
    let half = value.as_f64().map(|fish| fish * 2.0).filter(|half| half.fract() == 0.0 && half.abs() < 1e6);
    half.map(|half| half as i64).ok_or_else(|| format!("rules.komi is not a number of half fish: {value}"))
}

pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str, String> {
    value[key].as_str().ok_or_else(|| format!("rules.{key} is not a text: {}", value[key]))
}

pub(crate) fn number(value: &Value, key: &str) -> Result<u64, String> {
    value[key].as_u64().ok_or_else(|| format!("rules.{key} is not a count: {}", value[key]))
}

pub(crate) fn flag(value: &Value, key: &str) -> Result<bool, String> {
    value[key].as_bool().ok_or_else(|| format!("rules.{key} is not true or false: {}", value[key]))
}

pub(crate) fn choose<T: Copy>(value: &Value, key: &str, choices: &[(&str, T)]) -> Result<T, String> {
    let word = text(value, key)?;
    choices
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, choice)| *choice)
        .ok_or_else(|| format!("rules.{key} is unknown: {word}"))
}

/// Reads `32/21/11`.
fn counts(text: &str) -> Result<Vec<u32>, String> {
    text.split('/')
        .map(|part| part.trim().parse().map_err(|_| format!("rules.supply is not counts: {text}")))
        .collect()
}
