//! What a move at a buffet does to the pools of cards.

use floe_board::Bits;
use floe_cards::{Card, CardSet, Category, HandStrength, Rank, Suit, best_five, rank};
use floe_games::buffet::{Buffet, Move, Position, PositionParts, Rules};
use floe_games::slide::axes::Claim;
use floe_games::slide::{MoveKind, Phase, Turn};
use floe_games::{Actor, Game};

use super::slide::SlideExplainer;
use super::{ReasonList, SeatNames, count, list};

pub(super) fn explain<T: Turn>(
    rules: &Rules,
    hidden: bool,
    seat_name: SeatNames<'_>,
    before: &Position,
    action: Move,
    after: &Position,
    seat: usize,
) -> ReasonList {
    let mut reasons = ReasonList::default();
    let (was, now) = (rules.parts(before), rules.parts(after));
    // Face-down layouts of others must not show.
    if !hidden && let Some(outcome) = Buffet::<T>::outcome(rules, after) {
        let who = match outcome.winners[..] {
            [winner] => format!("{} wins", seat_name(winner)),
            _ => "nobody wins".into(),
        };
        reasons.add(1000, format!("ends the game: {}, {who}", outcome.reason));
    }
    match action {
        Move::Layout(layout) => {
            let names: Vec<String> = layout
                .hands
                .iter()
                .map(|&hand| match rank(hand, now.showdown.rank) {
                    Ok(strength) if !hand.is_empty() => hand_name(strength),
                    _ => "nothing".into(),
                })
                .collect();
            reasons.add(80, format!("lays out {}", list(&names)));
        }
        Move::Board(step) => {
            match step.kind() {
                MoveKind::Place(cell) => placed(&was, cell, seat, &mut reasons),
                _ => claimed(&was, &now, seat, &seat_name(1 - seat), &mut reasons),
            }
            let mut explainer = SlideExplainer::<u64, 4, T>::new(was.board_rules, seat_name);
            explainer.board_play(was.board, step, now.board, seat, &mut reasons);
            if now.board.phase() == Phase::Over && now.lays_out.is_some() {
                let [black, white] = now.pools.map(CardSet::len);
                let [first, second] = [seat_name(0), seat_name(1)];
                reasons.add(600, format!("ends the board play: {first} has {black} cards, {second} {white}"));
            }
            if was.board_rules.spans::<T>()
                && let Actor::Seat(next) = Buffet::<T>::actor(rules, after)
            {
                let moves = count(Buffet::<T>::count(rules, after), "legal move");
                reasons.add(20, format!("leaves {} {moves}", seat_name(next)));
            }
        }
    }
    reasons
}

fn placed(was: &PositionParts<'_>, cell: usize, seat: usize, reasons: &mut ReasonList) {
    let card = was.cards[cell];
    let sentence = match was.board_rules.summary().claim {
        Claim::Left => format!("stands on the {}, which it claims when it leaves", card_name(card)),
        _ => format!("stands on the {}", card_name(card)),
    };
    reasons.add(70, sentence);
    let near = was.board_rules.slides(was.board, cell);
    let mates: Vec<String> = near
        .cells()
        .map(|cell| was.cards[cell])
        .filter(|card| was.pools[seat].iter().any(|own| own.rank() == card.rank()))
        .map(|card| card.to_string())
        .collect();
    if !mates.is_empty() {
        reasons.add(90, format!("can reach {}, pairing its own cards", list(&mates)));
    }
}

fn claimed(
    was: &PositionParts<'_>,
    now: &PositionParts<'_>,
    seat: usize,
    other_name: &str,
    reasons: &mut ReasonList,
) {
    let gone = |cell: &usize| was.board.fish(*cell) > now.board.fish(*cell);
    let cards: Vec<Card> = (0..was.cards.len()).filter(gone).map(|cell| was.cards[cell]).collect();
    if cards.is_empty() {
        reasons.add(60, "claims nothing");
        return;
    }
    let (pool, other) = (now.pools[seat], was.pools[1 - seat]);
    for card in cards {
        claim(card, pool, other, other_name, reasons);
        flush_alive(card.suit(), now, seat, reasons);
    }
    let best =
        |pool: CardSet| best_five(pool, now.showdown.rank).or_else(|| rank(pool, now.showdown.rank).ok());
    if let Some(now_best) = best(pool)
        && best(was.pools[seat]).is_none_or(|was_best| was_best.category() < now_best.category())
    {
        reasons.add(400 + 10 * now_best.category() as u32, format!("makes {}", hand_name(now_best)));
    }
}

