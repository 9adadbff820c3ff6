//! A player of Montauk as a child might be: the highest card, and bear off whatever can be borne off.

use floe_games::montauk::{Montauk, Move, Rules};
use floe_games::{Game, GameRng, Refusal};

use super::answer;
use crate::{Analysis, Engine, SearchRequest};

/// Plays its highest card, bears off when it can, and otherwise makes the longest spend.
pub(super) struct HighestCard {
    rules: Rules,
    chance: GameRng,
}

impl HighestCard {
    pub(super) fn new(rules: Rules, seed: u64) -> HighestCard {
        HighestCard { rules, chance: GameRng::for_player(seed) }
    }
}

impl Engine for HighestCard {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let (position, _) = request.view.turn::<Montauk>(&self.rules, &mut self.chance)?;
        let mut moves = Vec::new();
        Montauk::moves(&self.rules, &position, &mut moves);
        let rank = |action: &Move| match action {
            Move::Play(card) => (0, card.montauk_value()),
            Move::Spend(spend) if spend.to == 0 => (2, spend.from),
            Move::Spend(spend) => (1, spend.from - spend.to),
            _ => (0, 0),
        };
        let best = moves.iter().copied().max_by_key(rank);
        let best = best.ok_or_else(|| Refusal::game_over("there is no legal move here"))?;
        Ok(answer(Montauk::move_text(&self.rules, best), 0, 1, moves.len() as u64))
    }

    fn new_game(&mut self) {}
}
