//! The sweep of abandoned guests, a page at a time.

use tokio::sync::Mutex;

use crate::write_command::WriteCommand;
use crate::write_queue::WriterHandle;
use crate::{StoreError, Swept};

/// How many guests, and how many sessions, one call checks.
const PAGE: u32 = 1_000;

/// A guest as a sweep sees them.
pub(crate) struct Guest {
    pub created_ms: i64,
    pub id: String,
    /// Have they ever sat at a table?
    pub sat: bool,
}

/// Knows the guest that was checked last: when they came, and their id.
#[derive(Debug)]
pub(crate) struct Sweep(Mutex<(i64, String)>);

/// Before every guest.
const BEGIN: (i64, String) = (i64::MIN, String::new());

impl Default for Sweep {
    fn default() -> Sweep {
        Sweep(Mutex::new(BEGIN))
    }
}

impl Sweep {
    /// One call of [`crate::Store::sweep_guests`]. `guests` reads those after a guest, up to a number.
    pub(crate) async fn run(
        &self,
        writer: &WriterHandle,
        newcomers_before_ms: i64,
        now_ms: i64,
        guests: impl AsyncFnOnce((i64, String), u32) -> Result<Vec<Guest>, StoreError>,
    ) -> Result<Swept, StoreError> {
        let mut last = self.0.lock().await;
        let expired = writer.ask(WriteCommand::DropExpired { now_ms, limit: PAGE }).await?;
        let guests = guests(last.clone(), PAGE).await?;
        let full = guests.len() == PAGE as usize;
        let next = match guests.last() {
            Some(last) if full => (last.created_ms, last.id.clone()),
            _ => BEGIN,
        };
        // What was read may have changed since: the writer checks again.
        let (sat, idle): (Vec<_>, Vec<_>) = guests.into_iter().partition(|guest| guest.sat);
        let ids = |guests: Vec<Guest>| guests.into_iter().map(|guest| guest.id).collect();
        let idle = WriteCommand::DropGuests { ids: ids(idle), since_ms: newcomers_before_ms };
        let sat = WriteCommand::ForgetGuests { ids: ids(sat), now_ms };
        let (deleted, forgotten) = (writer.ask(idle).await?, writer.ask(sat).await?);
        *last = next;
        Ok(Swept { deleted, forgotten, more: full || expired == u64::from(PAGE) })
    }
}
