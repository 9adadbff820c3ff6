//! The append-only journal of a match or tournament.
