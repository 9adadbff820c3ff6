//! `floe match`

use std::path::{Path, PathBuf};

use floe_games::{Record, registry};
use floe_referee::journal::{Journal, JournalEntry, open_for_resume};
use floe_referee::pairing::{Format, PairingPlan};
use floe_referee::report::{Page, Replay, frames_of, result_text, write_page};
use floe_referee::stats::{FinishedGame, Sprt, Summary};
use floe_referee::tournament::{Tournament, TournamentError};
use floe_referee::{Entrant, TimeControl};
use floe_work::Kind;
use serde_json::json;

use crate::args::{BotArgs, GameArgs, RefereeArgs, Refereeing};
use crate::interrupt::interrupted;
use crate::output::{CliResult, Failure, Output};
use crate::progress::{advance, progress};
use crate::workers::{MAX_GIVEN, Workers, WorkersArgs};

/// Play a match and report the result. Players are built-in engines, UGI programs, or bots on a TCP port. Every start
/// is played once for each rotation of the seats; such a set of games is the unit of the statistics.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe match paper-penguins --players random greedy --games 20
  floe match fish --rules players=3 --players random greedy random --games 6
  floe match penguins --players greedy \"Wanderer=cmd:floe engine penguins --level random\" --games 2
  floe match amazons --rules 5x5 --players 1 \"New=cmd:floe engine amazons option.level=2\" --games 2 --report match.html
  floe match penguins --players 6 5 --games 2000 --workers nats://127.0.0.1:4222")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The players: levels (random, greedy, 1 to 10, rating:1200, max, max@200ms), baseline:NAME, cmd:PROGRAM ARGS (UGI), tcp:HOST:PORT;
    /// each with `NAME=` before it to name it, and programs with `option.NAME=VALUE` for their options.
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
    #[command(flatten)]
    workers: WorkersArgs,
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
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    referee: RefereeArgs,
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
    let Refereeing { time_margin, agreement, start_failures, standings } =
        args.referee.or(Refereeing::default());
    let mut tournament = Tournament {
        rules,
        plan: PairingPlan {
            entrants: args.players.len(),
            seats,
            format: Format::RoundRobin { rounds: 1 },
            seed: args.seed,
        },
        entrants: args.players,
        names: Vec::new(),
        control: args.time,
        time_margin,
        agreement,
        start_failures,
        concurrency: usize::from(args.concurrency),
        sprt: args.sprt,
        records: args.journal.is_some() || args.report.is_some(),
        launch: args.bots.launch(),
    };
    // As many rounds as are needed for the number of games.
    let per_round = tournament.plan.schedule(&[])?.fixtures.len().max(1) as u32;
    tournament.plan.format = Format::RoundRobin { rounds: args.games.div_ceil(per_round) };
    let files = Files { journal: args.journal.as_deref(), report: args.report.as_deref() };
    run_tournament(Event::Match, tournament, files, standings, &args.workers, out)
}

/// What is played.
#[derive(Clone, Copy)]
pub enum Event {
    Match,
    Tournament,
}

/// The files of a match or tournament.
#[derive(Clone, Copy)]
pub struct Files<'a> {
    pub journal: Option<&'a Path>,
    pub report: Option<&'a Path>,
}

/// Plays a match or tournament, resuming from its journal, and reports the result. When it is interrupted or a program
/// cannot be started, what has been played is reported all the same.
pub fn run_tournament(
    event: Event,
    mut tournament: Tournament,
    files: Files<'_>,
    standings: Option<u32>,
    workers: &WorkersArgs,
    out: &mut Output,
) -> CliResult {
    tournament.check()?;
    check_report(files)?;
    let workers = connect(&mut tournament, workers)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Usage(format!("cannot start threads: {error}")))?;
    let introduced = runtime.block_on(async {
        tokio::select! {
            introduced = tournament.introduce() => introduced.map_err(early_end),
            () = interrupted() => Err(Failure::Negative("interrupted".into())),
        }
    });
    introduced?;
    let (journal, finished) = match files.journal {
        None => (None, Vec::new()),
        Some(path) => open_journal(path, &mut tournament)?,
    };
    // Without a journal the games for the page are held in memory.
    let mut games =
        Games { finished, entries: Vec::new(), kept: files.report.is_some() && files.journal.is_none() };
    let played = play(&runtime, &tournament, journal, standings, workers.as_ref(), &mut games, out);
    if let Some(workers) = workers {
        workers.close();
    }
    let summary = tournament.summary(&games.finished)?;
    // The numbers first: they must be printed even if the page cannot be written.
    if out.json {
        out.value(&json!({"summary": summary}))?;
    } else if played.is_ok() || !games.finished.is_empty() {
        out.text(&summary.to_text())?;
    }
    out.flush()?;
    if let Some(page) = files.report {
        write_report(event, &tournament, &summary, files.journal, games.entries, page)?;
    }
    played
}

