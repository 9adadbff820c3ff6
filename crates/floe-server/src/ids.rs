//! Ids and secrets that nobody can guess.

use sha2::{Digest, Sha256};

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random bytes from the system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness there are no secrets, and without secrets no server.
    getrandom::fill(&mut bytes).expect("the system has no randomness");
    bytes
}

/// An id of letters that are not easily confused: 16 of them, 80 bits. Whoever knows the id of a private table may
/// see it, so it must not be guessed.
pub fn id() -> String {
    spell(&random::<16>())
}

/// A secret to be kept by its owner: 32 letters, 160 bits.
pub fn secret() -> String {
    spell(&random::<32>())
}

/// An id that follows from another, for what must not be made twice.
pub fn derived(from: &str, end: &str) -> String {
    let hash = Sha256::new()
        .chain_update(b"floe id ")
        .chain_update(end)
        .chain_update([0])
        .chain_update(from)
        .finalize();
    spell(&hash[..16])
}

/// What is kept of a secret.
pub fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

/// Could this be an id? Anything else is refused before it goes anywhere.
pub fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| LETTERS.contains(&byte))
}

fn spell(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
