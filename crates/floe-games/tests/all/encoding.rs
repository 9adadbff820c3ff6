//! Actions in fixed numbers say exactly what the rules say: the same moves, the same texts, the same secrets.

use std::collections::BTreeSet;

use floe_board::Bits;
use floe_games::encoding::{ActionView, Encode, LegalActions, Step};
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Slide, Turn};
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, GameRng, Viewer, buffet, montauk, registry, standalone};

/// Games and house rules that between them have every kind of action.
const RULES: &[(&str, &str)] = &[
    ("amazons", ""),
    ("amazons", "rows=5,cols=6,start=\"a1 b1 | e5 f5\""),
    ("penguins", "players=4"),
    ("penguins", "lay=alternate,draw=pile"),
    ("penguins", "lay=alternate,draw=supply"),
    ("penguins", "lay=alternate,draw=highest,retire_stuck=true"),
    ("pauper", "players=3"),
    ("penguins", "swap=true,komi=1.5,place_order=snake"),
    ("penguins", "lay=alternate,draw=supply,rows=4,cols=4,pieces=1,swap=true"),
    ("amazons", "rows=5,cols=5,swap=true"),
    ("paper-penguins", "komi=-0.5,moves_first=last_placer"),
    ("fish", ""),
    ("fish", "rows=4,cols=3,players=2"),
    ("amazon-penguins", ""),
    ("amazon-penguins", "block=left,claim=left,block=left"),
    ("paper-penguins", ""),
    ("penguin-buffet", ""),
    ("penguin-buffet", "showdown=table"),
    ("amazonian-buffet", "showdown=table,adjust=sealed,pairing=free"),
    ("amazonian-buffet", "must_claim=true,claim_under_pawn=any"),
    ("amazonian-buffet", "align_waiver=true,showdown=table,short_split=balanced,rows=4,cols=4,start=rows"),
    ("amazonian-buffet", "showdown=table,short_split=fill,short_straights=true,rows=4,cols=4"),
    ("montauk", "rounds=2"),
    ("montauk", "rounds=1,scoring=pips,stack_spends=false,decks=2"),
    ("montauk", "rounds=1,reroll_equal=true,must_spend=true,tie=extra_round"),
];

fn rules(game: &str, text: &str) -> RuleSet {
    let manifest = registry::find(game).unwrap();
    if let Ok(object @ serde_json::Value::Object(_)) = serde_json::from_str(text) {
        return manifest.rules_from_object(&object).unwrap();
    }
    manifest
        .rules(&parse_rule_args(text).unwrap())
        .unwrap_or_else(|refusal| panic!("{game} {text}: {refusal}"))
}

/// Something to do with every encoded game.
trait EncodedVisitor {
    fn visit<G: Encode>(&self, rules: G::Rules);
}

struct Encoded<V>(V);

impl<V: EncodedVisitor> FamilyVisitor for Encoded<V> {
    type Output = ();

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) {
        self.0.visit::<Slide<B, H, T>>(rules);
    }
    fn buffet<T: Turn>(self, rules: buffet::Rules) {
        self.0.visit::<buffet::Buffet<T>>(rules);
    }
    fn montauk(self, rules: montauk::Rules) {
        self.0.visit::<montauk::Montauk>(rules);
    }
    fn standalone(self, _rules: standalone::Rules) {}
}

fn each(visitor: impl Fn(ActionView) -> Box<dyn Fn(&RuleSet)>) {
    for &(game, text) in RULES {
        for view in [ActionView::Factored, ActionView::Joint] {
            visitor(view)(&rules(game, text));
        }
    }
}

/// Every move that can be put together from steps, with the steps.
fn complete<G: Encode>(
    codec: &G::Codec,
    rules: &G::Rules,
    position: &G::Position,
) -> Vec<(G::Move, Vec<u32>)> {
    let mut found = Vec::new();
    let mut waiting = vec![(G::Partial::default(), Vec::new())];
    while let Some((partial, steps)) = waiting.pop() {
        let mut legal = LegalActions::default();
        G::legal(codec, rules, position, &partial, &mut legal);
        assert!(!legal.is_empty(), "a seat to act has something to do: {partial:?}");
        let mut texts = BTreeSet::new();
        for action in legal.iter() {
            assert!((action as usize) < G::encoding(codec).actions);
            let mut steps = steps.clone();
            steps.push(action);
            match G::step(codec, rules, position, &partial, action) {
                Step::Partial(next) => {
                    assert!(texts.insert(G::partial_text(rules, position, &next)), "{next:?}");
                    waiting.push((next, steps));
                }
                Step::Complete(made) => {
                    assert!(texts.insert(G::move_text(rules, made)), "{made:?}");
                    found.push((made, steps));
                }
            }
        }
    }
    found
}

struct SameMoves(ActionView);