/// The workers that play, if they are to. Programs run on this machine alone.
fn connect(tournament: &mut Tournament, workers: &WorkersArgs) -> Result<Option<Workers>, Failure> {
    let Some(url) = &workers.url else { return Ok(None) };
    if let Some(program) = tournament.entrants.iter().find(|entrant| entrant.is_program()) {
        return Err(Failure::Usage(format!(
            "{program} is a program on this machine, and workers play only with built-in players; leave out --workers"
        )));
    }
    tournament.concurrency = MAX_GIVEN;
    Workers::connect(url, Kind::Game).map(Some)
}

/// Why a run ended before its last game.
fn early_end(error: TournamentError) -> Failure {
    match error {
        TournamentError::NotStarted { .. } => {
            Failure::Negative(format!("{error} (--start-failures forfeit: play on without it)"))
        }
        TournamentError::Refused(refusal) => Failure::from(refusal),
    }
}

/// Checks before the first game that the page can be written and is not the journal.
fn check_report(files: Files<'_>) -> CliResult {
    let Some(page) = files.report else { return Ok(()) };
    let same =
        |a: &Path, b: &Path| a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b));
    if files.journal.is_some_and(|journal| same(journal, page)) {
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
    tournament: &mut Tournament,
) -> Result<(Option<Journal>, Vec<FinishedGame>), Failure> {
    let failed =
        |error: floe_referee::journal::JournalError| Failure::Usage(format!("{}: {error}", path.display()));
    let (description, names) = (tournament.description(), &tournament.names);
    if !path.exists() {
        return Ok((Some(Journal::create(path, &description, names).map_err(failed)?), Vec::new()));
    }
    let (journal, resumed) = open_for_resume(path, &description, names).map_err(failed)?;
    // Players keep the names of the first start, so that all games of the journal have the same.
    if resumed.names.len() == tournament.names.len() {
        tournament.names = resumed.names;
    }
    eprintln!("floe: resuming after {} games in the journal", resumed.finished.len());
    Ok((Some(journal), resumed.finished))
}

/// The games of a run.
struct Games {
    finished: Vec<FinishedGame>,
    /// The complete games of this run, where they are kept.
    entries: Vec<JournalEntry>,
    kept: bool,
}

/// Plays the games that are not finished and adds them, also when it ends early.
fn play(
    runtime: &tokio::runtime::Runtime,
    tournament: &Tournament,
    journal: Option<Journal>,
    standings: Option<u32>,
    workers: Option<&Workers>,
    games: &mut Games,
    out: &mut Output,
) -> CliResult {
    let bar = progress("[{bar:40}] {pos}/{len} games {elapsed}");
    let mut written = Ok(());
    let before = games.finished.clone();
    let mut on_game = |entry: &JournalEntry, done: usize, all: usize| {
        advance(&bar, done, all);
        games.finished.push(entry.finished.clone());
        if games.kept {
            games.entries.push(entry.clone());
        }
        if out.json && written.is_ok() {
            let seats = entry.finished.seats.iter();
            let players: Vec<&str> = seats.map(|&entrant| tournament.names[entrant].as_str()).collect();
            let mut game = json!({"game": entry.finished, "players": players});
            if entry.adjudicated {
                game["adjudicated"] = json!(true);
            }
            written = out.value(&game).and_then(|()| out.flush());
        }
        let due = standings.is_some_and(|every| done.is_multiple_of(every as usize) && done < all);
        if due && written.is_ok() {
            written = show_standings(tournament, &games.finished, all, &bar, out);
        }
    };
    // A signal drops the games, which stops every program they started.
    let runtime = workers.map_or(runtime, Workers::runtime);
    let run = async {
        match workers {
            None => tournament.run(journal, before, &mut on_game).await,
            Some(workers) => {
                tournament.run_elsewhere(|order| workers.give(order), journal, before, &mut on_game).await
            }
        }
    };
    let played = runtime.block_on(async {
        tokio::select! {
            played = run => Some(played),
            () = interrupted() => None,
        }
    });
    bar.finish_and_clear();
    written?;
    match played {
        Some(Ok(_)) => Ok(()),
        Some(Err(error)) => Err(early_end(error)),
        None => Err(Failure::Negative(format!(
            "interrupted after {} games; with a journal the same command resumes from here",
            games.finished.len()
        ))),
    }
}

