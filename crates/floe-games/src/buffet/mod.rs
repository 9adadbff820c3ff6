//! The buffets: slide games on playing cards, decided by three poker hands.
//!
//! The board play is the slide family's kernel with a card on each cell; this folder adds the deal, the stones, and the
//! showdown, played at the table or solved.
//!
//! The rules of the showdown are in `docs/rules/showdown.md`.

mod encoding;
mod insight;
mod manifest;
mod parts;
mod picture;
mod rules;
pub(crate) mod setup;
mod showdown;

use std::marker::PhantomData;

use floe_board::Bits;
use floe_cards::{Card, CardSet, Layout};
use serde_json::{Value, json};

pub use encoding::{BuffetCodec, Partial};
pub use insight::{
    BuffetInsight, HandInsight, HandKind, HandName, LayoutCheck, LayoutProblem, LayoutStep, LayoutTask,
};
pub(crate) use manifest::{manifest, preset};
pub use parts::PositionParts;
pub use rules::{Rules, SWITCHES};

use crate::insight::{Insight, InsightContext};
use crate::registry::FamilyVisitor;
use crate::slide::{self, Phase, Preset, Slide, Turn};
use crate::switches::RuleSet;
use crate::{Actor, Budget, Game, GameRng, Outcome, Refusal, Viewer};
use setup::Setup;

/// The maximum number of cards on the board: a deck minus two cards for each player.
const MAX_CELLS: usize = 48;

/// A buffet, by the parts of a turn.
pub struct Buffet<T>(PhantomData<T>);

/// A position of a buffet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board play; a cell's one fish is its card, unclaimed.
    board: slide::Position<u64>,
    /// The cells with each seat's stones.
    stones: [u64; 2],
    /// The card of each cell; cells the board does not have repeat the first.
    cards: [Card; MAX_CELLS],
    /// The two cards dealt to each seat.
    hands: [CardSet; 2],
    /// What each seat laid out last.
    laid: [Layout; 2],
    /// How many layouts there have been.
    layouts: u8,
}

/// A move on the board, or three hands laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A move on the board.
    Board(slide::Move),
    /// Hands laid out.
    Layout(Layout),
}

impl Position {
    fn cards_on(&self, cells: u64) -> CardSet {
        cells.cells().map(|cell| self.cards[cell]).collect()
    }

    /// The board play: pawns, cells in play, whose turn it is.
    pub fn board(&self) -> &slide::Position<u64> {
        &self.board
    }

    /// The card on a cell, claimed or not; `None` beyond the maximum number of cells of a board.
    pub fn card(&self, cell: usize) -> Option<Card> {
        self.cards.get(cell).copied()
    }

    /// The cells with a seat's stones; seats go from 0 to 1.
    pub fn stones(&self, seat: usize) -> u64 {
        self.stones[seat & 1]
    }

    /// The number of consecutive turns without a claim, where the rules count them.
    pub fn idle(&self) -> u8 {
        self.board.note
    }

    /// What a seat laid out last; empty before its first layout.
    pub fn laid(&self, seat: usize) -> &Layout {
        &self.laid[seat & 1]
    }
}

/// Builds the rules and passes them to a visitor with the matching type.
pub(crate) fn visit<V: FamilyVisitor>(
    preset: &'static Preset,
    set: &RuleSet,
    visitor: V,
) -> Result<V::Output, Refusal> {
    let rules = Rules::new(preset, set)?;
    Ok(typed(rules, visitor))
}

/// One kernel for all games, as for the slide games.
#[cfg(target_arch = "wasm32")]
fn typed<V: FamilyVisitor>(rules: Rules, visitor: V) -> V::Output {
    visitor.buffet::<slide::RuntimeTurn>(rules)
}

#[cfg(not(target_arch = "wasm32"))]
fn typed<V: FamilyVisitor>(rules: Rules, visitor: V) -> V::Output {
    use crate::slide::axes::{Block, Claim};
    use crate::slide::{Plain, Shooting, Spanning};
    match (rules.board.plan.block, rules.board.plan.claim) {
        (_, Claim::Corners) => visitor.buffet::<Spanning>(rules),
        (Block::Shot, _) | (_, Claim::Shot) => visitor.buffet::<Shooting>(rules),
        _ => visitor.buffet::<Plain>(rules),
    }
}

