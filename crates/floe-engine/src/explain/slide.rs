//! What a move on a board does.

use std::marker::PhantomData;

use floe_board::Bits;
use floe_games::Game;
use floe_games::slide::axes::{Claim, Score};
use floe_games::slide::{Move, MoveKind, Phase, Position, Rules, RulesSummary, Slide, Turn};

use super::first_reach::FirstReach;
use super::mobility::mobility;
use super::parts::{Totals, around, separated_totals, zone_totals};
use super::region_name::{cell_word, region_name};
use super::{ReasonList, SeatNames, count, list};

/// Explains the moves of one position.
pub(super) struct SlideExplainer<'a, B, const H: usize, T> {
    rules: &'a Rules<B, H>,
    summary: RulesSummary,
    seat_name: SeatNames<'a>,
    /// What is known about the position before the move, once computed.
    before: Option<Before<B>>,
    turn: PhantomData<T>,
}

#[derive(Clone, Copy)]
struct Before<B> {
    reach_map: FirstReach<B>,
    separated_totals: Option<Totals>,
}

impl<'a, B: Bits, const H: usize, T: Turn> SlideExplainer<'a, B, H, T> {
    pub(super) fn new(rules: &'a Rules<B, H>, seat_name: SeatNames<'a>) -> Self {
        SlideExplainer { rules, summary: rules.summary(), seat_name, before: None, turn: PhantomData }
    }

    pub(super) fn explain(
        &mut self,
        before: &Position<B>,
        action: Move,
        after: &Position<B>,
        seat: usize,
    ) -> ReasonList {
        let mut reasons = ReasonList::default();
        match action.kind() {
            MoveKind::Lay(fish, cell) => return self.laid(before, fish, cell),
            MoveKind::Pass => reasons.add(40, "the only legal move"),
            MoveKind::Swap => {
                reasons.add(60, "takes over the side that made the first move");
                return reasons;
            }
            MoveKind::Retire(cell) => {
                reasons.add(60, format!("removes the {} on {}", self.summary.terms.piece, self.name(cell)));
            }
            MoveKind::Place(cell) => self.placed(before, cell, &mut reasons),
            MoveKind::Slide(from, _) | MoveKind::Shoot(from, _, _) => {
                self.escaped(before, from, after, &mut reasons)
            }
            MoveKind::Draw(_) => {}
        }
        let gain = after.score(seat) - before.score(seat);
        if gain > 0 && self.summary.score == Score::Fish {
            let sentence = match self.summary.claim {
                Claim::Reached => format!("scores {gain} immediately"),
                _ => format!("claims {} immediately", count(gain, "fish")),
            };
            reasons.add(100 + 10 * gain, sentence);
        }
        self.ended(after, &mut reasons);
        self.board_play(before, action, after, seat, &mut reasons);
        reasons
    }

    /// How a move changes who can reach what; also for the buffets.
    pub(super) fn board_play(
        &mut self,
        before: &Position<B>,
        action: Move,
        after: &Position<B>,
        seat: usize,
        reasons: &mut ReasonList,
    ) {
        // Where pieces claim from afar, reach decides nothing.
        if after.phase() == Phase::Over || self.rules.spans::<T>() {
            return;
        }
        let was = *self.before.get_or_insert_with(|| Before {
            reach_map: FirstReach::new(self.rules, before),
            separated_totals: if before.phase() == Phase::Move {
                separated_totals(self.rules, before)
            } else {
                None
            },
        });
        let reach_map = FirstReach::new(self.rules, after);
        if before.phase() == Phase::Move {
            self.cut_off(&was.reach_map, &reach_map, after, seat, reasons);
            self.shut_in(before, after, seat, reasons);
            match (was.separated_totals, separated_totals(self.rules, after)) {
                (None, Some(totals)) => self.sides_part(after, totals, reasons),
                (Some(was), Some(totals)) => self.alone(before, after, was, totals, seat, reasons),
                _ => self.zone_parts(before, action, after, seat, reasons),
            }
        }
        // Where a seat is alone it is first everywhere, which says nothing.
        if !after.pieces().without(after.own(seat)).is_empty() {
            self.first(before, after, &was.reach_map, &reach_map, seat, reasons);
        }
        if after.phase() == Phase::Move {
            reasons.add(20, mobility::<B, H, T>(self.rules, after, self.seat_name));
        }
    }

    fn first(
        &self,
        before: &Position<B>,
        after: &Position<B>,
        was: &FirstReach<B>,
        now: &FirstReach<B>,
        seat: usize,
        reasons: &mut ReasonList,
    ) {
        let first = self.value(after, now.first[seat]);
        let cells = count(first.0, self.cell());
        let sentence = format!("reaches {cells}{} first", self.with_fish(first));
        let more = i64::from(first.0) - i64::from(was.first[seat].count());
        // One more piece on the board always reaches more, so that is not mentioned.
        match more {
            _ if before.phase() != Phase::Move => reasons.add(75, sentence),
            0 => reasons.add(50, sentence),
            1.. => reasons.add(50 + more as u32, format!("{sentence}, {more} more than before")),
            _ => reasons
                .add(50 + more.unsigned_abs() as u32, format!("{sentence}, {} fewer than before", -more)),
        }
    }

