//! `floe print`

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use floe_engine::Level;
use floe_engine::puzzle::bundled;
use floe_games::switches::RuleSet;
use floe_games::{Manifest, registry};
use floe_games::{Record, Viewer};
use floe_print::{
    PaperSize, PuzzleItem, RulesText, SheetOptions, Sheets, game_sheet, kit, paper_penguins_sheets,
    position_sheet, position_svg, puzzle_sheets, score_sheet,
};
use floe_tui::rules_page;
use serde_json::json;

mod answers;

use crate::args::{PositionArgs, RulesArgs, ViewArgs, read_file};
use crate::output::{CliResult, Failure, Output};
use crate::progress::progress;

/// Print on paper, as PDF or SVG: sheets for Paper Pen-guins, boards and pieces to cut out for every other game, a
/// position as a diagram, or a recorded game with diagrams.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe print paper-penguins --boards 4 --per-page 2 --seed 7 --out sheets.pdf
  floe print paper-penguins --class-set 24 --rules small --landscape --answers 6 --out class.pdf
  floe print paper-penguins --boards 4 --blank --rules-page --out blank.pdf
  floe print amazons --puzzles 8 --out puzzles.pdf
  floe print penguins --rules players=3 --out penguins.pdf
  floe print pauper --rules atoll --seed 5 --paper letter --out atoll.pdf
  floe print montauk --scores --out scores.pdf
  floe print amazons --moves d1-d7/g7 --out diagram.svg
  floe print --record game.json --every 8 --out game.pdf

Existing files are not overwritten without --force. Several pages of SVG become FILE-1.svg, FILE-2.svg …")]
pub struct Args {
    /// The game (see `floe games`); not needed with --record.
    #[arg(required_unless_present = "record")]
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// The file to write; its name must end in .pdf or .svg.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// The paper size.
    #[arg(long, value_enum, default_value = "a4")]
    paper: PaperArg,
    /// Turn the paper on its side.
    #[arg(long)]
    landscape: bool,
    /// Add a page of rules. Sheets with room for the rules have them in any case.
    #[arg(long, conflicts_with_all = ["record", "position", "moves", "puzzles"])]
    rules_page: bool,
    /// Overwrite existing files.
    #[arg(long)]
    force: bool,
    /// The seed of the deal; further boards use the following seeds. Without it, sheets use the seeds from 0 on, and
    /// boards to cut out are left for you to deal.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Number of boards (paper-penguins sheets; default 1).
    #[arg(long, value_name = "N")]
    boards: Option<usize>,
    /// Boards per page, 1 to 6 (paper-penguins sheets; default 2).
    #[arg(long, value_name = "N")]
    per_page: Option<usize>,
    /// N boards, as many per page as fit with cells of at least 9 mm (paper-penguins sheets).
    #[arg(long, value_name = "N", conflicts_with_all = ["boards", "per_page"])]
    class_set: Option<usize>,
    /// Leave the cells empty for the players to write the numbers (paper-penguins sheets).
    #[arg(long, conflicts_with = "answers")]
    blank: bool,
    /// Add an answer key: how each board goes when the engine plays it at this level (paper-penguins sheets).
    #[arg(long, value_name = "LEVEL", value_parser = read_level)]
    answers: Option<Level>,
    /// Print N of the game's bundled puzzles, four on a page, and their solutions.
    #[arg(long, value_name = "N", conflicts_with_all = ["record", "position", "moves", "scores", "rules", "seed"])]
    puzzles: Option<usize>,
    /// Print only the score sheet.
    #[arg(long, conflicts_with_all = ["record", "position", "moves"])]
    scores: bool,
    /// Print a diagram of this position, given as text or JSON, or @FILE to read it from a file.
    #[arg(long, value_name = "POS", conflicts_with = "record")]
    position: Option<String>,
    /// Print a diagram of the position after these moves, separated by spaces; "" for the start.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "record")]
    moves: Option<String>,
    #[command(flatten)]
    view: ViewArgs,
    /// Print a recorded game, given as JSON or text; - reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "rules", "seed"])]
    record: Option<String>,
    /// With --record: one diagram every N moves (default 10).
    #[arg(long, value_name = "N")]
    every: Option<usize>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum PaperArg {
    A4,
    Letter,
}

/// The file format.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Pdf,
    Svg,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let format = match args.out.extension().and_then(|end| end.to_str()) {
        Some("pdf") => Format::Pdf,
        Some("svg") => Format::Svg,
        _ => {
            let name = args.out.display();
            return Err(Failure::Usage(format!("{name}: the file name must end in .pdf or .svg")));
        }
    };
    let bar = progress("drawing, {elapsed}");
    let files = draw(&args, format);
    bar.finish_and_clear();
    let files = files?;
    let pages = files.pages;
    let written = write(&args, files)?;
    let names: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
    if out.json {
        return out.value(&json!({"files": names, "pages": pages}));
    }
    let noun = if pages == 1 { "page" } else { "pages" };
    out.line(&format!("{} {pages} {noun}", names.join(" ")))
}