/// The standings before the end.
fn show_standings(
    tournament: &Tournament,
    finished: &[FinishedGame],
    all: usize,
    bar: &indicatif::ProgressBar,
    out: &mut Output,
) -> CliResult {
    let summary = tournament.summary(finished)?;
    if out.json {
        return out.value(&json!({"standings": summary})).and_then(|()| out.flush());
    }
    bar.suspend(|| eprint!("standings after {} of {all} games\n{}\n", finished.len(), summary.to_text()));
    Ok(())
}

/// The result page, game by game: from the journal, or those of this run.
fn write_report(
    event: Event,
    tournament: &Tournament,
    summary: &Summary,
    journal: Option<&Path>,
    entries: Vec<JournalEntry>,
    page: &Path,
) -> CliResult {
    let failed = |error: String| Failure::Usage(format!("{}: {error}", page.display()));
    let mut games: Vec<Replay> = entries.into_iter().filter_map(replay).collect();
    if let Some(journal) = journal {
        let read = floe_referee::journal::games(journal, &mut |entry| {
            games.extend(replay(entry));
            Ok(())
        });
        read.map_err(|error| failed(error.to_string()))?;
    }
    games.sort_by_key(|game| game.fixture);
    let title = match event {
        Event::Match => "Floe: a match",
        Event::Tournament => "Floe: a tournament",
    };
    let facts = facts(event, tournament)?;
    let about = Page { title, facts: &facts, summary };
    let draft = draft_of(page);
    let file = std::fs::File::create(&draft).map_err(|error| failed(error.to_string()))?;
    let mut file = std::io::BufWriter::new(file);
    write_page(&mut file, &about, games).map_err(|error| failed(error.to_string()))?;
    std::io::Write::flush(&mut file).map_err(|error| failed(error.to_string()))?;
    std::fs::rename(&draft, page).map_err(|error| failed(error.to_string()))
}

/// A game of the page; only those with a record can be shown.
fn replay(entry: JournalEntry) -> Option<Replay> {
    let record: Record = entry.record?;
    Some(Replay {
        fixture: entry.finished.fixture,
        seats: entry.finished.seats,
        result: result_text(&record, &entry.finished.faults, entry.adjudicated),
        frames: frames_of(&record).unwrap_or_default(),
    })
}

/// What was played: the game, the rules that differ from its own, the clocks, the format.
fn facts(event: Event, tournament: &Tournament) -> Result<Vec<(String, String)>, Failure> {
    let game = registry::find(tournament.rules.game)?;
    let defaults = game.default_rules();
    let changed = tournament.rules.iter().filter(|(name, value)| *value != defaults.get(name));
    let changed: Vec<String> = changed.map(|(name, value)| format!("{name}={value}")).collect();
    let mut facts = vec![("game".to_owned(), game.name.to_owned())];
    if !changed.is_empty() {
        facts.push(("rules".into(), changed.join(", ")));
    }
    facts.push(("time".into(), tournament.control.to_string()));
    if let Event::Tournament = event {
        facts.push(("format".into(), tournament.plan.format.to_string()));
    }
    Ok(facts)
}
