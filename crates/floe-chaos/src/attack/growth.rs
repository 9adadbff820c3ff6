//! Fifty guests of one address do what costs them nothing and is stored permanently: take moves back and make them
//! again, offer to stop, join and leave tables, join and leave tournaments, chat, create tables and call them off. The
//! database must not grow by more than a disk can bear.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{ATTACKER, Context};
use crate::client::Client;
use crate::folder::Folder;
use crate::report::{Row, Verdict};
use crate::server::{Server, Setup};
use crate::socket::Socket;
use crate::table::{self, PATIENCE};
use crate::victim::script;

const GUESTS: usize = 50;
/// The default burst of stored entries per address. The attack uses a lower one, so that it is soon used up.
const BURST: (f64, &str) = (50_000.0, "entry_burst=1000");
/// What one address may add per day, in bytes.
const BOUND: f64 = 100e6;
/// The pause between two messages of one connection: just below the server's limit.
const PACE: Duration = Duration::from_millis(26);
/// The pause after a refused message.
const REFUSED: Duration = Duration::from_millis(500);

/// How much was requested, and how much of it was done.
#[derive(Default)]
struct Counts {
    done: AtomicU64,
    refused: AtomicU64,
}

impl Counts {
    fn count<T>(&self, answer: &Result<T, String>) {
        let which = if answer.is_ok() { &self.done } else { &self.refused };
        which.fetch_add(1, Ordering::Relaxed);
    }
}

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for tables in [false, true] {
        let folder = Folder::new("growth").map_err(|error| error.to_string())?;
        let setup = Setup::new(&context.program, folder.path());
        let server = match setup.clone().set(BURST.1).start().await {
            Ok(server) => server,
            // A server without such a limit.
            Err(_) => setup.start().await?,
        };
        rows.push(one(context, &server, &folder.file("floe.db"), tables).await?);
        server.kill().await;
    }
    Ok(rows)
}

async fn one(context: &Context, server: &Server, data: &Path, tables: bool) -> Result<Row, String> {
    let mut guests = Vec::with_capacity(GUESTS);
    for _ in 0..GUESTS {
        guests.push(Client::guest(server.address, ATTACKER).await?);
    }
    let counts = Arc::<Counts>::default();
    let mut loops = JoinSet::new();
    let name = match tables {
        false => {
            start_loops(&mut loops, server, guests, &counts).await?;
            "growth/take-backs, offers, seats, tournaments, chat"
        }
        true => {
            for guest in guests {
                loops.spawn(make_tables(guest, Arc::clone(&counts)));
            }
            "growth/tables"
        }
    };
    context.progress(name);
    let failed = |error: floe_store::StoreError| error.to_string();
    let half = context.seconds(10, 3);
    let before = (size(data)?, floe_store::check(data).await.map_err(failed)?.entries);
    tokio::time::sleep(half).await;
    let between = (size(data)?, floe_store::check(data).await.map_err(failed)?.entries);
    let since = Instant::now();
    tokio::time::sleep(half).await;
    let after = (size(data)?, floe_store::check(data).await.map_err(failed)?.entries);
    let steady = (after.0 - between.0) as f64 / since.elapsed().as_secs_f64();
    loops.abort_all();
    // The start is a burst, and would be longer by default; the rest continues all day.
    let burst = (between.0 - before.0) as f64 / ((between.1 - before.1).max(1) as f64) * BURST.0;
    let a_day = burst + steady * 86_400.0;
    let (done, refused) = (counts.done.load(Ordering::Relaxed), counts.refused.load(Ordering::Relaxed));
    Ok(Row::new(name, Verdict::from_bound(a_day <= BOUND))
        .attacked(format!("{} per day", format_bytes(a_day)))
        .bound("100 MB per day")
        .note(format!(
            "{}; {GUESTS} guests for {} s: {} in the first half, {} in the second; {} entries of the log; {done} done, {refused} refused",
            BURST.1,
            2 * half.as_secs(),
            format_bytes((between.0 - before.0) as f64),
            format_bytes((after.0 - between.0) as f64),
            after.1 - before.1
        ))
        .figures(json!({
            "bytes_per_day": a_day, "bytes": after.0 - before.0, "steady_bytes_per_second": steady,
            "entries": after.1 - before.1, "done": done, "refused": refused,
        })))
}

