//! What several servers need: a PostgreSQL and a NATS server of their own.

use std::path::Path;

use floe_store::PostgresServer;
use floe_work::NatsServer;

use crate::server::Setup;

/// A database and a NATS server, which end with it.
#[derive(Debug)]
pub struct Ground {
    /// PostgreSQL.
    pub postgres: PostgresServer,
    /// NATS.
    pub nats: NatsServer,
    /// The address of the database.
    pub database: String,
}

impl Ground {
    /// New ones; the error says what is not installed.
    pub async fn new() -> Result<Ground, String> {
        let missing = |what: &str| format!("several servers need {what}, which is not installed");
        let postgres = PostgresServer::start("").ok_or_else(|| missing("PostgreSQL 14 or later"))?;
        let nats = NatsServer::start("").ok_or_else(|| missing("nats-server 2.9 or later"))?;
        let database = postgres.new_database().await;
        Ok(Ground { postgres, nats, database })
    }

    /// A server on them.
    pub fn setup(&self, program: &Path, folder: &Path) -> Setup {
        Setup::new(program, folder)
            .set(&format!("database_url={}", self.database))
            .set(&format!("nats_url={}", self.nats.url()))
    }
}