impl<T: Turn> Game for Buffet<T> {
    type Rules = Rules;
    type Position = Position;
    type Move = Move;

    fn rule_set(rules: &Rules) -> &RuleSet {
        &rules.board.plan.set
    }

    fn seats(_rules: &Rules) -> usize {
        2
    }

    fn start(rules: &Rules, chance: &mut GameRng) -> Result<Position, Refusal> {
        let mut board = Slide::<u64, 4, T>::start(&rules.board, &mut GameRng::from_seed(0))?;
        let mut deck: Vec<Card> = Card::all().collect();
        chance.shuffle(&mut deck);
        let cells = rules.board.plan.board.cells();
        let mut cards = [deck[0]; MAX_CELLS];
        cards[..cells].copy_from_slice(&deck[..cells]);
        let hands =
            rules.seat_hands([0, 2].map(|at| deck[cells + at..cells + at + 2].iter().copied().collect()));
        if board.phase() == Phase::Place {
            board.set_turn(rules.first_placer(&hands));
        }
        Ok(Position { board, stones: [0; 2], cards, hands, laid: [Layout::default(); 2], layouts: 0 })
    }

    fn actor(rules: &Rules, position: &Position) -> Actor {
        match position.board.phase() {
            Phase::Over => rules.lays_out(position).map_or(Actor::Nobody, Actor::Seat),
            _ => Actor::Seat(position.board.turn()),
        }
    }

    fn moves(rules: &Rules, position: &Position, out: &mut Vec<Move>) {
        match rules.lays_out(position) {
            // There are too many layouts to list, so the one named by a keyword stands for all of them.
            Some(seat) => out.push(Move::Layout(rules.best_layout(position, seat))),
            None => {
                let mut moves = Vec::new();
                rules.board.moves::<T>(&position.board, &mut moves);
                out.extend(moves.into_iter().map(Move::Board));
            }
        }
    }

    fn count(rules: &Rules, position: &Position) -> u64 {
        match rules.lays_out(position) {
            Some(_) => 1,
            None => rules.board.count::<T>(&position.board),
        }
    }

