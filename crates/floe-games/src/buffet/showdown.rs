//! After the board: laying out, adjusting, and who won.

use floe_board::Bits;
use floe_cards::{
    Adjust, CardSet, Layout, ShowdownResult as Won, ShowdownRules, Side, best_reply, compare_layouts,
    legal_layout, solve,
};
use serde_json::{Map, json};

use super::{Position, Rules};
use crate::outcome::seat_number;
use crate::slide::Phase;
use crate::{EndReason, GameRng, Outcome, Refusal, Viewer};

impl Rules {
    /// Who lays out, in order.
    pub(super) fn order(&self) -> &'static [usize] {
        match self.showdown.adjust {
            Adjust::WhiteLast => &[0, 1, 0, 1],
            Adjust::BlackLast => &[1, 0, 1, 0],
            Adjust::Sealed | Adjust::None => &[0, 1],
        }
    }

    /// The seat that lays out next, if the game is at that stage.
    pub(super) fn lays_out(&self, position: &Position) -> Option<usize> {
        let due = self.at_table && position.board.phase() == Phase::Over;
        due.then(|| self.order().get(usize::from(position.layouts)).copied()).flatten()
    }

    /// Does the seat that lays out now lay out last, seeing the other layout?
    pub fn answers_last(&self, position: &Position) -> bool {
        let last = usize::from(position.layouts) + 1 == self.order().len();
        last && self.lays_out(position).is_some() && !self.sealed(position)
    }

    /// Does a layout lie face down?
    pub(super) fn sealed(&self, position: &Position) -> bool {
        self.showdown.adjust == Adjust::Sealed && position.layouts == 1
    }

    /// What a viewer sees of a seat's last layout; `None` where it lies face down.
    pub(super) fn visible_layout(&self, position: &Position, seat: usize, viewer: Viewer) -> Option<Layout> {
        let sees = matches!(viewer, Viewer::Omniscient | Viewer::Seat(0));
        let face_down = seat == 0 && self.sealed(position) && !sees;
        (!face_down).then_some(position.laid[seat])
    }

    /// The cards a seat would lay out from if the game ended here: those under its stones, the dealt ones where they
    /// count, and those under its pawns where the rules award them at the end.
    pub fn pool(&self, position: &Position, seat: usize) -> CardSet {
        self.pool_when(position, seat, true)
    }

    /// The same, where `ended` says whether the end has come that gives a seat the cards under its pawns.
    pub(super) fn pool_when(&self, position: &Position, seat: usize, ended: bool) -> CardSet {
        let under = if self.under_at_end && ended { position.board.own(seat) } else { 0 };
        let claimed = position.stones[seat] | under & !(position.stones[0] | position.stones[1]);
        let dealt = if self.dealt_count { position.hands[seat] } else { CardSet::EMPTY };
        position.cards_on(claimed) | dealt
    }

    pub(super) fn check_layout(
        &self,
        position: &Position,
        seat: usize,
        layout: &Layout,
    ) -> Result<(), Refusal> {
        legal_layout(self.pool(position, seat), layout, &self.showdown)
            .map_err(|error| Refusal::illegal_move(error.to_string()))
    }

    /// What the engine would lay out: as the last to lay out, the best answer to the other layout; otherwise the layout
    /// that is best against the best answer.
    pub(super) fn best_layout(&self, position: &Position, seat: usize) -> Layout {
        let last = usize::from(position.layouts) + 1 == self.order().len() && !self.sealed(position);
        if last {
            let seats = [Side::Black, Side::White];
            let against = &position.laid[1 - seat];
            let reply = best_reply(self.pool(position, seat), seats[seat], against, &self.showdown);
            return reply.map(|reply| reply.layout).unwrap_or_default();
        }
        let adjust = if seat == 0 { Adjust::WhiteLast } else { Adjust::BlackLast };
        let rules = ShowdownRules { adjust, ..self.showdown };
        match solve(self.pool(position, 0), self.pool(position, 1), &rules) {
            Ok(solved) => [solved.black, solved.white][seat],
            // The pools share no card and `sealed` never gets here, so there is always an answer.
            Err(_) => Layout::default(),
        }
    }

    /// The outcome once all is laid out, or solved.
    pub(super) fn outcome(&self, position: &Position) -> Outcome {
        let [black, white] = if self.at_table {
            position.laid
        } else {
            match solve(self.pool(position, 0), self.pool(position, 1), &self.showdown) {
                Ok(solved) => [solved.black, solved.white],
                Err(_) => [Layout::default(); 2],
            }
        };
        let winners = match compare_layouts(&black, &white, self.showdown.rank) {
            Ok(Won::Black) => vec![0],
            Ok(Won::White) => vec![1],
            Ok(Won::Draw) | Err(_) => vec![0, 1],
        };
        let hands = [0, 1, 2].map(|slot| {
            let hand = |layout: &Layout| floe_cards::rank(layout.hands[slot], self.showdown.rank).ok();
            hand(&black).cmp(&hand(&white))
        });
        let won = |side| hands.iter().filter(|&&hand| hand == side).count();
        let (blacks, whites) = (won(std::cmp::Ordering::Greater), won(std::cmp::Ordering::Less));
        let mut more = Map::new();
        more.insert("hands".into(), json!([blacks, whites]));
        more.insert("pools".into(), json!([self.pool(position, 0).len(), self.pool(position, 1).len()]));
        more.insert("layouts".into(), json!([black.to_string(), white.to_string()]));
        let scores = position.stones.iter().map(|stones| i64::from(stones.count())).collect();
        let end = EndReason::Showdown { hands: [blacks, whites] };
        Outcome { more, ..Outcome::new(winners, scores, end, &seat_number) }
    }

    /// Lets Black lay out face down, with all legal layouts equally likely.
    pub(super) fn imagine(&self, position: &Position, chance: &mut GameRng) -> Position {
        let mut laid = *position;
        laid.layouts = 1;
        self.resample(&laid, Viewer::Seat(1), chance)
    }

    /// A face-down layout may be any legal one as far as the others know, all equally likely.
    pub(super) fn resample(&self, position: &Position, viewer: Viewer, chance: &mut GameRng) -> Position {
        let mut other = *position;
        if self.visible_layout(position, 0, viewer).is_some() {
            return other;
        }
        let pool = self.pool(position, 0);
        let mut cards: Vec<_> = pool.iter().collect();
        // Layouts are drawn uniformly and illegal ones rejected; in order of strength one in six is legal.
        for _ in 0..10_000 {
            let mut layout = Layout::default();
            if cards.len() >= 15 {
                chance.shuffle(&mut cards);
                for (hand, cards) in layout.hands.iter_mut().zip(cards.chunks(5)) {
                    *hand = cards.iter().copied().collect();
                }
            } else {
                for &card in &cards {
                    // The fourth place is among the cards left over.
                    if let Some(hand) = layout.hands.get_mut(chance.below(4) as usize) {
                        hand.insert(card);
                    }
                }
            }
            if legal_layout(pool, &layout, &self.showdown).is_ok() {
                other.laid[0] = layout;
                return other;
            }
        }
        other
    }
}
