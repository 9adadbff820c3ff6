//! Choosing a card: a contest of hands in which both play at once.

use floe_games::Chance;
use floe_games::montauk::{Position, Rules};

use super::almanac::Almanac;
use super::contest::{CHOICES, Contest, Mix};
use super::deals::{Deals, Meeting, draw_odds, hand, leads_next};
use super::levels::Effort;
use super::outlook::{Cards, Outlook, Prospect};
use super::pack::{CARDS, CardNo};
use super::payoffs::{Payoffs, Trickster};
use super::spending::{first_home, rounds_to_come, sides};

/// What is thought of the cards of a hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Opinion {
    /// How often each should be played.
    pub mix: Mix,
    /// What each is worth against a good player.
    pub worth: [Prospect; CHOICES],
    /// How much was looked at.
    pub weight: f32,
    /// Pairs of hands looked at.
    pub nodes: u64,
}

impl Opinion {
    /// This and another one, each by how much it looked at.
    pub fn join(&mut self, other: &Opinion) {
        let weight = self.weight + other.weight;
        self.nodes += other.nodes;
        if other.weight <= 0.0 {
            return;
        }
        let part = other.weight / weight;
        let blend = |one: &mut f32, two: f32| *one += part * (two - *one);
        for choice in 0..CHOICES {
            blend(&mut self.mix[choice], other.mix[choice]);
            blend(&mut self.worth[choice].win, other.worth[choice].win);
            blend(&mut self.worth[choice].margin, other.worth[choice].margin);
        }
        self.weight = weight;
    }
}

/// A choice of cards in one position.
pub(crate) struct Choosing<'a> {
    rules: &'a Rules,
    almanac: &'a Almanac,
    position: &'a Position,
    seat: usize,
    payoffs: Payoffs,
    leads: bool,
}

impl<'a> Choosing<'a> {
    /// Prepares what every contest of this trick needs. The position's hidden cards are never looked at but through
    /// fresh samples and as one pool.
    pub fn new(
        rules: &'a Rules,
        almanac: &'a Almanac,
        position: &'a Position,
        seat: usize,
        chance: &mut Chance,
    ) -> Choosing<'a> {
        let lead = position.scores[seat] - position.scores[1 - seat];
        let left = 6 - usize::from(position.trick.clamp(1, 6));
        let outlook = Outlook::new(almanac, lead, rounds_to_come(almanac, position), left);
        let draw = draw_odds(rules, position, seat, chance);
        let own = hand(position, seat);
        let others: Vec<CardNo> = (0..CARDS as CardNo)
            .filter(|&card| draw[usize::from(card)] > 0.0 || position.pile.is_empty())
            .collect();
        let mut all = own.clone();
        all.extend(&others);
        let leads = usize::from(position.leader) == seat;
        let trick = Trickster {
            outlook: &outlook,
            sides: sides(almanac, position, seat),
            first: first_home(position, seat),
            leads,
            draw: &draw,
            cards: Cards { win: 0.5, power: [almanac.course.mean_power(); 2] },
        };
        let payoffs = Payoffs::new(&trick, &all, &all);
        Choosing { rules, almanac, position, seat, payoffs, leads }
    }

    /// One contest of this size over freshly drawn hands. `over` is asked between passes, and told how many nodes
    /// there were; a contest that is cut short before its first pass has no weight.
    pub fn contest(&self, effort: Effort, chance: &mut Chance, over: &dyn Fn(u64) -> bool) -> Opinion {
        let counts = [effort.own, effort.others];
        let deals = Deals::draw(self.rules, self.position, self.seat, counts, chance);
        let sizes = |hands: &[Vec<CardNo>]| hands.iter().map(|hand| hand.len().min(CHOICES)).collect();
        let mut contest = Contest::new(sizes(&deals.own), sizes(&deals.others));
        for own in 0..deals.own.len() {
            for other in 0..deals.others.len() {
                if own == 0 || deals.fit(own, other, self.almanac.switches.decks) {
                    let prospect = self.prospects(&deals.own[own], &deals.others[other]);
                    contest.meet(own, other, 1.0, |mine, yours| prospect(mine, yours).win);
                }
            }
            if over(0) {
                return Opinion::default();
            }
        }
        let mut nodes = 0;
        let mut passes = 0;
        while passes < effort.passes && !over(nodes) {
            contest.pass();
            nodes += contest.pairs();
            passes += 1;
        }
        let mut worth = [Prospect::default(); CHOICES];
        let count = deals.others.len() as f32;
        for (other, yours) in deals.others.iter().enumerate() {
            let prospect = self.prospects(&deals.own[0], yours);
            let mix = contest.other_mix(other);
            for (mine, worth) in worth.iter_mut().enumerate().take(deals.own[0].len()) {
                for (yours, weight) in mix.into_iter().enumerate().take(yours.len()) {
                    let prospect = prospect(mine, yours);
                    worth.win += weight * prospect.win / count;
                    worth.margin += weight * prospect.margin / count;
                }
            }
        }
        // Of opinions by few passes one hears little.
        let weight = count * deals.own.len() as f32 * (passes.max(1) as f32).min(100.0);
        Opinion { mix: contest.mix(0), worth, weight, nodes: nodes.max(deals.others.len() as u64) }
    }

    fn prospects<'b>(
        &'b self,
        own: &'b [CardNo],
        other: &'b [CardNo],
    ) -> impl Fn(usize, usize) -> Prospect + 'b {
        let meeting = Meeting::new(self.almanac, own, other);
        let kind = &self.almanac.pack.kind;
        move |mine, yours| {
            let (one, two) = (own[mine], other[yours]);
            let beats = self.almanac.pack.beats(one, two);
            let wins = beats > 0.5 || beats == 0.5 && !self.leads;
            let leads = leads_next(self.almanac, self.position, self.seat, wins);
            let rest = meeting.rest(mine, yours, leads);
            self.payoffs.value(kind[usize::from(one)], kind[usize::from(two)], rest)
        }
    }
}
