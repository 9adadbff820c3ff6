//! `floe puzzle`

mod find;

use std::time::{SystemTime, UNIX_EPOCH};

use floe_engine::puzzle::{Goal, Puzzle, bundled, daily, daily_any_game, day_number};
use floe_games::Viewer;
use floe_games::registry::games;
use floe_tui::Session;
use serde_json::json;

use crate::args::RulesArgs;
use crate::output::{CliResult, Failure, Output};

/// Positions with exactly one right move, proved against all alternatives: the puzzle of the day, all puzzles of a
/// game, finding new ones, and checking the proofs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe puzzle                               number of puzzles for each game
  floe puzzle amazons                       the puzzle of the day
  floe puzzle --today --date 2026-03-14     the puzzle of that day, from all games
  floe puzzle penguins --list
  floe puzzle penguins --show 7 --solution
  floe puzzle penguins --play               solve today's puzzle; add a number for another
  echo solution | floe puzzle penguins --play 7 --lines
  floe puzzle fish --find 2 --seed 5 --rules rows=3,cols=4,pieces=2,fish=random:3 --out new.jsonl
  floe puzzle --check new.jsonl             check every proof
  floe puzzle montauk --check               check the bundled puzzles; without a game, all of them (minutes)")]
pub struct Args {
    /// The game (see `floe games`).
    game: Option<String>,
    /// List the puzzles of the game.
    #[arg(long, group = "what", requires = "game")]
    list: bool,
    /// Show a puzzle by its number or id.
    #[arg(long, group = "what", value_name = "N", requires = "game")]
    show: Option<String>,
    /// Show the puzzle of the day; without a game, the one chosen from all games.
    #[arg(long, group = "what")]
    today: bool,
    /// Solve a puzzle given by number or id (default: the puzzle of the day), on the full screen or in line mode.
    #[arg(long, group = "what", value_name = "N", requires = "game", num_args = 0..=1)]
    play: Option<Option<String>>,
    /// The day, such as 2026-03-14 (default: today).
    #[arg(long, value_name = "DATE", conflicts_with_all = ["list", "show", "find", "check"])]
    date: Option<String>,
    /// Show the solution.
    #[arg(long, conflicts_with_all = ["find", "check"])]
    solution: bool,
    /// With --play: plain ASCII without colours.
    #[arg(long, requires = "play")]
    plain: bool,
    /// With --play: line mode, without a full-screen display.
    #[arg(long, requires = "play")]
    lines: bool,
    /// Find N new puzzles in self-play games.
    #[arg(long, group = "what", value_name = "N", requires_all = ["game", "out"], value_parser = clap::value_parser!(u16).range(1..=9999))]
    find: Option<u16>,
    /// Check every proof in a file of puzzles (default: the bundled puzzles of the game, or of all games).
    #[arg(long, group = "what", value_name = "FILE", num_args = 0..=1)]
    check: Option<Option<String>>,
    #[command(flatten)]
    new: find::Args,
    #[command(flatten)]
    rules: RulesArgs,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    if !args.rules.rules.is_empty() && args.find.is_none() {
        return Err(Failure::Usage("--rules is only for --find; a puzzle contains its rules".into()));
    }
    if let Some(file) = &args.check {
        return match (file, args.game.as_deref()) {
            (Some(_), Some(_)) => Err(Failure::Usage(
                "a file of puzzles contains the games; give --check either a file or a game".into(),
            )),
            (Some(path), None) => find::check_file(path, out),
            (None, Some(game)) => find::check(game, &bundled(game)?, out),
            (None, None) => {
                let puzzles: Result<Vec<_>, _> = games().map(|game| bundled(game.id)).collect();
                find::check("the bundled puzzles", &puzzles?.concat(), out)
            }
        };
    }
    let Some(game) = args.game.as_deref() else {
        return match args.today || args.date.is_some() {
            true => show(&daily_any_game(day(args.date.as_deref())?)?, args.solution, out),
            false => count(out),
        };
    };
    if let Some(wanted) = args.find {
        return find::find(game, usize::from(wanted), &args.rules, &args.new, out);
    }
    if args.list {
        return list(&bundled(game)?, out);
    }
    let which = args.show.as_ref().or(args.play.as_ref().and_then(Option::as_ref));
    let puzzle = match which {
        Some(which) => chosen(game, which)?,
        None => daily(game, day(args.date.as_deref())?)?,
    };
    if args.play.is_some() {
        if out.json {
            return Err(Failure::Usage("--play is interactive and has no JSON output; use --show".into()));
        }
        return crate::play::at_table(Session::solve(puzzle)?, args.plain, args.lines);
    }
    show(&puzzle, args.solution, out)
}

