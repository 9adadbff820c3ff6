//! A second, simple implementation of the rules that shares only cards and sets with the crate: what the fast code must
//! agree with.

use std::cmp::Reverse;

use floe_cards::{
    Adjust, CardSet, Layout, Pairing, RankRules, ShortSplit, ShowdownResult, ShowdownRules, TieBreak,
};

/// A strength to compare: category from 0 to 9, ranks, suits. A vector that ends early is less, as a missing card
/// should be.
pub type Key = (u8, Vec<u8>, Vec<u8>);

pub fn key(hand: CardSet, rules: RankRules) -> Key {
    let mut cards: Vec<(u8, u8)> = hand.iter().map(|c| (c.rank() as u8 + 2, c.suit() as u8)).collect();
    let size = cards.len();
    let count = |rank: u8| cards.iter().filter(|c| c.0 == rank).count();
    let mut group_sizes: Vec<usize> = (2..=14).map(count).filter(|&n| n > 0).collect();
    group_sizes.sort_by_key(|&n| Reverse(n));
    let enough = size == 5 || (rules.short_straights && (size == 3 || size == 4));
    let flush = enough && cards.iter().all(|c| c.1 == cards[0].1);
    let mut ranks: Vec<u8> = cards.iter().map(|c| c.0).collect();
    ranks.sort();
    let in_sequence = |ranks: &[u8]| ranks.windows(2).all(|w| w[0] + 1 == w[1]);
    let ranks_with_low_ace = {
        let mut low: Vec<u8> = ranks.iter().map(|&r| if r == 14 { 1 } else { r }).collect();
        low.sort();
        low
    };
    let high_straight = enough && in_sequence(&ranks);
    let wheel = enough && rules.wheel && ranks.contains(&14) && in_sequence(&ranks_with_low_ace);
    let straight = high_straight || wheel;
    let category = if straight && flush && size == 5 && ranks[0] == 10 {
        9
    } else if straight && flush {
        8
    } else if group_sizes.first() == Some(&4) {
        7
    } else if group_sizes == [3, 2] {
        6
    } else if flush {
        5
    } else if straight {
        4
    } else if group_sizes.first() == Some(&3) {
        3
    } else if group_sizes.starts_with(&[2, 2]) {
        2
    } else if group_sizes.first() == Some(&2) {
        1
    } else {
        0
    };
    match rules.tie_break {
        TieBreak::Literal => cards.sort_by_key(|&(rank, suit)| Reverse((rank, suit))),
        TieBreak::Poker => {
            if wheel {
                for card in &mut cards {
                    if card.0 == 14 {
                        card.0 = 1;
                    }
                }
            }
            let all = cards.clone();
            let group = |rank: u8| all.iter().filter(|c| c.0 == rank).count();
            cards.sort_by_key(|&(rank, suit)| Reverse((group(rank), rank, suit)));
        }
    }
    (category, cards.iter().map(|c| c.0).collect(), cards.iter().map(|c| c.1).collect())
}

/// All hands of up to five cards of a pool, as masks of its cards, each with its index by strength.
pub struct Hands {
    pub pool: Vec<CardSet>,
    /// By mask; `None` for more than five cards.
    pub place: Vec<Option<u16>>,
    /// By index.
    pub hand: Vec<CardSet>,
}

impl Hands {
    pub fn new(pool: CardSet, rules: RankRules) -> Hands {
        let pool: Vec<CardSet> = pool.iter().map(|c| [c].into_iter().collect()).collect();
        let mut hands: Vec<(Key, usize, CardSet)> = Vec::new();
        for mask in 0..1usize << pool.len() {
            if mask.count_ones() <= 5 {
                let hand = (0..pool.len())
                    .filter(|i| mask >> i & 1 != 0)
                    .fold(CardSet::EMPTY, |set, i| set | pool[i]);
                hands.push((key(hand, rules), mask, hand));
            }
        }
        hands.sort();
        let mut place = vec![None; 1 << pool.len()];
        for (at, (_, mask, _)) in hands.iter().enumerate() {
            place[*mask] = Some(at as u16);
        }
        Hands { pool, place, hand: hands.into_iter().map(|h| h.2).collect() }
    }
}

pub fn sizes_are_legal(sizes: [u32; 3], pool: usize, split: ShortSplit) -> bool {
    let [a, b, c] = sizes;
    if sizes.iter().any(|&s| s > 5) {
        return false;
    }
    if pool >= 15 {
        return sizes == [5, 5, 5];
    }
    match split {
        ShortSplit::Free => true,
        ShortSplit::Fill => (b == 0 || a == 5) && (c == 0 || b == 5),
        ShortSplit::Balanced => a.abs_diff(b) <= 1 && b.abs_diff(c) <= 1 && a.abs_diff(c) <= 1,
    }
}

