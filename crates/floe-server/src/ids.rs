//! Unguessable ids and secrets.

pub use base16ct::lower::encode_string as hex;
use sha2::{Digest, Sha256};

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random bytes from the operating system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // No server can run without secrets, nor create secrets without randomness.
    getrandom::fill(&mut bytes).expect("the operating system provides no randomness");
    bytes
}

/// An id of 16 letters that are not easily confused: 80 bits. It must be unguessable, because the id of a private table
/// is enough to view it.
pub fn id() -> String {
    spell(&random::<16>())
}

/// A secret for its owner: 32 letters, 160 bits.
pub fn secret() -> String {
    spell(&random::<32>())
}

/// A recovery code to write down: 20 letters in groups of four, 100 bits.
pub fn code() -> String {
    let letters = spell(&random::<20>());
    [0, 4, 8, 12, 16].map(|at| &letters[at..at + 4]).join("-")
}

/// The stored hash of a code, regardless of case and punctuation.
pub fn code_hash(code: &str) -> String {
    let letters: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    hex(&hash(&letters.to_ascii_lowercase()))
}

/// Compares two strings in constant time.
pub fn same(one: &str, two: &str) -> bool {
    let differ = one.bytes().zip(two.bytes()).fold(0, |differ, (one, two)| differ | (one ^ two));
    one.len() == two.len() && differ == 0
}

/// An id derived from another, for things that must not be created twice.
pub fn derived(from: &str, end: &str) -> String {
    let hash = Sha256::new()
        .chain_update(b"floe id ")
        .chain_update(end)
        .chain_update([0])
        .chain_update(from)
        .finalize();
    spell(&hash[..16])
}

/// The stored hash of a secret.
pub fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

/// Does the text have the form of an id? Anything else is refused before it is used.
pub fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| LETTERS.contains(&byte))
}

fn spell(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
