//! Playing a trick from its first card to the vault.

use super::rules::{NextLead, Nulls};
use super::trick::{Trick, has_extra, leader_wins, spends_after, spends_before};
use super::{Montauk, Step};
use crate::cards::Card;

impl Montauk {
    pub(super) fn play_card(&mut self, text: &str) -> Result<(), String> {
        let illegal = || format!("not a legal move: {text}");
        let seat = self.actor().ok_or_else(illegal)?;
        let card = Card::read(text)?;
        let at = self.hands[seat].iter().position(|own| *own == card).ok_or_else(illegal)?;
        self.hands[seat].remove(at);
        match self.lead_card.take() {
            None => {
                self.lead_card = Some(card);
                self.step = Step::FollowCard;
            }
            Some(lead) => self.turn_up(lead, card),
        }
        Ok(())
    }

    /// Both cards are known: the winner may spend.
    fn turn_up(&mut self, lead: Card, follow: Card) {
        let (winner, winning, losing) = if leader_wins(lead, follow) {
            (self.leader, lead, follow)
        } else {
            (1 - self.leader, follow, lead)
        };
        for pyramid in self.sides.iter_mut().flat_map(|side| &mut side.pyramids) {
            pyramid.moved = false;
        }
        self.trick = Some(Trick {
            winner,
            winning,
            losing,
            was_finished: self.sides[winner].finished(),
            borne_off: 0,
            spends: spends_before(self.rules.by_face, winning, losing),
            extra: None,
        });
        self.step = Step::Spend;
        self.go_on();
    }

    /// Leaves a half of the trick in which nothing can be spent any more.
    pub(super) fn go_on(&mut self) {
        if !self.spends().is_empty() {
            return;
        }
        let Some(trick) = &self.trick else { return };
        let extra_due = trick.extra.is_none() && has_extra(self.rules.by_face, trick.winning, trick.losing);
        if extra_due && !self.both_cleared() {
            self.step = Step::Draw;
        } else {
            self.finish_trick();
        }
    }

    /// The extra card is seen.
    pub(super) fn take_extra(&mut self, card: Card) {
        if let Some(trick) = &mut self.trick {
            trick.extra = Some(card);
            trick.spends = spends_after(self.rules.by_face, trick.winning, trick.losing, card);
        }
        self.step = Step::Spend;
        self.go_on();
    }

    fn both_cleared(&self) -> bool {
        self.sides.iter().all(super::Side::cleared)
    }

    fn finish_trick(&mut self) {
        let Some(trick) = self.trick.take() else { return };
        self.fill_vault(&trick);
        self.pile.discard([trick.winning, trick.losing].into_iter().chain(trick.extra));
        self.tricks += 1;
        if self.tricks == 6 || self.both_cleared() {
            self.end_round();
            return;
        }
        self.leader = match self.rules.next_lead {
            NextLead::Winner => trick.winner,
            NextLead::Alternate => 1 - self.leader,
            NextLead::Fixed => self.leader,
        };
        self.step = Step::LeadCard;
    }

    /// A trick won fills a slot, with what came off or with a null; won by a finished player, it gives the other a
    /// null.
    fn fill_vault(&mut self, trick: &Trick) {
        if self.rules.nulls == Nulls::Off {
            return;
        }
        let winner = &mut self.sides[trick.winner];
        if !trick.was_finished {
            winner.slots += 1;
            winner.nulls += i64::from(trick.borne_off == 0);
            return;
        }
        let loser = &mut self.sides[1 - trick.winner];
        if self.rules.nulls == Nulls::Slots && !loser.finished() {
            loser.slots += 1;
            loser.nulls += 1;
        }
    }
}
