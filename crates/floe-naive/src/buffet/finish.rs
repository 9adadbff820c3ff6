//! The pools, the showdown and the result.

use super::rules::Adjust;
use super::{Buffet, Phase};
use crate::cards::{Card, Layout, outcome, reply, slots_won, solve};
use crate::tracked::{same, same_result};
use serde_json::{Value, json};
use std::cmp::Ordering;

impl Buffet {
    /// The cards a seat makes its hands of.
    pub(super) fn pool(&self, seat: usize) -> Vec<Card> {
        let mut spots: Vec<_> = self.stones.iter().filter(|(_, owner)| **owner == seat).collect();
        spots.sort_unstable();
        let mut pool: Vec<Card> =
            spots.iter().filter_map(|(spot, _)| self.cards.get(spot)).copied().collect();
        if self.rules.claim_under_pawn_at_end {
            let under = self.pawns[seat].iter().filter(|spot| !self.stones.contains_key(spot));
            pool.extend(under.filter_map(|spot| self.cards.get(spot)));
        }
        if self.rules.dealt_count {
            pool.extend(&self.dealt[seat]);
        }
        pool
    }

    /// Compares a result line with the showdown.
    pub(super) fn check_result(&self, result: &Value) -> Result<(), String> {
        if self.phase != Phase::Over {
            return Err("a result although play goes on".to_string());
        }
        let pools = [self.pool(0), self.pool(1)];
        if !self.rules.table || !result["pools"].is_null() {
            same("pools", &json!([pools[0].len(), pools[1].len()]), &result["pools"])?;
        }
        if self.rules.table { self.check_table(result) } else { self.check_solved(&pools, result) }
    }

    /// The last two layouts are judged.
    fn check_table(&self, result: &Value) -> Result<(), String> {
        let [Some(black), Some(white)] = &self.layouts else {
            return Err("a result without layouts".to_string());
        };
        if !result["layouts"].is_null() && read_layouts(result)? != [black.clone(), white.clone()] {
            return Err(format!("layouts are not those on the table: {}", result["layouts"]));
        }
        judge(self, [black, white], result).map(|_| ())
    }

    /// The layouts given have to prove what the exact value is.
    fn check_solved(&self, pools: &[Vec<Card>; 2], result: &Value) -> Result<(), String> {
        let rules = &self.rules.layout;
        let layouts = read_layouts(result)?;
        for (seat, layout) in layouts.iter().enumerate() {
            rules
                .check(layout, &pools[seat])
                .map_err(|error| format!("the layout of seat {seat} is not legal: {error}"))?;
        }
        let last = if self.rules.adjust == Adjust::BlackLast { 0 } else { 1 };
        let value = solve(rules, pools, last);
        same("winners", &json!(winners(value)), &result["winners"])?;
        let judged = judge(self, [&layouts[0], &layouts[1]], result)?;
        if judged != value {
            return Err(format!("the layouts give {judged:?}, the exact value is {value:?}"));
        }
        let first = layouts[1 - last].strengths(rules.poker);
        if reply(rules, first, last, &pools[last]) != value {
            return Err(format!("seat {last} has a better answer to the layout of seat {}", 1 - last));
        }
        Ok(())
    }
}

/// Compares two layouts and checks the result line against that.
fn judge(game: &Buffet, layouts: [&Layout; 2], result: &Value) -> Result<Ordering, String> {
    let [black, white] = layouts.map(|layout| layout.strengths(game.rules.layout.poker));
    let judged = outcome(black, white);
    same("hands", &json!(slots_won(black, white)), &result["hands"])?;
    same_result(&winners(judged), &game.scores(), result)?;
    Ok(judged)
}

fn winners(outcome: Ordering) -> Vec<usize> {
    match outcome {
        Ordering::Greater => vec![0],
        Ordering::Less => vec![1],
        Ordering::Equal => vec![0, 1],
    }
}

fn read_layouts(result: &Value) -> Result<[Layout; 2], String> {
    let layouts = &result["layouts"];
    let read = |seat: usize| {
        let text = layouts[seat].as_str().ok_or_else(|| format!("layouts are not two texts: {layouts}"))?;
        Layout::read(text)
    };
    Ok([read(0)?, read(1)?])
}
