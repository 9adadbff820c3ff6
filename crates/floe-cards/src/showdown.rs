//! Comparing two layouts, replying to one, and solving the whole showdown.

use std::cmp::Ordering;

use thiserror::Error;

use crate::card_set::CardSet;
use crate::layout::Layout;
use crate::rank::{HandStrength, HandTooLarge};
use crate::rules::{Adjust, RankRules, ShowdownRules};
use crate::staircase::ParetoFront;
use crate::undominated::{orders, orders_are_free, undominated_triples};

/// One of the two players of a showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who lays out first.
    Black,
    /// The player who lays out second.
    White,
}

impl Side {
    /// The other player.
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

/// How a showdown ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShowdownResult {
    /// Black wins.
    Black,
    /// White wins.
    White,
    /// Nobody wins; only possible with empty hands.
    Draw,
}

impl ShowdownResult {
    /// The outcome in which this player wins.
    pub const fn win_of(seat: Side) -> ShowdownResult {
        match seat {
            Side::Black => ShowdownResult::Black,
            Side::White => ShowdownResult::White,
        }
    }
}

/// Compares two layouts: each pair of hands goes to the stronger one, and the player who wins more of the three wins.
///
/// A hand beats an empty one; two empty hands go to nobody. Winning two of three is always enough. The layouts are
/// compared as given; [`legal_layout`](crate::legal_layout) checks whether they are legal.
pub fn compare_layouts(
    black: &Layout,
    white: &Layout,
    rules: RankRules,
) -> Result<ShowdownResult, HandTooLarge> {
    let lead = lead(black.strengths(rules)?, white.strengths(rules)?);
    Ok(outcome(Side::Black, lead))
}

/// How many more hands the first layout wins than the other.
#[inline]
fn lead(one: [HandStrength; 3], other: [HandStrength; 3]) -> i32 {
    (0..3).map(|slot| one[slot].cmp(&other[slot]) as i32).sum()
}

/// The outcome when this side wins `lead` more hands than the other.
fn outcome(seat: Side, lead: i32) -> ShowdownResult {
    match lead.cmp(&0) {
        Ordering::Greater => ShowdownResult::win_of(seat),
        Ordering::Less => ShowdownResult::win_of(seat.other()),
        Ordering::Equal => ShowdownResult::Draw,
    }
}

/// A reply to a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The layout.
    pub layout: Layout,
    /// The outcome of the two layouts.
    pub outcome: ShowdownResult,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// Cards that both players have.
    #[error("{0} is on both sides; there is one deck")]
    Shared(CardSet),
    /// A hand that has no strength.
    #[error(transparent)]
    Hand(#[from] HandTooLarge),
    /// Sealed layouts.
    #[error(
        "sealed layouts have no single solved result, only odds; lay out as moves, or set adjust to one of \
         white_last, black_last, none"
    )]
    Sealed,
}

/// The best layout of this player's pool against a given layout: one with the best outcome and, among those, with the
/// most hands won. It is legal and undominated.
pub fn best_reply(
    pool: CardSet,
    seat: Side,
    against: &Layout,
    rules: &ShowdownRules,
) -> Result<Reply, SolveError> {
    refuse_shared(pool, against.cards())?;
    let against = against.strengths(rules.rank)?;
    let (lead, reply) = strongest_reply(&replies(pool, rules), against);
    Ok(Reply { layout: Layout::of_strengths(reply), outcome: outcome(seat, lead) })
}

/// A solved showdown: the result when both lay out perfectly, and layouts that achieve it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The result.
    pub outcome: ShowdownResult,
    /// Who lays out first; the other player replies.
    pub first: Side,
    /// Black's layout.
    pub black: Layout,
    /// White's layout.
    pub white: Layout,
}

