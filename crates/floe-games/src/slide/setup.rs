//! Positions as text and JSON: an unchecked [`Setup`] on the outside, a checked [`Position`] inside.

use floe_board::{Bits, Board};
use serde::{Deserialize, Serialize};

use super::axes::{Claim, Draw, End, Lay, Setup as PieceSetup};
use super::kernel::Turn;
use super::position::{MAX_FISH, Phase, Position, SwapStage};
use super::rules::Rules;
use crate::Refusal;
use crate::switches::excerpt;

/// The maximum length of a position text, in bytes.
const MAX_TEXT: usize = 4096;

/// A position as written, not yet checked against any rules.
///
/// Spots of the board are written `1`–`7` (a cell with that many fish), `o` (a cell without fish), `A1` (a piece of the
/// first seat on a cell with one fish; `B` the second …), `?` (a cell still to be laid) and `0` (out of play).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SlideState"))]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    phase: String,
    turn: usize,
    board: Vec<Vec<String>>,
    scores: Vec<u16>,
    tiles: Vec<u8>,
    /// The tile in hand while tiles are laid.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    hand: u8,
    /// Consecutive turns without a claim.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    idle: u8,
    /// Seats that were eliminated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    out: Vec<usize>,
    /// Seats that lost because they could not move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    lost: Vec<usize>,
    /// Who moved last, where that decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    last: Option<usize>,
    /// With the pie rule: `first` before the first move, `offered` where sides may be swapped, `done` after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    swap: Option<String>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// What is on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Gone,
    Unlaid,
    Open(u8),
    Piece(usize, u8),
}

impl Mark {
    fn text(self) -> String {
        match self {
            Mark::Gone => "0".into(),
            Mark::Unlaid => "?".into(),
            Mark::Open(0) => "o".into(),
            Mark::Open(fish) => fish.to_string(),
            Mark::Piece(seat, fish) => format!("{}{fish}", char::from(b'A' + seat as u8)),
        }
    }

    fn parse(text: &str) -> Option<Mark> {
        let digit = |c: u8| (c.is_ascii_digit() && c - b'0' <= MAX_FISH).then(|| c - b'0');
        match text.as_bytes() {
            b"0" => Some(Mark::Gone),
            b"?" => Some(Mark::Unlaid),
            b"o" => Some(Mark::Open(0)),
            [c] => digit(*c).map(Mark::Open),
            [seat @ b'A'..=b'D', c] => digit(*c).map(|fish| Mark::Piece(usize::from(seat - b'A'), fish)),
            _ => None,
        }
    }
}

impl Setup {
    /// One line: board, phase, seat, scores, cells claimed, and the remaining fields as `word=value`.
    pub(crate) fn to_text(&self) -> String {
        let join = |list: &[usize]| list.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let numbers = |list: Vec<usize>| join(&list);
        let rows: Vec<String> = self.board.iter().map(|row| row.concat()).collect();
        let mut text = format!(
            "{} {} {} {} {}",
            rows.join("/"),
            self.phase,
            self.turn,
            numbers(self.scores.iter().map(|&n| usize::from(n)).collect()),
            numbers(self.tiles.iter().map(|&n| usize::from(n)).collect()),
        );
        for (word, value) in [("hand", self.hand), ("idle", self.idle)] {
            if value > 0 {
                text += &format!(" {word}={value}");
            }
        }
        for (word, list) in [("out", &self.out), ("lost", &self.lost)] {
            if !list.is_empty() {
                text += &format!(" {word}={}", join(list));
            }
        }
        if let Some(last) = self.last {
            text += &format!(" last={last}");
        }
        if let Some(swap) = &self.swap {
            text += &format!(" swap={swap}");
        }
        text
    }

