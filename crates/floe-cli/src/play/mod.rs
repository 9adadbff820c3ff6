//! `floe play`

mod watch;

use std::io::{self, IsTerminal, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use floe_engine::Level;
use floe_games::switches::RuleSet;
use floe_games::{Record, registry};
use floe_tui::{DisplayMode, Model, Occupant, Play, Replay, Session, Update, WatchScreen, line_mode};
use tokio::signal::unix::{SignalKind, signal};

use crate::args::{CaArgs, RulesArgs, read_file};
use crate::output::{CliResult, Failure, Output};

/// Play in the terminal, against engines and with others at the keyboard; look through a record; watch a live table.
/// `?` tells the keys. Without a terminal the game is played line by line.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe play amazons                          against an engine of level 3
  floe play penguins --vs 6 --seed 7         a stronger one, and a certain deal
  floe play pauper --rules atoll,players=3 --seats me,2,me
  floe play --load game.json                 go on with a saved game
  floe play --replay game.json               arrows step through a recorded game
  floe play --watch http://127.0.0.1:7878/t/abcdefghjkmnpqrs
  echo 'hint' | floe play paper-penguins --rules small --seed 1 --lines")]
pub struct Args {
    /// The game: see `floe games`. A file says itself which it is.
    #[arg(required_unless_present_any = ["load", "replay", "watch"])]
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// The level of the engines you play against; you have the first seat.
    #[arg(long, value_name = "LEVEL", value_parser = Level::parse, conflicts_with = "seats")]
    vs: Option<Level>,
    /// Who sits where: `me` or a level for each seat.
    #[arg(long, value_name = "me,3,…", value_delimiter = ',', value_parser = Occupant::parse)]
    seats: Option<Vec<Occupant>>,
    /// The seed of the deal; without it a new one.
    #[arg(long, conflicts_with = "load")]
    seed: Option<u64>,
    /// Go on with a saved game; without --seats or --vs those who played before sit down again.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["replay", "watch", "rules"])]
    load: Option<String>,
    /// Look through a recorded game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "watch", "rules", "vs", "seats", "seed"])]
    replay: Option<String>,
    /// Watch a table of a server.
    #[arg(long, value_name = "URL", conflicts_with_all = ["game", "rules", "vs", "seats", "seed"])]
    watch: Option<String>,
    #[command(flatten)]
    ca: CaArgs,
    /// No colours, and letters in the place of signs.
    #[arg(long)]
    plain: bool,
    /// Play line by line, without a screen.
    #[arg(long)]
    lines: bool,
}

/// How long the screen has to give itself back when the program is asked to end.
const GRACE: Duration = Duration::from_secs(1);

/// The level of engines where nothing else is said.
const USUAL: Level = Level::Number(3);

pub fn run(args: Args, out: &mut Output) -> CliResult {
    if out.json {
        return Err(Failure::Usage(
            "floe play is for people and has no JSON; for programs there are floe engine and floe trace"
                .into(),
        ));
    }
    let (look, screen) = screen(args.plain, args.lines);
    let (to, news) = channel();
    let model = match (&args.replay, &args.watch) {
        (Some(path), _) => {
            if !screen {
                return Err(Failure::Usage(format!(
                    "--replay needs a terminal; floe replay {path} prints the game"
                )));
            }
            let replay = Replay::new(record(path)?);
            let replay = replay.map_err(|refusal| Failure::Negative(format!("{path}: {refusal}")))?;
            Model::Replay(Box::new(replay))
        }
        (_, Some(url)) => {
            watch::start(url, args.ca.file(), to).map_err(Failure::Usage)?;
            if !screen {
                return printed(line_mode::watch(look, &news, &mut stdout()));
            }
            Model::Watch(Box::new(WatchScreen::new(url)))
        }
        _ => {
            return at_table(sit_down(&args)?, args.plain, args.lines);
        }
    };
    show(model, look, &news)
}

/// Plays on a screen where there is one and it is wanted, otherwise line by line.
pub fn at_table(session: Session, plain: bool, in_lines: bool) -> CliResult {
    let (look, screen) = screen(plain, in_lines);
    if !screen {
        return printed(line_mode::run(session, look, &mut stdin().lock(), &mut stdout()));
    }
    let (_to, news) = channel();
    show(Model::Play(Box::new(Play::new(session)?)), look, &news)
}

/// What things look like, and whether there is a screen to show them on.
fn screen(plain: bool, in_lines: bool) -> (DisplayMode, bool) {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    let look = DisplayMode {
        colour: !plain && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        ascii: plain || dumb,
    };
    (look, !in_lines && !dumb && stdin().is_terminal() && stdout().is_terminal())
}

fn show(model: Model, look: DisplayMode, news: &Receiver<Update>) -> CliResult {
    let stop = stop_on_signals();
    floe_tui::run(model, look, news, &stop)
        .map_err(|error| Failure::Negative(format!("the terminal: {error}")))
}

/// What is printed may find nobody who reads it any more.
fn printed(done: io::Result<()>) -> CliResult {
    done.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::Negative(error.to_string()),
    })
}