    fn laid(&self, before: &Position<B>, fish: u8, cell: usize) -> ReasonList {
        let mut reasons = ReasonList::default();
        let near = self.rules.rays.neighbours(cell) & before.open();
        let adjacent: u32 = near.cells().map(|cell| u32::from(before.fish(cell))).sum();
        let place = region_name(&self.rules.plan.board, B::one(cell));
        let tile = count(fish, self.unit());
        reasons.add(
            60,
            match near.count() {
                0 => format!("lays {tile} with no neighbours, {}", at(place)),
                _ => format!("lays {tile} next to {}, {}", count(adjacent, self.unit()), at(place)),
            },
        );
        let wild = self.rules.rays.neighbours(cell).without(before.open()).count();
        reasons.add(30, format!("leaves {} next to it empty", count(wild, self.cell())));
        reasons
    }

    fn placed(&self, before: &Position<B>, cell: usize, reasons: &mut ReasonList) {
        let near = self.rules.rays.neighbours(cell) & before.open();
        let slides = self.rules.slides(before, cell);
        let (_, adjacent) = self.value(before, near);
        match self.summary.claim {
            Claim::None => reasons.add(80, format!("stands next to {}", count(near.count(), self.cell()))),
            _ => reasons.add(80, format!("stands next to {}", count(adjacent, self.unit()))),
        }
        let value = self.value(before, slides);
        reasons.add(
            70,
            format!("can go to {}{} from there", count(value.0, self.cell()), self.with_fish(value)),
        );
    }

    /// A piece that has one exit and takes it.
    fn escaped(&self, before: &Position<B>, from: usize, after: &Position<B>, reasons: &mut ReasonList) {
        let ways = (self.rules.rays.neighbours(from) & before.open()).count();
        if ways == 1 {
            reasons.add(200, format!("leaves {} by its only exit", self.name(from)));
        }
        // Other pieces of its own that it could have trapped, and did not.
        for own in before.own(before.turn()).without(B::one(from)).cells() {
            let ways = self.rules.rays.neighbours(own) & before.open();
            let blocked = self.rules.slides(before, from) & ways;
            if ways.count() == 1 && !blocked.is_empty() && !(ways & after.open()).is_empty() {
                reasons.add(90, format!("keeps the only exit of {} open", self.name(own)));
            }
        }
    }

    fn ended(&self, after: &Position<B>, reasons: &mut ReasonList) {
        let Some(outcome) = Slide::<B, H, T>::outcome(self.rules, after) else { return };
        let names: Vec<String> = outcome.winners.iter().map(|&seat| (self.seat_name)(seat)).collect();
        let scores: Vec<String> = outcome.scores.iter().map(i64::to_string).collect();
        let who = match names.len() {
            0 => "nobody wins".into(),
            1 => format!("{} wins", names[0]),
            _ => format!("{} share the win", list(&names)),
        };
        reasons.add(
            1000,
            match self.summary.score {
                Score::Fish => format!("ends the game: {who}, {}", scores.join(" : ")),
                _ => format!("ends the game: {who}"),
            },
        );
    }

    fn cut_off(
        &self,
        was: &FirstReach<B>,
        now: &FirstReach<B>,
        after: &Position<B>,
        seat: usize,
        reasons: &mut ReasonList,
    ) {
        let mine = was.others(seat).without(now.others(seat)) & now.reach[seat] & after.open();
        let theirs = was.reach[seat].without(now.reach[seat]) & now.others(seat) & after.open();
        let name = |cells: B| {
            let (cells, fish) = self.value(after, cells);
            match self.summary.claim {
                Claim::None => count(cells, self.cell()),
                _ if self.summary.score == Score::Poker => count(cells, "card"),
                _ => count(fish, self.unit()),
            }
        };
        let place = |cells: B| at(region_name(&self.rules.plan.board, cells));
        if !mine.is_empty() {
            let (_, fish) = self.value(after, mine);
            let weight = 300 + fish.max(mine.count());
            reasons.add(weight, format!("cuts off {} {}", name(mine), place(mine)));
        }
        if !theirs.is_empty() {
            let (_, fish) = self.value(after, theirs);
            reasons
                .add(250 + fish.max(theirs.count()), format!("gives up {} {}", name(theirs), place(theirs)));
        }
    }