    pub(crate) fn from_text(text: &str) -> Result<Setup, Refusal> {
        if text.len() > MAX_TEXT {
            return Err(Refusal::too_large(format!(
                "the position is {} bytes long; the limit is {MAX_TEXT}",
                text.len()
            )));
        }
        let invalid = |what: &str| {
            Refusal::invalid_position(format!(
                "position: {what}; write BOARD PHASE SEAT SCORES CELLS as floe prints it"
            ))
        };
        let mut fields = text.split_whitespace();
        let mut field = |name: &str| fields.next().ok_or_else(|| invalid(&format!("{name} is missing")));
        let board = field("the board")?.split('/').map(split_marks).collect::<Result<_, _>>()?;
        let phase = field("the phase")?.to_owned();
        let turn = field("the seat to act")?;
        let turn = turn.parse().map_err(|_| invalid(&format!("'{}' is not a seat", excerpt(turn))))?;
        let scores = list_of(field("the scores")?).ok_or_else(|| invalid("the scores are not numbers"))?;
        let tiles = list_of(field("the cells claimed")?)
            .ok_or_else(|| invalid("the cells claimed are not numbers"))?;
        let mut setup = Setup {
            phase,
            turn,
            board,
            scores,
            tiles,
            hand: 0,
            idle: 0,
            out: vec![],
            lost: vec![],
            last: None,
            swap: None,
        };
        for extra in fields {
            let unknown = || invalid(&format!("unknown field '{}'", excerpt(extra)));
            let (word, value) = extra.split_once('=').ok_or_else(unknown)?;
            match word {
                "hand" => setup.hand = value.parse().map_err(|_| unknown())?,
                "idle" => setup.idle = value.parse().map_err(|_| unknown())?,
                "out" => setup.out = list_of(value).ok_or_else(unknown)?,
                "lost" => setup.lost = list_of(value).ok_or_else(unknown)?,
                "last" => setup.last = Some(value.parse().map_err(|_| unknown())?),
                "swap" => setup.swap = Some(value.to_owned()),
                _ => return Err(unknown()),
            }
        }
        Ok(setup)
    }

    /// A bare diagram of a game of Penguins: rows of digits separated by spaces, with `r` to move and `b` on one-fish
    /// tiles. `None` if the text is something else.
    pub(crate) fn from_diagram(text: &str) -> Option<Setup> {
        let rows: Vec<&str> = text.split([' ', '/', '\n']).filter(|row| !row.is_empty()).collect();
        let digits = |c: char| c.is_ascii_digit() || c == 'r' || c == 'b';
        let fits = text.len() <= MAX_TEXT && text.contains(['r', 'b']) && rows.len() > 1;
        if !fits || !rows.iter().all(|row| row.chars().all(digits)) {
            return None;
        }
        let mark = |c: char| match c {
            'r' => "A1".into(),
            'b' => "B1".into(),
            digit => digit.to_string(),
        };
        let board = rows.iter().map(|row| row.chars().map(mark).collect()).collect();
        Some(Setup {
            phase: "move".into(),
            turn: 0,
            board,
            scores: vec![0, 0],
            tiles: vec![0, 0],
            hand: 0,
            idle: 0,
            out: vec![],
            lost: vec![],
            last: None,
            swap: None,
        })
    }

