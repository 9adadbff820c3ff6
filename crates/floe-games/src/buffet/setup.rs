//! Positions of a buffet as text and JSON: unchecked outside, checked inside.

use floe_board::Bits;
use floe_cards::{Card, CardSet, Layout};
use serde::{Deserialize, Serialize};

use super::{MAX_CELLS, Position, Rules};
use crate::formats::parse_json;
use crate::slide::axes::End;
use crate::slide::{self, Phase, Turn};
use crate::switches::excerpt;
use crate::{Refusal, Viewer};

/// The maximum length of a position or layout, in bytes.
const MAX_TEXT: usize = 4096;

/// A position as written, unchecked.
///
/// A spot is its card, then `b` or `w` for a stone of Black or White on it, then `B` or `W` for a pawn: `KS`, `KSB`,
/// `4Dw`, `4DbW`; `0` means no card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "BuffetState"))]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    phase: String,
    turn: usize,
    board: Vec<Vec<String>>,
    hands: Vec<String>,
    /// Consecutive turns without a claim.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    idle: u8,
    /// How many layouts there have been.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    layouts: u8,
    /// What Black and White have laid out, `?` where the viewer may not see it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<_>", optional))]
    laid: Vec<String>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// A layout in its notation, or without spaces: `ASADAHKCKD|QSQD7H7C2D|9S`.
pub(super) fn read_layout(text: &str) -> Result<Layout, Refusal> {
    if text.len() > 256 {
        return Err(Refusal::unreadable_move(format!(
            "'{}' is not a layout: expected three hands of at most five cards",
            excerpt(text)
        )));
    }
    let spaced: Vec<String> =
        text.split('|').map(|hand| spread(hand).unwrap_or_else(|| hand.to_owned())).collect();
    spaced
        .join("|")
        .parse()
        .map_err(|error| Refusal::unreadable_move(format!("'{}': {error}", excerpt(text))))
}

/// `ASKD` as `AS KD`; `None` if it is not pairs of letters.
fn spread(hand: &str) -> Option<String> {
    let hand = hand.trim();
    let packed = hand.is_ascii()
        && hand.len() > 3
        && hand.len().is_multiple_of(2)
        && !hand.contains(char::is_whitespace);
    packed.then(|| {
        let pairs: Vec<&str> = (0..hand.len()).step_by(2).map(|at| &hand[at..at + 2]).collect();
        pairs.join(" ")
    })
}

fn packed(text: String) -> String {
    text.replace(' ', "")
}

impl Setup {
    pub(super) fn new(rules: &Rules, position: &Position, viewer: Viewer) -> Setup {
        let board = &rules.board.plan.board;
        let mark = |cell: Option<usize>| {
            let Some(cell) = cell else { return "0".to_owned() };
            let stone = match position.stones.map(|stones| stones.has(cell)) {
                [true, _] => "b",
                [_, true] => "w",
                _ => "",
            };
            let pawn = position.board.owner(cell).map_or("", |seat| ["B", "W"][seat & 1]);
            format!("{}{stone}{pawn}", position.cards[cell])
        };
        let laying = rules.lays_out(position);
        let laid = |seat: usize| {
            let layout = rules.visible_layout(position, seat, viewer);
            layout.map_or("?".to_owned(), |layout| packed(layout.to_string()))
        };
        Setup {
            phase: laying.map_or(position.board.phase().as_str(), |_| "layout").into(),
            turn: laying.unwrap_or(position.board.turn()),
            board: board.rows().map(|row| row.map(mark).collect()).collect(),
            hands: position.hands.iter().map(|hand| packed(hand.to_string())).collect(),
            idle: position.board.note,
            layouts: position.layouts,
            laid: if position.layouts > 0 { vec![laid(0), laid(1)] } else { Vec::new() },
        }
    }

    /// One line: board, phase, seat, dealt hands, and the remaining fields as `word=value`.
    pub(super) fn to_text(&self) -> String {
        let rows: Vec<String> = self.board.iter().map(|row| row.join(",")).collect();
        let mut text = format!("{} {} {} {}", rows.join("/"), self.phase, self.turn, self.hands.join(","));
        if self.idle > 0 {
            text += &format!(" idle={}", self.idle);
        }
        if self.layouts > 0 {
            text += &format!(" layouts={} laid={}", self.layouts, self.laid.join(","));
        }
        text
    }

