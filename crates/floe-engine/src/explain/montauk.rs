//! What a card or a spend does. Of hidden cards only what the seat to act can count is used: their number and kinds.

use floe_cards::Card;
use floe_games::Game;
use floe_games::montauk::{Cards, Montauk, Move, PYRAMIDS, Phase, Position, Rules, SLOTS, Spend, Trick};

use super::{ReasonList, count};

pub(super) fn explain(rules: &Rules, before: &Position, action: Move, seat: usize) -> ReasonList {
    let mut reasons = ReasonList::default();
    match action {
        Move::Play(card) => played(rules, before, card, seat, &mut reasons),
        Move::Spend(spend) => spent(rules, before, spend, seat, &mut reasons),
        Move::Pass => passed(rules, before, seat, &mut reasons),
        Move::Dice { .. } | Move::Leader(_) | Move::Deal { .. } | Move::Draw(_) => {}
    }
    reasons
}

/// The cards a seat has not seen: any of them may be in the other hand, or lie face down on the table.
pub(super) fn unseen(position: &Position, seat: usize) -> Cards {
    let other = 1 - seat;
    let mut cards = position.pile.plus(position.hands[other]).plus(position.unseen[other]);
    if let Some(led) = position.led.filter(|_| position.phase == Phase::Follow) {
        cards.add(led);
    }
    cards
}

fn played(rules: &Rules, before: &Position, card: Card, seat: usize, reasons: &mut ReasonList) {
    let leads = before.phase == Phase::Lead;
    let wins = |other: &Card| {
        let trick = if leads { Trick::new(card, *other) } else { Trick::new(*other, card) };
        trick.leader_wins == leads
    };
    let unseen = unseen(before, seat);
    let (all, beaten) = (unseen.len(), unseen.iter().filter(wins).count());
    let percent = (200 * beaten + all) / (2 * all.max(1));
    let odds = match percent {
        65.. => "likely wins the trick",
        35..65 => "may win the trick",
        _ => "likely loses the trick",
    };
    reasons.add(
        100,
        format!("{odds}: beats {beaten} of the {} not seen yet ({percent} %)", count(all as u64, "card")),
    );
    let value = card.montauk_value();
    if value == 0 {
        reasons.add(60, "is worth nothing to the winner");
        return;
    }
    reasons.add(50, format!("gives the winner a {value} to spend"));
    let within = before.boards[seat].iter().filter(|pyramid| pyramid.on_board() && pyramid.place() <= value);
    let within = within.count();
    if Montauk::rule_set(rules).get("bear_off") == "any" && within > 0 {
        let which = match within {
            1 => "a pyramid".to_owned(),
            more => format!("any of {more} pyramids"),
        };
        reasons.add(70, format!("bears off {which} with its {value} if it wins"));
    }
}

fn spent(rules: &Rules, before: &Position, spend: Spend, seat: usize, reasons: &mut ReasonList) {
    let to_go: u32 = before.boards[seat].iter().map(|pyramid| u32::from(pyramid.place())).sum();
    let left = to_go - u32::from(spend.from - spend.to);
    if spend.to > 0 {
        reasons.add(80, format!("moves a pyramid from box {} to {}", spend.from, spend.to));
        reasons.add(50, format!("leaves {} to go in all", count(left, "step")));
        return;
    }
    let off = usize::from(before.off(seat)) + 1;
    let nth =
        ["a pyramid", "two pyramids", "three pyramids", "four pyramids", "five pyramids", "six pyramids"];
    let borne = usize::from(before.borne).min(PYRAMIDS - 1);
    let sentence = match borne {
        0 => format!("bears off {}", nth[0]),
        _ => format!("bears off {} in this trick", nth[borne]),
    };
    reasons.add(120, sentence);
    if off == PYRAMIDS {
        reasons.add(
            200,
            match before.first_home {
                None => "bears off the last pyramid ahead of the opponent",
                Some(_) => "bears off the last pyramid",
            },
        );
    } else {
        reasons.add(60, format!("has {off} of {PYRAMIDS} off"));
    }
    if null_due(rules, before, seat) {
        reasons.add(150, "avoids a null");
    }
}

fn passed(rules: &Rules, before: &Position, seat: usize, reasons: &mut ReasonList) {
    reasons.add(80, format!("gives up what is left to spend: {}", before.spends));
    let draws = before.extra.is_none() && before.table().is_some_and(|trick| trick.draws(rules));
    if null_due(rules, before, seat) {
        match draws {
            true => {
                reasons.add(60, "has borne off nothing in this trick yet; the extra card is still to come")
            }
            false => reasons.add(150, "takes a null"),
        }
    }
}

/// Would the winner of this trick get a null if it bore nothing more off?
fn null_due(rules: &Rules, position: &Position, seat: usize) -> bool {
    let full = usize::from(position.vaults[seat].used) >= SLOTS;
    Montauk::rule_set(rules).get("nulls") != "off"
        && position.borne == 0
        && !full
        && usize::from(position.off(seat)) < PYRAMIDS
}
