//! `cargo xtask cluster`: several servers on one machine, with what they need, until they are asked to stop.

use std::path::PathBuf;
use std::process::Stdio;

use tokio::process::{Child, Command};

use crate::folder::Folder;
use crate::ground::Ground;
use crate::server::Server;

/// What to start.
#[derive(Clone, Debug)]
pub struct Options {
    /// The `floe` program.
    pub program: PathBuf,
    /// Number of servers.
    pub nodes: u16,
    /// The port of the first one; the others have the next ones.
    pub port: u16,
    /// Number of workers.
    pub workers: u16,
}

/// Several running servers.
#[derive(Debug)]
pub struct Cluster {
    /// The servers.
    pub nodes: Vec<Server>,
    /// The workers.
    pub workers: Vec<Child>,
    /// The database and NATS.
    pub ground: Ground,
    folder: Folder,
}

impl Cluster {
    /// Starts them.
    pub async fn start(options: &Options) -> Result<Cluster, String> {
        let ground = Ground::new().await?;
        let folder = Folder::new("cluster").map_err(|error| error.to_string())?;
        let mut nodes = Vec::new();
        for number in 0..options.nodes {
            let mut setup = ground.setup(&options.program, folder.path());
            setup.port = options.port + number;
            setup.log = folder.file(&format!("node-{}.log", number + 1));
            nodes.push(setup.start().await?);
        }
        let mut workers = Vec::new();
        for number in 0..options.workers {
            let log = std::fs::File::create(folder.file(&format!("worker-{}.log", number + 1)));
            let mut worker = Command::new(&options.program);
            worker.args(["worker", "--nats-url", &ground.nats.url()]).stdin(Stdio::null()).kill_on_drop(true);
            worker.stdout(Stdio::null()).stderr(log.map_err(|error| error.to_string())?);
            workers.push(worker.spawn().map_err(|error| format!("a worker: {error}"))?);
        }
        Ok(Cluster { nodes, workers, ground, folder })
    }

    /// Where everything is, for people to read.
    pub fn description(&self) -> String {
        let address = |node: &Server| format!("node      http://{}\n", node.address);
        let nodes: String = self.nodes.iter().map(address).collect();
        let workers = match self.workers.len() {
            0 => String::new(),
            count => format!("workers   {count}\n"),
        };
        format!(
            "{nodes}{workers}database  {}\nNATS      {}\nlogs      {}\n",
            self.ground.database,
            self.ground.nats.url(),
            self.folder.path().display()
        )
    }

    /// Stops the servers in order.
    pub async fn stop(self) -> Result<(), String> {
        for mut worker in self.workers {
            let _ = worker.kill().await;
        }
        for node in self.nodes {
            node.stop().await?;
        }
        Ok(())
    }
}
