//! A run: many tables, a server that is disturbed, and the results.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use floe_games::GameRng;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::check::{Kind, Violation, check, move_of};
use super::nemesis::{Fault, FaultLog, Nemesis, schedule};
use super::player::{Participant, Shared};
use super::recorder::Recorder;
use super::{History, Outcome, read_back};
use crate::client::Client;
use crate::faketime::FakeClock;
use crate::folder::Folder;
use crate::ground::Ground;
use crate::measure::format_ms;
use crate::server::Setup;
use crate::table;

/// The address of the clients.
const FROM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
/// The size of the disk that can be filled, in megabytes.
const DISK: u32 = 128;
/// How long a table may take to resume after the last fault.
const GOES_ON: Duration = Duration::from_secs(15);
/// The games, in turn; one of them has hidden cards.
const GAMES: [&str; 3] = ["amazons", "penguins", "montauk"];
/// One table in this many has a spectator.
const SPECTATOR_EACH: usize = 4;

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The `floe` program.
    pub program: PathBuf,
    /// How often the server is killed.
    pub kills: usize,
    /// Number of servers: one with a file, or several on PostgreSQL and NATS.
    pub nodes: usize,
    /// Number of concurrent games.
    pub tables: usize,
    /// The seed for the order of the faults and the moves.
    pub seed: u64,
    /// The faults; those that are not possible here are skipped.
    pub faults: Vec<Fault>,
    /// No faults after this time.
    pub max_time: Duration,
}

/// How operations ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcomes {
    /// The server acknowledged them.
    pub acknowledged: usize,
    /// The server refused them.
    pub refused: usize,
    /// The connection broke.
    pub unknown: usize,
}

/// The results of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The seed.
    pub seed: u64,
    /// The number of servers.
    pub nodes: usize,
    /// How often each fault was injected.
    pub faults: BTreeMap<Fault, usize>,
    /// Faults that were not possible here, and why.
    pub skipped: BTreeMap<Fault, String>,
    /// How many games were played, and how many to their end.
    pub games: (usize, usize),
    /// How operations ended.
    pub operations: Outcomes,
    /// Refusals by error code.
    pub refusals: BTreeMap<String, usize>,
    /// Moves in the logs at the end.
    pub moves_read_back: usize,
    /// Updates that watchers received and that were compared with the logs.
    pub updates: usize,
    /// From each kill to the next acknowledged move, in milliseconds: the median and the worst.
    pub recovery_ms: Option<(f64, f64)>,
    /// The duration, in seconds.
    pub seconds: f64,
    /// The violations.
    pub violations: Vec<Violation>,
}

/// Lets clients play while the server is disturbed, reads everything back and checks it.
pub async fn run(options: &Options, on_progress: impl Fn(String)) -> Result<Report, String> {
    let began = Instant::now();
    let mut chance = GameRng::for_player(options.seed);
    let (mut nemesis, skipped) = prepare(options, &mut chance).await?;
    let faults: Vec<Fault> =
        options.faults.iter().copied().filter(|fault| !skipped.contains_key(fault)).collect();
    let recorder = Arc::clone(&nemesis.recorder);
    let (stop_sender, stop) = watch::channel(false);
    let nodes: Arc<Vec<SocketAddr>> =
        Arc::new(nemesis.nodes.iter().map(|(_, server)| server.address).collect());
    let shared = Shared { recorder: Arc::clone(&recorder), nodes: Arc::clone(&nodes), stop };
    let at = |number: usize| nodes[number % nodes.len()];
    on_progress(format!("creating {} tables", options.tables));
    let (mut playing, progress) = (JoinSet::new(), watch::Sender::new(vec![Duration::ZERO; options.tables]));
    for number in 0..options.tables {
        let seats = [guest(at(number), number).await?, guest(at(number + 1), number).await?];
        let spectator = match number % SPECTATOR_EACH {
            0 => Some(guest(at(number), number).await?),
            _ => None,
        };
        let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(number as u64 * 16);
        playing.spawn(play_games(shared.clone(), number, seats, spectator, seed, progress.clone()));
    }
    let plan = schedule(options.kills, &faults, &mut chance);
    nemesis.chance = chance;
    let count = plan.len();
    let done = nemesis
        .run(&plan, began + options.max_time, |number, fault| {
            on_progress(format!("fault {} of {count}: {fault:?}", number + 1));
        })
        .await?;
    on_progress("waiting for every table to resume".into());
    let mut violations = goes_on(&recorder, &progress).await;
    let _ = stop_sender.send(true);
    while playing.join_next().await.is_some() {}
    on_progress("reading everything back".into());
    let mut history = recorder.take();
    for (node, address) in nodes.iter().enumerate() {
        let mut client = Client::new(*address, FROM);
        violations.extend(read_back::from_server(&mut history, &mut client, node).await?);
    }
    let Nemesis { nodes, ground, data, .. } = nemesis;
    let file = nodes[0].0.data.clone();
    for (_, server) in nodes {
        server.stop().await?;
    }
    match &ground {
        Some(ground) => read_back::from_database(&mut history, &ground.database).await?,
        None => read_back::from_file(&mut history, &file).await?,
    }
    violations.extend(check(&history));
    drop(data);
    Ok(report(options, &history, done, skipped, violations, began.elapsed()))
}

