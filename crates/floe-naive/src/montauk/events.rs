//! Chance: dice, the leader drawn, cards.

use super::{Montauk, Pyramid, Step, seat};
use crate::cards::Card;
use serde_json::Value;

impl Montauk {
    /// Takes a chance outcome; an error leaves the match as it was.
    pub fn event(&mut self, event: &Value) -> Result<(), String> {
        let kind = event["event"].as_str().unwrap_or("?");
        match (self.step, kind) {
            (Step::Dice(to), "dice") => self.roll(to, event),
            (Step::Lead, "lead") => {
                self.set_leader(seat(event, "to")?);
                Ok(())
            }
            (Step::Deal(to), "deal") => self.deal(to, event),
            (Step::Draw, "draw") => {
                let cards = Card::read_list(&event["cards"])?;
                let [card] = cards[..] else { return Err(format!("not one card: {event}")) };
                self.pile.draw(card)?;
                self.take_extra(card);
                Ok(())
            }
            _ => Err(format!("not the event that is due: {event}")),
        }
    }

    /// Six dice put the pyramids on their boxes: small, medium and large of
    /// one colour, then of the other.
    fn roll(&mut self, to: usize, event: &Value) -> Result<(), String> {
        expect_seat(to, event)?;
        let dice = event["dice"].as_array().filter(|dice| dice.len() == 6);
        let dice = dice.ok_or_else(|| format!("not six dice: {event}"))?;
        let mut pyramids = Vec::new();
        for (die, size) in dice.iter().zip([1, 2, 3, 1, 2, 3]) {
            let at = (1..=6).find(|at| die.as_u64() == Some(u64::from(*at)));
            let at = Some(at.ok_or_else(|| format!("not a die: {die}"))?);
            pyramids.push(Pyramid { size, at, moved: false });
        }
        self.sides[to].pyramids = pyramids;
        if to == 0 {
            self.step = Step::Dice(1);
        } else if self.rules.reroll_equal && self.boxes(0) == self.boxes(1) {
            self.step = Step::Dice(0);
        } else {
            self.find_leader();
        }
        Ok(())
    }

    /// The boxes of the pyramids of a seat, sorted.
    fn boxes(&self, seat: usize) -> Vec<Option<u8>> {
        let mut boxes: Vec<Option<u8>> = self.sides[seat].pyramids.iter().map(|pyramid| pyramid.at).collect();
        boxes.sort_unstable();
        boxes
    }

    fn deal(&mut self, to: usize, event: &Value) -> Result<(), String> {
        expect_seat(to, event)?;
        let cards = Card::read_list(&event["cards"])?;
        if cards.len() != 6 {
            return Err(format!("{} cards dealt instead of six", cards.len()));
        }
        if to != self.leader {
            self.pile.after_deal(&self.hands[self.leader], &cards)?;
        }
        self.pile.take(&cards)?;
        self.hands[to] = cards;
        self.step = if to == self.leader { Step::Deal(1 - to) } else { Step::LeadCard };
        Ok(())
    }
}

fn expect_seat(expected: usize, event: &Value) -> Result<(), String> {
    let found = seat(event, "to")?;
    if found == expected { Ok(()) } else { Err(format!("to: expected {expected}, found {found}")) }
}
