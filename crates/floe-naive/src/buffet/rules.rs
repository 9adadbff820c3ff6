//! The switches of the buffets, read from the `rules` object of a trace.

use super::Spot;
use crate::cards::{LayoutRules, Poker, Split};
use crate::rules::{choose, flag, number};
use serde_json::Value;

/// Which buffet it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    Penguin,
    Amazonian,
}

/// Who may change the layout after seeing the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjust {
    WhiteLast,
    BlackLast,
    /// Both lay out once without seeing the other's.
    Sealed,
    /// Black lays out, then White, with no rearranging.
    Never,
}

/// Which cards under a pawn may be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnderPawn {
    Nobodys,
    Enemys,
    Anybodys,
}

/// All switches of one game.
#[derive(Clone, Debug)]
pub struct Rules {
    pub game: Game,
    /// The dealt cards belong to the pool.
    pub dealt_count: bool,
    pub layout: LayoutRules,
    pub adjust: Adjust,
    /// The layouts are moves of the game; otherwise the exact value decides.
    pub table: bool,
    /// Where the pawns stand from the start, by seat; `None` if they are placed.
    pub corners: Option<[[Spot; 2]; 2]>,
    /// A move may break the alignment in one direction and make it in the other.
    pub realign: bool,
    /// Alignment may be kept if no move breaks it.
    pub align_waiver: bool,
    pub claim_under_pawn: UnderPawn,
    pub must_claim: bool,
    pub end_turns: u64,
    /// Cards under pawns go to the pawns' owners at the end.
    pub claim_under_pawn_at_end: bool,
}

impl Rules {
    /// Reads the switches. One that the game needs and that is missing or
    /// unknown is an error, never a default.
    pub fn read(game: Game, value: &Value) -> Result<Rules, String> {
        let poker = Poker {
            literal: choose(value, "tie_break", &[("poker", false), ("literal", true)])?,
            wheel: flag(value, "wheel")?,
            short_straights: flag(value, "short_straights")?,
        };
        let splits = [("free", Split::Free), ("fill", Split::Fill), ("balanced", Split::Balanced)];
        let layout = LayoutRules {
            poker,
            ordered: choose(value, "pairing", &[("ordered", true), ("free", false)])?,
            split: choose(value, "short_split", &splits)?,
        };
        let adjusts = [
            ("white_last", Adjust::WhiteLast),
            ("black_last", Adjust::BlackLast),
            ("sealed", Adjust::Sealed),
            ("none", Adjust::Never),
        ];
        let mut rules = Rules {
            game,
            dealt_count: flag(value, "dealt_count")?,
            layout,
            adjust: choose(value, "adjust", &adjusts)?,
            table: choose(value, "showdown", &[("solved", false), ("table", true)])?,
            corners: None,
            realign: false,
            align_waiver: false,
            claim_under_pawn: UnderPawn::Nobodys,
            must_claim: false,
            end_turns: 0,
            claim_under_pawn_at_end: false,
        };
        if rules.adjust == Adjust::Sealed && !rules.table {
            return Err("adjust=sealed needs showdown=table".to_string());
        }
        match game {
            Game::Penguin => rules.read_penguin(value)?,
            Game::Amazonian => rules.read_amazonian(value)?,
        }
        Ok(rules)
    }

    fn read_penguin(&mut self, value: &Value) -> Result<(), String> {
        if choose(value, "placement", &[("free", false), ("corners", true)])? {
            self.corners = Some(corners(value)?);
        }
        self.claim_under_pawn_at_end = flag(value, "claim_under_pawn_at_end")?;
        Ok(())
    }

    fn read_amazonian(&mut self, value: &Value) -> Result<(), String> {
        let under =
            [("none", UnderPawn::Nobodys), ("enemy", UnderPawn::Enemys), ("any", UnderPawn::Anybodys)];
        self.corners = Some(corners(value)?);
        self.realign = flag(value, "realign")?;
        self.align_waiver = flag(value, "align_waiver")?;
        self.claim_under_pawn = choose(value, "claim_under_pawn", &under)?;
        self.must_claim = flag(value, "must_claim")?;
        self.end_turns = number(value, "end_turns")?;
        if self.end_turns == 0 {
            return Err("end_turns has to be at least 1".to_string());
        }
        // Strictly a switch of the other game, but it is honoured where it is set.
        if !value["claim_under_pawn_at_end"].is_null() {
            self.claim_under_pawn_at_end = flag(value, "claim_under_pawn_at_end")?;
        }
        Ok(())
    }

    /// Who lays out, one after the other.
    pub fn layout_turns(&self) -> &'static [usize] {
        match self.adjust {
            Adjust::WhiteLast => &[0, 1, 0, 1],
            Adjust::BlackLast => &[1, 0, 1, 0],
            Adjust::Sealed | Adjust::Never => &[0, 1],
        }
    }
}

fn corners(value: &Value) -> Result<[[Spot; 2]; 2], String> {
    let (a1, h1, a6, h6) = ((1, 1), (8, 1), (1, 6), (8, 6));
    let starts = [
        ("rows", [[a1, h1], [a6, h6]]),
        ("columns", [[a1, a6], [h1, h6]]),
        ("diagonal", [[a1, h6], [a6, h1]]),
    ];
    choose(value, "start", &starts)
}