/// A server on a disk and with a clock as the faults need them, and the faults that are not possible.
async fn prepare(
    options: &Options,
    chance: &mut GameRng,
) -> Result<(Nemesis, BTreeMap<Fault, String>), String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut skipped = BTreeMap::new();
    if options.nodes > 1 {
        return prepare_several(options, chance).await;
    }
    for fault in [Fault::Pause, Fault::Database, Fault::Nats] {
        if options.faults.contains(&fault) {
            skipped.insert(fault, "there is only one server".to_owned());
        }
    }
    let wants = |fault| options.faults.contains(&fault);
    let data = match wants(Fault::Full).then(|| Folder::small("history", DISK)) {
        Some(Ok(small)) => small,
        other => {
            if let Some(Err(words)) = other {
                skipped.insert(Fault::Full, words);
            }
            Folder::new("history").map_err(failed)?
        }
    };
    let beside = Folder::new("history-beside").map_err(failed)?;
    let port = free_port()?;
    let mut setup = with_room(Setup::new(&options.program, data.path()));
    setup.port = port;
    // Not on the disk that is filled.
    setup.log = beside.file("server.log");
    let clock = match wants(Fault::Jump).then(|| FakeClock::new(beside.path())) {
        Some(Ok(clock)) => {
            setup = clock.applied_to(setup);
            Some(clock)
        }
        Some(Err(words)) => {
            skipped.insert(Fault::Jump, words);
            None
        }
        None => None,
    };
    let server = setup.start().await?;
    let recorder = Arc::new(Recorder::new());
    let nodes = vec![(setup, server)];
    let chance = chance.clone();
    Ok((Nemesis { nodes, ground: None, data, _beside: beside, clock, recorder, chance }, skipped))
}

/// Several servers on a database and a NATS server of their own.
async fn prepare_several(
    options: &Options,
    chance: &mut GameRng,
) -> Result<(Nemesis, BTreeMap<Fault, String>), String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut skipped = BTreeMap::new();
    for (fault, why) in
        [(Fault::Full, "the database has its own disk"), (Fault::Jump, "only with one server")]
    {
        if options.faults.contains(&fault) {
            skipped.insert(fault, why.to_owned());
        }
    }
    let ground = Ground::new().await?;
    let data = Folder::new("history").map_err(failed)?;
    let beside = Folder::new("history-beside").map_err(failed)?;
    let mut nodes = Vec::with_capacity(options.nodes);
    for number in 0..options.nodes {
        let mut setup = with_room(ground.setup(&options.program, data.path()));
        setup.port = free_port()?;
        setup.log = beside.file(&format!("server-{number}.log"));
        let server = setup.start().await?;
        nodes.push((setup, server));
    }
    let recorder = Arc::new(Recorder::new());
    let (ground, chance) = (Some(ground), chance.clone());
    Ok((Nemesis { nodes, ground, data, _beside: beside, clock: None, recorder, chance }, skipped))
}

/// A server with limits for a run: everything is read back from one address.
fn with_room(setup: Setup) -> Setup {
    setup
        .set("max_connections_per_address=20000")
        .set("request_burst=1000000")
        .set("requests_per_second=1000000.0")
        .set("log=error")
}

fn free_port() -> Result<u16, String> {
    let bound = TcpListener::bind((FROM, 0)).and_then(|listener| listener.local_addr());
    bound.map(|address| address.port()).map_err(|error| error.to_string())
}

/// Each client at a table has its own address: limits are per address.
async fn guest(server: SocketAddr, table: usize) -> Result<Client, String> {
    let [high, low] = (table as u16).to_be_bytes();
    Client::guest(server, Ipv4Addr::new(127, 1, high, low)).await
}

/// Two players who play one game after the other, and perhaps a spectator.
async fn play_games(
    shared: Shared,
    number: usize,
    mut seats: [Client; 2],
    spectator: Option<Client>,
    seed: u64,
    progress: watch::Sender<Vec<Duration>>,
) {
    for game in 0.. {
        if *shared.stop.borrow() {
            return;
        }
        let made = shared.recorder.now();
        let new = json!({"game": GAMES[number % GAMES.len()], "clock": "3600+5", "private": true});
        let [one, two] = &mut seats;
        // While the server is down this fails, and an unused table may be left behind.
        let Ok(id) = table::make_for_two(one, two, new).await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        shared.recorder.table(&id, made);
        let guests = seats.iter().chain(&spectator).zip(0..);
        let mut running = JoinSet::new();
        for (client, place) in guests {
            let seed = seed.wrapping_add(game * 7919 + place);
            let guest = Participant::new(&shared, client, &id, seed).with_progress(number, &progress);
            running.spawn(guest.run());
        }
        while running.join_next().await.is_some() {}
    }
}

