//! The table drawn for people.

use super::cards::Cards;
use super::position::{Phase, Position, UNROLLED};
use super::rules::Rules;
use super::setup::DOWN;
use super::view::{face_down, sees_hand};
use crate::Viewer;

/// Both boards with their vaults, hands, the trick and the points, as far as the viewer may see them.
///
/// Where sizes matter a pyramid is `S`, `M` or `L` in its first colour and `s`, `m` or `l` in its second.
pub(crate) fn picture(rules: &Rules, position: &Position, viewer: Viewer) -> String {
    let [first, second] = position.scores;
    let mut lines = vec![match position.phase {
        Phase::Over => format!("Over after round {}   points {first} : {second}", position.round),
        _ => {
            let (round, trick) = (position.round, position.trick);
            let round = match round.checked_sub(rules.rounds) {
                Some(extra @ 1..) => format!("Extra round {extra}"),
                _ => format!("Round {round} of {}", rules.rounds),
            };
            format!("{round}, trick {trick}   points {first} : {second}")
        }
    }];
    lines.push(String::new());
    lines.push(hand(position, viewer, 1));
    lines.push(board(rules, position, 1));
    lines.push(format!("{:8}{}", "", "6      5      4      3      2      1      vault"));
    lines.push(board(rules, position, 0));
    lines.push(hand(position, viewer, 0));
    lines.push(String::new());
    lines.extend(table(position, viewer));
    lines.push(format!(
        "pile {} cards, discard {} seen, {} unseen",
        position.pile.len(),
        position.seen.len(),
        position.unseen[0].len() + position.unseen[1].len()
    ));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn hand(position: &Position, viewer: Viewer, seat: usize) -> String {
    let cards = position.hands[seat];
    let shown = if sees_hand(viewer, seat) { cards.to_string() } else { hidden(cards) };
    format!("{:8}{shown}", " hand")
}

fn hidden(cards: Cards) -> String {
    vec![DOWN; cards.len()].join(" ")
}

fn board(rules: &Rules, position: &Position, seat: usize) -> String {
    let mark = |index: usize| match rules.sizes_matter() {
        true => ["S", "M", "L", "s", "m", "l"][index],
        false => "▲",
    };
    let mut line = format!("{:8}", format!("seat {seat}"));
    for place in (1..=6).rev() {
        let here = (0..6).filter(|&index| position.boards[seat][index].place() == place);
        let marks: String = here.map(mark).collect();
        line += &format!("{:<7}", if marks.is_empty() { "·" } else { &marks });
    }
    if position.boards[seat][0].place() == UNROLLED {
        return line;
    }
    for slot in position.vaults[seat].slots {
        let null = if slot.null { "0" } else { "" };
        line += &format!("[{null}{}]", "▲".repeat(usize::from(slot.pyramids)));
    }
    match position.first_home == Some(seat as u8) {
        true => line + " home first",
        false => line,
    }
}

fn table(position: &Position, viewer: Viewer) -> Vec<String> {
    let leader = usize::from(position.leader);
    let mut lines = Vec::new();
    if let Some(led) = position.led {
        let led = match face_down(position) && !sees_hand(viewer, leader) {
            true => DOWN.to_owned(),
            false => led.to_string(),
        };
        let down = if face_down(position) { " face down" } else { "" };
        let followed = position.followed.map(|card| format!(", seat {} followed {card}", 1 - leader));
        let extra = position.extra.map(|card| format!(", extra card {card}"));
        lines.push(format!(
            "seat {leader} led {led}{down}{}{}",
            followed.unwrap_or_default(),
            extra.unwrap_or_default()
        ));
    }
    lines.push(match position.phase {
        Phase::Dice => format!("dice are rolled for seat {}", position.roller()),
        Phase::Leader => "the first leader is drawn".into(),
        Phase::Deal => format!("six cards are dealt to seat {}", position.dealt_to()),
        Phase::Lead => format!("seat {leader} leads"),
        Phase::Follow => format!("seat {} follows", 1 - leader),
        Phase::Spend => format!("seat {} won and spends: {}", position.winner(), position.spends),
        Phase::Draw => format!("seat {} won; the extra card is drawn", position.winner()),
        Phase::Over => match position.scores[0].cmp(&position.scores[1]) {
            std::cmp::Ordering::Greater => "seat 0 wins".into(),
            std::cmp::Ordering::Less => "seat 1 wins".into(),
            std::cmp::Ordering::Equal => "a draw".into(),
        },
    });
    lines
}
