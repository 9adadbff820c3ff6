//! Playing cards for the Floe games: the deck, poker hands with a total order, and the three-hand showdown
//! that ends both Buffets, solved exactly.
//!
//! This crate does no input or output, keeps no state and draws no random numbers; the caller passes them in. Text from
//! outside gives typed errors, never a panic.
//!
//! | file | idea |
//! |---|---|
//! | `card` | one card: rank, suit, text, Montauk value |
//! | `card_set` | a set of cards in one word |
//! | `deck` | an ordered pile to shuffle and deal from |
//! | `rank` | how strong a hand of up to five cards is |
//! | `best` | the strongest five cards of a larger set |
//! | `rules` | the switches of the showdown |
//! | `layout` | three hands, and which of them the rules allow |
//! | `in_sight` | the hands a pool holds, found one after the other |
//! | `undominated` | the layouts that no other layout of the pool improves on |
//! | `quick` | who probably wins a showdown, and what is certain, in a microsecond or two |
//! | `showdown` | comparing two layouts, replying to one, solving the whole showdown |
//!
//! ```
//! use floe_cards::{CardSet, ShowdownResult, ShowdownRules, solve};
//!
//! let black: CardSet = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AD KD".parse()?;
//! let white: CardSet = "AH AC KH KC QH QC JH JC TH TC 9H 9C 8H 8C 7H".parse()?;
//! let solved = solve(black, white, &ShowdownRules::default())?;
//! assert_eq!(solved.outcome, ShowdownResult::White);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best;
mod card;
mod card_set;
mod deck;
mod full_pool;
mod in_sight;
mod layout;
mod quick;
mod rank;
mod rules;
mod short_pool;
mod showdown;
mod staircase;
mod strong_hands;
mod undominated;

pub use best::best_five;
pub use card::{Card, CardTextError, Rank, Suit};
pub use card_set::{CardSet, CardSetIter, CardSetTextError};
pub use deck::Deck;
pub use in_sight::hands_in_sight;
pub use layout::{Layout, LayoutError, LayoutTextError, legal_layout, legal_sizes};
pub use quick::{QuickLayouts, certain_outcome, quick_applies, quick_lead, quick_outcome, upper_bounds};
pub use rank::{Category, HandStrength, HandTooLarge, rank};
pub use rules::{Adjust, Pairing, RankRules, ShortSplit, ShowdownRules, TieBreak, UnknownSwitchValue};
pub use showdown::{Reply, ShowdownResult, Side, SolveError, Solved, best_reply, compare_layouts, solve};
pub use undominated::undominated_layouts;
