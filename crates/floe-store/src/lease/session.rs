//! Whether this server may act for the logs it has leases of, as a value: times are passed in.
//!
//! The store's clock decides when a lease is over, and a node cannot read that clock without delay. It counts from the
//! moment at which it *sent* a renewal, which is before the store can have received it, and stops early enough for clocks
//! that run at different speeds. Between this and the store's answer there is a gap in which nobody serves a log, and
//! never a moment in which two do.

/// How long a membership lasts without a renewal, by the store's clock.
pub const LEASE_MS: u64 = 3_000;
/// How often it is renewed.
pub const RENEW_MS: u64 = 750;
/// How long a node acts after it has sent a renewal, by its own clock: clocks may differ in speed by a tenth.
pub const SERVE_MS: u64 = LEASE_MS - LEASE_MS / 10;

/// The membership of a node, as the node knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The id of the node.
    pub node: String,
    /// When the last successful renewal was sent.
    sent_ms: u64,
    /// Since when every renewal came in time.
    steady_since_ms: u64,
    ended: bool,
}

impl Session {
    /// A node that has joined with a message sent at this time.
    pub fn new(node: String, sent_ms: u64) -> Session {
        Session { node, sent_ms, steady_since_ms: sent_ms, ended: false }
    }

    /// A renewal that was sent at this time was successful.
    pub fn renewed(&mut self, sent_ms: u64) {
        if sent_ms >= self.sent_ms + SERVE_MS {
            self.steady_since_ms = sent_ms;
        }
        self.sent_ms = self.sent_ms.max(sent_ms);
    }

    /// The node has been declared dead, or leaves.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Is it over for good?
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// May the node act for its logs now?
    pub fn may_serve(&self, now_ms: u64) -> bool {
        !self.ended && now_ms < self.sent_ms + SERVE_MS
    }

    /// May it declare others dead? Not when it comes back after a pause itself: perhaps the database was away, and the
    /// others are about to come back as well.
    pub fn may_take_over(&self, now_ms: u64) -> bool {
        self.may_serve(now_ms) && now_ms >= self.steady_since_ms + LEASE_MS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_acts_while_its_renewals_come_in_time() {
        let mut session = Session::new("a".into(), 1_000);
        assert!(session.may_serve(1_000 + SERVE_MS - 1) && !session.may_serve(1_000 + SERVE_MS));
        assert!(!session.may_take_over(2_000), "it has only just come");
        session.renewed(2_000);
        session.renewed(1_500);
        assert!(
            session.may_serve(2_000 + SERVE_MS - 1),
            "an answer that comes late counts from when it was asked for"
        );
        assert!(session.may_take_over(1_000 + LEASE_MS));
        // After a gap it serves at once, since nobody has declared it dead, but judges no one.
        session.renewed(9_000);
        assert!(session.may_serve(9_001) && !session.may_take_over(9_001));
        assert!(!session.may_take_over(9_000 + SERVE_MS - 1));
        session.renewed(10_000);
        session.renewed(11_500);
        assert!(session.may_take_over(9_000 + LEASE_MS));
        session.end();
        assert!(!session.may_serve(11_501) && !session.may_take_over(13_000));
    }
}
