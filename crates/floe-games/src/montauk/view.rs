//! What a viewer may see of moves, and other positions that look the same to it.

use super::cards::Cards;
use super::moves::Move;
use super::position::{Phase, Position};
use crate::{GameRng, Viewer};

/// Whether a viewer sees the hidden cards of a seat.
pub(crate) fn sees_hand(viewer: Viewer, seat: usize) -> bool {
    match viewer {
        Viewer::Omniscient => true,
        Viewer::Seat(own) => own == seat,
        Viewer::Spectator => false,
    }
}

/// Whether the leader's card lies face down.
pub(crate) fn face_down(position: &Position) -> bool {
    position.phase == Phase::Follow
}

/// Whether a viewer may see a move made at `before` now that the match stands at `now`.
pub(crate) fn sees(before: &Position, action: Move, now: &Position, viewer: Viewer) -> bool {
    match action {
        Move::Deal { to, .. } => sees_hand(viewer, usize::from(to)),
        Move::Play(_) if before.phase == Phase::Lead => {
            let same_trick = (before.round, before.trick) == (now.round, now.trick);
            !(same_trick && face_down(now)) || sees_hand(viewer, usize::from(before.leader))
        }
        _ => true,
    }
}

/// A position that looks the same to the viewer and to its memory: everything it cannot see is resampled, with all ways
/// to distribute the hidden cards equally likely. What the opponent's play may reveal is not considered.
pub(crate) fn resample(position: &Position, viewer: Viewer, chance: &mut GameRng) -> Position {
    let mut new = *position;
    let hidden = || (0..2).filter(|&seat| !sees_hand(viewer, seat));
    if hidden().next().is_none() {
        return new;
    }
    let leader = usize::from(position.leader);
    let down = position.led.filter(|_| face_down(position) && hidden().any(|seat| seat == leader));
    if let Some(card) = down {
        // A face-down card counts as still in hand.
        new.hands[leader].add(card);
    }

    // Old places take only cards that were hidden before the last shuffle; the others take all that is left.
    let whole = new;
    let old = |cards: Cards| cards.common(whole.memory.old);
    let fresh = |cards: Cards| cards.minus(whole.memory.old);
    let mut old_cards = whole.top;
    let mut fresh_cards = whole.pile.minus(whole.top);
    for seat in hidden() {
        for place in [whole.hands[seat], whole.unseen[seat]] {
            old_cards = old_cards.plus(old(place));
            fresh_cards = fresh_cards.plus(fresh(place));
        }
    }
    let mut origins = [Cards::EMPTY; 2];
    for seat in hidden() {
        origins[seat] = fresh_cards.common(whole.memory.origin[seat]);
        fresh_cards = fresh_cards.minus(origins[seat]);
        old_cards = old_cards.plus(origins[seat]);
    }

    let mut memory = whole.memory;
    new.top = old_cards.draw_many(whole.top.len(), chance);
    for seat in hidden() {
        for place in [&mut new.hands[seat], &mut new.unseen[seat]] {
            let was = old(*place);
            *place = old_cards.draw_many(was.len(), chance);
            memory.old = memory.old.minus(was).plus(*place);
        }
    }
    for seat in hidden() {
        let origin = old_cards.draw_many(origins[seat].len(), chance);
        memory.origin[seat] = memory.origin[seat].minus(origins[seat]).plus(origin);
        fresh_cards = fresh_cards.plus(origin);
    }
    for seat in hidden() {
        for (place, was) in
            [(&mut new.hands[seat], whole.hands[seat]), (&mut new.unseen[seat], whole.unseen[seat])]
        {
            *place = place.plus(fresh_cards.draw_many(fresh(was).len(), chance));
        }
    }
    new.pile = new.top.plus(fresh_cards);
    new.memory = memory;
    if down.is_some() {
        new.led = new.hands[leader].draw(chance);
    }
    new
}
