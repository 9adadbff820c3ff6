//! Moves of players and chance, and the notation of the players' moves.

use floe_cards::Card;

use super::position::{HAND_SIZE, PYRAMIDS, Phase, Position};
use super::rules::Rules;
use super::spend::{self, NamedSpend, Spend};
use crate::Refusal;
use crate::switches::excerpt;

/// A choice of a player or an outcome of chance, in eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A card from the player's hand, face down or up.
    Play(Card),
    /// A pyramid moves.
    Spend(Spend),
    /// The player gives up the spends left in this half.
    Pass,
    /// Chance: the boxes of a player's pyramids.
    Dice {
        /// Whose.
        to: u8,
        /// Small, medium and large of the first colour, then of the second.
        dice: [u8; PYRAMIDS],
    },
    /// Chance: who leads the first trick of the round.
    Leader(u8),
    /// Chance: a hand. Cards from the top of a pile that is short come first.
    Deal {
        /// Whose.
        to: u8,
        /// The cards.
        cards: [Card; HAND_SIZE],
    },
    /// Chance: the extra card.
    Draw(Card),
}

const _: () = assert!(size_of::<Move>() == 8);

/// Adds all legal moves, sorted; of chance only leaders and extra cards.
pub(crate) fn list(rules: &Rules, position: &Position, out: &mut Vec<Move>) {
    match position.phase {
        Phase::Lead | Phase::Follow => {
            let hand = position.hands[player(position)].faces();
            let from = out.len();
            out.extend(hand.iter().map(Move::Play));
            out[from..].reverse();
        }
        Phase::Spend => {
            spend::each(rules, position, |spend| out.push(Move::Spend(spend)));
            if !rules.must_spend {
                out.push(Move::Pass);
            }
        }
        Phase::Leader => out.extend([Move::Leader(0), Move::Leader(1)]),
        Phase::Draw => {
            let from = out.len();
            out.extend(position.pile.faces().iter().map(Move::Draw));
            out[from..].reverse();
        }
        Phase::Dice | Phase::Deal | Phase::Over => {}
    }
}

/// How many moves [`list`] adds.
pub(crate) fn count(rules: &Rules, position: &Position) -> u64 {
    match position.phase {
        Phase::Lead | Phase::Follow => position.hands[player(position)].faces().len() as u64,
        Phase::Spend => {
            let mut count = u64::from(!rules.must_spend);
            spend::each(rules, position, |_| count += 1);
            count
        }
        Phase::Leader => 2,
        Phase::Draw => position.pile.faces().len() as u64,
        Phase::Dice | Phase::Deal | Phase::Over => 0,
    }
}

/// The seat to act while a player chooses.
pub(crate) fn player(position: &Position) -> usize {
    match position.phase {
        Phase::Follow => 1 - usize::from(position.leader),
        Phase::Spend => position.winner(),
        _ => usize::from(position.leader),
    }
}

/// Why a player's move is illegal, if it is.
pub(crate) fn check(rules: &Rules, position: &Position, action: Move) -> Result<(), Refusal> {
    match (position.phase, action) {
        (Phase::Lead | Phase::Follow, Move::Play(card)) => {
            let hand = position.hands[player(position)];
            match hand.has(card) {
                true => Ok(()),
                false => Err(Refusal::card_not_held(format!("{card} is not in your hand; you hold {hand}"))),
            }
        }
        (Phase::Spend, Move::Spend(spend)) => spend::check(rules, position, spend),
        (Phase::Spend, Move::Pass) if rules.must_spend => Err(Refusal::must_move(format!(
            "pass: you must make every possible spend; left: {}",
            position.spends
        ))),
        (Phase::Spend, Move::Pass) => Ok(()),
        (phase, _) => Err(Refusal::wrong_phase(format!("{}: {}", text(action), wanted(phase)))),
    }
}

/// What is expected in a phase.
fn wanted(phase: Phase) -> &'static str {
    match phase {
        Phase::Lead | Phase::Follow => "play a card from your hand, such as 3H",
        Phase::Spend => "the winner of the trick spends: 6-4, 3-off or pass",
        Phase::Dice | Phase::Leader | Phase::Deal | Phase::Draw => "chance is to act, not a player",
        Phase::Over => "the match is over",
    }
}

/// A player's move as text; a chance outcome by its kind.
pub(crate) fn text(action: Move) -> String {
    match action {
        Move::Play(card) => card.to_string(),
        Move::Spend(spend) => spend.to_string(),
        Move::Pass => "pass".into(),
        Move::Dice { .. } => "dice".into(),
        Move::Leader(_) => "lead".into(),
        Move::Deal { .. } => "deal".into(),
        Move::Draw(_) => "draw".into(),
    }
}

/// Reads a player's move.
pub(crate) fn parse(rules: &Rules, position: &Position, text: &str) -> Result<Move, Refusal> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    if text.contains('-') {
        let spend = parse_spend(text).ok_or_else(|| {
            Refusal::illegal_move(format!(
                "'{}' is not a spend; write 6-4 from box to box, 3-off, or 6-4:large-red to name a pyramid",
                excerpt(text)
            ))
        })?;
        return Ok(Move::Spend(spend::plain(rules, position, spend)));
    }
    text.parse().map(Move::Play).map_err(|_| {
        let wanted = wanted(position.phase);
        Refusal::unreadable_move(format!(
            "'{}' is neither a card such as 3H, TH or KS nor a spend; {wanted}",
            excerpt(text)
        ))
    })
}

fn parse_spend(text: &str) -> Option<Spend> {
    let (way, name) = match text.split_once(':') {
        Some((way, name)) => (way, Some(name)),
        None => (text, None),
    };
    let (from, to) = way.split_once('-')?;
    let spot = |text: &str| match text.as_bytes() {
        &[digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    };
    let to = if to.eq_ignore_ascii_case("off") { 0 } else { spot(to)? };
    let named = match name {
        Some(name) => Some(NamedSpend::parse(name)?),
        None => None,
    };
    Some(Spend { from: spot(from)?, to, named })
}
