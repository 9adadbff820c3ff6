//! Tables of players who have met as seldom as can be.

/// How many tries a search may cost. Small tournaments are searched completely; in a large one with few rounds the
/// first try nearly always does.
const MAX_TRIES: u32 = 200_000;

/// Divides players, the best first, into tables of `size` whose players are near to each other in the list and where
/// no two have met more often than needed. The number of players is a multiple of `size`.
pub(super) fn tables(
    players: &[usize],
    size: usize,
    met: &dyn Fn(usize, usize) -> u32,
) -> (Vec<Vec<usize>>, u32) {
    let highest = players.iter().flat_map(|&a| players.iter().map(move |&b| (a, b)));
    let highest = highest.filter(|(a, b)| a != b).map(|(a, b)| met(a, b)).max().unwrap_or(0);
    for most in 0..highest {
        let mut search =
            Search { players, size, met, most, tries: MAX_TRIES, used: vec![false; players.len()] };
        let mut found = Vec::new();
        if search.seat(&mut found) {
            return (found, most);
        }
    }
    (players.chunks(size).map(<[usize]>::to_vec).collect(), highest)
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
    /// Seats the best player who stands and everybody after: true once all sit.
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
}
