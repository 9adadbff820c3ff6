//! Ids and secrets that nobody can guess.

pub use base16ct::lower::encode_string as hex;
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

/// A code to be written down on paper: 20 letters in groups of four, 100 bits.
pub fn code() -> String {
    let letters = spell(&random::<20>());
    [0, 4, 8, 12, 16].map(|at| &letters[at..at + 4]).join("-")
}

/// What is kept of a code, however it is typed.
pub fn code_hash(code: &str) -> String {
    let letters: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    hex(&hash(&letters.to_ascii_lowercase()))
}

/// Are they the same? Takes as long wherever they differ.
pub fn same(one: &str, two: &str) -> bool {
    let differ = one.bytes().zip(two.bytes()).fold(0, |differ, (one, two)| differ | (one ^ two));
    one.len() == two.len() && differ == 0
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
