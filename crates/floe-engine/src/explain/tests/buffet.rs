//! The sentences about cards.

use floe_board::Bits;
use floe_cards::{Card, CardSet, Category, RankRules, rank};
use floe_games::buffet::{Buffet, Move, Position, Rules};
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, MoveKind, Phase, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Actor, Game, GameRng, Viewer, montauk, standalone};

use super::naive::Naive;
use super::slide::Case;
use super::{Kinds, numbers, rules};
use crate::explain::{explain, manifest_names};
use crate::{PositionView, Rng};

struct Play<'a> {
    set: &'a RuleSet,
    seed: u64,
    kinds: &'a mut Kinds,
}

/// The cards on the board as the position's JSON shows them: card, whose stone.
fn board<T: Turn>(rules: &Rules, position: &Position) -> Vec<(Card, Option<usize>)> {
    let json = Buffet::<T>::position_json(rules, position, Viewer::Omniscient);
    let spots = json["board"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
    let spots = spots.map(|spot| spot.as_str().unwrap()).filter(|spot| *spot != "0");
    spots
        .map(|spot| {
            let stone = spot[2..].chars().find_map(|mark| "bw".find(mark));
            (spot[..2].parse().unwrap(), stone)
        })
        .collect()
}

fn pool<T: Turn>(rules: &Rules, position: &Position, seat: usize) -> CardSet {
    let json = Buffet::<T>::position_json(rules, position, Viewer::Omniscient);
    let dealt = json["hands"][seat].as_str().unwrap();
    let dealt = (0..2).map(|at| dealt[2 * at..2 * at + 2].parse().unwrap());
    let claimed = board::<T>(rules, position).into_iter().filter(|spot| spot.1 == Some(seat));
    claimed.map(|spot| spot.0).chain(dealt).collect()
}

/// The best category of any five or fewer cards, by brute force.
fn best(pool: CardSet) -> Category {
    fn go(left: &[Card], hand: CardSet) -> Category {
        let mut most = rank(hand, RankRules::default()).unwrap().category();
        if hand.len() < 5 {
            for at in 0..left.len() {
                let mut more = hand;
                more.insert(left[at]);
                most = most.max(go(&left[at + 1..], more));
            }
        }
        most
    }
    go(&pool.iter().collect::<Vec<_>>(), CardSet::EMPTY)
}

const RANKS: [&str; 13] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const SUITS: [&str; 4] = ["club", "diamond", "heart", "spade"];

fn name(card: Card) -> String {
    format!("{} of {}s", RANKS[card.rank() as usize], SUITS[card.suit() as usize])
}

/// Does a hand's name fit its category?
fn fits(category: Category, sentence: &str) -> bool {
    let word = match category {
        Category::HighCard => " high",
        Category::OnePair => "a pair of",
        Category::TwoPair => "two pair",
        Category::ThreeOfAKind => "three ",
        Category::Straight => "a straight",
        Category::Flush => "a flush in",
        Category::FullHouse => "a full house of",
        Category::FourOfAKind => "four ",
        Category::StraightFlush => "a straight flush in",
        Category::RoyalFlush => "a royal flush in",
    };
    sentence.contains(word)
}

struct Seen<'a, T: Turn> {
    rules: &'a Rules,
    before: &'a Position,
    after: &'a Position,
    action: Move,
    seat: usize,
    turn: std::marker::PhantomData<T>,
}

