//! How often the quick estimate of a showdown is right, and what it costs compared with the exact result.
//!
//! `cargo run --release -p floe-cards --example quick_agreement`

use std::time::{Duration, Instant};

use floe_cards::{
    Card, CardSet, QuickLayouts, ShowdownRules, certain_outcome, quick_outcome, solve, upper_bounds,
};

const DEALS: u32 = 1000;

fn main() {
    let rules = ShowdownRules::default();
    let mut deck: Vec<Card> = Card::all().collect();
    let mut word = 88_172_645_463_325_252u64;
    let mut below = move |bound: usize| {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        (word >> 20) as usize % bound
    };
    println!("cards    right  certain  quick     ceilings  exact");
    for (black, white) in
        [(8, 9), (12, 14), (15, 15), (17, 17), (18, 18), (20, 20), (22, 22), (23, 19), (26, 16)]
    {
        let (mut right, mut certain) = (0, 0);
        let [mut quick, mut limits, mut exact] = [Duration::ZERO; 3];
        for _ in 0..DEALS {
            for at in 0..black + white {
                let other = at + below(52 - at);
                deck.swap(at, other);
            }
            let pool = |cards: &[Card]| -> CardSet { cards.iter().copied().collect() };
            let pools = [pool(&deck[..black]), pool(&deck[black..black + white])];
            let now = Instant::now();
            let outcome = solve(pools[0], pools[1], &rules).map(|solved| solved.outcome);
            exact += now.elapsed();
            let now = Instant::now();
            let [one, other] = pools.map(|pool| QuickLayouts::new(pool, rules.rank));
            let guess = quick_outcome(&one, &other, &rules);
            quick += now.elapsed();
            let now = Instant::now();
            let [most, other_most] = pools.map(|pool| upper_bounds(pool, rules.rank));
            let sure = certain_outcome((&one, &most), (&other, &other_most));
            limits += now.elapsed();
            right += u32::from(outcome == Ok(guess));
            certain += u32::from(sure.is_some());
            assert!(sure.is_none() || sure == outcome.ok(), "{} against {}", pools[0], pools[1]);
        }
        let share = |count: u32| 100.0 * f64::from(count) / f64::from(DEALS);
        println!(
            "{black:>2} : {white:>2}  {:>5.1}%  {:>6.1}%  {:>8.1?}  {:>8.1?}  {:>8.1?}",
            share(right),
            share(certain),
            quick / DEALS,
            limits / DEALS,
            exact / DEALS
        );
    }
}
