//! The list of games, and the mapping from an id to a game's types.

use std::marker::PhantomData;
use std::sync::{PoisonError, RwLock};

use floe_board::Bits;

use crate::manifest::Manifest;
use crate::slide::Turn;
use crate::standalone::{EntryOf, Standalone, StandaloneEntry, StandaloneGame};
use crate::switches::{RuleSet, did_you_mean, excerpt};
use crate::{
    Game, Refusal, amazon_penguins, amazonian_buffet, amazons, buffet, fish, montauk, paper_penguins,
    penguin_buffet, penguins, slide, standalone,
};

/// Where the rules of a game come from.
#[derive(Debug)]
pub enum Family {
    /// A piece slides and a cell leaves play.
    Slide(&'static slide::Preset),
    /// The same with cards on the cells, and a showdown.
    Buffet(&'static slide::Preset),
    /// Montauk.
    Montauk,
    /// A game of its own; [`Family::standalone`] makes one.
    Standalone(&'static dyn StandaloneEntry),
}

impl Family {
    /// A game that belongs to no family.
    pub const fn standalone<G: StandaloneGame>() -> Family {
        Family::Standalone(&EntryOf::<G>(PhantomData))
    }

    /// Its name in JSON.
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Family::Slide(_) => "slide",
            Family::Buffet(_) => "buffet",
            Family::Montauk => montauk::ID,
            Family::Standalone(_) => "standalone",
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
    /// Works with a game of no family.
    fn standalone(self, rules: standalone::Rules) -> Self::Output;
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
    fn standalone(self, rules: standalone::Rules) -> V::Output {
        self.visit::<Standalone>(rules)
    }
}

/// The games that come with the program, in display order. [`games`] has those that were added as well.
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

/// The games that a program has added, in the order in which it did. None is ever taken away.
static ADDED: RwLock<Vec<&'static Manifest>> = RwLock::new(Vec::new());

fn added() -> Vec<&'static Manifest> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Every game there is, in the order in which they are shown: those that come with the program, then those that were added.
pub fn games() -> impl Iterator<Item = &'static Manifest> {
    GAMES.iter().chain(added())
}

/// Adds a game to the list, before anything is asked of it. A refusal where its id is taken or its manifest is not in order.
pub fn add(manifest: &'static Manifest) -> Result<(), Refusal> {
    manifest.check()?;
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if GAMES.iter().chain(added.iter().copied()).any(|entry| entry.id == manifest.id) {
        return Err(Refusal::invalid_manifest(format!(
            "there is a game '{}' already; choose another id",
            manifest.id
        )));
    }
    added.push(manifest);
    Ok(())
}

/// The game of an id.
pub fn find(id: &str) -> Result<&'static Manifest, Refusal> {
    // What comes with the program is found without a lock.
    let found = GAMES.iter().find(|entry| entry.id == id);
    found.or_else(|| added().into_iter().find(|entry| entry.id == id)).ok_or_else(|| {
        let ids: Vec<&str> = games().map(|entry| entry.id).collect();
        Refusal::unknown_game(format!(
            "unknown game '{}'{}; the games are {}",
            excerpt(id),
            did_you_mean(id, ids.iter().copied()),
            ids.join(", ")
        ))
    })
}

/// Builds rules and passes them to a visitor with the game's types.
pub fn visit<V: FamilyVisitor>(set: &RuleSet, visitor: V) -> Result<V::Output, Refusal> {
    visit_family(&find(set.game)?.family, set, visitor)
}

/// The same for a family that need not be in the list.
pub(crate) fn visit_family<V: FamilyVisitor>(
    family: &Family,
    set: &RuleSet,
    visitor: V,
) -> Result<V::Output, Refusal> {
    match family {
        Family::Slide(preset) => slide::visit(preset, set, visitor),
        Family::Buffet(preset) => buffet::visit(preset, set, visitor),
        Family::Montauk => Ok(visitor.montauk(montauk::Rules::new(set))),
        #[cfg(any(not(target_arch = "wasm32"), feature = "standalone"))]
        Family::Standalone(entry) => Ok(visitor.standalone(entry.rules(set)?)),
        // Left out of the web app's module to keep the download small.
        #[cfg(all(target_arch = "wasm32", not(feature = "standalone")))]
        Family::Standalone(_) => {
            Err(Refusal::unsupported("this module was built without the feature standalone"))
        }
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
        fn standalone(self, _rules: standalone::Rules) -> Self::Output {
            None
        }
    }
    visit(set, SlidesOnly(visitor))?.ok_or_else(|| {
        let slide = games().filter(|game| matches!(game.family, Family::Slide(_)));
        let ids: Vec<&str> = slide.map(|game| game.id).collect();
        Refusal::unsupported(format!(
            "{} is not a pure slide game; this works with {} and their house rules",
            set.game,
            ids.join(", ")
        ))
    })
}