impl<T: Turn> Seen<'_, T> {
    fn check(&self, sentence: &str) -> Option<&'static str> {
        let (seat, other) = (self.seat, 1 - self.seat);
        let own = |position| pool::<T>(self.rules, position, seat);
        let (was, now) = (board::<T>(self.rules, self.before), board::<T>(self.rules, self.after));
        let gained: Vec<Card> =
            was.iter().zip(&now).filter(|(was, now)| was.1 != now.1).map(|(was, _)| was.0).collect();
        let alike = |pool: CardSet, card: Card| pool.iter().filter(|one| one.rank() == card.rank()).count();
        let suited =
            |pool: CardSet, suit: usize| pool.iter().filter(|one| one.suit() as usize == suit).count();
        if sentence == "claims nothing" {
            return gained.is_empty().then_some("nothing");
        }
        if let Some(rest) = sentence.strip_prefix("claims the ") {
            let card = *gained.iter().find(|card| rest.starts_with(&name(**card)))?;
            let nth = ["", "", "second", "third", "fourth"][alike(own(self.after), card)];
            let tail = match nth {
                "" => String::new(),
                nth => format!(", its {nth} {}", RANKS[card.rank() as usize]),
            };
            return (rest == format!("{}{tail}", name(card))).then_some("claims");
        }
        if let Some(rest) = sentence.strip_prefix("keeps the flush in ") {
            let suit = SUITS.iter().position(|suit| rest.starts_with(suit))?;
            let held = suited(own(self.after), suit);
            let left = now.iter().filter(|spot| spot.1.is_none() && spot.0.suit() as usize == suit).count();
            return (numbers(rest) == [held as u32, left as u32] && held + left >= 5).then_some("flush");
        }
        if sentence.starts_with("keeps ") {
            let theirs = pool::<T>(self.rules, self.before, other);
            let right = gained.iter().any(|&card| {
                let rank = RANKS[card.rank() as usize];
                let (alike, suit) = (alike(theirs, card), card.suit() as usize);
                sentence.ends_with(&format!("from a third {rank}")) && alike == 2
                    || sentence.ends_with(&format!("from a fourth {rank}")) && alike == 3
                    || sentence.ends_with(&format!("from a fifth {}", SUITS[suit]))
                        && suited(theirs, suit) == 4
            });
            return (right && sentence.contains(["Black", "White"][other])).then_some("keeps from");
        }
        if let Some(rest) = sentence.strip_prefix("makes ") {
            let (was, now) = (best(own(self.before)), best(own(self.after)));
            return (now > was && fits(now, rest)).then_some("makes");
        }
        if let (Some(rest), Move::Layout(layout)) = (sentence.strip_prefix("lays out "), self.action) {
            let right = layout.hands.iter().all(|&hand| {
                hand.is_empty() || fits(rank(hand, RankRules::default()).unwrap().category(), rest)
            });
            return right.then_some("lays out");
        }
        if let Some(rest) = sentence.strip_prefix("ends the board play: ") {
            let sizes = [0, 1].map(|seat| pool::<T>(self.rules, self.after, seat).len() as u32);
            return (numbers(rest) == sizes).then_some("ends the board");
        }
        if sentence.starts_with("ends the game: ") {
            let outcome = Buffet::<T>::outcome(self.rules, self.after)?;
            let winner = match outcome.winners[..] {
                [winner] => format!("{} wins", ["Black", "White"][winner]),
                _ => "nobody wins".into(),
            };
            return (sentence.ends_with(&winner) && sentence.contains(&outcome.reason)).then_some("ends");
        }
        if sentence.ends_with(" legal moves") || sentence.ends_with(" legal move") {
            let count = Buffet::<T>::count(self.rules, self.after) as u32;
            return (numbers(sentence) == [count]).then_some("legal moves");
        }
        let parts = self.rules.parts(self.before);
        let Move::Board(action) = self.action else { return None };
        let naive = Naive::new(parts.board_rules, parts.board);
        if let (Some(rest), MoveKind::Place(cell)) = (sentence.strip_prefix("stands on the "), action.kind())
        {
            return rest.starts_with(&name(was[cell].0)).then_some("stands on");
        }
        if let (Some(rest), MoveKind::Place(cell)) = (sentence.strip_prefix("can reach "), action.kind()) {
            let pool = own(self.before);
            let mates = naive.slides(cell).into_iter().map(|cell| was[cell].0);
            let mates: Vec<Card> = mates.filter(|&card| alike(pool, card) > 0).collect();
            let named = mates.iter().filter(|card| rest.contains(&card.to_string())).count();
            let cards = rest.split(", pairing").next()?.replace(" and ", ", ").split(", ").count();
            return (named == mates.len() && cards == mates.len()).then_some("pairs");
        }
        let parts_after = self.rules.parts(self.after);
        let case = Case {
            before: naive,
            after: Naive::new(parts.board_rules, parts_after.board),
            action: action.kind(),
            seat,
            names: parts.board_rules.summary().terms.seats,
            plain: !parts.board_rules.shoots::<T>() && !parts.board_rules.spans::<T>(),
            result: None,
            moving: parts_after.board.phase() == Phase::Move,
        };
        case.check(sentence)
    }
}

impl FamilyVisitor for Play<'_> {
    type Output = ();

    fn buffet<T: Turn>(self, rules: Rules) {
        let mut rng = Rng::new(self.seed);
        let mut position = Buffet::<T>::start(&rules, &mut GameRng::from_seed(self.seed)).unwrap();
        while let Actor::Seat(seat) = Buffet::<T>::actor(&rules, &position) {
            let mut moves = Vec::new();
            Buffet::<T>::moves(&rules, &position, &mut moves);
            let some: Vec<Move> = (0..3).map(|_| moves[rng.below(moves.len() as u32) as usize]).collect();
            let texts: Vec<String> =
                some.iter().map(|&action| Buffet::<T>::move_text(&rules, action)).collect();
            let text = Buffet::<T>::position_text(&rules, &position, Viewer::Seat(seat));
            let sentences = explain(
                self.set,
                PositionView { position: &text, hidden: false },
                &texts,
                &manifest_names(self.set),
            )
            .unwrap();
            for (&action, sentences) in some.iter().zip(&sentences) {
                assert!((1..=4).contains(&sentences.len()), "{text}: {action:?}: {sentences:?}");
                let mut after = position;
                Buffet::<T>::apply(&rules, &mut after, action);
                let turn = std::marker::PhantomData::<T>;
                let seen = Seen { rules: &rules, before: &position, after: &after, action, seat, turn };
                for sentence in sentences {
                    let kind = seen.check(sentence);
                    let kind = kind.unwrap_or_else(|| panic!("{text}: {action:?}: '{sentence}' is not true"));
                    *self.kinds.entry(kind).or_default() += 1;
                }
            }
            Buffet::<T>::apply(&rules, &mut position, some[0]);
        }
    }

    fn slide<B: Bits, const H: usize, T: Turn>(self, _: slide::Rules<B, H>) {}
    fn montauk(self, _: montauk::Rules) {}
    fn standalone(self, _: standalone::Rules) {}
}

#[test]
fn every_sentence_about_cards_is_true() {
    let mut kinds = Kinds::new();
    for (game, rule_args) in
        [("penguin-buffet", ""), ("amazonian-buffet", ""), ("penguin-buffet", "showdown=table")]
    {
        let set = rules(game, rule_args);
        for seed in 0..4 {
            visit(&set, Play { set: &set, seed, kinds: &mut kinds }).unwrap();
        }
    }
    for kind in [
        "nothing",
        "claims",
        "flush",
        "keeps from",
        "makes",
        "lays out",
        "ends the board",
        "ends",
        "legal moves",
        "stands on",
        "pairs",
        "mobility",
        "first",
    ] {
        assert!(
            kinds.get(kind).is_some_and(|&count| count > 1),
            "{kind} occurred and was checked: {kinds:?}"
        );
    }
}