fn format_bytes(bytes: f64) -> String {
    match bytes {
        bytes if bytes >= 1e9 => format!("{:.1} GB", bytes / 1e9),
        bytes if bytes >= 1e6 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.0} kB", bytes / 1e3),
    }
}

/// What two guests do repeatedly at their table.
#[derive(Clone, Copy)]
enum Loop {
    TakeBacks,
    StopOffers,
    SitAndLeave,
    Chat,
}

/// Gives every guest something to do.
async fn start_loops(
    loops: &mut JoinSet<()>,
    server: &Server,
    guests: Vec<Client>,
    counts: &Arc<Counts>,
) -> Result<(), String> {
    let mut host = Client::account(server.address, ATTACKER, "growth-host").await?;
    let new = json!({
        "name": "In and out", "game": "amazons", "format": {"format": "swiss", "rounds": 3}, "clock": "300+5",
    });
    let made = host.post("/api/tournaments", new).await?.ok()?;
    let tournament = made["id"].as_str().unwrap_or_default().to_owned();
    let mut guests = guests.into_iter();
    let mut number = 0;
    while let (Some(one), Some(two)) = (guests.next(), guests.next()) {
        let work = match number {
            0..14 => Loop::TakeBacks,
            14..18 => Loop::StopOffers,
            18..22 => Loop::SitAndLeave,
            22 => Loop::Chat,
            _ => {
                for guest in [one, two] {
                    loops.spawn(join_and_leave(guest, tournament.clone(), Arc::clone(counts)));
                }
                continue;
            }
        };
        number += 1;
        let pair = Pair::new(one, two, matches!(work, Loop::TakeBacks | Loop::StopOffers), counts).await?;
        loops.spawn(pair.repeat(work));
    }
    Ok(())
}

/// A connection that stays just below the limit on messages, and reconnects when it is closed.
struct Connection {
    client: Client,
    socket: Socket,
    next: Instant,
}

impl Connection {
    async fn new(client: Client) -> Result<Connection, String> {
        Ok(Connection { socket: client.socket().await?, client, next: Instant::now() })
    }

    async fn ask(&mut self, message: Value, counts: &Counts) -> Result<Value, String> {
        tokio::time::sleep_until(self.next.into()).await;
        self.next = Instant::now() + PACE;
        if self.socket.closed().is_some() {
            self.next = Instant::now() + REFUSED;
            self.socket = self.client.socket().await?;
        }
        let answer = self.socket.ask(message, PATIENCE).await.map(|message| message.json);
        counts.count(&answer);
        if answer.is_err() {
            self.next = Instant::now() + REFUSED;
        }
        answer
    }
}

/// Two guests with a table.
struct Pair {
    one: Connection,
    two: Connection,
    table: String,
    counts: Arc<Counts>,
}

impl Pair {
    async fn new(
        mut one: Client,
        mut two: Client,
        begins: bool,
        counts: &Arc<Counts>,
    ) -> Result<Pair, String> {
        let new = json!({"game": "amazons", "private": true});
        let table = match begins {
            true => table::make_for_two(&mut one, &mut two, new).await?,
            false => table::make(&mut one, new).await?,
        };
        let (one, two) = (Connection::new(one).await?, Connection::new(two).await?);
        Ok(Pair { one, two, table, counts: Arc::clone(counts) })
    }