/// A flag that is set when somebody asks the program to end: the screen is given back first.
fn stop_on_signals() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a runtime a signal ends the program at once, as it always did.
    if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
        std::thread::spawn(move || {
            runtime.block_on(async {
                let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
                let [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] = kinds.map(signal) else {
                    return;
                };
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                    _ = hangup.recv() => {}
                }
                flag.store(true, Ordering::Relaxed);
                // Where the terminal itself is gone, reading keys from it may never come back.
                tokio::time::sleep(GRACE).await;
                std::process::exit(1);
            });
        });
    }
    stop
}

fn record(path: &str) -> Result<Record, Failure> {
    Record::parse(&read_file(path)?).map_err(|refusal| Failure::Usage(format!("{path}: {refusal}")))
}

/// The game that was asked for, new or saved.
fn sit_down(args: &Args) -> Result<Session, Failure> {
    if let Some(path) = &args.load {
        let record = record(path)?;
        if let Some(game) = args
            .game
            .as_deref()
            .filter(|game| registry::find(game).is_ok_and(|entry| entry.default_rules().game != record.game))
        {
            return Err(Failure::Usage(format!("{path} holds a game of {}, not of {game}", record.game)));
        }
        let seats = record.open()?.seats();
        let sitters = args.seats.clone().or(args.vs.map(|level| against(level, seats)));
        return Session::resume(&record, sitters)
            .map_err(|refusal| Failure::Usage(format!("{path}: {refusal}")));
    }
    let entry = registry::find(args.game.as_deref().unwrap_or_default())?;
    let rules = args.rules.resolve(entry)?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => any_seed()?,
    };
    let sitters = match &args.seats {
        Some(sitters) => sitters.clone(),
        None => against(args.vs.unwrap_or(USUAL), seats(&rules)?),
    };
    Ok(Session::begin(entry, &rules, seed, sitters)?)
}

/// One person against engines.
fn against(level: Level, seats: usize) -> Vec<Occupant> {
    (0..seats).map(|seat| if seat == 0 { Occupant::Me } else { Occupant::Engine(level) }).collect()
}

fn seats(rules: &RuleSet) -> Result<usize, Failure> {
    struct Seats;
    impl registry::Visitor for Seats {
        type Output = usize;
        fn visit<G: floe_games::Game>(self, rules: G::Rules) -> usize {
            G::seats(&rules)
        }
    }
    Ok(registry::visit(rules, Seats)?)
}

/// A deal nobody has seen; short, so that it can be told.
fn any_seed() -> Result<u64, Failure> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::Negative(format!("no seed can be drawn: {error}")))?;
    Ok(u64::from(u32::from_le_bytes(bytes) % 1_000_000))
}
