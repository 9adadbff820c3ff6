//! Tables of players who have met as rarely as possible.

use super::matching::Matching;

/// Maximum number of tries of a search for tables of three and four. Small tournaments are searched completely; in a
/// large one with few rounds the first try is nearly always enough.
const MAX_TRIES: u32 = 200_000;

/// Divides players, best first, into tables of `size` whose players are close to each other in the list, and returns
/// the maximum number of times two at a table have met. The number of players is a multiple of `size`.
///
/// No two have met more often than necessary: always true at tables of two; at larger ones, where this is hard to
/// decide, as far as a search of limited length finds.
pub(super) fn tables(
    players: &[usize],
    size: usize,
    met: &dyn Fn(usize, usize) -> u32,
) -> (Vec<Vec<usize>>, u32) {
    debug_assert!(players.len().is_multiple_of(size), "a player would be left over");
    if size == 2 {
        return pairs(players, met);
    }
    let (greedy, enough) = greedy(players, size, met);
    for most in 0..enough {
        let mut search =
            Search { players, size, met, most, tries: MAX_TRIES, used: vec![false; players.len()] };
        let mut found = Vec::new();
        if search.seat(&mut found) {
            return (found, most);
        }
    }
    (greedy, enough)
}

/// From the best player down, each meets the next one in the list that leaves a pairing for everyone else.
fn pairs(players: &[usize], met: &dyn Fn(usize, usize) -> u32) -> (Vec<Vec<usize>>, u32) {
    let mut most = 0;
    let mut matching = loop {
        let may = |a: usize, b: usize| met(players[a], players[b]) <= most;
        match Matching::perfect(players.len(), &may) {
            Some(matching) => break matching,
            // The number of allowed meetings grows until a pairing exists.
            None => most += 1,
        }
    };
    let mut pairs = Vec::new();
    for a in 0..players.len() {
        if let Some(b) = (a + 1..players.len()).find(|&b| matching.settle(a, b)) {
            pairs.push(vec![players[a], players[b]]);
        }
    }
    (pairs, most)
}

/// Each table is filled from the best player down with the players who have met those at it least.
fn greedy(players: &[usize], size: usize, met: &dyn Fn(usize, usize) -> u32) -> (Vec<Vec<usize>>, u32) {
    let mut standing = players.to_vec();
    let (mut tables, mut most) = (Vec::new(), 0);
    while !standing.is_empty() {
        let mut table = vec![standing.remove(0)];
        while table.len() < size && !standing.is_empty() {
            let met_most = |&player: &usize| table.iter().map(|&other| met(player, other)).max().unwrap_or(0);
            let next = (0..standing.len()).min_by_key(|&i| met_most(&standing[i])).unwrap_or(0);
            most = most.max(met_most(&standing[next]));
            table.push(standing.remove(next));
        }
        tables.push(table);
    }
    (tables, most)
}

struct Search<'a> {
    players: &'a [usize],
    size: usize,
    met: &'a dyn Fn(usize, usize) -> u32,
    /// No two may have met more often.
    most: u32,
    tries: u32,
    used: Vec<bool>,
}

impl Search<'_> {
    /// Seats the best unseated player and everyone after: true once all are seated.
    fn seat(&mut self, tables: &mut Vec<Vec<usize>>) -> bool {
        let Some(best) = self.used.iter().position(|used| !used) else { return true };
        self.used[best] = true;
        tables.push(vec![self.players[best]]);
        if self.fill(best + 1, tables) {
            return true;
        }
        tables.pop();
        self.used[best] = false;
        false
    }

    /// Fills the last table with players from `from` on.
    fn fill(&mut self, from: usize, tables: &mut Vec<Vec<usize>>) -> bool {
        let last = tables.len() - 1;
        if tables[last].len() == self.size {
            return self.seat(tables);
        }
        for next in from..self.players.len() {
            if self.used[next] {
                continue;
            }
            let player = self.players[next];
            if tables[last].iter().any(|&other| (self.met)(player, other) > self.most) {
                continue;
            }
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            self.used[next] = true;
            tables[last].push(player);
            if self.fill(next + 1, tables) {
                return true;
            }
            tables[last].pop();
            self.used[next] = false;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_meet_unless_they_have_met() {
        let met = |a: usize, b: usize| u32::from(a.min(b) == 0 && a.max(b) == 1);
        assert_eq!(tables(&[0, 1, 2, 3], 2, &|_, _| 0).0, [[0, 1], [2, 3]]);
        assert_eq!(tables(&[0, 1, 2, 3], 2, &met).0, [[0, 2], [1, 3]]);
        // The last two have met: the search goes back.
        assert_eq!(tables(&[2, 3, 0, 1], 2, &met).0, [[2, 0], [3, 1]]);
        assert_eq!(tables(&[0, 1], 2, &met), (vec![vec![0, 1]], 1));
        assert_eq!(tables(&[0, 1, 2, 3, 4, 5], 3, &met).0, [[0, 2, 3], [1, 4, 5]]);
    }

    /// Whether everyone can be paired without a rematch, by trying all sets of players as bits.
    fn avoidable(count: usize, met: &dyn Fn(usize, usize) -> u32) -> bool {
        let mut paired = vec![false; 1 << count];
        paired[0] = true;
        for set in 1usize..1 << count {
            let first = set.trailing_zeros() as usize;
            let mut others =
                (first + 1..count).filter(|&other| set >> other & 1 == 1 && met(first, other) == 0);
            paired[set] = others.any(|other| paired[set & !(1 << first) & !(1 << other)]);
        }
        paired[(1 << count) - 1]
    }

    #[test]
    fn a_rematch_is_avoided_whenever_possible() {
        let mut chance = floe_games::GameRng::for_player(5);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..300 {
            let count = [6, 8, 12, 14][chance.below(4) as usize];
            let density = 1 + chance.below(9);
            let grid: Vec<u32> = (0..count * count).map(|_| u32::from(chance.below(10) < density)).collect();
            let met = |a: usize, b: usize| grid[a.max(b) * count + a.min(b)];
            let players: Vec<usize> = (0..count).collect();
            let (found, most) = tables(&players, 2, &met);
            let mut seated: Vec<usize> = found.concat();
            seated.sort_unstable();
            assert_eq!(seated, players);
            assert_eq!(most == 0, avoidable(count, &met), "{grid:?}");
            assert_eq!(most == 0, found.iter().all(|pair| met(pair[0], pair[1]) == 0));
            if most == 0 { yes += 1 } else { no += 1 }
        }
        assert!(yes > 50 && no > 50, "both kinds were tried: {yes} {no}");
    }

    #[test]
    fn a_hundred_players_need_no_rematch_for_sixty_rounds() {
        let count = 100;
        let mut chance = floe_games::GameRng::for_player(9);
        let mut grid = vec![vec![0; count]; count];
        let mut points = vec![0; count];
        for round in 0..60 {
            let mut players: Vec<usize> = (0..count).collect();
            players.sort_by_key(|&player| (std::cmp::Reverse(points[player]), player));
            let (found, most) = tables(&players, 2, &|a, b| grid[a][b]);
            assert_eq!((found.len(), most), (count / 2, 0), "round {round}");
            for pair in found {
                grid[pair[0]][pair[1]] += 1;
                grid[pair[1]][pair[0]] += 1;
                points[pair[chance.below(2) as usize]] += 1;
            }
        }
    }
}
