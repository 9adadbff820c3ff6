//! Searches every way to spend, through the extra card to the end of the trick.

use std::collections::HashMap;

use floe_cards::Card;
use floe_games::Game;
use floe_games::montauk::{Montauk, Move, PYRAMIDS, Phase, Position, Rules, Spend};

use super::card_tables::CARDS;
use super::round_value::{RoundValue, Side, TrickOdds, WinAndMargin};
use super::rule_tables::RuleTables;

/// A position from a seat's point of view, with seat numbers relative to its own.
pub(crate) fn sides(tables: &RuleTables, position: &Position, seat: usize) -> [Side; 2] {
    [seat, 1 - seat].map(|seat| {
        let switches = &tables.switches;
        let board = &position.boards[seat];
        let nulls = f32::from(position.vaults[seat].nulls()) * switches.per_null;
        // With sizes, the large ones are assumed to be borne off.
        let sizes = board.iter().enumerate().filter(|(_, pyramid)| pyramid.place() == 0);
        let sizes: f32 = if switches.pips { sizes.map(|(at, _)| (at % 3) as f32 - 1.0).sum() } else { 0.0 };
        Side {
            board: tables.boards.number(board.iter().map(|pyramid| pyramid.place())),
            used: position.vaults[seat].used,
            points: nulls + sizes,
        }
    })
}

/// Who was home first, 0 for the seat itself.
pub(crate) fn first_home(position: &Position, seat: usize) -> Option<usize> {
    position.first_home.map(|first| usize::from(usize::from(first) != seat))
}

/// A search of all ways to spend.
pub(crate) struct SpendSearch<'a> {
    rules: &'a Rules,
    tables: &'a RuleTables,
    seat: usize,
    /// The evaluation after the trick.
    round_value: RoundValue<'a>,
    /// Rounds to come after this one.
    rounds: usize,
    round: u8,
    cards: TrickOdds,
    draw: &'a [f32; CARDS],
    known: HashMap<(u32, u32, u16), WinAndMargin>,
    /// The number of positions searched.
    pub nodes: u64,
    over: &'a dyn Fn(u64) -> bool,
    /// Was it stopped? Then the rest is evaluated without further spending.
    pub cut: bool,
}

impl<'a> SpendSearch<'a> {
    /// For the winner of the trick on the table. `over` is called from time to time and says whether the time is up.
    pub fn new(
        rules: &'a Rules,
        tables: &'a RuleTables,
        position: &Position,
        seat: usize,
        (cards, draw): (TrickOdds, &'a [f32; CARDS]),
        over: &'a dyn Fn(u64) -> bool,
    ) -> SpendSearch<'a> {
        let rounds = rounds_to_come(tables, position);
        let lead = position.scores[seat] - position.scores[1 - seat];
        let round_value = RoundValue::new(tables, lead, rounds, 6 - usize::from(position.trick.clamp(1, 6)));
        SpendSearch {
            rules,
            tables,
            seat,
            round_value,
            rounds,
            round: position.round,
            cards,
            draw,
            known: HashMap::new(),
            nodes: 0,
            over,
            cut: false,
        }
    }

