//! Counting move sequences on several threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use floe_games::registry::{Visitor, visit};
use floe_games::switches::RuleSet;
use floe_games::{Actor, Game, Refusal, perft, read_position};

/// One root move and the number of sequences that start with it.
pub type Divided = (String, u64);

/// Counts the sequences of `depth` moves from a position given as text, on `threads` threads. One of them calls
/// `progress` from time to time with the completed share in thousandths.
pub fn count(
    set: &RuleSet,
    position: &str,
    depth: u32,
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Divided>, Refusal> {
    visit(set, Count { position, depth, threads, progress })?
}

struct Count<'a> {
    position: &'a str,
    depth: u32,
    threads: usize,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl Visitor for Count<'_> {
    type Output = Result<Vec<Divided>, Refusal>;

    fn visit<G: Game>(self, rules: G::Rules) -> Self::Output {
        let position = read_position::<G>(&rules, self.position)?;
        if self.depth == 0 || G::actor(&rules, &position) == Actor::Nobody {
            return Ok(Vec::new());
        }
        if G::actor(&rules, &position) == Actor::Chance {
            return perft::<G>(&rules, &position, self.depth).map(|_| Vec::new());
        }
        let mut moves = Vec::new();
        G::moves(&rules, &position, &mut moves);
        // Root moves are dealt out one at a time, so a thread that got easy ones takes more of them.
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), Refusal> {
            loop {
                let turn = next.fetch_add(1, Ordering::Relaxed);
                let Some(&action) = moves.get(turn) else { return Ok(()) };
                let mut after = position.clone();
                G::apply(&rules, &mut after, action);
                counts[turn].store(perft::<G>(&rules, &after, self.depth - 1)?, Ordering::Relaxed);
                (self.progress)(1000 * (turn as u64 + 1) / moves.len() as u64);
            }
        };
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut result = work();
            for helper in helpers {
                result = result
                    .and(helper.join().unwrap_or_else(|_| Err(Refusal::failed("a counting thread failed"))));
            }
            result
        })?;
        let texts = moves.iter().map(|&action| G::move_text(&rules, action));
        Ok(texts.zip(counts).map(|(text, count)| (text, count.into_inner())).collect())
    }
}
