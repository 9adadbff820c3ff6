//! The list of games, and the mapping from an id to a game's types.

use floe_board::Bits;

use crate::manifest::Manifest;
use crate::slide::Turn;
use crate::switches::{RuleSet, excerpt};
use crate::{
    Game, Refusal, amazon_penguins, amazonian_buffet, amazons, buffet, fish, montauk, paper_penguins,
    penguin_buffet, penguins, slide,
};

#[derive(Debug)]
pub(crate) enum Family {
    Slide(&'static slide::Preset),
    Buffet(&'static slide::Preset),
    Montauk,
}

impl Family {
    /// Its name in JSON.
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Family::Slide(_) => "slide",
            Family::Buffet(_) => "buffet",
            Family::Montauk => montauk::ID,
        }
    }
}

/// An operation that works for any game: it is called with the game's own types.
pub trait Visitor {
    /// Its result.
    type Output;
    /// Visits a game.
    fn visit<G: Game>(self, rules: G::Rules) -> Self::Output;
}

/// An operation that treats each family differently, such as an engine with an evaluation for each. Every [`Visitor`]
/// is one.
pub trait FamilyVisitor {
    /// Its result.
    type Output;
    /// Visits a game of the slide family.
    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output;
    /// Visits a buffet.
    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output;
    /// Visits Montauk.
    fn montauk(self, rules: montauk::Rules) -> Self::Output;
}

impl<V: Visitor> FamilyVisitor for V {
    type Output = V::Output;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> V::Output {
        self.visit::<slide::Slide<B, H, T>>(rules)
    }
    fn buffet<T: Turn>(self, rules: buffet::Rules) -> V::Output {
        self.visit::<buffet::Buffet<T>>(rules)
    }
    fn montauk(self, rules: montauk::Rules) -> V::Output {
        self.visit::<montauk::Montauk>(rules)
    }
}

/// The games in display order.
pub const GAMES: &[Manifest] = &[
    amazons::MANIFEST,
    penguins::MANIFEST,
    penguins::PAUPER_MANIFEST,
    fish::MANIFEST,
    amazon_penguins::MANIFEST,
    paper_penguins::MANIFEST,
    penguin_buffet::MANIFEST,
    amazonian_buffet::MANIFEST,
    montauk::MANIFEST,
];

/// The game of an id.
pub fn find(id: &str) -> Result<&'static Manifest, Refusal> {
    GAMES.iter().find(|entry| entry.id == id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|entry| entry.id).collect();
        Refusal(format!("unknown game '{}'; the games are {}", excerpt(id), ids.join(", ")))
    })
}

/// Builds rules and passes them to a visitor with the game's types.
pub fn visit<V: FamilyVisitor>(set: &RuleSet, visitor: V) -> Result<V::Output, Refusal> {
    match find(set.game)?.family {
        Family::Slide(preset) => slide::visit(preset, set, visitor),
        Family::Buffet(preset) => buffet::visit(preset, set, visitor),
        Family::Montauk => Ok(visitor.montauk(montauk::Rules::new(set))),
    }
}

/// An operation that works for the slide family only.
pub trait SlideVisitor {
    /// Its result.
    type Output;
    /// Visits a game of the slide family.
    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output;
}

/// Builds rules of the slide family and passes them to a visitor with the kernel's own types; other games are refused.
pub fn visit_slide<V: SlideVisitor>(set: &RuleSet, visitor: V) -> Result<V::Output, Refusal> {
    struct SlidesOnly<V>(V);
    impl<V: SlideVisitor> FamilyVisitor for SlidesOnly<V> {
        type Output = Option<V::Output>;

        fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
            Some(self.0.slide::<B, H, T>(rules))
        }
        fn buffet<T: Turn>(self, _rules: buffet::Rules) -> Self::Output {
            None
        }
        fn montauk(self, _rules: montauk::Rules) -> Self::Output {
            None
        }
    }
    visit(set, SlidesOnly(visitor))?.ok_or_else(|| {
        Refusal(format!(
            "{} is not a pure slide game; this works with amazons, penguins, fish, amazon-penguins, paper-penguins and their house rules",
            set.game
        ))
    })
}