/// Every legal layout, as indices.
pub fn for_each_layout(hands: &Hands, rules: &ShowdownRules, mut meet: impl FnMut([u16; 3])) {
    let size = hands.pool.len();
    let all = (1usize << size) - 1;
    let masks: Vec<usize> =
        (0..=all).filter(|m| m.count_ones() <= 5 && (size < 15 || m.count_ones() == 5)).collect();
    for &first in &masks {
        let one = hands.place[first].unwrap();
        let rest = all & !first;
        let mut second = rest;
        loop {
            if let Some(two) = hands.place[second]
                && (size < 15 || second.count_ones() == 5)
                && (rules.pairing == Pairing::Free || one >= two)
            {
                let left = rest & !second;
                let mut third = left;
                loop {
                    if let Some(three) = hands.place[third]
                        && (rules.pairing == Pairing::Free || two >= three)
                        && sizes_are_legal(
                            [first, second, third].map(usize::count_ones),
                            size,
                            rules.short_split,
                        )
                    {
                        meet([one, two, three]);
                    }
                    if third == 0 {
                        break;
                    }
                    third = (third - 1) & left;
                }
            }
            if second == 0 {
                break;
            }
            second = (second - 1) & rest;
        }
    }
}

/// The undominated layouts by brute force, greatest first.
pub fn undominated(pool: CardSet, rules: &ShowdownRules) -> Vec<Layout> {
    let hands = Hands::new(pool, rules.rank);
    let count = hands.hand.len();
    // The best third index plus one for every first and second index.
    let mut best = vec![0u16; count * count];
    for_each_layout(&hands, rules, |[one, two, three]| {
        let cell = &mut best[one as usize * count + two as usize];
        *cell = (*cell).max(three + 1);
    });
    // Going down in both indices, earlier layouts cover later ones.
    let mut cover = vec![0u16; count + 1];
    let mut layouts = Vec::new();
    for one in (0..count).rev() {
        let mut row_best = 0;
        for two in (0..count).rev() {
            let third = best[one * count + two];
            let covered = cover[two].max(row_best);
            if third > covered {
                let places = [one, two, third as usize - 1];
                layouts.push(Layout { hands: places.map(|place| hands.hand[place]) });
            }
            row_best = row_best.max(third);
            cover[two] = cover[two].max(row_best);
        }
    }
    layouts
}

/// The same for pools of fifteen cards and more, also by brute force: for every first and second hand the third is the
/// strongest hand not above the second that the other cards make.
///
/// With `floor` only first and second hands above the third of the layout that takes the best hand three times;
/// nothing else can be undominated, as that layout has the best first hand of all.
pub fn undominated_full(pool: CardSet, rules: RankRules, floor: bool) -> Vec<Layout> {
    let hands = hands_of_five(pool, rules);
    let next = |from: usize, to: usize, used: CardSet| {
        (from..to.min(hands.len())).find(|&at| hands[at].is_disjoint(used))
    };
    let end = if floor {
        let second = next(1, usize::MAX, hands[0]).unwrap();
        next(second, usize::MAX, hands[0] | hands[second]).unwrap()
    } else {
        hands.len()
    };
    // By index of the second hand: the best (lowest) index of a third hand with a first and second hand as good.
    let mut cover = vec![usize::MAX; end];
    let mut layouts = Vec::new();
    for first in 0..end {
        let mut row = usize::MAX;
        for second in first + 1..end {
            row = row.min(cover[second]);
            // A third hand from `row` on is covered, so there is no need to search that far.
            if hands[first].is_disjoint(hands[second])
                && let Some(third) = next(second + 1, row, hands[first] | hands[second])
            {
                row = third;
                layouts.push(Layout { hands: [first, second, third].map(|at| hands[at]) });
            }
            cover[second] = row;
        }
    }
    layouts
}

/// All five-card hands of a pool, strongest first.
fn hands_of_five(pool: CardSet, rules: RankRules) -> Vec<CardSet> {
    let cards: Vec<CardSet> = pool.iter().map(|c| [c].into_iter().collect()).collect();
    let mut hands = Vec::new();
    for a in 0..cards.len() {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        hands.push(cards[a] | cards[b] | cards[c] | cards[d] | cards[e]);
                    }
                }
            }
        }
    }
    hands.sort_by_cached_key(|&hand| {
        let (category, ranks, suits) = key(hand, rules);
        let five = |values: Vec<u8>| <[u8; 5]>::try_from(values).unwrap();
        Reverse((category, five(ranks), five(suits)))
    });
    hands
}