    pub(super) fn from_text(text: &str) -> Result<Setup, Refusal> {
        let invalid = |what: &str| {
            Refusal::invalid_position(format!(
                "position: {what}; write BOARD PHASE SEAT HANDS as floe prints it"
            ))
        };
        if text.len() > MAX_TEXT {
            return Err(Refusal::too_large(format!(
                "the position is {} bytes long; the limit is {MAX_TEXT}",
                text.len()
            )));
        }
        let mut fields = text.split_whitespace();
        let mut field = |name: &str| fields.next().ok_or_else(|| invalid(&format!("{name} is missing")));
        let rows = field("the board")?.split('/');
        // A row of a layout may be empty.
        let cells = |row: &str| match row {
            "" => Vec::new(),
            row => row.split(',').map(str::to_owned).collect(),
        };
        let board = rows.map(cells).collect();
        let phase = field("the phase")?.to_owned();
        let turn = field("the seat to act")?;
        let turn = turn.parse().map_err(|_| invalid(&format!("'{}' is not a seat", excerpt(turn))))?;
        let hands = field("the dealt hands")?.split(',').map(str::to_owned).collect();
        let mut setup = Setup { phase, turn, board, hands, idle: 0, layouts: 0, laid: Vec::new() };
        for extra in fields {
            let unknown = || invalid(&format!("unknown field '{}'", excerpt(extra)));
            match extra.split_once('=').ok_or_else(unknown)? {
                ("idle", value) => setup.idle = value.parse().map_err(|_| unknown())?,
                ("layouts", value) => setup.layouts = value.parse().map_err(|_| unknown())?,
                ("laid", value) => setup.laid = value.split(',').map(str::to_owned).collect(),
                _ => return Err(unknown()),
            }
        }
        Ok(setup)
    }

    /// Reads JSON text.
    pub(super) fn from_json(text: &str) -> Result<Setup, Refusal> {
        parse_json(text).map_err(|error| {
            Refusal::invalid_position(format!("position: {error}; floe show --json prints one"))
        })
    }

    /// Does it have a face-down layout? Only Black's can be, while White is to lay out.
    pub(super) fn hides(&self) -> bool {
        self.laid.first().is_some_and(|laid| laid == "?")
    }

    /// The position before a face-down layout was laid; the same position if there is no such layout.
    pub(super) fn face_up(&self) -> Setup {
        match self.hides() {
            true => Setup { layouts: 0, laid: Vec::new(), turn: 0, ..self.clone() },
            false => self.clone(),
        }
    }

    /// Checks everything the rules require of a position.
    pub(super) fn position<T: Turn>(&self, rules: &Rules) -> Result<Position, Refusal> {
        let invalid = |what: String| Err(Refusal::invalid_position(format!("position: {what}")));
        let laying = self.phase == "layout";
        let word = if laying { "over" } else { self.phase.as_str() };
        let phases = [Phase::Place, Phase::Move, Phase::Over];
        let Some(phase) = phases.into_iter().find(|phase| phase.as_str() == word) else {
            return invalid(format!(
                "unknown phase '{}'; expected place, move, layout or over",
                excerpt(&self.phase)
            ));
        };
        if self.turn > 1 {
            return invalid("seats go from 0 to 1".into());
        }
        let (mut seen, hands) = self.read_hands()?;
        let filler = hands[0]
            .iter()
            .next()
            .ok_or_else(|| Refusal::invalid_position("position: the dealt hands are missing"))?;
        let mut position = Position {
            board: slide::Position::bare(phase),
            stones: [0; 2],
            cards: [filler; MAX_CELLS],
            hands,
            laid: [Layout::default(); 2],
            layouts: self.layouts,
        };
        self.put_cards(rules, &mut position, &mut seen)?;
        let first = position.cards[0];
        position.cards[rules.board.plan.board.cells()..].fill(first);
        for seat in 0..2 {
            position.board.scores[seat] = position.stones[seat].count() as u16;
            position.board.tiles[seat] = position.board.scores[seat] as u8;
        }
        position.board.set_turn(if laying { 0 } else { self.turn });
        position.board.note = self.idle;
        self.check_board::<T>(rules, &mut position)?;
        self.check_layouts(rules, &mut position, laying)?;
        Ok(position)
    }

    fn read_hands(&self) -> Result<(CardSet, [CardSet; 2]), Refusal> {
        let invalid = |what: String| Err(Refusal::invalid_position(format!("position: {what}")));
        let mut hands = [CardSet::EMPTY; 2];
        if self.hands.len() != 2 {
            return invalid(format!("{} dealt hands; there are two", self.hands.len()));
        }
        for (seat, text) in self.hands.iter().enumerate() {
            let cards =
                spread(text).and_then(|text| text.parse::<CardSet>().ok()).filter(|cards| cards.len() == 2);
            let Some(cards) = cards else {
                return invalid(format!("'{}' is not a pair of dealt cards such as ASKD", excerpt(text)));
            };
            hands[seat] = cards;
        }
        if !hands[0].is_disjoint(hands[1]) {
            return invalid("a card is dealt twice".into());
        }
        Ok((hands[0] | hands[1], hands))
    }

