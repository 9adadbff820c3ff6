//! Who wins a showdown: at a guess, for certain where that is plain, or exactly.

use floe_cards::{
    Adjust, CardSet, Outcome, Promise, ShowdownRules, ceilings, certain_outcome, quick_lead, quick_rules,
    solve,
};

/// How many exact results are kept.
const KEPT: usize = 1 << 12;

/// Judges showdowns and remembers exact results.
pub(super) struct Judge {
    rules: ShowdownRules,
    quick: bool,
    kept: Vec<Option<([CardSet; 2], Outcome)>>,
    /// Showdowns that were solved in full.
    pub solved: u64,
}

impl Judge {
    pub fn new(rules: ShowdownRules) -> Judge {
        Judge { rules, quick: quick_rules(&rules), kept: Vec::new(), solved: 0 }
    }

    /// What Black probably gets of the win, from 0 to 1; so much of it goes by the hands won.
    pub fn guess(&mut self, pools: [CardSet; 2], by_hands: f32) -> f32 {
        if !self.quick {
            return self.solve(pools);
        }
        let [black, white] = pools.map(|pool| Promise::new(pool, self.rules.rank));
        let last = |adjust| {
            let lead = quick_lead(&black, &white, &ShowdownRules { adjust, ..self.rules });
            let (sign, share) = (lead.signum() as f32, lead as f32 / 3.0);
            0.5 + 0.5 * (sign + (share - sign) * by_hands)
        };
        match self.rules.adjust {
            Adjust::Sealed => (last(Adjust::WhiteLast) + last(Adjust::BlackLast)) / 2.0,
            adjust => last(adjust),
        }
    }

    /// The exact result; `None` where layouts are sealed, as then there is none.
    pub fn exact(&mut self, pools: [CardSet; 2]) -> Option<Outcome> {
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
        let at = (mixed >> 40) as usize % KEPT;
        if self.kept.is_empty() {
            self.kept = vec![None; KEPT];
        }
        if let Some((known, outcome)) = self.kept[at]
            && known == pools
        {
            return Some(outcome);
        }
        self.solved += 1;
        let outcome = solve(pools[0], pools[1], &self.rules).ok()?.outcome;
        self.kept[at] = Some((pools, outcome));
        Some(outcome)
    }

    /// The result where it is plain already: one side's pool beats all that the other could come to have.
    pub fn certain(&self, pools: [CardSet; 2], at_most: [CardSet; 2]) -> Option<Outcome> {
        if !self.quick || self.rules.adjust == Adjust::Sealed {
            return None;
        }
        let [black, white] = pools.map(|pool| Promise::new(pool, self.rules.rank));
        let [most_black, most_white] = at_most.map(|pool| ceilings(pool, self.rules.rank));
        certain_outcome((&black, &most_black), (&white, &most_white))
    }

    fn solve(&mut self, pools: [CardSet; 2]) -> f32 {
        if self.rules.adjust != Adjust::Sealed {
            return self.exact(pools).map_or(0.5, worth);
        }
        let last = |adjust| {
            solve(pools[0], pools[1], &ShowdownRules { adjust, ..self.rules })
                .map_or(0.5, |solved| worth(solved.outcome))
        };
        (last(Adjust::WhiteLast) + last(Adjust::BlackLast)) / 2.0
    }
}

/// What Black gets of the win.
pub(super) fn worth(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Black => 1.0,
        Outcome::White => 0.0,
        Outcome::Draw => 0.5,
    }
}
