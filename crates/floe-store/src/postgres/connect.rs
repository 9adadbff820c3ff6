//! From an address to connections to a database that Floe can use.

use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, SqlSafeStr};

use super::errors::fault;
use crate::StoreError;

/// The migrations to the current schema, in order; a released one is never changed, only followed by another.
static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let steps = [
        (1, "begin", include_str!("../../migrations/postgres/0001_begin.sql")),
        (2, "items", include_str!("../../migrations/postgres/0002_items.sql")),
        (3, "leases", include_str!("../../migrations/postgres/0003_leases.sql")),
    ];
    let step = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(steps.map(step).into())
});

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Short transactions of a store.
    Serve,
    /// Copies and checks, which may take as long as they need.
    Maintain,
}

/// The name under which PostgreSQL lists the connections of a store that is in use.
pub(super) const SERVING: &str = "floe";
/// The name of the connections of copies and checks.
const MAINTAINING: &str = "floe store";

/// The oldest PostgreSQL that has everything used here.
const OLDEST: i32 = 14_00_00;
/// How long a connection may take to be established.
const CONNECTING: Duration = Duration::from_secs(5);

/// Commits wait for the disk, whatever the database's own setting is, and for synchronous standbys if there are any.
const SESSION: &str = "SET search_path = floe; SET client_min_messages = warning; SET jit = off; \
    SELECT set_config('synchronous_commit', \
        CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, FALSE)";
/// A transaction whose client is paused or has vanished keeps its locks for a few seconds only: its tables may have to be
/// taken over.
const SERVE: &str = "SET lock_timeout = '10s'; SET statement_timeout = '60s'; \
    SET idle_in_transaction_session_timeout = '3s'";

/// The address of a database, with everything needed to connect.
#[derive(Clone, Debug)]
pub(super) struct Address {
    options: PgConnectOptions,
    /// The address without its password.
    shown: String,
}

impl Address {
    /// Parses `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.
    pub(super) fn parse(url: &str) -> Result<Address, StoreError> {
        // The address may contain a password: it is not repeated.
        let unusable = |why: &str| {
            StoreError::Unusable(format!(
                "{why}; a database address looks like postgres://USER:PASSWORD@HOST:PORT/DATABASE"
            ))
        };
        if !is_address(url) {
            return Err(unusable("the database address does not begin with postgres://"));
        }
        let options = PgConnectOptions::from_str(url)
            .map_err(|error| unusable(&format!("the database address is invalid: {error}")))?
            .disable_statement_logging();
        let place = match options.get_socket() {
            Some(socket) => format!("{}:{}", socket.display(), options.get_port()),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        let database = options.get_database().unwrap_or(options.get_username());
        let shown = format!("postgres://{}@{place}/{database}", options.get_username());
        Ok(Address { options, shown })
    }

    /// The address without its password.
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }

    pub(super) fn options(&self, purpose: Purpose) -> PgConnectOptions {
        let name = if purpose == Purpose::Serve { SERVING } else { MAINTAINING };
        self.options.clone().application_name(name)
    }

    /// A new connection, ready for use.
    pub(super) async fn connect(&self, purpose: Purpose) -> Result<PgConnection, sqlx::Error> {
        let connecting = async {
            let mut conn = self.options(purpose).connect().await?;
            set_up(&mut conn, purpose).await?;
            Ok(conn)
        };
        match tokio::time::timeout(CONNECTING, connecting).await {
            Ok(connected) => connected,
            Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())),
        }
    }
}

/// Does a text name a database server rather than a file?
pub fn is_address(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

/// A database address without its password, for people to read.
pub fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let authority = match authority.rsplit_once('@') {
        Some((user, host)) => format!("{}@{host}", user.split(':').next().unwrap_or_default()),
        None => authority.to_owned(),
    };
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let query: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("password=")).collect();
    let query = if query.concat().is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    format!("{scheme}://{authority}{path}{query}")
}