/// The files to write: one, or one per page.
struct Files {
    pages: usize,
    bytes: Vec<Vec<u8>>,
}

fn draw(args: &Args, format: Format) -> Result<Files, Failure> {
    let paper = match args.paper {
        PaperArg::A4 => PaperSize::A4,
        PaperArg::Letter => PaperSize::Letter,
    };
    let paper = if args.landscape { paper.landscape() } else { paper };
    let diagram = args.position.is_some() || args.moves.is_some();
    if !diagram && args.view.view != Viewer::Omniscient {
        return Err(Failure::Usage(
            "--view applies to one position, given by --position or --moves; a recorded game is printed in full"
                .into(),
        ));
    }
    if let Some(file) = &args.record {
        let record = Record::parse(&read_file(file)?)?;
        let sheets = game_sheet(&record, args.every.unwrap_or(10), paper)
            .map_err(|refusal| Failure::Negative(format!("{file}: {refusal}")))?;
        return files(&sheets, format);
    }
    let entry = registry::find(args.game.as_deref().unwrap_or_default())?;
    let rules = args.rules.resolve(entry)?;
    if args.every.is_some() {
        return Err(Failure::Usage("--every applies to a recorded game, given by --record".into()));
    }
    let sheet = entry.sheet && !args.scores && !diagram;
    if !sheet && (args.boards.is_some() || args.per_page.is_some()) {
        return Err(Failure::Usage("--boards and --per-page apply only to paper-penguins sheets".into()));
    }
    if !sheet && (args.class_set.is_some() || args.blank || args.answers.is_some()) {
        return Err(Failure::Usage(
            "--class-set, --blank and --answers apply only to paper-penguins sheets".into(),
        ));
    }
    if let Some(count) = args.puzzles {
        return files(&puzzles(entry, count, paper)?, format);
    }
    let text = rules_page(entry).map(RulesText::from_markdown).filter(|text| !text.is_empty());
    if args.rules_page && (text.is_none() || args.scores) {
        let why = if args.scores { "--scores prints nothing else" } else { "this game has no page of rules" };
        return Err(Failure::Usage(format!("no page of rules can be added: {why}")));
    }
    if diagram {
        return position(args, entry, &rules, paper, format);
    }
    let sheets = if args.scores {
        score_sheet(entry, &rules, paper)?
    } else if sheet {
        let (first, boards) = (args.seed.unwrap_or(0), args.class_set.or(args.boards).unwrap_or(1));
        if boards > floe_print::MAX_BOARDS {
            let (given, max) = (boards, floe_print::MAX_BOARDS);
            return Err(Failure::Usage(format!("{given} boards are too many; the limit is {max}")));
        }
        let seeds: Vec<u64> = (0..boards as u64).map(|more| first.wrapping_add(more)).collect();
        let answers = match args.answers {
            Some(level) => answers::answers(&rules, &seeds, level)?,
            None => Vec::new(),
        };
        let options = SheetOptions {
            blank: args.blank,
            class_set: args.class_set.is_some(),
            rules: text.as_ref(),
            rules_page: args.rules_page,
            answers: &answers,
        };
        paper_penguins_sheets(entry, &rules, &seeds, args.per_page.unwrap_or(2), paper, &options)?
    } else {
        kit(entry, &rules, args.seed, paper, text.as_ref(), args.rules_page)?
    };
    files(&sheets, format)
}

