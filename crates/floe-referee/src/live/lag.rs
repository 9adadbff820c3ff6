//! Lag compensation: how much of a move's time is forgiven for its way to the server.
//!
//! A distant player loses the latency with every move. It is given back, up to an allowance that refills slowly, so
//! that a client that pretends to be far away gains little: an allowance starts at [`FULL_MS`], every move takes out what it was
//! forgiven and puts [`REFILL_MS`] in, and it never holds more than [`FULL_MS`]. A move is forgiven at most [`MAX_LAG_MS`]. In a
//! game of *n* moves a player is forgiven at most `FULL_MS + n · REFILL_MS`, whatever its client says.

/// Maximum lag forgiven per move.
pub const MAX_LAG_MS: u64 = 500;
/// The initial allowance, and its maximum.
pub const FULL_MS: u64 = 1_000;
/// What each move adds.
pub const REFILL_MS: u64 = 100;

/// A seat's allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    left_ms: u64,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance { left_ms: FULL_MS }
    }
}

impl Allowance {
    /// The most that the next move is forgiven.
    pub(super) fn limit_ms(self) -> u64 {
        self.left_ms.min(MAX_LAG_MS)
    }

    /// What a move is forgiven that took `took_ms` with a latency of `lag_ms`.
    pub(super) fn forgives(self, lag_ms: u64, took_ms: u64) -> u64 {
        lag_ms.min(self.limit_ms()).min(took_ms)
    }

    /// Deducts what a move was forgiven, and refills.
    pub(super) fn spend(&mut self, forgiven_ms: u64) {
        self.left_ms = (self.left_ms.saturating_sub(forgiven_ms) + REFILL_MS).min(FULL_MS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_pongs_gain_no_more_than_the_quota() {
        for lag_ms in [0, 40, 100, 101, 250, 450, 500, 10_000] {
            let mut allowance = Allowance::default();
            let mut forgiven = 0;
            for moves in 1..=100 {
                let one = allowance.forgives(lag_ms, 5_000);
                assert!(one <= lag_ms.min(MAX_LAG_MS));
                allowance.spend(one);
                forgiven += one;
                assert!(forgiven <= FULL_MS + moves * REFILL_MS, "{lag_ms} ms, {moves} moves: {forgiven}");
            }
            // The latency of an honest player nearby is forgiven in full, however long the game is.
            if lag_ms <= REFILL_MS {
                assert_eq!(forgiven, 100 * lag_ms);
            }
        }
    }

    #[test]
    fn no_more_is_forgiven_than_was_spent() {
        assert_eq!(Allowance::default().forgives(400, 30), 30);
    }
}
