//! The append-only journal of a match or tournament.
//!
//! A file of JSON lines: a header that describes the tournament, then a line for every finished game. A line is
//! written, flushed and synced before it is acknowledged. Every line carries its length and a checksum that includes
//! the previous line, so that a line cut short by a crash is recognised and removed, and anything else that is damaged,
//! missing or out of place is refused. The functions block; an asynchronous caller runs them on a thread.
//!
//! ```
//! # let folder = std::env::temp_dir().join(format!("floe-journal-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).unwrap();
//! # let path = folder.join("doc.journal");
//! # let _ = std::fs::remove_file(&path);
//! use floe_referee::journal::{Journal, open_for_resume};
//! use serde_json::json;
//!
//! let description = json!({"game": "fish", "entrants": ["random", "greedy"], "seed": 7});
//! let names = ["random".to_owned(), "greedy".to_owned()];
//! let journal = Journal::create(&path, &description, &names).unwrap();
//! drop(journal);
//! let (journal, resumed) = open_for_resume(&path, &description, &names).unwrap();
//! assert!(resumed.finished.is_empty() && resumed.names == names);
//! drop(journal);
//! let refusal = open_for_resume(&path, &json!({"game": "amazons"}), &names).unwrap_err();
//! assert!(refusal.to_string().contains("another tournament"));
//! # std::fs::remove_dir_all(&folder).unwrap();
//! ```

mod entry;
mod error;
mod line;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use entry::{Header, JournalEntry};
pub use error::JournalError;
pub use line::MAX_LINE_BYTES;
pub use read::{Tail, games, header};
pub use write::{Journal, Resumed, open_for_resume};
