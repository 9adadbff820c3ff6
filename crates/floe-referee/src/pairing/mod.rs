//! Who meets whom: round-robin, Swiss, knock-out, gauntlet.
