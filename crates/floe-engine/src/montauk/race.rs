//! How far a player gets with a number of won tricks: exact tables for a player facing average cards.

use super::boards::{BOARDS, Boards, TIMES, key, key_of_two};
use super::card_tables::{CARDS, CardMatch, CardNo, CardTables};
use super::switches::Switches;
use crate::math::exp;

/// The maximum number of tricks left after one.
pub(crate) const MAX_TRICKS_LEFT: usize = 5;
/// How much richer or poorer than average the cards of the two tables are, as the exponent per point of spends.
const TILT: f64 = 0.12;

/// The result of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cell {
    /// The value that spending maximises.
    target: f32,
    /// Points for pyramids, including those already off, and for nulls still to come.
    pub points: f32,
    /// The probability of being home.
    pub home: f32,
    /// The sum of the boxes.
    pub left: f32,
}

impl Cell {
    fn add(&mut self, weight: f32, other: Cell) {
        self.target += weight * other.target;
        self.points += weight * other.points;
        self.home += weight * other.home;
        self.left += weight * other.left;
    }

    fn with_null(self, per_null: f32) -> Cell {
        Cell { target: self.target + per_null, points: self.points + per_null, ..self }
    }
}

/// How a board develops, by the number of tricks its owner wins.
pub(crate) type Run = [Cell; MAX_TRICKS_LEFT + 1];

/// The tables for poor and for rich cards: by tricks still to be won, slots used, board.
#[derive(Debug)]
pub(crate) struct RaceTables {
    tables: [Vec<Cell>; 2],
    /// The mean power of a trick in each.
    power: [f32; 2],
}

fn at(wins: usize, used: u8, board: u16) -> usize {
    (wins * 4 + usize::from(used)) * BOARDS + usize::from(board)
}

impl RaceTables {
    /// The tables under these switches. The spends of every trick are chosen best for a player who knows how many
    /// tricks it will win.
    pub fn new(switches: &Switches, boards: &Boards, card_tables: &CardTables) -> RaceTables {
        let worlds = [-TILT, TILT].map(|tilt| World::new(switches, card_tables, tilt));
        let power = [worlds[0].power, worlds[1].power];
        RaceTables { tables: worlds.map(|world| table(switches, boards, &world)), power }
    }

    /// The mean power of a trick of average cards.
    pub fn mean_power(&self) -> f32 {
        (self.power[0] + self.power[1]) / 2.0
    }

    /// How a board develops for an owner whose tricks have this power.
    pub fn run(&self, board: u16, used: u8, power: f32, most: usize) -> Run {
        let rich = (power - self.power[0]) / (self.power[1] - self.power[0]);
        let mut run = [Cell::default(); MAX_TRICKS_LEFT + 1];
        for (wins, cell) in run.iter_mut().enumerate().take(most + 1) {
            let here = at(wins, used.min(3), board);
            cell.add(1.0 - rich, self.tables[0][here]);
            cell.add(rich, self.tables[1][here]);
            cell.home = cell.home.clamp(0.0, 1.0);
        }
        run
    }

    /// The value that spending maximises if the owner expects to win `wins` more tricks.
    pub fn target_value(&self, board: u16, used: u8, wins: usize) -> f32 {
        let here = at(wins.min(MAX_TRICKS_LEFT), used.min(3), board);
        self.tables[0][here].target + self.tables[1][here].target
    }
}

/// A trick that is won, with its probability.
struct Won {
    value: u8,
    other: u8,
    weight: f32,
}

/// The possible tricks: pairs by how they match, and extra cards by the winning value.
struct World {
    plain: Vec<Won>,
    suit: Vec<Won>,
    rank: [f32; 7],
    both: [f32; 7],
    /// By the winning value and by [`TIMES`]; the extra card's value and its probability.
    extra: [[[f32; 7]; 4]; 7],
    power: f32,
}

impl World {
    fn new(switches: &Switches, card_tables: &CardTables, tilt: f64) -> World {
        let mut pairs = [[[0.0f64; 7]; 7]; 4];
        let (mut total, mut power) = (0.0, 0.0);
        let mut extra = [[[0.0f32; 7]; 4]; 7];
        let mut extras = [0.0f32; 7];
        for won in 0..CARDS as CardNo {
            for lost in 0..CARDS as CardNo {
                let times = if won == lost { switches.decks - 1 } else { switches.decks };
                let meeting = card_tables.pair(won, lost);
                let weight = f64::from(card_tables.beats(won, lost))
                    * f64::from(times)
                    * exp(tilt * f64::from(meeting.power));
                let [w, l] = [won, lost].map(|card| usize::from(card_tables.value[usize::from(card)]));
                pairs[meeting.card_match as usize][w][l] += weight;
                total += weight;
                power += weight * f64::from(meeting.power);
                let (value, spent) = card_tables.extra(won, lost, false);
                let spent = TIMES.iter().position(|&some| some == spent).unwrap_or(0);
                extra[w][spent][usize::from(value)] += f32::from(times);
                extras[w] += f32::from(times);
            }
        }
        for (extra, all) in extra.iter_mut().zip(extras) {
            extra.iter_mut().flatten().for_each(|weight| *weight /= all);
        }
        let weight =
            |card_match: CardMatch, w: usize, l: usize| (pairs[card_match as usize][w][l] / total) as f32;
        let list = |card_match: CardMatch, ordered: bool| -> Vec<Won> {
            let all = (0..7).flat_map(|w| (0..7).map(move |l| (w, l))).filter(|(w, l)| ordered || w >= l);
            all.map(|(w, l)| Won {
                value: w as u8,
                other: l as u8,
                weight: weight(card_match, w, l)
                    + if ordered || w == l { 0.0 } else { weight(card_match, l, w) },
            })
            .filter(|won| won.weight > 0.0)
            .collect()
        };
        let sums =
            |card_match: CardMatch| std::array::from_fn(|w| (0..7).map(|l| weight(card_match, w, l)).sum());
        World {
            plain: list(CardMatch::None, false),
            suit: list(CardMatch::Suit, true),
            rank: sums(CardMatch::Rank),
            both: sums(CardMatch::Both),
            extra,
            power: (power / total) as f32,
        }
    }
}