impl EncodedVisitor for SameMoves {
    /// Plays a game at random. At every turn on the board the numbered moves are those of the rules; a layout, of which
    /// there are too many to list, is put together at random and checked.
    fn visit<G: Encode>(&self, rules: G::Rules) {
        let codec = G::codec(&rules, Some(self.0));
        let info = G::encoding(&codec);
        let (mut chance, mut player) = (GameRng::in_game(3), GameRng::for_player(3));
        let mut position = G::start(&rules, &mut GameRng::from_seed(3)).unwrap();
        let mut steps_taken = 0;
        loop {
            let made = match G::actor(&rules, &position) {
                Actor::Nobody => break,
                Actor::Chance => roll::<G>(&codec, &rules, &position, &mut chance, &mut steps_taken),
                Actor::Seat(_) if G::placeholder_move(&rules, &position).is_some() => {
                    lay_out::<G>(&codec, &rules, &position, &mut player, &mut steps_taken)
                }
                Actor::Seat(_) => {
                    let all = complete::<G>(&codec, &rules, &position);
                    let mut listed = Vec::new();
                    G::moves(&rules, &position, &mut listed);
                    let listed: BTreeSet<G::Move> = listed.into_iter().collect();
                    let found: BTreeSet<G::Move> = all.iter().map(|(made, _)| *made).collect();
                    assert_eq!(found.len(), all.len(), "no move twice");
                    assert!(listed.is_subset(&found), "{:?}", listed.difference(&found));
                    for extra in found.difference(&listed) {
                        // Only moves that the rules accept and do not list: pyramids by name.
                        G::check(&rules, &position, *extra).unwrap();
                        assert!(G::move_text(&rules, *extra).contains(':'), "{extra:?}");
                    }
                    for (made, steps) in &all {
                        assert_eq!(&G::steps_of(&codec, &rules, &position, *made), steps, "{made:?}");
                    }
                    let (made, steps) = &all[player.below(all.len() as u32) as usize];
                    steps_taken += steps.len();
                    *made
                }
            };
            G::apply(&rules, &mut position, made);
        }
        assert!(steps_taken <= info.max_steps, "{steps_taken} of {}", info.max_steps);
        let mut legal = LegalActions::default();
        G::legal(&codec, &rules, &position, &G::Partial::default(), &mut legal);
        assert!(legal.is_empty());
    }
}

fn roll<G: Encode>(
    codec: &G::Codec,
    rules: &G::Rules,
    position: &G::Position,
    chance: &mut GameRng,
    taken: &mut usize,
) -> G::Move {
    let mut partial = G::Partial::default();
    let mut steps = Vec::new();
    let made = loop {
        let mut outcomes = Vec::new();
        G::chance_outcomes(codec, rules, position, &partial, &mut outcomes);
        let sum: f64 = outcomes.iter().map(|outcome| outcome.1).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        assert!(outcomes.iter().all(|outcome| (outcome.0 as usize) < G::encoding(codec).chance_outcomes));
        let (outcome, _) = outcomes[chance.below(outcomes.len() as u32) as usize];
        assert!(!G::chance_text(rules, position, outcome).is_empty());
        steps.push(outcome);
        match G::chance_step(codec, rules, position, &partial, outcome) {
            Step::Partial(next) => partial = next,
            Step::Complete(made) => break made,
        }
    };
    *taken += steps.len();
    G::check(rules, position, made).unwrap();
    // A deal has its cards in order; the same cards make the same steps.
    let mut canonical = G::steps_of(codec, rules, position, made);
    assert_eq!(canonical.len(), steps.len());
    canonical.sort_unstable();
    steps.sort_unstable();
    assert_eq!(canonical, steps);
    made
}

fn lay_out<G: Encode>(
    codec: &G::Codec,
    rules: &G::Rules,
    position: &G::Position,
    player: &mut GameRng,
    taken: &mut usize,
) -> G::Move {
    let mut made = None;
    for _ in 0..40 {
        let mut partial = G::Partial::default();
        let layout = loop {
            let mut legal = LegalActions::default();
            G::legal(codec, rules, position, &partial, &mut legal);
            let action = legal.nth(player.below(legal.len() as u32) as usize);
            *taken += 1;
            match G::step(codec, rules, position, &partial, action) {
                Step::Partial(next) => partial = next,
                Step::Complete(layout) => break layout,
            }
        };
        G::check(rules, position, layout).unwrap();
        follow::<G>(codec, rules, position, layout);
        made = Some(layout);
        *taken = 0;
    }
    // What the engine would lay out can be put together as well.
    let mut best = Vec::new();
    G::moves(rules, position, &mut best);
    follow::<G>(codec, rules, position, best[0]);
    made.unwrap()
}

/// The steps of a move make that move.
fn follow<G: Encode>(codec: &G::Codec, rules: &G::Rules, position: &G::Position, wanted: G::Move) {
    let steps = G::steps_of(codec, rules, position, wanted);
    let mut partial = G::Partial::default();
    for (at, &action) in steps.iter().enumerate() {
        let mut legal = LegalActions::default();
        G::legal(codec, rules, position, &partial, &mut legal);
        assert!(legal.contains(action), "{action} in {}", G::move_text(rules, wanted));
        match G::step(codec, rules, position, &partial, action) {
            Step::Partial(next) => partial = next,
            Step::Complete(made) => {
                assert_eq!((made, at + 1), (wanted, steps.len()));
                return;
            }
        }
    }
    panic!("{} is not completed by {steps:?}", G::move_text(rules, wanted));
}

