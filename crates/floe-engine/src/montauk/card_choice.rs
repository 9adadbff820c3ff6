//! Choosing a card: regret matching over sampled hands of both players.

use floe_games::GameRng;
use floe_games::montauk::{Position, Rules};

use super::card_tables::{CARDS, CardNo};
use super::deals::{HandMatchup, SampledHands, draw_odds, hand, leads_next};
use super::levels::SampleSize;
use super::payoffs::{Payoffs, TrickContext};
use super::regret::{CHOICES, MixedStrategy, RegretMatching};
use super::round_value::{RoundValue, TrickOdds, WinAndMargin};
use super::rule_tables::RuleTables;
use super::spending::{first_home, rounds_to_come, sides};

/// The policy for the cards of a hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CardPolicy {
    /// The mixed strategy.
    pub strategy: MixedStrategy,
    /// The value of each card against the other's strategy.
    pub values: [WinAndMargin; CHOICES],
    /// The weight of the sample.
    pub weight: f32,
    /// The number of matchups searched.
    pub nodes: u64,
}

impl CardPolicy {
    /// Averages two policies by their weights.
    pub fn join(&mut self, other: &CardPolicy) {
        let weight = self.weight + other.weight;
        self.nodes += other.nodes;
        if other.weight <= 0.0 {
            return;
        }
        let part = other.weight / weight;
        let blend = |one: &mut f32, two: f32| *one += part * (two - *one);
        for choice in 0..CHOICES {
            blend(&mut self.strategy[choice], other.strategy[choice]);
            blend(&mut self.values[choice].win, other.values[choice].win);
            blend(&mut self.values[choice].margin, other.values[choice].margin);
        }
        self.weight = weight;
    }
}

/// Chooses cards in one position.
pub(crate) struct CardChooser<'a> {
    rules: &'a Rules,
    tables: &'a RuleTables,
    position: &'a Position,
    seat: usize,
    payoffs: Payoffs,
    leads: bool,
}

impl<'a> CardChooser<'a> {
    /// Prepares what every sample of this trick needs. Hidden cards are used only through fresh samples and as one pool.
    pub fn new(
        rules: &'a Rules,
        tables: &'a RuleTables,
        position: &'a Position,
        seat: usize,
        chance: &mut GameRng,
    ) -> CardChooser<'a> {
        let lead = position.scores[seat] - position.scores[1 - seat];
        let left = 6 - usize::from(position.trick.clamp(1, 6));
        let round_value = RoundValue::new(tables, lead, rounds_to_come(tables, position), left);
        let draw = draw_odds(rules, position, seat, chance);
        let own = hand(position, seat);
        let others: Vec<CardNo> = (0..CARDS as CardNo)
            .filter(|&card| draw[usize::from(card)] > 0.0 || position.pile.is_empty())
            .collect();
        let mut all = own.clone();
        all.extend(&others);
        let leads = usize::from(position.leader) == seat;
        let trick = TrickContext {
            round_value: &round_value,
            sides: sides(tables, position, seat),
            first: first_home(position, seat),
            leads,
            draw: &draw,
            cards: TrickOdds { win: 0.5, power: [tables.race.mean_power(); 2] },
        };
        let payoffs = Payoffs::new(&trick, &all, &all);
        CardChooser { rules, tables, position, seat, payoffs, leads }
    }

    /// Solves one sample of this size. `over` is called between iterations with the number of nodes; a sample that is
    /// stopped before its first iteration has no weight.
    pub fn solve(&self, size: SampleSize, chance: &mut GameRng, over: &dyn Fn(u64) -> bool) -> CardPolicy {
        let counts = [size.own, size.others];
        let sampled = SampledHands::draw(self.rules, self.position, self.seat, counts, chance);
        let sizes = |hands: &[Vec<CardNo>]| hands.iter().map(|hand| hand.len().min(CHOICES)).collect();
        let mut regret = RegretMatching::new(sizes(&sampled.own), sizes(&sampled.others));
        for own in 0..sampled.own.len() {
            for other in 0..sampled.others.len() {
                if own == 0 || sampled.fit(own, other, self.tables.switches.decks) {
                    let outcome = self.outcomes(&sampled.own[own], &sampled.others[other]);
                    regret.add_matchup(own, other, 1.0, |mine, yours| outcome(mine, yours).win);
                }
            }
            if over(0) {
                return CardPolicy::default();
            }
        }
        let mut nodes = 0;
        let mut iterations = 0;
        while iterations < size.iterations && !over(nodes) {
            regret.iterate();
            nodes += regret.pairs();
            iterations += 1;
        }
        let mut values = [WinAndMargin::default(); CHOICES];
        let count = sampled.others.len() as f32;
        for (other, yours) in sampled.others.iter().enumerate() {
            let outcome = self.outcomes(&sampled.own[0], yours);
            let strategy = regret.other_strategy(other);
            for (mine, values) in values.iter_mut().enumerate().take(sampled.own[0].len()) {
                for (yours, weight) in strategy.into_iter().enumerate().take(yours.len()) {
                    let outcome = outcome(mine, yours);
                    values.win += weight * outcome.win / count;
                    values.margin += weight * outcome.margin / count;
                }
            }
        }
        // Policies of few iterations get little weight.
        let weight = count * sampled.own.len() as f32 * (iterations.max(1) as f32).min(100.0);
        CardPolicy {
            strategy: regret.strategy(0),
            values,
            weight,
            nodes: nodes.max(sampled.others.len() as u64),
        }
    }

    fn outcomes<'b>(
        &'b self,
        own: &'b [CardNo],
        other: &'b [CardNo],
    ) -> impl Fn(usize, usize) -> WinAndMargin + 'b {
        let meeting = HandMatchup::new(self.tables, own, other);
        let kind = &self.tables.card_tables.kind;
        move |mine, yours| {
            let (one, two) = (own[mine], other[yours]);
            let beats = self.tables.card_tables.beats(one, two);
            let wins = beats > 0.5 || beats == 0.5 && !self.leads;
            let leads = leads_next(self.tables, self.position, self.seat, wins);
            let rest = meeting.rest(mine, yours, leads);
            self.payoffs.value(kind[usize::from(one)], kind[usize::from(two)], rest)
        }
    }
}