/// What every connection sets first.
pub(super) async fn set_up(conn: &mut PgConnection, purpose: Purpose) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(SESSION).execute(&mut *conn).await?;
    if purpose == Purpose::Serve {
        sqlx::raw_sql(SERVE).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Connects to a database and brings its schema up to date. Refuses, with a sentence, one that cannot hold a store.
pub(super) async fn open(address: &Address, purpose: Purpose) -> Result<PgConnection, StoreError> {
    let shown = address.shown();
    let mut conn = address
        .connect(purpose)
        .await
        .map_err(|error| StoreError::Unusable(format!("cannot connect to {shown}: {error}")))?;
    suits(&mut conn, shown).await?;
    let locked = lock(&mut conn, true).await.map_err(fault);
    let prepared = match locked {
        Ok(()) => prepare(&mut conn, shown).await,
        Err(error) => Err(error),
    };
    // The lock ends with the connection if this fails.
    let _ = lock(&mut conn, false).await;
    prepared.map(|()| conn)
}

/// One server at a time creates the schema or changes it.
async fn lock(conn: &mut PgConnection, taken: bool) -> Result<(), sqlx::Error> {
    let sql = match taken {
        true => "SELECT pg_advisory_lock(hashtextextended('floe.schema', 0))",
        false => "SELECT pg_advisory_unlock(hashtextextended('floe.schema', 0))",
    };
    sqlx::raw_sql(sql).execute(conn).await.map(drop)
}

/// Checks what the guarantees of a store depend on.
async fn suits(conn: &mut PgConnection, shown: &str) -> Result<(), StoreError> {
    let (version, encoding, fsync, is_standby): (i32, String, String, bool) = sqlx::query_as(
        "SELECT current_setting('server_version_num')::INTEGER, current_setting('server_encoding'), \
         current_setting('fsync'), pg_is_in_recovery()",
    )
    .fetch_one(conn)
    .await
    .map_err(fault)?;
    let refused = |why: &str| Err(StoreError::Unusable(format!("{shown} cannot be used: {why}")));
    match () {
        () if version < OLDEST => {
            refused(&format!("it is PostgreSQL {}; {} or later is needed", version / 10_000, OLDEST / 10_000))
        }
        () if encoding != "UTF8" => {
            refused(&format!("its encoding is {encoding}; create the database with ENCODING 'UTF8'"))
        }
        () if fsync != "on" => {
            refused("fsync is off, so that a power cut loses what was acknowledged; set fsync = on")
        }
        () if is_standby => refused("it is a standby, which accepts no writes; name the primary"),
        () => Ok(()),
    }
}

async fn prepare(conn: &mut PgConnection, shown: &str) -> Result<(), StoreError> {
    known(conn, shown).await?;
    let exists: bool = sqlx::query_scalar("SELECT to_regnamespace('floe') IS NOT NULL")
        .fetch_one(&mut *conn)
        .await
        .map_err(fault)?;
    if !exists {
        sqlx::raw_sql("CREATE SCHEMA floe").execute(&mut *conn).await.map_err(fault)?;
    }
    // `run` would keep the future from being sent between threads.
    MIGRATIONS
        .run_direct(None, conn, false)
        .await
        .map_err(|error| StoreError::Failed(format!("cannot migrate the schema of {shown}: {error}")))
}

/// Refuses a schema of a newer Floe.
async fn known(conn: &mut PgConnection, shown: &str) -> Result<(), StoreError> {
    let found = schema(conn).await.map_err(fault)?;
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    if found > newest {
        return Err(StoreError::Unusable(format!(
            "{shown} was written by a newer Floe (schema {found}; this one supports up to {newest}); use that version, \
             or restore an earlier backup"
        )));
    }
    Ok(())
}

/// The version of a database's schema; zero if it has none yet.
async fn schema(conn: &mut PgConnection) -> Result<i64, sqlx::Error> {
    let exists: bool = sqlx::query_scalar("SELECT to_regclass('floe._sqlx_migrations') IS NOT NULL")
        .fetch_one(&mut *conn)
        .await?;
    if !exists {
        return Ok(0);
    }
    sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM floe._sqlx_migrations").fetch_one(conn).await
}

/// Connects to a database that holds a store already, to read it.
pub(super) async fn inspect(address: &Address) -> Result<PgConnection, StoreError> {
    let shown = address.shown();
    let mut conn = address
        .connect(Purpose::Maintain)
        .await
        .map_err(|error| StoreError::Unusable(format!("cannot connect to {shown}: {error}")))?;
    known(&mut conn, shown).await?;
    if schema(&mut conn).await.map_err(fault)? == 0 {
        return Err(StoreError::Unusable(format!("{shown} holds no Floe store")));
    }
    Ok(conn)
}

/// Refuses a database that servers are using.
pub(super) async fn must_be_unused(conn: &mut PgConnection, shown: &str) -> Result<(), StoreError> {
    let serving: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
    )
    .bind(SERVING)
    .fetch_one(conn)
    .await
    .map_err(fault)?;
    if serving > 0 {
        return Err(StoreError::Unusable(format!(
            "{shown} is in use by a server; stop every server that uses it first"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_migration_in_the_folder_is_listed_with_its_number() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
        crate::migrations::compare(&folder, &MIGRATIONS);
    }

    #[test]
    fn passwords_are_left_out() {
        for (url, shown) in [
            ("postgres://ann:secret@db:5433/floe", "postgres://ann@db:5433/floe"),
            ("postgres://ann:se@cret@db/floe?sslmode=require", "postgres://ann@db/floe?sslmode=require"),
            ("postgres://db/floe?password=secret", "postgres://db/floe"),
            ("postgres://db?user=ann&password=secret&host=/run", "postgres://db?user=ann&host=/run"),
            ("", ""),
        ] {
            assert_eq!(without_password(url), shown);
        }
    }

    #[test]
    fn addresses() {
        let shown = |url| Address::parse(url).map(|address| address.shown().to_owned());
        assert_eq!(shown("postgres://ann:secret@db:5433/floe").unwrap(), "postgres://ann@db:5433/floe");
        assert_eq!(
            shown("postgresql://ann@localhost/floe?host=/run/postgresql").unwrap(),
            "postgres://ann@/run/postgresql:5432/floe"
        );
        for invalid in ["floe.db", "postgres://ann:secret@db:many/floe", "mysql://ann:secret@db/floe"] {
            let error = shown(invalid).unwrap_err().to_string();
            assert!(error.contains("postgres://USER") && !error.contains("secret"), "{error}");
        }
    }
}
