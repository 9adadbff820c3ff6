//! `floe match`

use std::path::{Path, PathBuf};

use floe_referee::journal::{Journal, JournalEntry, open_for_resume};
use floe_referee::pairing::{Format, PairingPlan};
use floe_referee::report::{Page, Replay, frames_of, write_page};
use floe_referee::stats::{FinishedGame, Sprt, Summary};
use floe_referee::tournament::Tournament;
use floe_referee::{Entrant, TimeControl};
use serde_json::json;

use crate::args::{BotArgs, GameArgs};
use crate::interrupt::interrupted;
use crate::output::{CliResult, Failure, Output};
use crate::progress::{advance, progress};

/// Play a match and report the result. Players are built-in engines, UGI programs, or bots on a TCP port. Every start
/// is played once for each rotation of the seats; such a set of games is the unit of the statistics.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe match paper-penguins --players random greedy --games 20
  floe match fish --rules players=3 --players random greedy random --games 6
  floe match penguins --players greedy \"cmd:floe engine penguins --level random\" --games 2")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The players: levels (random, greedy, 1 to 10, max, max@200ms), baseline:NAME, cmd:PROGRAM ARGS (UGI), tcp:HOST:PORT.
    #[arg(long, num_args = 2.., required = true, value_parser = Entrant::parse)]
    players: Vec<Entrant>,
    /// Minimum number of games; sets are always completed.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Time: 1s or 200ms per move, or 60+0.5 per game, optionally with /5s of overage.
    #[arg(long, default_value = "1s", value_parser = TimeControl::parse)]
    time: TimeControl,
    /// Number of games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// The seed of the starts.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Stop as soon as a sequential test (SPRT) decides whether the first player is stronger than the second by ELO0 or
    /// by ELO1.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// Append each finished game to this journal. An interrupted match resumes from it.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write a result page with all games to replay, as one HTML file.
    #[arg(long, value_name = "FILE", requires = "journal")]
    report: Option<PathBuf>,
    #[command(flatten)]
    bots: BotArgs,
}

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    let [elo0, elo1] = numbers[..] else { return Err("expected two numbers such as 0,5".into()) };
    let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
    sprt.check().map(|()| sprt).map_err(|refusal| refusal.to_string())
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (_, rules) = args.game.resolve()?;
    let seats = floe_games::open(&rules, floe_games::Start::Seed(args.seed))?.seats();
    let mut tournament = Tournament {
        rules,
        plan: PairingPlan {
            entrants: args.players.len(),
            seats,
            format: Format::RoundRobin { rounds: 1 },
            seed: args.seed,
        },
        entrants: args.players,
        control: args.time,
        concurrency: usize::from(args.concurrency),
        sprt: args.sprt,
        records: args.journal.is_some(),
        launch: args.bots.launch(),
    };
    // As many rounds as are needed for the number of games.
    let per_round = tournament.plan.schedule(&[])?.fixtures.len().max(1) as u32;
    tournament.plan.format = Format::RoundRobin { rounds: args.games.div_ceil(per_round) };
    tournament.plan.check()?;
    run_tournament(&tournament, args.journal.as_deref(), args.report.as_deref(), out)
}

/// Plays a match or tournament, resuming from its journal, and reports the result.
pub fn run_tournament(
    tournament: &Tournament,
    path: Option<&Path>,
    report: Option<&Path>,
    out: &mut Output,
) -> CliResult {
    if let (Some(journal), Some(page)) = (path, report) {
        check_report(journal, page)?;
    }
    let (journal, finished) = match path {
        None => (None, Vec::new()),
        Some(path) => open_journal(path, tournament)?,
    };
    let finished = play(tournament, journal, finished, out)?;
    let summary = Summary::new(&tournament.names(), &finished, tournament.sprt.as_ref());
    // The numbers first: they must be printed even if the page cannot be written.
    if out.json {
        out.value(&json!({"summary": summary}))?;
    } else {
        out.text(&summary.to_text())?;
    }
    out.flush()?;
    match (path, report) {
        (Some(journal), Some(page)) => write_report(tournament, &summary, journal, page),
        _ => Ok(()),
    }
}

