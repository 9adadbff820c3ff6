//! Latencies and their statistics.

use std::time::Duration;

use serde_json::{Value, json};

/// Times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Latencies {
    sorted: Vec<f64>,
}

impl FromIterator<Duration> for Latencies {
    fn from_iter<T: IntoIterator<Item = Duration>>(times: T) -> Latencies {
        let mut sorted: Vec<f64> = times.into_iter().map(|time| time.as_secs_f64() * 1e3).collect();
        sorted.sort_by(f64::total_cmp);
        Latencies { sorted }
    }
}

impl Latencies {
    /// Adds times that were measured under the same conditions.
    pub fn add(&mut self, more: &Latencies) {
        self.sorted.extend_from_slice(&more.sorted);
        self.sorted.sort_by(f64::total_cmp);
    }

    /// The number of times.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The smallest time that at least this share of all times does not exceed; infinite if there are none.
    pub fn quantile(&self, share: f64) -> f64 {
        let rank = (self.sorted.len() as f64 * share).ceil() as usize;
        self.sorted.get(rank.saturating_sub(1)).copied().unwrap_or(f64::INFINITY)
    }

    /// The median.
    pub fn p50(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The 95th percentile.
    pub fn p95(&self) -> f64 {
        self.quantile(0.95)
    }

    /// The 99th percentile.
    pub fn p99(&self) -> f64 {
        self.quantile(0.99)
    }

    /// The statistics as JSON.
    pub fn to_json(&self) -> Value {
        json!({"count": self.count(), "p50_ms": self.p50(), "p95_ms": self.p95(), "p99_ms": self.p99()})
    }
}

/// The permitted slowdown: a factor, and a time that is always acceptable.
#[derive(Clone, Copy, Debug)]
pub struct Slowdown {
    /// The factor.
    pub factor: f64,
    /// The time that is always acceptable, in milliseconds.
    pub floor_ms: f64,
}

impl Slowdown {
    /// The limit for one quantile.
    pub fn limit_ms(self, quiet_ms: f64) -> f64 {
        (quiet_ms * self.factor).max(self.floor_ms)
    }

    /// Are the median and the 95th percentile within their limits?
    pub fn allows(self, quiet: &Latencies, attacked: &Latencies) -> bool {
        attacked.p50() <= self.limit_ms(quiet.p50()) && attacked.p95() <= self.limit_ms(quiet.p95())
    }
}

/// A time as text.
pub fn format_ms(ms: f64) -> String {
    match ms {
        ms if !ms.is_finite() => "none".into(),
        ms if ms >= 10_000.0 => format!("{:.0} s", ms / 1000.0),
        ms if ms >= 1_000.0 => format!("{:.1} s", ms / 1000.0),
        ms if ms >= 10.0 => format!("{ms:.0} ms"),
        ms => format!("{ms:.1} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_of_the_times_there_are() {
        let times: Latencies = (1..=100).map(Duration::from_millis).collect();
        assert_eq!((times.p50(), times.p95(), times.p99()), (50.0, 95.0, 99.0));
        let one: Latencies = [Duration::from_millis(7)].into_iter().collect();
        assert_eq!((one.p50(), one.p99()), (7.0, 7.0));
        assert_eq!(Latencies::default().p50(), f64::INFINITY);
    }

    #[test]
    fn a_slowdown_is_judged_by_both_quantiles() {
        let of = |times: &[u64]| times.iter().copied().map(Duration::from_millis).collect::<Latencies>();
        let rule = Slowdown { factor: 3.0, floor_ms: 10.0 };
        let quiet = of(&[2; 20]);
        assert!(rule.allows(&quiet, &of(&[10; 20])));
        assert!(!rule.allows(&quiet, &of(&[11; 20])));
        let mut tail = vec![2; 18];
        tail.extend([50, 50]);
        assert!(!rule.allows(&quiet, &of(&tail)), "a slow tail counts");
        assert!(!rule.allows(&quiet, &Latencies::default()), "no answer at all is not fast");
    }
}
