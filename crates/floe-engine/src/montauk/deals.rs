//! What the opponent may hold, and the balance of the remaining cards.

use floe_games::montauk::{Cards, Montauk, Phase, Position, Rules};
use floe_games::{Game, GameRng, Viewer};

use super::card_tables::{CARDS, CardNo};
use super::round_value::TrickOdds;
use super::rule_tables::RuleTables;
use super::switches::NextLead;

/// The cards of one player, including the one that lies face down.
pub(crate) type Hand = Vec<CardNo>;

/// The cards a seat has not played openly.
pub(crate) fn hand(position: &Position, seat: usize) -> Hand {
    let down =
        position.led.filter(|_| position.phase == Phase::Follow && usize::from(position.leader) == seat);
    position.hands[seat].iter().chain(down).map(|card| card.index()).collect()
}

/// Sampled hands of both players: the seat's own comes first, then hands that it might hold in the other's view.
pub(crate) struct SampledHands {
    pub own: Vec<Hand>,
    pub others: Vec<Hand>,
}

impl SampledHands {
    /// Samples hands for each player, from the seat's view and from the other's.
    pub fn draw(
        rules: &Rules,
        position: &Position,
        seat: usize,
        counts: [usize; 2],
        chance: &mut GameRng,
    ) -> SampledHands {
        let mut deals = SampledHands { own: vec![hand(position, seat)], others: Vec::new() };
        for _ in 0..counts[1].max(1) {
            let deal = Montauk::resample_hidden(rules, position, Viewer::Seat(seat), chance);
            deals.others.push(hand(&deal, 1 - seat));
            if deals.own.len() < counts[0] {
                let feared = Montauk::resample_hidden(rules, &deal, Viewer::Seat(1 - seat), chance);
                deals.own.push(hand(&feared, seat));
            }
        }
        deals
    }

    /// Can two hands be held at once?
    pub fn fit(&self, own: usize, other: usize, decks: u8) -> bool {
        let mut count = [0u8; CARDS];
        self.own[own].iter().chain(&self.others[other]).all(|&card| {
            count[usize::from(card)] += 1;
            count[usize::from(card)] <= decks
        })
    }
}

/// How likely each card is the next extra one, as far as a seat knows.
pub(crate) fn draw_odds(
    rules: &Rules,
    position: &Position,
    seat: usize,
    chance: &mut GameRng,
) -> [f32; CARDS] {
    let mut odds = [0.0; CARDS];
    let simple = position.memory.old.is_empty() && position.top.is_empty();
    let mut count = |cards: Cards| cards.iter().for_each(|card| odds[usize::from(card.index())] += 1.0);
    if simple && !position.pile.is_empty() {
        // All hidden cards are equally likely.
        count(position.pile.plus(position.hands[1 - seat]).plus(position.unseen[1 - seat]));
        let down =
            position.led.filter(|_| position.phase == Phase::Follow && usize::from(position.leader) != seat);
        count(down.into_iter().collect());
    } else {
        for _ in 0..32 {
            let deal = Montauk::resample_hidden(rules, position, Viewer::Seat(seat), chance);
            count(match deal.pile.is_empty() {
                true => deal.seen.plus(deal.unseen[0]).plus(deal.unseen[1]),
                false => deal.pile,
            });
        }
    }
    let sum: f32 = odds.iter().sum();
    odds.map(|weight| weight / sum.max(1.0))
}

/// Two hands against each other, so that the rest after a trick of any two of their cards is known immediately.
pub(crate) struct HandMatchup {
    /// Sums over all pairs of cards: wins, same suit, power won, power lost.
    all: [f32; 4],
    own: [[f32; 4]; 6],
    others: [[f32; 4]; 6],
    pairs: [[[f32; 4]; 6]; 6],
    left: f32,
    average: f32,
}

impl HandMatchup {
    pub fn new(tables: &RuleTables, own: &[CardNo], others: &[CardNo]) -> HandMatchup {
        let card_tables = &tables.card_tables;
        let average = tables.race.mean_power();
        let left = own.len() as f32 - 1.0;
        let mut matchup = HandMatchup {
            all: [0.0; 4],
            own: [[0.0; 4]; 6],
            others: [[0.0; 4]; 6],
            pairs: [[[0.0; 4]; 6]; 6],
            left,
            average,
        };
        for (mine, &own) in own.iter().enumerate().take(6) {
            for (yours, &other) in others.iter().enumerate().take(6) {
                let win = card_tables.beats(own, other);
                let power = |won, lost| card_tables.pair(won, lost).power;
                let pair = [
                    win,
                    f32::from(u8::from(win == 0.5)),
                    win * power(own, other),
                    (1.0 - win) * power(other, own),
                ];
                matchup.pairs[mine][yours] = pair;
                for (at, part) in pair.into_iter().enumerate() {
                    matchup.all[at] += part;
                    matchup.own[mine][at] += part;
                    matchup.others[yours][at] += part;
                }
            }
        }
        matchup
    }

    /// The balance of the rest once these two are played. `leads` is whether the first player leads next.
    pub fn rest(&self, mine: usize, yours: usize, leads: bool) -> TrickOdds {
        if self.left < 0.5 {
            return TrickOdds { win: 0.5, power: [self.average; 2] };
        }
        let [won, suit, power_won, power_lost] = std::array::from_fn(|at| {
            self.all[at] - self.own[mine][at] - self.others[yours][at] + self.pairs[mine][yours][at]
        });
        let count = self.left * self.left;
        // With equal suits the follower wins; who leads after the next trick is unknown.
        let edge = if leads { -0.5 } else { 0.5 } * suit / count / self.left;
        let power = |power: f32, won: f32| if won > 0.25 { power / won } else { self.average };
        TrickOdds {
            win: (won / count + edge).clamp(0.0, 1.0),
            power: [power(power_won, won), power(power_lost, count - won)],
        }
    }
}

/// The average balance of the cards for a seat that knows only its own.
pub(crate) fn average_rest(tables: &RuleTables, own: &[CardNo], unseen: &[f32; CARDS]) -> TrickOdds {
    let average = tables.race.mean_power();
    let card_tables = &tables.card_tables;
    let (mut all, mut won, mut power) = (0.0, 0.0, [0.0; 2]);
    for &mine in own {
        for (card, &weight) in unseen.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            let (card, win) = (card as CardNo, card_tables.beats(mine, card as CardNo));
            all += weight;
            won += weight * win;
            power[0] += weight * win * card_tables.pair(mine, card).power;
            power[1] += weight * (1.0 - win) * card_tables.pair(card, mine).power;
        }
    }
    let mean = |power: f32, count: f32| if count > 0.01 { power / count } else { average };
    match all > 0.0 {
        true => TrickOdds { win: won / all, power: [mean(power[0], won), mean(power[1], all - won)] },
        false => TrickOdds { win: 0.5, power: [average; 2] },
    }
}

/// Who leads the next trick: whether it is the seat itself.
pub(crate) fn leads_next(tables: &RuleTables, position: &Position, seat: usize, wins: bool) -> bool {
    let leads = usize::from(position.leader) == seat;
    match tables.switches.next_lead {
        NextLead::Winner => wins,
        NextLead::Alternate => !leads,
        NextLead::Fixed => position.opener.map_or(leads, |opener| usize::from(opener) == seat),
    }
}
