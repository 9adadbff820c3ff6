//! The showdown of the buffets: what the rules say about a layout, and the best one.

use floe_board::Bits;
use floe_games::buffet::{self, Buffet, LayoutCheck};
use floe_games::registry::{FamilyVisitor, find, visit};
use floe_games::slide::{self, Turn};
use floe_games::{Actor, Game, GameRng, Refusal, Viewer, montauk, read_position, standalone};
use serde::Deserialize;
use serde_json::Value;

#[cfg(test)]
use crate::view::ViewerArg;
use crate::view::parse_viewer;

/// The arguments of `layout`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LayoutArgs {
    #[cfg_attr(test, ts(type = "GameId"))]
    game: String,
    #[cfg_attr(test, ts(type = "Rules"))]
    rules: Value,
    /// The position as text, as the viewer sees it.
    position: String,
    /// A seat, null for a spectator, or `all`.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "ViewerArg"))]
    viewer: Value,
    /// A layout to check; without it the best one for the seat that lays out now.
    #[cfg_attr(test, ts(optional))]
    layout: Option<String>,
}

/// Checks a layout of the seat that lays out now, or finds the best one.
pub fn layout(args: LayoutArgs) -> Result<LayoutCheck, Refusal> {
    let rules = find(&args.game)?.parse_rules(Some(&args.rules))?;
    visit(&rules, Check { args: &args })?
}

struct Check<'a> {
    args: &'a LayoutArgs,
}

impl FamilyVisitor for Check<'_> {
    type Output = Result<LayoutCheck, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, _rules: slide::Rules<B, H>) -> Self::Output {
        Err(no_cards(self.args))
    }

    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
        let text = &self.args.position;
        let mut viewer = parse_viewer(&self.args.viewer, 2)?;
        let position = read_position::<Buffet<T>>(&rules, text).or_else(|refusal| {
            // A layout lies face down. Any will do in its place, since nothing is said about it.
            viewer = Viewer::Spectator;
            let mut chance = GameRng::for_player(0);
            Buffet::<T>::determinize(&rules, text, &mut chance).map_err(|_| refusal)
        })?;
        let Actor::Seat(seat) = Buffet::<T>::actor(&rules, &position) else {
            return Err(Refusal::not_possible("no hands are laid out now"));
        };
        let text = match &self.args.layout {
            Some(layout) => layout.clone(),
            None => {
                let best = rules.suggested_layout(&position);
                best.ok_or_else(|| Refusal::not_possible("no hands are laid out now"))?.to_string()
            }
        };
        rules.layout_check(&position, viewer, seat, &text)
    }

    fn montauk(self, _rules: montauk::Rules) -> Self::Output {
        Err(no_cards(self.args))
    }

    fn standalone(self, _rules: standalone::Rules) -> Self::Output {
        Err(no_cards(self.args))
    }
}

fn no_cards(args: &LayoutArgs) -> Refusal {
    Refusal::unsupported(format!("{} has no showdown; only the buffets have layouts", args.game))
}
