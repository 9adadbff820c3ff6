//! Montauk in fixed numbers: the 52 cards, the 21 ways from box to box or off, `pass`, and where sizes matter the pyramids by
//! name.
//!
//! Chance acts in small steps as well, so that all outcomes can be listed: one die and one card at a time. A plane has a row
//! for each suit and a column for each rank; other numbers have places of their own on it.

use floe_cards::Card;

use super::cards::Cards;
use super::chance::same_boxes;
use super::moves::{self, Move};
use super::position::{HAND_SIZE, PYRAMIDS, Phase, Position, Pyramid, UNROLLED};
use super::rules::Rules;
use super::spend::{self, NamedSpend, Spend};
use super::view::{face_down, sees_hand};
use super::{Montauk, chance};
use crate::encoding::{
    ActionView, CARD_COLS, CARD_ROWS, Encode, Encoding, LegalActions, PlaneKind, PlaneList, PlaneWriter,
    Step, Symmetry, relative,
};
use crate::{Actor, Game, Refusal, Viewer};

/// What chance has rolled or dealt so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Partial {
    dice: [u8; PYRAMIDS],
    /// The cards of a hand, those from the top of a short pile first.
    cards: [u8; HAND_SIZE],
    count: u8,
}

/// The numbers of the game.
#[derive(Debug)]
pub struct MontaukCodec {
    info: Encoding,
}

/// The first spend, by box and box: `from * (from - 1) / 2 + to`.
const SPENDS: u32 = Card::COUNT as u32;
/// Spends between boxes or off.
const SPEND_COUNT: u32 = 21;
const PASS: u32 = SPENDS + SPEND_COUNT;
/// The first spend that names a pyramid: box to box, then which of the six.
const NAMED: u32 = PASS + 1;

fn spend_id(from: u8, to: u8) -> u32 {
    let (from, to) = (u32::from(from), u32::from(to));
    from * (from - 1) / 2 + to
}

fn boxes(id: u32) -> (u8, u8) {
    let from = (1..=6).rev().find(|&from| spend_id(from, 0) <= id).unwrap_or(1);
    (from, (id - spend_id(from, 0)) as u8)
}

/// Boxes 1 to 6 of pyramids that were moved in this trick, where that matters, come after the others.
const MOVED_COLUMN: usize = 6;

/// The number of a player's move.
fn action_of(action: Move) -> Option<u32> {
    Some(match action {
        Move::Play(card) => u32::from(card.index()),
        Move::Spend(Spend { from, to, named: None }) => SPENDS + spend_id(from, to),
        Move::Spend(Spend { from, to, named: Some(named) }) => {
            NAMED + spend_id(from, to) * PYRAMIDS as u32 + u32::from(named.index)
        }
        Move::Pass => PASS,
        _ => return None,
    })
}

/// The player's move of a number.
fn move_of(position: &Position, action: u32) -> Move {
    match action {
        ..SPENDS => card(action).map_or(Move::Pass, Move::Play),
        SPENDS..PASS => {
            let (from, to) = boxes(action - SPENDS);
            Move::Spend(Spend { from, to, named: None })
        }
        PASS => Move::Pass,
        _ => {
            let id = action - NAMED;
            let (from, to) = boxes(id / PYRAMIDS as u32);
            let named = NamedSpend { seat: position.winner() as u8, index: (id % PYRAMIDS as u32) as u8 };
            Move::Spend(Spend { from, to, named: Some(named) })
        }
    }
}

fn card(index: u32) -> Option<Card> {
    Card::from_index(u8::try_from(index).ok()?)
}

/// The pile that the next card of a deal comes from.
fn next_part(position: &Position, partial: &Partial) -> Cards {
    let dealt =
        partial.cards[..usize::from(partial.count)].iter().filter_map(|&index| Card::from_index(index));
    let dealt: Vec<Card> = dealt.collect();
    let from_top = position.dealt_from_top();
    let (top, rest): (Cards, Cards) =
        (dealt.iter().take(from_top).copied().collect(), dealt.iter().skip(from_top).copied().collect());
    match dealt.len() < from_top {
        true => position.top.minus(top),
        false => position.pile.minus(position.top).minus(rest),
    }
}

