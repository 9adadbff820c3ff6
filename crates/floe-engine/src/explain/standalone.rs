//! What can be said of a move in any game: how it ends, what it scores, how much choice it leaves.

use floe_games::{Actor, Game};

use super::{ReasonList, SeatNames, count};

/// What a move does that leads from `before` to `after`.
pub(super) fn explain<G: Game>(
    rules: &G::Rules,
    before: &G::Position,
    after: &G::Position,
    seat: usize,
    seat_name: SeatNames<'_>,
) -> ReasonList {
    let mut reasons = ReasonList::default();
    if let Some(outcome) = G::outcome(rules, after) {
        let how = match outcome.winners.as_slice() {
            [winner] if *winner == seat => "wins at once",
            winners if winners.is_empty() || winners.contains(&seat) => {
                "ends the game without a single winner"
            }
            _ => "ends the game and loses it",
        };
        reasons.add(100, format!("{how}: {}", outcome.reason));
    }
    let score = |position: &G::Position| G::scores(rules, position).get(seat).copied().unwrap_or(0);
    let gain = score(after).saturating_sub(score(before));
    if gain > 0 {
        reasons.add(60, format!("scores {}", count(gain.unsigned_abs(), "point")));
    }
    match G::actor(rules, after) {
        Actor::Seat(other) if other == seat => reasons.add(50, "moves again"),
        Actor::Seat(_) if G::hides(rules) => reasons.add(40, "gives the turn to the next player"),
        Actor::Seat(other) => {
            let name = seat_name(other);
            reasons.add(40, format!("leaves {name} {}", count(G::count(rules, after), "move")));
        }
        Actor::Chance => reasons.add(40, "leaves the next step to chance"),
        Actor::Nobody => {}
    }
    reasons
}
