//! Playing levels and their parameters.

use std::fmt;
use std::time::Duration;

/// How strongly an engine plays. All but `max` are limited by nodes and the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Every legal move is equally likely.
    Random,
    /// A move after which its own score is furthest ahead; ties are broken at random.
    Greedy,
    /// 1, a beginner, to 10.
    Number(u8),
    /// The strength of this rating on the game's own scale, on which greedy has 1000.
    Rating(u16),
    /// Full strength within the time available.
    Max,
    /// Full strength with this time per move.
    MaxFor(Duration),
}

/// The time per move of `max` where no clock sets one.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The maximum length of a level's text.
const MAX_BYTES: usize = 16;

impl Level {
    /// Parses a level such as `greedy`, `7`, `rating:1200` or `max@200ms`. Which ratings there are depends on the game; see
    /// [`crate::check_level`].
    pub fn parse(word: &str) -> Result<Level, String> {
        let no_level = || {
            let meant = floe_games::switches::did_you_mean(word, ["random", "greedy", "max"]);
            let word = floe_games::switches::excerpt(word);
            format!(
                "unknown level '{word}'{meant}; use random, greedy, 1 to 10, a rating such as rating:1200, max, or a time such as max@200ms"
            )
        };
        match word {
            word if word.len() > MAX_BYTES => Err(no_level()),
            "random" => Ok(Level::Random),
            "greedy" => Ok(Level::Greedy),
            "max" => Ok(Level::Max),
            _ => match word.strip_prefix("max@") {
                Some(time) => parse_time(time).map(Level::MaxFor).ok_or_else(no_level),
                None => match (word.strip_prefix("rating:").map(str::parse), word.parse()) {
                    (Some(Ok(rating)), _) => Ok(Level::Rating(rating)),
                    (None, Ok(number @ 1..=10)) => Ok(Level::Number(number)),
                    _ => Err(no_level()),
                },
            },
        }
    }

    /// Does its play depend on time?
    pub fn is_timed(self) -> bool {
        matches!(self, Level::Max | Level::MaxFor(_))
    }
}

fn parse_time(text: &str) -> Option<Duration> {
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
            Level::Rating(rating) => write!(f, "rating:{rating}"),
            Level::Max => f.write_str("max"),
            Level::MaxFor(time) if time.as_millis() % 1000 == 0 => write!(f, "max@{}s", time.as_secs()),
            Level::MaxFor(time) => write!(f, "max@{}ms", time.as_micros() as f64 / 1000.0),
        }
    }
}

/// The parameters of a numbered level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelParams {
    /// The maximum number of positions per move; zero evaluates each move once.
    pub nodes: u64,
    /// The scale of the Gumbel noise added to the win probability of each move; zero plays without noise.
    pub noise: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip() {
        for word in ["random", "greedy", "1", "10", "rating:1350", "max", "max@200ms", "max@2s", "max@1.5ms"]
        {
            assert_eq!(Level::parse(word).unwrap().to_string(), word);
        }
        assert_eq!(Level::parse("max@0.5s"), Level::parse("max@500ms"));
        for word in [
            "",
            "0",
            "11",
            "max@",
            "max@0ms",
            "max@2h",
            "max@-1s",
            "max@9999999s",
            "best",
            "max@infs",
            "rating:",
            "rating:x",
            "rating:70000",
        ] {
            assert!(
                Level::parse(word).unwrap_err().starts_with(&format!("unknown level '{word}'")),
                "{word}"
            );
        }
    }
}