    /// Every legal continuation, in the order of the rules, with its value.
    pub fn choices(&mut self, position: &Position) -> Vec<(Move, WinAndMargin)> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
            .into_iter()
            .map(|action| {
                let mut next = *position;
                Montauk::apply(self.rules, &mut next, action);
                (action, self.value(&next))
            })
            .collect()
    }

    /// Is the end of the match certain after each choice, whatever is spent later?
    pub fn last(&self, position: &Position) -> bool {
        let draws = position.extra.is_none() && position.table().is_some_and(|trick| trick.draws(self.rules));
        self.rounds == 0 && position.trick == 6 && !draws
    }

    /// The listed moves, and where sizes matter also those of smaller pyramids.
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        Montauk::moves(self.rules, position, out);
        if !self.tables.switches.pips {
            return;
        }
        for at in 0..out.len() {
            let Move::Spend(Spend { from, to, named: None }) = out[at] else { continue };
            for index in 0..if to > 0 { PYRAMIDS as u8 } else { 0 } {
                let named = floe_games::montauk::NamedSpend { seat: self.seat as u8, index };
                let action = Move::Spend(Spend { from, to, named: Some(named) });
                if Montauk::check(self.rules, position, action).is_ok() {
                    out.push(action);
                }
            }
        }
    }

    fn value(&mut self, position: &Position) -> WinAndMargin {
        self.nodes += 1;
        self.cut = self.cut || self.nodes.is_multiple_of(64) && (self.over)(self.nodes);
        match position.phase {
            Phase::Spend if self.cut => self.standing(position),
            Phase::Spend => self.best(position),
            Phase::Draw if self.cut => self.standing(position),
            Phase::Draw => self.drawn(position),
            _ => self.after(position),
        }
    }

    /// The value of a position after the trick.
    pub fn after(&self, position: &Position) -> WinAndMargin {
        if position.round == self.round && position.phase != Phase::Over {
            return self.standing(position);
        }
        let lead = f64::from(position.scores[self.seat] - position.scores[1 - self.seat]);
        let (win, margin) = self.tables.odds.after(self.rounds, lead);
        WinAndMargin { win: win as f32, margin: margin as f32 }
    }

    /// Evaluated as if the trick were over.
    fn standing(&self, position: &Position) -> WinAndMargin {
        let sides = sides(self.tables, position, self.seat);
        self.round_value.value(sides, first_home(position, self.seat), self.cards)
    }

    fn best(&mut self, position: &Position) -> WinAndMargin {
        let key = key(position, self.seat);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut moves = Vec::with_capacity(16);
        self.moves(position, &mut moves);
        let mut best: Option<WinAndMargin> = None;
        for action in moves {
            let mut next = *position;
            Montauk::apply(self.rules, &mut next, action);
            let value = self.value(&next);
            if best.is_none_or(|best| better(value, best)) {
                best = Some(value);
            }
        }
        let best = best.unwrap_or_default();
        self.known.insert(key, best);
        best
    }

    fn drawn(&mut self, position: &Position) -> WinAndMargin {
        let board = key(position, self.seat);
        if let Some(&known) = self.known.get(&board) {
            return known;
        }
        let mut sum = WinAndMargin::default();
        for (index, &weight) in self.draw.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            let Some(card) = Card::from_index(index as u8) else { continue };
            let mut next = *position;
            if !next.pile.has(card) {
                // In this sample it may be in the opponent's hand; as far as the seat knows it may also be drawn.
                next.pile.add(card);
            }
            Montauk::apply(self.rules, &mut next, Move::Draw(card));
            let value = self.value(&next);
            sum.win += weight * value.win;
            sum.margin += weight * value.margin;
        }
        self.known.insert(board, sum);
        sum
    }
}

/// Is one value better than another? The margin breaks ties of the win probability.
pub(crate) fn better(one: WinAndMargin, other: WinAndMargin) -> bool {
    one.win + 1e-5 * one.margin > other.win + 1e-5 * other.margin
}

/// Rounds that follow the one being played.
pub(crate) fn rounds_to_come(tables: &RuleTables, position: &Position) -> usize {
    usize::from(tables.switches.rounds.saturating_sub(position.round))
}

/// All that changes while a seat spends: its board, the spends left, the half and what came off.
pub(super) fn key(position: &Position, seat: usize) -> (u32, u32, u16) {
    let board = position.boards[seat]
        .iter()
        .fold(0, |key, pyramid| key << 4 | u32::from(pyramid.place()) | u32::from(pyramid.moved()) << 3);
    let spends = (1..=6).fold(0, |key, value| key << 4 | position.spends.count(value));
    // Whether something came off shows in the board, since the trick began with one board.
    let half = match (position.phase, position.extra) {
        (Phase::Draw, _) => 1,
        (_, None) => 0,
        (_, Some(_)) => 2,
    };
    (board, spends, half)
}
