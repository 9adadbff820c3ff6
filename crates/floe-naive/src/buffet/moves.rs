//! What a seat can do on its turn.

use super::rules::{Game, UnderPawn};
use super::{Buffet, COLUMNS, ROWS, Spot, name, spots};

/// A pawn's move and, in the Amazonian buffet, the card claimed with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub from: Spot,
    pub to: Spot,
    pub claim: Option<Spot>,
}

impl Turn {
    pub fn text(self) -> String {
        let slide = format!("{}-{}", name(self.from), name(self.to));
        self.claim.map_or(slide.clone(), |spot| format!("{slide}/{}", name(spot)))
    }
}

impl Buffet {
    /// The cards without pawn and stone.
    pub(super) fn free_cards(&self) -> Vec<Spot> {
        spots().filter(|&spot| self.is_free(spot)).collect()
    }

    fn is_free(&self, spot: Spot) -> bool {
        let inside = (1..=COLUMNS).contains(&spot.0) && (1..=ROWS).contains(&spot.1);
        inside && !self.stones.contains_key(&spot) && !self.pawns.iter().flatten().any(|&pawn| pawn == spot)
    }

    /// The real moves (no pass) that `seat` would have if it were to move.
    pub(super) fn turns(&self, seat: usize) -> Vec<Turn> {
        match self.rules.game {
            Game::Penguin => {
                let turn = |(from, to)| Turn { from, to, claim: None };
                self.slides(seat).into_iter().map(turn).collect()
            }
            Game::Amazonian => {
                let slides = self.slides(seat);
                let mut kept: Vec<(Spot, Spot)> =
                    slides.iter().copied().filter(|&(from, to)| self.unaligns(seat, from, to)).collect();
                if kept.is_empty() && self.rules.align_waiver {
                    kept = slides;
                }
                kept.into_iter().flat_map(|(from, to)| self.claiming(seat, from, to)).collect()
            }
        }
    }

    /// The queen moves of the pawns of `seat`.
    fn slides(&self, seat: usize) -> Vec<(Spot, Spot)> {
        let mut slides = Vec::new();
        for &from in &self.pawns[seat] {
            for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let mut to = (from.0 + dx, from.1 + dy);
                while self.is_free(to) {
                    slides.push((from, to));
                    to = (to.0 + dx, to.1 + dy);
                }
            }
        }
        slides
    }

    /// The pawns of `seat` other than the one on `from`.
    fn others(&self, seat: usize, from: Spot) -> impl Iterator<Item = Spot> {
        self.pawns[seat].iter().copied().filter(move |&pawn| pawn != from)
    }

    /// Whether a move satisfies the alignment rule.
    fn unaligns(&self, seat: usize, from: Spot, to: Spot) -> bool {
        self.others(seat, from).all(|other| {
            let [column_before, column_after] = [from, to].map(|pawn| pawn.0 == other.0);
            let [row_before, row_after] = [from, to].map(|pawn| pawn.1 == other.1);
            let kept = if self.rules.realign {
                column_before && column_after || row_before && row_after
            } else {
                (column_before || row_before) && (column_after || row_after)
            };
            !kept
        })
    }

    /// The move without a claim, if it may go without, and with each claim.
    fn claiming(&self, seat: usize, from: Spot, to: Spot) -> Vec<Turn> {
        let claims = self.claims(seat, from, to);
        let mut turns = Vec::new();
        if claims.is_empty() || !self.rules.must_claim {
            turns.push(Turn { from, to, claim: None });
        }
        turns.extend(claims.into_iter().map(|spot| Turn { from, to, claim: Some(spot) }));
        turns
    }

    /// What may be claimed once the pawn on `from` has gone to `to`.
    fn claims(&self, seat: usize, from: Spot, to: Spot) -> Vec<Spot> {
        let mut spanned = Vec::new();
        for other in self.others(seat, from) {
            if other.0 != to.0 && other.1 != to.1 {
                spanned.extend([(other.0, to.1), (to.0, other.1)]);
            } else {
                spanned.extend(spots().filter(|&spot| strictly_between(spot, other, to)));
            }
        }
        let enemy = &self.pawns[1 - seat];
        let allowed = |spot: &Spot| {
            let own = *spot == to || self.others(seat, from).any(|pawn| pawn == *spot);
            let pawn_allows = match self.rules.claim_under_pawn {
                UnderPawn::Nobodys => !own && !enemy.contains(spot),
                UnderPawn::Enemys => !own,
                UnderPawn::Anybodys => true,
            };
            pawn_allows && !self.stones.contains_key(spot)
        };
        spanned.into_iter().filter(allowed).collect()
    }
}

/// Whether `spot` lies between two spots of one row or one column.
fn strictly_between(spot: Spot, a: Spot, b: Spot) -> bool {
    let inside = |x: i32, a: i32, b: i32| a.min(b) < x && x < a.max(b);
    (a.0 == b.0 && spot.0 == a.0 && inside(spot.1, a.1, b.1))
        || (a.1 == b.1 && spot.1 == a.1 && inside(spot.0, a.0, b.0))
}
