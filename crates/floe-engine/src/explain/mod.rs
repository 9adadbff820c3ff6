//! Explains moves in sentences. Every sentence is a fact about the position before and after the move that the reader
//! can check on the board. Nothing here is an estimate of a search, and only what is proved is called exact.

mod buffet;
mod first_reach;
mod mobility;
mod montauk;
mod parts;
mod region_name;
mod slide;
mod standalone;
#[cfg(test)]
mod tests;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, find, visit};
use floe_games::slide::{self as slide_games, Turn};
use floe_games::sort::sort_by;
use floe_games::switches::RuleSet;
use floe_games::{Game, GameRng, Refusal, buffet as buffets, montauk as montauks, standalone as standalones};

use crate::PositionView;

/// The maximum number of sentences about a move.
const MAX_REASONS: usize = 4;

/// For each move, what it does: at least one sentence and at most four, the most informative first. Where something is
/// hidden, only what the seat to act can see is mentioned. A refusal when the position or a move is invalid.
pub fn explain(
    rules: &RuleSet,
    view: PositionView<'_>,
    moves: &[String],
    seat_name: SeatNames<'_>,
) -> Result<Vec<Vec<String>>, Refusal> {
    visit(rules, Explain { view, moves, seat_name })?
}

/// Names a seat within a sentence: "White", "the first player".
pub type SeatNames<'a> = &'a dyn Fn(usize) -> String;

/// The names a game gives its seats.
pub fn manifest_names(rules: &RuleSet) -> impl Fn(usize) -> String + use<> {
    let manifest = find(rules.game).ok();
    move |seat| manifest.map_or("the next player", |manifest| manifest.seat_name(seat)).to_owned()
}

/// Sentences with their weights; the heaviest come first.
#[derive(Default)]
struct ReasonList(Vec<(u32, String)>);

impl ReasonList {
    fn add(&mut self, weight: u32, sentence: impl Into<String>) {
        self.0.push((weight, sentence.into()));
    }

    fn sorted(mut self) -> Vec<String> {
        sort_by(&mut self.0, |(one, _), (other, _)| other.cmp(one));
        self.0.truncate(MAX_REASONS);
        self.0.into_iter().map(|(_, sentence)| sentence).collect()
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
fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

struct Explain<'a> {
    view: PositionView<'a>,
    moves: &'a [String],
    seat_name: SeatNames<'a>,
}

impl Explain<'_> {
    /// Passes on the position before and after each move.
    fn each<G: Game>(
        &self,
        rules: &G::Rules,
        mut explain: impl FnMut(&G::Position, G::Move, &G::Position, usize) -> ReasonList,
    ) -> Result<Vec<Vec<String>>, Refusal> {
        // What is hidden is filled in arbitrarily; the sentences must not depend on how.
        let (before, seat) = self.view.turn::<G>(rules, &mut GameRng::for_player(0))?;
        let mut all = Vec::with_capacity(self.moves.len());
        for text in self.moves {
            let action = G::parse_move(rules, &before, text)?;
            G::check(rules, &before, action)?;
            let mut after = before.clone();
            G::apply(rules, &mut after, action);
            all.push(explain(&before, action, &after, seat).sorted());
        }
        Ok(all)
    }
}

impl FamilyVisitor for Explain<'_> {
    type Output = Result<Vec<Vec<String>>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide_games::Rules<B, H>) -> Self::Output {
        let mut explainer = slide::SlideExplainer::<B, H, T>::new(&rules, self.seat_name);
        self.each::<slide_games::Slide<B, H, T>>(&rules, |before, action, after, seat| {
            explainer.explain(before, action, after, seat)
        })
    }

    fn buffet<T: Turn>(self, rules: buffets::Rules) -> Self::Output {
        let (hidden, seat_name) = (self.view.hidden, self.seat_name);
        self.each::<buffets::Buffet<T>>(&rules, |before, action, after, seat| {
            buffet::explain::<T>(&rules, hidden, seat_name, before, action, after, seat)
        })
    }

    fn montauk(self, rules: montauks::Rules) -> Self::Output {
        self.each::<montauks::Montauk>(&rules, |before, action, _, seat| {
            montauk::explain(&rules, before, action, seat)
        })
    }

    fn standalone(self, rules: standalones::Rules) -> Self::Output {
        let seat_name = self.seat_name;
        self.each::<standalones::Standalone>(&rules, |before, _, after, seat| {
            standalone::explain::<standalones::Standalone>(&rules, before, after, seat, seat_name)
        })
    }
}
