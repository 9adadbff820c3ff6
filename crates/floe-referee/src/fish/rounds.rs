//! Who plays whom.

/// Maximum number of players per game.
pub(super) const TABLE: usize = 4;

/// Splits players, in age order, into games of four. If one player would be left over, the last game is undone and the
/// split continues with games of three. Returns the size of each game.
pub fn games(players: usize) -> Vec<usize> {
    let (mut left, mut sizes) = (players, Vec::new());
    while left > TABLE + 1 {
        sizes.push(TABLE);
        left -= TABLE;
    }
    match left {
        0 => {}
        5 => sizes.extend([3, 2]),
        left => sizes.push(left),
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_one_is_left_over() {
        for (players, sizes) in [
            (2, &[2][..]),
            (3, &[3]),
            (4, &[4]),
            (5, &[3, 2]),
            (6, &[4, 2]),
            (7, &[4, 3]),
            (8, &[4, 4]),
            (9, &[4, 3, 2]),
            (10, &[4, 4, 2]),
            (13, &[4, 4, 3, 2]),
        ] {
            assert_eq!(games(players), sizes, "{players} players");
        }
        for players in 2..200 {
            let sizes = games(players);
            assert_eq!(sizes.iter().sum::<usize>(), players);
            assert!(sizes.iter().all(|size| (2..=4).contains(size)), "{players}: {sizes:?}");
        }
    }
}
