//! Which workers are there. Each says so every few seconds; one that has not for a while counts as gone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use async_nats::Client;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use crate::limits::{GONE, MAX_WORKERS};
use crate::{Kind, Program, WorkError, names};

/// What a worker says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Announcement {
    /// Its own name, different for each worker.
    pub worker: String,
    /// The version of its program.
    pub version: String,
    /// The token of its program.
    pub token: String,
    /// How many jobs it does at once; none if it is about to leave.
    pub threads: usize,
    /// The kinds of jobs that it does.
    pub kinds: Vec<Kind>,
}

/// The longest announcement, in bytes.
const MAX_BYTES: usize = 4096;
/// The most threads that a worker can claim.
const MAX_THREADS: usize = 4096;

/// The workers that are there.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    workers: Mutex<HashMap<String, (Instant, Announcement)>>,
}

impl Presence {
    /// Begins to listen; ends when the connection does or the presence is dropped.
    pub(crate) async fn watch(client: &Client) -> Result<Arc<Presence>, WorkError> {
        let mut announcements = client.subscribe(names::PRESENT).await.map_err(WorkError::nats)?;
        let presence = Arc::new(Presence::default());
        let weak = Arc::downgrade(&presence);
        tokio::spawn(async move {
            while let Some(message) = announcements.next().await {
                let Some(presence) = weak.upgrade() else { break };
                presence.note(&message.payload, Instant::now());
            }
        });
        Ok(presence)
    }

    fn workers(&self) -> MutexGuard<'_, HashMap<String, (Instant, Announcement)>> {
        self.workers.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn note(&self, bytes: &[u8], now: Instant) {
        if bytes.len() > MAX_BYTES {
            return;
        }
        let Ok(said) = serde_json::from_slice::<Announcement>(bytes) else { return };
        let mut workers = self.workers();
        workers.retain(|_, (at, _)| now.saturating_duration_since(*at) < GONE);
        if said.threads == 0 {
            workers.remove(&said.worker);
        } else if said.threads <= MAX_THREADS
            && (workers.len() < MAX_WORKERS || workers.contains_key(&said.worker))
        {
            workers.insert(said.worker.clone(), (now, said));
        }
    }

    /// How many jobs of a kind the workers of this program do at once.
    pub(crate) fn threads(&self, program: &Program, kind: Kind) -> usize {
        let now = Instant::now();
        let workers = self.workers();
        let there = workers.values().filter(|(at, said)| {
            now.saturating_duration_since(*at) < GONE
                && said.token == program.token()
                && said.kinds.contains(&kind)
        });
        there.map(|(_, said)| said.threads).sum()
    }

    /// Why nobody does jobs of a kind: a sentence for people.
    pub(crate) fn absence(&self, program: &Program, kind: Kind) -> String {
        let workers = self.workers();
        let mut others: Vec<&str> = workers
            .values()
            .filter(|(_, said)| said.token != program.token())
            .map(|(_, said)| &*said.version)
            .collect();
        others.sort_unstable();
        others.dedup();
        let nobody = format!("no worker does jobs of the kind {}", kind.as_str());
        match &others[..] {
            [] => format!("{nobody}; start one with `floe worker`"),
            others => format!(
                "{nobody}; there are workers of another build ({}), this is {}",
                others.join(", "),
                program.version()
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn said(worker: &str, threads: usize, kinds: &[Kind]) -> Vec<u8> {
        let program = Program::this("1").unwrap();
        let said = Announcement {
            worker: worker.into(),
            version: "1".into(),
            token: program.token().into(),
            threads,
            kinds: kinds.to_vec(),
        };
        serde_json::to_vec(&said).unwrap()
    }

    #[test]
    fn workers_count_until_they_leave_or_fall_silent() {
        let (presence, program) = (Presence::default(), Program::this("1").unwrap());
        let now = Instant::now();
        presence.note(&said("a", 2, &[Kind::Lab]), now);
        presence.note(&said("b", 4, &[Kind::Lab, Kind::Move]), now);
        assert_eq!(
            [Kind::Lab, Kind::Move, Kind::Game].map(|kind| presence.threads(&program, kind)),
            [6, 4, 0]
        );
        presence.note(&said("b", 0, &[]), now);
        assert_eq!(presence.threads(&program, Kind::Lab), 2);
        presence.note(&said("c", 1, &[Kind::Lab]), now - GONE - Duration::from_secs(1));
        assert_eq!(presence.threads(&program, Kind::Lab), 2);
        let other = Program::this("2").unwrap();
        assert_eq!(presence.threads(&other, Kind::Lab), 0);
        assert!(presence.absence(&other, Kind::Lab).ends_with("another build (1), this is 2"));
        // What is no announcement changes nothing.
        for bytes in [&b"{}"[..], b"", &said("d", 1_000_000, &[Kind::Lab]), &[b' '; 5000]] {
            presence.note(bytes, now);
        }
        assert_eq!(presence.threads(&program, Kind::Lab), 2);
    }
}
