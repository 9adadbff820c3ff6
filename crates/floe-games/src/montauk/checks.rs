//! What must hold for a position of a match; each check says what is wrong.

use super::cards::Cards;
use super::position::{HAND_SIZE, Memory, Phase, Position, UNROLLED};
use super::rules::{NextLead, Rules, Tie};
use super::setup::invalid;
use super::spend::{self, Spends};
use super::view::face_down;
use crate::Refusal;

/// The largest total a given position may have.
const MAX_SCORE: i32 = 1_000_000;

/// All of it, for a position whose cards are complete.
pub(crate) fn all(rules: &Rules, position: &Position) -> Result<(), Refusal> {
    seats(position)?;
    round(rules, position)?;
    leaders(rules, position)?;
    hands(position)?;
    boards(position)?;
    trick(rules, position)?;
    memory(position)
}

/// Seats are seats.
pub(crate) fn seats(position: &Position) -> Result<(), Refusal> {
    let seats = [position.opener, Some(position.leader), position.first_home];
    match seats.into_iter().flatten().all(|seat| seat < 2) {
        true => Ok(()),
        false => Err(invalid("the seats are 0 and 1")),
    }
}

fn round(rules: &Rules, position: &Position) -> Result<(), Refusal> {
    let Position { round, trick, scores: [first, second], phase, .. } = *position;
    if !(1..=HAND_SIZE as u8).contains(&trick) {
        return Err(invalid("trick is 1 to 6"));
    }
    if first.abs().max(second.abs()) > MAX_SCORE {
        return Err(invalid(format!("scores go up to {MAX_SCORE}")));
    }
    if round == 0 || round > rules.last_round() {
        return Err(invalid(format!("round is 1 to {}", rules.last_round())));
    }
    if phase == Phase::Over {
        let more = first == second && rules.tie == Tie::ExtraRound && round < rules.last_round();
        return match round < rules.rounds || more {
            true => Err(invalid(format!("the match is not over after round {round}"))),
            false => Ok(()),
        };
    }
    match round > rules.rounds && first != second {
        true => Err(invalid(format!("round {round} is played only while points are equal"))),
        false => Ok(()),
    }
}

fn leaders(rules: &Rules, position: &Position) -> Result<(), Refusal> {
    let Position { phase, trick, opener, leader, scores, .. } = *position;
    let undrawn = match phase {
        Phase::Leader => true,
        Phase::Dice => opener.is_none(),
        _ => false,
    };
    if opener.is_some() == undrawn {
        return Err(invalid("opener is a seat once it is known, and null while it has to be drawn"));
    }
    if undrawn && scores[0] != scores[1] {
        return Err(invalid(
            "the opener is drawn only while points are equal; otherwise it is the player with fewer points",
        ));
    }
    let opener = opener.unwrap_or(0);
    let fits = match rules.next_lead {
        _ if trick == 1 => leader == opener,
        NextLead::Winner => true,
        NextLead::Fixed => leader == opener,
        NextLead::Alternate => leader == (opener ^ (trick - 1) & 1),
    };
    let between = matches!(phase, Phase::Dice | Phase::Leader | Phase::Deal | Phase::Over);
    match fits && !(between && trick > 1) {
        true => Ok(()),
        false => Err(invalid(format!("seat {leader} does not lead trick {trick} when seat {opener} opens"))),
    }
}

fn hands(position: &Position) -> Result<(), Refusal> {
    let Position { phase, trick, leader, hands, pile, top, .. } = *position;
    let held = hands.map(Cards::len);
    let before = HAND_SIZE + 1 - usize::from(trick);
    let due = match phase {
        Phase::Dice | Phase::Leader | Phase::Over => [0, 0],
        Phase::Deal => {
            let mut due = [0, 0];
            // The leader of the round is dealt to first.
            due[usize::from(leader)] = if held == [0, 0] { 0 } else { HAND_SIZE };
            due
        }
        Phase::Lead => [before; 2],
        Phase::Follow => {
            let mut due = [before; 2];
            due[usize::from(leader)] -= 1;
            due
        }
        Phase::Spend | Phase::Draw => [before - 1; 2],
    };
    if held != due {
        return Err(invalid(format!(
            "the hands hold {} and {} cards; in trick {trick}, phase {}, they hold {} and {}",
            held[0],
            held[1],
            phase.as_str(),
            due[0],
            due[1]
        )));
    }
    let needed = match phase {
        Phase::Dice | Phase::Leader | Phase::Deal => 2 * HAND_SIZE - held[0] - held[1],
        Phase::Draw => 1,
        _ => 0,
    };
    if pile.len() < needed {
        return Err(invalid(format!(
            "the pile needs {needed} cards; a discard is shuffled under it in time"
        )));
    }
    let most = needed.saturating_sub(1);
    match top.within(pile) && top.len() <= most {
        true => Ok(()),
        false => Err(invalid(format!(
            "top is the part of the pile above a shuffled discard, up to {most} cards now"
        ))),
    }
}

