//! The order of engine work: people's games come before engine-only games. Among equals, the address, then the account,
//! with the least recent engine time (including the new work) comes first. Guests come after accounts: they count as if
//! they had already used a little, so that a heavy account does not keep them waiting for long. So a light user is
//! served immediately, and heavy users take turns.

use std::cmp::Ordering;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Used engine time counts half after this long.
const HALF_LIFE_S: f64 = 30.0;
/// A source may be ahead of a waiting one by this much before its work has to yield.
const QUANTUM_S: f64 = 0.25;
/// The time added to what guests have used.
const GUEST_S: f64 = 1.0;
/// Used time below this is forgotten.
const NEGLIGIBLE_S: f64 = 0.001;
/// The minimum number of known sources before any is forgotten.
const TIDY: usize = 1_000;

/// The source of work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The address at which the account was last seen; unknown for tables resumed after a restart.
    pub address: Option<IpAddr>,
    /// The account, or the guest.
    pub account: String,
}

/// Who waits for work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A person with an account waits for it.
    Person,
    /// A guest waits for it.
    Guest,
    /// Only engines play, at the table of an account.
    EnginesOnly,
    /// Only engines play, at the table of a guest.
    GuestsEnginesOnly,
}

impl Class {
    fn is_engines_only(self) -> bool {
        matches!(self, Class::EnginesOnly | Class::GuestsEnginesOnly)
    }

    fn is_guests(self) -> bool {
        matches!(self, Class::Guest | Class::GuestsEnginesOnly)
    }

    /// The class of a table's work.
    pub fn new(engines_only: bool, guest: bool) -> Class {
        match (engines_only, guest) {
            (false, false) => Class::Person,
            (false, true) => Class::Guest,
            (true, false) => Class::EnginesOnly,
            (true, true) => Class::GuestsEnginesOnly,
        }
    }
}

/// The rank of work: the time its address and its account will have used when it is done. The smallest comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rank {
    engines_only: bool,
    address: Option<IpAddr>,
    address_s: f64,
    account_s: f64,
}

impl Rank {
    fn compare(&self, other: &Rank) -> Ordering {
        self.engines_only
            .cmp(&other.engines_only)
            .then(self.address_s.total_cmp(&other.address_s))
            .then(self.account_s.total_cmp(&other.account_s))
    }

    /// Does it come first, by any difference?
    pub(super) fn is_before(&self, other: &Rank) -> bool {
        self.compare(other) == Ordering::Less
    }

    /// Does it come first by enough that running work has to yield?
    pub(super) fn displaces(&self, begun: &Rank) -> bool {
        if self.engines_only != begun.engines_only {
            return begun.engines_only;
        }
        let behind = |mine: f64, theirs: f64| mine + QUANTUM_S < theirs;
        match self.address.is_some() && self.address == begun.address {
            true => behind(self.account_s, begun.account_s),
            false => behind(self.address_s, begun.address_s),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Address(IpAddr),
    Account(String),
}

#[derive(Clone, Copy, Debug)]
struct Used {
    seconds: f64,
    at: Instant,
}

impl Used {
    fn now(&self, now: Instant) -> f64 {
        let age_s = now.saturating_duration_since(self.at).as_secs_f64();
        self.seconds * 0.5f64.powf(age_s / HALF_LIFE_S)
    }
}

/// Waiting work, and the time used by each source.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    waiting: HashMap<(Class, Source), VecDeque<(Duration, T)>>,
    len: usize,
    used: HashMap<Holder, Used>,
    /// How many sources are known before those with hardly any use are forgotten.
    tidy_at: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { waiting: HashMap::new(), len: 0, used: HashMap::new(), tidy_at: TIDY }
    }
}

