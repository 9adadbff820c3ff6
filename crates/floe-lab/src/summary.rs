//! A summary of many games.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::GameHistory;
use crate::history::leader;
use crate::numbers::{Distribution, Histogram, Proportion, RSquared, explained};

/// The properties of games under one rule set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of games.
    pub games: u64,
    /// The number of distinct games. If it is lower, the intervals are too narrow: a repeated game contains no new
    /// information.
    pub different: u64,
    /// Wins per seat; a shared win counts as a fraction.
    pub seats: Vec<Proportion>,
    /// Wins of the player to act first, where that is not always seat 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opener: Option<Proportion>,
    /// The komi that would have made the two players' wins most even in these games; `None` where points do not decide
    /// between two players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<KomiEstimate>,
    /// Games without a single winner.
    pub draws: Proportion,
    /// Games in which the two best scores were equal, regardless of who won; `None` where no points are counted.
    pub ties: Option<Proportion>,
    /// The wins of the tested level, where two levels played.
    pub tested: Option<Proportion>,
    /// Moves per game, all players together.
    pub length: Option<Distribution>,
    /// The same as a histogram.
    pub length_bins: Histogram,
    /// By phase.
    pub phases: Vec<PhaseRow>,
    /// The mean number of legal moves in each tenth of a game.
    pub legal_moves_by_decile: Vec<Option<f64>>,
    /// How often the lead in points changed hands; `None` where no points are counted.
    pub lead_changes: Option<Distribution>,
    /// How often the judge changed its mind about who leads.
    pub turns: Option<Distribution>,
    /// How predictable the result is: after placement where there is one, then at fractions of the game.
    pub moments: Vec<Checkpoint>,
    /// For each tenth of a game: how often the player whom the judge sees ahead wins.
    pub leader_wins_by_decile: Vec<Proportion>,
    /// The gap between the best score and the next; `None` where no points are counted.
    pub margin: Option<Distribution>,
    /// The margin of seat 0, as a histogram.
    pub margin_bins: Histogram,
    /// The final score of a seat.
    pub score: Option<Distribution>,
}

/// What a handicap would have changed in the games that were played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KomiEstimate {
    /// Points for seat 1 on top of any it had, in steps of a half; below zero for seat 0.
    pub points: f64,
    /// Seat 0's wins in the same games with it.
    pub first: Proportion,
}

impl KomiEstimate {
    /// The komi with half a point that leaves the wins of two players most even. No such komi leaves draws.
    fn new(margins: &[i64]) -> Option<KomiEstimate> {
        let first = |halves: i64| {
            Proportion::new(margins.iter().map(|margin| if 2 * margin > halves { 1.0 } else { 0.0 }))
        };
        let off = |halves: &i64| (first(*halves).value - 0.5).abs();
        // Among equally good ones the smallest.
        let better = |one: &i64, other: &i64| {
            off(one).total_cmp(&off(other)).then(one.abs().cmp(&other.abs())).then(other.cmp(one))
        };
        let best = (-20..20).map(|whole| 2 * whole + 1).min_by(better)?;
        (!margins.is_empty()).then(|| KomiEstimate { points: best as f64 / 2.0, first: first(best) })
    }
}

/// A phase of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseRow {
    /// Its name.
    pub phase: String,
    /// Moves per game in this phase.
    pub length: Distribution,
    /// Legal moves.
    pub choices: Distribution,
}

/// How predictable the result is at some point of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// `placement` for right after it, or the percentage of the game that has been played.
    pub at: String,
    /// Games with a clear leader at that point.
    pub led: Proportion,
    /// How often that player won.
    pub right: Proportion,
    /// How much of the final margin is explained by the chances at that point; `None` where no points are counted.
    pub settled: Option<RSquared>,
}

/// The number of bins in a histogram.
const BINS: usize = 24;

