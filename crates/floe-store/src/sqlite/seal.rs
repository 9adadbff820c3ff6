//! The seal: the entry from which on the log is checked before a start, so that a start does not take longer the more has
//! been written.
//!
//! It stands at the end of the log when a store was opened (everything after the last seal had just been checked) and when it was
//! closed in order (everything was synced and moved into the database). While the store runs it follows the end of the
//! log at a distance of at least [`STEP`] entries: after a crash or a power cut, what had been written lately is read
//! again and checked before anything is served. What lies before the seal is checked in the background.
//!
//! A store that is found damaged, or whose disk failed to sync, loses its seal: the next start checks everything, however
//! long it takes, and says how much is sound.

use super::chain::Head;

/// The seal moves every so many entries. Twice as many are checked at most after a crash, which takes half a second.
const STEP: u64 = 65_536;

/// Where the seal is, and where it goes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seal {
    seal: Option<Head>,
    next: Head,
}

impl Seal {
    /// A seal at the end of a log that was just checked.
    pub(super) fn new(head: Head) -> Seal {
        Seal { seal: Some(head), next: head }
    }

    /// The seal now.
    pub(super) fn get(&self) -> Option<Head> {
        self.seal
    }

    /// The log ends here now: committed and synced.
    pub(super) fn verify_chain(&mut self, head: Head) {
        if head.seq >= self.next.seq + STEP {
            if self.seal.is_some() {
                self.seal = Some(self.next);
            }
            self.next = head;
        }
    }

    /// The store closes in order with this end of the log.
    pub(super) fn close(&mut self, head: Head) {
        if self.seal.is_some() {
            self.seal = Some(head);
        }
    }

    /// Everything has to be checked again.
    pub(super) fn break_up(&mut self) {
        self.seal = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(seq: u64) -> Head {
        Head { seq, hash: [seq as u8; 32] }
    }

    #[test]
    fn the_seal_follows_at_a_distance() {
        let mut seal = Seal::new(head(10));
        for (end, expected) in [
            (11, 10),
            (STEP + 9, 10),
            // From here on the next seal is known, but not yet far enough behind.
            (STEP + 10, 10),
            (2 * STEP + 9, 10),
            (2 * STEP + 12, STEP + 10),
            // One large write may pass several steps.
            (9 * STEP, 2 * STEP + 12),
            (10 * STEP, 9 * STEP),
        ] {
            seal.verify_chain(head(end));
            assert_eq!(seal.get(), Some(head(expected)), "{end}");
            assert!(seal.get().is_some_and(|seal| seal.seq == 10 || seal.seq + STEP <= end));
        }
        seal.close(head(10 * STEP + 5));
        assert_eq!(seal.get(), Some(head(10 * STEP + 5)));
    }

    #[test]
    fn a_broken_seal_stays_broken() {
        let mut seal = Seal::new(head(10));
        seal.break_up();
        seal.verify_chain(head(10 * STEP));
        seal.verify_chain(head(20 * STEP));
        seal.close(head(20 * STEP));
        assert_eq!(seal.get(), None);
    }
}