    fn placeholder_move(rules: &Rules, position: &Position) -> Option<&'static str> {
        rules.lays_out(position).map(|_| "layout")
    }

    fn check(rules: &Rules, position: &Position, action: Move) -> Result<(), Refusal> {
        match (action, rules.lays_out(position)) {
            (Move::Board(action), None) => rules.board.check::<T>(&position.board, action),
            (Move::Layout(layout), Some(seat)) => rules.check_layout(position, seat, &layout),
            (Move::Layout(_), None) => {
                Err(Refusal::wrong_phase("hands are laid out when the board play is over"))
            }
            (Move::Board(_), Some(_)) => Err(Refusal::wrong_phase(
                "lay out three hands, such as AS AD | KS KD QC | 7H; the word layout lays out the best",
            )),
        }
    }

    #[inline(always)]
    fn apply(rules: &Rules, position: &mut Position, action: Move) {
        match action {
            Move::Board(action) => {
                let (seat, before) = (position.board.turn(), position.board.fish[0]);
                rules.board.apply::<T>(&mut position.board, action);
                // A card that is gone from the board's fish now bears the mover's stone.
                position.stones[seat & 1] |= before & !position.board.fish[0];
            }
            Move::Layout(layout) => {
                if let Some(seat) = rules.lays_out(position) {
                    position.laid[seat] = layout;
                    position.layouts += 1;
                }
            }
        }
    }

    fn sample_chance(_rules: &Rules, _position: &Position, _chance: &mut GameRng) -> Move {
        unreachable!("there are no chance events after the deal")
    }

    fn scores(_rules: &Rules, position: &Position) -> Vec<i64> {
        position.stones.iter().map(|stones| i64::from(stones.count_ones())).collect()
    }

    fn outcome(rules: &Rules, position: &Position) -> Option<Outcome> {
        (Self::actor(rules, position) == Actor::Nobody).then(|| rules.outcome(position))
    }

    fn eliminate(_rules: &Rules, _position: &mut Position, _seat: usize) {
        // A two-player game: a player who gives up loses, and the table handles that.
    }

    fn adjudicate(_rules: &Rules, _position: &Position, _budget: Budget) -> Result<Outcome, Refusal> {
        Err(Refusal::cannot_stop("the buffets do not allow stopping by agreement: the showdown decides"))
    }

    fn phase(rules: &Rules, position: &Position) -> &'static str {
        match rules.lays_out(position) {
            Some(_) => "layout",
            None => position.board.phase().as_str(),
        }
    }

    fn move_text(rules: &Rules, action: Move) -> String {
        match action {
            Move::Board(action) => rules.board.move_text(action),
            Move::Layout(layout) => layout.to_string(),
        }
    }

    fn parse_move(rules: &Rules, position: &Position, text: &str) -> Result<Move, Refusal> {
        match rules.lays_out(position) {
            Some(seat) if text.trim().eq_ignore_ascii_case("layout") => {
                Ok(Move::Layout(rules.best_layout(position, seat)))
            }
            Some(_) => setup::read_layout(text).map(Move::Layout),
            None if text.contains('|') => setup::read_layout(text).map(Move::Layout),
            None => rules.board.parse_move::<T>(&position.board, text).map(Move::Board),
        }
    }

    fn chance_event(_rules: &Rules, _outcome: Move) -> Value {
        Value::Null
    }

    fn parse_chance(_rules: &Rules, _position: &Position, _event: &Value) -> Result<Move, Refusal> {
        Err(Refusal::invalid_chance("there are no chance events after the deal"))
    }

    fn position_text(rules: &Rules, position: &Position, viewer: Viewer) -> String {
        Setup::new(rules, position, viewer).to_text()
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Position, Refusal> {
        Setup::from_text(text)?.position::<T>(rules)
    }

    fn determinize(rules: &Rules, view: &str, chance: &mut GameRng) -> Result<Position, Refusal> {
        let setup = match view.trim_start().starts_with('{') {
            true => Setup::from_json(view)?,
            false => Setup::from_text(view)?,
        };
        let position = setup.face_up().position::<T>(rules)?;
        Ok(if setup.hides() { rules.imagine(&position, chance) } else { position })
    }

    fn position_json(rules: &Rules, position: &Position, viewer: Viewer) -> Value {
        json!(Setup::new(rules, position, viewer))
    }

    fn parse_position_json(rules: &Rules, json: &Value) -> Result<Position, Refusal> {
        let setup: Setup = serde_json::from_value(json.clone()).map_err(|error| {
            Refusal::invalid_position(format!("position: {error}; floe show --json prints one"))
        })?;
        setup.position::<T>(rules)
    }

    fn start_json(rules: &Rules, position: &Position) -> Value {
        let board = &rules.board.plan.board;
        let card = |cell: Option<usize>| cell.map_or("0".into(), |cell| position.cards[cell].to_string());
        let rows: Vec<Vec<String>> = board.rows().map(|row| row.map(card).collect()).collect();
        let hand = |seat: usize| position.hands[seat].iter().map(|card| card.to_string()).collect::<Vec<_>>();
        let mut json = json!({"board": rows, "hands": [hand(0), hand(1)]});
        if !position.board.pieces().is_empty() {
            let names = |seat: usize| -> Vec<String> {
                position.board.own(seat).cells().map(|cell| board.name(cell)).collect()
            };
            json["pieces"] = json!([names(0), names(1)]);
        }
        json
    }

    fn picture(rules: &Rules, position: &Position, viewer: Viewer) -> String {
        rules.picture(position, viewer)
    }

    fn insight(context: InsightContext<'_, Self>, _moves: impl Iterator<Item = Move>) -> Insight {
        let InsightContext { rules, position, result, viewer, .. } = context;
        Insight::Buffet(rules.insight(position, result, viewer))
    }

    fn hides(_rules: &Rules) -> bool {
        true
    }

    fn is_secret(rules: &Rules, position: &Position) -> bool {
        rules.lays_out(position).is_some()
    }

    fn is_scored(_rules: &Rules) -> bool {
        false
    }

    fn is_visible(rules: &Rules, before: &Position, action: Move, now: &Position, viewer: Viewer) -> bool {
        let (Move::Layout(_), Some(seat)) = (action, rules.lays_out(before)) else { return true };
        viewer == Viewer::Omniscient || viewer == Viewer::Seat(seat) || !rules.sealed(now)
    }

    fn resample_hidden(rules: &Rules, position: &Position, viewer: Viewer, chance: &mut GameRng) -> Position {
        rules.resample(position, viewer, chance)
    }
}
