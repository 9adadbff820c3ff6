use floe_cards::*;
use std::time::Instant;
fn main() {
    let mut s = 88172645463325252u64;
    let mut rnd = move |n: usize| {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        (s >> 20) as usize % n
    };
    let rules = ShowdownRules::default();
    let mut deck: Vec<Card> = Card::all().collect();
    for (a, b) in [(8, 9), (12, 14), (15, 15), (17, 17), (18, 18), (20, 20), (23, 19), (26, 16), (22, 22)] {
        let n = 1000;
        let (mut agree, mut certain, mut wrong, mut first) = (0, 0, 0, 0);
        let (mut tq, mut tc, mut te) = (0u128, 0u128, 0u128);
        for _ in 0..n {
            for i in 0..a + b {
                let j = i + rnd(52 - i);
                deck.swap(i, j);
            }
            let black: CardSet = deck[..a].iter().copied().collect();
            let white: CardSet = deck[a..a + b].iter().copied().collect();
            let t = Instant::now();
            let exact = solve(black, white, &rules).unwrap().outcome;
            te += t.elapsed().as_nanos();
            let t = Instant::now();
            let (p, q) = (Promise::new(black, rules.rank), Promise::new(white, rules.rank));
            let guess = quick_outcome(&p, &q, &rules);
            tq += t.elapsed().as_nanos();
            let t = Instant::now();
            let (c, d) = (ceilings(black, rules.rank), ceilings(white, rules.rank));
            let cert = certain_outcome((&p, &c), (&q, &d));
            tc += t.elapsed().as_nanos();
            agree += usize::from(guess == exact);
            if let Some(o) = cert {
                certain += 1;
                wrong += usize::from(o != exact);
            }
            let g = lead0(&p.layouts()[0], &q.layouts()[0]);
            first += usize::from((g > 0) == (exact == Outcome::Black));
        }
        println!(
            "{a}-{b}: agree {:.1}% first-layout {:.1}% certain {:.1}% wrong {wrong}; ns quick {} ceil {} exact {}",
            100.0 * agree as f64 / n as f64,
            100.0 * first as f64 / n as f64,
            100.0 * certain as f64 / n as f64,
            tq / n as u128,
            tc / n as u128,
            te / n as u128
        );
    }
}
fn lead0(a: &[Strength; 3], b: &[Strength; 3]) -> i32 {
    (0..3).map(|i| a[i].cmp(&b[i]) as i32).sum()
}
