//! The layouts that no other layout of the same pool improves on.

use crate::card_set::CardSet;
use crate::full_pool::full_pool;
use crate::layout::{FULL_POOL, Layout};
use crate::rank::HandStrength;
use crate::rules::{Pairing, ShortSplit, ShowdownRules};
use crate::short_pool::short_pool;

/// All undominated layouts of a pool of any size, each once: legal layouts such that no other legal layout is
/// at least as strong in every hand. A player who wants to win needs no others.
///
/// They are sorted by falling strength of hand 1, then of hand 2. Under free pairing every legal order of the hands is
/// a separate layout. There is always at least one, if only the empty one.
pub fn undominated_layouts(pool: CardSet, rules: &ShowdownRules) -> Vec<Layout> {
    let mut triples = undominated_triples(pool, rules);
    if orders_are_free(pool, rules) {
        triples = triples.into_iter().flat_map(orders).collect();
        triples.sort_unstable_by(|a, b| b.cmp(a));
        // Two empty hands look the same either way round.
        triples.dedup();
    }
    triples.into_iter().map(Layout::of_strengths).collect()
}

/// The strengths of the undominated layouts; where [`orders_are_free`], only those with the strongest hand
/// first, the others being their orders.
// If one order of a layout is dominated by some order of another, then so is the sorted one by the sorted other:
// sorting both keeps "at least as strong in every place".
pub(crate) fn undominated_triples(pool: CardSet, rules: &ShowdownRules) -> Vec<[HandStrength; 3]> {
    if pool.len() < FULL_POOL { short_pool(pool, rules) } else { full_pool(pool.bits(), rules.rank) }
}

/// Whether the hands of a layout may be swapped freely: pairing is free and no hand must be filled first.
pub(crate) fn orders_are_free(pool: CardSet, rules: &ShowdownRules) -> bool {
    let in_turn = rules.short_split == ShortSplit::Fill && pool.len() < FULL_POOL;
    rules.pairing == Pairing::Free && !in_turn
}

/// The six orders of three hands.
pub(crate) fn orders([a, b, c]: [HandStrength; 3]) -> [[HandStrength; 3]; 6] {
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
}
