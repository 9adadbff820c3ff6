//! Every legal move of a position with its exact result.

use floe_board::Bits;
use floe_games::registry::{SlideVisitor, visit_slide};
use floe_games::slide::{Rules, Slide, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Game, Refusal, read_position};

use super::{Margin, SolveLimits, amazons, fits, margin};

/// A legal move and how the game ends when no one makes a mistake after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub text: String,
    /// The seats that win; two share the win.
    pub winners: Vec<usize>,
    /// By how much, where fish are counted.
    pub margin: Option<Margin>,
}

/// Solves a position move by move, on one thread: every legal move with its exact value, in the order of the rules.
/// `None` if it was stopped early; refusals as in [`super::solve`], and where no seat is to move.
pub fn move_values(
    set: &RuleSet,
    position: &str,
    limits: &SolveLimits<'_>,
) -> Result<Option<Vec<MoveValue>>, Refusal> {
    visit_slide(set, Values { position, limits })?
}

struct Values<'a> {
    position: &'a str,
    limits: &'a SolveLimits<'a>,
}

impl SlideVisitor for Values<'_> {
    type Output = Result<Option<Vec<MoveValue>>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: Rules<B, H>) -> Self::Output {
        let position = read_position::<Slide<B, H, T>>(&rules, self.position)?;
        fits::<B, H, T>(&rules, &position)?;
        if Slide::<B, H, T>::outcome(&rules, &position).is_some() {
            return Err(Refusal::game_over("the game is over; there is no move to evaluate"));
        }
        let proof = rules.shoots::<T>() && rules.is_amazons() && rules.plan.board.cells() <= 64;
        Ok(match proof {
            true => amazons::move_values::<B, H, T>(&rules, &position, self.limits),
            false => margin::move_values::<B, H, T>(&rules, &position, self.limits),
        })
    }
}
