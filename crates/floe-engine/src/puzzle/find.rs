//! New puzzles from self-play games, searched from their ends as far as the solver reaches.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use floe_games::Manifest;
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, GameRng, Refusal, Start, Table, Viewer, next_seat, open};

use super::grade::{choice, first_grade, last_grade};
use super::proof::KeyMove;
use super::themes::themes;
use super::{MAX_SOLUTION, Puzzle, prove};
use crate::solve::{SolveLimits, solve};
use crate::{Level, Rng};

/// The settings of the search for puzzles.
#[derive(Clone, Debug)]
pub struct FindConfig {
    /// The number of puzzles wanted.
    pub count: usize,
    /// The seed of the first game; each further game has the next one.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The rules; `None` uses several rule sets of the game in turn.
    pub rules: Option<RuleSet>,
    /// The maximum number of positions per proof; `None` uses the default of the game.
    pub max_nodes: Option<u64>,
}

/// The progress of a search for puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games played.
    pub games: u64,
    /// Puzzles found.
    pub found: usize,
}

/// The maximum number of games per wanted puzzle before the search ends with what it has.
const PATIENCE: u64 = 200;
/// The maximum share of one difficulty, in tenths of the puzzles, unless there is nothing else.
const TENTHS: usize = 3;
/// The search for other difficulties ends when this many tenths of the wanted puzzles have been found in all.
const ENOUGH: usize = 15;
/// The number of positions of a game that are graded; the hardest becomes the puzzle.
const GRADED: usize = 3;
/// The number of decisions before the end of a game that are examined.
const BACK: usize = 36;

/// Finds puzzles, the same on any number of threads: the first ones in the order of the seeds, with difficulties mixed.
/// There are fewer than wanted if [`PATIENCE`] runs out or the caller stops the search.
pub fn find(
    entry: &'static Manifest,
    config: &FindConfig,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Puzzle>, Refusal> {
    let rule_sets: Vec<RuleSet> = match &config.rules {
        Some(rules) => vec![rules.clone()],
        None => {
            let sets = entry.puzzles.rules.iter().map(|text| entry.rules(&parse_rule_args(text)?));
            sets.collect::<Result<_, Refusal>>()?
        }
    };
    if rule_sets.is_empty() {
        return Err(Refusal::invalid_request(format!(
            "{} names no rules to find puzzles with; give some with --rules",
            entry.id
        )));
    }
    let most_games = PATIENCE.saturating_mul(config.count as u64);
    let next = AtomicU64::new(0);
    let harvest = Mutex::new(Harvest::new(config.count));
    let work = || -> Result<(), Refusal> {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            let full = harvest.lock().map_or(true, |harvest| harvest.full());
            if game >= most_games || full || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let rules = &rule_sets[(game % rule_sets.len() as u64) as usize];
            let seed = config.seed.wrapping_add(game);
            let found = one_game(
                entry,
                rules,
                seed,
                config.max_nodes.unwrap_or_else(|| (entry.puzzles.proof_nodes)(rules)),
                stop,
            )?;
            if let Ok(mut harvest) = harvest.lock() {
                harvest.take(game, found);
                let found = (harvest.saved.len() + harvest.spare.len()).min(config.count);
                on_progress(Progress { games: harvest.next, found });
            }
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..config.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut result = work();
        for other in others {
            result = result
                .and(other.join().unwrap_or_else(|_| Err(Refusal::failed("a searching thread failed"))));
        }
        result
    })?;
    let mut puzzles = harvest.into_inner().map_or_else(|_| Vec::new(), Harvest::whole);
    for (at, puzzle) in puzzles.iter_mut().enumerate() {
        puzzle.id = format!("{}-{:03}", entry.id, at + 1);
    }
    Ok(puzzles)
}

/// The results of games, taken in the order of the games, whichever thread finished first.
struct Harvest {
    wanted: usize,
    next: u64,
    early: BTreeMap<u64, Option<Puzzle>>,
    saved: Vec<Puzzle>,
    /// Puzzles of difficulties of which there are already enough.
    spare: Vec<Puzzle>,
}

impl Harvest {
    fn new(wanted: usize) -> Harvest {
        Harvest { wanted, next: 0, early: BTreeMap::new(), saved: Vec::new(), spare: Vec::new() }
    }

    fn full(&self) -> bool {
        self.saved.len() >= self.wanted || (self.saved.len() + self.spare.len()) * 10 >= self.wanted * ENOUGH
    }

    fn take(&mut self, game: u64, found: Option<Puzzle>) {
        self.early.insert(game, found);
        while let Some(found) = self.early.remove(&self.next) {
            self.next += 1;
            let Some(puzzle) = found.filter(|_| !self.full()) else { continue };
            let alike = self.saved.iter().filter(|saved| saved.difficulty == puzzle.difficulty).count();
            match alike * 10 < self.wanted * TENTHS {
                true => self.saved.push(puzzle),
                false => self.spare.push(puzzle),
            }
        }
    }

