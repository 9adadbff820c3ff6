//! Rate limits and concurrency limits.
//!
//! The crate `governor` cannot replace these buckets. Here work is charged after it was done, so that a bucket can be in debt
//! ([`RateLimiter::charge`]), an attempt that succeeded is put back ([`RateLimiter::put_back`]), the level can be read without
//! taking anything, and the number of keys has a hard limit. A `governor` limiter only takes what is there.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A token bucket: it refills at a rate and each use takes a token.
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    full: f64,
    a_second: f64,
    left: f64,
    at: Instant,
}

impl TokenBucket {
    /// A full bucket of `full` tokens that refills at `a_second` tokens per second.
    pub fn new(full: u32, a_second: f64) -> TokenBucket {
        TokenBucket { full: f64::from(full), a_second, left: f64::from(full), at: Instant::now() }
    }

    fn refill(&mut self) {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.at).as_secs_f64() * self.a_second).min(self.full);
        self.at = now;
    }

    /// Takes a token if one is left.
    pub fn take(&mut self) -> bool {
        self.refill();
        let may = self.left >= 1.0;
        self.left -= if may { 1.0 } else { 0.0 };
        may
    }

    /// Takes tokens even if too few are left: the bucket may go into debt.
    fn charge(&mut self, some: u64) {
        self.refill();
        self.left -= some as f64;
    }

    /// Returns a token.
    fn put_back(&mut self) {
        self.refill();
        self.left = (self.left + 1.0).min(self.full);
    }

    /// How full it is: 1 when full, 0 or less when nothing is left.
    pub fn level(&mut self) -> f64 {
        self.refill();
        self.left / self.full
    }

    fn is_full(&self) -> bool {
        self.left + self.at.elapsed().as_secs_f64() * self.a_second >= self.full
    }
}

/// A token bucket per key. Full buckets are dropped, so occasional clients cost no memory.
#[derive(Debug)]
pub struct RateLimiter<K> {
    full: u32,
    a_second: f64,
    buckets: Mutex<HashMap<K, TokenBucket>>,
}

/// The number of buckets from which full ones are dropped, and the maximum.
const TIDY: usize = 10_000;
const MAX_KEYS: usize = 200_000;

impl<K: Hash + Eq> RateLimiter<K> {
    /// Buckets of a size and a rate.
    pub fn new(full: u32, a_second: f64) -> RateLimiter<K> {
        RateLimiter { full, a_second, buckets: Mutex::new(HashMap::new()) }
    }

    /// Takes a token from a key's bucket, if one is left.
    pub fn take(&self, who: K) -> bool {
        self.with(who, TokenBucket::take).unwrap_or(false)
    }

    /// Takes tokens even if too few are left: the bucket may go into debt.
    pub fn charge(&self, who: K, some: u64) {
        self.with(who, |bucket| bucket.charge(some));
    }

    /// Returns a token.
    pub fn put_back(&self, who: K) {
        self.with(who, TokenBucket::put_back);
    }

    /// Is anything left in a key's bucket?
    pub fn has(&self, who: &K) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        buckets.get_mut(who).is_none_or(|bucket| bucket.level() > 0.0)
    }

    fn with<T>(&self, who: K, use_it: impl FnOnce(&mut TokenBucket) -> T) -> Option<T> {
        let mut buckets = self.buckets.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if buckets.len() >= TIDY && buckets.len().is_power_of_two() || buckets.len() >= MAX_KEYS {
            buckets.retain(|_, bucket| !bucket.is_full());
            if buckets.len() >= MAX_KEYS {
                return None;
            }
        }
        Some(use_it(buckets.entry(who).or_insert_with(|| TokenBucket::new(self.full, self.a_second))))
    }
}

/// A maximum number of concurrent uses per key.
#[derive(Debug)]
pub struct ConcurrencyLimiter<K> {
    most: usize,
    counts: Mutex<HashMap<K, usize>>,
}

impl<K: Hash + Eq + Clone> ConcurrencyLimiter<K> {
    /// A limiter with up to `most` uses per key.
    pub fn new(most: usize) -> ConcurrencyLimiter<K> {
        ConcurrencyLimiter { most, counts: Mutex::new(HashMap::new()) }
    }

    /// Adds a use if the limit allows it.
    pub fn enter(&self, who: K) -> bool {
        let mut counts = self.counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let count = counts.entry(who).or_default();
        let may = *count < self.most;
        *count += usize::from(may);
        may
    }

    /// Adds a use even beyond the limit.
    pub fn add(&self, who: K) {
        *self.counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).entry(who).or_default() += 1;
    }

    /// Is the limit reached?
    pub fn is_full(&self, who: &K) -> bool {
        let counts = self.counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        counts.get(who).is_some_and(|count| *count >= self.most)
    }

    /// Removes a use.
    pub fn leave(&self, who: &K) {
        let mut counts = self.counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(count) = counts.get_mut(who) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(who);
            }
        }
    }
}

/// One use counted by a [`ConcurrencyLimiter`], released on drop.
#[derive(Debug)]
pub struct Permit<K: Hash + Eq + Clone> {
    counts: Arc<ConcurrencyLimiter<K>>,
    who: K,
}

impl<K: Hash + Eq + Clone> Permit<K> {
    /// Takes a permit if the limit allows it.
    pub fn take(counts: &Arc<ConcurrencyLimiter<K>>, who: K) -> Option<Permit<K>> {
        counts.enter(who.clone()).then(|| Permit { counts: Arc::clone(counts), who })
    }
}

impl<K: Hash + Eq + Clone> Drop for Permit<K> {
    fn drop(&mut self) {
        self.counts.leave(&self.who);
    }
}