/// How many rolls a pair that must differ leaves for each face of the next die.
fn die_weights(rules: &Rules, position: &Position, partial: &Partial) -> [f64; 6] {
    if !rules.reroll_equal {
        return [1.0; 6];
    }
    let first = position.boards[0].map(Pyramid::place);
    let second = position.roller() == 1;
    let mut weights = [0.0; 6];
    let known = usize::from(partial.count);
    let free = PYRAMIDS - known - 1;
    for (face, weight) in weights.iter_mut().enumerate() {
        for mut number in 0..6u32.pow(free as u32) {
            let mut dice = partial.dice;
            dice[known] = face as u8 + 1;
            for die in &mut dice[known + 1..] {
                *die = (number % 6) as u8 + 1;
                number /= 6;
            }
            *weight += match second {
                true => f64::from(u8::from(!same_boxes(dice, first))),
                false => 1.0 - orders(dice) / 6f64.powi(6),
            };
        }
    }
    weights
}

/// In how many orders six dice can show the same faces.
fn orders(dice: [u8; PYRAMIDS]) -> f64 {
    let factorial = |n: usize| (1..=n).product::<usize>();
    let same = (1..=6).map(|face| factorial(dice.iter().filter(|&&die| die == face).count()));
    factorial(PYRAMIDS) as f64 / same.product::<usize>() as f64
}

/// Where the scalar numbers of the game are on their plane: row 0 the phase, row 1 the round, the trick and who acts.
fn scalars(rules: &Rules, position: &Position, seat: usize) -> Vec<(usize, usize, f32)> {
    let flag = |condition: bool| f32::from(u8::from(condition));
    let mut numbers = vec![
        (0, position.phase as usize, 1.0),
        (1, 0, f32::from(position.round) / f32::from(rules.rounds.max(1))),
        (1, 1, f32::from(position.trick) / 6.0),
        (1, 2, f32::from(position.borne) / 6.0),
    ];
    let actor = Montauk::actor(rules, position);
    for (at, other) in relative(seat, 2).enumerate() {
        let is = |who: Option<u8>| flag(who == Some(other as u8));
        numbers.extend([
            (1, 3 + at, flag(actor == Actor::Seat(other))),
            (1, 5 + at, is(Some(position.leader))),
            (1, 7 + at, is(position.opener)),
            (1, 9 + at, is(position.first_home)),
            (2, at, position.scores[other] as f32 / 100.0),
        ]);
    }
    numbers
}

impl Encode for Montauk {
    type Codec = MontaukCodec;
    type Partial = Partial;

    fn codec(rules: &Rules, view: Option<ActionView>) -> MontaukCodec {
        use PlaneKind::{Cards, Table};
        let mut planes = PlaneList::default();
        for name in
            ["own hand", "own unseen discard", "seen discard", "led", "followed", "extra", "dealt so far"]
        {
            planes.add(Cards, name);
        }
        planes.add_for_seats(Table, 2, "pyramids");
        planes.add_for_seats(Table, 2, "vault");
        for name in ["spends", "dice so far", "counts", "numbers"] {
            planes.add(Table, name);
        }
        let named = if rules.sizes_matter() { SPEND_COUNT * PYRAMIDS as u32 } else { 0 };
        let trick = 2 + 2 * 13 + 1;
        let round = 2 * PYRAMIDS + 1 + 2 * HAND_SIZE + HAND_SIZE * trick;
        MontaukCodec {
            info: Encoding {
                view: view.unwrap_or(ActionView::Joint),
                actions: (NAMED + named) as usize,
                chance_outcomes: Card::COUNT,
                rows: CARD_ROWS,
                cols: CARD_COLS,
                planes: planes.0,
                cells: Vec::new(),
                max_steps: usize::from(rules.last_round()) * round,
            },
        }
    }

    fn encoding(codec: &MontaukCodec) -> &Encoding {
        &codec.info
    }

    fn legal(
        _codec: &MontaukCodec,
        rules: &Rules,
        position: &Position,
        _partial: &Partial,
        out: &mut LegalActions,
    ) {
        out.clear();
        match position.phase {
            Phase::Lead | Phase::Follow => {
                out.add_bits(u128::from(position.hands[moves::player(position)].faces().bits()));
            }
            Phase::Spend => {
                if !rules.must_spend {
                    out.push(PASS);
                }
                match rules.sizes_matter() {
                    false => spend::each(rules, position, |spend| {
                        out.push(SPENDS + spend_id(spend.from, spend.to));
                    }),
                    true => {
                        let mut ids: Vec<u32> = spend::details(rules, position)
                            .into_iter()
                            .flat_map(|detail| {
                                let named = detail.named.into_iter().map(|(_, spend)| spend);
                                std::iter::once(detail.spend).chain(named)
                            })
                            .filter_map(|spend| action_of(Move::Spend(spend)))
                            .collect();
                        ids.sort_unstable();
                        ids.dedup();
                        ids.into_iter().for_each(|id| out.push(id));
                    }
                }
            }
            Phase::Dice | Phase::Leader | Phase::Deal | Phase::Draw | Phase::Over => {}
        }
    }