/// Waits until a move was made at every table after the last fault; tables without one are stuck.
async fn goes_on(recorder: &Recorder, progress: &watch::Sender<Vec<Duration>>) -> Vec<Violation> {
    let last_fault = recorder.now();
    let all_moved = |moved: &Vec<Duration>| moved.iter().all(|at| *at > last_fault);
    let _ = tokio::time::timeout(GOES_ON, progress.subscribe().wait_for(all_moved)).await;
    let moved = progress.borrow().clone();
    let stuck = moved.iter().enumerate().filter(|(_, at)| **at <= last_fault);
    stuck
        .map(|(number, at)| Violation {
            kind: Kind::Stuck,
            table: format!("number {number}"),
            words: format!(
                "the last move was made {} ms before the end of the faults",
                (last_fault - *at).as_millis()
            ),
        })
        .collect()
}

fn report(
    options: &Options,
    history: &History,
    done: FaultLog,
    skipped: BTreeMap<Fault, String>,
    violations: Vec<Violation>,
    took: Duration,
) -> Report {
    let mut operations = Outcomes::default();
    let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
    for operation in &history.operations {
        match &operation.outcome {
            Outcome::Acknowledged { .. } => operations.acknowledged += 1,
            Outcome::Refused { code } => {
                operations.refused += 1;
                *refusals.entry(code.clone()).or_default() += 1;
            }
            Outcome::Unknown => operations.unknown += 1,
        }
    }
    let mut recoveries: Vec<f64> = done.kills.iter().filter_map(|kill| recovery_ms(history, *kill)).collect();
    recoveries.sort_by(f64::total_cmp);
    let recovery_ms = recoveries.last().map(|worst| (recoveries[recoveries.len() / 2], *worst));
    let over = history.tables.values().filter(|table| table.finals.iter().all(|one| one.result.is_some()));
    let moves = |log: &[super::Entry]| log.iter().filter(|entry| move_of(entry).is_some()).count();
    Report {
        seed: options.seed,
        nodes: options.nodes,
        faults: done.faults,
        skipped,
        games: (history.tables.len(), over.count()),
        operations,
        refusals,
        moves_read_back: history.tables.values().map(|table| moves(&table.log)).sum(),
        updates: history.updates.len(),
        recovery_ms,
        seconds: took.as_secs_f64(),
        violations,
    }
}

/// From a kill to the first move that was requested after it and acknowledged.
fn recovery_ms(history: &History, kill: Duration) -> Option<f64> {
    let absence = history.absences.iter().find(|absence| absence.signalled == kill)?;
    let after = history
        .operations
        .iter()
        .filter(|one| matches!(one.outcome, Outcome::Acknowledged { .. }) && one.invoked >= absence.gone);
    let first = after.map(|one| one.returned).min()?;
    Some((first - kill).as_secs_f64() * 1e3)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<String> =
            self.faults.iter().map(|(fault, count)| format!("{count} {fault:?}")).collect();
        if self.nodes > 1 {
            writeln!(f, "{} servers on PostgreSQL and NATS", self.nodes)?;
        }
        writeln!(f, "seed {}, {:.0} s; faults: {}", self.seed, self.seconds, faults.join(", "))?;
        for (fault, words) in &self.skipped {
            writeln!(f, "skipped {fault:?}: {words}")?;
        }
        let Outcomes { acknowledged, refused, unknown } = self.operations;
        let refusals: Value = json!(self.refusals);
        writeln!(
            f,
            "operations: {acknowledged} acknowledged, {refused} refused {refusals}, {unknown} unknown"
        )?;
        writeln!(
            f,
            "read back: {} moves in {} games, {} of them over; {} updates compared",
            self.moves_read_back, self.games.0, self.games.1, self.updates
        )?;
        if let Some((median, worst)) = self.recovery_ms {
            writeln!(
                f,
                "from a kill to the next move: median {}, worst {}",
                format_ms(median),
                format_ms(worst)
            )?;
        }
        writeln!(f, "violations: {}", self.violations.len())?;
        let mut kinds: BTreeMap<Kind, Vec<&Violation>> = BTreeMap::new();
        for violation in &self.violations {
            kinds.entry(violation.kind).or_default().push(violation);
        }
        for (kind, of_kind) in kinds {
            writeln!(f, "  {kind:?}: {}", of_kind.len())?;
            for violation in of_kind.iter().take(5) {
                writeln!(f, "    {violation}")?;
            }
        }
        Ok(())
    }
}