    fn put_cards(&self, rules: &Rules, position: &mut Position, seen: &mut CardSet) -> Result<(), Refusal> {
        let invalid = |what: String| Err(Refusal::invalid_position(format!("position: {what}")));
        let board = &rules.board.plan.board;
        if self.board.len() != board.rows().len() {
            return invalid(format!("the board has {} rows, not {}", board.rows().len(), self.board.len()));
        }
        for (number, (spots, marks)) in board.rows().zip(&self.board).enumerate() {
            if spots.len() != marks.len() {
                return invalid(format!("row {} has {} spots, not {}", number + 1, spots.len(), marks.len()));
            }
            for (spot, mark) in spots.zip(marks) {
                let Some(cell) = spot else {
                    if mark == "0" {
                        continue;
                    }
                    return invalid(format!("'{}' is where the board has a hole", excerpt(mark)));
                };
                let text = mark.trim_end_matches(['b', 'w', 'B', 'W']);
                let Ok(card) = text.parse::<Card>() else {
                    return invalid(format!("'{}' is not a card such as KS, KSB or 4Dw", excerpt(mark)));
                };
                if !seen.insert(card) {
                    return invalid(format!("{card} appears twice"));
                }
                position.cards[cell] = card;
                let (stone, pawn) = match &mark[text.len()..] {
                    "" => (None, None),
                    "b" => (Some(0), None),
                    "w" => (Some(1), None),
                    "B" => (None, Some(0)),
                    "W" => (None, Some(1)),
                    "bB" => (Some(0), Some(0)),
                    "bW" => (Some(0), Some(1)),
                    "wB" => (Some(1), Some(0)),
                    "wW" => (Some(1), Some(1)),
                    _ => return invalid(format!("'{}' has marks that no card can have", excerpt(mark))),
                };
                match stone {
                    Some(seat) => position.stones[seat] |= u64::one(cell),
                    None => position.board.set_fish(cell, 1),
                }
                match (pawn, stone) {
                    (Some(seat), _) => position.board.place_piece(seat, cell),
                    (None, None) => position.board.open |= u64::one(cell),
                    (None, Some(_)) => {}
                }
            }
        }
        Ok(())
    }

    fn check_board<T: Turn>(&self, rules: &Rules, position: &mut Position) -> Result<(), Refusal> {
        let invalid = |what: String| Err(Refusal::invalid_position(format!("position: {what}")));
        let kernel = &rules.board;
        let stoned = position.board.pieces & (position.stones[0] | position.stones[1]);
        if !stoned.is_empty() && !kernel.hot.under_pawn {
            return invalid("a stone lies under a pawn; these rules do not allow such a claim".into());
        }
        let placed = |seat: usize| position.board.own(seat).count();
        let most = kernel.plan.pieces;
        if placed(0).max(placed(1)) > most {
            return invalid(format!("a seat has more than {most} pawns"));
        }
        let full = placed(0) == most && placed(1) == most;
        if full == (position.board.phase == Phase::Place) {
            return invalid(format!("each seat has {most} pawns, all placed before the first move"));
        }
        if position.board.phase == Phase::Place && placed(self.turn) >= most {
            return invalid("the seat to act has no pawn to place".into());
        }
        let idle_ends = kernel.hot.end == End::IdleTurns;
        if !idle_ends && self.idle > 0 || self.idle > kernel.hot.end_turns {
            return invalid(format!("idle={} is impossible under these rules", self.idle));
        }
        match position.board.phase {
            Phase::Move if idle_ends && self.idle >= kernel.hot.end_turns => {
                return invalid("after that many idle turns the game is over".into());
            }
            Phase::Move => kernel.settle::<T>(&mut position.board),
            Phase::Over => {
                position.board.set_turn(0);
                let playing = (0..2).any(|seat| kernel.can_move::<T>(&position.board, seat));
                if idle_ends && self.idle != kernel.hot.end_turns
                    || kernel.hot.end == End::NobodyMoves && playing
                {
                    return invalid("the game on the board is not over".into());
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn check_layouts(&self, rules: &Rules, position: &mut Position, laying: bool) -> Result<(), Refusal> {
        let invalid = |what: String| Err(Refusal::invalid_position(format!("position: {what}")));
        if self.laid.iter().any(|laid| laid == "?") {
            return invalid("a layout lies face down; only the full position can be read".into());
        }
        if self.layouts == 0 && !self.laid.is_empty() || self.layouts > 0 && self.laid.len() != 2 {
            return invalid(
                "laid= lists what Black and White have laid out, and needs layouts= above 0".into(),
            );
        }
        position.layouts = 0;
        let mut done = [false; 2];
        for _ in 0..self.layouts {
            let Some(seat) = rules.lays_out(position) else { return invalid("too many layouts".into()) };
            done[seat] = true;
            position.layouts += 1;
        }
        for (seat, text) in self.laid.iter().enumerate() {
            position.laid[seat] = read_layout(text)?;
            match done[seat] {
                true => rules.check_layout(position, seat, &position.laid[seat].clone())?,
                false if position.laid[seat] != Layout::default() => {
                    return invalid("a layout was laid before its turn".into());
                }
                false => {}
            }
        }
        match rules.lays_out(position) {
            Some(seat) if laying && seat == self.turn => Ok(()),
            None if !laying => Ok(()),
            Some(seat) => invalid(format!("it is seat {seat}'s turn to lay out")),
            None => invalid("all hands have been laid out".into()),
        }
    }
}