    async fn repeat(mut self, work: Loop) {
        let act = |act: &str| json!({"type": "act", "table": self.table, "act": act});
        let (one, two, counts) = (&mut self.one, &mut self.two, &self.counts);
        let first_move = script(6).ok().and_then(|moves| moves.into_iter().next()).unwrap_or_default();
        let text = "x".repeat(300);
        if matches!(work, Loop::SitAndLeave) {
            // The host leaves, so that the game never starts.
            let _ = one.ask(act("leave"), counts).await;
        }
        let mut version = 0;
        loop {
            // A refused message is repeated after a while.
            match work {
                Loop::TakeBacks => {
                    let moving =
                        json!({"type": "move", "table": self.table, "at": version, "move": first_move});
                    if one.ask(moving, counts).await.is_err() {
                        let watch = json!({"type": "watch", "table": self.table});
                        let watched = one.ask(watch, counts).await.unwrap_or_default();
                        version = watched["version"].as_u64().unwrap_or(version);
                    }
                    let _ = one.ask(act("offer-takeback"), counts).await;
                    if let Ok(done) = two.ask(act("accept-takeback"), counts).await {
                        version = done["version"].as_u64().unwrap_or(version);
                    }
                }
                Loop::StopOffers => {
                    let _ = one.ask(act("stop?"), counts).await;
                    let _ = two.ask(act("refuse"), counts).await;
                }
                Loop::SitAndLeave => {
                    let _ = two.ask(json!({"type": "sit", "table": self.table}), counts).await;
                    let _ = two.ask(act("leave"), counts).await;
                }
                Loop::Chat => {
                    for guest in [&mut *one, &mut *two] {
                        let line = json!({"type": "chat", "table": self.table, "text": text});
                        let _ = guest.ask(line, counts).await;
                    }
                }
            }
        }
    }
}

async fn join_and_leave(mut guest: Client, tournament: String, counts: Arc<Counts>) {
    loop {
        for (call, body) in [("join", Value::Null), ("leave", json!({}))] {
            let reply = guest.post(&format!("/api/tournaments/{tournament}/{call}"), body).await;
            let answer = reply.and_then(|reply| reply.ok());
            counts.count(&answer);
            if answer.is_err() {
                tokio::time::sleep(REFUSED).await;
            }
        }
    }
}

async fn make_tables(mut guest: Client, counts: Arc<Counts>) {
    loop {
        let made = table::make(&mut guest, json!({"game": "amazons", "private": true})).await;
        counts.count(&made);
        match made {
            Ok(id) => counts.count(&table::act(&mut guest, &id, "abort").await),
            Err(_) => tokio::time::sleep(REFUSED).await,
        }
    }
}

/// The size of a database once its write-ahead log is moved into it: that is what grows permanently.
fn size(data: &Path) -> Result<u64, String> {
    let failed = |error: std::io::Error| format!("cannot read the database: {error}");
    let file = std::fs::metadata(data).map_err(failed)?.len();
    let wal = match std::fs::read(format!("{}-wal", data.display())) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(failed(error)),
    };
    Ok(size_after_wal(&wal).unwrap_or(file))
}

/// The database size according to the last commit of a write-ahead log.
fn size_after_wal(wal: &[u8]) -> Option<u64> {
    let word = |at: usize| Some(u32::from_be_bytes(wal.get(at..at + 4)?.try_into().ok()?));
    let (page, salts) = (word(8)? as usize, (word(16)?, word(20)?));
    let mut pages = None;
    let mut at = 32;
    while let (Some(committed), Some(one), Some(two)) = (word(at + 4), word(at + 8), word(at + 12)) {
        // Frames from before the last checkpoint are left over.
        if (one, two) != salts {
            break;
        }
        if committed > 0 {
            pages = Some(u64::from(committed));
        }
        at += 24 + page;
    }
    pages.map(|pages| pages * page as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_commit_of_a_log_determines_the_size() {
        let mut wal = vec![0; 32];
        wal[8..12].copy_from_slice(&512_u32.to_be_bytes());
        wal[16..24].copy_from_slice(&[7; 8]);
        assert_eq!(size_after_wal(&wal), None);
        let mut frame = |committed: u32, salt: u8| {
            wal.extend(1_u32.to_be_bytes());
            wal.extend(committed.to_be_bytes());
            wal.extend([salt; 8]);
            wal.extend([0; 8 + 512]);
            size_after_wal(&wal)
        };
        assert_eq!(frame(0, 7), None);
        assert_eq!(frame(9, 7), Some(9 * 512));
        assert_eq!(frame(0, 7), Some(9 * 512));
        assert_eq!(frame(30, 8), Some(9 * 512), "left over from before");
        assert_eq!(size_after_wal(b""), None);
    }
}
