//! How strong a player is: by name, and what the names stand for.

use std::fmt;
use std::time::Duration;

/// How strong an engine plays. All but `max` are limited by nodes and the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Every legal move is as likely.
    Random,
    /// A move after which the own score is furthest ahead; of equals, any.
    Greedy,
    /// 1, a beginner, to 10.
    Number(u8),
    /// All it has, within the time there is.
    Max,
    /// All it has, within so much time a move.
    MaxFor(Duration),
}

/// The time `max` takes for a move where no clock says otherwise.
pub const UNHURRIED: Duration = Duration::from_secs(1);

/// The longest way to write a level.
const MAX_BYTES: usize = 16;

impl Level {
    /// The level of a word.
    pub fn read(word: &str) -> Result<Level, String> {
        let no_level = || {
            let word = floe_games::switches::shown(word);
            format!(
                "'{word}' is no level; the levels are random, greedy, 1 to 10, max, and max@200ms or max@2s"
            )
        };
        match word {
            word if word.len() > MAX_BYTES => Err(no_level()),
            "random" => Ok(Level::Random),
            "greedy" => Ok(Level::Greedy),
            "max" => Ok(Level::Max),
            _ => match word.strip_prefix("max@") {
                Some(time) => read_time(time).map(Level::MaxFor).ok_or_else(no_level),
                None => match word.parse() {
                    Ok(number @ 1..=10) => Ok(Level::Number(number)),
                    _ => Err(no_level()),
                },
            },
        }
    }

    /// Does the time decide what it plays?
    pub fn is_timed(self) -> bool {
        matches!(self, Level::Max | Level::MaxFor(_))
    }
}

fn read_time(text: &str) -> Option<Duration> {
    let (number, unit_ms) = match text.strip_suffix("ms") {
        Some(number) => (number, 1.0),
        None => (text.strip_suffix('s')?, 1000.0),
    };
    let ms = number.parse::<f64>().ok()? * unit_ms;
    (1.0..=3_600_000.0).contains(&ms).then(|| Duration::from_micros((ms * 1000.0) as u64))
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Greedy => f.write_str("greedy"),
            Level::Number(number) => write!(f, "{number}"),
            Level::Max => f.write_str("max"),
            Level::MaxFor(time) if time.as_millis() % 1000 == 0 => write!(f, "max@{}s", time.as_secs()),
            Level::MaxFor(time) => write!(f, "max@{}ms", time.as_micros() as f64 / 1000.0),
        }
    }
}

/// What a numbered level is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Positions it may look at for a move; none is one look at what each move leads to.
    pub nodes: u64,
    /// How far it may be off: the spread of a random error in the win probability of each move. Zero never slips.
    pub slip: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_read_back() {
        for word in ["random", "greedy", "1", "10", "max", "max@200ms", "max@2s", "max@1.5ms"] {
            assert_eq!(Level::read(word).unwrap().to_string(), word);
        }
        assert_eq!(Level::read("max@0.5s"), Level::read("max@500ms"));
        for word in
            ["", "0", "11", "max@", "max@0ms", "max@2h", "max@-1s", "max@9999999s", "best", "max@infs"]
        {
            assert!(Level::read(word).unwrap_err().starts_with(&format!("'{word}' is no level")), "{word}");
        }
    }
}