impl<T> FairQueue<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds work that is expected to take this long.
    pub(super) fn push(&mut self, class: Class, source: Source, expected: Duration, work: T) {
        self.len += 1;
        self.waiting.entry((class, source)).or_default().push_back((expected, work));
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.len = 0;
    }

    /// The rank of work now; `cost` is the time it still needs that has not been charged.
    pub(super) fn rank(&self, class: Class, source: &Source, cost: Duration, now: Instant) -> Rank {
        let used = |holder: &Holder| self.used.get(holder).map_or(0.0, |used| used.now(now));
        let cost_s = cost.as_secs_f64() + if class.is_guests() { GUEST_S } else { 0.0 };
        let account_s = used(&Holder::Account(source.account.clone())) + cost_s;
        let address_s = match source.address {
            Some(address) => used(&Holder::Address(address)) + cost_s,
            // Without an address the account counts alone.
            None => account_s,
        };
        Rank { engines_only: class.is_engines_only(), address: source.address, address_s, account_s }
    }

    /// The rank of the next work, and its source.
    pub(super) fn first(&self, now: Instant) -> Option<(Rank, &Source)> {
        self.best(now).map(|(rank, (_, source))| (rank, source))
    }

    fn best(&self, now: Instant) -> Option<(Rank, &(Class, Source))> {
        let ranked = self.waiting.iter().map(|(key, works)| {
            let expected = works.front().map_or(Duration::ZERO, |(expected, _)| *expected);
            (self.rank(key.0, &key.1, expected, now), key)
        });
        ranked.min_by(|(one, _), (two, _)| one.compare(two))
    }

    /// Takes the next work, with its expected time.
    pub(super) fn pop(&mut self, now: Instant) -> Option<(Class, Source, Duration, T)> {
        let key = self.best(now)?.1.clone();
        let works = self.waiting.get_mut(&key)?;
        let (expected, work) = works.pop_front()?;
        if works.is_empty() {
            self.waiting.remove(&key);
        }
        self.len -= 1;
        Some((key.0, key.1, expected, work))
    }

    /// Charges a source for time used.
    pub(super) fn charge(&mut self, source: &Source, used: Duration, now: Instant) {
        let holders = [Some(Holder::Account(source.account.clone())), source.address.map(Holder::Address)];
        for holder in holders.into_iter().flatten() {
            let entry = self.used.entry(holder).or_insert(Used { seconds: 0.0, at: now });
            *entry = Used { seconds: entry.now(now) + used.as_secs_f64(), at: now };
        }
        if self.used.len() > self.tidy_at {
            self.used.retain(|_, used| used.now(now) > NEGLIGIBLE_S);
            self.tidy_at = TIDY.max(2 * self.used.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(address: u8, account: &str) -> Source {
        Source { address: Some(IpAddr::from([127, 0, 0, address])), account: account.into() }
    }

    fn order(queue: &mut FairQueue<&'static str>, now: Instant) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop(now)).map(|(_, _, _, work)| work).collect()
    }

    #[test]
    fn people_come_before_engines_and_accounts_before_guests() {
        let (mut queue, now) = (FairQueue::default(), Instant::now());
        queue.push(Class::GuestsEnginesOnly, source(1, "a"), Duration::ZERO, "guest's engines");
        queue.push(Class::EnginesOnly, source(2, "b"), Duration::ZERO, "account's engines");
        queue.push(Class::Guest, source(3, "c"), Duration::ZERO, "guest");
        queue.push(Class::Person, source(4, "d"), Duration::ZERO, "account");
        assert_eq!(order(&mut queue, now), ["account", "guest", "account's engines", "guest's engines"]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn an_account_that_uses_a_lot_does_not_starve_guests() {
        let (mut queue, now) = (FairQueue::default(), Instant::now());
        queue.charge(&source(1, "a"), Duration::from_secs(3), now);
        queue.push(Class::Person, source(1, "a"), Duration::from_secs(1), "account that uses a lot");
        queue.push(Class::Guest, source(2, "b"), Duration::ZERO, "guest");
        queue.push(Class::Person, source(3, "c"), Duration::ZERO, "account");
        assert_eq!(order(&mut queue, now), ["account", "guest", "account that uses a lot"]);
    }

    #[test]
    fn the_source_that_has_used_less_comes_first() {
        let (mut queue, now) = (FairQueue::default(), Instant::now());
        for _ in 0..5 {
            queue.push(Class::Guest, source(1, "greedy"), Duration::ZERO, "greedy");
        }
        // The same household, distinguished by account.
        queue.push(Class::Guest, source(1, "sibling"), Duration::ZERO, "sibling");
        queue.push(Class::Guest, source(2, "modest"), Duration::ZERO, "modest");
        queue.charge(&source(1, "greedy"), Duration::from_secs(5), now);
        queue.charge(&source(2, "modest"), Duration::from_secs(1), now);
        assert_eq!(order(&mut queue, now)[..3], ["modest", "sibling", "greedy"]);
    }

    #[test]
    fn a_light_user_does_not_wait_for_heavy_ones() {
        let (mut queue, now) = (FairQueue::default(), Instant::now());
        let second = Duration::from_secs(1);
        for guest in ["a", "b", "c"] {
            queue.push(Class::Guest, source(1, guest), second, "much");
        }
        // Unlike the others it has already used a little, and shares their address.
        queue.charge(&source(1, "modest"), Duration::from_millis(100), now);
        queue.push(Class::Guest, source(1, "modest"), Duration::from_millis(10), "little");
        let much = queue.rank(Class::Guest, &source(1, "a"), second, now);
        let (little, _) = queue.first(now).unwrap();
        assert!(little.displaces(&much), "it need not even wait for work that has just started");
        assert!(!much.displaces(&much), "equals let each other finish");
        assert_eq!(order(&mut queue, now), ["little", "much", "much", "much"]);
    }

    #[test]
    fn running_work_yields_only_to_clearly_better_work() {
        let (mut queue, now) = (FairQueue::<()>::default(), Instant::now());
        let rank = |queue: &FairQueue<()>, class, address, account, running_ms| {
            queue.rank(class, &source(address, account), Duration::from_millis(running_ms), now)
        };
        let fresh = rank(&queue, Class::Guest, 1, "a", 0);
        assert!(!fresh.displaces(&rank(&queue, Class::Guest, 2, "b", 200)));
        assert!(fresh.displaces(&rank(&queue, Class::Guest, 2, "b", 300)));
        assert!(fresh.displaces(&rank(&queue, Class::EnginesOnly, 2, "b", 0)));
        assert!(!rank(&queue, Class::EnginesOnly, 1, "a", 0).displaces(&rank(
            &queue,
            Class::Guest,
            2,
            "b",
            9_000
        )));
        // Within an address the account decides.
        queue.charge(&source(1, "a"), Duration::from_secs(3), now);
        assert!(rank(&queue, Class::Guest, 1, "c", 0).displaces(&rank(&queue, Class::Guest, 1, "a", 0)));
    }

    #[test]
    fn used_time_is_forgotten() {
        let (mut queue, now) = (FairQueue::<()>::default(), Instant::now());
        queue.charge(&source(1, "a"), Duration::from_secs(8), now);
        let later = now + Duration::from_secs_f64(3.0 * HALF_LIFE_S);
        let rank = queue.rank(Class::Person, &source(1, "a"), Duration::ZERO, later);
        assert!((rank.account_s - 1.0).abs() < 1e-9, "{rank:?}");
    }

    #[test]
    fn an_account_without_an_address_counts_alone() {
        let (mut queue, now) = (FairQueue::default(), Instant::now());
        let resumed = |account: &str| Source { address: None, account: account.into() };
        queue.push(Class::Guest, resumed("busy"), Duration::ZERO, "busy");
        queue.push(Class::Guest, resumed("idle"), Duration::ZERO, "idle");
        queue.charge(&resumed("busy"), Duration::from_secs(1), now);
        assert_eq!(order(&mut queue, now), ["idle", "busy"]);
    }
}