fn table(switches: &Switches, boards: &Boards, world: &World) -> Vec<Cell> {
    let mut table = vec![Cell::default(); (MAX_TRICKS_LEFT + 1) * 4 * BOARDS];
    let home_wish = if switches.race { 12.0 } else { switches.first_home };
    // Where points are equal, nearer is better.
    let left_wish = if switches.race { 0.3 } else { 0.002 };
    for board in 0..BOARDS as u16 {
        let (off, left) = (boards.off[usize::from(board)], boards.left[usize::from(board)]);
        let points = f32::from(off) * switches.per_pyramid;
        let home = f32::from(u8::from(off == 6));
        let target = points + home_wish * home - left_wish * f32::from(left);
        let cell = Cell { target, points, home, left: f32::from(left) };
        (0..4).for_each(|used| table[at(0, used, board)] = cell);
    }
    for wins in 1..=MAX_TRICKS_LEFT {
        for used in 0..4 {
            let fills = switches.nulls && used < 3;
            let next = &table[at(wins - 1, if fills { used + 1 } else { used }, 0)..][..BOARDS];
            let nothing: Vec<Cell> = next
                .iter()
                .map(|cell| if fills { cell.with_null(switches.per_null) } else { *cell })
                .collect();
            let step = Step { boards, world, next: [&nothing, next] };
            let cells = step.cells();
            table[at(wins, used, 0)..][..BOARDS].copy_from_slice(&cells);
        }
    }
    table
}

/// By the winning value and by whether something came off in the first half.
type Drawn = [[Cell; 2]; 7];

/// One more won trick.
struct Step<'a> {
    boards: &'a Boards,
    world: &'a World,
    /// The result of a board after the trick, by whether a pyramid was borne off in it.
    next: [&'a [Cell]; 2],
}

impl Step<'_> {
    fn cells(&self) -> Vec<Cell> {
        let (after, after_same): (Vec<_>, Vec<_>) =
            (0..BOARDS as u16).map(|board| self.after_draw(board)).unzip();
        (0..BOARDS as u16).map(|board| self.cell(board, &after, &after_same)).collect()
    }

    fn off(&self, board: u16) -> u8 {
        self.boards.off[usize::from(board)]
    }

    /// The best of the boards that spends lead to, by their values.
    fn best<'a>(&self, board: u16, ends: &[u16], value: impl Fn(usize, usize) -> &'a Cell) -> Cell {
        let off = self.off(board);
        let mut best: Option<&Cell> = None;
        for &end in ends {
            let cell = value(usize::from(end), usize::from(self.off(end) > off));
            if best.is_none_or(|best| cell.target > best.target) {
                best = Some(cell);
            }
        }
        best.copied().unwrap_or_default()
    }

    /// The result of a board while the extra card is due; also where it will count four times in any case.
    fn after_draw(&self, board: u16) -> (Drawn, Drawn) {
        let mut spent = [[[Cell::default(); 2]; 7]; 4];
        for (times, spent) in TIMES.iter().zip(&mut spent) {
            for (value, cells) in spent.iter_mut().enumerate() {
                let ends = self.boards.ends(board, key(value as u8, *times));
                *cells =
                    [0, 1].map(|borne| self.best(board, ends, |end, more| &self.next[borne | more][end]));
            }
        }
        let (mut after, mut after_same) = (Drawn::default(), Drawn::default());
        for (won, by_times) in self.world.extra.iter().enumerate() {
            for (times, by_value) in by_times.iter().enumerate() {
                for (value, &weight) in by_value.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                    for borne in 0..2 {
                        after[won][borne].add(weight, spent[times][value][borne]);
                        after_same[won][borne].add(weight, spent[FOUR][value][borne]);
                    }
                }
            }
        }
        (after, after_same)
    }

    fn cell(&self, board: u16, after: &[Drawn], after_same: &[Drawn]) -> Cell {
        if board == 0 {
            return self.next[1][0];
        }
        let ends = |key| self.boards.ends(board, key);
        let mut sum = Cell::default();
        for won in &self.world.plain {
            let best =
                self.best(board, ends(key_of_two(won.value, won.other)), |end, borne| &self.next[borne][end]);
            sum.add(won.weight, best);
        }
        for won in &self.world.suit {
            let best = self.best(board, ends(key_of_two(won.value, won.other)), |end, borne| {
                &after[end][usize::from(won.value)][borne]
            });
            sum.add(won.weight, best);
        }
        for value in 0..7u8 {
            let like = [(self.world.rank, 4, after), (self.world.both, 6, after_same)];
            for (weights, times, after) in like {
                let weight = weights[usize::from(value)];
                if weight > 0.0 {
                    let best = self.best(board, ends(key(value, times)), |end, borne| {
                        &after[end][usize::from(value)][borne]
                    });
                    sum.add(weight, best);
                }
            }
        }
        sum
    }
}

/// The index of four in [`TIMES`].
const FOUR: usize = 2;