    /// Pieces of others that could move before and cannot now.
    fn shut_in(&self, before: &Position<B>, after: &Position<B>, seat: usize, reasons: &mut ReasonList) {
        let others = after.pieces().without(after.own(seat));
        for cell in others.cells() {
            let ways = |position: &Position<B>| (self.rules.rays.neighbours(cell) & position.open()).count();
            let (had, has) = (ways(before), ways(after));
            if had > 0 && has == 0 {
                reasons.add(500, format!("traps the {} on {}", self.summary.terms.piece, self.name(cell)));
            }
        }
        for cell in (after.own(seat) & before.own(seat)).cells() {
            let ways = |position: &Position<B>| (self.rules.rays.neighbours(cell) & position.open()).count();
            if ways(before) > 0 && ways(after) == 0 {
                reasons
                    .add(280, format!("traps its own {} on {}", self.summary.terms.piece, self.name(cell)));
            }
        }
    }

    /// After this move no two sides can meet any more.
    fn sides_part(&self, after: &Position<B>, totals: Totals, reasons: &mut ReasonList) {
        let playing = (0..self.summary.seats).filter(|&seat| self.rules.is_playing(after, seat));
        let totals_text: Vec<String> = playing
            .map(|seat| {
                let name = (self.seat_name)(seat);
                match self.summary.score {
                    Score::LastMover => format!("{name} {}", totals[seat]),
                    _ => format!("{name} {}", after.score(seat) + totals[seat]),
                }
            })
            .collect();
        reasons.add(
            900,
            match self.summary.score {
                Score::LastMover => {
                    format!("separates the sides; moves left (exact): {}", totals_text.join(", "))
                }
                _ => format!("separates the sides; final scores (exact): {}", totals_text.join(", ")),
            },
        );
    }

    /// The sides were already separated: does the move get everything possible?
    fn alone(
        &self,
        before: &Position<B>,
        after: &Position<B>,
        was: Totals,
        now: Totals,
        seat: usize,
        reasons: &mut ReasonList,
    ) {
        let moves = self.summary.score == Score::LastMover;
        let total = |position: &Position<B>, totals: Totals| {
            totals[seat] + if moves { 0 } else { position.score(seat) }
        };
        let had = total(before, was);
        let has = total(after, now) + u32::from(moves);
        let unit = if moves { "move" } else { self.unit() };
        if has >= had {
            let all = if moves { now[seat] } else { has };
            reasons.add(
                700,
                match moves {
                    true => format!("wastes no moves: {all} left after this one (exact)"),
                    false => format!("collects everything it can: {} in the end (exact)", count(all, unit)),
                },
            );
        } else {
            reasons.add(700, format!("wastes {} (exact)", count(had - has, unit)));
        }
    }

    /// The part of the board around the move, if the sides can no longer meet there.
    fn zone_parts(
        &self,
        before: &Position<B>,
        action: Move,
        after: &Position<B>,
        seat: usize,
        reasons: &mut ReasonList,
    ) {
        let (MoveKind::Slide(from, _) | MoveKind::Shoot(from, _, _)) = action.kind() else { return };
        if self.summary.seats != 2 {
            return;
        }
        let zone = around(self.rules, before, from);
        if zone_totals(self.rules, before, zone).is_some() {
            return;
        }
        let Some(totals) = zone_totals(self.rules, after, zone) else { return };
        let (mine, theirs) = (totals[seat], totals[1 - seat]);
        // A side that is alone there has won nothing from the other.
        if theirs == 0 || mine == 0 {
            return;
        }
        let place = region_name(&self.rules.plan.board, zone);
        let unit = if self.summary.score == Score::LastMover { " moves" } else { "" };
        reasons.add(
            800,
            match mine.cmp(&theirs) {
                std::cmp::Ordering::Greater => {
                    format!("wins the {place} region by {} ({mine} to {theirs}{unit}, exact)", mine - theirs)
                }
                std::cmp::Ordering::Less => {
                    format!("loses the {place} region by {} ({mine} to {theirs}{unit}, exact)", theirs - mine)
                }
                std::cmp::Ordering::Equal => {
                    format!("shares the {place} region evenly ({mine} each{unit}, exact)")
                }
            },
        );
    }

    /// How many cells, and how many fish on them.
    fn value(&self, position: &Position<B>, cells: B) -> (u32, u32) {
        let cells = cells & position.open();
        (cells.count(), cells.cells().map(|cell| u32::from(position.fish(cell))).sum())
    }

    fn with_fish(&self, value: (u32, u32)) -> String {
        match self.summary.claim {
            Claim::None => String::new(),
            _ if self.summary.score == Score::Poker => String::new(),
            Claim::Reached => format!(" worth {}", value.1),
            _ => format!(" with {}", count(value.1, "fish")),
        }
    }

    /// What the numbers on cells are called.
    fn unit(&self) -> &'static str {
        if self.summary.claim == Claim::Reached { "point" } else { "fish" }
    }

    fn cell(&self) -> &'static str {
        cell_word(&self.rules.plan.board)
    }

    fn name(&self, cell: usize) -> String {
        self.rules.plan.board.name(cell)
    }
}

/// "at the left", "in the centre", "in the top left corner".
fn at(place: &str) -> String {
    match place {
        "centre" => "in the centre".into(),
        place if place.contains(' ') => format!("in the {place} corner"),
        place => format!("at the {place}"),
    }
}