    fn step(
        _codec: &MontaukCodec,
        _rules: &Rules,
        position: &Position,
        _partial: &Partial,
        action: u32,
    ) -> Step<Partial, Move> {
        Step::Complete(move_of(position, action))
    }

    fn why_illegal(
        _codec: &MontaukCodec,
        rules: &Rules,
        position: &Position,
        _partial: &Partial,
        action: u32,
    ) -> Refusal {
        match moves::check(rules, position, move_of(position, action)) {
            Err(refusal) => refusal,
            Ok(()) => Refusal::illegal_move(format!("action {action} is not legal here")),
        }
    }

    fn chance_outcomes(
        _codec: &MontaukCodec,
        rules: &Rules,
        position: &Position,
        partial: &Partial,
        out: &mut Vec<(u32, f64)>,
    ) {
        let of_cards = |cards: Cards, out: &mut Vec<(u32, f64)>| {
            let mut counts = [0u32; Card::COUNT];
            cards.iter().for_each(|card| counts[usize::from(card.index())] += 1);
            let all = cards.len().max(1) as f64;
            let there = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
            out.extend(there.map(|(index, &count)| (index as u32, f64::from(count) / all)));
        };
        match position.phase {
            Phase::Dice => {
                let weights = die_weights(rules, position, partial);
                let all: f64 = weights.iter().sum();
                let there = weights.iter().enumerate().filter(|&(_, &weight)| weight > 0.0);
                out.extend(there.map(|(face, &weight)| (face as u32, weight / all)));
            }
            Phase::Leader => out.extend([(0, 0.5), (1, 0.5)]),
            Phase::Deal => of_cards(next_part(position, partial), out),
            Phase::Draw => of_cards(position.pile, out),
            Phase::Lead | Phase::Follow | Phase::Spend | Phase::Over => {}
        }
    }

    fn chance_step(
        _codec: &MontaukCodec,
        _rules: &Rules,
        position: &Position,
        partial: &Partial,
        outcome: u32,
    ) -> Step<Partial, Move> {
        let mut next = *partial;
        let at = usize::from(partial.count).min(PYRAMIDS - 1);
        next.count += 1;
        match position.phase {
            Phase::Dice => {
                next.dice[at] = outcome as u8 + 1;
                match usize::from(next.count) == PYRAMIDS {
                    true => Step::Complete(Move::Dice { to: position.roller() as u8, dice: next.dice }),
                    false => Step::Partial(next),
                }
            }
            Phase::Leader => Step::Complete(Move::Leader(outcome as u8)),
            Phase::Deal => {
                next.cards[at] = outcome as u8;
                if usize::from(next.count) < HAND_SIZE {
                    return Step::Partial(next);
                }
                let cards = next.cards.map(|index| Card::from_index(index).unwrap_or(chance::MIN_CARD));
                let cards = chance::in_parts(position, cards);
                Step::Complete(Move::Deal { to: position.dealt_to() as u8, cards })
            }
            _ => Step::Complete(Move::Draw(card(outcome).unwrap_or(chance::MIN_CARD))),
        }
    }

    fn steps_of(_codec: &MontaukCodec, _rules: &Rules, _position: &Position, action: Move) -> Vec<u32> {
        match action {
            Move::Dice { dice, .. } => dice.iter().map(|&die| u32::from(die) - 1).collect(),
            Move::Leader(seat) => vec![u32::from(seat)],
            Move::Deal { cards, .. } => cards.iter().map(|card| u32::from(card.index())).collect(),
            Move::Draw(card) => vec![u32::from(card.index())],
            _ => action_of(action).into_iter().collect(),
        }
    }

    fn partial_text(_rules: &Rules, position: &Position, partial: &Partial) -> String {
        let count = usize::from(partial.count);
        let texts: Vec<String> = match position.phase {
            Phase::Dice => partial.dice[..count].iter().map(|die| die.to_string()).collect(),
            _ => partial.cards[..count]
                .iter()
                .filter_map(|&index| Card::from_index(index))
                .map(|card| card.to_string())
                .collect(),
        };
        texts.join(" ")
    }

