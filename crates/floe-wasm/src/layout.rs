//! The showdown of the buffets: pools, layouts, and the names of hands.

use std::cmp::Ordering;

use floe_board::Bits;
use floe_cards::{CardSet, Layout, RankRules, legal_layout, rank};
use floe_games::buffet::{self, Buffet, Move};
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::{Actor, Game, Refusal, Table, Viewer, montauk, read_position, standalone};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::log::Log;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayoutArgs {
    log: Log,
    /// A layout to check.
    layout: Option<String>,
    /// Its seat; by default the seat that is to lay out now.
    seat: Option<usize>,
    upto: Option<usize>,
}

/// The pools; the best layout for the seat to lay out now; the check of a given layout; and, when the game is over,
/// both layouts and who won which hand.
pub fn layout(asked: LayoutArgs) -> Result<Value, Refusal> {
    let table = asked.log.replay(asked.upto)?.table;
    visit(table.rules(), Look { table: &*table, asked: &asked })?
}

struct Look<'a> {
    table: &'a dyn Table,
    asked: &'a LayoutArgs,
}

impl FamilyVisitor for Look<'_> {
    type Output = Result<Value, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, _rules: slide::Rules<B, H>) -> Self::Output {
        Err(no_cards(self.table))
    }

    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
        let position = read_position::<Buffet<T>>(&rules, &self.table.position_text(Viewer::Omniscient))?;
        let ranks = rules.showdown().rank;
        let pools = [rules.pool(&position, 0), rules.pool(&position, 1)];
        let read = |text: &str| match Buffet::<T>::parse_move(&rules, &position, text)? {
            Move::Layout(layout) => Ok(layout),
            Move::Board(_) => Err(Refusal::new("a layout is three hands, such as AS AD | KS KD QC | 7H")),
        };
        let turn = match (self.table.phase(), self.table.actor()) {
            ("layout", Actor::Seat(seat)) => Some(seat),
            _ => None,
        };
        let best = turn.map(|_| read("layout")).transpose()?;
        let offered = match &self.asked.layout {
            None => Value::Null,
            Some(text) => {
                let seat = self.asked.seat.or(turn).filter(|&seat| seat < 2);
                let seat =
                    seat.ok_or_else(|| Refusal::new("the seat of the layout is missing; it must be 0 or 1"))?;
                let layout = read(text)?;
                let refusal = legal_layout(pools[seat], &layout, rules.showdown()).err();
                let mut checked = layout_json(&layout, ranks);
                checked["legal"] = json!(refusal.is_none());
                checked["refusal"] = json!(refusal.map(|error| error.to_string()));
                checked
            }
        };
        let laid = self.laid()?;
        Ok(json!({
            "pools": pools.map(cards),
            "turn": turn,
            "best": best.map(|layout| layout_json(&layout, ranks)),
            "offered": offered,
            "laid": laid.map(|laid| laid.map(|layout| layout_json(&layout, ranks))),
            "won": laid.map(|laid| won(laid, ranks)),
        }))
    }

    fn montauk(self, _rules: montauk::Rules) -> Self::Output {
        Err(no_cards(self.table))
    }

    fn standalone(self, _rules: standalone::Rules) -> Self::Output {
        Err(no_cards(self.table))
    }
}

impl Look<'_> {
    /// The final layouts of Black and White, laid out by the players or solved.
    fn laid(&self) -> Result<Option<[Layout; 2]>, Refusal> {
        let Some(result) = self.table.result() else { return Ok(None) };
        // A game that ended by resignation has none.
        let Some([black, white]) = result.more.get("layouts").and_then(Value::as_array).map(Vec::as_slice)
        else {
            return Ok(None);
        };
        let read = |text: &Value| {
            let text = text.as_str().unwrap_or_default();
            text.parse::<Layout>().map_err(|error| Refusal(error.to_string()))
        };
        Ok(Some([read(black)?, read(white)?]))
    }
}

fn no_cards(table: &dyn Table) -> Refusal {
    Refusal(format!("{} has no showdown; only the buffets have layouts", table.rules().game))
}

fn cards(set: CardSet) -> Vec<String> {
    set.iter().map(|card| card.to_string()).collect()
}

/// A layout as text, and its hands with their names; a hand without cards has none.
fn layout_json(layout: &Layout, ranks: RankRules) -> Value {
    let hands = layout.hands.map(|hand| {
        let name =
            rank(hand, ranks).ok().filter(|_| !hand.is_empty()).map(|strength| strength.category().name());
        json!({"cards": cards(hand), "name": name})
    });
    json!({"text": layout.to_string(), "hands": hands})
}

/// The seat that won each hand.
fn won([black, white]: [Layout; 2], ranks: RankRules) -> [Option<usize>; 3] {
    [0, 1, 2].map(|slot| {
        let strength = |layout: &Layout| rank(layout.hands[slot], ranks).ok();
        match strength(&black).cmp(&strength(&white)) {
            Ordering::Greater => Some(0),
            Ordering::Less => Some(1),
            Ordering::Equal => None,
        }
    })
}
