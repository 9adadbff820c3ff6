//! Fair deals that anybody can check.
//!
//! Before the game the dealer draws a secret and publishes its hash. The players add words of their own. Chance comes
//! from the secret and those words together, so the dealer cannot choose it once the hash is out, and the players cannot
//! foresee it. After the game the secret is shown, and whoever likes deals again and compares.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::record::Record;
use crate::table::{Event, Start, open};
use crate::{Actor, Chance, Refusal};

/// The longest word a player may add.
pub const MAX_CONTRIBUTION: usize = 256;

/// What a record says about a fair deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fair {
    /// The hash of the secret, in hexadecimal; published before the game.
    pub commitment: String,
    /// What the players added, by seat.
    pub contributions: Vec<String>,
    /// The secret, in hexadecimal; shown after the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// A dealer with a secret.
#[derive(Clone)]
pub struct Dealer {
    secret: [u8; 32],
    contributions: Vec<String>,
}

impl Dealer {
    /// A dealer with a fresh secret and what the players added.
    pub fn new(secret: [u8; 32], contributions: Vec<String>) -> Result<Dealer, Refusal> {
        if let Some(long) = contributions.iter().find(|word| word.len() > MAX_CONTRIBUTION) {
            return Err(Refusal(format!(
                "a contribution has {} bytes; {MAX_CONTRIBUTION} is the most",
                long.len()
            )));
        }
        Ok(Dealer { secret, contributions })
    }

    /// The dealer of a record whose secret has been shown, if the secret is the one that was promised.
    pub fn of(fair: &Fair) -> Result<Dealer, Refusal> {
        let Some(secret) = &fair.secret else {
            return Err(Refusal::new(
                "the secret of the deal has not been shown yet; it is when the game is over",
            ));
        };
        let dealer = Dealer::new(parse_secret(secret)?, fair.contributions.clone())?;
        if dealer.promise().commitment != fair.commitment.to_ascii_lowercase() {
            return Err(Refusal::new("the secret is not the one whose hash was published before the game"));
        }
        Ok(dealer)
    }

    /// Refuses more contributions than there are players.
    pub fn fits(&self, seats: usize) -> Result<(), Refusal> {
        match self.contributions.len() {
            some if some > seats => Err(Refusal(format!("{some} contributions for {seats} players"))),
            _ => Ok(()),
        }
    }

    /// What is published before the game: everything but the secret.
    pub fn promise(&self) -> Fair {
        let hash = Sha256::new().chain_update(b"floe fair secret 1").chain_update(self.secret).finalize();
        Fair { commitment: hex(&hash), contributions: self.contributions.clone(), secret: None }
    }

    /// What is published after the game.
    pub fn reveal(&self) -> Fair {
        Fair { secret: Some(hex(&self.secret)), ..self.promise() }
    }

    /// The stream from which the start is dealt.
    pub fn dealing(&self) -> Chance {
        self.stream(b"deal")
    }

    /// The stream of what chance does during the game.
    pub fn during(&self) -> Chance {
        self.stream(b"play")
    }

    fn stream(&self, end: &[u8; 4]) -> Chance {
        let mut hash =
            Sha256::new().chain_update(b"floe fair chance 1").chain_update(end).chain_update(self.secret);
        for word in &self.contributions {
            // With its length before it no word can pass for two others.
            hash = hash.chain_update((word.len() as u64).to_le_bytes()).chain_update(word);
        }
        Chance::of_key(hash.finalize().into())
    }
}

/// 64 hexadecimal digits.
pub fn parse_secret(text: &str) -> Result<[u8; 32], Refusal> {
    let wrong = || Refusal::new("a secret is 64 hexadecimal digits");
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let mut secret = [0; 32];
    for (at, byte) in secret.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).map_err(|_| wrong())?;
    }
    Ok(secret)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Deals a recorded game again and compares: the start and every event of chance must be what the secret, or the seed,
/// gives. Says in words what was checked.
pub fn verify(record: &Record) -> Result<String, Refusal> {
    record.replay()?;
    let (mut dealing, mut during, source) = match (&record.fair, record.seed) {
        (Some(fair), _) => {
            let dealer = Dealer::of(fair)?;
            (dealer.dealing(), dealer.during(), "the secret promised before the game".to_owned())
        }
        (None, Some(seed)) => (Chance::of_seed(seed), Chance::during(seed), format!("seed {seed}")),
        (None, None) => {
            return Err(Refusal::new("the record has neither a fair deal nor a seed to check against"));
        }
    };
    let rules = record.open()?.rules().clone();
    let mut table = open(&rules, Start::Chance(&mut dealing))?;
    if table.start_text(crate::Viewer::Omniscient) != record.start {
        return Err(Refusal(format!("the start was not dealt from {source}")));
    }
    let mut drawn = 0;
    for (number, event) in record.events.iter().enumerate() {
        if let Event::Chance(json) = event {
            let due = table.actor() == Actor::Chance;
            if !due || table.roll(&mut during)? != *json {
                return Err(Refusal(format!("event {}: {json} does not come from {source}", number + 1)));
            }
            drawn += 1;
        } else {
            table.follow(event)?;
        }
    }
    Ok(format!("the start and {drawn} draws of chance come from {source}"))
}
