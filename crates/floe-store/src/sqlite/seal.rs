//! The seal: the entry from which the log is checked at startup, so that startup time does not grow with the log.
//!
//! It is at the end of the log when a store has been opened (everything after the last seal has just been checked) and
//! when it has been closed in order (everything was synced and moved into the database). While the store runs it follows
//! the end of the log at a distance of at least [`STEP`] entries: after a crash or a power cut, recent entries are read
//! again and checked before anything is served. What lies before the seal is checked in the background.
//!
//! A store that is found damaged, or whose disk failed to sync, loses its seal: the next start checks everything,
//! however long it takes, and reports how much is sound.

use crate::chain::Head;

/// The seal moves every `STEP` entries. After a crash at most twice as many are checked, which takes half a second.
const STEP: u64 = 65_536;

/// The position of the seal, and where it goes next.
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

    /// The current seal.
    pub(super) fn get(&self) -> Option<Head> {
        self.seal
    }

    /// The log now ends here: committed and synced.
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
