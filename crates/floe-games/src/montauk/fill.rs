//! A match as one viewer saw it, completed: hidden cards are replaced by any that fit, so that it can be replayed.

use floe_cards::Card;
use serde_json::{Value, json};

use super::cards::Cards;
use super::moves;
use super::position::{HAND_SIZE, Position};
use super::rules::Rules;
use super::{chance, play};
use crate::sort::sort_by;
use crate::{Event, Refusal};

/// The events with all cards. A hidden hand has the cards that its player is seen to play, and otherwise those that come
/// to light last.
pub(crate) fn fill(rules: &Rules, start: &Position, events: &[Event]) -> Result<Vec<Event>, Refusal> {
    let mut position = *start;
    let mut filled = Vec::with_capacity(events.len());
    for (number, event) in events.iter().enumerate() {
        let later = &events[number + 1..];
        let event = match event {
            Event::Chance(json) if json.get("count").is_some() => {
                Event::Chance(deal(&position, json["to"].as_u64(), later)?)
            }
            Event::Move { by, text: None, ms } => {
                let hand = position.hands.get(*by).copied().unwrap_or_default();
                let card = hidden_cards(hand.minus(played(*by, later)), later).next();
                let card = card.ok_or_else(|| unfit("a card is played from an empty hand"))?;
                Event::Move { by: *by, text: Some(card.to_string()), ms: *ms }
            }
            known => known.clone(),
        };
        match &event {
            Event::Chance(json) => {
                let outcome = chance::parse(rules, &position, json)?;
                play::apply(rules, &mut position, outcome);
            }
            Event::Move { text: Some(text), .. } => {
                let action = moves::parse(rules, &position, text)?;
                moves::check(rules, &position, action)?;
                play::apply(rules, &mut position, action);
            }
            Event::Move { text: None, .. } | Event::Act { .. } => {}
        }
        filled.push(event);
    }
    Ok(filled)
}

fn unfit(what: &str) -> Refusal {
    Refusal::invalid_record(format!("these events do not fit together: {what}"))
}

/// The event of a deal whose cards are hidden.
fn deal(position: &Position, to: Option<u64>, later: &[Event]) -> Result<Value, Refusal> {
    let seat = to.and_then(|seat| usize::try_from(seat).ok()).filter(|&seat| seat < 2);
    let seat = seat.ok_or_else(|| unfit("a deal names no seat"))?;
    let known = played(seat, later);
    let from_top = position.dealt_from_top().min(HAND_SIZE);
    let (mut top, mut rest) = (position.top, position.pile.minus(position.top));
    let mut parts = [Vec::new(), Vec::new()];
    for card in known.iter() {
        let part = usize::from(parts[0].len() == from_top || !top.take(card));
        if part == 1 && !rest.take(card) {
            return Err(unfit("a card is played that cannot have been dealt"));
        }
        parts[part].push(card);
    }
    let missing = from_top - parts[0].len();
    parts[0].extend(hidden_cards(top, later).take(missing));
    let missing = (HAND_SIZE - from_top).saturating_sub(parts[1].len());
    parts[1].extend(hidden_cards(rest, later).take(missing));
    let cards: Vec<String> = parts.iter().flatten().map(Card::to_string).collect();
    Ok(json!({"event": "deal", "to": seat, "cards": cards}))
}

/// The cards that a seat is seen to play before the next deal to it.
fn played(seat: usize, later: &[Event]) -> Cards {
    let mut cards = Cards::EMPTY;
    for event in later {
        match event {
            Event::Chance(json) if json["event"] == "deal" && json["to"] == seat => break,
            Event::Move { by, text: Some(text), .. } if *by == seat => {
                text.parse().into_iter().for_each(|card| cards.add(card));
            }
            _ => {}
        }
    }
    cards
}

/// The cards in the order in which they may stay hidden: first those that are not seen later, last those seen next.
fn hidden_cards(cards: Cards, later: &[Event]) -> impl Iterator<Item = Card> {
    let seen: Vec<(usize, Card)> =
        later.iter().enumerate().flat_map(|(at, event)| shown(at, event)).collect();
    let mut before = None;
    let mut dated: Vec<(usize, Card)> = cards
        .iter()
        .map(|card| {
            // Of two copies of a card the first is needed when it is seen first, the other when it is seen again.
            let copy = usize::from(before.replace(card) == Some(card));
            let needed = seen.iter().filter(|(_, other)| *other == card).nth(copy);
            (needed.map_or(usize::MAX, |(at, _)| *at), card)
        })
        .collect();
    sort_by(&mut dated, |(one, _), (other, _)| other.cmp(one));
    dated.into_iter().map(|(_, card)| card)
}

/// The cards that an event shows, with its number.
fn shown(at: usize, event: &Event) -> Vec<(usize, Card)> {
    let texts: Vec<&str> = match event {
        Event::Chance(json) => {
            json["cards"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
        }
        Event::Move { text: Some(text), .. } => vec![text],
        _ => Vec::new(),
    };
    texts.into_iter().filter_map(|text| Some((at, text.parse().ok()?))).collect()
}
