//! Deals that anyone can verify.
//!
//! Before the game the dealer draws a secret and publishes its hash, the commitment. Every player then adds a
//! contribution that begins with the commitment and ends with something that no one could have guessed. Chance comes
//! from the secret and the contributions together: the dealer cannot choose it once the commitment is out, the players
//! cannot predict it, and since a contribution names the commitment, it cannot have been made before it. After the game
//! the secret is revealed, and anyone can repeat the deal and compare.

use base16ct::{lower::encode_string as hex, mixed};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::event::Event;
use crate::record::Record;
use crate::table::{Start, open};
use crate::{Actor, GameRng, Refusal};

/// The maximum length of a player's contribution, in bytes.
pub const MAX_CONTRIBUTION: usize = 256;

/// What a record says about a fair deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FairDeal {
    /// The hash of the secret, in hexadecimal; published before the game.
    pub commitment: String,
    /// The players' contributions, by seat; empty for a player who added nothing.
    pub contributions: Vec<String>,
    /// The secret, in hexadecimal; revealed after the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub secret: Option<String>,
}

/// A dealer with a secret.
#[derive(Clone)]
pub struct Dealer {
    secret: [u8; 32],
    contributions: Vec<String>,
}

impl Dealer {
    /// A dealer with a fresh secret and the players' contributions.
    pub fn new(secret: [u8; 32], contributions: Vec<String>) -> Result<Dealer, Refusal> {
        if let Some(long) = contributions.iter().find(|text| text.len() > MAX_CONTRIBUTION) {
            return Err(too_long(long));
        }
        Ok(Dealer { secret, contributions })
    }

    /// The dealer of a record whose secret has been revealed, if it is the one that was committed to.
    pub fn from_deal(fair: &FairDeal) -> Result<Dealer, Refusal> {
        let Some(secret) = &fair.secret else {
            return Err(Refusal::invalid_deal(
                "the secret has not been revealed yet; it is revealed when the game ends",
            ));
        };
        let dealer = Dealer::new(parse_secret(secret)?, fair.contributions.clone())?;
        if dealer.committed().commitment != fair.commitment.to_ascii_lowercase() {
            return Err(Refusal::invalid_deal(
                "the secret is not the one whose hash was published before the game",
            ));
        }
        Ok(dealer)
    }

    /// Refuses more contributions than there are players.
    pub fn check_count(&self, seats: usize) -> Result<(), Refusal> {
        match self.contributions.len() {
            some if some > seats => {
                Err(Refusal::invalid_deal(format!("{some} contributions for {seats} players")))
            }
            _ => Ok(()),
        }
    }

    /// What is published before the game: everything but the secret.
    pub fn committed(&self) -> FairDeal {
        let hash = Sha256::new().chain_update(b"floe fair secret 1").chain_update(self.secret).finalize();
        FairDeal { commitment: hex(&hash), contributions: self.contributions.clone(), secret: None }
    }

    /// What is published after the game.
    pub fn reveal(&self) -> FairDeal {
        FairDeal { secret: Some(hex(&self.secret)), ..self.committed() }
    }

    /// The stream from which the start is dealt.
    pub fn deal_rng(&self) -> GameRng {
        self.stream(b"deal")
    }

    /// The stream of chance events during the game.
    pub fn during(&self) -> GameRng {
        self.stream(b"play")
    }

    fn stream(&self, end: &[u8; 4]) -> GameRng {
        let mut hash =
            Sha256::new().chain_update(b"floe fair chance 1").chain_update(end).chain_update(self.secret);
        for text in &self.contributions {
            // The length prefix keeps one contribution from passing for two others.
            hash = hash.chain_update((text.len() as u64).to_le_bytes()).chain_update(text);
        }
        GameRng::from_key(hash.finalize().into())
    }
}

/// 64 hexadecimal digits.
pub fn parse_secret(text: &str) -> Result<[u8; 32], Refusal> {
    let mut secret = [0; 32];
    match mixed::decode(text, &mut secret) {
        Ok(bytes) if bytes.len() == 32 => Ok(secret),
        _ => Err(Refusal::invalid_request("a secret is 64 hexadecimal digits")),
    }
}