/// The requested day, or today, in days since 1970-01-01.
fn day(date: Option<&str>) -> Result<u64, Failure> {
    match date {
        Some(date) => Ok(day_number(date)?),
        None => match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => Ok(since.as_secs() / 86_400),
            Err(_) => {
                Err(Failure::Negative("the system clock is before 1970; give the day with --date".into()))
            }
        },
    }
}

/// A puzzle by its number or its id.
fn chosen(game: &str, which: &str) -> Result<Puzzle, Failure> {
    let puzzles = bundled(game)?;
    let count = puzzles.len();
    let number = which.parse().ok().and_then(|number: usize| number.checked_sub(1));
    let found = puzzles.into_iter().enumerate().find(|(at, puzzle)| match number {
        Some(number) => *at == number,
        None => puzzle.id == which,
    });
    found.map(|(_, puzzle)| puzzle).ok_or_else(|| {
        Failure::Usage(format!("no puzzle {which} of {game}; the puzzles are numbered 1 to {count}"))
    })
}

/// The number of puzzles of each game.
fn count(out: &mut Output) -> CliResult {
    for entry in games() {
        let puzzles = bundled(entry.id)?;
        let of = |grade: u8| puzzles.iter().filter(|puzzle| puzzle.difficulty == grade).count();
        match out.json {
            true => out.value(&json!({
                "game": entry.id,
                "puzzles": puzzles.len(),
                "difficulties": (1..=5).map(of).collect::<Vec<_>>(),
            }))?,
            false => {
                let grades: Vec<String> = (1..=5).map(|grade| format!("{:>3}", of(grade))).collect();
                let (id, count) = (entry.id, puzzles.len());
                out.line(&format!("{id:<17}{count:>4} puzzles; difficulty 1 to 5:{}", grades.concat()))?;
            }
        }
    }
    Ok(())
}

fn list(puzzles: &[Puzzle], out: &mut Output) -> CliResult {
    for puzzle in puzzles {
        match out.json {
            true => out.value(&json!(puzzle))?,
            false => {
                let goal = match puzzle.goal {
                    Goal::Win => "win".to_owned(),
                    Goal::Margin => format!("+{}", puzzle.best - puzzle.second),
                };
                let (id, stars) = (&puzzle.id, "*".repeat(usize::from(puzzle.difficulty)));
                out.line(format!("{id:<21}{stars:<6} {goal:<4} {}", puzzle.themes.join(", ")).trim_end())?;
            }
        }
    }
    Ok(())
}

fn show(puzzle: &Puzzle, solution: bool, out: &mut Output) -> CliResult {
    if out.json {
        let mut json = json!(puzzle);
        if let (false, Some(members)) = (solution, json.as_object_mut()) {
            members.shift_remove("solution");
            members.shift_remove("themes");
        }
        return out.value(&json);
    }
    let table = puzzle.table()?;
    out.text(&crate::show::drawing(&*table, Viewer::Seat(puzzle.seat)))?;
    let rules: Vec<String> = puzzle.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if !rules.is_empty() {
        out.line(&format!("rules     {}", rules.join(" ")))?;
    }
    out.line(&format!("puzzle    {}, difficulty {} of 5", puzzle.id, puzzle.difficulty))?;
    out.line(&format!("task      {}", puzzle.prompt()))?;
    if solution {
        out.line(&format!("solution  {}: {}", puzzle.answer(), puzzle.verdict_text()))?;
        if puzzle.solution.len() > 1 {
            out.line(&format!("line      {}", puzzle.solution.join(" ")))?;
        }
        if !puzzle.themes.is_empty() {
            out.line(&format!("themes    {}", puzzle.themes.join(", ")))?;
        }
    }
    Ok(())
}
