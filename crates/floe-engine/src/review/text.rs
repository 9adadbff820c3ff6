//! A review as text for a terminal.

use floe_games::Record;

use super::{Review, ReviewedMove, sparkline};

/// The maximum width of the graph.
const WIDTH: usize = 72;

/// `seat 0`, with the player's name if the record has it.
pub fn player_names(record: &Record, seats: usize) -> Vec<String> {
    (0..seats)
        .map(|seat| match record.players.get(seat) {
            Some(player) => format!("seat {seat} {}", player.name),
            None => format!("seat {seat}"),
        })
        .collect()
}

impl Review {
    /// The review as text: every move, the curves, the turning points, the accuracy. `names` are the players by seat.
    pub fn to_text(&self, record: &Record, names: &[String]) -> String {
        let review = self;
        let mut text = String::new();
        let wide =
            review.moves.iter().map(|judged| judged.played.chars().count()).max().unwrap_or(0).clamp(4, 24);
        for judged in &review.moves {
            text += format!(
                "{:>4}. seat {}  {:<wide$}  {:>6} -> {:<6} {}",
                judged.event,
                judged.seat,
                judged.played,
                percent(Some(judged.before.win)),
                percent(judged.after),
                verdict(judged),
            )
            .trim_end();
            text.push('\n');
        }
        text += "\n";
        for curve in &review.curves {
            text += &format!("{:<10} {}\n", format!("seat {}", curve.seat), sparkline(curve, WIDTH));
        }
        if !review.turning_points.is_empty() {
            text += "\nturning points\n";
        }
        for &at in &review.turning_points {
            let judged = &review.moves[at];
            let lost = percent(judged.loss);
            text += &format!(
                "{:>4}. {} played {}: {lost} lost\n",
                judged.event, names[judged.seat], judged.played
            );
            for reason in judged.reasons.iter().take(2) {
                text += &format!("      · it {reason}\n");
            }
            if let Some(better) = judged.better.first() {
                for reason in judged.better_reasons.iter().take(2) {
                    text += &format!("      · {better} {reason}\n");
                }
            }
        }
        text += "\n";
        for (name, accuracy) in names.iter().zip(&review.accuracy) {
            let accuracy = accuracy
                .map_or("no decisions to review".into(), |value| format!("accuracy {value:.0} of 100"));
            text += &format!("{name:<10} {accuracy}\n");
        }
        let end = record.result.as_ref().map_or("not finished".into(), |result| result.reason.clone());
        text + &format!("{:<10} {} moves of {}; {end}\n", "reviewed", review.moves.len(), record.game)
    }
}

fn percent(win: Option<f64>) -> String {
    win.map_or("?".into(), |win| format!("{:.0} %", win * 100.0))
}

fn verdict(judged: &ReviewedMove) -> String {
    match (judged.judgement.as_str(), judged.better.first()) {
        (Some(word), Some(better)) => format!("{word}; better {better}"),
        _ if judged.before.exact => "exact".into(),
        _ => String::new(),
    }
}