/// Does the contribution name the commitment: does it begin with it, then `.` and something chosen by the player? Then
/// it was made after the commitment, since a commitment to an unknown secret cannot be guessed.
pub fn names_commitment(contribution: &str, commitment: &str) -> bool {
    contribution
        .strip_prefix(commitment)
        .and_then(|rest| rest.strip_prefix('.'))
        .is_some_and(|own| !own.is_empty())
}

/// Refuses a contribution that is too long, cannot be printed or does not name the commitment.
pub fn check_contribution(contribution: &str, commitment: &str) -> Result<(), Refusal> {
    if contribution.len() > MAX_CONTRIBUTION {
        return Err(too_long(contribution));
    }
    if !names_commitment(contribution, commitment)
        || contribution.bytes().any(|byte| !(0x20..0x7f).contains(&byte))
    {
        return Err(Refusal::invalid_deal(format!(
            "a contribution begins with the commitment, then '.' and random ASCII characters of your own: {commitment}.…"
        )));
    }
    Ok(())
}

fn too_long(contribution: &str) -> Refusal {
    Refusal::too_large(format!(
        "a contribution has {} bytes; at most {MAX_CONTRIBUTION} are allowed",
        contribution.len()
    ))
}

/// A contribution to a deal: the commitment and 16 random bytes of the player's.
pub fn contribution(commitment: &str, random: [u8; 16]) -> String {
    format!("{commitment}.{}", hex(&random))
}

/// The source of chance of a verified game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From a secret that was committed to, with the contributions.
    Secret,
    /// From a seed.
    Seed(u64),
}

/// What a seat's contribution shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contribution {
    /// It names the commitment, so it was made after it.
    AfterCommitment,
    /// It does not: nothing shows which of the two came first.
    Unordered,
    /// There is none.
    Missing,
}

/// The result of dealing a recorded game again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The source of chance.
    pub origin: Origin,
    /// How many draws during the game were compared.
    pub draws: usize,
    /// What each seat contributed; empty for a seed.
    pub contributions: Vec<Contribution>,
    /// Does the game have any chance events?
    pub has_chance: bool,
}

impl Verified {
    /// What the record shows, in one sentence.
    pub fn message(&self) -> String {
        if !self.has_chance {
            return "this game has no chance events, and every move was legal".into();
        }
        let origin = match self.origin {
            Origin::Secret => "the committed secret".to_owned(),
            Origin::Seed(seed) => format!("seed {seed}"),
        };
        let draws = match self.draws {
            1 => "1 chance event".to_owned(),
            many => format!("{many} chance events"),
        };
        format!("the start and {draws} come from {origin}")
    }

    /// Does it show that the dealer could not choose the cards? At least one seat has to have contributed after the commitment.
    pub fn proves_fair(&self) -> bool {
        self.contributions.contains(&Contribution::AfterCommitment)
    }

    /// Has any player contributed?
    pub fn has_contributions(&self) -> bool {
        self.contributions.iter().any(|one| *one != Contribution::Missing)
    }

    /// What is proved beyond the message, one sentence each.
    pub fn proved(&self) -> Vec<String> {
        let after = self.seats(Contribution::AfterCommitment);
        match after.is_empty() || !self.has_chance {
            true => Vec::new(),
            false => vec![format!(
                "{} contributed after the commitment, so the dealer alone could not choose the cards",
                seat_list(&after)
            )],
        }
    }

    /// What is not proved, one sentence each.
    pub fn not_proved(&self) -> Vec<String> {
        if let Origin::Seed(_) = self.origin {
            return match self.has_chance {
                true => vec!["that the seed was not chosen for its cards: a seed is not a commitment".into()],
                false => Vec::new(),
            };
        }
        if !self.has_chance {
            return Vec::new();
        }
        let mut open = Vec::new();
        let missing = self.seats(Contribution::Missing);
        if !missing.is_empty() {
            open.push(format!(
                "anything to {}, which contributed nothing: the dealer{} could have chosen the cards",
                seat_list(&missing),
                if self.proves_fair() { " and the other players together" } else { "" }
            ));
        }
        let unordered = self.seats(Contribution::Unordered);
        if !unordered.is_empty() {
            open.push(format!(
                "that {} contributed after the commitment: what they added does not name it",
                seat_list(&unordered)
            ));
        }
        open.push(
            "that the dealer did not give a player the secret: a player who knew it could see the cards, and choose them by contributing last"
                .into(),
        );
        open
    }