fn read_level(text: &str) -> Result<Level, String> {
    match Level::parse(text)? {
        level if level.is_timed() => {
            Err(format!("{level} is limited by time, so its games cannot be repeated; use greedy or 1 to 10"))
        }
        level => Ok(level),
    }
}

/// The first bundled puzzles of a game.
fn puzzles(entry: &Manifest, count: usize, paper: PaperSize) -> Result<Sheets, Failure> {
    let all = bundled(entry.id)?;
    if count > all.len() {
        let has = all.len();
        return Err(Failure::Usage(format!("{} comes with {has} puzzles, not {count}", entry.id)));
    }
    let item = |puzzle: &floe_engine::puzzle::Puzzle| -> Result<PuzzleItem, Failure> {
        Ok(PuzzleItem {
            name: puzzle.id.clone(),
            prompt: puzzle.prompt(),
            table: puzzle.table()?,
            solution: format!("{}; {}", puzzle.solution.join(" "), puzzle.verdict_text()),
        })
    };
    let items = all.iter().take(count).map(item).collect::<Result<Vec<_>, _>>()?;
    Ok(puzzle_sheets(entry, &items, paper)?)
}

fn position(
    args: &Args,
    entry: &Manifest,
    rules: &RuleSet,
    paper: PaperSize,
    format: Format,
) -> Result<Files, Failure> {
    let place = PositionArgs {
        position: args.position.clone(),
        moves: args.moves.clone(),
        seed: args.seed.unwrap_or(0),
    };
    let table = place.open_for(entry, rules, args.view.view)?;
    let viewer = args.view.resolve(table.seats())?;
    match format {
        Format::Svg => {
            let svg = position_svg(entry, &*table, viewer)?;
            Ok(Files { pages: 1, bytes: vec![svg.into_bytes()] })
        }
        Format::Pdf => {
            // A position that was given has no seed.
            let seed = args.position.is_none().then_some(place.seed);
            files(&position_sheet(entry, &*table, viewer, seed, paper)?, format)
        }
    }
}

fn files(sheets: &Sheets, format: Format) -> Result<Files, Failure> {
    let bytes = match format {
        Format::Pdf => vec![sheets.to_pdf()?],
        Format::Svg => sheets.to_svgs().into_iter().map(String::into_bytes).collect(),
    };
    Ok(Files { pages: sheets.count(), bytes })
}

fn write(args: &Args, files: Files) -> Result<Vec<PathBuf>, Failure> {
    let paths: Vec<PathBuf> = match files.bytes.len() {
        1 => vec![args.out.clone()],
        several => (1..=several).map(|number| numbered(&args.out, number)).collect(),
    };
    // Check all files before writing any: half a set of pages is useless.
    if let Some(there) = paths.iter().find(|path| !args.force && path.exists()) {
        return Err(Failure::Negative(format!("{} already exists; --force overwrites it", there.display())));
    }
    for (path, bytes) in paths.iter().zip(&files.bytes) {
        let mut options = OpenOptions::new();
        match args.force {
            true => options.write(true).create(true).truncate(true),
            false => options.write(true).create_new(true),
        };
        let done = options.open(path).and_then(|mut file| file.write_all(bytes));
        done.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
    }
    Ok(paths)
}

/// `sheets.svg` becomes `sheets-2.svg`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("page");
    path.with_file_name(format!("{stem}-{number}.svg"))
}