impl Summary {
    /// Summarises games.
    pub fn new(games: &[&GameHistory]) -> Summary {
        let seats = games.first().map_or(0, |game| game.seats);
        let counted = games.iter().any(|game| game.scores.iter().any(|&score| score != 0));
        let spread = |of: &dyn Fn(&GameHistory) -> f64| Distribution::new(games.iter().map(|game| of(game)));
        let points = |of: &dyn Fn(&GameHistory) -> f64| spread(of).filter(|_| counted);
        let part = |of: &dyn Fn(&GameHistory) -> bool| {
            Proportion::new(games.iter().map(|game| if of(game) { 1.0 } else { 0.0 }))
        };
        let lengths: Vec<i64> = games.iter().map(|game| game.decisions.len() as i64).collect();
        let margins: Vec<i64> = games.iter().filter(|_| counted).map(|game| game.margin_of(0)).collect();
        let tested = games.iter().any(|game| game.tested.is_some());
        Summary {
            games: games.len() as u64,
            different: games.iter().map(|game| game.fingerprint).collect::<BTreeSet<_>>().len() as u64,
            seats: (0..seats)
                .map(|seat| Proportion::new(games.iter().map(|game| game.share(seat))))
                .collect(),
            opener: games
                .iter()
                .any(|game| game.opener() != 0)
                .then(|| Proportion::new(games.iter().map(|game| game.share(game.opener())))),
            komi: (seats == 2 && is_even_match(games)).then(|| KomiEstimate::new(&margins)).flatten(),
            draws: part(&|game| game.winners.len() != 1),
            ties: counted.then(|| part(&|game| game.margin() == 0)),
            tested: tested
                .then(|| Proportion::new(games.iter().filter_map(|game| Some(game.share(game.tested?))))),
            length: spread(&|game| game.decisions.len() as f64),
            length_bins: Histogram::new(&lengths, BINS),
            phases: phases(games),
            legal_moves_by_decile: (0..10).map(|tenth| choices_in(games, tenth)).collect(),
            lead_changes: points(&|game| game.lead_changes() as f64),
            turns: spread(&|game| game.judge_lead_changes() as f64),
            moments: moments(games, counted),
            leader_wins_by_decile: (0..10)
                .map(|tenth| seen_at(games, |game| game.at((f64::from(tenth) + 0.5) / 10.0)).1)
                .collect(),
            margin: points(&|game| game.margin() as f64),
            margin_bins: Histogram::new(&margins, BINS),
            score: Distribution::new(
                games.iter().filter(|_| counted).flat_map(|game| &game.scores).map(|&score| score as f64),
            ),
        }
    }
}

/// Do all seats play at the same level, and does seat 0 always go first?
fn is_even_match(games: &[&GameHistory]) -> bool {
    games.iter().all(|game| game.tested.is_none() && game.opener() == 0)
}

fn phases(games: &[&GameHistory]) -> Vec<PhaseRow> {
    let mut phases: Vec<&str> = Vec::new();
    for decision in games.iter().flat_map(|game| &game.decisions) {
        if !phases.contains(&&*decision.phase) {
            phases.push(&decision.phase);
        }
    }
    let row = |phase: &str| {
        let inside = |game: &&GameHistory| game.decisions.iter().filter(|d| d.phase == phase).count() as f64;
        let choices = games.iter().flat_map(|game| &game.decisions).filter(|d| d.phase == phase);
        Some(PhaseRow {
            phase: phase.to_owned(),
            length: Distribution::new(games.iter().map(inside))?,
            choices: Distribution::new(choices.map(|decision| decision.choices as f64))?,
        })
    };
    phases.into_iter().filter_map(row).collect()
}

fn choices_in(games: &[&GameHistory], tenth: usize) -> Option<f64> {
    let choices = games.iter().flat_map(|game| {
        let all = game.decisions.len();
        let inside = move |number: usize| number * 10 / all == tenth;
        game.decisions.iter().enumerate().filter(move |(number, _)| inside(*number))
    });
    Distribution::new(choices.map(|(_, decision)| decision.choices as f64)).map(|spread| spread.mean)
}

/// In how many games there was a leader at some point, and how often that player won.
fn seen_at(
    games: &[&GameHistory],
    moment: impl Fn(&GameHistory) -> Option<usize>,
) -> (Proportion, Proportion) {
    let leaders: Vec<(Option<usize>, &GameHistory)> = games
        .iter()
        .filter_map(|game| {
            let at = moment(game)?;
            Some((leader(game.standings()[at].as_deref()), *game))
        })
        .collect();
    let led = Proportion::new(leaders.iter().map(|(seat, _)| if seat.is_some() { 1.0 } else { 0.0 }));
    let right = Proportion::new(leaders.iter().filter_map(|(seat, game)| Some(game.share((*seat)?))));
    (led, right)
}

