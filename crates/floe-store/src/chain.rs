//! The chain: each entry of the log carries a hash of itself and of the previous hash, so that no entry can be changed,
//! moved or removed without the next one revealing it.

use sha2::{Digest, Sha256};

/// A SHA-256.
pub(crate) type Hash = [u8; 32];

/// Where a log ends: how many entries it has, and the hash of the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    pub seq: u64,
    pub hash: Hash,
}

/// What the hash of an entry covers, apart from the previous hash and its number.
pub(crate) struct Link<'a> {
    pub stream: &'a str,
    pub version: u64,
    pub at_ms: i64,
    pub more: u64,
    pub body: &'a str,
}

impl Head {
    /// The head after one more entry. Numbers have eight bytes each and texts are preceded by their length, so that no
    /// two different entries give the same bytes.
    pub(crate) fn after(&self, link: &Link) -> Head {
        let seq = self.seq + 1;
        let mut sum = Sha256::new();
        sum.update(self.hash);
        sum.update(seq.to_be_bytes());
        sum.update((link.stream.len() as u64).to_be_bytes());
        sum.update(link.stream);
        sum.update(link.version.to_be_bytes());
        sum.update(link.at_ms.to_be_bytes());
        sum.update(link.more.to_be_bytes());
        sum.update((link.body.len() as u64).to_be_bytes());
        sum.update(link.body);
        Head { seq, hash: sum.finalize().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(stream: &str, version: u64, body: &str) -> Head {
        Head::default().after(&Link { stream, version, at_ms: 5, more: 0, body })
    }

    #[test]
    fn every_part_of_an_entry_counts() {
        let first = head("ab", 1, "cd");
        assert_eq!(first, head("ab", 1, "cd"));
        for other in [head("a", 1, "bcd"), head("abc", 1, "d"), head("ab", 2, "cd"), head("ab", 1, "ce")] {
            assert_ne!(first.hash, other.hash);
        }
        let link = || Link { stream: "ab", version: 1, at_ms: 5, more: 0, body: "cd" };
        assert_ne!(first.after(&link()).hash, first.hash, "the previous hash counts");
        assert_ne!(first.hash, Head::default().after(&Link { at_ms: 6, ..link() }).hash);
        assert_ne!(first.hash, Head::default().after(&Link { more: 1, ..link() }).hash);
    }
}
