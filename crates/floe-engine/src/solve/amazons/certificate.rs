//! The winner's strategy as text, for a checker that knows only the rules.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::thread;

use floe_board::{Bits, Board, Lattice};
use floe_games::slide::{Move, Phase, Position, Rules, Slide, Turn};
use floe_games::{Game, Refusal};

use super::proof::Prover;
use super::winning_move;
use crate::solve::{Certificate, after, moves_of};

/// Refuses boards whose positions the format cannot express.
pub(super) fn can_write(board: &Board) -> Result<(), Refusal> {
    match board.lattice() {
        Lattice::Square => Ok(()),
        _ => Err(Refusal::unsupported("a strategy can be written only for square cells; omit --certificate")),
    }
}

/// Writes one winning move for every position with more than `leaf` open cells that can occur when the winner follows
/// the strategy and the other side plays anything. `None` when it was stopped.
pub(super) fn write<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    prover: &Prover<'_, H>,
    start: &Position<B>,
    winner: usize,
    leaf: u32,
) -> Option<Certificate> {
    let board = &rules.plan.board;
    let side = |seat: usize| ["white", "black"][seat];
    let mut text = format!(
        "floe-solution 1\ngame amazons\nstart {} {}\nwinner {}\nleaf {leaf}\n",
        squares(board, start),
        side(start.turn()),
        side(winner)
    );
    let mut positions = 0;
    // Each round holds the positions with the winner to move after the same number of moves, each once however it was
    // reached.
    let mut round: BTreeMap<String, Position<B>> = BTreeMap::new();
    match start.turn() == winner {
        true => drop(round.insert(squares(board, start), *start)),
        false => add_replies::<B, H, T>(rules, start, leaf, &mut round),
    }
    while !round.is_empty() {
        let list: Vec<(String, Position<B>)> =
            round.into_iter().filter(|(_, at)| at.open().count() > leaf).collect();
        let moves = choose::<B, H, T>(rules, prover, &list)?;
        round = BTreeMap::new();
        for ((squares, position), action) in list.iter().zip(moves) {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{squares} {}", Slide::<B, H, T>::move_text(rules, action));
            positions += 1;
            let next = after::<B, H, T>(rules, position, action);
            add_replies::<B, H, T>(rules, &next, leaf, &mut round);
        }
    }
    text.push_str("end\n");
    Some(Certificate { text, positions })
}

/// Finds a winning move for each position, on all threads.
fn choose<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    prover: &Prover<'_, H>,
    list: &[(String, Position<B>)],
) -> Option<Vec<Move>> {
    let share = list.len().div_ceil(prover.threads()).max(1);
    let work = |thread: usize, part: &[(String, Position<B>)]| {
        let mut searcher = prover.searcher(thread);
        part.iter()
            .map(|(_, position)| winning_move::<B, H, T>(rules, &mut searcher, position))
            .collect::<Option<Vec<_>>>()
    };
    let work = &work;
    thread::scope(|scope| {
        let parts: Vec<_> = list
            .chunks(share)
            .enumerate()
            .map(|(thread, part)| scope.spawn(move || work(thread, part)))
            .collect();
        let mut all = Vec::with_capacity(list.len());
        for part in parts {
            all.extend(part.join().ok()??);
        }
        Some(all)
    })
}

/// Adds the positions after each reply of the loser that are large enough to be listed.
fn add_replies<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    leaf: u32,
    round: &mut BTreeMap<String, Position<B>>,
) {
    if position.phase() != Phase::Move || position.open().count() <= leaf + 1 {
        return;
    }
    for action in moves_of::<B, H, T>(rules, position) {
        let next = after::<B, H, T>(rules, position, action);
        round.insert(squares(&rules.plan.board, &next), next);
    }
}

/// The squares as the FEN of Amazons writes them.
fn squares<B: Bits>(board: &Board, position: &Position<B>) -> String {
    let mut text = String::new();
    let mut run = 0;
    let flush = |text: &mut String, run: &mut u32| {
        if *run > 0 {
            text.push_str(&run.to_string());
            *run = 0;
        }
    };
    for (at, row) in board.rows().enumerate() {
        if at > 0 {
            text.push('/');
        }
        for spot in row {
            let mark = match spot {
                Some(cell) if position.open().has(cell) => {
                    run += 1;
                    continue;
                }
                Some(cell) => match position.owner(cell) {
                    Some(0) => 'Q',
                    Some(_) => 'q',
                    None => '*',
                },
                None => '*',
            };
            flush(&mut text, &mut run);
            text.push(mark);
        }
        flush(&mut text, &mut run);
    }
    text
}
