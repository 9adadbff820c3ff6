//! Everything that can be written, as values: a store queues them, and applies them in the order of the queue.

use sha2::{Digest, Sha256};

use crate::{Append, Block, ChatLine, Item, LeaseCommand, Rating, Report, Session, StoreError, Token, User};

/// Maximum size of an entry. Far below SQLite's limit, which would refuse a whole transaction for it.
const MAX_BYTES: usize = 1 << 24;

/// One write. Its result is a number: a count, an assigned number, or one for yes and zero for no.
#[derive(Debug)]
pub(crate) enum WriteCommand {
    Append(Box<Append>),
    PutUser(Box<User>),
    ForgetUser {
        id: String,
        name: String,
    },
    /// Deletes those of these users who are guests, never sat at a table, and have no token and no session that began
    /// at `since_ms` or later.
    DropGuests {
        ids: Vec<String>,
        since_ms: i64,
    },
    /// Deletes the data of those of these users who are guests and have no token and no session that is valid at
    /// `now_ms`.
    ForgetGuests {
        ids: Vec<String>,
        now_ms: i64,
    },
    PutSession(Session),
    DropSession {
        hash: Vec<u8>,
    },
    /// Removes sessions that have expired, at most `limit`.
    DropExpired {
        now_ms: i64,
        limit: u32,
    },
    DropSessions {
        user: String,
        except: Option<Vec<u8>>,
    },
    PutToken(Token),
    DropToken {
        user: String,
        id: String,
    },
    SetBlock {
        block: Block,
        blocked: bool,
    },
    /// One for stored, zero if it exists and is not to be replaced.
    PutItem {
        item: Item,
        replace: bool,
    },
    DropItem {
        user: String,
        kind: String,
        key: String,
    },
    AddChat(ChatLine),
    AddReport(Report),
    SettleReport {
        number: u64,
        words: String,
    },
    Lease(LeaseCommand),
    Beat {
        now_ms: i64,
    },
}

impl WriteCommand {
    /// Refuses invalid writes, before they are queued with those of others.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let WriteCommand::Append(write) = self else { return Ok(()) };
        if let Some(card) = write.card.as_ref().filter(|card| card.id != write.stream) {
            return Err(StoreError::Failed(format!(
                "the index row of {} cannot be written with the log of {}; write each with its own log",
                card.id, write.stream
            )));
        }
        let texts =
            write.entries.iter().map(|entry| &entry.body).chain(write.card.iter().map(|card| &card.summary));
        if let Some(text) = texts.into_iter().find(|text| text.len() > MAX_BYTES) {
            return Err(StoreError::Failed(format!(
                "an entry or a summary for {} has {} bytes; the limit is {MAX_BYTES}",
                write.stream,
                text.len()
            )));
        }
        for change in &write.ratings {
            let Rating { rating, deviation, volatility, .. } = &change.after;
            if ![rating, deviation, volatility].into_iter().all(|number| number.is_finite()) {
                return Err(StoreError::Failed(format!(
                    "a rating of {} is not a number; ratings must be finite",
                    change.after.user
                )));
            }
        }
        Ok(())
    }
}

/// The folded form by which names are compared.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// The names for a deleted user, the shortest first. They are derived from the id, which no other user has.
pub(crate) fn gone_names(id: &str) -> impl Iterator<Item = String> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let letters: String =
        Sha256::digest(id).iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    (10..=letters.len()).map(move |length| format!("gone-{}", &letters[..length]))
}
