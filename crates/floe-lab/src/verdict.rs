//! What the figures say, in a sentence.

use crate::numbers::games_for;
use crate::text::share;
use crate::{Proportion, Summary};

/// From this half width of an interval on, a proportion whose interval contains the fair value counts as even.
const NARROW: f64 = 0.02;

/// The verdict on the games of a rule set: whether going first matters, and how sure that is.
pub fn verdict(summary: &Summary) -> String {
    let (who, first) = first_player(summary);
    let Some(first) = first.filter(|first| first.n > 0) else { return "No games were played.".into() };
    let even = 1.0 / summary.seats.len().max(1) as f64;
    let fair = format!("{:.0} %", 100.0 * even);
    let mut text = match (first.low > even, first.high < even) {
        (true, _) => {
            format!("{who} has an advantage: {} of the wins, where {fair} would be even.", share(&first))
        }
        (_, true) => {
            format!("{who} has a disadvantage: {} of the wins, where {fair} would be even.", share(&first))
        }
        _ if (first.high - first.low) / 2.0 <= NARROW => {
            format!("Even as far as this can tell: {} wins {}.", lower(who), share(&first))
        }
        _ => format!("Not decided: {} wins {}, which may be {fair}.", lower(who), share(&first)),
    };
    let needed = games_for(first.value, NARROW);
    if first.n < needed {
        text += &format!(" An interval of ±2 points needs about {needed} games.");
    }
    if summary.different < summary.games {
        text += &format!(
            " Only {} of the {} games differ, so the interval is too narrow.",
            summary.different, summary.games
        );
    }
    if let Some(komi) = &summary.komi
        && (first.low > even || first.high < even)
        && (komi.first.value - even).abs() < (first.value - even).abs()
    {
        text += &format!(
            " With {} the same games would have given {} {}.",
            match komi.points {
                points if points > 0.0 => format!("{points} more points for the other player"),
                points => format!("{} more points for this player", -points),
            },
            lower(who),
            share(&komi.first)
        );
    }
    text
}

/// Who goes first, and its wins.
pub(crate) fn first_player(summary: &Summary) -> (&'static str, Option<Proportion>) {
    match summary.opener {
        Some(opener) => ("The player who acts first", Some(opener)),
        None => ("The first player", summary.seats.first().copied()),
    }
}

fn lower(who: &str) -> String {
    let mut letters = who.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::tests::game;

    fn summary(wins: usize, of: usize) -> Summary {
        let games: Vec<_> = (0..of)
            .map(|n| {
                let mut game = game(&[0.5, 0.5], &[0, 0], if n < wins { [5, 2] } else { [1, 4] });
                game.fingerprint = n as u64;
                game
            })
            .collect();
        Summary::new(&games.iter().collect::<Vec<_>>())
    }

    #[test]
    fn the_sentence_follows_the_interval() {
        assert_eq!(
            verdict(&summary(300, 400)),
            "The first player has an advantage: 75.0 % (70.5 … 79.0) of the wins, where 50 % would be even. An interval of ±2 \
             points needs about 1801 games."
        );
        assert!(verdict(&summary(10, 20)).starts_with("Not decided: the first player wins 50.0 % ("));
        assert!(
            verdict(&summary(1250, 2500))
                .starts_with("Even as far as this can tell: the first player wins 50.0 %")
        );
        assert!(verdict(&summary(100, 400)).starts_with("The first player has a disadvantage"));
        assert_eq!(verdict(&Summary::new(&[])), "No games were played.");
    }

    #[test]
    fn the_first_player_is_the_one_who_acts_first() {
        let mut games = [game(&[0.5, 0.5], &[0, 0], [5, 2]), game(&[0.5, 0.5], &[0, 0], [5, 2])];
        for decision in &mut games[1].decisions {
            decision.seat = 1 - decision.seat;
        }
        let summary = Summary::new(&games.iter().collect::<Vec<_>>());
        assert_eq!((summary.seats[0].value, summary.opener.unwrap().value), (1.0, 0.5));
        assert!(verdict(&summary).starts_with("Not decided: the player who acts first wins 50.0 %"));
    }
}
