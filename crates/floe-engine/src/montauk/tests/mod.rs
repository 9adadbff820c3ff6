//! Tests of the mind as a whole; parts that can be tested alone have theirs in files of their own.
