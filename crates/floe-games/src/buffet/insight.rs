//! What the rules say about a buffet: pools, hands and their names, who wins which hand, what is wrong with a layout.

use floe_cards::{
    Adjust, Card, CardSet, Category, Layout, LayoutError, Rank, RankRules, Suit, TieBreak, hands_in_sight,
    legal_layout, rank,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Position, Rules, setup};
use crate::insight::MoveCell;
use crate::slide::Phase;
use crate::slide::axes::End;
use crate::{Outcome, Refusal, Viewer};

/// What the rules say about a buffet. Seat 0 is Black.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BuffetInsight {
    /// The cell of a move whose card the mover claims.
    pub claims: Option<MoveCell>,
    /// The cards that each seat may lay out from.
    pub pools: [Vec<String>; 2],
    /// After this many turns in a row without a claim the board is over; none where only other things end it.
    pub idle_limit: Option<u8>,
    /// The hands in sight in each pool, the best first.
    pub in_sight: [Vec<HandInsight>; 2],
    /// The steps of the showdown at the table, in order; none where it is solved.
    pub steps: Vec<LayoutStep>,
    /// How many steps are done.
    pub steps_done: usize,
    /// The seat that lays out last, having seen the other's hands; none where both lay out face down.
    pub last_word: Option<usize>,
    /// What each seat has laid out: three hands, empty before it has; none where they lie face down. None at all before
    /// the showdown.
    pub laid: Option<[Option<[HandInsight; 3]>; 2]>,
    /// The seat that wins each hand, once both layouts can be seen; none where both hands are empty.
    pub won: Option<[Option<usize>; 3]>,
}

/// A hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HandInsight {
    /// Its cards in the order in which they are compared.
    pub cards: Vec<String>,
    /// What it is called; an empty hand has no name.
    pub name: Option<HandName>,
}

/// What a hand is called: "full house, kings over fours" and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HandName {
    /// The category.
    pub kind: HandKind,
    /// The letter of the rank that is named first.
    pub first: char,
    /// The letter of the rank that is named second, where two are.
    pub second: Option<char>,
    /// The letter of the suit of its first card.
    pub suit: char,
}

/// The categories of hands, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "they are those of floe_cards::Category")]
pub enum HandKind {
    HighCard,
    OnePair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
}

/// A step of the showdown at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LayoutStep {
    /// Who acts.
    pub seat: usize,
    /// What that seat does.
    pub task: LayoutTask,
}

/// What a seat does in a step of the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LayoutTask {
    /// Lays out first.
    Lays,
    /// Lays out after seeing the other's hands.
    Answers,
    /// Rearranges.
    Adjusts,
    /// Lays out face down.
    Seals,
}

/// What the rules say about a layout that a player is thinking of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LayoutCheck {
    /// Whose layout it would be.
    pub seat: usize,
    /// The layout as a move.
    pub text: String,
    /// The three hands.
    pub hands: [HandInsight; 3],
    /// The first rule that it breaks.
    pub problem: Option<LayoutProblem>,
    /// The seat that would win each hand against what the other has laid out, where that can be seen.
    pub won: Option<[Option<usize>; 3]>,
}

/// The rule that a layout breaks. Hands are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LayoutProblem {
    /// A hand has fewer than five cards although the pool makes three full hands.
    NotFull {
        /// The hand.
        hand: usize,
        /// How many cards it lacks.
        missing: usize,
    },
    /// A hand has cards while the one before it is not full.
    NotFilled {
        /// The hand with cards.
        hand: usize,
        /// The hand before it.
        before: usize,
    },
    /// The sizes of two hands are too far apart.
    NotBalanced {
        /// The largest hand.
        larger: usize,
        /// The smallest.
        smaller: usize,
    },
    /// A hand is stronger than the one before it.
    NotOrdered {
        /// The stronger hand.
        hand: usize,
        /// The hand before it.
        before: usize,
    },
    /// Anything else.
    Other {
        /// The rules' own sentence.
        message: String,
    },
}

impl Rules {
    pub(super) fn insight(
        &self,
        position: &Position,
        result: Option<&Outcome>,
        viewer: Viewer,
    ) -> BuffetInsight {
        let ended = result.is_some() || position.board.phase() == Phase::Over;
        let pools = [0, 1].map(|seat| self.pool_when(position, seat, ended));
        let results = result.and_then(layouts);
        let showdown = results.is_some() || self.lays_out(position).is_some();
        let hidden = self.sealed(position) && !matches!(viewer, Viewer::Omniscient | Viewer::Seat(0));
        let laid = showdown.then(|| match results {
            Some(layouts) => layouts.map(Some),
            None => [Some(position.laid[0]).filter(|_| !hidden), Some(position.laid[1])],
        });
        let won = match laid {
            Some([Some(black), Some(white)]) if results.is_some() || !is_bare(&black) && !is_bare(&white) => {
                Some(won(&black, &white, self.showdown.rank))
            }
            _ => None,
        };
        let steps = if self.at_table { self.steps() } else { Vec::new() };
        BuffetInsight {
            claims: MoveCell::from_claim(self.board.plan.claim),
            pools: pools.map(texts),
            idle_limit: (self.board.plan.end == End::IdleTurns).then_some(self.board.plan.end_turns),
            in_sight: pools.map(|pool| {
                hands_in_sight(pool, self.showdown.rank).into_iter().map(|hand| self.hand(hand)).collect()
            }),
            steps_done: if results.is_some() { steps.len() } else { usize::from(position.layouts) },
            steps,
            last_word: self.order().last().copied().filter(|_| self.showdown.adjust != Adjust::Sealed),
            laid: laid.map(|laid| laid.map(|layout| layout.map(|layout| self.hands(&layout)))),
            won,
        }
    }

