//! `floe serve`, `floe backup`, `floe restore`

use std::path::PathBuf;
use std::sync::Arc;

use floe_server::Config;
use floe_store::{Options, PostgresOptions, PostgresStore, SqliteStore, Store, StoreError};
use tracing_subscriber::EnvFilter;

use crate::args::read_file;
use crate::output::{CliResult, Failure, Output};
use crate::version::version;

/// Run the server with all its data in one file, or in a PostgreSQL database. Acknowledged moves are on disk, so it is
/// safe to kill.
#[derive(clap::Args)]
#[command(after_help = "\
Settings come from --config FILE (TOML), then from the environment (FLOE_LISTEN, FLOE_DATA, FLOE_WEB_DIR …), then from flags;
--print-config shows the effective value of every setting.

Examples:
  floe serve
  floe serve --port 8000 --data games.db
  floe serve --database-url postgres://floe@db.example/floe
  floe serve --set log_format=json --set max_tables_per_user=10 --print-config")]
pub struct Args {
    /// The port to listen on, on this machine only.
    #[arg(long)]
    port: Option<u16>,
    /// The address and port to listen on: 0.0.0.0:7878.
    #[arg(long, conflicts_with = "port")]
    listen: Option<String>,
    /// The database file.
    #[arg(long)]
    data: Option<PathBuf>,
    /// The PostgreSQL database to use instead of a file: postgres://USER:PASSWORD@HOST:PORT/DATABASE. The password may
    /// also come from PGPASSWORD, and the address from FLOE_DATABASE_URL.
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database_url: Option<String>,
    /// NATS, for workers and for several servers on one database: nats://USER:PASSWORD@HOST:PORT, several addresses
    /// separated by commas. They may also come from FLOE_NATS_URL.
    #[arg(long, value_name = "URL")]
    nats_url: Option<String>,
    /// A folder with the web app to serve instead of the built-in one.
    #[arg(long, value_name = "FOLDER")]
    web_dir: Option<PathBuf>,
    /// The configuration file.
    #[arg(long)]
    config: Option<String>,
    /// A setting as name=value; may be repeated.
    #[arg(long)]
    set: Vec<String>,
    /// Print the effective settings and exit.
    #[arg(long)]
    print_config: bool,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let file = match &args.config {
        Some(name) => Some(read_file(name)?),
        None => None,
    };
    let mut settings: Vec<(String, String)> =
        std::env::vars().filter(|(name, _)| name.starts_with("FLOE_")).collect();
    for setting in &args.set {
        let (name, value) = setting
            .split_once('=')
            .ok_or_else(|| Failure::Usage(format!("invalid setting '{setting}'; expected name=value")))?;
        if !Config::default().to_text().lines().any(|line| line.starts_with(&format!("{name} = ")))
            && name != "public_url"
        {
            return Err(Failure::Usage(format!(
                "unknown setting '{name}'; `floe serve --print-config` lists them"
            )));
        }
        settings.push((format!("FLOE_{}", name.to_ascii_uppercase()), value.into()));
    }
    if let Some(port) = args.port {
        settings.push(("FLOE_LISTEN".into(), format!("127.0.0.1:{port}")));
    }
    settings.extend(args.listen.map(|listen| ("FLOE_LISTEN".into(), listen)));
    settings.extend(args.data.map(|data| ("FLOE_DATA".into(), data.display().to_string())));
    settings.extend(args.database_url.map(|url| ("FLOE_DATABASE_URL".into(), url)));
    settings.extend(args.nats_url.map(|url| ("FLOE_NATS_URL".into(), url)));
    settings.extend(args.web_dir.map(|folder| ("FLOE_WEB_DIR".into(), folder.display().to_string())));
    let config = Config::read(file.as_deref(), settings.into_iter()).map_err(Failure::Usage)?;
    let config = Config { version: version(), ..config };
    if args.print_config {
        return out.text(&config.to_text());
    }
    log(&config)?;
    many_files();
    runtime()?.block_on(serve(config, out))
}

pub fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    // The database contains secrets of deals and password hashes, so only its owner may read it.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Negative(format!("cannot start threads: {error}")))
}

fn log(config: &Config) -> CliResult {
    let filter = EnvFilter::try_new(&config.log)
        .map_err(|error| Failure::Usage(format!("log: invalid filter '{}': {error}", config.log)))?;
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr);
    match config.log_format.as_str() {
        "json" => log.json().init(),
        _ => log.init(),
    }
    Ok(())
}

