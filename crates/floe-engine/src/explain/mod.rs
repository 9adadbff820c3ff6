//! Why a move is worth a look, in words. Every sentence is a fact about the position before and after the move that
//! anybody can check on the board; nothing here is a guess of a search, and what is proved is called exact.

mod buffet;
mod mobility;
mod montauk;
mod parts;
mod sight;
mod slide;
#[cfg(test)]
mod tests;
mod whereabouts;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self as slide_games, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Chance, Game, Refusal, buffet as buffets, montauk as montauks};

use crate::PositionView;
use crate::simple::{read, to_act};

/// The most sentences about a move.
const MOST: usize = 4;

/// For each move, what it does: at least one sentence and at most four, the most telling first. Where something is
/// hidden only what the seat to act can see is spoken of. A refusal when the position or a move cannot be.
pub fn reasons(
    rules: &RuleSet,
    view: PositionView<'_>,
    moves: &[String],
) -> Result<Vec<Vec<String>>, Refusal> {
    visit(rules, Reasons { view, moves })?
}

/// Sentences with what each weighs; the heavier come first.
#[derive(Default)]
struct Said(Vec<(u32, String)>);

impl Said {
    fn say(&mut self, weight: u32, words: impl Into<String>) {
        self.0.push((weight, words.into()));
    }

    fn sorted(mut self) -> Vec<String> {
        self.0.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        self.0.truncate(MOST);
        self.0.into_iter().map(|(_, words)| words).collect()
    }
}

/// `1 move`, `7 moves`.
fn count(number: impl Into<u64>, one: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number if one == "fish" => format!("{number} fish"),
        number => format!("{number} {one}s"),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

struct Reasons<'a> {
    view: PositionView<'a>,
    moves: &'a [String],
}

impl Reasons<'_> {
    /// Hands on the position before and after each move.
    fn each<G: Game>(
        &self,
        rules: &G::Rules,
        mut tell: impl FnMut(&G::Position, G::Move, &G::Position, usize) -> Said,
    ) -> Result<Vec<Vec<String>>, Refusal> {
        // What is hidden is filled in somehow; what is said must not depend on how.
        let before = read::<G>(rules, self.view, &mut Chance::of_player(0))?;
        let seat = to_act::<G>(rules, &before)?;
        let mut all = Vec::with_capacity(self.moves.len());
        for text in self.moves {
            let action = G::parse_move(rules, &before, text)?;
            G::check(rules, &before, action)?;
            let mut after = before.clone();
            G::apply(rules, &mut after, action);
            all.push(tell(&before, action, &after, seat).sorted());
        }
        Ok(all)
    }
}

impl FamilyVisitor for Reasons<'_> {
    type Output = Result<Vec<Vec<String>>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide_games::Rules<B, H>) -> Self::Output {
        let mut teller = slide::Teller::<B, H, T>::new(&rules);
        self.each::<slide_games::Slide<B, H, T>>(&rules, |before, action, after, seat| {
            teller.tell(before, action, after, seat)
        })
    }

    fn buffet<T: Turn>(self, rules: buffets::Rules) -> Self::Output {
        let hidden = self.view.hidden;
        self.each::<buffets::Buffet<T>>(&rules, |before, action, after, seat| {
            buffet::tell::<T>(&rules, hidden, before, action, after, seat)
        })
    }

    fn montauk(self, rules: montauks::Rules) -> Self::Output {
        self.each::<montauks::Montauk>(&rules, |before, action, _, seat| {
            montauk::tell(&rules, before, action, seat)
        })
    }
}