    /// What is to be said of a layout that a seat thinks of. Of the other's layout only what lies open counts.
    pub fn layout_check(
        &self,
        position: &Position,
        viewer: Viewer,
        seat: usize,
        text: &str,
    ) -> Result<LayoutCheck, Refusal> {
        let layout = setup::read_layout(text)?;
        let problem = legal_layout(self.pool(position, seat), &layout, &self.showdown).err();
        let other = position.laid[1 - (seat & 1)];
        let hidden = self.sealed(position) && viewer != Viewer::Omniscient && viewer != Viewer::Seat(0);
        let compares = !hidden && !is_bare(&other) && !is_bare(&layout);
        let won = compares.then(|| match seat {
            0 => won(&layout, &other, self.showdown.rank),
            _ => won(&other, &layout, self.showdown.rank),
        });
        Ok(LayoutCheck {
            seat,
            text: layout.to_string(),
            hands: self.hands(&layout),
            problem: problem.map(LayoutProblem::from),
            won,
        })
    }

    /// The layout the program would choose for the seat that lays out now.
    pub fn suggested_layout(&self, position: &Position) -> Option<Layout> {
        self.lays_out(position).map(|seat| self.best_layout(position, seat))
    }

    fn steps(&self) -> Vec<LayoutStep> {
        let sealed = self.showdown.adjust == Adjust::Sealed;
        let tasks = [LayoutTask::Lays, LayoutTask::Answers, LayoutTask::Adjusts, LayoutTask::Adjusts];
        let steps = self.order().iter().zip(tasks);
        steps
            .map(|(&seat, task)| LayoutStep { seat, task: if sealed { LayoutTask::Seals } else { task } })
            .collect()
    }

    fn hands(&self, layout: &Layout) -> [HandInsight; 3] {
        layout.hands.map(|hand| self.hand(hand))
    }

    fn hand(&self, hand: CardSet) -> HandInsight {
        let rules = self.showdown.rank;
        let Ok(strength) = rank(hand, rules) else {
            return HandInsight { cards: texts(hand), name: None };
        };
        let cards = strength.cards_in_order().map(|card| card.to_string()).collect();
        // A name goes by groups, whatever decides between equal categories.
        let by_groups = rank(hand, RankRules { tie_break: TieBreak::Poker, ..rules }).unwrap_or(strength);
        let order: Vec<Card> = by_groups.cards_in_order().collect();
        let name = order.first().map(|first| {
            let kind = HandKind::from(strength.category());
            let second = match kind {
                HandKind::TwoPair => order.get(2),
                HandKind::FullHouse => order.get(3),
                _ => None,
            };
            let letter = |card: &Card| Rank::letter(card.rank());
            HandName {
                kind,
                first: letter(first),
                second: second.map(letter),
                suit: Suit::letter(first.suit()),
            }
        });
        HandInsight { cards, name }
    }
}

/// What both laid out in the end, at the table or solved; a game that was given up has none.
fn layouts(result: &Outcome) -> Option<[Layout; 2]> {
    let texts = result.more.get("layouts").and_then(Value::as_array)?;
    let [black, white] = texts.as_slice() else { return None };
    let read = |text: &Value| text.as_str().and_then(|text| text.parse().ok());
    Some([read(black)?, read(white)?])
}

fn is_bare(layout: &Layout) -> bool {
    layout.cards().is_empty()
}

fn texts(cards: CardSet) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// The seat that wins each hand.
fn won(black: &Layout, white: &Layout, rules: RankRules) -> [Option<usize>; 3] {
    [0, 1, 2].map(|slot| {
        let strength = |layout: &Layout| rank(layout.hands[slot], rules).ok();
        match strength(black).cmp(&strength(white)) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    })
}

impl From<Category> for HandKind {
    fn from(category: Category) -> HandKind {
        match category {
            Category::HighCard => HandKind::HighCard,
            Category::OnePair => HandKind::OnePair,
            Category::TwoPair => HandKind::TwoPair,
            Category::ThreeOfAKind => HandKind::ThreeOfAKind,
            Category::Straight => HandKind::Straight,
            Category::Flush => HandKind::Flush,
            Category::FullHouse => HandKind::FullHouse,
            Category::FourOfAKind => HandKind::FourOfAKind,
            Category::StraightFlush => HandKind::StraightFlush,
            Category::RoyalFlush => HandKind::RoyalFlush,
        }
    }
}

impl From<LayoutError> for LayoutProblem {
    fn from(error: LayoutError) -> LayoutProblem {
        match error {
            LayoutError::NotFull { hand, size, .. } => LayoutProblem::NotFull { hand, missing: 5 - size },
            LayoutError::NotFilled { hand, before, .. } => LayoutProblem::NotFilled { hand, before },
            LayoutError::NotBalanced { larger, smaller, .. } => {
                LayoutProblem::NotBalanced { larger, smaller }
            }
            LayoutError::NotOrdered { hand, before, .. } => LayoutProblem::NotOrdered { hand, before },
            other => LayoutProblem::Other { message: other.to_string() },
        }
    }
}