/// Which of its kind a card is, and whom it is denied to.
fn claim(card: Card, pool: CardSet, other: CardSet, other_name: &str, reasons: &mut ReasonList) {
    let alike = |pool: CardSet| pool.iter().filter(|own| own.rank() == card.rank()).count();
    let suited = |pool: CardSet| pool.iter().filter(|own| own.suit() == card.suit()).count();
    let name = card_name(card);
    match alike(pool) {
        2 => reasons.add(130, format!("claims the {name}, its second {}", rank_name(card.rank()))),
        3 => reasons.add(230, format!("claims the {name}, its third {}", rank_name(card.rank()))),
        4 => reasons.add(330, format!("claims the {name}, its fourth {}", rank_name(card.rank()))),
        _ => reasons.add(100, format!("claims the {name}")),
    }
    let ordinal = ["", "", "third", "fourth"];
    if let held @ 2..=3 = alike(other) {
        let sentence = format!("keeps {} from a {} {}", other_name, ordinal[held], rank_name(card.rank()));
        reasons.add(110 + 60 * held as u32, sentence);
    }
    if suited(other) == 4 {
        reasons.add(180, format!("keeps {} from a fifth {}", other_name, suit_one(card.suit())));
    }
}

/// Three or four of a suit with enough left to claim.
fn flush_alive(suit: Suit, now: &PositionParts<'_>, seat: usize, reasons: &mut ReasonList) {
    let held = now.pools[seat].iter().filter(|card| card.suit() == suit).count();
    let left = (0..now.cards.len())
        .filter(|&cell| now.board.fish(cell) > 0 && now.cards[cell].suit() == suit)
        .count();
    if (3..5).contains(&held) && held + left >= 5 {
        let sentence =
            format!("keeps the flush in {} alive: {held} held, {left} still on the board", suit_name(suit));
        reasons.add(40 * held as u32, sentence);
    }
}

/// "a full house of kings", "a flush in spades" …
pub(super) fn hand_name(strength: HandStrength) -> String {
    let hand = strength.hand();
    let most = |times: usize| {
        let of = |rank: &Rank| hand.iter().filter(|card| card.rank() == *rank).count() >= times;
        let rank = Rank::ALL.into_iter().rev().find(of);
        rank.map_or("nothing".into(), rank_plural)
    };
    let suit = || hand.iter().next().map_or("", |card| suit_name(card.suit()));
    match strength.category() {
        Category::HighCard => {
            hand.iter().next().map_or("nothing".into(), |card| format!("{} high", rank_name(card.rank())))
        }
        Category::OnePair => format!("a pair of {}", most(2)),
        Category::TwoPair => format!("two pair, {} up", most(2)),
        Category::ThreeOfAKind => format!("three {}", most(3)),
        Category::Straight => "a straight".into(),
        Category::Flush => format!("a flush in {}", suit()),
        Category::FullHouse => format!("a full house of {}", most(3)),
        Category::FourOfAKind => format!("four {}", most(4)),
        Category::StraightFlush => format!("a straight flush in {}", suit()),
        Category::RoyalFlush => format!("a royal flush in {}", suit()),
    }
}

fn card_name(card: Card) -> String {
    format!("{} of {}", rank_name(card.rank()), suit_name(card.suit()))
}

fn rank_name(rank: Rank) -> &'static str {
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
        [rank as usize]
}

fn rank_plural(rank: Rank) -> String {
    if rank == Rank::Six { "sixes".into() } else { format!("{}s", rank_name(rank)) }
}

fn suit_name(suit: Suit) -> &'static str {
    ["clubs", "diamonds", "hearts", "spades"][suit as usize]
}

fn suit_one(suit: Suit) -> &'static str {
    ["club", "diamond", "heart", "spade"][suit as usize]
}
