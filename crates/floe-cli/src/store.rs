//! `floe store`

use std::path::PathBuf;

use floe_store::{Progress, StoreError};
use serde_json::json;

use crate::output::{CliResult, Failure, Output};
use crate::progress::progress;
use crate::serve::runtime;

/// Maintain a server's database file.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe store verify
  floe store verify --data games.db --json")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Verify(Verify),
}

/// Check a database file completely: its structure, every entry of its log, and the high-water mark and the seal stored
/// with it. The server may be running.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 if the file is intact, 1 if it is damaged, 2 if there is nothing to check.

Examples:
  floe store verify
  floe store verify --data games.db --json")]
struct Verify {
    /// The database file.
    #[arg(long, default_value = "floe.db")]
    data: PathBuf,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    match args.command {
        Command::Verify(args) => verify(args, out),
    }
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
        Err(StoreError::Damaged(damage)) => {
            if out.json {
                out.value(&json!({
                    "sound": false,
                    "damage": damage.what,
                    "remedy": damage.remedy,
                    "sound_entries": damage.sound,
                }))?;
                out.flush()?;
            }
            return Err(Failure::Negative(damage.to_string()));
        }
        Err(error) => return Err(Failure::Usage(error.to_string())),
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
