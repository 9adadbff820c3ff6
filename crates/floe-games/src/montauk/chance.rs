//! Dice, deals and draws: sampling them, and as events.

use floe_cards::Card;
use serde_json::{Value, json};

use super::cards::Cards;
use super::moves::{self, Move};
use super::position::{HAND_SIZE, PYRAMIDS, Phase, Position, Pyramid, UNROLLED};
use super::rules::Rules;
use crate::switches::excerpt;
use crate::{GameRng, Refusal};

/// An outcome drawn with the game's own probabilities.
pub(crate) fn draw(rules: &Rules, position: &Position, chance: &mut GameRng) -> Move {
    match position.phase {
        Phase::Dice => {
            let to = position.roller();
            Move::Dice { to: to as u8, dice: roll(rules, position, to, chance) }
        }
        Phase::Leader => Move::Leader(chance.below(2) as u8),
        Phase::Deal => {
            let (mut top, mut rest) = (position.top, position.pile.minus(position.top));
            let from_top = position.dealt_from_top();
            let parts =
                [top.draw_many(from_top, chance), rest.draw_many(HAND_SIZE.saturating_sub(from_top), chance)];
            let cards = hand_of(parts);
            debug_assert!(cards.is_some(), "the pile covers a deal");
            Move::Deal { to: position.dealt_to() as u8, cards: cards.unwrap_or([MIN_CARD; HAND_SIZE]) }
        }
        _ => {
            let card = { position.pile }.draw(chance);
            debug_assert!(card.is_some(), "chance draws from a pile that has cards");
            Move::Draw(card.unwrap_or(MIN_CARD))
        }
    }
}

/// A placeholder where no card can be missing.
pub(super) const MIN_CARD: Card = Card::new(floe_cards::Rank::Two, floe_cards::Suit::Clubs);

/// Six dice. Where equal rolls are repeated, the first roll is one of a pair that differs and the second differs from
/// it; together that is a pair rolled until it differs.
fn roll(rules: &Rules, position: &Position, to: usize, chance: &mut GameRng) -> [u8; PYRAMIDS] {
    let mut six = || [(); PYRAMIDS].map(|()| chance.below(6) as u8 + 1);
    loop {
        let dice = six();
        if !rules.reroll_equal {
            return dice;
        }
        let other = if to == 0 { six() } else { position.boards[0].map(Pyramid::place) };
        if !same_boxes(dice, other) {
            return dice;
        }
    }
}

pub(super) fn same_boxes(mut one: [u8; PYRAMIDS], mut other: [u8; PYRAMIDS]) -> bool {
    one.sort_unstable();
    other.sort_unstable();
    one == other
}

/// The hand of two parts, each from greatest to least; `None` unless it has six cards.
fn hand_of(parts: [Cards; 2]) -> Option<[Card; HAND_SIZE]> {
    let mut cards = [MIN_CARD; HAND_SIZE];
    let mut count = 0;
    for card in parts.into_iter().flat_map(Cards::iter) {
        *cards.get_mut(count)? = card;
        count += 1;
    }
    (count == HAND_SIZE).then_some(cards)
}

/// Why an outcome is impossible now, if it is.
pub(crate) fn check(rules: &Rules, position: &Position, outcome: Move) -> Result<(), Refusal> {
    let to_whom = |to: u8, due: usize| match usize::from(to) == due {
        true => Ok(()),
        false => {
            Err(Refusal::invalid_chance(format!("{}: it is for seat {due}, not {to}", moves::text(outcome))))
        }
    };
    match (position.phase, outcome) {
        (Phase::Dice, Move::Dice { to, dice }) => {
            to_whom(to, position.roller())?;
            if let Some(invalid) = dice.iter().find(|die| !(1..=6).contains(*die)) {
                return Err(Refusal::invalid_chance(format!(
                    "dice: {invalid} is not a roll of a die; expected 1 to 6"
                )));
            }
            let first = position.boards[0].map(Pyramid::place);
            if rules.reroll_equal && first[0] != UNROLLED && same_boxes(dice, first) {
                return Err(Refusal::invalid_chance(
                    "dice: both rolled the same boxes; the rules require another roll",
                ));
            }
            Ok(())
        }
        (Phase::Leader, Move::Leader(seat)) if seat < 2 => Ok(()),
        (Phase::Leader, Move::Leader(seat)) => {
            Err(Refusal::invalid_chance(format!("lead: no seat {seat}; the seats are 0 and 1")))
        }
        (Phase::Deal, Move::Deal { to, cards }) => {
            to_whom(to, position.dealt_to())?;
            let from_top = position.dealt_from_top();
            let rest = position.pile.minus(position.top);
            take_all(position.top, &cards[..from_top]).and_then(|()| take_all(rest, &cards[from_top..])).map_err(
                |card| match from_top {
                    0 => Refusal::invalid_chance(format!("deal: {card} is not in the pile")),
                    _ => Refusal::invalid_chance(format!(
                        "deal: {card} comes from the wrong part of the pile; {from_top} of the six are from the old pile, the \
                         others from the discard shuffled under it"
                    )),
                },
            )
        }
        (Phase::Draw, Move::Draw(card)) => match position.pile.has(card) {
            true => Ok(()),
            false => Err(Refusal::invalid_chance(format!("draw: {card} is not in the pile"))),
        },
        (phase, _) => {
            Err(Refusal::invalid_chance(format!("{} cannot come now: {}", moves::text(outcome), due(phase))))
        }
    }
}