pub fn judge(black: &[Key; 3], white: &[Key; 3]) -> ShowdownResult {
    let black_takes = (0..3).filter(|&i| black[i] > white[i]).count();
    let white_takes = (0..3).filter(|&i| white[i] > black[i]).count();
    if black_takes >= 2 {
        ShowdownResult::Black
    } else if white_takes >= 2 {
        ShowdownResult::White
    } else if black_takes > white_takes {
        ShowdownResult::Black
    } else if white_takes > black_takes {
        ShowdownResult::White
    } else {
        ShowdownResult::Draw
    }
}

pub fn keys(layout: &Layout, rules: RankRules) -> [Key; 3] {
    layout.hands.map(|hand| key(hand, rules))
}

/// The result by trying every given layout of one side against every given layout of the other.
pub fn value(black: &[Layout], white: &[Layout], rules: &ShowdownRules) -> ShowdownResult {
    let value = |outcome: ShowdownResult| match outcome {
        ShowdownResult::Black => 1,
        ShowdownResult::Draw => 0,
        ShowdownResult::White => -1,
    };
    // Numbers for the keys, to compare faster.
    let mut sorted: Vec<Key> =
        black.iter().chain(white).flat_map(|layout| keys(layout, rules.rank)).collect();
    sorted.sort();
    sorted.dedup();
    let number = |layout: &Layout| keys(layout, rules.rank).map(|k| sorted.binary_search(&k).unwrap());
    let (black, white): (Vec<_>, Vec<_>) =
        (black.iter().map(number).collect(), white.iter().map(number).collect());
    let judge = |b: &[usize; 3], w: &[usize; 3]| {
        let takes = |x: &[usize; 3], y: &[usize; 3]| (0..3).filter(|&i| x[i] > y[i]).count();
        value(match (takes(b, w), takes(w, b)) {
            (2.., _) => ShowdownResult::Black,
            (_, 2..) => ShowdownResult::White,
            (x, y) if x > y => ShowdownResult::Black,
            (x, y) if x < y => ShowdownResult::White,
            _ => ShowdownResult::Draw,
        })
    };
    let value = match rules.adjust {
        Adjust::BlackLast => {
            white.iter().map(|w| black.iter().map(|b| judge(b, w)).max().unwrap()).min().unwrap()
        }
        _ => black.iter().map(|b| white.iter().map(|w| judge(b, w)).min().unwrap()).max().unwrap(),
    };
    [ShowdownResult::White, ShowdownResult::Draw, ShowdownResult::Black][(value + 1) as usize]
}

/// Every legal layout of a small pool.
pub fn all_layouts(pool: CardSet, rules: &ShowdownRules) -> Vec<Layout> {
    let hands = Hands::new(pool, rules.rank);
    let mut layouts = Vec::new();
    for_each_layout(&hands, rules, |places| {
        layouts.push(Layout { hands: places.map(|place| hands.hand[place as usize]) });
    });
    layouts
}

/// All settings of the rank switches.
pub fn all_rank_rules() -> Vec<RankRules> {
    let mut all = Vec::new();
    for &tie_break in TieBreak::ALL {
        for wheel in [true, false] {
            for short_straights in [false, true] {
                all.push(RankRules { tie_break, wheel, short_straights });
            }
        }
    }
    all
}

/// All settings of all switches except `adjust`.
pub fn all_rules() -> Vec<ShowdownRules> {
    let mut all = Vec::new();
    for rank in all_rank_rules() {
        for &pairing in Pairing::ALL {
            for &short_split in ShortSplit::ALL {
                all.push(ShowdownRules { rank, pairing, short_split, adjust: Adjust::WhiteLast });
            }
        }
    }
    all
}

/// A small random generator (splitmix64), the same in every run.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }

    /// Two disjoint pools. Half of the deals use only a few ranks or suits, where strong hands are common.
    pub fn pools(&mut self, one: usize, other: usize) -> (CardSet, CardSet) {
        let mut cards: Vec<_> = CardSet::FULL.iter().collect();
        match self.below(4) {
            0 => {
                // Few ranks: pairs, trips and quads.
                let ranks = (one + other).div_ceil(4) + self.below(2);
                let from = self.below(13);
                cards.retain(|c| (c.rank() as usize + from) % 13 < ranks.min(13));
            }
            1 if one + other <= 26 => {
                // Two suits: flushes and straights.
                let (a, b) = (self.below(4), self.below(4));
                let b = if a == b { (a + 1) % 4 } else { b };
                cards.retain(|c| [a, b].contains(&(c.suit() as usize)));
            }
            _ => {}
        }
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.below(last + 1));
        }
        (cards[..one].iter().copied().collect(), cards[one..one + other].iter().copied().collect())
    }
}