#[test]
fn numbered_actions_are_the_legal_moves() {
    each(|view| Box::new(move |set| visit(set, Encoded(SameMoves(view))).unwrap()));
}

struct Tight;

impl EncodedVisitor for Tight {
    /// What a seat cannot tell apart has the same observation and the same visible steps.
    fn visit<G: Encode>(&self, rules: G::Rules) {
        let codec = G::codec(&rules, None);
        let (mut chance, mut player) = (GameRng::in_game(5), GameRng::for_player(5));
        let mut position = G::start(&rules, &mut GameRng::from_seed(5)).unwrap();
        let mut pairs = 0;
        while G::actor(&rules, &position) != Actor::Nobody {
            for seat in 0..G::seats(&rules) {
                let twin = G::resample_hidden(&rules, &position, Viewer::Seat(seat), &mut player);
                pairs += usize::from(twin != position);
                let seen = [&position, &twin].map(|position| {
                    let mut planes = vec![0.0; G::encoding(&codec).observation_len()];
                    G::observe(&codec, &rules, position, &G::Partial::default(), seat, &mut planes);
                    planes
                });
                assert_eq!(seen[0], seen[1], "seat {seat} {position:?} {twin:?}");
                assert!(seen[0].iter().any(|&value| value != 0.0));
            }
            let made = match G::actor(&rules, &position) {
                Actor::Chance => G::sample_chance(&rules, &position, &mut chance),
                _ if G::placeholder_move(&rules, &position).is_some() => {
                    lay_out::<G>(&codec, &rules, &position, &mut player, &mut 0)
                }
                _ => {
                    let mut moves = Vec::new();
                    G::moves(&rules, &position, &mut moves);
                    moves[player.below(moves.len() as u32) as usize]
                }
            };
            G::apply(&rules, &mut position, made);
        }
        if G::hides(&rules) && G::placeholder_move(&rules, &position).is_none() {
            assert!(pairs > 0 || G::rule_set(&rules).get("adjust") != "sealed");
        }
    }
}

#[test]
fn observations_do_not_tell_what_is_hidden() {
    for &(game, text) in RULES {
        visit(&rules(game, text), Encoded(Tight)).unwrap();
    }
}

struct Symmetric(ActionView, usize);

impl EncodedVisitor for Symmetric {
    /// A game and its image under each symmetry of the board stay images of each other.
    fn visit<G: Encode>(&self, rules: G::Rules) {
        let codec = G::codec(&rules, Some(self.0));
        let symmetries = G::symmetries(&codec, &rules);
        assert_eq!(symmetries.len(), self.1);
        for symmetry in &symmetries {
            let all: BTreeSet<u32> = symmetry.actions.iter().copied().collect();
            assert_eq!(all.len(), G::encoding(&codec).actions, "a permutation");
            let mut player = GameRng::for_player(1);
            let start = G::start(&rules, &mut GameRng::from_seed(1)).unwrap();
            let mut games = [(start.clone(), G::Partial::default()), (start, G::Partial::default())];
            while let Actor::Seat(_) = G::actor(&rules, &games[0].0) {
                let legal = games.each_ref().map(|(position, partial)| {
                    let mut legal = LegalActions::default();
                    G::legal(&codec, &rules, position, partial, &mut legal);
                    legal
                });
                let image: BTreeSet<u32> =
                    legal[0].iter().map(|action| symmetry.actions[action as usize]).collect();
                assert_eq!(image, legal[1].iter().collect());
                let action = legal[0].nth(player.below(legal[0].len() as u32) as usize);
                let actions = [action, symmetry.actions[action as usize]];
                for ((position, partial), action) in games.iter_mut().zip(actions) {
                    match G::step(&codec, &rules, position, partial, action) {
                        Step::Partial(next) => *partial = next,
                        Step::Complete(made) => {
                            G::apply(&rules, position, made);
                            *partial = G::Partial::default();
                        }
                    }
                }
            }
            assert_eq!(G::outcome(&rules, &games[0].0), G::outcome(&rules, &games[1].0));
        }
    }
}

#[test]
fn symmetries_of_the_board_are_symmetries_of_the_game() {
    for view in [ActionView::Factored, ActionView::Joint] {
        for (game, text, count) in [
            ("paper-penguins", "numbers=2,place_on=any", 8),
            ("penguins", "fish=1,place_on=any", 2),
            ("fish", "rows=4,cols=4,fish=1,place_on=any", 2),
            ("penguins", r#"{"layout": "  1 1\n 1 1 1\n  1 1", "pieces": 1}"#, 12),
        ] {
            visit(&rules(game, text), Encoded(Symmetric(view, count))).unwrap();
        }
    }
}