/// Finds the cards among others, or the first that is missing.
fn take_all(mut from: Cards, cards: &[Card]) -> Result<(), Card> {
    cards.iter().try_for_each(|&card| if from.take(card) { Ok(()) } else { Err(card) })
}

fn due(phase: Phase) -> &'static str {
    match phase {
        Phase::Dice => r#"dice are due, {"event":"dice","to":0,"dice":[6,3,3,1,5,2]}"#,
        Phase::Leader => r#"the leader is to be drawn, {"event":"lead","to":0}"#,
        Phase::Deal => r#"six cards are to be dealt, {"event":"deal","to":0,"cards":["3H","KS",…]}"#,
        Phase::Draw => r#"the extra card is due, {"event":"draw","cards":["4D"]}"#,
        Phase::Lead | Phase::Follow | Phase::Spend => "a player is to act",
        Phase::Over => "the match is over",
    }
}

/// The event of an outcome.
pub(crate) fn event(outcome: Move) -> Value {
    let names = |cards: &[Card]| -> Vec<String> { cards.iter().map(|card| card.to_string()).collect() };
    match outcome {
        Move::Dice { to, dice } => json!({"event": "dice", "to": to, "dice": dice}),
        Move::Leader(seat) => json!({"event": "lead", "to": seat}),
        Move::Deal { to, cards } => json!({"event": "deal", "to": to, "cards": names(&cards)}),
        Move::Draw(card) => json!({"event": "draw", "cards": names(&[card])}),
        Move::Play(_) | Move::Spend(_) | Move::Pass => json!({"event": "none"}),
    }
}

/// What others see of an outcome: of a deal whose it is and how many cards.
pub(crate) fn hidden_event(outcome: Move) -> Value {
    match outcome {
        Move::Deal { to, .. } => json!({"event": "deal", "to": to, "count": HAND_SIZE}),
        _ => json!({"event": event(outcome)["event"]}),
    }
}

/// Reads an event and checks that it can come now. The cards of a deal may be given in any order.
pub(crate) fn parse(rules: &Rules, position: &Position, json: &Value) -> Result<Move, Refusal> {
    let outcome = read(position, json).ok_or_else(|| {
        Refusal::invalid_chance(format!(
            "'{}' cannot come now: {}",
            excerpt(&json.to_string()),
            due(position.phase)
        ))
    })?;
    check(rules, position, outcome)?;
    Ok(outcome)
}

fn read(position: &Position, json: &Value) -> Option<Move> {
    let to = || json.get("to")?.as_u64().and_then(|to| u8::try_from(to).ok());
    let cards = || -> Option<Vec<Card>> {
        json.get("cards")?.as_array()?.iter().map(|card| card.as_str()?.parse().ok()).collect()
    };
    match json.get("event")?.as_str()? {
        "dice" => {
            let dice = json.get("dice")?.as_array()?;
            let dice: Option<Vec<u8>> = dice.iter().map(|die| die.as_u64()?.try_into().ok()).collect();
            Some(Move::Dice { to: to()?, dice: dice?.try_into().ok()? })
        }
        "lead" => Some(Move::Leader(to()?)),
        "deal" => {
            let cards: [Card; HAND_SIZE] = cards()?.try_into().ok()?;
            Some(Move::Deal { to: to()?, cards: in_parts(position, cards) })
        }
        "draw" => match cards()?[..] {
            [card] => Some(Move::Draw(card)),
            _ => None,
        },
        _ => None,
    }
}

/// The cards of a deal in canonical order: those from the top of a short pile first, each part from greatest to least.
pub(super) fn in_parts(position: &Position, cards: [Card; HAND_SIZE]) -> [Card; HAND_SIZE] {
    let from_top = position.dealt_from_top().min(HAND_SIZE);
    let mut cards = cards;
    if take_all(position.top, &cards[..from_top]).is_err() {
        // Given in another order: cards that are in the top part come from it.
        cards.sort_by_key(|&card| !position.top.has(card));
    }
    let (top, rest) = cards.split_at_mut(from_top);
    top.sort_unstable_by(|one, other| other.cmp(one));
    rest.sort_unstable_by(|one, other| other.cmp(one));
    cards
}
