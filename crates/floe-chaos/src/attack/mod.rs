//! Known attacks, one file each. Every attack starts its own servers and reports what it saw.

mod abort;
mod clock_jump;
mod deals;
mod ended;
mod engines;
mod frames;
mod game;
mod growth;
mod late_pongs;
mod moves;
mod one_file;
mod passwords;
mod proxy;
mod replaced;
mod requests;

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::ProgressBar;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::folder::Folder;
use crate::load::Cookies;
use crate::report::{Row, Verdict};
use crate::server::{Server, Setup};

/// The address of attackers.
pub const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
/// The address of players who must not suffer.
pub const VICTIM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// The attacks, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attack {
    /// Many tables of the strongest engine.
    Engines,
    /// Floods of WebSocket frames.
    Frames,
    /// Floods of requests.
    Requests,
    /// Pings that are answered late, to gain time.
    LatePongs,
    /// A wall clock that jumps.
    ClockJump,
    /// Rated games that are called off once the cards are seen.
    Abort,
    /// Deals without the players' contributions.
    Deals,
    /// A database that grows without limit.
    Growth,
    /// Two servers on one database.
    OneFile,
    /// A database that is removed or replaced.
    Replaced,
    /// Addresses behind a proxy.
    Proxy,
    /// Passwords that are guessed.
    Passwords,
    /// Games that are over before they start.
    Ended,
}

impl Attack {
    /// Its name.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Must it run alone, because it measures time or uses the whole machine?
    fn is_alone(self) -> bool {
        matches!(self, Attack::Engines | Attack::Frames | Attack::Requests | Attack::Growth)
    }

    async fn run(self, context: &Context) -> Result<Vec<Row>, String> {
        match self {
            Attack::Engines => engines::run(context).await,
            Attack::Frames => frames::run(context).await,
            Attack::Requests => requests::run(context).await,
            Attack::LatePongs => late_pongs::run(context).await,
            Attack::ClockJump => clock_jump::run(context).await,
            Attack::Abort => abort::run(context).await,
            Attack::Deals => deals::run(context).await,
            Attack::Growth => growth::run(context).await,
            Attack::OneFile => one_file::run(context).await,
            Attack::Replaced => replaced::run(context).await,
            Attack::Proxy => proxy::run(context).await,
            Attack::Passwords => passwords::run(context).await,
            Attack::Ended => ended::run(context).await,
        }
    }
}

/// What every attack needs to know.
#[derive(Clone, Debug)]
pub struct Context {
    /// The `floe` program under attack.
    pub program: PathBuf,
    /// Shorter measurements.
    pub quick: bool,
    bar: ProgressBar,
}

impl Context {
    /// The context for attacks on a program.
    pub fn new(program: PathBuf, quick: bool) -> Context {
        Context { program, quick, bar: ProgressBar::new_spinner() }
    }

    /// The duration for a full run, or for a quick one.
    pub fn seconds(&self, full: u64, quick: u64) -> Duration {
        Duration::from_secs(if self.quick { quick } else { full })
    }

    /// Reports progress.
    pub fn progress(&self, words: impl Into<String>) {
        let words = words.into();
        match self.bar.is_hidden() {
            true => eprintln!("{words}"),
            false => self.bar.set_message(words),
        }
    }

    /// A server with default settings in a new folder.
    async fn server(&self, name: &str) -> Result<(Server, Folder), String> {
        let folder = Folder::new(name).map_err(|error| error.to_string())?;
        let server = Setup::new(&self.program, folder.path()).start().await?;
        Ok((server, folder))
    }

    /// Sessions of new guests at the attacker's address.
    async fn sessions(&self, server: &Server, count: usize) -> Result<Vec<Cookies>, String> {
        let mut sessions = Vec::with_capacity(count);
        for _ in 0..count {
            sessions.push(Client::guest(server.address, ATTACKER).await?.cookies);
        }
        Ok(sessions)
    }
}

/// Runs attacks: first those that must run alone, one after the other, then the rest concurrently.
pub async fn run(context: &Context, attacks: &[Attack]) -> Vec<Row> {
    let (alone, together): (Vec<Attack>, Vec<Attack>) =
        attacks.iter().copied().partition(|attack| attack.is_alone());
    context.bar.enable_steady_tick(Duration::from_millis(200));
    let mut found: Vec<(Attack, Vec<Row>)> = Vec::new();
    for attack in alone {
        found.push((attack, one(context, attack).await));
    }
    let mut running = JoinSet::new();
    let context = Arc::new(context.clone());
    for attack in together {
        let context = Arc::clone(&context);
        running.spawn(async move { (attack, one(&context, attack).await) });
    }
    while let Some(done) = running.join_next().await {
        match done {
            Ok(rows) => found.push(rows),
            Err(error) => context.progress(format!("an attack failed: {error}")),
        }
    }
    context.bar.finish_and_clear();
    let mut rows = Vec::new();
    for attack in attacks {
        match found.iter_mut().find(|(made, _)| made == attack) {
            Some((_, of_attack)) => rows.append(of_attack),
            None => rows.push(Row::new(attack.name(), Verdict::Failed("it failed".into()))),
        }
    }
    rows
}

async fn one(context: &Context, attack: Attack) -> Vec<Row> {
    let name = attack.name();
    context.progress(format!("{name}: begins"));
    let began = Instant::now();
    let rows = attack.run(context).await;
    context.progress(format!("{name}: done in {:.0?}", began.elapsed()));
    rows.unwrap_or_else(|error| vec![Row::new(name, Verdict::Failed(error))])
}
