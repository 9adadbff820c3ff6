//! Clocks: how long a player may take.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Maximum length of a time control's text.
const MAX_BYTES: usize = 32;

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time per move.
    pub per_move: Option<Duration>,
    /// Time for the whole game.
    pub bank: Option<Duration>,
    /// Time added to the bank after each move.
    pub increment: Duration,
    /// A reserve for the whole game, used when a move or the bank has run over.
    pub overage: Duration,
}

impl TimeControl {
    /// A time control with this time per move.
    pub const fn per_move(limit: Duration) -> TimeControl {
        TimeControl { per_move: Some(limit), bank: None, increment: Duration::ZERO, overage: Duration::ZERO }
    }

    /// A time control with this time for the game, and an increment after each move.
    pub const fn sudden_death(bank: Duration, increment: Duration) -> TimeControl {
        TimeControl { per_move: None, bank: Some(bank), increment, overage: Duration::ZERO }
    }

    /// Are moves counted in hours or days, so that players need not be present?
    pub fn is_correspondence(&self) -> bool {
        self.per_move.is_some_and(|limit| limit >= Duration::from_secs(3600))
    }

    /// Parses `1s`, `200ms` or `3d` per move, or `60+0.5` seconds per game with an increment; either with `/5s` of
    /// overage.
    pub fn parse(text: &str) -> Result<TimeControl, String> {
        let wrong = || {
            let text = floe_games::switches::excerpt(text);
            format!(
                "invalid time control '{text}'; use 1s, 200ms or 3d per move, or 60+0.5 per game, optionally with /5s of overage"
            )
        };
        if text.len() > MAX_BYTES {
            return Err(wrong());
        }
        let (main, overage) = match text.split_once('/') {
            Some((main, overage)) => (main, duration(overage).ok_or_else(wrong)?),
            None => (text, Duration::ZERO),
        };
        let control = match main.split_once('+') {
            Some((bank, increment)) => TimeControl::sudden_death(
                seconds(bank).ok_or_else(wrong)?,
                seconds(increment).ok_or_else(wrong)?,
            ),
            None => TimeControl::per_move(duration(main).ok_or_else(wrong)?),
        };
        match control.per_move.or(control.bank) {
            Some(Duration::ZERO) => Err(wrong()),
            _ => Ok(TimeControl { overage, ..control }),
        }
    }
}

/// As [`TimeControl::parse`] reads it.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.per_move, self.bank) {
            (_, Some(bank)) => write!(f, "{}+{}", bank.as_secs_f64(), self.increment.as_secs_f64())?,
            (Some(limit), None) if limit.as_secs() >= 86_400 && limit.as_secs().is_multiple_of(86_400) => {
                write!(f, "{}d", limit.as_secs() / 86_400)?;
            }
            (Some(limit), None) => f.write_str(&short(limit))?,
            (None, None) => f.write_str("no limit")?,
        }
        if !self.overage.is_zero() {
            write!(f, "/{}", short(self.overage))?;
        }
        Ok(())
    }
}

/// A time as it is written on the command line: `1.5s`, `300ms`.
fn short(time: Duration) -> String {
    text(time).replace(' ', "")
}

/// Parses a time such as `1s`, `200ms` or `0.5`, in seconds without a unit.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    if let Some(days) = text.strip_suffix('d') {
        return days
            .parse()
            .ok()
            .filter(|days| (1..=365).contains(days))
            .map(|days: u64| Duration::from_secs(days * 86_400));
    }
    match text.strip_suffix("ms") {
        Some(number) => seconds(number).map(|time| time / 1000),
        None => seconds(text.strip_suffix('s').unwrap_or(text)),
    }
}

/// Parses how late a move may be: `50ms`, `0.5s`; at most a minute.
pub fn parse_margin(text: &str) -> Result<Duration, String> {
    duration(text).filter(|margin| *margin <= Duration::from_secs(60)).ok_or_else(|| {
        let text = floe_games::switches::excerpt(text);
        format!("invalid time margin '{text}'; use a time of at most 60s, such as 50ms or 0.5s")
    })
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    (seconds > 0.0 && seconds <= 1e6 || seconds == 0.0).then(|| Duration::from_secs_f64(seconds))
}

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    bank: Option<Duration>,
    overage: Duration,
    /// How late a move may be without a penalty; a player is not told.
    margin: Duration,
}

