//! The course of a match: rounds, tricks, halves of tricks.

use super::cards::Cards;
use super::moves::Move;
use super::position::{HAND_SIZE, Memory, PYRAMIDS, Phase, Position, Pyramid, UNROLLED};
use super::rules::{NextLead, Reshuffle, Rules, Tie, TieLead};
use super::score;
use super::spend::{self, Spends};
use super::vault::{self, Vault};

/// The position before the first dice.
pub(crate) fn start(rules: &Rules) -> Position {
    let mut position = Position {
        phase: Phase::Over,
        round: 0,
        trick: 1,
        opener: None,
        leader: 0,
        scores: [0; 2],
        first_home: None,
        boards: [[Pyramid::at(UNROLLED); PYRAMIDS]; 2],
        vaults: [Vault::default(); 2],
        spends: Spends::NONE,
        borne: 0,
        led: None,
        followed: None,
        extra: None,
        hands: [Cards::EMPTY; 2],
        pile: Cards::decks(rules.decks),
        top: Cards::EMPTY,
        seen: Cards::EMPTY,
        unseen: [Cards::EMPTY; 2],
        memory: Memory::default(),
    };
    begin_round(rules, &mut position);
    position
}

/// Learns of what a position does not keep: how tricks and rounds ended.
pub(crate) trait Observer {
    /// A trick has been settled and its cards still lie on the table.
    fn on_trick_end(&mut self, _position: &Position) {}
    /// A round has ended with these points, and boards and vaults are still as they were.
    fn on_round_end(&mut self, _position: &Position, _points: [i32; 2]) {}
}

impl Observer for () {}

/// Makes a legal move.
pub(crate) fn apply(rules: &Rules, position: &mut Position, action: Move) {
    apply_observed(rules, position, action, &mut ());
}

/// Makes a legal move and tells the observer what ended with it.
pub(crate) fn apply_observed<O: Observer>(
    rules: &Rules,
    position: &mut Position,
    action: Move,
    observer: &mut O,
) {
    match action {
        Move::Dice { to, dice } => {
            let seat = usize::from(to & 1);
            position.boards[seat] = dice.map(Pyramid::at);
            position.sort(rules, seat);
            if seat == 1 {
                position.phase = if position.opener.is_none() { Phase::Leader } else { Phase::Deal };
            }
        }
        Move::Leader(seat) => {
            position.opener = Some(seat);
            position.leader = seat;
            position.phase = Phase::Deal;
        }
        Move::Deal { to, cards } => {
            let seat = usize::from(to & 1);
            let from_top = position.dealt_from_top();
            let top: Cards = cards[..from_top].iter().copied().collect();
            let hand = top.plus(cards[from_top..].iter().copied().collect());
            position.top = position.top.minus(top);
            position.pile = position.pile.minus(hand);
            position.memory.old = position.memory.old.plus(top);
            position.hands[seat] = hand;
            if position.hands.iter().all(|hand| !hand.is_empty()) {
                position.phase = Phase::Lead;
            }
        }
        Move::Play(card) if position.phase == Phase::Lead => {
            position.hands[usize::from(position.leader)].take(card);
            position.led = Some(card);
            position.phase = Phase::Follow;
        }
        Move::Play(card) => {
            position.hands[1 - usize::from(position.leader)].take(card);
            position.followed = Some(card);
            position.led.into_iter().chain([card]).for_each(|card| position.memory.reveal(card));
            if let Some(trick) = position.table() {
                spend_half(rules, position, Spends::from_half(trick.first_half(rules)), observer);
            }
        }
        Move::Draw(card) => {
            position.pile.take(card);
            position.memory.reveal(card);
            position.extra = Some(card);
            if let Some(trick) = position.table() {
                spend_half(rules, position, Spends::from_half(trick.second_half(rules, card)), observer);
            }
        }
        Move::Spend(spend) => {
            spend::make(rules, position, spend);
            let winner = position.winner();
            if position.first_home.is_none() && position.home(winner) {
                position.first_home = Some(winner as u8);
            }
            if !spend::any(rules, position) {
                end_half(rules, position, observer);
            }
        }
        Move::Pass => end_half(rules, position, observer),
    }
}

fn spend_half<O: Observer>(rules: &Rules, position: &mut Position, spends: Spends, observer: &mut O) {
    position.spends = spends;
    position.phase = Phase::Spend;
    if !spend::any(rules, position) {
        end_half(rules, position, observer);
    }
}