    /// Rows and columns, for boards that are rectangles.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.board.len(), self.board.iter().map(Vec::len).max().unwrap_or(0))
    }

    pub(crate) fn new<B: Bits, const H: usize>(rules: &Rules<B, H>, position: &Position<B>) -> Setup {
        let unlaid = rules.unlaid(position);
        let mark = |cell: Option<usize>| match cell {
            None => Mark::Gone,
            Some(cell) => match position.owner(cell) {
                Some(seat) => Mark::Piece(seat, position.fish(cell)),
                None if position.open.has(cell) => Mark::Open(position.fish(cell)),
                None if unlaid.has(cell) => Mark::Unlaid,
                None => Mark::Gone,
            },
        };
        let seats = rules.plan.seats;
        let laying = matches!(position.phase, Phase::Draw | Phase::Lay);
        let chosen = |test: &dyn Fn(usize) -> bool| (0..seats).filter(|&seat| test(seat)).collect();
        Setup {
            phase: position.phase.as_str().into(),
            turn: position.turn(),
            board: rules.plan.board.rows().map(|row| row.map(|cell| mark(cell).text()).collect()).collect(),
            scores: position.scores[..seats].to_vec(),
            tiles: position.tiles[..seats].to_vec(),
            hand: if laying { position.note } else { 0 },
            idle: if laying { 0 } else { position.note },
            out: chosen(&|seat| position.is_eliminated(seat)),
            lost: chosen(&|seat| position.has_lost(seat)),
            last: position.last_mover(),
            swap: SwapStage::NAMED
                .iter()
                .find(|(stage, _)| *stage == position.swap_stage())
                .map(|(_, name)| (*name).to_owned()),
        }
    }

    /// Checks everything the rules require of a position.
    pub(crate) fn position<B: Bits, const H: usize, T: Turn>(
        &self,
        rules: &Rules<B, H>,
    ) -> Result<Position<B>, Refusal> {
        let plan = &rules.plan;
        let invalid = |what: String| Err(Refusal::invalid_position(format!("position: {what}")));
        let phase = [Phase::Draw, Phase::Lay, Phase::Place, Phase::Move, Phase::Over]
            .into_iter()
            .find(|phase| phase.as_str() == self.phase);
        let Some(phase) = phase else {
            return invalid(format!(
                "unknown phase '{}'; expected draw, lay, place, move or over",
                excerpt(&self.phase)
            ));
        };
        let laying = matches!(phase, Phase::Draw | Phase::Lay);
        if laying && (plan.lay != Lay::Alternate || (phase == Phase::Draw) && plan.draw != Draw::Pile) {
            return invalid(format!("these rules have no phase '{}'", self.phase));
        }
        if self.scores.len() != plan.seats || self.tiles.len() != plan.seats {
            return invalid(format!(
                "there are {} seats, so {} scores and numbers of cells",
                plan.seats, plan.seats
            ));
        }
        if self.scores.iter().any(|&score| score > 10_000) || self.tiles.iter().any(|&tiles| tiles > 128) {
            return invalid("a score is at most 10000, a number of cells 128".into());
        }
        let seat_ok = |seat: &usize| *seat < plan.seats;
        if !seat_ok(&self.turn) || !self.out.iter().chain(&self.lost).chain(&self.last).all(seat_ok) {
            return invalid(format!("seats go from 0 to {}", plan.seats - 1));
        }
        let mut position = Position::bare(phase);
        self.put_marks(&plan.board, laying, &mut position)?;
        position.scores[..plan.seats].copy_from_slice(&self.scores);
        position.tiles[..plan.seats].copy_from_slice(&self.tiles);
        position.set_turn(self.turn);
        position.set_last_mover(self.last.filter(|_| rules.hot.tracks_last));
        self.out.iter().for_each(|seat| position.gone |= 1 << seat);
        self.lost.iter().for_each(|seat| position.gone |= 16 << seat);
        position.note = if laying { self.hand } else { self.idle };
        position.set_swap_stage(self.swap_stage(rules)?);
        self.check::<B, H, T>(rules, &mut position)?;
        Ok(position)
    }

    fn swap_stage<B: Bits, const H: usize>(&self, rules: &Rules<B, H>) -> Result<SwapStage, Refusal> {
        let Some(word) = &self.swap else { return Ok(SwapStage::None) };
        let invalid = |what: String| Err(Refusal::invalid_position(format!("position: {what}")));
        if !rules.plan.balance.swap {
            return invalid("swap is written only where the rules have swap true".into());
        }
        match SwapStage::NAMED.iter().find(|(_, name)| name == word) {
            Some((stage, _)) => Ok(*stage),
            None => invalid(format!("swap cannot be '{}'; expected first, offered or done", excerpt(word))),
        }
    }

    fn put_marks<B: Bits>(
        &self,
        board: &Board,
        laying: bool,
        position: &mut Position<B>,
    ) -> Result<(), Refusal> {
        let invalid = |what: String| Err(Refusal::invalid_position(format!("position: {what}")));
        if self.board.len() != board.rows().len() {
            return invalid(format!("the board has {} rows, not {}", board.rows().len(), self.board.len()));
        }
        for (number, (spots, marks)) in board.rows().zip(&self.board).enumerate() {
            let spots: Vec<Option<usize>> = spots.collect();
            // A diagram may pad short rows with water.
            let over = marks.iter().skip(spots.len()).any(|mark| mark != "0");
            if marks.len() < spots.len() || over {
                let (have, want) = (marks.len(), spots.len());
                return invalid(format!(
                    "row {} from the top has {have} spots; the board has {want} there",
                    number + 1
                ));
            }
            for (spot, text) in spots.into_iter().zip(marks) {
                let Some(mark) = Mark::parse(text) else {
                    return invalid(format!("'{}' is not a valid cell mark", excerpt(text)));
                };
                match (spot, mark) {
                    (_, Mark::Gone) => {}
                    (None, _) => {
                        return invalid(format!(
                            "row {} has '{text}' where the board has a hole",
                            number + 1
                        ));
                    }
                    (Some(_), Mark::Unlaid) if laying => {}
                    (Some(_), Mark::Unlaid) => {
                        return invalid("'?' is only for the phases draw and lay".into());
                    }
                    (Some(cell), Mark::Open(fish)) => {
                        position.open |= B::one(cell);
                        position.set_fish(cell, fish);
                    }
                    (Some(cell), Mark::Piece(seat, fish)) => {
                        position.place_piece(seat, cell);
                        position.set_fish(cell, fish);
                    }
                }
            }
        }
        Ok(())
    }

    fn check<B: Bits, const H: usize, T: Turn>(
        &self,
        rules: &Rules<B, H>,
        position: &mut Position<B>,
    ) -> Result<(), Refusal> {
        let plan = &rules.plan;
        let invalid = |what: String| Err(Refusal::invalid_position(format!("position: {what}")));
        for seat in 0..4 {
            let own = position.own(seat).count();
            if own > 0 && (seat >= plan.seats || position.is_eliminated(seat)) {
                return invalid(format!("seat {seat} has pieces but is not in the game"));
            }
            let most = if position.phase == Phase::Place { plan.pieces } else { 16 };
            if own > most {
                return invalid(format!("seat {seat} has {own} pieces; the limit is {most}"));
            }
        }
        if let Some(seat) = (0..plan.seats).find(|&seat| {
            position.is_eliminated(seat) && (position.scores[seat] > 0 || position.tiles[seat] > 0)
        }) {
            return invalid(format!("seat {seat} is out, so its score does not count: write 0"));
        }
        if plan.claim == Claim::None && (position.scores != [0; 4] || position.tiles != [0; 4]) {
            return invalid("nothing is claimed in this game, so scores are 0".into());
        }
        let laying = matches!(position.phase, Phase::Draw | Phase::Lay);
        let placed = plan.setup == PieceSetup::Placed;
        let none_placed = !placed || position.pieces.is_empty();
        let fits = match position.swap_stage() {
            SwapStage::None => true,
            SwapStage::First => none_placed && position.phase != Phase::Over,
            SwapStage::Offered => match position.phase {
                Phase::Place => position.pieces.count() == 1 && position.own(position.turn()).is_empty(),
                Phase::Move => !placed,
                _ => false,
            },
            SwapStage::Swapped => !(laying || position.phase == Phase::Place && position.pieces.is_empty()),
        };
        if !fits {
            return invalid(
                "swap is first before the first move, offered as an answer to it, done after that".into(),
            );
        }
        match position.phase {
            Phase::Draw | Phase::Lay => {
                if !position.pieces.is_empty()
                    || position.open.without(B::from_cells(plan.playable())) != B::EMPTY
                {
                    return invalid("while tiles are laid, only tiles can be on the board".into());
                }
                let too_many = (1..=MAX_FISH).find(|&fish| {
                    (position.with_fish(fish) & position.open).count()
                        > u32::from(plan.supply[usize::from(fish) - 1])
                });
                if let Some(fish) = too_many {
                    return invalid(format!("more {fish}-fish tiles are laid than the supply has"));
                }
                if !(position.with_fish(0) & position.open).is_empty() || rules.unlaid(position).is_empty() {
                    return invalid("in the phases draw and lay some tiles must still be unlaid".into());
                }
                let in_hand = position.phase == Phase::Lay && plan.draw == Draw::Pile;
                let hand_left = rules.pile(position).any(|(fish, count)| fish == position.note && count > 0);
                if in_hand != (position.note != 0) || in_hand && !hand_left {
                    return invalid("hand=N is the tile drawn from the pile, only in the phase lay".into());
                }
                if position.is_eliminated(position.turn()) {
                    return invalid("the seat to act was eliminated".into());
                }
            }
            Phase::Place => {
                let ready = position.own(position.turn()).count() < plan.pieces
                    && !position.is_eliminated(position.turn());
                if !ready || rules.placeable(position).is_empty() {
                    return invalid("the seat to act has no piece to place, or nowhere to place it".into());
                }
            }
            Phase::Move => {
                if !position.stays(position.turn()) {
                    return invalid("the seat to act is out of the game".into());
                }
                if rules.hot.end != End::IdleTurns {
                    position.note = 0;
                } else if position.note >= rules.hot.end_turns {
                    return invalid(format!("idle must be below {}", rules.hot.end_turns));
                }
                rules.settle::<T>(position);
                if position.is_swap_open() && position.turn() != self.turn {
                    position.set_swap_stage(SwapStage::None);
                }
            }
            Phase::Over => {
                position.set_turn(0);
                let staying = (0..plan.seats).filter(|&seat| position.stays(seat));
                let over = match rules.hot.end {
                    End::IdleTurns => position.note >= rules.hot.end_turns || staying.count() == 0,
                    End::LastMover => staying.count() <= 1,
                    End::NobodyMoves => !staying.into_iter().any(|seat| rules.can_move::<T>(position, seat)),
                };
                if !over {
                    return invalid("the game is not over: a player can still move".into());
                }
                if rules.hot.end != End::IdleTurns {
                    position.note = 0;
                }
            }
        }
        Ok(())
    }
}

/// Splits a row into marks: a letter takes the digit after it.
fn split_marks(row: &str) -> Result<Vec<String>, Refusal> {
    let mut marks = Vec::new();
    let mut chars = row.chars();
    while let Some(c) = chars.next() {
        let mut mark = String::from(c);
        if c.is_ascii_uppercase() {
            mark.extend(chars.next());
        }
        marks.push(mark);
    }
    Ok(marks)
}

fn list_of<N: std::str::FromStr>(text: &str) -> Option<Vec<N>> {
    text.split(',').map(|item| item.parse().ok()).collect()
}