    fn chance_text(_rules: &Rules, position: &Position, outcome: u32) -> String {
        match position.phase {
            Phase::Dice => format!("die {}", outcome + 1),
            Phase::Leader => format!("lead {outcome}"),
            _ => card(outcome).map_or(String::new(), |card| card.to_string()),
        }
    }

    fn label(_codec: &MontaukCodec, _rules: &Rules, action: u32) -> String {
        match action {
            ..NAMED => {
                let spend = |id: u32| {
                    let (from, to) = boxes(id);
                    Spend { from, to, named: None }.to_string()
                };
                match action {
                    ..SPENDS => card(action).map_or(String::new(), |card| card.to_string()),
                    PASS => "pass".into(),
                    _ => spend(action - SPENDS),
                }
            }
            _ => {
                let id = action - NAMED;
                let (from, to) = boxes(id / PYRAMIDS as u32);
                let plain = Spend { from, to, named: None };
                format!("{plain}:pyramid {}", id % PYRAMIDS as u32 + 1)
            }
        }
    }

    /// The cards of a deal are for the player who gets them.
    fn visible_partial(_rules: &Rules, position: &Position, partial: &Partial, viewer: Viewer) -> Partial {
        match position.phase {
            Phase::Deal if !sees_hand(viewer, position.dealt_to()) => Partial::default(),
            _ => *partial,
        }
    }

    fn observe(
        codec: &MontaukCodec,
        rules: &Rules,
        position: &Position,
        partial: &Partial,
        seat: usize,
        out: &mut [f32],
    ) {
        let viewer = Viewer::Seat(seat);
        let partial = Montauk::visible_partial(rules, position, partial, viewer);
        let mut planes = PlaneWriter::new(&codec.info, out);
        planes.cards(position.hands[seat].iter());
        planes.cards(position.unseen[seat].iter());
        planes.cards(position.seen.iter());
        let down = face_down(position) && !sees_hand(viewer, usize::from(position.leader));
        planes.cards(position.led.filter(|_| !down));
        planes.cards(position.followed);
        planes.cards(position.extra);
        let dealt = if position.phase == Phase::Deal { usize::from(partial.count) } else { 0 };
        planes.cards(partial.cards[..dealt].iter().filter_map(|&index| Card::from_index(index)));
        for other in relative(seat, 2) {
            // A row for each size, a column for each box, 0 for off.
            let pyramids = position.boards[other].iter().enumerate();
            let rolled = pyramids.filter(|(_, pyramid)| pyramid.place() != UNROLLED);
            planes.table(rolled.map(|(index, pyramid)| {
                let row = if rules.sizes_matter() { spend::size(index) } else { 0 };
                let moved = if pyramid.moved() { MOVED_COLUMN } else { 0 };
                (row, usize::from(pyramid.place()) + moved, 1.0)
            }));
        }
        for other in relative(seat, 2) {
            let vault = position.vaults[other];
            planes.table(vault.slots.iter().enumerate().flat_map(|(slot, content)| {
                let used = slot < usize::from(vault.used);
                [
                    (slot, 0, f32::from(u8::from(used))),
                    (slot, 1, f32::from(content.pyramids)),
                    (slot, 2, f32::from(u8::from(content.null))),
                ]
            }));
        }
        planes.table((1..=6).map(|value| (0, usize::from(value), position.spends.count(value) as f32)));
        let dice = if position.phase == Phase::Dice { usize::from(partial.count) } else { 0 };
        planes.table(partial.dice[..dice].iter().map(|&die| (0, usize::from(die), 1.0)));
        let mut counts = vec![(1, 0, position.pile.len() as f32 / 52.0)];
        for (at, other) in relative(seat, 2).enumerate() {
            counts.push((0, at, position.hands[other].len() as f32 / 6.0));
            counts.push((2, at, position.unseen[other].len() as f32 / 6.0));
        }
        planes.table(counts);
        planes.table(scalars(rules, position, seat));
    }

    fn symmetries(codec: &MontaukCodec, _rules: &Rules) -> Vec<Symmetry> {
        vec![Symmetry { cells: Vec::new(), actions: (0..codec.info.actions as u32).collect() }]
    }
}