fn moments(games: &[&GameHistory], counted: bool) -> Vec<Checkpoint> {
    type When<'a> = &'a dyn Fn(&GameHistory) -> Option<usize>;
    let moment = |at: &str, when: When<'_>| {
        let (led, right) = seen_at(games, when);
        let settled = || {
            let pairs: Vec<(f64, f64)> = games
                .iter()
                .filter_map(|game| {
                    let standing = game.standings()[when(game)?].clone()?;
                    Some((standing[0], game.margin_of(0) as f64))
                })
                .collect();
            explained(&pairs)
        };
        Checkpoint { at: at.into(), led, right, settled: counted.then(settled).flatten() }
    };
    let mut moments = Vec::new();
    if games.iter().any(|game| game.after_placement().is_some()) {
        moments.push(moment("placement", &GameHistory::after_placement));
    }
    for (word, part) in [("25", 0.25), ("50", 0.5), ("75", 0.75)] {
        moments.push(moment(word, &|game| game.at(part)));
    }
    moments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::tests::game;

    #[test]
    fn four_games_by_hand() {
        let games = [
            game(&[0.5, 0.5, 0.8, 0.8], &[0, 0, 0, 0], [9, 5]),
            game(&[0.5, 0.5, 0.7, 0.3, 0.2, 0.1], &[0, 0, 1, 1, 1, 1], [3, 6]),
            game(&[0.5, 0.5, 0.1, 0.2], &[1, 1, 1, 1], [2, 8]),
            game(&[0.5, 0.5, 0.52, 0.5], &[1, 0, -1, -1], [5, 5]),
        ];
        let summary = Summary::new(&games.iter().collect::<Vec<_>>());
        assert_eq!((summary.games, summary.different), (4, 1));
        assert_eq!((summary.seats[0].count, summary.seats[1].count), (1.5, 2.5));
        assert_eq!((summary.draws.count, summary.ties.unwrap().count), (1.0, 1.0));
        // Margins 4, -3, -6 and 0: with half a point less for seat 0 it wins one game, with half a point more two.
        let komi = summary.komi.unwrap();
        assert_eq!((komi.points, komi.first.count), (-0.5, 2.0));
        assert_eq!(summary.opener, None);
        let length = summary.length.unwrap();
        assert_eq!((length.mean, length.min, length.max), (4.5, 4.0, 6.0));
        assert_eq!(summary.phases.len(), 2);
        assert_eq!((summary.phases[0].length.mean, summary.phases[0].choices.mean), (2.0, 9.5));
        assert_eq!(summary.lead_changes.unwrap().mean, 0.5);
        assert_eq!(summary.turns.unwrap().mean, 0.25);
        assert_eq!(summary.margin.unwrap().mean, (4 + 3 + 6) as f64 / 4.0);
        assert_eq!(summary.score.unwrap().n, 8);
        // After placement three of four have a leader, and two of the three leaders win.
        let placement = &summary.moments[0];
        assert_eq!((placement.at.as_str(), placement.led.count), ("placement", 3.0));
        assert_eq!((placement.right.count, placement.right.n), (2.0, 3));
        assert!(placement.settled.unwrap().value > 0.3);
        assert_eq!(summary.margin_bins.counts.iter().sum::<u64>(), 4);
        assert_eq!(summary.legal_moves_by_decile.len(), 10);
        assert_eq!(summary.leader_wins_by_decile[9].n, 3);
    }

    #[test]
    fn no_games_and_no_points() {
        assert_eq!(Summary::new(&[]).games, 0);
        let mut game = game(&[0.5, 0.9, 0.9], &[-1, -1, -1], [0, 0]);
        game.winners = vec![0];
        let summary = Summary::new(&[&game]);
        assert_eq!((summary.ties, summary.margin, summary.lead_changes), (None, None, None));
        assert!(summary.margin_bins.counts.is_empty());
        assert_eq!(summary.seats[0].value, 1.0);
    }
}