    fn whole(mut self) -> Vec<Puzzle> {
        self.spare.truncate(self.wanted.saturating_sub(self.saved.len()));
        self.saved.append(&mut self.spare);
        self.saved.sort_by_key(|puzzle| puzzle.seed);
        self.saved
    }
}

/// The hardest puzzle of a self-play game, if it has one.
fn one_game(
    entry: &'static Manifest,
    set: &RuleSet,
    seed: u64,
    max_nodes: u64,
    stop: &AtomicBool,
) -> Result<Option<Puzzle>, Refusal> {
    let choices = played(set, seed)?;
    let mut found: Vec<(Choice, KeyMove)> = Vec::new();
    for (table, seat) in choices.into_iter().rev().take(BACK) {
        let position = table.position_text(Viewer::Omniscient);
        let Some(proof) = prove(set, &position, max_nodes, stop)? else {
            // On a board, earlier positions are harder still; in Montauk only the last trick is open.
            break;
        };
        if let Some(key_move) = proof.key_move() {
            found.push(((table, seat), key_move));
        }
    }
    // The strongest levels take long: they only get what the others miss.
    let mut hardest: Option<(u8, usize)> = None;
    for (at, ((table, seat), key_move)) in found.iter().enumerate().rev().take(GRADED) {
        let difficulty = first_grade(set, &**table, *seat, &key_move.best)?;
        if hardest.is_none_or(|(most, _)| difficulty > most) {
            hardest = Some((difficulty, at));
        }
    }
    let Some((difficulty, at)) = hardest else { return Ok(None) };
    let ((table, seat), key_move) = &found[at];
    let difficulty = last_grade(set, &**table, *seat, &key_move.best, difficulty)?;
    let position = table.position_text(Viewer::Omniscient);
    let Some(solution) = line(set, &**table, key_move, max_nodes, stop)? else { return Ok(None) };
    Ok(Some(Puzzle {
        id: String::new(),
        game: entry.id.into(),
        rules: entry.changed_switches(set),
        position,
        seat: *seat,
        goal: key_move.goal,
        solution,
        best: key_move.value.points,
        second: key_move.second.points,
        difficulty,
        themes: themes(set, &**table, *seat, &key_move.best)?,
        seed,
    }))
}

/// A table and the seat to move at it.
type Choice = (Box<dyn Table>, usize);

/// Every decision of a game between two levels from 3 to 6: the table before it, and the seat.
fn played(set: &RuleSet, seed: u64) -> Result<Vec<Choice>, Refusal> {
    let mut rng = Rng::new(seed ^ 0x7075_7a7a_6c65);
    let levels = [0, 1].map(|_| Level::Number(3 + rng.below(4) as u8));
    let mut table = open(set, Start::Seed(seed))?;
    let mut chance = GameRng::in_game(seed);
    let mut choices = Vec::new();
    while let Some(seat) = next_seat(&mut *table, &mut chance)? {
        let stream = u64::from(rng.below(1 << 30));
        let text = choice(set, &*table, seat, levels[seat & 1], stream)?;
        if matches!(table.phase(), "move" | "spend") {
            choices.push((table.fork(), seat));
        }
        table.play(seat, &text)?;
    }
    Ok(choices)
}

/// The right move and best play after it, as long as the seats alternate and the solver finds it.
fn line(
    set: &RuleSet,
    table: &dyn Table,
    key_move: &KeyMove,
    max_nodes: u64,
    stop: &AtomicBool,
) -> Result<Option<Vec<String>>, Refusal> {
    let position = table.position_text(Viewer::Omniscient);
    let nodes = AtomicU64::new(0);
    // Proving every move may have been cheaper than proving the best alone, because the move order differs.
    let limits = SolveLimits {
        threads: 1,
        memory: 1 << 25,
        stop,
        nodes: &nodes,
        max_nodes: Some(max_nodes.saturating_mul(4)),
        certificate: None,
    };
    let mut whole = match solve(set, &position, &limits) {
        Ok(Some(solution)) => solution.line,
        Ok(None) => return Ok(None),
        // Not of the slide family: best play is computed move by move.
        Err(_) => Vec::new(),
    };
    let slides = !whole.is_empty();
    let mut now = table.fork();
    let mut line: Vec<String> = Vec::new();
    let mut next_seat = None;
    while let Actor::Seat(seat) = now.actor() {
        if line.len() == MAX_SOLUTION || next_seat.is_some_and(|next| next != seat) {
            break;
        }
        let text = match (line.is_empty(), slides) {
            (true, _) => key_move.best.clone(),
            (_, true) if whole.len() > line.len() => std::mem::take(&mut whole[line.len()]),
            (_, true) => break,
            (_, false) => {
                let position = now.position_text(Viewer::Omniscient);
                let Some(proof) = prove(set, &position, max_nodes, stop)? else { break };
                // The first among equals, so that the line is the same everywhere.
                let Some(best) = proof.values.iter().map(|(_, value)| *value).max() else { break };
                let Some((text, _)) = proof.values.iter().find(|(_, value)| *value == best) else { break };
                text.clone()
            }
        };
        now.play(seat, &text)?;
        line.push(text);
        next_seat = Some(1 - seat);
    }
    Ok(Some(line))
}
