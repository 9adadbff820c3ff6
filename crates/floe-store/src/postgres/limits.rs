//! What PostgreSQL cannot store is refused before it is queued with the writes of others, which it would take down.

use crate::write_command::WriteCommand;
use crate::{Block, LeaseCommand, Player, StoreError};

/// Maximum size of a text in an index, of which a row may have three. PostgreSQL's own limit is 2,704 bytes for all.
const MAX_KEY_BYTES: usize = 512;

/// Maximum size of the entries of one write, and of those that share a transaction. PostgreSQL's own limit is 1 GiB for the
/// values of a statement.
pub(super) const MAX_WRITE_BYTES: usize = 128 << 20;

/// The size of what a write adds to the log.
pub(super) fn size(command: &WriteCommand) -> usize {
    let WriteCommand::Append(write) = command else { return 0 };
    let summary = write.card.as_ref().map_or(0, |card| card.summary.len());
    write.entries.iter().map(|entry| entry.body.len()).sum::<usize>() + summary
}

/// A text to look for. No text in the database contains a NUL, and nothing equals `NULL`.
pub(super) fn key(text: &str) -> Option<&str> {
    (!text.contains('\0')).then_some(text)
}

/// Refuses texts with a NUL, keys that are too long, and writes that are too large.
pub(super) fn check(command: &WriteCommand) -> Result<(), StoreError> {
    let size = size(command);
    if size > MAX_WRITE_BYTES {
        return Err(StoreError::Failed(format!(
            "the entries of one write have {size} bytes; the limit is {MAX_WRITE_BYTES}"
        )));
    }
    let mut texts = Texts::default();
    texts.gather(command);
    let (keys, texts) = (texts.keys, texts.texts);
    if let Some(key) = keys.iter().find(|key| key.len() > MAX_KEY_BYTES) {
        let start: String = key.chars().take(20).collect();
        return Err(StoreError::Failed(format!(
            "'{start}…' has {} bytes; the limit for a name or an id is {MAX_KEY_BYTES}",
            key.len()
        )));
    }
    if let Some(text) = keys.iter().chain(&texts).find(|text| text.contains('\0')) {
        let start: String = text.chars().take(20).collect();
        return Err(StoreError::Failed(format!(
            "{start:?} contains a NUL character, which PostgreSQL cannot store"
        )));
    }
    Ok(())
}

#[derive(Default)]
struct Texts<'a> {
    /// In indexes.
    keys: Vec<&'a str>,
    /// Elsewhere. The bodies of entries are stored as bytes and need no check.
    texts: Vec<&'a str>,
}

impl<'a> Texts<'a> {
    fn gather(&mut self, command: &'a WriteCommand) {
        match command {
            WriteCommand::Append(write) => {
                self.keys.push(&write.stream);
                self.keys.extend(write.holder.as_deref());
                if let Some(card) = &write.card {
                    self.keys.extend([&*card.id, &card.game]);
                    self.keys.extend(card.tournament.as_deref());
                    self.keys.extend(card.players.iter().filter_map(Player::user_id));
                    self.texts.push(&card.summary);
                }
                for change in &write.ratings {
                    self.keys.extend([&*change.table, &change.after.user, &change.after.game]);
                }
            }
            WriteCommand::PutUser(user) => {
                self.keys.extend([&*user.id, &user.name]);
                self.texts.extend([user.password.as_deref(), user.recovery.as_deref()].into_iter().flatten());
                self.texts.push(&user.settings);
            }
            WriteCommand::ForgetUser { id, name } => self.keys.extend([&**id, name]),
            WriteCommand::DropGuests { ids, .. } | WriteCommand::ForgetGuests { ids, .. } => {
                self.keys.extend(ids.iter().map(String::as_str));
            }
            WriteCommand::PutSession(session) => self.keys.push(&session.user),
            WriteCommand::DropSessions { user, .. } => self.keys.push(user),
            WriteCommand::PutToken(token) => {
                self.keys.extend([&*token.id, &token.user]);
                self.texts.push(&token.label);
            }
            WriteCommand::DropToken { user, id } => self.keys.extend([&**user, id]),
            WriteCommand::SetBlock { block: Block { user, other }, .. } => self.keys.extend([&**user, other]),
            WriteCommand::PutItem { item, .. } => {
                self.keys.extend([&*item.user, &item.kind, &item.key]);
                self.texts.push(&item.body);
            }
            WriteCommand::DropItem { user, kind, key } => self.keys.extend([&**user, kind, key]),
            WriteCommand::AddChat(line) => {
                self.keys.extend([&*line.table, &line.user, &line.room]);
                self.texts.push(&line.text);
            }
            WriteCommand::AddReport(report) => {
                self.keys.extend([&*report.by, &report.about]);
                self.keys.extend(report.table.as_deref());
                self.texts.push(&report.text);
                self.texts.extend(report.settled.as_deref());
            }
            WriteCommand::SettleReport { words, .. } => self.texts.push(words),
            WriteCommand::Lease(command) => match command {
                LeaseCommand::Join { node, .. }
                | LeaseCommand::Renew { node, .. }
                | LeaseCommand::Leave { node, .. }
                | LeaseCommand::TakeOver { node, .. } => self.keys.push(node),
                LeaseCommand::Take { log, node } => self.keys.extend([log.as_str(), node]),
                LeaseCommand::Release { log, .. } => self.keys.push(log),
            },
            WriteCommand::DropSession { .. }
            | WriteCommand::DropExpired { .. }
            | WriteCommand::Beat { .. } => {}
        }
    }
}
