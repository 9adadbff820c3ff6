//! `floe store`

use std::path::PathBuf;

use floe_store::{CheckedLogs, Progress, StoreError, without_password};
use serde_json::json;

use crate::output::{CliResult, Failure, Output};
use crate::progress::progress;
use crate::serve::runtime;

/// Maintain a server's database.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe store verify
  floe store verify --data games.db --json
  floe store migrate --from floe.db --to postgres://floe@db.example/floe")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Verify(Verify),
    Migrate(Migrate),
}

/// Check a database completely: every entry of its log; of a file also its structure, and the high-water mark and the seal
/// stored with it. The server may be running.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 if the database is intact, 1 if it is damaged, 2 if there is nothing to check.

Examples:
  floe store verify
  floe store verify --data games.db --json
  floe store verify --database-url postgres://floe@db.example/floe")]
struct Verify {
    /// The database file.
    #[arg(long, default_value = "floe.db")]
    data: PathBuf,
    /// The PostgreSQL database to check instead of a file.
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database_url: Option<String>,
}

/// Copy everything from one database to another, which must be empty, and check every log on both sides: from a file to
/// PostgreSQL, or back. No server may use either. If anything fails, the target stays empty.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 if everything was copied, 1 if not.

Examples:
  floe store migrate --from floe.db --to postgres://floe@db.example/floe
  floe store migrate --from postgres://floe@db.example/floe --to floe.db")]
struct Migrate {
    /// The database to copy: a file, or postgres://USER:PASSWORD@HOST:PORT/DATABASE.
    #[arg(long)]
    from: String,
    /// The new one: a file that does not exist, or an empty PostgreSQL database.
    #[arg(long)]
    to: String,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    match args.command {
        Command::Verify(args) => match &args.database_url {
            Some(url) => verify_database(url, out),
            None => verify(args, out),
        },
        Command::Migrate(args) => migrate(args, out),
    }
}

fn migrate(args: Migrate, out: &mut Output) -> CliResult {
    let bar = progress("{msg}, {elapsed}");
    let mut on_progress = |entries| bar.set_message(format!("{entries} entries copied"));
    let migrated = runtime()?.block_on(floe_store::migrate(&args.from, &args.to, &mut on_progress));
    bar.finish_and_clear();
    let CheckedLogs { logs, entries, hash } =
        migrated.map_err(|error| Failure::Negative(error.to_string()))?;
    if out.json {
        return out.value(&json!({ "logs": logs, "entries": entries, "hash": hash }));
    }
    out.line(&format!("{}: {logs} logs, {entries} entries, {hash}", without_password(&args.to)))
}

fn verify_database(url: &str, out: &mut Output) -> CliResult {
    let bar = progress("{msg}, {elapsed}");
    let mut on_progress = |entries| bar.set_message(format!("checking the log: {entries} entries"));
    let checked = runtime()?.block_on(floe_store::check_postgres(url, &mut on_progress));
    bar.finish_and_clear();
    let CheckedLogs { logs, entries, hash } = match checked {
        Ok(checked) => checked,
        Err(error) => return Err(unsound(error, out)?),
    };
    if out.json {
        return out.value(
            &json!({ "sound": true, "logs": logs, "entries": entries, "hash": hash, "checked": ["log"] }),
        );
    }
    out.line(&format!("{}: sound", without_password(url)))?;
    out.line(&format!("logs       {logs}"))?;
    out.line(&format!("entries    {entries}"))?;
    out.line(&format!("hash       {hash}"))
}

/// Reports why a database was not found intact.
fn unsound(error: StoreError, out: &mut Output) -> Result<Failure, Failure> {
    let StoreError::Damaged(damage) = error else { return Ok(Failure::Usage(error.to_string())) };
    if out.json {
        out.value(&json!({
            "sound": false,
            "damage": damage.what,
            "remedy": damage.remedy,
            "sound_entries": damage.sound,
        }))?;
        out.flush()?;
    }
    Ok(Failure::Negative(damage.to_string()))
}

fn verify(args: Verify, out: &mut Output) -> CliResult {
    let bar = progress("{msg}, {elapsed}");
    let mut on_progress = |step| match step {
        Progress::Structure => bar.set_message("checking the structure of the file"),
        Progress::Log { entries, of } => {
            bar.set_message(format!("checking the log: {entries} of {of} entries"))
        }
    };
    let checked = runtime()?.block_on(floe_store::check_with(&args.data, &mut on_progress));
    bar.finish_and_clear();
    let checked = match checked {
        Ok(checked) => checked,
        Err(error) => return Err(unsound(error, out)?),
    };
    let mut parts = vec!["structure", "log"];
    parts.extend(checked.marked.then_some("mark"));
    parts.extend(checked.sealed.map(|_| "seal"));
    if out.json {
        return out.value(&json!({
            "sound": true,
            "entries": checked.entries,
            "hash": checked.hash,
            "checked": parts,
            "sealed": checked.sealed,
        }));
    }
    out.line(&format!("{}: sound", args.data.display()))?;
    out.line(&format!("entries    {}", checked.entries))?;
    out.line(&format!("last hash  {}", checked.hash))?;
    out.line(&format!("checked    {}", parts.join(", ")))?;
    if !checked.marked {
        out.line(
            "The file has no high-water mark, so missing entries at the end of the log would go unnoticed.",
        )?;
    }
    Ok(())
}
