//! From a lead in points and rounds to come to the probability of winning the match.

use floe_games::montauk::{Montauk, Move, Phase, Position, Rules};
use floe_games::{Actor, Game, GameRng};

use super::boards::Boards;
use super::race::RaceTables;
use super::switches::Switches;
use crate::Rng;

/// The number of matches played to sample the margins of rounds.
const MATCHES: u32 = 160;
/// Half the width of the tables, in steps.
const WIDTH: i32 = 480;

/// The value of a lead: tables from the distribution of round margins.
#[derive(Debug)]
pub(crate) struct Odds {
    /// Points between two entries.
    step: f64,
    /// By rounds to come; the player behind leads a round.
    win: Vec<Vec<f64>>,
    margin: Vec<Vec<f64>>,
    /// The standard deviation of a round's margin.
    pub spread: f64,
}

impl Odds {
    /// The odds under these rules. Rounds are sampled from play with uniformly random cards and good spends.
    pub fn new(rules: &Rules, switches: &Switches, boards: &Boards, race: &RaceTables) -> Odds {
        let ends = sample(rules, switches, boards, race);
        Odds::from_ends(&ends, usize::from(switches.rounds))
    }

    /// The odds where rounds end with one of these margins for their leader, all equally likely.
    pub fn from_ends(ends: &[i32], rounds: usize) -> Odds {
        let count = ends.len().max(1) as f64;
        let mean = ends.iter().map(|&end| f64::from(end)).sum::<f64>() / count;
        let variance =
            ends.iter().map(|&end| (f64::from(end) - mean) * (f64::from(end) - mean)).sum::<f64>() / count;
        let spread = root(variance).max(0.5);
        let most = ends.iter().map(|end| end.abs()).max().unwrap_or(1).max(1);
        let step = f64::from((most + 59) / 60);
        let mut odds = Odds { step, win: Vec::new(), margin: Vec::new(), spread };
        let mut weights: Vec<(i32, f64)> = Vec::new();
        let mut sorted = ends.to_vec();
        sorted.sort_unstable();
        for end in sorted {
            match weights.last_mut() {
                Some((last, weight)) if *last == end => *weight += 1.0 / count,
                _ => weights.push((end, 1.0 / count)),
            }
        }
        for round in 0..rounds {
            let leads = (-WIDTH..=WIDTH).map(|lead| f64::from(lead) * step);
            let (win, margin) = leads
                .map(|lead| {
                    let led = |sign: f64| {
                        weights.iter().fold((0.0, 0.0), |sum, &(end, weight)| {
                            let next = lead + sign * f64::from(end);
                            let (win, margin) = odds.after(round, next);
                            (sum.0 + weight * win, sum.1 + weight * margin)
                        })
                    };
                    // The player behind leads.
                    let (behind, ahead) = (led(1.0), led(-1.0));
                    if lead < 0.0 {
                        behind
                    } else if lead > 0.0 {
                        ahead
                    } else {
                        ((behind.0 + ahead.0) / 2.0, (behind.1 + ahead.1) / 2.0)
                    }
                })
                .unzip();
            odds.win.push(win);
            odds.margin.push(margin);
        }
        odds
    }

    /// The probability of winning, a draw counting half, and the expected margin at the end of the match, for a lead
    /// with `rounds` rounds to come.
    pub fn after(&self, rounds: usize, lead: f64) -> (f64, f64) {
        let Some(rounds) = rounds.checked_sub(1) else {
            // Any lead is a win; between whole points, partly.
            return ((0.5 + lead / 2.0).clamp(0.0, 1.0), lead);
        };
        let Some(table) = self.win.get(rounds) else { return (0.5, lead) };
        let at = (lead / self.step + f64::from(WIDTH)).clamp(0.0, f64::from(2 * WIDTH) - 0.001);
        let (low, part) = (at as usize, at - at.floor());
        let between = |table: &[f64]| table[low] * (1.0 - part) + table[low + 1] * part;
        (between(table), between(&self.margin[rounds]))
    }
}

/// A square root by Newton, the same on every machine.
pub(crate) fn root(square: f64) -> f64 {
    let mut guess = square.max(1.0);
    for _ in 0..60 {
        guess = (guess + square / guess) / 2.0;
    }
    guess
}

/// The margins of the leader of a round, in rounds of a few matches.
fn sample(rules: &Rules, switches: &Switches, boards: &Boards, race: &RaceTables) -> Vec<i32> {
    let mut ends = Vec::new();
    let mut rng = Rng::new(0x6d6f_6e74_6175_6b00);
    let mut moves = Vec::new();
    let per_match = u32::from(switches.rounds.min(12));
    for seed in 0..MATCHES * 12 / per_match.max(1) {
        let mut chance = GameRng::in_game(u64::from(seed));
        let Ok(mut position) = Montauk::start(rules, &mut chance) else { return vec![0] };
        let mut before = ([0, 0], 1, 0usize);
        loop {
            if position.phase == Phase::Lead && position.trick == 1 {
                before = (position.scores, position.round, usize::from(position.leader));
            }
            let action = match Montauk::actor(rules, &position) {
                Actor::Nobody => break,
                Actor::Chance => Montauk::sample_chance(rules, &position, &mut chance),
                Actor::Seat(_) => {
                    moves.clear();
                    Montauk::moves(rules, &position, &mut moves);
                    if position.phase == Phase::Spend {
                        spend(rules, &position, &moves, boards, race)
                    } else {
                        moves[rng.below(moves.len() as u32) as usize]
                    }
                }
            };
            Montauk::apply(rules, &mut position, action);
            let (scores, round, leader) = before;
            if position.round != round || position.phase == Phase::Over {
                let gain = |seat: usize| position.scores[seat] - scores[seat];
                ends.push(gain(leader) - gain(1 - leader));
                if u32::from(position.round) > per_match {
                    break;
                }
                before = (position.scores, position.round, leader);
            }
        }
    }
    ends
}

/// The spend that leads to the best own board.
fn spend(rules: &Rules, position: &Position, moves: &[Move], boards: &Boards, race: &RaceTables) -> Move {
    let seat = position.winner();
    let wins = usize::from((6 - position.trick) / 2);
    let mut best = (f32::MIN, Move::Pass);
    for &action in moves.iter().filter(|&&action| action != Move::Pass) {
        let Move::Spend(spend) = action else { continue };
        let mut next = position.boards[seat].map(|pyramid| pyramid.place());
        if let Some(one) = next.iter_mut().find(|place| **place == spend.from) {
            *one = spend.to;
        }
        let board = boards.number(next);
        // Bearing something off now is better than a null.
        let value = race.target_value(board, position.vaults[seat].used, wins);
        if value > best.0 {
            best = (value, action);
        }
    }
    debug_assert!(Montauk::check(rules, position, best.1).is_ok(), "{best:?} is legal");
    best.1
}
