//! The evaluation of a showdown: an estimate, a certain result where there is one, or the exact result.

use floe_cards::{
    Adjust, CardSet, QuickLayouts, ShowdownResult, ShowdownRules, certain_outcome, quick_applies, quick_lead,
    solve, upper_bounds,
};

/// The number of cached exact results.
const CACHE_SIZE: usize = 1 << 12;

/// Evaluates showdowns and caches exact results.
pub(super) struct ShowdownEvaluator {
    rules: ShowdownRules,
    quick: bool,
    cache: Vec<Option<([CardSet; 2], ShowdownResult)>>,
    /// Showdowns that were solved in full.
    pub solved: u64,
}

impl ShowdownEvaluator {
    pub fn new(rules: ShowdownRules) -> ShowdownEvaluator {
        ShowdownEvaluator { rules, quick: quick_applies(&rules), cache: Vec::new(), solved: 0 }
    }

    /// The estimated value for Black, from 0 to 1; `hand_margin_weight` of it is the margin in hands.
    pub fn estimate(&mut self, pools: [CardSet; 2], hand_margin_weight: f32) -> f32 {
        if !self.quick {
            return self.solve(pools);
        }
        let [black, white] = pools.map(|pool| QuickLayouts::new(pool, self.rules.rank));
        let last = |adjust| {
            let lead = quick_lead(&black, &white, &ShowdownRules { adjust, ..self.rules });
            let (sign, share) = (lead.signum() as f32, lead as f32 / 3.0);
            0.5 + 0.5 * (sign + (share - sign) * hand_margin_weight)
        };
        match self.rules.adjust {
            Adjust::Sealed => (last(Adjust::WhiteLast) + last(Adjust::BlackLast)) / 2.0,
            adjust => last(adjust),
        }
    }

    /// The exact result; `None` where layouts are sealed, as then there is none.
    pub fn exact(&mut self, pools: [CardSet; 2]) -> Option<ShowdownResult> {
        if self.rules.adjust == Adjust::Sealed {
            return None;
        }
        if self.quick
            && let Some(outcome) = self.certain(pools, pools)
        {
            return Some(outcome);
        }
        let bits = pools.map(CardSet::bits);
        let mixed = (bits[0] ^ bits[1].rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (mixed >> 40) as usize % CACHE_SIZE;
        if self.cache.is_empty() {
            self.cache = vec![None; CACHE_SIZE];
        }
        if let Some((known, outcome)) = self.cache[at]
            && known == pools
        {
            return Some(outcome);
        }
        self.solved += 1;
        let outcome = solve(pools[0], pools[1], &self.rules).ok()?.outcome;
        self.cache[at] = Some((pools, outcome));
        Some(outcome)
    }

    /// The result if it is certain: one side's pool beats every pool that the other could still get.
    pub fn certain(&self, pools: [CardSet; 2], at_most: [CardSet; 2]) -> Option<ShowdownResult> {
        if !self.quick || self.rules.adjust == Adjust::Sealed {
            return None;
        }
        let [black, white] = pools.map(|pool| QuickLayouts::new(pool, self.rules.rank));
        let [most_black, most_white] = at_most.map(|pool| upper_bounds(pool, self.rules.rank));
        certain_outcome((&black, &most_black), (&white, &most_white))
    }

    fn solve(&mut self, pools: [CardSet; 2]) -> f32 {
        if self.rules.adjust != Adjust::Sealed {
            return self.exact(pools).map_or(0.5, outcome_value);
        }
        let last = |adjust| {
            solve(pools[0], pools[1], &ShowdownRules { adjust, ..self.rules })
                .map_or(0.5, |solved| outcome_value(solved.outcome))
        };
        (last(Adjust::WhiteLast) + last(Adjust::BlackLast)) / 2.0
    }
}

/// The value of an outcome for Black.
pub(super) fn outcome_value(outcome: ShowdownResult) -> f32 {
    match outcome {
        ShowdownResult::Black => 1.0,
        ShowdownResult::White => 0.0,
        ShowdownResult::Draw => 0.5,
    }
}
