//! The web app's kernel, which reads the parts of a turn from the rules at run time, against the kernels whose types
//! fix them.

use floe_board::Bits;
use floe_games::registry::{self, FamilyVisitor};
use floe_games::slide::{RuntimeTurn, Slide, Turn};
use floe_games::switches::parse_rule_args;
use floe_games::{Actor, Game, GameRng, buffet, montauk, slide, standalone};

/// Plays a game at random under both, and counts the plies at which they agreed.
struct Beside(u64);

impl Beside {
    fn play<A: Game, B: Game<Rules = A::Rules, Position = A::Position, Move = A::Move>>(
        self,
        rules: &A::Rules,
    ) -> usize {
        let (mut known, mut runtime) = [(); 2].map(|()| GameRng::from_seed(self.0)).into();
        let Ok(mut position) = A::start(rules, &mut known) else { return 0 };
        assert_eq!(position, B::start(rules, &mut runtime).unwrap());
        let mut player = GameRng::for_player(self.0);
        let mut plies = 0;
        while A::actor(rules, &position) != Actor::Nobody {
            if A::actor(rules, &position) == Actor::Chance {
                let action = A::sample_chance(rules, &position, &mut known);
                A::apply(rules, &mut position, action);
                continue;
            }
            let (mut moves, mut others) = (Vec::new(), Vec::new());
            A::moves(rules, &position, &mut moves);
            B::moves(rules, &position, &mut others);
            assert_eq!(moves, others);
            assert_eq!(B::count(rules, &position), moves.len() as u64);
            let action = moves[player.below(moves.len() as u32) as usize];
            assert_eq!(B::check(rules, &position, action), Ok(()));
            let mut other = position.clone();
            A::apply(rules, &mut position, action);
            B::apply(rules, &mut other, action);
            assert_eq!(position, other);
            plies += 1;
        }
        plies
    }
}

impl FamilyVisitor for Beside {
    type Output = usize;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> usize {
        self.play::<Slide<B, H, T>, Slide<B, H, RuntimeTurn>>(&rules)
    }
    fn buffet<T: Turn>(self, rules: buffet::Rules) -> usize {
        self.play::<buffet::Buffet<T>, buffet::Buffet<RuntimeTurn>>(&rules)
    }
    fn montauk(self, _: montauk::Rules) -> usize {
        0
    }
    fn standalone(self, _: standalone::Rules) -> usize {
        0
    }
}

#[test]
fn the_run_time_kernel_plays_like_the_typed_ones() {
    let mut plies = 0;
    for line in include_str!("data/differential.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split_whitespace();
        let (Some(game), Some(_games)) = (fields.next(), fields.next()) else { continue };
        let rules = parse_rule_args(&fields.collect::<Vec<_>>().join(" ")).unwrap();
        let Ok(set) = registry::find(game).unwrap().rules(&rules) else { continue };
        plies += registry::visit(&set, Beside(7)).unwrap();
    }
    assert!(plies > 2_000, "only {plies} plies were compared");
}