impl Clock {
    /// A full clock.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, bank: control.bank, overage: control.overage, margin: Duration::ZERO }
    }

    /// The same clock, which accepts moves that are late by up to `margin`.
    pub fn with_margin(self, margin: Duration) -> Clock {
        Clock { margin, ..self }
    }

    /// The time for the next move, without the reserve.
    pub fn allotted(&self) -> Option<Duration> {
        match (self.control.per_move, self.bank) {
            (Some(limit), Some(bank)) => Some(limit.min(bank)),
            (limit, bank) => limit.or(bank),
        }
    }

    /// How long the next move may take before the clock runs out; `None` without a limit.
    pub fn limit(&self) -> Option<Duration> {
        self.allotted().map(|time| time + self.overage + self.margin)
    }

    /// What is left in the bank.
    pub fn bank(&self) -> Option<Duration> {
        self.bank
    }

    /// The increment per move.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Deducts time from the bank without a move, as far as there is any.
    pub fn charge(&mut self, time: Duration) {
        self.bank = self.bank.map(|bank| bank.saturating_sub(time));
    }

    /// Deducts the time of a move. `false`: the clock has run out.
    pub fn spend(&mut self, took: Duration) -> bool {
        let Some(allotted) = self.allotted() else { return true };
        let over = took.saturating_sub(allotted);
        if over > self.overage + self.margin {
            return false;
        }
        self.overage = self.overage.saturating_sub(over);
        if let Some(bank) = &mut self.bank {
            *bank = bank.saturating_sub(took) + self.control.increment;
        }
        true
    }

    /// How long a move took that came too late, or did not come at all, and what was left for it.
    pub(crate) fn overdue(&self, took: Option<Duration>) -> String {
        let took = match (took, self.limit()) {
            (Some(took), _) => format!("a move took {}", text(took)),
            (None, limit) => format!("no move after {}", text(limit.unwrap_or_default())),
        };
        let mut left = format!("with {}", text(self.allotted().unwrap_or_default()));
        if !self.overage.is_zero() {
            left += &format!(" and {} of overage", text(self.overage));
        }
        left += " left";
        if !self.margin.is_zero() {
            left += &format!(" and a margin of {}", text(self.margin));
        }
        format!("{took}, {left}")
    }
}

/// A time as text: `1.25 s`, `300 ms`.
pub(crate) fn text(time: Duration) -> String {
    match time.as_millis() {
        ms @ 0..1000 => format!("{ms} ms"),
        ms => {
            let seconds = format!("{}.{:03}", ms / 1000, ms % 1000);
            format!("{} s", seconds.trim_end_matches('0').trim_end_matches('.'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    #[test]
    fn clocks_run_out_when_nothing_is_left() {
        let mut clock = Clock::new(TimeControl::per_move(S));
        assert!(clock.spend(S) && clock.spend(S) && !clock.spend(S + S / 10));
        let mut clock = Clock::new(TimeControl::sudden_death(2 * S, S / 2));
        assert!(clock.spend(S));
        assert_eq!(clock.bank(), Some(S + S / 2));
        assert!(!clock.spend(2 * S));
        let mut clock = Clock::new(TimeControl { overage: S, ..TimeControl::per_move(S) });
        assert_eq!(clock.limit(), Some(2 * S));
        assert!(clock.spend(S + S / 2) && !clock.spend(S + 3 * S / 4) && clock.spend(S + S / 2));
    }

    #[test]
    fn a_margin_forgives_and_costs_nothing() {
        let mut clock = Clock::new(TimeControl::sudden_death(2 * S, S / 2)).with_margin(S / 10);
        assert_eq!((clock.allotted(), clock.limit()), (Some(2 * S), Some(2 * S + S / 10)));
        assert!(clock.spend(2 * S + S / 10));
        assert_eq!(clock.bank(), Some(S / 2));
        assert!(!clock.spend(S));
        let mut clock =
            Clock::new(TimeControl { overage: S, ..TimeControl::per_move(S) }).with_margin(S / 10);
        assert!(clock.spend(2 * S + S / 20) && clock.spend(S + S / 20) && !clock.spend(S + S / 5));
    }

    #[test]
    fn a_late_move_says_how_late() {
        let clock = Clock::new(TimeControl::per_move(S));
        assert_eq!(clock.overdue(Some(S * 5 / 4)), "a move took 1.25 s, with 1 s left");
        let clock = Clock::new(TimeControl { overage: 5 * S, ..TimeControl::per_move(S / 5) });
        assert_eq!(clock.overdue(None), "no move after 5.2 s, with 200 ms and 5 s of overage left");
        let clock = clock.with_margin(S / 20);
        assert_eq!(
            clock.overdue(Some(6 * S)),
            "a move took 6 s, with 200 ms and 5 s of overage left and a margin of 50 ms"
        );
    }

    #[test]
    fn time_controls_are_parsed() {
        assert_eq!(TimeControl::parse("200ms"), Ok(TimeControl::per_move(S / 5)));
        assert_eq!(TimeControl::parse("3d"), Ok(TimeControl::per_move(3 * 86_400 * S)));
        assert_eq!(TimeControl::parse("1.5s"), Ok(TimeControl::per_move(3 * S / 2)));
        assert_eq!(TimeControl::parse("60+0.5"), Ok(TimeControl::sudden_death(60 * S, S / 2)));
        assert_eq!(
            TimeControl::parse("1s/5s"),
            Ok(TimeControl { overage: 5 * S, ..TimeControl::per_move(S) })
        );
        for text in ["200ms", "3d", "1.5s", "60+0.5", "1s/5s", "60+0/500ms"] {
            assert_eq!(TimeControl::parse(text).unwrap().to_string(), text);
        }
        for bad in ["", "0s", "0+1", "soon", "-1s", "1e99", "5+", "nan", "1s/", "0d", "1.5d", "999d"] {
            assert!(TimeControl::parse(bad).is_err(), "{bad}");
        }
    }
}
