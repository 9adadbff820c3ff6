//! Dates as numbers of days, for the puzzle of the day.

use floe_games::Refusal;
use floe_games::switches::excerpt;

/// How many days after 1970-01-01 a date such as `2026-03-14` is. A refusal if the date does not exist, or is before
/// 1970 or after 9999.
pub fn day_number(date: &str) -> Result<u64, Refusal> {
    parse(date).ok_or_else(|| {
        Refusal::invalid_request(format!(
            "'{}' is not a date from 1970 on; write it as 2026-03-14",
            excerpt(date)
        ))
    })
}

fn parse(date: &str) -> Option<u64> {
    let mut parts = date.split('-');
    let mut number = |digits: usize| -> Option<u64> {
        let part = parts.next()?;
        let plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| plain)
    };
    let (year, month, day) = (number(4)?, number(2)?, number(2)?);
    if parts.next().is_some() || year < 1970 || !(1..=12).contains(&month) {
        return None;
    }
    let leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let length = |month: u64| match month {
        2 => 28 + u64::from(leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !(1..=length(month)).contains(&day) {
        return None;
    }
    let years: u64 = (1970..year).map(|year| 365 + u64::from(leap(year))).sum();
    let months: u64 = (1..month).map(length).sum();
    Some(years + months + day - 1)
}
