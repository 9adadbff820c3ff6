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
use floe_tui::{DisplayMode, Menu, Model, Occupant, Play, Replay, Session, Update, WatchScreen, line_mode};
use tokio::signal::unix::{SignalKind, signal};

use crate::args::{CaArgs, RulesArgs, read_file};
use crate::output::{CliResult, Failure, Output};

/// Play in the terminal, against engines or with others at the keyboard; replay a recorded game; watch a live table.
/// Press `?` for the keys. Without a terminal the game runs in line mode.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe play                                  choose a game from a menu
  floe play amazons                          against an engine at level 3
  floe play penguins --vs 6 --seed 7         a stronger engine and a fixed deal
  floe play pauper --rules atoll,players=3 --seats me,2,me
  floe play --load game.json                 resume a saved game
  floe play --replay game.json               step through a recorded game with the arrow keys
  floe play --watch http://127.0.0.1:7878/t/abcdefghjkmnpqrs
  echo 'hint' | floe play paper-penguins --rules small --seed 1 --lines")]
pub struct Args {
    /// The game (see `floe games`); without one a menu of games opens. Not needed with a file.
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// The level of the engines you play against; you have the first seat.
    #[arg(long, value_name = "LEVEL", value_parser = Level::parse, conflicts_with = "seats")]
    vs: Option<Level>,
    /// Who plays each seat: `me` or a level.
    #[arg(long, value_name = "me,3,…", value_delimiter = ',', value_parser = Occupant::parse)]
    seats: Option<Vec<Occupant>>,
    /// The seed of the deal (default: random).
    #[arg(long, conflicts_with = "load")]
    seed: Option<u64>,
    /// Resume a saved game, with the same players unless --seats or --vs is given.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["replay", "watch", "rules"])]
    load: Option<String>,
    /// Replay a recorded game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "watch", "rules", "vs", "seats", "seed"])]
    replay: Option<String>,
    /// Watch a table on a server.
    #[arg(long, value_name = "URL", conflicts_with_all = ["game", "rules", "vs", "seats", "seed"])]
    watch: Option<String>,
    #[command(flatten)]
    ca: CaArgs,
    /// Plain ASCII without colours.
    #[arg(long)]
    plain: bool,
    /// Play in line mode, without a full-screen display.
    #[arg(long)]
    lines: bool,
}

/// The time the screen has to restore the terminal when the program is asked to stop.
const GRACE: Duration = Duration::from_secs(1);

/// The default level of the engines.
const DEFAULT_LEVEL: Level = Level::Number(3);

pub fn run(args: Args, _out: &mut Output) -> CliResult {
    let (display, screen) = screen(args.plain, args.lines);
    let (to, updates) = channel();
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
                return printed(line_mode::watch(display, &updates, &mut stdout()));
            }
            Model::Watch(Box::new(WatchScreen::new(url)))
        }
        _ if args.game.is_none() && args.load.is_none() => {
            let other = args.seats.is_some() || args.vs.is_some() || !args.rules.rules.is_empty();
            if other || !screen {
                let games: Vec<&str> = registry::games().map(|game| game.id).collect();
                let why = if other {
                    "--rules, --vs and --seats need a game"
                } else {
                    "the menu of games needs a terminal"
                };
                return Err(Failure::Usage(format!("{why}; name the game: floe play {}", games.join(", "))));
            }
            Model::Menu(Box::new(Menu::new(args.seed.map_or_else(any_seed, Ok)?)))
        }
        _ => {
            return at_table(open_session(&args)?, args.plain, args.lines);
        }
    };
    show(model, display, &updates)
}

/// Plays on the full screen where possible and wanted, otherwise in line mode.
pub fn at_table(session: Session, plain: bool, in_lines: bool) -> CliResult {
    let (display, screen) = screen(plain, in_lines);
    if !screen {
        return printed(line_mode::run(session, display, &mut stdin().lock(), &mut stdout()));
    }
    let (_to, updates) = channel();
    show(Model::Play(Box::new(Play::new(session)?)), display, &updates)
}

/// The display mode, and whether a full screen is available.
fn screen(plain: bool, in_lines: bool) -> (DisplayMode, bool) {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    let display = DisplayMode {
        colour: !plain && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        ascii: plain || dumb,
    };
    (display, !in_lines && !dumb && stdin().is_terminal() && stdout().is_terminal())
}

fn show(model: Model, display: DisplayMode, updates: &Receiver<Update>) -> CliResult {
    let stop = stop_on_signals();
    floe_tui::run(model, display, updates, &stop)
        .map_err(|error| Failure::Negative(format!("the terminal: {error}")))
}

/// The reader of the output may be gone.
fn printed(done: io::Result<()>) -> CliResult {
    done.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::Negative(error.to_string()),
    })
}

/// A flag that is set when a signal asks the program to stop, so that the terminal is restored first.
fn stop_on_signals() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a runtime a signal ends the program at once, as usual.
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
                // If the terminal is gone, reading keys from it may block forever.
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

/// The requested game, new or saved.
fn open_session(args: &Args) -> Result<Session, Failure> {
    if let Some(path) = &args.load {
        let record = record(path)?;
        if let Some(game) = args
            .game
            .as_deref()
            .filter(|game| registry::find(game).is_ok_and(|entry| entry.default_rules().game != record.game))
        {
            return Err(Failure::Usage(format!("{path} contains a game of {}, not {game}", record.game)));
        }
        let seats = record.open()?.seats();
        let occupants = args.seats.clone().or(args.vs.map(|level| against(level, seats)));
        return Session::resume(&record, occupants)
            .map_err(|refusal| Failure::Usage(format!("{path}: {refusal}")));
    }
    let entry = registry::find(args.game.as_deref().unwrap_or_default())?;
    let rules = args.rules.resolve(entry)?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => any_seed()?,
    };
    let occupants = match &args.seats {
        Some(occupants) => occupants.clone(),
        None => against(args.vs.unwrap_or(DEFAULT_LEVEL), seats(&rules)?),
    };
    Ok(Session::begin(entry, &rules, seed, occupants)?)
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

/// A random deal with a short seed that is easy to share.
fn any_seed() -> Result<u64, Failure> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::Negative(format!("cannot draw a random seed: {error}")))?;
    Ok(u64::from(u32::from_le_bytes(bytes) % 1_000_000))
}