fn end_half<O: Observer>(rules: &Rules, position: &mut Position, observer: &mut O) {
    position.spends = Spends::NONE;
    let draws = position.extra.is_none() && position.table().is_some_and(|trick| trick.draws(rules));
    if draws && !both_home(position) {
        position.phase = Phase::Draw;
        if position.pile.is_empty() {
            discard_becomes_pile(position);
        }
    } else {
        end_trick(rules, position, observer);
    }
}

fn both_home(position: &Position) -> bool {
    position.home(0) && position.home(1)
}

/// The pile is empty when an extra card is due: all discards are shuffled, except for the trick on the table.
fn discard_becomes_pile(position: &mut Position) {
    // Cards in hands now have not been discarded, and players remember that.
    position.memory = Memory { old: position.hands[0].plus(position.hands[1]), origin: position.unseen };
    position.pile = take_discard(position);
}

fn take_discard(position: &mut Position) -> Cards {
    let discard = position.seen.plus(position.unseen[0]).plus(position.unseen[1]);
    position.seen = Cards::EMPTY;
    position.unseen = [Cards::EMPTY; 2];
    discard
}

fn end_trick<O: Observer>(rules: &Rules, position: &mut Position, observer: &mut O) {
    let winner = position.winner();
    vault::settle(rules, position);
    observer.on_trick_end(position);
    let table = [position.led.take(), position.followed.take(), position.extra.take()];
    table.into_iter().flatten().for_each(|card| position.seen.add(card));
    position.borne = 0;
    if !rules.stack_spends {
        position.boards[winner].iter_mut().for_each(|pyramid| *pyramid = pyramid.marked(false));
        position.sort(rules, winner);
    }
    if usize::from(position.trick) == HAND_SIZE || both_home(position) {
        end_round(rules, position, observer);
        return;
    }
    position.trick += 1;
    position.leader = match rules.next_lead {
        NextLead::Winner => winner as u8,
        NextLead::Alternate => 1 - position.leader,
        NextLead::Fixed => position.opener.unwrap_or(position.leader),
    };
    position.phase = Phase::Lead;
}

fn end_round<O: Observer>(rules: &Rules, position: &mut Position, observer: &mut O) {
    let points = [0, 1].map(|seat| score::of_round(rules, position, seat));
    observer.on_round_end(position, points);
    for (seat, points) in points.into_iter().enumerate() {
        position.scores[seat] += points;
        let rest = std::mem::take(&mut position.hands[seat]);
        position.unseen[seat] = position.unseen[seat].plus(rest);
    }
    let level = position.scores[0] == position.scores[1];
    let more = position.round < rules.rounds
        || level && rules.tie == Tie::ExtraRound && position.round < rules.last_round();
    if more {
        begin_round(rules, position);
    } else {
        clear(position);
        position.phase = Phase::Over;
    }
}

/// Boards and vaults are empty between rounds.
fn clear(position: &mut Position) {
    position.trick = 1;
    position.leader = position.opener.unwrap_or(0);
    position.first_home = None;
    position.boards = [[Pyramid::at(UNROLLED); PYRAMIDS]; 2];
    position.vaults = [Vault::default(); 2];
}

fn begin_round(rules: &Rules, position: &mut Position) {
    position.round += 1;
    position.phase = Phase::Dice;
    position.opener = opener(rules, position);
    clear(position);
    let shuffled = match rules.reshuffle {
        Reshuffle::Every(rounds) => (position.round - 1).is_multiple_of(rounds.max(1)),
        Reshuffle::Short => position.round == 1,
    };
    if shuffled {
        take_discard(position);
        position.pile = Cards::decks(rules.decks);
        position.memory = Memory::default();
    } else if position.pile.len() < 2 * HAND_SIZE {
        position.memory = Memory { old: Cards::EMPTY, origin: position.unseen };
        position.top = position.pile;
        position.pile = position.pile.plus(take_discard(position));
    }
}

/// Who leads the first trick of the round: the player with fewer points; `None` while that is to be drawn.
fn opener(rules: &Rules, position: &Position) -> Option<u8> {
    let [first, second] = position.scores;
    if first != second {
        return Some(u8::from(second < first));
    }
    let previous = position.opener?;
    match rules.tie_lead {
        TieLead::Random => None,
        TieLead::PreviousLeader => Some(previous),
        TieLead::Alternate => Some(1 - previous),
    }
}