    fn seats(&self, which: Contribution) -> Vec<usize> {
        (0..self.contributions.len()).filter(|&seat| self.contributions[seat] == which).collect()
    }
}

/// `seat 0`, `seats 0 and 1`, `seats 0, 1 and 2`.
pub fn seat_list(seats: &[usize]) -> String {
    let names: Vec<String> = seats.iter().map(usize::to_string).collect();
    match names.as_slice() {
        [one] => format!("seat {one}"),
        [first @ .., last] => format!("seats {} and {last}", first.join(", ")),
        [] => "no seat".into(),
    }
}

/// Deals a recorded game again and compares: the start and every chance event must be what the secret, or the seed,
/// gives.
pub fn verify(record: &Record) -> Result<Verified, Refusal> {
    record.replay()?;
    let (mut dealing, mut during, origin) = match (&record.fair, record.seed) {
        (Some(fair), _) => {
            let dealer = Dealer::from_deal(fair)?;
            (dealer.deal_rng(), dealer.during(), Origin::Secret)
        }
        (None, Some(seed)) => (GameRng::from_seed(seed), GameRng::in_game(seed), Origin::Seed(seed)),
        (None, None) => {
            return Err(Refusal::invalid_deal(
                "the record has neither a commitment nor a seed to check against",
            ));
        }
    };
    let from = match origin {
        Origin::Secret => "the committed secret and the contributions".to_owned(),
        Origin::Seed(seed) => format!("seed {seed}"),
    };
    let rules = record.open()?.rules().clone();
    let mut table = open(&rules, Start::Chance(&mut dealing))?;
    if table.start_text(crate::Viewer::Omniscient) != record.start {
        return Err(Refusal::invalid_deal(format!("the start was not dealt from {from}")));
    }
    let mut draws = 0;
    for (number, event) in record.events.iter().enumerate() {
        if let Event::Chance(json) = event {
            let due = table.actor() == Actor::Chance;
            if !due || table.roll(&mut during)? != *json {
                return Err(Refusal::invalid_deal(format!(
                    "event {}: {json} does not come from {from}",
                    number + 1
                )));
            }
            draws += 1;
        } else {
            table.apply_event(event)?;
        }
    }
    let contributions = match &record.fair {
        Some(fair) => (0..table.seats()).map(|seat| contribution_of(fair, seat)).collect(),
        None => Vec::new(),
    };
    Ok(Verified { origin, draws, contributions, has_chance: table.has_chance() })
}

fn contribution_of(fair: &FairDeal, seat: usize) -> Contribution {
    match fair.contributions.get(seat).map(String::as_str) {
        None | Some("") => Contribution::Missing,
        Some(text) if names_commitment(text, &fair.commitment.to_ascii_lowercase()) => {
            Contribution::AfterCommitment
        }
        Some(_) => Contribution::Unordered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_64_hexadecimal_digits() {
        let secret: [u8; 32] = std::array::from_fn(|at| (at * 37) as u8);
        let text = hex(&secret);
        assert_eq!(&text[..10], "00254a6f94");
        assert_eq!(parse_secret(&text), Ok(secret));
        assert_eq!(parse_secret(&text.to_uppercase()), Ok(secret));
        for wrong in [
            "",
            &text[..63],
            &text[..62],
            &format!("{text}0"),
            &format!("{text}00"),
            &"g".repeat(64),
            &"é".repeat(32),
        ] {
            let refused = parse_secret(wrong).unwrap_err();
            assert_eq!(refused.to_string(), "a secret is 64 hexadecimal digits", "{wrong}");
        }
    }
}