fn boards(position: &Position) -> Result<(), Refusal> {
    let Position { phase, boards, first_home, .. } = *position;
    let unrolled = boards.map(|board| board.iter().filter(|pyramid| pyramid.place() == UNROLLED).count());
    let rolled = match phase {
        Phase::Dice => unrolled == [6, 6] || unrolled == [0, 6],
        Phase::Over => unrolled == [6, 6],
        _ => unrolled == [0, 0],
    };
    if !rolled {
        return Err(invalid(
            "pyramids have boxes once dice were rolled, those of seat 0 first, and none before",
        ));
    }
    if first_home.is_some_and(|seat| !position.home(usize::from(seat)))
        || first_home.is_none() && (position.home(0) || position.home(1))
    {
        return Err(invalid("first_home is the seat that bore off all six first, once one has"));
    }
    if position.home(0) && position.home(1) {
        return Err(invalid("the round is over when all pyramids are off"));
    }
    if matches!(phase, Phase::Dice | Phase::Leader | Phase::Deal) && position.off(0) + position.off(1) > 0 {
        return Err(invalid("no pyramid is off before the first trick"));
    }
    let winner = position.winner();
    for seat in 0..2 {
        let borne = if seat == winner { position.borne } else { 0 };
        if u16::from(position.vaults[seat].pyramids()) + u16::from(borne) != u16::from(position.off(seat)) {
            return Err(invalid(format!(
                "the vault of seat {seat} holds {} pyramids, {borne} came off in this trick, and {} are off",
                position.vaults[seat].pyramids(),
                position.off(seat)
            )));
        }
    }
    let between = matches!(phase, Phase::Dice | Phase::Leader | Phase::Deal | Phase::Over);
    match between && position.vaults.iter().any(|vault| vault.used > 0) {
        true => Err(invalid("vaults are empty before the first trick")),
        false => Ok(()),
    }
}

fn trick(rules: &Rules, position: &Position) -> Result<(), Refusal> {
    let Position { phase, led, followed, extra, spends, borne, .. } = *position;
    let cards = [led, followed, extra].map(|card| card.is_some());
    let fits = match phase {
        Phase::Follow => cards == [true, false, false],
        Phase::Draw => cards == [true, true, false],
        Phase::Spend => cards[0] && cards[1],
        _ => cards == [false; 3],
    };
    if !fits {
        return Err(invalid(format!("these cards do not lie on the table in phase {}", phase.as_str())));
    }
    let Some(trick) = position.table() else {
        return match spends.is_empty() && borne == 0 {
            true => Ok(()),
            false => Err(invalid("nothing is spent before a trick is won")),
        };
    };
    if !trick.draws(rules) && (extra.is_some() || phase == Phase::Draw) {
        return Err(invalid("this trick has no extra card"));
    }
    if phase == Phase::Draw {
        return match spends.is_empty() {
            true => Ok(()),
            false => Err(invalid("the extra card is drawn when no spend is left")),
        };
    }
    let half =
        Spends::from_half(extra.map_or(trick.first_half(rules), |extra| trick.second_half(rules, extra)));
    if !spends.within(half) {
        return Err(invalid(format!(
            "the spends left are {spends}; this half of the trick has {half} in all"
        )));
    }
    match spend::any(rules, position) {
        true => Ok(()),
        false => Err(invalid("nothing can be spent, so there is no spend phase")),
    }
}

fn memory(position: &Position) -> Result<(), Refusal> {
    let mut held = position.hands[0].plus(position.hands[1]);
    if let Some(card) = position.led.filter(|_| face_down(position)) {
        held.add(card);
    }
    let held = held.plus(position.unseen[0]).plus(position.unseen[1]);
    let hidden = held.plus(position.pile);
    let Memory { old, origin } = position.memory;
    match old.within(held) && origin.iter().all(|origin| origin.within(hidden)) {
        true => Ok(()),
        false => {
            Err(invalid("old cards are in hands or unseen discards, cards of origin there or in the pile"))
        }
    }
}
