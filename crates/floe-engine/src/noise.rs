//! Deliberate mistakes: how a level below full strength chooses its move.

use crate::math::ln;
use crate::{Line, Rng};

/// The line to play: the best one after Gumbel noise of scale `noise` is added to each win probability.
///
/// This samples from a softmax with temperature `noise`. Equal lines are equally likely, and a line that is `noise`
/// worse is `e` times less likely: small mistakes are common and big ones rare, as with people.
pub fn choose<'a>(lines: &'a [Line], noise: f64, rng: &mut Rng) -> Option<&'a Line> {
    if noise <= 0.0 {
        return lines.first();
    }
    let mut best: Option<(f64, &Line)> = None;
    for line in lines {
        let even = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let error = -ln(-ln(even.max(1e-300)));
        let score = line.evaluation.win + noise * error;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, line));
        }
    }
    best.map(|(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluation;

    #[test]
    fn small_mistakes_are_common_and_big_ones_rare() {
        let line = |name: &str, win| Line {
            moves: vec![name.into()],
            evaluation: Evaluation { win, margin: None, exact: false },
        };
        let lines = [line("best", 0.6), line("near", 0.5), line("bad", 0.1)];
        let mut rng = Rng::new(1);
        let mut counts = [0; 3];
        for _ in 0..3000 {
            let chosen = choose(&lines, 0.1, &mut rng).unwrap();
            counts[lines.iter().position(|line| line == chosen).unwrap()] += 1;
        }
        // A line that is worse by the noise is e times less likely, by five times the noise 148 times.
        assert!((2000..2400).contains(&counts[0]) && (650..950).contains(&counts[1]), "{counts:?}");
        assert!((1..60).contains(&counts[2]), "{counts:?}");
        assert_eq!(choose(&lines, 0.0, &mut rng), Some(&lines[0]));
        assert_eq!(choose(&[], 0.1, &mut rng), None);
    }
}
