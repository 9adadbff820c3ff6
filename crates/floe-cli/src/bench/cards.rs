//! Card games: ranking hands, solving showdowns, random matches.

use std::hint::black_box;
use std::time::{Duration, Instant};

use floe_cards::{Card, CardSet, RankRules, ShowdownRules, rank, solve};
use floe_games::registry::{self, Visitor, visit};
use floe_games::{Actor, Game, GameRng, Refusal};

use super::Figure;

/// Ranks every five-card hand of the deck.
pub(super) fn rankings() -> Result<Figure, Refusal> {
    let cards: Vec<u64> = Card::all().map(|card| 1 << card.index()).collect();
    let rules = RankRules::default();
    let (began, mut hands, mut sum) = (Instant::now(), 0u64, 0u64);
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        let bits = cards[a] | cards[b] | cards[c] | cards[d] | cards[e];
                        let strength = CardSet::from_bits(bits).and_then(|hand| rank(hand, rules).ok());
                        sum = sum.wrapping_add(strength.map_or(0, |strength| strength.to_bits()));
                        hands += 1;
                    }
                }
            }
        }
    }
    black_box(sum);
    Ok(Figure::new(hands as f64, "hands", began.elapsed()))
}

/// Showdowns of random pools of these sizes for about a second; without sizes, of any sizes that the deck allows.
pub(super) fn showdowns(sizes: Option<(usize, usize)>) -> Result<Figure, Refusal> {
    let mut chance = GameRng::from_seed(1);
    let mut deck: Vec<Card> = Card::all().collect();
    let (began, mut solved, mut worst) = (Instant::now(), 0u64, Duration::ZERO);
    while began.elapsed() < Duration::from_secs(1) {
        let (black, white) = sizes.unwrap_or_else(|| {
            let black = chance.below(47) as usize;
            (black, chance.below((52 - black).min(46) as u32 + 1) as usize)
        });
        chance.shuffle(&mut deck);
        let pool = |cards: &[Card]| -> CardSet { cards.iter().copied().collect() };
        let (black, white) = (pool(&deck[..black]), pool(&deck[black..black + white]));
        let one = Instant::now();
        let result = solve(black, white, &ShowdownRules::default());
        worst = worst.max(one.elapsed());
        black_box(result.map_err(|error| Refusal::invalid_request(error.to_string()))?);
        solved += 1;
    }
    Ok(Figure { worst: Some(worst), ..Figure::new(solved as f64, "showdowns", began.elapsed()) })
}

/// Plays random matches of Montauk for about two seconds.
pub(super) fn montauk() -> Result<Figure, Refusal> {
    struct Matches;
    impl Visitor for Matches {
        type Output = Result<Figure, Refusal>;
        fn visit<G: Game>(self, rules: G::Rules) -> Self::Output {
            let (mut chance, mut moves, mut matches) = (GameRng::from_seed(1), Vec::new(), 0u64);
            let began = Instant::now();
            while began.elapsed() < Duration::from_secs(2) {
                for _ in 0..100 {
                    play::<G>(&rules, &mut chance, &mut moves)?;
                    matches += 1;
                }
            }
            Ok(Figure::new(matches as f64, "matches", began.elapsed()))
        }
    }
    visit(&registry::find("montauk")?.default_rules(), Matches)?
}

fn play<G: Game>(rules: &G::Rules, chance: &mut GameRng, moves: &mut Vec<G::Move>) -> Result<(), Refusal> {
    let mut position = G::start(rules, chance)?;
    loop {
        let action = match G::actor(rules, &position) {
            Actor::Nobody => return Ok(()),
            Actor::Chance => G::sample_chance(rules, &position, chance),
            Actor::Seat(_) => {
                moves.clear();
                G::moves(rules, &position, moves);
                moves[chance.below(moves.len() as u32) as usize]
            }
        };
        G::apply(rules, &mut position, action);
    }
}