/// Each connection is an open file, and systems allow only a few by default.
pub fn many_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
}

async fn serve(config: Config, out: &mut Output) -> CliResult {
    let store = open_store(&config).await?;
    let address = config.listen;
    let server = floe_server::start(config, store)
        .await
        .map_err(|error| Failure::Negative(format!("cannot serve at {address}: {error}")))?;
    // A program that reads the address may ask the server to stop at once.
    let stopped = stop_signal()?;
    out.line(&format!("http://{}", server.address))?;
    out.flush()?;
    tracing::info!(address = %server.address, resumed = server.resumed, "serving");
    stopped.await;
    tracing::info!("closing");
    server.close().await;
    Ok(())
}

async fn open_store(config: &Config) -> Result<Arc<dyn Store>, Failure> {
    if !config.database_url.is_empty() {
        let opened = PostgresStore::open(&config.database_url, PostgresOptions::default()).await;
        return Ok(Arc::new(opened.map_err(|error| Failure::Negative(error.to_string()))?));
    }
    let opened = SqliteStore::open(&config.data, Options::default()).await;
    let failed = |error: StoreError| Failure::Negative(format!("{}: {error}", config.data.display()));
    Ok(Arc::new(opened.map_err(failed)?))
}

/// Starts listening for stop signals; the returned future waits for one.
fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let failed = |error| Failure::Negative(format!("cannot listen for signals: {error}"));
    let mut terminate = signal(SignalKind::terminate()).map_err(failed)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(failed)?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Copy a server's database to a new file and check it completely. The server may be running.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe backup --data floe.db --to floe-backup.db
  floe backup --database-url postgres://floe@db.example/floe --to floe-backup.db")]
pub struct Backup {
    /// The database file.
    #[arg(long, default_value = "floe.db")]
    data: PathBuf,
    /// The PostgreSQL database to copy instead of a file.
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database_url: Option<String>,
    /// The copy; it must not exist.
    #[arg(long)]
    to: PathBuf,
}

pub fn backup(args: Backup, out: &mut Output) -> CliResult {
    let failed = |error: StoreError| Failure::Negative(error.to_string());
    runtime()?.block_on(async {
        let (entries, hash) = match &args.database_url {
            Some(url) => {
                let copied = floe_store::backup_postgres(url, &args.to).await.map_err(failed)?;
                (copied.entries, copied.hash)
            }
            None => {
                let copied = floe_store::restore(&args.data, &args.to).await.map_err(failed)?;
                (copied.entries, copied.hash)
            }
        };
        out.line(&format!("{}: {entries} entries, {hash}", args.to.display()))
    })
}

/// Restore a backup, or salvage a damaged file. The target must not exist.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe restore --from floe-backup.db --data floe.db
  floe restore --salvage --from damaged.db --data floe.db")]
pub struct Restore {
    /// The backup, or the damaged file.
    #[arg(long)]
    from: PathBuf,
    /// The file to write.
    #[arg(long, default_value = "floe.db")]
    data: PathBuf,
    /// Salvage: keep the intact part of a damaged file.
    #[arg(long)]
    salvage: bool,
}

pub fn restore(args: Restore, out: &mut Output) -> CliResult {
    let failed = |error: StoreError| Failure::Negative(error.to_string());
    runtime()?.block_on(async {
        let message = match args.salvage {
            false => {
                let copied = floe_store::restore(&args.from, &args.data).await.map_err(failed)?;
                format!("{} entries, {}", copied.entries, copied.hash)
            }
            true => {
                let salvaged = floe_store::salvage(&args.from, &args.data).await.map_err(failed)?;
                let of = salvaged.acknowledged.map_or(String::new(), |all| format!(" of {all}"));
                let lost = match salvaged.incomplete.is_empty() {
                    true => String::new(),
                    false => format!("; incomplete: {}", salvaged.incomplete.join(", ")),
                };
                format!(
                    "{}{of} entries salvaged; {} tables aborted, {} lost, {} rating changes reverted{lost}",
                    salvaged.entries, salvaged.aborted, salvaged.dropped, salvaged.ratings
                )
            }
        };
        out.line(&format!("{}: {message}", args.data.display()))
    })
}