/// Checks before the first game that the page can be written and is not the journal.
fn check_report(journal: &Path, page: &Path) -> CliResult {
    let same =
        |a: &Path, b: &Path| a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b));
    if same(journal, page) {
        return Err(Failure::Usage(format!("{}: the report would overwrite the journal", page.display())));
    }
    let draft = draft_of(page);
    std::fs::File::create(&draft).map_err(|error| Failure::Usage(format!("{}: {error}", draft.display())))?;
    Ok(())
}

/// A page is written to a draft file next to it and then renamed, so that half a page is never visible.
fn draft_of(page: &Path) -> PathBuf {
    let mut name = page.file_name().unwrap_or_default().to_owned();
    name.push(".draft");
    page.with_file_name(name)
}

fn open_journal(
    path: &Path,
    tournament: &Tournament,
) -> Result<(Option<Journal>, Vec<FinishedGame>), Failure> {
    let failed =
        |error: floe_referee::journal::JournalError| Failure::Usage(format!("{}: {error}", path.display()));
    if !path.exists() {
        return Ok((Some(Journal::create(path, &tournament.description()).map_err(failed)?), Vec::new()));
    }
    let (journal, resumed) = open_for_resume(path, &tournament.description()).map_err(failed)?;
    eprintln!("floe: resuming after {} games in the journal", resumed.finished.len());
    Ok((Some(journal), resumed.finished))
}

fn play(
    tournament: &Tournament,
    journal: Option<Journal>,
    finished: Vec<FinishedGame>,
    out: &mut Output,
) -> Result<Vec<FinishedGame>, Failure> {
    let bar = progress("[{bar:40}] {pos}/{len} games {elapsed}");
    let mut written = Ok(());
    let json = out.json;
    let mut on_game = |entry: &JournalEntry, done: usize, all: usize| {
        advance(&bar, done, all);
        if json && written.is_ok() {
            written = out.value(&json!({"game": entry.finished})).and_then(|()| out.flush());
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Usage(format!("cannot start threads: {error}")))?;
    // A signal drops the games, which stops every program they started.
    let played = runtime.block_on(async {
        tokio::select! {
            played = tournament.run(journal, finished, &mut on_game) => Some(played),
            () = interrupted() => None,
        }
    });
    bar.finish_and_clear();
    written?;
    match played {
        Some(played) => Ok(played?),
        None => {
            Err(Failure::Negative("interrupted; with a journal the same command resumes from here".into()))
        }
    }
}

/// The result page, game by game from the journal.
fn write_report(tournament: &Tournament, summary: &Summary, journal: &Path, page: &Path) -> CliResult {
    let failed = |error: String| Failure::Usage(format!("{}: {error}", page.display()));
    let mut games = Vec::new();
    let read = floe_referee::journal::games(journal, &mut |entry| {
        let Some(record) = entry.record else { return Ok(()) };
        let outcome = record.result.as_ref();
        let winners = outcome.map(|outcome| outcome.winners.iter().map(|seat| format!("seat {seat}")));
        let winners = winners.map(|winners| winners.collect::<Vec<_>>().join(" and ")).unwrap_or_default();
        let reason = outcome.map(|outcome| outcome.reason.clone()).unwrap_or_default();
        games.push(Replay {
            fixture: entry.finished.fixture,
            seats: entry.finished.seats.clone(),
            result: format!("{winners} ({reason})"),
            frames: frames_of(&record).unwrap_or_default(),
        });
        Ok(())
    });
    read.map_err(|error| failed(error.to_string()))?;
    games.sort_by_key(|game| game.fixture);
    let facts = [("game".to_owned(), tournament.rules.game.to_owned())];
    let about = Page { title: "Floe: a match", facts: &facts, summary };
    let draft = draft_of(page);
    let file = std::fs::File::create(&draft).map_err(|error| failed(error.to_string()))?;
    let mut file = std::io::BufWriter::new(file);
    write_page(&mut file, &about, games).map_err(|error| failed(error.to_string()))?;
    std::io::Write::flush(&mut file).map_err(|error| failed(error.to_string()))?;
    std::fs::rename(&draft, page).map_err(|error| failed(error.to_string()))
}
