//! Mistakes on purpose: how a player below full strength chooses.

use crate::numbers::ln;
use crate::{Line, Rng};

/// The line to play: the best one after a random error of spread `slip` was added to the win probability of each.
///
/// The error is Gumbel's, so that lines of equal worth are as likely and one that is `slip` worse is `e` times less
/// so: big mistakes are rare, small ones are not, as with people.
pub fn choose<'a>(lines: &'a [Line], slip: f64, rng: &mut Rng) -> Option<&'a Line> {
    if slip <= 0.0 {
        return lines.first();
    }
    let mut best: Option<(f64, &Line)> = None;
    for line in lines {
        let even = (rng.word() >> 11) as f64 / (1u64 << 53) as f64;
        let error = -ln(-ln(even.max(1e-300)));
        let worth = line.worth.win + slip * error;
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, line));
        }
    }
    best.map(|(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Worth;

    #[test]
    fn small_mistakes_are_common_and_big_ones_rare() {
        let line = |name: &str, win| Line {
            moves: vec![name.into()],
            worth: Worth { win, margin: None, exact: false },
        };
        let lines = [line("best", 0.6), line("near", 0.5), line("bad", 0.1)];
        let mut rng = Rng::new(1);
        let mut counts = [0; 3];
        for _ in 0..3000 {
            let chosen = choose(&lines, 0.1, &mut rng).unwrap();
            counts[lines.iter().position(|line| line == chosen).unwrap()] += 1;
        }
        // One spread worse is e times less likely, five spreads 148 times.
        assert!((2000..2400).contains(&counts[0]) && (650..950).contains(&counts[1]), "{counts:?}");
        assert!((1..60).contains(&counts[2]), "{counts:?}");
        assert_eq!(choose(&lines, 0.0, &mut rng), Some(&lines[0]));
        assert_eq!(choose(&[], 0.1, &mut rng), None);
    }
}
