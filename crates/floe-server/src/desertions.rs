//! Players who end rated games before they count: several within an hour suspend a player from rated games for a while.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

/// How many desertions within [`WINDOW_MS`] suspend a player.
pub const LIMIT: usize = 3;
const WINDOW_MS: i64 = 60 * 60 * 1000;

/// The times of desertions, by account.
#[derive(Debug, Default)]
pub struct Desertions(Mutex<HashMap<String, Vec<i64>>>);

impl Desertions {
    fn recent(&self, now_ms: i64) -> MutexGuard<'_, HashMap<String, Vec<i64>>> {
        let mut times = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        times.retain(|_, times| {
            times.retain(|time| now_ms - time < WINDOW_MS);
            !times.is_empty()
        });
        times
    }

    /// Records that a player ended a rated game before it counted.
    pub fn add(&self, user: &str, now_ms: i64) {
        self.recent(now_ms).entry(user.to_owned()).or_default().push(now_ms);
    }

    /// How many more milliseconds a player is suspended from rated games.
    pub fn banned_ms(&self, user: &str, now_ms: i64) -> Option<i64> {
        let times = self.recent(now_ms);
        let times = times.get(user)?;
        let first_of_last = times.len().checked_sub(LIMIT)?;
        Some(times[first_of_last] + WINDOW_MS - now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_within_an_hour_count_until_the_first_of_them_is_an_hour_old() {
        let desertions = Desertions::default();
        let minute = 60_000;
        for at in [0, 10 * minute] {
            desertions.add("ann", at);
            assert_eq!(desertions.banned_ms("ann", at), None);
        }
        desertions.add("ann", 20 * minute);
        assert_eq!(desertions.banned_ms("ann", 20 * minute), Some(40 * minute));
        assert_eq!(desertions.banned_ms("bob", 20 * minute), None);
        assert_eq!(desertions.banned_ms("ann", 60 * minute), None);
        // With one more, the last three count.
        desertions.add("ann", 61 * minute);
        assert_eq!(desertions.banned_ms("ann", 61 * minute), Some(9 * minute));
        assert_eq!(desertions.recent(200 * minute).len(), 0, "older entries are dropped");
    }
}