/// Solves a showdown exactly, for pools of any sizes.
///
/// When White lays out last (`white_last` and `none`) the result is the best that Black can reach if White replies to
/// each of Black's layouts in the best way; `black_last` is the mirror image. The returned layouts are a best one of
/// the player who lays out first and the other's best reply to it. `sealed` is refused.
pub fn solve(black: CardSet, white: CardSet, rules: &ShowdownRules) -> Result<Solved, SolveError> {
    refuse_shared(black, white)?;
    let first = match rules.adjust {
        Adjust::WhiteLast | Adjust::None => Side::Black,
        Adjust::BlackLast => Side::White,
        Adjust::Sealed => return Err(SolveError::Sealed),
    };
    let (first_pool, reply_pool) = match first {
        Side::Black => (black, white),
        Side::White => (white, black),
    };
    // The replying player may order the hands to fit, so where orders are free one order of each first layout
    // represents all. And a stronger hand never hurts its owner, so undominated layouts are enough.
    let openings = undominated_triples(first_pool, rules);
    let replies = replies(reply_pool, rules);
    let opening = safest(&openings, &replies);
    let (lead, reply) = strongest_reply(&replies, opening);
    let (opening, reply) = (Layout::of_strengths(opening), Layout::of_strengths(reply));
    let (black, white) = match first {
        Side::Black => (opening, reply),
        Side::White => (reply, opening),
    };
    Ok(Solved { outcome: outcome(first.other(), lead), first, black, white })
}

fn refuse_shared(one: CardSet, other: CardSet) -> Result<(), SolveError> {
    let shared = one & other;
    if shared.is_empty() { Ok(()) } else { Err(SolveError::Shared(shared)) }
}

/// All useful replies.
fn replies(pool: CardSet, rules: &ShowdownRules) -> Vec<[HandStrength; 3]> {
    let triples = undominated_triples(pool, rules);
    if orders_are_free(pool, rules) { triples.into_iter().flat_map(orders).collect() } else { triples }
}

/// The reply with the greatest lead, the first among equals.
fn strongest_reply(replies: &[[HandStrength; 3]], against: [HandStrength; 3]) -> (i32, [HandStrength; 3]) {
    let mut best = (i32::MIN, [HandStrength::EMPTY; 3]);
    for &reply in replies {
        let lead = lead(reply, against);
        if lead > best.0 {
            best = (lead, reply);
        }
    }
    best
}

/// The layout whose result against the best reply is best for its owner, the first among equals.
fn safest(openings: &[[HandStrength; 3]], replies: &[[HandStrength; 3]]) -> [HandStrength; 3] {
    let threats = Threats::new(replies);
    let mut safest = [HandStrength::EMPTY; 3];
    let mut least = None;
    for &opening in openings {
        let threat = threats.against(opening);
        if least.is_none_or(|least| threat < least) {
            (safest, least) = (opening, Some(threat));
        }
        if threat == Ordering::Less {
            break;
        }
    }
    safest
}

/// The best result of a set of replies against a layout, without trying each: small pools have up to ten thousand of
/// them.
struct Threats {
    /// For hands 1 and 2, 1 and 3, 2 and 3: the best pairs of strengths.
    pairs: [ParetoFront<HandStrength>; 3],
    /// The best strength of each hand.
    singles: [HandStrength; 3],
}

const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

impl Threats {
    fn new(replies: &[[HandStrength; 3]]) -> Threats {
        let mut threats =
            Threats { pairs: [(); 3].map(|()| ParetoFront::new()), singles: [HandStrength::EMPTY; 3] };
        for reply in replies {
            for (pair, (i, j)) in threats.pairs.iter_mut().zip(PAIRS) {
                pair.add(reply[i], reply[j]);
            }
            for (single, &strength) in threats.singles.iter_mut().zip(reply) {
                *single = (*single).max(strength);
            }
        }
        threats
    }

    /// The result of the best reply, from the replier's side.
    ///
    /// Only empty hands can tie. So the replier wins by winning two hands, or one where the other two are empty in the
    /// layout (and so not lost); and ties by winning one where another is empty, or none where all are.
    fn against(&self, layout: [HandStrength; 3]) -> Ordering {
        if self.pairs.iter().zip(PAIRS).any(|(pair, (i, j))| pair.exceeds(layout[i], layout[j])) {
            return Ordering::Greater;
        }
        let empty = layout.iter().filter(|&&strength| strength == HandStrength::EMPTY).count();
        // The number of the other hands that are empty where one hand can be won.
        let others_empty = (0..3)
            .filter(|&i| self.singles[i] > layout[i])
            .map(|i| empty - usize::from(layout[i] == HandStrength::EMPTY))
            .max();
        match (empty, others_empty) {
            (_, Some(2..)) => Ordering::Greater,
            (_, Some(1)) | (3, _) => Ordering::Equal,
            _ => Ordering::Less,
        }
    }
}
