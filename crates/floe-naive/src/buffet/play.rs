//! What a move does, and who is next.

use super::moves::Turn;
use super::rules::Game;
use super::{Buffet, Phase, name};
use crate::cards::Layout;

impl Buffet {
    /// Plays a move given as text; an error leaves the game as it was.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let illegal = || format!("not a legal move: {text}");
        match self.phase {
            Phase::Placing => {
                let spot = self.free_cards().into_iter().find(|&spot| name(spot) == text);
                let spot = spot.ok_or_else(illegal)?;
                self.pawns[self.turn].push(spot);
                self.turn = 1 - self.turn;
                if self.pawns.iter().flatten().count() == 4 {
                    self.phase = Phase::Moving;
                    self.turn = 0;
                    self.skip_stuck();
                }
            }
            Phase::Moving if text == "pass" && self.legal() == ["pass"] => self.turn_done(false),
            Phase::Moving => {
                let turn = self.turns(self.turn).into_iter().find(|turn| turn.text() == text);
                self.take_turn(turn.ok_or_else(illegal)?);
            }
            Phase::LayingOut(done) => {
                let seat = self.actor().ok_or_else(illegal)?;
                let layout = Layout::read(text)?;
                self.rules.layout.check(&layout, &self.pool(seat))?;
                self.layouts[seat] = Some(layout);
                let over = done + 1 == self.rules.layout_turns().len();
                self.phase = if over { Phase::Over } else { Phase::LayingOut(done + 1) };
            }
            Phase::Over => return Err(illegal()),
        }
        Ok(())
    }

    fn take_turn(&mut self, turn: Turn) {
        for pawn in &mut self.pawns[self.turn] {
            if *pawn == turn.from {
                *pawn = turn.to;
            }
        }
        let claimed = match self.rules.game {
            Game::Penguin => Some(turn.from),
            Game::Amazonian => turn.claim,
        };
        if let Some(spot) = claimed {
            // In the penguin buffet nothing under a pawn bears a stone.
            self.stones.entry(spot).or_insert(self.turn);
        }
        self.turn_done(claimed.is_some());
    }

    fn turn_done(&mut self, claimed: bool) {
        self.turn = 1 - self.turn;
        self.idle = if claimed { 0 } else { self.idle + 1 };
        match self.rules.game {
            Game::Penguin => self.skip_stuck(),
            Game::Amazonian if self.idle >= self.rules.end_turns => self.board_done(),
            Game::Amazonian => {}
        }
    }

    /// Skips a seat that cannot move; ends the play when neither can.
    fn skip_stuck(&mut self) {
        if self.turns(self.turn).is_empty() {
            self.turn = 1 - self.turn;
            if self.turns(self.turn).is_empty() {
                self.board_done();
            }
        }
    }

    fn board_done(&mut self) {
        self.phase = if self.rules.table { Phase::LayingOut(0) } else { Phase::Over };
    }
}
